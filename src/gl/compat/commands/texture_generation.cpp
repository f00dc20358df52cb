// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// glTexGen (GL 4.6 compatibility profile, section 12.1.3).
#include "gl/compat/state/compat_state.h"
#include "gl/context/context.h"
#include "gl/rules/es1_names.h"

#include <algorithm>
#include <cmath>
#include <span>

namespace gl {

namespace {

bool isMode(GLenum coord, GLenum mode) {
    switch (mode) {
    case GL_OBJECT_LINEAR:
    case GL_EYE_LINEAR:
        return true;
    case GL_SPHERE_MAP:
        return coord == GL_S || coord == GL_T;
    case GL_REFLECTION_MAP:
    case GL_NORMAL_MAP:
        return coord != GL_Q;
    default:
        return false;
    }
}

/// Of one coordinate, or of s, t and r, which OpenGL ES 1.1 has together. Empty with the error set.
std::span<TextureGeneration> generationsOf(Context& context, CompatState* compat, GLenum coord) {
    const bool together = context.isES() && coord == GL_TEXTURE_GEN_STR_OES;
    if (!compat || ((coord < GL_S || coord > GL_Q) && !together)) {
        context.setError(GL_INVALID_ENUM, "0x{:04X} is not a texture coordinate", coord);
        return {};
    }
    const int unit = context.client().activeTexture;
    if (unit >= kTextureCoordUnits) {
        context.setError(GL_INVALID_OPERATION, "texture unit {} has no coordinates", unit);
        return {};
    }
    const std::span<TextureGeneration> all = compat->textureGen[size_t(unit)];
    return together ? all.first(3) : all.subspan(coord - GL_S, 1);
}

/// Empty with the error set.
std::span<const float>
queriedGeneration(Context& context, CompatState* compat, GLenum coord, GLenum pname, float* one) {
    const std::span<const TextureGeneration> generations = generationsOf(context, compat, coord);
    if (generations.empty()) {
        return {};
    }
    const TextureGeneration* const generation = generations.data();
    switch (pname) {
    case GL_TEXTURE_GEN_MODE:
        *one = float(generation->mode);
        return {one, 1};
    case GL_OBJECT_PLANE:
        return generation->objectPlane;
    case GL_EYE_PLANE:
        return generation->eyePlane;
    default:
        context.setError(GL_INVALID_ENUM, "0x{:04X} is not a parameter of glTexGen", pname);
        return {};
    }
}

/// A plane as a row times a matrix.
std::array<float, 4> times(const GLfloat* plane, const Matrix4& m) {
    std::array<float, 4> result{};
    for (size_t column = 0; column < 4; ++column) {
        for (size_t row = 0; row < 4; ++row) {
            result[column] += plane[row] * m.m[column * 4 + row];
        }
    }
    return result;
}

} // namespace

void Context::texGenfv(GLenum coord, GLenum pname, const GLfloat* params) {
    const std::span<TextureGeneration> generations = generationsOf(*this, m_compat.get(), coord);
    if (generations.empty() || !outsideBeginEnd()) {
        return;
    }
    TextureGeneration* const generation = generations.data();
    switch (pname) {
    case GL_TEXTURE_GEN_MODE: {
        const GLenum mode = GLenum(params[0]);
        if (isES() ? !isES1Name(mode) || !isMode(GL_S, mode) : !isMode(coord, mode)) {
            return setError(GL_INVALID_ENUM, "0x{:04X} does not generate 0x{:04X}", mode, coord);
        }
        for (TextureGeneration& each : generations) {
            each.mode = mode;
        }
        return fixedFunctionChanged();
    }
    case GL_OBJECT_PLANE:
        std::copy_n(params, 4, generation->objectPlane.begin());
        break;
    case GL_EYE_PLANE:
        generation->eyePlane = times(params, m_compat->modelView.top().inverted());
        break;
    default:
        return setError(GL_INVALID_ENUM, "0x{:04X} is not a parameter of glTexGen", pname);
    }
    shownStateChanged(kShownTextureGeneration);
}

void Context::texGenf(GLenum coord, GLenum pname, GLfloat param) {
    if (pname != GL_TEXTURE_GEN_MODE) {
        return setError(GL_INVALID_ENUM, "glTexGen: 0x{:04X} takes a vector", pname);
    }
    texGenfv(coord, pname, &param);
}

void Context::texGeni(GLenum coord, GLenum pname, GLint param) {
    texGenf(coord, pname, GLfloat(param));
}

void Context::texGend(GLenum coord, GLenum pname, GLdouble param) {
    texGenf(coord, pname, GLfloat(param));
}

void Context::texGeniv(GLenum coord, GLenum pname, const GLint* params) {
    GLfloat numbers[4] = {};
    std::copy_n(params, pname == GL_TEXTURE_GEN_MODE ? 1 : 4, numbers);
    texGenfv(coord, pname, numbers);
}

void Context::texGendv(GLenum coord, GLenum pname, const GLdouble* params) {
    GLfloat numbers[4] = {};
    std::transform(params, params + (pname == GL_TEXTURE_GEN_MODE ? 1 : 4), numbers, [](double d) {
        return GLfloat(d);
    });
    texGenfv(coord, pname, numbers);
}

void Context::getTexGenfv(GLenum coord, GLenum pname, GLfloat* params) {
    float one = 0;
    std::ranges::copy(queriedGeneration(*this, m_compat.get(), coord, pname, &one), params);
}

void Context::getTexGendv(GLenum coord, GLenum pname, GLdouble* params) {
    float one = 0;
    std::ranges::copy(queriedGeneration(*this, m_compat.get(), coord, pname, &one), params);
}

void Context::getTexGeniv(GLenum coord, GLenum pname, GLint* params) {
    float one = 0;
    std::ranges::transform(queriedGeneration(*this, m_compat.get(), coord, pname, &one),
                           params,
                           [](float value) { return GLint(std::lround(value)); });
}

} // namespace gl
