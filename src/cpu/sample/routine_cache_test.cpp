// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "cpu/sample/routine_cache.h"

#include "cpu/routine/fake_builder.h"
#include "cpu/sample/slots.h"

#include <gtest/gtest.h>

#include <chrono>
#include <random>
#include <thread>

namespace cpu::sample {
namespace {

constexpr SampleOp kOp =
    SampleOp::make(SampleMethod::Lod, false, false, false, false, 0, false, false);
constexpr SampleOp kFetch =
    SampleOp::make(SampleMethod::Fetch, false, false, false, false, 0, false, false);

constexpr uint64_t idsOf(uint32_t viewId, uint32_t samplerId = 0x80000000u) {
    return uint64_t(samplerId) << 32 | viewId;
}
constexpr SampleKey keyOf(uint32_t viewId) {
    return {viewId, 0x80000000u, kOp.bits};
}

RoutineFunction function(const Slot& slot) {
    return slot.routine->function.load();
}
const RoutineFunction kGeneric = reinterpret_cast<RoutineFunction>(routine::FakeBuilder::kGeneric);

class RoutineCacheTest : public testing::Test {
protected:
    ~RoutineCacheTest() override {
        open();
        slots.reset();
        cache.reset();
        EXPECT_EQ(state->alive, 0);
    }

    void make(RoutineCacheConfig config, uint32_t sites = 8) {
        if (config.compileThreads == 0) {
            config.compileThreads = 1;
        }
        cache =
            std::make_unique<RoutineCache>(config, std::make_unique<routine::FakeBuilder>(state));
        slots = std::make_unique<SlotArray>(*cache, sites, config.workerCount);
    }
    Slot& resolve(uint32_t site, uint32_t viewId, uint32_t worker = 0) {
        Slot& slot = slots->at(worker, site);
        cache->resolve(worker, slot, idsOf(viewId), kOp);
        return slot;
    }
    /// Holds up builds.
    void close() {
        const std::lock_guard lock(state->mutex);
        state->closed = true;
    }
    void open() {
        const std::lock_guard lock(state->mutex);
        state->closed = false;
        state->changed.notify_all();
    }
    void waitForBuilder() {
        std::unique_lock lock(state->mutex);
        state->changed.wait(lock, [&] { return state->waiting > 0; });
    }
    int buildsOf(uint32_t viewId) {
        const std::lock_guard lock(state->mutex);
        return state->builds[base::hashKey(keyOf(viewId))];
    }

