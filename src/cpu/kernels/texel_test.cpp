// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Decoding of every format at every level, bit by bit against the host's.
#include "cpu/abi/descriptors.h"
#include "cpu/kernels/guarded_memory.h"
#include "cpu/kernels/kernel_test.h"
#include "cpu/kernels/texel_probe.h"
#include "format/vk_formats.h"
#include "format/vk_texel.h"

#include <algorithm>
#include <cstring>
#include <gtest/gtest.h>
#include <numeric>
#include <random>

GLISSADE_PROBE(decode_arrays, (const cpu::kernels::TexelArrays* arrays, uint32_t count));

namespace cpu::kernels {
namespace {

struct Decoded {
    std::vector<uint32_t> channels[4];
};

Decoded decode(Level level,
               uint32_t format,
               AspectRead aspect,
               const uint8_t* base,
               const std::vector<int32_t>& offsets,
               const std::vector<int32_t>& x,
               const std::vector<int32_t>& y) {
    Decoded result;
    TexelArrays arrays{format, uint32_t(aspect), base, offsets.data(), x.data(), y.data(), {}};
    for (int c = 0; c < 4; ++c) {
        result.channels[c].resize(offsets.size(), 0xdeadbeef);
        arrays.out[c] = result.channels[c].data();
    }
    decode_arrays(level)(&arrays, uint32_t(offsets.size()));
    return result;
}

/// What a view of the aspect reads.
format::TexelValue expected(const format::VkFormatLayout& layout,
                            AspectRead aspect,
                            const uint8_t* texel,
                            int32_t x,
                            int32_t y) {
    const format::TexelValue value = format::readTexel(layout, texel, uint32_t(x), uint32_t(y));
    switch (aspect) {
    case AspectRead::Depth:
        return {{value.bits[0], 0, 0, std::bit_cast<uint32_t>(1.0f)}};
    case AspectRead::Stencil:
        return {{value.bits[1], 0, 0, 1}};
    case AspectRead::Color:
        break;
    }
    return value;
}

bool bothNan(uint32_t a, uint32_t b) {
    return (a & 0x7fffffff) > 0x7f800000 && (b & 0x7fffffff) > 0x7f800000;
}

/// `shuffled`: lanes of a vector have texels of different blocks.
void check(uint32_t format,
           AspectRead aspect,
           const std::vector<uint8_t>& bytes,
           bool shuffled = false) {
    const format::VkFormatLayout& layout = format::vkFormatLayout(uint8_t(format));
    const size_t count = bytes.size() / layout.block_B;
    GuardedMemory blocks(bytes.size() + kOverread_B);
    std::memcpy(blocks.data(), bytes.data(), bytes.size());

    // Each texel of blocks, and a multiple of 16 of them: the last one again.
    const uint32_t perBlock = layout.compressed() ? 16 : 1;
    const size_t lanes = (count * perBlock + 15) / 16 * 16;
    std::vector<int32_t> offsets(lanes), x(lanes), y(lanes);
    std::vector<size_t> order(lanes);
    std::iota(order.begin(), order.end(), size_t(0));
    if (shuffled) {
        std::shuffle(order.begin(), order.end(), std::mt19937(1));
    }
    for (size_t i = 0; i < lanes; ++i) {
        const size_t texel = std::min(order[i], count * perBlock - 1);
        offsets[i] = int32_t(texel / perBlock * layout.block_B);
        x[i] = int32_t(texel % perBlock % 4) + 4 * int32_t(i % 5);
        y[i] = int32_t(texel % perBlock / 4) + 4 * int32_t(i % 3);
    }
    for (Level level : levelsHere()) {
        const Decoded result = decode(level, format, aspect, blocks.data(), offsets, x, y);
        int failures = 0;
        for (size_t i = 0; i < lanes && failures < 4; ++i) {
            const format::TexelValue want =
                expected(layout, aspect, bytes.data() + offsets[i], x[i], y[i]);
            for (int c = 0; c < 4; ++c) {
                const uint32_t got = result.channels[c][i];
                if (got != want.bits[c] && !(layout.encoding == format::Encoding::B10G11R11 &&
                                             bothNan(got, want.bits[c]))) {
                    ++failures;
                    ADD_FAILURE() << "format " << layout.vkFormat << " level v" << int(level)
                                  << " texel " << i << " channel " << c << ": "
                                  << std::bit_cast<float>(got) << " (" << std::hex << got
                                  << ") for " << std::bit_cast<float>(want.bits[c]) << " ("
                                  << want.bits[c] << ")";
                }
            }
        }
    }
}

std::vector<AspectRead> aspectsOf(const format::VkFormatLayout& layout) {
    if (layout.color()) {
        return {AspectRead::Color};
    }
    std::vector<AspectRead> aspects;
    if (layout.depth) {
        aspects.push_back(AspectRead::Depth);
    }
    if (layout.stencil) {
        aspects.push_back(AspectRead::Stencil);
    }
    return aspects;
}

std::vector<uint8_t> randomBytes(size_t size_B, uint32_t seed) {
    std::mt19937 random(seed);
    std::vector<uint8_t> bytes(size_B);
    for (uint8_t& byte : bytes) {
        byte = uint8_t(random());
    }
    return bytes;
}

TEST(Texel, RandomTexelsOfEveryFormat) {
    for (uint32_t format = 1; format < format::kVkFormatCount; ++format) {
        const format::VkFormatLayout& layout = format::vkFormatLayout(uint8_t(format));
        for (AspectRead aspect : aspectsOf(layout)) {
            const std::vector<uint8_t> bytes = randomBytes(4099u * layout.block_B, format);
            check(format, aspect, bytes);
            check(format, aspect, bytes, true);
        }
    }
}

TEST(Texel, ZerosAndOnesOfEveryFormat) {
    for (uint32_t format = 1; format < format::kVkFormatCount; ++format) {
        const format::VkFormatLayout& layout = format::vkFormatLayout(uint8_t(format));
        for (AspectRead aspect : aspectsOf(layout)) {
            for (uint8_t byte : {0x00, 0xff, 0x80, 0x7f, 0x01, 0xfe}) {
                check(format, aspect, std::vector<uint8_t>(16u * layout.block_B, byte));
            }
        }
    }
}

/// Channels of up to 16 bits: every value there is.
TEST(Texel, EveryValueOfNarrowChannels) {
    for (uint32_t format = 1; format < format::kVkFormatCount; ++format) {
        const format::VkFormatLayout& layout = format::vkFormatLayout(uint8_t(format));
        if (layout.compressed()) {
            continue;
        }
        std::vector<uint8_t> bytes(65536u * layout.block_B);
        for (uint32_t value = 0; value < 65536; ++value) {
            for (uint32_t i = 0; i < layout.block_B; ++i) {
                bytes[value * layout.block_B + i] = uint8_t(value >> i % 2 * 8);
            }
        }
        for (AspectRead aspect : aspectsOf(layout)) {
            check(format, aspect, bytes);
        }
    }
}

/// Values whose channels do not begin at a byte: all values of the lower, then of the upper bits.
TEST(Texel, EveryValueOfOddChannels) {
    for (uint32_t vkFormat : {58u, 59u, 64u, 65u, 122u, 123u}) {
        std::vector<uint8_t> bytes(65536u * 8);
        for (uint32_t value = 0; value < 65536; ++value) {
            const uint32_t words[2] = {value, value << 16 | 0x1234};
            std::memcpy(&bytes[value * 8], words, 8);
        }
        check(format::vkFormatIndex(vkFormat), AspectRead::Color, bytes);
    }
}

/// Blocks of all modes: random bytes seldom have those of BC7 and BC6H that need several low bits.
TEST(Texel, EveryModeOfBlocks) {
    for (uint32_t vkFormat : {143u, 144u, 145u, 146u}) {
        std::vector<uint8_t> bytes = randomBytes(256u * 32 * 16, vkFormat);
        for (size_t i = 0; i < bytes.size(); i += 16) {
            bytes[i] = uint8_t(i / 16);
            const uint32_t bit = uint32_t(i / 16 / 256) % 9;
            if (bit < 8) {
                bytes[i] = uint8_t((bytes[i] | 1u) << bit);
            }
        }
        check(format::vkFormatIndex(vkFormat), AspectRead::Color, bytes);
    }
}

TEST(Texel, EndPointsOfBc4InEveryOrder) {
    for (uint32_t vkFormat : {139u, 140u}) {
        std::vector<uint8_t> bytes = randomBytes(65536u * 8, vkFormat);
        for (uint32_t i = 0; i < 65536; ++i) {
            bytes[i * 8] = uint8_t(i);
            bytes[i * 8 + 1] = uint8_t(i >> 8);
        }
        check(format::vkFormatIndex(vkFormat), AspectRead::Color, bytes);
    }
}

} // namespace
} // namespace cpu::kernels
