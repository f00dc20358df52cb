// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "cpu/kernels/draw.h"

#include "cpu/abi/smooth_line.h"
#include "cpu/kernels/fetch.h"
#include "cpu/kernels/merge.h"
#include "cpu/kernels/sample_lanes.h"

#include <span>

using namespace cpu;
using namespace cpu::kernels;
using namespace cpu::kernels::sampling;

namespace {

using FetchRoutine = decltype(&GLISSADE_KERNEL(fetch_vertex));
using DepthRoutine = decltype(&GLISSADE_KERNEL(merge_depth));
using ColorRoutine = decltype(&GLISSADE_KERNEL(merge_color));

constexpr uint32_t kParts = 16 / kLanes; ///< Of a block.
constexpr uint32_t kAllLanes = kLanes == 16 ? 0xffff : (1u << kLanes) - 1;

GLISSADE_INLINE Int laneNumbers() {
    Int numbers;
    for (int lane = 0; lane < kLanes; ++lane) {
        numbers[lane] = lane;
    }
    return numbers;
}

using Quads = int32_t __attribute__((ext_vector_type(kLanes / 4)));

GLISSADE_INLINE Quads quadNumbers() {
    Quads numbers;
    for (int quad = 0; quad < kLanes / 4; ++quad) {
        numbers[quad] = quad;
    }
    return numbers;
}

GLISSADE_INLINE Mask maskOf(uint32_t bits) {
    return (splat(int32_t(bits)) >> laneNumbers() & 1) != 0;
}

template <class Vector, class T>
GLISSADE_INLINE Vector load(const T* from) {
    Vector v;
    std::memcpy(&v, from, sizeof v);
    return v;
}
template <class Vector, class T>
GLISSADE_INLINE void store(T* to, Vector v) {
    std::memcpy(to, &v, sizeof v);
}

GLISSADE_INLINE void fetchAttribute(const VertexWork& work,
                                    const AttributeWork& attribute,
                                    uint32_t active,
                                    Int vertices) {
    Int index = vertices;
    if (attribute.perInstance) {
        const uint32_t since = work.instance - work.baseInstance;
        index = splat(
            int32_t(work.baseInstance + (attribute.divisor != 0 ? since / attribute.divisor : 0)));
    }
    const Texel t = reinterpret_cast<FetchRoutine>(attribute.routine)(
        attribute.format, attribute.base, attribute.stride_B, attribute.count, active, index);
    uint32_t* const row = work.rows + size_t(attribute.location) * 4 * kLanes;
    store(row, t.r);
    store(row + kLanes, t.g);
    store(row + 2 * kLanes, t.b);
    store(row + 3 * kLanes, t.a);
}

/// Where pixels of a part of the block lie: of the sample, or at the centre.
struct PixelPlaces {
    Float x, y;
};
GLISSADE_INLINE PixelPlaces
pixelPlaces(int32_t x, int32_t y, uint32_t part, float sampleX, float sampleY) {
    // Lane 4 q + 2 j + i of quad q.
    const Int lane = laneNumbers() + int32_t(part * kLanes);
    const Int column = (lane & 1) + (lane >> 2 & 1) * 2;
    const Int row = (lane >> 1 & 1) + (lane >> 3) * 2;
    return {toFloat(column + x) + sampleX, toFloat(row + y) + sampleY};
}

GLISSADE_INLINE Float at(const PrimitiveData& primitive,
                         const Plane& plane,
                         const PixelPlaces& place) {
    return plane.atOrigin + (place.x - primitive.originX) * plane.dx +
           (place.y - primitive.originY) * plane.dy;
}

/// Of the block at (x, y) from the layer's beginning.
GLISSADE_INLINE uint64_t offsetOf(const TargetWork& target, uint32_t sample, int32_t x, int32_t y) {
    const uint64_t plane_B = uint64_t(sample) * target.samplePitch_B;
    return target.tiling == Tiling::Tiled
               ? plane_B + uint64_t(y >> 2) * target.rowPitch_B +
                     uint64_t(x >> 2) * 16 * target.block_B
               : plane_B + uint64_t(y) * target.rowPitch_B + uint64_t(x) * target.block_B;
}

/// Of what a call of the shader is for.
struct Samples {
    uint32_t first, end;
};

/// The block's first pixel, and which of its kParts.
struct BlockPart {
    int32_t x, y;
    uint32_t part;
};

/// What the tests of a primitive's fragments have in common.
struct DepthPass {
    DepthPass(const FragmentWork& work, const PrimitiveData& primitive) {
        const uint32_t face = primitive.frontFacing ? 0 : 1;
        const TargetWork& target = work.depth[face];
        routine = reinterpret_cast<DepthRoutine>(target.routine);
        if (!routine) {
            return;
        }
        key = work.depthKey[face];
        const FragmentWork::Range& range = work.depthRange[primitive.viewportIndex & 15];
        data = {range.min,
                range.max,
                work.stencilCompareMask[face],
                work.stencilWriteMask[face],
                work.depthBounds.min,
                work.depthBounds.max};
        reference = int32_t(work.stencilReference[face]);
        layer = &target;
        base = target.base + primitive.layer * target.layerPitch_B;
    }

