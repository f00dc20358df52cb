// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#pragma once

#include "store/entry_format.h"
#include "store/private_directory.h"

#include <atomic>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

// The cache on disk: key → bytes, kept between runs. What cannot be read is not there, what cannot
// be written is not kept, and neither is ever an error. Safe to delete at any time, and safe to
// share between threads and processes. A directory that others than its user could write to is
// neither read nor written, and told once in the log. See docs/store.md.

namespace store {

constexpr uint64_t kDefaultMaxSize_B = uint64_t(512) << 20;

struct Usage {
    uint64_t entries = 0;
    uint64_t size_B = 0;
};

/// A file of the store, for those who look at it.
struct ListedEntry {
    std::string name;
    uint64_t size_B = 0;
    int64_t used_s = 0; ///< Since 1970, to an hour: docs/store.md.
    int64_t made_s = 0; ///< 0: the file system does not keep it.
    uint32_t hits = 0;
    /// Or why it is no entry: of another version, not the user's alone, damaged in front.
    base::Result<EntryLabel> label;
};

class Store {
public:
    /// The directory is created by the first put. An empty name makes a store that keeps nothing.
    /// `origin` goes into what is put.
    Store(std::string directory, uint64_t maxSize_B, Origin origin = {});

    /// The user's store as the options have it: one that keeps nothing if disk-cache is off.
    explicit Store(Origin origin);
    Store() : Store(Origin()) {}

    Store(const Store&) = delete;
    Store& operator=(const Store&) = delete;

    /// What was put for the key as this kind. It counts as a hit.
    std::optional<std::vector<std::byte>> get(const Key& key, Kind kind = Kind::Other) const;

    /// Replaces the key's value. Now and then it also lists the directory and removes the entries
    /// that were unused for longest until the rest takes three quarters of the maximum; that can
    /// take milliseconds, so call it on a worker thread.
    void put(const Key& key, std::span<const std::byte> value, Kind kind = Kind::Other);

    /// An entry that somebody else made, with its origin. The error says why it is not kept.
    base::Result<void> import(const Entry& entry);

    Usage usage() const;
    /// Removes every entry and every leftover of an interrupted write; nothing else.
    void clear();

    /// All entries, and what looks like some.
    std::vector<ListedEntry> list() const;
    /// By the name in a list; it counts as no use. The error says what is wrong with it.
    base::Result<Entry> inspect(const std::string& name) const;
    /// By the name in a list; whether it is gone.
    bool remove(const std::string& name);

    const std::string& directory() const { return m_directory.path(); }

private:
    base::Result<void>
    write(const Key& key, std::span<const std::byte> value, Kind kind, const Origin& origin);
    void evict(const FileDescriptor& directory);

    const PrivateDirectory m_directory;
    const Origin m_origin;
    const uint64_t m_maxSize_B;
    /// Bytes written here since the directory was last listed. It starts at the limit so that the
    /// first put lists it.
    std::atomic<uint64_t> m_sinceListed_B;
    std::mutex m_evictMutex;
};

} // namespace store
