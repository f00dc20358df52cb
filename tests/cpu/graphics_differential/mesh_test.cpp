// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Meshes without holes, drawn additively: each sample that a mesh covers is covered once, whatever
// edges run through it. (src/cpu/raster/mesh_test.cpp does it without Vulkan.)

#include "generate.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <gtest/gtest.h>

namespace {

using namespace pictures;

Device& device() {
    static auto& instance = *new Device(std::getenv("GLISSADE_TEST_DEVICE_NAME")
                                            ? std::getenv("GLISSADE_TEST_DEVICE_NAME")
                                            : "Glissade");
    return instance;
}

uint32_t rounds(uint32_t count) {
    const char* times = std::getenv("GLISSADE_DIFFERENTIAL");
    return std::max(1u, uint32_t(count * (times ? std::atof(times) : 1)));
}

using Corner = std::array<float, 4>;

struct Mesh {
    std::vector<Corner> vertices;
    std::vector<uint32_t> indices;

    void add(uint32_t a, uint32_t b, uint32_t c) { indices.insert(indices.end(), {a, b, c}); }
    /// Triangles in any order, and each from any of its corners.
    void shuffle(Random& random) {
        const auto triangles = uint32_t(indices.size() / 3);
        for (uint32_t i = triangles; i > 1; --i) {
            const uint32_t j = below(random, i);
            for (uint32_t corner = 0; corner < 3; ++corner) {
                std::swap(indices[(i - 1) * 3 + corner], indices[j * 3 + corner]);
            }
        }
        for (uint32_t i = 0; i < triangles; ++i) {
            const uint32_t turn = below(random, 3);
            std::rotate(&indices[i * 3], &indices[i * 3 + turn], &indices[i * 3] + 3);
        }
    }
};

constexpr VkExtent2D kExtent{128, 64};

/// A rectangle, split at random points of the grid of 1/256 of a pixel; all triangles turn the same
/// way and none is empty.
Mesh splitMesh(
    Random& random, int64_t left, int64_t top, int64_t right, int64_t bottom, int splits) {
    struct Point {
        int64_t x, y;
    };
    std::vector<Point> points = {{left, top}, {right, top}, {right, bottom}, {left, bottom}};
    std::vector<std::array<uint32_t, 3>> triangles = {{0, 1, 2}, {0, 2, 3}};
    const auto area = [&](uint32_t a, uint32_t b, const Point& c) {
        return (points[b].x - points[a].x) * (c.y - points[a].y) -
               (points[b].y - points[a].y) * (c.x - points[a].x);
    };
    for (int i = 0; i < splits; ++i) {
        auto& triangle = triangles[below(random, uint32_t(triangles.size()))];
        const auto [a, b, c] = triangle;
        const int64_t u = 1 + below(random, 997);
        const int64_t v = 1 + below(random, 997);
        const int64_t w = 1 + below(random, 997);
        const int64_t sum = u + v + w;
        const Point p{(points[a].x * u + points[b].x * v + points[c].x * w) / sum,
                      (points[a].y * u + points[b].y * v + points[c].y * w) / sum};
        if (area(a, b, p) <= 0 || area(b, c, p) <= 0 || area(c, a, p) <= 0) {
            continue;
        }
        const auto n = uint32_t(points.size());
        points.push_back(p);
        triangle = {a, b, n};
        triangles.push_back({b, c, n});
        triangles.push_back({c, a, n});
    }
    Mesh mesh;
    for (const Point& p : points) {
        mesh.vertices.push_back({float(p.x) / 128 / float(kExtent.width) - 1,
                                 float(p.y) / 128 / float(kExtent.height) - 1,
                                 0.5f,
                                 1});
    }
    for (const auto& [a, b, c] : triangles) {
        mesh.add(a, b, c);
    }
    return mesh;
}

/// `columns` by `rows` cells with corners that stray by up to 0.4 of a cell, each cut by one of its
/// diagonals; `place` brings (0…1, 0…1) into clip space.
template <typename Place>
Mesh gridMesh(Random& random, uint32_t columns, uint32_t rows, const Place& place) {
    Mesh mesh;
    const auto stray = [&] { return 0.25f * (float(below(random, 1 << 20)) / (1 << 19) - 1); };
    for (uint32_t y = 0; y <= rows; ++y) {
        for (uint32_t x = 0; x <= columns; ++x) {
            const bool side = x == 0 || x == columns || y == 0 || y == rows;
            mesh.vertices.push_back(place((float(x) + (side ? 0 : stray())) / float(columns),
                                          (float(y) + (side ? 0 : stray())) / float(rows)));
        }
    }
    for (uint32_t y = 0; y < rows; ++y) {
        for (uint32_t x = 0; x < columns; ++x) {
            const uint32_t a = y * (columns + 1) + x;
            const uint32_t b = a + 1;
            const uint32_t c = b + columns + 1;
            const uint32_t d = a + columns + 1;
            if (chance(random, 2)) {
                mesh.add(a, b, c);
                mesh.add(a, c, d);
            } else {
                mesh.add(a, b, d);
                mesh.add(b, c, d);
            }
        }
    }
    return mesh;
}

/// How often each sample was covered.
std::vector<uint32_t>
coverage(const Mesh& mesh, VkSampleCountFlagBits samples, VkCullModeFlags cull) {
    Case test;
    test.name = "mesh";
    test.extent = kExtent;
    test.samples = samples;
    test.colors = {{VK_FORMAT_R32_SFLOAT}};
    Step step;
    step.vertex = R"(#version 460
layout(location = 0) in vec4 position;
void main() {
    gl_Position = position;
})";
    step.fragment = R"(#version 460
layout(location = 0) out vec4 result;
void main() {
    result = vec4(1);
})";
    VertexBinding binding;
    binding.stride_B = sizeof(Corner);
    binding.bytes.resize(mesh.vertices.size() * sizeof(Corner));
    std::memcpy(binding.bytes.data(), mesh.vertices.data(), binding.bytes.size());
    step.bindings = {binding};
    step.attributes = {{0, 0, VK_FORMAT_R32G32B32A32_SFLOAT, 0}};
    step.indices = mesh.indices;
    step.draws = {{0, uint32_t(mesh.indices.size())}};
    step.state.cullMode = cull;
    step.state.frontFace = VK_FRONT_FACE_CLOCKWISE;
    VkPipelineColorBlendAttachmentState blend{};
    blend.blendEnable = VK_TRUE;
    blend.srcColorBlendFactor = blend.dstColorBlendFactor = VK_BLEND_FACTOR_ONE;
    blend.colorWriteMask = 0xf;
    step.state.blends = {blend};
    test.steps = {step};
    const Answer answer = draw(device(), test);
    std::vector<uint32_t> counts;
    for (size_t i = 0; i < answer.pictures.at(0).texels(); ++i) {
        float count;
        std::memcpy(&count, answer.pictures[0].texel(i), 4);
        counts.push_back(uint32_t(count));
    }
    return counts;
}

