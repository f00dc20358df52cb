// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Cases of primitives: how they are assembled, clipped, culled and rasterised.
#include "generate.h"

namespace pictures {
namespace {

/// For primitives that share vertices: each vertex has its own color, the provoking one's is seen.
std::vector<Vertex> randomVertices(Random& random, const Case& test, uint32_t count) {
    std::vector<Vertex> vertices;
    const VkExtent2D e = test.extent;
    for (uint32_t i = 0; i < count; ++i) {
        const size_t first = vertices.size();
        vertices.push_back(vertexAt(e,
                                    float(below(random, e.width * 16)) / 16,
                                    float(below(random, e.height * 16)) / 16,
                                    float(below(random, 17)) / 16));
        colorPrimitive(random, test, vertices, first);
    }
    return vertices;
}

bool drawsLines(const State& state) {
    return (state.topology >= VK_PRIMITIVE_TOPOLOGY_LINE_LIST &&
            state.topology <= VK_PRIMITIVE_TOPOLOGY_LINE_STRIP) ||
           state.topology == VK_PRIMITIVE_TOPOLOGY_LINE_LIST_WITH_ADJACENCY ||
           state.topology == VK_PRIMITIVE_TOPOLOGY_LINE_STRIP_WITH_ADJACENCY ||
           state.polygonMode == VK_POLYGON_MODE_LINE;
}

/// Without strict lines a device need not draw the parallelogram: fragments may lie one beside
/// those of the diamond rule (Vulkan 1.3, "Bresenham Line Segment Rasterization"). Where lines
/// cross, who is above depends on the same fragments, so a case of lines has one color.
void setLineTolerance(Case& test, std::vector<Vertex>& vertices) {
    test.tolerance.besides = true;
    for (Vertex& vertex : vertices) {
        std::memcpy(vertex.color, vertices[0].color, sizeof vertex.color);
    }
}

} // namespace

Case topologyCase(uint32_t seed) {
    Random random(seed + 10000);
    Case test = newCase("topology", seed, random);
    test.colors = {{}};
    constexpr VkPrimitiveTopology kTopologies[] = {
        VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST,
        VK_PRIMITIVE_TOPOLOGY_TRIANGLE_STRIP,
        VK_PRIMITIVE_TOPOLOGY_TRIANGLE_FAN,
        VK_PRIMITIVE_TOPOLOGY_LINE_LIST,
        VK_PRIMITIVE_TOPOLOGY_LINE_STRIP,
        VK_PRIMITIVE_TOPOLOGY_POINT_LIST,
        VK_PRIMITIVE_TOPOLOGY_TRIANGLE_STRIP_WITH_ADJACENCY,
        VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST_WITH_ADJACENCY,
        VK_PRIMITIVE_TOPOLOGY_LINE_LIST_WITH_ADJACENCY,
        VK_PRIMITIVE_TOPOLOGY_LINE_STRIP_WITH_ADJACENCY,
    };
    Step step;
    step.vertex = kFlatVertex;
    step.fragment = flatFragment(test);
    State& state = step.state;
    state.topology = seed % 3 ? kTopologies[seed % 6] : pick(random, kTopologies);
    state.provokingVertexLast = chance(random, 3);
    state.frontFace = VkFrontFace(below(random, 2));
    state.cullMode = chance(random, 3) ? 1 + below(random, 2) : 0;
    state.polygonMode = chance(random, 5)   ? VK_POLYGON_MODE_LINE
                        : chance(random, 6) ? VK_POLYGON_MODE_POINT
                                            : VK_POLYGON_MODE_FILL;
    std::vector<Vertex> vertices = randomVertices(random, test, 40);
    step.kind = DrawKind(below(random, 4));
    if (chance(random, 2)) {
        constexpr VkIndexType kTypes[] = {
            VK_INDEX_TYPE_UINT16, VK_INDEX_TYPE_UINT32, VK_INDEX_TYPE_UINT8_EXT};
        step.indexType = pick(random, kTypes);
        const uint32_t restart = step.indexType == VK_INDEX_TYPE_UINT16   ? 0xffff
                                 : step.indexType == VK_INDEX_TYPE_UINT32 ? 0xffffffff
                                                                          : 0xff;
        state.primitiveRestart = chance(random, 2);
        for (uint32_t i = 0; i < 48; ++i) {
            step.indices.push_back(state.primitiveRestart && chance(random, 8) ? restart
                                                                               : below(random, 36));
        }
    }
    for (uint32_t i = 0; i < 3; ++i) {
        DrawRange range;
        range.first = below(random, 8);
        range.count = 4 + below(random, 24);
        range.vertexOffset = step.indices.empty() ? 0 : int32_t(below(random, 4));
        step.draws.push_back(range);
    }
    if (drawsLines(state)) {
        setLineTolerance(test, vertices);
    }
    setVertices(step, vertices);
    test.steps.push_back(std::move(step));
    return test;
}

Case viewportCase(uint32_t seed) {
    Random random(seed + 11000);
    Case test = newCase("viewports", seed, random);
    test.colors = {{}};
    test.depth = DepthTarget{VK_FORMAT_D32_SFLOAT, 0};
    const uint32_t count = 1 + below(random, 8);
    Step step;
    step.vertex = R"(#version 460
#extension GL_ARB_shader_viewport_layer_array : require
layout(location = 0) in vec4 position;
layout(location = 1) in vec4 color;
layout(location = 2) in uvec4 words;
layout(location = 0) flat out vec4 toColor;
layout(location = 1) flat out uvec4 toWords;
void main() {
    gl_Position = position;
    gl_ViewportIndex = gl_VertexIndex / 3 % )" +
                  std::to_string(count) + R"(;
    toColor = color;
    toWords = words;
})";
    if (count == 1) {
        step.vertex = kFlatVertex;
    }
    step.fragment = flatFragment(test);
    State& state = step.state;
    const auto size = [&] { return 8u << below(random, 4); };
    for (uint32_t i = 0; i < count; ++i) {
        // Powers of two and whole pixels: positions stay exact. Viewports may leave the picture.
        VkViewport viewport{};
        viewport.width = float(size());
        viewport.height = float(size());
        viewport.x = float(int32_t(below(random, 64)) - 16);
        viewport.y = float(int32_t(below(random, 64)) - 16);
        if (chance(random, 3)) {
            viewport.y += viewport.height;
            viewport.height = -viewport.height;
        }
        viewport.minDepth = float(below(random, 5)) / 4;
        viewport.maxDepth = float(below(random, 5)) / 4;
        state.viewports.push_back(viewport);
        state.scissors.push_back({{int32_t(below(random, 32)), int32_t(below(random, 32))},
                                  {below(random, 64), below(random, 64)}});
        if (i == 0) {
            state.viewports[0] = {0, 64, 64, -64, 0, 1};
            state.scissors[0] = {{1, 3}, {50, 57}};
        }
    }
    state.depthTest = state.depthWrite = true;
    state.depthCompare = VK_COMPARE_OP_ALWAYS;
    state.cullMode = chance(random, 2) ? VK_CULL_MODE_BACK_BIT : VK_CULL_MODE_NONE;
    const std::vector<Vertex> vertices = randomTriangles(random, test, 48, 0.25f);
    setVertices(step, vertices);
    step.draws = {{0, uint32_t(vertices.size())}};
    test.steps.push_back(std::move(step));
    return test;
}

