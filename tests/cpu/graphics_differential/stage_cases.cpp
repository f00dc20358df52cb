// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Cases of what may come between vertices and rasterisation: tessellation and geometry.
#include "generate.h"

#include <algorithm>

namespace pictures {
namespace {

/// One after the other they sum up: what is covered twice shows.
void addUp(Case& test, Step& step) {
    VkPipelineColorBlendAttachmentState blend{};
    blend.blendEnable = VK_TRUE;
    blend.srcColorBlendFactor = blend.srcAlphaBlendFactor = VK_BLEND_FACTOR_ONE;
    blend.dstColorBlendFactor = blend.dstAlphaBlendFactor = VK_BLEND_FACTOR_ONE;
    blend.colorWriteMask = 0xf;
    step.state.blends.assign(test.colors.size(), blend);
}

struct Input {
    const char* layout;
    uint32_t vertices;
    VkPrimitiveTopology topologies[3];
};
constexpr Input kInputs[] = {
    {"points",
     1,
     {VK_PRIMITIVE_TOPOLOGY_POINT_LIST,
      VK_PRIMITIVE_TOPOLOGY_POINT_LIST,
      VK_PRIMITIVE_TOPOLOGY_POINT_LIST}},
    {"lines",
     2,
     {VK_PRIMITIVE_TOPOLOGY_LINE_LIST,
      VK_PRIMITIVE_TOPOLOGY_LINE_STRIP,
      VK_PRIMITIVE_TOPOLOGY_LINE_STRIP}},
    {"triangles",
     3,
     {VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST,
      VK_PRIMITIVE_TOPOLOGY_TRIANGLE_STRIP,
      VK_PRIMITIVE_TOPOLOGY_TRIANGLE_FAN}},
    {"lines_adjacency",
     4,
     {VK_PRIMITIVE_TOPOLOGY_LINE_LIST_WITH_ADJACENCY,
      VK_PRIMITIVE_TOPOLOGY_LINE_STRIP_WITH_ADJACENCY,
      VK_PRIMITIVE_TOPOLOGY_LINE_STRIP_WITH_ADJACENCY}},
    // Of strips with adjacency lavapipe turns odd triangles.
    {"triangles_adjacency",
     6,
     {VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST_WITH_ADJACENCY,
      VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST_WITH_ADJACENCY,
      VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST_WITH_ADJACENCY}},
};

/// Emits some of the input's vertices, moved by whole sub-pixels, as strips that end now and then.
std::string geometryOf(Random& random, const Input& input, const char* output, bool points) {
    const uint32_t invocations = 1 + below(random, 3) * below(random, 2);
    const uint32_t rounds = 1 + below(random, 6);
    const std::string n = std::to_string(input.vertices);
    const bool same = chance(random, 2); // All lanes emit as often.
    return std::string("#version 460\nlayout(") + input.layout +
           ", invocations = " + std::to_string(invocations) + ") in;\nlayout(" + output +
           ", max_vertices = " + std::to_string(rounds + 3) + R"() out;
layout(location = 0) flat in vec4 color[];
layout(location = 1) flat in uvec4 words[];
layout(location = 0) flat out vec4 toColor;
layout(location = 1) flat out uvec4 toWords;
void main() {
    int count = )" +
           (same ? std::to_string(rounds)
                 : "int(words[0].x % " + std::to_string(rounds + 2) + "u)") +
           R"( + 1;
    for (int i = 0; i < count; ++i) {
        int from = (i * )" +
           std::to_string(1 + 2 * below(random, 3)) + " + gl_InvocationID) % " + n + R"(;
        vec2 by = vec2(i / )" +
           n + ", gl_InvocationID * " + std::to_string(below(random, 3)) + R"() / 16;
        gl_Position = gl_in[from].gl_Position + vec4(by, 0, 0);
        )" +
           (points ? "gl_PointSize = 1;\n" : "") + R"(
        gl_PrimitiveID = gl_PrimitiveIDIn * 2 + gl_InvocationID;
        toColor = color[from];
        toWords = words[(from + 1) % )" +
           n + R"(];
        EmitVertex();
)" + "        if ((uint(i) + words[from].y) % " +
           std::to_string(3 + below(random, 4)) + " == 0) { EndPrimitive(); }\n    }\n}\n";
}

} // namespace

Case geometryStageCase(uint32_t seed) {
    Random random(seed + 50000);
    Case test = newCase("geometry", seed, random);
    test.colors = {{}};
    if (chance(random, 4)) {
        test.samples = VK_SAMPLE_COUNT_4_BIT;
        test.colors[0].resolves = true;
        test.tolerance.steps = 2; // Of resolves.
    }
    const Input& input = kInputs[seed % 5];
    Step step;
    step.vertex = kFlatVertex;
    const uint32_t corners = 1 + below(random, 3);
    const char* const outputs[] = {"points", "line_strip", "triangle_strip"};
    step.geometry = geometryOf(random, input, outputs[corners - 1], corners == 1);
    step.fragment = chance(random, 3)
                        ? flatFragment(test, "", "    color.r = gl_PrimitiveID / 255.0;\n")
                        : flatFragment(test);
    step.state.topology = input.topologies[below(random, 3)];
    step.state.provokingVertexLast = chance(random, 3);
    step.state.cullMode = chance(random, 3) ? 1 + below(random, 2) : 0;
    std::vector<Vertex> vertices;
    for (uint32_t i = 0; i < 60; ++i) {
        const size_t first = vertices.size();
        // Inside, whichever way they are moved.
        vertices.push_back(vertexAt(test.extent,
                                    float(16 * 8 + below(random, 32 * 16)) / 16,
                                    float(16 * 8 + below(random, 32 * 16)) / 16,
                                    float(below(random, 17)) / 16));
        colorPrimitive(random, test, vertices, first);
    }
    if (corners == 2) {
        // As lineCase(): which fragments lines have is not said exactly.
        test.tolerance.besides = true;
        for (Vertex& vertex : vertices) {
            std::memcpy(vertex.color, vertices[0].color, sizeof vertex.color);
        }
        step.fragment = flatFragment(test);
        test.samples = VK_SAMPLE_COUNT_1_BIT;
        test.colors[0].resolves = false;
    }
    setVertices(step, vertices);
    for (uint32_t i = 0; i < 3; ++i) {
        step.draws.push_back({below(random, 8), 6 + below(random, 40), 1 + below(random, 2)});
    }
    test.steps.push_back(std::move(step));
    return test;
}

Case tessellationCase(uint32_t seed) {
    Random random(seed + 51000);
    Case test = newCase("tessellation", seed, random);
    test.colors = {{}};
    const char* const domains[] = {"triangles", "quads", "isolines"};
    const char* const spacings[] = {
        "equal_spacing", "fractional_even_spacing", "fractional_odd_spacing"};
    const uint32_t domain = below(random, 5) % 3;
    const bool points = chance(random, 4);
    // Where fractional segments lie is the implementation's matter.
    const uint32_t spacing = points || domain == 2 ? 0 : below(random, 3);
    const uint32_t in = 2 + below(random, 3);
    const uint32_t out = 1 + below(random, 4);
    const bool barrier = chance(random, 2);
    Step step;
    step.vertex = R"(#version 460
layout(location = 0) in vec4 position;
layout(location = 1) in vec4 color;
layout(location = 2) in uvec4 words;
layout(location = 0) out vec4 toColor;
layout(location = 1) flat out uvec4 toWords;
void main() {
    gl_Position = position;
    toColor = color;
    toWords = words;
})";
    step.control = "#version 460\nlayout(vertices = " + std::to_string(out) + R"() out;
layout(location = 0) in vec4 color[];
layout(location = 1) flat in uvec4 words[];
layout(location = 0) out vec4 toColor[];
layout(location = 1) patch out vec4 corners;
layout(location = 2) patch out float number;
void main() {
    toColor[gl_InvocationID] = color[min(gl_InvocationID, 1)];
    gl_out[gl_InvocationID].gl_Position = gl_in[gl_InvocationID % 2].gl_Position;
)" + std::string(barrier ? "    barrier();\n" : "") +
                   R"(    if (gl_InvocationID == )" + std::to_string(barrier ? out - 1 : 0) + R"() {
        corners = vec4(gl_in[0].gl_Position.xy, gl_in[1].gl_Position.xy);
        number = gl_PrimitiveID + )" +
                   (barrier ? "toColor[0].r - color[0].r" : "0") + R"(;
        for (int i = 0; i < 4; ++i) {
            gl_TessLevelOuter[i] = float(words[0][i]) / 4;
        }
        gl_TessLevelInner[0] = float(words[1].x) / 4;
        gl_TessLevelInner[1] = float(words[1].y) / 4;
    }
})";
    step.evaluation = std::string("#version 460\nlayout(") + domains[domain] + ", " +
                      spacings[spacing] + (chance(random, 2) ? ", cw" : ", ccw") +
                      (points ? ", point_mode" : "") + R"() in;
