// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "cpu/icd/resources/descriptor_set.h"

#include <map>
#include <memory>

namespace cpu::icd {

/// Memory for a number of sets, taken once. Sets are placed one after the other, then in the first
/// gap that fits; sets of one size never meet a gap that is too small.
class DescriptorPool {
public:
    /// Throws std::bad_alloc.
    explicit DescriptorPool(const VkDescriptorPoolCreateInfo& info);
    DescriptorPool(const DescriptorPool&) = delete;
    DescriptorPool& operator=(const DescriptorPool&) = delete;

    /// Are there so many sets and bytes, in pieces of whatever size?
    bool hasRoom(uint64_t sets, uint64_t size_B) const;
    /// VK_ERROR_OUT_OF_POOL_MEMORY: no sets or no bytes are left. VK_ERROR_FRAGMENTED_POOL: they
    /// are not in one piece, which takes sets of several sizes and some that were freed.
    VkResult allocate(const std::shared_ptr<const SetDescription>& description,
                      uint32_t size_B,
                      VkDescriptorSet& set);
    void free(DescriptorSet* set);
    void reset();

private:
    /// Where there is room, or beyond the memory's end.
    uint64_t place(uint32_t size_B) const;

    struct Aligned {
        void operator()(uint8_t* memory) const;
    };

    uint32_t m_maxSets;
    uint64_t m_size_B = 0;
    uint64_t m_used_B = 0;
    std::unique_ptr<uint8_t, Aligned> m_memory;
    std::map<uint64_t, std::unique_ptr<DescriptorSet>> m_sets; ///< By offset; empty ones below.
    std::map<const DescriptorSet*, std::unique_ptr<DescriptorSet>> m_emptySets;
};
GLISSADE_CPU_OBJECT(VkDescriptorPool, DescriptorPool)

} // namespace cpu::icd
