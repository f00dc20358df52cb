// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// A program makes its context, gives up the right to open files, as a browser's process that draws
// does, and then compiles, links, draws and reads back.

#include "child.h"
#include "picture.h"
#include "sandbox.h"

#include <fcntl.h>
#include <gtest/gtest.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>

namespace process {
namespace {

constexpr int kNoFilters = 77;

const char* renderer() {
    return reinterpret_cast<const char*>(glGetString(GL_RENDERER));
}

/// In a child, since there is no way back.
template <class Work>
Ending inSandbox(const char* options, Work work) {
    return inChild(
        [&] {
            setenv("GLISSADE_OPTIONS", options, 1);
            Picture picture;
            CHILD_EXPECT(picture.openDisplay());
            CHILD_EXPECT(picture.makeCurrent());
            CHILD_EXPECT(std::strstr(renderer(), "Glissade"));
            if (!giveUpFiles()) {
                return kNoFilters;
            }
            CHILD_EXPECT(open("/dev/null", O_RDONLY | O_CLOEXEC) == -1 && errno == EACCES);
            return work(picture);
        },
        Leave::AtOnce);
}

TEST(Sandbox, ProgramsLinkAndDrawWhereNoFileCanBeOpened) {
    // A cache on disk is of no use then, and does no harm.
    for (const char* const options : {"preload=on,disk-cache=off", "preload=on"}) {
        const Ending ending = inSandbox(options, [](Picture& picture) {
            for (const uint8_t red : {10, 200}) {
                CHILD_EXPECT(picture.link(red));
                CHILD_EXPECT(picture.draw(red));
            }
            CHILD_EXPECT(picture.swap());
            return 0;
        });
        if (ending.code == kNoFilters) {
            GTEST_SKIP() << "the kernel takes no seccomp filter";
        }
        EXPECT_EQ(ending, kPassed) << options;
    }
}

// Without what it needs the CPU device says so. Devices that load nothing late draw.
TEST(Sandbox, WhatIsMissingThenIsAnError) {
    const Ending ending = inSandbox("preload=off,disk-cache=off", [](Picture& picture) {
        const bool drawn = picture.link(1) && picture.draw(77);
        CHILD_EXPECT(drawn == !std::strstr(renderer(), "Glissade CPU"));
        return 0;
    });
    if (ending.code == kNoFilters) {
        GTEST_SKIP() << "the kernel takes no seccomp filter";
    }
    EXPECT_EQ(ending, kPassed);
}

} // namespace
} // namespace process
