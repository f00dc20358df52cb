// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "cpu/exec/draw_call.h"

namespace cpu::exec {

class Replay;

/// Draws with Replay::stages, Replay::graphics and Replay::drawing, in all views of the
/// framebuffer's view mask. There are a vertex shader, vertices and instances.
void draw(Replay& replay, const DrawCall& call);

} // namespace cpu::exec
