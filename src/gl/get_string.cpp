// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "gl/context.h"

namespace gl {

namespace {

const GLubyte* asGl(const char* text) {
    return reinterpret_cast<const GLubyte*>(text);
}

} // namespace

const GLubyte* Context::getString(GLenum name) {
    switch (name) {
    case GL_VENDOR:
        return asGl("Glissade");
    case GL_RENDERER:
        return asGl(caps().renderer.c_str());
    case GL_VERSION:
        return asGl(isES() ? "OpenGL ES 2.0 Glissade " GLISSADE_VERSION
                           : "2.1 Glissade " GLISSADE_VERSION);
    case GL_SHADING_LANGUAGE_VERSION:
        return asGl(isES() ? "OpenGL ES GLSL ES 1.00" : "1.20");
    case GL_EXTENSIONS:
        return asGl(m_extensionString.c_str());
    default:
        setError(GL_INVALID_ENUM, "0x{:04X} is not a string", name);
        return nullptr;
    }
}

const GLubyte* Context::getStringi(GLenum name, GLuint index) {
    if (name != GL_EXTENSIONS) {
        setError(GL_INVALID_ENUM, "0x{:04X} is not an indexed string", name);
        return nullptr;
    }
    if (index >= m_extensionNames.size()) {
        setError(GL_INVALID_VALUE, "there are {} extensions", m_extensionNames.size());
        return nullptr;
    }
    return asGl(m_extensionNames[index]);
}

} // namespace gl
