// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "glvk/descriptor_cache.h"

#include <algorithm>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace glvk {

class Program;

/// A descriptor set of a program: what it holds, and what of that changed since it was bound last.
struct BoundSet {
    std::vector<SampledImage> images;
    std::vector<Resource*> used; ///< Of `images`; the batch keeps them once they are declared.
    std::vector<BoundBuffer> buffers;

    void setImage(size_t index, const SampledImage& image) {
        const SampledImage before = std::exchange(images[index], image);
        if (before.viewId != image.viewId || before.samplerId != image.samplerId) {
            newImages |= bitOf(index);
        }
    }
    void
    setBuffer(size_t index, BufferStorage* storage, VkDeviceSize offset_B, VkDeviceSize range_B) {
        BoundBuffer& buffer = buffers[index];
        const bool other = buffer.offset_B != offset_B;
        if (buffer.storage != storage || buffer.range_B != range_B || (other && !buffer.dynamic)) {
            newBuffers |= bitOf(index);
        }
        moved |= other;
        buffer = {storage, offset_B, range_B, buffer.dynamic};
    }
    /// Nothing that it held before counts.
    void invalidate() {
        newImages = newBuffers = kAll;
        for (BoundBuffer& buffer : buffers) {
            buffer.storage = nullptr;
        }
    }

    // DescriptorBinder's own.
    static constexpr uint64_t kAll = ~uint64_t(0);
    /// The last bit stands for all elements from there on.
    static uint64_t bitOf(size_t index) { return uint64_t(1) << std::min<size_t>(index, 63); }
    uint64_t newImages = kAll;
    uint64_t newBuffers = kAll;
    bool moved = true; ///< To be bound: it is another set, or its dynamic offsets are others.
    VkDescriptorSet set = VK_NULL_HANDLE;
    uint64_t generation = 0; ///< DescriptorCache::generation() of the set.
};

/// Makes what draws read known to the command buffer. One per context. See docs/descriptors.md.
class DescriptorBinder {
public:
    explicit DescriptorBinder(Recorder& recorder);

    /// Binds the sets of `program`, as far as they are not bound. False: out of memory.
    bool bind(const Program& program, std::span<BoundSet> sets);
    /// What the command buffer has is not known, or is another program's.
    void invalidate() { m_bindsAll = true; }

private:
    bool findSets(const Program& program, std::span<BoundSet> sets);
    void bindSets(const Program& program, std::span<BoundSet> sets);

    Recorder& m_recorder;
    const VolkDeviceTable& m_vk;
    DescriptorCache m_cache;
    bool m_bindsAll = true;
    std::vector<uint32_t> m_offsets; ///< Scratch.
};

} // namespace glvk
