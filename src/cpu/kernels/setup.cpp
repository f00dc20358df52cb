// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "cpu/kernels/setup.h"

#include "cpu/kernels/sample_lanes.h"

#include <limits>
#include <utility>

using namespace cpu;
using namespace cpu::kernels;
using namespace cpu::kernels::sampling;

namespace {

using Double = double __attribute__((ext_vector_type(GLISSADE_LANES)));
using Long = int64_t __attribute__((ext_vector_type(GLISSADE_LANES)));

constexpr uint32_t kAllLanes = (1u << kLanes) - 1;

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

GLISSADE_INLINE Int laneNumbers() {
    Int numbers;
    for (int lane = 0; lane < kLanes; ++lane) {
        numbers[lane] = lane;
    }
    return numbers;
}

GLISSADE_INLINE Double toDouble(Float v) {
    return __builtin_convertvector(v, Double);
}
GLISSADE_INLINE Double toDouble(Int v) {
    return __builtin_convertvector(v, Double);
}
GLISSADE_INLINE Long toLong(Int v) {
    return __builtin_convertvector(v, Long);
}
GLISSADE_INLINE Mask toMask(Long m) {
    return __builtin_convertvector(m, Mask);
}
GLISSADE_INLINE Int choose(Mask m, Int a, Int b) {
    return m ? a : b;
}
GLISSADE_INLINE Double choose(Mask m, Double a, Double b) {
    return toLong(m) ? a : b;
}
GLISSADE_INLINE Int when(Mask condition, uint32_t bits) {
    return condition & int32_t(bits);
}
GLISSADE_INLINE Mask when(bool condition) {
    return splat(condition ? -1 : 0);
}

GLISSADE_INLINE Int least(Int a, Int b) {
    return a < b ? a : b;
}
GLISSADE_INLINE Int most(Int a, Int b) {
    return a > b ? a : b;
}

GLISSADE_INLINE Int gather(const void* words, Int number) {
    return asInt(gather32(words, number * 4));
}
GLISSADE_INLINE Double gather(const double* numbers, Int number) {
#if GLISSADE_LEVEL == 4
    const __m512i at = (__m512i)number;
    Double v;
    v.lo = _mm512_i32gather_pd(_mm512_castsi512_si256(at), numbers, 8);
    v.hi = _mm512_i32gather_pd(_mm512_extracti64x4_epi64(at, 1), numbers, 8);
    return v;
#else
    Double v;
    for (int lane = 0; lane < kLanes; ++lane) {
        v[lane] = numbers[number[lane]];
    }
    return v;
#endif
}

/// What the three corners of triangles have.
template <class Vector>
struct Corners {
    Vector at[3];
};

/// Of words that lie side by side, every third.
template <int... kElement>
GLISSADE_INLINE Corners<Int> cornersOf(const void* words, std::integer_sequence<int, kElement...>) {
    using Wide = int32_t __attribute__((ext_vector_type(4 * GLISSADE_LANES)));
    Wide wide = {};
    std::memcpy(&wide, words, 3 * sizeof(Int));
    return {{__builtin_shufflevector(wide, wide, (3 * kElement)...),
             __builtin_shufflevector(wide, wide, (3 * kElement + 1)...),
             __builtin_shufflevector(wide, wide, (3 * kElement + 2)...)}};
}

GLISSADE_INLINE Corners<Int> cornersOf(const void* words) {
    return cornersOf(words, std::make_integer_sequence<int, GLISSADE_LANES>());
}

template <class T>
GLISSADE_INLINE auto gather(const T* row, const Corners<Int>& corners)
    -> Corners<decltype(gather(row, corners.at[0]))> {
    return {{gather(row, corners.at[0]), gather(row, corners.at[1]), gather(row, corners.at[2])}};
}

GLISSADE_INLINE bool followEachOther(const Corners<Int>& places) {
    const Int first = laneNumbers() * 3 + places.at[0][0];
    const Mask differ =
        (places.at[0] ^ first) | (places.at[1] ^ (first + 1)) | (places.at[2] ^ (first + 2));
    return !any(differ != 0, kAllLanes);
}

GLISSADE_INLINE Long areaOf(const Corners<Int>& x, const Corners<Int>& y) {
    return toLong(x.at[1] - x.at[0]) * toLong(y.at[2] - y.at[0]) -
           toLong(x.at[2] - x.at[0]) * toLong(y.at[1] - y.at[0]);
}

struct Bounds {
    Int x0, y0, x1, y1;
};
struct Reach {
    Int x0, y0, x1, y1; ///< 1/256 pixels.
};
GLISSADE_INLINE Reach reachOf(const Corners<Int>& x, const Corners<Int>& y) {
    return {least(least(x.at[0], x.at[1]), x.at[2]),
            least(least(y.at[0], y.at[1]), y.at[2]),
            most(most(x.at[0], x.at[1]), x.at[2]),
            most(most(y.at[0], y.at[1]), y.at[2])};
}
/// raster::pixelsBetween() and common().
GLISSADE_INLINE Bounds boundsOf(const Reach& reach, const TriangleWork& work) {
    const auto low = [&](Int at) {
        return (at + (kSubpixels - 1 - work.mostSample)) >> kSubpixelBits;
    };
    const auto high = [&](Int at) {
        return (at + (kSubpixels - work.leastSample)) >> kSubpixelBits;
    };
    return {most(low(reach.x0), splat(work.bounds.x0)),
            most(low(reach.y0), splat(work.bounds.y0)),
            least(high(reach.x1), splat(work.bounds.x1)),
            least(high(reach.y1), splat(work.bounds.y1))};
}

/// As raster::edgeFrom(), but for c.
struct EdgeSteps {
    Int a, b;
    Mask topLeft;
};
GLISSADE_INLINE EdgeSteps stepsOf(Int x0, Int y0, Int x1, Int y1) {
    const Int a = y0 - y1;
    const Int b = x1 - x0;
    return {a, b, (a > 0) | ((a == 0) & (b > 0))};
}

/// raster::missesCentres().
GLISSADE_INLINE Mask missesCentres(const Corners<Int>& x,
                                   const Corners<Int>& y,
                                   Mask clockwise,
                                   const Reach& reach,
                                   const Bounds& bounds) {
    const Mask small = (bounds.x1 - bounds.x0 <= 2) & (bounds.y1 - bounds.y0 <= 2) &
                       (reach.x1 - reach.x0 <= kSmallTriangle) &
                       (reach.y1 - reach.y0 <= kSmallTriangle);
    if (!any(small, kAllLanes)) {
        return small;
    }
    const Int bx = choose(clockwise, x.at[1], x.at[2]);
    const Int by = choose(clockwise, y.at[1], y.at[2]);
    const Int cx = choose(clockwise, x.at[2], x.at[1]);
    const Int cy = choose(clockwise, y.at[2], y.at[1]);
    const Int px = (bounds.x0 << kSubpixelBits) + kSubpixels / 2;
    const Int py = (bounds.y0 << kSubpixelBits) + kSubpixels / 2;
    // At the four centres: negative where some edge has it outside.
    Int outside[4] = {};
    const auto cut = [&](Int x0, Int y0, Int x1, Int y1) {
        const EdgeSteps edge = stepsOf(x0, y0, x1, y1);
        const Int at = edge.a * (px - x0) + edge.b * (py - y0) + (~edge.topLeft);
        outside[0] |= at;
        outside[1] |= at + (edge.a << kSubpixelBits);
        outside[2] |= at + (edge.b << kSubpixelBits);
        outside[3] |= at + ((edge.a + edge.b) << kSubpixelBits);
    };
    cut(x.at[0], y.at[0], bx, by);
    cut(bx, by, cx, cy);
    cut(cx, cy, x.at[0], y.at[0]);
    return small & ((outside[0] & outside[1] & outside[2] & outside[3]) < 0);
}

/// A value's change per pixel, as in raster/planes.cpp.
struct Gradient {
    Double x1, x2, y1, y2;
};
struct Planes {
    Float atOrigin, dx, dy;
};
GLISSADE_INLINE Planes planesOf(const Gradient& g, Double f0, Double f1, Double f2) {
    const Double d1 = f1 - f0;
    const Double d2 = f2 - f0;
    return {__builtin_convertvector(f0, Float),
            __builtin_convertvector(d1 * g.x1 + d2 * g.x2, Float),
            __builtin_convertvector(d1 * g.y1 + d2 * g.y2, Float)};
}

GLISSADE_INLINE Double pixels(Int difference) {
    return toDouble(difference) * (1.0 / kSubpixels);
}

/// The corners from that where planes start: that with the greatest w.
struct Turn {
    Mask one, two; ///< The corner that is the first, if it is not 0.

