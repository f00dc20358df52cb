// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "gl/compat/state/fixed_programs.h"
#include "gl/objects/executable.h"

#include <memory>

namespace gl {

/// A context's fixed function: one executable in all stages where it stands in, whose code is that
/// of the program for the state as it is.
struct FixedFunction {
    std::shared_ptr<FixedPrograms> programs;
    std::shared_ptr<Executable> executable;
    const FixedPrograms::Program* inUse = nullptr; ///< Null: none yet.
    FixedPrograms::Special* awaited = nullptr;     ///< A general one stands in for its program.
};

} // namespace gl
