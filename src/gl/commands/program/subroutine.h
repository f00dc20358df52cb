// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "gl/context/context.h"

namespace gl {

/// Every subroutine uniform of the programs in use gets a default, the first compatible subroutine:
/// whenever what is in use changes (OpenGL 4.0 section 2.11.5).
void resetSubroutines(Context& context);
/// Puts the context's choices where the shaders read them, before a draw: other contexts may have
/// drawn with theirs.
void writeSubroutines(Context& context);

} // namespace gl
