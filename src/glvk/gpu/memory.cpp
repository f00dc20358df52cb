// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "glvk/gpu/memory.h"

#include "base/bits.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <span>

namespace glvk {

namespace {

constexpr VkDeviceSize kBlockSize_B = VkDeviceSize(32) << 20;
constexpr VkDeviceSize kDedicatedFrom_B = kBlockSize_B / 2;

struct Wish {
    VkMemoryPropertyFlags required;
    VkMemoryPropertyFlags avoided;
};

constexpr VkMemoryPropertyFlags kDevice = VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT;
constexpr VkMemoryPropertyFlags kVisible = VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT;
constexpr VkMemoryPropertyFlags kCoherent = VK_MEMORY_PROPERTY_HOST_COHERENT_BIT;
constexpr VkMemoryPropertyFlags kCached = VK_MEMORY_PROPERTY_HOST_CACHED_BIT;

/// Wishes per use, best first; the last always finds something by Vulkan's guarantees.
std::span<const Wish> wishes(MemoryUse use) {
    static constexpr Wish kDeviceOnly[] = {{kDevice, kVisible}, {kDevice, 0}, {0, 0}};
    static constexpr Wish kDeviceHost[] = {{kDevice | kVisible | kCoherent, 0},
                                           {kVisible | kCoherent, 0}};
    static constexpr Wish kUpload[] = {{kVisible | kCoherent, kDevice}, {kVisible | kCoherent, 0}};
    static constexpr Wish kReadback[] = {{kVisible | kCoherent | kCached, 0},
                                         {kVisible | kCoherent, 0}};
    static constexpr std::span<const Wish> kTable[] = {
        kDeviceOnly, kDeviceHost, kUpload, kReadback};
    static_assert(std::size(kTable) == size_t(MemoryUse::Count));
    return kTable[size_t(use)];
}

} // namespace

/// One VkDeviceMemory and its free ranges (offset → size).
class MemoryBlock {
public:
    VkDeviceMemory memory = VK_NULL_HANDLE;
    VkDeviceSize size_B = 0;
    std::byte* mapped = nullptr;
    uint32_t type = 0;
    bool optimal = false;
    bool dedicated = false;
    bool coherent = true;
    bool cached = false;
    std::map<VkDeviceSize, VkDeviceSize> freeRanges;

    bool take(VkDeviceSize size, VkDeviceSize alignment, VkDeviceSize& offset) {
        for (auto it = freeRanges.begin(); it != freeRanges.end(); ++it) {
            const VkDeviceSize start = base::alignUp(it->first, alignment);
            const VkDeviceSize end = it->first + it->second;
            if (start + size > end) {
                continue;
            }
            const VkDeviceSize first = it->first;
            freeRanges.erase(it);
            if (start > first) {
                freeRanges.emplace(first, start - first);
            }
            if (start + size < end) {
                freeRanges.emplace(start + size, end - start - size);
            }
            offset = start;
            return true;
        }
        return false;
    }

    void give(VkDeviceSize offset, VkDeviceSize size) {
        auto it = freeRanges.emplace(offset, size).first;
        if (const auto next = std::next(it);
            next != freeRanges.end() && it->first + it->second == next->first) {
            it->second += next->second;
            freeRanges.erase(next);
        }
        if (it != freeRanges.begin()) {
            const auto previous = std::prev(it);
            if (previous->first + previous->second == it->first) {
                previous->second += it->second;
                freeRanges.erase(it);
            }
        }
    }

