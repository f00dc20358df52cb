// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "base/library_use.h"

#include <gtest/gtest.h>

#include <latch>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace base {
namespace {

/// Whether a child of this process may enter.
bool childMayEnter() {
    const pid_t child = fork();
    if (child == 0) {
        const LibraryUse use;
        _exit(use ? 0 : 1);
    }
    int status = 0;
    EXPECT_EQ(waitpid(child, &status, 0), child);
    EXPECT_TRUE(WIFEXITED(status));
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

TEST(LibraryUse, IsPossible) {
    const LibraryUse use;
    EXPECT_TRUE(use);
}

TEST(LibraryUse, MayBeNested) {
    const LibraryUse outer;
    const LibraryUse inner;
    EXPECT_TRUE(inner);
}

TEST(LibraryUse, ChildMayEnterWhereNobodyIsInside) {
    {
        const LibraryUse use;
    }
    EXPECT_TRUE(childMayEnter());
}

TEST(LibraryUse, ChildMayNotWhereThreadsOfItsParentStay) {
    std::latch inside(1);
    std::latch forked(1);
    std::thread thread([&] {
        const LibraryUse use;
        inside.count_down();
        forked.wait();
    });
    inside.wait();
    EXPECT_FALSE(childMayEnter());
    forked.count_down();
    thread.join();
    EXPECT_TRUE(childMayEnter()); // Its parent is as before.
}

TEST(LibraryUse, ForkFromInsideIsNoHang) {
    const LibraryUse use;
    EXPECT_FALSE(childMayEnter());
}

TEST(LibraryUse, GrandchildrenMayNotEither) {
    const LibraryUse use;
    const pid_t child = fork();
    if (child == 0) {
        _exit(childMayEnter() ? 1 : 0);
    }
    int status = 0;
    ASSERT_EQ(waitpid(child, &status, 0), child);
    EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

} // namespace
} // namespace base
