// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "cpu/stage/stage_source.h"

#include <utility>

namespace cpu::stage {

void StageSource::adoptLayout(shader::InterfaceLayout from) {
    layout = std::move(from);
    for (shader::Binding& binding : layout.bindings) {
        if (!binding.immutableSamplers) {
            continue;
        }
        std::vector<SamplerData>& samplers = m_samplers.emplace_back();
        for (uint32_t i = 0; i < binding.count; ++i) {
            samplers.push_back(*binding.immutableSamplers[i]);
        }
        std::vector<const SamplerData*>& pointers = m_samplerPointers.emplace_back();
        for (const SamplerData& sampler : samplers) {
            pointers.push_back(&sampler);
        }
        binding.immutableSamplers = pointers.data();
    }
}

} // namespace cpu::stage
