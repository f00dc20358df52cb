// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#pragma once

#include "store/origin.h"

#include <string>
#include <vector>

namespace tool {

/// A Vulkan device and where it comes from. Its place in the list that listDevices returns is the
/// index people use.
struct VulkanDevice {
    std::string manifest;
    int indexInManifest = 0; ///< among the devices of that driver alone
    std::string name;
    std::string driver;
    std::string apiVersion;
    std::string type;    ///< "GPU", "integrated GPU", "virtual GPU", "CPU", "other"
    base::Digest origin; ///< Of what the cache on disk keeps for it (store::originOfDevice).
};

/// The devices of one driver, empty if it has none or does not load.
std::vector<VulkanDevice> listDevicesOf(const std::string& manifest);

/// The devices of all installed drivers (see listManifests).
std::vector<VulkanDevice> listDevices();

bool haveVulkanLoader();

} // namespace tool
