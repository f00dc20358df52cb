// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <vector>

namespace cpu::jit {

/// Of the library that compiles: what one build of it made, another does not take from the disk for
/// its own.
const std::vector<std::byte>& compilerId();

} // namespace cpu::jit
