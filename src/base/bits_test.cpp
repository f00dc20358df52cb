// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "base/bits.h"

#include <gtest/gtest.h>

#include <vector>

namespace base {
namespace {

enum class Colour { Red, Green, Last = 63 };

TEST(Bits, forEachBitVisitsLowestFirst) {
    std::vector<unsigned> seen;
    forEachBit(0x80000005u, [&](unsigned index) { seen.push_back(index); });
    EXPECT_EQ(seen, (std::vector<unsigned>{0, 2, 31}));
    forEachBit(uint8_t(0), [](unsigned) { FAIL(); });
    seen.clear();
    forEachBit(uint64_t(1) << 63, [&](unsigned index) { seen.push_back(index); });
    EXPECT_EQ(seen, (std::vector<unsigned>{63}));
}

TEST(Bits, lowMaskCoversBothEnds) {
    EXPECT_EQ(lowMask(0), 0u);
    EXPECT_EQ(lowMask(5), 31u);
    EXPECT_EQ(lowMask(32), ~0u);
    EXPECT_EQ(lowMask<uint64_t>(64), ~uint64_t(0));
    EXPECT_EQ(lowMask<uint8_t>(8), 255);
}

TEST(Bits, alignment) {
    EXPECT_EQ(alignUp(0u, 16), 0u);
    EXPECT_EQ(alignUp(1u, 16), 16u);
    EXPECT_EQ(alignUp(16u, 16), 16u);
    EXPECT_EQ(alignUp(13u, 12), 24u);
    EXPECT_EQ(alignDown(13u, 12), 12u);
    EXPECT_EQ(divideRoundUp(13u, 12), 2u);
    EXPECT_EQ(divideRoundUp(12u, 12), 1u);
}

TEST(EnumSet, setTestClear) {
    EnumSet<Colour> set{Colour::Red, Colour::Last};
    EXPECT_TRUE(set.test(Colour::Red));
    EXPECT_FALSE(set.test(Colour::Green));
    EXPECT_EQ(set.count(), 2u);
    set.clear(Colour::Red);
    EXPECT_EQ(set, EnumSet<Colour>(Colour::Last));
    set.set(Colour::Green);
    std::vector<Colour> seen;
    set.forEach([&](Colour c) { seen.push_back(c); });
    EXPECT_EQ(seen, (std::vector<Colour>{Colour::Green, Colour::Last}));
    EXPECT_TRUE(set.any(Colour::Green));
    EXPECT_TRUE(set.all({Colour::Green, Colour::Last}));
    EXPECT_FALSE(set.all({Colour::Green, Colour::Red}));
    set.clear();
    EXPECT_TRUE(set.none());
}

} // namespace
} // namespace base
