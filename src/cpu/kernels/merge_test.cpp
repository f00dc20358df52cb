// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// The output merger at every level against the reference, bit by bit, over every format that an
// attachment may have.
#include "cpu/kernels/guarded_memory.h"
#include "cpu/kernels/kernel_test.h"
#include "cpu/kernels/merge_probe.h"
#include "cpu/kernels/reference_merge.h"
#include "format/srgb.h"
#include "format/vk_formats.h"

#include <bit>
#include <cmath>
#include <cstring>
#include <gtest/gtest.h>
#include <limits>
#include <random>

GLISSADE_PROBE(merge_color_arrays, (const cpu::kernels::MergeArrays* arrays, uint32_t blocks));
GLISSADE_PROBE(merge_depth_arrays, (const cpu::kernels::MergeArrays* arrays, uint32_t blocks));

namespace cpu::kernels {
namespace {

using format::ChannelType;
using format::VkFormatLayout;
using Random = std::mt19937;

constexpr uint32_t kBlocks = 24;
constexpr uint32_t kLanesInAll = kBlocks * 16;

std::vector<uint32_t> colorFormats() {
    std::vector<uint32_t> formats;
    for (uint32_t i = 1; i < format::kVkFormatCount; ++i) {
        const VkFormatLayout& layout = format::vkFormatLayout(uint8_t(i));
        if (layout.color() && !layout.compressed() && std::has_single_bit(layout.block_B) &&
            layout.type != ChannelType::Uscaled && layout.type != ChannelType::Sscaled &&
            layout.encoding != format::Encoding::E5B9G9R9 && layout.channels[0].bits < 64) {
            formats.push_back(i);
        }
    }
    return formats;
}

std::vector<uint32_t> depthFormats() {
    std::vector<uint32_t> formats;
    for (uint32_t i = 1; i < format::kVkFormatCount; ++i) {
        if (!format::vkFormatLayout(uint8_t(i)).color()) {
            formats.push_back(i);
        }
    }
    return formats;
}

float someNumber(Random& random) {
    const float special[] = {0.0f,
                             -0.0f,
                             1.0f,
                             -1.0f,
                             0.5f,
                             2.0f,
                             0x1p-149f,
                             0x1p-127f,
                             1e30f,
                             -1e30f,
                             std::numeric_limits<float>::max(),
                             std::numeric_limits<float>::infinity(),
                             -std::numeric_limits<float>::infinity(),
                             std::bit_cast<float>(0x7fc00000u),
                             std::bit_cast<float>(0xffc12345u),
                             std::bit_cast<float>(0x7f812345u)};
    switch (random() % 8) {
    case 0:
        return special[random() % std::size(special)];
    case 1:
        return std::bit_cast<float>(uint32_t(random()));
    case 2:
        return float(random() % 256) / 255.0f;
    case 3:
        return float(int32_t(random())) * 0x1p-30f;
    default:
        return float(random()) * 0x1p-32f;
    }
}

/// A row of blocks with memory around it that must stay as it is.
class Attachment {
public:
    Attachment(uint32_t format, Tiling tiling, Random& random)
        : m_texel_B(format::vkFormatLayout(uint8_t(format)).block_B),
          m_tiled(tiling == Tiling::Tiled),
          m_memory(size_B()) {
        for (size_t i = 0; i < size_B(); ++i) {
            m_memory.data()[i] = uint8_t(random());
        }
    }

    uint32_t rowPitch_B() const { return kBlocks * 4 * m_texel_B; }
    uint32_t block_B() const { return (m_tiled ? 16 : 4) * m_texel_B; }
    size_t size_B() const { return size_t(kBlocks) * 16 * m_texel_B; }
    uint8_t* data() const { return m_memory.data(); }
    std::vector<uint8_t> bytes() const { return {data(), data() + size_B()}; }

