// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "cpu/abi/descriptors.h"

#include <array>
#include <cstdint>
#include <functional>

/// The equations of Vulkan 1.3, "Image Operations", one sample at a time in double precision: what
/// the sampling kernel is tested against. Shares nothing with it.
namespace cpu::kernels::reference {

/// Integer texels are their value.
using Color = std::array<double, 4>;

struct Image {
    ViewType type = ViewType::D2;
    int width_px = 1, height_px = 1, depth_px = 1; ///< Of level 0.
    int layers = 1;                                ///< Cubes: faces.
    int levels = 1;
    double minLod = 0;
    /// The stored texel, converted, channels that are not stored filled in; inside the level.
    std::function<Color(int level, int x, int y, int z, int layer)> texel;
    bool integer = false;
    bool unsignedNormalized = false; ///< Comparing clamps its reference.
    Color border{};                  ///< Converted likewise.
    std::array<Swizzle, 4> swizzle{Swizzle::R, Swizzle::G, Swizzle::B, Swizzle::A};
};

struct Sampler {
    bool magLinear = false, minLinear = false, mipLinear = false;
    std::array<Address, 3> address{};
    bool anisotropic = false;
    double maxAnisotropy = 1;
    bool compares = false;
    Compare compare = Compare::Never;
    Reduction reduction = Reduction::WeightedAverage;
    bool unnormalized = false;
    bool seamless = true;
    double lodBias = 0, minLod = 0, maxLod = 1000;
};

struct Query {
    SampleMethod method = SampleMethod::Lod; ///< Not Fetch.
    bool depthReference = false;
    int component = 0; ///< Of gathers.
    std::array<double, 3> uvw{};
    double layer = 0;
    double reference = 0;
    double lod = 0; ///< Or bias.
    double minLod = 0;
    std::array<double, 3> dx{}, dy{}; ///< Of implicit methods too.
    std::array<int, 3> offset{};
};

/// What is left to an implementation, so that a test can try what lies within the limits.
struct Slack {
    std::array<double, 3> texels{}; ///< Added to the coordinates, in texels of each level.
    double lod = 0;                 ///< Added to λ'.
    double samples = 0;             ///< Added to η before it is rounded up.
};

Color sample(const Image& image, const Sampler& sampler, const Query& query, const Slack& slack);

/// The level that is accessed, and λ'.
std::array<double, 2> queryLod(const Image&, const Sampler&, const Query&, const Slack&);

} // namespace cpu::kernels::reference
