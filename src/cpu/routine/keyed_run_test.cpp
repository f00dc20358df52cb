// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Tiers of the output merger and of vertex fetch against the kernels, bit by bit.
#include "cpu/jit/specialize.h"
#include "cpu/kernels/fetch_probe.h"
#include "cpu/kernels/kernel_library.h"
#include "cpu/kernels/kernel_test.h"
#include "cpu/kernels/merge_probe.h"
#include "cpu/routine/patterns.h"
#include "cpu/routine/prebuilt.h"
#include "format/vk_formats.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <random>

GLISSADE_PROBE(merge_color_arrays, (const cpu::kernels::MergeArrays* arrays, uint32_t blocks));
GLISSADE_PROBE(merge_depth_arrays, (const cpu::kernels::MergeArrays* arrays, uint32_t blocks));
GLISSADE_PROBE(fetch_arrays, (const cpu::kernels::FetchArrays* arrays, uint32_t count));

namespace cpu::routine {
namespace {

using format::VkFormatLayout;
using jit::ArgumentPattern;
using jit::KeyedKernel;
using kernels::MergeArrays;
using Random = std::mt19937;

constexpr uint32_t kBlocks = 8;
constexpr uint32_t kLanes = kBlocks * 16;

struct Scene {
    explicit Scene(Random& random) {
        for (auto& channel : in) {
            for (float& v : channel) {
                v = random() % 8 == 0 ? std::bit_cast<float>(uint32_t(random()))
                                      : float(random()) * 0x1.4p-32f;
            }
        }
        for (uint8_t& v : texels) {
            v = uint8_t(random());
        }
        for (int32_t& v : reference) {
            v = int32_t(random() % 256);
        }
        for (uint16_t& v : lanes) {
            v = random() % 2 ? 0xffff : uint16_t(random());
        }
        for (float& v : color.blendConstants) {
            v = float(random()) * 0x1p-32f;
        }
        depth = {0.1f, 0.9f, uint32_t(random()), uint32_t(random())};
    }

    /// What a routine for the key makes of it; its key argument is `passed`.
    std::vector<uint8_t>
    run(KeyedKernel kernel, uint64_t key, uint64_t passed, void* routine, Level level) const {
        const VkFormatLayout& layout = format::vkFormatLayout(uint8_t(key));
        std::vector<uint8_t> memory(texels, std::end(texels));
        if (kernel == KeyedKernel::FetchVertex) {
            const std::vector<uint16_t> active(kLanes / 16, 0xffff);
            std::vector<uint32_t> index(kLanes), out[4];
            for (uint32_t i = 0; i < kLanes; ++i) {
                index[i] = i < 64 ? i : uint32_t(reference[i]);
            }
            for (auto& channel : out) {
                channel.resize(kLanes);
            }
            const kernels::FetchArrays arrays{
                routine,
                uint32_t(passed),
                memory.data(),
                layout.block_B,
                200,
                active.data(),
                index.data(),
                {out[0].data(), out[1].data(), out[2].data(), out[3].data()}};
            fetch_arrays(level)(&arrays, kLanes);
            std::vector<uint8_t> bytes(sizeof(uint32_t) * 4 * kLanes);
            for (int c = 0; c < 4; ++c) {
                std::memcpy(bytes.data() + c * kLanes * 4, out[c].data(), kLanes * 4);
            }
            return bytes;
        }
        const bool colors = kernel == KeyedKernel::MergeColor;
        const bool tiled = key >> 8 & 1;
        uint16_t passing[kBlocks] = {};
        MergeArrays arrays{routine,
                           passed,
                           colors ? static_cast<const void*>(&color) : &depth,
                           memory.data(),
                           layout.block_B * (tiled ? 16u : 4u),
                           kBlocks * 4 * layout.block_B,
                           lanes,
                           {},
                           reference,
                           passing};
        for (int i = 0; i < 8; ++i) {
            arrays.in[i] = in[i];
        }
        (colors ? merge_color_arrays(level) : merge_depth_arrays(level))(&arrays, kBlocks);
        memory.insert(memory.end(),
                      reinterpret_cast<const uint8_t*>(passing),
                      reinterpret_cast<const uint8_t*>(passing) + sizeof passing);
        return memory;
    }

