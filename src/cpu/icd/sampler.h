// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "cpu/icd/object.h"
#include "cpu/kernels/abi.h"

namespace cpu::icd {

class Sampler {
public:
    explicit Sampler(const VkSamplerCreateInfo& info);

    const SamplerData& data() const { return m_data; }

private:
    SamplerData m_data = {};
};
GLISSADE_CPU_OBJECT(VkSampler, Sampler)

} // namespace cpu::icd