layout(location = 0) in vec4 color[];
layout(location = 1) patch in vec4 corners;
layout(location = 2) patch in float number;
layout(location = 0) flat out vec4 toColor;
layout(location = 1) flat out uvec4 toWords;
void main() {
    vec2 place = mix(corners.xy, corners.zw, gl_TessCoord.xy);
    // Coordinates may differ in their last places: points keep clear of the borders of pixels, edges
    // of their centers.
    )" +
                      (points ? "place = floor((place + 1) * 512 + 0.5) / 512 - 1 + 1.0 / 1024;\n"
                              : "place.x += 0.25 / 32;\n") +
                      R"(
    gl_Position = vec4(place, 0, 1);
    )" + (points ? "gl_PointSize = 1;\n" : "") +
                      R"(
    toColor = vec4(color[0].r, (number + 1) / 255, (gl_PrimitiveID + 1) / 255.0, 4 / 255.0);
    toWords = uvec4(0);
})";
    step.fragment = flatFragment(test);
    step.state.topology = VK_PRIMITIVE_TOPOLOGY_PATCH_LIST;
    step.state.patchControlPoints = in;
    step.state.lowerLeftOrigin = chance(random, 2);
    step.state.cullMode = chance(random, 2) ? 1 + below(random, 2) : 0;
    step.state.frontFace = VkFrontFace(below(random, 2));
    addUp(test, step);
    std::vector<Vertex> vertices;
    const uint32_t patches = 1 + below(random, 8);
    const uint32_t most = chance(random, 3) && !points ? 70 * 4 : 16 * 4;
    for (uint32_t i = 0; i < patches * in; ++i) {
        // Squares of 16, 32 and 64 pixels, which whole sub-pixels divide.
        Vertex vertex{};
        if (i % in == 0) {
            const uint32_t size_px = 16u << below(random, 3);
            const uint32_t x_px = below(random, 64 / size_px) * size_px;
            const uint32_t y_px = below(random, 64 / size_px) * size_px;
            vertex = vertexAt(test.extent, float(x_px), float(y_px));
            Vertex end = vertexAt(test.extent, float(x_px + size_px), float(y_px + size_px));
            if (chance(random, 3)) {
                std::swap(vertex.position[0], end.position[0]);
            }
            for (uint32_t k = 0; k < 4; ++k) {
                vertex.words[k] = chance(random, 40) ? 0 : 1 + below(random, most);
                end.words[k] = below(random, most);
            }
            vertex.color[0] = float(1 + below(random, 16)) / 255;
            vertices.push_back(vertex);
            vertices.push_back(end);
            ++i;
            continue;
        }
        vertices.push_back(vertex);
    }
    setVertices(step, vertices);
    step.draws = {{0, patches * in}};
    if (domain == 2 && !points) {
        test.tolerance.besides = true;
        step.state.blends.clear();
        step.fragment = flatFragment(test, "", "    color = vec4(1);\n");
    }
    test.steps.push_back(std::move(step));
    return test;
}

