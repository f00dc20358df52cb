// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Extensions that are newer than the oldest headers and validation layer which the project is built
// with: VK_KHR_maintenance5, VK_KHR_dynamic_rendering_local_read and
// VK_EXT_primitive_restart_index.
#include "graphics_test.h"
#include "vk_compute/glsl.h"

#include <gmock/gmock.h>
// After Vulkan's own header.
#include "base/vk_dynamic_rendering_local_read.h"
#include "base/vk_maintenance5.h"
#include "base/vk_primitive_restart_index.h"

#include <algorithm>
#include <functional>

namespace {

using testing::Each;
using testing::ElementsAre;
using vkt::DescriptorSet;
using vkt::kFullTriangle;
using vkt::kWhite;
using vkt::PipelineMaker;
using vkt::Rendering;
using vkt::Target;

class NewerExtensions : public vkt::GraphicsTest {
protected:
    static void SetUpTestSuite() { doWithoutLayer(); }

    template <typename Function>
    Function command(const char* name) const {
        const auto found = reinterpret_cast<Function>(vkGetDeviceProcAddr(device(), name));
        EXPECT_TRUE(found) << name;
        return found;
    }
    /// In VK_IMAGE_LAYOUT_GENERAL, for a subpass input at binding 0.
    DescriptorSet makeInput(const Target& target) {
        return makeSet(VK_DESCRIPTOR_TYPE_INPUT_ATTACHMENT,
                       {VK_NULL_HANDLE, target.view, VK_IMAGE_LAYOUT_GENERAL});
    }
};

class Maintenance5 : public NewerExtensions {
protected:
    void SetUp() override {
        NewerExtensions::SetUp();
        ASSERT_TRUE(hasExtension(VK_KHR_MAINTENANCE_5_EXTENSION_NAME));
    }
};

/// Indices beyond the size are beyond the buffer: of them all vertices are vertex 0.
TEST_F(Maintenance5, IndexBuffersEndWithTheirSize) {
    const Target target = makeTarget({});
    PipelineMaker maker;
    const VkPipeline pipeline = makePipeline(maker,
                                             R"(#version 460
void main() { // The left half is of the first three vertices, the right one of the others.
    const vec2 places[6] = vec2[](vec2(-1, -3), vec2(0, 1), vec2(-1, 1),
                                  vec2(0, -1), vec2(1, -1), vec2(0, 3));
    gl_Position = vec4(places[gl_VertexIndex], 0.5, 1);
})",
                                             kWhite,
                                             target.extent);
    const vkt::Buffer indices = makeBuffer(16, VK_BUFFER_USAGE_INDEX_BUFFER_BIT);
    for (uint16_t i = 0; i < 8; ++i) {
        indices.as<uint16_t>()[i] = uint16_t(std::max(0, i - 1));
    }
    const auto bind = command<PFN_vkCmdBindIndexBuffer2KHR>("vkCmdBindIndexBuffer2KHR");
    const auto whites = [&](VkDeviceSize size_B) {
        drawInto(target, pipeline, [&](VkCommandBuffer commands) {
            bind(commands, indices.buffer, 2, size_B, VK_INDEX_TYPE_UINT16);
            vkCmdDrawIndexed(commands, 6, 1, 0, 0, 0);
        });
        return std::ranges::count(read<uint32_t>(target), ~0u);
    };
    const auto one = whites(6);
    EXPECT_GT(one, 0);
    EXPECT_GT(whites(12), one);
    EXPECT_EQ(whites(VK_WHOLE_SIZE), whites(12));
    EXPECT_EQ(whites(10), one) << "the last triangle has no area";
}