    template <class Vector>
    __attribute__((always_inline)) Corners<Vector> operator()(const Corners<Vector>& v) const {
        const auto turned = [&](int first) {
            return choose(
                two, v.at[(first + 2) % 3], choose(one, v.at[(first + 1) % 3], v.at[first]));
        };
        return {{turned(0), turned(1), turned(2)}};
    }
};

/// A vector of triangles on their way into primitives.
struct Primitives {
    Primitive* const* all;
    uint32_t count;
};

/// `plane(primitive)` says where.
template <class Place>
GLISSADE_INLINE void write(const Primitives& primitives, const Planes& planes, Place&& plane) {
    alignas(64) float rows[3][kLanes];
    store(rows[0], planes.atOrigin);
    store(rows[1], planes.dx);
    store(rows[2], planes.dy);
    for (uint32_t lane = 0; lane < primitives.count; ++lane) {
        plane(*primitives.all[lane]) = {rows[0][lane], rows[1][lane], rows[2][lane]};
    }
}

GLISSADE_INLINE void writeEdges(const Primitives& primitives,
                                const Corners<Int>& x,
                                const Corners<Int>& y,
                                Mask clockwise) {
    alignas(64) int64_t steps[3][kLanes]; // a, and b above it.
    alignas(64) int64_t constants[3][kLanes];
    const Int bx = choose(clockwise, x.at[1], x.at[2]);
    const Int by = choose(clockwise, y.at[1], y.at[2]);
    const Int cx = choose(clockwise, x.at[2], x.at[1]);
    const Int cy = choose(clockwise, y.at[2], y.at[1]);
    const auto setEdge = [&](uint32_t i, Int x0, Int y0, Int x1, Int y1) {
        const EdgeSteps edge = stepsOf(x0, y0, x1, y1);
        const Long a = toLong(edge.a);
        const Long b = toLong(edge.b);
        store(steps[i], (a & 0xffffffff) | b << 32);
        store(constants[i], toLong(~edge.topLeft) - (a * toLong(x0) + b * toLong(y0)));
    };
    setEdge(0, x.at[0], y.at[0], bx, by);
    setEdge(1, bx, by, cx, cy);
    setEdge(2, cx, cy, x.at[0], y.at[0]);
    for (uint32_t lane = 0; lane < primitives.count; ++lane) {
        Edge* const edges = primitives.all[lane]->edges;
        for (uint32_t i = 0; i < 3; ++i) {
            std::memcpy(&edges[i].a, &steps[i][lane], sizeof(int64_t));
            edges[i].c = constants[i][lane];
        }
    }
}

GLISSADE_INLINE void writeHead(const Primitives& primitives,
                               const TriangleWork& work,
                               const Bounds& bounds,
                               Mask front,
                               Int number) {
    alignas(64) int32_t rows[6][kLanes];
    store(rows[0], bounds.x0);
    store(rows[1], bounds.y0);
    store(rows[2], bounds.x1);
    store(rows[3], bounds.y1);
    store(rows[4], front & 1);
    store(rows[5], number + int32_t(work.firstPrimitiveId));
    for (uint32_t lane = 0; lane < primitives.count; ++lane) {
        Primitive& primitive = *primitives.all[lane];
        primitive.bounds = {rows[0][lane], rows[1][lane], rows[2][lane], rows[3][lane]};
        primitive.edgeCount = 3;
        primitive.wholePixels = false;
        primitive.stippled = false;
        primitive.data.frontFacing = uint32_t(rows[4][lane]);
        primitive.data.primitiveId = uint32_t(rows[5][lane]);
        primitive.data.layer = 0;
        primitive.data.viewportIndex = 0;
        if (work.readsPointCoord) {
            primitive.data.pointCoord[0] = primitive.data.pointCoord[1] = {};
        }
    }
}

/// The values of vertices, which are the lanes of rows of slots.
struct Values {
    const uint32_t* rows;
    uint32_t slotCount;
    Corners<Int> vertices; ///< From the corner where planes start. Slot 0, in words.
    Int provoking;

