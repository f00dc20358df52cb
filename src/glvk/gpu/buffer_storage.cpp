// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "glvk/gpu/buffer_storage.h"

#include "base/options.h"
#include "glvk/gpu/deviations.h"
#include "glvk/gpu/gpu.h"

#include <algorithm>

namespace glvk {

BufferStorage::BufferStorage(Gpu& gpu, VkBufferUsageFlags usage, MemoryUse use)
    : Resource(gpu), m_id(gpu.newId()), m_usage(usage), m_use(use) {}

ResourceRef<BufferStorage> BufferStorage::createOrReuse(Gpu& gpu,
                                                        VkDeviceSize size_B,
                                                        VkBufferUsageFlags usage,
                                                        MemoryUse use) {
    if (Resource* const spare = gpu.spareBuffers().take({size_B, usage, use})) {
        auto* const storage = static_cast<BufferStorage*>(spare);
        storage->m_replaced = false;
        return ResourceRef<BufferStorage>(storage);
    }
    ResourceRef<BufferStorage> storage = create(gpu, size_B, usage, use);
    if (!storage && gpu.spareBuffers().clear()) {
        storage = create(gpu, size_B, usage, use);
    }
    return storage;
}

void BufferStorage::retire() {
    if (m_replaced) {
        forgetUses();
        if (m_gpu.spareBuffers().give({m_size_B, m_usage, m_use}, *this)) {
            return;
        }
    }
    delete this;
}

ResourceRef<BufferStorage>
BufferStorage::create(Gpu& gpu, VkDeviceSize size_B, VkBufferUsageFlags usage, MemoryUse use) {
    ResourceRef<BufferStorage> storage(new BufferStorage(gpu, usage, use));
    storage->m_size_B = std::max<VkDeviceSize>(size_B, 1);
    VkBufferCreateInfo info{VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO};
    info.size = storage->m_size_B;
    info.usage = usage;
    constexpr VkBufferUsageFlags kAddressed = VK_BUFFER_USAGE_UNIFORM_BUFFER_BIT |
                                              VK_BUFFER_USAGE_UNIFORM_TEXEL_BUFFER_BIT |
                                              VK_BUFFER_USAGE_RESOURCE_DESCRIPTOR_BUFFER_BIT_EXT;
    const bool addressed =
        gpu.features().descriptors.way == DescriptorWay::Buffer && (usage & kAddressed);
    if (addressed) {
        info.usage |= VK_BUFFER_USAGE_SHADER_DEVICE_ADDRESS_BIT;
    }
    const VolkDeviceTable& vk = gpu.vk();
    if (vk.vkCreateBuffer(gpu.handle(), &info, nullptr, &storage->m_buffer) != VK_SUCCESS) {
        return {};
    }
    if (base::options().validation && !(usage & VK_BUFFER_USAGE_VERTEX_BUFFER_BIT)) {
        nameBuffer(gpu.handle(), storage->m_buffer, kNoVerticesName);
    }
    VkMemoryRequirements requirements{};
    vk.vkGetBufferMemoryRequirements(gpu.handle(), storage->m_buffer, &requirements);
    // What applications map is aligned so (GL_MIN_MAP_BUFFER_ALIGNMENT).
    requirements.alignment = std::max<VkDeviceSize>(requirements.alignment, 64);
    storage->m_memory = gpu.memory().allocate(requirements, use, false);
    if (!storage->m_memory || vk.vkBindBufferMemory(gpu.handle(),
                                                    storage->m_buffer,
                                                    storage->m_memory.memory,
                                                    storage->m_memory.offset_B) != VK_SUCCESS) {
        return {};
    }
    if (addressed) {
        VkBufferDeviceAddressInfo address{VK_STRUCTURE_TYPE_BUFFER_DEVICE_ADDRESS_INFO};
        address.buffer = storage->m_buffer;
        storage->m_address = vk.vkGetBufferDeviceAddress(gpu.handle(), &address);
    }
    return storage;
}

const TexelView*
BufferStorage::texelView(VkFormat format, VkDeviceSize offset_B, VkDeviceSize range_B) {
    const TexelViewKey key{format, offset_B, range_B};
    const auto* last = m_lastTexelView.load(std::memory_order_acquire);
    if (last && last->first == key) {
        return &last->second;
    }
    const std::lock_guard lock(m_mutex);
    const auto entry = m_texelViews.try_emplace(key).first;
    TexelView& view = entry->second;
    if (!view.handle) {
        VkBufferViewCreateInfo info{VK_STRUCTURE_TYPE_BUFFER_VIEW_CREATE_INFO};
        info.buffer = m_buffer;
        info.format = format;
        info.offset = offset_B;
        info.range = range_B;
        if (m_gpu.vk().vkCreateBufferView(m_gpu.handle(), &info, nullptr, &view.handle) !=
            VK_SUCCESS) {
            return nullptr;
        }
        view.id = m_gpu.newId();
        view.address = m_address ? m_address + offset_B : 0;
        view.range_B = range_B;
        view.format = format;
    }
    m_lastTexelView.store(&*entry, std::memory_order_release);
    return &view;
}

BufferStorage::~BufferStorage() {
    for (const auto& [key, view] : m_texelViews) {
        m_gpu.vk().vkDestroyBufferView(m_gpu.handle(), view.handle, nullptr);
    }
    m_gpu.vk().vkDestroyBuffer(m_gpu.handle(), m_buffer, nullptr);
    m_gpu.memory().free(m_memory);
}

} // namespace glvk
