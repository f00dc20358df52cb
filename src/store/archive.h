// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#pragma once

#include "base/result.h"
#include "store/entry_format.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <span>

// Entries for another machine in one file: a head, entries as they lie on disk, and their number.
// An archive may come from anybody; what of it may be believed its reader's caller decides. See
// docs/store.md.

namespace store {

class ArchiveWriter {
public:
    /// Takes all the bytes, or returns false.
    using Put = std::function<bool(std::span<const std::byte>)>;

    /// Writes the head.
    explicit ArchiveWriter(Put put);
    void add(const Entry& entry);
    /// Writes the end. False: some `put` failed.
    [[nodiscard]] bool finish();

    uint64_t entries() const { return m_entries; }
    uint64_t size_B() const { return m_size_B; }

private:
    void write(std::span<const std::byte> bytes);

    const Put m_put;
    uint64_t m_entries = 0;
    uint64_t m_size_B = 0;
    bool m_good = true;
};

struct ArchivedEntry {
    Entry entry;
    bool damaged =
        false; ///< Its bytes are not those that were written; only the head is to be had.
};

class ArchiveReader {
public:
    /// Fills what it can; less only at the end.
    using Get = std::function<size_t(std::span<std::byte>)>;

    explicit ArchiveReader(Get get) : m_get(std::move(get)) {}

    /// One after the other; nullopt at the end. An error ends it: what follows cannot be read. No
    /// more memory is taken than bytes were there.
    base::Result<std::optional<ArchivedEntry>> next();

private:
    base::Result<void> readStart();
    base::Error failure(const char* why) const;
    bool read(std::span<std::byte> to);

    const Get m_get;
    uint64_t m_at_B = 0;
    uint64_t m_entries = 0;
    bool m_started = false;
};

} // namespace store
