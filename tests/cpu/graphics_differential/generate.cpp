// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "generate.h"

#include <algorithm>

namespace pictures {

const char* const kFlatVertex = R"(#version 460
layout(location = 0) in vec4 position;
layout(location = 1) in vec4 color;
layout(location = 2) in uvec4 words;
layout(location = 0) flat out vec4 toColor;
layout(location = 1) flat out uvec4 toWords;
void main() {
    gl_Position = position;
    gl_PointSize = 1.0;
    toColor = color;
    toWords = words;
})";

Vertex vertexAt(VkExtent2D extent, float x_px, float y_px, float z, float w) {
    Vertex vertex{};
    vertex.position[0] = (x_px * 2 / float(extent.width) - 1) * w;
    vertex.position[1] = (y_px * 2 / float(extent.height) - 1) * w;
    vertex.position[2] = z * w;
    vertex.position[3] = w;
    return vertex;
}

void setVertices(Step& step, const std::vector<Vertex>& vertices) {
    VertexBinding binding;
    binding.stride_B = sizeof(Vertex);
    binding.bytes.resize(vertices.size() * sizeof(Vertex));
    std::memcpy(binding.bytes.data(), vertices.data(), binding.bytes.size());
    step.bindings = {binding};
    step.attributes = {{0, 0, VK_FORMAT_R32G32B32A32_SFLOAT, 0},
                       {1, 0, VK_FORMAT_R32G32B32A32_SFLOAT, 16},
                       {2, 0, VK_FORMAT_R32G32B32A32_UINT, 32}};
}

void colorPrimitive(Random& random, const Case& test, std::vector<Vertex>& vertices, size_t first) {
    uint32_t bits = 32;
    for (const ColorTarget& target : test.colors) {
        const Format& format = formatOf(target.format);
        if (format.isInteger()) {
            bits = std::min(bits, format.minBits() - (format.kind == Kind::Sint ? 1 : 0));
        }
    }
    float color[4];
    uint32_t words[4];
    for (uint32_t i = 0; i < 4; ++i) {
        color[i] = float(below(random, 256)) / 255;
        words[i] = uint32_t(random()) >> (32 - bits);
    }
    for (size_t i = first; i < vertices.size(); ++i) {
        std::memcpy(vertices[i].color, color, sizeof color);
        std::memcpy(vertices[i].words, words, sizeof words);
    }
}

std::vector<Vertex> randomTriangles(Random& random, const Case& test, uint32_t count, float z) {
    std::vector<Vertex> vertices;
    const VkExtent2D e = test.extent;
    for (uint32_t i = 0; i < count; ++i) {
        const size_t first = vertices.size();
        for (uint32_t corner = 0; corner < 3; ++corner) {
            const float x = float(below(random, e.width * 16 + 1)) / 16;
            const float y = float(below(random, e.height * 16 + 1)) / 16;
            vertices.push_back(vertexAt(e, x, y, z));
        }
        colorPrimitive(random, test, vertices, first);
    }
    return vertices;
}

std::vector<Vertex> cellTriangles(Random& random, const Case& test, uint32_t cell_px) {
    std::vector<Vertex> vertices;
    const VkExtent2D e = test.extent;
    for (uint32_t y = 0; y + cell_px <= e.height; y += cell_px) {
        for (uint32_t x = 0; x + cell_px <= e.width; x += cell_px) {
            // One of the three corners in each of three of the cell's corners: never empty.
            const size_t first = vertices.size();
            const uint32_t without = below(random, 4);
            for (uint32_t corner = 0; corner < 4; ++corner) {
                if (corner == without) {
                    continue;
                }
                const float inset = float(below(random, 24)) / 16;
                const bool right = corner == 1 || corner == 2;
                const bool bottom = corner >= 2;
                vertices.push_back(vertexAt(e,
                                            float(x) + (right ? float(cell_px) - inset : inset),
                                            float(y) + (bottom ? float(cell_px) - inset : inset)));
            }
            if (chance(random, 2)) {
                std::swap(vertices[first], vertices[first + 1]);
            }
            colorPrimitive(random, test, vertices, first);
        }
    }
    return vertices;
}

std::string flatFragment(const Case& test) {
    return flatFragment(test, "", "");
}

std::string flatFragment(const Case& test, const std::string& globals, const std::string& body) {
    std::string declarations;
    std::string writes;
    const size_t count = test.colors.size() - (test.inputFragment.empty() ? 0 : 1);
    for (size_t i = 0; i < count; ++i) {
        const Format& format = test.format(uint32_t(i));
        const char* type = format.kind == Kind::Uint   ? "uvec4"
                           : format.kind == Kind::Sint ? "ivec4"
                                                       : "vec4";
        const std::string number = std::to_string(i);
        declarations += "layout(location = " + number + ") out " + type + " out" + number + ";\n";
        // Attachments get different values, each of them exact.
        writes += "    out" + number + " = " + type + "(" +
                  (format.isInteger() ? i % 2 ? "words.wzyx" : "words"
                   : i % 2            ? "color.wzyx"
                                      : "color") +
                  ");\n";
    }
    return "#version 460\n" + globals +
           "layout(location = 0) flat in vec4 fromColor;\n"
           "layout(location = 1) flat in uvec4 fromWords;\n" +
           declarations +
           "void main() {\n    vec4 color = fromColor;\n    uvec4 words = fromWords;\n" + body +
           writes + "}\n";
}

Case newCase(const char* family, uint32_t seed, Random& random) {
    Case test;
    test.name = std::string(family) + " " + std::to_string(seed);
    test.renderPass = chance(random, 3);
    test.dynamicState = chance(random, 3);
    if (seed % 4 == 1 && !test.renderPass) {
        test.dynamicState = test.shaderObjects = true;
    }
    return test;
}

std::vector<Family> families() {
    const auto colors = uint32_t(colorFormats().size());
    return {
        {.name = "formats", .count = colors, .make = formatCase, .systematic = true},
        {"blend", 60, blendCase},
        {"logic", 20, logicCase},
        {"depth", 30, depthCase},
        {"stencil", 24, stencilCase},
        {"outputs", 16, outputCase},
        {"topology", 40, topologyCase},
        {"viewports", 16, viewportCase},
        {"clip", 24, clipCase},
        {"outside", 16, outsideCase},
        {"points", 12, pointCase},
        {"lines", 20, lineCase},
        {"varyings", 24, varyingCase},
        {.name = "vertices",
         .count = uint32_t(vertexFormats().size()),
         .make = vertexFormatCase,
         .systematic = true},
        {"instances", 12, instanceCase},
        {"textures", 16, textureCase},
        {"fragments", 30, fragmentCase},
        {"samples", 24, multisampleCase},
        {"layers", 12, layerCase},
        {"passes", 12, passCase},
        {"geometry", 60, geometryStageCase},
        {"tessellation", 80, tessellationCase},
    };
}

} // namespace pictures
