// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#pragma once

#include "spirv/module.h"

#include <vector>

namespace spirv {

/// Makes variables of their own of what code touches of an interface variable: of the members of
/// blocks of built-ins (gl_PerVertex), and of the elements of a fragment shader's output arrays.
/// What is never touched is gone then: it does not count against limits, need not match the
/// neighbouring stage's block, and leaves draw buffers alone. Variables that are used whole, or
/// indexed by what is no constant, stay.
class SplitInterface {
public:
    [[nodiscard]] static std::vector<uint32_t> run(const Module& module);
};

} // namespace spirv
