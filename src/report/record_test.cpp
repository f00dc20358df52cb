// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "report/record.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <thread>
#include <unistd.h>
#include <vector>

namespace report {
namespace {

class RecordFiles : public testing::Test {
protected:
    RecordFiles() : m_directory(testing::TempDir() + "record-XXXXXX") {
        EXPECT_TRUE(mkdtemp(m_directory.data()));
    }
    ~RecordFiles() override { std::filesystem::remove_all(m_directory); }

    std::vector<std::string> files() const {
        std::vector<std::string> contents;
        for (const auto& entry : std::filesystem::directory_iterator(m_directory)) {
            std::ifstream file(entry.path(), std::ios::binary);
            contents.emplace_back(std::istreambuf_iterator<char>(file),
                                  std::istreambuf_iterator<char>());
        }
        return contents;
    }
    const std::string& directory() const { return m_directory; }

private:
    std::string m_directory;
};

/// Those in a file, up to the first place that nobody wrote.
std::vector<std::pair<EventHeader, std::string>> eventsOf(const std::string& file) {
    std::vector<std::pair<EventHeader, std::string>> events;
    size_t at = sizeof(RecordHeader);
    EventHeader event{};
    while (at + sizeof event <= file.size()) {
        std::memcpy(&event, file.data() + at, sizeof event);
        if (event.size_B == 0) {
            break;
        }
        events.emplace_back(event, file.substr(at + sizeof event, event.text_B));
        at += event.size_B;
    }
    return events;
}

TEST_F(RecordFiles, BeginWithTheProcess) {
    ASSERT_TRUE(Record::create(directory()));
    ASSERT_EQ(files().size(), 1u);
    const auto events = eventsOf(files().front());
    ASSERT_EQ(events.size(), 1u);
    EXPECT_EQ(events[0].first.kind, EventKind::Process);
    EXPECT_NE(events[0].second.find("pid=" + std::to_string(getpid()) + "\n"), std::string::npos);
}

TEST_F(RecordFiles, KeepWhatTheyWereTold) {
    const auto record = Record::create(directory());
    ASSERT_TRUE(record);
    record->add(EventKind::Stall, 3, 1000, 2000, 7, "a cause");
    const auto events = eventsOf(files().front()); // While the record is open.
    ASSERT_EQ(events.size(), 3u);
    EXPECT_EQ(events[1].first.kind, EventKind::Thread);
    const EventHeader& stall = events[2].first;
    EXPECT_EQ(stall.kind, EventKind::Stall);
    EXPECT_EQ(stall.detail, 3);
    EXPECT_EQ(stall.start_ns, 1000u);
    EXPECT_EQ(stall.duration_ns, 2000u);
    EXPECT_EQ(stall.value, 7u);
    EXPECT_EQ(stall.thread, uint32_t(gettid()));
    EXPECT_EQ(events[2].second, "a cause");
}

TEST_F(RecordFiles, AreOfOneLibraryEach) {
    const auto one = Record::create(directory());
    const auto other = Record::create(directory());
    EXPECT_TRUE(one && other);
    EXPECT_EQ(files().size(), 2u);
}

TEST_F(RecordFiles, TakeEventsOfManyThreads) {
    constexpr int kThreads = 4;
    constexpr int kEvents = 1000;
    const auto record = Record::create(directory());
    std::vector<std::thread> threads;
    for (int i = 0; i < kThreads; ++i) {
        threads.emplace_back([&, i] {
            for (int k = 0; k < kEvents; ++k) {
                record->add(EventKind::Frame,
                            uint8_t(i),
                            0,
                            0,
                            uint64_t(k),
                            std::string(size_t(k % 50), 'x'));
            }
        });
    }
    for (std::thread& thread : threads) {
        thread.join();
    }
    std::vector<uint64_t> next(kThreads);
    for (const auto& [event, text] : eventsOf(files().front())) {
        if (event.kind == EventKind::Frame) {
            EXPECT_EQ(event.value, next[event.detail]++); // In the order of each thread.
            EXPECT_EQ(text.size(), event.value % 50);
        }
    }
    EXPECT_EQ(next, std::vector<uint64_t>(kThreads, kEvents));
}

TEST_F(RecordFiles, CountWhatFoundNoPlace) {
    const auto record = Record::create(directory());
    const std::string text(kMostText_B + 100, 'x');
    constexpr size_t kMore = 10;
    const size_t fits = files().front().size() / (kMostText_B + sizeof(EventHeader));
    for (size_t i = 0; i < fits + kMore; ++i) {
        record->add(EventKind::Answer, 0, 0, 0, 0, text);
    }
    RecordHeader header;
    std::memcpy(static_cast<void*>(&header), files().front().data(), sizeof header);
    EXPECT_GE(header.lost, kMore);
    EXPECT_LE(header.end_B, files().front().size());
}

TEST_F(RecordFiles, AreNoneWithoutTheirDirectory) {
    EXPECT_FALSE(Record::create(directory() + "/none"));
}

} // namespace
} // namespace report
