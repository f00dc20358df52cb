// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#pragma once

#include "spirv/module.h"

#include <set>
#include <vector>

namespace spirv {

/// Turns the given Input and Output variables into private ones that start as zero: a fragment
/// input that nobody writes, a vertex output that nobody reads.
class DemoteInterface {
public:
    [[nodiscard]] static std::vector<uint32_t> run(const Module& module,
                                                   const std::set<Id>& variables);
};

} // namespace spirv
