// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "cpu/exec/draw.h"

namespace cpu::exec {

// Nothing is drawn yet.
void draw(Replay& replay, const DrawCall& call) {}

} // namespace cpu::exec
