// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "cpu/kernels/sample.h"

#include "cpu/kernels/sample_filter.h"
#include "cpu/kernels/sample_lod.h"

namespace cpu::kernels {
inline namespace GLISSADE_KERNEL(level) {
namespace sampling {

/// The coordinates that an instruction brings.
struct Coordinates {
    Vector3<Float> uvw;
    Float layer;
    Float depthReference;
    Int offsetU, offsetV, offsetW;
};

/// Everything but the place in a layer, which may differ between samples.
GLISSADE_INLINE Point pointOf(const State& s, const Coordinates& c) {
    Point p = {};
    p.offsetU = c.offsetU;
    p.offsetV = c.offsetV;
    p.offsetW = c.offsetW;
    p.depthReference = c.depthReference;
    p.layer = splat(0);
    if (s.arrayed()) {
        p.layer = s.cube() ? layerOf(c.layer, s.image->layerCount / 6) * 6
                           : layerOf(c.layer, s.image->layerCount);
    }
    return p;
}

GLISSADE_INLINE void place(const State& s, const Vector3<Float>& uvw, Point& p) {
    if (s.cube()) {
        const CubePoint point = cubePoint(uvw);
        p.u = point.s;
        p.v = point.t;
        p.w = splat(0.0f);
        p.face = point.face;
    } else {
        p.u = uvw.x;
        p.v = uvw.y;
        p.w = uvw.z;
    }
}

/// In texture space: of cubes those of s and t, the layer's place.
GLISSADE_INLINE Gradients onImage(const State& s, const Coordinates& c, const Gradients& g) {
    if (!s.cube()) {
        return g;
    }
    const CubePoint point = cubePoint(c.uvw);
    return {cubeDerivative(c.uvw, point.face, g.dx), cubeDerivative(c.uvw, point.face, g.dy)};
}

GLISSADE_INLINE Gradients implicitGradients(const Coordinates& c) {
    return {{quadDx(c.uvw.x), quadDx(c.uvw.y), quadDx(c.uvw.z)},
            {quadDy(c.uvw.x), quadDy(c.uvw.y), quadDy(c.uvw.z)}};
}

GLISSADE_INLINE Texel sum(const Texel& a, const Texel& b) {
    return {a.r + b.r, a.g + b.g, a.b + b.b, a.a + b.a};
}

/// Of two NaN either may come out of a sum: which one must not show.
GLISSADE_INLINE Texel withoutPayload(const Texel& t) {
    // In integers: of halves that became floats LLVM would compare the halves, one by one.
    const auto plain = [](Float v) {
        return asFloat(select((asInt(v) & 0x7fffffff) > 0x7f800000, splat(0x7fc00000), asInt(v)));
    };
    return {plain(t.r), plain(t.g), plain(t.b), plain(t.a)};
}

GLISSADE_INLINE Texel divided(const Texel& t, Float by) {
    return {t.r / by, t.g / by, t.b / by, t.a / by};
}

/// One sample from one or two levels.
GLISSADE_INLINE Texel sampleLevels(const State& s, const Point& p, const Levels& levels) {
    const Mask linear = (s.magLinear() ? levels.magnified : splat(0)) |
                        (s.minLinear() ? ~levels.magnified : splat(0));
    const Mask between = levels.fraction > 0.0f;
    const int count = s.mipLinear() && !levels.base && any(between, s.active) ? 2 : 1;
    Texel result;
    for (int i = 0; i < count; ++i) {
        const Level level = levelAt(s, i == 0 ? levels.first : levels.second, levels.base);
        const Texel t = filterLevel(s, p, level, linear);
        result = i == 0 ? t : select(between, mix(s, result, t, levels.fraction), result);
    }
    return result;
}

/// Vulkan 1.3, "Texel Anisotropic Filtering": samples along the longer axis of the footprint.
GLISSADE_INLINE Texel sampleFootprint(const State& s,
                                      const Coordinates& c,
                                      const Levels& levels,
                                      const Footprint& footprint,
                                      const Vector3<Float>& axis) {
    Point p = pointOf(s, c);
    const Int samples = toInt(footprint.samples);
    const Float spacing = 1.0f / (footprint.samples + 1.0f);
    const bool several = s.anisotropic();
    const bool averages = s.sampler.reduction() == Reduction::WeightedAverage;
    Texel result;
    for (int i = 1; i == 1 || (several && any(samples >= i, s.active)); ++i) {
        Vector3<Float> at = c.uvw;
        if (several) {
            const Float along = select(samples > 1, float(i) * spacing - 0.5f, splat(0.0f));
            at = {at.x + axis.x * along, at.y + axis.y * along, at.z + axis.z * along};
        }
        place(s, at, p);
        const Texel t = sampleLevels(s, p, levels);
        if (i == 1) {
            result = t;
        } else {
            const Texel more = averages ? sum(result, t) : mix(s, result, t, splat(0.0f));
            result = select(samples >= i, more, result);
        }
    }
    result = several && averages ? divided(result, footprint.samples) : result;
    const bool mixes = s.magLinear() || s.minLinear() || s.mipLinear() || several;
    return mixes && s.layout().type == format::ChannelType::Float ? withoutPayload(result) : result;
}

/// Vulkan 1.3, "Texel Gathering": always the linear filter's texels, of the base level.
GLISSADE_INLINE Texel gather(const State& s, const Coordinates& c, Float lod) {
    Point p = pointOf(s, c);
    place(s, c.uvw, p);
    const float last = float(s.image->levelCount - 1);
    Float level = splat(s.image->minLod);
    if (s.op.gatherLod()) {
        level = atLeast(__builtin_elementwise_roundeven(lod), level);
    }
    return gatherLevel(s, p, toInt(clampTo(floorOf(level), splat(0.0f), splat(last))));
}

/// Texels by integer coordinates; nothing is read outside of the image.
GLISSADE_INLINE Texel
fetch(const State& s, const Coordinates& c, Float lod, Float sampleIndex, Mask inside) {
    const bool multisampled = s.view.multisampled();
    const Int index = multisampled ? splat(0) : asInt(lod);
    inside &= (asUInt(index) < uint32_t(s.image->levelCount)) &
              (toFloat(index) >= floorOf(splat(s.image->minLod)));
    const Level level = levelAt(s, clampTo(index, splat(0), splat(s.image->levelCount - 1)), false);
    Int at[3] = {asInt(c.uvw.x), asInt(c.uvw.y), asInt(c.uvw.z)};
    const Int offset[3] = {c.offsetU, c.offsetV, c.offsetW};
    const Int size[3] = {level.width, level.height, level.depth};
    for (uint32_t axis = 0; axis < 3; ++axis) {
        if (axis >= s.axes()) {
            at[axis] = splat(0);
            continue;
        }
        if (s.offset()) {
            at[axis] = asInt(asUInt(at[axis]) + asUInt(offset[axis]));
        }
        inside &= asUInt(at[axis]) < asUInt(size[axis]);
    }
    Int layer = splat(0);
    if (s.arrayed() || s.cube()) {
        layer = asInt(c.layer);
        inside &= asUInt(layer) < uint32_t(s.image->layerCount);
    }
    Int slice = at[2];
    if (multisampled) {
        slice = s.op.sampleIndex() ? asInt(sampleIndex) : splat(0);
        inside &= asUInt(slice) < uint32_t(s.image->sampleCount);
    }
    // Lanes outside read the first texel instead.
    const Int x = at[0] & inside;
    const Int y = at[1] & inside;
    const Int base = layerOffset(s, level, layer & inside) + (slice & inside) * level.slicePitch_B;
    const Int offset_B = base + columnOffset(s, x) + rowOffset(s, level, y);
    return select(inside, decodeAt(s, offset_B, x, y), outside(s));
}

GLISSADE_INLINE Texel sample(const State& s,
                             const Coordinates& c,
                             const Gradients& gradients,
                             Float lod) {
    const SampleMethod method = s.op.method();
    if (s.view.bits == 0 || (s.sampler.bits == 0 && method != SampleMethod::Fetch)) {
        return {splat(0.0f), splat(0.0f), splat(0.0f), splat(0.0f)}; // Nothing is bound.
    }
    if (method == SampleMethod::Fetch) {
        return swizzled(s, fetch(s, c, lod, gradients.dx.y, splat(-1)));
    }
    if (method == SampleMethod::Gather) {
        return gather(s, c, lod);
    }
    Footprint footprint = {lod, splat(1.0f), splat(0)};
    Vector3<Float> axis = {splat(0.0f), splat(0.0f), splat(0.0f)};
    Levels levels = baseLevel();
    if (method == SampleMethod::QueryLod || s.anisotropic() || !baseAlone(s)) {
        Float minLod = lod;
        if (method != SampleMethod::Lod) {
            const bool given = method == SampleMethod::Grad;
            const Gradients g = given ? gradients : implicitGradients(c);
            footprint = footprintOf(s, onImage(s, c, g));
            axis = {select(footprint.alongX, g.dx.x, g.dy.x),
                    select(footprint.alongX, g.dx.y, g.dy.y),
                    select(footprint.alongX, g.dx.z, g.dy.z)};
            minLod = given ? lod : gradients.dx.x;
        }
        const Float lambda = biased(s, footprint.lambda, lod);
        levels = levelsOf(s, lambda, minLod);
        if (method == SampleMethod::QueryLod) {
            return {levels.selected, lambda, splat(0.0f), splat(0.0f)};
        }
    }
    return swizzled(s, sampleFootprint(s, c, levels, footprint, axis));
}

} // namespace sampling
} // namespace GLISSADE_KERNEL(level)
} // namespace cpu::kernels

using cpu::kernels::Float;
using cpu::kernels::Int;

GLISSADE_CALL cpu::kernels::Texel GLISSADE_KERNEL(sample)(uint64_t ids,
                                                          uint32_t op,
                                                          const cpu::ImageData* image,
                                                          const cpu::SamplerData* sampler,
                                                          uint32_t active,
                                                          Float u,
                                                          Float v,
                                                          Float w,
                                                          Float layer,
                                                          Float depthReference,
                                                          Float lod,
                                                          Float dudx,
                                                          Float dvdx,
                                                          Float dwdx,
                                                          Float dudy,
                                                          Float dvdy,
                                                          Float dwdy,
                                                          Int offsetU,
                                                          Int offsetV,
                                                          Int offsetW) {
    using namespace cpu::kernels::sampling;
    State state = {{uint32_t(ids)}, {uint32_t(ids >> 32)}, {op}, image, sampler, active};
    state.borderBytes = borderBytesOf(state);
    const Coordinates coordinates = {{u, v, w}, layer, depthReference, offsetU, offsetV, offsetW};
    return sample(state, coordinates, {{dudx, dvdx, dwdx}, {dudy, dvdy, dwdy}}, lod);
}
