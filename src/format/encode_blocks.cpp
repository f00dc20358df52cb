// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Texels to blocks of S3TC and RGTC (Khronos Data Format Specification, "S3TC" and "RGTC"): ends of
// a line through the colours, moved once to where they serve the chosen indices best.
#include "format/encode_blocks.h"

#include "format/block_decoders.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <vector>

namespace format {

namespace {

constexpr size_t kTexels = 16;
using ColorPoint = std::array<float, 3>;
using Numbers = std::array<int, kTexels>;

// --- Colours

uint32_t to565(const ColorPoint& color) {
    const auto level = [](float value, float most) {
        return uint32_t(std::lround(std::clamp(value, 0.0f, 255.0f) * most / 255.0f));
    };
    return level(color[0], 31) << 11 | level(color[1], 63) << 5 | level(color[2], 31);
}

/// Two ends and an index for each texel, as they are written.
struct ColorBlock {
    uint32_t first = 0;
    uint32_t second = 0;
    uint32_t indices = 0;
    int64_t error = std::numeric_limits<int64_t>::max();

    void write(uint8_t* block) const {
        block[0] = uint8_t(first);
        block[1] = uint8_t(first >> 8);
        block[2] = uint8_t(second);
        block[3] = uint8_t(second >> 8);
        for (size_t i = 0; i < 4; ++i) {
            block[4 + i] = uint8_t(indices >> (8 * i));
        }
    }
};

/// Of a texel that is transparent.
constexpr uint32_t kTransparent = 3;

class ColorFitter {
public:
    /// `hasHoles`: texels with an alpha below a half are transparent black.
    ColorFitter(const Rgba8Block& texels, bool hasHoles) : m_texels(texels) {
        for (size_t i = 0; i < kTexels; ++i) {
            m_isHole[i] = hasHoles && texels[i][3] < 128;
            m_hasHoles |= m_isHole[i];
        }
    }

    ColorBlock fit() {
        std::array<ColorPoint, 2> ends = line();
        ColorBlock best = withEnds(ends);
        if (refine(best, ends)) {
            const ColorBlock refined = withEnds(ends);
            best = refined.error < best.error ? refined : best;
        }
        return best;
    }

private:
    ColorPoint at(size_t i) const {
        return {float(m_texels[i][0]), float(m_texels[i][1]), float(m_texels[i][2])};
    }

    /// The outermost colours on the axis that colours spread along most.
    std::array<ColorPoint, 2> line() const {
        ColorPoint mean{};
        float count = 0;
        for (size_t i = 0; i < kTexels; ++i) {
            for (size_t c = 0; c < 3 && !m_isHole[i]; ++c) {
                mean[c] += at(i)[c];
            }
            count += m_isHole[i] ? 0 : 1;
        }
        for (float& part : mean) {
            part /= std::max(count, 1.0f);
        }
        std::array<ColorPoint, 3> spread{};
        for (size_t i = 0; i < kTexels; ++i) {
            for (size_t a = 0; a < 3 && !m_isHole[i]; ++a) {
                for (size_t b = 0; b < 3; ++b) {
                    spread[a][b] += (at(i)[a] - mean[a]) * (at(i)[b] - mean[b]);
                }
            }
        }
        ColorPoint axis{1, 1, 1};
        for (size_t c = 0; c < 3; ++c) { // Not at a right angle to what is looked for.
            if (spread[c][c] > 0) {
                axis = spread[c];
            }
        }
        for (int step = 0; step < 8; ++step) {
            ColorPoint next{};
            for (size_t a = 0; a < 3; ++a) {
                next[a] = dot(spread[a], axis);
            }
            const float length = std::sqrt(dot(next, next));
            if (length <= 0) {
                break;
            }
            for (size_t a = 0; a < 3; ++a) {
                axis[a] = next[a] / length;
            }
        }
        std::array<ColorPoint, 2> ends{mean, mean};
        float low = std::numeric_limits<float>::max();
        float high = std::numeric_limits<float>::lowest();
        for (size_t i = 0; i < kTexels; ++i) {
            const float along = dot(at(i), axis);
            if (!m_isHole[i] && along < low) {
                low = along;
                ends[0] = at(i);
            }
            if (!m_isHole[i] && along > high) {
                high = along;
                ends[1] = at(i);
            }
        }
        return ends;
    }

    static float dot(const ColorPoint& a, const ColorPoint& b) {
        return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
    }

