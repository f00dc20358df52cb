// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "cpu/icd/resources/descriptor_pool.h"

#include "cpu/icd/api/entry_points.h"

#include <new>

namespace cpu::icd {
namespace {

constexpr std::align_val_t kAlign{64};

uint64_t roundedUp(uint64_t size_B) {
    return (size_B + kDescriptor_B - 1) / kDescriptor_B * kDescriptor_B;
}

} // namespace

void DescriptorPool::Aligned::operator()(uint8_t* memory) const {
    ::operator delete(memory, kAlign);
}

DescriptorPool::DescriptorPool(const VkDescriptorPoolCreateInfo& info) : m_maxSets(info.maxSets) {
    for (uint32_t i = 0; i < info.poolSizeCount; ++i) {
        const VkDescriptorPoolSize& size = info.pPoolSizes[i];
        m_size_B += size.type == VK_DESCRIPTOR_TYPE_INLINE_UNIFORM_BLOCK
                        ? roundedUp(size.descriptorCount)
                        : uint64_t(size.descriptorCount) * kDescriptor_B;
    }
    if (const auto* blocks = find<VkDescriptorPoolInlineUniformBlockCreateInfo>(
            info.pNext, VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_INLINE_UNIFORM_BLOCK_CREATE_INFO)) {
        m_size_B += uint64_t(blocks->maxInlineUniformBlockBindings) * kDescriptor_B;
    }
    m_memory.reset(static_cast<uint8_t*>(::operator new(m_size_B + kOverread_B, kAlign)));
}

uint64_t DescriptorPool::place(uint32_t size_B) const {
    if (m_sets.empty()) {
        return 0;
    }
    const auto& [last_B, last] = *m_sets.rbegin();
    uint64_t begin_B = last_B + last->size_B();
    if (begin_B + size_B <= m_size_B) {
        return begin_B;
    }
    begin_B = 0;
    for (const auto& [offset_B, other] : m_sets) {
        if (offset_B - begin_B >= size_B) {
            break;
        }
        begin_B = offset_B + other->size_B();
    }
    return begin_B;
}

bool DescriptorPool::hasRoom(uint64_t sets, uint64_t size_B) const {
    return sets <= m_maxSets - m_sets.size() - m_emptySets.size() && size_B <= m_size_B - m_used_B;
}

VkResult DescriptorPool::allocate(const std::shared_ptr<const SetDescription>& description,
                                  uint32_t size_B,
                                  VkDescriptorSet& set) {
    if (!hasRoom(1, size_B)) {
        return VK_ERROR_OUT_OF_POOL_MEMORY;
    }
    if (size_B == 0) {
        auto object = std::make_unique<DescriptorSet>(description, m_memory.get(), 0);
        set = handleOf<VkDescriptorSet>(object.get());
        m_emptySets.emplace(object.get(), std::move(object));
        return VK_SUCCESS;
    }
    const uint64_t begin_B = place(size_B);
    if (begin_B + size_B > m_size_B) {
        return VK_ERROR_FRAGMENTED_POOL;
    }
    auto object = std::make_unique<DescriptorSet>(description, m_memory.get() + begin_B, size_B);
    clearDescriptors(*description, object->data(), size_B);
    set = handleOf<VkDescriptorSet>(object.get());
    m_sets.emplace(begin_B, std::move(object));
    m_used_B += size_B;
    return VK_SUCCESS;
}

void DescriptorPool::free(DescriptorSet* set) {
    if (!set) {
        return;
    }
    if (set->size_B() == 0) {
        m_emptySets.erase(set);
        return;
    }
    m_used_B -= set->size_B();
    m_sets.erase(uint64_t(set->data() - m_memory.get()));
}

void DescriptorPool::reset() {
    m_sets.clear();
    m_emptySets.clear();
    m_used_B = 0;
}

namespace entry {

VKAPI_ATTR VkResult VKAPI_CALL CreateDescriptorPool(VkDevice device,
                                                    const VkDescriptorPoolCreateInfo* pCreateInfo,
                                                    const VkAllocationCallbacks* pAllocator,
                                                    VkDescriptorPool* pDescriptorPool) {
    auto* pool = make<DescriptorPool>(pAllocator, *pCreateInfo);
    if (!pool) {
        return VK_ERROR_OUT_OF_HOST_MEMORY;
    }
    *pDescriptorPool = handleOf<VkDescriptorPool>(pool);
    return VK_SUCCESS;
}

VKAPI_ATTR void VKAPI_CALL DestroyDescriptorPool(VkDevice device,
                                                 VkDescriptorPool descriptorPool,
                                                 const VkAllocationCallbacks* pAllocator) {
    destroy(cast(descriptorPool), pAllocator);
}

VKAPI_ATTR VkResult VKAPI_CALL ResetDescriptorPool(VkDevice device,
                                                   VkDescriptorPool descriptorPool,
                                                   VkDescriptorPoolResetFlags flags) {
    cast(descriptorPool)->reset();
    return VK_SUCCESS;
}

VKAPI_ATTR VkResult VKAPI_CALL
AllocateDescriptorSets(VkDevice device,
                       const VkDescriptorSetAllocateInfo* pAllocateInfo,
                       VkDescriptorSet* pDescriptorSets) {
    const auto* variable = find<VkDescriptorSetVariableDescriptorCountAllocateInfo>(
        pAllocateInfo->pNext,
        VK_STRUCTURE_TYPE_DESCRIPTOR_SET_VARIABLE_DESCRIPTOR_COUNT_ALLOCATE_INFO);
    DescriptorPool& pool = *cast(pAllocateInfo->descriptorPool);
    const uint32_t setCount = pAllocateInfo->descriptorSetCount;
    const auto size_B = [&](uint32_t i) {
        // Without the structure a variable count is zero.
        const uint32_t count =
            variable && i < variable->descriptorSetCount ? variable->pDescriptorCounts[i] : 0;
        return cast(pAllocateInfo->pSetLayouts[i])->description()->size_B_of(count);
    };
    uint64_t total_B = 0;
    for (uint32_t i = 0; i < setCount; ++i) {
        total_B += size_B(i);
    }
    VkResult result = pool.hasRoom(setCount, total_B) ? VK_SUCCESS : VK_ERROR_OUT_OF_POOL_MEMORY;
    uint32_t made = 0;
    while (made < setCount && result == VK_SUCCESS) {
        const auto& description = cast(pAllocateInfo->pSetLayouts[made])->description();
        try {
            result = pool.allocate(description, size_B(made), pDescriptorSets[made]);
        } catch (const std::bad_alloc&) {
            result = VK_ERROR_OUT_OF_HOST_MEMORY;
        }
        made += result == VK_SUCCESS;
    }
    if (result != VK_SUCCESS) { // All or none.
        for (uint32_t i = 0; i < setCount; ++i) {
            if (i < made) {
                pool.free(cast(pDescriptorSets[i]));
            }
            pDescriptorSets[i] = VK_NULL_HANDLE;
        }
    }
    return result;
}

VKAPI_ATTR VkResult VKAPI_CALL FreeDescriptorSets(VkDevice device,
                                                  VkDescriptorPool descriptorPool,
                                                  uint32_t descriptorSetCount,
                                                  const VkDescriptorSet* pDescriptorSets) {
    for (uint32_t i = 0; i < descriptorSetCount; ++i) {
        cast(descriptorPool)->free(cast(pDescriptorSets[i]));
    }
    return VK_SUCCESS;
}

} // namespace entry
} // namespace cpu::icd
