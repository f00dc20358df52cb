// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#pragma once

#include <string>
#include <vector>

namespace tool {

/// The Vulkan driver manifests (*.json) that the Vulkan loader would read, in its order: those
/// named by VK_DRIVER_FILES or VK_ICD_FILENAMES if set, else VK_ADD_DRIVER_FILES and the icd.d
/// directories.
std::vector<std::string> listManifests();

/// Adds a driver to those that the Vulkan loader of this process, and of those it starts, sees,
/// unless it is there or the user has said by VK_DRIVER_FILES or VK_ICD_FILENAMES which to see.
void addManifest(const std::string& manifest);

/// Makes the Vulkan loader of this process, and of those it starts, see this driver only.
void exportManifest(const std::string& manifest);

} // namespace tool
