// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace glsl {

// SPIR-V as text and back, for tests and logs. Assembling keeps numeric ids; bad text gives no
// words.
[[nodiscard]] std::vector<uint32_t> assembleSpirv(const std::string& text);
[[nodiscard]] std::string disassembleSpirv(std::span<const uint32_t> words);

} // namespace glsl
