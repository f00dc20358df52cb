// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "glsl/fixed/programs.h"

#include "glsl/fixed/compile_fixed.h"
#include "glsl/fixed/fixed_file.h"
#include "glsl/link/program_file.h"

#include <cassert>
#include <cstring>

// What generate_fixed wrote.
extern "C" __attribute__((visibility("hidden"))) const std::byte glissade_fixed_programs[];

namespace glsl {

std::shared_ptr<const LinkedProgram> fixedProgram(int units, bool nativeDepthRange) {
    const size_t index = fixedFileIndex(units, nativeDepthRange);
    std::array<uint32_t, 2> range{};
    std::memcpy(range.data(), glissade_fixed_programs + index * sizeof(uint32_t), sizeof range);
    // generate_fixed has checked them: it would take longer than all else that a context's creation
    // does.
    auto program =
        readOwnProgram(std::span(glissade_fixed_programs + range[0], range[1] - range[0]));
    assert(program);
    return program;
}

} // namespace glsl
