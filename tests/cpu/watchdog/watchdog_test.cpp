// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "watchdog_test.h"

#include "vk_compute/glsl.h"

namespace vkt {

void WatchdogTest::SetUp() {
    doWithoutLayer();
    GraphicsTest::SetUp();
    if (HasFatalFailure()) {
        return;
    }
    m_buffer =
        makeBuffer(4096, VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_INDIRECT_BUFFER_BIT);
    std::memset(m_buffer.mapped, 0, m_buffer.size_B);
    m_words = makeSet(VK_DESCRIPTOR_TYPE_STORAGE_BUFFER,
                      VkDescriptorBufferInfo{m_buffer.buffer, 0, VK_WHOLE_SIZE},
                      VK_SHADER_STAGE_ALL);
    m_layout = makeLayout({m_words.layout});
}

VkPipeline WatchdogTest::makeComputePipeline(const std::string& glsl) {
    const std::vector<uint32_t> spirv = vkc::compileGlsl13(glsl);
    VkShaderModuleCreateInfo moduleInfo{VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO};
    moduleInfo.codeSize = spirv.size() * sizeof(uint32_t);
    moduleInfo.pCode = spirv.data();
    VkComputePipelineCreateInfo info{VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO};
    info.stage = {VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO};
    info.stage.stage = VK_SHADER_STAGE_COMPUTE_BIT;
    info.stage.pName = "main";
    EXPECT_VK(vkCreateShaderModule(device(), &moduleInfo, nullptr, &info.stage.module));
    info.layout = m_layout;
    VkPipeline pipeline = VK_NULL_HANDLE;
    EXPECT_VK(vkCreateComputePipelines(device(), VK_NULL_HANDLE, 1, &info, nullptr, &pipeline));
    atEnd([this, pipeline, module = info.stage.module] {
        vkDestroyPipeline(device(), pipeline, nullptr);
        vkDestroyShaderModule(device(), module, nullptr);
    });
    return pipeline;
}

void WatchdogTest::dispatch(VkCommandBuffer commands, VkPipeline pipeline, uint32_t groups) {
    vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline);
    vkCmdBindDescriptorSets(
        commands, VK_PIPELINE_BIND_POINT_COMPUTE, m_layout, 0, 1, &m_words.set, 0, nullptr);
    vkCmdDispatch(commands, groups, 1, 1);
}

void WatchdogTest::expectLost(const std::function<void(VkCommandBuffer)>& commands,
                              const std::string& fault) {
    noteLost();
    submit(record(commands));
    EXPECT_EQ(vkQueueWaitIdle(queue()), VK_ERROR_DEVICE_LOST);
    EXPECT_NE(this->fault().find(fault), std::string::npos) << this->fault();
}

std::string WatchdogTest::fault() {
    VkDeviceFaultCountsEXT counts{VK_STRUCTURE_TYPE_DEVICE_FAULT_COUNTS_EXT};
    EXPECT_VK(vkGetDeviceFaultInfoEXT(device(), &counts, nullptr));
    EXPECT_EQ(counts.addressInfoCount + counts.vendorInfoCount + counts.vendorBinarySize, 0u);
    VkDeviceFaultInfoEXT info{VK_STRUCTURE_TYPE_DEVICE_FAULT_INFO_EXT};
    EXPECT_VK(vkGetDeviceFaultInfoEXT(device(), &counts, &info));
    return info.description;
}

} // namespace vkt
