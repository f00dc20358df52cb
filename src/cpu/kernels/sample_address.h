// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// From a coordinate to the texels of one axis: Vulkan 1.3, "Unnormalized Texel Coordinate
// Operations", "Integer Texel Coordinate Operations" and "Wrapping Operation".
//
// Periodic modes take the period off the normalised coordinate, where that is exact, so that
// far-away coordinates keep the precision they came with and everything fits integers.
#pragma once

#include "cpu/kernels/sample_state.h"

namespace cpu::kernels {
inline namespace GLISSADE_KERNEL(level) {
namespace sampling {

/// The two texels of a linear filter along an axis, or twice the texel of a nearest one. Both lie
/// in the image; `outside` says which of them are the border's instead.
struct Taps {
    Int unwrapped[2];
    Int at[2];
    Float weight; ///< Of the second.
    Mask outside[2];
};

/// Offsets of instructions reach from -32 to 31 texels.
inline constexpr float kMaxOffset_px = 33.0f;

/// v mod size for |v| < 2^22, size < 2^15, result in [0, size).
GLISSADE_INLINE Int modulo(Int v, Int size) {
    const Float quotient = floorOf(toFloat(v) / toFloat(size));
    const Int rest = v - toInt(quotient) * size;
    const Int up = select(rest < 0, rest + size, rest);
    return select(up >= size, up - size, up);
}

GLISSADE_INLINE Int mirror(Int v) {
    return v ^ (v >> 31);
}

/// The largest float below the positive `v`.
GLISSADE_INLINE Float below(Float v) {
    return asFloat(asInt(v) - 1);
}

/// Texel coordinate in floats, before the filter's shift: finite, and no further off the image than
/// wrap() reaches. `far`: an offset is to be added.
GLISSADE_INLINE Float
texelCoordinate(Address mode, bool unnormalized, bool far, Float u, Float size) {
    const Float reach = splat(2.0f * kMaxOffset_px);
    switch (mode) {
    case Address::Repeat:
        // Below one, so that the nearest texel is never one past the last.
        return atMost(u - floorOf(u), splat(0x1.fffffep-1f)) * size;
    case Address::MirroredRepeat:
        return atMost(u - 2.0f * floorOf(u * 0.5f), splat(0x1.fffffep0f)) * size;
    case Address::MirrorClampToEdge:
        return clampTo(u * size, -(size + reach), size + reach);
    case Address::ClampToEdge:
    case Address::ClampToBorder:
        break;
    }
    const Float scaled = unnormalized ? u : u * size;
    if (far) {
        return clampTo(scaled, -reach, size + reach);
    }
    return mode == Address::ClampToEdge ? clampTo(scaled, splat(0.0f), below(size))
                                        : clampTo(scaled, splat(-1.0f), size + 1.0f);
}

GLISSADE_INLINE Int lesserUnsigned(Int a, Int b) {
    return asUInt(a) < asUInt(b) ? a : b;
}

/// The texel's place in the image, of the first or `second` tap. Without offsets (`far`) the
/// coordinate is at most a texel off the image, or off the periods next to it.
GLISSADE_INLINE Int wrap(Address mode, Int i, Int size, bool far, bool second) {
    switch (mode) {
    case Address::Repeat:
        if (far) {
            return modulo(i, size);
        }
        return second ? lesserUnsigned(i, i - size) : lesserUnsigned(i, i + size);
    case Address::MirroredRepeat: {
        const Int period = size * 2;
        if (far) {
            i = modulo(i, period);
        }
        if (!second) {
            i = mirror(i);
        }
        const Int folded = atMost(i, period - 1 - i);
        // The texel after the period is the next one's first.
        return second ? atLeast(folded, splat(0)) : folded;
    }
    case Address::MirrorClampToEdge:
        return atMost(mirror(i), size - 1);
    case Address::ClampToEdge:
        if (far) {
            break;
        }
        return second ? atMost(i, size - 1) : atLeast(i, splat(0));
    case Address::ClampToBorder:
        break;
    }
    return clampTo(i, splat(0), size - 1);
}

/// `linear`: lanes with a linear filter; the others have a nearest one.
GLISSADE_INLINE Taps
tapsOf(const State& s, uint32_t axis, Float u, Int size, Mask linear, Int offset) {
    const Address mode = s.address(axis);
    const bool far = s.offset();
    const Float coordinate =
        texelCoordinate(mode, s.sampler.unnormalized(), far, u, toFloat(size)) -
        asFloat(linear & 0x3f000000); // 0.5
    const Float floored = floorOf(coordinate);
    Taps taps;
    taps.weight = asFloat(asInt(coordinate - floored) & linear);
    Int first = toInt(floored);
    if (far) {
        first += clampTo(offset, splat(-32), splat(31));
    }
    const Int second = first - linear; // True is -1.
    taps.unwrapped[0] = first;
    taps.unwrapped[1] = second;
    for (int i = 0; i < 2; ++i) {
        const Int at = taps.unwrapped[i];
        if (mode == Address::ClampToBorder) {
            taps.outside[i] = asUInt(at) >= asUInt(size);
            // The nearest texel, so that lanes' texels stay next to one another.
            taps.at[i] = clampTo(at, splat(0), size - 1);
        } else {
            taps.outside[i] = splat(0);
            taps.at[i] = wrap(mode, at, size, far, i == 1);
        }
    }
    return taps;
}

/// Of an axis that the image does not have.
GLISSADE_INLINE Taps noTaps() {
    return {{splat(0), splat(0)}, {splat(0), splat(0)}, splat(0.0f), {splat(0), splat(0)}};
}

/// Layer of an array: Vulkan 1.3, "(s,t,r,q,a) to (u,v,w,a) Transformation".
GLISSADE_INLINE Int layerOf(Float layer, int32_t count) {
    const Float last = splat(float(count - 1));
    return toInt(clampTo(__builtin_elementwise_roundeven(layer), splat(0.0f), last));
}

} // namespace sampling
} // namespace GLISSADE_KERNEL(level)
} // namespace cpu::kernels
