// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "cpu/icd/resources/buffer.h"

#include "cpu/exec/live_objects.h"
#include "cpu/icd/api/entry_points.h"
#include "cpu/icd/device/memory.h"
#include "cpu/icd/physical/physical_device.h"

#include <algorithm>

namespace cpu::icd {

namespace {

/// Vectors of 16 bytes stay within a cache line.
constexpr uint64_t kBufferAlign_B = 64;

void memoryRequirements(uint64_t size_B, VkMemoryRequirements2* out) {
    out->memoryRequirements = {(size_B + kBufferAlign_B - 1) / kBufferAlign_B * kBufferAlign_B,
                               kBufferAlign_B,
                               kMemoryTypeBits};
    for (auto* at = static_cast<VkBaseOutStructure*>(out->pNext); at; at = at->pNext) {
        if (at->sType == VK_STRUCTURE_TYPE_MEMORY_DEDICATED_REQUIREMENTS) {
            auto* dedicated = reinterpret_cast<VkMemoryDedicatedRequirements*>(at);
            dedicated->prefersDedicatedAllocation = VK_FALSE;
            dedicated->requiresDedicatedAllocation = VK_FALSE;
        }
    }
}

} // namespace

Buffer::~Buffer() {
    if (exec::LiveObjects* const live = m_data ? exec::liveObjects() : nullptr) {
        live->buffers.remove(m_data, m_size_B);
    }
}

void Buffer::bind(const Memory& memory, uint64_t offset_B) {
    m_data = memory.data() + offset_B;
    if (exec::LiveObjects* const live = exec::liveObjects()) {
        live->buffers.add(m_data, m_size_B);
    }
}

uint64_t Buffer::range_B(uint64_t offset_B, uint64_t size_B) const {
    return offset_B >= m_size_B ? 0 : std::min(size_B, m_size_B - offset_B);
}

namespace entry {

VKAPI_ATTR VkResult VKAPI_CALL CreateBuffer(VkDevice device,
                                            const VkBufferCreateInfo* pCreateInfo,
                                            const VkAllocationCallbacks* pAllocator,
                                            VkBuffer* pBuffer) {
    auto* buffer = make<Buffer>(pAllocator, pCreateInfo->size);
    if (!buffer) {
        return VK_ERROR_OUT_OF_HOST_MEMORY;
    }
    *pBuffer = handleOf<VkBuffer>(buffer);
    return VK_SUCCESS;
}

VKAPI_ATTR void VKAPI_CALL DestroyBuffer(VkDevice device,
                                         VkBuffer buffer,
                                         const VkAllocationCallbacks* pAllocator) {
    destroy(cast(buffer), pAllocator);
}

VKAPI_ATTR void VKAPI_CALL GetBufferMemoryRequirements(VkDevice device,
                                                       VkBuffer buffer,
                                                       VkMemoryRequirements* pMemoryRequirements) {
    VkMemoryRequirements2 requirements{VK_STRUCTURE_TYPE_MEMORY_REQUIREMENTS_2};
    memoryRequirements(cast(buffer)->size_B(), &requirements);
    *pMemoryRequirements = requirements.memoryRequirements;
}

VKAPI_ATTR void VKAPI_CALL
GetBufferMemoryRequirements2(VkDevice device,
                             const VkBufferMemoryRequirementsInfo2* pInfo,
                             VkMemoryRequirements2* pMemoryRequirements) {
    memoryRequirements(cast(pInfo->buffer)->size_B(), pMemoryRequirements);
}

VKAPI_ATTR void VKAPI_CALL
GetDeviceBufferMemoryRequirements(VkDevice device,
                                  const VkDeviceBufferMemoryRequirements* pInfo,
                                  VkMemoryRequirements2* pMemoryRequirements) {
    memoryRequirements(pInfo->pCreateInfo->size, pMemoryRequirements);
}

VKAPI_ATTR VkResult VKAPI_CALL BindBufferMemory(VkDevice device,
                                                VkBuffer buffer,
                                                VkDeviceMemory memory,
                                                VkDeviceSize memoryOffset) {
    cast(buffer)->bind(*cast(memory), memoryOffset);
    return VK_SUCCESS;
}

VKAPI_ATTR VkResult VKAPI_CALL BindBufferMemory2(VkDevice device,
                                                 uint32_t bindInfoCount,
                                                 const VkBindBufferMemoryInfo* pBindInfos) {
    for (uint32_t i = 0; i < bindInfoCount; ++i) {
        cast(pBindInfos[i].buffer)->bind(*cast(pBindInfos[i].memory), pBindInfos[i].memoryOffset);
    }
    return VK_SUCCESS;
}

VKAPI_ATTR VkDeviceAddress VKAPI_CALL
GetBufferDeviceAddress(VkDevice device, const VkBufferDeviceAddressInfo* pInfo) {
    return reinterpret_cast<VkDeviceAddress>(cast(pInfo->buffer)->data());
}

VKAPI_ATTR uint64_t VKAPI_CALL
GetBufferOpaqueCaptureAddress(VkDevice device, const VkBufferDeviceAddressInfo* pInfo) {
    return 0; // bufferDeviceAddressCaptureReplay is no feature of the device.
}

} // namespace entry

} // namespace cpu::icd
