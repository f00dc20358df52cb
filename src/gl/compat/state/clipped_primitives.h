// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <span>
#include <vector>

/// Primitives on the host: what selection and feedback need of them. Small and plain, for nobody
/// picks a million triangles.
namespace gl {

struct HostVertex {
    std::array<float, 4> clip{};
    std::array<float, 4> eye{};
    std::array<float, 4> color{};
    std::array<float, 4> texCoord{};
    bool edge = true; ///< The edge that begins here is one of the polygon's.
};

/// A plane that vertices are inside of where its product with the clip or the eye coordinates is
/// not negative.
struct ClipPlane {
    bool ofEye = false;
    std::array<float, 4> plane{};

    float distance(const HostVertex& vertex) const;
};

/// The view volume's planes, less near and far where depths are clamped.
std::vector<ClipPlane> viewVolume(bool depthClamp);

bool isInside(const HostVertex& vertex, std::span<const ClipPlane> planes);
/// What is left of a line; empty: nothing.
std::vector<HostVertex> clipLine(std::span<const HostVertex, 2> line,
                                 std::span<const ClipPlane> planes);
/// What is left of a convex polygon; empty: nothing.
std::vector<HostVertex> clipPolygon(std::span<const HostVertex> polygon,
                                    std::span<const ClipPlane> planes);

} // namespace gl
