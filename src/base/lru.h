// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#pragma once

#include <cassert>
#include <cstddef>
#include <functional>
#include <list>
#include <optional>
#include <unordered_map>
#include <utility>

namespace base {

/// Keeps the `capacity` entries that were used last. Not synchronised; pointers to values stay
/// valid until their entry is evicted or erased.
template <class Key, class Value, class Hash = std::hash<Key>>
class Lru {
public:
    using Entry = std::pair<const Key, Value>;

    explicit Lru(size_t capacity) : m_capacity(capacity) { assert(capacity > 0); }

    size_t size() const { return m_entries.size(); }
    size_t capacity() const { return m_capacity; }

    // Counts as a use.
    Value* find(const Key& key) {
        const auto it = m_index.find(key);
        if (it == m_index.end()) {
            return nullptr;
        }
        m_entries.splice(m_entries.begin(), m_entries, it->second);
        return &it->second->second;
    }

    // Does not count as a use.
    const Value* peek(const Key& key) const {
        const auto it = m_index.find(key);
        return it == m_index.end() ? nullptr : &it->second->second;
    }

    // Inserts or replaces. Returns the value that had to leave: the replaced one, or that of the
    // entry unused for longest.
    std::optional<Value> insert(const Key& key, Value value) {
        if (Value* present = find(key)) {
            return std::exchange(*present, std::move(value));
        }
        std::optional<Value> evicted;
        if (m_entries.size() == m_capacity) {
            evicted = popOldest();
        }
        m_entries.emplace_front(key, std::move(value));
        m_index.emplace(key, m_entries.begin());
        return evicted;
    }

    std::optional<Value> erase(const Key& key) {
        const auto it = m_index.find(key);
        if (it == m_index.end()) {
            return std::nullopt;
        }
        std::optional<Value> value = std::move(it->second->second);
        m_entries.erase(it->second);
        m_index.erase(it);
        return value;
    }

    std::optional<Value> popOldest() {
        if (m_entries.empty()) {
            return std::nullopt;
        }
        std::optional<Value> value = std::move(m_entries.back().second);
        m_index.erase(m_entries.back().first);
        m_entries.pop_back();
        return value;
    }

    void clear() {
        m_index.clear();
        m_entries.clear();
    }

    // fn(const Key&, Value&), most recently used first.
    template <class Fn>
    void forEach(Fn&& fn) {
        for (Entry& entry : m_entries) {
            fn(entry.first, entry.second);
        }
    }

private:
    size_t m_capacity;
    std::list<Entry> m_entries; // most recently used first
    std::unordered_map<Key, typename std::list<Entry>::iterator, Hash> m_index;
};

} // namespace base
