// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#pragma once

#include "tools/foreground_program.h"
#include "tools/gl_watch.h"
#include "tools/installation.h"

#include <optional>
#include <string>
#include <vector>

namespace tool {

/// A sentence for who started a program on Glissade that ended on another OpenGL: which library
/// answered, why, and what to do; or, where it failed for want of an X server, that. Nothing: it
/// got what it wanted, or wanted no OpenGL.
std::optional<std::string> explainAnswer(const Installation& installation,
                                         const GlWatch& watch,
                                         const std::vector<std::string>& command,
                                         const ProgramEnd& end);

} // namespace tool
