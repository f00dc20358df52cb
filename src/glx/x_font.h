// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "glx/glx_api.h"

namespace glx {

/// glXUseXFont (GLX 1.4 section 3.4.6): a display list for each of `count` glyphs from `first` on,
/// which draws its bitmap and moves the raster position on. BadFont, BadAlloc.
void useXFont(XID font, int first, int count, int listBase);

} // namespace glx
