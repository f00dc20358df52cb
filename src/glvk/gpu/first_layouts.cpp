// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "glvk/gpu/first_layouts.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace glvk {

FirstLayouts::FirstLayouts(VkDevice device,
                           const VolkDeviceTable& vk,
                           uint32_t queueFamily,
                           uint32_t otherFamily)
    : m_device(device), m_vk(vk), m_queueFamily(queueFamily), m_otherFamily(otherFamily) {}

FirstLayouts::~FirstLayouts() {
    m_pending.clear();
    m_recorded.clear();
    for (Prologue& prologue : m_prologues) {
        m_vk.vkDestroyCommandPool(m_device, prologue.pool, nullptr);
    }
}

void FirstLayouts::add(ResourceRef<Resource> keep, VkImage image, const FirstContents& contents) {
    const std::lock_guard lock(m_mutex);
    m_pending.push_back({std::move(keep), image, contents});
}

void FirstLayouts::collect(const Reached& reached) {
    for (Prologue& prologue : m_prologues) {
        if (!prologue.images.empty() && reached(prologue.value)) {
            prologue.images.clear();
        }
    }
}

FirstLayouts::Prologue* FirstLayouts::freePrologue(const Reached& reached) {
    for (Prologue& prologue : m_prologues) {
        if (reached(prologue.value)) {
            prologue.images.clear();
            return m_vk.vkResetCommandPool(m_device, prologue.pool, 0) == VK_SUCCESS ? &prologue
                                                                                     : nullptr;
        }
    }
    Prologue& prologue = m_prologues.emplace_back();
    VkCommandPoolCreateInfo pool{VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO};
    pool.queueFamilyIndex = m_queueFamily;
    if (m_vk.vkCreateCommandPool(m_device, &pool, nullptr, &prologue.pool) != VK_SUCCESS) {
        m_prologues.pop_back();
        return nullptr;
    }
    VkCommandBufferAllocateInfo info{VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO};
    info.commandPool = prologue.pool;
    info.level = VK_COMMAND_BUFFER_LEVEL_PRIMARY;
    info.commandBufferCount = 1;
    if (m_vk.vkAllocateCommandBuffers(m_device, &info, &prologue.commands) != VK_SUCCESS) {
        m_vk.vkDestroyCommandPool(m_device, prologue.pool, nullptr);
        m_prologues.pop_back();
        return nullptr;
    }
    return &prologue;
}

FirstLayouts::Recorded FirstLayouts::record(const Reached& reached) {
    m_recordedIn = nullptr;
    {
        const std::lock_guard lock(m_mutex);
        m_recorded.reserve(m_recorded.size() + m_pending.size());
        std::ranges::move(m_pending, std::back_inserter(m_recorded));
        m_pending.clear();
    }
    if (m_recorded.empty()) {
        return {};
    }
    std::vector<VkImageMemoryBarrier> barriers = firstBarriers();
    Prologue* const prologue = freePrologue(reached);
    if (!prologue) {
        return {VK_NULL_HANDLE, VK_ERROR_OUT_OF_DEVICE_MEMORY};
    }
    prologue->images.reserve(m_recorded.size());
    const VkCommandBuffer cmd = prologue->commands;
    VkCommandBufferBeginInfo begin{VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO};
    begin.flags = VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT;
    if (const VkResult result = m_vk.vkBeginCommandBuffer(cmd, &begin); result != VK_SUCCESS) {
        return {VK_NULL_HANDLE, result};
    }
    // Memory of these images may have belonged to others: earlier work on it is waited for.
    m_vk.vkCmdPipelineBarrier(cmd,
                              VK_PIPELINE_STAGE_ALL_COMMANDS_BIT,
                              VK_PIPELINE_STAGE_ALL_COMMANDS_BIT,
                              0,
                              0,
                              nullptr,
                              0,
                              nullptr,
                              uint32_t(barriers.size()),
                              barriers.data());
    for (const Pending& p : m_recorded) {
        clear(cmd, p);
    }
    if (const VkResult result = m_vk.vkEndCommandBuffer(cmd); result != VK_SUCCESS) {
        return {VK_NULL_HANDLE, result};
    }
    m_recordedIn = prologue;
    return {cmd, VK_SUCCESS};
}

void FirstLayouts::submitted(uint64_t value) noexcept {
    if (m_recordedIn) {
        m_recordedIn->value = value;
        for (Pending& p : m_recorded) {
            m_recordedIn->images.push_back(std::move(p.keep)); // There is room.
        }
        m_recorded.clear();
        m_recordedIn = nullptr;
    }
}

std::vector<VkImageMemoryBarrier> FirstLayouts::firstBarriers() const {
    std::vector<VkImageMemoryBarrier> barriers;
    for (const Pending& p : m_recorded) {
        VkImageMemoryBarrier barrier{VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER};
        barrier.dstAccessMask = VK_ACCESS_MEMORY_READ_BIT | VK_ACCESS_MEMORY_WRITE_BIT;
        barrier.oldLayout = VK_IMAGE_LAYOUT_UNDEFINED;
        barrier.newLayout = VK_IMAGE_LAYOUT_GENERAL;
        // Taken over from others, it keeps what is in it.
        barrier.srcQueueFamilyIndex = p.contents.ofOthers ? m_otherFamily : VK_QUEUE_FAMILY_IGNORED;
        barrier.dstQueueFamilyIndex = p.contents.ofOthers ? m_queueFamily : VK_QUEUE_FAMILY_IGNORED;
        barrier.image = p.image;
        barrier.subresourceRange = {
            p.contents.aspects, 0, VK_REMAINING_MIP_LEVELS, 0, VK_REMAINING_ARRAY_LAYERS};
        barriers.push_back(barrier);
    }
    return barriers;
}

void FirstLayouts::clear(VkCommandBuffer cmd, const Pending& p) const {
    if (!p.contents.clear) {
        return;
    }
    const VkImageSubresourceRange range{
        p.contents.aspects, 0, VK_REMAINING_MIP_LEVELS, 0, VK_REMAINING_ARRAY_LAYERS};
    if (p.contents.aspects & VK_IMAGE_ASPECT_COLOR_BIT) {
        m_vk.vkCmdClearColorImage(
            cmd, p.image, VK_IMAGE_LAYOUT_GENERAL, &p.contents.clear->color, 1, &range);
    } else {
        m_vk.vkCmdClearDepthStencilImage(
            cmd, p.image, VK_IMAGE_LAYOUT_GENERAL, &p.contents.clear->depthStencil, 1, &range);
    }
}

} // namespace glvk
