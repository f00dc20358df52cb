// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "cpu/exec/blit.h"

#include "cpu/exec/parallel.h"
#include "cpu/exec/replay.h"
#include "format/vk_texel.h"

#include <algorithm>
#include <cstring>
#include <immintrin.h>
#include <new>
#include <vector>

namespace cpu::exec {

namespace {

int64_t floorDivide(int64_t a, int64_t b) {
    const int64_t quotient = a / b;
    return quotient - (a % b != 0 && (a < 0) != (b < 0));
}

/// Which source texels a destination coordinate is made of: first + weight · (second - first).
struct Tap {
    int32_t first;
    int32_t second;
    float weight;
};

/// One axis of a blit ("Image Copies With Scaling"), in exact fractions, so that texel centres that
/// fall on each other do so for any scale.
struct Axis {
    int32_t begin; ///< What is written of the destination, clipped to it.
    int32_t end;
    std::vector<Tap> taps;

    bool empty() const { return begin >= end; }
};

Axis makeAxis(int32_t toBegin,
              int32_t toEnd,
              int32_t toSize,
              int32_t fromBegin,
              int32_t fromEnd,
              int32_t fromSize,
              bool linear) {
    if (toBegin > toEnd) {
        std::swap(toBegin, toEnd);
        std::swap(fromBegin, fromEnd);
    }
    Axis axis{std::max(toBegin, 0), std::min(toEnd, toSize), {}};
    if (axis.empty() || fromSize <= 0) {
        axis.end = axis.begin;
        return axis;
    }
    axis.taps.reserve(size_t(axis.end - axis.begin));
    const int64_t divisor = 2 * (int64_t(toEnd) - toBegin);
    const int64_t scale = int64_t(fromEnd) - fromBegin;
    const auto clamped = [&](int64_t texel) {
        return int32_t(std::clamp<int64_t>(texel, 0, fromSize - 1));
    };
    for (int32_t i = axis.begin; i < axis.end; ++i) {
        // The centre's place in the source, in units of 1 / divisor.
        int64_t at = (2 * (int64_t(i) - toBegin) + 1) * scale + fromBegin * divisor;
        if (!linear) {
            const int32_t texel = clamped(floorDivide(at, divisor));
            axis.taps.push_back({texel, texel, 0.0f});
            continue;
        }
        at -= divisor / 2;
        const int64_t texel = floorDivide(at, divisor);
        const auto weight = float(double(at - texel * divisor) / double(divisor));
        axis.taps.push_back({clamped(texel), clamped(texel + 1), weight});
    }
    return axis;
}

struct Axes {
    Axis x;
    Axis y;
    Axis z;
};

Axes makeAxes(const BlitSurface& blit) {
    return {makeAxis(blit.toBegin.x,
                     blit.toEnd.x,
                     blit.to.width,
                     blit.fromBegin.x,
                     blit.fromEnd.x,
                     blit.fromSize_px.width,
                     blit.linear),
            makeAxis(blit.toBegin.y,
                     blit.toEnd.y,
                     blit.to.height,
                     blit.fromBegin.y,
                     blit.fromEnd.y,
                     blit.fromSize_px.height,
                     blit.linear),
            makeAxis(blit.toBegin.z,
                     blit.toEnd.z,
                     blit.to.depth,
                     blit.fromBegin.z,
                     blit.fromEnd.z,
                     blit.fromSize_px.depth,
                     blit.linear)};
}

/// Texels that are moved without being looked at.
void moveRow(const BlitSurface& blit, const Axes& axes, int32_t y, int32_t z, uint32_t texel_B) {
    uint8_t* const to = blit.to.row(y, z);
    const uint8_t* const from = blit.from.row(axes.y.taps[size_t(y - axes.y.begin)].first,
                                              axes.z.taps[size_t(z - axes.z.begin)].first);
    for (int32_t x = axes.x.begin; x < axes.x.end; ++x) {
        const Tap& tap = axes.x.taps[size_t(x - axes.x.begin)];
        std::memcpy(to + blit.to.xOffset_B(x), from + blit.from.xOffset_B(tap.first), texel_B);
    }
}

/// True for texels of four channels of a byte each, normalized; what most blits are about.
bool hasBytes(const format::VkFormatLayout& format) {
    return format.encoding == format::Encoding::Plain && format.block_B == 4 && format.color() &&
           (format.type == format::ChannelType::Unorm ||
            format.type == format::ChannelType::Srgb) &&
           std::ranges::all_of(format.channels, [](const format::ChannelLayout& channel) {
               return channel.bits == 8 && channel.shift % 8 == 0;
           });
}

class Reader {
public:
    explicit Reader(const BlitSurface& blit)
        : m_surface(blit.from), m_format(*blit.fromFormat), m_bytes(hasBytes(m_format)) {
        if (!m_bytes) {
            return;
        }
        for (uint32_t value = 0; value < 256; ++value) {
            const uint8_t texel[4] = {
                uint8_t(value), uint8_t(value), uint8_t(value), uint8_t(value)};
            const format::TexelValue decoded = format::readTexel(m_format, texel);
            m_color[value] = decoded.number(0);
            m_alpha[value] = decoded.number(3);
        }
    }

