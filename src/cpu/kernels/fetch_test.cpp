// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Vertex attributes at every level against the host's texels, bit by bit.
#include "cpu/kernels/fetch_probe.h"
#include "cpu/kernels/guarded_memory.h"
#include "cpu/kernels/kernel_test.h"
#include "format/vk_formats.h"
#include "format/vk_texel.h"

#include <bit>
#include <cmath>
#include <gtest/gtest.h>
#include <random>

GLISSADE_PROBE(fetch_arrays, (const cpu::kernels::FetchArrays* arrays, uint32_t count));

namespace cpu::kernels {
namespace {

/// As memory has them behind buffers.
constexpr size_t kOverread_B = 64;

bool forVertices(const format::VkFormatLayout& layout) {
    return layout.color() && !layout.compressed() && layout.channels[0].bits < 64;
}

struct Lanes {
    explicit Lanes(size_t count) : active(count / 16, 0xffff), index(count) {
        for (auto& channel : out) {
            channel.resize(count);
        }
    }
    void
    fetch(Level level, uint32_t format, const uint8_t* base, uint32_t stride_B, uint32_t count) {
        const FetchArrays arrays{nullptr,
                                 format,
                                 base,
                                 stride_B,
                                 count,
                                 active.data(),
                                 index.data(),
                                 {out[0].data(), out[1].data(), out[2].data(), out[3].data()}};
        fetch_arrays(level)(&arrays, uint32_t(index.size()));
    }

    std::vector<uint16_t> active;
    std::vector<uint32_t> index;
    std::vector<uint32_t> out[4];
};

void expectFetched(const Lanes& lanes,
                   uint32_t format,
                   const uint8_t* base,
                   uint32_t stride_B,
                   uint32_t count,
                   Level level) {
    const format::VkFormatLayout& layout = format::vkFormatLayout(uint8_t(format));
    const uint32_t one = layout.integer() ? 1 : std::bit_cast<uint32_t>(1.0f);
    for (size_t i = 0; i < lanes.index.size(); ++i) {
        if (!(lanes.active[i / 16] >> i % 16 & 1)) {
            continue;
        }
        format::TexelValue want{{0, 0, 0, layout.channels[3].bits ? 0 : one}};
        if (lanes.index[i] < count) {
            want = format::readTexel(layout, base + uint64_t(lanes.index[i]) * stride_B);
        }
        for (int c = 0; c < 4; ++c) {
            if (layout.encoding != format::Encoding::Plain &&
                std::isnan(want.number(uint32_t(c)))) {
                ASSERT_TRUE(std::isnan(std::bit_cast<float>(lanes.out[c][i])));
                continue;
            }
            ASSERT_EQ(lanes.out[c][i], want.bits[c])
                << "format " << layout.vkFormat << " stride " << stride_B << " v" << int(level)
                << " element " << lanes.index[i] << " channel " << c;
        }
    }
}

template <class Function>
void forEachFormat(Function function) {
    for (uint32_t format = 1; format < format::kVkFormatCount; ++format) {
        if (forVertices(format::vkFormatLayout(uint8_t(format)))) {
            function(format, uint32_t(format::vkFormatLayout(uint8_t(format)).block_B));
            if (testing::Test::HasFatalFailure()) {
                return;
            }
        }
    }
}

TEST(Fetch, DecodesEveryFormatAtAnyStride) {
    std::mt19937 random(1);
    forEachFormat([&](uint32_t format, uint32_t element_B) {
        for (uint32_t stride_B : {element_B, element_B + 1, 32u, 0u, 13u}) {
            constexpr uint32_t kElements = 103;
            const size_t size_B = size_t(kElements - 1) * stride_B + element_B;
            GuardedMemory memory(size_B + kOverread_B);
            for (size_t i = 0; i < size_B; ++i) {
                memory.data()[i] = uint8_t(random());
            }
            Lanes lanes(256);
            for (size_t i = 0; i < 256; ++i) {
                // In order, which kernels read at once, and in none.
                lanes.index[i] = i < 128 ? uint32_t(i) : uint32_t(random() % (kElements + 3));
            }
            lanes.index[200] = ~0u;
            lanes.index[201] = 1u << 31;
            lanes.active[12] = uint16_t(random());
            lanes.active[13] = 0;
            std::vector<uint32_t> first[4];
            for (auto& channel : first) {
                channel.resize(lanes.index.size());
            }
            for (Level level : levelsHere()) {
                lanes.fetch(level, format, memory.data(), stride_B, kElements);
                expectFetched(lanes, format, memory.data(), stride_B, kElements, level);
                for (int c = 0; c < 4; ++c) { // NaN included.
                    for (size_t i = 0; i < lanes.index.size(); ++i) {
                        const bool active = lanes.active[i / 16] >> i % 16 & 1;
                        uint32_t& before = first[c][i];
                        before = level == Level::V2 && active ? lanes.out[c][i] : before;
                        ASSERT_TRUE(!active || lanes.out[c][i] == before);
                    }
                }
                if (testing::Test::HasFatalFailure()) {
                    return;
                }
            }
        }
    });
}

TEST(Fetch, ReadsNothingWhereNothingIsBound) {
    forEachFormat([](uint32_t format, uint32_t element_B) {
        Lanes lanes(16);
        for (Level level : levelsHere()) {
            lanes.fetch(level, format, nullptr, element_B, 0);
            expectFetched(lanes, format, nullptr, element_B, 0, level);
        }
    });
}

/// Nothing lies between the elements that are asked for: they are far apart.
TEST(Fetch, BuffersMayBeLargerThanOffsetsOfGathers) {
    constexpr uint64_t kSize_B = uint64_t(5) << 30;
    auto* const memory = static_cast<uint8_t*>(mmap(nullptr,
                                                    kSize_B,
                                                    PROT_READ | PROT_WRITE,
                                                    MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE,
                                                    -1,
                                                    0));
    ASSERT_NE(memory, MAP_FAILED);
    for (uint32_t stride_B : {16u, 2048u}) {
        const auto count = uint32_t((kSize_B - kOverread_B) / stride_B);
        Lanes lanes(32);
        for (uint32_t i = 0; i < 32; ++i) {
            lanes.index[i] = i % 2 ? count - 1 - i : i * (count / 32);
            memory[uint64_t(lanes.index[i]) * stride_B] = uint8_t(i + 1);
        }
        lanes.index[5] = count;
        for (uint32_t vkFormat : {9u, 37u, 97u, 109u}) {
            const uint32_t format = format::vkFormatIndex(vkFormat);
            for (Level level : levelsHere()) {
                lanes.fetch(level, format, memory, stride_B, count);
                expectFetched(lanes, format, memory, stride_B, count, level);
            }
        }
    }
    munmap(memory, kSize_B);
}

} // namespace
} // namespace cpu::kernels
