// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#pragma once

#include "glsl/interface/interface.h"

namespace glsl {

/// Gives the members of a uniform block, and of the structs in it, their places by the rules of the
/// std140 layout (OpenGL 3.1 section 2.11.4). Matrices are column major unless their member or the
/// member around it says otherwise. Returns the block's size, a multiple of 16 bytes.
int layOutStd140(Type& block);

} // namespace glsl