    const std::shared_ptr<routine::FakeBuilder::State> state =
        std::make_shared<routine::FakeBuilder::State>();
    std::unique_ptr<RoutineCache> cache;
    std::unique_ptr<SlotArray> slots;
};

TEST_F(RoutineCacheTest, AMissIsAnsweredWithTierZeroAtOnce) {
    make({});
    close();
    Slot& slot = resolve(0, 1);
    EXPECT_EQ(slot.ids, idsOf(1));
    EXPECT_EQ(function(slot), kGeneric);
    EXPECT_EQ(slot.routine->tier, Tier::Ready);
    open();
    cache->drain();
    EXPECT_EQ(function(slot), routine::FakeBuilder::functionOf(keyOf(1)));
    EXPECT_EQ(slot.routine->tier, Tier::Specialized);
    EXPECT_EQ(cache->counters().compiled, 1u);
}

TEST_F(RoutineCacheTest, PublishesAtOnce) {
    make({.workerCount = 2});
    resolve(0, 1, 0);
    resolve(0, 1, 1);
    const RoutineCounters counters = cache->counters();
    EXPECT_EQ(counters.slotMisses, 2u);
    EXPECT_EQ(counters.storeMisses, 1u);
    EXPECT_EQ(counters.snapshotHits, 1u);
    EXPECT_EQ(slots->at(0, 0).routine, slots->at(1, 0).routine);
}

TEST_F(RoutineCacheTest, OperationsHaveRoutinesOfTheirOwn) {
    make({});
    cache->resolve(0, slots->at(0, 0), idsOf(1), kOp);
    cache->resolve(0, slots->at(0, 1), idsOf(1), kFetch);
    EXPECT_NE(slots->at(0, 0).routine, slots->at(0, 1).routine);
}

TEST_F(RoutineCacheTest, FetchesDoNotDependOnTheSampler) {
    make({});
    cache->resolve(0, slots->at(0, 0), idsOf(1, 0x80000001), kFetch);
    cache->resolve(0, slots->at(0, 1), idsOf(1, 0x80000002), kFetch);
    EXPECT_EQ(slots->at(0, 0).routine, slots->at(0, 1).routine);
    EXPECT_EQ(slots->at(0, 1).ids, idsOf(1, 0x80000002));
}

TEST_F(RoutineCacheTest, GenericNeverCompiles) {
    make({.tier = base::CpuTier::Generic});
    Slot& slot = resolve(0, 1);
    cache->drain();
    EXPECT_EQ(function(slot), kGeneric);
    EXPECT_EQ(cache->counters().compiled, 0u);
}

TEST_F(RoutineCacheTest, SpecializedCompilesAtOnce) {
    make({.tier = base::CpuTier::Specialized});
    EXPECT_EQ(function(resolve(0, 1)), routine::FakeBuilder::functionOf(keyOf(1)));
}

TEST_F(RoutineCacheTest, SpecializedBuildsOnceForManyThreads) {
    constexpr uint32_t kThreads = 4;
    make({.tier = base::CpuTier::Specialized, .workerCount = kThreads});
    close();
    std::vector<std::thread> threads;
    for (uint32_t worker = 0; worker < kThreads; ++worker) {
        threads.emplace_back([&, worker] {
            EXPECT_EQ(function(resolve(0, 1, worker)), routine::FakeBuilder::functionOf(keyOf(1)));
        });
    }
    waitForBuilder();
    open();
    for (std::thread& thread : threads) {
        thread.join();
    }
    EXPECT_EQ(buildsOf(1), 1);
}

TEST_F(RoutineCacheTest, AFailureLeavesTierZero) {
    make({});
    state->failing = true;
    Slot& slot = resolve(0, 1);
    cache->drain();
    EXPECT_EQ(function(slot), kGeneric);
    EXPECT_EQ(cache->counters().failed, 1u);
    resolve(0, 1);
    cache->drain();
    EXPECT_EQ(buildsOf(1), 1);
}

TEST_F(RoutineCacheTest, EvictsWhatWasUnusedForLongest) {
    make({.capacity = 2});
    resolve(0, 1);
    resolve(0, 2);
    resolve(0, 1); // a snapshot hit counts as use
    resolve(0, 3);
    EXPECT_EQ(cache->counters().evictions, 1u);
    const uint64_t misses = cache->counters().storeMisses;
    resolve(0, 1);
    EXPECT_EQ(cache->counters().storeMisses, misses);
    resolve(0, 2);
    EXPECT_EQ(cache->counters().storeMisses + cache->counters().revivals, misses + 1);
}

TEST_F(RoutineCacheTest, WhatASlotHoldsIsNotFreed) {
    make({.capacity = 1});
    Slot& held = resolve(0, 1);
    cache->drain();
    for (uint32_t id = 2; id < 50; ++id) {
        resolve(1, id);
        cache->drain();
    }
    cache->collect();
    // The one in slot 0, the one in the store; slot 1 holds the latter.
    EXPECT_EQ(state->alive, 2);
    EXPECT_EQ(function(held), routine::FakeBuilder::functionOf(keyOf(1)));
    slots.reset();
    EXPECT_EQ(state->alive, 1);
}

TEST_F(RoutineCacheTest, WhatASlotKeptIsTakenBack) {
    make({.capacity = 1});
    Slot& held = resolve(0, 1);
    cache->drain();
    resolve(1, 2);
    Slot& again = resolve(2, 1);
    EXPECT_EQ(again.routine, held.routine);
    cache->drain();
    EXPECT_EQ(cache->counters().revivals, 1u);
    EXPECT_EQ(buildsOf(1), 1);
}

TEST_F(RoutineCacheTest, EvictedRoutinesAreNotBuilt) {
    make({.capacity = 1});
    close();
    resolve(0, 1);
    waitForBuilder(); // at 1
    resolve(1, 2);
    resolve(2, 3);
    open();
    cache->drain();
    EXPECT_EQ(buildsOf(2), 0);
    EXPECT_EQ(buildsOf(3), 1);
}

TEST_F(RoutineCacheTest, ARoutineEvictedWhileItIsBuiltStaysUntilThen) {
    make({.capacity = 1});
    close();
    resolve(0, 1);
    waitForBuilder();
    resolve(0, 2); // evicts it, and no slot holds it
    cache->collect();
    EXPECT_EQ(cache->retiredCount(), 1u);
    open();
    cache->drain();
    cache->collect();
    EXPECT_EQ(cache->retiredCount(), 0u);
}

TEST_F(RoutineCacheTest, DestructionDropsWhatIsWanted) {
    make({});
    close();
    for (uint32_t id = 1; id <= 1000; ++id) {
        resolve(0, id);
    }
    waitForBuilder();
    // Builds go on, one a millisecond, while the cache is destroyed.
    std::atomic<bool> destroyed = false;
    std::thread opener([&] {
        while (!destroyed) {
            {
                const std::lock_guard lock(state->mutex);
                ++state->passes;
                state->changed.notify_all();
            }
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        }
    });
    slots.reset();
    cache.reset();
    destroyed = true;
    opener.join();
    EXPECT_LT(state->builds.size(), 1000u);
}

TEST_F(RoutineCacheTest, RunsOtherWorkInBetween) {
    make({});
    close();
    for (uint32_t id = 1; id <= 10; ++id) {
        resolve(0, id);
    }
    waitForBuilder();
    int buildsBefore = 0;
    base::Job job = cache->threads().submit([&] {
        const std::lock_guard lock(state->mutex);
        buildsBefore = int(state->builds.size());
    });
    open();
    cache->drain();
    job.wait();
    EXPECT_LT(buildsBefore, 10);
}

/// Many threads, few places: every answer must be for the question, and what is freed must not be
/// in use. Sanitizers see the rest.
TEST_F(RoutineCacheTest, WorksUnderLoad) {
    constexpr uint32_t kThreads = 4, kSites = 6, kKeys = 40;
    for (const size_t capacity : {1, 8, 64}) {
        make({.capacity = capacity, .workerCount = kThreads, .compileThreads = 2}, kSites);
        std::vector<std::thread> threads;
        std::atomic<uint64_t> wrong = 0, misses = 0;
        for (uint32_t worker = 0; worker < kThreads; ++worker) {
            threads.emplace_back([&, worker] {
                std::mt19937 random(worker);
                for (int i = 0; i < 5000; ++i) {
                    const uint32_t site = random() % kSites;
                    const uint32_t viewId = 1 + random() % (random() % kKeys + 1);
                    Slot& slot = slots->at(worker, site);
                    if (slot.ids != idsOf(viewId)) {
                        misses.fetch_add(1, std::memory_order_relaxed);
                        cache->resolve(worker, slot, idsOf(viewId), kOp);
                    }
                    const RoutineFunction f = function(slot);
                    const bool right =
                        slot.routine->key == keyOf(viewId) &&
                        (f == kGeneric || f == routine::FakeBuilder::functionOf(keyOf(viewId)));
                    wrong.fetch_add(right ? 0 : 1, std::memory_order_relaxed);
                }
            });
        }
        for (std::thread& thread : threads) {
            thread.join();
        }
        cache->drain();
        EXPECT_EQ(wrong, 0u);
        const RoutineCounters c = cache->counters();
        EXPECT_EQ(c.slotMisses, misses);
        EXPECT_EQ(c.slotMisses, c.snapshotHits + c.storeHits + c.storeMisses + c.revivals);
        EXPECT_LE(cache->storedCount(), capacity);
        cache->collect();
        EXPECT_LE(cache->retiredCount(), size_t(kThreads * kSites));
        slots.reset();
        cache->collect();
        EXPECT_EQ(cache->retiredCount(), 0u);
        EXPECT_LE(state->alive, int(capacity));
        cache.reset();
    }
}

} // namespace
} // namespace cpu::sample
