// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "cpu/icd/descriptor_set_layout.h"
#include "cpu/shader/compiler.h"

#include <array>

namespace cpu::icd {

class PipelineLayout {
public:
    explicit PipelineLayout(const VkPipelineLayoutCreateInfo& info);

    uint32_t setCount() const { return uint32_t(m_sets.size()); }
    const SetDescription& set(uint32_t index) const { return *m_sets[index]; }
    /// Of the set's dynamic buffers among those of the whole layout.
    uint32_t firstDynamic(uint32_t set) const { return m_firstDynamic[set]; }
    uint32_t largestSet_B() const;
    /// What every set of the layout has at least: its last binding's count may vary.
    std::array<uint32_t, shader::kMaxSets> requiredSizes_B() const;
    /// Points into this object's set descriptions.
    shader::InterfaceLayout interfaceLayout() const;

private:
    std::vector<std::shared_ptr<const SetDescription>> m_sets;
    std::vector<uint32_t> m_firstDynamic;
};
GLISSADE_CPU_OBJECT(VkPipelineLayout, PipelineLayout)

} // namespace cpu::icd
