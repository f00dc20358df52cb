// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "gl/rules/triangles.h"

namespace gl {

std::vector<uint32_t> trianglesOf(GLenum mode, std::span<const uint32_t> v, bool firstProvokes) {
    // The last vertex of each quad is its provoking one under either convention
    // (GL_QUADS_FOLLOW_PROVOKING_VERTEX_CONVENTION is false; GL 2.1 table 2.12), a polygon's first.
    if (mode == GL_POLYGON) {
        std::vector<uint32_t> fan;
        for (size_t i = 1; i + 1 < v.size(); ++i) {
            if (firstProvokes) {
                fan.insert(fan.end(), {v[0], v[i], v[i + 1]});
            } else {
                fan.insert(fan.end(), {v[i], v[i + 1], v[0]});
            }
        }
        return fan;
    }
    std::vector<uint32_t> out;
    const size_t step = mode == GL_QUADS ? 4 : 2;
    if (v.size() < 4) {
        return out;
    }
    out.reserve(v.size() / step * 6);
    for (size_t i = 0; i + 4 <= v.size(); i += step) {
        const bool strip = mode == GL_QUAD_STRIP;
        const uint32_t a = v[i];
        const uint32_t b = v[i + 1];
        const uint32_t c = v[i + (strip ? 3 : 2)];
        const uint32_t d = v[i + (strip ? 2 : 3)];
        if (strip && firstProvokes) {
            out.insert(out.end(), {c, a, b, c, d, a});
        } else if (strip) {
            out.insert(out.end(), {a, b, c, d, a, c});
        } else if (firstProvokes) {
            out.insert(out.end(), {d, a, b, d, b, c});
        } else {
            out.insert(out.end(), {a, b, d, b, c, d});
        }
    }
    return out;
}

} // namespace gl
