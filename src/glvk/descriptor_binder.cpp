// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "glvk/descriptor_binder.h"

#include "glvk/device.h"
#include "glvk/program.h"
#include "glvk/recorder.h"

namespace glvk {

DescriptorBinder::DescriptorBinder(Recorder& recorder)
    : m_recorder(recorder), m_vk(recorder.device().vk()), m_cache(recorder) {}

bool DescriptorBinder::bind(const Program& program, std::span<BoundSet> sets) {
    if (!findSets(program, sets)) {
        return false;
    }
    bindSets(program, sets);
    m_bindsAll = false;
    return true;
}

/// Looks up the sets whose contents changed.
bool DescriptorBinder::findSets(const Program& program, std::span<BoundSet> sets) {
    const uint64_t generation = m_cache.generation();
    for (size_t i = 0; i < sets.size(); ++i) {
        BoundSet& set = sets[i];
        if (!(set.newImages | set.newBuffers) && set.generation == m_cache.generation()) {
            continue;
        }
        const VkDescriptorSet found =
            m_cache.get({program.sets()[i].layout, set.buffers, set.images});
        if (!found) {
            return false;
        }
        set.moved |= found != set.set;
        set.set = found;
        set.generation = m_cache.generation();
        set.newImages = set.newBuffers = 0;
    }
    // Looking one up may have retired all sets, those found before it among them.
    return m_cache.generation() == generation || findSets(program, sets);
}

/// Binds sets that are others or have other offsets, neighbours together.
void DescriptorBinder::bindSets(const Program& program, std::span<BoundSet> sets) {
    VkDescriptorSet run[kMaxSets];
    uint32_t length = 0;
    const uint32_t count = uint32_t(sets.size());
    for (uint32_t i = 0; i <= count; ++i) {
        if (i < count && (m_bindsAll || sets[i].moved)) {
            sets[i].moved = false;
            run[length++] = sets[i].set;
            for (const BoundBuffer& buffer : sets[i].buffers) {
                if (buffer.dynamic) {
                    m_offsets.push_back(uint32_t(buffer.offset_B));
                }
            }
        } else if (length) {
            m_vk.vkCmdBindDescriptorSets(m_recorder.commands(),
                                         VK_PIPELINE_BIND_POINT_GRAPHICS,
                                         program.layout(),
                                         i - length,
                                         length,
                                         run,
                                         uint32_t(m_offsets.size()),
                                         m_offsets.data());
            length = 0;
            m_offsets.clear();
        }
    }
}

} // namespace glvk
