// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "gl/caps.h"
#include "gl/rules/api_version.h"

#include <string>
#include <vector>

namespace gl {

/// What contexts of a version offer on a device, in alphabetical order.
struct ExtensionList {
    std::vector<const char*> names;
    std::string joined; ///< As GL_EXTENSIONS spells them.
};
ExtensionList listExtensions(const ApiVersion& version, const Caps& caps);

} // namespace gl
