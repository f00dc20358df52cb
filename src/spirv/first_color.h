// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#pragma once

#include "spirv/module.h"

namespace spirv {

/// The output that is a fragment shader's first colour: a vector of four floats at location 0, of
/// two there the first source. None: nothing is written there, or something else.
[[nodiscard]] Id firstColor(const Module& module);

} // namespace spirv
