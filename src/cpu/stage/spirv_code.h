// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "base/digest.h"

#include <cstdint>
#include <span>
#include <vector>

namespace cpu::stage {

/// SPIR-V as the application gave it, and its name; nothing is checked before code is made of it.
class SpirvCode {
public:
    explicit SpirvCode(std::span<const uint32_t> words)
        : m_words(words.begin(), words.end()), m_digest(base::digestOf(std::as_bytes(words))) {}

    std::span<const uint32_t> words() const { return m_words; }
    const base::Digest& digest() const { return m_digest; }

private:
    std::vector<uint32_t> m_words;
    base::Digest m_digest;
};

} // namespace cpu::stage
