// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// VK_EXT_descriptor_buffer: descriptors in memory of the application's have the bytes that those of
// sets have. The commands are in icd/commands/bind.cpp.
#include "cpu/icd/api/entry_points.h"
#include "cpu/icd/resources/buffer_view.h"
#include "cpu/icd/resources/descriptor_set.h"

#include <algorithm>
#include <cstring>
#include <span>

namespace cpu::icd {

namespace {

template <typename Descriptor>
void store(std::span<uint8_t> to, const Descriptor& descriptor) {
    std::memcpy(to.data(), &descriptor, std::min(to.size(), sizeof(descriptor)));
}

/// Null: no buffer.
void storeBuffer(std::span<uint8_t> to, const VkDescriptorAddressInfoEXT* info) {
    BufferDescriptor descriptor{};
    if (info && info->address) {
        descriptor = bufferDescriptor(reinterpret_cast<uint8_t*>(info->address), info->range, 0);
    }
    store(to, descriptor);
}

void storeTexels(std::span<uint8_t> to, const VkDescriptorAddressInfoEXT* info) {
    TexelBufferDescriptor descriptor{};
    if (info && info->address) {
        descriptor = texelBufferDescriptor(
            info->format, reinterpret_cast<uint8_t*>(info->address), info->range);
    }
    store(to, descriptor);
}

} // namespace

namespace entry {

VKAPI_ATTR void VKAPI_CALL GetDescriptorSetLayoutSizeEXT(VkDevice device,
                                                         VkDescriptorSetLayout layout,
                                                         VkDeviceSize* pLayoutSizeInBytes) {
    *pLayoutSizeInBytes = cast(layout)->description()->size_B;
}

VKAPI_ATTR void VKAPI_CALL GetDescriptorSetLayoutBindingOffsetEXT(VkDevice device,
                                                                  VkDescriptorSetLayout layout,
                                                                  uint32_t binding,
                                                                  VkDeviceSize* pOffset) {
    const SetDescription::Binding* const found = cast(layout)->description()->find(binding);
    *pOffset = found ? found->offset_B : 0;
}

VKAPI_ATTR void VKAPI_CALL GetDescriptorEXT(VkDevice device,
                                            const VkDescriptorGetInfoEXT* pDescriptorInfo,
                                            size_t dataSize,
                                            void* pDescriptor) {
    const std::span to(static_cast<uint8_t*>(pDescriptor), std::min(dataSize, kDescriptor_B));
    std::ranges::fill(to, uint8_t(0));
    const VkDescriptorDataEXT& data = pDescriptorInfo->data;
    switch (pDescriptorInfo->type) {
    case VK_DESCRIPTOR_TYPE_SAMPLER: {
        const VkDescriptorImageInfo info{*data.pSampler, VK_NULL_HANDLE, VK_IMAGE_LAYOUT_UNDEFINED};
        return store(to, imageDescriptor(pDescriptorInfo->type, info));
    }
    case VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER:
    case VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE:
    case VK_DESCRIPTOR_TYPE_STORAGE_IMAGE:
    case VK_DESCRIPTOR_TYPE_INPUT_ATTACHMENT: {
        // All members of the union are pointers to the same.
        const VkDescriptorImageInfo* const info = data.pCombinedImageSampler;
        return store(to, info ? imageDescriptor(pDescriptorInfo->type, *info) : ImageDescriptor{});
    }
    case VK_DESCRIPTOR_TYPE_UNIFORM_TEXEL_BUFFER:
    case VK_DESCRIPTOR_TYPE_STORAGE_TEXEL_BUFFER:
        return storeTexels(to, data.pUniformTexelBuffer);
    default:
        return storeBuffer(to, data.pUniformBuffer);
    }
}

// descriptorBufferCaptureReplay is no feature of the device: there are no data to be captured.

VKAPI_ATTR VkResult VKAPI_CALL GetBufferOpaqueCaptureDescriptorDataEXT(
    VkDevice device, const VkBufferCaptureDescriptorDataInfoEXT* pInfo, void* pData) {
    return VK_SUCCESS;
}

VKAPI_ATTR VkResult VKAPI_CALL GetImageOpaqueCaptureDescriptorDataEXT(
    VkDevice device, const VkImageCaptureDescriptorDataInfoEXT* pInfo, void* pData) {
    return VK_SUCCESS;
}

VKAPI_ATTR VkResult VKAPI_CALL GetImageViewOpaqueCaptureDescriptorDataEXT(
    VkDevice device, const VkImageViewCaptureDescriptorDataInfoEXT* pInfo, void* pData) {
    return VK_SUCCESS;
}

VKAPI_ATTR VkResult VKAPI_CALL GetSamplerOpaqueCaptureDescriptorDataEXT(
    VkDevice device, const VkSamplerCaptureDescriptorDataInfoEXT* pInfo, void* pData) {
    return VK_SUCCESS;
}

} // namespace entry

} // namespace cpu::icd
