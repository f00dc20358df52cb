// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "gl/context/context.h"

#include <algorithm>
#include <cassert>
#include <iterator>

namespace gl {

namespace {

const GLubyte* asGl(const char* text) {
    return reinterpret_cast<const GLubyte*>(text);
}

/// GL_VERSION and GL_SHADING_LANGUAGE_VERSION of a context.
struct Strings {
    Api api;
    int version;
    const char* gl;
    const char* glsl;
};
#define GLISSADE " Glissade " GLISSADE_VERSION
constexpr Strings kStrings[] = {
    {Api::ES, 20, "OpenGL ES 2.0" GLISSADE, "OpenGL ES GLSL ES 1.00"},
    {Api::ES, 30, "OpenGL ES 3.0" GLISSADE, "OpenGL ES GLSL ES 3.00"},
    {Api::Desktop, 21, "2.1" GLISSADE, "1.20"},
    {Api::Desktop, 31, "3.1" GLISSADE, "1.40"},
    {Api::Desktop, 32, "3.2 (Core Profile)" GLISSADE, "1.50"},
    {Api::Desktop, 33, "3.3 (Core Profile)" GLISSADE, "3.30"},
    {Api::Desktop, 40, "4.0 (Core Profile)" GLISSADE, "4.00"},
    {Api::Desktop, 41, "4.1 (Core Profile)" GLISSADE, "4.10"},
};
#undef GLISSADE

const Strings& stringsOf(const Context& context) {
    const auto* row = std::find_if(std::begin(kStrings), std::end(kStrings), [&](const Strings& s) {
        return s.api == context.apiVersion().api && s.version == context.version();
    });
    assert(row != std::end(kStrings));
    return *row;
}

} // namespace

const GLubyte* Context::getString(GLenum name) {
    switch (name) {
    case GL_VENDOR:
        return asGl("Glissade");
    case GL_RENDERER:
        return asGl(caps().renderer.c_str());
    case GL_VERSION:
        return asGl(stringsOf(*this).gl);
    case GL_SHADING_LANGUAGE_VERSION:
        return asGl(stringsOf(*this).glsl);
    case GL_EXTENSIONS:
        if (isCore()) {
            break;
        }
        return asGl(m_extensions.joined.c_str());
    default:
        break;
    }
    setError(GL_INVALID_ENUM, "0x{:04X} is not a string", name);
    return nullptr;
}

const GLubyte* Context::getStringi(GLenum name, GLuint index) {
    if (name != GL_EXTENSIONS) {
        setError(GL_INVALID_ENUM, "0x{:04X} is not an indexed string", name);
        return nullptr;
    }
    if (index >= m_extensions.names.size()) {
        setError(GL_INVALID_VALUE, "there are {} extensions", m_extensions.names.size());
        return nullptr;
    }
    return asGl(m_extensions.names[index]);
}

} // namespace gl
