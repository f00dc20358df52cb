// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Cases of fragment shaders: textures, discard, what they write besides colors, samples, and
// passes.
#include "generate.h"

namespace pictures {
namespace {

void addTriangles(Random& random, Case& test, const std::string& fragment, uint32_t count) {
    Step step;
    step.vertex = kFlatVertex;
    step.fragment = fragment;
    setVertices(step, randomTriangles(random, test, count));
    step.draws = {{0, count * 3}};
    test.steps.push_back(std::move(step));
}

void addCells(Random& random, Case& test, const std::string& fragment) {
    Step step;
    step.vertex = kFlatVertex;
    step.fragment = fragment;
    setVertices(step, cellTriangles(random, test, 8));
    step.draws = {{0, uint32_t(step.bindings[0].bytes.size() / sizeof(Vertex))}};
    test.steps.push_back(std::move(step));
}

} // namespace

/// Coordinates are linear over a cell, with whole levels of detail where a level is seen at once.
Case textureCase(uint32_t seed) {
    Random random(seed + 30000);
    Case test = newCase("textures", seed, random);
    test.colors = {{VK_FORMAT_R32G32B32A32_SFLOAT}};
    Texture texture;
    texture.levels = 7;
    const bool levels = seed % 2;
    texture.pattern = levels ? 0 : seed + 1;
    VkSamplerCreateInfo& sampler = texture.sampler;
    const VkFilter filter = VkFilter(below(random, 2));
    sampler.magFilter = sampler.minFilter = filter;
    sampler.mipmapMode = levels ? VK_SAMPLER_MIPMAP_MODE_LINEAR : VK_SAMPLER_MIPMAP_MODE_NEAREST;
    sampler.addressModeU = VkSamplerAddressMode(below(random, 3));
    sampler.addressModeV = VkSamplerAddressMode(below(random, 3));
    sampler.maxLod = 16;
    test.textures = {texture};
    // Texels per pixel: powers of two, so that the level is a whole number, and half a level off
    // where each level has one color.
    const float scale = float(1u << below(random, 4)) * (levels ? 1.375f : 1.0f);
    constexpr const char* kLookups[] = {
        "texture(image, uv)",
        "texture(image, uv, 1.0)",
        "texture(image, uv, -0.75)",
        "textureGrad(image, uv, vec2(scale / 64.0, 0), vec2(0, scale / 32.0))",
        "textureLod(image, uv, 1.25)",
        "textureProj(image, vec3(uv * 2.0, 2.0))",
        "textureOffset(image, uv, ivec2(1, -2))",
        "vec4(textureQueryLod(image, uv), 0, 0)",
    };
    test.steps.emplace_back();
    Step& step = test.steps.back();
    step.vertex = R"(#version 460
layout(location = 0) in vec4 position;
layout(location = 0) out vec2 uv;
void main() {
    gl_Position = position;
    // Beside the borders of texels.
    uv = 0.17 / 64.0 + (position.xy * 0.5 + 0.5) * )" +
                  std::to_string(scale) + R"(;
})";
    step.fragment = R"(#version 460
layout(binding = 0) uniform sampler2D image;
layout(location = 0) in vec2 uv;
layout(location = 0) out vec4 result;
const float scale = )" +
                    std::to_string(scale) + R"(;
void main() {
    result = )" + kLookups[seed / 2 % std::size(kLookups)] +
                    R"(;
})";
    setVertices(step, cellTriangles(random, test, 32));
    step.draws = {{0, uint32_t(step.bindings[0].bytes.size() / sizeof(Vertex))}};
    // Weights of filters have 8 bits ("subTexelPrecisionBits"), rounded or cut, of texels that
    // differ by up to 1. The level of detail is a logarithm that may be approximated;
    // lavapipe's is off by up to 0.022, and levels are 16 of 255 apart here.
    test.tolerance.absolute = levels                       ? 0.03f * 16 / 255
                              : filter == VK_FILTER_LINEAR ? 0.02f
                                                           : 1e-6f;
    if (seed / 2 % std::size(kLookups) == 7) {
        test.tolerance.absolute = 0.03f;
    }
    return test;
}

