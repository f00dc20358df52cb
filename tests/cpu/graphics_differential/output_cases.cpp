// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Cases of what happens to colors, depth and stencil after the fragment shader.
#include "generate.h"

#include <algorithm>

namespace pictures {
namespace {

constexpr VkBlendFactor kFactors[] = {
    VK_BLEND_FACTOR_ZERO,
    VK_BLEND_FACTOR_ONE,
    VK_BLEND_FACTOR_SRC_COLOR,
    VK_BLEND_FACTOR_ONE_MINUS_SRC_COLOR,
    VK_BLEND_FACTOR_DST_COLOR,
    VK_BLEND_FACTOR_ONE_MINUS_DST_COLOR,
    VK_BLEND_FACTOR_SRC_ALPHA,
    VK_BLEND_FACTOR_ONE_MINUS_SRC_ALPHA,
    VK_BLEND_FACTOR_DST_ALPHA,
    VK_BLEND_FACTOR_ONE_MINUS_DST_ALPHA,
    VK_BLEND_FACTOR_CONSTANT_COLOR,
    VK_BLEND_FACTOR_ONE_MINUS_CONSTANT_COLOR,
    VK_BLEND_FACTOR_CONSTANT_ALPHA,
    VK_BLEND_FACTOR_ONE_MINUS_CONSTANT_ALPHA,
    VK_BLEND_FACTOR_SRC_ALPHA_SATURATE,
    // Two sources:
    VK_BLEND_FACTOR_SRC1_COLOR,
    VK_BLEND_FACTOR_ONE_MINUS_SRC1_COLOR,
    VK_BLEND_FACTOR_SRC1_ALPHA,
    VK_BLEND_FACTOR_ONE_MINUS_SRC1_ALPHA,
};
constexpr uint32_t kOneSourceFactors = 15;

constexpr VkCompareOp kCompares[] = {VK_COMPARE_OP_NEVER,
                                     VK_COMPARE_OP_LESS,
                                     VK_COMPARE_OP_EQUAL,
                                     VK_COMPARE_OP_LESS_OR_EQUAL,
                                     VK_COMPARE_OP_GREATER,
                                     VK_COMPARE_OP_NOT_EQUAL,
                                     VK_COMPARE_OP_GREATER_OR_EQUAL,
                                     VK_COMPARE_OP_ALWAYS};

struct BlendKind {
    bool enabled = false;
    bool dual = false; ///< The second source as well.
};

VkPipelineColorBlendAttachmentState randomBlend(Random& random, const BlendKind& kind) {
    const uint32_t factors = kind.dual ? uint32_t(std::size(kFactors)) : kOneSourceFactors;
    const auto factor = [&] { return kFactors[below(random, factors)]; };
    VkPipelineColorBlendAttachmentState state{};
    state.blendEnable = kind.enabled;
    state.srcColorBlendFactor = factor();
    state.dstColorBlendFactor = factor();
    state.colorBlendOp = VkBlendOp(below(random, 5));
    state.srcAlphaBlendFactor = factor();
    state.dstAlphaBlendFactor = factor();
    state.alphaBlendOp = VkBlendOp(below(random, 5));
    state.colorWriteMask = chance(random, 2) ? 0xf : 1 + below(random, 15);
    return state;
}

bool lavapipeLacks(VkFormat format) {
    return format == VK_FORMAT_R8_SRGB || format == VK_FORMAT_R8G8_SRGB ||
           format == VK_FORMAT_R4G4B4A4_UNORM_PACK16;
}

bool isBlendable(const Format& format) {
    return !format.isInteger();
}

void addCells(Random& random, Case& test, const std::string& fragment) {
    Step step;
    step.vertex = kFlatVertex;
    step.fragment = fragment;
    setVertices(step, cellTriangles(random, test, 8));
    step.draws = {{0, uint32_t(step.bindings[0].bytes.size() / sizeof(Vertex))}};
    test.steps.push_back(std::move(step));
}

/// One blend of exact values. Fixed-point: llvmpipe multiplies in the attachment's precision and
/// rounds each product, so that a sum of two is up to one step off; no more than the attachment's
/// precision is asked of blending (Vulkan 1.3, "Blending"). sRGB: llvmpipe's decoding is a
/// polynomial that is off by up to 1.5e-3, which are five steps where the curve is steepest. Small
/// floats: a value between two neighbours may become either.
void setBlendTolerance(Case& test) {
    for (const ColorTarget& target : test.colors) {
        const Format& format = formatOf(target.format);
        test.tolerance.steps = std::max(test.tolerance.steps, format.kind == Kind::Srgb ? 5u : 1u);
    }
    test.tolerance.relative = 1e-6f; // Contracted multiplications and additions.
    test.tolerance.absolute = 1e-6f;
}

} // namespace

Case formatCase(uint32_t index) {
    Random random(index);
    Case test = newCase("formats", index, random);
    test.name = std::string("formats ") + colorFormats()[index].name;
    test.colors = {{colorFormats()[index].format}};
    test.colors[0].pattern = 1 + index;
    addCells(random, test, flatFragment(test));
    test.steps[0].state.blends = {randomBlend(random, {})};
    // Values are k/255: of 8 bits exact, of others they lie between two steps.
    test.tolerance.steps = formatOf(test.colors[0].format).isInteger() ? 0 : 1;
    return test;
}

Case blendCase(uint32_t seed) {
    Random random(seed + 1000);
    Case test = newCase("blend", seed, random);
    const bool dual = chance(random, 4);
    const uint32_t count = dual || chance(random, 2) ? 1 : 1 + below(random, 8);
    for (uint32_t i = 0; i < count; ++i) {
        const Format& format =
            colorFormats()[i == 0 ? seed % colorFormats().size()
                                  : below(random, uint32_t(colorFormats().size()))];
        ColorTarget target{format.format};
        target.pattern = 1 + uint32_t(random() >> 8);
        test.colors.push_back(target);
    }
    if (!dual && chance(random, 4)) {
        test.samples = VK_SAMPLE_COUNT_4_BIT;
        for (ColorTarget& target : test.colors) {
            target.pattern = 0;
            if (!formatOf(target.format).isInteger()) {
                target.clear = {{0.2f, 0.4f, 0.6f, 0.8f}}; // k/255
            }
        }
    }
    std::string fragment = flatFragment(test);
    if (dual && isBlendable(test.format(0))) {
        fragment = R"(#version 460
layout(location = 0) flat in vec4 fromColor;
layout(location = 1) flat in uvec4 fromWords;
layout(location = 0, index = 0) out vec4 first;
layout(location = 0, index = 1) out vec4 second;
void main() {
    first = fromColor;
    second = vec4(fromWords & 255u) / 255.0;
})";
    }
    addCells(random, test, fragment);
    State& state = test.steps[0].state;
    for (uint32_t i = 0; i < count; ++i) {
        state.blends.push_back(randomBlend(
            random,
            {.enabled = isBlendable(test.format(i)), .dual = dual && isBlendable(test.format(0))}));
    }
    for (float& constant : state.blendConstants) {
        constant = float(below(random, 256)) / 255;
    }
    setBlendTolerance(test);
    return test;
}

