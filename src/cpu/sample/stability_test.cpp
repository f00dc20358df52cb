// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "cpu/sample/stability.h"

#include "cpu/routine/fake_builder.h"
#include "cpu/sample/routine_cache.h"
#include "cpu/sample/slots.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace cpu::sample {

/// For expectations in these tests alone.
static bool sameSite(const StableSite& a, const StableSite& b) {
    return a.site == b.site && a.ids == b.ids;
}

namespace {

constexpr uint32_t kSites = 2, kWorkers = 3;
constexpr uint64_t kA = 0x8000000100000001, kB = 0x8000000200000001, kC = 0x8000000300000001;

class StabilityTest : public testing::Test {
protected:
    using Sites = std::vector<StableSite>;

    void watch(StabilityConfig config) {
        stability = std::make_unique<Stability>(
            config, kSites, [this](Sites sites) { requests.push_back(std::move(sites)); });
    }
    /// A dispatch in which all workers get to both sites with these ids; kNoIds: none gets there.
    void dispatch(uint64_t first, uint64_t second = kNoIds) {
        for (uint32_t worker = 0; worker < kWorkers; ++worker) {
            run(worker, 0, first);
            run(worker, 1, second);
        }
        stability->afterDispatch(slots);
    }
    /// As generated code does it: what is inlined does not touch the slot.
    void run(uint32_t worker, uint32_t site, uint64_t ids) {
        if (ids != kNoIds && ids != inlined[site]) {
            slots.at(worker, site).ids = ids;
        }
    }
    void install() {
        for (const StableSite& site : requests.back()) {
            inlined[site.site] = site.ids;
        }
        stability->installed();
    }
    void expectRequest(size_t index, Sites expected) {
        ASSERT_LT(index, requests.size());
        EXPECT_TRUE(std::equal(requests[index].begin(),
                               requests[index].end(),
                               expected.begin(),
                               expected.end(),
                               sameSite));
    }

    RoutineCache cache{
        {.workerCount = kWorkers, .compileThreads = 1},
        std::make_unique<routine::FakeBuilder>(std::make_shared<routine::FakeBuilder::State>())};
    SlotArray slots{cache, kSites, kWorkers};
    uint64_t inlined[kSites] = {kNoIds, kNoIds};
    std::vector<Sites> requests;
    std::unique_ptr<Stability> stability;
};

TEST_F(StabilityTest, AsksOnceSitesAreStable) {
    watch({.dispatches = 4});
    for (int i = 0; i < 3; ++i) {
        dispatch(kA, kB);
    }
    EXPECT_TRUE(requests.empty());
    dispatch(kA, kB);
    ASSERT_EQ(requests.size(), 1u);
    expectRequest(0, {{0, kA}, {1, kB}});
    dispatch(kA, kB);
    EXPECT_EQ(requests.size(), 1u); // one at a time
}

TEST_F(StabilityTest, WorkersMustAgree) {
    watch({.dispatches = 2});
    for (int i = 0; i < 10; ++i) {
        slots.at(0, 0).ids = kA;
        slots.at(1, 0).ids = kB;
        stability->afterDispatch(slots);
    }
    EXPECT_TRUE(requests.empty());
}

TEST_F(StabilityTest, WorkersThatDidNotGetThereDoNotCount) {
    watch({.dispatches = 2});
    for (int i = 0; i < 2; ++i) {
        slots.at(1, 0).ids = kA;
        stability->afterDispatch(slots);
    }
    ASSERT_EQ(requests.size(), 1u);
    expectRequest(0, {{0, kA}});
}

TEST_F(StabilityTest, ChangingSitesAreLeftOut) {
    watch({.dispatches = 4});
    for (int i = 0; i < 40 && requests.empty(); ++i) {
        dispatch(kA, i % 2 ? kB : kC);
    }
    ASSERT_EQ(requests.size(), 1u);
    expectRequest(0, {{0, kA}});
}

TEST_F(StabilityTest, WaitsForASiteThatIsAboutToBeStable) {
    watch({.dispatches = 4});
    for (int i = 0; i < 2; ++i) {
        dispatch(kA);
    }
    for (int i = 0; i < 3; ++i) {
        dispatch(kA, kB);
    }
    EXPECT_TRUE(requests.empty());
    dispatch(kA, kB);
    ASSERT_EQ(requests.size(), 1u);
    expectRequest(0, {{0, kA}, {1, kB}});
}

TEST_F(StabilityTest, IsContentWhileTheInlinedIdsAreUsed) {
    watch({.dispatches = 2});
    dispatch(kA, kB);
    dispatch(kA, kB);
    install();
    for (int i = 0; i < 20; ++i) {
        dispatch(kA, kB);
    }
    EXPECT_EQ(requests.size(), 1u);
}

TEST_F(StabilityTest, AsksAgainWhenIdsChangedForGood) {
    watch({.dispatches = 2});
    dispatch(kA, kB);
    dispatch(kA, kB);
    install();
    dispatch(kC, kB);
    EXPECT_EQ(requests.size(), 1u);
    dispatch(kC, kB);
    ASSERT_EQ(requests.size(), 2u);
    expectRequest(1, {{0, kC}, {1, kB}});
}

TEST_F(StabilityTest, AShortChangeIsNoReason) {
    watch({.dispatches = 3});
    for (int i = 0; i < 3; ++i) {
        dispatch(kA);
    }
    install();
    for (int i = 0; i < 20; ++i) {
        dispatch(i % 3 == 0 ? kA : kB);
    }
    EXPECT_EQ(requests.size(), 1u);
}

TEST_F(StabilityTest, ASiteThatGoesToAndFroIsLeftAlone) {
    watch({.dispatches = 1, .rebuilds = 100});
    for (int i = 0; i < 50; ++i) {
        const size_t before = requests.size();
        dispatch(i % 2 ? kA : kB);
        if (requests.size() > before) {
            install();
        }
    }
    EXPECT_EQ(requests.size(), 2u);
}

TEST_F(StabilityTest, RebuildsAreBounded) {
    watch({.dispatches = 1, .rebuilds = 1});
    dispatch(kA);
    install();
    for (int i = 0; i < 10; ++i) {
        dispatch(kB);
    }
    EXPECT_EQ(stability->rebuildCount(), 1u);
}

TEST_F(StabilityTest, AFailureIsTheLast) {
    watch({.dispatches = 1});
    dispatch(kA);
    stability->failed();
    for (int i = 0; i < 10; ++i) {
        dispatch(kB);
    }
    EXPECT_EQ(requests.size(), 1u);
}

TEST_F(StabilityTest, PinnedTiersDecide) {
    watch(StabilityConfig::fromTier(base::CpuTier::Generic));
    for (int i = 0; i < 100; ++i) {
        dispatch(kA, kB);
    }
    EXPECT_TRUE(requests.empty());
    watch(StabilityConfig::fromTier(base::CpuTier::Inlined));
    dispatch(kA, kB);
    EXPECT_EQ(requests.size(), 1u);
}

} // namespace
} // namespace cpu::sample
