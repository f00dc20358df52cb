// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Blending: Vulkan 1.3, "Blending". A term whose factor is zero is left out, infinity and NaN too;
// NaN that come out are all the same one, because which one an addition passes on depends on the
// order of its operands, and that is the compiler's.
#pragma once

#include "cpu/abi/merge_key.h"
#include "cpu/kernels/texel.h"
#include "cpu/kernels/texel_encode.h"

namespace cpu::kernels {
inline namespace GLISSADE_KERNEL(level) {
namespace merging {

using namespace sampling;

/// What values are clamped to before they are blended.
enum class Range { Unbounded, Unsigned, Signed };

GLISSADE_INLINE Range rangeOf(const format::VkFormatLayout& layout) {
    switch (layout.type) {
    case format::ChannelType::Unorm:
    case format::ChannelType::Srgb:
        return Range::Unsigned;
    case format::ChannelType::Snorm:
        return Range::Signed;
    default:
        return Range::Unbounded;
    }
}

/// NaN is zero where there are bounds.
GLISSADE_INLINE Float clampFor(Range range, Float v) {
    switch (range) {
    case Range::Unsigned:
        return clampTo(v, splat(0.0f), splat(1.0f));
    case Range::Signed:
        return texels::clampNumber(v, -1.0f, 1.0f);
    default:
        return v;
    }
}
GLISSADE_INLINE Texel clampFor(Range range, const Texel& t) {
    return {clampFor(range, t.r), clampFor(range, t.g), clampFor(range, t.b), clampFor(range, t.a)};
}

/// All four clamped, where a factor reads them.
struct BlendInput {
    Range range;
    Texel source, second, destination, constants;
};

struct Color {
    Float r, g, b;
};

GLISSADE_INLINE Float lesser(Float a, Float b) {
    return a < b ? a : b;
}
GLISSADE_INLINE Float greater(Float a, Float b) {
    return a > b ? a : b;
}

/// Factors of what is less than zero are more than one.
GLISSADE_INLINE Float oneMinus(Range range, Float v) {
    const Float result = splat(1.0f) - v;
    return range == Range::Signed ? lesser(result, splat(1.0f)) : result;
}
GLISSADE_INLINE Color oneMinus(Range range, const Color& v) {
    return {oneMinus(range, v.r), oneMinus(range, v.g), oneMinus(range, v.b)};
}
GLISSADE_INLINE Color colorOf(const Texel& t) {
    return {t.r, t.g, t.b};
}
GLISSADE_INLINE Color grey(Float v) {
    return {v, v, v};
}

GLISSADE_INLINE Float saturateFactor(const BlendInput& in) {
    return lesser(in.source.a, oneMinus(in.range, in.destination.a));
}

GLISSADE_INLINE Float alphaFactor(BlendFactor factor, const BlendInput& in) {
    switch (factor) {
    case BlendFactor::SrcColor:
    case BlendFactor::SrcAlpha:
        return in.source.a;
    case BlendFactor::OneMinusSrcColor:
    case BlendFactor::OneMinusSrcAlpha:
        return oneMinus(in.range, in.source.a);
    case BlendFactor::DstColor:
    case BlendFactor::DstAlpha:
        return in.destination.a;
    case BlendFactor::OneMinusDstColor:
    case BlendFactor::OneMinusDstAlpha:
        return oneMinus(in.range, in.destination.a);
    case BlendFactor::ConstantColor:
    case BlendFactor::ConstantAlpha:
        return in.constants.a;
    case BlendFactor::OneMinusConstantColor:
    case BlendFactor::OneMinusConstantAlpha:
        return oneMinus(in.range, in.constants.a);
    case BlendFactor::Src1Color:
    case BlendFactor::Src1Alpha:
        return in.second.a;
    case BlendFactor::OneMinusSrc1Color:
    case BlendFactor::OneMinusSrc1Alpha:
        return oneMinus(in.range, in.second.a);
    default: // Zero is not asked for.
        return splat(1.0f);
    }
}

GLISSADE_INLINE Color colorFactor(BlendFactor factor, const BlendInput& in) {
    switch (factor) {
    case BlendFactor::SrcColor:
        return colorOf(in.source);
    case BlendFactor::OneMinusSrcColor:
        return oneMinus(in.range, colorOf(in.source));
    case BlendFactor::DstColor:
        return colorOf(in.destination);
    case BlendFactor::OneMinusDstColor:
        return oneMinus(in.range, colorOf(in.destination));
    case BlendFactor::ConstantColor:
        return colorOf(in.constants);
    case BlendFactor::OneMinusConstantColor:
        return oneMinus(in.range, colorOf(in.constants));
    case BlendFactor::Src1Color:
        return colorOf(in.second);
    case BlendFactor::OneMinusSrc1Color:
        return oneMinus(in.range, colorOf(in.second));
    case BlendFactor::SrcAlphaSaturate:
        return grey(saturateFactor(in));
    default: // The others are the same for all four.
        return grey(alphaFactor(factor, in));
    }
}

/// As the equation has it; what is left out is not read.
GLISSADE_INLINE Float combine(BlendOp op, bool hasSource, Float source, bool hasDest, Float dest) {
    const Float zero = splat(0.0f);
    switch (op) {
    case BlendOp::Subtract:
        return !hasDest ? (hasSource ? source : zero) : (hasSource ? source : zero) - dest;
    case BlendOp::ReverseSubtract:
        return !hasSource ? (hasDest ? dest : zero) : (hasDest ? dest : zero) - source;
    case BlendOp::Min:
        return lesser(source, dest);
    case BlendOp::Max:
        return greater(source, dest);
    default:
        return !hasDest ? (hasSource ? source : zero) : hasSource ? source + dest : dest;
    }
}

GLISSADE_INLINE Float oneNan(Range range, Float v) {
    return range != Range::Unbounded || v == v ? v : splat(__builtin_nanf(""));
}

GLISSADE_INLINE bool ordering(BlendOp op) {
    return op == BlendOp::Min || op == BlendOp::Max;
}

GLISSADE_INLINE Color blendColor(ColorKey key, const BlendInput& in) {
    const bool plain = ordering(key.colorOp());
    const bool hasSource = plain || key.srcColor() != BlendFactor::Zero;
    const bool hasDest = plain || key.dstColor() != BlendFactor::Zero;
    Color source = colorOf(in.source), dest = colorOf(in.destination);
    if (!plain && hasSource && key.srcColor() != BlendFactor::One) {
        const Color factor = colorFactor(key.srcColor(), in);
        source = {source.r * factor.r, source.g * factor.g, source.b * factor.b};
    }
    if (!plain && hasDest && key.dstColor() != BlendFactor::One) {
        const Color factor = colorFactor(key.dstColor(), in);
        dest = {dest.r * factor.r, dest.g * factor.g, dest.b * factor.b};
    }
    return {oneNan(in.range, combine(key.colorOp(), hasSource, source.r, hasDest, dest.r)),
            oneNan(in.range, combine(key.colorOp(), hasSource, source.g, hasDest, dest.g)),
            oneNan(in.range, combine(key.colorOp(), hasSource, source.b, hasDest, dest.b))};
}

GLISSADE_INLINE Float blendAlpha(ColorKey key, const BlendInput& in) {
    const bool plain = ordering(key.alphaOp());
    const bool hasSource = plain || key.srcAlpha() != BlendFactor::Zero;
    const bool hasDest = plain || key.dstAlpha() != BlendFactor::Zero;
    Float source = in.source.a, dest = in.destination.a;
    if (!plain && hasSource && key.srcAlpha() != BlendFactor::One) {
        source = source * alphaFactor(key.srcAlpha(), in);
    }
    if (!plain && hasDest && key.dstAlpha() != BlendFactor::One) {
        dest = dest * alphaFactor(key.dstAlpha(), in);
    }
    return oneNan(in.range, combine(key.alphaOp(), hasSource, source, hasDest, dest));
}

/// Not clamped: encoding does it. What is not written is the source's.
GLISSADE_INLINE Texel blend(ColorKey key, const BlendInput& in) {
    Texel result = in.source;
    if (key.writeMask() & 7) {
        const Color color = blendColor(key, in);
        result = {color.r, color.g, color.b, result.a};
    }
    if (key.writeMask() & 8) {
        result.a = blendAlpha(key, in);
    }
    return result;
}

GLISSADE_INLINE bool readsDestination(BlendFactor factor) {
    return (factor >= BlendFactor::DstColor && factor <= BlendFactor::OneMinusDstColor) ||
           (factor >= BlendFactor::DstAlpha && factor <= BlendFactor::OneMinusDstAlpha) ||
           factor == BlendFactor::SrcAlphaSaturate;
}
GLISSADE_INLINE bool readsDestination(BlendFactor source, BlendFactor destination, BlendOp op) {
    return ordering(op) || destination != BlendFactor::Zero || readsDestination(source);
}
GLISSADE_INLINE bool colorReadsDestination(ColorKey key) {
    return readsDestination(key.srcColor(), key.dstColor(), key.colorOp());
}
GLISSADE_INLINE bool blendReadsDestination(ColorKey key) {
    return key.blends() && (colorReadsDestination(key) ||
                            readsDestination(key.srcAlpha(), key.dstAlpha(), key.alphaOp()));
}
/// Whether a factor lies between two.
GLISSADE_INLINE bool hasFactor(ColorKey key, BlendFactor first, BlendFactor last) {
    const auto is = [&](BlendFactor factor) { return factor >= first && factor <= last; };
    return is(key.srcColor()) || is(key.dstColor()) || is(key.srcAlpha()) || is(key.dstAlpha());
}
/// The channels that equations may read, a bit each: colors may depend on alpha, but on no other
/// color.
GLISSADE_INLINE uint32_t destinationWanted(ColorKey key) {
    return (colorReadsDestination(key) ? key.writeMask() : 0) | 8;
}

} // namespace merging
} // namespace GLISSADE_KERNEL(level)
} // namespace cpu::kernels