    DepthRoutine routine; ///< Null: there is nothing to do.
    DepthKey key;
    DepthData data;
    int32_t reference;
    const TargetWork* layer;
    uint8_t* base; ///< Of the primitive's layer.
};

/// A part of a block on its way. `kSamples`: 1, or 0 for as many as there are; with one sample
/// all of this is straight code.
template <uint32_t kSamples>
struct Fragments {
    const FragmentWork& work;
    const PrimitiveData& primitive;
    const DepthPass& depth;
    const BlockPart& at;
    uint32_t covered[kSamples ? kSamples : kMaxSamples]; ///< Lanes by sample.

    uint32_t samples() const { return kSamples ? kSamples : work.samples; }
    /// No loop where there is one sample: its lanes stay in a register.
    template <class Fn>
    __attribute__((always_inline)) void forEach(const Samples& range, Fn&& fn) const {
        if constexpr (kSamples == 1) {
            fn(0u);
        } else {
            for (uint32_t s = range.first; s < range.end; ++s) {
                fn(s);
            }
        }
    }
    uint32_t any() const {
        uint32_t lanes = 0;
        forEach({0, samples()},
                [&](uint32_t s) __attribute__((always_inline)) { lanes |= covered[s]; });
        return lanes;
    }
};

/// Stencil and depth tests; lanes that fail are not covered any more. `lanes`: what the shader
/// says, null before it has run.
template <class F>
GLISSADE_INLINE void testDepth(F& f, const FragmentLanes* lanes, Samples samples) {
    const FragmentWork& work = f.work;
    const DepthPass& pass = f.depth;
    if (!pass.routine) {
        return;
    }
    Int reference = splat(pass.reference);
    if (lanes && work.writesStencil) {
        reference = load<Int>(lanes->stencilReference);
    }
    f.forEach(samples, [&](uint32_t s) __attribute__((always_inline)) {
        if (f.covered[s] == 0) {
            return;
        }
        Float depth;
        if (lanes && work.writesDepth) {
            depth = load<Float>(lanes->depth);
        } else {
            depth = at(f.primitive,
                       f.primitive.depth,
                       pixelPlaces(f.at.x, f.at.y, f.at.part, work.sampleX[s], work.sampleY[s]));
        }
        const Mask passes = pass.routine(pass.key,
                                         &pass.data,
                                         pass.base + offsetOf(*pass.layer, s, f.at.x, f.at.y),
                                         pass.layer->rowPitch_B,
                                         f.at.part,
                                         maskOf(f.covered[s]),
                                         depth,
                                         reference);
        f.covered[s] &= bitsOf(passes);
    });
}

/// Vulkan 1.3, "Multisample Coverage": the samples that alpha asks for, in their order.
template <class F>
GLISSADE_INLINE void coverByAlpha(F& f, Float alpha, Samples samples) {
    f.forEach(samples, [&](uint32_t s) __attribute__((always_inline)) {
        const float threshold = (float(s) + 0.5f) / float(f.samples());
        f.covered[s] &= bitsOf(alpha >= threshold);
    });
}

/// Vulkan 1.3, "Smooth Lines": about how much of each pixel the line covers.
template <class F>
Float lineCoverage(const F& f) {
    const Plane* const planes = f.primitive.varyings() + f.work.smoothPlane;
    const PixelPlaces centres = pixelPlaces(f.at.x, f.at.y, f.at.part, 0.5f, 0.5f);
    const auto overlap = [&](SmoothLinePlane plane, float extent) {
        const Float from = at(f.primitive, planes[plane], centres);
        const Float inside = splat(extent + 0.5f) - (from < splat(0.0f) ? -from : from);
        return clampTo(inside, splat(0.0f), splat(extent < 0.5f ? 2 * extent : 1.0f));
    };
    const Plane& extent = planes[kLineExtent];
    return overlap(kAcrossLine, extent.atOrigin) * overlap(kAlongLine, extent.dx);
}

template <class F>
GLISSADE_INLINE void mergeColors(F& f, const FragmentLanes& lanes, Samples samples) {
    const FragmentWork& work = f.work;
    for (uint32_t left = work.colorsMerged; left; left &= left - 1) {
        const auto i = uint32_t(__builtin_ctz(left));
        const TargetWork& target = work.colors[i];
        const auto& color = lanes.color[i];
        uint8_t* const layer = target.base + f.primitive.layer * target.layerPitch_B;
        const Float alpha = work.alphaToOne ? splat(1.0f) : load<Float>(color[3]);
        f.forEach(samples, [&](uint32_t s) __attribute__((always_inline)) {
            if (f.covered[s] == 0) {
                return;
            }
            reinterpret_cast<ColorRoutine>(target.routine)(work.colorKey[i],
                                                           &work.colorData,
                                                           layer +
                                                               offsetOf(target, s, f.at.x, f.at.y),
                                                           target.rowPitch_B,
                                                           f.at.part,
                                                           maskOf(f.covered[s]),
                                                           load<Float>(color[0]),
                                                           load<Float>(color[1]),
                                                           load<Float>(color[2]),
                                                           alpha,
                                                           load<Float>(lanes.secondColor[0]),
                                                           load<Float>(lanes.secondColor[1]),
                                                           load<Float>(lanes.secondColor[2]),
                                                           load<Float>(lanes.secondColor[3]));
        });
    }
}

/// One call of the shader, for all samples (-1) or for one, and what follows it.
template <class F>
GLISSADE_INLINE void shade(F& f,
                           const WorkerData* worker,
                           FragmentLanes& lanes,
                           int32_t sample,
                           FragmentCounters& counters) {
    const FragmentWork& work = f.work;
    const Samples samples =
        sample < 0 ? Samples{0, f.samples()} : Samples{uint32_t(sample), uint32_t(sample) + 1};
    if (work.function) {
        const uint32_t active = sample < 0 ? f.any() : f.covered[sample];
        // As the shader reads them: a load of what several stores wrote waits until they are done.
        const Quads quads = quadNumbers() + int32_t(f.at.part * (kLanes / 4));
        store(lanes.x, f.at.x + (quads & 1) * 2);
        store(lanes.y, f.at.y + (quads >> 1) * 2);
        lanes.active = active;
        lanes.sampleIndex = sample;
        counters.invocations += uint32_t(__builtin_popcount(active));
        work.function(work.data, worker, &f.primitive, &lanes);
        f.forEach(samples, [&](uint32_t s) __attribute__((always_inline)) {
            f.covered[s] &= lanes.active;
            if (work.writesSampleMask) {
                f.covered[s] &= bitsOf((load<Int>(lanes.sampleMask) >> int32_t(s) & 1) != 0);
            }
        });
        if (work.smoothLines) {
            store(lanes.color[0][3], load<Float>(lanes.color[0][3]) * lineCoverage(f));
        }
        if (work.alphaToCoverage) {
            coverByAlpha(f, load<Float>(lanes.color[0][3]), samples);
        }
    }
    if (work.depthOrder == DepthOrder::Late) {
        testDepth(f, &lanes, samples);
    }
    f.forEach(samples, [&](uint32_t s) __attribute__((always_inline)) {
        counters.samplesPassed += uint32_t(__builtin_popcount(f.covered[s]));
    });
    if (work.function) {
        mergeColors(f, lanes, samples);
    }
}

template <uint32_t kSamples>
GLISSADE_INLINE void drawBlock(const FragmentWork& work,
                               const WorkerData* worker,
                               const PrimitiveData& primitive,
                               const DepthPass& depth,
                               const CoveredBlock& block,
                               FragmentLanes& lanes,
                               FragmentCounters& counters) {
    for (uint32_t part = 0; part < kParts; ++part) {
        const BlockPart at = {block.x, block.y, part};
        Fragments<kSamples> f = {work, primitive, depth, at, {}};
        const Samples all = {0, f.samples()};
        f.forEach(all, [&](uint32_t s) __attribute__((always_inline)) {
            const uint32_t covered = block.coverage[s] >> (part * kLanes) & kAllLanes;
            f.covered[s] = work.sampleMask >> s & 1 ? covered : 0;
        });
        if (f.any() == 0) {
            continue;
        }
        // Shaders are told of samples as they were before the tests.
        f.forEach(all, [&](uint32_t s) __attribute__((always_inline)) {
            lanes.sampleCoverage[s] = f.covered[s];
        });
        if (work.depthOrder == DepthOrder::Early) {
            testDepth(f, nullptr, all);
            if (f.any() == 0) {
                continue;
            }
        }
        if (kSamples == 1 || !work.perSample) {
            shade(f, worker, lanes, -1, counters);
            continue;
        }
        for (uint32_t s = 0; s < f.samples(); ++s) {
            if (f.covered[s] != 0) {
                shade(f, worker, lanes, int32_t(s), counters);
            }
        }
    }
}

template <uint32_t kSamples>
GLISSADE_INLINE void drawBlocks(const FragmentWork& work,
                                const WorkerData* worker,
                                const PrimitiveData& primitive,
                                std::span<const CoveredBlock> blocks,
                                FragmentLanes& lanes,
                                FragmentCounters& counters) {
    const DepthPass depth(work, primitive);
    for (const CoveredBlock& block : blocks) {
        drawBlock<kSamples>(work, worker, primitive, depth, block, lanes, counters);
    }
}

} // namespace

