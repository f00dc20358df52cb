// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// glTexGen (GL 4.6 compatibility profile, section 12.1.3).
#include "gl/compat/state/compat_state.h"
#include "gl/context/context.h"

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

/// Null with the error set.
TextureGeneration* generationOf(Context& context, CompatState* compat, GLenum coord) {
    if (!compat || coord < GL_S || coord > GL_Q) {
        context.setError(GL_INVALID_ENUM, "0x{:04X} is not a texture coordinate", coord);
        return nullptr;
    }
    const int unit = context.client().activeTexture;
    if (unit >= kTextureCoordUnits) {
        context.setError(GL_INVALID_OPERATION, "texture unit {} has no coordinates", unit);
        return nullptr;
    }
    return &compat->textureGen[size_t(unit)][coord - GL_S];
}

/// Empty with the error set.
std::span<const float>
queriedGeneration(Context& context, CompatState* compat, GLenum coord, GLenum pname, float* one) {
    const TextureGeneration* generation = generationOf(context, compat, coord);
    if (!generation) {
        return {};
    }
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
    TextureGeneration* generation = generationOf(*this, m_compat.get(), coord);
    if (!generation || !outsideBeginEnd()) {
        return;
    }
    switch (pname) {
    case GL_TEXTURE_GEN_MODE: {
        const GLenum mode = GLenum(params[0]);
        if (!isMode(coord, mode)) {
            return setError(GL_INVALID_ENUM, "0x{:04X} does not generate 0x{:04X}", mode, coord);
        }
        generation->mode = mode;
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
