// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// What is encoded decodes to about the same.

#include "format/encode_blocks.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <utility>
#include <vector>

namespace format {
namespace {

using Bytes = std::vector<uint8_t>;

Bytes decoded(Id blocks, const Extent& extent, const Bytes& texels) {
    const size_t texel_B = layout(decodedLayout(blocks)).block_B;
    Bytes encoded(storageSize_B(blocks, extent));
    encodeBlocks(blocks, extent, texels.data(), encoded.data());
    Bytes result(texels.size());
    const size_t row_B = size_t(extent.width_px) * texel_B;
    decodeBlocks(
        blocks, extent, encoded.data(), result.data(), row_B, row_B * size_t(extent.height_px));
    return result;
}

/// The largest difference of any byte.
int difference(const Bytes& a, const Bytes& b, bool isSigned = false) {
    int most = 0;
    for (size_t i = 0; i < a.size(); ++i) {
        most = std::max(most,
                        isSigned ? std::abs(int(int8_t(a[i])) - int(int8_t(b[i])))
                                 : std::abs(int(a[i]) - int(b[i])));
    }
    return most;
}

Bytes gradient(const Extent& extent, bool hasAlpha) {
    Bytes texels;
    for (int32_t y = 0; y < extent.height_px; ++y) {
        for (int32_t x = 0; x < extent.width_px; ++x) {
            const auto level = uint8_t(40 + 9 * (x % 4) + 9 * (y % 4));
            texels.insert(texels.end(),
                          {level, uint8_t(255 - level), 128, uint8_t(hasAlpha ? 16 * x : 255)});
        }
    }
    return texels;
}

TEST(EncodeBlocks, ColorsOnALine) {
    for (const Extent extent : {Extent{4, 4, 1}, Extent{7, 5, 1}, Extent{1, 1, 1}}) {
        const Bytes texels = gradient(extent, false);
        for (const Id id : {Id::Bc1Rgb, Id::Bc1Rgba, Id::Bc2, Id::Bc3, Id::Bc1RgbSrgb}) {
            EXPECT_LE(difference(texels, decoded(id, extent, texels)), 14) << int(id);
        }
    }
}

TEST(EncodeBlocks, FewColorsStay) {
    const Extent extent{4, 4, 1};
    for (const auto& [a, b] : {std::pair<Bytes, Bytes>{{255, 0, 0, 255}, {0, 255, 0, 255}},
                               {{0, 0, 0, 255}, {255, 255, 255, 255}},
                               {{0, 0, 255, 255}, {0, 0, 255, 255}},
                               {{0, 255, 255, 255}, {255, 0, 255, 255}}}) {
        Bytes texels;
        for (int i = 0; i < 16; ++i) {
            const Bytes& color = i % 3 == 0 ? a : b;
            texels.insert(texels.end(), color.begin(), color.end());
        }
        for (const Id id : {Id::Bc1Rgb, Id::Bc1Rgba, Id::Bc2, Id::Bc3}) {
            EXPECT_EQ(texels, decoded(id, extent, texels)) << int(id);
        }
    }
}

TEST(EncodeBlocks, HolesAreTransparentBlack) {
    const Extent extent{4, 4, 1};
    Bytes texels;
    Bytes expected;
    for (int i = 0; i < 16; ++i) {
        const bool isHole = i % 5 == 0;
        texels.insert(texels.end(), {255, 255, 0, uint8_t(isHole ? 100 : 200)});
        expected.insert(
            expected.end(),
            {uint8_t(isHole ? 0 : 255), uint8_t(isHole ? 0 : 255), 0, uint8_t(isHole ? 0 : 255)});
    }
    EXPECT_EQ(expected, decoded(Id::Bc1Rgba, extent, texels));
}

TEST(EncodeBlocks, Alphas) {
    const Extent extent{16, 4, 1};
    const Bytes texels = gradient(extent, true);
    EXPECT_LE(difference(texels, decoded(Id::Bc2, extent, texels)), 14);
    EXPECT_LE(difference(texels, decoded(Id::Bc3, extent, texels)), 14);
}

TEST(EncodeBlocks, Channels) {
    const Extent extent{4, 4, 1};
    for (const Id id : {Id::Bc4Unorm, Id::Bc4Snorm, Id::Bc5Unorm, Id::Bc5Snorm}) {
        const bool isSigned = id == Id::Bc4Snorm || id == Id::Bc5Snorm;
        const size_t channels = layout(decodedLayout(id)).block_B;
        Bytes even;
        Bytes ends;
        for (size_t i = 0; i < 16 * channels; ++i) {
            even.push_back(uint8_t(int(i / channels) * 15 - (isSigned ? 113 : 0)));
            // The range's ends, and a narrow band between them.
            ends.push_back(i / channels % 4 == 0   ? uint8_t(isSigned ? -127 : 0)
                           : i / channels % 4 == 1 ? uint8_t(isSigned ? 127 : 255)
                                                   : uint8_t(60 + i / channels % 3));
        }
        EXPECT_LE(difference(even, decoded(id, extent, even), isSigned), 17) << int(id);
        EXPECT_LE(difference(ends, decoded(id, extent, ends), isSigned), 1) << int(id);
    }
}

} // namespace
} // namespace format
