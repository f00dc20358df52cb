// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#pragma once

#include "base/hash.h"

#include <algorithm>
#include <atomic>
#include <bit>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

namespace base {

/// Key → pointer, read by known threads without a lock, edited by one thread at a time.
///
/// An edit copies the table, changes the copy and publishes it whole: a reader sees all of an edit
/// or nothing of it, and never waits. A version that was replaced is freed when no reader can be
/// looking at it. That is told by hazard pointers (M. M. Michael, "Hazard Pointers: Safe Memory
/// Reclamation for Lock-Free Objects", IEEE TPDS 15(6), 2004), of which each reader has one, for
/// the table as a whole: it names the version it is going to read, and looks again whether that is
/// still the current one. If so, nobody frees it before the name is taken back; if not, it starts
/// over. A reader can hold up one version and its successor's edits never; garbage is bounded by
/// the number of readers.
///
/// What the pointers lead to is the owner's: version numbers tell it what readers may still find.
template <HashableKey Key, class T>
class Snapshot {
    struct Entry {
        Key key;
        T* value = nullptr; ///< nullptr: empty
    };

    /// Open addressing, at most half full.
    struct Version {
        uint64_t number = 0;
        size_t count = 0;
        std::vector<Entry> entries = std::vector<Entry>(kMinEntries);

        size_t mask() const { return entries.size() - 1; }

        /// Index of the key, or of the empty entry where it would be.
        size_t locate(const Key& key) const {
            size_t index = size_t(hashKey(key)) & mask();
            while (entries[index].value && !(entries[index].key == key)) {
                index = (index + 1) & mask();
            }
            return index;
        }

        void grow() {
            std::vector<Entry> old(2 * entries.size());
            old.swap(entries);
            for (const Entry& entry : old) {
                if (entry.value) {
                    entries[locate(entry.key)] = entry;
                }
            }
        }

        void set(const Key& key, T* value) {
            size_t index = locate(key);
            if (!entries[index].value) {
                if (2 * (count + 1) > entries.size()) {
                    grow();
                    index = locate(key);
                }
                ++count;
            }
            entries[index] = {key, value};
        }

        /// Entries behind the hole move up, so that no search stops short of them.
        void erase(const Key& key) {
            size_t hole = locate(key);
            if (!entries[hole].value) {
                return;
            }
            --count;
            for (size_t index = (hole + 1) & mask(); entries[index].value;
                 index = (index + 1) & mask()) {
                const size_t home = size_t(hashKey(entries[index].key)) & mask();
                if (((index - home) & mask()) >= ((index - hole) & mask())) {
                    entries[hole] = entries[index];
                    hole = index;
                }
            }
            entries[hole] = {};
        }
    };

    struct alignas(64) Reader {
        std::atomic<const Version*> version = nullptr; ///< what it may be reading
    };

public:
    /// While it exists, what find() returned stays findable by this reader: the owner must not free
    /// it before oldestReadable() has passed the version. A reader has one guard at a time.
    class Guard {
    public:
        ~Guard() { m_reader.version.store(nullptr, std::memory_order_release); }
        Guard(const Guard&) = delete;
        Guard& operator=(const Guard&) = delete;

        T* find(const Key& key) const { return m_version->entries[m_version->locate(key)].value; }
        size_t size() const { return m_version->count; }

    private:
        friend class Snapshot;
        Guard(Reader& reader, const Version* version) : m_reader(reader), m_version(version) {}

        Reader& m_reader;
        const Version* m_version;
    };

    /// A copy of the current version on its way to become the next one.
    class Edit {
    public:
        void set(const Key& key, T* value) {
            assert(value);
            m_version->set(key, value);
        }
        void erase(const Key& key) { m_version->erase(key); }

    private:
        friend class Snapshot;
        explicit Edit(const Version& from) : m_version(std::make_unique<Version>(from)) {}

        std::unique_ptr<Version> m_version;
    };

    explicit Snapshot(size_t readerCount)
        : m_readerCount(readerCount),
          m_readers(std::make_unique<Reader[]>(readerCount)),
          m_current(new Version) {}
    /// No guard may be left.
    ~Snapshot() { delete m_current.load(); }
    Snapshot(const Snapshot&) = delete;
    Snapshot& operator=(const Snapshot&) = delete;

    /// For the thread that has this reader index to itself.
    Guard read(size_t reader) const {
        assert(reader < m_readerCount);
        Reader& self = m_readers[reader];
        assert(!self.version.load(std::memory_order_relaxed));
        const Version* version = m_current.load(std::memory_order_relaxed);
        for (;;) {
            // Both in the one total order: either publish() sees the name, or we see its version.
            self.version.store(version, std::memory_order_seq_cst);
            const Version* current = m_current.load(std::memory_order_seq_cst);
            if (current == version) {
                return Guard(self, version);
            }
            version = current;
        }
    }

    // The rest is for one thread at a time.

    Edit edit() {
        m_retired.reserve(m_retired.size() + 1);
        return Edit(*m_current.load(std::memory_order_relaxed));
    }

    /// Needs no memory. Readers that come now find the edit. Returns the new version's number, one
    /// more than that of the version it replaced. Frees versions that no reader can hold.
    uint64_t publish(Edit edit) {
        const Version* replaced = m_current.load(std::memory_order_relaxed);
        edit.m_version->number = replaced->number + 1;
        const uint64_t number = edit.m_version->number;
        m_retired.emplace_back(replaced);
        m_current.store(edit.m_version.release(), std::memory_order_seq_cst);
        reclaim();
        return number;
    }

    /// Number of the oldest version that a reader holds or can still come to hold. What was erased
    /// by the edit that made this version or an earlier one will not be found any more, and whoever
    /// found it has dropped the guard.
    uint64_t oldestReadable() {
        reclaim();
        return m_retired.empty() ? m_current.load(std::memory_order_relaxed)->number
                                 : m_retired.front()->number;
    }

    size_t size() const { return m_current.load(std::memory_order_relaxed)->count; }
    /// Replaced versions that readers hold up.
    size_t retiredCount() const { return m_retired.size(); }

private:
    static constexpr size_t kMinEntries = 16;

    bool held(const Version* version) const {
        return std::any_of(
            m_readers.get(), m_readers.get() + m_readerCount, [&](const Reader& reader) {
                return reader.version.load(std::memory_order_seq_cst) == version;
            });
    }

    void reclaim() {
        std::erase_if(m_retired, [&](const auto& version) { return !held(version.get()); });
    }

    const size_t m_readerCount;
    const std::unique_ptr<Reader[]> m_readers;
    std::atomic<const Version*> m_current;
    std::vector<std::unique_ptr<const Version>> m_retired; ///< oldest first
};

} // namespace base
