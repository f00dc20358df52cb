// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Vulkan 1.3, "Scale Factor Operation, LOD Operation and Image Level(s) Selection".
#pragma once

#include "cpu/kernels/sample_cube.h"
#include "cpu/kernels/sample_state.h"

namespace cpu::kernels {
inline namespace GLISSADE_KERNEL(level) {
namespace sampling {

/// VkPhysicalDeviceLimits::maxSamplerLodBias.
inline constexpr float kMaxLodBias = 16.0f;

struct Gradients {
    Vector3<Float> dx, dy;
};

/// How many samples a lane takes along which line of normalised coordinates.
struct Footprint {
    Float lambda;  ///< λ base
    Float samples; ///< An integer, 1 … 16.
    Mask alongX;   ///< The longer axis is that of dx.
};

/// Square of the length in texels of the base level.
GLISSADE_INLINE Float lengthSquared(const State& s, const Vector3<Float>& d) {
    const LevelData& base = s.image->levels[0];
    const Float u = d.x * float(base.width_px);
    Float sum = u * u;
    if (s.axes() > 1) {
        const Float v = d.y * float(base.height_px);
        sum += v * v;
    }
    if (s.axes() > 2) {
        const Float w = d.z * float(base.depth_px);
        sum += w * w;
    }
    return atMost(sum, splat(0x1p126f)); // NaN too: the smallest level.
}

GLISSADE_INLINE Footprint footprintOf(const State& s, const Gradients& g) {
    const Float x = lengthSquared(s, g.dx);
    const Float y = lengthSquared(s, g.dy);
    Footprint f;
    f.alongX = x >= y;
    const Float major = select(f.alongX, x, y);
    f.samples = splat(1.0f);
    if (!s.anisotropic()) {
        f.lambda = 0.5f * log2Of(major);
        return f;
    }
    const Float minor = select(f.alongX, y, x);
    const Float limit = clampTo(splat(s.data->maxAnisotropy), splat(1.0f), splat(16.0f));
    const Float ratio = __builtin_elementwise_sqrt(major / minor);
    // 0 / 0 is a point; anything else over zero is as long as can be.
    const Float eta = select(major > 0.0f, clampTo(ratio, splat(1.0f), limit), splat(1.0f));
    const Float length = select(minor > 0.0f, eta, select(major > 0.0f, limit, splat(1.0f)));
    f.lambda = 0.5f * log2Of(major) - log2Of(length);
    // Rounding of the derivatives does not buy a sample.
    f.samples = atLeast(__builtin_elementwise_ceil(length - 0x1p-9f), splat(1.0f));
    return f;
}

struct Levels {
    Int first, second; ///< In range.
    Float fraction;    ///< Of the second.
    Mask magnified;
    Float selected; ///< d, the level that is accessed.
    bool base;      ///< All lanes' only level is 0.
};

/// Whatever the LOD, the base level is what is accessed, and with the same filter.
GLISSADE_INLINE bool baseAlone(const State& s) {
    return s.magLinear() == s.minLinear() &&
           (s.view.oneLevel() || (s.sampler.baseLevel() && !s.view.minLod()));
}

GLISSADE_INLINE Levels baseLevel() {
    return {splat(0), splat(0), splat(0.0f), splat(-1), splat(0.0f), true};
}

/// `lambda`: λ', biased. `minLod`: the instruction's operand, where it has one.
GLISSADE_INLINE Levels levelsOf(const State& s, Float lambda, Float minLod) {
    const float last = float(s.image->levelCount - 1);
    Float low = splat(s.data->minLod);
    if (s.op.minLod()) {
        low = atLeast(minLod, low);
    }
    const Float clamped = atMost(atLeast(lambda, low), splat(s.data->maxLod));
    Levels levels;
    levels.base = false;
    levels.magnified = clamped <= 0.0f;
    const Float d = clampTo(atLeast(clamped, splat(s.image->minLod)), splat(0.0f), splat(last));
    if (s.mipLinear()) {
        const Float floored = floorOf(d);
        levels.first = toInt(floored);
        levels.second = atMost(levels.first + 1, splat(s.image->levelCount - 1));
        levels.fraction = d - floored;
        levels.selected = d;
    } else {
        levels.selected = __builtin_elementwise_ceil(d + 0.5f) - 1.0f;
        levels.first = levels.second = toInt(levels.selected);
        levels.fraction = splat(0.0f);
    }
    return levels;
}

/// λ' of λ base.
GLISSADE_INLINE Float biased(const State& s, Float lambda, Float bias) {
    const Float sum = s.op.bias() ? s.data->lodBias + bias : splat(s.data->lodBias);
    return lambda + clampTo(sum, splat(-kMaxLodBias), splat(kMaxLodBias));
}

} // namespace sampling
} // namespace GLISSADE_KERNEL(level)
} // namespace cpu::kernels
