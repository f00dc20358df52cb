// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "report/stalls.h"

#include "report/object_name.h"

#include <gtest/gtest.h>

#include <thread>

namespace report {
namespace {

using std::chrono::microseconds;

TEST(Stalls, KeepsTheLast) {
    Stalls stalls;
    for (size_t i = 0; i < Stalls::kKept + 10; ++i) {
        stalls.note({{}, microseconds(200), std::to_string(i)});
    }
    EXPECT_EQ(Stalls::kKept + 10, stalls.count());
    EXPECT_EQ(200 * (Stalls::kKept + 10), stalls.total_us());
    const std::vector<Stall> recent = stalls.recent();
    ASSERT_EQ(Stalls::kKept, recent.size());
    EXPECT_EQ("10", recent.front().cause);
    EXPECT_EQ(std::to_string(Stalls::kKept + 9), recent.back().cause);
}

TEST(Stalls, SummaryTellsKindsAndTheLongest) {
    Stalls stalls;
    EXPECT_EQ("", stalls.summary());
    stalls.note({{}, microseconds(1500), "blending", StallKind::Pipelines});
    stalls.note({{}, microseconds(9000), "glFinish", StallKind::Device});
    stalls.note({{}, microseconds(500), "formats", StallKind::Pipelines});
    EXPECT_EQ("glFinish", stalls.longest().cause);
    EXPECT_EQ("3 stalls, 11.0 ms in all: 2 for pipelines (2.0 ms), 1 for the device (9.0 ms); the "
              "longest, 9.0 ms: glFinish",
              stalls.summary());
}

TEST(Stalls, TimesAreForPeople) {
    EXPECT_EQ("0.3 ms", inMilliseconds(microseconds(310)));
    EXPECT_EQ("99.9 ms", inMilliseconds(microseconds(99'900)));
    EXPECT_EQ("172 ms", inMilliseconds(microseconds(172'392)));
}

TEST(Stalls, TimerRecordsLongOnes) {
    const uint64_t before = stalls().count();
    {
        StallTimer timer(StallKind::Windows);
        std::this_thread::sleep_for(3 * Stalls::kLeast);
        timer.stop([] { return std::string("slept"); });
    }
    EXPECT_EQ(before + 1, stalls().count());
    const Stall stall = stalls().recent().back();
    EXPECT_EQ("slept", stall.cause);
    EXPECT_EQ(StallKind::Windows, stall.kind);
    EXPECT_LE(3 * Stalls::kLeast, stall.duration);
}

/// Everything is long enough.
class NestedStalls : public testing::Test {
protected:
    NestedStalls() { stalls().setLeast(microseconds(0)); }
    ~NestedStalls() override { stalls().setLeast(Stalls::kLeast); }

    static void part(const char* text) {
        const StallPart part;
        part.stop([&] { return text; });
    }
    static void timer(const char* text) {
        StallTimer timer(StallKind::Device);
        timer.stop([&] { return text; });
    }
};

TEST_F(NestedStalls, AreOneStall) {
    const uint64_t before = stalls().count();
    {
        StallTimer outer(StallKind::Pipelines);
        part("a part");
        timer("a wait");
        outer.stop([] { return "a pipeline"; });
    }
    EXPECT_EQ(before + 1, stalls().count());
    const Stall stall = stalls().recent().back();
    EXPECT_EQ(StallKind::Pipelines, stall.kind);
    EXPECT_EQ(0u, stall.cause.find("a pipeline ("));
    EXPECT_LT(stall.cause.find("ms: a part, "), stall.cause.find("ms: a wait)"));
    timer("alone again");
    EXPECT_EQ("alone again", stalls().recent().back().cause);
}

TEST_F(NestedStalls, TellWhatTheyAreAbout) {
    const std::string label = "ring";
    const Subject subject("buffer", 7, label);
    timer("a buffer in use is mapped");
    EXPECT_EQ("a buffer in use is mapped, buffer 'ring'", stalls().recent().back().cause);
}

TEST_F(NestedStalls, PartsCountWithinATimerOfTheirThreadOnly) {
    const uint64_t before = stalls().count();
    part("nobody waits");
    {
        StallTimer outer(StallKind::Pipelines);
        std::thread([] { part("another thread's"); }).join();
        outer.stop([] { return "a pipeline"; });
    }
    EXPECT_EQ(before + 1, stalls().count());
    EXPECT_EQ("a pipeline", stalls().recent().back().cause);
}

} // namespace
} // namespace report
