// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "cpu/sample/routine_store.h"

#include <algorithm>
#include <cassert>
#include <utility>

namespace cpu::sample {

RoutineStore::RoutineStore(size_t capacity) : m_capacity(capacity) {
    assert(capacity > 0);
    m_routines.reserve(capacity);
}

StoredRoutine* RoutineStore::find(const SampleKey& key) const {
    const auto it = m_routines.find(key);
    return it == m_routines.end() ? nullptr : it->second.get();
}

RoutineStore::Node RoutineStore::makeNode(const SampleKey& key) {
    Map one;
    return one.extract(one.emplace(key, nullptr).first);
}

StoredRoutine* RoutineStore::insert(Node node) noexcept {
    StoredRoutine* const routine = node.mapped().get();
    assert(m_routines.size() < m_capacity && !find(routine->key));
    routine->lastUse.store(++m_clock, std::memory_order_relaxed);
    m_routines.insert(std::move(node));
    return routine;
}

size_t RoutineStore::mostLeaving() const {
    return std::max<size_t>(1, m_capacity / 16);
}

std::vector<std::unique_ptr<StoredRoutine>> RoutineStore::makeRoom() {
    std::vector<std::unique_ptr<StoredRoutine>> leaving;
    if (m_routines.size() < m_capacity) {
        return leaving;
    }
    // The times are copied first: they may change while they are compared.
    std::vector<std::pair<uint64_t, StoredRoutine*>> byUse;
    byUse.reserve(m_routines.size());
    for (const auto& [key, routine] : m_routines) {
        byUse.emplace_back(routine->lastUse.load(std::memory_order_relaxed), routine.get());
    }
    const size_t count = mostLeaving();
    leaving.reserve(count);
    const auto last = byUse.begin() + ptrdiff_t(count - 1);
    std::nth_element(byUse.begin(), last, byUse.end(), [](const auto& a, const auto& b) {
        return a.first < b.first;
    });
    for (size_t i = 0; i < count; ++i) {
        const auto it = m_routines.find(byUse[i].second->key);
        leaving.push_back(std::move(it->second));
        m_routines.erase(it);
    }
    return leaving;
}

} // namespace cpu::sample