TEST_F(Maintenance5, LayoutsAreKnownWithoutAnImage) {
    VkImageCreateInfo info{VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO};
    info.imageType = VK_IMAGE_TYPE_2D;
    info.format = VK_FORMAT_R8G8_UNORM;
    info.extent = {37, 19, 1};
    info.mipLevels = 3;
    info.arrayLayers = 5;
    info.samples = VK_SAMPLE_COUNT_1_BIT;
    info.tiling = VK_IMAGE_TILING_LINEAR;
    info.usage = VK_IMAGE_USAGE_SAMPLED_BIT;
    VkImage image = VK_NULL_HANDLE;
    ASSERT_VK(vkCreateImage(device(), &info, nullptr, &image));
    atEnd([this, image] { vkDestroyImage(device(), image, nullptr); });
    const auto without =
        command<PFN_vkGetDeviceImageSubresourceLayoutKHR>("vkGetDeviceImageSubresourceLayoutKHR");
    const auto with =
        command<PFN_vkGetImageSubresourceLayout2KHR>("vkGetImageSubresourceLayout2KHR");
    for (const VkImageSubresource& place : {VkImageSubresource{VK_IMAGE_ASPECT_COLOR_BIT, 0, 0},
                                            VkImageSubresource{VK_IMAGE_ASPECT_COLOR_BIT, 2, 4}}) {
        const VkImageSubresource2KHR subresource{
            VK_STRUCTURE_TYPE_IMAGE_SUBRESOURCE_2_KHR, nullptr, place};
        const VkDeviceImageSubresourceInfoKHR described{
            VK_STRUCTURE_TYPE_DEVICE_IMAGE_SUBRESOURCE_INFO_KHR, nullptr, &info, &subresource};
        VkSubresourceLayout2KHR ofInfo{VK_STRUCTURE_TYPE_SUBRESOURCE_LAYOUT_2_KHR};
        VkSubresourceLayout2KHR ofImage{VK_STRUCTURE_TYPE_SUBRESOURCE_LAYOUT_2_KHR};
        VkSubresourceLayout old{};
        without(device(), &described, &ofInfo);
        with(device(), image, &subresource, &ofImage);
        vkGetImageSubresourceLayout(device(), image, &place, &old);
        for (const VkSubresourceLayout& layout :
             {ofInfo.subresourceLayout, ofImage.subresourceLayout}) {
            EXPECT_EQ(layout.offset, old.offset);
            EXPECT_EQ(layout.size, old.size);
            EXPECT_EQ(layout.rowPitch, old.rowPitch);
            EXPECT_EQ(layout.arrayPitch, old.arrayPitch);
            EXPECT_EQ(layout.depthPitch, old.depthPitch);
        }
    }
}

TEST_F(Maintenance5, AreasOfAnySizeAreFine) {
    VkRenderingAreaInfoKHR info{VK_STRUCTURE_TYPE_RENDERING_AREA_INFO_KHR};
    VkExtent2D granularity{};
    command<PFN_vkGetRenderingAreaGranularityKHR>("vkGetRenderingAreaGranularityKHR")(
        device(), &info, &granularity);
    EXPECT_EQ(granularity.width, 1u);
    EXPECT_EQ(granularity.height, 1u);
}

TEST_F(Maintenance5, LayersThatRemainAreCopied) {
    const Target from = makeTarget({.extent = {3, 2}, .layers = 4});
    const Target to = makeTarget({.extent = {3, 2}, .layers = 4});
    run([&](VkCommandBuffer commands) {
        for (uint32_t layer = 0; layer < 4; ++layer) {
            const float gray = float(layer + 1) / 255;
            const VkClearColorValue color{{gray, gray, gray, gray}};
            const VkImageSubresourceRange range{VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, layer, 1};
            vkCmdClearColorImage(commands, from.image, VK_IMAGE_LAYOUT_GENERAL, &color, 1, &range);
        }
        const VkClearColorValue black{};
        const VkImageSubresourceRange all{VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 4};
        vkCmdClearColorImage(commands, to.image, VK_IMAGE_LAYOUT_GENERAL, &black, 1, &all);
        barrier(commands);
        VkImageCopy region{};
        region.srcSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, VK_REMAINING_ARRAY_LAYERS};
        region.dstSubresource = region.srcSubresource;
        region.extent = {3, 2, 1};
        vkCmdCopyImage(commands,
                       from.image,
                       VK_IMAGE_LAYOUT_GENERAL,
                       to.image,
                       VK_IMAGE_LAYOUT_GENERAL,
                       1,
                       &region);
    });
    const auto texels = read<uint32_t>(to);
    for (size_t i = 0; i < texels.size(); ++i) {
        const uint32_t layer = uint32_t(i / 6);
        EXPECT_EQ(texels[i], layer == 0 ? 0 : (layer + 1) * 0x01010101u);
    }
}