Case stageSceneCase(uint32_t seed) {
    Random random(seed + 52000);
    Case test = newCase("stages", seed, random);
    test.extent = {200, 152};
    test.colors = {{VK_FORMAT_R32G32B32A32_SFLOAT}};
    test.samples = seed % 3 == 1 ? VK_SAMPLE_COUNT_4_BIT : VK_SAMPLE_COUNT_1_BIT;
    test.depth = DepthTarget{VK_FORMAT_D32_SFLOAT, 1};
    test.occlusionQuery = true;
    Step step;
    step.vertex = R"(#version 460
layout(location = 0) in vec4 position;
layout(location = 1) in vec4 color;
layout(location = 0) out vec4 toColor;
void main() { gl_Position = position; toColor = color; })";
    step.fragment = R"(#version 460
layout(location = 0) in vec4 color;
layout(location = 0) out vec4 result;
void main() { result = color + 0.001 * gl_PrimitiveID; })";
    if (seed % 3 != 2) {
        step.control = R"(#version 460
layout(vertices = 3) out;
layout(location = 0) in vec4 color[];
layout(location = 0) out vec4 toColor[];
void main() {
    gl_out[gl_InvocationID].gl_Position = gl_in[gl_InvocationID].gl_Position;
    toColor[gl_InvocationID] = color[gl_InvocationID];
    barrier();
    vec4 next = gl_out[(gl_InvocationID + 1) % 3].gl_Position;
    gl_TessLevelOuter[(gl_InvocationID + 2) % 3] =
        distance(next, gl_in[gl_InvocationID].gl_Position) * 9;
    gl_TessLevelInner[0] = 1 + 30 * toColor[0].r;
})";
        const char* const spacings[] = {"equal", "fractional_even", "fractional_odd"};
        step.evaluation = std::string("#version 460\nlayout(triangles, ") + spacings[seed / 3 % 3] +
                          R"(_spacing) in;
