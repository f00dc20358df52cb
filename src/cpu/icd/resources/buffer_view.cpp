// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "cpu/icd/resources/buffer_view.h"

#include "cpu/icd/api/entry_points.h"
#include "cpu/icd/resources/buffer.h"
#include "format/vk_formats.h"

namespace cpu::icd {

TexelBufferDescriptor texelBufferDescriptor(VkFormat format, uint8_t* base, uint64_t range_B) {
    const format::VkFormatIndex index = format::vkFormatIndex(uint32_t(format));
    const uint32_t texel_B = format::vkFormatLayout(index).block_B;
    TexelBufferDescriptor descriptor{};
    descriptor.base = base;
    descriptor.elementCount = texel_B ? uint32_t(range_B / texel_B) : 0;
    descriptor.viewId = ViewId::make(index,
                                     ViewType::Buffer,
                                     Tiling::Linear,
                                     AspectRead::Color,
                                     false,
                                     Swizzle::R,
                                     Swizzle::G,
                                     Swizzle::B,
                                     Swizzle::A)
                            .bits;
    return descriptor;
}

BufferView::BufferView(const Buffer& buffer, VkFormat format, uint64_t offset_B, uint64_t range_B)
    : m_descriptor(texelBufferDescriptor(
          format, buffer.data() + offset_B, buffer.range_B(offset_B, range_B))) {}

namespace entry {

VKAPI_ATTR VkResult VKAPI_CALL CreateBufferView(VkDevice device,
                                                const VkBufferViewCreateInfo* pCreateInfo,
                                                const VkAllocationCallbacks* pAllocator,
                                                VkBufferView* pView) {
    auto* view = make<BufferView>(pAllocator,
                                  *cast(pCreateInfo->buffer),
                                  pCreateInfo->format,
                                  pCreateInfo->offset,
                                  pCreateInfo->range);
    if (!view) {
        return VK_ERROR_OUT_OF_HOST_MEMORY;
    }
    *pView = handleOf<VkBufferView>(view);
    return VK_SUCCESS;
}

VKAPI_ATTR void VKAPI_CALL DestroyBufferView(VkDevice device,
                                             VkBufferView bufferView,
                                             const VkAllocationCallbacks* pAllocator) {
    destroy(cast(bufferView), pAllocator);
}

} // namespace entry

} // namespace cpu::icd
