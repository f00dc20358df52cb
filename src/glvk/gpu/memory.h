// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "glvk/gpu/vulkan.h"

#include <cstddef>
#include <memory>
#include <mutex>
#include <vector>

namespace glvk {

class MemoryBlock;

/// A piece of device memory. `mapped` is null where the memory is not host-visible.
struct Allocation {
    MemoryBlock* block = nullptr;
    VkDeviceMemory memory = VK_NULL_HANDLE;
    VkDeviceSize offset_B = 0;
    VkDeviceSize size_B = 0;
    std::byte* mapped = nullptr;
    bool coherent = true;
    bool cached = false; ///< Reading through `mapped` is fast.

    explicit operator bool() const { return memory != VK_NULL_HANDLE; }
};

/// What memory is for; each maps to an ordered list of property flags.
enum class MemoryUse : uint8_t {
    DeviceOnly, ///< Images, static buffers: device-local.
    DeviceHost, ///< Written by the host, read by the device often: device-local and visible if
                ///< possible.
    Upload,     ///< Staging: visible, coherent.
    Readback,   ///< Visible and cached.
    Count
};

/// Sub-allocates device memory: blocks per memory type (and per linear/optimal kind where the
/// granularity asks for it), first fit over a sorted free list, neighbours merged on free. Large
/// requests get memory of their own. Thread-safe. See docs/memory.md.
class MemoryAllocator {
public:
    MemoryAllocator(VkPhysicalDevice physical,
                    VkDevice device,
                    const VolkDeviceTable& vk,
                    bool hideHostVisibleDeviceMemory,
                    bool deviceAddresses);
    ~MemoryAllocator();
    MemoryAllocator(const MemoryAllocator&) = delete;
    MemoryAllocator& operator=(const MemoryAllocator&) = delete;

    /// Empty on out of memory: no type that will do has room. `optimal`: for an image with optimal
    /// tiling.
    [[nodiscard]] Allocation
    allocate(const VkMemoryRequirements& requirements, MemoryUse use, bool optimal);
    void free(const Allocation& allocation);

    VkDeviceSize nonCoherentAtomSize_B() const { return m_atom_B; }
    /// Bytes taken from the device now.
    VkDeviceSize reserved_B() const;

private:
    VkDeviceSize sum_B() const;
    void noteSize() const;

    struct Pool;
    Allocation
    allocateOfTypeLocked(uint32_t type, const VkMemoryRequirements& requirements, bool optimal);
    MemoryBlock* newBlock(uint32_t type, VkDeviceSize size_B, bool dedicated);

    VkDevice m_device;
    const VolkDeviceTable& m_vk;
    VkPhysicalDeviceMemoryProperties m_properties{};
    VkDeviceSize m_granularity_B = 1;
    VkDeviceSize m_atom_B = 1;
    bool m_hideHostVisibleDevice = false;
    bool m_deviceAddresses = false; ///< Buffers may have addresses.

    mutable std::mutex m_mutex;
    std::vector<std::unique_ptr<MemoryBlock>> m_blocks;
};

} // namespace glvk
