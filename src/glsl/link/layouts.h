// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#pragma once

#include "glsl/language/types.h"

#include "spirv/module.h"

namespace glsl {

/// Adds what the code of a geometry or tessellation stage says in layout qualifiers.
void noteLayouts(const spirv::Module& module,
                 Stage stage,
                 GeometryFacts& geometry,
                 TessellationFacts& tessellation);

} // namespace glsl
