// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// SPIR-V as text and back, and whether it is valid: by SPIRV-Tools, for tests, tools, and code that
// comes from outside. A library of its own, so that what reads and edits code needs no other.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace spirv {

/// Keeps numeric ids; bad text gives no words.
[[nodiscard]] std::vector<uint32_t> assemble(const std::string& text);
[[nodiscard]] std::string disassemble(std::span<const uint32_t> words);

/// Empty when the words are valid for Vulkan 1.1; otherwise what is wrong.
[[nodiscard]] std::string validate(std::span<const uint32_t> words);
/// Of code that is not linked yet and lacks what Vulkan asks for beyond SPIR-V 1.3.
[[nodiscard]] std::string validateUnlinked(std::span<const uint32_t> words);

} // namespace spirv
