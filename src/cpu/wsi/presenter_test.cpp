// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "cpu/wsi/presenter.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <optional>
#include <vector>

namespace cpu::wsi {

namespace {

using testing::ElementsAre;
using testing::UnorderedElementsAre;

/// Tells which frames were shown, in their order; show() can be held.
class Screen : public Target {
public:
    Shown show(uint32_t frame) override {
        std::unique_lock lock(m_mutex);
        m_shown.push_back(frame);
        m_changed.notify_all();
        m_changed.wait(lock, [&] { return !m_held; });
        return m_answer;
    }
    void hold(bool held) {
        std::lock_guard lock(m_mutex);
        m_held = held;
        m_changed.notify_all();
    }
    void answer(Shown answer) { m_answer = answer; }
    void waitFor(size_t count) {
        std::unique_lock lock(m_mutex);
        m_changed.wait(lock, [&] { return m_shown.size() >= count; });
    }
    std::vector<uint32_t> shown() {
        std::lock_guard lock(m_mutex);
        return m_shown;
    }

private:
    std::mutex m_mutex;
    std::condition_variable m_changed;
    std::vector<uint32_t> m_shown;
    Shown m_answer;
    bool m_held = false;
};

class PresenterTest : public testing::Test {
protected:
    void start(PresentMode mode, std::chrono::nanoseconds period) {
        m_presenter.emplace(m_screen, mode, period, [this](uint32_t frame, Shown shown) {
            std::lock_guard lock(m_mutex);
            m_done.push_back(frame);
            m_last = shown;
        });
    }
    std::vector<uint32_t> done() {
        std::lock_guard lock(m_mutex);
        return m_done;
    }

    Screen m_screen;
    std::mutex m_mutex;
    std::vector<uint32_t> m_done;
    Shown m_last;
    std::optional<Presenter> m_presenter;
};

constexpr std::chrono::milliseconds kShort(1);
constexpr std::chrono::hours kForever(24);

TEST_F(PresenterTest, FifoShowsEveryFrameInOrder) {
    start(PresentMode::Fifo, kShort);
    for (uint32_t i = 0; i < 10; ++i) {
        m_presenter->present(i);
    }
    m_screen.waitFor(10);
    m_presenter.reset();
    EXPECT_THAT(m_screen.shown(), ElementsAre(0, 1, 2, 3, 4, 5, 6, 7, 8, 9));
    EXPECT_THAT(m_done, ElementsAre(0, 1, 2, 3, 4, 5, 6, 7, 8, 9));
}

TEST_F(PresenterTest, FifoShowsOneFrameARefresh) {
    constexpr std::chrono::milliseconds kPeriod(20);
    const Clock::time_point start = Clock::now();
    this->start(PresentMode::Fifo, kPeriod);
    for (uint32_t i = 0; i < 5; ++i) {
        m_presenter->present(i);
    }
    m_screen.waitFor(5);
    EXPECT_GE(Clock::now() - start, 4 * kPeriod);
}

TEST_F(PresenterTest, TheFirstFrameDoesNotWait) {
    for (const PresentMode mode : {PresentMode::Fifo, PresentMode::Mailbox}) {
        start(mode, kForever);
        m_presenter->present(5);
        m_screen.waitFor(mode == PresentMode::Fifo ? 1 : 2);
        m_presenter.reset();
    }
}

TEST_F(PresenterTest, ImmediateDoesNotWaitForRefreshes) {
    start(PresentMode::Immediate, kForever);
    m_presenter->present(3);
    m_screen.waitFor(1);
    m_presenter->present(4);
    m_screen.waitFor(2);
    EXPECT_THAT(m_screen.shown(), ElementsAre(3, 4));
}

TEST_F(PresenterTest, MailboxKeepsTheNewestFrameAlone) {
    start(PresentMode::Mailbox, kForever);
    m_screen.hold(true);
    m_presenter->present(9);
    m_screen.waitFor(1);
    m_presenter->present(0);
    m_presenter->present(1);
    EXPECT_THAT(done(), ElementsAre(0)) << "replaced, so that it can be drawn again";
    m_presenter->present(2);
    m_screen.hold(false);
    m_presenter.reset();
    EXPECT_THAT(m_screen.shown(), ElementsAre(9, 2));
    EXPECT_THAT(m_done, UnorderedElementsAre(9, 0, 1, 2));
}

TEST_F(PresenterTest, RelaxedFramesThatAreLateAreShownAtOnce) {
    start(PresentMode::FifoRelaxed, kForever);
    m_presenter->present(0);
    m_screen.waitFor(1); // The refresh at the beginning had no frame.
    m_presenter->present(1);
    m_presenter.reset();
    EXPECT_THAT(m_screen.shown(), ElementsAre(0, 1));
}

TEST_F(PresenterTest, TheLastFrameIsShownAtTheEnd) {
    start(PresentMode::Fifo, kForever);
    m_presenter->present(9);
    m_screen.waitFor(1);
    m_presenter->present(0);
    m_presenter->present(1);
    m_presenter.reset();
    EXPECT_THAT(m_screen.shown(), ElementsAre(9, 1));
}

TEST_F(PresenterTest, FramesAreDoneWhenTheTargetHasReadThem) {
    start(PresentMode::Immediate, kShort);
    m_screen.hold(true);
    m_screen.answer({.resized = true});
    m_presenter->present(7);
    m_screen.waitFor(1);
    EXPECT_THAT(done(), ElementsAre());
    m_screen.hold(false);
    m_presenter.reset();
    EXPECT_THAT(m_done, ElementsAre(7));
    EXPECT_TRUE(m_last.resized);
    EXPECT_FALSE(m_last.lost);
}

} // namespace

} // namespace cpu::wsi
