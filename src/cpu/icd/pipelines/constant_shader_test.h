// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

namespace cpu::icd {

/// Writes a constant to the position, or to color 0.
std::vector<uint32_t> constantShader(bool vertex, float number);
/// For a shader that was never compiled before.
float newNumber();

} // namespace cpu::icd
