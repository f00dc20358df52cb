// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "cpu/exec/render_pass.h"
#include "cpu/exec/replay.h"
#include "cpu/icd/api/entry_points.h"
#include "cpu/icd/commands/command_buffer.h"
#include "cpu/icd/device/device.h"
#include "cpu/icd/physical/instance.h"
#include "cpu/icd/pipelines/pipeline.h"
#include "cpu/icd/pipelines/pipeline_state.h"
#include "format/vk_formats.h"

#include <gtest/gtest.h>

namespace cpu::icd {
namespace {

/// Commands are recorded by their entry points and replayed here, without a queue.
class GraphicsCommands : public testing::Test {
protected:
    GraphicsCommands()
        : m_instance(VK_API_VERSION_1_3, {}),
          m_device(m_instance.physicalDevice(), {}),
          m_commands(m_device, VK_COMMAND_BUFFER_LEVEL_PRIMARY),
          m_replay(m_device.host()) {
        m_commands.begin();
    }
    VkCommandBuffer commands() { return handleOf<VkCommandBuffer>(&m_commands); }
    const exec::GraphicsState& replay() {
        EXPECT_EQ(m_commands.end(), VK_SUCCESS);
        m_commands.commands().replay(m_replay, m_replay.host().interruption);
        return m_replay.graphics;
    }
    exec::Replay& replayed() { return m_replay; }

private:
    Instance m_instance;
    Device m_device;
    CommandBuffer m_commands;
    exec::Replay m_replay;
};

TEST_F(GraphicsCommands, ViewportsAndScissors) {
    const VkViewport viewports[] = {{1, 2, 3, -4, 0.25f, 0.75f}, {5, 6, 7, 8, 0, 1}};
    const VkRect2D scissors[] = {{{-3, 4}, {10, 20}}, {{1, 1}, {UINT32_MAX, 5}}};
    entry::CmdSetViewportWithCount(commands(), 2, viewports);
    entry::CmdSetScissorWithCount(commands(), 2, scissors);
    entry::CmdSetViewport(commands(), 3, 1, viewports);
    const raster::RasterState& rs = replay().raster;
    EXPECT_EQ(rs.viewportCount, 2u);
    EXPECT_EQ(rs.viewports[0].height, -4);
    EXPECT_EQ(rs.viewports[0].minDepth, 0.25f);
    EXPECT_EQ(rs.viewports[1].x, 5);
    EXPECT_EQ(rs.viewports[3].width, 3);
    EXPECT_EQ(rs.scissors[0].x0, 0);
    EXPECT_EQ(rs.scissors[0].x1, 7);
    EXPECT_EQ(rs.scissors[0].y1, 24);
    EXPECT_EQ(rs.scissors[1].x1, 16384);
}

TEST_F(GraphicsCommands, Rasterization) {
    entry::CmdSetLineWidth(commands(), 2.5f);
    entry::CmdSetDepthBias(commands(), 1, 2, 3);
    entry::CmdSetDepthBiasEnable(commands(), VK_TRUE);
    entry::CmdSetCullMode(commands(), VK_CULL_MODE_FRONT_BIT);
    entry::CmdSetFrontFace(commands(), VK_FRONT_FACE_CLOCKWISE);
    entry::CmdSetPrimitiveTopology(commands(), VK_PRIMITIVE_TOPOLOGY_LINE_STRIP_WITH_ADJACENCY);
    entry::CmdSetPrimitiveRestartEnable(commands(), VK_TRUE);
    entry::CmdSetRasterizerDiscardEnable(commands(), VK_TRUE);
    entry::CmdSetPolygonModeEXT(commands(), VK_POLYGON_MODE_LINE);
    entry::CmdSetProvokingVertexModeEXT(commands(), VK_PROVOKING_VERTEX_MODE_LAST_VERTEX_EXT);
    entry::CmdSetLineRasterizationModeEXT(commands(), VK_LINE_RASTERIZATION_MODE_BRESENHAM_EXT);
    entry::CmdSetLineStippleEnableEXT(commands(), VK_TRUE);
    entry::CmdSetLineStippleEXT(commands(), 3, 0xa5a5);
    entry::CmdSetDepthClipNegativeOneToOneEXT(commands(), VK_TRUE);
    const raster::RasterState& rs = replay().raster;
    EXPECT_EQ(rs.lineWidth_px, 2.5f);
    EXPECT_EQ(rs.biasConstant, 1);
    EXPECT_EQ(rs.biasClamp, 2);
    EXPECT_EQ(rs.biasSlope, 3);
    EXPECT_TRUE(rs.depthBias);
    EXPECT_TRUE(rs.cullFront);
    EXPECT_FALSE(rs.cullBack);
    EXPECT_TRUE(rs.frontIsClockwise);
    EXPECT_EQ(rs.topology, raster::Topology::LineStripAdjacency);
    EXPECT_TRUE(rs.restart);
    EXPECT_TRUE(rs.discard);
    EXPECT_EQ(rs.polygonMode, raster::PolygonMode::Line);
    EXPECT_TRUE(rs.provokingLast);
    EXPECT_EQ(rs.lineMode, raster::LineMode::Bresenham);
    EXPECT_TRUE(rs.stippled);
    EXPECT_EQ(rs.stippleFactor, 3u);
    EXPECT_EQ(rs.stipplePattern, 0xa5a5);
    EXPECT_TRUE(rs.negativeOneToOne);
}

TEST_F(GraphicsCommands, DepthClippingFollowsClampingUntilItIsSet) {
    entry::CmdSetDepthClampEnableEXT(commands(), VK_TRUE);
    EXPECT_FALSE(replay().raster.depthClip);
    entry::CmdSetDepthClipEnableEXT(commands(), VK_TRUE);
    EXPECT_TRUE(replay().raster.depthClip);
}

TEST_F(GraphicsCommands, DepthAndStencil) {
    entry::CmdSetDepthTestEnable(commands(), VK_TRUE);
    entry::CmdSetDepthWriteEnable(commands(), VK_TRUE);
    entry::CmdSetDepthCompareOp(commands(), VK_COMPARE_OP_GREATER);
    entry::CmdSetDepthBoundsTestEnable(commands(), VK_TRUE);
    entry::CmdSetDepthBounds(commands(), 0.25f, 0.5f);
    entry::CmdSetStencilTestEnable(commands(), VK_TRUE);
    entry::CmdSetStencilOp(commands(),
                           VK_STENCIL_FACE_BACK_BIT,
                           VK_STENCIL_OP_ZERO,
                           VK_STENCIL_OP_INVERT,
                           VK_STENCIL_OP_REPLACE,
                           VK_COMPARE_OP_LESS);
    entry::CmdSetStencilCompareMask(commands(), VK_STENCIL_FACE_FRONT_BIT, 0x0f);
    entry::CmdSetStencilWriteMask(commands(), VK_STENCIL_FACE_FRONT_AND_BACK, 0x3f);
    entry::CmdSetStencilReference(commands(), VK_STENCIL_FACE_BACK_BIT, 5);
    const exec::DepthState& ds = replay().depth;
    EXPECT_TRUE(ds.tests && ds.writes && ds.boundsTest && ds.stencilTests);
    EXPECT_EQ(ds.compare, Compare::Greater);
    EXPECT_EQ(ds.minBounds, 0.25f);
    EXPECT_EQ(ds.maxBounds, 0.5f);
    EXPECT_EQ(ds.front.ops, DepthKey::Stencil{});
    EXPECT_EQ(
        ds.back.ops,
        (DepthKey::Stencil{StencilOp::Zero, StencilOp::Invert, StencilOp::Replace, Compare::Less}));
    EXPECT_EQ(ds.front.compareMask, 0x0fu);
    EXPECT_EQ(ds.back.compareMask, ~0u);
    EXPECT_EQ(ds.front.writeMask, 0x3fu);
    EXPECT_EQ(ds.back.writeMask, 0x3fu);
    EXPECT_EQ(ds.front.reference, 0u);
    EXPECT_EQ(ds.back.reference, 5u);
}

TEST_F(GraphicsCommands, BlendingAndSamples) {
    const VkBool32 enables[] = {VK_TRUE, VK_TRUE};
    const VkColorComponentFlags masks[] = {3, 5};
    const VkBool32 writes[] = {VK_TRUE, VK_FALSE, VK_TRUE};
    const VkColorBlendEquationEXT equation{VK_BLEND_FACTOR_SRC_ALPHA,
                                           VK_BLEND_FACTOR_ONE_MINUS_SRC_ALPHA,
                                           VK_BLEND_OP_MAX,
                                           VK_BLEND_FACTOR_ONE,
                                           VK_BLEND_FACTOR_ZERO,
                                           VK_BLEND_OP_SUBTRACT};
    const float constants[4] = {0.1f, 0.2f, 0.3f, 0.4f};
    const VkSampleMask mask = 0x6;
    entry::CmdSetColorBlendEnableEXT(commands(), 1, 2, enables);
    entry::CmdSetColorBlendEquationEXT(commands(), 2, 1, &equation);
    entry::CmdSetColorWriteMaskEXT(commands(), 0, 2, masks);
    entry::CmdSetColorWriteEnableEXT(commands(), 3, writes);
    entry::CmdSetBlendConstants(commands(), constants);
    entry::CmdSetLogicOpEXT(commands(), VK_LOGIC_OP_XOR);
    entry::CmdSetRasterizationSamplesEXT(commands(), VK_SAMPLE_COUNT_4_BIT);
    entry::CmdSetSampleMaskEXT(commands(), VK_SAMPLE_COUNT_4_BIT, &mask);
    entry::CmdSetAlphaToCoverageEnableEXT(commands(), VK_TRUE);
    entry::CmdSetAlphaToOneEnableEXT(commands(), VK_TRUE);
    const exec::GraphicsState& state = replay();
    EXPECT_FALSE(state.blend.targets[0].blends);
    EXPECT_TRUE(state.blend.targets[1].blends);
    EXPECT_TRUE(state.blend.targets[2].blends);
    EXPECT_EQ(state.blend.targets[2].blend.color, BlendOp::Max);
    EXPECT_EQ(state.blend.targets[2].blend.dstColor, BlendFactor::OneMinusSrcAlpha);
    EXPECT_EQ(state.blend.targets[0].writeMask, 3u);
    EXPECT_EQ(state.blend.targets[1].writeMask, 0u);
    EXPECT_EQ(state.blend.targets[2].writeMask, 15u);
    EXPECT_EQ(state.blend.constants[3], 0.4f);
    EXPECT_EQ(state.blend.logicOp, 16u); // It is not enabled.
    EXPECT_EQ(state.samples.samples, 4u);
    EXPECT_EQ(state.samples.mask, 6u);
    EXPECT_TRUE(state.samples.alphaToCoverage && state.samples.alphaToOne);
    entry::CmdSetLogicOpEnableEXT(commands(), VK_TRUE);
    EXPECT_EQ(replay().blend.logicOp, uint32_t(VK_LOGIC_OP_XOR));
}

TEST_F(GraphicsCommands, VertexInput) {
    VkVertexInputBindingDescription2EXT binding{
        VK_STRUCTURE_TYPE_VERTEX_INPUT_BINDING_DESCRIPTION_2_EXT};
    binding.binding = 3;
    binding.stride = 20;
    binding.inputRate = VK_VERTEX_INPUT_RATE_INSTANCE;
    binding.divisor = 7;
    VkVertexInputAttributeDescription2EXT attribute{
        VK_STRUCTURE_TYPE_VERTEX_INPUT_ATTRIBUTE_DESCRIPTION_2_EXT};
    attribute.location = 5;
    attribute.binding = 3;
    attribute.format = VK_FORMAT_R16G16_SFLOAT;
    attribute.offset = 8;
    entry::CmdSetVertexInputEXT(commands(), 1, &binding, 1, &attribute);
    const exec::VertexInput& vi = replay().input;
    EXPECT_EQ(vi.bindings[3].stride_B, 20u);
    EXPECT_TRUE(vi.bindings[3].perInstance);
    EXPECT_EQ(vi.bindings[3].divisor, 7u);
    EXPECT_EQ(vi.attributes[5].format, format::vkFormatIndex(VK_FORMAT_R16G16_SFLOAT));
    EXPECT_EQ(vi.attributes[5].binding, 3);
    EXPECT_EQ(vi.attributes[5].offset_B, 8u);
    EXPECT_EQ(vi.attributes[0].format, 0);
}

TEST_F(GraphicsCommands, PipelinesSetWhatIsStatic) {
    exec::GraphicsState state;
    exec::LooseState loose;
    state.raster.lineWidth_px = 4;
    state.raster.cullBack = true;
    state.depth.front.reference = 9;
    loose.sampleShading = true;
    loose.minSampleShading = 0.5f;
    auto graphics = std::make_unique<GraphicsPipeline>();
    graphics->addState(exec::kAllPieces,
                       state,
                       loose,
                       exec::bit(exec::Piece::CullMode) | exec::bit(exec::Piece::Samples));
    Pipeline pipeline(std::move(graphics));
    entry::CmdSetLineWidth(commands(), 2);
    entry::CmdSetCullMode(commands(), VK_CULL_MODE_FRONT_BIT);
    entry::CmdSetRasterizationSamplesEXT(commands(), VK_SAMPLE_COUNT_4_BIT);
    entry::CmdBindPipeline(
        commands(), VK_PIPELINE_BIND_POINT_GRAPHICS, handleOf<VkPipeline>(&pipeline));
    const exec::GraphicsState& result = replay();
    EXPECT_EQ(result.raster.lineWidth_px, 4);
    EXPECT_TRUE(result.raster.cullFront);
    EXPECT_FALSE(result.raster.cullBack);
    EXPECT_EQ(result.depth.front.reference, 9u);
    EXPECT_TRUE(result.samples.sampleShading);
    EXPECT_EQ(replayed().stages, pipeline.graphics()->stages());
    EXPECT_TRUE(replayed().stages.ofPipeline);
    EXPECT_EQ(replayed().computeStage.routine, nullptr);
}

TEST_F(GraphicsCommands, LibrariesBringTheirPieces) {
    exec::GraphicsState state;
    exec::LooseState loose;
    state.raster.lineWidth_px = 4;
    state.depth.tests = true;
    GraphicsPipeline library;
    library.addParts(VK_GRAPHICS_PIPELINE_LIBRARY_FRAGMENT_SHADER_BIT_EXT);
    library.addState(exec::kAllPieces, state, loose, exec::kAllPieces);
    GraphicsPipeline linked;
    linked.addLibrary(library);
    EXPECT_TRUE(linked.staticState().state.depth.tests);
    EXPECT_EQ(linked.staticState().state.raster.lineWidth_px, 1);
    EXPECT_EQ(linked.staticState().dynamic, exec::kFragmentPieces);
}

TEST(PipelineState, EveryPieceBelongsToOnePart) {
    EXPECT_EQ(exec::kVertexInputPieces | exec::kPreRasterPieces | exec::kFragmentPieces |
                  exec::kOutputPieces,
              exec::kAllPieces);
    EXPECT_EQ(exec::kVertexInputPieces & exec::kPreRasterPieces, 0u);
    EXPECT_EQ(exec::kPreRasterPieces & exec::kFragmentPieces, 0u);
    EXPECT_EQ(exec::kFragmentPieces & exec::kOutputPieces, 0u);
}

/// One texel of four samples, resolved to one.
class Resolves : public GraphicsCommands {
protected:
    template <typename Texel>
    Texel
    resolve(VkFormat format, const Texel (&samples)[4], uint8_t aspects, exec::ResolveMode mode) {
        Texel result{};
        exec::ResolveAttachment command{};
        command.from = attachment(format, const_cast<Texel*>(samples), sizeof(Texel), 4);
        command.to = attachment(format, &result, sizeof(Texel), 1);
        command.area = {0, 0, 1, 1};
        command.layers = {0, 1};
        command.aspects = aspects;
        command.mode = mode;
        exec::execute(command, replayed());
        return result;
    }

private:
    static exec::Attachment
    attachment(VkFormat format, void* texels, uint32_t texel_B, int32_t samples) {
        exec::Attachment result;
        result.format = format::vkFormatIndex(uint32_t(format));
        result.surface = {static_cast<uint8_t*>(texels),
                          texel_B,
                          texel_B,
                          texel_B,
                          Tiling::Linear,
                          texel_B,
                          1,
                          1,
                          1,
                          samples};
        return result;
    }
};

TEST_F(Resolves, ByMode) {
    using enum exec::ResolveMode;
    const float depths[4] = {0.5f, 0.25f, 1.0f, 0.25f};
    EXPECT_EQ(resolve(VK_FORMAT_D32_SFLOAT, depths, exec::kDepthAspect, SampleZero), 0.5f);
    EXPECT_EQ(resolve(VK_FORMAT_D32_SFLOAT, depths, exec::kDepthAspect, Average), 0.5f);
    EXPECT_EQ(resolve(VK_FORMAT_D32_SFLOAT, depths, exec::kDepthAspect, Min), 0.25f);
    EXPECT_EQ(resolve(VK_FORMAT_D32_SFLOAT, depths, exec::kDepthAspect, Max), 1.0f);
    const uint8_t stencils[4] = {9, 3, 200, 7};
    EXPECT_EQ(resolve(VK_FORMAT_S8_UINT, stencils, exec::kStencilAspect, SampleZero), 9);
    EXPECT_EQ(resolve(VK_FORMAT_S8_UINT, stencils, exec::kStencilAspect, Min), 3);
    EXPECT_EQ(resolve(VK_FORMAT_S8_UINT, stencils, exec::kStencilAspect, Max), 200);
    const float colors[4] = {1, 2, 3, 4};
    EXPECT_EQ(resolve(VK_FORMAT_R32_SFLOAT, colors, exec::kColorAspect, Average), 2.5f);
    EXPECT_EQ(resolve(VK_FORMAT_R32_SFLOAT, colors, exec::kColorAspect, SampleZero), 1.0f);
    const uint32_t integers[4] = {7, 8, 9, 10};
    EXPECT_EQ(resolve(VK_FORMAT_R32_UINT, integers, exec::kColorAspect, SampleZero), 7u);
}

TEST_F(Resolves, OneAspectLeavesTheOther) {
    const uint32_t texels[4] = {0x11000004, 0x22000002, 0x33000008, 0x44000006};
    using enum exec::ResolveMode;
    EXPECT_EQ(resolve(VK_FORMAT_D24_UNORM_S8_UINT, texels, exec::kDepthAspect, Max), 8u);
    EXPECT_EQ(resolve(VK_FORMAT_D24_UNORM_S8_UINT, texels, exec::kStencilAspect, Max), 0x44000000u);
    EXPECT_EQ(resolve(VK_FORMAT_D24_UNORM_S8_UINT, texels, exec::kDepthAspect, SampleZero), 4u);
    EXPECT_EQ(resolve(VK_FORMAT_D24_UNORM_S8_UINT, texels, exec::kStencilAspect, SampleZero),
              0x11000000u);
    EXPECT_EQ(resolve(VK_FORMAT_X8_D24_UNORM_PACK32, texels, exec::kDepthAspect, SampleZero), 4u);
    const uint64_t wide[4] = {0x11'3f000000, 0x22'3e000000, 0x33'3f800000, 0x44'3e800000};
    EXPECT_EQ(resolve(VK_FORMAT_D32_SFLOAT_S8_UINT, wide, exec::kDepthAspect, SampleZero),
              0x3f000000u);
    EXPECT_EQ(resolve(VK_FORMAT_D32_SFLOAT_S8_UINT, wide, exec::kStencilAspect, SampleZero),
              0x11'00000000u);
}

} // namespace
} // namespace cpu::icd
