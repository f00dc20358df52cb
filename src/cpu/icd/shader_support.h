// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace cpu::icd {

/// True for a SPIR-V capability that the shader compiler implements.
bool shadersHave(uint32_t spvCapability);

} // namespace cpu::icd
