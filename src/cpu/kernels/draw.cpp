// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "cpu/kernels/draw.h"

#include "cpu/kernels/fetch.h"
#include "cpu/kernels/merge.h"
#include "cpu/kernels/sample_lanes.h"

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

GLISSADE_INLINE Float at(const shader::PrimitiveData& primitive,
                         const shader::Plane& plane,
                         const PixelPlaces& place) {
    return plane.atOrigin + (place.x - primitive.originX) * plane.dx +
           (place.y - primitive.originY) * plane.dy;
}

GLISSADE_INLINE uint8_t*
blockOf(const TargetWork& target, uint32_t layer, uint32_t sample, int32_t x, int32_t y) {
    uint8_t* const plane =
        target.base + layer * target.layerPitch_B + uint64_t(sample) * target.samplePitch_B;
    return target.tiling == Tiling::Tiled
               ? plane + uint64_t(y >> 2) * target.rowPitch_B +
                     uint64_t(x >> 2) * 16 * target.block_B
               : plane + uint64_t(y) * target.rowPitch_B + uint64_t(x) * target.block_B;
}

/// A part of a block on its way.
struct Fragments {
    const FragmentWork& work;
    const shader::PrimitiveData& primitive;
    int32_t x, y;
    uint32_t part;
    uint32_t covered[shader::kMaxSamples]; ///< Lanes by sample.

    uint32_t any() const {
        uint32_t lanes = 0;
        for (uint32_t s = 0; s < work.samples; ++s) {
            lanes |= covered[s];
        }
        return lanes;
    }
};

/// Stencil and depth tests of all samples, or of one; lanes that fail are not covered any more.
void testDepth(Fragments& f, const shader::FragmentLanes* lanes, uint32_t first, uint32_t count) {
    const FragmentWork& work = f.work;
    const uint32_t face = f.primitive.frontFacing ? 0 : 1;
    const TargetWork& target = work.depth[face];
    if (!target.routine) {
        return;
    }
    const FragmentWork::Range& range = work.depthRange[f.primitive.viewportIndex & 15];
    const DepthData data = {
        range.min, range.max, work.stencilCompareMask[face], work.stencilWriteMask[face]};
    Int reference = splat(int32_t(work.stencilReference[face]));
    if (lanes && work.writesStencil) {
        reference = load<Int>(lanes->stencilReference);
    }
    for (uint32_t s = first; s < first + count; ++s) {
        if (f.covered[s] == 0) {
            continue;
        }
        Float depth;
        if (lanes && work.writesDepth) {
            depth = load<Float>(lanes->depth);
        } else {
            depth = at(f.primitive,
                       f.primitive.depth,
                       pixelPlaces(f.x, f.y, f.part, work.sampleX[s], work.sampleY[s]));
        }
        const Mask passes = reinterpret_cast<DepthRoutine>(target.routine)(
            work.depthKey[face],
            &data,
            blockOf(target, f.primitive.layer, s, f.x, f.y),
            target.rowPitch_B,
            f.part,
            maskOf(f.covered[s]),
            depth,
            reference);
        f.covered[s] &= bitsOf(passes);
    }
}

/// Vulkan 1.3, "Multisample Coverage": the samples that alpha asks for, in their order.
void coverByAlpha(Fragments& f, Float alpha, uint32_t first, uint32_t count) {
    for (uint32_t s = first; s < first + count; ++s) {
        const float threshold = (float(s) + 0.5f) / float(f.work.samples);
        f.covered[s] &= bitsOf(alpha >= threshold);
    }
}

void mergeColors(Fragments& f, const shader::FragmentLanes& lanes, uint32_t first, uint32_t count) {
    const FragmentWork& work = f.work;
    for (uint32_t i = 0; i < shader::kMaxColorAttachments; ++i) {
        const TargetWork& target = work.colors[i];
        if (!target.routine) {
            continue;
        }
        const auto& color = lanes.color[i];
        const Float alpha = work.alphaToOne ? splat(1.0f) : load<Float>(color[3]);
        for (uint32_t s = first; s < first + count; ++s) {
            if (f.covered[s] == 0) {
                continue;
            }
            reinterpret_cast<ColorRoutine>(target.routine)(
                work.colorKey[i],
                &work.colorData,
                blockOf(target, f.primitive.layer, s, f.x, f.y),
                target.rowPitch_B,
                f.part,
                maskOf(f.covered[s]),
                load<Float>(color[0]),
                load<Float>(color[1]),
                load<Float>(color[2]),
                alpha,
                load<Float>(lanes.secondColor[0]),
                load<Float>(lanes.secondColor[1]),
                load<Float>(lanes.secondColor[2]),
                load<Float>(lanes.secondColor[3]));
        }
    }
}

