// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "store/hit_table.h"

#include "store/temporary_directory.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <cstring>
#include <filesystem>
#include <fstream>
#include <string>

namespace store {
namespace {

Key keyOf(uint32_t bucket, uint32_t tag) {
    Key key;
    std::memcpy(key.bytes.data(), &bucket, sizeof bucket);
    std::memcpy(key.bytes.data() + sizeof bucket, &tag, sizeof tag);
    return key;
}

class HitTableTest : public testing::Test {
protected:
    void count(const Key& key, int times) const {
        for (int i = 0; i < times; ++i) {
            countHit(m_opened.get(), key);
        }
    }
    uint32_t hits(const Key& key) const { return HitTable(m_opened.get()).of(key); }

    TemporaryDirectory m_directory;
    FileDescriptor m_opened{::open(m_directory.path().c_str(), O_PATH | O_DIRECTORY)};
    std::string m_path = m_directory.path() + "/" + std::string(kHitTableName);
};

TEST_F(HitTableTest, countsByKey) {
    const Key first = base::digestOf("a");
    const Key second = base::digestOf("b");
    EXPECT_EQ(hits(first), 0u);
    count(first, 3);
    count(second, 1);
    EXPECT_EQ(hits(first), 3u);
    EXPECT_EQ(hits(second), 1u);
    EXPECT_EQ(hits(base::digestOf("c")), 0u);
}

TEST_F(HitTableTest, inACrowdedPlaceTheLeastGoes) {
    for (uint32_t tag = 1; tag <= HitTable::kSlots; ++tag) {
        count(keyOf(5, tag), int(tag) + 1);
    }
    count(keyOf(5, 100), 1);
    EXPECT_EQ(hits(keyOf(5, 1)), 0u);
    EXPECT_EQ(hits(keyOf(5, 2)), 3u);
    EXPECT_EQ(hits(keyOf(5, 100)), 1u);
}

TEST_F(HitTableTest, theLastBucketAndTheLargestCount) {
    const Key last = keyOf(HitTable::kBuckets - 1, 0);
    count(last, 1);
    EXPECT_EQ(hits(last), 1u);
    std::string content(std::filesystem::file_size(m_path), '\xff');
    std::ofstream(m_path, std::ios::binary) << content;
    count(keyOf(HitTable::kBuckets - 1, ~0u), 2);
    EXPECT_EQ(hits(keyOf(HitTable::kBuckets - 1, ~0u)), ~0u);
}

TEST_F(HitTableTest, anyBytesAreTaken) {
    std::ofstream(m_path) << "some text that is not a table";
    ASSERT_EQ(::chmod(m_path.c_str(), 0600), 0);
    const Key first = keyOf(0, 7);
    count(first, 1);
    EXPECT_EQ(hits(first), 1u);
}

TEST_F(HitTableTest, othersFilesAreLeftAlone) {
    const Key first = keyOf(0, 7);
    std::ofstream(m_path) << "x";
    ASSERT_EQ(::chmod(m_path.c_str(), 0666), 0);
    count(first, 1);
    EXPECT_EQ(hits(first), 0u);
    EXPECT_EQ(std::filesystem::file_size(m_path), 1u);

    std::filesystem::remove(m_path);
    const std::string elsewhere = m_directory.path() + "/elsewhere";
    std::ofstream(elsewhere) << "x";
    std::filesystem::create_symlink(elsewhere, m_path);
    count(first, 1);
    EXPECT_EQ(std::filesystem::file_size(elsewhere), 1u);

    std::filesystem::remove(m_path);
    ASSERT_EQ(::mkfifo(m_path.c_str(), 0600), 0);
    count(first, 1);
    EXPECT_EQ(hits(first), 0u);
}

TEST_F(HitTableTest, aLargerFileIsNone) {
    std::ofstream(m_path) << "x";
    std::filesystem::resize_file(m_path, 64 << 20);
    ASSERT_EQ(::chmod(m_path.c_str(), 0600), 0);
    count(keyOf(0, 7), 1);
    EXPECT_EQ(hits(keyOf(0, 7)), 0u);
}

} // namespace
} // namespace store