/// Every sample is covered as often as `expected(x, y)` says; ~0u: any number up to one.
template <typename Expected>
void check(const Mesh& mesh, const Expected& expected) {
    for (const VkSampleCountFlagBits samples : {VK_SAMPLE_COUNT_1_BIT, VK_SAMPLE_COUNT_4_BIT}) {
        for (const VkCullModeFlags cull : {VK_CULL_MODE_NONE, VK_CULL_MODE_BACK_BIT}) {
            const std::vector<uint32_t> counts = coverage(mesh, samples, cull);
            uint32_t wrong = 0;
            uint32_t some = 0;
            for (size_t i = 0; i < counts.size(); ++i) {
                const auto x = uint32_t(i / samples % kExtent.width);
                const auto y = uint32_t(i / samples / kExtent.width);
                const uint32_t wanted = expected(x, y);
                some += counts[i] > 0;
                const bool good = wanted == ~0u ? counts[i] <= 1 : counts[i] == wanted;
                if (!good && ++wrong <= 5) {
                    ADD_FAILURE() << "sample " << i % samples << " of (" << x << ", " << y
                                  << ") is covered " << counts[i] << " times";
                }
            }
            EXPECT_EQ(wrong, 0u);
            EXPECT_GT(some, counts.size() / 16);
        }
    }
}

constexpr auto kOnce = [](uint32_t, uint32_t) { return 1u; };

TEST(Mesh, CoversThePictureOnce) {
    for (uint32_t seed = 0; seed < rounds(6); ++seed) {
        SCOPED_TRACE(seed);
        Random random(seed);
        Mesh mesh = splitMesh(random, 0, 0, kExtent.width * 256, kExtent.height * 256, 3000);
        mesh.shuffle(random);
        check(mesh, kOnce);
    }
}

