// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "cpu/icd/pipelines/graphics_pipeline.h"

#include "cpu/icd/api/entry_points.h"
#include "cpu/icd/device/device.h"
#include "cpu/icd/physical/instance.h"
#include "cpu/icd/pipelines/constant_shader_test.h"
#include "cpu/icd/pipelines/pipeline.h"
#include "cpu/icd/pipelines/pipeline_layout.h"

#include <gtest/gtest.h>

#include <thread>
#include <vector>

namespace cpu::icd {
namespace {

class GraphicsPipelines : public testing::Test {
protected:
    GraphicsPipelines()
        : m_instance(VK_API_VERSION_1_3, {}), m_device(m_instance.physicalDevice(), {}) {
        VkPipelineLayoutCreateInfo layout{VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO};
        EXPECT_EQ(entry::CreatePipelineLayout(device(), &layout, nullptr, &m_layout), VK_SUCCESS);
    }
    ~GraphicsPipelines() override {
        for (const VkPipeline pipeline : m_pipelines) {
            entry::DestroyPipeline(device(), pipeline, nullptr);
        }
        for (const VkShaderModule module : m_modules) {
            entry::DestroyShaderModule(device(), module, nullptr);
        }
        entry::DestroyPipelineLayout(device(), m_layout, nullptr);
    }
    VkDevice device() { return handleOf<VkDevice>(&m_device); }
    VkPipelineLayout layout() const { return m_layout; }

    /// Shaders that were never compiled before.
    VkPipelineShaderStageCreateInfo newStage(VkShaderStageFlagBits stage) {
        const bool vertex = stage == VK_SHADER_STAGE_VERTEX_BIT;
        const std::vector<uint32_t> words = constantShader(vertex, newNumber());
        VkShaderModuleCreateInfo info{VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO};
        info.codeSize = words.size() * sizeof(uint32_t);
        info.pCode = words.data();
        VkShaderModule module = VK_NULL_HANDLE;
        EXPECT_EQ(entry::CreateShaderModule(device(), &info, nullptr, &module), VK_SUCCESS);
        m_modules.push_back(module);
        VkPipelineShaderStageCreateInfo made{VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO};
        made.stage = stage;
        made.module = module;
        made.pName = "main";
        return made;
    }

    /// Of the parts, or of all.
    const GraphicsPipeline* make(std::vector<VkPipelineShaderStageCreateInfo> stages,
                                 VkGraphicsPipelineLibraryFlagsEXT parts = 0) {
        VkGraphicsPipelineLibraryCreateInfoEXT library{
            VK_STRUCTURE_TYPE_GRAPHICS_PIPELINE_LIBRARY_CREATE_INFO_EXT, nullptr, parts};
        VkGraphicsPipelineCreateInfo info{VK_STRUCTURE_TYPE_GRAPHICS_PIPELINE_CREATE_INFO};
        VkPipelineRenderingCreateInfo rendering{VK_STRUCTURE_TYPE_PIPELINE_RENDERING_CREATE_INFO};
        const VkFormat format = VK_FORMAT_R8G8B8A8_UNORM;
        rendering.colorAttachmentCount = 1;
        rendering.pColorAttachmentFormats = &format;
        info.pNext = &rendering;
        if (parts) {
            rendering.pNext = &library;
            info.flags = VK_PIPELINE_CREATE_LIBRARY_BIT_KHR;
        }
        info.flags |= flags;
        VkPipelineCreateFlags2CreateInfoKHR wide{
            VK_STRUCTURE_TYPE_PIPELINE_CREATE_FLAGS_2_CREATE_INFO_KHR, info.pNext, wideFlags};
        info.pNext = wideFlags ? &wide : info.pNext;
        info.stageCount = uint32_t(stages.size());
        info.pStages = stages.data();
        info.pVertexInputState = &vi;
        info.pInputAssemblyState = &ia;
        const VkViewport viewport{0, 0, 16, 16, 0, 1};
        const VkRect2D scissor{{0, 0}, {16, 16}};
        VkPipelineViewportStateCreateInfo vp{VK_STRUCTURE_TYPE_PIPELINE_VIEWPORT_STATE_CREATE_INFO};
        vp.viewportCount = vp.scissorCount = 1;
        vp.pViewports = &viewport;
        vp.pScissors = &scissor;
        info.pViewportState = &vp;
        info.pRasterizationState = &rs;
        VkPipelineMultisampleStateCreateInfo ms{
            VK_STRUCTURE_TYPE_PIPELINE_MULTISAMPLE_STATE_CREATE_INFO};
        ms.rasterizationSamples = VK_SAMPLE_COUNT_1_BIT;
        info.pMultisampleState = &ms;
        info.pDepthStencilState = &ds;
        VkPipelineColorBlendStateCreateInfo cb{
            VK_STRUCTURE_TYPE_PIPELINE_COLOR_BLEND_STATE_CREATE_INFO};
        cb.attachmentCount = 1;
        cb.pAttachments = &blend;
        info.pColorBlendState = &cb;
        info.layout = m_layout;
        return make(info);
    }
    const GraphicsPipeline* link(std::vector<VkPipeline> libraries) {
        VkPipelineLibraryCreateInfoKHR linked{VK_STRUCTURE_TYPE_PIPELINE_LIBRARY_CREATE_INFO_KHR};
        linked.libraryCount = uint32_t(libraries.size());
        linked.pLibraries = libraries.data();
        VkGraphicsPipelineCreateInfo info{VK_STRUCTURE_TYPE_GRAPHICS_PIPELINE_CREATE_INFO, &linked};
        info.flags = flags;
        info.layout = m_layout;
        return make(info);
    }
    VkPipeline last() const { return m_pipelines.back(); }
    template <typename Stage>
    uint64_t compiledCount() {
        return m_device.stageRoutines().of<Stage>().compiledCount();
    }

