// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "cpu/exec/blit.h"

#include "cpu/abi/blit_work.h"
#include "cpu/abi/level.h"
#include "cpu/exec/parallel.h"
#include "cpu/exec/replay.h"
#include "cpu/kernels/kernel_library.h"
#include "format/vk_texel.h"

#include <algorithm>
#include <bit>
#include <cstring>
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

/// The x axis as kernels read it.
class Columns {
public:
    Columns(const BlitSurface& blit, const Axis& axis) {
        const size_t count = axis.taps.size() + kMaxLanes; // Kernels read whole vectors.
        m_first_B.resize(count);
        m_second_B.resize(count);
        m_weights.resize(count);
        for (size_t i = 0; i < axis.taps.size(); ++i) {
            const Tap& tap = axis.taps[i];
            m_first_B[i] = int32_t(blit.from.xOffset_B(tap.first));
            m_second_B[i] = int32_t(blit.from.xOffset_B(tap.second));
            m_weights[i] = tap.weight;
        }
    }
    const int32_t* first_B() const { return m_first_B.data(); }
    const int32_t* second_B() const { return m_second_B.data(); }
    const float* weights() const { return m_weights.data(); }

private:
    std::vector<int32_t> m_first_B, m_second_B;
    std::vector<float> m_weights;
};

/// Neighbours come from neighbours, in the same direction.
bool isShifted(const Axis& axis) {
    const auto expected = [&](size_t i) { return axis.taps[0].first + int32_t(i); };
    for (size_t i = 1; i < axis.taps.size(); ++i) {
        if (axis.taps[i].first != expected(i)) {
            return false;
        }
    }
    return true;
}

/// Texels that are moved without being looked at.
template <uint32_t kTexel_B>
void moveTexels(
    const BlitSurface& blit, const Axis& axis, uint8_t* to, const uint8_t* from, uint32_t texel_B) {
    const uint32_t size_B = kTexel_B ? kTexel_B : texel_B;
    for (int32_t x = axis.begin; x < axis.end; ++x) {
        const Tap& tap = axis.taps[size_t(x - axis.begin)];
        std::memcpy(to + blit.to.xOffset_B(x), from + blit.from.xOffset_B(tap.first), size_B);
    }
}

using MoveTexels =
    void (*)(const BlitSurface&, const Axis&, uint8_t* to, const uint8_t* from, uint32_t texel_B);

/// Where texels are moved as a whole and along x stay beside each other.
void moveRuns(
    const BlitSurface& blit, const Axis& axis, uint8_t* to, const uint8_t* from, uint32_t texel_B) {
    const int32_t shift = axis.taps[0].first - axis.begin;
    for (int32_t x = axis.begin, run = 0; x < axis.end; x += run) {
        run = blit.from.run(x + shift, blit.to.run(x, axis.end - x));
        std::memcpy(to + blit.to.xOffset_B(x),
                    from + blit.from.xOffset_B(x + shift),
                    size_t(run) * texel_B);
    }
}

MoveTexels moveOf(const BlitSurface& blit, const Axis& axis, uint32_t texel_B) {
    const bool whole = texel_B == blit.to.block_B && texel_B == blit.from.block_B;
    if (whole && isShifted(axis)) {
        return moveRuns;
    }
    switch (texel_B) {
    case 1:
        return moveTexels<1>;
    case 2:
        return moveTexels<2>;
    case 4:
        return moveTexels<4>;
    case 8:
        return moveTexels<8>;
    case 16:
        return moveTexels<16>;
    default:
        return moveTexels<0>;
    }
}

using BlitTexels = void (*)(const BlitWork*);

BlitTexels blitTexels() {
    static const auto kernel =
        reinterpret_cast<BlitTexels>(kernels::kernel("blit_texels", processLevel()));
    return kernel;
}

/// What the kernel takes.
bool isPlain(const format::VkFormatLayout& format) {
    return !format.compressed() && std::has_single_bit(format.block_B) && format.block_B <= 16;
}

void convertRow(
    const BlitSurface& blit, const Axes& axes, const Columns& columns, int32_t y, int32_t z) {
    const Tap& tapY = axes.y.taps[size_t(y - axes.y.begin)];
    const Tap& tapZ = axes.z.taps[size_t(z - axes.z.begin)];
    const auto row = [&](int32_t rowY, int32_t slice) { return blit.from.row(rowY, slice); };
    BlitWork work{};
    work.toFormat = blit.toFormat;
    work.fromFormat = blit.fromFormat;
    work.rows[0][0] = row(tapY.first, tapZ.first);
    work.rows[0][1] = row(tapY.second, tapZ.first);
    work.rows[1][0] = row(tapY.first, tapZ.second);
    work.rows[1][1] = row(tapY.second, tapZ.second);
    work.weightY = tapY.weight;
    work.weightZ = tapZ.weight;
    uint8_t* const to = blit.to.row(y, z);
    const BlitTexels kernel = blitTexels();
    for (int32_t x = axes.x.begin, run = 0; x < axes.x.end; x += run) {
        run = blit.to.run(x, axes.x.end - x);
        const auto column = size_t(x - axes.x.begin);
        work.to = to + blit.to.xOffset_B(x);
        work.first_B = columns.first_B() + column;
        work.second_B = columns.second_B() + column;
        work.weights = blit.linear ? columns.weights() + column : nullptr;
        work.count = uint32_t(run);
        kernel(&work);
    }
}

/// Compressed images, texel by texel.
class Reader {
public:
    explicit Reader(const BlitSurface& blit) : m_surface(blit.from), m_format(*blit.fromFormat) {}

    format::TexelValue read(int32_t x, int32_t y, int32_t z) const {
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
};

void convertTexels(const BlitSurface& blit, const Axes& axes, int32_t y, int32_t z) {
    const Reader reader(blit);
    uint8_t* const to = blit.to.row(y, z);
    const Tap& tapY = axes.y.taps[size_t(y - axes.y.begin)];
    const Tap& tapZ = axes.z.taps[size_t(z - axes.z.begin)];
    for (int32_t x = axes.x.begin; x < axes.x.end; ++x) {
        const Tap& tapX = axes.x.taps[size_t(x - axes.x.begin)];
        const format::TexelValue value = blit.linear
                                             ? reader.readLinear(tapX, tapY, tapZ)
                                             : reader.read(tapX.first, tapY.first, tapZ.first);
        format::writeTexel(*blit.toFormat, to + blit.to.xOffset_B(x), value);
    }
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
    const MoveTexels move = moveOf(command, axes.x, texel_B);
    const bool plain = isPlain(*command.fromFormat) && isPlain(*command.toFormat);
    const Columns columns(command, moves || !plain ? Axis{} : axes.x);
    forEachItem(workers, rows * slices, row_B, [&](uint64_t item) {
        const int32_t y = axes.y.begin + int32_t(item % rows);
        const int32_t z = axes.z.begin + int32_t(item / rows);
        if (moves) {
            const uint8_t* const from =
                command.from.row(axes.y.taps[size_t(y - axes.y.begin)].first,
                                 axes.z.taps[size_t(z - axes.z.begin)].first);
            move(command, axes.x, command.to.row(y, z), from, texel_B);
        } else if (plain) {
            convertRow(command, axes, columns, y, z);
        } else {
            convertTexels(command, axes, y, z);
        }
    });
}

} // namespace cpu::exec