    /// Slots without rows are zero.
    Int bits(Int vertex, uint32_t slot) const {
        return slot < slotCount ? gather(rows + size_t(slot) * kLanes, vertex) : splat(0);
    }
    Double number(int corner, uint32_t slot) const {
        return toDouble(asFloat(bits(vertices.at[corner], slot)));
    }
};

GLISSADE_INLINE void setUp(const TriangleWork& work,
                           const TriangleRun& run,
                           const Primitives& primitives,
                           Int number,
                           Float bias) {
    const Corners<Int> places = {{gather(work.corners, number * 3),
                                  gather(work.corners, number * 3 + 1),
                                  gather(work.corners, number * 3 + 2)}};
    const Corners<Int> x = gather(work.screen.x, places);
    const Corners<Int> y = gather(work.screen.y, places);
    const Mask clockwise = toMask(areaOf(x, y) > 0);
    const Mask front = work.frontIsClockwise ? clockwise : ~clockwise;
    writeHead(primitives, work, boundsOf(reachOf(x, y), work), front, number);
    writeEdges(primitives, x, y, clockwise);

    const Corners<Double> inverseW = gather(work.screen.inverseW, places);
    const Mask second = toMask(inverseW.at[1] < inverseW.at[0]);
    const Mask third = toMask(inverseW.at[2] < choose(second, inverseW.at[1], inverseW.at[0]));
    const Turn turn = {second & ~third, third};
    const Corners<Double> w = turn(inverseW);
    const Corners<Double> depth = turn(gather(work.screen.depth, places));
    const Corners<Int> cornersX = turn(x);
    const Corners<Int> cornersY = turn(y);
    const Double x1 = pixels(cornersX.at[1] - cornersX.at[0]);
    const Double y1 = pixels(cornersY.at[1] - cornersY.at[0]);
    const Double x2 = pixels(cornersX.at[2] - cornersX.at[0]);
    const Double y2 = pixels(cornersY.at[2] - cornersY.at[0]);
    const Double scale = 1.0 / (x1 * y2 - x2 * y1);
    const Gradient gradient = {y2 * scale, -y1 * scale, -x2 * scale, x1 * scale};

    Planes planes = planesOf(gradient, depth.at[0], depth.at[1], depth.at[2]);
    planes.atOrigin += bias;
    write(primitives, planes, [](Primitive& primitive) -> Plane& { return primitive.data.depth; });
    write(primitives,
          planesOf(gradient, w.at[0], w.at[1], w.at[2]),
          [](Primitive& primitive) -> Plane& { return primitive.data.inverseW; });
    alignas(64) float origin[2][kLanes];
    store(origin[0], __builtin_convertvector(pixels(cornersX.at[0]), Float));
    store(origin[1], __builtin_convertvector(pixels(cornersY.at[0]), Float));
    for (uint32_t lane = 0; lane < primitives.count; ++lane) {
        primitives.all[lane]->data.originX = origin[0][lane];
        primitives.all[lane]->data.originY = origin[1][lane];
    }

    const PlaneList& list = *work.planes;
    const auto rowOf = [&](Int place) {
        return asInt(asUInt(place) / kLanes * (work.slotCount * kLanes)) + (place & (kLanes - 1));
    };
    const Corners<Int> vertices = {{rowOf(places.at[0]), rowOf(places.at[1]), rowOf(places.at[2])}};
    const Values values = {
        work.rows, work.slotCount, turn(vertices), vertices.at[work.provokingLast ? 2 : 0]};
    const auto smooth = [&](uint32_t slot) {
        return planesOf(gradient,
                        values.number(0, slot) * w.at[0],
                        values.number(1, slot) * w.at[1],
                        values.number(2, slot) * w.at[2]);
    };
    for (uint32_t i = 0; i < list.varyingCount; ++i) {
        const uint32_t plane = list.varyings.data()[i].plane;
        const Interpolation interpolation = list.varyings.data()[i].interpolation;
        const uint32_t slot = kFirstVaryingSlot + plane;
        Planes varying;
        if (interpolation == Interpolation::Flat) {
            varying = {asFloat(values.bits(values.provoking, slot)), splat(0.0f), splat(0.0f)};
        } else if (interpolation == Interpolation::Smooth) {
            varying = smooth(slot);
        } else {
            varying = planesOf(
                gradient, values.number(0, slot), values.number(1, slot), values.number(2, slot));
        }
        write(primitives, varying, [&](Primitive& primitive) -> Plane& {
            return primitive.planes()[plane];
        });
    }
    for (uint32_t i = 0; i < list.clipDistances; ++i) {
        write(primitives, smooth(kClipDistanceSlot + i), [&](Primitive& primitive) -> Plane& {
            return primitive.data.clipDistance[i];
        });
    }
}

/// The next vector's primitives lie in memory that was written a scene ago.
GLISSADE_INLINE void prefetch(const TriangleRun& run, uint32_t first) {
    const uint32_t end = run.count - first < kLanes ? run.count : first + kLanes;
    for (uint32_t i = first; i < end; ++i) {
        auto* const at = reinterpret_cast<const char*>(run.primitives[i]);
        for (size_t at_B = 0; at_B < sizeof(Primitive); at_B += 64) {
            __builtin_prefetch(at + at_B, 1);
        }
    }
}

} // namespace

