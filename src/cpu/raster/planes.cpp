// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "cpu/raster/planes.h"

namespace cpu::raster {

namespace {

/// A value's change per pixel: differences from the first corner to the others, times these.
struct Gradient {
    double x1, x2, y1, y2;

    Plane plane(double f0, double f1, double f2) const {
        const double d1 = f1 - f0;
        const double d2 = f2 - f0;
        return {float(f0), float(d1 * x1 + d2 * x2), float(d1 * y1 + d2 * y2)};
    }
};

double pixels(int32_t difference) {
    return double(difference) * (1.0 / kSubpixels);
}

/// What the vertices have in a slot, by corner.
struct Values {
    double at[3];
};

struct Reader {
    const VertexRows& rows;
    const Piece& piece;
    uint32_t order[3]; ///< The corners from that where planes start.

    Values whole(uint32_t slot) const {
        return {{rows.number(piece.vertices[order[0]], slot),
                 rows.number(piece.vertices[order[1]], slot),
                 rows.number(piece.vertices[order[2]], slot)}};
    }
    Values mixed(uint32_t slot, bool linear) const {
        double own[3];
        for (uint32_t i = 0; i < 3; ++i) {
            own[i] = rows.number(piece.vertices[i], slot);
        }
        Values values;
        for (uint32_t i = 0; i < 3; ++i) {
            const Corner& corner = *piece.corners[order[i]];
            const double* const weights = linear ? corner.linearWeights : corner.weights;
            values.at[i] = weights[0] * own[0] + weights[1] * own[1] + weights[2] * own[2];
        }
        return values;
    }
    Values read(uint32_t slot, bool linear) const {
        return piece.whole ? whole(slot) : mixed(slot, linear);
    }
};

void setPlanes(const PlaneList& list,
               const Reader& reader,
               const Gradient& gradient,
               Primitive& primitive) {
    const Piece& piece = reader.piece;
    const Corner& a = *piece.corners[reader.order[0]];
    const Corner& b = *piece.corners[reader.order[1]];
    const Corner& c = *piece.corners[reader.order[2]];
    PrimitiveData& data = primitive.data;
    data.originX = float(pixels(a.x));
    data.originY = float(pixels(a.y));
    data.depth = gradient.plane(a.depth, b.depth, c.depth);
    data.inverseW = gradient.plane(a.inverseW, b.inverseW, c.inverseW);
    const auto smooth = [&](uint32_t slot) {
        const Values values = reader.read(slot, false);
        return gradient.plane(
            values.at[0] * a.inverseW, values.at[1] * b.inverseW, values.at[2] * c.inverseW);
    };
    Plane* const planes = primitive.planes();
    for (uint32_t i = 0; i < list.varyingCount; ++i) {
        const PlaneList::Varying varying = list.varyings[i];
        const uint32_t slot = kFirstVaryingSlot + varying.plane;
        Plane& plane = planes[varying.plane];
        if (varying.interpolation == Interpolation::Flat) {
            plane = {std::bit_cast<float>(reader.rows.bits(piece.provoking, slot)), 0, 0};
        } else if (varying.interpolation == Interpolation::Smooth) {
            plane = smooth(slot);
        } else {
            const Values values = reader.read(slot, true);
            plane = gradient.plane(values.at[0], values.at[1], values.at[2]);
        }
    }
    for (uint32_t i = 0; i < list.clipDistances; ++i) {
        data.clipDistance[i] = smooth(kClipDistanceSlot + i);
    }
}

} // namespace

void setTrianglePlanes(const PlaneList& list,
                       const VertexRows& rows,
                       const Piece& piece,
                       Primitive& primitive) {
    uint32_t first = 0;
    for (uint32_t i = 1; i < 3; ++i) {
        first = piece.corners[i]->inverseW < piece.corners[first]->inverseW ? i : first;
    }
    const Reader reader = {rows, piece, {first, (first + 1) % 3, (first + 2) % 3}};
    const Corner& a = *piece.corners[reader.order[0]];
    const Corner& b = *piece.corners[reader.order[1]];
    const Corner& c = *piece.corners[reader.order[2]];
    const double x1 = pixels(b.x - a.x);
    const double y1 = pixels(b.y - a.y);
    const double x2 = pixels(c.x - a.x);
    const double y2 = pixels(c.y - a.y);
    // Exact before the division: products of differences have fewer than 53 bits.
    const double scale = 1.0 / (x1 * y2 - x2 * y1);
    setPlanes(list, reader, {y2 * scale, -y1 * scale, -x2 * scale, x1 * scale}, primitive);
}

void setLinePlanes(const PlaneList& list,
                   const VertexRows& rows,
                   const Piece& piece,
                   Primitive& primitive) {
    const uint32_t first = piece.corners[1]->inverseW < piece.corners[0]->inverseW ? 1 : 0;
    const Reader reader = {rows, piece, {first, 1 - first, 1 - first}};
    const Corner& a = *piece.corners[first];
    const Corner& b = *piece.corners[1 - first];
    const double x = pixels(b.x - a.x);
    const double y = pixels(b.y - a.y);
    const double scale = 1.0 / (x * x + y * y);
    setPlanes(list, reader, {x * scale, 0, y * scale, 0}, primitive);
}

void setPointPlanes(const PlaneList& list,
                    const VertexRows& rows,
                    const Piece& piece,
                    Primitive& primitive) {
    const Reader reader = {rows, piece, {0, 0, 0}};
    setPlanes(list, reader, {0, 0, 0, 0}, primitive);
}

} // namespace cpu::raster