/// One call of the shader, for all samples (-1) or for one, and what follows it.
void shade(Fragments& f,
           const shader::WorkerData* worker,
           shader::FragmentLanes& lanes,
           int32_t sample,
           FragmentCounters& counters) {
    const FragmentWork& work = f.work;
    const uint32_t first = sample < 0 ? 0 : uint32_t(sample);
    const uint32_t count = sample < 0 ? work.samples : 1;
    if (work.function) {
        const uint32_t active = sample < 0 ? f.any() : f.covered[sample];
        for (uint32_t q = 0; q < uint32_t(kLanes) / 4; ++q) {
            const uint32_t quad = f.part * (kLanes / 4) + q;
            lanes.x[q] = f.x + int32_t(quad & 1) * 2;
            lanes.y[q] = f.y + int32_t(quad >> 1) * 2;
        }
        lanes.active = active;
        for (uint32_t s = 0; s < work.samples; ++s) {
            lanes.sampleCoverage[s] = f.covered[s];
        }
        lanes.sampleIndex = sample;
        counters.invocations += uint32_t(__builtin_popcount(active));
        work.function(work.data, worker, &f.primitive, &lanes);
        for (uint32_t s = first; s < first + count; ++s) {
            f.covered[s] &= lanes.active;
            if (work.writesSampleMask) {
                f.covered[s] &= bitsOf((load<Int>(lanes.sampleMask) >> int32_t(s) & 1) != 0);
            }
        }
        if (work.alphaToCoverage) {
            coverByAlpha(f, load<Float>(lanes.color[0][3]), first, count);
        }
    }
    if (work.depthOrder == DepthOrder::Late) {
        testDepth(f, &lanes, first, count);
    }
    for (uint32_t s = first; s < first + count; ++s) {
        counters.samplesPassed += uint32_t(__builtin_popcount(f.covered[s]));
    }
    if (work.function) {
        mergeColors(f, lanes, first, count);
    }
}

} // namespace

extern "C" void GLISSADE_KERNEL(draw_vertices)(const VertexWork* work) {
    shader::VertexLanes lanes;
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
            store(lanes.outputs + shader::kPointSizeSlot * kLanes, splat(1.0f));
        }
        work->function(work->data, work->worker, &lanes);
        lanes.outputs += size_t(work->slotCount) * kLanes;
    }
}

extern "C" void GLISSADE_KERNEL(draw_block)(const FragmentWork* work,
                                            const shader::WorkerData* worker,
                                            const shader::PrimitiveData* primitive,
                                            int32_t x,
                                            int32_t y,
                                            const uint16_t* coverage,
                                            shader::FragmentLanes* lanes,
                                            FragmentCounters* counters) {
    for (uint32_t part = 0; part < kParts; ++part) {
        Fragments f = {*work, *primitive, x, y, part, {}};
        for (uint32_t s = 0; s < work->samples; ++s) {
            const uint32_t covered = coverage[s] >> (part * kLanes) & kAllLanes;
            f.covered[s] = work->sampleMask >> s & 1 ? covered : 0;
        }
        if (f.any() == 0) {
            continue;
        }
        if (work->depthOrder == DepthOrder::Early) {
            testDepth(f, nullptr, 0, work->samples);
            if (f.any() == 0) {
                continue;
            }
        }
        if (!work->perSample) {
            shade(f, worker, *lanes, -1, *counters);
            continue;
        }
        for (uint32_t s = 0; s < work->samples; ++s) {
            if (f.covered[s] != 0) {
                shade(f, worker, *lanes, int32_t(s), *counters);
            }
        }
    }
}
