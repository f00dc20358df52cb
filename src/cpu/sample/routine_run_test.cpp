// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Real routines, called by many threads while the cache builds, evicts and frees them.

#include "cpu/jit/specialize_probe.h"
#include "cpu/kernels/kernel_library.h"
#include "cpu/kernels/kernel_test.h"
#include "cpu/sample/routine_cache.h"
#include "cpu/sample/slots.h"
#include "format/vk_formats.h"

#include <gtest/gtest.h>

#include <chrono>
#include <cstring>
#include <random>
#include <thread>

GLISSADE_PROBE(call_routine, (cpu::jit::RoutineCall * call));

namespace cpu::sample {
namespace {

constexpr uint32_t kWidth_px = 16;
constexpr uint32_t kKeys = 54;
constexpr SampleOp kOp =
    SampleOp::make(SampleMethod::Lod, false, false, false, false, 0, false, false);

/// Nearest, bilinear and with a swizzle, by address mode and format.
uint64_t idsOf(uint32_t index) {
    const uint32_t formats[] = {37, 43, 109}; // RGBA8, sRGB8, RGBA32F
    const ViewId view = ViewId::make(format::vkFormatIndex(formats[index % 3]),
                                     ViewType::D2,
                                     Tiling::Linear,
                                     AspectRead::Color,
                                     false,
                                     index % 2 ? Swizzle::B : Swizzle::R,
                                     Swizzle(index / 18),
                                     Swizzle::B,
                                     Swizzle::A);
    const auto address = Address(index / 6 % 3);
    const bool linear = index % 4 < 2;
    const SamplerId sampler = SamplerId::make(linear,
                                              linear,
                                              false,
                                              address,
                                              address,
                                              address,
                                              false,
                                              false,
                                              Compare::Never,
                                              Reduction::WeightedAverage,
                                              false,
                                              true);
    return uint64_t(sampler.bits) << 32 | view.bits;
}

struct Scene {
    std::vector<uint8_t> texels = std::vector<uint8_t>(kWidth_px * kWidth_px * 16 + kOverread_B);
    ImageData image{};
    SamplerData sampler{};

    Scene() {
        std::mt19937 random(3);
        for (size_t i = 0; i < texels.size(); i += 4) {
            const float value = float(random() % 1000) / 999.0f;
            std::memcpy(&texels[i], &value, 4);
        }
        image.base = texels.data();
        image.layerCount = image.levelCount = image.sampleCount = 1;
        image.levels[0] = {.rowPitch_B = kWidth_px * 16,
                           .width_px = kWidth_px,
                           .height_px = kWidth_px,
                           .depth_px = 1};
    }

    jit::RoutineCall call(uint64_t ids) const {
        jit::RoutineCall made{};
        made.ids = ids;
        made.op = kOp.bits;
        made.active = 0xffff;
        made.image = &image;
        made.sampler = &sampler;
        for (uint32_t i = 0; i < made.kCount; ++i) {
            made.in[0][i] = float(i) * 0.17f - 0.6f;
            made.in[1][i] = float(i) * 0.071f;
        }
        return made;
    }
};

class RoutineRun : public testing::TestWithParam<Level> {};

INSTANTIATE_TEST_SUITE_P(Levels,
                         RoutineRun,
                         testing::ValuesIn(kernels::levelsHere()),
                         [](const auto& level) { return "v" + std::to_string(int(level.param)); });

TEST_P(RoutineRun, GivesTheSameBitsWhateverTheCacheDoes) {
    constexpr uint32_t kThreads = 4, kSites = 3;
    const Level level = GetParam();
    const Scene scene;
    RoutineCache cache(
        {.capacity = 4, .workerCount = kThreads, .compileThreads = 2, .compileIdle = false},
        routine::kernelBuilder(level, routine::TierZero::Prebuilt, nullptr));
    std::vector<jit::RoutineCall> expected;
    for (uint32_t i = 0; i < kKeys; ++i) {
        expected.push_back(scene.call(idsOf(i)));
        expected.back().routine = kernels::kernel("sample", level);
        call_routine(level)(&expected.back());
    }

    std::atomic<bool> stop = false;
    std::atomic<uint32_t> wrong = 0;
    {
        SlotArray slots(cache, kSites, kThreads);
        std::vector<std::thread> threads;
        for (uint32_t worker = 0; worker < kThreads; ++worker) {
            threads.emplace_back([&, worker] {
                std::mt19937 random(worker);
                for (int i = 0; !stop; ++i) {
                    if (i % 64 == 0) { // There may be fewer cores than threads.
                        std::this_thread::sleep_for(std::chrono::milliseconds(1));
                    }
                    // Mostly the few states of the moment, so that their builds are not in vain.
                    const uint32_t index = uint32_t(random() % (random() % kKeys + 1));
                    Slot& slot = slots.at(worker, uint32_t(random() % kSites));
                    if (slot.ids != idsOf(index)) {
                        cache.resolve(worker, slot, idsOf(index), kOp);
                    }
                    jit::RoutineCall call = scene.call(idsOf(index));
                    call.routine = slot.routine->function.load();
                    call_routine(level)(&call);
                    if (std::memcmp(call.out, expected[index].out, sizeof call.out) != 0) {
                        wrong.fetch_add(1);
                    }
                }
            });
        }
        for (RoutineCounters c = cache.counters(); c.compiled < 40 || c.freed < 20;
             c = cache.counters()) {
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        }
        stop = true;
        for (std::thread& thread : threads) {
            thread.join();
        }
    }
    EXPECT_EQ(wrong, 0u);
}

} // namespace
} // namespace cpu::sample
