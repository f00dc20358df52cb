// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// The file of fixed function's programs: offsets in bytes as 32-bit words, one for each program and
// one of the end, then the programs (glsl/link/program_file.h).
#pragma once

#include "glsl/fixed/special.h"

#include <algorithm>
#include <iterator>

namespace glsl {

inline constexpr size_t kFixedFilePrograms = 2 * (1 + std::size(kGeneralUnits));

/// Arguments as of fixedProgram().
inline size_t fixedFileIndex(int units, bool nativeDepthRange) {
    const size_t general = size_t(std::ranges::find(kGeneralUnits, units) - kGeneralUnits);
    return 2 * (units < 0 ? 0 : 1 + general) + nativeDepthRange;
}

} // namespace glsl