    VkPipelineCreateFlags flags = 0;
    VkPipelineCreateFlags2KHR wideFlags = 0; ///< 0: the others count.
    VkPipelineVertexInputStateCreateInfo vi{
        VK_STRUCTURE_TYPE_PIPELINE_VERTEX_INPUT_STATE_CREATE_INFO};
    VkPipelineInputAssemblyStateCreateInfo ia{
        VK_STRUCTURE_TYPE_PIPELINE_INPUT_ASSEMBLY_STATE_CREATE_INFO};
    VkPipelineRasterizationStateCreateInfo rs{
        VK_STRUCTURE_TYPE_PIPELINE_RASTERIZATION_STATE_CREATE_INFO};
    VkPipelineDepthStencilStateCreateInfo ds{
        VK_STRUCTURE_TYPE_PIPELINE_DEPTH_STENCIL_STATE_CREATE_INFO};
    VkPipelineColorBlendAttachmentState blend{};

private:
    const GraphicsPipeline* make(const VkGraphicsPipelineCreateInfo& info) {
        VkPipeline pipeline = VK_NULL_HANDLE;
        result =
            entry::CreateGraphicsPipelines(device(), VK_NULL_HANDLE, 1, &info, nullptr, &pipeline);
        m_pipelines.push_back(pipeline);
        return pipeline ? cast(pipeline)->graphics() : nullptr;
    }

