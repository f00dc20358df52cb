// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#pragma once

#include "base/result.h"
#include "tools/device_list.h"
#include "tools/installation.h"

namespace tool {

/// What --device names: "cpu", "lavapipe", an index, a manifest (*.json), or part of a device's or
/// driver's name in any case. Fails with a sentence if there is no such device.
base::Result<VulkanDevice> chooseDevice(const Installation& installation, const std::string& text);

/// A sentence if no Vulkan device can be had at all.
base::Result<void> checkVulkan();

/// Makes programs that this process starts use this device.
void exportDevice(const VulkanDevice& device);
/// Adds to GLISSADE_OPTIONS.
void exportOptions(const std::string& options);
/// The same, for what is as the user set it where he did.
void exportDefaultOptions(const std::string& options);

} // namespace tool
