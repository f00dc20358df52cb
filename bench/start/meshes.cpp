// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "meshes.h"

#include <cmath>
#include <numbers>

namespace bench {

namespace {

void addGrid(Mesh& mesh, int columns, int rows) {
    for (int row = 0; row < rows; ++row) {
        for (int column = 0; column < columns; ++column) {
            const auto at = [&](int x, int y) {
                return uint16_t((row + y) * (columns + 1) + column + x);
            };
            for (const uint16_t index :
                 {at(0, 0), at(1, 0), at(0, 1), at(0, 1), at(1, 0), at(1, 1)}) {
                mesh.indices.push_back(index);
            }
        }
    }
}

} // namespace

Mesh torus() {
    constexpr int kColumns = 48;
    constexpr int kRows = 24;
    constexpr float kRing = 0.6f;
    constexpr float kTube = 0.3f;
    Mesh mesh;
    for (int row = 0; row <= kRows; ++row) {
        for (int column = 0; column <= kColumns; ++column) {
            const float u = float(column) / kColumns;
            const float v = float(row) / kRows;
            const float around = u * 2 * std::numbers::pi_v<float>;
            const float across = v * 2 * std::numbers::pi_v<float>;
            const float c = std::cos(around);
            const float s = std::sin(around);
            const float radius = kRing + kTube * std::cos(across);
            const float bend = 0.5f + 0.5f * c;
            mesh.vertices.push_back({{radius * c, radius * s, kTube * std::sin(across)},
                                     {std::cos(across) * c, std::cos(across) * s, std::sin(across)},
                                     {-s, c, 0},
                                     {u * 4, v * 2},
                                     {0, 1},
                                     {1 - bend, bend}});
        }
    }
    addGrid(mesh, kColumns, kRows);
    return mesh;
}

Mesh screen() {
    Mesh mesh;
    for (const float y : {-1.0f, 1.0f}) {
        for (const float x : {-1.0f, 1.0f}) {
            mesh.vertices.push_back({{x, y, 0},
                                     {0, 0, 1},
                                     {1, 0, 0},
                                     {x * 0.5f + 0.5f, y * 0.5f + 0.5f},
                                     {0, 1},
                                     {1, 0}});
        }
    }
    addGrid(mesh, 1, 1);
    return mesh;
}

} // namespace bench