    format::TexelValue read(int32_t x, int32_t y, int32_t z) const {
        if (m_bytes) {
            const uint8_t* const texel = m_surface.block(x, y, z);
            return format::TexelValue::ofFloats(m_color[texel[m_format.channels[0].shift / 8]],
                                                m_color[texel[m_format.channels[1].shift / 8]],
                                                m_color[texel[m_format.channels[2].shift / 8]],
                                                m_alpha[texel[m_format.channels[3].shift / 8]]);
        }
        const int32_t width = m_format.blockWidth_px;
        const int32_t height = m_format.blockHeight_px;
        return format::readTexel(m_format,
                                 m_surface.block(x / width, y / height, z),
                                 uint32_t(x % width),
                                 uint32_t(y % height));
    }
    format::TexelValue readLinear(const Tap& x, const Tap& y, const Tap& z) const {
        format::TexelValue value = readPlane(x, y, z.first);
        if (z.weight != 0.0f) {
            mix(value, readPlane(x, y, z.second), z.weight);
        }
        return value;
    }

private:
    format::TexelValue readPlane(const Tap& x, const Tap& y, int32_t z) const {
        format::TexelValue value = readLine(x, y.first, z);
        if (y.weight != 0.0f) {
            mix(value, readLine(x, y.second, z), y.weight);
        }
        return value;
    }
    format::TexelValue readLine(const Tap& x, int32_t y, int32_t z) const {
        format::TexelValue value = read(x.first, y, z);
        if (x.weight != 0.0f) {
            mix(value, read(x.second, y, z), x.weight);
        }
        return value;
    }
    static void mix(format::TexelValue& a, const format::TexelValue& b, float weight) {
        for (uint32_t i = 0; i < 4; ++i) {
            a.setNumber(i, a.number(i) + weight * (b.number(i) - a.number(i)));
        }
    }

