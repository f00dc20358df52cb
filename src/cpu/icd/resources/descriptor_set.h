// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "cpu/icd/resources/descriptor_set_layout.h"

namespace cpu::icd {

class DescriptorSet {
public:
    DescriptorSet(std::shared_ptr<const SetDescription> description, uint8_t* data, uint32_t size_B)
        : m_description(std::move(description)), m_data(data), m_size_B(size_B) {}

    const SetDescription& description() const { return *m_description; }
    /// What shaders read; it stays where it is while the set lives.
    uint8_t* data() const { return m_data; }
    uint32_t size_B() const { return m_size_B; }

private:
    std::shared_ptr<const SetDescription> m_description;
    uint8_t* m_data;
    uint32_t m_size_B;
};
GLISSADE_CPU_OBJECT(VkDescriptorSet, DescriptorSet)

/// `behind_B`: from the range's end to the buffer's.
BufferDescriptor bufferDescriptor(uint8_t* base, uint64_t range_B, uint64_t behind_B);
/// The image, the sampler or both, as the type has them.
ImageDescriptor imageDescriptor(VkDescriptorType type, const VkDescriptorImageInfo& info);

/// Null descriptors, with the immutable samplers in their places.
void clearDescriptors(const SetDescription& description, uint8_t* data, uint32_t size_B);
/// Puts the immutable samplers in their places; images stay.
void setImmutableSamplers(const SetDescription& description, uint8_t* data, uint32_t size_B);

/// Writes into a set's memory, or into that of a pushed set (`size_B` of it). What is beyond the
/// set is not written. VkWriteDescriptorSet::dstSet is not looked at.
void writeDescriptors(const SetDescription& description,
                      uint8_t* data,
                      uint32_t size_B,
                      const VkWriteDescriptorSet& write);

} // namespace cpu::icd
