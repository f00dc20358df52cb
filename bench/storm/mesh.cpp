// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "mesh.h"

#include <fmt/format.h>

#include <bit>
#include <cmath>
#include <cstring>

namespace storm {

namespace {

struct Vertex {
    float x, y;
};

struct Primitive {
    GLenum topology;
    std::vector<Vertex> vertices;
};

/// The middle of a cell is looked at in its pixel (4, 4), whose own middle is here.
constexpr float kMiddle = 1.0f / Canvas::kCell_px;

/// All vertices lie in the middle of a pixel, where a point covers all samples; no edge between two
/// triangles passes through the cell's middle.
const std::vector<Primitive>& primitives() {
    constexpr float a = 1 - kMiddle;
    static const std::vector<Primitive> all = {
        {GL_TRIANGLES, {{-a, -a}, {a, -a}, {kMiddle, a}}},
        {GL_TRIANGLE_STRIP, {{-a, -a}, {a, -a}, {-a, a}, {a, a}}},
        {GL_TRIANGLE_FAN, {{a, -a}, {a, a}, {-a, a}, {-a, -a}}},
        {GL_LINES, {{-a, kMiddle}, {a, kMiddle}}},
        {GL_LINE_STRIP, {{-a, kMiddle}, {0.625f, kMiddle}, {a, a}}},
        {GL_POINTS, {{kMiddle, kMiddle}}},
    };
    return all;
}

int vertexCount() {
    int count = 0;
    for (const Primitive& primitive : primitives()) {
        count += int(primitive.vertices.size());
    }
    return count;
}

int size_B(const AttributeFormat& format) {
    switch (format.type) {
    case GL_FLOAT:
        return 4 * format.size;
    case GL_HALF_FLOAT:
    case GL_SHORT:
    case GL_UNSIGNED_SHORT:
        return 2 * format.size;
    default: // Four bytes, or packed.
        return 4;
    }
}

/// Of numbers that a half has as normal ones, and zero.
uint16_t halfOf(float value) {
    if (value == 0) {
        return 0;
    }
    const auto bits = std::bit_cast<uint32_t>(value);
    const uint32_t exponent = (bits >> 23 & 255) - 127 + 15;
    return uint16_t((bits >> 31 << 15) | (exponent << 10) | (bits >> 13 & 1023));
}

template <typename T>
void put(std::vector<uint8_t>& bytes, T value) {
    const auto* first = reinterpret_cast<const uint8_t*>(&value);
    bytes.insert(bytes.end(), first, first + sizeof(T));
}

/// `values` has four.
void encode(std::vector<uint8_t>& bytes, const AttributeFormat& format, const float* values) {
    if (format.type == GL_UNSIGNED_INT_2_10_10_10_REV) {
        uint32_t word = uint32_t(std::lround(values[3] * 3)) << 30;
        for (int i = 0; i < 3; ++i) {
            word |= uint32_t(std::lround(values[i] * 1023)) << (10 * i);
        }
        put(bytes, word);
        return;
    }
    const bool swaps = format.size == GL_BGRA;
    for (int i = 0; i < (swaps ? 4 : format.size); ++i) {
        const float value = values[swaps && i < 3 ? 2 - i : i];
        switch (format.type) {
        case GL_FLOAT:
            put(bytes, value);
            break;
        case GL_HALF_FLOAT:
            put(bytes, halfOf(value));
            break;
        case GL_SHORT:
            put(bytes, int16_t(std::lround(value * 32767)));
            break;
        case GL_UNSIGNED_SHORT:
            put(bytes, uint16_t(std::lround(value * 65535)));
            break;
        case GL_BYTE:
            put(bytes, int8_t(std::lround(value * 127)));
            break;
        default: // GL_UNSIGNED_BYTE
            put(bytes, uint8_t(std::lround(value * 255)));
        }
    }
}

std::string nameOf(const AttributeFormat& format) {
    const char* type = format.type == GL_FLOAT            ? "float"
                       : format.type == GL_HALF_FLOAT     ? "half"
                       : format.type == GL_SHORT          ? "short"
                       : format.type == GL_UNSIGNED_SHORT ? "ushort"
                       : format.type == GL_BYTE           ? "byte"
                       : format.type == GL_UNSIGNED_BYTE  ? "ubyte"
                                                          : "10-10-10-2";
    return format.size == GL_BGRA ? fmt::format("bgra {}", type)
                                  : fmt::format("{} {}", format.size, type);
}

} // namespace

VertexFormat VertexFormat::random(Random& random) {
    // Attributes begin at multiples of four bytes.
    constexpr AttributeFormat kPositions[] = {{2, GL_FLOAT, false},
                                              {3, GL_FLOAT, false},
                                              {4, GL_FLOAT, false},
                                              {2, GL_HALF_FLOAT, false},
                                              {4, GL_HALF_FLOAT, false},
                                              {2, GL_SHORT, true},
                                              {4, GL_SHORT, true},
                                              {4, GL_BYTE, true}};
    constexpr AttributeFormat kTints[] = {{3, GL_FLOAT, false},
                                          {4, GL_FLOAT, false},
                                          {4, GL_HALF_FLOAT, false},
                                          {4, GL_UNSIGNED_BYTE, true},
                                          {GL_BGRA, GL_UNSIGNED_BYTE, true},
                                          {4, GL_UNSIGNED_SHORT, true},
                                          {4, GL_UNSIGNED_INT_2_10_10_10_REV, true}};
    constexpr AttributeFormat kExtras[] = {{1, GL_FLOAT, false},
                                           {2, GL_FLOAT, false},
                                           {3, GL_FLOAT, false},
                                           {2, GL_HALF_FLOAT, false},
                                           {4, GL_SHORT, true},
                                           {4, GL_BYTE, true}};
    return {random.of(kPositions), random.of(kTints), random.of(kExtras), 4 * random.below(3)};
}

std::string VertexFormat::name() const {
    return fmt::format(
        "{}, {}, {}, + {} B", nameOf(position), nameOf(tint), nameOf(extra), padding_B);
}

Mesh::Mesh(const VertexFormat& format) {
    std::vector<uint8_t> bytes;
    constexpr float kDepths[] = {-0.5f, 0, 0.5f}; // As Depth, which is 0.25, 0.5, 0.75.
    constexpr float kExtra[] = {0.5f, 0.25f, 0.75f, 1};
    float tint[4];
    for (size_t i = 0; i < 4; ++i) {
        tint[i] = float(kTint[i]) / 255;
    }
    for (const float depth : kDepths) {
        for (const Primitive& primitive : primitives()) {
            for (const Vertex& vertex : primitive.vertices) {
                const float position[] = {vertex.x, vertex.y, depth, 1};
                encode(bytes, format.position, position);
                encode(bytes, format.tint, tint);
                encode(bytes, format.extra, kExtra);
                bytes.resize(bytes.size() + size_t(format.padding_B));
            }
        }
    }
    glGenVertexArrays(1, &m_vertexArray);
    glBindVertexArray(m_vertexArray);
    GLuint buffer = 0;
    glGenBuffers(1, &buffer);
    glBindBuffer(GL_ARRAY_BUFFER, buffer);
    glBufferData(GL_ARRAY_BUFFER, GLsizeiptr(bytes.size()), bytes.data(), GL_STATIC_DRAW);
    const int stride_B =
        size_B(format.position) + size_B(format.tint) + size_B(format.extra) + format.padding_B;
    uintptr_t offset_B = 0;
    GLuint index = 0;
    for (const AttributeFormat& attribute : {format.position, format.tint, format.extra}) {
        glEnableVertexAttribArray(index);
        glVertexAttribPointer(index,
                              attribute.size,
                              attribute.type,
                              attribute.normalized,
                              stride_B,
                              reinterpret_cast<const void*>(offset_B));
        offset_B += uintptr_t(size_B(attribute));
        ++index;
    }
}

void Mesh::draw(GLenum topology, Depth depth) const {
    int first = int(depth) * vertexCount();
    for (const Primitive& primitive : primitives()) {
        const auto count = int(primitive.vertices.size());
        if (primitive.topology == topology) {
            glDrawArrays(topology, first, count);
            return;
        }
        first += count;
    }
}

void Mesh::drawPatch() const {
    glDrawArrays(GL_PATCHES, 0, 3); // The triangle comes first.
}

Color Mesh::tinted(const Color& vertex, const Color& rest) {
    Color sum;
    for (size_t i = 0; i < 4; ++i) {
        sum[i] = int(std::lround(vertex[i] * kTint[i] / 255.0)) + rest[i];
    }
    return sum;
}

} // namespace storm
