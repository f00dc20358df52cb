// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <string>
#include <string_view>

namespace cpu::jit {

/// With the option `cpu-perf-map`: a line in the file where perf looks for the names of code that
/// no file has. Code that is freed stays in it.
void addToPerfMap(std::string_view name, uint64_t address, size_t size_B);

/// Opens such a file to append to it. Everybody can guess its name and make files in /tmp: null if
/// there is one that is not the effective user's, or a link, or no file.
std::FILE* openPerfMap(const std::string& path);

} // namespace cpu::jit
