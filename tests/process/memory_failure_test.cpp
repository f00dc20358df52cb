// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Memory and threads fail wherever the driver asks for them: a program gets errors, never a signal,
// and goes on when there is memory again.

#include "failing_memory.h"
#include "picture.h"

#include <GLES2/gl2.h>
#include <gtest/gtest.h>

namespace process {
namespace {

class MemoryFailure : public testing::TestWithParam<FailurePattern> {
protected:
    void SetUp() override {
        ASSERT_TRUE(m_keeper.openDisplay());
        watchMemoryOf({"libglissade_gl.so"});
    }
    void TearDown() override { failMemory({}); }
    static int salt() {
        static int count = 0;
        return ++count;
    }

    template <class Program, class Again>
    void atManyCalls(Program program, Again again) {
        process::atManyCalls(GetParam(), program, again, [] { return HasFailure(); });
    }

    static void tryAll() {
        const WholeProgram whole = runWholeProgram(salt(), 40);
        if (whole.failed) {
            EXPECT_FALSE(whole.wrong) << "and no error";
        }
    }
    static void expectAll() {
        const WholeProgram whole = runWholeProgram(salt(), 50);
        EXPECT_FALSE(whole.failed) << whole.failed;
    }

    Picture m_keeper;
};

TEST_P(MemoryFailure, InAWholeProgram) {
    m_keeper.terminate();
    atManyCalls(tryAll, expectAll);
}

class LibraryFailure : public MemoryFailure {};

/// Of glslang and SPIRV-Tools as well.
TEST_P(LibraryFailure, InAWholeProgram) {
    m_keeper.terminate();
    watchMemoryOf({"libglissade_gl.so"}, Counted::Libraries);
    atManyCalls(tryAll, expectAll);
}

/// What there was before goes on.
TEST_P(MemoryFailure, WhileDrawing) {
    ASSERT_TRUE(m_keeper.makeCurrent());
    ASSERT_TRUE(m_keeper.link(salt()));
    ASSERT_TRUE(m_keeper.draw(60));
    atManyCalls(
        [&] {
            if (m_keeper.draw(70)) {
                m_keeper.swap();
            }
            EXPECT_FALSE(m_keeper.wrong()) << "and no error";
        },
        [&] {
            glGetError();
            EXPECT_TRUE(m_keeper.draw(80));
            EXPECT_TRUE(m_keeper.swap());
        });
}

INSTANTIATE_TEST_SUITE_P(,
                         MemoryFailure,
                         testing::ValuesIn(kFailurePatterns),
                         [](const auto& info) { return info.param.name; });

INSTANTIATE_TEST_SUITE_P(,
                         LibraryFailure,
                         testing::ValuesIn(kFewFailurePatterns),
                         [](const auto& info) { return info.param.name; });

} // namespace
} // namespace process
