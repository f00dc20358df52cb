// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

namespace gl {

class Context;

/// The extensions `context` offers, in alphabetical order: as GL_EXTENSIONS spells them, and one by
/// one.
void listExtensions(const Context& context, std::vector<const char*>& names, std::string& all);

} // namespace gl
