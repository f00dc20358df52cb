// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "format/gl_enums.h"

#include <array>
#include <cstddef>
#include <span>
#include <vector>

/// glRenderMode: selection and feedback (GL 4.6 compatibility profile sections 21.2 and 21.3).
namespace gl {

inline constexpr size_t kMaxNameStackDepth = 64;

/// GL_SELECT: hit records in the application's memory.
class Selection {
public:
    GLuint* buffer = nullptr;
    size_t size = 0; ///< Words of the buffer.
    std::vector<GLuint> names;

    void start();
    /// A primitive with vertices of these depths would have been drawn.
    void hit(float nearest, float farthest);
    /// The names change, or selection ends: what was hit becomes a record.
    void writeRecord();
    /// Records; -1: there was no room for all.
    GLint result() const { return m_overflow ? -1 : m_records; }

private:
    void write(GLuint word);

    size_t m_written = 0;
    GLint m_records = 0;
    bool m_overflow = false;
    bool m_hit = false;
    float m_nearest = 1;
    float m_farthest = 0;
};

/// GL_FEEDBACK: what would have been drawn, as numbers in the application's memory.
class Feedback {
public:
    struct Vertex {
        std::array<float, 4> window; ///< The last is the w of clip coordinates.
        std::array<float, 4> color;
        std::array<float, 4> texCoord;
    };
    GLfloat* buffer = nullptr;
    size_t size = 0; ///< Words of the buffer.
    GLenum type = GL_2D;

    void start();
    void write(float value);
    void writeVertex(const Vertex& vertex);
    /// Values; -1: there was no room for all.
    GLint result() const { return m_written > size ? -1 : GLint(m_written); }

private:
    size_t m_written = 0;
};

struct RenderModeState {
    GLenum mode = GL_RENDER;
    Selection selection;
    Feedback feedback;
    bool resetsLine = true; ///< The next line of feedback begins a new pattern of stipples.
};

} // namespace gl