extern "C" void GLISSADE_KERNEL(draw_vertices)(const VertexWork* work) {
    VertexLanes lanes;
    lanes.instanceIndex = work->instance;
    lanes.baseVertex = work->baseVertex;
    lanes.baseInstance = work->baseInstance;
    lanes.drawIndex = work->drawIndex;
    lanes.viewIndex = work->viewIndex;
    lanes.attributes = work->rows;
    lanes.outputs = work->outputs;
    for (uint32_t first = 0; first < work->vertexCount; first += kLanes) {
        const uint32_t left = work->vertexCount - first;
        lanes.active = left >= uint32_t(kLanes) ? kAllLanes : (1u << left) - 1;
        const Int vertices = load<Int>(work->vertices + first);
        store(lanes.vertexIndex, vertices);
        for (uint32_t i = 0; i < work->attributeCount; ++i) {
            fetchAttribute(*work, work->attributes[i], lanes.active, vertices);
        }
        if (!work->writesPointSize) {
            store(lanes.outputs + kPointSizeSlot * kLanes, splat(1.0f));
        }
        work->function(work->data, work->worker, &lanes);
        lanes.outputs += size_t(work->slotCount) * kLanes;
    }
}

extern "C" void GLISSADE_KERNEL(draw_blocks)(const FragmentWork* work,
                                             const WorkerData* worker,
                                             const PrimitiveData* primitive,
                                             const CoveredBlock* blocks,
                                             uint32_t count,
                                             FragmentLanes* lanes,
                                             FragmentCounters* counters) {
    if (work->samples == 1) {
        drawBlocks<1>(*work, worker, *primitive, {blocks, count}, *lanes, *counters);
    } else {
        drawBlocks<0>(*work, worker, *primitive, {blocks, count}, *lanes, *counters);
    }
}
