// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "cpu/raster/raster_test.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <map>
#include <random>
#include <set>

namespace cpu::raster::test {
namespace {

constexpr int32_t kSize = 64;
using Pixel = std::pair<int32_t, int32_t>;

/// The diamond-exit rule by its words: the segment between the ends moved by (-e, -e²), intersected
/// with every diamond, with e a number and coordinates so fine that the result is that of any
/// smaller e. In units of 2^-30 pixels.
struct Diamonds {
    static constexpr int64_t kUnit = int64_t(1) << 30;
    static constexpr int64_t kMove = int64_t(1) << 15;
    using Wide = __int128;
    Wide xa, ya, xb, yb;

    /// In 1/256 pixels.
    Diamonds(int32_t x0, int32_t y0, int32_t x1, int32_t y1)
        : xa(x0 * (kUnit / 256) - kMove),
          ya(y0 * (kUnit / 256) - 1),
          xb(x1 * (kUnit / 256) - kMove),
          yb(y1 * (kUnit / 256) - 1) {}

    /// |dx| + |dy| < 1/2 somewhere between the ends: the function is convex along the segment, its
    /// least value lies at an end or where one of the two terms is zero.
    bool passes(Wide centreX, Wide centreY) const {
        // Twice as fine would not matter; in fractions n / d to stay exact.
        const auto within = [&](Wide n, Wide d) {
            if (d < 0) {
                n = -n;
                d = -d;
            }
            if (n < 0 || n > d) {
                return false;
            }
            const Wide x = (xa - centreX) * d + (xb - xa) * n;
            const Wide y = (ya - centreY) * d + (yb - ya) * n;
            return (x < 0 ? -x : x) + (y < 0 ? -y : y) < kUnit / 2 * d;
        };
        if (within(0, 1) || within(1, 1)) {
            return true;
        }
        return (xb != xa && within(centreX - xa, xb - xa)) ||
               (yb != ya && within(centreY - ya, yb - ya));
    }
    bool endsIn(Wide centreX, Wide centreY) const {
        const Wide x = xb - centreX;
        const Wide y = yb - centreY;
        return (x < 0 ? -x : x) + (y < 0 ? -y : y) < kUnit / 2;
    }
    bool covers(int32_t x, int32_t y) const {
        const Wide centreX = Wide(x) * kUnit + kUnit / 2;
        const Wide centreY = Wide(y) * kUnit + kUnit / 2;
        return passes(centreX, centreY) && !endsIn(centreX, centreY);
    }
};

Scene bresenhamScene(uint32_t samples = 1) {
    Scene scene(kSize, kSize, samples);
    scene.state.topology = Topology::LineList;
    scene.state.lineMode = LineMode::Bresenham;
    return scene;
}

TestVertex onGrid(int32_t x, int32_t y) {
    return atPixel(x / 256.0, y / 256.0, kSize, kSize);
}

std::set<Pixel> pixelsOf(const Scene& scene) {
    const Counters counts = scene.count();
    std::set<Pixel> pixels;
    for (int32_t y = 0; y < kSize; ++y) {
        for (int32_t x = 0; x < kSize; ++x) {
            for (uint32_t sample = 0; sample < scene.target.samples; ++sample) {
                EXPECT_EQ(counts.at(x, y, sample), counts.at(x, y, 0)) << "all samples are alike";
            }
            EXPECT_LE(counts.at(x, y, 0), 1u);
            if (counts.at(x, y, 0) != 0) {
                pixels.insert({x, y});
            }
        }
    }
    return pixels;
}

TEST(BresenhamLines, FollowTheDiamondExitRule) {
    std::mt19937 random(11);
    for (int round = 0; round < 3000; ++round) {
        Scene scene = bresenhamScene(round % 8 == 0 ? 4 : 1);
        // Ends anywhere, on centres, on corners and borders of pixels and diamonds.
        const int32_t step = std::array{1, 64, 128, 256}[random() % 4];
        const int32_t reach = std::array{256, 1024, kSize * 256}[random() % 3];
        const auto place = [&](int32_t near) {
            const int32_t at = near + int32_t(random() % uint32_t(2 * reach)) - reach;
            return std::clamp(at, 0, kSize * 256) / step * step;
        };
        const int32_t x0 = place(kSize * 128);
        const int32_t y0 = place(kSize * 128);
        int32_t x1 = place(x0);
        int32_t y1 = place(y0);
        if (random() % 4 == 0) { // Diagonals and straight ones.
            const int32_t length = x1 - x0;
            const int32_t slope = int32_t(random() % 3) - 1;
            y1 = std::clamp(y0 + slope * length, 0, kSize * 256);
            x1 = slope == 0 ? x1 : x0 + slope * (y1 - y0);
        }
        scene.setUp({onGrid(x0, y0), onGrid(x1, y1)});
        const std::set<Pixel> covered = pixelsOf(scene);
        const Diamonds expected(x0, y0, x1, y1);
        for (int32_t y = 0; y < kSize; ++y) {
            for (int32_t x = 0; x < kSize; ++x) {
                ASSERT_EQ(covered.contains({x, y}), expected.covers(x, y))
                    << x << ' ' << y << " of (" << x0 << ' ' << y0 << ") (" << x1 << ' ' << y1
                    << ')';
            }
        }
    }
}

TEST(BresenhamLines, WideOnesRepeatAcross) {
    std::mt19937 random(12);
    for (int round = 0; round < 300; ++round) {
        Scene scene = bresenhamScene();
        const int32_t width = 1 + int32_t(random() % 7);
        scene.state.lineWidth_px = float(width);
        int32_t at[4];
        for (int32_t& place : at) {
            place = 16 * 256 + int32_t(random() % (32 * 256));
        }
        scene.setUp({onGrid(at[0], at[1]), onGrid(at[2], at[3])});
        const bool alongX = std::abs(at[2] - at[0]) >= std::abs(at[3] - at[1]);
        const int32_t back = 128 * (width - 1);
        const Diamonds thin(at[0] - (alongX ? 0 : back),
                            at[1] - (alongX ? back : 0),
                            at[2] - (alongX ? 0 : back),
                            at[3] - (alongX ? back : 0));
        std::set<Pixel> expected;
        for (int32_t y = -8; y < kSize + 8; ++y) {
            for (int32_t x = -8; x < kSize + 8; ++x) {
                for (int32_t i = 0; thin.covers(x, y) && i < width; ++i) {
                    expected.insert({alongX ? x : x + i, alongX ? y + i : y});
                }
            }
        }
        ASSERT_EQ(pixelsOf(scene), expected) << round;
    }
}

TEST(BresenhamLines, StripsNeitherBreakNorOverlap) {
    // A polygon of short segments that all run the same way: each fragment once.
    std::mt19937 random(13);
    for (int round = 0; round < 100; ++round) {
        Scene scene = bresenhamScene();
        std::vector<TestVertex> vertices;
        std::vector<uint32_t> numbers;
        int32_t x = 512 + int32_t(random() % 256);
        int32_t y = 30 * 256;
        const int32_t firstX = x;
        for (uint32_t i = 0; i < 20; ++i) {
            vertices.push_back(onGrid(x, y));
            const int32_t forward = 100 + int32_t(random() % 500);
            x += forward;
            y += int32_t(random() % uint32_t(2 * forward + 1)) - forward;
            y = std::clamp(y, 0, kSize * 256);
            if (std::abs(y - int32_t(std::lrint((vertices.back().y + 1) * kSize * 128))) >
                forward) {
                break;
            }
            numbers.insert(numbers.end(), {i, i + 1});
        }
        vertices.push_back(onGrid(x, y));
        if (numbers.empty()) {
            continue;
        }
        scene.setUp(vertices, numbers);
        const std::set<Pixel> covered = pixelsOf(scene); // At most once each.
        const uint32_t last = numbers.back();
        const auto lastX = int32_t(std::lrint((vertices[last].x + 1) * kSize * 128));
        std::map<int32_t, int> columns;
        for (const Pixel& pixel : covered) {
            ++columns[pixel.first];
        }
        for (int32_t column = (firstX >> 8) + 1; column < std::min(lastX >> 8, kSize); ++column) {
            ASSERT_EQ(columns[column], 1) << round << " column " << column;
        }
    }
}

TEST(BresenhamLines, StippleCountsFragments) {
    for (const bool backwards : {false, true}) {
        for (const bool down : {false, true}) {
            Scene scene = bresenhamScene();
            scene.state.stippled = true;
            scene.state.stipplePattern = 0b0000'1111'0101'0011;
            scene.state.stippleFactor = 2;
            const int32_t start = backwards ? 60 * 256 + 128 : 2 * 256 + 128;
            const int32_t end = backwards ? 2 * 256 + 128 : 60 * 256 + 128;
            const auto vertex = [&](int32_t at) {
                return down ? onGrid(10 * 256 + 128, at) : onGrid(at, 10 * 256 + 128);
            };
            scene.setUp({vertex(start), vertex(end)});
            const std::set<Pixel> covered = pixelsOf(scene);
            for (int32_t i = 0; i < 58; ++i) {
                const int32_t at = backwards ? 60 - i : 2 + i;
                const bool expected = (scene.state.stipplePattern >> (i / 2 % 16) & 1) != 0;
                EXPECT_EQ(covered.contains(down ? Pixel{10, at} : Pixel{at, 10}), expected) << i;
            }
        }
    }
}

TEST(RectangularLines, AreRectangles) {
    std::mt19937 random(14);
    for (int round = 0; round < 500; ++round) {
        Scene scene(kSize, kSize, round % 2 == 0 ? 1 : 4);
        scene.state.topology = Topology::LineList;
        const double width = std::array{1.0, 1.5, 3.0, 10.0}[random() % 4];
        scene.state.lineWidth_px = float(width);
        int32_t at[4];
        for (int32_t& place : at) {
            place = int32_t(random() % (kSize * 256));
        }
        scene.setUp({onGrid(at[0], at[1]), onGrid(at[2], at[3])});
        const Counters counts = scene.count();
        const double x0 = at[0] / 256.0;
        const double y0 = at[1] / 256.0;
        const double length = std::hypot(at[2] / 256.0 - x0, at[3] / 256.0 - y0);
        const double alongX = (at[2] / 256.0 - x0) / length;
        const double alongY = (at[3] / 256.0 - y0) / length;
        for (int32_t y = 0; y < kSize; ++y) {
            for (int32_t x = 0; x < kSize; ++x) {
                for (uint32_t sample = 0; sample < scene.target.samples; ++sample) {
                    const bool one = scene.target.samples == 1;
                    const double dx = x + (one ? 0.5 : kSampleX[sample] / 256.0) - x0;
                    const double dy = y + (one ? 0.5 : kSampleY[sample] / 256.0) - y0;
                    const double along = dx * alongX + dy * alongY;
                    const double across = std::fabs(dy * alongX - dx * alongY);
                    const double inside = std::min({along, length - along, width / 2 - across});
                    // Corners are on the grid.
                    if (std::fabs(inside) > 1.0 / 128) {
                        ASSERT_EQ(counts.at(x, y, sample), inside > 0 ? 1u : 0u)
                            << round << ": " << x << ' ' << y;
                    }
                }
            }
        }
    }
}

TEST(RectangularLines, OfOnePixelHaveOneRow) {
    Scene scene(kSize, kSize);
    scene.state.topology = Topology::LineList;
    for (int32_t y = 0; y < 512; y += 32) {
        scene.setUp({onGrid(1024, 2560 + y), onGrid(4096, 2560 + y)});
        EXPECT_EQ(scene.count().total(), 12u);
    }
}

TEST(RectangularLines, StippleLeavesPartsOut) {
    Scene scene(kSize, kSize);
    scene.state.topology = Topology::LineStrip;
    scene.state.stippled = true;
    scene.state.stipplePattern = 0x00f3;
    // A strip: the pattern goes on in the second segment.
    scene.setUp({onGrid(2 * 256, 10 * 256 + 128),
                 onGrid(23 * 256, 10 * 256 + 128),
                 onGrid(60 * 256, 10 * 256 + 128)},
                {0, 1, 1, 2});
    const std::set<Pixel> covered = pixelsOf(scene);
    for (int32_t i = 0; i < 58; ++i) {
        EXPECT_EQ(covered.contains({2 + i, 10}), (0x00f3 >> i % 16 & 1) != 0) << i;
    }
}

TEST(Lines, ClippedOnesLieOnTheWholeLine) {
    std::mt19937 random(15);
    const auto between = [&](double low, double high) {
        return std::uniform_real_distribution<double>(low, high)(random);
    };
    for (int round = 0; round < 200; ++round) {
        Scene scene = bresenhamScene();
        // Through the near plane, w changes its sign.
        const TestVertex a = {
            .x = float(between(-1, 1)), .y = float(between(-1, 1)), .z = 0.5f, .w = 1};
        const TestVertex b = {.x = float(between(-2, 2)),
                              .y = float(between(-2, 2)),
                              .z = float(between(-2, -0.1)),
                              .w = float(between(-2, 0.5))};
        scene.setUp({a, b});
        const double t = a.z / (a.z - double(b.z)); // Where z = 0.
        const double w = a.w + t * (b.w - double(a.w));
        if (w < 0.01) {
            continue;
        }
        const double x0 = (a.x + 1) * kSize / 2.0;
        const double y0 = (a.y + 1) * kSize / 2.0;
        const double x1 = ((a.x + t * (b.x - double(a.x))) / w + 1) * kSize / 2;
        const double y1 = ((a.y + t * (b.y - double(a.y))) / w + 1) * kSize / 2;
        for (const Pixel& pixel : pixelsOf(scene)) {
            const double dx = pixel.first + 0.5 - x0;
            const double dy = pixel.second + 0.5 - y0;
            const double length = std::hypot(x1 - x0, y1 - y0);
            const double across = std::fabs(dx * (y1 - y0) - dy * (x1 - x0)) / length;
            const double along = (dx * (x1 - x0) + dy * (y1 - y0)) / length;
            EXPECT_LT(across, 0.75) << round;
            EXPECT_GT(along, -0.75) << round;
            EXPECT_LT(along, length + 0.75) << round;
        }
        if (std::hypot(x1 - x0, y1 - y0) > 3 && x1 > 0 && y1 > 0 && x1 < kSize && y1 < kSize) {
            EXPECT_GE(scene.count().total(), 1u);
        }
    }
}

TEST(Lines, OfNoLengthAreNotThere) {
    for (const LineMode mode : {LineMode::Bresenham, LineMode::Rectangular}) {
        Scene scene = bresenhamScene();
        scene.state.lineMode = mode;
        scene.setUp({onGrid(1000, 1000), onGrid(1000, 1000)});
        EXPECT_EQ(scene.count().total(), 0u);
    }
}

} // namespace
} // namespace cpu::raster::test
