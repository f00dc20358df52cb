// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "glvk/draw/descriptor_binder.h"

#include "base/bits.h"
#include "base/options.h"
#include "glvk/gpu/gpu.h"
#include "glvk/pipeline/program.h"
#include "glvk/record/recorder.h"

#include <cstring>

namespace glvk {

namespace {

constexpr size_t kTold = 1024; // A power of two.

constexpr VkBufferUsageFlags kDescriptorUsage = VK_BUFFER_USAGE_RESOURCE_DESCRIPTOR_BUFFER_BIT_EXT |
                                                VK_BUFFER_USAGE_SAMPLER_DESCRIPTOR_BUFFER_BIT_EXT;

VkDeviceSize chunk_B() {
    return base::options().tinyRings ? 16384 : VkDeviceSize(1) << 20;
}

/// `f` of each element whose bit is set (BoundSet::bitOf).
template <class F>
void forEachNew(uint64_t bits, size_t count, F&& f) {
    constexpr size_t kRest = 63;
    const uint64_t single = (uint64_t(1) << std::min(count, kRest)) - 1;
    base::forEachBit(bits & single, [&](unsigned i) { f(size_t(i)); });
    for (size_t i = kRest; i < count && bits >> kRest; ++i) {
        f(i);
    }
}

} // namespace

bool KnownSet::holds(const BoundSet& bound, uint64_t generation) const {
    return m_set && m_generation == generation &&
           std::ranges::equal(bound.buffers, m_buffers, {}, rangeOf) &&
           std::ranges::equal(bound.images, m_images, {}, viewOf);
}

void KnownSet::note(VkDescriptorSet set, uint64_t generation, const BoundSet& bound) {
    m_set = VK_NULL_HANDLE; // Until all is noted: memory may run out.
    m_buffers.resize(bound.buffers.size());
    m_images.resize(bound.images.size());
    std::ranges::transform(bound.buffers, m_buffers.begin(), rangeOf);
    std::ranges::transform(bound.images, m_images.begin(), viewOf);
    m_set = set;
    m_generation = generation;
}

DescriptorBinder::DescriptorBinder(Recorder& recorder, VkPipelineBindPoint bindPoint)
    : m_recorder(recorder),
      m_bindPoint(bindPoint),
      m_vk(recorder.gpu().vk()),
      m_choice(recorder.gpu().features().descriptors),
      m_cache(recorder),
      m_stream(recorder, chunk_B(), kDescriptorUsage, MemoryUse::DeviceHost) {
    if (m_choice.way == DescriptorWay::Buffer) {
        m_toldStep_B = std::max(m_choice.combined_B, m_choice.texels_B);
        m_told.resize(kTold);
        m_toldBytes.resize(kTold * m_toldStep_B);
    }
}

bool DescriptorBinder::bind(const Program& program, std::span<BoundSet> sets) {
    if (m_choice.way == DescriptorWay::Buffer) {
        if (!placeSets(program, sets)) {
            return false;
        }
        bindPlaces(program, sets);
    } else {
        if (!findSets(program, sets)) {
            return false;
        }
        bindSets(program, sets);
    }
    m_bindsAll = false;
    return true;
}

/// Until the device is done with the current batch.
void DescriptorBinder::hold(const SamplerRef& sampler) {
    if (!sampler) {
        return;
    }
    if (m_holderBatch != m_recorder.batch() || !m_holder) {
        m_holder = ResourceRef<Holder>(new Holder(m_recorder.gpu()));
        m_recorder.retain(*m_holder);
        m_holderBatch = m_recorder.batch();
    }
    m_holder->samplers.push_back(sampler);
}

/// Looks up the sets whose contents changed.
bool DescriptorBinder::findSets(const Program& program, std::span<BoundSet> sets) {
    const uint64_t generation = m_cache.generation();
    for (size_t i = 0; i < sets.size(); ++i) {
        BoundSet& set = sets[i];
        const bool current =
            !(set.newImages | set.newBuffers) && set.generation == m_cache.generation();
        if (current || set.use != SetUse::Bound) {
            continue;
        }
        KnownSet& other = set.known[set.now ^ 1];
        if (!other.holds(set, m_cache.generation())) {
            const VkDescriptorSet found =
                m_cache.get({program.sets()[i].layout, set.buffers, set.images});
            if (!found) {
                return false;
            }
            other.note(found, m_cache.generation(), set);
        }
        set.moved |= other.set() != set.known[set.now].set();
        set.now ^= 1;
        set.generation = m_cache.generation();
        set.newImages = set.newBuffers = 0;
    }
    // Looking one up may have retired all sets, those found before it among them.
    return m_cache.generation() == generation || findSets(program, sets);
}

/// Binds sets that are others or have other offsets, neighbours together, and pushes what changed
/// of the set that is pushed.
void DescriptorBinder::bindSets(const Program& program, std::span<BoundSet> sets) {
    VkDescriptorSet run[kMaxSets];
    uint32_t length = 0;
    uint32_t offsets = 0;
    const auto count = uint32_t(sets.size());
    const auto bindRun = [&](uint32_t end) {
        m_vk.vkCmdBindDescriptorSets(m_recorder.commands(),
                                     m_bindPoint,
                                     program.layout(),
                                     end - length,
                                     length,
                                     run,
                                     offsets,
                                     m_offsets.data());
        length = offsets = 0;
    };
    for (uint32_t i = 0; i < count; ++i) {
        BoundSet& set = sets[i];
        if (set.use == SetUse::Bound && (m_bindsAll || set.moved)) {
            set.moved = false;
            run[length++] = set.known[set.now].set();
            if (m_offsets.size() < offsets + set.buffers.size()) {
                m_offsets.resize(offsets + set.buffers.size());
            }
            for (const BoundBuffer& buffer : set.buffers) {
                m_offsets[offsets] = uint32_t(buffer.offset_B);
                offsets += buffer.dynamic;
            }
            continue;
        }
        if (length) {
            bindRun(i);
        }
        if (set.use == SetUse::Pushed) {
            push(program, i, set);
        }
    }
    if (length) {
        bindRun(count);
    }
}

/// Descriptors that were pushed before stay where the layout is the same.
void DescriptorBinder::push(const Program& program, uint32_t index, BoundSet& set) {
    if (m_bindsAll) {
        set.newImages = set.newBuffers = BoundSet::kAll;
    }
    if (!(set.newImages | set.newBuffers)) {
        return;
    }
    VkWriteDescriptorSet writes[SetPlan::kMostPushed];
    VkDescriptorImageInfo images[SetPlan::kMostPushed];
    VkDescriptorBufferInfo buffers[SetPlan::kMostPushed];
    VkBufferView texels[SetPlan::kMostPushed];
    uint32_t count = 0;
    uint32_t image = 0; // Of the set.
    uint32_t buffer = 0;
    // Arrays are pushed whole: lavapipe 22.3 takes any element for the first.
    for (const SetBinding& b : program.sets()[index].layout->shape) {
        const uint64_t elements = (uint64_t(1) << b.count) - 1;
        const bool isBuffer = b.kind == DescriptorKind::Block;
        const bool isNew =
            isBuffer ? set.newBuffers >> buffer & elements : set.newImages >> image & elements;
        uint32_t& first = isBuffer ? buffer : image;
        if (isNew) {
            VkWriteDescriptorSet& write = writes[count++];
            write = {VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET};
            write.dstBinding = b.binding;
            write.descriptorCount = b.count;
            write.descriptorType = descriptorType(b.kind);
            write.pImageInfo = images + first;
            write.pBufferInfo = buffers + first;
            write.pTexelBufferView = texels + first;
            for (uint32_t i = first; i < first + b.count; ++i) {
                if (isBuffer) {
                    const BoundBuffer& from = set.buffers[i];
                    buffers[i] = {from.storage->handle(), from.offset_B, from.range_B};
                } else if (b.kind == DescriptorKind::Texels) {
                    texels[i] = set.images[i].texels->handle;
                } else {
                    const SampledImage& from = set.images[i];
                    images[i] = {from.sampler.handle, from.view, VK_IMAGE_LAYOUT_GENERAL};
                    hold(*set.samplers[i]);
                }
            }
        }
        first += b.count;
    }
    m_vk.vkCmdPushDescriptorSetKHR(
        m_recorder.commands(), m_bindPoint, program.layout(), index, count, writes);
    set.newImages = set.newBuffers = 0;
}

/// The descriptor as the device has it; asked for only where it was not among the last ones.
const std::byte* DescriptorBinder::imageBytes(DescriptorKind kind, const SampledImage& image) {
    const size_t slot = (image.viewId * 31 + image.sampler.id * 7) & (kTold - 1);
    std::byte* const bytes = m_toldBytes.data() + slot * m_toldStep_B;
    Told& told = m_told[slot];
    if (told.viewId == image.viewId && told.samplerId == image.sampler.id && told.viewId) {
        return bytes;
    }
    told = {image.viewId, image.sampler.id};
    VkDescriptorGetInfoEXT info{VK_STRUCTURE_TYPE_DESCRIPTOR_GET_INFO_EXT};
    info.type = descriptorType(kind);
    const VkDevice device = m_recorder.gpu().handle();
    if (kind == DescriptorKind::Texels) {
        VkDescriptorAddressInfoEXT texels{VK_STRUCTURE_TYPE_DESCRIPTOR_ADDRESS_INFO_EXT};
        texels.address = image.texels->address;
        texels.range = image.texels->range_B;
        texels.format = image.texels->format;
        info.data.pUniformTexelBuffer = &texels;
        m_vk.vkGetDescriptorEXT(device, &info, m_choice.texels_B, bytes);
    } else {
        const VkDescriptorImageInfo combined{
            image.sampler.handle, image.view, VK_IMAGE_LAYOUT_GENERAL};
        info.data.pCombinedImageSampler = &combined;
        m_vk.vkGetDescriptorEXT(device, &info, m_choice.combined_B, bytes);
    }
    return bytes;
}

void DescriptorBinder::describeImage(const DescriptorPlace& place,
                                     const SampledImage& image,
                                     BoundSet& set) {
    const std::byte* const bytes = imageBytes(place.kind, image);
    std::byte* const to = set.bytes.data() + place.offset_B;
    if (place.samplerOffset_B) {
        std::memcpy(to, bytes, m_choice.image_B);
        std::memcpy(set.bytes.data() + place.samplerOffset_B,
                    bytes + m_choice.image_B,
                    m_choice.combined_B - m_choice.image_B);
    } else {
        const bool texels = place.kind == DescriptorKind::Texels;
        std::memcpy(to, bytes, texels ? m_choice.texels_B : m_choice.combined_B);
    }
}

/// Brings the set's bytes up to date.
void DescriptorBinder::describe(const SetLayout& layout, BoundSet& set) {
    set.bytes.resize(layout.size_B);
    forEachNew(set.newImages, set.images.size(), [&](size_t i) {
        describeImage(layout.images[i], set.images[i], set);
        hold(*set.samplers[i]);
    });
    VkDescriptorAddressInfoEXT buffer{VK_STRUCTURE_TYPE_DESCRIPTOR_ADDRESS_INFO_EXT};
    VkDescriptorGetInfoEXT info{VK_STRUCTURE_TYPE_DESCRIPTOR_GET_INFO_EXT};
    info.type = VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER;
    info.data.pUniformBuffer = &buffer;
    const VkDevice device = m_recorder.gpu().handle();
    forEachNew(set.newBuffers, set.buffers.size(), [&](size_t i) {
        buffer.address = set.buffers[i].storage->address() + set.buffers[i].offset_B;
        buffer.range = set.buffers[i].range_B;
        m_vk.vkGetDescriptorEXT(
            device, &info, m_choice.uniformBuffer_B, set.bytes.data() + layout.buffers[i].offset_B);
    });
    set.newImages = set.newBuffers = 0;
}

/// Puts sets that changed, or that lie in a chunk that is not bound, where nothing was yet.
bool DescriptorBinder::placeSets(const Program& program, std::span<BoundSet> sets) {
    if (m_batch != m_recorder.batch()) {
        m_batch = m_recorder.batch();
        m_storage = nullptr;
    }
    for (size_t i = 0; i < sets.size(); ++i) {
        if (sets[i].newImages | sets[i].newBuffers) {
            describe(*program.sets()[i].layout, sets[i]);
            sets[i].chunk = 0;
        }
    }
    // Where a chunk is full, those that were put into it have to come along.
    for (int attempt = 0; attempt < 3; ++attempt) {
        bool all = true;
        for (size_t i = 0; i < sets.size(); ++i) {
            BoundSet& set = sets[i];
            if (set.use == SetUse::Unread || (set.chunk == m_chunk && m_storage)) {
                continue;
            }
            const StreamPiece piece = m_stream.allocate(set.bytes.size(), m_choice.alignment_B);
            if (!piece.storage) {
                return false;
            }
            if (piece.storage != m_storage) {
                m_storage = piece.storage;
                ++m_chunk;
                all = false;
            }
            std::memcpy(piece.data, set.bytes.data(), set.bytes.size());
            set.offset_B = piece.offset_B;
            set.chunk = m_chunk;
            set.moved = true;
        }
        if (all) {
            return true;
        }
    }
    return false; // A chunk is smaller than the sets of one program.
}

void DescriptorBinder::bindPlaces(const Program& program, std::span<BoundSet> sets) {
    if (!m_storage) {
        return; // No stage reads anything.
    }
    constexpr uint32_t kFirst[kMaxSets] = {}; // There is one descriptor buffer.
    if (m_boundChunk != m_chunk) {
        VkDescriptorBufferBindingInfoEXT info{VK_STRUCTURE_TYPE_DESCRIPTOR_BUFFER_BINDING_INFO_EXT};
        info.address = m_storage->address();
        info.usage = kDescriptorUsage;
        m_vk.vkCmdBindDescriptorBuffersEXT(m_recorder.commands(), 1, &info);
        m_boundChunk = m_chunk;
        m_bindsAll = true;
    }
    VkDeviceSize run[kMaxSets];
    uint32_t length = 0;
    const uint32_t count = uint32_t(sets.size());
    for (uint32_t i = 0; i <= count; ++i) {
        if (i < count && sets[i].use != SetUse::Unread && (m_bindsAll || sets[i].moved)) {
            sets[i].moved = false;
            run[length++] = sets[i].offset_B;
        } else if (length) {
            m_vk.vkCmdSetDescriptorBufferOffsetsEXT(m_recorder.commands(),
                                                    m_bindPoint,
                                                    program.layout(),
                                                    i - length,
                                                    length,
                                                    kFirst,
                                                    run);
            length = 0;
        }
    }
}

} // namespace glvk