Case logicCase(uint32_t seed) {
    Random random(seed + 2000);
    Case test = newCase("logic", seed, random);
    // Logical operations leave attachments of floating-point and sRGB formats alone (Vulkan 1.3,
    // "Logical Operations"): those are written.
    const Format& format = colorFormats()[(seed * 7) % colorFormats().size()];
    test.colors = {{format.format}};
    test.colors[0].pattern = 77 + seed;
    addCells(random, test, flatFragment(test));
    if (format.kind == Kind::Unorm && format.size_B() != format.channels()) {
        // A color between two steps may become either, and then no bit is sure: 0 and 1 only.
        auto* vertices = reinterpret_cast<Vertex*>(test.steps[0].bindings[0].bytes.data());
        for (uint32_t i = 0; i < test.steps[0].draws[0].count; ++i) {
            for (float& component : vertices[i].color) {
                component = component < 0.5f ? 0.0f : 1.0f;
            }
        }
    } else if (!format.isInteger()) {
        test.tolerance.steps = 1; // As of formatCase().
    }
    State& state = test.steps[0].state;
    state.logicOpEnable = true;
    state.logicOp = VkLogicOp(seed % 16);
    state.blends = {randomBlend(random, {})};
    state.blends[0].colorWriteMask = chance(random, 2) ? 0xf : 1 + below(random, 15);
    return test;
}

Case depthCase(uint32_t seed) {
    Random random(seed + 3000);
    Case test = newCase("depth", seed, random);
    test.colors = {{}};
    test.depth = DepthTarget{};
    test.depth->format = depthFormats()[seed % 5];
    test.depth->depth = float(below(random, 5)) / 4;
    test.samples = chance(random, 4) ? VK_SAMPLE_COUNT_4_BIT : VK_SAMPLE_COUNT_1_BIT;
    // Depths of few digits, each many times, so that equal ones meet.
    std::vector<Vertex> vertices;
    for (uint32_t i = 0; i < 40; ++i) {
        const float z = float(below(random, 9)) / 8;
        for (const Vertex& vertex : randomTriangles(random, test, 1, z)) {
            vertices.push_back(vertex);
        }
    }
    const bool slopes = chance(random, 3);
    Step step;
    step.vertex = kFlatVertex;
    step.fragment = flatFragment(test);
    State& state = step.state;
    state.depthTest = !chance(random, 8);
    state.depthWrite = !chance(random, 4);
    state.depthCompare = kCompares[1 + (seed / 5) % 7];
    if (slopes) {
        // A plane of depth is evaluated in floats here and there: the last bits may differ, so
        // depths are compared with a tolerance, and nothing is drawn over anything else.
        vertices = cellTriangles(random, test, 16);
        for (Vertex& vertex : vertices) {
            vertex.position[2] = float(below(random, 65)) / 64;
        }
        state.depthCompare = VK_COMPARE_OP_ALWAYS;
        test.tolerance.depthSteps = test.depth->format == VK_FORMAT_D16_UNORM ? 1 : 16;
        test.tolerance.absolute = 1e-6f;
    } else {
        // 1/8 lies between two steps of 16 bits: the nearest is not asked for.
        test.tolerance.depthSteps = 1;
        test.tolerance.absolute = 1e-7f;
    }
    if (chance(random, 3)) {
        // The exponent of a depth of 0 is anybody's, and what leaves the range of the
        // viewport without being clamped is undefined.
        for (Vertex& vertex : vertices) {
            vertex.position[2] = std::clamp(vertex.position[2], 0.125f, 0.875f);
        }
        state.depthBias = true;
        state.biasConstant = float(int32_t(below(random, 9)) - 4) * 1024;
        state.biasSlope = slopes ? 0 : float(below(random, 3)) / 2;
        state.biasClamp = chance(random, 3) ? 1.0f / 512 : 0;
        test.tolerance.depthSteps += 1;
        test.tolerance.absolute += 1e-6f;
    }
    state.depthClamp = chance(random, 4);
    setVertices(step, vertices);
    step.draws = {{0, uint32_t(vertices.size())}};
    test.steps.push_back(std::move(step));
    return test;
}

