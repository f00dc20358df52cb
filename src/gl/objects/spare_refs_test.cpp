// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "gl/objects/spare_refs.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace gl {
namespace {

struct Counted : Object {
    explicit Counted(int& alive) : Object(1), m_alive(alive) { ++m_alive; }
    ~Counted() override { --m_alive; }
    int& m_alive;
};

TEST(SpareRefsTest, ObjectsLiveWhileSparesDo) {
    int alive = 0;
    SpareRefs<Counted> spares;
    Ref<Counted> slot;
    spares.assign(slot, new Counted(alive));
    spares.assign(slot, nullptr);
    EXPECT_EQ(alive, 1);
    spares.drop();
    EXPECT_EQ(alive, 0);
}

TEST(SpareRefsTest, CountsStayRightThroughAnyRebinding) {
    constexpr size_t kObjects = 100; // More than there are entries.
    int alive = 0;
    std::vector<Ref<Counted>> names;
    for (size_t i = 0; i < kObjects; ++i) {
        names.push_back(new Counted(alive));
    }
    SpareRefs<Counted> spares;
    std::vector<Ref<Counted>> slots(8);
    uint32_t random = 1;
    for (int i = 0; i < 10000; ++i) {
        random = random * 1664525 + 1013904223;
        const size_t object = (random >> 8) % (kObjects + 1);
        spares.assign(slots[random >> 29], object < kObjects ? names[object].get() : nullptr);
    }
    EXPECT_EQ(alive, int(kObjects));
    names.clear();
    spares.drop();
    std::vector<Counted*> bound;
    for (const Ref<Counted>& slot : slots) {
        if (slot && std::find(bound.begin(), bound.end(), slot.get()) == bound.end()) {
            bound.push_back(slot.get());
        }
    }
    EXPECT_EQ(alive, int(bound.size()));
    slots.clear();
    EXPECT_EQ(alive, 0);
}

TEST(SpareRefsTest, BindingTheSameAgainKeepsIt) {
    int alive = 0;
    SpareRefs<Counted> spares;
    Ref<Counted> slot;
    Counted* const object = new Counted(alive);
    spares.assign(slot, object);
    spares.assign(slot, object);
    spares.drop();
    EXPECT_EQ(alive, 1);
    slot = nullptr;
    EXPECT_EQ(alive, 0);
}

TEST(SparePointersTest, OneSpareReferenceEachAndNoneLost) {
    constexpr size_t kObjects = 100; // More than there are entries.
    std::vector<std::shared_ptr<int>> names;
    for (size_t i = 0; i < kObjects; ++i) {
        names.push_back(std::make_shared<int>(int(i)));
    }
    SparePointers<int> spares;
    std::shared_ptr<int> slot;
    uint32_t random = 1;
    for (int i = 0; i < 10000; ++i) {
        random = random * 1664525 + 1013904223;
        const size_t object = (random >> 8) % (kObjects + 1);
        const std::shared_ptr<int> wanted = object < kObjects ? names[object] : nullptr;
        spares.assign(slot, wanted);
        ASSERT_EQ(slot, wanted);
        spares.assign(slot, wanted);
        ASSERT_EQ(slot, wanted);
    }
    spares.assign(slot, names[0]);
    spares.drop();
    EXPECT_EQ(names[0].use_count(), 2);
    for (size_t i = 1; i < kObjects; ++i) {
        EXPECT_EQ(names[i].use_count(), 1);
    }
}

} // namespace
} // namespace gl