/// Drawn, and read by a shader.
class NewFormats : public Maintenance5 {
protected:
    std::vector<float> drawnAndRead(VkFormat format) {
        const Target target =
            makeTarget({.format = format, .usage = VK_IMAGE_USAGE_INPUT_ATTACHMENT_BIT});
        PipelineMaker maker;
        maker.setFormats({format});
        const VkPipeline drawing = makePipeline(maker,
                                                kFullTriangle,
                                                R"(#version 460
layout(location = 0) out vec4 result;
void main() { result = vec4(0.25, 0.5, 1, 0.75); })",
                                                target.extent);
        drawInto(
            target, drawing, [](VkCommandBuffer commands) { vkCmdDraw(commands, 3, 1, 0, 0); });
        const Target result = makeTarget({.format = VK_FORMAT_R32G32B32A32_SFLOAT});
        const DescriptorSet set = makeInput(target);
        PipelineMaker reader;
        reader.setFormats({result.format});
        reader.layout = makeLayout({set.layout});
        const VkPipeline reading = makePipeline(reader,
                                                kFullTriangle,
                                                R"(#version 460
layout(input_attachment_index = 0, set = 0, binding = 0) uniform subpassInput drawn;
layout(location = 0) out vec4 result;
void main() { result = subpassLoad(drawn); })",
                                                target.extent);
        drawInto(result, reading, [&](VkCommandBuffer commands) {
            vkCmdBindDescriptorSets(commands,
                                    VK_PIPELINE_BIND_POINT_GRAPHICS,
                                    reader.layout,
                                    0,
                                    1,
                                    &set.set,
                                    0,
                                    nullptr);
            vkCmdDraw(commands, 3, 1, 0, 0);
        });
        auto floats = read<float>(result);
        floats.resize(4);
        return floats;
    }
};

TEST_F(NewFormats, AlphaAlone) {
    EXPECT_THAT(drawnAndRead(VK_FORMAT_A8_UNORM_KHR), testing::ElementsAre(0, 0, 0, 191.0f / 255));
}

TEST_F(NewFormats, FiveBitsAndOneOfAlpha) {
    EXPECT_THAT(drawnAndRead(VK_FORMAT_A1B5G5R5_UNORM_PACK16_KHR),
                testing::ElementsAre(8.0f / 31, 16.0f / 31, 1, 1));
}

class RestartIndex : public NewerExtensions {
protected:
    void SetUp() override {
        NewerExtensions::SetUp();
        ASSERT_TRUE(hasExtension(VK_EXT_PRIMITIVE_RESTART_INDEX_EXTENSION_NAME));
    }
};

/// Of points, those of the index are left out.
TEST_F(RestartIndex, HoldsUntilIndicesAreBound) {
    const Target target = makeTarget({.extent = {8, 1}});
    PipelineMaker maker;
    maker.ia.topology = VK_PRIMITIVE_TOPOLOGY_POINT_LIST;
    maker.ia.primitiveRestartEnable = VK_TRUE;
    const VkPipeline pipeline = makePipeline(maker,
                                             R"(#version 460
void main() {
    gl_PointSize = 1;
    gl_Position = vec4((gl_VertexIndex + 0.5) / 4 - 1, 0, 0.5, 1);
})",
                                             kWhite,
                                             target.extent);
    const vkt::Buffer indices = makeBuffer(16, VK_BUFFER_USAGE_INDEX_BUFFER_BIT);
    for (uint16_t i = 0; i < 8; ++i) {
        indices.as<uint16_t>()[i] = i;
    }
    const auto set =
        command<PFN_vkCmdSetPrimitiveRestartIndexEXT>("vkCmdSetPrimitiveRestartIndexEXT");
    using Commands = std::function<void(VkCommandBuffer)>;
    const auto leftOut = [&](const Commands& before) {
        drawInto(target, pipeline, [&](VkCommandBuffer commands) {
            before(commands);
            vkCmdDrawIndexed(commands, 8, 1, 0, 0, 0);
        });
        std::vector<int> columns;
        const std::vector<uint32_t> pixels = read<uint32_t>(target);
        for (int i = 0; i < 8; ++i) {
            if (pixels[size_t(i)] != ~0u) {
                columns.push_back(i);
            }
        }
        return columns;
    };
    const auto bind = [&](VkCommandBuffer commands) {
        vkCmdBindIndexBuffer(commands, indices.buffer, 0, VK_INDEX_TYPE_UINT16);
    };
    EXPECT_THAT(leftOut(bind), ElementsAre());
    EXPECT_THAT(leftOut([&](VkCommandBuffer commands) {
                    bind(commands);
                    set(commands, 3);
                }),
                ElementsAre(3));
    EXPECT_THAT(leftOut([&](VkCommandBuffer commands) {
                    bind(commands);
                    set(commands, 3);
                    set(commands, 0x10005); // No index of 16 bits is it.
                }),
                ElementsAre());
    EXPECT_THAT(leftOut([&](VkCommandBuffer commands) {
                    bind(commands);
                    set(commands, 3);
                    bind(commands);
                }),
                ElementsAre());
}

