// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Lights, materials and the light model (GL 4.6 compatibility profile, section 12.2).
#include "gl/compat/commands/parameter_vector.h"
#include "gl/compat/state/compat_state.h"
#include "gl/context/context.h"

#include <algorithm>
#include <cmath>
#include <span>

namespace gl {

namespace {

std::array<float, 3> times3x3(const Matrix4& m, const GLfloat* v) {
    std::array<float, 3> result{};
    for (size_t row = 0; row < 3; ++row) {
        result[row] = m.m[row] * v[0] + m.m[4 + row] * v[1] + m.m[8 + row] * v[2];
    }
    return result;
}

std::array<float, 4> times(const Matrix4& m, const GLfloat* v) {
    std::array<float, 4> result{};
    for (size_t row = 0; row < 4; ++row) {
        result[row] =
            m.m[row] * v[0] + m.m[4 + row] * v[1] + m.m[8 + row] * v[2] + m.m[12 + row] * v[3];
    }
    return result;
}

/// The parameter's numbers in a light; empty: there is no such parameter.
std::span<float> lightParameter(LightSource& light, GLenum pname) {
    switch (pname) {
    case GL_AMBIENT:
        return light.ambient;
    case GL_DIFFUSE:
        return light.diffuse;
    case GL_SPECULAR:
        return light.specular;
    case GL_POSITION:
        return light.position;
    case GL_SPOT_DIRECTION:
        return light.spotDirection;
    case GL_SPOT_EXPONENT:
        return {&light.spotExponent, 1};
    case GL_SPOT_CUTOFF:
        return {&light.spotCutoff_deg, 1};
    case GL_CONSTANT_ATTENUATION:
    case GL_LINEAR_ATTENUATION:
    case GL_QUADRATIC_ATTENUATION:
        return {&light.attenuation[pname - GL_CONSTANT_ATTENUATION], 1};
    default:
        return {};
    }
}

bool isInRange(GLenum pname, GLfloat value) {
    switch (pname) {
    case GL_SPOT_EXPONENT:
        return value >= 0 && value <= 128;
    case GL_SPOT_CUTOFF:
        return (value >= 0 && value <= 90) || value == 180;
    default:
        return value >= 0;
    }
}

/// The same of a material.
std::span<float> materialParameter(Material& material, GLenum pname) {
    switch (pname) {
    case GL_EMISSION:
        return material.emission;
    case GL_AMBIENT:
        return material.ambient;
    case GL_DIFFUSE:
        return material.diffuse;
    case GL_SPECULAR:
        return material.specular;
    case GL_SHININESS:
        return {&material.shininess, 1};
    case GL_COLOR_INDEXES:
        return material.colorIndexes;
    default:
        return {};
    }
}

bool isColor(GLenum pname) {
    return pname == GL_AMBIENT || pname == GL_DIFFUSE || pname == GL_SPECULAR ||
           pname == GL_EMISSION || pname == GL_LIGHT_MODEL_AMBIENT;
}

/// Floats of integers: of colours fractions.
std::array<float, 4> fromIntegers(GLenum pname, const GLint* params, size_t count) {
    if (isColor(pname)) {
        return colorFromIntegers(params);
    }
    std::array<float, 4> numbers{};
    std::copy_n(params, std::min(count, numbers.size()), numbers.begin());
    return numbers;
}

void toIntegers(GLenum pname, std::span<const float> numbers, GLint* params) {
    std::ranges::transform(numbers, params, [&](float value) {
        return isColor(pname) ? integerFromColor(value) : GLint(std::lround(value));
    });
}

/// Null with the error set: the context has no such light.
LightSource* lightOf(Context& context, CompatState* compat, GLenum light) {
    if (!compat || light < GL_LIGHT0 || light >= GL_LIGHT0 + GLenum(kMaxLights)) {
        context.setError(GL_INVALID_ENUM, "0x{:04X} is not a light", light);
        return nullptr;
    }
    return &compat->lighting.lights[light - GL_LIGHT0];
}

} // namespace

void Context::lightfv(GLenum light, GLenum pname, const GLfloat* params) {
    LightSource* source = lightOf(*this, m_compat.get(), light);
    if (!source || !outsideBeginEnd()) {
        return;
    }
    const std::span<float> parameter = lightParameter(*source, pname);
    if (parameter.empty()) {
        return setError(GL_INVALID_ENUM, "0x{:04X} is not a parameter of lights", pname);
    }
    if (parameter.size() == 1 && !isInRange(pname, params[0])) {
        return setError(GL_INVALID_VALUE, "light parameter 0x{:04X}: {}", pname, params[0]);
    }
    const Matrix4& modelView = m_compat->modelView.top();
    if (pname == GL_POSITION) {
        source->position = times(modelView, params);
    } else if (pname == GL_SPOT_DIRECTION) {
        source->spotDirection = times3x3(modelView, params);
    } else {
        std::copy_n(params, parameter.size(), parameter.begin());
    }
    shownStateChanged(kShownLighting);
    fixedFunctionChanged();
}

void Context::lightf(GLenum light, GLenum pname, GLfloat param) {
    LightSource unused;
    if (lightParameter(unused, pname).size() != 1) {
        return setError(GL_INVALID_ENUM, "0x{:04X} is not one number of a light", pname);
    }
    lightfv(light, pname, &param);
}

void Context::lighti(GLenum light, GLenum pname, GLint param) {
    lightf(light, pname, GLfloat(param));
}

void Context::lightiv(GLenum light, GLenum pname, const GLint* params) {
    LightSource unused;
    lightfv(light, pname, fromIntegers(pname, params, lightParameter(unused, pname).size()).data());
}

void Context::getLightfv(GLenum light, GLenum pname, GLfloat* params) {
    LightSource* source = lightOf(*this, m_compat.get(), light);
    if (!source || !outsideBeginEnd()) {
        return;
    }
    const std::span<float> parameter = lightParameter(*source, pname);
    if (parameter.empty()) {
        return setError(GL_INVALID_ENUM, "0x{:04X} is not a parameter of lights", pname);
    }
    std::ranges::copy(parameter, params);
}

void Context::getLightiv(GLenum light, GLenum pname, GLint* params) {
    LightSource* source = lightOf(*this, m_compat.get(), light);
    if (!source || !outsideBeginEnd()) {
        return;
    }
    const std::span<float> parameter = lightParameter(*source, pname);
    if (parameter.empty()) {
        return setError(GL_INVALID_ENUM, "0x{:04X} is not a parameter of lights", pname);
    }
    toIntegers(pname, parameter, params);
}

// --- Materials

void Context::followCurrentColor() {
    Lighting& lighting = m_compat->lighting;
    if (lighting.colorMaterial) {
        setMaterials(lighting,
                     materialSides(lighting.colorMaterialFace),
                     materialParameters(lighting.colorMaterialMode),
                     m_state.currentAttribs[kArrayColor].floats());
    }
}

void Context::materialfv(GLenum face, GLenum pname, const GLfloat* params) {
    const bool isFace = face == GL_FRONT_AND_BACK || (isDesktop() && materialSides(face) != 0);
    if (!m_compat || !isFace) {
        return setError(GL_INVALID_ENUM, "0x{:04X} is not a face of materials", face);
    }
    Lighting& lighting = m_compat->lighting;
    const uint32_t sides = materialSides(face);
    if (pname == GL_SHININESS && !(params[0] >= 0 && params[0] <= 128)) {
        return setError(GL_INVALID_VALUE, "a shininess of {}", params[0]);
    }
    if (const uint32_t parameters = materialParameters(pname)) {
        setMaterials(lighting, sides, parameters, {params[0], params[1], params[2], params[3]});
    } else if (pname == GL_SHININESS || pname == GL_COLOR_INDEXES) {
        for (size_t side = 0; side < 2; ++side) {
            if ((sides >> side & 1) != 0) {
                const std::span<float> numbers = materialParameter(lighting.materials[side], pname);
                std::copy_n(params, numbers.size(), numbers.begin());
            }
        }
    } else {
        return setError(GL_INVALID_ENUM, "0x{:04X} is not a parameter of materials", pname);
    }
    expectFixedFunction();
    shownStateChanged(kShownLighting);
}

void Context::materialf(GLenum face, GLenum pname, GLfloat param) {
    if (pname != GL_SHININESS) {
        return setError(GL_INVALID_ENUM, "0x{:04X} is not one number of a material", pname);
    }
    materialfv(face, pname, &param);
}

void Context::materiali(GLenum face, GLenum pname, GLint param) {
    materialf(face, pname, GLfloat(param));
}

void Context::materialiv(GLenum face, GLenum pname, const GLint* params) {
    Material unused;
    materialfv(
        face, pname, fromIntegers(pname, params, materialParameter(unused, pname).size()).data());
}

namespace {

/// Empty with the error set.
std::span<const float>
queriedMaterial(Context& context, CompatState* compat, GLenum face, GLenum pname) {
    if (!compat || (face != GL_FRONT && face != GL_BACK)) {
        context.setError(GL_INVALID_ENUM, "0x{:04X} is not one face of materials", face);
        return {};
    }
    const std::span<float> numbers =
        materialParameter(compat->lighting.materials[face == GL_BACK], pname);
    if (numbers.empty()) {
        context.setError(GL_INVALID_ENUM, "0x{:04X} is not a parameter of materials", pname);
    }
    return numbers;
}

} // namespace

void Context::getMaterialfv(GLenum face, GLenum pname, GLfloat* params) {
    if (m_compat) {
        followCurrentColor();
    }
    std::ranges::copy(queriedMaterial(*this, m_compat.get(), face, pname), params);
}

void Context::getMaterialiv(GLenum face, GLenum pname, GLint* params) {
    if (m_compat) {
        followCurrentColor();
    }
    toIntegers(pname, queriedMaterial(*this, m_compat.get(), face, pname), params);
}

void Context::colorMaterial(GLenum face, GLenum mode) {
    if (!m_compat || materialSides(face) == 0 || materialParameters(mode) == 0) {
        return setError(GL_INVALID_ENUM, "face 0x{:04X}, mode 0x{:04X}", face, mode);
    }
    if (!outsideBeginEnd()) {
        return;
    }
    followCurrentColor();
    m_compat->lighting.colorMaterialFace = face;
    m_compat->lighting.colorMaterialMode = mode;
    shownStateChanged(kShownLighting);
    fixedFunctionChanged();
}

// --- The light model

void Context::lightModelfv(GLenum pname, const GLfloat* params) {
    if (!m_compat) {
        return setError(GL_INVALID_OPERATION, "the context has no lighting");
    }
    if (!outsideBeginEnd()) {
        return;
    }
    Lighting& lighting = m_compat->lighting;
    switch (pname) {
    case GL_LIGHT_MODEL_AMBIENT:
        std::copy_n(params, 4, lighting.ambient.begin());
        break;
    case GL_LIGHT_MODEL_LOCAL_VIEWER:
        lighting.localViewer = params[0] != 0;
        break;
    case GL_LIGHT_MODEL_TWO_SIDE:
        lighting.twoSided = params[0] != 0;
        break;
    case GL_LIGHT_MODEL_COLOR_CONTROL: {
        const GLenum control = GLenum(params[0]);
        if (control != GL_SINGLE_COLOR && control != GL_SEPARATE_SPECULAR_COLOR) {
            return setError(GL_INVALID_ENUM, "0x{:04X} is not a colour control", control);
        }
        lighting.colorControl = control;
        break;
    }
    default:
        return setError(GL_INVALID_ENUM, "0x{:04X} is not of the light model", pname);
    }
    shownStateChanged(kShownLighting);
    fixedFunctionChanged();
}

void Context::lightModelf(GLenum pname, GLfloat param) {
    if (pname == GL_LIGHT_MODEL_AMBIENT) {
        return setError(GL_INVALID_ENUM, "GL_LIGHT_MODEL_AMBIENT takes a vector");
    }
    lightModelfv(pname, &param);
}

void Context::lightModeli(GLenum pname, GLint param) {
    lightModelf(pname, GLfloat(param));
}

void Context::lightModeliv(GLenum pname, const GLint* params) {
    lightModelfv(pname, fromIntegers(pname, params, 1).data());
}

} // namespace gl
