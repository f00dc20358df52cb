// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "cpu/icd/commands/command_pool.h"

#include "cpu/icd/api/entry_points.h"
#include "cpu/icd/commands/command_buffer.h"
#include "cpu/icd/device/device.h"

#include <algorithm>

namespace cpu::icd {

CommandPool::CommandPool(Device& device, const VkAllocationCallbacks* callbacks)
    : m_device(device), m_callbacks(callbacks ? std::optional(*callbacks) : std::nullopt) {}

CommandPool::~CommandPool() {
    for (CommandBuffer* buffer : m_buffers) {
        destroy(buffer, callbacks());
    }
}

CommandBuffer* CommandPool::allocate(VkCommandBufferLevel level) {
    try {
        m_buffers.reserve(m_buffers.size() + 1);
    } catch (const std::bad_alloc&) {
        return nullptr;
    }
    auto* buffer = make<CommandBuffer>(callbacks(), m_device, level);
    if (buffer) {
        m_buffers.push_back(buffer);
    }
    return buffer;
}

void CommandPool::free(CommandBuffer* buffer) {
    // Those made last are freed first, as a rule.
    const auto at = std::find(m_buffers.rbegin(), m_buffers.rend(), buffer);
    if (at != m_buffers.rend()) {
        *at = m_buffers.back();
        m_buffers.pop_back();
        destroy(buffer, callbacks());
    }
}

void CommandPool::reset(bool releasesMemory) {
    for (CommandBuffer* buffer : m_buffers) {
        buffer->reset(releasesMemory);
    }
}

void CommandPool::trim() {
    for (CommandBuffer* buffer : m_buffers) {
        buffer->trim();
    }
}

namespace entry {

VKAPI_ATTR VkResult VKAPI_CALL CreateCommandPool(VkDevice device,
                                                 const VkCommandPoolCreateInfo* pCreateInfo,
                                                 const VkAllocationCallbacks* pAllocator,
                                                 VkCommandPool* pCommandPool) {
    auto* pool = make<CommandPool>(pAllocator, *cast(device), pAllocator);
    *pCommandPool = handleOf<VkCommandPool>(pool);
    return pool ? VK_SUCCESS : VK_ERROR_OUT_OF_HOST_MEMORY;
}

VKAPI_ATTR void VKAPI_CALL DestroyCommandPool(VkDevice device,
                                              VkCommandPool commandPool,
                                              const VkAllocationCallbacks* pAllocator) {
    destroy(cast(commandPool), pAllocator);
}

VKAPI_ATTR VkResult VKAPI_CALL ResetCommandPool(VkDevice device,
                                                VkCommandPool commandPool,
                                                VkCommandPoolResetFlags flags) {
    cast(commandPool)->reset(flags & VK_COMMAND_POOL_RESET_RELEASE_RESOURCES_BIT);
    return VK_SUCCESS;
}

VKAPI_ATTR void VKAPI_CALL TrimCommandPool(VkDevice device,
                                           VkCommandPool commandPool,
                                           VkCommandPoolTrimFlags flags) {
    cast(commandPool)->trim();
}

VKAPI_ATTR VkResult VKAPI_CALL
AllocateCommandBuffers(VkDevice device,
                       const VkCommandBufferAllocateInfo* pAllocateInfo,
                       VkCommandBuffer* pCommandBuffers) {
    CommandPool* const pool = cast(pAllocateInfo->commandPool);
    const uint32_t count = pAllocateInfo->commandBufferCount;
    std::fill_n(pCommandBuffers, count, VkCommandBuffer(VK_NULL_HANDLE));
    for (uint32_t i = 0; i < count; ++i) {
        CommandBuffer* const buffer = pool->allocate(pAllocateInfo->level);
        if (!buffer) {
            FreeCommandBuffers(device, pAllocateInfo->commandPool, i, pCommandBuffers);
            std::fill_n(pCommandBuffers, count, VkCommandBuffer(VK_NULL_HANDLE));
            return VK_ERROR_OUT_OF_HOST_MEMORY;
        }
        pCommandBuffers[i] = handleOf<VkCommandBuffer>(buffer);
    }
    return VK_SUCCESS;
}

VKAPI_ATTR void VKAPI_CALL FreeCommandBuffers(VkDevice device,
                                              VkCommandPool commandPool,
                                              uint32_t commandBufferCount,
                                              const VkCommandBuffer* pCommandBuffers) {
    for (uint32_t i = 0; i < commandBufferCount; ++i) {
        if (pCommandBuffers[i]) {
            cast(commandPool)->free(cast(pCommandBuffers[i]));
        }
    }
}

} // namespace entry
} // namespace cpu::icd
