// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#pragma once

#include <GLES2/gl2.h>

#include <string>
#include <vector>

namespace harness {

/// Returns the shader; its log goes to `log` when it does not compile.
GLuint compileShader(GLenum stage, const std::string& source, std::string* log = nullptr);

/// Attribute i of `attributes` is bound to location i. Returns 0 and fails the test when the
/// program does not link.
GLuint buildProgram(const std::string& vertex,
                    const std::string& fragment,
                    const std::vector<std::string>& attributes = {});

std::string programLog(GLuint program);
std::string shaderLog(GLuint shader);

/// `attribute vec4 position` to gl_Position, nothing else.
extern const char* const kPositionVertex;
/// One `uniform vec4 color`.
extern const char* const kColorFragment;
/// `position` and its own `texcoord = position * 0.5 + 0.5`, for kTextureFragment.
extern const char* const kTextureVertex;
/// `uniform sampler2D image` at `texcoord`.
extern const char* const kTextureFragment;

/// Two triangles over the rectangle in normalised device coordinates at depth z, through attribute
/// 0, from client memory. Leaves the array disabled.
void drawRect(float left, float bottom, float right, float top, float z = 0.0f);
/// Over all of the viewport.
void drawFull(float z = 0.0f);

/// A program that writes `color`, made once in a context; use() makes it current.
class ColorProgram {
public:
    ColorProgram();
    ~ColorProgram() { glDeleteProgram(m_program); }
    void use(float r, float g, float b, float a = 1.0f) const;
    GLuint program() const { return m_program; }

private:
    GLuint m_program;
    GLint m_color;
};

} // namespace harness
