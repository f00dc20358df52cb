// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "cpu/abi/graphics.h"
#include "cpu/shader/module/types.h"

#include <optional>
#include <vector>

namespace cpu::shader {

enum class InterpolationPlace : uint8_t { Pixel, Centroid, Sample };

/// What decorations say of a variable or of a member, and so of all that is in it.
struct InterfaceDecorations {
    Interpolation interpolation = Interpolation::Smooth;
    InterpolationPlace place = InterpolationPlace::Pixel;
};

/// Where transform feedback puts a scalar.
struct CapturePlace {
    uint32_t buffer;
    uint32_t stride_B; ///< From vertex to vertex.
    uint32_t offset_B;
    uint32_t stream;
};

/// A scalar of an input or output variable, and where it lies between the stages.
struct InterfaceScalar {
    const Type* type;
    std::optional<spv::BuiltIn> builtIn;
    /// 4 × location + component, scalars of 64 bits have two of them; of built-ins the place in
    /// them.
    uint32_t slot;
    InterfaceDecorations decorations;
    uint32_t index; ///< Of colors: 1 is the second source of blending.
    std::optional<CapturePlace> capture;
};

/// The scalars of an input or output variable in the order they flatten. `arrayed`: those of one
/// vertex, where the variable has an array of vertices. Throws Refused where one has no place.
std::vector<InterfaceScalar> interfaceScalars(const Module& module,
                                              Types& types,
                                              const Instruction& variable,
                                              bool arrayed = false);

/// Whether a variable is the patch's, which stages without patches do not have.
bool isPerPatch(const Module& module, Types& types, const Instruction& variable);

} // namespace cpu::shader