class LocalRead : public NewerExtensions {
protected:
    void SetUp() override {
        NewerExtensions::SetUp();
        ASSERT_TRUE(hasExtension(VK_KHR_DYNAMIC_RENDERING_LOCAL_READ_EXTENSION_NAME));
    }
    void setLocations(VkCommandBuffer commands, const std::vector<uint32_t>& locations) {
        const VkRenderingAttachmentLocationInfoKHR info{
            VK_STRUCTURE_TYPE_RENDERING_ATTACHMENT_LOCATION_INFO_KHR,
            nullptr,
            uint32_t(locations.size()),
            locations.data()};
        command<PFN_vkCmdSetRenderingAttachmentLocationsKHR>(
            "vkCmdSetRenderingAttachmentLocationsKHR")(commands, &info);
    }
};

TEST_F(LocalRead, AttachmentsHaveTheLocationsThatAreSet) {
    const Target targets[] = {makeTarget({}), makeTarget({}), makeTarget({})};
    PipelineMaker maker;
    maker.setFormats(std::vector<VkFormat>(3, targets[0].format));
    // The state of an attachment stays with it, wherever its values come from.
    maker.blends[2].colorWriteMask = VK_COLOR_COMPONENT_R_BIT | VK_COLOR_COMPONENT_G_BIT;
    const VkPipeline pipeline = makePipeline(maker,
                                             kFullTriangle,
                                             R"(#version 460
layout(location = 0) out vec4 first;
layout(location = 1) out vec4 second;
layout(location = 2) out vec4 third;
void main() {
    first = vec4(1.0 / 255);
    second = vec4(2.0 / 255);
    third = vec4(3.0 / 255);
})",
                                             targets[0].extent);
    const auto draw = [&](const std::vector<uint32_t>& locations) {
        run([&](VkCommandBuffer commands) {
            Rendering rendering(targets[0].extent);
            for (const Target& target : targets) {
                rendering.addColor(target, VkClearColorValue{});
            }
            vkCmdBeginRendering(commands, &rendering());
            vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_GRAPHICS, pipeline);
            if (!locations.empty()) {
                setLocations(commands, locations);
            }
            vkCmdDraw(commands, 3, 1, 0, 0);
            vkCmdEndRendering(commands);
        });
    };
    draw({2, VK_ATTACHMENT_UNUSED, 0});
    EXPECT_THAT(read<uint32_t>(targets[0]), Each(0x03030303u));
    EXPECT_THAT(read<uint32_t>(targets[1]), Each(0u));
    EXPECT_THAT(read<uint32_t>(targets[2]), Each(0x00000101u));
    draw({});
    EXPECT_THAT(read<uint32_t>(targets[0]), Each(0x01010101u)) << "they are set anew each time";
    EXPECT_THAT(read<uint32_t>(targets[1]), Each(0x02020202u));
    EXPECT_THAT(read<uint32_t>(targets[2]), Each(0x00000303u));
}

/// After a barrier within the instance a shader reads what was drawn before.
TEST_F(LocalRead, AttachmentsAreReadWhereTheyAreDrawn) {
    const Target target =
        makeTarget({.extent = {70, 9}, .usage = VK_IMAGE_USAGE_INPUT_ATTACHMENT_BIT});
    const DescriptorSet set = makeInput(target);
    PipelineMaker maker;
    maker.layout = makeLayout({set.layout});
    const VkPipeline pipeline = makePipeline(maker,
                                             kFullTriangle,
                                             R"(#version 460
layout(input_attachment_index = 0, set = 0, binding = 0) uniform subpassInput before;
layout(location = 0) out vec4 result;
void main() { result = subpassLoad(before) * 2 + vec4(1.0 / 255); })",
                                             target.extent);
    const uint32_t input = 0;
    const VkRenderingInputAttachmentIndexInfoKHR indices{
        VK_STRUCTURE_TYPE_RENDERING_INPUT_ATTACHMENT_INDEX_INFO_KHR,
        nullptr,
        1,
        &input,
        nullptr,
        nullptr};
    run([&](VkCommandBuffer commands) {
        Rendering rendering(target.extent);
        rendering.addColor(target, VkClearColorValue{});
        vkCmdBeginRendering(commands, &rendering());
        vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_GRAPHICS, pipeline);
        command<PFN_vkCmdSetRenderingInputAttachmentIndicesKHR>(
            "vkCmdSetRenderingInputAttachmentIndicesKHR")(commands, &indices);
        vkCmdBindDescriptorSets(
            commands, VK_PIPELINE_BIND_POINT_GRAPHICS, maker.layout, 0, 1, &set.set, 0, nullptr);
        for (uint32_t i = 0; i < 5; ++i) {
            vkCmdDraw(commands, 3, 1, 0, 0);
            VkMemoryBarrier memory{VK_STRUCTURE_TYPE_MEMORY_BARRIER};
            memory.srcAccessMask = VK_ACCESS_COLOR_ATTACHMENT_WRITE_BIT;
            memory.dstAccessMask = VK_ACCESS_INPUT_ATTACHMENT_READ_BIT;
            vkCmdPipelineBarrier(commands,
                                 VK_PIPELINE_STAGE_COLOR_ATTACHMENT_OUTPUT_BIT,
                                 VK_PIPELINE_STAGE_FRAGMENT_SHADER_BIT,
                                 VK_DEPENDENCY_BY_REGION_BIT,
                                 1,
                                 &memory,
                                 0,
                                 nullptr,
                                 0,
                                 nullptr);
        }
        vkCmdEndRendering(commands);
    });
    EXPECT_THAT(read<uint32_t>(target), Each(0x1f1f1f1fu));
}

