// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Which words of an instruction are ids, and which are numbers: for those instructions that shaders
// consist of mostly. What is not known is left to passes that know all.
#pragma once

#include "spirv/module.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace spirv {

/// Where an instruction's ids are: all words from `first` to `end` but `literal`, where that is not
/// 0. Result and type are not among them.
struct OperandIds {
    size_t first = 0;
    size_t end = SIZE_MAX;
    size_t literal = 0;
};

/// What an instruction of a function is for.
enum class CodeUse : uint8_t {
    Unknown,
    Value,  ///< Computes a value from values, the same one from the same.
    Sample, ///< A value that depends on more, or that has to be computed where it is.
    Effect, ///< Has to stay.
    Leaves, ///< Likewise, and a block ends.
};

struct CodeKind {
    CodeUse use = CodeUse::Unknown;
    OperandIds ids;
};

/// Of functions' instructions. Those that write memory are unknown, but for stores.
[[nodiscard]] CodeKind codeKind(const Instruction& inst);

/// Of declarations, which name what comes before them: the ids that they keep alive, types among
/// them. Nothing for one that is not known.
[[nodiscard]] std::optional<OperandIds> declarationIds(const Instruction& inst);

/// fn(index of the word) for each id that is there.
template <typename Fn>
void forEachId(const Instruction& inst, const OperandIds& ids, Fn&& fn) {
    const size_t end = std::min(ids.end, inst.size());
    for (size_t i = ids.first; i < end; ++i) {
        if (i != ids.literal) {
            fn(i);
        }
    }
}

} // namespace spirv
