// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "store/archive.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace store {
namespace {

using Bytes = std::vector<std::byte>;

Entry entryWith(std::string_view name, Kind kind, size_t size_B) {
    Entry entry;
    entry.head = {.key = base::digestOf(name), .kind = kind};
    entry.origin = {base::digestOf("device"), "Device of " + std::string(name)};
    entry.value.resize(size_B, std::byte(name.size()));
    return entry;
}

Bytes archiveOf(const std::vector<Entry>& entries) {
    Bytes bytes;
    ArchiveWriter writer([&](std::span<const std::byte> more) {
        bytes.insert(bytes.end(), more.begin(), more.end());
        return true;
    });
    for (const Entry& entry : entries) {
        writer.add(entry);
    }
    EXPECT_TRUE(writer.finish());
    EXPECT_EQ(writer.size_B(), bytes.size());
    EXPECT_EQ(writer.entries(), entries.size());
    return bytes;
}

ArchiveReader::Get from(std::span<const std::byte> bytes) {
    return [bytes](std::span<std::byte> to) mutable {
        const size_t size_B = std::min(to.size(), bytes.size());
        std::ranges::copy(bytes.first(size_B), to.begin());
        bytes = bytes.subspan(size_B);
        return size_B;
    };
}

struct Outcome {
    std::vector<ArchivedEntry> entries;
    std::string error; ///< Empty: it was read to its end.
};

Outcome readAll(std::span<const std::byte> bytes) {
    Outcome outcome;
    ArchiveReader reader(from(bytes));
    while (true) {
        base::Result<std::optional<ArchivedEntry>> next = reader.next();
        if (!next) {
            outcome.error = next.error().message;
            return outcome;
        }
        if (!*next) {
            return outcome;
        }
        outcome.entries.push_back(std::move(**next));
    }
}

bool same(const Entry& a, const Entry& b) {
    return a.head.key == b.head.key && a.head.kind == b.head.kind && a.origin == b.origin &&
           a.value == b.value;
}

const std::vector<Entry> kEntries = {entryWith("first", Kind::Shader, 40),
                                     entryWith("second one", Kind::Stage, 3),
                                     entryWith("none", Kind::Program, 0)};

TEST(Archive, givesBackWhatWasPutIn) {
    const Outcome outcome = readAll(archiveOf(kEntries));
    EXPECT_EQ(outcome.error, "");
    ASSERT_EQ(outcome.entries.size(), kEntries.size());
    for (size_t i = 0; i < kEntries.size(); ++i) {
        EXPECT_FALSE(outcome.entries[i].damaged);
        EXPECT_TRUE(same(outcome.entries[i].entry, kEntries[i])) << i;
    }
    EXPECT_TRUE(readAll(archiveOf({})).entries.empty());
}

TEST(Archive, largeValuesComeInPieces) {
    const Entry large = entryWith("large", Kind::Pipelines, (5 << 20) + 17);
    const Outcome outcome = readAll(archiveOf({large}));
    ASSERT_EQ(outcome.entries.size(), 1u);
    EXPECT_TRUE(same(outcome.entries[0].entry, large));
}

TEST(Archive, everyTruncationIsTold) {
    const Bytes whole = archiveOf(kEntries);
    for (size_t size_B = 0; size_B < whole.size(); ++size_B) {
        EXPECT_NE(readAll(std::span(whole).first(size_B)).error, "") << size_B;
    }
}

TEST(Archive, noFlippedBitGivesAnotherValue) {
    const Bytes whole = archiveOf(kEntries);
    for (size_t bit = 0; bit < whole.size() * 8; ++bit) {
        Bytes damaged = whole;
        damaged[bit / 8] ^= std::byte(1 << (bit % 8));
        const Outcome outcome = readAll(damaged);
        for (size_t i = 0; i < outcome.entries.size(); ++i) {
            const ArchivedEntry& read = outcome.entries[i];
            // A head may name another key or kind, which its reader finds by no key of his.
            EXPECT_TRUE(read.damaged || read.entry.value == kEntries[i].value) << bit;
            EXPECT_TRUE(read.damaged || read.entry.origin == kEntries[i].origin) << bit;
        }
    }
}

TEST(Archive, aDamagedValueHidesNoOther) {
    Bytes bytes = archiveOf(kEntries);
    bytes[16 + kHeadSize_B + 5] ^= std::byte{1};
    const Outcome outcome = readAll(bytes);
    EXPECT_EQ(outcome.error, "");
    ASSERT_EQ(outcome.entries.size(), kEntries.size());
    EXPECT_TRUE(outcome.entries[0].damaged);
    EXPECT_TRUE(same(outcome.entries[1].entry, kEntries[1]));
}

TEST(Archive, aMissingEntryIsTold) {
    Bytes bytes = archiveOf(kEntries);
    const size_t first_B = kHeadSize_B + 40 + writeNote(kEntries[0].origin).size();
    bytes.erase(bytes.begin() + 16, bytes.begin() + 16 + ptrdiff_t(first_B));
    EXPECT_NE(readAll(bytes).error.find("entries are missing"), std::string::npos);
}

TEST(Archive, claimsOfSizeTakeNoMemory) {
    // As large as a value may be, and no byte of it.
    Bytes bytes = archiveOf({entryWith("claim", Kind::Shader, 8)});
    bytes.resize(16 + kHeadSize_B);
    const uint64_t claimed_B = kMaxValue_B;
    std::ranges::copy(std::as_bytes(std::span(&claimed_B, 1)), bytes.begin() + 16 + 48);
    size_t largest_B = 0;
    auto get = from(bytes);
    ArchiveReader reader([&](std::span<std::byte> to) {
        largest_B = std::max(largest_B, to.size());
        return get(to);
    });
    EXPECT_FALSE(reader.next());
    EXPECT_LE(largest_B, size_t(1) << 20);
}

TEST(Archive, othersFilesAreNoArchives) {
    const std::string_view text = "PK\x03\x04 some other file that is long enough to have a head";
    EXPECT_EQ(readAll(std::as_bytes(std::span(text))).error,
              "This is no archive of Glissade's disk cache.");
    Bytes newer = archiveOf({});
    newer[8] = std::byte{2};
    EXPECT_EQ(readAll(newer).error,
              "The archive is of version 2 of its format, and this Glissade reads version 1.");
}

TEST(Archive, aWriterThatFailsIsTold) {
    ArchiveWriter writer([](std::span<const std::byte>) { return false; });
    writer.add(kEntries[0]);
    EXPECT_FALSE(writer.finish());
}

} // namespace
} // namespace store
