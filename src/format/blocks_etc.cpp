// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "format/block_decoders.h"
#include "format/block_tables.h"

#include <algorithm>

namespace format {

namespace {

using Color = std::array<int, 3>;

uint8_t clampByte(int v) {
    return static_cast<uint8_t>(std::clamp(v, 0, 255));
}

void setColor(Rgba8& texel, const Color& color, int offset) {
    for (size_t c = 0; c < 3; ++c) {
        texel[c] = clampByte(color[c] + offset);
    }
    texel[3] = 255;
}

/// The two bits of a texel's index; texels are numbered column by column.
int indexOf(const uint8_t* b, int x, int y) {
    const int bit = x * 4 + y;
    const int high = b[4] << 8 | b[5];
    const int low = b[6] << 8 | b[7];
    return (high >> bit & 1) << 1 | (low >> bit & 1);
}

int signed3(int v) {
    return (v & 3) - (v & 4);
}

Color expand4(int r, int g, int b) {
    return {r * 17, g * 17, b * 17};
}

Color expand5(int r, int g, int b) {
    return {r << 3 | r >> 2, g << 3 | g >> 2, b << 3 | b >> 2};
}

/// Two subblocks of a base colour each, from which texels differ in brightness.
void decodeSubblocks(const uint8_t* b, const Color base[2], bool opaque, Rgba8Block& out) {
    const bool flip = (b[3] & 1) != 0; // The subblocks lie one above the other.
    const int codeWord[2] = {b[3] >> 5, b[3] >> 2 & 7};
    for (int y = 0; y < 4; ++y) {
        for (int x = 0; x < 4; ++x) {
            const int half = (flip ? y : x) / 2;
            const int index = indexOf(b, x, y);
            Rgba8& texel = out[static_cast<size_t>(y * 4 + x)];
            if (!opaque && index == 2) {
                texel = {0, 0, 0, 0};
            } else {
                const int modifier =
                    !opaque && index == 0 ? 0 : kEtcModifiers[codeWord[half]][index];
                setColor(texel, base[half], modifier);
            }
        }
    }
}

/// Four colours of which each texel has one.
void decodePalette(const uint8_t* b, const Color palette[4], bool opaque, Rgba8Block& out) {
    for (int y = 0; y < 4; ++y) {
        for (int x = 0; x < 4; ++x) {
            const int index = indexOf(b, x, y);
            Rgba8& texel = out[static_cast<size_t>(y * 4 + x)];
            if (!opaque && index == 2) {
                texel = {0, 0, 0, 0};
            } else {
                setColor(texel, palette[index], 0);
            }
        }
    }
}

Color moved(const Color& color, int offset) {
    return {color[0] + offset, color[1] + offset, color[2] + offset};
}

void decodeT(const uint8_t* b, bool opaque, Rgba8Block& out) {
    const Color first = expand4((b[0] >> 3 & 3) << 2 | (b[0] & 3), b[1] >> 4, b[1] & 15);
    const Color second = expand4(b[2] >> 4, b[2] & 15, b[3] >> 4);
    const int distance = kEtcDistances[(b[3] >> 2 & 3) << 1 | (b[3] & 1)];
    const Color palette[4] = {first, moved(second, distance), second, moved(second, -distance)};
    decodePalette(b, palette, opaque, out);
}

void decodeH(const uint8_t* b, bool opaque, Rgba8Block& out) {
    const int r1 = b[0] >> 3 & 15;
    const int g1 = (b[0] & 7) << 1 | (b[1] >> 4 & 1);
    const int b1 = (b[1] >> 3 & 1) << 3 | (b[1] & 3) << 1 | b[2] >> 7;
    const int r2 = b[2] >> 3 & 15;
    const int g2 = (b[2] & 7) << 1 | b[3] >> 7;
    const int b2 = b[3] >> 3 & 15;
    // The order of the two colours is the distance's lowest bit.
    const int order = (r1 << 8 | g1 << 4 | b1) >= (r2 << 8 | g2 << 4 | b2);
    const int distance = kEtcDistances[(b[3] >> 2 & 1) << 2 | (b[3] & 1) << 1 | order];
    const Color first = expand4(r1, g1, b1);
    const Color second = expand4(r2, g2, b2);
    const Color palette[4] = {moved(first, distance),
                              moved(first, -distance),
                              moved(second, distance),
                              moved(second, -distance)};
    decodePalette(b, palette, opaque, out);
}

/// A plane through three colours: of the origin, and where the next block's would be.
void decodePlanar(const uint8_t* b, Rgba8Block& out) {
    const auto six = [](int v) { return v << 2 | v >> 4; };
    const auto seven = [](int v) { return v << 1 | v >> 6; };
    const Color origin{six(b[0] >> 1 & 63),
                       seven((b[0] & 1) << 6 | (b[1] >> 1 & 63)),
                       six((b[1] & 1) << 5 | (b[2] >> 3 & 3) << 3 | (b[2] & 3) << 1 | b[3] >> 7)};
    const Color across{six((b[3] >> 2 & 31) << 1 | (b[3] & 1)),
                       seven(b[4] >> 1),
                       six((b[4] & 1) << 5 | b[5] >> 3)};
    const Color down{
        six((b[5] & 7) << 3 | b[6] >> 5), seven((b[6] & 31) << 2 | b[7] >> 6), six(b[7] & 63)};
    for (int y = 0; y < 4; ++y) {
        for (int x = 0; x < 4; ++x) {
            Color color;
            for (size_t c = 0; c < 3; ++c) {
                color[c] =
                    (x * (across[c] - origin[c]) + y * (down[c] - origin[c]) + 4 * origin[c] + 2) >>
                    2;
            }
            setColor(out[static_cast<size_t>(y * 4 + x)], color, 0);
        }
    }
}

/// The three bits of each texel, column by column from the highest.
template <class Fn>
void forEachEac(const uint8_t* b, Fn&& fn) {
    uint64_t bits = 0;
    for (int i = 2; i < 8; ++i) {
        bits = bits << 8 | b[i];
    }
    for (int x = 0; x < 4; ++x) {
        for (int y = 0; y < 4; ++y) {
            const auto index = static_cast<size_t>(bits >> (45 - 3 * (x * 4 + y)) & 7);
            fn(static_cast<size_t>(y * 4 + x), kEacModifiers[b[1] & 15][index]);
        }
    }
}

} // namespace

void decodeEtc2(const uint8_t* b, bool punchThrough, Rgba8Block& out) {
    // With punch-through alpha there is no individual mode: its bit says that all is opaque.
    const bool flag = (b[3] & 2) != 0;
    const bool opaque = flag || !punchThrough;
    if (!flag && !punchThrough) {
        const Color base[2] = {expand4(b[0] >> 4, b[1] >> 4, b[2] >> 4),
                               expand4(b[0] & 15, b[1] & 15, b[2] & 15)};
        decodeSubblocks(b, base, true, out);
        return;
    }
    Color second;
    for (size_t c = 0; c < 3; ++c) {
        second[c] = (b[c] >> 3) + signed3(b[c] & 7);
        if (second[c] < 0 || second[c] > 31) {
            switch (c) {
            case 0:
                return decodeT(b, opaque, out);
            case 1:
                return decodeH(b, opaque, out);
            default:
                return decodePlanar(b, out);
            }
        }
    }
    const Color base[2] = {expand5(b[0] >> 3, b[1] >> 3, b[2] >> 3),
                           expand5(second[0], second[1], second[2])};
    decodeSubblocks(b, base, opaque, out);
}

void decodeEacAlpha(const uint8_t* b, Rgba8Block& out) {
    const int multiplier = b[1] >> 4;
    forEachEac(b, [&](size_t texel, int modifier) {
        out[texel][3] = clampByte(b[0] + modifier * multiplier);
    });
}

void decodeEac11(const uint8_t* b, ChannelBlock<uint16_t> out) {
    const int multiplier = b[1] >> 4;
    const int step = multiplier == 0 ? 1 : multiplier * 8;
    forEachEac(b, [&](size_t texel, int modifier) {
        const int v = std::clamp(b[0] * 8 + 4 + modifier * step, 0, 2047);
        out[texel] = static_cast<uint16_t>(v << 5 | v >> 6);
    });
}

void decodeEac11Signed(const uint8_t* b, ChannelBlock<int16_t> out) {
    const int base = std::max<int>(static_cast<int8_t>(b[0]), -127);
    const int multiplier = b[1] >> 4;
    const int step = multiplier == 0 ? 1 : multiplier * 8;
    forEachEac(b, [&](size_t texel, int modifier) {
        const int v = std::clamp(base * 8 + modifier * step, -1023, 1023);
        const int size = v < 0 ? -v : v;
        const int wide = size << 5 | size >> 5;
        out[texel] = static_cast<int16_t>(v < 0 ? -wide : wide);
    });
}

} // namespace format
