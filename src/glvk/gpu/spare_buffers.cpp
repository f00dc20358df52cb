// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "glvk/gpu/spare_buffers.h"

#include "glvk/gpu/resource.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <new>
#include <utility>

namespace glvk {

namespace {

/// How long something lies unused before it goes back, and how many go with one submission: so
/// many that no frame notices.
constexpr uint32_t kLook_submissions = 64;
constexpr size_t kTrimmed = 32;

thread_local SpareBuffers::Collection* t_collection = nullptr;

} // namespace

SpareBuffers::~SpareBuffers() {
    close();
}

std::vector<Resource*>& SpareBuffers::ofKindLocked(const SpareKind& kind) {
    if (!m_last || m_last->first != kind) {
        m_last = &*m_spares.try_emplace(kind).first;
    }
    return m_last->second;
}

Resource* SpareBuffers::take(const SpareKind& kind) {
    Resource* spare = nullptr;
    take(kind, {&spare, 1});
    return spare;
}

size_t SpareBuffers::take(const SpareKind& kind, std::span<Resource*> wanted) {
    const std::lock_guard lock(m_mutex);
    if (m_count == 0) {
        m_least = 0;
        return 0;
    }
    std::vector<Resource*>& spares = ofKindLocked(kind);
    const size_t count = std::min(spares.size(), wanted.size());
    std::copy_n(spares.rbegin(), count, wanted.begin());
    spares.resize(spares.size() - count);
    m_size_B -= kind.size_B * count;
    m_count -= count;
    m_least = std::min(m_least, m_count);
    return count;
}

bool SpareBuffers::give(const SpareKind& kind, Resource& storage) noexcept {
    if (t_collection && &t_collection->m_spares == this) {
        try {
            t_collection->m_given.emplace_back(kind, &storage);
            return true;
        } catch (const std::bad_alloc&) {
            return false;
        }
    }
    const std::lock_guard lock(m_mutex);
    return giveLocked(kind, storage);
}

bool SpareBuffers::giveLocked(const SpareKind& kind, Resource& storage) noexcept {
    if (m_closed || kind.size_B > kMaxEach_B || m_size_B + kind.size_B > kMaxAll_B ||
        m_count == kMaxCount) {
        return false;
    }
    try {
        ofKindLocked(kind).push_back(&storage);
    } catch (const std::bad_alloc&) {
        return false;
    }
    m_size_B += kind.size_B;
    ++m_count;
    return true;
}

SpareBuffers::Collection::Collection(SpareBuffers& spares)
    : m_spares(spares), m_before(std::exchange(t_collection, this)) {}

SpareBuffers::Collection::~Collection() {
    t_collection = m_before;
    if (m_given.empty()) {
        return;
    }
    {
        const std::lock_guard lock(m_spares.m_mutex);
        std::erase_if(m_given, [&](const auto& given) {
            return m_spares.giveLocked(given.first, *given.second);
        });
    }
    for (const auto& [kind, storage] : m_given) { // There is no room.
        delete storage;
    }
}

void SpareBuffers::trim() {
    std::array<Resource*, kTrimmed> unwanted{};
    size_t found = 0;
    {
        const std::lock_guard lock(m_mutex);
        if (++m_submissions == kLook_submissions) {
            m_surplus = m_least;
            m_least = m_count;
            m_submissions = 0;
        }
        // The largest first, which came last in the map.
        while (found < kTrimmed && m_surplus > 0 && !m_spares.empty()) {
            const auto last = std::prev(m_spares.end());
            if (last->second.empty()) {
                m_last = nullptr;
                m_spares.erase(last);
                continue;
            }
            Resource* const storage = last->second.back();
            last->second.pop_back();
            m_size_B -= last->first.size_B;
            --m_count;
            --m_surplus;
            unwanted[found++] = storage;
        }
        m_least = std::min(m_least, m_count);
    }
    std::for_each_n(unwanted.begin(), found, [](Resource* storage) { delete storage; });
}

bool SpareBuffers::clear() {
    std::map<SpareKind, std::vector<Resource*>> spares;
    {
        const std::lock_guard lock(m_mutex);
        spares.swap(m_spares);
        m_last = nullptr;
        m_size_B = 0;
        m_count = 0;
        m_least = 0;
        m_surplus = 0;
    }
    bool any = false;
    for (const auto& [kind, storages] : spares) {
        for (Resource* const storage : storages) {
            delete storage;
            any = true;
        }
    }
    return any;
}

void SpareBuffers::close() {
    {
        const std::lock_guard lock(m_mutex);
        m_closed = true;
    }
    clear();
}

size_t SpareBuffers::count() const {
    const std::lock_guard lock(m_mutex);
    return m_count;
}

} // namespace glvk