layout(location = 0) in vec4 color[];
layout(location = 0) out vec4 toColor;
void main() {
    gl_Position = gl_TessCoord.x * gl_in[0].gl_Position + gl_TessCoord.y * gl_in[1].gl_Position +
                  gl_TessCoord.z * gl_in[2].gl_Position;
    gl_Position.z += 0.1 * sin(gl_Position.x * 20);
    toColor = mix(color[0], color[1], gl_TessCoord.y) * gl_TessCoord.zxyx;
})";
        step.state.topology = VK_PRIMITIVE_TOPOLOGY_PATCH_LIST;
        step.state.patchControlPoints = 3;
    }
    if (seed % 3 != 0) {
        step.geometry = R"(#version 460
layout(triangles, invocations = 2) in;
layout(triangle_strip, max_vertices = 6) out;
layout(location = 0) in vec4 color[];
layout(location = 0) out vec4 toColor;
void main() {
    int count = 3 + int(color[1].r * 4) % 4;
    for (int i = 0; i < count; ++i) {
        gl_Position = gl_in[i % 3].gl_Position * (i < 3 ? 1.0 : 0.9);
        gl_Position.x += 0.05 * gl_InvocationID;
        gl_PrimitiveID = gl_PrimitiveIDIn;
        toColor = color[i % 3].wzyx;
        EmitVertex();
    }
})";
    }
    setVertices(step, randomTriangles(random, test, 150));
    step.draws = {{0, 450}, {30, 300, 2}};
    test.steps.push_back(std::move(step));
    return test;
}

} // namespace pictures
