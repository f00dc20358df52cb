// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "base/memory_room.h"

#include <gtest/gtest.h>

#include <cstdint>

namespace base {
namespace {

TEST(MemoryRoom, ThereIsSomeButNotAllThereIs) {
    EXPECT_TRUE(hasRoom(size_t(1) << 20));
    EXPECT_FALSE(hasRoom(SIZE_MAX / 2));
}

} // namespace
} // namespace base