    bool unused() const { return freeRanges.size() == 1 && freeRanges.begin()->second == size_B; }
};

MemoryAllocator::MemoryAllocator(VkPhysicalDevice physical,
                                 VkDevice device,
                                 const VolkDeviceTable& vk,
                                 bool hideHostVisibleDeviceMemory,
                                 bool deviceAddresses)
    : m_device(device),
      m_vk(vk),
      m_hideHostVisibleDevice(hideHostVisibleDeviceMemory),
      m_deviceAddresses(deviceAddresses) {
    vkGetPhysicalDeviceMemoryProperties(physical, &m_properties);
    VkPhysicalDeviceProperties properties{};
    vkGetPhysicalDeviceProperties(physical, &properties);
    m_granularity_B = properties.limits.bufferImageGranularity;
    m_atom_B = properties.limits.nonCoherentAtomSize;
}

MemoryAllocator::~MemoryAllocator() {
    for (const auto& block : m_blocks) {
        m_vk.vkFreeMemory(m_device, block->memory, nullptr);
    }
}

MemoryBlock* MemoryAllocator::newBlock(uint32_t type, VkDeviceSize size_B, bool dedicated) {
    const uint32_t heap = m_properties.memoryTypes[type].heapIndex;
    if (size_B > m_properties.memoryHeaps[heap].size) {
        return nullptr; // Asking for it would be an error, not just a refusal.
    }
    VkMemoryAllocateInfo info{VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO};
    info.allocationSize = size_B;
    info.memoryTypeIndex = type;
    VkMemoryAllocateFlagsInfo flagsInfo{VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_FLAGS_INFO};
    if (m_deviceAddresses) {
        flagsInfo.flags = VK_MEMORY_ALLOCATE_DEVICE_ADDRESS_BIT;
        info.pNext = &flagsInfo;
    }
    auto block = std::make_unique<MemoryBlock>();
    if (m_vk.vkAllocateMemory(m_device, &info, nullptr, &block->memory) != VK_SUCCESS) {
        return nullptr;
    }
    const VkMemoryPropertyFlags flags = m_properties.memoryTypes[type].propertyFlags;
    if (flags & kVisible) {
        void* mapped = nullptr;
        if (m_vk.vkMapMemory(m_device, block->memory, 0, VK_WHOLE_SIZE, 0, &mapped) != VK_SUCCESS) {
            m_vk.vkFreeMemory(m_device, block->memory, nullptr);
            return nullptr;
        }
        block->mapped = static_cast<std::byte*>(mapped);
    }
    block->size_B = size_B;
    block->type = type;
    block->dedicated = dedicated;
    block->coherent = flags & kCoherent;
    block->cached = flags & kCached;
    block->freeRanges.emplace(0, size_B);
    m_blocks.push_back(std::move(block));
    return m_blocks.back().get();
}

Allocation
MemoryAllocator::allocate(const VkMemoryRequirements& requirements, MemoryUse use, bool optimal) {
    constexpr VkMemoryPropertyFlags kSpecial =
        VK_MEMORY_PROPERTY_LAZILY_ALLOCATED_BIT | VK_MEMORY_PROPERTY_PROTECTED_BIT;
    uint32_t left = requirements.memoryTypeBits;
    const std::lock_guard lock(m_mutex);
    for (const Wish& wish : wishes(use)) {
        for (uint32_t i = 0; i < m_properties.memoryTypeCount; ++i) {
            VkMemoryPropertyFlags flags = m_properties.memoryTypes[i].propertyFlags;
            if (m_hideHostVisibleDevice && use == MemoryUse::DeviceHost) {
                flags &= ~kDevice;
            }
            if (!(left >> i & 1) || (flags & wish.required) != wish.required ||
                (flags & (wish.avoided | kSpecial))) {
                continue;
            }
            // A heap that is full (the window into device memory is often small) is not the end:
            // the next type that will do is asked.
            if (Allocation allocation = allocateOfTypeLocked(i, requirements, optimal)) {
                return allocation;
            }
            left &= ~(1u << i);
        }
    }
    return {};
}

Allocation MemoryAllocator::allocateOfTypeLocked(uint32_t type,
                                                 const VkMemoryRequirements& requirements,
                                                 bool optimal) {
    // Linear and optimal resources share a block only where granularity lets them be neighbours.
    const bool kind = m_granularity_B > 1 && optimal;
    MemoryBlock* home = nullptr;
    VkDeviceSize offset = 0;
    if (requirements.size >= kDedicatedFrom_B) {
        home = newBlock(type, requirements.size, true);
        if (home) {
            home->take(requirements.size, 1, offset);
        }
    } else {
        for (const auto& block : m_blocks) {
            if (!block->dedicated && block->type == type && block->optimal == kind &&
                block->take(requirements.size, requirements.alignment, offset)) {
                home = block.get();
                break;
            }
        }
        if (!home) {
            home = newBlock(type, kBlockSize_B, false);
            if (!home) { // The heap may still hold a smaller piece.
                home = newBlock(type, requirements.size, true);
            }
            if (home) {
                home->optimal = kind;
                home->take(requirements.size, requirements.alignment, offset);
            }
        }
    }
    if (!home) {
        return {};
    }
    return {home,
            home->memory,
            offset,
            requirements.size,
            home->mapped ? home->mapped + offset : nullptr,
            home->coherent,
            home->cached};
}

void MemoryAllocator::free(const Allocation& allocation) {
    if (!allocation) {
        return;
    }
    const std::lock_guard lock(m_mutex);
    MemoryBlock* block = allocation.block;
    block->give(allocation.offset_B, allocation.size_B);
    if (!block->unused()) {
        return;
    }
    // One empty block of a type is kept for the next allocation.
    const bool another =
        std::any_of(m_blocks.begin(), m_blocks.end(), [&](const std::unique_ptr<MemoryBlock>& b) {
            return b.get() != block && !b->dedicated && b->type == block->type && b->unused();
        });
    if (block->dedicated || another) {
        m_vk.vkFreeMemory(m_device, block->memory, nullptr);
        std::erase_if(m_blocks, [&](const auto& b) { return b.get() == block; });
    }
}

VkDeviceSize MemoryAllocator::reserved_B() const {
    const std::lock_guard lock(m_mutex);
    VkDeviceSize sum = 0;
    for (const auto& block : m_blocks) {
        sum += block->size_B;
    }
    return sum;
}

} // namespace glvk
