// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "gl/compat/state/compat_state.h"
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
enum class Profile : uint8_t { None, Core, Compatibility }; // None: of either, or there is none.
struct Strings {
    Api api;
    int version;
    const char* gl;
    const char* glsl;
    Profile profile = Profile::None;
};
#define GLISSADE " Glissade " GLISSADE_VERSION
// clang-format off
constexpr Strings kStrings[] = {
    {Api::ES, 11, "OpenGL ES-CM 1.1" GLISSADE, nullptr},
    {Api::ES, 20, "OpenGL ES 2.0" GLISSADE, "OpenGL ES GLSL ES 1.00"},
    {Api::ES, 30, "OpenGL ES 3.0" GLISSADE, "OpenGL ES GLSL ES 3.00"},
    {Api::Desktop, 21, "2.1" GLISSADE, "1.20"},
    {Api::Desktop, 30, "3.0" GLISSADE, "1.30"},
    {Api::Desktop, 31, "3.1" GLISSADE, "1.40"},
    {Api::Desktop, 32, "3.2 (Core Profile)" GLISSADE, "1.50", Profile::Core},
    {Api::Desktop, 32, "3.2 (Compatibility Profile)" GLISSADE, "1.50", Profile::Compatibility},
    {Api::Desktop, 33, "3.3 (Core Profile)" GLISSADE, "3.30", Profile::Core},
    {Api::Desktop, 33, "3.3 (Compatibility Profile)" GLISSADE, "3.30", Profile::Compatibility},
    {Api::Desktop, 40, "4.0 (Core Profile)" GLISSADE, "4.00", Profile::Core},
    {Api::Desktop, 40, "4.0 (Compatibility Profile)" GLISSADE, "4.00", Profile::Compatibility},
    {Api::Desktop, 41, "4.1 (Core Profile)" GLISSADE, "4.10", Profile::Core},
    {Api::Desktop, 41, "4.1 (Compatibility Profile)" GLISSADE, "4.10", Profile::Compatibility},
};
// clang-format on
#undef GLISSADE

const Strings& stringsOf(const Context& context) {
    const auto* row = std::find_if(std::begin(kStrings), std::end(kStrings), [&](const Strings& s) {
        return s.api == context.apiVersion().api && s.version == context.version() &&
               (s.profile == Profile::None || (s.profile == Profile::Core) == context.isCore());
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
    case GL_PROGRAM_ERROR_STRING_ARB:
        if (!m_compat) {
            break;
        }
        return asGl(m_compat->assembly.error.c_str());
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
