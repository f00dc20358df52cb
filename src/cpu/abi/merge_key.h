// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "cpu/abi/descriptors.h"

/// The output merger's state, compressed to what changes its code. Numbers that do not are data.
namespace cpu {

/// As VkBlendFactor.
enum class BlendFactor : uint32_t {
    Zero,
    One,
    SrcColor,
    OneMinusSrcColor,
    DstColor,
    OneMinusDstColor,
    SrcAlpha,
    OneMinusSrcAlpha,
    DstAlpha,
    OneMinusDstAlpha,
    ConstantColor,
    OneMinusConstantColor,
    ConstantAlpha,
    OneMinusConstantAlpha,
    SrcAlphaSaturate,
    Src1Color,
    OneMinusSrc1Color,
    Src1Alpha,
    OneMinusSrc1Alpha
};
/// As VkBlendOp, those of Vulkan 1.0.
enum class BlendOp : uint32_t { Add, Subtract, ReverseSubtract, Min, Max };
/// As VkStencilOp.
enum class StencilOp : uint32_t {
    Keep,
    Zero,
    Replace,
    IncrementAndClamp,
    DecrementAndClamp,
    Invert,
    IncrementAndWrap,
    DecrementAndWrap
};

/// One color attachment. Canonical: make() forgets what has no effect, so that equal behaviour has
/// equal bits. Never zero but for "nothing is written".
struct ColorKey {
    uint64_t bits = 0;

    struct Blend {
        BlendFactor srcColor = BlendFactor::One;
        BlendFactor dstColor = BlendFactor::Zero;
        BlendOp color = BlendOp::Add;
        BlendFactor srcAlpha = BlendFactor::One;
        BlendFactor dstAlpha = BlendFactor::Zero;
        BlendOp alpha = BlendOp::Add;
        friend constexpr bool operator==(const Blend&, const Blend&) = default;
    };
    /// `logicOp`: as VkLogicOp, or 16 for none. `writeMask`: as VkColorComponentFlags.
    static constexpr ColorKey make(uint32_t format, // format::VkFormatIndex
                                   Tiling tiling,
                                   uint32_t writeMask,
                                   bool blends,
                                   const Blend& blend,
                                   uint32_t logicOp) {
        if (writeMask == 0) {
            return {};
        }
        if (logicOp < 16 || !blends || blend == Blend{}) {
            blends = false;
        }
        const Blend used = blends ? blend : Blend{};
        return {uint64_t(format) | uint64_t(tiling) << 8 | uint64_t(writeMask) << 9 |
                uint64_t(blends) << 13 | uint64_t(used.srcColor) << 14 |
                uint64_t(used.dstColor) << 19 | uint64_t(used.color) << 24 |
                uint64_t(used.srcAlpha) << 27 | uint64_t(used.dstAlpha) << 32 |
                uint64_t(used.alpha) << 37 | uint64_t(logicOp) << 40};
    }
    constexpr uint32_t format() const { return bits & 0xff; }
    constexpr Tiling tiling() const { return Tiling(bits >> 8 & 1); }
    constexpr uint32_t writeMask() const { return bits >> 9 & 15; }
    constexpr bool blends() const { return bits >> 13 & 1; }
    constexpr BlendFactor srcColor() const { return BlendFactor(bits >> 14 & 31); }
    constexpr BlendFactor dstColor() const { return BlendFactor(bits >> 19 & 31); }
    constexpr BlendOp colorOp() const { return BlendOp(bits >> 24 & 7); }
    constexpr BlendFactor srcAlpha() const { return BlendFactor(bits >> 27 & 31); }
    constexpr BlendFactor dstAlpha() const { return BlendFactor(bits >> 32 & 31); }
    constexpr BlendOp alphaOp() const { return BlendOp(bits >> 37 & 7); }
    constexpr uint32_t logicOp() const { return bits >> 40 & 31; }
    friend constexpr bool operator==(const ColorKey&, const ColorKey&) = default;
};

struct ColorData {
    float blendConstants[4];
};

/// The depth/stencil attachment, for one facing.
struct DepthKey {
    uint64_t bits = 0;

