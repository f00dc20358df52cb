// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "generate.h"

#include <algorithm>

namespace pictures {
namespace {

VkPipelineColorBlendAttachmentState
blendOf(VkBlendFactor source, VkBlendFactor destination, VkBlendOp op) {
    VkPipelineColorBlendAttachmentState blend{};
    blend.blendEnable = VK_TRUE;
    blend.srcColorBlendFactor = blend.srcAlphaBlendFactor = source;
    blend.dstColorBlendFactor = blend.dstAlphaBlendFactor = destination;
    blend.colorBlendOp = blend.alphaBlendOp = op;
    blend.colorWriteMask = 0xf;
    return blend;
}

float anyFloat(Random& random, float least, float most) {
    return least + (most - least) * float(random() >> 8) / float(1 << 24);
}

} // namespace

Case sceneCase(uint32_t seed) {
    Random random(seed + 40000);
    Case test = newCase("scene", seed, random);
    test.extent = {200, 152}; // Not whole tiles.
    constexpr VkFormat kFormats[] = {VK_FORMAT_R32G32B32A32_SFLOAT,
                                     VK_FORMAT_R8G8B8A8_UNORM,
                                     VK_FORMAT_R16G16B16A16_SFLOAT,
                                     VK_FORMAT_B10G11R11_UFLOAT_PACK32,
                                     VK_FORMAT_B8G8R8A8_SRGB,
                                     VK_FORMAT_R16G16B16A16_SNORM};
    test.colors = {{kFormats[seed % 6]}};
    test.samples = seed % 3 == 1 ? VK_SAMPLE_COUNT_4_BIT : VK_SAMPLE_COUNT_1_BIT;
    test.colors[0].resolves = test.samples > 1;
    test.occlusionQuery = true;
    if (seed % 2) {
        test.depth = DepthTarget{VK_FORMAT_D32_SFLOAT_S8_UINT, 1};
    }
    Step step;
    step.vertex = R"(#version 460
layout(location = 0) in vec4 position;
layout(location = 1) in vec4 color;
layout(location = 2) in uvec4 words;
layout(location = 0) out vec4 toColor;
layout(location = 1) noperspective centroid out vec2 toPlace;
void main() {
    gl_Position = position + vec4(sin(position.yx) * 0.125, 0, 0);
    toColor = color * (1.0 + 0.1 * gl_InstanceIndex);
    toPlace = position.xy * 3.7;
})";
    step.fragment = R"(#version 460
layout(binding = 0) uniform sampler2D image;
layout(location = 0) in vec4 fromColor;
layout(location = 1) noperspective centroid in vec2 place;
layout(location = 0) out vec4 result;
void main() {
    vec4 texel = texture(image, place);
    if (texel.w < 0.1) discard;
    result = fromColor * texel + vec4(fwidth(place) * 0.25, exp2(-length(place)), 0.3);
})";
    Texture texture;
    texture.levels = 7;
    texture.pattern = seed + 1;
    texture.sampler.magFilter = texture.sampler.minFilter = VK_FILTER_LINEAR;
    texture.sampler.mipmapMode = VK_SAMPLER_MIPMAP_MODE_LINEAR;
    texture.sampler.maxLod = 16;
    test.textures = {texture};
    const uint32_t triangles = seed % 4 == 3 ? 60 : 4000;
    const float size = triangles < 100 ? 0.9f : 0.06f;
    std::vector<Vertex> vertices;
    for (uint32_t i = 0; i < triangles; ++i) {
        const float x = anyFloat(random, -1.1f, 1.1f);
        const float y = anyFloat(random, -1.1f, 1.1f);
        for (uint32_t corner = 0; corner < 3; ++corner) {
            Vertex vertex{};
            const float w = anyFloat(random, 0.5f, 2);
            vertex.position[0] = (x + anyFloat(random, -size, size)) * w;
            vertex.position[1] = (y + anyFloat(random, -size, size)) * w;
            vertex.position[2] = anyFloat(random, -0.1f, 1.1f) * w;
            vertex.position[3] = w;
            for (float& component : vertex.color) {
                component = anyFloat(random, 0, 1);
            }
            vertices.push_back(vertex);
        }
    }
    setVertices(step, vertices);
    step.draws = {{0, uint32_t(vertices.size())}, {0, uint32_t(vertices.size()) / 6 * 3, 2}};
    State& state = step.state;
    state.blends = {seed % 3 == 0
                        ? blendOf(VK_BLEND_FACTOR_ONE, VK_BLEND_FACTOR_ONE, VK_BLEND_OP_ADD)
                        : blendOf(VK_BLEND_FACTOR_SRC_ALPHA,
                                  VK_BLEND_FACTOR_ONE_MINUS_SRC_ALPHA,
                                  VK_BLEND_OP_ADD)};
    if (test.depth) {
        state.depthTest = state.depthWrite = true;
        state.depthCompare = VK_COMPARE_OP_LESS_OR_EQUAL;
        state.stencilTest = true;
        state.front.compareOp = state.back.compareOp = VK_COMPARE_OP_ALWAYS;
        state.front.passOp = VK_STENCIL_OP_INCREMENT_AND_WRAP;
        state.back.depthFailOp = VK_STENCIL_OP_INVERT;
        state.front.writeMask = state.back.writeMask = 0xff;
    }
    test.steps.push_back(std::move(step));
    return test;
}

} // namespace pictures
