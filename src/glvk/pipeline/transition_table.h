// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace glvk {

/// Where draws went from one pipeline: the words of the key that changed on the way, and the
/// pipeline that it led to. `Target` has a `key`; `Key` has word(i). Looking up compares nothing
/// but the words that changed: a few targets one by one, more by a hash of those words. There are
/// at most kMost targets, none twice; then the table starts over. docs/pipelines.md has what it
/// costs.
template <class Target>
class TransitionTable {
public:
    static constexpr size_t kListed = 8;
    static constexpr size_t kMost = 512;

    /// The target whose key is `key`, which differs from this pipeline's in the words `changed` (a
    /// bit each) and in no other. Null: never gone there, or forgotten.
    template <class Key>
    Target* find(const Key& key, uint32_t changed) const {
        if (m_slots.empty()) {
            for (size_t i = 0; i < m_count; ++i) {
                if (matches(m_listed[i], key, changed)) {
                    return m_listed[i].target;
                }
            }
            return nullptr;
        }
        const size_t mask = m_slots.size() - 1;
        for (size_t i = hashOf(key, changed) & mask; m_slots[i].target; i = (i + 1) & mask) {
            if (matches(m_slots[i], key, changed)) {
                return m_slots[i].target;
            }
        }
        return nullptr;
    }

    /// After find() did not find it.
    void add(Target& target, uint32_t changed) {
        if (m_count == kMost) {
            clear();
        }
        const Transition transition{&target, changed};
        if (m_count < kListed && m_slots.empty()) {
            m_listed[m_count++] = transition;
            return;
        }
        if (2 * (m_count + 1) > m_slots.size()) {
            grow();
        }
        insert(transition);
        ++m_count;
    }

    /// Forgets the targets that `dead` says true of.
    template <class Dead>
    void removeIf(Dead dead) {
        std::vector<Transition> left;
        const auto keep = [&](const Transition& transition) {
            if (transition.target && !dead(*transition.target)) {
                left.push_back(transition);
            }
        };
        std::for_each(m_listed.begin(), m_listed.begin() + (m_slots.empty() ? m_count : 0), keep);
        std::for_each(m_slots.begin(), m_slots.end(), keep);
        if (left.size() == m_count) {
            return;
        }
        clear();
        for (const Transition& transition : left) {
            add(*transition.target, transition.changed);
        }
    }

    size_t size() const { return m_count; }

private:
    struct Transition {
        Target* target = nullptr;
        uint32_t changed = 0;
    };

    template <class Key>
    static bool matches(const Transition& transition, const Key& key, uint32_t changed) {
        if (transition.changed != changed) {
            return false;
        }
        const auto& targetKey = transition.target->key;
        for (; changed; changed &= changed - 1) {
            const auto word = unsigned(std::countr_zero(changed));
            if (targetKey.word(word) != key.word(word)) {
                return false;
            }
        }
        return true;
    }
    template <class Key>
    static size_t hashOf(const Key& key, uint32_t changed) {
        uint64_t hash = changed;
        for (; changed; changed &= changed - 1) {
            hash = (std::rotl(hash, 29) ^ key.word(unsigned(std::countr_zero(changed)))) *
                   0x9e3779b97f4a7c15;
        }
        return size_t(hash ^ hash >> 32);
    }
    void insert(const Transition& transition) {
        const size_t mask = m_slots.size() - 1;
        size_t i = hashOf(transition.target->key, transition.changed) & mask;
        while (m_slots[i].target) {
            i = (i + 1) & mask;
        }
        m_slots[i] = transition;
    }
    void grow() {
        std::vector<Transition> old(m_listed.begin(), m_listed.begin() + kListed);
        if (!m_slots.empty()) {
            old.swap(m_slots);
        }
        m_slots.assign(std::bit_ceil(4 * (m_count + 1)), {});
        for (const Transition& transition : old) {
            if (transition.target) {
                insert(transition);
            }
        }
    }
    void clear() {
        m_count = 0;
        m_slots.clear();
    }

    size_t m_count = 0;
    std::array<Transition, kListed> m_listed; ///< While there are no slots.
    std::vector<Transition> m_slots;          ///< Open addressing, at most half full.
};

} // namespace glvk
