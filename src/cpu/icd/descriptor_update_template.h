// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "cpu/icd/descriptor_set_layout.h"

namespace cpu::icd {

class DescriptorUpdateTemplate {
public:
    explicit DescriptorUpdateTemplate(const VkDescriptorUpdateTemplateCreateInfo& info)
        : m_entries(info.pDescriptorUpdateEntries,
                    info.pDescriptorUpdateEntries + info.descriptorUpdateEntryCount) {}

    /// As writeDescriptors().
    void apply(const SetDescription& description,
               uint8_t* data,
               uint32_t size_B,
               const void* from) const;

private:
    std::vector<VkDescriptorUpdateTemplateEntry> m_entries;
};
GLISSADE_CPU_OBJECT(VkDescriptorUpdateTemplate, DescriptorUpdateTemplate)

} // namespace cpu::icd
