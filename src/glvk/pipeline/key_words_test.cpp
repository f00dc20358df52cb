// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "glvk/pipeline/key_words.h"

#include "glvk/gpu/vulkan.h"

#include <gtest/gtest.h>

namespace glvk {
namespace {

PipelineKey usualKey() {
    PipelineKey key;
    key.program = 1;
    key.topology = VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST;
    key.colorFormat[0] = format::Id::R8G8B8A8Unorm;
    key.depthFormat = format::Id::D24UnormS8Uint;
    key.stencilFormat = format::Id::D24UnormS8Uint;
    key.writeMask[0] = 0xf;
    return key;
}

TEST(KeyWords, NameWhatIsNew) {
    const PipelineKey before = usualKey();
    PipelineKey key = before;
    key.program = 2;
    EXPECT_EQ(describeChange(key, before), "");
    EXPECT_EQ(distance(key, before), 0);
    key.colorFormat[0] = format::Id::B10G11R11Ufloat;
    key.samples = 4;
    key.blend[0] = {.enabled = 1,
                    .srcColor = VK_BLEND_FACTOR_ONE,
                    .dstColor = VK_BLEND_FACTOR_ONE_MINUS_SRC_ALPHA,
                    .srcAlpha = VK_BLEND_FACTOR_ONE,
                    .dstAlpha = VK_BLEND_FACTOR_ONE_MINUS_SRC_ALPHA};
    const std::string format = format::layout(format::Id::B10G11R11Ufloat).name;
    EXPECT_EQ(describeChange(key, before),
              "color 0 of format " + format + "; 4 samples; blending ONE, ONE_MINUS_SRC_ALPHA");
    EXPECT_EQ(distance(key, before), 3);
    EXPECT_NE(describeChange(before, key).find("; 1 sample; no blending"), std::string::npos);
}

TEST(KeyWords, TellAlphaAndEquationsWhereTheyAreOfTheirOwn) {
    const PipelineKey before = usualKey();
    PipelineKey key = before;
    key.blend.fill({.enabled = 1,
                    .colorOp = VK_BLEND_OP_SUBTRACT,
                    .alphaOp = VK_BLEND_OP_MAX,
                    .srcColor = VK_BLEND_FACTOR_SRC_ALPHA,
                    .dstColor = VK_BLEND_FACTOR_ONE,
                    .srcAlpha = VK_BLEND_FACTOR_ZERO,
                    .dstAlpha = VK_BLEND_FACTOR_ONE});
    // All targets alike are told once.
    EXPECT_EQ(describeChange(key, before),
              "blending FUNC_SUBTRACT and MAX SRC_ALPHA, ONE, alpha ZERO, ONE");
    key.blend[2] = {};
    key.blend[3].dstColor = VK_BLEND_FACTOR_ZERO;
    EXPECT_NE(describeChange(key, before).find("ZERO, alpha ZERO, ONE of target 3"),
              std::string::npos);
}

/// Whatever differs, something is said.
TEST(KeyWords, EveryWordHasItsWords) {
    const PipelineKey before = usualKey();
    const auto expectTold = [&](auto change) {
        PipelineKey key = before;
        change(key);
        ASSERT_GT(distance(key, before), 0);
        EXPECT_NE(describeChange(key, before), "");
    };
    expectTold([](PipelineKey& key) { key.topology = VK_PRIMITIVE_TOPOLOGY_PATCH_LIST; });
    expectTold([](PipelineKey& key) { key.primitiveRestart = 1; });
    expectTold([](PipelineKey& key) { key.smoothLines = 1; });
    expectTold([](PipelineKey& key) { key.stippledLines = 1; });
    expectTold([](PipelineKey& key) { key.patchVertices = 3; });
    expectTold([](PipelineKey& key) { key.cullMode = 1; });
    expectTold([](PipelineKey& key) { key.clockwise = 1; });
    expectTold([](PipelineKey& key) { key.depthBias = 1; });
    expectTold([](PipelineKey& key) { key.polygonMode = 1; });
    expectTold([](PipelineKey& key) { key.depthClamp = 1; });
    expectTold([](PipelineKey& key) { key.discard = 1; });
    expectTold([](PipelineKey& key) { key.provokingFirst = 1; });
    expectTold([](PipelineKey& key) { key.layerIgnored = 1; });
    expectTold([](PipelineKey& key) { key.clipDistancesOff = 1; });
    expectTold([](PipelineKey& key) { key.clipPlanes = 1; });
    expectTold([](PipelineKey& key) { key.depthTest = 1; });
    expectTold([](PipelineKey& key) { key.depthWrite = 1; });
    expectTold([](PipelineKey& key) { key.depthOp = 1; });
    expectTold([](PipelineKey& key) { key.stencilTest = 1; });
    expectTold([](PipelineKey& key) { key.flatColors = 1; });
    expectTold([](PipelineKey& key) { key.twoSidedColors = 1; });
    expectTold([](PipelineKey& key) { key.shadedSamples = 2; });
    expectTold([](PipelineKey& key) { key.alphaTest = 1; });
    expectTold([](PipelineKey& key) { key.polygonStipple = 1; });
    expectTold([](PipelineKey& key) { key.smoothPoints = 1; });
    expectTold([](PipelineKey& key) { key.secondAlphaToOne = 1; });
    expectTold([](PipelineKey& key) { key.clampOutputs = 1; });
    expectTold([](PipelineKey& key) { key.spriteSets = 1; });
    expectTold([](PipelineKey& key) { key.spritesFromTop = 1; });
    expectTold([](PipelineKey& key) { key.stencil[1].pass = 1; });
    expectTold([](PipelineKey& key) { key.samples = 2; });
    expectTold([](PipelineKey& key) { key.alphaToCoverage = 1; });
    expectTold([](PipelineKey& key) { key.alphaToOne = 1; });
    expectTold([](PipelineKey& key) { key.logicOpEnabled = 1; });
    expectTold([](PipelineKey& key) { key.sampleMask = 1; });
    expectTold([](PipelineKey& key) { key.depthFormat = format::Id::D16Unorm; });
    expectTold([](PipelineKey& key) { key.stencilFormat = format::Id::S8Uint; });
    expectTold([](PipelineKey& key) { key.colorFormat[7] = format::Id::R8Unorm; });
    expectTold([](PipelineKey& key) { key.writeMask[3] = 1; });
    expectTold([](PipelineKey& key) { key.blend[5].enabled = 1; });
    expectTold([](PipelineKey& key) { key.attributeFormat[9] = 1; });
    expectTold([](PipelineKey& key) { key.divisor[9] = 1; });
    expectTold([](PipelineKey& key) { key.stride_B[9] = 1; });
}

TEST(KeyWords, TargetsAreToldOfFirstDraws) {
    const std::string color = format::layout(format::Id::R8G8B8A8Unorm).name;
    const std::string depth = format::layout(format::Id::D24UnormS8Uint).name;
    EXPECT_EQ(describeTargets(usualKey()),
              "color 0 of format " + color + "; depth of format " + depth);
    EXPECT_EQ(describeTargets({}), "");
}

} // namespace
} // namespace glvk
