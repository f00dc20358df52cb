// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// What the sampling benchmarks sample: formats, filters, address modes, and a compute kernel that
// does little else.
#pragma once

#include "vk_compute/device.h"

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace sampling {

struct Format {
    const char* name;
    VkFormat format;
    uint32_t block_B;
    uint32_t blockSize_px; ///< Blocks are square.
    bool compares;         ///< Depth, sampled with a reference.
};

enum class Filter { Nearest, Bilinear, Trilinear, Anisotropic };

struct Address {
    const char* name;
    VkSamplerAddressMode mode;
};

std::span<const Format> formats();
std::span<const Filter> filters();
std::span<const Address> addresses();
const char* nameOf(Filter filter);

/// Empty where the device can sample the format so; otherwise what it lacks.
std::string missing(const vkc::Device& device, const Format& format, Filter filter);

/// 512 × 512 texels of noise with all levels.
inline constexpr uint32_t kSize_px = 512;
inline constexpr uint32_t kLevels = 10;
/// Bytes of every level that are sensible texels of the format.
std::vector<std::vector<std::byte>> texels(const Format& format);
std::unique_ptr<vkc::Image>
makeImage(vkc::Device& device, const Format& format, const VkComponentMapping& swizzle = {});
VkSamplerCreateInfo samplerInfo(const Format& format, Filter filter, const Address& address);

/// A combination of view and sampler.
struct State {
    const Format* format;
    Filter filter;
    VkSamplerCreateInfo sampler;
    VkComponentMapping swizzle;
    std::string name;
};
/// The first `count`, in an order that jumps about, of all combinations that differ in what a
/// driver may specialise code for.
std::vector<State> states(const std::function<bool(const Format&, Filter)>& has, uint32_t count);

/// Each invocation takes `samples` samples on a slanted line and stores their sum, so that
/// footprints of neighbouring invocations lie side by side as those of fragments do. Coordinates
/// reach half a texture beyond each edge.
inline constexpr uint32_t kGroupSize = 64;
std::unique_ptr<vkc::Kernel> makeKernel(vkc::Device& device, const Format& format, Filter filter);

struct Push {
    uint32_t samples;
    float phase;
};

} // namespace sampling
