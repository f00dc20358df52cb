// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Cube maps: Vulkan 1.3, "Cube Map Face Selection and Transformations", "Cube Map Derivative
// Transformation" and "Cube Map Edge Handling".
#pragma once

#include "cpu/kernels/sample_state.h"

namespace cpu::kernels {
inline namespace GLISSADE_KERNEL(level) {
namespace sampling {

template <typename V>
struct Vector3 {
    V x, y, z;
};

/// Which coordinates of a direction are the face's.
struct Face {
    Mask xMajor, yMajor; ///< Neither: z.
    Mask negative;       ///< The major coordinate is.

    Int index() const {
        return select(xMajor, splat(0), select(yMajor, splat(2), splat(4))) - negative;
    }
};

/// Ties go to z, then to y.
template <typename V>
GLISSADE_INLINE Face faceOf(const Vector3<V>& r, V ax, V ay, V az) {
    Face face;
    const Mask z = (az >= ax) & (az >= ay);
    face.yMajor = ~z & (ay >= ax);
    face.xMajor = ~z & ~face.yMajor;
    face.negative =
        select(face.xMajor, Int(r.x < V(0)), select(face.yMajor, Int(r.y < V(0)), Int(r.z < V(0))));
    return face;
}

template <typename V>
GLISSADE_INLINE V flip(Mask m, V v) {
    return m ? -v : v;
}

/// s, t and the major coordinate's size, of a direction or of its derivative.
template <typename V>
GLISSADE_INLINE Vector3<V> onFace(const Face& face, const Vector3<V>& r) {
    const V s = face.xMajor ? flip(~face.negative, r.z) : flip(face.negative & ~face.yMajor, r.x);
    const V t = face.yMajor ? flip(face.negative, r.z) : -r.y;
    const V major = face.xMajor ? r.x : face.yMajor ? r.y : r.z;
    return {s, t, flip(face.negative, major)};
}

/// The inverse of onFace().
GLISSADE_INLINE Vector3<Int> fromFace(const Face& face, const Vector3<Int>& p) {
    const Int major = flip(face.negative, p.z);
    const Mask zMajor = ~(face.xMajor | face.yMajor);
    return {select(face.xMajor, major, flip(face.negative & zMajor, p.x)),
            select(face.yMajor, major, -p.y),
            select(face.xMajor,
                   flip(~face.negative, p.x),
                   select(face.yMajor, flip(face.negative, p.y), major))};
}

struct CubePoint {
    Float s, t; ///< 0 … 1
    Face face;
};

/// Directions without a direction give the middle of a face.
GLISSADE_INLINE CubePoint cubePoint(const Vector3<Float>& direction) {
    // NaN becomes a number, and infinities ones whose ratio is defined.
    const Float huge = splat(0x1p100f);
    const Vector3<Float> r = {clampTo(direction.x, -huge, huge),
                              clampTo(direction.y, -huge, huge),
                              clampTo(direction.z, -huge, huge)};
    const Face face = faceOf(r, absOf(r.x), absOf(r.y), absOf(r.z));
    const Vector3<Float> p = onFace(face, r);
    const Float major = select(p.z > 0.0f, p.z, splat(1.0f));
    return {0.5f * (p.x / major) + 0.5f, 0.5f * (p.y / major) + 0.5f, face};
}

/// Derivatives of s and t along a step of the direction.
GLISSADE_INLINE Vector3<Float>
cubeDerivative(const Vector3<Float>& direction, const Face& face, const Vector3<Float>& step) {
    const Vector3<Float> p = onFace(face, direction);
    const Vector3<Float> d = onFace(face, step);
    const Float half = 0.5f / p.z;
    return {half * (d.x - p.x / p.z * d.z), half * (d.y - p.y / p.z * d.z), splat(0.0f)};
}

/// A texel next to a face, moved to the face it lies on. Of coordinates that are outside in both
/// axes there is no such texel; the result is inside some face.
struct CubeTexel {
    Int x, y, face;
};
GLISSADE_INLINE CubeTexel acrossEdge(const Face& face, Int x, Int y, Int size) {
    // In half texels from the cube's centre: a texel beyond the edge is the one of the neighbour's
    // first row, one half texel within that face.
    const Int s = x * 2 + 1 - size;
    const Int t = y * 2 + 1 - size;
    const Mask out = ((s ^ (s >> 31)) >= size) | ((t ^ (t >> 31)) >= size);
    const Vector3<Int> r = fromFace(face, {s, t, select(out, size - 1, size)});
    const Face to = faceOf(r,
                           __builtin_elementwise_abs(r.x),
                           __builtin_elementwise_abs(r.y),
                           __builtin_elementwise_abs(r.z));
    const Vector3<Int> p = onFace(to, r);
    const Int last = size - 1;
    return {clampTo((p.x + last) >> 1, splat(0), last),
            clampTo((p.y + last) >> 1, splat(0), last),
            to.index()};
}

} // namespace sampling
} // namespace GLISSADE_KERNEL(level)
} // namespace cpu::kernels
