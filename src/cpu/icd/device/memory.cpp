// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "cpu/icd/device/memory.h"

#include "cpu/abi/descriptors.h"
#include "cpu/exec/live_objects.h"
#include "cpu/icd/api/entry_points.h"
#include "cpu/icd/device/device.h"
#include "cpu/icd/physical/physical_device.h"

#include <sys/mman.h>

namespace cpu::icd {

namespace {

constexpr uint64_t kPage_B = 4096;
constexpr uint64_t kHugePage_B = uint64_t(2) << 20;

} // namespace

Memory::~Memory() {
    if (m_data) {
        if (exec::LiveObjects* const live = exec::liveObjects()) {
            live->memory.remove(m_data, m_size_B);
        }
        munmap(m_data, m_mapped_B);
        m_heap.giveBack(m_size_B);
    }
}

bool Memory::allocate(uint64_t size_B) {
    if (!m_heap.reserve(size_B)) {
        return false;
    }
    // Pages come as they are touched and hold zeros: no program sees what another left.
    m_mapped_B = (size_B + kOverread_B + kPage_B - 1) / kPage_B * kPage_B;
    void* data = mmap(nullptr,
                      m_mapped_B,
                      PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE,
                      -1,
                      0);
    if (data == MAP_FAILED) {
        m_heap.giveBack(size_B);
        return false;
    }
    if (m_mapped_B >= kHugePage_B) {
        madvise(data, m_mapped_B, MADV_HUGEPAGE); // Gathers touch many pages.
    }
    m_data = static_cast<uint8_t*>(data);
    m_size_B = size_B;
    if (exec::LiveObjects* const live = exec::liveObjects()) {
        live->memory.add(m_data, m_size_B);
    }
    return true;
}

namespace entry {

VKAPI_ATTR VkResult VKAPI_CALL AllocateMemory(VkDevice device,
                                              const VkMemoryAllocateInfo* pAllocateInfo,
                                              const VkAllocationCallbacks* pAllocator,
                                              VkDeviceMemory* pMemory) {
    auto* memory = make<Memory>(pAllocator, cast(device)->physicalDevice());
    if (!memory) {
        return VK_ERROR_OUT_OF_HOST_MEMORY;
    }
    if (!memory->allocate(pAllocateInfo->allocationSize)) {
        destroy(memory, pAllocator);
        return VK_ERROR_OUT_OF_DEVICE_MEMORY;
    }
    *pMemory = handleOf<VkDeviceMemory>(memory);
    return VK_SUCCESS;
}

VKAPI_ATTR void VKAPI_CALL FreeMemory(VkDevice device,
                                      VkDeviceMemory memory,
                                      const VkAllocationCallbacks* pAllocator) {
    destroy(cast(memory), pAllocator);
}

VKAPI_ATTR VkResult VKAPI_CALL MapMemory(VkDevice device,
                                         VkDeviceMemory memory,
                                         VkDeviceSize offset,
                                         VkDeviceSize size,
                                         VkMemoryMapFlags flags,
                                         void** ppData) {
    *ppData = cast(memory)->data() + offset;
    return VK_SUCCESS;
}

VKAPI_ATTR void VKAPI_CALL UnmapMemory(VkDevice device, VkDeviceMemory memory) {}

VKAPI_ATTR VkResult VKAPI_CALL FlushMappedMemoryRanges(VkDevice device,
                                                       uint32_t memoryRangeCount,
                                                       const VkMappedMemoryRange* pMemoryRanges) {
    return VK_SUCCESS; // The one memory type is coherent.
}

VKAPI_ATTR VkResult VKAPI_CALL InvalidateMappedMemoryRanges(
    VkDevice device, uint32_t memoryRangeCount, const VkMappedMemoryRange* pMemoryRanges) {
    return VK_SUCCESS;
}

VKAPI_ATTR void VKAPI_CALL GetDeviceMemoryCommitment(VkDevice device,
                                                     VkDeviceMemory memory,
                                                     VkDeviceSize* pCommittedMemoryInBytes) {
    *pCommittedMemoryInBytes = cast(memory)->size_B(); // Nothing is lazily allocated.
}

VKAPI_ATTR uint64_t VKAPI_CALL GetDeviceMemoryOpaqueCaptureAddress(
    VkDevice device, const VkDeviceMemoryOpaqueCaptureAddressInfo* pInfo) {
    return 0; // bufferDeviceAddressCaptureReplay is no feature of the device.
}

} // namespace entry

} // namespace cpu::icd
