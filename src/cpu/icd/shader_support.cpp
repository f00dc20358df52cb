// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "cpu/icd/shader_support.h"

#include "cpu/shader/compiler.h"

namespace cpu::icd {

bool shadersHave(uint32_t spvCapability) {
#ifdef GLISSADE_CPU_SHADER
    return shader::supportsCapability(spvCapability);
#else
    return false;
#endif
}

} // namespace cpu::icd