/// Depth clipping and clamping, clip and cull distances. Edges are cut at halves and quarters, so
/// the new corners are on the grid as well.
Case clipCase(uint32_t seed) {
    Random random(seed + 12000);
    Case test = newCase("clip", seed, random);
    test.colors = {{}};
    test.depth = DepthTarget{VK_FORMAT_D32_SFLOAT, 0.125f};
    const bool depths = seed % 2; // What was cut once is not cut again: it would leave the grid.
    const uint32_t clips = depths ? 0 : 1 + below(random, 2);
    const uint32_t culls = below(random, 3);
    Step step;
    step.vertex = R"(#version 460
layout(location = 0) in vec4 position;
layout(location = 1) in vec4 color;
layout(location = 2) in uvec4 words;
layout(location = 0) flat out vec4 toColor;
layout(location = 1) flat out uvec4 toWords;
)";
    if (clips + culls > 0) {
        step.vertex.glsl += "out gl_PerVertex {\n    vec4 gl_Position;\n";
        step.vertex.glsl +=
            clips ? "    float gl_ClipDistance[" + std::to_string(clips) + "];\n" : "";
        step.vertex.glsl +=
            culls ? "    float gl_CullDistance[" + std::to_string(culls) + "];\n" : "";
        step.vertex.glsl += "};\n";
    }
    step.vertex.glsl += "void main() {\n    gl_Position = position;\n";
    for (uint32_t i = 0; i < clips; ++i) { // -1 or 1
        step.vertex.glsl += "    gl_ClipDistance[" + std::to_string(i) + "] = float((words.w >> " +
                            std::to_string(2 * i) + " & 1u) * 2u) - 1.0;\n";
    }
    for (uint32_t i = 0; i < culls; ++i) {
        step.vertex.glsl += "    gl_CullDistance[" + std::to_string(i) + "] = float(words.w >> " +
                            std::to_string(16 + 3 * i) + " & 7u) - 1.5;\n";
    }
    step.vertex.glsl += "    toColor = color;\n    toWords = words;\n}\n";
    step.fragment = flatFragment(test);
    State& state = step.state;
    if (depths) {
        state.depthClamp = chance(random, 3);
        if (chance(random, 3)) {
            // Without a plane and without clamping, depths beyond the range are undefined.
            state.depthClip = !state.depthClamp || chance(random, 2);
        }
        state.negativeOneToOne = chance(random, 4);
    }
    state.depthTest = state.depthWrite = true;
    state.depthCompare = VK_COMPARE_OP_ALWAYS;
    std::vector<Vertex> vertices;
    for (uint32_t i = 0; i < 12; ++i) {
        const size_t first = vertices.size();
        for (uint32_t corner = 0; corner < 3; ++corner) {
            constexpr float kDepths[] = {-0.5f, 0.5f, 1.5f};
            constexpr float kBothDepths[] = {-1.5f, 0.5f, 2.5f};
            const float x = float(below(random, 65));
            const float y = float(below(random, 65));
            const float z = !depths                  ? 0.5f
                            : state.negativeOneToOne ? pick(random, kBothDepths)
                                                     : pick(random, kDepths);
            vertices.push_back(vertexAt(test.extent, x, y, z));
        }
        colorPrimitive(random, test, vertices, first);
        for (uint32_t corner = 0; corner < 3; ++corner) {
            vertices[first + corner].words[3] = uint32_t(random());
        }
    }
    setVertices(step, vertices);
    step.draws = {{0, uint32_t(vertices.size())}};
    test.steps.push_back(std::move(step));
    // Depth between two vertices, in floats, of planes that may be steep.
    test.tolerance.absolute = 2e-5f;
    return test;
}

