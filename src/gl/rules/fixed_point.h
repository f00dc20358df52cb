// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Fixed-point numbers of OpenGL ES 1.1: 65536 is 1. The commands that take or give them are
// generated in terms of those with floats.
#pragma once

#include "format/gl_enums.h"

#include <array>
#include <cstddef>
#include <span>

namespace gl {

float floatOf(GLfixed number);
GLfixed fixedOf(double number);

/// Of a parameter: symbols, booleans and texels stand in a GLfixed as they are.
float floatOf(GLenum pname, GLfixed number);
/// The same of what glGetFixedv is asked for.
GLfixed fixedOf(GLenum pname, double value);

/// What a command is given, as floats.
class FixedArguments {
public:
    FixedArguments(const GLfixed* numbers, size_t count);
    FixedArguments(GLenum pname, const GLfixed* numbers, size_t count);
    const GLfloat* data() const { return m_floats.data(); }

private:
    std::array<GLfloat, 16> m_floats{};
};

/// Floats that a command answers with. Those that it has set are given on at the end: none, where
/// the command was an error.
class FixedAnswer {
public:
    FixedAnswer(GLfixed* numbers, size_t count);
    FixedAnswer(GLenum pname, GLfixed* numbers, size_t count);
    ~FixedAnswer();
    FixedAnswer(const FixedAnswer&) = delete;
    FixedAnswer& operator=(const FixedAnswer&) = delete;
    GLfloat* data() { return m_floats.data(); }

private:
    std::array<GLfloat, 4> m_floats;
    const std::span<GLfixed> m_numbers;
    const bool m_scaled;
};

} // namespace gl
