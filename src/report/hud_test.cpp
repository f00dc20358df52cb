// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "report/hud.h"

#include "report/counters.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace report {
namespace {

HudItems items(std::string_view text) {
    std::string unknown;
    return HudItems::parse(text, unknown);
}

TEST(HudItems, AreParsed) {
    std::string unknown;
    const HudItems some = HudItems::parse("fps,,memory,frametimes,colour", unknown);
    EXPECT_TRUE(some.fps && some.memory);
    EXPECT_FALSE(some.frametime || some.compiles || some.tiers || some.caches || some.submits);
    EXPECT_EQ(unknown, "no \"frametimes\" (but \"frametime\"), no \"colour\"");
    EXPECT_FALSE(items("").any());
    const HudItems all = items("full");
    EXPECT_TRUE(all.fps && all.frametime && all.compiles && all.tiers && all.caches && all.memory &&
                all.submits);
}

TEST(HudItems, AreThoseOfTheDriver) {
    EXPECT_FALSE(items("full").ofGl().tiers);
    EXPECT_TRUE(items("compiles").ofGl().compiles);
    EXPECT_FALSE(items("tiers").ofGl().any());
    EXPECT_FALSE(items("full").ofCpu().compiles);
    EXPECT_TRUE(items("compiles").ofCpu().tiers);
}

TEST(Hud, TellsWhatIsAskedFor) {
    const auto height_px = [](std::string_view text) {
        return Hud(items(text), "title").height_px();
    };
    EXPECT_LT(height_px("fps"), height_px("fps,memory"));
    EXPECT_LT(height_px("fps"), height_px("frametime"));
    EXPECT_EQ(Hud(items("fps"), "title").lines().size(), 2u);
}

/// Both drivers' panels lie side by side.
TEST(Hud, LeavesRoomInSmallWindowsAndIsLargeOnLargeOnes) {
    Hud hud(items("full"), "title");
    const int32_t usual_px = hud.width_px();
    for (const int32_t window_px : {300, 640, 1920, 3840}) {
        hud.fit(window_px);
        EXPECT_LE(2 * hud.width_px(), window_px);
        ASSERT_EQ(hud.pixels().size(), size_t(hud.width_px()) * size_t(hud.height_px()));
        hud.frame(Hud::Clock::now());
    }
    EXPECT_EQ(hud.width_px(), 2 * usual_px);
    hud.fit(1000);
    EXPECT_EQ(hud.width_px(), usual_px);
}

TEST(Hud, CountsFrames) {
    Hud hud(items("fps,frametime"), "title");
    Hud::Clock::time_point now{std::chrono::seconds(100)};
    for (int i = 0; i < 200; ++i) {
        hud.frame(now += std::chrono::milliseconds(i == 150 ? 40 : 10));
    }
    EXPECT_EQ(hud.lines()[1], "100.0 FPS");
    EXPECT_EQ(hud.lines()[2], "10.00 MS, WORST 40.0");
}

TEST(Hud, SubmitsAreThoseOfAFrame) {
    Hud hud(items("submits"), "title");
    Hud::Clock::time_point now{std::chrono::seconds(100)};
    for (int i = 0; i < 100; ++i) {
        g_counters.submits += 3;
        hud.frame(now += std::chrono::milliseconds(10));
    }
    EXPECT_EQ(hud.lines()[1], "3.0 SUBMITS/FRAME");
}

TEST(Hud, IsOpaqueAndHasInk) {
    Hud hud(items("full"), "Glissade GL");
    Hud::Clock::time_point now{std::chrono::seconds(100)};
    for (int i = 0; i < 1000; ++i) {
        hud.frame(now += std::chrono::microseconds(i % 90 == 0 ? 90'000 : 1'000'000 / 60));
        ASSERT_EQ(hud.pixels().size(), size_t(hud.width_px()) * size_t(hud.height_px()));
    }
    const std::set<uint32_t> colors(hud.pixels().begin(), hud.pixels().end());
    EXPECT_TRUE(std::ranges::all_of(colors, [](uint32_t color) { return color >> 24 == 0xff; }));
    EXPECT_GE(colors.size(), 5u); // Paper, ink, the title, bars, late bars.
}

} // namespace
} // namespace report
