// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "glvk/pipeline/pipeline_key.h"

#include "base/hash.h"
#include "glvk/gpu/vulkan.h"

#include <bit>
#include <functional>
#include <gtest/gtest.h>
#include <vector>

namespace glvk {
namespace {

/// One change to each field of a key.
const std::vector<std::function<void(PipelineKey&)>>& changes() {
    using Key = PipelineKey;
    static const std::vector<std::function<void(Key&)>> list = {
        [](Key& k) { k.program = 2; },
        [](Key& k) { k.attributeFormat[15] = 1; },
        [](Key& k) { k.divisor[3] = 1; },
        [](Key& k) { k.stride_B[0] = 16; },
        [](Key& k) { k.topology = VK_PRIMITIVE_TOPOLOGY_TRIANGLE_FAN; },
        [](Key& k) { k.cullMode = VK_CULL_MODE_BACK_BIT; },
        [](Key& k) { k.clockwise = 1; },
        [](Key& k) { k.depthBias = 1; },
        [](Key& k) { k.polygonMode = VK_POLYGON_MODE_LINE; },
        [](Key& k) { k.samples = 4; },
        [](Key& k) { k.alphaToCoverage = 1; },
        [](Key& k) { k.depthTest = 1; },
        [](Key& k) { k.depthWrite = 1; },
        [](Key& k) { k.depthOp = VK_COMPARE_OP_ALWAYS; },
        [](Key& k) { k.stencilTest = 1; },
        [](Key& k) { k.patchVertices = 32; },
        [](Key& k) { k.stencil[1].pass = VK_STENCIL_OP_REPLACE; },
        [](Key& k) { k.alphaToOne = 1; },
        [](Key& k) { k.primitiveRestart = 1; },
        [](Key& k) { k.provokingFirst = 1; },
        [](Key& k) { k.depthClamp = 1; },
        [](Key& k) { k.discard = 1; },
        [](Key& k) { k.clipDistancesOff = 0x80; },
        [](Key& k) { k.clipPlanes = 0x80; },
        [](Key& k) { k.flatColors = 1; },
        [](Key& k) { k.twoSidedColors = 1; },
        [](Key& k) { k.alphaTest = 1; },
        [](Key& k) { k.clampOutputs = 1; },
        [](Key& k) { k.polygonStipple = 1; },
        [](Key& k) { k.smoothPoints = 1; },
        [](Key& k) { k.spriteSets = 0x80; },
        [](Key& k) { k.spritesFromTop = 1; },
        [](Key& k) { k.secondAlphaToOne = 1; },
        [](Key& k) { k.shadedSamples = 16; },
        [](Key& k) { k.logicOpEnabled = 1; },
        [](Key& k) { k.logicOp = VK_LOGIC_OP_SET; },
        [](Key& k) { k.layerIgnored = 1; },
        [](Key& k) { k.blend[0].enabled = 1; },
        [](Key& k) { k.blend[7].enabled = 1; },
        [](Key& k) { k.blend[0].colorOp = VK_BLEND_OP_MAX; },
        [](Key& k) { k.blend[0].alphaOp = VK_BLEND_OP_MAX; },
        [](Key& k) { k.blend[0].srcColor = VK_BLEND_FACTOR_ONE_MINUS_SRC1_ALPHA; },
        [](Key& k) { k.blend[0].dstColor = VK_BLEND_FACTOR_ONE_MINUS_SRC1_ALPHA; },
        [](Key& k) { k.blend[0].srcAlpha = VK_BLEND_FACTOR_ONE_MINUS_SRC1_ALPHA; },
        [](Key& k) { k.blend[0].dstAlpha = VK_BLEND_FACTOR_ONE_MINUS_SRC1_ALPHA; },
        [](Key& k) { k.writeMask[7] = 0xf; },
        [](Key& k) { k.sampleMask = 1u << 31; },
        [](Key& k) { k.colorFormat[7] = format::Id::R8G8B8A8Unorm; },
        [](Key& k) { k.depthFormat = format::Id::D16Unorm; },
        [](Key& k) { k.stencilFormat = format::Id::S8Uint; },
        [](Key& k) { k.colorCount = 8; },
    };
    return list;
}

TEST(PipelineKeyTest, EveryFieldCounts) {
    const PipelineKey plain;
    std::vector<PipelineKey> keys{plain};
    for (const auto& change : changes()) {
        PipelineKey key;
        change(key);
        for (const PipelineKey& other : keys) {
            EXPECT_FALSE(other == key) << keys.size();
            EXPECT_NE(base::hashKey(other), base::hashKey(key)) << keys.size();
        }
        PipelineKey again;
        change(again);
        EXPECT_EQ(key, again);
        EXPECT_EQ(base::hashKey(key), base::hashKey(again));
        EXPECT_EQ(1, std::popcount(key.differing(plain, PipelineKey::kAllWords))) << keys.size();
        keys.push_back(key);
    }
}

TEST(PipelineKeyTest, TheLargestValuesFit) {
    PipelineKey key;
    key.topology = VK_PRIMITIVE_TOPOLOGY_TRIANGLE_FAN;
    key.cullMode = VK_CULL_MODE_FRONT_AND_BACK;
    key.polygonMode = VK_POLYGON_MODE_POINT;
    key.samples = 16;
    key.depthOp = VK_COMPARE_OP_ALWAYS;
    key.blend[0].colorOp = VK_BLEND_OP_MAX;
    key.blend[0].srcColor = VK_BLEND_FACTOR_ONE_MINUS_SRC1_ALPHA;
    key.patchVertices = 32;
    key.logicOp = VK_LOGIC_OP_SET;
    key.stencil[0].fail = VK_STENCIL_OP_DECREMENT_AND_WRAP;
    EXPECT_EQ(uint32_t(VK_PRIMITIVE_TOPOLOGY_TRIANGLE_FAN), key.topology);
    EXPECT_EQ(uint32_t(VK_CULL_MODE_FRONT_AND_BACK), key.cullMode);
    EXPECT_EQ(uint32_t(VK_POLYGON_MODE_POINT), key.polygonMode);
    EXPECT_EQ(16u, key.samples);
    EXPECT_EQ(uint32_t(VK_COMPARE_OP_ALWAYS), key.depthOp);
    EXPECT_EQ(uint32_t(VK_BLEND_OP_MAX), key.blend[0].colorOp);
    EXPECT_EQ(uint32_t(VK_BLEND_FACTOR_ONE_MINUS_SRC1_ALPHA), key.blend[0].srcColor);
    EXPECT_EQ(32u, key.patchVertices);
    EXPECT_EQ(uint32_t(VK_LOGIC_OP_SET), key.logicOp);
    EXPECT_EQ(VK_STENCIL_OP_DECREMENT_AND_WRAP, key.stencil[0].fail);
}

} // namespace
} // namespace glvk