    /// In the order that says what the indices mean; each texel gets the nearest colour.
    ColorBlock withEnds(const std::array<ColorPoint, 2>& ends) const {
        ColorBlock block;
        block.first = to565(ends[0]);
        block.second = to565(ends[1]);
        if ((block.first < block.second) != m_hasHoles && block.first != block.second) {
            std::swap(block.first, block.second);
        }
        uint8_t bytes[8];
        Rgba8Block palette;
        block.indices = 0xe4; // The palette: indices 0 to 3 in the first row.
        block.write(bytes);
        decodeBc1(bytes, Bc1Mode::PunchThrough, palette);
        const uint32_t colors = m_hasHoles || block.first == block.second ? 3 : 4;
        block.indices = 0;
        block.error = 0;
        for (size_t i = 0; i < kTexels; ++i) {
            uint32_t chosen = kTransparent;
            int least = std::numeric_limits<int>::max();
            for (uint32_t k = 0; k < colors && !m_isHole[i]; ++k) {
                int error = 0;
                for (size_t c = 0; c < 3; ++c) {
                    const int difference = int(palette[k][c]) - int(m_texels[i][c]);
                    error += difference * difference;
                }
                if (error < least) {
                    least = error;
                    chosen = k;
                }
            }
            block.error += m_isHole[i] ? 0 : least;
            block.indices |= chosen << (2 * i);
        }
        return block;
    }

    /// The ends that are best for these indices, by least squares. False: they say nothing of both.
    bool refine(const ColorBlock& block, std::array<ColorPoint, 2>& ends) const {
        constexpr float kFour[] = {0, 1, 1.0f / 3, 2.0f / 3}; // How much of the second end.
        constexpr float kThree[] = {0, 1, 0.5f, 0};
        const bool four = block.first > block.second;
        float aa = 0;
        float ab = 0;
        float bb = 0;
        ColorPoint a{};
        ColorPoint b{};
        for (size_t i = 0; i < kTexels; ++i) {
            if (m_isHole[i]) {
                continue;
            }
            const uint32_t index = block.indices >> (2 * i) & 3;
            const float second = four ? kFour[index] : kThree[index];
            const float first = 1 - second;
            aa += first * first;
            ab += first * second;
            bb += second * second;
            for (size_t c = 0; c < 3; ++c) {
                a[c] += first * at(i)[c];
                b[c] += second * at(i)[c];
            }
        }
        const float determinant = aa * bb - ab * ab;
        if (determinant < 1e-4f) {
            return false;
        }
        for (size_t c = 0; c < 3; ++c) {
            ends[0][c] = (a[c] * bb - b[c] * ab) / determinant;
            ends[1][c] = (b[c] * aa - a[c] * ab) / determinant;
        }
        return true;
    }

    const Rgba8Block& m_texels;
    std::array<bool, kTexels> m_isHole{};
    bool m_hasHoles = false;
};

void encodeColors(const Rgba8Block& texels, bool hasHoles, uint8_t* block) {
    ColorFitter(texels, hasHoles).fit().write(block);
}

// --- Single numbers

/// Each number's nearest of the eight of a palette; the sum of squared errors.
int nearest(const Numbers& numbers, const std::array<int, 8>& palette, uint64_t& indices) {
    int sum = 0;
    indices = 0;
    for (size_t i = 0; i < kTexels; ++i) {
        const auto distance = [&](int entry) { return std::abs(entry - numbers[i]); };
        const auto found = std::ranges::min_element(palette, {}, distance);
        sum += distance(*found) * distance(*found);
        indices |= uint64_t(found - palette.begin()) << (3 * i);
    }
    return sum;
}

/// Six numbers between the ends; or four, with the ends of the range besides.
std::array<int, 8> paletteOf(int first, int second, int low, int high) {
    std::array<int, 8> palette{first, second};
    const int steps = first > second ? 7 : 5;
    for (int i = 1; i < steps; ++i) {
        const double exact = double(first * (steps - i) + second * i) / steps;
        palette[size_t(i) + 1] = int(std::lround(exact));
    }
    if (first <= second) {
        palette[6] = low;
        palette[7] = high;
    }
    return palette;
}

void encodeNumbers(const Numbers& numbers, int low, int high, uint8_t* block) {
    const auto [least, most] = std::ranges::minmax(numbers);
    uint64_t indices = 0;
    int first = most;
    int second = least;
    const int error = nearest(numbers, paletteOf(first, second, low, high), indices);
    // What lies at the ends of the range is left to the two entries that are those.
    int innerLeast = high;
    int innerMost = low;
    for (const int number : numbers) {
        if (number > low && number < high) {
            innerLeast = std::min(innerLeast, number);
            innerMost = std::max(innerMost, number);
        }
    }
    if (error > 0 && innerLeast <= innerMost) {
        uint64_t others = 0;
        if (nearest(numbers, paletteOf(innerLeast, innerMost, low, high), others) < error) {
            first = innerLeast;
            second = innerMost;
            indices = others;
        }
    }
    block[0] = uint8_t(first);
    block[1] = uint8_t(second);
    for (size_t i = 0; i < 6; ++i) {
        block[2 + i] = uint8_t(indices >> (8 * i));
    }
}

// --- Blocks of an image

struct Texels {
    const std::byte* data;
    size_t texel_B;
    size_t row_B;
    Extent extent;

