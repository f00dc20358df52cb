// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "glvk/layout_cache.h"
#include "glvk/resource.h"
#include "glvk/vulkan.h"

#include <array>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

namespace glvk {

class Recorder;

/// What one sampler binding element holds.
struct SampledImage {
    uint64_t viewId = 0;
    uint64_t samplerId = 0;
    VkImageView view = VK_NULL_HANDLE;
    VkSampler sampler = VK_NULL_HANDLE;
};

/// Contents of one stage's descriptor set.
struct SetContents {
    const SetLayout* layout = nullptr;
    BufferStorage* uniforms = nullptr; ///< Null: the layout has no uniform block.
    uint32_t uniformRange_B = 0;
    std::span<const SampledImage> images; ///< In binding order, arrays flattened.
};

/// Descriptor sets by contents: a set is written once and bound again whenever the same views and
/// samplers come back. Uniform data moves by dynamic offset, so it never makes a new set. When the
/// cache grows past its bound, all sets go and their pools follow with the current batch. One per
/// context. See docs/descriptors.md.
class DescriptorCache {
public:
    explicit DescriptorCache(Recorder& recorder) : m_recorder(recorder) {}

    /// Null: out of memory.
    VkDescriptorSet get(const SetContents& contents);

    /// Grows whenever cached sets became invalid.
    uint64_t generation() const { return m_generation; }

private:
    /// A VkDescriptorPool; batches keep it while its sets are in use.
    class Pool : public Resource {
    public:
        Pool(Device& device, VkDescriptorPool pool) : Resource(device), handle(pool) {}
        ~Pool() override;
        const VkDescriptorPool handle;
    };
    static constexpr size_t kMaxSets = 4096;
    static constexpr uint32_t kSetsPerPool = 256;

    VkDescriptorSet allocate(const SetLayout& layout);
    void write(VkDescriptorSet set, const SetContents& contents);
    void retireAll();

    struct Entry {
        std::vector<uint64_t> key;
        VkDescriptorSet set;
    };

    Recorder& m_recorder;
    std::vector<uint64_t> m_key; ///< Scratch.
    std::unordered_multimap<uint64_t, Entry> m_sets;
    std::vector<ResourceRef<Pool>> m_pools;
    uint32_t m_poolLeft = 0;
    uint64_t m_generation = 0;
};

} // namespace glvk
