// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// glTexEnv (GL 2.1 section 3.8.13): what compatibility shaders read, or what changes sampling.
#include "gl/compat/state/compat_state.h"
#include "gl/context/context.h"

#include <algorithm>
#include <cmath>
#include <span>

namespace gl {

namespace {

/// What glTexEnv keeps: environments that it only takes are not told of. Empty: the error is set.
std::span<const GLfloat> texEnvironment(
    Context& context, const CompatState* compat, GLenum target, GLenum pname, GLfloat* one) {
    const auto number = [&](auto value) {
        *one = GLfloat(value);
        return std::span<const GLfloat>(one, 1);
    };
    const auto unit = size_t(context.client().activeTexture);
    if (!compat) {
        context.setError(GL_INVALID_OPERATION, "the context has no texture environment");
        return {};
    }
    if (target == GL_TEXTURE_FILTER_CONTROL && pname == GL_TEXTURE_LOD_BIAS) {
        return number(context.state().textureUnits[unit].lodBias);
    }
    if (unit >= size_t(kTextureCoordUnits)) {
        context.setError(GL_INVALID_OPERATION, "texture unit {} has no environment", unit);
        return {};
    }
    const CompatState::TextureEnv& env = compat->textureEnv[unit];
    if (target == GL_POINT_SPRITE && pname == GL_COORD_REPLACE) {
        return number(env.coordReplace);
    }
    if (target == GL_TEXTURE_ENV && pname == GL_TEXTURE_ENV_MODE) {
        return number(env.mode);
    }
    if (target == GL_TEXTURE_ENV && pname == GL_TEXTURE_ENV_COLOR) {
        return env.color;
    }
    context.setError(GL_INVALID_ENUM, "glGetTexEnv: target {:#x}, parameter {:#x}", target, pname);
    return {};
}

} // namespace

void Context::texEnvfv(GLenum target, GLenum pname, const GLfloat* params) {
    if (!m_compat) {
        return setError(GL_INVALID_OPERATION, "OpenGL ES 2.0 has no texture environment");
    }
    const size_t unit = size_t(m_client.activeTexture);
    if (target == GL_TEXTURE_FILTER_CONTROL && pname == GL_TEXTURE_LOD_BIAS) {
        return change(m_state.textureUnits[unit].lodBias, params[0], Dirty::Textures);
    }
    const bool known =
        (target == GL_POINT_SPRITE && pname == GL_COORD_REPLACE) ||
        (target == GL_TEXTURE_ENV &&
         (pname == GL_TEXTURE_ENV_MODE || pname == GL_TEXTURE_ENV_COLOR || pname == GL_RGB_SCALE ||
          pname == GL_ALPHA_SCALE || (pname >= GL_COMBINE_RGB && pname <= GL_OPERAND2_ALPHA)));
    if (!known) {
        return setError(GL_INVALID_ENUM, "target 0x{:04X}, parameter 0x{:04X}", target, pname);
    }
    if (unit >= size_t(kTextureCoordUnits)) {
        return setError(GL_INVALID_OPERATION, "texture unit {} has no environment", unit);
    }
    CompatState::TextureEnv& env = m_compat->textureEnv[unit];
    if (pname == GL_TEXTURE_ENV_MODE) {
        env.mode = GLenum(params[0]);
    } else if (pname == GL_TEXTURE_ENV_COLOR) {
        for (size_t i = 0; i < 4; ++i) {
            env.color[i] = std::clamp(params[i], 0.0f, 1.0f);
        }
        shownStateChanged(kShownTextureEnvironment);
    } else if (pname == GL_COORD_REPLACE) {
        env.coordReplace = params[0] != 0;
    }
}

void Context::texEnvf(GLenum target, GLenum pname, GLfloat param) {
    if (pname == GL_TEXTURE_ENV_COLOR) {
        return setError(GL_INVALID_ENUM, "GL_TEXTURE_ENV_COLOR takes a vector");
    }
    texEnvfv(target, pname, &param);
}

void Context::texEnvi(GLenum target, GLenum pname, GLint param) {
    texEnvf(target, pname, GLfloat(param));
}

void Context::texEnviv(GLenum target, GLenum pname, const GLint* params) {
    if (pname != GL_TEXTURE_ENV_COLOR) {
        return texEnvf(target, pname, GLfloat(params[0]));
    }
    GLfloat color[4];
    for (int i = 0; i < 4; ++i) {
        color[i] = float((2.0 * params[i] + 1) / 4294967295.0);
    }
    texEnvfv(target, pname, color);
}

void Context::getTexEnvfv(GLenum target, GLenum pname, GLfloat* params) {
    GLfloat one = 0;
    std::ranges::copy(texEnvironment(*this, m_compat.get(), target, pname, &one), params);
}

void Context::getTexEnviv(GLenum target, GLenum pname, GLint* params) {
    GLfloat one = 0;
    std::ranges::transform(
        texEnvironment(*this, m_compat.get(), target, pname, &one), params, [&](GLfloat value) {
            return pname == GL_TEXTURE_ENV_COLOR ? GLint((double(value) * 4294967295.0 - 1) / 2)
                                                 : GLint(std::lround(value));
        });
}

} // namespace gl
