// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "cpu/sample/routine_store.h"

#include <gtest/gtest.h>

namespace cpu::sample {
namespace {

RoutineStore::Node routine(uint32_t viewId) {
    RoutineStore::Node made = RoutineStore::makeNode({viewId, 0, 0});
    made.mapped() = std::make_unique<StoredRoutine>();
    made.mapped()->key = made.key();
    return made;
}

void use(const RoutineStore& store, uint32_t viewId) {
    store.find({viewId, 0, 0})->lastUse = store.clock();
}

TEST(RoutineStore, FindsWhatWasInserted) {
    RoutineStore store(4);
    StoredRoutine* one = store.insert(routine(1));
    EXPECT_EQ(store.find({1, 0, 0}), one);
    EXPECT_EQ(store.find({2, 0, 0}), nullptr);
    EXPECT_EQ(store.size(), 1u);
}

TEST(RoutineStore, NobodyLeavesWhileThereIsRoom) {
    RoutineStore store(2);
    store.insert(routine(1));
    EXPECT_TRUE(store.makeRoom().empty());
}

TEST(RoutineStore, TheLongestUnusedLeaves) {
    RoutineStore store(3);
    for (uint32_t id = 1; id <= 3; ++id) {
        store.insert(routine(id));
    }
    use(store, 1);
    const auto leaving = store.makeRoom();
    ASSERT_EQ(leaving.size(), 1u);
    EXPECT_EQ(leaving[0]->key.viewId, 2u);
    EXPECT_TRUE(store.find({1, 0, 0}));
    EXPECT_FALSE(store.find({2, 0, 0}));
}

TEST(RoutineStore, InsertingCountsAsUse) {
    RoutineStore store(2);
    store.insert(routine(1));
    use(store, 1);
    store.insert(routine(2));
    const auto leaving = store.makeRoom();
    ASSERT_EQ(leaving.size(), 1u);
    EXPECT_EQ(leaving[0]->key.viewId, 1u);
}

TEST(RoutineStore, LargeStoresMakeRoomInBatches) {
    RoutineStore store(64);
    for (uint32_t id = 0; id < 64; ++id) {
        store.insert(routine(id));
    }
    const auto leaving = store.makeRoom();
    EXPECT_EQ(leaving.size(), 4u);
    for (const auto& left : leaving) {
        EXPECT_LT(left->key.viewId, 4u);
    }
    EXPECT_EQ(store.size(), 60u);
}

TEST(RoutineStore, ASingleRoutineChangesPlaces) {
    RoutineStore store(1);
    store.insert(routine(1));
    EXPECT_EQ(store.makeRoom().size(), 1u);
    store.insert(routine(2));
    EXPECT_TRUE(store.find({2, 0, 0}));
}

} // namespace
} // namespace cpu::sample