/// Locations of patches are others than those of vertices, so that both have number 0 here. What is
/// made of GLSL has different numbers: the layer, and SPIRV-Tools, from before 2024 want that.
class PatchLocations : public NewerExtensions {
protected:
    /// With the location of variables that are decorated with Patch changed to 0.
    VkShaderModule makeShader(std::vector<uint32_t> words) {
        std::vector<uint32_t> patches;
        uint32_t moved = 0;
        for (const bool moving : {false, true}) {
            for (size_t at = 5; at < words.size(); at += words[at] >> 16) {
                if ((words[at] & 0xffff) != 71) { // OpDecorate
                    continue;
                }
                if (!moving && words[at + 2] == 15) { // Patch
                    patches.push_back(words[at + 1]);
                } else if (moving && words[at + 2] == 30 && // Location
                           std::ranges::find(patches, words[at + 1]) != patches.end()) {
                    words[at + 3] = 0;
                    ++moved;
                }
            }
        }
        EXPECT_EQ(moved, 1u);
        VkShaderModuleCreateInfo info{VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO};
        info.codeSize = words.size() * sizeof(uint32_t);
        info.pCode = words.data();
        VkShaderModule module = VK_NULL_HANDLE;
        EXPECT_VK(vkCreateShaderModule(device(), &info, nullptr, &module));
        atEnd([this, module] { vkDestroyShaderModule(device(), module, nullptr); });
        return module;
    }
};

TEST_F(PatchLocations, AreBesideThoseOfVertices) {
    const Target target = makeTarget({});
    PipelineMaker maker;
    maker.ia.topology = VK_PRIMITIVE_TOPOLOGY_PATCH_LIST;
    maker.ts.patchControlPoints = 3;
    maker.addStage(VK_SHADER_STAGE_VERTEX_BIT, makeVertexShader(kFullTriangle));
    maker.addStage(VK_SHADER_STAGE_TESSELLATION_CONTROL_BIT,
                   makeShader(vkc::compileControlGlsl(R"(#version 460
layout(vertices = 3) out;
layout(location = 0) out vec2 ofVertex[];
layout(location = 1) patch out vec2 ofPatch;
void main() {
    gl_out[gl_InvocationID].gl_Position = gl_in[gl_InvocationID].gl_Position;
    ofVertex[gl_InvocationID] = vec2(1, 2) / 255;
    ofPatch = vec2(3, 4) / 255;
    gl_TessLevelOuter = float[4](1, 1, 1, 1);
    gl_TessLevelInner = float[2](1, 1);
})")));
    maker.addStage(VK_SHADER_STAGE_TESSELLATION_EVALUATION_BIT,
                   makeShader(vkc::compileEvaluationGlsl(R"(#version 460
layout(triangles) in;
layout(location = 0) in vec2 ofVertex[];
layout(location = 1) patch in vec2 ofPatch;
layout(location = 0) out vec4 both;
void main() {
    gl_Position = gl_in[0].gl_Position * gl_TessCoord.x + gl_in[1].gl_Position * gl_TessCoord.y +
                  gl_in[2].gl_Position * gl_TessCoord.z;
    both = vec4(ofVertex[1], ofPatch);
})")));
    maker.addStage(VK_SHADER_STAGE_FRAGMENT_BIT, makeFragmentShader(R"(#version 460
layout(location = 0) in vec4 both;
layout(location = 0) out vec4 result;
void main() { result = both; })"));
    maker.layout = makeLayout();
    maker.setViewport(target.extent.width, target.extent.height);
    drawInto(target, makePipeline(maker), [](VkCommandBuffer commands) {
        vkCmdDraw(commands, 3, 1, 0, 0);
    });
    EXPECT_THAT(read<uint32_t>(target), Each(0x04030201u));
}

} // namespace