Case fragmentCase(uint32_t seed) {
    Random random(seed + 31000);
    Case test = newCase("fragments", seed, random);
    test.colors = {{}};
    test.samples = chance(random, 4) ? VK_SAMPLE_COUNT_4_BIT : VK_SAMPLE_COUNT_1_BIT;
    const auto withDepth = [&](VkFormat format) { test.depth = DepthTarget{format, 0.625f, 3}; };
    const auto testDepth = [&](VkCompareOp compare) {
        for (Step& step : test.steps) {
            step.state.depthTest = step.state.depthWrite = true;
            step.state.depthCompare = compare;
        }
    };
    switch (seed % 10) {
    case 0: // Discard, in a pattern.
        withDepth(VK_FORMAT_D32_SFLOAT);
        test.occlusionQuery = true;
        addTriangles(random,
                     test,
                     flatFragment(test,
                                  "",
                                  "    if (((int(gl_FragCoord.x) ^ int(gl_FragCoord.y)) & 3) == "
                                  "0) discard;\n"),
                     8);
        testDepth(VK_COMPARE_OP_LESS);
        break;
    case 1: // Depth from the shader.
        withDepth(VK_FORMAT_D32_SFLOAT);
        test.occlusionQuery = true;
        addTriangles(
            random,
            test,
            flatFragment(
                test, "", "    gl_FragDepth = float(int(color.x * 255.0 + 0.5) & 15) / 16.0;\n"),
            10);
        testDepth(VK_COMPARE_OP_LESS_OR_EQUAL);
        break;
    case 2: // Stencil from the shader.
        withDepth(VK_FORMAT_D32_SFLOAT_S8_UINT);
        addTriangles(random,
                     test,
                     flatFragment(test,
                                  "#extension GL_ARB_shader_stencil_export : require\n",
                                  "    gl_FragStencilRefARB = int(words.x & 255u);\n"),
                     10);
        for (VkStencilOpState* state : {&test.steps[0].state.front, &test.steps[0].state.back}) {
            state->compareOp = VK_COMPARE_OP_GREATER;
            state->passOp = VK_STENCIL_OP_REPLACE;
            state->failOp = VK_STENCIL_OP_INCREMENT_AND_CLAMP;
            state->compareMask = state->writeMask = 0xff;
        }
        test.steps[0].state.stencilTest = true;
        break;
    case 3: // Sample mask from the shader.
        test.occlusionQuery = true;
        addTriangles(
            random,
            test,
            flatFragment(test, "", "    gl_SampleMask[0] = int(words.x) ^ int(gl_FragCoord.x);\n"),
            8);
        break;
    case 4: // Counting fragments: late tests.
    case 5: // And early ones.
        withDepth(VK_FORMAT_D32_SFLOAT);
        test.storageWords = 64;
        test.samples = VK_SAMPLE_COUNT_1_BIT;
        addCells(random,
                 test,
                 flatFragment(
                     test,
                     std::string(seed % 10 == 5 ? "layout(early_fragment_tests) in;\n" : "") +
                         "layout(binding = 8) buffer Words { uint counts[]; };\n",
                     "    if (!gl_HelperInvocation) atomicAdd(counts[int(gl_FragCoord.x) >> 3 | "
                     "int(gl_FragCoord.y) >> 3 << 3], 1u);\n"));
        // Every other cell lies behind what is there.
        for (size_t i = 0; i < test.steps[0].draws[0].count; ++i) {
            auto* vertex = reinterpret_cast<Vertex*>(test.steps[0].bindings[0].bytes.data()) + i;
            vertex->position[2] = i / 3 % 2 ? 0.25f : 0.75f;
        }
        testDepth(VK_COMPARE_OP_LESS);
        break;
    case 6: // Storage by pixel; no color is the same.
        test.storageWords = 64 * 64;
        test.samples = VK_SAMPLE_COUNT_1_BIT;
        addCells(random,
                 test,
                 flatFragment(test,
                              "layout(binding = 8) buffer Words { uint texels[]; };\n",
                              "    texels[int(gl_FragCoord.y) * 64 + int(gl_FragCoord.x)] = "
                              "words.x | 1u;\n"));
        break;
    case 7: // Derivatives of what differs between the pixels of a quad, in a branch and a loop.
        test.colors[0].format = VK_FORMAT_R32G32B32A32_SFLOAT;
        test.samples = VK_SAMPLE_COUNT_1_BIT;
        addCells(random,
                 test,
                 flatFragment(test,
                              "",
                              "    float x = floor(gl_FragCoord.x), y = floor(gl_FragCoord.y);\n"
                              "    float sum = 0.0;\n"
                              "    for (uint i = 0u; i < (words.x & 3u) + 1u; ++i) {\n"
                              "        sum += dFdxFine(x * x + float(i)) + dFdyFine(y * y * x);\n"
                              "    }\n"
                              "    color = vec4(sum, fwidthFine(x * y), dFdxFine(x * y), "
                              "words.y & 255u);\n"));
        break;
    case 8: // Demotion, and derivatives after it.
        test.colors[0].format = VK_FORMAT_R32G32B32A32_SFLOAT;
        test.samples = VK_SAMPLE_COUNT_1_BIT;
        addCells(random,
                 test,
                 flatFragment(test,
                              "#extension GL_EXT_demote_to_helper_invocation : require\n",
                              "    float x = floor(gl_FragCoord.x), y = floor(gl_FragCoord.y);\n"
                              "    if ((int(x) + int(y)) % 3 == 0) demote;\n"
                              "    color = vec4(dFdxFine(x * x), dFdyFine(y * y), 1, "
                              "helperInvocationEXT() ? 7 : 3);\n"));
        break;
    default: // Functions and arrays in loops: what a pixel does is its own.
        test.colors[0].format = VK_FORMAT_R32G32B32A32_UINT;
        addTriangles(random,
                     test,
                     flatFragment(test,
                                  "uint collatz(uint x) {\n"
                                  "    uint steps = 0u;\n"
                                  "    while (x != 1u && steps < 100u) {\n"
                                  "        x = (x & 1u) == 0u ? x >> 1 : 3u * x + 1u;\n"
                                  "        ++steps;\n"
                                  "    }\n"
                                  "    return steps;\n"
                                  "}\n",
                                  "    words.x = collatz(uint(gl_FragCoord.x) + 64u * "
                                  "uint(gl_FragCoord.y) + 1u);\n"
                                  "    words.y = collatz(words.x + 1u);\n"),
                     6);
        break;
    }
    test.tolerance.absolute = 1e-5f;
    return test;
}

