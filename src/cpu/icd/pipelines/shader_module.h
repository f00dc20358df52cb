// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "base/hash.h"
#include "cpu/icd/object.h"

#include <span>
#include <vector>

namespace cpu::icd {

/// SPIR-V as the application gave it; nothing is checked before a pipeline is made of it.
class ShaderModule {
public:
    explicit ShaderModule(std::span<const uint32_t> words);

    std::span<const uint32_t> words() const { return m_words; }
    const base::Hash128& hash() const { return m_hash; }

private:
    std::vector<uint32_t> m_words;
    base::Hash128 m_hash;
};
GLISSADE_CPU_OBJECT(VkShaderModule, ShaderModule)

} // namespace cpu::icd