extern "C" void GLISSADE_KERNEL(place_vertices)(const PlaceWork* work) {
    const Screen& screen = *work->screen;
    const uint32_t* rows = work->rows;
    for (uint32_t first = 0; first < work->vertexCount; first += kLanes) {
        const auto slot = [&](uint32_t i) {
            return i < work->slotCount ? load<Float>(rows + size_t(i) * kLanes) : splat(0.0f);
        };
        const Float x = slot(kPositionSlot);
        const Float y = slot(kPositionSlot + 1);
        const Float z = slot(kPositionSlot + 2);
        const Float w = slot(kPositionSlot + 3);
        constexpr float kMost = std::numeric_limits<float>::max();
        const Mask visible = (absOf(x) <= w) & (absOf(y) <= w) & (absOf(z) <= w) &
                             ((z >= 0.0f) | when(screen.negativeOneToOne)) & (w <= kMost);
        Int flags = splat(0);
        if (any(~visible, kAllLanes)) {
            Int volume = when(x < -w, kOutsideLeft) | when(x > w, kOutsideRight) |
                         when(y < -w, kOutsideTop) | when(y > w, kOutsideBottom);
            if (screen.depthClip) {
                const Mask near = z < (screen.negativeOneToOne ? -w : splat(0.0f));
                const Mask far = z > w;
                volume |= when(near, kOutsideNear) | when(far, kOutsideFar);
                flags |= when(near, kClipNear) | when(far, kClipFar);
            }
            const Mask finite = (absOf(x) <= kMost) & (absOf(y) <= kMost) & (absOf(z) <= kMost) &
                                (absOf(w) <= kMost);
            flags |= when(~finite, kClipInvalid) | volume << int32_t(kVolumeShift);
        }
        const Double wideW = toDouble(w);
        const Mask divisible = toMask(wideW >= kLeastW);
        const Double inverseW = 1.0 / choose(divisible, wideW, (Double)(1.0));
        const Double atX = toDouble(x) * inverseW * screen.scaleX + screen.offsetX;
        const Double atY = toDouble(y) * inverseW * screen.scaleY + screen.offsetY;
        const Double depth = toDouble(z) * inverseW * screen.scaleZ + screen.offsetZ;
        constexpr double kLow = kGuardLow_px;
        constexpr double kHigh = kGuardHigh_px;
        const Mask left = ~toMask(atX >= kLow);
        const Mask right = ~toMask(atX <= kHigh);
        const Mask top = ~toMask(atY >= kLow);
        const Mask bottom = ~toMask(atY <= kHigh);
        flags |= when(~divisible, kClipW) |
                 (divisible & (when(left, kClipLeft) | when(right, kClipRight) |
                               when(top, kClipTop) | when(bottom, kClipBottom)));
        const Mask inReach = divisible & ~(left | right | top | bottom);
        const auto snap = [&](Double at) {
            const Double whole = __builtin_elementwise_roundeven(at * double(kSubpixels));
            return __builtin_convertvector(choose(inReach, whole, (Double)(0.0)), Int);
        };
        for (uint32_t i = 0; i < work->distances; ++i) {
            const Float distance = slot(kClipDistanceSlot + i);
            const bool clips = i < work->clipDistances;
            const Mask outside = distance < 0.0f;
            flags |= when(outside, kOutsideDistance << i << kVolumeShift);
            if (clips) {
                flags |=
                    when(outside, kClipDistance << i) | when(distance != distance, kClipInvalid);
            }
        }
        store(work->to.x + first, snap(atX));
        store(work->to.y + first, snap(atY));
        store(work->to.flags + first, flags);
        store(work->to.inverseW + first, choose(divisible, inverseW, (Double)(0.0)));
        store(work->to.depth + first, choose(divisible, depth, (Double)(0.0)));
        rows += size_t(work->slotCount) * kLanes;
    }
}

