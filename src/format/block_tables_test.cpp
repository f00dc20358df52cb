// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "format/block_tables.h"
#include "format/srgb.h"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

namespace format {
namespace {

uint32_t subset3(uint32_t partition, uint32_t texel) {
    return kPartitions3[partition] >> (2 * texel) & 3;
}

TEST(BlockTables, anchorsLieInTheirSubsets) {
    for (uint32_t i = 0; i < 64; ++i) {
        SCOPED_TRACE(i);
        EXPECT_EQ(kPartitions2[i] & 1, 0);
        EXPECT_EQ(kPartitions2[i] >> kAnchors2[i] & 1, 1);
        EXPECT_EQ(subset3(i, 0), 0u);
        EXPECT_EQ(subset3(i, kAnchors3Second[i]), 1u);
        EXPECT_EQ(subset3(i, kAnchors3Third[i]), 2u);
        for (uint32_t texel = 0; texel < 16; ++texel) {
            EXPECT_LT(subset3(i, texel), 3u);
        }
    }
}

TEST(BlockTables, partitionsAreDistinct) {
    EXPECT_EQ(std::set<uint32_t>(std::begin(kPartitions2), std::end(kPartitions2)).size(), 64u);
    EXPECT_EQ(std::set<uint32_t>(std::begin(kPartitions3), std::end(kPartitions3)).size(), 64u);
}

TEST(BlockTables, fieldsOfBc7ModesFillTheBlock) {
    for (uint32_t i = 0; i < 8; ++i) {
        const Bc7Mode& mode = kBc7Modes[i];
        const uint32_t endpoints = 2u * mode.subsets;
        const uint32_t second = mode.secondIndexBits ? 16 * mode.secondIndexBits - 1u : 0;
        EXPECT_EQ(i + 1 + mode.partitionBits + mode.rotationBits + mode.indexSelectionBits +
                      endpoints * (3 * mode.colorBits + mode.alphaBits + mode.endpointPBits) +
                      mode.subsets * mode.sharedPBits + 16u * mode.indexBits - mode.subsets +
                      second,
                  128u)
            << i;
    }
}

TEST(BlockTables, fieldsOfBc6hModesFillTheBlockAndHaveEachBitOnce) {
    for (const Bc6hMode& mode : bc6h::kModes.modes) {
        const uint32_t index_bits = mode.subsets == 2 ? 16 * 3 - 2 : 16 * 4 - 1;
        const uint32_t partition_bits = mode.subsets == 2 ? 5 : 0;
        EXPECT_EQ(mode.modeBits + mode.bitCount + partition_bits + index_bits, 128u);
        const std::set<uint8_t> bits(mode.bits, mode.bits + mode.bitCount);
        EXPECT_EQ(bits.size(), mode.bitCount);
        for (uint32_t channel = 0; channel < 3; ++channel) {
            for (uint32_t endpoint = 0; endpoint < 2u * mode.subsets; ++endpoint) {
                const uint32_t count = endpoint == 0 ? mode.endpointBits : mode.deltaBits[channel];
                for (uint32_t bit = 0; bit < count; ++bit) {
                    EXPECT_TRUE(bits.contains(uint8_t(channel << 6 | endpoint << 4 | bit)))
                        << &mode - bc6h::kModes.modes << " " << channel << endpoint << bit;
                }
            }
        }
    }
}

TEST(BlockTables, bc6hModesAreFoundByTheirBits) {
    EXPECT_EQ(bc6hMode(0b11100), &bc6h::kModes.modes[0]);
    EXPECT_EQ(bc6hMode(0b01101), &bc6h::kModes.modes[1]);
    EXPECT_EQ(bc6hMode(0b00010), &bc6h::kModes.modes[2]);
    EXPECT_EQ(bc6hMode(0b11110), &bc6h::kModes.modes[9]);
    EXPECT_EQ(bc6hMode(0b00011), &bc6h::kModes.modes[10]);
    EXPECT_EQ(bc6hMode(0b01111), &bc6h::kModes.modes[13]);
    for (uint32_t reserved : {0b10011u, 0b10111u, 0b11011u, 0b11111u}) {
        EXPECT_EQ(bc6hMode(reserved), nullptr);
    }
}

TEST(Srgb, isThePowerFunction) {
    for (int code = 0; code < 256; ++code) {
        const double encoded = code / 255.0;
        const double linear =
            encoded <= 0.04045 ? encoded / 12.92 : std::pow((encoded + 0.055) / 1.055, 2.4);
        EXPECT_EQ(srgbToLinear(uint8_t(code)), float(linear)) << code;
        EXPECT_EQ(linearToSrgb(srgbToLinear(uint8_t(code))), code);
    }
}

TEST(Srgb, encodesToTheNearest) {
    for (int i = -10; i <= 100010; ++i) {
        const float linear = float(i) / 100000.0f;
        const double clamped = std::fmin(std::fmax(linear, 0.0), 1.0);
        const double encoded =
            clamped <= 0.0031308 ? clamped * 12.92 : 1.055 * std::pow(clamped, 1 / 2.4) - 0.055;
        EXPECT_NEAR(linearToSrgb(linear), encoded * 255, 0.501) << linear;
    }
    EXPECT_EQ(linearToSrgb(NAN), 0);
    EXPECT_EQ(linearToSrgb(INFINITY), 255);
    EXPECT_EQ(linearToSrgb(-INFINITY), 0);
}

} // namespace
} // namespace format