/// Triangles that leave the viewport, some of them far. lavapipe cuts them, and its new corners are
/// rounded to sub-pixels; so what lies within a sixteenth of a pixel of an edge
/// may differ.
Case outsideCase(uint32_t seed) {
    Random random(seed + 16000);
    Case test = newCase("outside", seed, random);
    test.colors = {{}};
    test.samples = chance(random, 3) ? VK_SAMPLE_COUNT_4_BIT : VK_SAMPLE_COUNT_1_BIT;
    Step step;
    step.vertex = kFlatVertex;
    step.fragment = flatFragment(test);
    std::vector<Vertex> vertices;
    for (uint32_t i = 0; i < 24; ++i) {
        const size_t first = vertices.size();
        const int32_t scale = 1 << (seed % 8);
        const auto coordinate = [&] {
            return float((int32_t(below(random, 192)) - 96) * scale) / 2 + 32;
        };
        for (uint32_t corner = 0; corner < 3; ++corner) {
            const float x = coordinate();
            vertices.push_back(vertexAt(test.extent, x, coordinate()));
        }
        colorPrimitive(random, test, vertices, first);
    }
    setVertices(step, vertices);
    step.draws = {{0, uint32_t(vertices.size())}};
    test.steps.push_back(std::move(step));
    test.tolerance.edge_px = 1.0f / 16;
    return test;
}

Case pointCase(uint32_t seed) {
    Random random(seed + 13000);
    Case test = newCase("points", seed, random);
    test.colors = {{VK_FORMAT_R32G32B32A32_SFLOAT}};
    const bool coordinates = chance(random, 2);
    Step step;
    step.vertex = R"(#version 460
layout(location = 0) in vec4 position;
layout(location = 1) in vec4 color;
layout(location = 2) in uvec4 words;
layout(location = 0) flat out vec4 toColor;
layout(location = 1) flat out uvec4 toWords;
void main() {
    gl_Position = position;
    gl_PointSize = float(words.x & 255u) / 8.0;
    toColor = color;
    toWords = words;
})";
    step.fragment = flatFragment(test, "", coordinates ? "    color.xy = gl_PointCoord;\n" : "");
    step.state.topology = VK_PRIMITIVE_TOPOLOGY_POINT_LIST;
    std::vector<Vertex> vertices = randomVertices(random, test, 8);
    for (Vertex& vertex : vertices) {
        vertex.words[0] = 8 + below(random, 120); // 1 to 16, in eighths
    }
    setVertices(step, vertices);
    step.draws = {{0, uint32_t(vertices.size())}};
    test.steps.push_back(std::move(step));
    test.tolerance.absolute = 1e-5f; // gl_PointCoord: a division by the size
    return test;
}

