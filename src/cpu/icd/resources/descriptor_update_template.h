// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "cpu/icd/resources/descriptor_set_layout.h"

namespace cpu::icd {

class DescriptorUpdateTemplate {
public:
    explicit DescriptorUpdateTemplate(const VkDescriptorUpdateTemplateCreateInfo& info)
        : m_entries(info.pDescriptorUpdateEntries,
                    info.pDescriptorUpdateEntries + info.descriptorUpdateEntryCount),
          m_bindPoint(info.pipelineBindPoint) {}

    /// Of templates for pushed sets.
    VkPipelineBindPoint bindPoint() const { return m_bindPoint; }

    /// As writeDescriptors().
    void apply(const SetDescription& description,
               uint8_t* data,
               uint32_t size_B,
               const void* from) const;

private:
    std::vector<VkDescriptorUpdateTemplateEntry> m_entries;
    VkPipelineBindPoint m_bindPoint;
};
GLISSADE_CPU_OBJECT(VkDescriptorUpdateTemplate, DescriptorUpdateTemplate)

} // namespace cpu::icd
