// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "cpu/routine/keyed_routines.h"

#include "cpu/routine/fake_builder.h"
#include "format/vk_formats.h"
#include "store/store.h"
#include "store/temporary_directory.h"

#include <gtest/gtest.h>

#include <random>
#include <thread>

namespace cpu::routine {
namespace {

constexpr uint64_t kFinal = 1000; ///< Keys from here on have nothing to gain.

/// Routines are numbers; builds can be held up.
class FakeKeyedBuilder final : public KeyedBuilder {
public:
    using State = FakeBuilder::State;

    static RoutineFunction generic() { return reinterpret_cast<RoutineFunction>(uintptr_t(1)); }
    static RoutineFunction functionOf(uint64_t bits) {
        return reinterpret_cast<RoutineFunction>(uintptr_t(bits + 2));
    }

    explicit FakeKeyedBuilder(std::shared_ptr<State> state) : m_state(std::move(state)) {}

    Ready ready(const KernelKey& key) const override { return {generic(), key.bits >= kFinal}; }

    base::Result<BuiltRoutine> build(const KernelKey& key) override {
        std::unique_lock lock(m_state->mutex);
        ++m_state->builds[key.bits];
        ++m_state->waiting;
        m_state->changed.notify_all();
        m_state->changed.wait(lock, [&] { return !m_state->closed; });
        --m_state->waiting;
        if (m_state->failing) {
            return base::Error{"the fake fails"};
        }
        ++m_state->alive;
        const std::shared_ptr<State> state = m_state;
        std::shared_ptr<const void> code(state.get(), [state](const void*) { --state->alive; });
        return BuiltRoutine{functionOf(key.bits), std::move(code), false};
    }

private:
    const std::shared_ptr<State> m_state;
};

class KeyedRoutinesTest : public testing::Test {
protected:
    ~KeyedRoutinesTest() override {
        open();
        routines.reset();
        threads.reset();
        EXPECT_EQ(state->alive, 0);
    }

    void make(size_t capacity, base::CpuTier tier = base::CpuTier::Auto) {
        threads = std::make_unique<BuildThreads>(1, tier == base::CpuTier::Auto);
        routines = std::make_unique<KeyedRoutines>(
            *threads, tier, capacity, std::make_unique<FakeKeyedBuilder>(state));
    }
    KeyedRoutines::Handle find(uint64_t bits) { return routines->find(ColorKey{bits}); }
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
    int buildsOf(uint64_t bits) {
        const std::lock_guard lock(state->mutex);
        return state->builds[bits];
    }

