// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "glvk/draw/descriptor_cache.h"

#include "base/hash.h"
#include "glvk/gpu/gpu.h"
#include "glvk/record/recorder.h"

#include <algorithm>

namespace glvk {

DescriptorCache::Pool::~Pool() {
    m_gpu.vk().vkDestroyDescriptorPool(m_gpu.handle(), handle, nullptr);
}

VkDescriptorSet DescriptorCache::get(const SetContents& contents) {
    m_key.clear();
    m_key.push_back(contents.layout->id);
    for (const BoundBuffer& buffer : contents.buffers) {
        m_key.push_back(buffer.storage->id());
        m_key.push_back(buffer.range_B);
        if (!buffer.dynamic) {
            m_key.push_back(buffer.offset_B);
        }
    }
    for (const SampledImage& image : contents.images) {
        m_key.push_back(image.viewId);
        m_key.push_back(image.sampler.id);
    }
    const uint64_t hash = base::hashBytes(m_key.data(), m_key.size() * sizeof(uint64_t));
    const size_t mask = m_sets.size() - 1;
    for (size_t i = hash & mask; !m_sets.empty() && m_sets[i].set; i = (i + 1) & mask) {
        if (m_sets[i].hash == hash && isKeyOf(m_sets[i])) {
            return m_sets[i].set;
        }
    }
    if (m_setCount >= kMaxCachedSets) {
        retireAll();
    }
    const VkDescriptorSet set = allocate(*contents.layout);
    if (set) {
        write(set, contents);
        const auto firstWord = uint32_t(m_keys.size());
        m_keys.insert(m_keys.end(), m_key.begin(), m_key.end()); // First: either may throw.
        insert({hash, set, firstWord, uint32_t(m_key.size())});
    }
    return set;
}

bool DescriptorCache::isKeyOf(const Entry& entry) const {
    if (entry.words != m_key.size()) {
        return false;
    }
    uint64_t difference = 0; // A call of memcmp takes longer than these few words.
    for (size_t i = 0; i < entry.words; ++i) {
        difference |= m_keys[entry.firstWord + i] ^ m_key[i];
    }
    return difference == 0;
}

void DescriptorCache::insert(const Entry& entry) {
    constexpr size_t kFirst = 64;
    if (2 * (m_setCount + 1) > m_sets.size()) {
        std::vector<Entry> before(std::max(kFirst, 2 * m_sets.size()));
        before.swap(m_sets);
        m_setCount = 0;
        for (const Entry& old : before) {
            if (old.set) {
                insert(old);
            }
        }
    }
    const size_t mask = m_sets.size() - 1;
    size_t place = entry.hash & mask;
    while (m_sets[place].set) {
        place = (place + 1) & mask;
    }
    m_sets[place] = entry;
    ++m_setCount;
}

VkDescriptorSet DescriptorCache::allocate(const SetLayout& layout) {
    Gpu& gpu = m_recorder.gpu();
    const VolkDeviceTable& vk = gpu.vk();
    for (int attempt = 0; attempt < 2; ++attempt) {
        if (m_poolLeft) {
            VkDescriptorSetAllocateInfo info{VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO};
            info.descriptorPool = m_pools.back()->handle;
            info.descriptorSetCount = 1;
            info.pSetLayouts = &layout.handle;
            VkDescriptorSet set = VK_NULL_HANDLE;
            if (vk.vkAllocateDescriptorSets(gpu.handle(), &info, &set) == VK_SUCCESS) {
                --m_poolLeft;
                return set;
            }
        }
        const VkDescriptorPoolSize sizes[] = {
            {VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER_DYNAMIC, kSetsPerPool * 2},
            {VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER, kSetsPerPool},
            {VK_DESCRIPTOR_TYPE_UNIFORM_TEXEL_BUFFER, kSetsPerPool},
            {VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER, kSetsPerPool * 8}};
        VkDescriptorPoolCreateInfo info{VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO};
        info.maxSets = kSetsPerPool;
        info.poolSizeCount = uint32_t(std::size(sizes));
        info.pPoolSizes = sizes;
        VkDescriptorPool pool = VK_NULL_HANDLE;
        if (vk.vkCreateDescriptorPool(gpu.handle(), &info, nullptr, &pool) != VK_SUCCESS) {
            return VK_NULL_HANDLE;
        }
        m_pools.emplace_back(new Pool(gpu, pool));
        m_poolLeft = kSetsPerPool;
    }
    return VK_NULL_HANDLE;
}

void DescriptorCache::write(VkDescriptorSet set, const SetContents& contents) {
    m_writes.clear();
    m_images.clear();
    m_buffers.clear();
    m_texels.clear();
    // Writes point into these.
    m_images.reserve(contents.images.size());
    m_texels.reserve(contents.images.size());
    m_buffers.reserve(contents.buffers.size());
    size_t nextImage = 0;
    size_t nextBuffer = 0;
    for (const SetBinding& binding : contents.layout->shape) {
        VkWriteDescriptorSet write{VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET};
        write.dstSet = set;
        write.dstBinding = binding.binding;
        write.descriptorCount = binding.count;
        write.descriptorType = descriptorType(binding.kind);
        write.pImageInfo = m_images.data() + m_images.size();
        write.pBufferInfo = m_buffers.data() + m_buffers.size();
        write.pTexelBufferView = m_texels.data() + m_texels.size();
        for (uint16_t i = 0; i < binding.count; ++i) {
            if (binding.kind == DescriptorKind::Image) {
                const SampledImage& image = contents.images[nextImage++];
                m_images.push_back({image.sampler.handle, image.view, VK_IMAGE_LAYOUT_GENERAL});
                m_pools.back()->samplers.emplace_back(image.sampler);
            } else if (binding.kind == DescriptorKind::Texels) {
                m_texels.push_back(contents.images[nextImage++].texels->handle);
            } else {
                const BoundBuffer& buffer = contents.buffers[nextBuffer++];
                m_buffers.push_back({buffer.storage->handle(),
                                     buffer.dynamic ? 0 : buffer.offset_B,
                                     buffer.range_B});
            }
        }
        m_writes.push_back(write);
    }
    Gpu& gpu = m_recorder.gpu();
    gpu.vk().vkUpdateDescriptorSets(
        gpu.handle(), uint32_t(m_writes.size()), m_writes.data(), 0, nullptr);
}

void DescriptorCache::retireAll() {
    // Batches finish in order, so the current one is the last that may use any of these sets.
    for (const ResourceRef<Pool>& pool : m_pools) {
        m_recorder.retain(*pool);
    }
    m_pools.clear();
    m_poolLeft = 0;
    m_sets.clear();
    m_setCount = 0;
    m_keys.clear();
    ++m_generation;
}

} // namespace glvk
