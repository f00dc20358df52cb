// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

namespace bench {

/// As programs.cpp names them: attribute locations 0 to 5.
struct Vertex {
    float position[3];
    float normal[3];
    float tangent[3];
    float texCoord[2];
    float bones[2];
    float weights[2];
};

struct Mesh {
    std::vector<Vertex> vertices;
    std::vector<uint16_t> indices; ///< Triangles.
};

/// A torus around the z axis, which two bones bend.
Mesh torus();
/// All of clip space, for what is drawn over a picture.
Mesh screen();

} // namespace bench
