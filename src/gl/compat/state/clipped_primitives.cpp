// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "gl/compat/state/clipped_primitives.h"

#include <algorithm>

namespace gl {

namespace {

using Vec4 = std::array<float, 4>;

Vec4 between(const Vec4& a, const Vec4& b, float t) {
    Vec4 out;
    for (size_t i = 0; i < 4; ++i) {
        out[i] = a[i] + t * (b[i] - a[i]);
    }
    return out;
}

HostVertex between(const HostVertex& a, const HostVertex& b, float t) {
    return {.clip = between(a.clip, b.clip, t),
            .eye = between(a.eye, b.eye, t),
            .color = between(a.color, b.color, t),
            .texCoord = between(a.texCoord, b.texCoord, t),
            .edge = a.edge};
}

} // namespace

float ClipPlane::distance(const HostVertex& vertex) const {
    const Vec4& at = ofEye ? vertex.eye : vertex.clip;
    return plane[0] * at[0] + plane[1] * at[1] + plane[2] * at[2] + plane[3] * at[3];
}

std::vector<ClipPlane> viewVolume(bool depthClamp) {
    std::vector<ClipPlane> planes;
    for (size_t axis = 0; axis < (depthClamp ? 2u : 3u); ++axis) {
        for (const float sign : {1.0f, -1.0f}) {
            ClipPlane& plane = planes.emplace_back();
            plane.plane[axis] = sign;
            plane.plane[3] = 1;
        }
    }
    return planes;
}

bool isInside(const HostVertex& vertex, std::span<const ClipPlane> planes) {
    return std::ranges::all_of(planes, [&](const ClipPlane& p) { return p.distance(vertex) >= 0; });
}

std::vector<HostVertex> clipLine(std::span<const HostVertex, 2> line,
                                 std::span<const ClipPlane> planes) {
    float from = 0;
    float to = 1;
    for (const ClipPlane& plane : planes) {
        const float a = plane.distance(line[0]);
        const float b = plane.distance(line[1]);
        if (a < 0 && b < 0) {
            return {};
        }
        if (a < 0) {
            from = std::max(from, a / (a - b));
        } else if (b < 0) {
            to = std::min(to, a / (a - b));
        }
    }
    if (from > to) {
        return {};
    }
    return {from > 0 ? between(line[0], line[1], from) : line[0],
            to < 1 ? between(line[0], line[1], to) : line[1]};
}

std::vector<HostVertex> clipPolygon(std::span<const HostVertex> polygon,
                                    std::span<const ClipPlane> planes) {
    std::vector<HostVertex> inside(polygon.begin(), polygon.end());
    for (const ClipPlane& plane : planes) {
        std::vector<HostVertex> next;
        for (size_t i = 0; i < inside.size(); ++i) {
            const HostVertex& a = inside[i];
            const HostVertex& b = inside[(i + 1) % inside.size()];
            const float ofA = plane.distance(a);
            const float ofB = plane.distance(b);
            if (ofA >= 0) {
                next.push_back(a);
            }
            if ((ofA >= 0) != (ofB >= 0)) {
                HostVertex& cut = next.emplace_back(between(a, b, ofA / (ofA - ofB)));
                cut.edge = ofA < 0 ? a.edge : true; // Along the plane an edge is one.
            }
        }
        inside = std::move(next);
    }
    return inside.size() < 3 ? std::vector<HostVertex>() : inside;
}

} // namespace gl
