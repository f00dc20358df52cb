// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// The sampling kernel of every level against the reference sampler. Where Vulkan leaves room, the
// reference is asked for all that lies within it, and the kernel has to stay inside.
#include "cpu/kernels/sample_test_case.h"
#include "format/vk_formats.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <gtest/gtest.h>

namespace cpu::kernels {
namespace {

using reference::Color;

constexpr int kRounds = 100;

constexpr ViewType kTypes[] = {ViewType::D1,
                               ViewType::D2,
                               ViewType::D3,
                               ViewType::Cube,
                               ViewType::D1Array,
                               ViewType::D2Array,
                               ViewType::CubeArray};

/// Compressed formats have no 1D and no 3D images here.
bool possible(uint32_t vkFormat, ViewType type) {
    return vkFormat < kBc1 ||
           (type != ViewType::D1 && type != ViewType::D1Array && type != ViewType::D3);
}

class Formats : public testing::TestWithParam<uint32_t> {};

TEST_P(Formats, AgreeWithTheReference) {
    Draw draw(GetParam() * 7919);
    for (int round = 0; round < kRounds; ++round) {
        for (const ViewType type : kTypes) {
            if (!possible(GetParam(), type)) {
                continue;
            }
            const Case c = drawCase(draw, GetParam(), type);
            ASSERT_NO_FATAL_FAILURE(check(c, draw.random(), draw.inputs(c)));
        }
    }
}

INSTANTIATE_TEST_SUITE_P(SampleTest,
                         Formats,
                         testing::Values(kR8,
                                         kRg8,
                                         kRgba8,
                                         kRgba8Snorm,
                                         kRgba8Srgb,
                                         kBgra8,
                                         kRgb10A2,
                                         kR16,
                                         kRgba16Float,
                                         kR32Float,
                                         kRg32Float,
                                         kRgba32Float,
                                         kBc1,
                                         kBc1Srgb,
                                         kBc2,
                                         kBc3,
                                         kBc4,
                                         kBc7,
                                         kBc7Srgb,
                                         kEtc2,
                                         kEtc2A1,
                                         kEtc2A8Srgb));

enum class Border {
    Standard,  ///< Of VkBorderColor.
    Bytes,     ///< Others that eight bits say.
    NearBytes, ///< Almost those.
    Other,     ///< Beyond what Unorm has, too.
};

void drawBorder(Draw& draw, uint32_t vkFormat, Border kind, uint32_t (&border)[4]) {
    const bool srgb =
        format::vkFormatLayout(format::vkFormatIndex(vkFormat)).type == format::ChannelType::Srgb;
    const float color = draw.of({0.0f, 1.0f});
    const float alpha = color > 0 ? 1.0f : draw.of({0.0f, 1.0f});
    for (size_t i = 0; i < 4; ++i) {
        float v = i == 3 ? alpha : color;
        // Borders are linear.
        const float byte = srgb && i < 3 ? draw.of({0.0f, 1.0f}) : float(draw.below(256)) / 255.0f;
        switch (kind) {
        case Border::Standard:
            break;
        case Border::Bytes:
            v = byte;
            break;
        case Border::NearBytes:
            v = byte + draw.of({0.0f, 1e-5f, -1e-5f, 1e-7f, -1e-7f});
            break;
        case Border::Other:
            v = draw.of({0.25f, 0.3f, 0.7f, 0.0f, 1.0f, -0.5f, 1.5f, 1e-3f, 0.5f / 255.0f});
            break;
        }
        border[i] = std::bit_cast<uint32_t>(v);
    }
}

class Borders : public testing::TestWithParam<uint32_t> {};

TEST_P(Borders, AgreeWithTheReference) {
    Draw draw(GetParam() * 104729);
    for (int round = 0; round < kRounds; ++round) {
        for (const ViewType type :
             {ViewType::D1, ViewType::D2, ViewType::D2Array, ViewType::Cube}) {
            if (!possible(GetParam(), type)) {
                continue;
            }
            for (const Border kind :
                 {Border::Standard, Border::Bytes, Border::NearBytes, Border::Other}) {
                Case c = drawCase(draw, GetParam(), type);
                c.sampler.magLinear = c.sampler.minLinear = true;
                c.sampler.seamless = false;
                c.sampler.address.fill(Address::ClampToBorder);
                if (draw.chance(4)) {
                    c.sampler.address[size_t(draw.below(2))] =
                        draw.of({Address::Repeat, Address::ClampToEdge});
                }
                drawBorder(draw, GetParam(), kind, c.border);
                ASSERT_NO_FATAL_FAILURE(check(c, draw.random(), draw.inputs(c)));
            }
        }
    }
}

INSTANTIATE_TEST_SUITE_P(
    SampleTest,
    Borders,
    testing::Values(
        kR8, kRg8, kRgba8, kRgba8Srgb, kBgra8, kBc1, kBc1Srgb, kBc2, kBc7, kBc7Srgb, kEtc2A8Srgb));

TEST(SampleTest, AnyTexelsGiveTheSameBitsAtEveryLevel) {
    for (const uint32_t vkFormat : {kRgba16Float, kRgba32Float, kD32}) {
        Draw draw(vkFormat + 2);
        for (int round = 0; round < kRounds; ++round) {
            Case c = drawCase(draw, vkFormat, draw.of(kTypes));
            c.shape.anyBits = true;
            c.shape.aspect = vkFormat == kD32 ? AspectRead::Depth : AspectRead::Color;
            TestImage image(c.shape, draw.random());
            Outputs out;
            ASSERT_NO_FATAL_FAILURE(expectSameBits(c, image, draw.inputs(c), out));
        }
    }
}

TEST(SampleTest, NothingBoundIsZero) {
    Draw draw(1);
    Case c;
    const Inputs in = draw.inputs(c);
    for (const Level level : levelsHere()) {
        Outputs out;
        SampleArrays arrays = arraysOf(in, out);
        arrays.op = c.op().bits;
        sample_arrays(level)(&arrays, kCount);
        for (const auto& channel : out.channel) {
            EXPECT_EQ(std::count(channel.begin(), channel.end(), 0.0f), kCount);
        }
    }
}

TEST(SampleTest, IntegersTravelAsTheirBits) {
    for (const uint32_t vkFormat : {kRgba8Uint, kR16Sint, kRgba32Sint}) {
        Draw draw(vkFormat);
        for (int round = 0; round < kRounds; ++round) {
            for (const ViewType type : kTypes) {
                Case c = drawCase(draw, vkFormat, type);
                c.sampler.magLinear = c.sampler.minLinear = c.sampler.mipLinear = false;
                c.sampler.anisotropic = false;
                for (uint32_t& bits : c.border) {
                    bits = uint32_t(draw.random()());
                }
                ASSERT_NO_FATAL_FAILURE(check(c, draw.random(), draw.inputs(c)));
            }
        }
    }
}

TEST(SampleTest, DepthIsComparedBeforeFiltering) {
    for (const uint32_t vkFormat : {kD16, kD32, kD24S8, kD32S8}) {
        Draw draw(vkFormat);
        for (int round = 0; round < kRounds; ++round) {
            for (const ViewType type : kTypes) {
                if (type == ViewType::D3) {
                    continue;
                }
                Case c = drawCase(draw, vkFormat, type);
                c.shape.aspect = AspectRead::Depth;
                c.depthReference = c.sampler.compares = !draw.chance(4);
                c.sampler.compare = Compare(draw.below(8));
                Inputs in = draw.inputs(c);
                ASSERT_NO_FATAL_FAILURE(check(c, draw.random(), in));
            }
        }
    }
}

TEST(SampleTest, StencilIsAnInteger) {
    for (const uint32_t vkFormat : {kS8, kD24S8, kD32S8}) {
        Draw draw(vkFormat);
        for (int round = 0; round < kRounds; ++round) {
            Case c = drawCase(draw, vkFormat, ViewType::D2);
            c.shape.aspect = AspectRead::Stencil;
            c.sampler.magLinear = c.sampler.minLinear = c.sampler.mipLinear = false;
            c.sampler.anisotropic = false;
            ASSERT_NO_FATAL_FAILURE(check(c, draw.random(), draw.inputs(c)));
        }
    }
}

TEST(SampleTest, ReductionTakesTheLeastOrTheMost) {
    for (const uint32_t vkFormat : {kR8, kRgba8, kRgba16Float, kR32Float}) {
        Draw draw(vkFormat);
        for (int round = 0; round < kRounds; ++round) {
            for (const ViewType type : kTypes) {
                Case c = drawCase(draw, vkFormat, type);
                c.sampler.reduction = round % 2 ? Reduction::Min : Reduction::Max;
                // Rounding moves each sample along an axis on its own, and here it shows.
                c.sampler.anisotropic = false;
                ASSERT_NO_FATAL_FAILURE(check(c, draw.random(), draw.inputs(c)));
            }
        }
    }
}

TEST(SampleTest, GathersTheFourTexels) {
    for (const uint32_t vkFormat : {kRgba8, kRgba32Float, kRgba8Uint, kD32, kR8}) {
        Draw draw(vkFormat);
        for (int round = 0; round < kRounds; ++round) {
            for (const ViewType type :
                 {ViewType::D2, ViewType::D2Array, ViewType::Cube, ViewType::CubeArray}) {
                Case c = drawCase(draw, vkFormat, type);
                c.method = SampleMethod::Gather;
                c.minLod = c.bias = false;
                c.component = uint32_t(draw.below(4));
                c.sampler.anisotropic = false;
                if (vkFormat == kD32) {
                    c.shape.aspect = AspectRead::Depth;
                    c.depthReference = c.sampler.compares = true;
                    c.sampler.compare = Compare(draw.below(8));
                }
                ASSERT_NO_FATAL_FAILURE(check(c, draw.random(), draw.inputs(c)));
            }
        }
    }
}

TEST(SampleTest, TakesUnnormalizedCoordinates) {
    for (const uint32_t vkFormat : {kRgba8, kRgba32Float}) {
        Draw draw(vkFormat + 1);
        for (int round = 0; round < kRounds; ++round) {
            Case c = drawCase(draw, vkFormat, round % 2 ? ViewType::D1 : ViewType::D2);
            c.shape.levels = 1;
            c.viewMinLod = 0;
            c.method = SampleMethod::Lod;
            c.minLod = c.bias = false;
            reference::Sampler s;
            s.unnormalized = true;
            s.magLinear = s.minLinear = draw.chance(2);
            s.address.fill(draw.chance(2) ? Address::ClampToEdge : Address::ClampToBorder);
            c.sampler = s;
            ASSERT_NO_FATAL_FAILURE(check(c, draw.random(), draw.inputs(c)));
        }
    }
}

TEST(SampleTest, AnswersLodQueries) {
    Draw draw(99);
    for (int round = 0; round < 200; ++round) {
        Case c = drawCase(draw, kRgba8, draw.of(kTypes));
        c.method = SampleMethod::Implicit;
        c.bias = c.minLod = c.offset = false;
        c.viewMinLod = 0;
        TestImage image(c.shape, draw.random());
        const Inputs in = draw.inputs(c);
        Case asked = c;
        asked.method = SampleMethod::QueryLod;
        const Outputs out = run(levelsHere()[0], asked, image, in);
        const reference::Image exact = referenceImage(c, image);
        for (const Level level : levelsHere()) {
            const Outputs other = run(level, asked, image, in);
            ASSERT_EQ(std::memcmp(&out, &other, sizeof out), 0);
        }
        for (uint32_t lane = 0; lane < kCount; ++lane) {
            const reference::Query q = queryOf(c, in, lane);
            if (!comparable(c, in, lane)) {
                continue;
            }
            const auto [level, lambda] = reference::queryLod(exact, c.sampler, q, {});
            if (!(lambda > -60)) {
                EXPECT_LT(out.channel[1][lane], -50) << c.text(); // Nothing moves.
                continue;
            }
            EXPECT_NEAR(out.channel[1][lane], lambda, 1e-3) << c.text();
            const double low = reference::queryLod(exact, c.sampler, q, {{}, -1e-3, 0})[0];
            const double high = reference::queryLod(exact, c.sampler, q, {{}, 1e-3, 0})[0];
            EXPECT_GE(out.channel[0][lane], low - 1e-5) << c.text();
            EXPECT_LE(out.channel[0][lane], high + 1e-5) << c.text();
        }
    }
}

TEST(SampleTest, FetchesInsideAndGivesZeroOutside) {
    Draw draw(7);
    for (const uint32_t vkFormat :
         {kRgba8, kR8, kRgba32Float, kRgba8Uint, kR16Sint, kBc1, kRgba16Float}) {
        for (int round = 0; round < kRounds; ++round) {
            Case c;
            const ViewType type = draw.of(
                {ViewType::D1, ViewType::D2, ViewType::D3, ViewType::D1Array, ViewType::D2Array});
            if (!possible(vkFormat, type)) {
                continue;
            }
            c.shape = draw.shape(vkFormat, type);
            const bool flat = type == ViewType::D2 || type == ViewType::D2Array;
            if (flat && vkFormat != kBc1 && draw.chance(3)) {
                c.shape.samples = draw.of({2, 4, 8});
                c.shape.levels = 1;
                c.sampleIndex = true;
            }
            c.method = SampleMethod::Fetch;
            c.offset = draw.chance(3);
            Inputs in = draw.inputs(c);
            const auto integer = [&](int size) {
                return std::bit_cast<float>(draw.chance(8) ? int32_t(draw.random()())
                                                           : draw.below(size + 2) - 1);
            };
            for (uint32_t i = 0; i < kCount; ++i) {
                in.uvw[0][i] = integer(c.shape.width_px);
                in.uvw[1][i] = integer(c.shape.height_px);
                in.uvw[2][i] = integer(c.shape.depth_px);
                in.layer[i] = integer(c.shape.layers);
                in.lod[i] = integer(c.shape.levels);
                in.dx[1][i] = integer(c.shape.samples);
            }
            TestImage image(c.shape, draw.random());
            for (const Level level : levelsHere()) {
                const Outputs out = run(level, c, image, in);
                for (uint32_t lane = 0; lane < kCount; ++lane) {
                    const auto asInteger = [](float v) { return std::bit_cast<int32_t>(v); };
                    const bool multisampled = c.shape.samples > 1;
                    const int lod = multisampled ? 0 : asInteger(in.lod[lane]);
                    const int sample = multisampled ? asInteger(in.dx[1][lane]) : 0;
                    bool inside =
                        lod >= 0 && lod < c.shape.levels && sample >= 0 && sample < c.shape.samples;
                    int at[3] = {};
                    const int size[3] = {c.shape.width_px, c.shape.height_px, c.shape.depth_px};
                    for (int axis = 0; inside && axis < axesOf(c.shape); ++axis) {
                        at[axis] = int(uint32_t(asInteger(in.uvw[axis][lane])) +
                                       uint32_t(c.offset ? in.offset[axis][lane] : 0));
                        inside = at[axis] >= 0 && at[axis] < std::max(1, size[axis] >> lod);
                    }
                    int layer = 0;
                    if (type == ViewType::D1Array || type == ViewType::D2Array) {
                        layer = asInteger(in.layer[lane]);
                        inside = inside && layer >= 0 && layer < c.shape.layers;
                    }
                    const Color expected =
                        inside ? image.texel(lod, at[0], at[1], at[2], layer, sample)
                               : Color{0, 0, 0, image.stored(3) ? 0.0 : 1.0};
                    for (size_t i = 0; i < 4; ++i) {
                        ASSERT_EQ(image.value(out.channel[i][lane]), expected[i])
                            << c.text() << " lane " << lane << " channel " << i << " at " << at[0]
                            << ", " << at[1] << ", " << at[2] << " layer " << layer << " level "
                            << lod << " sample " << sample;
                    }
                }
            }
        }
    }
}

} // namespace
} // namespace cpu::kernels
