// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "base/environment.h"
#include "base/options.h"
#include "glvk/gpu/vulkan.h"
#include "store/key.h"
#include "store/origin.h"

#include <string_view>

namespace glvk {

/// The key of what the cache on disk keeps for one driver build on one device; more may be added.
inline store::KeyBuilder deviceKey(std::string_view domain, const VkPhysicalDeviceProperties& p) {
    store::KeyBuilder key(domain);
    key.add(std::as_bytes(std::span(p.pipelineCacheUUID)))
        .addValue(p.vendorID)
        .addValue(p.deviceID)
        .addValue(p.driverVersion);
    return key;
}

/// The key of what was measured of it. Layers take time of their own: what they were is part of it.
inline store::Key measurementKey(std::string_view domain, const VkPhysicalDeviceProperties& p) {
    const auto variable = [](const char* name) {
        const char* const text = base::environment(name);
        return std::string_view(text ? text : "");
    };
    return deviceKey(domain, p)
        .addValue(uint8_t(base::options().validation))
        .add(variable("VK_INSTANCE_LAYERS"))
        .add(variable("VK_LOADER_LAYERS_ENABLE"))
        .finish();
}

inline store::Origin deviceOrigin(const VkPhysicalDeviceProperties& p) {
    return store::originOfDevice(p.deviceName,
                                 {.vendor = p.vendorID,
                                  .device = p.deviceID,
                                  .driverVersion = p.driverVersion,
                                  .pipelineCacheUuid = p.pipelineCacheUUID});
}

} // namespace glvk
