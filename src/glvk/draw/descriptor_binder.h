// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "glvk/draw/descriptor_cache.h"
#include "glvk/record/stream.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace glvk {

class Program;

/// Holds a sampler, and the one before it: most go back and forth between two, which then costs no
/// counting.
class HeldSampler {
public:
    const SamplerRef& operator*() const { return m_refs[m_now]; }
    /// False: it is gone, and all is as before.
    [[nodiscard]] bool hold(const Sampler& sampler) {
        const uint8_t other = m_now ^ 1;
        if (m_refs[other]->id != sampler.id) {
            SamplerRef held(sampler);
            if (!held && sampler.id) {
                return false;
            }
            m_refs[other] = std::move(held);
        }
        m_now = other;
        return true;
    }

private:
    std::array<SamplerRef, 2> m_refs;
    uint8_t m_now = 0;
};

struct BoundSet;

/// A set that a program was drawn with, and what it holds: most programs go back and forth between
/// two, which then are not looked for among all that there are.
class KnownSet {
public:
    VkDescriptorSet set() const { return m_set; }
    /// Of `generation` still, and what `bound` is to hold now.
    bool holds(const BoundSet& bound, uint64_t generation) const;
    void note(VkDescriptorSet set, uint64_t generation, const BoundSet& bound);

private:
    struct BufferRange {
        uint64_t storage; ///< By its number.
        VkDeviceSize offset_B, range_B;
        bool operator==(const BufferRange&) const = default;
    };
    struct ImageView {
        uint64_t view;
        uint32_t sampler;
        bool operator==(const ImageView&) const = default;
    };
    static BufferRange rangeOf(const BoundBuffer& buffer) {
        return {buffer.storage->id(), buffer.dynamic ? 0 : buffer.offset_B, buffer.range_B};
    }
    static ImageView viewOf(const SampledImage& image) { return {image.viewId, image.sampler.id}; }

    VkDescriptorSet m_set = VK_NULL_HANDLE;
    uint64_t m_generation = 0; ///< DescriptorCache::generation() of the set.
    std::vector<BufferRange> m_buffers;
    std::vector<ImageView> m_images;
};

/// How commands get to know a set.
enum class SetUse : uint8_t {
    Unread, ///< By stages that read nothing: not at all.
    Bound,
    Pushed,
};

/// A descriptor set of a program: what it holds, and what of that changed since it was bound last.
struct BoundSet {
    SetUse use = SetUse::Unread;
    std::vector<SampledImage> images;
    std::vector<HeldSampler> samplers; ///< Of `images`.
    std::vector<Resource*> used;       ///< The same; the batch keeps them once they are declared.
    std::vector<BoundBuffer> buffers;
    bool newClamps = false; ///< SampledImage::clamp of an image is another.

    void resizeImages(size_t count) {
        images.resize(count);
        samplers.resize(count);
        used.resize(count);
    }
    /// False: its sampler is gone.
    [[nodiscard]] bool setImage(size_t index, const SampledImage& image) {
        SampledImage& held = images[index];
        if (held.sampler.id != image.sampler.id) {
            if (!samplers[index].hold(image.sampler)) {
                return false;
            }
            newImages |= bitOf(index);
        }
        if (held.viewId != image.viewId) {
            newImages |= bitOf(index);
        }
        newClamps |= held.clamp != image.clamp;
        held = image;
        return true;
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
    std::array<KnownSet, 2> known;
    uint8_t now = 0;         ///< Which of them it is …
    uint64_t generation = 0; ///< … and its DescriptorCache::generation().
    // In descriptor buffers.
    std::vector<std::byte> bytes; ///< As the device will read them.
    VkDeviceSize offset_B = 0;
    uint64_t chunk = 0; ///< The number of the chunk that the offset is in; 0: none.
};

/// Makes what draws read known to the command buffer, in the way that suits the device
/// (DescriptorWay). One per context. See docs/descriptors.md.
class DescriptorBinder {
public:
    DescriptorBinder(Recorder& recorder, VkPipelineBindPoint bindPoint);

    /// Binds the sets of `program`, as far as they are not bound. False: out of memory.
    bool bind(const Program& program, std::span<BoundSet> sets);
    /// Lets go of all samplers as soon as the device is done with the batch.
    void releaseSamplers() {
        m_cache.retireAll();
        m_holder = {};
    }
    /// Another program's sets may be bound.
    void noteProgram() { m_bindsAll = true; }
    /// What the command buffer has is not known.
    void invalidate() {
        m_bindsAll = true;
        m_boundChunk = 0;
    }

private:
    /// Samplers of descriptors that lie in no pool; a batch keeps it.
    struct Holder : Resource {
        using Resource::Resource;
        std::vector<SamplerRef> samplers;
    };
    void hold(const SamplerRef& sampler);
    bool findSets(const Program& program, std::span<BoundSet> sets);
    void bindSets(const Program& program, std::span<BoundSet> sets);
    void push(const Program& program, uint32_t index, BoundSet& set);
    void describe(const SetLayout& layout, BoundSet& set);
    void describeImage(const DescriptorPlace& place, const SampledImage& image, BoundSet& set);
    const std::byte* imageBytes(DescriptorKind kind, const SampledImage& image);
    bool placeSets(const Program& program, std::span<BoundSet> sets);
    void bindPlaces(const Program& program, std::span<BoundSet> sets);

    Recorder& m_recorder;
    const VkPipelineBindPoint m_bindPoint;
    const VolkDeviceTable& m_vk;
    const DescriptorChoice& m_choice;
    DescriptorCache m_cache;
    bool m_bindsAll = true;
    std::vector<uint32_t> m_offsets; ///< Scratch, as large as it ever had to be.
    ResourceRef<Holder> m_holder;    ///< Of the current batch: m_holderBatch.
    uint64_t m_holderBatch = 0;

    // Descriptor buffers: what changed is written to memory that no command has read.
    Stream m_stream;
    uint64_t m_batch = 0;               ///< Recorder::batch() of the chunk.
    BufferStorage* m_storage = nullptr; ///< The chunk that sets are put into, …
    uint64_t m_chunk = 0;               ///< … and its number: another for each batch.
    uint64_t m_boundChunk = 0;
    /// Descriptors of images and texels as the device told them, by the numbers of what they show.
    struct Told {
        uint64_t viewId = 0;
        uint32_t samplerId = 0;
    };
    std::vector<Told> m_told;
    std::vector<std::byte> m_toldBytes; ///< m_toldStep_B for each.
    size_t m_toldStep_B = 0;
};

} // namespace glvk
