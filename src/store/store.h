// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#pragma once

#include "store/key.h"
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

class Store {
public:
    /// The directory is created by the first put. An empty name makes a store that keeps nothing.
    Store(std::string directory, uint64_t maxSize_B);

    /// The user's store as the options have it: one that keeps nothing if disk-cache is off.
    Store();

    Store(const Store&) = delete;
    Store& operator=(const Store&) = delete;

    std::optional<std::vector<std::byte>> get(const Key& key) const;

    /// Replaces the key's value. Now and then it also lists the directory and removes the entries
    /// that were unused for longest until the rest takes three quarters of the maximum; that can
    /// take milliseconds, so call it on a worker thread.
    void put(const Key& key, std::span<const std::byte> value);

    Usage usage() const;
    /// Removes every entry and every leftover of an interrupted write; nothing else.
    void clear();

    const std::string& directory() const { return m_directory.path(); }

private:
    void evict(const FileDescriptor& directory);

    const PrivateDirectory m_directory;
    const uint64_t m_maxSize_B;
    /// Bytes written here since the directory was last listed. It starts at the limit so that the
    /// first put lists it.
    std::atomic<uint64_t> m_sinceListed_B;
    std::mutex m_evictMutex;
};

} // namespace store
