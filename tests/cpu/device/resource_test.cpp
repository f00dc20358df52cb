// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "cpu/device/resource_test.h"

#include "vk_compute/device.h"

#include <algorithm>

namespace vkt {

VkDescriptorSetLayoutBinding
bindingOf(uint32_t number, VkDescriptorType type, uint32_t count, const VkSampler* immutable) {
    return {number, type, count, VK_SHADER_STAGE_COMPUTE_BIT, immutable};
}

void barrier(VkCommandBuffer commands) {
    VkMemoryBarrier all{VK_STRUCTURE_TYPE_MEMORY_BARRIER};
    all.srcAccessMask = VK_ACCESS_MEMORY_READ_BIT | VK_ACCESS_MEMORY_WRITE_BIT;
    all.dstAccessMask = all.srcAccessMask | VK_ACCESS_HOST_READ_BIT;
    constexpr VkPipelineStageFlags kAll =
        VK_PIPELINE_STAGE_ALL_COMMANDS_BIT | VK_PIPELINE_STAGE_HOST_BIT;
    vkCmdPipelineBarrier(commands, kAll, kAll, 0, 1, &all, 0, nullptr, 0, nullptr);
}

bool ResourceTest::isOurs() const {
    VkPhysicalDeviceProperties properties;
    vkGetPhysicalDeviceProperties(physicalDevice(), &properties);
    return std::string(properties.deviceName).find("Glissade") != std::string::npos;
}

void ResourceTest::TearDown() {
    if (!isOurs()) {
        messages().clear();
    }
    DeviceTest::TearDown();
}

VkDescriptorSetLayout
ResourceTest::makeSetLayout(const std::vector<VkDescriptorSetLayoutBinding>& bindings,
                            VkDescriptorSetLayoutCreateFlags flags,
                            const std::vector<VkDescriptorBindingFlags>& each) {
    VkDescriptorSetLayoutBindingFlagsCreateInfo flagsInfo{
        VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_BINDING_FLAGS_CREATE_INFO};
    flagsInfo.bindingCount = uint32_t(each.size());
    flagsInfo.pBindingFlags = each.data();
    VkDescriptorSetLayoutCreateInfo info{VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO,
                                         &flagsInfo};
    info.flags = flags;
    info.bindingCount = uint32_t(bindings.size());
    info.pBindings = bindings.data();
    VkDescriptorSetLayout layout = VK_NULL_HANDLE;
    EXPECT_VK(vkCreateDescriptorSetLayout(device(), &info, nullptr, &layout));
    atEnd([this, layout] { vkDestroyDescriptorSetLayout(device(), layout, nullptr); });
    return layout;
}

VkDescriptorPool ResourceTest::makePool(uint32_t maxSets,
                                        const std::vector<VkDescriptorPoolSize>& sizes,
                                        VkDescriptorPoolCreateFlags flags,
                                        uint32_t inlineBlocks) {
    VkDescriptorPoolInlineUniformBlockCreateInfo blocks{
        VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_INLINE_UNIFORM_BLOCK_CREATE_INFO, nullptr, inlineBlocks};
    VkDescriptorPoolCreateInfo info{VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO};
    info.pNext = inlineBlocks ? &blocks : nullptr;
    info.flags = flags;
    info.maxSets = maxSets;
    info.poolSizeCount = uint32_t(sizes.size());
    info.pPoolSizes = sizes.data();
    VkDescriptorPool pool = VK_NULL_HANDLE;
    EXPECT_VK(vkCreateDescriptorPool(device(), &info, nullptr, &pool));
    atEnd([this, pool] { vkDestroyDescriptorPool(device(), pool, nullptr); });
    return pool;
}

VkResult ResourceTest::allocate(VkDescriptorPool pool,
                                const std::vector<VkDescriptorSetLayout>& layouts,
                                VkDescriptorSet* sets,
                                const std::vector<uint32_t>& variableCounts) {
    VkDescriptorSetVariableDescriptorCountAllocateInfo variable{
        VK_STRUCTURE_TYPE_DESCRIPTOR_SET_VARIABLE_DESCRIPTOR_COUNT_ALLOCATE_INFO};
    variable.descriptorSetCount = uint32_t(variableCounts.size());
    variable.pDescriptorCounts = variableCounts.data();
    VkDescriptorSetAllocateInfo info{VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO};
    info.pNext = variableCounts.empty() ? nullptr : &variable;
    info.descriptorPool = pool;
    info.descriptorSetCount = uint32_t(layouts.size());
    info.pSetLayouts = layouts.data();
    return vkAllocateDescriptorSets(device(), &info, sets);
}

VkPipelineLayout ResourceTest::makePipelineLayout(const std::vector<VkDescriptorSetLayout>& sets) {
    VkPipelineLayoutCreateInfo info{VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO};
    info.setLayoutCount = uint32_t(sets.size());
    info.pSetLayouts = sets.data();
    VkPipelineLayout layout = VK_NULL_HANDLE;
    EXPECT_VK(vkCreatePipelineLayout(device(), &info, nullptr, &layout));
    atEnd([this, layout] { vkDestroyPipelineLayout(device(), layout, nullptr); });
    return layout;
}

VkPipeline ResourceTest::makePipeline(const std::string& glsl,
                                      VkPipelineLayout layout,
                                      VkPipelineCreateFlags flags) {
    const bool any = features12().shaderStorageBufferArrayNonUniformIndexing &&
                     features12().shaderUniformBufferArrayNonUniformIndexing &&
                     features12().shaderSampledImageArrayNonUniformIndexing &&
                     features12().shaderUniformTexelBufferArrayNonUniformIndexing;
    const std::string head =
        any ? "#version 460\n"
              "#extension GL_EXT_nonuniform_qualifier : require\n"
              "#define EACH(i, which, count) for (uint i = which; i == which; ++i)\n"
              "#define ANY(i) nonuniformEXT(i)\n"
            : "#version 460\n"
              "#define EACH(i, which, count) for (uint i = 0u; i < count; ++i) if (i == which)\n"
              "#define ANY(i) i\n";
    const std::vector<uint32_t> spirv = vkc::compileGlsl(head + glsl);
    VkShaderModuleCreateInfo moduleInfo{VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO};
    moduleInfo.codeSize = spirv.size() * 4;
    moduleInfo.pCode = spirv.data();
    VkShaderModule module = VK_NULL_HANDLE;
    EXPECT_VK(vkCreateShaderModule(device(), &moduleInfo, nullptr, &module));
    VkComputePipelineCreateInfo info{VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO};
    info.flags = flags;
    info.stage = {VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO};
    info.stage.stage = VK_SHADER_STAGE_COMPUTE_BIT;
    info.stage.module = module;
    info.stage.pName = "main";
    info.layout = layout;
    VkPipeline pipeline = VK_NULL_HANDLE;
    EXPECT_VK(vkCreateComputePipelines(device(), VK_NULL_HANDLE, 1, &info, nullptr, &pipeline));
    vkDestroyShaderModule(device(), module, nullptr);
    atEnd([this, pipeline] { vkDestroyPipeline(device(), pipeline, nullptr); });
    return pipeline;
}

Image ResourceTest::makeImage(const VkImageCreateInfo& info) {
    Image image;
    image.info = info;
    image.info.sType = VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO;
    image.info.samples = VK_SAMPLE_COUNT_1_BIT;
    if (info.tiling == VK_IMAGE_TILING_LINEAR) {
        image.info.initialLayout = VK_IMAGE_LAYOUT_PREINITIALIZED;
    }
    EXPECT_VK(vkCreateImage(device(), &image.info, nullptr, &image.image));
    VkMemoryRequirements requirements;
    vkGetImageMemoryRequirements(device(), image.image, &requirements);
    VkMemoryAllocateInfo allocation{VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO};
    allocation.allocationSize = requirements.size;
    EXPECT_VK(vkAllocateMemory(device(), &allocation, nullptr, &image.memory));
    EXPECT_VK(vkBindImageMemory(device(), image.image, image.memory, 0));
    atEnd([this, image] {
        vkDestroyImage(device(), image.image, nullptr);
        vkFreeMemory(device(), image.memory, nullptr);
    });
    return image;
}

VkImageView ResourceTest::makeView(const Image& image,
                                   VkImageViewType type,
                                   VkImageSubresourceRange range,
                                   VkFormat format,
                                   VkImageUsageFlags usage) {
    VkImageViewUsageCreateInfo usageInfo{
        VK_STRUCTURE_TYPE_IMAGE_VIEW_USAGE_CREATE_INFO, nullptr, usage};
    VkImageViewCreateInfo info{VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO};
    info.pNext = usage ? &usageInfo : nullptr;
    info.image = image.image;
    info.viewType = type;
    info.format = format ? format : image.info.format;
    info.subresourceRange = range;
    VkImageView view = VK_NULL_HANDLE;
    EXPECT_VK(vkCreateImageView(device(), &info, nullptr, &view));
    atEnd([this, view] { vkDestroyImageView(device(), view, nullptr); });
    return view;
}

VkBufferView ResourceTest::makeView(const Buffer& buffer) {
    VkBufferViewCreateInfo info{VK_STRUCTURE_TYPE_BUFFER_VIEW_CREATE_INFO};
    info.buffer = buffer.buffer;
    info.format = VK_FORMAT_R32_UINT;
    info.range = VK_WHOLE_SIZE;
    VkBufferView view = VK_NULL_HANDLE;
    EXPECT_VK(vkCreateBufferView(device(), &info, nullptr, &view));
    atEnd([this, view] { vkDestroyBufferView(device(), view, nullptr); });
    return view;
}

VkSampler ResourceTest::makeSampler(VkSamplerCreateInfo info) {
    info.sType = VK_STRUCTURE_TYPE_SAMPLER_CREATE_INFO;
    VkSampler sampler = VK_NULL_HANDLE;
    EXPECT_VK(vkCreateSampler(device(), &info, nullptr, &sampler));
    atEnd([this, sampler] { vkDestroySampler(device(), sampler, nullptr); });
    return sampler;
}

void ResourceTest::toGeneral(const Image& image, VkImageLayout from) {
    VkImageMemoryBarrier change{VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER};
    change.srcAccessMask = from == VK_IMAGE_LAYOUT_PREINITIALIZED ? VK_ACCESS_HOST_WRITE_BIT : 0;
    change.dstAccessMask = VK_ACCESS_MEMORY_READ_BIT | VK_ACCESS_MEMORY_WRITE_BIT;
    change.oldLayout = from;
    change.newLayout = VK_IMAGE_LAYOUT_GENERAL;
    change.image = image.image;
    change.subresourceRange = {
        VK_IMAGE_ASPECT_COLOR_BIT, 0, VK_REMAINING_MIP_LEVELS, 0, VK_REMAINING_ARRAY_LAYERS};
    run([&](VkCommandBuffer commands) {
        vkCmdPipelineBarrier(commands,
                             VK_PIPELINE_STAGE_HOST_BIT,
                             VK_PIPELINE_STAGE_ALL_COMMANDS_BIT,
                             0,
                             0,
                             nullptr,
                             0,
                             nullptr,
                             1,
                             &change);
    });
}

void ResourceTest::fill(
    const Image& image,
    const std::function<uint32_t(uint32_t, uint32_t, uint32_t, uint32_t, uint32_t)>& value) {
    std::vector<VkBufferImageCopy> regions;
    std::vector<uint32_t> texels;
    for (uint32_t level = 0; level < image.info.mipLevels; ++level) {
        const VkExtent3D extent{std::max(1u, image.info.extent.width >> level),
                                std::max(1u, image.info.extent.height >> level),
                                std::max(1u, image.info.extent.depth >> level)};
        VkBufferImageCopy region{};
        region.bufferOffset = texels.size() * 4;
        region.imageSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, level, 0, image.info.arrayLayers};
        region.imageExtent = extent;
        regions.push_back(region);
        for (uint32_t layer = 0; layer < image.info.arrayLayers; ++layer) {
            for (uint32_t z = 0; z < extent.depth; ++z) {
                for (uint32_t y = 0; y < extent.height; ++y) {
                    for (uint32_t x = 0; x < extent.width; ++x) {
                        texels.push_back(value(level, layer, x, y, z));
                    }
                }
            }
        }
    }
    const Buffer buffer = makeBuffer(texels.size() * 4, VK_BUFFER_USAGE_TRANSFER_SRC_BIT);
    std::copy(texels.begin(), texels.end(), buffer.as<uint32_t>().begin());
    run([&](VkCommandBuffer commands) {
        vkCmdCopyBufferToImage(commands,
                               buffer.buffer,
                               image.image,
                               VK_IMAGE_LAYOUT_GENERAL,
                               uint32_t(regions.size()),
                               regions.data());
        barrier(commands);
    });
}

