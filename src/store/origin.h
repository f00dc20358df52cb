// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#pragma once

#include "store/key.h"

#include <cstdint>
#include <span>
#include <string>

namespace store {

/// Whom values were made by and for. Keys keep values apart already; this is for people, and tells
/// on another machine whether anybody there will ever ask for them (docs/store.md).
struct Origin {
    static constexpr size_t kLongestName_B = 200;

    base::Digest id;  ///< The same where values may be of use.
    std::string name; ///< For people: a device's. Longer ones are cut when they are written.

    friend bool operator==(const Origin&, const Origin&) = default;
};

/// Of what one build of a library makes for any device.
Origin originOfBuild(std::span<const std::byte> libraryId);

struct DeviceIds {
    uint32_t vendor = 0;
    uint32_t device = 0;
    uint32_t driverVersion = 0;
    std::span<const uint8_t, 16> pipelineCacheUuid;
};
/// Of what is of use on a Vulkan device below one version of its driver: VkPhysicalDeviceProperties
/// has all of it.
Origin originOfDevice(std::string name, const DeviceIds& ids);

} // namespace store
