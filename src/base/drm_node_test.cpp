// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "base/drm_node.h"

#include <gtest/gtest.h>

#include <sys/sysmacros.h>

namespace base {
namespace {

// Other character devices stand for nodes, as there is not a /dev/dri everywhere.

TEST(DrmNode, IsFoundByItsNumber) {
    EXPECT_EQ(drmNodePath(makedev(1, 3), "/dev"), "/dev/null");
    EXPECT_EQ(drmNodePath(makedev(1, 5), "/dev"), "/dev/zero");
}

TEST(DrmNode, IsNotThere) {
    EXPECT_EQ(drmNodePath(makedev(4095, 1), "/dev"), "");
    EXPECT_EQ(drmNodePath(0, "/dev"), "");
    EXPECT_EQ(drmNodePath(makedev(1, 3), "/dev/no such directory"), "");
}

} // namespace
} // namespace base