    float in[8][kLanes];
    uint8_t texels[256 * 16];
    int32_t reference[kLanes];
    uint16_t lanes[kBlocks];
    ColorData color;
    DepthData depth;
};

bool attachable(const VkFormatLayout& layout) {
    return layout.encoding != format::Encoding::None && !layout.compressed() &&
           std::has_single_bit(layout.block_B) && layout.channels[0].bits < 64;
}

uint64_t randomKey(KeyedKernel kernel, Random& random) {
    const auto formatFor = [&](auto&& fits) {
        for (;;) {
            const auto format = uint8_t(1 + random() % (format::kVkFormatCount - 1));
            if (fits(format::vkFormatLayout(format))) {
                return format;
            }
        }
    };
    const auto tiling = Tiling(random() % 2);
    if (kernel == KeyedKernel::FetchVertex) {
        return formatFor([](const VkFormatLayout& layout) {
            return layout.color() && !layout.compressed() && layout.channels[0].bits < 64;
        });
    }
    if (kernel == KeyedKernel::MergeDepth) {
        const auto format = formatFor([](const VkFormatLayout& layout) { return !layout.color(); });
        return DepthKey::make(format,
                              tiling,
                              random() % 4,
                              Compare(random() % 8),
                              random() % 2,
                              random() % 2,
                              random() % 2,
                              {StencilOp(random() % 8),
                               StencilOp(random() % 8),
                               StencilOp(random() % 8),
                               Compare(random() % 8)},
                              random() % 4 == 0)
            .bits;
    }
    const auto format = formatFor(
        [](const VkFormatLayout& layout) { return layout.color() && attachable(layout); });
    const ColorKey::Blend blend = {BlendFactor(random() % 19),
                                   BlendFactor(random() % 19),
                                   BlendOp(random() % 5),
                                   BlendFactor(random() % 19),
                                   BlendFactor(random() % 19),
                                   BlendOp(random() % 5)};
    return ColorKey::make(format,
                          tiling,
                          random() % 2 ? 15 : 1 + uint32_t(random() % 15),
                          random() % 4,
                          blend,
                          random() % 8 ? 16 : uint32_t(random() % 16))
        .bits;
}

std::string nameOf(const testing::TestParamInfo<std::tuple<KeyedKernel, Level>>& info) {
    const auto& [kernel, level] = info.param;
    return jit::kernelName(kernel).name + std::string("_v") + std::to_string(int(level));
}

class KeyedRun : public testing::TestWithParam<std::tuple<KeyedKernel, Level>> {};

INSTANTIATE_TEST_SUITE_P(Kernels,
                         KeyedRun,
                         testing::Combine(testing::Values(KeyedKernel::MergeColor,
                                                          KeyedKernel::MergeDepth,
                                                          KeyedKernel::FetchVertex),
                                          testing::ValuesIn(kernels::levelsHere())),
                         nameOf);

TEST_P(KeyedRun, SpecializedGivesTheBitsOfTheKernel) {
    const auto [kernel, level] = GetParam();
    Random random(11);
    for (int i = 0; i < 60; ++i) {
        const uint64_t key = randomKey(kernel, random);
        const auto state = {ArgumentPattern::exactly(key)};
        const auto object = jit::specialize(jit::kernelName(kernel), state, level);
        ASSERT_TRUE(object) << object.error().message;
        const auto code = jit::load(*object);
        ASSERT_TRUE(code) << code.error().message;
        void* const routine = (*code)->address(jit::kRoutineSymbol);
        for (int n = 0; n < 4; ++n) {
            const Scene scene(random);
            // The routine knows its key.
            ASSERT_EQ(scene.run(kernel, key, ~uint64_t(0), routine, level),
                      scene.run(kernel, key, key, nullptr, level))
                << std::hex << key;
        }
    }
}

TEST_P(KeyedRun, PrebuiltGivesTheBitsOfTheKernel) {
    const auto [kernel, level] = GetParam();
    Random random(12);
    for (const ArgumentPattern& pattern : patterns(kernel)) {
        int found = 0;
        for (int i = 0; i < 12; ++i) {
            const uint64_t key = (randomKey(kernel, random) & ~pattern.mask) | pattern.value;
            const Found routine = findPrebuilt(kernel, key, level);
            ASSERT_TRUE(routine.function);
            ++found;
            const Scene scene(random);
            ASSERT_EQ(scene.run(kernel, key, key, routine.function, level),
                      scene.run(kernel, key, key, nullptr, level))
                << std::hex << key;
        }
        EXPECT_GT(found, 0);
    }
}

TEST_P(KeyedRun, TheFirstOfPatternsHidesNoOther) {
    const auto patterns = routine::patterns(std::get<0>(GetParam()));
    for (size_t i = 0; i < patterns.size(); ++i) {
        EXPECT_EQ(patterns[i].value & ~patterns[i].mask, 0u);
        for (size_t j = 0; j < i; ++j) {
            const bool hides = (patterns[i].mask & patterns[j].mask) == patterns[j].mask &&
                               patterns[j].matches(patterns[i].value);
            EXPECT_FALSE(hides) << j << " hides " << i;
        }
    }
}

/// What programs use has a routine for it that no compiler has to make first.
TEST(KeyedPatterns, CoverWhatIsUsedMost) {
    for (const uint32_t vkFormat : {37u, 43u, 44u, 50u, 97u}) {
        const uint32_t format = format::vkFormatIndex(vkFormat);
        const auto patternOf = [&](bool blends, const ColorKey::Blend& blend, uint32_t mask = 15) {
            const uint64_t key =
                ColorKey::make(format, Tiling::Tiled, mask, blends, blend, 16).bits;
            const auto patterns = routine::patterns(KeyedKernel::MergeColor);
            return std::find_if(patterns.begin(),
                                patterns.end(),
                                [&](const auto& pattern) { return pattern.matches(key); })
                ->mask;
        };
        const ColorKey::Blend unusual = {
            BlendFactor::DstColor, BlendFactor::SrcColor, BlendOp::Max, {}, {}, {}};
        EXPECT_NE(patternOf(false, {}, 7), 0xffu);
        const uint64_t generic = patternOf(true, unusual);
        EXPECT_NE(generic, 0xffu);
        EXPECT_NE(patternOf(false, {}), generic);
        for (const BlendFactor source : {BlendFactor::SrcAlpha, BlendFactor::One}) {
            EXPECT_NE(patternOf(true,
                                {source,
                                 BlendFactor::OneMinusSrcAlpha,
                                 BlendOp::Add,
                                 BlendFactor::One,
                                 BlendFactor::OneMinusSrcAlpha,
                                 BlendOp::Add}),
                      generic);
            EXPECT_NE(patternOf(true,
                                {source,
                                 BlendFactor::One,
                                 BlendOp::Add,
                                 BlendFactor::Zero,
                                 BlendFactor::One,
                                 BlendOp::Add}),
                      generic);
        }
    }
}

} // namespace
} // namespace cpu::routine