/// Rectangles whose sides run through pixels, next to each other.
TEST(Mesh, CoversBesideEachOtherOnce) {
    for (uint32_t seed = 0; seed < rounds(4); ++seed) {
        SCOPED_TRACE(seed);
        Random random(seed + 100);
        const int64_t middle = 1 + below(random, kExtent.width * 256 - 2);
        Mesh mesh = splitMesh(random, -5000, -300, middle, kExtent.height * 256 + 700, 500);
        const Mesh right = splitMesh(
            random, middle, -300, kExtent.width * 256 + 999, kExtent.height * 256 + 700, 500);
        const auto offset = uint32_t(mesh.vertices.size());
        mesh.vertices.insert(mesh.vertices.end(), right.vertices.begin(), right.vertices.end());
        for (const uint32_t index : right.indices) {
            mesh.indices.push_back(index + offset);
        }
        mesh.shuffle(random);
        check(mesh, kOnce);
    }
}

/// Positions between the points of the grid, and a mesh far larger than the viewport.
TEST(Mesh, CoversOnceWhereTheViewportClips) {
    for (uint32_t seed = 0; seed < rounds(8); ++seed) {
        SCOPED_TRACE(seed);
        Random random(seed + 200);
        const float scale = std::ldexp(1.0f, int(seed % 8) * 2); // To 16384 pictures wide.
        const float turn = float(below(random, 628)) / 100;
        Mesh mesh = gridMesh(random, 31, 23, [&](float x, float y) -> Corner {
            const float px = (x - 0.51f) * 4 * scale;
            const float py = (y - 0.48f) * 4 * scale;
            return {px * std::cos(turn) - py * std::sin(turn),
                    px * std::sin(turn) + py * std::cos(turn),
                    0.5f,
                    1};
        });
        mesh.shuffle(random);
        check(mesh, kOnce);
    }
}

/// A floor that runs from behind the eye to the horizon.
TEST(Mesh, CoversOnceWhereTheNearPlaneClips) {
    for (uint32_t seed = 0; seed < rounds(8); ++seed) {
        SCOPED_TRACE(seed);
        Random random(seed + 300);
        const float yaw = float(below(random, 628)) / 100;
        const float height = 0.5f + float(below(random, 100)) / 100;
        Mesh mesh = gridMesh(random, 40, 40, [&](float x, float y) -> Corner {
            const float fx = (x - 0.5f) * 200;
            const float fz = (0.5f - y) * 200;
            const float rx = fx * std::cos(yaw) - fz * std::sin(yaw);
            const float rz = fx * std::sin(yaw) + fz * std::cos(yaw);
            constexpr float kNear = 0.25f;
            return {rx, height, rz - kNear, rz}; // Depth 1 - near / distance
        });
        mesh.shuffle(random);
        check(mesh, [&](uint32_t, uint32_t y) {
            // The eye sees the floor at distance d in the row height / d of the lower half.
            const float row = (float(y) + 0.5f) * 2 / float(kExtent.height) - 1;
            const float margin = 2.0f / float(kExtent.height);
            const float nearest = height / 0.25f; // Of the near plane, below the picture or not
            if (row < -margin) {
                return 0u;
            }
            const bool sure = row - margin > height / 65 && row + margin < nearest;
            return sure && std::abs(row) > 0.1f ? 1u : ~0u;
        });
    }
}

/// A slope through both depth planes.
TEST(Mesh, CoversOnceWhereDepthClips) {
    for (uint32_t seed = 0; seed < rounds(4); ++seed) {
        SCOPED_TRACE(seed);
        Random random(seed + 400);
        Mesh mesh = gridMesh(random, 37, 29, [&](float x, float y) -> Corner {
            return {x * 2.5f - 1.25f, y * 2.5f - 1.25f, x * 2.5f - 0.75f, 1};
        });
        mesh.shuffle(random);
        check(mesh, [&](uint32_t x, uint32_t) {
            // Depth is (x / width * 2 + 0.5) / 2 - …: 0 at 0.3 of the mesh, 1 at 0.7.
            const float at = ((float(x) + 0.5f) * 2 / float(kExtent.width) - 1 + 1.25f) / 2.5f;
            const float z = at * 2.5f - 0.75f;
            const float margin = 4.0f / float(kExtent.width);
            return z < -margin || z > 1 + margin ? 0u : z > margin && z < 1 - margin ? 1u : ~0u;
        });
    }
}

} // namespace
