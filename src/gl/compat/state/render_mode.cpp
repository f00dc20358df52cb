// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "gl/compat/state/render_mode.h"

#include <algorithm>

namespace gl {

namespace {

/// Depths in [0, 1] as 32-bit integers, rounded.
GLuint depthWord(float depth) {
    constexpr double kHighest = 4294967295.0;
    return GLuint(std::clamp(double(depth), 0.0, 1.0) * kHighest + 0.5);
}

} // namespace

void Selection::start() {
    names.clear();
    m_written = 0;
    m_records = 0;
    m_overflow = m_hit = false;
}

void Selection::hit(float nearest, float farthest) {
    m_nearest = m_hit ? std::min(m_nearest, nearest) : nearest;
    m_farthest = m_hit ? std::max(m_farthest, farthest) : farthest;
    m_hit = true;
}

void Selection::write(GLuint word) {
    if (m_written == size) {
        m_overflow = true;
    } else {
        buffer[m_written++] = word;
    }
}

void Selection::writeRecord() {
    if (!m_hit) {
        return;
    }
    m_hit = false;
    write(GLuint(names.size()));
    write(depthWord(m_nearest));
    write(depthWord(m_farthest));
    for (const GLuint name : names) {
        write(name);
    }
    ++m_records;
}

void Feedback::start() {
    m_written = 0;
}

void Feedback::write(float value) {
    if (m_written < size) {
        buffer[m_written] = value;
    }
    ++m_written;
}

void Feedback::writeVertex(const Vertex& vertex) {
    const size_t coordinates = type == GL_2D ? 2 : type == GL_4D_COLOR_TEXTURE ? 4 : 3;
    const auto writeFirst = [this](const std::array<float, 4>& values, size_t count) {
        for (size_t i = 0; i < count; ++i) {
            write(values[i]);
        }
    };
    writeFirst(vertex.window, coordinates);
    if (type != GL_2D && type != GL_3D) {
        writeFirst(vertex.color, 4);
    }
    if (type == GL_3D_COLOR_TEXTURE || type == GL_4D_COLOR_TEXTURE) {
        writeFirst(vertex.texCoord, 4);
    }
}

} // namespace gl
