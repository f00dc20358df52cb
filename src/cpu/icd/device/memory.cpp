// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "cpu/icd/device/memory.h"

#include "cpu/abi/descriptors.h"
#include "cpu/exec/live_objects.h"
#include "cpu/icd/api/entry_points.h"
#include "cpu/icd/device/device.h"
#include "cpu/icd/physical/physical_device.h"
#include "report/record.h"

#include <fcntl.h>
#include <linux/magic.h>
#include <sys/mman.h>
#include <sys/vfs.h>
#include <unistd.h>

namespace cpu::icd {

namespace {

constexpr uint64_t kPage_B = 4096;
constexpr uint64_t kHugePage_B = uint64_t(2) << 20;

uint64_t wholePages_B(uint64_t size_B) {
    return (size_B + kPage_B - 1) / kPage_B * kPage_B;
}

/// Of a file that others have as well. Touching pages that it has lost would end the process, so
/// that only what cannot shrink will do: dma-bufs, and files in memory that were sealed.
bool staysAsLarge(int fd) {
    struct statfs kind{};
    const bool dmaBuf = fstatfs(fd, &kind) == 0 && kind.f_type == DMA_BUF_MAGIC;
    const int seals = dmaBuf ? 0 : fcntl(fd, F_GET_SEALS);
    return dmaBuf || (seals >= 0 && (seals & F_SEAL_SHRINK));
}

} // namespace

namespace {

void noteMemory(uint64_t all_B) {
    if (report::Record* const to = report::record()) {
        to->add(report::EventKind::Memory, 0, report::now_ns(), 0, all_B, {});
    }
}

} // namespace

Memory::~Memory() {
    if (m_data) {
        if (exec::LiveObjects* const live = exec::liveObjects()) {
            live->memory.remove(m_data, m_size_B);
        }
        munmap(m_data, m_mapped_B);
        noteMemory(report::g_counters.memory_B.fetch_sub(m_size_B, std::memory_order_relaxed) -
                   m_size_B);
        if (!m_foreign) {
            m_heap.giveBack(m_size_B);
        }
    }
}

bool Memory::allocate(uint64_t size_B) {
    if (!m_heap.reserve(size_B)) {
        return false;
    }
    // Pages come as they are touched and hold zeros: no program sees what another left.
    m_mapped_B = wholePages_B(size_B + kOverread_B);
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
    take(data, size_B);
    return true;
}

bool Memory::import(int fd, uint64_t size_B) {
    const off_t end_B = lseek(fd, 0, SEEK_END);
    if (!staysAsLarge(fd) || end_B < 0 || uint64_t(end_B) < size_B) {
        return false;
    }
    // Pages of nobody's where reading goes on after the end: blocks of four rows are read whole.
    m_mapped_B = wholePages_B(size_B) + 4 * uint64_t(kMaxForeignPitch_B);
    void* data =
        mmap(nullptr, m_mapped_B, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (data == MAP_FAILED) {
        return false;
    }
    if (mmap(data, size_B, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, fd, 0) == MAP_FAILED) {
        munmap(data, m_mapped_B);
        return false;
    }
    m_foreign = true;
    take(data, size_B);
    return true;
}

void Memory::take(void* data, uint64_t size_B) {
    m_data = static_cast<uint8_t*>(data);
    m_size_B = size_B;
    noteMemory(report::g_counters.memory_B.fetch_add(size_B, std::memory_order_relaxed) + size_B);
    if (exec::LiveObjects* const live = exec::liveObjects()) {
        live->memory.add(m_data, m_size_B);
    }
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
    const auto* import = find<VkImportMemoryFdInfoKHR>(pAllocateInfo->pNext,
                                                       VK_STRUCTURE_TYPE_IMPORT_MEMORY_FD_INFO_KHR);
    if (import && import->handleType) {
        if (!memory->import(import->fd, pAllocateInfo->allocationSize)) {
            destroy(memory, pAllocator);
            return VK_ERROR_INVALID_EXTERNAL_HANDLE;
        }
        close(import->fd); // Ours, now that it succeeded; the mapping does without.
    } else if (!memory->allocate(pAllocateInfo->allocationSize)) {
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

VKAPI_ATTR VkResult VKAPI_CALL GetMemoryFdKHR(VkDevice device,
                                              const VkMemoryGetFdInfoKHR* pGetFdInfo,
                                              int* pFd) {
    *pFd = -1; // No memory is exportable.
    return VK_ERROR_OUT_OF_HOST_MEMORY;
}

VKAPI_ATTR VkResult VKAPI_CALL
GetMemoryFdPropertiesKHR(VkDevice device,
                         VkExternalMemoryHandleTypeFlagBits handleType,
                         int fd,
                         VkMemoryFdPropertiesKHR* pMemoryFdProperties) {
    const bool ours =
        handleType == VK_EXTERNAL_MEMORY_HANDLE_TYPE_DMA_BUF_BIT_EXT && staysAsLarge(fd);
    pMemoryFdProperties->memoryTypeBits = ours ? kMemoryTypeBits : 0;
    return ours ? VK_SUCCESS : VK_ERROR_INVALID_EXTERNAL_HANDLE;
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
