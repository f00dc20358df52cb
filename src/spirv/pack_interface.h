// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#pragma once

#include "spirv/module.h"

#include <span>
#include <vector>

namespace spirv {

/// Puts interface variables into vec4 ones without a gap: the variables become private, copied from
/// packed inputs when the entry point starts, or to packed outputs where it returns or, in a
/// geometry shader, emits a vertex. Scalars of an array or a matrix follow one another, whatever
/// its shape.
class PackInterface {
public:
    struct Result {
        std::vector<uint32_t> words;
        /// Per group its new variables, in order. They have no decorations yet.
        std::vector<std::vector<Id>> slots;
    };

    /// How many scalars a type has; 0 when it cannot be packed: structs of several scalar types,
    /// 64-bit and opaque types.
    [[nodiscard]] static uint32_t components(const Module& module, Id type);
    /// The type of those scalars.
    [[nodiscard]] static Id scalarType(const Module& module, Id type);

    /// Variables of a group, all of `storage` (Input or Output), share vectors of the first one's
    /// scalar type: where that is not theirs, as its bits. `arrayed`: they are inputs that are
    /// arrays of an element per vertex, and so are the vectors.
    [[nodiscard]] static Result run(const Module& module,
                                    spv::StorageClass storage,
                                    std::span<const std::vector<Id>> groups,
                                    bool arrayed = false);
};

} // namespace spirv
