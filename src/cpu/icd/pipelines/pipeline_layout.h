// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "cpu/icd/resources/descriptor_set_layout.h"
#include "cpu/shader/interface/source.h"
#include "cpu/stage/set_places.h"

namespace cpu::icd {

class PipelineLayout {
public:
    explicit PipelineLayout(const VkPipelineLayoutCreateInfo& info);

    uint32_t setCount() const { return uint32_t(m_sets.size()); }
    const SetDescription& set(uint32_t index) const { return *m_sets[index]; }
    /// Of the set's dynamic buffers among those of the whole layout.
    uint32_t firstDynamic(uint32_t set) const { return m_firstDynamic[set]; }
    stage::SetPlaces setPlaces() const;
    /// Points into this object's set descriptions.
    shader::InterfaceLayout interfaceLayout() const;

private:
    std::vector<std::shared_ptr<const SetDescription>> m_sets;
    std::vector<uint32_t> m_firstDynamic;
};
GLISSADE_CPU_OBJECT(VkPipelineLayout, PipelineLayout)

} // namespace cpu::icd
