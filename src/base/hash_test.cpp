// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "base/hash.h"

#include <gtest/gtest.h>

#include <array>
#include <unordered_map>

namespace base {
namespace {

struct Key {
    uint32_t a;
    uint32_t b;
    friend bool operator==(const Key&, const Key&) = default;
};

struct PaddedKey {
    uint8_t a;
    uint32_t b;
};

static_assert(HashableKey<Key>);
static_assert(!HashableKey<PaddedKey>);
static_assert(!HashableKey<float>);

TEST(Hash, isStableAcrossRuns) {
    EXPECT_EQ(hashText("glissade"), hashBytes("glissade", 8));
    EXPECT_EQ(hashText(""), 0x2d06800538d394c2u); // the published XXH3 value of no bytes
}

TEST(Hash, combineDependsOnOrder) {
    EXPECT_NE(hashCombine(1, 2), hashCombine(2, 1));
}

TEST(Hash, seedsSeparate) {
    EXPECT_NE(hashBytes("x", 1, 1), hashBytes("x", 1, 2));
}

TEST(Hash, keysWorkInMaps) {
    std::unordered_map<Key, int, KeyHash<Key>> map;
    map[{1, 2}] = 12;
    map[{2, 1}] = 21;
    EXPECT_EQ((map[{1, 2}]), 12);
    EXPECT_EQ((map[{2, 1}]), 21);
}

TEST(Hash, checksumsTellDamage) {
    const std::array<std::byte, 3> bytes{};
    std::array<std::byte, 3> damaged = bytes;
    damaged[1] ^= std::byte(1);
    EXPECT_EQ(checksumOf(bytes), checksumOf(bytes));
    EXPECT_NE(checksumOf(bytes), checksumOf(damaged));
}

} // namespace
} // namespace base
