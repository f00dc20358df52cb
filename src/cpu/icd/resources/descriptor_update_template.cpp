// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "cpu/icd/resources/descriptor_update_template.h"

#include "cpu/icd/api/entry_points.h"
#include "cpu/icd/resources/descriptor_set.h"

namespace cpu::icd {

void DescriptorUpdateTemplate::apply(const SetDescription& description,
                                     uint8_t* data,
                                     uint32_t size_B,
                                     const void* from) const {
    for (const VkDescriptorUpdateTemplateEntry& entry : m_entries) {
        VkWriteDescriptorSet write{VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET};
        write.dstBinding = entry.dstBinding;
        write.dstArrayElement = entry.dstArrayElement;
        write.descriptorCount = 1;
        write.descriptorType = entry.descriptorType;
        const auto* source = static_cast<const uint8_t*>(from) + entry.offset;
        if (entry.descriptorType == VK_DESCRIPTOR_TYPE_INLINE_UNIFORM_BLOCK) {
            VkWriteDescriptorSetInlineUniformBlock block{
                VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET_INLINE_UNIFORM_BLOCK};
            block.dataSize = entry.descriptorCount;
            block.pData = source;
            write.pNext = &block;
            write.descriptorCount = entry.descriptorCount;
            writeDescriptors(description, data, size_B, write);
            continue;
        }
        for (uint32_t i = 0; i < entry.descriptorCount; ++i) {
            const void* element = source + i * entry.stride;
            write.dstArrayElement = entry.dstArrayElement + i;
            write.pBufferInfo = static_cast<const VkDescriptorBufferInfo*>(element);
            write.pImageInfo = static_cast<const VkDescriptorImageInfo*>(element);
            write.pTexelBufferView = static_cast<const VkBufferView*>(element);
            writeDescriptors(description, data, size_B, write);
        }
    }
}

namespace entry {

VKAPI_ATTR VkResult VKAPI_CALL
CreateDescriptorUpdateTemplate(VkDevice device,
                               const VkDescriptorUpdateTemplateCreateInfo* pCreateInfo,
                               const VkAllocationCallbacks* pAllocator,
                               VkDescriptorUpdateTemplate* pDescriptorUpdateTemplate) {
    auto* object = make<DescriptorUpdateTemplate>(pAllocator, *pCreateInfo);
    if (!object) {
        return VK_ERROR_OUT_OF_HOST_MEMORY;
    }
    *pDescriptorUpdateTemplate = handleOf<VkDescriptorUpdateTemplate>(object);
    return VK_SUCCESS;
}

VKAPI_ATTR void VKAPI_CALL
DestroyDescriptorUpdateTemplate(VkDevice device,
                                VkDescriptorUpdateTemplate descriptorUpdateTemplate,
                                const VkAllocationCallbacks* pAllocator) {
    destroy(cast(descriptorUpdateTemplate), pAllocator);
}

VKAPI_ATTR void VKAPI_CALL
UpdateDescriptorSetWithTemplate(VkDevice device,
                                VkDescriptorSet descriptorSet,
                                VkDescriptorUpdateTemplate descriptorUpdateTemplate,
                                const void* pData) {
    const DescriptorSet& set = *cast(descriptorSet);
    cast(descriptorUpdateTemplate)->apply(set.description(), set.data(), set.size_B(), pData);
}

} // namespace entry
} // namespace cpu::icd
