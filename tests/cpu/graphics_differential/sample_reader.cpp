// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "sample_reader.h"

#include <bit>
#include <cmath>
#include <cstring>

namespace pictures {
namespace {

VkFormat wordFormat(uint32_t size_B) {
    switch (size_B) {
    case 1:
        return VK_FORMAT_R8_UINT;
    case 2:
        return VK_FORMAT_R16_UINT;
    case 4:
        return VK_FORMAT_R32_UINT;
    case 8:
        return VK_FORMAT_R32G32_UINT;
    default:
        return VK_FORMAT_R32G32B32A32_UINT;
    }
}

/// The texel's own bits of a depth that was read as a float.
uint32_t depthBits(VkFormat format, uint32_t word) {
    const float depth = std::bit_cast<float>(word);
    switch (format) {
    case VK_FORMAT_D16_UNORM:
        return uint32_t(std::lround(double(depth) * 0xffff));
    case VK_FORMAT_X8_D24_UNORM_PACK32:
    case VK_FORMAT_D24_UNORM_S8_UINT:
        return uint32_t(std::lround(double(depth) * 0xffffff));
    default:
        return word;
    }
}

} // namespace

SampleReader::SampleReader(Device& device) : m_device(device), m_objects(device) {
    const VkDescriptorSetLayoutBinding bindings[] = {
        {0, VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER, 1, VK_SHADER_STAGE_COMPUTE_BIT, nullptr},
        {1, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 1, VK_SHADER_STAGE_COMPUTE_BIT, nullptr}};
    VkDescriptorSetLayoutCreateInfo setInfo{VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO};
    setInfo.bindingCount = 2;
    setInfo.pBindings = bindings;
    const VkDevice handle = device.handle();
    check(vkCreateDescriptorSetLayout(handle, &setInfo, nullptr, &m_setLayout),
          "vkCreateDescriptorSetLayout");
    const VkPushConstantRange range{VK_SHADER_STAGE_COMPUTE_BIT, 0, 16};
    VkPipelineLayoutCreateInfo layoutInfo{VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO};
    layoutInfo.setLayoutCount = 1;
    layoutInfo.pSetLayouts = &m_setLayout;
    layoutInfo.pushConstantRangeCount = 1;
    layoutInfo.pPushConstantRanges = &range;
    check(vkCreatePipelineLayout(handle, &layoutInfo, nullptr, &m_layout),
          "vkCreatePipelineLayout");
    const VkSamplerCreateInfo samplerInfo{VK_STRUCTURE_TYPE_SAMPLER_CREATE_INFO};
    check(vkCreateSampler(handle, &samplerInfo, nullptr, &m_sampler), "vkCreateSampler");
    m_words = makePipeline("usampler2DMSArray", "");
    m_depths = makePipeline("sampler2DMSArray", "floatBitsToUint");
    m_objects.atEnd([this, handle] {
        vkDestroyPipeline(handle, m_words, nullptr);
        vkDestroyPipeline(handle, m_depths, nullptr);
        vkDestroySampler(handle, m_sampler, nullptr);
        vkDestroyPipelineLayout(handle, m_layout, nullptr);
        vkDestroyDescriptorSetLayout(handle, m_setLayout, nullptr);
    });
}

VkPipeline SampleReader::makePipeline(const char* samplerType, const char* word) {
    const std::string glsl = std::string("#version 460\n"
                                         "layout(local_size_x = 64) in;\n"
                                         "layout(binding = 0) uniform ") +
                             samplerType + R"( image;
layout(binding = 1) buffer Words { uvec4 words[]; };
layout(push_constant) uniform Size { uint width, height, layers, samples; };
void main() {
    uint i = gl_GlobalInvocationID.x;
    if (i < width * height * layers * samples) {
        uint texel = i / samples;
        ivec3 at = ivec3(texel % width, texel / width % height, texel / (width * height));
        words[i] = )" + word +
                             R"((texelFetch(image, at, int(i % samples)));
    }
})";
    VkComputePipelineCreateInfo info{VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO};
    info.stage = {VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO};
    info.stage.stage = VK_SHADER_STAGE_COMPUTE_BIT;
    info.stage.module = m_objects.shader(vkc::compileGlsl(glsl));
    info.stage.pName = "main";
    info.layout = m_layout;
    VkPipeline pipeline = VK_NULL_HANDLE;
    check(vkCreateComputePipelines(m_device.handle(), VK_NULL_HANDLE, 1, &info, nullptr, &pipeline),
          "vkCreateComputePipelines");
    return pipeline;
}

