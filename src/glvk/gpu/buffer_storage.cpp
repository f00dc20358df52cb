// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "glvk/gpu/buffer_storage.h"

#include "base/bits.h"
#include "base/options.h"
#include "glvk/gpu/deviations.h"
#include "glvk/gpu/gpu.h"

#include <algorithm>
#include <bit>

namespace glvk {

namespace {

/// No device asks for more of an offset: Vulkan limits what it may ask of uniform and texel buffers
/// to this (VkPhysicalDeviceLimits).
constexpr VkDeviceSize kPartAlignment_B = 256;

/// Of a VkBuffer that is divided; at least eight parts.
constexpr VkDeviceSize kDivided_B = 64 * 1024;

/// Of parts that are taken at once.
constexpr size_t kMaxAhead = 8;
constexpr VkDeviceSize kMaxAhead_B = 16 * 1024;

} // namespace

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

/// How far parts lie apart: few sizes, so that buffers of many share them.
VkDeviceSize BufferStorage::partStep_B(VkDeviceSize size_B) {
    const VkDeviceSize unit = std::max(kPartAlignment_B, std::bit_floor(size_B) / 4);
    return base::alignUp(std::max<VkDeviceSize>(size_B, 1), unit);
}

void BufferStorage::createParts(
    Gpu& gpu, VkDeviceSize size_B, VkBufferUsageFlags usage, MemoryUse use, Parts& parts) {
    const VkDeviceSize step_B = partStep_B(size_B);
    Resource* spares[kMaxAhead];
    const size_t wanted = std::clamp<size_t>(kMaxAhead_B / step_B, 1, kMaxAhead);
    parts.reserve(wanted);
    const size_t found = gpu.spareBuffers().take({step_B, usage, use, true}, {spares, wanted});
    for (size_t i = found; i-- > 0;) {
        auto* const part = static_cast<BufferStorage*>(spares[i]);
        part->m_size_B = size_B;
        parts.emplace_back(part);
    }
    if (found > 0) {
        return;
    }
    const VkDeviceSize count = std::max<VkDeviceSize>(kDivided_B / step_B, 8);
    const ResourceRef<BufferStorage> whole = create(gpu, count * step_B, usage, use);
    if (!whole || !whole->mapped()) {
        return;
    }
    const SpareBuffers::Collection collection(gpu.spareBuffers()); // Of those that are not wanted.
    for (VkDeviceSize i = count; i-- > 0;) {
        const ResourceRef<BufferStorage> part(new BufferStorage(gpu, usage, use));
        part->m_whole = whole;
        part->m_buffer = whole->m_buffer;
        part->m_offset_B = i * step_B;
        part->m_memory = whole->m_memory;
        part->m_memory.block = nullptr;
        part->m_memory.size_B = step_B;
        part->m_memory.mapped += part->m_offset_B;
        part->m_size_B = size_B;
        part->m_address = whole->m_address ? whole->m_address + part->m_offset_B : 0;
        if (i < wanted) {
            parts.push_back(part);
        }
    }
}

void BufferStorage::retire() {
    if (m_replaced || m_whole) {
        forgetUses();
        const VkDeviceSize size_B = m_whole ? m_memory.size_B : m_size_B;
        if (m_gpu.spareBuffers().give({size_B, m_usage, m_use, bool(m_whole)}, *this)) {
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
        info.offset = m_offset_B + offset_B;
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
    if (m_whole) {
        return;
    }
    m_gpu.vk().vkDestroyBuffer(m_gpu.handle(), m_buffer, nullptr);
    m_gpu.memory().free(m_memory);
}

} // namespace glvk
