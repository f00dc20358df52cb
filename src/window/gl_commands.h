// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "gl/api/entry_points.h"

#include <string_view>

namespace window {

/// GL's commands as doors hand them out: those of gl::procAddress(), but that glFlush and glFinish
/// also show what was drawn where there is no swap (EGL 1.5 section 2.2.2). Null: unknown.
gl::Proc glCommand(std::string_view name);

} // namespace window