    Instance m_instance;
    Device m_device;
    VkPipelineLayout m_layout = VK_NULL_HANDLE;
    std::vector<VkPipeline> m_pipelines;
    std::vector<VkShaderModule> m_modules;

protected:
    VkResult result = VK_SUCCESS; ///< Of the pipeline that was made last.
};

TEST_F(GraphicsPipelines, ThatDifferInStateAloneShareTheirCode) {
    const auto vertex = newStage(VK_SHADER_STAGE_VERTEX_BIT);
    const auto fragment = newStage(VK_SHADER_STAGE_FRAGMENT_BIT);
    const GraphicsPipeline* const first = make({vertex, fragment});
    ASSERT_TRUE(first && first->vertex() && first->fragment());

    blend.blendEnable = VK_TRUE;
    blend.srcColorBlendFactor = VK_BLEND_FACTOR_SRC_ALPHA;
    blend.dstColorBlendFactor = VK_BLEND_FACTOR_ONE_MINUS_SRC_ALPHA;
    blend.colorWriteMask = 0xf;
    flags = VK_PIPELINE_CREATE_FAIL_ON_PIPELINE_COMPILE_REQUIRED_BIT;
    const GraphicsPipeline* const blended = make({vertex, fragment});
    ASSERT_TRUE(blended);
    EXPECT_EQ(blended->vertex(), first->vertex());
    EXPECT_EQ(blended->fragment(), first->fragment());

    ia.topology = VK_PRIMITIVE_TOPOLOGY_TRIANGLE_STRIP;
    rs.cullMode = VK_CULL_MODE_BACK_BIT;
    ds.depthTestEnable = ds.depthWriteEnable = VK_TRUE;
    const VkVertexInputBindingDescription binding{0, 16, VK_VERTEX_INPUT_RATE_VERTEX};
    const VkVertexInputAttributeDescription attribute{0, 0, VK_FORMAT_R8G8B8A8_UNORM, 4};
    vi.vertexBindingDescriptionCount = vi.vertexAttributeDescriptionCount = 1;
    vi.pVertexBindingDescriptions = &binding;
    vi.pVertexAttributeDescriptions = &attribute;
    const GraphicsPipeline* const other = make({vertex, fragment});
    ASSERT_TRUE(other);
    EXPECT_EQ(other->vertex(), first->vertex());
    EXPECT_EQ(other->fragment(), first->fragment());

    EXPECT_EQ(compiledCount<stage::VertexStage>(), 1u);
    EXPECT_EQ(compiledCount<stage::FragmentStage>(), 1u);

    flags = 0;
    const GraphicsPipeline* const shaded = make({vertex, newStage(VK_SHADER_STAGE_FRAGMENT_BIT)});
    ASSERT_TRUE(shaded);
    EXPECT_EQ(shaded->vertex(), first->vertex());
    EXPECT_NE(shaded->fragment(), first->fragment());
    EXPECT_EQ(compiledCount<stage::VertexStage>(), 1u);
    EXPECT_EQ(compiledCount<stage::FragmentStage>(), 2u);
}

TEST_F(GraphicsPipelines, AreLinkedWithoutCompiling) {
    make({}, VK_GRAPHICS_PIPELINE_LIBRARY_VERTEX_INPUT_INTERFACE_BIT_EXT);
    const VkPipeline input = last();
    const GraphicsPipeline* const vertex =
        make({newStage(VK_SHADER_STAGE_VERTEX_BIT)},
             VK_GRAPHICS_PIPELINE_LIBRARY_PRE_RASTERIZATION_SHADERS_BIT_EXT);
    const VkPipeline vertexLibrary = last();
    const GraphicsPipeline* const fragment =
        make({newStage(VK_SHADER_STAGE_FRAGMENT_BIT)},
             VK_GRAPHICS_PIPELINE_LIBRARY_FRAGMENT_SHADER_BIT_EXT);
    const VkPipeline fragmentLibrary = last();
    make({}, VK_GRAPHICS_PIPELINE_LIBRARY_FRAGMENT_OUTPUT_INTERFACE_BIT_EXT);
    const VkPipeline output = last();
    ASSERT_TRUE(vertex && vertex->vertex() && fragment && fragment->fragment());
    EXPECT_FALSE(vertex->fragment());
    EXPECT_FALSE(fragment->vertex());

    flags = VK_PIPELINE_CREATE_FAIL_ON_PIPELINE_COMPILE_REQUIRED_BIT;
    for (const VkPipelineCreateFlags optimization :
         {0, int(VK_PIPELINE_CREATE_LINK_TIME_OPTIMIZATION_BIT_EXT)}) {
        flags |= optimization;
        const GraphicsPipeline* const linked =
            link({input, vertexLibrary, fragmentLibrary, output});
        ASSERT_TRUE(linked);
        EXPECT_EQ(linked->vertex(), vertex->vertex());
        EXPECT_EQ(linked->fragment(), fragment->fragment());
    }
    EXPECT_EQ(compiledCount<stage::VertexStage>(), 1u);
    EXPECT_EQ(compiledCount<stage::FragmentStage>(), 1u);
}

TEST_F(GraphicsPipelines, OfTheSameShaderMadeAtOnceCompileItOnce) {
    const auto vertex = newStage(VK_SHADER_STAGE_VERTEX_BIT);
    std::vector<std::thread> threads;
    std::vector<VkPipeline> pipelines(8);
    const VkGraphicsPipelineLibraryCreateInfoEXT library{
        VK_STRUCTURE_TYPE_GRAPHICS_PIPELINE_LIBRARY_CREATE_INFO_EXT,
        nullptr,
        VK_GRAPHICS_PIPELINE_LIBRARY_PRE_RASTERIZATION_SHADERS_BIT_EXT};
    VkPipelineViewportStateCreateInfo vp{VK_STRUCTURE_TYPE_PIPELINE_VIEWPORT_STATE_CREATE_INFO};
    const VkDynamicState dynamic[] = {VK_DYNAMIC_STATE_VIEWPORT_WITH_COUNT,
                                      VK_DYNAMIC_STATE_SCISSOR_WITH_COUNT};
    VkPipelineDynamicStateCreateInfo states{VK_STRUCTURE_TYPE_PIPELINE_DYNAMIC_STATE_CREATE_INFO};
    states.dynamicStateCount = 2;
    states.pDynamicStates = dynamic;
    VkGraphicsPipelineCreateInfo info{VK_STRUCTURE_TYPE_GRAPHICS_PIPELINE_CREATE_INFO, &library};
    info.flags = VK_PIPELINE_CREATE_LIBRARY_BIT_KHR;
    info.stageCount = 1;
    info.pStages = &vertex;
    info.pViewportState = &vp;
    info.pRasterizationState = &rs;
    info.pDynamicState = &states;
    info.layout = layout();
    for (VkPipeline& pipeline : pipelines) {
        threads.emplace_back([&, out = &pipeline] {
            EXPECT_EQ(
                entry::CreateGraphicsPipelines(device(), VK_NULL_HANDLE, 1, &info, nullptr, out),
                VK_SUCCESS);
        });
    }
    for (std::thread& thread : threads) {
        thread.join();
    }
    for (const VkPipeline pipeline : pipelines) {
        EXPECT_EQ(cast(pipeline)->graphics()->vertex(), cast(pipelines[0])->graphics()->vertex());
    }
    EXPECT_EQ(compiledCount<stage::VertexStage>(), 1u);
    for (const VkPipeline pipeline : pipelines) {
        entry::DestroyPipeline(device(), pipeline, nullptr);
    }
}

TEST_F(GraphicsPipelines, SayThatTheyWouldHaveToCompile) {
    flags = VK_PIPELINE_CREATE_FAIL_ON_PIPELINE_COMPILE_REQUIRED_BIT;
    const auto vertex = newStage(VK_SHADER_STAGE_VERTEX_BIT);
    const auto fragment = newStage(VK_SHADER_STAGE_FRAGMENT_BIT);
    EXPECT_FALSE(make({vertex, fragment}));
    EXPECT_EQ(result, VK_PIPELINE_COMPILE_REQUIRED);
    flags = 0;
    EXPECT_TRUE(make({vertex}));
    flags = VK_PIPELINE_CREATE_FAIL_ON_PIPELINE_COMPILE_REQUIRED_BIT;
    EXPECT_FALSE(make({vertex, fragment})); // One of two is not enough.
    EXPECT_EQ(result, VK_PIPELINE_COMPILE_REQUIRED);
}

TEST_F(GraphicsPipelines, FlagsOf64BitsReplaceTheOthers) {
    const auto vertex = newStage(VK_SHADER_STAGE_VERTEX_BIT);
    wideFlags = VK_PIPELINE_CREATE_FAIL_ON_PIPELINE_COMPILE_REQUIRED_BIT;
    EXPECT_FALSE(make({vertex}));
    EXPECT_EQ(result, VK_PIPELINE_COMPILE_REQUIRED);
    flags = VK_PIPELINE_CREATE_FAIL_ON_PIPELINE_COMPILE_REQUIRED_BIT;
    wideFlags = uint64_t(1) << 40; // Whatever it will mean.
    EXPECT_TRUE(make({vertex}));
}

} // namespace
} // namespace cpu::icd
