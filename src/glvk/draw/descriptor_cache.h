// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "glvk/gpu/buffer_storage.h"
#include "glvk/gpu/vulkan.h"
#include "glvk/image/sampled_image.h"
#include "glvk/image/sampler_cache.h"
#include "glvk/pipeline/layout_cache.h"

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace glvk {

class Recorder;

/// What one uniform block binding element holds. The offset of a dynamic one is not part of the
/// set.
struct BoundBuffer {
    BufferStorage* storage = nullptr;
    VkDeviceSize offset_B = 0;
    VkDeviceSize range_B = 0;
    bool dynamic = true;
};

/// Contents of one descriptor set.
struct SetContents {
    const SetLayout* layout = nullptr;
    std::span<const BoundBuffer> buffers; ///< In binding order, arrays flattened, as the images.
    std::span<const SampledImage> images;
};

/// Descriptor sets by contents: a set is written once and bound again whenever the same views,
/// samplers and buffers come back. Where a buffer moves by dynamic offset, that makes no new set.
/// When the cache grows past its bound, all sets go and their pools follow with the current batch.
/// One per context. See docs/descriptors.md.
class DescriptorCache {
public:
    explicit DescriptorCache(Recorder& recorder) : m_recorder(recorder) {}

    /// Null: out of memory.
    VkDescriptorSet get(const SetContents& contents);

    /// Forgets all sets: they go when the device is done with the current batch.
    void retireAll();
    /// Grows whenever cached sets became invalid.
    uint64_t generation() const { return m_generation; }

private:
    /// A VkDescriptorPool, with the samplers of its sets; batches keep it while sets are in use.
    class Pool : public Resource {
    public:
        Pool(Gpu& gpu, VkDescriptorPool pool) : Resource(gpu), handle(pool) {}
        ~Pool() override;
        const VkDescriptorPool handle;
        std::vector<SamplerRef> samplers;
    };
    static constexpr size_t kMaxCachedSets = 4096;
    static constexpr uint32_t kSetsPerPool = 256;

    VkDescriptorSet allocate(const SetLayout& layout);
    void write(VkDescriptorSet set, const SetContents& contents);

    struct Entry {
        uint64_t hash;
        VkDescriptorSet set = VK_NULL_HANDLE; ///< Null: the place is free.
        uint32_t firstWord;                   ///< Of its key, in m_keys.
        uint32_t words;
    };

    bool isKeyOf(const Entry& entry) const;
    void insert(const Entry& entry);

    Recorder& m_recorder;
    /// By hash, then in the next place that is free; at least half are. A power of two.
    std::vector<Entry> m_sets;
    size_t m_setCount = 0;
    std::vector<uint64_t> m_keys; ///< Of all sets.
    std::vector<ResourceRef<Pool>> m_pools;
    uint32_t m_poolLeft = 0;
    uint64_t m_generation = 0;
    // Scratch.
    std::vector<uint64_t> m_key;
    std::vector<VkWriteDescriptorSet> m_writes;
    std::vector<VkDescriptorImageInfo> m_images;
    std::vector<VkDescriptorBufferInfo> m_buffers;
    std::vector<VkBufferView> m_texels;
};

} // namespace glvk