namespace {

VkStencilOpState randomStencil(Random& random) {
    VkStencilOpState state{};
    state.failOp = VkStencilOp(below(random, 8));
    state.passOp = VkStencilOp(below(random, 8));
    state.depthFailOp = VkStencilOp(below(random, 8));
    state.compareOp = pick(random, kCompares);
    state.compareMask = chance(random, 2) ? 0xff : below(random, 256);
    state.writeMask = chance(random, 2) ? 0xff : below(random, 256);
    state.reference = chance(random, 3) ? below(random, 256) : below(random, 4);
    return state;
}

} // namespace

Case stencilCase(uint32_t seed) {
    Random random(seed + 4000);
    Case test = newCase("stencil", seed, random);
    test.colors = {{}};
    test.depth = DepthTarget{};
    constexpr VkFormat kFormats[] = {VK_FORMAT_D32_SFLOAT_S8_UINT,
                                     VK_FORMAT_S8_UINT,
                                     VK_FORMAT_D24_UNORM_S8_UINT,
                                     VK_FORMAT_D32_SFLOAT_S8_UINT};
    test.depth->format = kFormats[seed % 4];
    test.depth->depth = 0.5f;
    test.depth->stencil = below(random, 4);
    test.samples = chance(random, 4) ? VK_SAMPLE_COUNT_4_BIT : VK_SAMPLE_COUNT_1_BIT;
    for (uint32_t i = 0; i < 4; ++i) {
        Step step;
        step.vertex = kFlatVertex;
        step.fragment = flatFragment(test);
        std::vector<Vertex> vertices;
        for (uint32_t n = 0; n < 8; ++n) {
            const float z = float(below(random, 5)) / 4;
            for (const Vertex& vertex : randomTriangles(random, test, 1, z)) {
                vertices.push_back(vertex);
            }
        }
        setVertices(step, vertices);
        step.draws = {{0, uint32_t(vertices.size())}};
        State& state = step.state;
        state.stencilTest = true;
        state.front = randomStencil(random);
        state.back = randomStencil(random);
        if (i == 0) { // Something is there to begin with.
            state.front.compareOp = state.back.compareOp = VK_COMPARE_OP_ALWAYS;
            state.front.passOp = state.back.passOp = VK_STENCIL_OP_REPLACE;
            state.front.writeMask = state.back.writeMask = 0xff;
        } else if (hasDepth(test.depth->format)) {
            state.depthTest = chance(random, 2);
            state.depthWrite = chance(random, 2);
            state.depthCompare = pick(random, kCompares);
        }
        state.cullMode = chance(random, 4) ? VK_CULL_MODE_BACK_BIT : VK_CULL_MODE_NONE;
        test.steps.push_back(std::move(step));
    }
    test.tolerance.depthSteps = 1; // As of depthCase().
    return test;
}

/// Many attachments at once, with masks, of all kinds of formats.
Case outputCase(uint32_t seed) {
    Random random(seed + 5000);
    Case test = newCase("outputs", seed, random);
    const uint32_t count = 2 + below(random, 7);
    for (uint32_t i = 0; i < count; ++i) {
        const Format* format = nullptr;
        do {
            format = &colorFormats()[below(random, uint32_t(colorFormats().size()))];
        } while (lavapipeLacks(format->format));
        ColorTarget target{format->format};
        target.pattern = chance(random, 2) ? 1 + i : 0;
        test.colors.push_back(target);
    }
    if (chance(random, 3)) {
        test.samples = VK_SAMPLE_COUNT_4_BIT;
        for (ColorTarget& target : test.colors) {
            target.pattern = 0;
        }
    }
    addCells(random, test, flatFragment(test));
    for (uint32_t i = 0; i < count; ++i) {
        test.steps[0].state.blends.push_back(randomBlend(random, {}));
        test.steps[0].state.blends.back().colorWriteMask =
            i == 0 || chance(random, 2) ? 0xf : below(random, 16);
    }
    test.tolerance.steps = 1; // As of formatCase().
    return test;
}

} // namespace pictures
