// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "store/store.h"

#include "store/entry_file.h"
#include "store/temporary_directory.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <fstream>
#include <thread>

namespace store {
namespace {

Key key(uint64_t index) {
    return KeyBuilder("test").addValue(index).finish();
}

std::vector<std::byte> valueOf(uint64_t index, size_t size_B = 1000) {
    return std::vector<std::byte>(size_B, std::byte(index));
}

void setUsed(const Store& store, const Key& key, time_t when_s) {
    const timespec times[2] = {{when_s, 0}, {when_s, 0}};
    const std::string path = store.directory() + "/" + entryFileName(key);
    ASSERT_EQ(::utimensat(AT_FDCWD, path.c_str(), times, 0), 0);
}

class StoreTest : public testing::Test {
protected:
    TemporaryDirectory m_temporary;
    std::string m_directory = m_temporary.path() + "/deep/cache";
};

TEST_F(StoreTest, keepsValuesBetweenRuns) {
    {
        Store store(m_directory, 1 << 20);
        EXPECT_FALSE(store.get(key(1)));
        store.put(key(1), valueOf(1));
    }
    const Store store(m_directory, 1 << 20);
    EXPECT_EQ(store.get(key(1)), valueOf(1));
    EXPECT_FALSE(store.get(key(2)));
}

TEST_F(StoreTest, aNewValueReplacesTheOld) {
    Store store(m_directory, 1 << 20);
    store.put(key(1), valueOf(1));
    store.put(key(1), valueOf(2, 10));
    EXPECT_EQ(store.get(key(1)), valueOf(2, 10));
    EXPECT_EQ(store.usage().entries, 1u);
}

TEST_F(StoreTest, anEmptyNameKeepsNothing) {
    Store store("", 1 << 20);
    store.put(key(1), valueOf(1));
    EXPECT_FALSE(store.get(key(1)));
    EXPECT_EQ(store.usage().entries, 0u);
    store.clear();
}

TEST_F(StoreTest, anImpossibleDirectoryCostsOnlyWarmth) {
    std::ofstream(m_temporary.path() + "/file") << "x";
    Store store(m_temporary.path() + "/file/cache", 1 << 20);
    store.put(key(1), valueOf(1));
    EXPECT_FALSE(store.get(key(1)));
}

TEST_F(StoreTest, survivesTheDirectoryBeingDeleted) {
    Store store(m_directory, 1 << 20);
    store.put(key(1), valueOf(1));
    std::filesystem::remove_all(m_directory);
    EXPECT_FALSE(store.get(key(1)));
    store.put(key(1), valueOf(1));
    EXPECT_TRUE(store.get(key(1)));
}

TEST_F(StoreTest, staysWithinItsSize) {
    Store store(m_directory, 20000);
    for (uint64_t i = 0; i < 100; ++i) {
        store.put(key(i), valueOf(i));
        // One eighth may be written before the directory is listed again.
        EXPECT_LE(store.usage().size_B, 20000u + 20000u / 8 + 2000u);
    }
    EXPECT_TRUE(store.get(key(99)));
    EXPECT_FALSE(store.get(key(0)));
}

TEST_F(StoreTest, evictsWhatWasUnusedForLongest) {
    const time_t now = ::time(nullptr);
    {
        Store store(m_directory, 1 << 20);
        for (uint64_t i = 0; i < 10; ++i) {
            store.put(key(i), valueOf(i));
            setUsed(store, key(i), now - 100000 + time_t(i));
        }
        EXPECT_TRUE(store.get(key(0))); // a use, so 1 is now the oldest
    }
    Store store(m_directory, 10500);
    store.put(key(10), valueOf(10));
    EXPECT_TRUE(store.get(key(0)));
    EXPECT_FALSE(store.get(key(1)));
    EXPECT_TRUE(store.get(key(9)));
    EXPECT_TRUE(store.get(key(10)));
}

TEST_F(StoreTest, aValueLargerThanTheStoreIsNotKept) {
    Store store(m_directory, 1000);
    store.put(key(1), valueOf(1, 1000));
    EXPECT_FALSE(store.get(key(1)));
}

TEST_F(StoreTest, removesAbandonedTemporaryFilesButNoForeignOnes) {
    std::filesystem::create_directories(m_directory);
    const std::string abandoned = m_directory + "/.new-1-0-0";
    const std::string fresh = m_directory + "/.new-2-0-0";
    const std::string foreign = m_directory + "/notes.txt";
    for (const std::string& path : {abandoned, fresh, foreign}) {
        std::ofstream(path) << "x";
    }
    const timespec longAgo[2] = {{1000, 0}, {1000, 0}};
    ASSERT_EQ(::utimensat(AT_FDCWD, abandoned.c_str(), longAgo, 0), 0);
    ASSERT_EQ(::utimensat(AT_FDCWD, foreign.c_str(), longAgo, 0), 0);

    Store store(m_directory, 1 << 20);
    store.put(key(1), valueOf(1));
    EXPECT_FALSE(std::filesystem::exists(abandoned));
    EXPECT_TRUE(std::filesystem::exists(fresh));

    store.clear();
    EXPECT_EQ(store.usage().entries, 0u);
    EXPECT_FALSE(std::filesystem::exists(fresh));
    EXPECT_TRUE(std::filesystem::exists(foreign));
}

TEST_F(StoreTest, filesArePrivate) {
    Store store(m_directory, 1 << 20);
    store.put(key(1), valueOf(1));
    struct stat info;
    ASSERT_EQ(::stat((m_directory + "/" + entryFileName(key(1))).c_str(), &info), 0);
    EXPECT_EQ(info.st_mode & 0777, 0600u);
    ASSERT_EQ(::stat(m_directory.c_str(), &info), 0);
    EXPECT_EQ(info.st_mode & 0777, 0700u);
}

TEST_F(StoreTest, threadsShareIt) {
    Store store(m_directory, 30000);
    std::vector<std::thread> threads;
    for (uint64_t t = 0; t < 4; ++t) {
        threads.emplace_back([&store, t] {
            for (uint64_t i = 0; i < 100; ++i) {
                const uint64_t index = (i * 7 + t) % 40;
                if (const auto value = store.get(key(index))) {
                    EXPECT_EQ(*value, valueOf(index));
                } else {
                    store.put(key(index), valueOf(index));
                }
            }
        });
    }
    for (std::thread& thread : threads) {
        thread.join();
    }
}

TEST_F(StoreTest, aValueIsOfOneKind) {
    Store store(m_directory, 1 << 20);
    store.put(key(1), valueOf(1), Kind::Shader);
    EXPECT_EQ(store.get(key(1), Kind::Shader), valueOf(1));
    EXPECT_FALSE(store.get(key(1), Kind::Stage));
}

TEST_F(StoreTest, listsWhatItHolds) {
    const Origin origin = {base::digestOf("x"), "Some device"};
    Store store(m_directory, 1 << 20, origin);
    store.put(key(1), valueOf(1, 100), Kind::Routine);
    setUsed(store, key(1), 1000);
    EXPECT_TRUE(store.get(key(1), Kind::Routine));
    EXPECT_TRUE(store.get(key(1), Kind::Routine));
    EXPECT_FALSE(store.get(key(1), Kind::Shader));
    setUsed(store, key(1), 1000);
    std::ofstream(m_directory + "/" + entryFileName(key(2))) << "of an earlier version";
    std::ofstream(m_directory + "/notes") << "not ours";

    std::vector<ListedEntry> entries = store.list();
    ASSERT_EQ(entries.size(), 2u);
    if (!entries[0].label) {
        std::swap(entries[0], entries[1]);
    }
    ASSERT_TRUE(entries[0].label);
    EXPECT_EQ(entries[0].label->head.kind, Kind::Routine);
    EXPECT_EQ(entries[0].label->origin, origin);
    EXPECT_EQ(entries[0].used_s, 1000);
    EXPECT_EQ(entries[0].hits, 2u);
    EXPECT_EQ(entries[0].size_B, entryFileSize_B(100, origin));
    EXPECT_FALSE(entries[1].label);
}

TEST_F(StoreTest, removesByName) {
    Store store(m_directory, 1 << 20);
    store.put(key(1), valueOf(1));
    std::ofstream(m_directory + "/notes") << "not ours";
    EXPECT_FALSE(store.remove("notes"));
    EXPECT_FALSE(store.remove("../notes"));
    EXPECT_TRUE(store.remove(entryFileName(key(1))));
    EXPECT_FALSE(store.get(key(1)));
    EXPECT_TRUE(std::filesystem::exists(m_directory + "/notes"));
}

TEST_F(StoreTest, importsKeepTheirOrigin) {
    const Origin origin = {base::digestOf("there"), "A device elsewhere"};
    Entry entry{Head{.key = key(1), .kind = Kind::Shader}, origin, valueOf(7)};
    Store store(m_directory, 1 << 20, {base::digestOf("here"), "A device here"});
    ASSERT_TRUE(store.import(entry));
    EXPECT_EQ(store.get(key(1), Kind::Shader), valueOf(7));
    EXPECT_EQ(store.list().at(0).label->origin, origin);
    entry.value.resize(2 << 20);
    EXPECT_FALSE(store.import(entry));
    EXPECT_FALSE(Store("", 1 << 20).import(entry));
}

TEST_F(StoreTest, clearingForgetsHits) {
    Store store(m_directory, 1 << 20);
    store.put(key(1), valueOf(1));
    EXPECT_TRUE(store.get(key(1)));
    store.clear();
    EXPECT_TRUE(std::filesystem::is_empty(m_directory));
    store.put(key(1), valueOf(1));
    EXPECT_EQ(store.list().at(0).hits, 0u);
}

} // namespace
} // namespace store
