// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "format/bitmap.h"
#include "gl/regions.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace gl {

/// Makes rectangles of bits that are set: runs of a row, which go on in the rows above where those
/// have the same. It has memory that is used again.
class BitRectangles {
public:
    /// Appends those of rows as format::unpackBits() has them, from `x`, `y` on.
    void append(std::span<const uint64_t> bits,
                int32_t width_px,
                int32_t height_px,
                int32_t x,
                int32_t y,
                std::vector<Rect>& areas);

private:
    /// The first bit from `x` on that is set, or that is not; `width_px`: there is none.
    static int32_t nextBit(const uint64_t* row, int32_t x, int32_t width_px, bool isSet) {
        while (x < width_px) {
            const uint64_t word = isSet ? row[x / 64] : ~row[x / 64];
            const uint64_t rest = word << x % 64;
            if (rest != 0) {
                return std::min(x + std::countl_zero(rest), width_px);
            }
            x = (x / 64 + 1) * 64;
        }
        return width_px;
    }

    std::vector<size_t> m_below; ///< Those that reach to the row before, from left to right.
    std::vector<size_t> m_here;
};

inline void BitRectangles::append(std::span<const uint64_t> bits,
                                  int32_t width_px,
                                  int32_t height_px,
                                  int32_t x,
                                  int32_t y,
                                  std::vector<Rect>& areas) {
    const size_t words = format::bitRow_words(width_px);
    m_below.clear();
    for (int32_t up = 0; up < height_px; ++up) {
        const uint64_t* const row = bits.data() + size_t(up) * words;
        auto next = m_below.begin();
        m_here.clear();
        for (int32_t end = 0;;) {
            const int32_t start = nextBit(row, end, width_px, true);
            if (start == width_px) {
                break;
            }
            end = nextBit(row, start, width_px, false);
            const int32_t left = x + start;
            while (next != m_below.end() && areas[*next].x < left) {
                ++next;
            }
            if (next != m_below.end() && areas[*next].x == left &&
                areas[*next].width_px == end - start) {
                ++areas[*next].height_px;
                m_here.push_back(*next);
            } else {
                m_here.push_back(areas.size());
                areas.push_back({left, y + up, end - start, 1});
            }
        }
        std::swap(m_below, m_here);
    }
}

} // namespace gl
