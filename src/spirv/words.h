// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Writing SPIR-V words, instruction by instruction.
#pragma once

#include "spirv/module.h"

#include <initializer_list>
#include <span>
#include <vector>

namespace spirv {

/// Appends an instruction to `out`.
void append(std::vector<uint32_t>& out, spv::Op op, std::span<const uint32_t> operands);
void append(std::vector<uint32_t>& out, spv::Op op, std::initializer_list<uint32_t> operands);

/// Copies an instruction, to be changed in place, and gives the index of its first word in `out`.
size_t append(std::vector<uint32_t>& out, const Instruction& inst);

/// Gives the last instruction of `out`, which begins at `start`, the length that it has become.
void close(std::vector<uint32_t>& out, size_t start);

/// A module's header, to be followed by instructions. The bound is out[3].
[[nodiscard]] std::vector<uint32_t> headerOf(const Module& module);

} // namespace spirv
