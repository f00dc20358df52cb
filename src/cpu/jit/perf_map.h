// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace cpu::jit {

/// With the option `cpu-perf-map`: a line in the file where perf looks for the names of code that
/// no file has. Code that is freed stays in it.
void addToPerfMap(std::string_view name, uint64_t address, size_t size_B);

} // namespace cpu::jit
