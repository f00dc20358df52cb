// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "glsl/compile/frontend_pages.h"

#include "glsl/compile/testing.h"

#include <cstring>
#include <vector>

namespace glsl {
namespace {

TEST(FrontendPagesTest, OutsideThereAreNone) {
    EXPECT_EQ(FrontendPages::take(), nullptr);
    std::vector<char> other(2 * FrontendPages::kPage_B);
    EXPECT_FALSE(FrontendPages::giveBack(other.data()));
}

TEST(FrontendPagesTest, ComeBackToWhoTakesNext) {
    const FrontendPages::Scope inside;
    void* const first = FrontendPages::take();
    ASSERT_NE(first, nullptr);
    void* const second = FrontendPages::take();
    EXPECT_NE(second, first);
    std::memset(first, 0xff, FrontendPages::kPage_B);
    EXPECT_TRUE(FrontendPages::giveBack(first));
    EXPECT_EQ(FrontendPages::take(), first);
    EXPECT_TRUE(FrontendPages::giveBack(second));
    EXPECT_TRUE(FrontendPages::giveBack(first));
}

#ifdef GLISSADE_FRONTEND_PAGES
TEST(FrontendPagesTest, TheLibraryTakesItsMemoryHereAndGivesItBack) {
    const auto compileOne = [] {
        EXPECT_EQ(testing::errors(testing::desktop(Stage::Vertex),
                                  "#version 330\nvoid main() { gl_Position = vec4(0.0); }"),
                  "");
        return FrontendPages::counts();
    };
    const FrontendPages::Counts first = compileOne();
    EXPECT_GT(first.taken, 100u); // What is built into the languages stays.
    const FrontendPages::Counts second = compileOne();
    EXPECT_EQ(second.taken, first.taken);
    EXPECT_EQ(second.reserved_B, first.reserved_B);
}
#endif

} // namespace
} // namespace glsl
