// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "gl/compat/state/compat_state.h"
#include "gl/context/state.h"

#include <array>

namespace gl {

/// What fixed function makes of vertices beside their places, on the host (GL 4.6 compatibility
/// profile, chapter 12): for raster positions, and for draws that nobody sees. As
/// glsl/fixed/fixed_function.vert says it to the device.
class HostVertices {
public:
    using Vec4 = std::array<float, 4>;

    struct Vertex {
        Vec4 object;
        Vec4 eye;
        Vec4 normal; ///< As it was given; of four numbers, as attributes are.
        Vec4 color;
        Vec4 secondaryColor;
    };
    struct Colors {
        Vec4 primary;
        Vec4 secondary;
    };

    /// Of the state as it is, which must outlive this. Where an application's shader makes the
    /// vertices, they are neither lit nor are coordinates generated.
    HostVertices(const State& state, const CompatState& compat);

    /// Of front faces, clamped where vertices' colours are.
    Colors colors(const Vertex& vertex) const;
    /// To [0, 1], where vertices' colours are clamped.
    static Vec4 clamped(const State& state, Vec4 color);
    /// A unit's, generated where it generates, then transformed by its matrix.
    Vec4 coordinates(size_t unit, const Vertex& vertex, const Vec4& given) const;

private:
    using Vec3 = std::array<float, 3>;

    Vec3 normalOf(const Vertex& vertex) const;
    Material materialOf(const Vertex& vertex) const;
    Colors lit(const Vertex& vertex) const;
    bool generates(size_t unit) const;

    const State& m_state;
    const CompatState& m_compat;
    const bool m_isFixed;
    Matrix4 m_normals; ///< The upper left 3×3 counts.
    float m_rescale = 1;
};

} // namespace gl
