// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#pragma once

#include "report/counters.h"
#include "report/record_format.h"

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

// What a driver did and when, for people who want to know why a program stutters (docs/record.md).
// Off unless option `record` names a directory. Each driver of a process writes a file of its own,
// which is mapped: what it was told is there however the process ends.

namespace report {

/// Now, as events have it.
uint64_t now_ns();

/// One file. Thread-safe; no call takes a lock, waits, or fails.
class Record {
public:
    /// Null: the directory or the file cannot be had; the log says why.
    static std::unique_ptr<Record> create(const std::string& directory);
    Record(char* file, uint64_t size_B) : m_file(file), m_size_B(size_B) {}
    ~Record();
    Record(const Record&) = delete;
    Record& operator=(const Record&) = delete;

    /// What happened from `start_ns` on; `detail`, `value` and `text`: as the kind has them.
    void add(EventKind kind,
             uint8_t detail,
             uint64_t start_ns,
             uint64_t duration_ns,
             uint64_t value,
             std::string_view text) noexcept;

private:
    void addThread() noexcept;
    void put(EventHeader event, std::string_view text) noexcept;
    RecordHeader& header() { return *reinterpret_cast<RecordHeader*>(m_file); }

    char* const m_file;
    const uint64_t m_size_B;
};

namespace detail {
/// This process's; null: there is none, or nobody asked yet.
extern std::atomic<Record*> g_record;
extern std::atomic<bool> g_asked;
Record* openRecord() noexcept;
} // namespace detail

/// The process's record; null: nothing is recorded.
inline Record* record() {
    Record* const known = detail::g_record.load(std::memory_order_acquire);
    return known || detail::g_asked.load(std::memory_order_relaxed) ? known : detail::openRecord();
}

/// Something that happens now.
inline void
recordEvent(EventKind kind, uint8_t detail, uint64_t value, std::string_view text = {}) {
    g_counters.count(kind, detail, 0, value);
    if (Record* const to = record()) {
        to->add(kind, detail, now_ns(), 0, value, text);
    }
}

/// Something that takes time, from its construction to stop().
class Span {
public:
    Span() : m_record(record()), m_start_ns(m_record ? now_ns() : 0) {}

    /// `text`: called, if at all, for the text.
    template <class Text>
    void stop(EventKind kind, uint8_t detail, uint64_t value, Text&& text) const noexcept {
        g_counters.count(kind, detail, 0, value);
        if (m_record) {
            try {
                const uint64_t duration_ns = now_ns() - m_start_ns;
                m_record->add(kind, detail, m_start_ns, duration_ns, value, text());
            } catch (const std::bad_alloc&) {
                // One event less.
            }
        }
    }

    /// The same of a call that may have waited: what is shorter than waits are is not told.
    template <class Text>
    void stopIfLong(EventKind kind, uint8_t detail, Text&& text) const noexcept {
        if (m_record && now_ns() - m_start_ns >= kLeastWait_ns) {
            stop(kind, detail, 0, std::forward<Text>(text));
        }
    }

private:
    Record* const m_record;
    const uint64_t m_start_ns;
};

} // namespace report
