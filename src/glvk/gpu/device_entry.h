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

/// The layers that are asked for: they take time of their own, so that what is measured is not the
/// driver's alone.
struct WantedLayers {
    const bool validation = base::options().validation;
    const std::string_view instance = variable("VK_INSTANCE_LAYERS");
    const std::string_view loader = variable("VK_LOADER_LAYERS_ENABLE");

    bool any() const { return validation || !instance.empty() || !loader.empty(); }

private:
    static std::string_view variable(const char* name) {
        const char* const text = base::environment(name);
        return text ? text : "";
    }
};

inline store::Origin deviceOrigin(const VkPhysicalDeviceProperties& p) {
    return store::originOfDevice(p.deviceName,
                                 {.vendor = p.vendorID,
                                  .device = p.deviceID,
                                  .driverVersion = p.driverVersion,
                                  .pipelineCacheUuid = p.pipelineCacheUUID});
}

} // namespace glvk
