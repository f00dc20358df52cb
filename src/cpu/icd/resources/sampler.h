// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "cpu/abi/descriptors.h"
#include "cpu/icd/object.h"

#include <memory>

namespace cpu::icd {

/// Its data is shared with the set layouts that have it as an immutable sampler: descriptors point
/// to it, also copies that were made of such a layout's descriptors.
class Sampler {
public:
    /// Throws std::bad_alloc.
    explicit Sampler(const VkSamplerCreateInfo& info);

    const SamplerData& data() const { return *m_data; }
    const std::shared_ptr<const SamplerData>& sharedData() const { return m_data; }

private:
    std::shared_ptr<const SamplerData> m_data;
};
GLISSADE_CPU_OBJECT(VkSampler, Sampler)

} // namespace cpu::icd
