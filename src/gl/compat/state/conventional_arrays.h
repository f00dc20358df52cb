// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "format/gl_enums.h"

#include <cstdint>

namespace gl {

/// The conventional array of glEnableClientState's argument (GL_TEXTURE_COORD_ARRAY: that of
/// `clientUnit`); 0: none.
uint8_t conventionalArray(GLenum clientState, int clientUnit);

} // namespace gl
