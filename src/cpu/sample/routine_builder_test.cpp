// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "cpu/routine/routine_builder.h"

#include "cpu/kernels/kernel_library.h"
#include "cpu/sample/routine_cache.h"
#include "cpu/sample/sample_key.h"
#include "cpu/sample/slots.h"
#include "format/vk_formats.h"
#include "store/store.h"
#include "store/temporary_directory.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

namespace cpu::sample {
namespace {

constexpr uint32_t kKeys = 4;
constexpr SampleOp kOp =
    SampleOp::make(SampleMethod::Lod, false, false, false, false, 0, false, false);

/// No routine is prebuilt for offsets.
constexpr SampleOp kOffset =
    SampleOp::make(SampleMethod::Lod, false, false, true, false, 0, false, false);

uint64_t idsOf(uint32_t index) {
    const ViewId view = ViewId::make(format::vkFormatIndex(37),
                                     ViewType::D2,
                                     Tiling::Linear,
                                     AspectRead::Color,
                                     false,
                                     Swizzle(index % 6),
                                     Swizzle::G,
                                     Swizzle::B,
                                     Swizzle::A);
    const SamplerId sampler = SamplerId::make(false,
                                              false,
                                              false,
                                              Address::Repeat,
                                              Address::Repeat,
                                              Address::Repeat,
                                              false,
                                              false,
                                              Compare::Never,
                                              Reduction::WeightedAverage,
                                              false,
                                              true);
    return uint64_t(sampler.bits) << 32 | view.bits;
}

/// A device's life: it samples with kKeys states and waits for tier 1 of all of them.
RoutineCounters live(const std::string& directory) {
    store::Store store(directory, store::kDefaultMaxSize_B);
    RoutineCache cache({.compileThreads = 2, .compileIdle = false},
                       routine::kernelBuilder(Level::V2, routine::TierZero::Kernel, &store));
    SlotArray slots(cache, kKeys, 1);
    for (uint32_t i = 0; i < kKeys; ++i) {
        cache.resolve(0, slots.at(0, i), idsOf(i), kOp);
    }
    cache.drain();
    for (uint32_t i = 0; i < kKeys; ++i) {
        EXPECT_EQ(slots.at(0, i).routine->tier, Tier::Specialized);
    }
    return cache.counters();
}

[[noreturn]] void liveAndExit(const std::string& directory, uint64_t compiled, uint64_t fromDisk) {
    const RoutineCounters counters = live(directory);
    std::exit(counters.compiled == compiled && counters.fromDisk == fromDisk ? 0 : 1);
}

TEST(KernelBuilder, ASecondProcessCompilesNothing) {
    const store::TemporaryDirectory directory;
    EXPECT_EXIT(liveAndExit(directory.path(), kKeys, 0), testing::ExitedWithCode(0), "");
    EXPECT_EXIT(liveAndExit(directory.path(), 0, kKeys), testing::ExitedWithCode(0), "");
}

TEST(KernelBuilder, DamagedFilesAreMadeAnew) {
    const store::TemporaryDirectory directory;
    live(directory.path());
    for (const auto& entry : std::filesystem::recursive_directory_iterator(directory.path())) {
        if (entry.is_regular_file() && entry.file_size() > 200) {
            std::fstream file(entry.path(), std::ios::in | std::ios::out | std::ios::binary);
            file.seekp(150);
            file.put('\x5a').put('\xa5').put('\x5a');
        }
    }
    EXPECT_EQ(live(directory.path()).compiled, kKeys);
    EXPECT_EQ(live(directory.path()).fromDisk, kKeys);
}

TEST(KernelBuilder, WorksWithoutAStore) {
    RoutineCache cache({.tier = base::CpuTier::Specialized},
                       routine::kernelBuilder(Level::V2, routine::TierZero::Kernel, nullptr));
    SlotArray slots(cache, 1, 1);
    cache.resolve(0, slots.at(0, 0), idsOf(0), kOp);
    EXPECT_EQ(slots.at(0, 0).routine->tier, Tier::Specialized);
    EXPECT_NE(slots.at(0, 0).routine->function,
              routine::kernelBuilder(Level::V2, routine::TierZero::Kernel, nullptr)
                  ->ready(sampleKey(idsOf(0), kOp)));
}

TEST(KernelBuilder, HasTierZero) {
    const SampleKey key = sampleKey(idsOf(0), kOp);
    void* const kernel = kernels::kernel("sample", Level::V2);
    ASSERT_NE(kernel, nullptr);
    EXPECT_EQ(routine::kernelBuilder(Level::V2, routine::TierZero::Kernel, nullptr)->ready(key),
              kernel);
    EXPECT_NE(routine::kernelBuilder(Level::V2, routine::TierZero::Prebuilt, nullptr)->ready(key),
              kernel);
    const SampleKey rare = {key.viewId, key.samplerId, key.op | kOffset.bits};
    EXPECT_EQ(routine::kernelBuilder(Level::V2, routine::TierZero::Prebuilt, nullptr)->ready(rare),
              kernel);
}

} // namespace
} // namespace cpu::sample