    const std::shared_ptr<FakeBuilder::State> state = std::make_shared<FakeBuilder::State>();
    std::unique_ptr<BuildThreads> threads;
    std::unique_ptr<KeyedRoutines> routines;
};

TEST_F(KeyedRoutinesTest, AMissIsAnsweredWithTierZeroAtOnce) {
    make(8);
    close();
    const auto routine = find(1);
    EXPECT_EQ(routine->function.load(), FakeKeyedBuilder::generic());
    EXPECT_EQ(routine->tier, Tier::Ready);
    EXPECT_EQ(find(1), routine);
    open();
    routines->drain();
    EXPECT_EQ(routine->function.load(), FakeKeyedBuilder::functionOf(1));
    EXPECT_EQ(routine->tier, Tier::Specialized);
    EXPECT_EQ(routines->counters().hits, 1u);
    EXPECT_EQ(routines->counters().misses, 1u);
    EXPECT_EQ(routines->counters().compiled, 1u);
    EXPECT_EQ(buildsOf(1), 1);
}

TEST_F(KeyedRoutinesTest, KernelsHaveKeysOfTheirOwn) {
    make(8);
    EXPECT_NE(routines->find(ColorKey{5}), routines->find(DepthKey{5}));
    EXPECT_NE(routines->find(ColorKey{5}), routines->findFetch(5));
    EXPECT_EQ(routines->storedCount(), 3u);
    routines->drain();
}

TEST_F(KeyedRoutinesTest, WhatIsFinalIsNotBuilt) {
    make(8);
    const auto routine = find(kFinal);
    EXPECT_EQ(routine->tier, Tier::Specialized);
    routines->drain();
    EXPECT_EQ(buildsOf(kFinal), 0);
    EXPECT_EQ(routine->function.load(), FakeKeyedBuilder::generic());
}

TEST_F(KeyedRoutinesTest, ADrawKeepsWhatIsEvicted) {
    make(2);
    auto kept = find(1);
    routines->drain();
    find(2);
    find(3);
    find(4);
    routines->drain();
    EXPECT_EQ(routines->storedCount(), 2u);
    EXPECT_EQ(routines->counters().evictions, 2u);
    EXPECT_EQ(kept->function.load(), FakeKeyedBuilder::functionOf(1));
    EXPECT_EQ(state->alive, 3);
    kept.reset();
    EXPECT_EQ(state->alive, 2);
}

TEST_F(KeyedRoutinesTest, TheOneUnusedForLongestLeaves) {
    make(2);
    find(1);
    find(2);
    find(1);
    find(3);
    const uint64_t misses = routines->counters().misses;
    find(1);
    EXPECT_EQ(routines->counters().misses, misses);
    find(2);
    EXPECT_EQ(routines->counters().misses, misses + 1);
    routines->drain();
}

TEST_F(KeyedRoutinesTest, NobodyBuildsWhatWasEvictedBefore) {
    make(1);
    close();
    find(1);
    waitForBuilder();
    find(2); // Evicts 1, which is being built.
    find(3); // Evicts 2, which waits.
    open();
    routines->drain();
    EXPECT_EQ(buildsOf(1), 1);
    EXPECT_EQ(buildsOf(2), 0);
    EXPECT_EQ(buildsOf(3), 1);
    EXPECT_EQ(state->alive, 1);
}

TEST_F(KeyedRoutinesTest, FailuresLeaveTierZero) {
    make(8);
    state->failing = true;
    const auto routine = find(1);
    routines->drain();
    EXPECT_EQ(routine->function.load(), FakeKeyedBuilder::generic());
    find(1);
    routines->drain();
    EXPECT_EQ(buildsOf(1), 1);
    EXPECT_EQ(routines->counters().failed, 1u);
}

TEST_F(KeyedRoutinesTest, PinnedTiersAreObeyed) {
    for (const base::CpuTier tier : {base::CpuTier::Generic, base::CpuTier::Prebuilt}) {
        routines.reset();
        make(8, tier);
        find(1);
        routines->drain();
        EXPECT_EQ(buildsOf(1), 0);
    }
    routines.reset();
    make(8, base::CpuTier::Specialized);
    EXPECT_EQ(find(1)->function.load(), FakeKeyedBuilder::functionOf(1));
    EXPECT_EQ(find(1)->tier, Tier::Specialized);
    EXPECT_EQ(buildsOf(1), 1);
}

TEST_F(KeyedRoutinesTest, GoesWhileBuildsAreUnderWay) {
    make(8);
    close();
    for (uint64_t bits = 1; bits < 8; ++bits) {
        find(bits);
    }
    waitForBuilder();
    std::thread opener([&] { open(); });
    routines.reset();
    opener.join();
}

TEST_F(KeyedRoutinesTest, ManyThreadsMayAsk) {
    make(8);
    std::vector<std::thread> threads;
    for (uint32_t i = 0; i < 4; ++i) {
        threads.emplace_back([&, i] {
            std::mt19937 random(i);
            for (int n = 0; n < 3000; ++n) {
                const uint64_t bits = random() % 20;
                const auto routine = find(bits);
                const RoutineFunction function = routine->function.load();
                ASSERT_TRUE(function == FakeKeyedBuilder::generic() ||
                            function == FakeKeyedBuilder::functionOf(bits));
            }
        });
    }
    for (std::thread& thread : threads) {
        thread.join();
    }
    routines->drain();
    const KeyedCounters counters = routines->counters();
    EXPECT_EQ(counters.hits + counters.misses, 4u * 3000u);
    EXPECT_EQ(state->alive, int(routines->storedCount()));
}

TEST(KeyedKernelBuilder, ASecondProcessCompilesNothing) {
    const store::TemporaryDirectory directory;
    const auto live = [&] {
        store::Store store(directory.path(), store::kDefaultMaxSize_B);
        BuildThreads threads(1, /*idle*/ false);
        KeyedRoutines routines(threads,
                               base::CpuTier::Auto,
                               64,
                               keyedKernelBuilder(Level::V2, TierZero::Kernel, &store));
        routines.find(ColorKey::make(format::vkFormatIndex(37), Tiling::Tiled, 15, false, {}, 16));
        routines.find(DepthKey::make(format::vkFormatIndex(126),
                                     Tiling::Tiled,
                                     true,
                                     Compare::Less,
                                     true,
                                     false,
                                     false,
                                     {}));
        routines.findFetch(format::vkFormatIndex(109));
        routines.drain();
        return routines.counters();
    };
    const KeyedCounters first = live();
    EXPECT_EQ(first.compiled, 3u);
    const KeyedCounters second = live();
    EXPECT_EQ(second.compiled, 0u);
    EXPECT_EQ(second.fromDisk, 3u);
}

} // namespace
} // namespace cpu::routine
