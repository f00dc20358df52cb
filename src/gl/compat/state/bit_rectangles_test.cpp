// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "gl/compat/state/bit_rectangles.h"

#include <gtest/gtest.h>
#include <random>
#include <string>
#include <vector>

namespace gl {
namespace {

constexpr int32_t kX = 100;
constexpr int32_t kY = -7;

/// Rows from below, of '#' and '.'.
struct Bits {
    explicit Bits(const std::vector<std::string>& rows)
        : width_px(int32_t(rows[0].size())), height_px(int32_t(rows.size())) {
        const size_t words = format::bitRow_words(width_px);
        bits.resize(words * rows.size());
        for (size_t y = 0; y < rows.size(); ++y) {
            for (size_t x = 0; x < rows[y].size(); ++x) {
                bits[y * words + x / 64] |= uint64_t(rows[y][x] == '#') << (63 - x % 64);
            }
        }
    }

    std::vector<Rect> rectangles() const {
        BitRectangles made;
        std::vector<Rect> areas;
        made.append(bits, width_px, height_px, kX, kY, areas);
        return areas;
    }

    int32_t width_px;
    int32_t height_px;
    std::vector<uint64_t> bits;
};

/// What the rectangles cover, a character for each time.
std::vector<std::string> covered(const Bits& bits, const std::vector<Rect>& areas) {
    std::vector<std::string> rows(size_t(bits.height_px), std::string(size_t(bits.width_px), '.'));
    for (const Rect& area : areas) {
        for (int32_t y = area.y - kY; y < area.y - kY + area.height_px; ++y) {
            for (int32_t x = area.x - kX; x < area.x - kX + area.width_px; ++x) {
                char& at = rows.at(size_t(y)).at(size_t(x));
                at = at == '.' ? '#' : '2';
            }
        }
    }
    return rows;
}

TEST(BitRectangles, GoOnWhereRowsAgree) {
    const Bits bits({"##..#", "##..#", "##.##", "....."});
    const std::vector<Rect> areas = bits.rectangles();
    ASSERT_EQ(3u, areas.size());
    EXPECT_EQ((Rect{kX, kY, 2, 3}), areas[0]);
    EXPECT_EQ((Rect{kX + 4, kY, 1, 2}), areas[1]);
    EXPECT_EQ((Rect{kX + 3, kY + 2, 2, 1}), areas[2]);
}

TEST(BitRectangles, EndWhereARowIsEmpty) {
    EXPECT_EQ(2u, Bits({"#", ".", "#"}).rectangles().size());
}

TEST(BitRectangles, ComeBehindOthers) {
    BitRectangles made;
    std::vector<Rect> areas;
    const Bits bits({"#", "#"});
    made.append(bits.bits, 1, 2, 0, 0, areas);
    made.append(bits.bits, 1, 2, 0, 2, areas);
    ASSERT_EQ(2u, areas.size()); // Another bitmap begins anew.
    EXPECT_EQ((Rect{0, 2, 1, 2}), areas[1]);
}

TEST(BitRectangles, CoverEachBitOnce) {
    std::mt19937 random(7); // NOLINT: the same in each run.
    for (const size_t width : {1u, 8u, 63u, 64u, 65u, 128u, 200u}) {
        for (const uint32_t often : {1u, 2u, 9u}) {
            std::vector<std::string> rows(9, std::string(width, '.'));
            for (std::string& row : rows) {
                for (char& at : row) {
                    at = random() % 10 < often ? '#' : '.';
                }
            }
            const Bits bits(rows);
            EXPECT_EQ(rows, covered(bits, bits.rectangles())) << width << ", " << often;
        }
    }
}

TEST(BitRectangles, RunThroughWords) {
    const Bits bits({std::string(200, '#'), std::string(200, '#')});
    ASSERT_EQ(1u, bits.rectangles().size());
    EXPECT_EQ((Rect{kX, kY, 200, 2}), bits.rectangles()[0]);
}

} // namespace
} // namespace gl