/// Four samples: resolves, masks, alpha to coverage, shading of each sample.
Case multisampleCase(uint32_t seed) {
    Random random(seed + 32000);
    Case test = newCase("samples", seed, random);
    test.samples = VK_SAMPLE_COUNT_4_BIT;
    constexpr VkFormat kFormats[] = {VK_FORMAT_R8G8B8A8_UNORM,
                                     VK_FORMAT_R16G16B16A16_SFLOAT,
                                     VK_FORMAT_R32G32B32A32_SFLOAT,
                                     VK_FORMAT_B8G8R8A8_SRGB,
                                     VK_FORMAT_R8G8B8A8_UINT,
                                     VK_FORMAT_R16G16_UNORM,
                                     VK_FORMAT_A2B10G10R10_UNORM_PACK32};
    test.colors = {{pick(random, kFormats)}};
    test.colors[0].resolves = true;
    test.occlusionQuery = chance(random, 2);
    const bool integer = test.format(0).isInteger();
    if (chance(random, 3)) {
        test.depth = DepthTarget{VK_FORMAT_D32_SFLOAT_S8_UINT, 0.75f, 1};
        test.depth->resolves = chance(random, 2);
    }
    std::string body;
    switch (seed % 6) {
    case 0:
        body = "    color.x = float(gl_SampleID * 51) / 255.0; words.x = uint(gl_SampleID);\n";
        break;
    case 1:
        body = "    color.xy = gl_SamplePosition; words.xy = uvec2(gl_SamplePosition * 16.0);\n";
        break;
    case 2:
        body = "    color.x = float(gl_SampleMaskIn[0] * 17) / 255.0; words.x = "
               "uint(gl_SampleMaskIn[0]);\n";
        break;
    default:
        break;
    }
    if (seed % 6 == 2) {
        test.lavapipeIsWrong = "has all bits in gl_SampleMaskIn";
    }
    addTriangles(random, test, flatFragment(test, "", body), 12);
    State& state = test.steps[0].state;
    state.sampleShading = seed % 6 == 3;
    if (chance(random, 3)) {
        state.sampleMask = 1 + below(random, 15);
    }
    if (seed % 6 == 4 && !integer) {
        // How alpha becomes coverage is for the device to say (Vulkan 1.3, "Multisample Coverage"):
        // nothing is compared but where alpha is 0 or 1, where no sample or all are covered.
        state.alphaToCoverage = true;
        auto* vertices = reinterpret_cast<Vertex*>(test.steps[0].bindings[0].bytes.data());
        for (uint32_t i = 0; i < test.steps[0].draws[0].count; ++i) {
            vertices[i].color[3] = i / 3 % 2 ? 1.0f : 0.0f;
        }
        state.alphaToOne = chance(random, 2);
    }
    if (test.depth) {
        state.depthTest = state.depthWrite = true;
        state.depthCompare = VK_COMPARE_OP_LESS;
        state.stencilTest = true;
        state.front.compareOp = state.back.compareOp = VK_COMPARE_OP_ALWAYS;
        state.front.passOp = state.back.passOp = VK_STENCIL_OP_INCREMENT_AND_WRAP;
        state.front.writeMask = state.back.writeMask = 0xff;
    }
    // Averages of four: the order of sums, and the rounding, are open (8.9 of the resolve: "a
    // precision no lower than").
    const Kind kind = test.format(0).kind;
    test.tolerance.steps = kind == Kind::Srgb || kind == Kind::Float ? 2 : 1;
    test.tolerance.absolute = 1e-6f;
    return test;
}

