// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "cpu/abi/level.h"

#include "cpu/abi/cpuid.h"

#include <gtest/gtest.h>

namespace cpu {
namespace {

/// Registers of a processor with everything.
CpuIdentification everything() {
    return {true, ~0u, ~0u, ~0u, ~0u, ~uint64_t(0)};
}

TEST(Level, EverythingIsV4) {
    EXPECT_EQ(bestLevel(everything()), Level::V4);
}

TEST(Level, NothingIsNoLevel) {
    EXPECT_EQ(bestLevel({}), std::nullopt);
}

TEST(Level, TheOperatingSystemMustSaveTheRegisters) {
    CpuIdentification cpu = everything();
    cpu.xcr0 = 0x7; // x87, SSE, AVX
    EXPECT_EQ(bestLevel(cpu), Level::V3);
    cpu.xcr0 = 0x3;
    EXPECT_EQ(bestLevel(cpu), Level::V2);
    cpu = everything();
    cpu.leaf1_ecx &= ~(1u << 27); // OSXSAVE
    cpu.xcr0 = 0;
    EXPECT_EQ(bestLevel(cpu), Level::V2);
}

TEST(Level, OneMissingFeatureLowersIt) {
    CpuIdentification cpu = everything();
    cpu.leaf7_ebx &= ~(1u << 31); // AVX512VL
    EXPECT_EQ(bestLevel(cpu), Level::V3);
    cpu = everything();
    cpu.leaf1_ecx &= ~(1u << 12); // FMA
    EXPECT_EQ(bestLevel(cpu), Level::V2);
    cpu = everything();
    cpu.leaf1_ecx &= ~(1u << 23); // POPCNT
    EXPECT_EQ(bestLevel(cpu), std::nullopt);
}

TEST(Level, QuickGathersAreIntelsWithHalves) {
    CpuIdentification cpu = everything();
    EXPECT_TRUE(quickGathers(cpu));
    cpu.leaf7_edx &= ~(1u << 23); // AVX512-FP16
    EXPECT_FALSE(quickGathers(cpu));
    cpu = everything();
    cpu.intel = false;
    EXPECT_FALSE(quickGathers(cpu));
}

TEST(Level, ThisProcessorHasOne) {
    const auto best = bestLevel(identifyCpu());
    ASSERT_TRUE(best);
    EXPECT_LE(processLevel(), *best);
}

TEST(Level, Lanes) {
    EXPECT_EQ(lanesOf(Level::V2), 4u);
    EXPECT_EQ(lanesOf(Level::V3), 8u);
    EXPECT_EQ(lanesOf(Level::V4), 16u);
}

} // namespace
} // namespace cpu