std::vector<std::byte>
SampleReader::read(const Objects::Image& image, VkImageAspectFlagBits aspect, uint32_t size_B) {
    const VkDevice handle = m_device.handle();
    Objects objects(m_device);
    const bool depth = aspect == VK_IMAGE_ASPECT_DEPTH_BIT;
    const VkImageView view =
        objects.view(image,
                     VK_IMAGE_VIEW_TYPE_2D_ARRAY,
                     aspect == VK_IMAGE_ASPECT_COLOR_BIT ? wordFormat(size_B) : image.info.format,
                     aspect);
    const uint32_t push[] = {image.info.extent.width,
                             image.info.extent.height,
                             image.info.arrayLayers,
                             uint32_t(image.info.samples)};
    const uint32_t texels = push[0] * push[1] * push[2] * push[3];
    const Objects::Buffer buffer =
        objects.buffer(size_t(texels) * 16, VK_BUFFER_USAGE_STORAGE_BUFFER_BIT);
    const VkDescriptorPoolSize sizes[] = {{VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER, 1},
                                          {VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 1}};
    VkDescriptorPoolCreateInfo poolInfo{VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO};
    poolInfo.maxSets = 1;
    poolInfo.poolSizeCount = 2;
    poolInfo.pPoolSizes = sizes;
    VkDescriptorPool pool = VK_NULL_HANDLE;
    check(vkCreateDescriptorPool(handle, &poolInfo, nullptr, &pool), "vkCreateDescriptorPool");
    objects.atEnd([=] { vkDestroyDescriptorPool(handle, pool, nullptr); });
    VkDescriptorSetAllocateInfo setInfo{VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO};
    setInfo.descriptorPool = pool;
    setInfo.descriptorSetCount = 1;
    setInfo.pSetLayouts = &m_setLayout;
    VkDescriptorSet set = VK_NULL_HANDLE;
    check(vkAllocateDescriptorSets(handle, &setInfo, &set), "vkAllocateDescriptorSets");
    const VkDescriptorImageInfo imageInfo{m_sampler, view, VK_IMAGE_LAYOUT_GENERAL};
    const VkDescriptorBufferInfo bufferInfo{buffer.handle, 0, VK_WHOLE_SIZE};
    VkWriteDescriptorSet writes[2]{{VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET},
                                   {VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET}};
    for (uint32_t i = 0; i < 2; ++i) {
        writes[i].dstSet = set;
        writes[i].dstBinding = i;
        writes[i].descriptorCount = 1;
        writes[i].descriptorType = sizes[i].type;
    }
    writes[0].pImageInfo = &imageInfo;
    writes[1].pBufferInfo = &bufferInfo;
    vkUpdateDescriptorSets(handle, 2, writes, 0, nullptr);
    m_device.run([&](VkCommandBuffer commands) {
        vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE, depth ? m_depths : m_words);
        vkCmdBindDescriptorSets(
            commands, VK_PIPELINE_BIND_POINT_COMPUTE, m_layout, 0, 1, &set, 0, nullptr);
        vkCmdPushConstants(commands, m_layout, VK_SHADER_STAGE_COMPUTE_BIT, 0, 16, push);
        vkCmdDispatch(commands, (texels + 63) / 64, 1, 1);
    });
    std::vector<std::byte> result(size_t(texels) * size_B);
    for (size_t i = 0; i < texels; ++i) {
        uint32_t words[4];
        std::memcpy(words, buffer.bytes.data() + i * 16, 16);
        if (depth) {
            words[0] = depthBits(image.info.format, words[0]);
        }
        std::memcpy(result.data() + i * size_B, words, size_B);
    }
    return result;
}

} // namespace pictures
