// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "cpu/wsi/pacer.h"

#include <gtest/gtest.h>

namespace cpu::wsi {

namespace {

using std::chrono::milliseconds;

/// A refresh every 10 ms, beginning at 100 ms.
class PacerTest : public testing::Test {
protected:
    static Clock::time_point at(int64_t time_ms) {
        return Clock::time_point(milliseconds(time_ms));
    }
    Pacer m_pacer{at(100), milliseconds(10)};
};

TEST_F(PacerTest, FramesAreShownAtTheNextRefresh) {
    EXPECT_EQ(m_pacer.due(at(103), false), at(110));
    m_pacer.shown(at(110));
    EXPECT_EQ(m_pacer.due(at(125), false), at(130));
}

TEST_F(PacerTest, ARefreshShowsOneFrame) {
    m_pacer.shown(at(110));
    EXPECT_EQ(m_pacer.due(at(104), false), at(120));
    m_pacer.shown(at(120));
    EXPECT_EQ(m_pacer.due(at(104), false), at(130));
}

TEST_F(PacerTest, LateFramesAreShownAtOnceWhenAsked) {
    m_pacer.shown(at(110));
    EXPECT_EQ(m_pacer.due(at(115), true), at(120)) << "not late";
    EXPECT_EQ(m_pacer.due(at(123), true), at(123)) << "the refresh at 120 had none";
    m_pacer.shown(at(123));
    EXPECT_EQ(m_pacer.due(at(124), true), at(130));
}

TEST_F(PacerTest, WakingLateCountsForTheRefreshThatWasDue) {
    m_pacer.shown(m_pacer.due(at(101), false));
    EXPECT_EQ(m_pacer.due(at(112), false), at(120));
}

} // namespace

} // namespace cpu::wsi