    /// Beyond the edges the last one repeats.
    const std::byte* at(int32_t x, int32_t y) const {
        return data + size_t(std::min(y, extent.height_px - 1)) * row_B +
               size_t(std::min(x, extent.width_px - 1)) * texel_B;
    }
};

Rgba8Block colorsOf(const Texels& texels, int32_t x, int32_t y) {
    Rgba8Block block;
    for (size_t i = 0; i < kTexels; ++i) {
        std::memcpy(&block[i], texels.at(x + int32_t(i % 4), y + int32_t(i / 4)), 4);
    }
    return block;
}

Numbers channelOf(const Texels& texels, int32_t x, int32_t y, size_t channel, bool isSigned) {
    Numbers numbers;
    for (size_t i = 0; i < kTexels; ++i) {
        const std::byte byte = texels.at(x + int32_t(i % 4), y + int32_t(i / 4))[channel];
        numbers[i] = isSigned ? std::max<int>(int8_t(byte), -127) : int(uint8_t(byte));
    }
    return numbers;
}

void encodeChannel(
    const Texels& texels, int32_t x, int32_t y, size_t channel, bool isSigned, uint8_t* block) {
    encodeNumbers(channelOf(texels, x, y, channel, isSigned),
                  isSigned ? -127 : 0,
                  isSigned ? 127 : 255,
                  block);
}

void encodeFourBits(const Rgba8Block& texels, uint8_t* block) {
    for (size_t i = 0; i < kTexels; i += 2) {
        const auto level = [&](size_t k) { return unsigned(texels[k][3] + 8) / 17; };
        block[i / 2] = uint8_t(level(i) | level(i + 1) << 4);
    }
}

void encodeBlock(Id blocks, const Texels& texels, int32_t x, int32_t y, uint8_t* block) {
    switch (blocks) {
    case Id::Bc1Rgb:
    case Id::Bc1RgbSrgb:
        return encodeColors(colorsOf(texels, x, y), false, block);
    case Id::Bc1Rgba:
    case Id::Bc1RgbaSrgb:
        return encodeColors(colorsOf(texels, x, y), true, block);
    case Id::Bc2:
    case Id::Bc2Srgb:
        encodeFourBits(colorsOf(texels, x, y), block);
        return encodeColors(colorsOf(texels, x, y), false, block + 8);
    case Id::Bc3:
    case Id::Bc3Srgb:
        encodeChannel(texels, x, y, 3, false, block);
        return encodeColors(colorsOf(texels, x, y), false, block + 8);
    case Id::Bc4Unorm:
    case Id::Bc4Snorm:
        return encodeChannel(texels, x, y, 0, blocks == Id::Bc4Snorm, block);
    default:
        assert(blocks == Id::Bc5Unorm || blocks == Id::Bc5Snorm);
        encodeChannel(texels, x, y, 0, blocks == Id::Bc5Snorm, block);
        return encodeChannel(texels, x, y, 1, blocks == Id::Bc5Snorm, block + 8);
    }
}

} // namespace

bool isEncodable(Id blocks) {
    return blocks >= Id::Bc1Rgb && blocks <= Id::Bc5Snorm;
}

void encodeBlocks(Id blocks, const Extent& extent, const void* src, void* dst) {
    const size_t texel_B = layout(decodedLayout(blocks)).block_B;
    const size_t row_B = size_t(extent.width_px) * texel_B;
    const size_t block_B = layout(blocks).block_B;
    auto* out = static_cast<uint8_t*>(dst);
    for (int32_t z = 0; z < extent.depth_px; ++z) {
        const Texels texels{static_cast<const std::byte*>(src) +
                                size_t(z) * row_B * size_t(extent.height_px),
                            texel_B,
                            row_B,
                            extent};
        for (int32_t y = 0; y < extent.height_px; y += 4) {
            for (int32_t x = 0; x < extent.width_px; x += 4) {
                encodeBlock(blocks, texels, x, y, out);
                out += block_B;
            }
        }
    }
}

} // namespace format