Case lineCase(uint32_t seed) {
    Random random(seed + 14000);
    Case test = newCase("lines", seed, random);
    test.colors = {{}};
    Step step;
    step.vertex = kFlatVertex;
    step.fragment = flatFragment(test);
    State& state = step.state;
    state.topology =
        chance(random, 2) ? VK_PRIMITIVE_TOPOLOGY_LINE_LIST : VK_PRIMITIVE_TOPOLOGY_LINE_STRIP;
    constexpr VkLineRasterizationModeEXT kModes[] = {VK_LINE_RASTERIZATION_MODE_DEFAULT_EXT,
                                                     VK_LINE_RASTERIZATION_MODE_BRESENHAM_EXT,
                                                     VK_LINE_RASTERIZATION_MODE_RECTANGULAR_EXT};
    state.lineMode = kModes[seed % 3];
    test.samples = chance(random, 4) ? VK_SAMPLE_COUNT_4_BIT : VK_SAMPLE_COUNT_1_BIT;
    state.lineWidth = chance(random, 2) ? 1.0f : float(1 + below(random, 24)) / 4;
    if (state.lineMode != VK_LINE_RASTERIZATION_MODE_DEFAULT_EXT && chance(random, 3)) {
        // lavapipe cuts lines into dashes and rasterises those: a dash of one fragment may be lost,
        // as at each line's end, and along a strip it adds lengths where Vulkan counts fragments.
        test.tolerance.texels = 6 * test.samples;
        state.topology = VK_PRIMITIVE_TOPOLOGY_LINE_LIST;
        state.stipple = true;
        state.stippleFactor = 2 + below(random, 3);
        state.stipplePattern = uint16_t(0x0101 | random());
    }
    std::vector<Vertex> vertices = randomVertices(random, test, 12);
    setLineTolerance(test, vertices);
    setVertices(step, vertices);
    step.draws = {{0, uint32_t(vertices.size())}};
    test.steps.push_back(std::move(step));
    return test;
}

/// Layers chosen by the vertex shader, or views.
Case layerCase(uint32_t seed) {
    Random random(seed + 15000);
    Case test = newCase("layers", seed, random);
    test.layers = 2 + below(random, 3);
    const bool views = chance(random, 2);
    test.extent = {32, 32};
    test.colors = {{}};
    if (chance(random, 2)) {
        test.depth = DepthTarget{VK_FORMAT_D32_SFLOAT, 1};
    }
    test.samples = chance(random, 4) ? VK_SAMPLE_COUNT_4_BIT : VK_SAMPLE_COUNT_1_BIT;
    Step step;
    step.vertex = R"(#version 460
#extension GL_ARB_shader_viewport_layer_array : require
#extension GL_EXT_multiview : require
layout(location = 0) in vec4 position;
layout(location = 1) in vec4 color;
layout(location = 2) in uvec4 words;
layout(location = 0) flat out vec4 toColor;
layout(location = 1) flat out uvec4 toWords;
void main() {
    gl_Position = position;
    toColor = color;
    toWords = words;
)";
    if (views) {
        test.viewMask = (1u << test.layers) - 1;
        if (test.layers > 2 && chance(random, 2)) {
            test.viewMask &= ~2u;
        }
        if (test.viewMask > 3) {
            test.lavapipeIsWrong = "draws views above the second one into its layer";
        }
        step.vertex.glsl += "    gl_Position.x += float(gl_ViewIndex) * 0.25;\n}\n";
        step.fragment = flatFragment(test,
                                     "#extension GL_EXT_multiview : require\n",
                                     "    color.x = float(gl_ViewIndex * 51) / 255.0;\n");
    } else {
        step.vertex.glsl +=
            "    gl_Layer = gl_VertexIndex / 3 % " + std::to_string(test.layers) + ";\n}\n";
        step.fragment = flatFragment(test); // Reading gl_Layer needs geometry shaders.
    }
    const std::vector<Vertex> vertices = randomTriangles(random, test, 10, 0.5f);
    step.state.depthTest = step.state.depthWrite = test.depth.has_value();
    step.state.depthCompare = VK_COMPARE_OP_LESS_OR_EQUAL;
    setVertices(step, vertices);
    step.draws = {{0, uint32_t(vertices.size())}};
    test.steps.push_back(std::move(step));
    return test;
}

} // namespace pictures
