// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "store/entry_file.h"

#include "store/file_descriptor.h"
#include "store/temporary_directory.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fstream>

namespace store {
namespace {

const Key kKey = base::digestOf("abc");
const Origin kOrigin = {base::digestOf("device"), "A device"};

std::span<const std::byte> bytes(std::string_view text) {
    return std::as_bytes(std::span(text));
}

std::string readFile(const std::string& path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

void writeFile(const std::string& path, std::string_view content) {
    std::ofstream(path, std::ios::binary | std::ios::trunc) << content;
}

class EntryFileTest : public testing::Test {
protected:
    void SetUp() override {
        m_opened = FileDescriptor(::open(m_directory.path().c_str(), O_PATH | O_DIRECTORY));
        ASSERT_TRUE(writeEntry(m_opened.get(), kKey, bytes("some value"), Kind::Shader, kOrigin));
        m_content = readFile(m_path);
        ASSERT_EQ(m_content.size(), entryFileSize_B(10, kOrigin));
    }

    /// What cannot be trusted is not there, too.
    std::optional<std::vector<std::byte>> read(const Key& key) const {
        auto entry = readEntry(m_opened.get(), key, Kind::Shader);
        return entry ? std::move(*entry) : std::nullopt;
    }

    TemporaryDirectory m_directory;
    FileDescriptor m_opened;
    std::string m_path = m_directory.path() + "/" + entryFileName(kKey);
    std::string m_content;
};

TEST_F(EntryFileTest, readsBackWhatWasWritten) {
    const auto value = read(kKey);
    ASSERT_TRUE(value);
    EXPECT_EQ(std::string_view(reinterpret_cast<const char*>(value->data()), value->size()),
              "some value");
}

TEST_F(EntryFileTest, emptyValuesAreValues) {
    ASSERT_TRUE(writeEntry(m_opened.get(), kKey, {}, Kind::Shader));
    const auto value = read(kKey);
    ASSERT_TRUE(value);
    EXPECT_TRUE(value->empty());
}

TEST_F(EntryFileTest, everyTruncationIsRefused) {
    for (size_t length = 0; length < m_content.size(); ++length) {
        writeFile(m_path, std::string_view(m_content).substr(0, length));
        EXPECT_FALSE(read(kKey)) << length;
    }
    writeFile(m_path, m_content + "x");
    EXPECT_FALSE(read(kKey));
}

TEST_F(EntryFileTest, everyBitFlipIsRefused) {
    for (size_t bit = 0; bit < m_content.size() * 8; ++bit) {
        std::string damaged = m_content;
        damaged[bit / 8] = char(damaged[bit / 8] ^ (1 << (bit % 8)));
        writeFile(m_path, damaged);
        EXPECT_FALSE(read(kKey)) << bit;
    }
    writeFile(m_path, m_content);
    EXPECT_TRUE(read(kKey));
}

TEST_F(EntryFileTest, anotherKeysFileIsRefused) {
    Key other = kKey;
    other.bytes[31] ^= 1;
    EXPECT_FALSE(read(other));
}

TEST_F(EntryFileTest, anotherKindIsRefused) {
    for (uint8_t kind = 0; kind < uint8_t(Kind::Count); ++kind) {
        const auto found = readEntry(m_opened.get(), kKey, Kind(kind));
        ASSERT_TRUE(found);
        EXPECT_EQ(found->has_value(), Kind(kind) == Kind::Shader) << int(kind);
    }
}

TEST_F(EntryFileTest, labelsTellKindAndOrigin) {
    const auto label = inspectLabel(m_opened.get(), entryFileName(kKey));
    ASSERT_TRUE(label);
    EXPECT_EQ(label->head.kind, Kind::Shader);
    EXPECT_EQ(label->head.key, kKey);
    EXPECT_EQ(label->head.value_B, 10u);
    EXPECT_EQ(label->origin, kOrigin);
    const auto entry = inspectEntry(m_opened.get(), entryFileName(kKey));
    ASSERT_TRUE(entry);
    EXPECT_EQ(entry->origin, kOrigin);
    EXPECT_EQ(entry->value.size(), 10u);
}

TEST_F(EntryFileTest, longNamesAreCutBetweenCharacters) {
    Origin origin;
    for (int i = 0; i < 150; ++i) {
        origin.name += "\u00e9"; // Two bytes each.
    }
    origin.name.insert(0, "x");
    ASSERT_TRUE(writeEntry(m_opened.get(), kKey, bytes("v"), Kind::Shader, origin));
    const auto label = inspectLabel(m_opened.get(), entryFileName(kKey));
    ASSERT_TRUE(label);
    EXPECT_EQ(label->origin.name, origin.name.substr(0, Origin::kLongestName_B - 1));
}

TEST_F(EntryFileTest, whatIsWrongIsTold) {
    const std::string name = entryFileName(kKey);
    const auto says = [&](std::string_view part) {
        const auto entry = inspectEntry(m_opened.get(), name);
        return !entry && entry.error().message.find(part) != std::string::npos;
    };
    std::string other = m_content;
    other[8] = 2; // The version before.
    writeFile(m_path, other);
    EXPECT_TRUE(says("is not of this version of the format"));
    other = m_content;
    other.back() = char(other.back() ^ 1);
    writeFile(m_path, other);
    EXPECT_TRUE(says("is damaged"));
    EXPECT_TRUE(inspectLabel(m_opened.get(), name)); // Which does not look.
    ASSERT_EQ(::chmod(m_path.c_str(), 0622), 0);
    EXPECT_TRUE(says("is not its user's alone"));
    ASSERT_EQ(::unlink(m_path.c_str()), 0);
    EXPECT_TRUE(says("cannot be opened"));
    ASSERT_EQ(::symlink("elsewhere", m_path.c_str()), 0);
    EXPECT_TRUE(says("is a symbolic link"));
}

TEST_F(EntryFileTest, thingsThatAreNoFilesAreRefused) {
    ASSERT_EQ(::unlink(m_path.c_str()), 0);
    EXPECT_FALSE(read(kKey));
    ASSERT_EQ(::mkfifo(m_path.c_str(), 0600), 0);
    EXPECT_FALSE(read(kKey));
    ASSERT_EQ(::unlink(m_path.c_str()), 0);
    ASSERT_EQ(::mkdir(m_path.c_str(), 0700), 0);
    EXPECT_FALSE(read(kKey));
    EXPECT_FALSE(writeEntry(m_opened.get(), kKey, bytes("x")));
}

TEST_F(EntryFileTest, damagedFilesAreReplaced) {
    writeFile(m_path, "foreign");
    EXPECT_TRUE(writeEntry(m_opened.get(), kKey, bytes("new"), Kind::Shader));
    EXPECT_TRUE(read(kKey));
}

TEST_F(EntryFileTest, writingLeavesNoTemporaryFile) {
    size_t files = 0;
    for (const auto& entry : std::filesystem::directory_iterator(m_directory.path())) {
        EXPECT_TRUE(isEntryFileName(entry.path().filename().string()));
        ++files;
    }
    EXPECT_EQ(files, 1u);
}

TEST(EntryFileName, onlyOurNamesAreOurs) {
    EXPECT_TRUE(isEntryFileName(entryFileName(kKey)));
    const std::string digits = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
    EXPECT_EQ(entryFileName(kKey), digits + ".entry");
    EXPECT_FALSE(isEntryFileName(digits + ".entry2"));
    EXPECT_FALSE(isEntryFileName(digits + "0.entry"));
    EXPECT_FALSE(isEntryFileName("X" + digits.substr(1) + ".entry"));
    EXPECT_TRUE(isEntryFileName("fedcba98765432100123456789abcdef.entry")); // Of old.
    EXPECT_FALSE(isEntryFileName("notes.entry"));
    EXPECT_FALSE(isEntryFileName("fedcba98765432100123456789abcdeX.entry"));
    EXPECT_FALSE(isEntryFileName("fedcba98765432100123456789abcdef.entry2"));
    EXPECT_FALSE(isEntryFileName(""));
}

} // namespace
} // namespace store
