// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "glvk/gpu/descriptor_way.h"
#include "glvk/gpu/vulkan.h"

#include <array>
#include <cstddef>
#include <optional>
#include <stop_token>
#include <string>

namespace glvk {

/// What a change of descriptors takes before a command that reads them, nanoseconds, in each way:
/// the least seen. On a processor with what executing takes. See docs/descriptors.md, "Measured".
struct DescriptorSpeed {
    static constexpr size_t kWays = 3; ///< As DescriptorWay numbers them.
    /// 0: the device does not have the way.
    struct Costs {
        float uniforms_ns = 0; ///< Other uniforms.
        float one_ns = 0;      ///< One of eight textures is another.
        float all_ns = 0;      ///< All eight are.
    };
    std::array<Costs, kWays> costs;

    /// Geometric mean of the three changes; 0: the device does not have the way.
    float mean_ns(DescriptorWay way) const;
    /// Sets, unless another way takes clearly less.
    DescriptorWay best() const;
    /// For people: the means.
    std::string description() const;
};

/// What was measured of this device and driver before and kept on disk.
std::optional<DescriptorSpeed> knownDescriptorSpeed(const VkPhysicalDeviceProperties& properties);
/// Measures on a VkDevice of its own and keeps it on disk. Nothing: something failed, the device
/// has no Vulkan 1.3, or it was to stop.
std::optional<DescriptorSpeed> measureDescriptorSpeed(VkPhysicalDevice physical,
                                                      const DescriptorAbilities& has,
                                                      std::stop_token stop = {});

} // namespace glvk
