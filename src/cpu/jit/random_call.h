// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// For tests of sampling routines: random states, and calls with them.
#pragma once

#include "cpu/jit/specialize_probe.h"
#include "cpu/kernels/kernel_test.h"
#include "format/vk_formats.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <limits>
#include <random>
#include <vector>

GLISSADE_PROBE(call_routine, (cpu::jit::RoutineCall * call));

namespace cpu::jit {

using Random = std::mt19937;

inline uint32_t below(Random& random, uint32_t bound) {
    return uint32_t(random() % bound);
}
inline bool coin(Random& random) {
    return below(random, 2);
}

/// Image memory that every view type and format finds its texels in: small levels, wide pitches,
/// and of floats all kinds.
class Image {
public:
    explicit Image(Random& random) : m_memory(kLayers * kLayer_B + kOverread_B) {
        for (uint8_t& byte : m_memory) {
            byte = uint8_t(random());
        }
    }

    ImageData data(ViewId view, Random& random) const {
        ImageData image{};
        image.base = m_memory.data();
        image.viewId = view.bits;
        image.layerPitch_B = kLayer_B;
        image.layerCount = kLayers;
        const bool one = view.multisampled() || view.oneLevel();
        image.levelCount = one ? 1 : int32_t(1 + below(random, kLevels));
        image.sampleCount = view.multisampled() ? 4 : 1;
        image.minLod = view.minLod() ? 0.75f : 0.0f;
        for (int level = 0; level < image.levelCount; ++level) {
            image.levels[level] = {.offset_B = uint32_t(level) * kLevel_B,
                                   .rowPitch_B = kRow_B,
                                   .slicePitch_B = kSlice_B,
                                   .width_px = 8 >> level,
                                   .height_px = view.type() == ViewType::D1 ||
                                                        view.type() == ViewType::D1Array
                                                    ? 1
                                                    : 8 >> level,
                                   .depth_px = view.type() == ViewType::D3 ? 4 >> level : 1};
        }
        return image;
    }

private:
    static constexpr uint32_t kLayers = 12, kLevels = 3;
    static constexpr uint32_t kRow_B = 1024;
    static constexpr uint32_t kSlice_B = 8 * kRow_B;
    static constexpr uint32_t kLevel_B = 4 * kSlice_B;
    static constexpr uint32_t kLayer_B = kLevels * kLevel_B;
    std::vector<uint8_t> m_memory;
};

/// Formats with channels of 64 bits are for atomics alone.
inline uint32_t randomFormat(Random& random) {
    for (;;) {
        const uint32_t format = 1 + below(random, format::vk_formats::kCount - 1);
        if (format::vk_formats::kTable[format].channels[0].bits <= 32) {
            return format;
        }
    }
}

inline ViewId randomView(Random& random) {
    const uint32_t format = randomFormat(random);
    const format::VkFormatLayout& layout = format::vk_formats::kTable[format];
    const auto type = ViewType(below(random, uint32_t(ViewType::Buffer)));
    AspectRead aspect = AspectRead::Color;
    if (!layout.color()) {
        aspect = layout.depth && (!layout.stencil || coin(random)) ? AspectRead::Depth
                                                                   : AspectRead::Stencil;
    }
    const auto swizzle = [&](Swizzle identity) {
        return below(random, 3) ? identity : Swizzle(below(random, 6));
    };
    return ViewId::make(format,
                        type,
                        coin(random) ? Tiling::Tiled : Tiling::Linear,
                        aspect,
                        false,
                        swizzle(Swizzle::R),
                        swizzle(Swizzle::G),
                        swizzle(Swizzle::B),
                        swizzle(Swizzle::A))
        .withLevels(coin(random) ? 1 : 2, coin(random) ? 0.0f : 0.75f)
        .withQuickGathers(coin(random));
}

inline SampleKey randomKey(Random& random) {
    const ViewId view = randomView(random);
    const bool unnormalized = view.type() == ViewType::D2 && below(random, 8) == 0;
    const auto address = [&] {
        return unnormalized ? Address::ClampToEdge : Address(below(random, 5));
    };
    const bool compares = view.aspect() == AspectRead::Depth && coin(random);
    const bool linear = coin(random);
    const SamplerId sampler =
        SamplerId::make(linear,
                        unnormalized ? linear : coin(random),
                        !unnormalized && coin(random),
                        address(),
                        address(),
                        address(),
                        !unnormalized && below(random, 4) == 0,
                        compares,
                        Compare(below(random, 8)),
                        compares ? Reduction::WeightedAverage : Reduction(below(random, 3)),
                        unnormalized,
                        coin(random))
            .withMaxLod(coin(random) ? 0.0f : 10.0f);
    const bool cube = view.type() == ViewType::Cube || view.type() == ViewType::CubeArray;
    auto method = SampleMethod(below(random, 6));
    if (unnormalized || (method == SampleMethod::Fetch && cube) ||
        (method == SampleMethod::Gather && view.type() != ViewType::D2 &&
         view.type() != ViewType::D2Array && !cube)) {
        method = SampleMethod::Lod;
    }
    const bool samples = method != SampleMethod::Fetch && method != SampleMethod::QueryLod;
    const SampleOp op = SampleOp::make(
        method,
        samples && compares,
        method == SampleMethod::Implicit && coin(random),
        samples && !cube && coin(random),
        (method == SampleMethod::Implicit || method == SampleMethod::Grad) && below(random, 4) == 0,
        method == SampleMethod::Gather ? below(random, 4) : 0,
        false,
        false);
    return {view.bits, method == SampleMethod::Fetch ? 0 : sampler.bits, op.bits};
}

inline RoutineCall randomCall(const SampleKey& key, Random& random) {
    RoutineCall call{};
    call.ids = uint64_t(key.samplerId) << 32 | key.viewId;
    call.op = key.op;
    call.active = uint32_t(random()) & 0xffff;
    const bool fetch = SampleOp{key.op}.method() == SampleMethod::Fetch;
    std::uniform_real_distribution<float> coordinate(-2.0f, 3.0f), gradient(-0.4f, 0.4f);
    constexpr float odd[] = {0.0f,
                             -0.0f,
                             0.5f,
                             1.0f,
                             1e30f,
                             std::numeric_limits<float>::infinity(),
                             std::numeric_limits<float>::quiet_NaN()};
    for (int i = 0; i < 12; ++i) {
        for (float& value : call.in[i]) {
            value = i < 6 ? coordinate(random) : gradient(random);
            if (below(random, 10) == 0) {
                value = odd[below(random, std::size(odd))];
            }
            if (fetch) {
                const int32_t texel = int32_t(below(random, 12)) - 2;
                std::memcpy(&value, &texel, sizeof value);
            }
        }
    }
    for (auto& axis : call.offset) {
        for (int32_t& value : axis) {
            value = int32_t(below(random, 16)) - 8;
        }
    }
    return call;
}

inline SamplerData randomSampler(const SampleKey& key, Random& random) {
    return {.samplerId = key.samplerId,
            .lodBias = coin(random) ? 0.0f : 0.5f,
            .minLod = coin(random) ? 0.0f : 0.25f,
            .maxLod = SamplerId{key.samplerId}.baseLevel() || coin(random) ? 0.0f : 10.0f,
            .maxAnisotropy = float(1 + below(random, 16)),
            .borderColor = {0x3f000000, 0x3e800000, 7, 0x3f800000}};
}

inline void
expectSameBits(const RoutineCall& actual, const RoutineCall& expected, const SampleKey& key) {
    for (uint32_t sample = 0; sample < RoutineCall::kCount; ++sample) {
        for (int channel = 0; channel < 4 && expected.active >> sample & 1; ++channel) {
            ASSERT_EQ(actual.out[channel][sample], expected.out[channel][sample])
                << std::hex << "view " << key.viewId << " sampler " << key.samplerId << " op "
                << key.op << std::dec << " sample " << sample << " channel " << channel;
        }
    }
}

} // namespace cpu::jit
