// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#pragma once

#include "bench/harness/gl.h"
#include "fixed_state.h"

#include <compare>
#include <string>
#include <vector>

namespace storm {

struct AttributeFormat {
    GLint size; ///< Or GL_BGRA.
    GLenum type;
    bool normalized;
    auto operator<=>(const AttributeFormat&) const = default;
};

/// How the three attributes of ShaderText::vertex() lie in a buffer.
struct VertexFormat {
    AttributeFormat position = {3, GL_FLOAT, false};
    AttributeFormat tint = {4, GL_UNSIGNED_BYTE, true};
    AttributeFormat extra = {3, GL_FLOAT, false};
    int padding_B = 0;

    static VertexFormat random(Random& random);
    std::string name() const;
    auto operator<=>(const VertexFormat&) const = default;
};

/// A vertex array object with a primitive of each topology at each depth, as far as a format has
/// depths. All cover the middle of the viewport and are in the order of GL_CCW.
class Mesh {
public:
    /// By which colors of vertex shaders are multiplied, in 255ths.
    static constexpr Color kTint = {204, 255, 153, 255};

    explicit Mesh(const VertexFormat& format = {});

    GLuint vertexArray() const { return m_vertexArray; }
    /// With the vertex array object bound.
    void draw(GLenum topology, Depth depth) const;
    /// One patch of three vertices.
    void drawPatch() const;

    /// What a program of these parts writes.
    static Color tinted(const Color& vertex, const Color& rest);

private:
    GLuint m_vertexArray = 0;
};

} // namespace storm
