// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Programs of fixed function for some states, made from the program for all:
// docs/fixed-function.md.
#pragma once

#include "glsl/fixed/key.h"
#include "glsl/link/program.h"

#include <memory>

namespace glsl {

/// Words of a key that are known; the others stay data.
struct KnownFixedWords {
    FixedFunctionKey key;
    uint32_t vertex = 0;   ///< Bit i: `key.vertex[i]` is known.
    uint32_t fragment = 0; ///< The same of `key.fragment`.

    /// All that a key says.
    static KnownFixedWords all(const FixedFunctionKey& key);
    /// What a general program knows: that there are no more units than so many, and none of the
    /// textures that compare; in that of eight units none that are rectangles, so that 32 samplers
    /// are enough.
    static KnownFixedWords general(int units);
};

/// General programs are made for so many units.
inline constexpr int kGeneralUnits[] = {0, 1, 2, 4, 8};
/// The general program of so many units draws with any key like this.
[[nodiscard]] bool isDrawnGenerally(const FixedFunctionKey& key, int units);
/// The least of those that do; -1: there is none.
[[nodiscard]] int generalUnits(const FixedFunctionKey& key);

/// The program with branches that cannot be taken removed, and with them samplers, attributes and
/// varyings that nothing is left of; without the stage that is the application's. Uniforms and
/// samplers keep their places and numbers, so that one set of values serves both. Never null. Takes
/// milliseconds.
[[nodiscard]] std::shared_ptr<const LinkedProgram> specialize(const LinkedProgram& program,
                                                              const KnownFixedWords& known);

/// The same program with colours that are not interpolated.
[[nodiscard]] std::shared_ptr<const LinkedProgram> flattenColors(const LinkedProgram& program);

} // namespace glsl