    static constexpr uint64_t kTestsBit = uint64_t(1) << 9;
    static constexpr uint64_t kStencilsBit = uint64_t(1) << 15;
    static constexpr uint64_t kStencilCompareUnit = uint64_t(1) << 25;

    struct Stencil {
        StencilOp fail = StencilOp::Keep;
        StencilOp pass = StencilOp::Keep;
        StencilOp depthFail = StencilOp::Keep;
        Compare compare = Compare::Always;
        friend constexpr bool operator==(const Stencil&, const Stencil&) = default;
    };
    /// Zero: every fragment passes and nothing is written. `clamps`: depth is clamped to the
    /// viewport's range in the data (it always is to 0 … 1 for Unorm formats). `bounds`: what is
    /// stored is tested against the bounds in the data.
    static constexpr DepthKey make(uint32_t format,
                                   Tiling tiling,
                                   bool tests,
                                   Compare compare,
                                   bool writes,
                                   bool clamps,
                                   bool stencilTests,
                                   const Stencil& stencil,
                                   bool bounds = false) {
        const bool depth = tests && (compare != Compare::Always || writes);
        const bool neverPasses = stencilTests && stencil.compare == Compare::Never;
        const bool depthMatters = depth && !neverPasses;
        const Stencil used = stencilTests
                                 ? withEffect(stencil, depthMatters ? compare : Compare::Always)
                                 : Stencil{};
        const bool stencils = used != Stencil{};
        if (!depth && !stencils && !bounds) {
            return {};
        }
        return {uint64_t(format) | uint64_t(tiling) << 8 | depthMatters * kTestsBit |
                (depthMatters ? uint64_t(compare) : 0) << 10 |
                uint64_t(depthMatters && writes && compare != Compare::Never) << 13 |
                uint64_t(depthMatters && clamps) << 14 | stencils * kStencilsBit |
                uint64_t(used.fail) << 16 | uint64_t(used.pass) << 19 |
                uint64_t(used.depthFail) << 22 | uint64_t(used.compare) * kStencilCompareUnit |
                uint64_t(bounds) << 28 | uint64_t(1) << 63};
    }
    constexpr uint32_t format() const { return bits & 0xff; }
    constexpr Tiling tiling() const { return Tiling(bits >> 8 & 1); }
    constexpr bool tests() const { return bits & kTestsBit; }
    constexpr Compare compare() const { return Compare(bits >> 10 & 7); }
    constexpr bool writes() const { return bits >> 13 & 1; }
    constexpr bool clamps() const { return bits >> 14 & 1; }
    constexpr bool stencils() const { return bits & kStencilsBit; }
    constexpr Stencil stencil() const {
        return {StencilOp(bits >> 16 & 7),
                StencilOp(bits >> 19 & 7),
                StencilOp(bits >> 22 & 7),
                Compare(bits >> 25 & 7)};
    }
    constexpr bool bounds() const { return bits >> 28 & 1; }
    friend constexpr bool operator==(const DepthKey&, const DepthKey&) = default;

private:
    /// Without operations that no fragment comes to.
    static constexpr Stencil withEffect(Stencil stencil, Compare depth) {
        if (stencil.compare == Compare::Always) {
            stencil.fail = StencilOp::Keep;
        }
        if (stencil.compare == Compare::Never || depth == Compare::Always) {
            stencil.depthFail = StencilOp::Keep;
        }
        if (stencil.compare == Compare::Never || depth == Compare::Never) {
            stencil.pass = StencilOp::Keep;
        }
        return stencil;
    }
};

/// What state of depth and stencil brings along that is data.
struct DepthData {
    float minDepth, maxDepth; ///< Of the viewport, in order.
    uint32_t compareMask;
    uint32_t writeMask;
    float minBounds, maxBounds;
};

} // namespace cpu