/// Render areas, several steps that depend on each other, input attachments.
Case passCase(uint32_t seed) {
    Random random(seed + 33000);
    Case test = newCase("passes", seed, random);
    test.colors = {{}};
    if (seed % 3 == 0) {
        test.renderPass = true;
        test.colors.push_back({VK_FORMAT_R32G32B32A32_SFLOAT});
        const bool depth = chance(random, 2);
        if (depth) {
            test.depth = DepthTarget{VK_FORMAT_D32_SFLOAT, 1};
        }
        test.inputFragment =
            std::string("#version 460\n"
                        "layout(input_attachment_index = 0, binding = 9) uniform subpassInput "
                        "color;\n") +
            (depth ? "layout(input_attachment_index = 1, binding = 10) uniform subpassInput "
                     "depth;\n"
                   : "") +
            "layout(location = 0) out vec4 result;\n"
            "void main() {\n"
            "    result = subpassLoad(color) * 2.0 + vec4(0, 0, " +
            (depth ? "subpassLoad(depth).x" : "1.0") + ", gl_FragCoord.x);\n}\n";
    } else {
        test.colors[0].pattern = seed + 1;
        const VkOffset2D at{int32_t(below(random, 32)), int32_t(below(random, 32))};
        test.renderArea = VkRect2D{at, {1 + below(random, 32), 1 + below(random, 32)}};
    }
    for (uint32_t i = 0; i < 3; ++i) {
        addTriangles(random, test, flatFragment(test), 6);
        Step& step = test.steps.back();
        step.state.depthTest = step.state.depthWrite = test.depth.has_value();
        step.state.depthCompare = VK_COMPARE_OP_LESS;
        if (!test.inputFragment.empty()) {
            continue;
        }
        // "the application must ensure ... that all rendering is contained within the render area"
        step.state.scissors = {*test.renderArea};
        if (i > 0) {
            VkPipelineColorBlendAttachmentState blend{};
            blend.blendEnable = VK_TRUE;
            blend.srcColorBlendFactor = blend.srcAlphaBlendFactor = VK_BLEND_FACTOR_ONE;
            blend.dstColorBlendFactor = blend.dstAlphaBlendFactor = VK_BLEND_FACTOR_ONE;
            blend.colorBlendOp = blend.alphaBlendOp = VkBlendOp(below(random, 5));
            blend.colorWriteMask = 0xf;
            step.state.blends = {blend};
        }
    }
    test.tolerance.steps = 1; // lavapipe may contract a multiplication and an addition.
    test.tolerance.absolute = 1e-6f;
    return test;
}

} // namespace pictures
