// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "base/snapshot.h"

#include <gtest/gtest.h>

#include <map>
#include <optional>
#include <random>
#include <thread>

namespace base {
namespace {

using Table = Snapshot<uint32_t, int>;

void set(Table& table, uint32_t key, int* value) {
    auto edit = table.edit();
    edit.set(key, value);
    table.publish(std::move(edit));
}

void erase(Table& table, uint32_t key) {
    auto edit = table.edit();
    edit.erase(key);
    table.publish(std::move(edit));
}

TEST(Snapshot, StartsEmpty) {
    Table table(1);
    EXPECT_EQ(table.read(0).find(1), nullptr);
    EXPECT_EQ(table.size(), 0u);
}

TEST(Snapshot, FindsWhatWasPublished) {
    Table table(1);
    int a = 0, b = 0;
    set(table, 1, &a);
    set(table, 2, &b);
    EXPECT_EQ(table.read(0).find(1), &a);
    EXPECT_EQ(table.read(0).find(2), &b);
    set(table, 1, &b);
    EXPECT_EQ(table.read(0).find(1), &b);
    EXPECT_EQ(table.size(), 2u);
    erase(table, 1);
    EXPECT_EQ(table.read(0).find(1), nullptr);
    EXPECT_EQ(table.size(), 1u);
}

TEST(Snapshot, AnEditIsSeenWholeOrNotAtAll) {
    Table table(1);
    int a = 0;
    auto edit = table.edit();
    edit.set(1, &a);
    edit.set(2, &a);
    EXPECT_EQ(table.read(0).find(1), nullptr);
    table.publish(std::move(edit));
    EXPECT_EQ(table.read(0).size(), 2u);
}

TEST(Snapshot, AReaderKeepsItsVersion) {
    Table table(2);
    int a = 0;
    set(table, 1, &a);
    {
        const auto guard = table.read(0);
        erase(table, 1);
        EXPECT_EQ(guard.find(1), &a);
        EXPECT_EQ(table.read(1).find(1), nullptr);
        EXPECT_EQ(table.retiredCount(), 1u);
    }
    table.oldestReadable();
    EXPECT_EQ(table.retiredCount(), 0u);
}

TEST(Snapshot, VersionsTellWhatReadersMayStillFind) {
    Table table(2);
    int a = 0;
    set(table, 1, &a);
    auto edit = table.edit();
    edit.erase(1);
    std::optional<uint64_t> erased;
    {
        const auto guard = table.read(0);
        erased = table.publish(std::move(edit));
        EXPECT_LT(table.oldestReadable(), *erased);
        set(table, 2, &a);
        EXPECT_LT(table.oldestReadable(), *erased);
    }
    EXPECT_GE(table.oldestReadable(), *erased);
}

TEST(Snapshot, GarbageIsBoundedByTheReaders) {
    Table table(2);
    int a = 0;
    const auto guard = table.read(0);
    for (uint32_t i = 0; i < 100; ++i) {
        set(table, i, &a);
        EXPECT_LE(table.retiredCount(), 1u);
    }
}

TEST(Snapshot, DoesWhatAMapDoes) {
    Table table(1);
    std::map<uint32_t, int*> map;
    std::vector<int> values(1000);
    std::mt19937 random(7);
    for (int i = 0; i < 20000; ++i) {
        const uint32_t key = random() % 300;
        auto edit = table.edit();
        if (random() % 2) {
            int* value = &values[random() % values.size()];
            edit.set(key, value);
            map[key] = value;
        } else {
            edit.erase(key);
            map.erase(key);
        }
        table.publish(std::move(edit));
        if (i % 100 == 0) {
            const auto guard = table.read(0);
            ASSERT_EQ(guard.size(), map.size());
            for (uint32_t k = 0; k < 300; ++k) {
                const auto it = map.find(k);
                ASSERT_EQ(guard.find(k), it == map.end() ? nullptr : it->second);
            }
        }
    }
}

/// Values are poisoned when the version numbers say that nobody can find them. A reader that meets
/// a poisoned value, or a key's value under another key, is a failure; sanitizers see the rest.
TEST(Snapshot, ReadersNeverMeetWhatWasFreed) {
    struct Value {
        std::atomic<uint32_t> key;
        std::atomic<bool> freed = false;
        explicit Value(uint32_t k) : key(k) {}
    };
    constexpr uint32_t kReaders = 4, kKeys = 64;
    constexpr int kEdits = 4000;
    Snapshot<uint32_t, Value> table(kReaders);
    std::atomic<bool> stop = false;
    std::atomic<uint64_t> found = 0, wrong = 0;

    std::vector<std::thread> readers;
    for (uint32_t r = 0; r < kReaders; ++r) {
        readers.emplace_back([&, r] {
            std::mt19937 random(r);
            while (!stop.load(std::memory_order_relaxed)) {
                const uint32_t key = random() % kKeys;
                const auto guard = table.read(r);
                if (Value* value = guard.find(key)) {
                    found.fetch_add(1, std::memory_order_relaxed);
                    if (value->key != key || value->freed) {
                        wrong.fetch_add(1, std::memory_order_relaxed);
                    }
                }
            }
        });
    }

    std::map<uint32_t, std::unique_ptr<Value>> live;
    std::vector<std::pair<uint64_t, std::unique_ptr<Value>>> dead;
    std::mt19937 random(99);
    for (int i = 0; i < kEdits || found < 10000; ++i) {
        const uint32_t key = random() % kKeys;
        auto edit = table.edit();
        std::unique_ptr<Value> old = std::move(live[key]);
        live.erase(key);
        if (random() % 3) {
            auto value = std::make_unique<Value>(key);
            edit.set(key, value.get());
            live[key] = std::move(value);
        } else {
            edit.erase(key);
        }
        const uint64_t version = table.publish(std::move(edit));
        if (old) {
            dead.emplace_back(version, std::move(old));
        }
        const uint64_t readable = table.oldestReadable();
        std::erase_if(dead, [&](auto& entry) {
            if (entry.first > readable) {
                return false;
            }
            entry.second->freed = true;
            return true;
        });
        EXPECT_LE(table.retiredCount(), size_t(kReaders));
    }
    stop = true;
    for (std::thread& reader : readers) {
        reader.join();
    }
    EXPECT_EQ(wrong, 0u);
    EXPECT_GT(found, 0u);
}

} // namespace
} // namespace base
