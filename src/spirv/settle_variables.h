// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace spirv {

/// Makes straight code shorter, as most small shaders are: what local and private variables held
/// becomes the values themselves, what was computed already is not computed again, and what nothing
/// needs goes, inputs and uniforms that are not read among it. In one walk and without new
/// instructions, so that it takes a twentieth of what general passes take.
class SettleVariables {
public:
    /// Nothing where a variable needs more than that: it is stored where control flow has parted,
    /// or an element of an array, a member of a struct or what an index names is. Nor with several
    /// functions, loops, or instructions that it does not know; nor where an output is invariant,
    /// or a built-in output comes of arithmetic that general passes would contract: shaders that
    /// have it in common with others, which are not straight, have to round alike.
    [[nodiscard]] static std::optional<std::vector<uint32_t>> run(std::span<const uint32_t> words);
};

} // namespace spirv
