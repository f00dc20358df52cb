// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#pragma once

#include "tools/device_list.h"
#include "tools/installation.h"

#include <string>
#include <vector>

namespace tool {

/// What Glissade makes of a device, found out by starting it there.
struct GlReport {
    bool usable = false;
    std::vector<std::string> versions; ///< GL_VERSION of each kind of context, with its renderer
    std::vector<std::string> notes;    ///< what the driver logged: decisions, or why it refused
};

GlReport probeGl(const Installation& installation, const VulkanDevice& device);

} // namespace tool