    const Surface& m_surface;
    const format::VkFormatLayout& m_format;
    const bool m_bytes; ///< The tables decode the format.
    float m_color[256];
    float m_alpha[256];
};

/// As writeTexel() does it.
void writeBytes(const format::VkFormatLayout& format,
                uint8_t* texel,
                const format::TexelValue& value) {
    for (uint32_t i = 0; i < 4; ++i) {
        const float number = value.number(i);
        // NaN is neither.
        const float clamped = number > 0.0f ? std::min(number, 1.0f) : 0.0f;
        texel[format.channels[i].shift / 8] = uint8_t(_mm_cvtss_si32(_mm_set_ss(clamped * 255.0f)));
    }
}

void convertRow(
    const BlitSurface& blit, const Reader& reader, const Axes& axes, int32_t y, int32_t z) {
    const bool bytes =
        hasBytes(*blit.toFormat) && blit.toFormat->type == format::ChannelType::Unorm;
    uint8_t* const to = blit.to.row(y, z);
    const Tap& tapY = axes.y.taps[size_t(y - axes.y.begin)];
    const Tap& tapZ = axes.z.taps[size_t(z - axes.z.begin)];
    for (int32_t x = axes.x.begin; x < axes.x.end; ++x) {
        const Tap& tapX = axes.x.taps[size_t(x - axes.x.begin)];
        const format::TexelValue value = blit.linear
                                             ? reader.readLinear(tapX, tapY, tapZ)
                                             : reader.read(tapX.first, tapY.first, tapZ.first);
        uint8_t* const texel = to + blit.to.xOffset_B(x);
        if (bytes) {
            writeBytes(*blit.toFormat, texel, value);
        } else {
            format::writeTexel(*blit.toFormat, texel, value);
        }
    }
}

/// Bytes as numbers, all four channels at once: as Reader has them.
__m128 loadBytes(const uint8_t* texel) {
    int32_t word;
    std::memcpy(&word, texel, sizeof word);
    const __m128i zero = _mm_setzero_si128();
    const __m128i bytes = _mm_unpacklo_epi8(_mm_cvtsi32_si128(word), zero);
    return _mm_div_ps(_mm_cvtepi32_ps(_mm_unpacklo_epi16(bytes, zero)), _mm_set1_ps(255.0f));
}

/// As writeBytes().
void storeBytes(uint8_t* texel, __m128 value) {
    const __m128 clamped = _mm_min_ps(_mm_max_ps(value, _mm_setzero_ps()), _mm_set1_ps(1.0f));
    const __m128i numbers = _mm_cvtps_epi32(_mm_mul_ps(clamped, _mm_set1_ps(255.0f)));
    const __m128i shorts = _mm_packs_epi32(numbers, numbers);
    const int32_t word = _mm_cvtsi128_si32(_mm_packus_epi16(shorts, shorts));
    std::memcpy(texel, &word, sizeof word);
}

/// What convertRow() does, operation by operation, for formats whose channels need not be told
/// apart: levels of textures are made like this, frame by frame.
void filterBytesRow(const BlitSurface& blit, const Axes& axes, int32_t y, int32_t z) {
    const Tap& tapY = axes.y.taps[size_t(y - axes.y.begin)];
    const int32_t slice = axes.z.taps[size_t(z - axes.z.begin)].first;
    const uint8_t* const first = blit.from.row(tapY.first, slice);
    const uint8_t* const second = blit.from.row(tapY.second, slice);
    uint8_t* const to = blit.to.row(y, z);
    const auto mix = [](__m128 a, __m128 b, __m128 weight) {
        return _mm_add_ps(a, _mm_mul_ps(weight, _mm_sub_ps(b, a)));
    };
    const __m128 weightY = _mm_set1_ps(tapY.weight);
    for (int32_t x = axes.x.begin; x < axes.x.end; ++x) {
        const Tap& tapX = axes.x.taps[size_t(x - axes.x.begin)];
        const size_t left_B = blit.from.xOffset_B(tapX.first);
        const size_t right_B = blit.from.xOffset_B(tapX.second);
        const __m128 weightX = _mm_set1_ps(tapX.weight);
        const auto line = [&](const uint8_t* row) {
            return mix(loadBytes(row + left_B), loadBytes(row + right_B), weightX);
        };
        storeBytes(to + blit.to.xOffset_B(x), mix(line(first), line(second), weightY));
    }
}

bool filtersBytes(const BlitSurface& blit, const Axes& axes) {
    return blit.linear && blit.fromFormat == blit.toFormat && hasBytes(*blit.toFormat) &&
           blit.toFormat->type == format::ChannelType::Unorm &&
           std::ranges::all_of(axes.z.taps, [](const Tap& tap) { return tap.weight == 0.0f; });
}

bool sameSize(const BlitSurface& blit) {
    return blit.toEnd.x - blit.toBegin.x == blit.fromEnd.x - blit.fromBegin.x &&
           blit.toEnd.y - blit.toBegin.y == blit.fromEnd.y - blit.fromBegin.y &&
           blit.toEnd.z - blit.toBegin.z == blit.fromEnd.z - blit.fromBegin.z;
}

} // namespace

void execute(const BlitSurface& command, Replay& replay) {
    try {
        blit(replay.workers(), command);
    } catch (const std::bad_alloc&) {
        replay.fail("out of memory for a blit");
    }
}

void blit(Workers& workers, const BlitSurface& command) {
    const Axes axes = makeAxes(command);
    if (axes.x.empty() || axes.y.empty() || axes.z.empty()) {
        return;
    }
    // A texel is itself, whatever the filter, when it is the same format and in the same place.
    const bool moves = command.part_B != 0 || (command.toFormat == command.fromFormat &&
                                               (!command.linear || sameSize(command)) &&
                                               !command.fromFormat->compressed());
    const uint32_t texel_B = command.part_B ? command.part_B : command.to.block_B;
    const auto rows = uint64_t(axes.y.end - axes.y.begin);
    const auto slices = uint64_t(axes.z.end - axes.z.begin);
    // Converting a byte costs as much as copying eight.
    const uint64_t row_B =
        uint64_t(axes.x.end - axes.x.begin) * command.to.block_B * (moves ? 1 : 8);
    const Reader reader(command);
    const bool bytes = filtersBytes(command, axes);
    forEachItem(workers, rows * slices, row_B, [&](uint64_t item) {
        const int32_t y = axes.y.begin + int32_t(item % rows);
        const int32_t z = axes.z.begin + int32_t(item / rows);
        if (moves) {
            moveRow(command, axes, y, z, texel_B);
        } else if (bytes) {
            filterBytesRow(command, axes, y, z);
        } else {
            convertRow(command, reader, axes, y, z);
        }
    });
}

} // namespace cpu::exec
