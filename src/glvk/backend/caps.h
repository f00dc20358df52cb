// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "gl/caps.h"

namespace glvk {

class Gpu;

/// What OpenGL has on this GPU. Pure.
gl::Caps capsOf(const Gpu& gpu);

} // namespace glvk
