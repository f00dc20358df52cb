// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "gl_commands.h"

using GLhandleARB = GLuint;
using GLcharARB = GLchar;

namespace fuzz {

namespace {

#include "gl_commands.inc"

} // namespace

std::span<const Command> commands() {
    return kCommands;
}

} // namespace fuzz