void ResourceTest::writeBuffers(VkDescriptorSet set,
                                uint32_t binding,
                                VkDescriptorType type,
                                const std::vector<VkDescriptorBufferInfo>& infos,
                                uint32_t element) {
    VkWriteDescriptorSet write{VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET};
    write.dstSet = set;
    write.dstBinding = binding;
    write.dstArrayElement = element;
    write.descriptorCount = uint32_t(infos.size());
    write.descriptorType = type;
    write.pBufferInfo = infos.data();
    vkUpdateDescriptorSets(device(), 1, &write, 0, nullptr);
}

void ResourceTest::writeImages(VkDescriptorSet set,
                               uint32_t binding,
                               VkDescriptorType type,
                               const std::vector<VkDescriptorImageInfo>& infos,
                               uint32_t element) {
    VkWriteDescriptorSet write{VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET};
    write.dstSet = set;
    write.dstBinding = binding;
    write.dstArrayElement = element;
    write.descriptorCount = uint32_t(infos.size());
    write.descriptorType = type;
    write.pImageInfo = infos.data();
    vkUpdateDescriptorSets(device(), 1, &write, 0, nullptr);
}

void ResourceTest::dispatch(VkPipeline pipeline,
                            VkPipelineLayout layout,
                            VkDescriptorSet set,
                            uint32_t groups,
                            const std::vector<uint32_t>& dynamicOffsets_B) {
    run([&](VkCommandBuffer commands) {
        vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline);
        vkCmdBindDescriptorSets(commands,
                                VK_PIPELINE_BIND_POINT_COMPUTE,
                                layout,
                                0,
                                1,
                                &set,
                                uint32_t(dynamicOffsets_B.size()),
                                dynamicOffsets_B.data());
        vkCmdDispatch(commands, groups, 1, 1);
        barrier(commands);
    });
}

} // namespace vkt