extern "C" void GLISSADE_KERNEL(sort_triangles)(TriangleWork* work) {
    uint32_t kept = 0;
    uint32_t invocations = 0;
    uint32_t primitives = 0;
    for (uint32_t first = 0; first < work->triangleCount; first += kLanes) {
        const uint32_t left = work->triangleCount - first;
        const uint32_t valid = left >= uint32_t(kLanes) ? kAllLanes : (1u << left) - 1;
        const uint32_t* triangles = work->corners + size_t(first) * 3;
        alignas(64) uint32_t last[3 * kLanes];
        if (valid != kAllLanes) {
            std::memset(last, 0, sizeof last);
            for (uint32_t i = 0; i < left * 3; ++i) {
                last[i] = triangles[i];
            }
            triangles = last;
        }
        const Corners<Int> places = cornersOf(triangles);
        // As draws without indices have them.
        const bool isRun = valid == kAllLanes && followEachOther(places);
        const auto read = [&](const auto* row) {
            return isRun ? cornersOf(row + places.at[0][0]) : gather(row, places);
        };
        const Corners<Int> flags = read(work->screen.flags);
        const Int outside = (flags.at[0] & flags.at[1] & flags.at[2]) >> int32_t(kVolumeShift);
        const Int clip = (flags.at[0] | flags.at[1] | flags.at[2]) & 0xffff;
        const uint32_t seen =
            bitsOf((outside == 0) & ((clip & int32_t(kClipInvalid)) == 0)) & valid;
        const uint32_t clipped = bitsOf(clip != 0) & seen;
        invocations += uint32_t(__builtin_popcount(valid & ~clipped));
        primitives += uint32_t(__builtin_popcount(seen & ~clipped));
        uint32_t keep = clipped;
        if (seen != clipped && !work->discard) {
            const Corners<Int> x = read(work->screen.x);
            const Corners<Int> y = read(work->screen.y);
            const Long area = areaOf(x, y);
            const Mask clockwise = toMask(area > 0);
            const Mask front = work->frontIsClockwise ? clockwise : ~clockwise;
            const Mask culled = toMask(area == 0) | (front & when(work->cullFront)) |
                                (~front & when(work->cullBack));
            const Reach reach = reachOf(x, y);
            const Bounds bounds = boundsOf(reach, *work);
            Mask drawn = ~culled & (bounds.x0 < bounds.x1) & (bounds.y0 < bounds.y1);
            if (work->samples == 1) {
                drawn &= ~missesCentres(x, y, clockwise, reach, bounds);
            }
            keep |= bitsOf(drawn) & seen;
        }
        for (uint32_t rest = keep; rest; rest &= rest - 1) {
            const auto lane = uint32_t(__builtin_ctz(rest));
            const bool isClipped = clipped >> lane & 1;
            work->kept[kept++] = (first + lane) | (isClipped ? kTriangleIsClipped : 0);
        }
    }
    work->keptCount = kept;
    work->clippingInvocations = invocations;
    work->clippingPrimitives = primitives;
}

extern "C" void GLISSADE_KERNEL(set_up_triangles)(const TriangleWork* work,
                                                  const TriangleRun* run) {
    for (uint32_t first = 0; first < run->count; first += kLanes) {
        const uint32_t left = run->count - first;
        Int number;
        Float bias = splat(0.0f);
        if (left >= uint32_t(kLanes)) {
            number = load<Int>(run->triangles + first);
            if (run->bias) {
                bias = load<Float>(run->bias + first);
            }
            prefetch(*run, first + kLanes);
            setUp(*work, *run, {run->primitives + first, kLanes}, number, bias);
            continue;
        }
        number = splat(int32_t(run->triangles[first]));
        for (uint32_t lane = 0; lane < left; ++lane) {
            number[lane] = int32_t(run->triangles[first + lane]);
            if (run->bias) {
                bias[lane] = run->bias[first + lane];
            }
        }
        setUp(*work, *run, {run->primitives + first, left}, number, bias);
    }
}