    /// Of a lane, in bytes().
    size_t offset_B(uint32_t lane) const {
        const uint32_t quad = lane % 16 / 4;
        const uint32_t x = quad % 2 * 2 + lane % 2;
        const uint32_t y = quad / 2 * 2 + lane % 4 / 2;
        const uint32_t block = lane / 16;
        return m_tiled ? size_t(block * 16 + y * 4 + x) * m_texel_B
                       : size_t(y) * rowPitch_B() + size_t(block * 4 + x) * m_texel_B;
    }

private:
    uint32_t m_texel_B;
    bool m_tiled;
    GuardedMemory m_memory;
};

struct Fragments {
    explicit Fragments(Random& random) {
        for (auto& channel : in) {
            for (float& v : channel) {
                v = someNumber(random);
            }
        }
        for (int32_t& v : reference) {
            v = int32_t(random());
        }
        for (uint16_t& bits : lanes) {
            bits = random() % 3 == 0 ? 0xffff : random() % 8 == 0 ? 0 : uint16_t(random());
        }
    }
    bool covers(uint32_t lane) const { return lanes[lane / 16] >> lane % 16 & 1; }

    float in[8][kLanesInAll];
    int32_t reference[kLanesInAll];
    uint16_t lanes[kBlocks];
};

MergeArrays
arraysOf(uint64_t key, const void* data, const Attachment& attachment, const Fragments& fragments) {
    MergeArrays arrays{nullptr,
                       key,
                       data,
                       attachment.data(),
                       attachment.block_B(),
                       attachment.rowPitch_B(),
                       fragments.lanes,
                       {},
                       fragments.reference,
                       nullptr};
    for (int i = 0; i < 8; ++i) {
        arrays.in[i] = fragments.in[i];
    }
    return arrays;
}

void expectColors(ColorKey key, Random& random) {
    const VkFormatLayout& layout = format::vkFormatLayout(uint8_t(key.format()));
    const uint32_t seed = uint32_t(random());
    Fragments fragments(random);
    ColorData data;
    for (float& v : data.blendConstants) {
        v = someNumber(random);
    }
    Random texels(seed);
    std::vector<uint8_t> want = Attachment(key.format(), key.tiling(), texels).bytes();
    for (Level level : levelsHere()) {
        texels.seed(seed);
        const Attachment attachment(key.format(), key.tiling(), texels);
        if (level == levelsHere().front()) {
            for (uint32_t lane = 0; lane < kLanesInAll; ++lane) {
                if (!fragments.covers(lane)) {
                    continue;
                }
                float source[4], second[4];
                for (int i = 0; i < 4; ++i) {
                    source[i] = fragments.in[i][lane];
                    second[i] = fragments.in[i + 4][lane];
                }
                referenceMergeColor(
                    key, data, want.data() + attachment.offset_B(lane), source, second);
            }
        }
        const MergeArrays arrays = arraysOf(key.bits, &data, attachment, fragments);
        merge_color_arrays(level)(&arrays, kBlocks);
        for (uint32_t lane = 0; lane < kLanesInAll; ++lane) {
            const size_t at = attachment.offset_B(lane);
            ASSERT_EQ(std::memcmp(attachment.data() + at, want.data() + at, layout.block_B), 0)
                << "format " << layout.vkFormat << " v" << int(level) << " key " << std::hex
                << key.bits << std::dec << " lane " << lane << " covered " << fragments.covers(lane)
                << " source " << fragments.in[0][lane] << " " << fragments.in[1][lane] << " "
                << fragments.in[2][lane] << " " << fragments.in[3][lane] << " blends "
                << int(key.srcColor()) << " " << int(key.dstColor()) << " " << int(key.colorOp())
                << ", " << int(key.srcAlpha()) << " " << int(key.dstAlpha()) << " "
                << int(key.alphaOp()) << " mask " << key.writeMask() << " logic " << key.logicOp();
        }
    }
}

Tiling someTiling(Random& random) {
    return Tiling(random() % 2);
}

TEST(MergeColor, StoresWhatIsNotBlended) {
    Random random(1);
    for (uint32_t format : colorFormats()) {
        for (Tiling tiling : {Tiling::Linear, Tiling::Tiled}) {
            EXPECT_EQ(ColorKey::make(format, tiling, 0, false, {}, 16), ColorKey{});
            for (uint32_t mask = 1; mask < 16; ++mask) {
                expectColors(ColorKey::make(format, tiling, mask, false, {}, 16), random);
                if (HasFatalFailure()) {
                    return;
                }
            }
        }
    }
}

/// Every code, from its least number on.
TEST(MergeColor, StoresTheNearestSrgb) {
    constexpr uint32_t kStep =
        1u << 16; // Of floats' bits: kernels look codes up by the upper half.
    std::vector<uint32_t> bits;
    for (uint32_t at = 0x38000000u; at <= 0x3f810000u; at += kStep) {
        bits.insert(bits.end(), {at - 1, at, at + 1, at + kStep / 2});
    }
    for (const float threshold : format::srgb::kTables.thresholds) {
        const auto at = std::bit_cast<uint32_t>(threshold);
        bits.insert(bits.end(), {at - 1, at, at + 1});
    }
    bits.resize((bits.size() + 15) / 16 * 16);
    std::vector<float> numbers;
    for (const uint32_t v : bits) {
        numbers.push_back(std::bit_cast<float>(v));
    }
    const auto blocks = uint32_t(numbers.size() / 16);
    const std::vector<uint16_t> lanes(blocks, 0xffff);
    const ColorKey key =
        ColorKey::make(format::vkFormatIndex(15), Tiling::Tiled, 15, false, {}, 16); // R8_SRGB
    for (Level level : levelsHere()) {
        std::vector<uint8_t> texels(numbers.size());
        MergeArrays arrays{};
        arrays.key = key.bits;
        arrays.base = texels.data();
        arrays.block_B = 16;
        arrays.lanes = lanes.data();
        for (auto& in : arrays.in) {
            in = numbers.data();
        }
        merge_color_arrays(level)(&arrays, blocks);
        for (uint32_t lane = 0; lane < numbers.size(); ++lane) {
            const uint32_t quad = lane % 16 / 4;
            const uint32_t x = quad % 2 * 2 + lane % 2;
            const uint32_t y = quad / 2 * 2 + lane % 4 / 2;
            ASSERT_EQ(texels[lane / 16 * 16 + y * 4 + x], format::linearToSrgb(numbers[lane]))
                << numbers[lane] << " v" << int(level);
        }
    }
}

TEST(MergeColor, AppliesLogicOperations) {
    Random random(2);
    for (uint32_t format : colorFormats()) {
        for (uint32_t op = 0; op < 16; ++op) {
            const uint32_t mask = random() % 2 ? 15 : 1 + uint32_t(random() % 15);
            expectColors(ColorKey::make(format, someTiling(random), mask, false, {}, op), random);
            if (HasFatalFailure()) {
                return;
            }
        }
    }
}

TEST(MergeColor, BlendsByEveryFactorAndOperation) {
    Random random(3);
    constexpr uint32_t kFactors = uint32_t(BlendFactor::OneMinusSrc1Alpha) + 1;
    for (uint32_t format : colorFormats()) {
        for (uint32_t i = 0; i < kFactors * kFactors; ++i) {
            // Every pair for colors, any for alpha.
            const ColorKey::Blend blend = {BlendFactor(i % kFactors),
                                           BlendFactor(i / kFactors),
                                           BlendOp(random() % 5),
                                           BlendFactor(random() % kFactors),
                                           BlendFactor(random() % kFactors),
                                           BlendOp(random() % 5)};
            const uint32_t mask = random() % 4 ? 15 : 1 + uint32_t(random() % 15);
            expectColors(ColorKey::make(format, someTiling(random), mask, true, blend, 16), random);
            if (HasFatalFailure()) {
                return;
            }
        }
    }
}

void expectDepths(DepthKey key, Random& random) {
    const VkFormatLayout& layout = format::vkFormatLayout(uint8_t(key.format()));
    const uint32_t seed = uint32_t(random());
    Fragments fragments(random);
    DepthData data{};
    data.minDepth = float(random() % 256) / 512.0f;
    data.maxDepth = data.minDepth + float(random() % 256) / 256.0f;
    data.compareMask = random() % 2 ? ~0u : uint32_t(random());
    data.writeMask = random() % 2 ? ~0u : uint32_t(random());
    data.minBounds = float(random() % 256) / 512.0f;
    data.maxBounds = data.minBounds + float(random() % 256) / 256.0f;

    const auto prepare = [&] {
        Random texels(seed);
        auto attachment = std::make_unique<Attachment>(key.format(), key.tiling(), texels);
        // Near fragments and stored numbers meet.
        for (uint32_t lane = 0; lane < kLanesInAll; lane += 2) {
            float source[4] = {fragments.in[0][lane], 0, 0, 0};
            const uint32_t step = uint32_t(texels() % 3) - 1;
            source[0] = std::bit_cast<float>(std::bit_cast<uint32_t>(source[0]) + step * 128);
            if (layout.depth) {
                referenceMergeDepth(
                    DepthKey::make(
                        key.format(), key.tiling(), true, Compare::Always, true, false, false, {}),
                    {},
                    attachment->data() + attachment->offset_B(lane),
                    source[0],
                    0);
            }
        }
        return attachment;
    };
    std::vector<uint8_t> want = prepare()->bytes();
    uint16_t wantPassing[kBlocks] = {};
    for (Level level : levelsHere()) {
        const auto attachment = prepare();
        if (level == levelsHere().front()) {
            for (uint32_t lane = 0; lane < kLanesInAll; ++lane) {
                if (fragments.covers(lane) &&
                    referenceMergeDepth(key,
                                        data,
                                        want.data() + attachment->offset_B(lane),
                                        fragments.in[0][lane],
                                        uint32_t(fragments.reference[lane]))) {
                    wantPassing[lane / 16] |= uint16_t(1u << lane % 16);
                }
            }
        }
        uint16_t passing[kBlocks];
        MergeArrays arrays = arraysOf(key.bits, &data, *attachment, fragments);
        arrays.passing = passing;
        merge_depth_arrays(level)(&arrays, kBlocks);
        for (uint32_t lane = 0; lane < kLanesInAll; ++lane) {
            const size_t at = attachment->offset_B(lane);
            const auto trace = [&] {
                return testing::Message()
                       << "format " << layout.vkFormat << " v" << int(level) << " key " << std::hex
                       << key.bits << std::dec << " lane " << lane << " covered "
                       << fragments.covers(lane) << " depth " << fragments.in[0][lane]
                       << " compare " << int(key.compare()) << " writes " << key.writes();
            };
            ASSERT_EQ(passing[lane / 16] >> lane % 16 & 1, wantPassing[lane / 16] >> lane % 16 & 1)
                << trace();
            ASSERT_TRUE(key.bits == 0 ||
                        std::memcmp(attachment->data() + at, want.data() + at, layout.block_B) == 0)
                << trace();
        }
    }
}

TEST(MergeDepth, TestsAndWritesDepth) {
    Random random(4);
    for (uint32_t format : depthFormats()) {
        for (Tiling tiling : {Tiling::Linear, Tiling::Tiled}) {
            for (uint32_t i = 0; i < 8 * 4; ++i) {
                expectDepths(
                    DepthKey::make(
                        format, tiling, true, Compare(i % 8), i / 8 % 2, i / 16, false, {}),
                    random);
                if (HasFatalFailure()) {
                    return;
                }
            }
        }
    }
}

TEST(MergeDepth, TestsAndWritesStencil) {
    Random random(5);
    for (uint32_t format : depthFormats()) {
        for (uint32_t i = 0; i < 8 * 8 * 8; ++i) {
            const DepthKey::Stencil stencil = {
                StencilOp(i % 8), StencilOp(i / 8 % 8), StencilOp(i / 64), Compare(random() % 8)};
            expectDepths(DepthKey::make(format,
                                        someTiling(random),
                                        random() % 2,
                                        Compare(random() % 8),
                                        random() % 2,
                                        random() % 2,
                                        true,
                                        stencil),
                         random);
            if (HasFatalFailure()) {
                return;
            }
        }
    }
}

TEST(MergeDepth, KeysForgetOperationsThatNoFragmentComesTo) {
    using enum StencilOp;
    const auto key = [](const DepthKey::Stencil& stencil, bool tests, Compare depth) {
        return DepthKey::make(1, Tiling::Tiled, tests, depth, true, false, true, stencil);
    };
    const auto alone = [&](const DepthKey::Stencil& stencil) {
        return key(stencil, false, Compare::Less);
    };
    const auto both = [&](const DepthKey::Stencil& stencil) {
        return key(stencil, true, Compare::Less);
    };
    EXPECT_EQ(both({Replace, Invert, Zero, Compare::Never}),
              alone({Replace, Keep, Keep, Compare::Never}));
    EXPECT_EQ(alone({Invert, Replace, Zero, Compare::Equal}),
              alone({Invert, Replace, Keep, Compare::Equal}));
    EXPECT_EQ(both({Invert, Replace, Zero, Compare::Always}),
              both({Keep, Replace, Zero, Compare::Always}));
    EXPECT_EQ(key({Invert, Replace, Zero, Compare::Equal}, true, Compare::Never),
              key({Invert, Keep, Zero, Compare::Equal}, true, Compare::Never));
    EXPECT_EQ(alone({Invert, Keep, Zero, Compare::Always}).bits, 0u);
    for (const DepthKey::Stencil& stencil :
         {DepthKey::Stencil{Zero, Replace, Invert, Compare::Equal},
          {Keep, Replace, Invert, Compare::Equal},
          {Zero, Keep, Invert, Compare::Equal},
          {Zero, Replace, Keep, Compare::Equal}}) {
        EXPECT_EQ(both(stencil).stencil(), stencil);
    }
}

TEST(MergeDepth, TestsBounds) {
    Random random(7);
    for (uint32_t format : depthFormats()) {
        for (uint32_t i = 0; i < 64; ++i) {
            const DepthKey::Stencil stencil = {StencilOp(random() % 8),
                                               StencilOp(random() % 8),
                                               StencilOp(random() % 8),
                                               Compare(random() % 8)};
            expectDepths(DepthKey::make(format,
                                        someTiling(random),
                                        i % 2,
                                        Compare(random() % 8),
                                        random() % 2,
                                        random() % 2,
                                        i / 2 % 2,
                                        stencil,
                                        true),
                         random);
            if (HasFatalFailure()) {
                return;
            }
        }
    }
}

TEST(MergeDepth, NothingOnlyPasses) {
    Random random(6);
    expectDepths(DepthKey{}, random);
    Fragments fragments(random);
    uint16_t passing[kBlocks];
    for (Level level : levelsHere()) {
        MergeArrays arrays{};
        arrays.lanes = fragments.lanes;
        arrays.in[0] = fragments.in[0];
        arrays.reference = fragments.reference;
        arrays.passing = passing;
        merge_depth_arrays(level)(&arrays, kBlocks);
        EXPECT_EQ(std::memcmp(passing, fragments.lanes, sizeof passing), 0);
    }
}

/// Blocks beside a linear attachment's edge share rows with what others draw at the same time.
TEST(MergeColor, LeavesMemoryOfOthersAlone) {
    for (Level level : levelsHere()) {
        GuardedMemory memory(4 * 4 * 4);
        const ColorKey key =
            ColorKey::make(format::vkFormatIndex(37), Tiling::Linear, 15, false, {}, 16);
        std::vector<float> ones(16, 1.0f);
        const uint16_t lanes = 0x1111; // The left upper pixel of each quad.
        MergeArrays arrays{};
        arrays.key = key.bits;
        arrays.base = memory.data();
        arrays.rowPitch_B = 16;
        arrays.lanes = &lanes;
        for (auto& in : arrays.in) {
            in = ones.data();
        }
        merge_color_arrays(level)(&arrays, 1);
        for (int i = 0; i < 16; ++i) {
            uint32_t texel;
            std::memcpy(&texel, memory.data() + 4 * i, 4);
            EXPECT_EQ(texel, i % 2 == 0 && i / 4 % 2 == 0 ? ~0u : 0u) << i;
        }
    }
}

} // namespace
} // namespace cpu::kernels
