// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#pragma once

#include "tools/installation.h"

#include <string>
#include <vector>

namespace tool {

/// A way by which programs come to this installation, and in what state it is.
struct Door {
    std::string name;
    std::string file; ///< What programs' loaders look for.
    bool isThere = false;
    std::string problem; ///< Why it cannot be used; empty: it can, or is not there.
    std::string usual;   ///< What programs find that are started without `glissade run`.
};

/// EGL, GLX, OSMesa, and Vulkan to the CPU device. Tries to load each, in a process of its own.
std::vector<Door> listDoors(const Installation& installation);

/// One sentence: which of the doors for OpenGL the installation has and which it lacks.
std::string describeDoors(const Installation& installation);

} // namespace tool
