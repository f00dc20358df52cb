// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "glvk/gpu/memory.h"

#include "base/bits.h"
#include "report/record.h"

#include <algorithm>
#include <iterator>
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

/// One VkDeviceMemory and its free ranges.
class MemoryBlock {
public:
    explicit MemoryBlock(VkDeviceSize blockSize_B) : size_B(blockSize_B) {
        m_free.push_back({0, size_B});
    }

    VkDeviceMemory memory = VK_NULL_HANDLE;
    const VkDeviceSize size_B;
    std::byte* mapped = nullptr;
    uint32_t type = 0;
    bool optimal = false;
    bool dedicated = false;
    bool coherent = true;
    bool cached = false;

    bool take(VkDeviceSize size, VkDeviceSize alignment, VkDeviceSize& offset) {
        const auto start = [&](const Range& r) { return base::alignUp(r.offset_B, alignment); };
        const auto fits = [&](const Range& r) { return start(r) + size <= r.end_B(); };
        if (std::ranges::none_of(m_free, fits)) {
            return false;
        }
        reserve(m_taken + 2);
        const auto range = std::ranges::find_if(m_free, fits);
        offset = start(*range);
        const Range behind{offset + size, range->end_B() - offset - size};
        range->size_B = offset - range->offset_B;
        if (range->size_B == 0 && behind.size_B == 0) {
            m_free.erase(range);
        } else if (range->size_B == 0) {
            *range = behind;
        } else if (behind.size_B != 0) {
            m_free.insert(range + 1, behind);
        }
        ++m_taken;
        return true;
    }

    void give(VkDeviceSize offset, VkDeviceSize size) noexcept {
        --m_taken;
        const auto next = std::ranges::upper_bound(m_free, offset, {}, &Range::offset_B);
        const bool joinsNext = next != m_free.end() && offset + size == next->offset_B;
        const bool joinsPrevious = next != m_free.begin() && std::prev(next)->end_B() == offset;
        if (joinsPrevious) {
            std::prev(next)->size_B += size + (joinsNext ? next->size_B : 0);
            if (joinsNext) {
                m_free.erase(next);
            }
        } else if (joinsNext) {
            *next = {offset, size + next->size_B};
        } else {
            m_free.insert(next, {offset, size}); // There is room: see reserve().
        }
    }

    bool unused() const { return m_taken == 0; }

private:
    struct Range {
        VkDeviceSize offset_B;
        VkDeviceSize size_B;

        VkDeviceSize end_B() const { return offset_B + size_B; }
    };

    /// There is at most one range more than there are pieces taken. With room for that, giving back
    /// needs no memory and cannot fail.
    void reserve(size_t ranges) {
        if (m_free.capacity() < ranges) {
            m_free.reserve(std::max(ranges, 2 * m_free.capacity()));
        }
    }

    std::vector<Range> m_free; ///< By offset; no two touch.
    size_t m_taken = 0;
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
    auto block = std::make_unique<MemoryBlock>(size_B);
    m_blocks.reserve(m_blocks.size() + 1);
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
    block->type = type;
    block->dedicated = dedicated;
    block->coherent = flags & kCoherent;
    block->cached = flags & kCached;
    m_blocks.push_back(std::move(block));
    noteSize();
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
        noteSize();
    }
}

VkDeviceSize MemoryAllocator::reserved_B() const {
    const std::lock_guard lock(m_mutex);
    return sum_B();
}

VkDeviceSize MemoryAllocator::sum_B() const {
    VkDeviceSize sum = 0;
    for (const auto& block : m_blocks) {
        sum += block->size_B;
    }
    return sum;
}

void MemoryAllocator::noteSize() const {
    report::recordEvent(report::EventKind::Memory, 0, sum_B());
}

} // namespace glvk
