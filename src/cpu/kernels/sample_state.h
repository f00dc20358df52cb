// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// The state of a sampling routine, and what follows from it. All of it is uniform: branches on it
// are ordinary ones, and vanish where the ids are constant.
#pragma once

#include "cpu/abi/descriptors.h"
#include "cpu/kernels/sample_lanes.h"
#include "format/vk_formats.h"

namespace cpu::kernels {
inline namespace GLISSADE_KERNEL(level) {
namespace sampling {

/// The border as bytes in the places that byteChannel() tells.
struct BorderBytes {
    uint32_t texel = 0;
    bool exact = false; ///< Bytes say it.
};

struct State {
    ViewId view;
    SamplerId sampler;
    SampleOp op;
    const ImageData* image;
    const SamplerData* data;
    uint32_t active;           ///< Lanes that count.
    BorderBytes borderBytes{}; ///< Of filters with filtersBytes().

    const format::VkFormatLayout& layout() const {
        return format::vk_formats::kTable[view.format()];
    }
    bool cube() const { return isCube(view.type()); }
    bool arrayed() const {
        return view.type() == ViewType::D1Array || view.type() == ViewType::D2Array ||
               view.type() == ViewType::CubeArray;
    }
    uint32_t axes() const { return axesOf(view.type()); }
    /// Texels whose bits are numbers that no filter may touch.
    bool integer() const {
        return view.aspect() == AspectRead::Stencil ||
               (layout().integer() && view.aspect() == AspectRead::Color);
    }
    bool compares() const { return op.depthReference() && sampler.compares(); }
    bool seamless() const { return cube() && sampler.seamlessCube(); }
    bool offset() const { return op.offset() && !cube(); }
    Address address(uint32_t axis) const {
        const Address mode = sampler.address(axis);
        // Seamless cubes have neighbours in place of an address mode, and unnormalised coordinates
        // go with clamping modes alone.
        return seamless() || (sampler.unnormalized() && mode != Address::ClampToBorder)
                   ? Address::ClampToEdge
                   : mode;
    }
    bool magLinear() const { return sampler.magLinear() && !integer(); }
    bool minLinear() const { return sampler.minLinear() && !integer(); }
    bool mipLinear() const { return sampler.mipLinear() && !integer(); }
    /// Derivatives give a footprint.
    bool footprint() const {
        const SampleMethod method = op.method();
        return method == SampleMethod::Implicit || method == SampleMethod::Grad ||
               method == SampleMethod::QueryLod;
    }
    bool anisotropic() const {
        return sampler.anisotropic() && footprint() && !integer() && axes() == 2 &&
               !sampler.unnormalized();
    }
    bool border() const {
        const uint32_t n = axes();
        return address(0) == Address::ClampToBorder ||
               (n > 1 && address(1) == Address::ClampToBorder) ||
               (n > 2 && address(2) == Address::ClampToBorder);
    }
    /// The channel of the stored texel has bits in the format, as the aspect reads it.
    bool stored(uint32_t channel) const {
        return view.aspect() == AspectRead::Color ? layout().channels[channel].bits != 0
                                                  : channel == 0;
    }
    /// Texels may differ in the channel; otherwise they have what missing() says.
    bool varies(uint32_t channel) const { return compares() ? channel == 0 : stored(channel); }
};

/// Where a channel of eight bits lies in a texel's word. Blocks decode to r, g, b, a.
struct ByteChannel {
    bool stored;
    uint32_t shift;
};
GLISSADE_INLINE ByteChannel byteChannel(const State& s, uint32_t channel) {
    const format::ChannelLayout c = s.layout().channels[channel];
    return {c.bits != 0, s.layout().compressed() ? channel * 8 : c.shift};
}

/// One in the texel's numbers.
GLISSADE_INLINE Float one(const State& s) {
    return s.integer() ? asFloat(splat(1)) : splat(1.0f);
}

/// What a channel that is not stored reads as.
GLISSADE_INLINE Float missing(const State& s, uint32_t channel) {
    return channel == 3 ? one(s) : splat(0.0f);
}

/// The border as a texel of the view's format, before its swizzle.
GLISSADE_INLINE Texel border(const State& s) {
    const auto channel = [&](uint32_t i) {
        return s.stored(i) ? asFloat(splat(int32_t(s.data->borderColor[i]))) : missing(s, i);
    };
    return {channel(0), channel(1), channel(2), channel(3)};
}

/// What reads outside of the image give ("Robust image access"), before the swizzle.
GLISSADE_INLINE Texel outside(const State& s) {
    return {splat(0.0f), splat(0.0f), splat(0.0f), s.stored(3) ? splat(0.0f) : one(s)};
}

GLISSADE_INLINE Float swizzled(const State& s, const Texel& t, Swizzle swizzle) {
    switch (swizzle) {
    case Swizzle::R:
        return t.r;
    case Swizzle::G:
        return t.g;
    case Swizzle::B:
        return t.b;
    case Swizzle::A:
        return t.a;
    case Swizzle::Zero:
        return splat(0.0f);
    case Swizzle::One:
        return one(s);
    }
    return splat(0.0f);
}

GLISSADE_INLINE Texel swizzled(const State& s, const Texel& t) {
    return {swizzled(s, t, s.view.swizzle(0)),
            swizzled(s, t, s.view.swizzle(1)),
            swizzled(s, t, s.view.swizzle(2)),
            swizzled(s, t, s.view.swizzle(3))};
}

/// A level's size and place, by lane.
struct Level {
    Int offset_B, rowPitch_B, slicePitch_B;
    Int width, height, depth;
};

/// `level` is in range in every lane. Lanes mostly agree; it matters to speed alone. `base`: all
/// are zero, as the caller knows.
GLISSADE_INLINE Level levelAt(const State& s, Int level, bool base) {
    const int32_t first = base ? 0 : firstOf(level, s.active);
    if (base || !any(level != first, s.active)) [[likely]] {
        const LevelData& data = s.image->levels[first];
        return {splat(int32_t(data.offset_B)),
                splat(int32_t(data.rowPitch_B)),
                splat(int32_t(data.slicePitch_B)),
                splat(data.width_px),
                splat(data.height_px),
                splat(data.depth_px)};
    }
    const Int at = level * int32_t(sizeof(LevelData));
    const auto* data = reinterpret_cast<const uint8_t*>(s.image->levels);
    return {asInt(gather32(data + offsetof(LevelData, offset_B), at)),
            asInt(gather32(data + offsetof(LevelData, rowPitch_B), at)),
            asInt(gather32(data + offsetof(LevelData, slicePitch_B), at)),
            asInt(gather32(data + offsetof(LevelData, width_px), at)),
            asInt(gather32(data + offsetof(LevelData, height_px), at)),
            asInt(gather32(data + offsetof(LevelData, depth_px), at))};
}

} // namespace sampling
} // namespace GLISSADE_KERNEL(level)
} // namespace cpu::kernels
