// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// glFog (GL 4.6 compatibility profile, section 16.4).
#include "gl/compat/commands/parameter_vector.h"
#include "gl/compat/state/compat_state.h"
#include "gl/context/context.h"

#include <algorithm>

namespace gl {

void Context::fogfv(GLenum pname, const GLfloat* params) {
    if (!m_compat) {
        return setError(GL_INVALID_OPERATION, "OpenGL ES 2.0 has no fog");
    }
    Fog& fog = m_compat->fog;
    switch (pname) {
    case GL_FOG_MODE: {
        const GLenum mode = GLenum(params[0]);
        if (mode != GL_LINEAR && mode != GL_EXP && mode != GL_EXP2) {
            return setError(GL_INVALID_ENUM, "0x{:04X} is not a fog mode", mode);
        }
        fog.mode = mode;
        break;
    }
    case GL_FOG_DENSITY:
        if (!(params[0] >= 0)) {
            return setError(GL_INVALID_VALUE, "a fog density of {}", params[0]);
        }
        fog.density = params[0];
        break;
    case GL_FOG_START:
        fog.start = params[0];
        break;
    case GL_FOG_END:
        fog.end = params[0];
        break;
    case GL_FOG_COLOR:
        std::copy_n(params, 4, fog.color.begin());
        break;
    case GL_FOG_COORD_SRC: {
        const GLenum source = GLenum(params[0]);
        if (source != GL_FOG_COORD && source != GL_FRAGMENT_DEPTH) {
            return setError(GL_INVALID_ENUM, "0x{:04X} is not a fog source", source);
        }
        fog.coordSource = source;
        break;
    }
    case GL_FOG_INDEX: // Colour index mode does not exist here.
        fog.index = params[0];
        break;
    default:
        return setError(GL_INVALID_ENUM, "0x{:04X} is not a fog parameter", pname);
    }
    shownStateChanged(kShownFog);
    fixedFunctionChanged();
}

void Context::fogf(GLenum pname, GLfloat param) {
    if (pname == GL_FOG_COLOR) {
        return setError(GL_INVALID_ENUM, "GL_FOG_COLOR takes a vector");
    }
    fogfv(pname, &param);
}

void Context::fogi(GLenum pname, GLint param) {
    fogf(pname, GLfloat(param));
}

void Context::fogiv(GLenum pname, const GLint* params) {
    if (pname != GL_FOG_COLOR) {
        return fogf(pname, GLfloat(params[0]));
    }
    fogfv(pname, colorFromIntegers(params).data());
}

} // namespace gl
