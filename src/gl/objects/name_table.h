// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "gl/objects/ref.h"

#include <cstdint>
#include <unordered_map>
#include <vector>

namespace gl {

/// The names of one kind of object. A name is unused, generated (glGen*: reserved, no object yet)
/// or has an object (made when first bound, ES 2.0 section 2.9). 0 is never in the table.
template <class T>
class NameTable {
public:
    /// Reserves a name that is unused.
    uint32_t generate() {
        while (used(m_next) || m_next == 0) {
            ++m_next;
        }
        slot(m_next).used = true;
        return m_next++;
    }
    /// Names that follow each other and are unused; 0: there are not so many. Reserves none.
    uint32_t findRange(uint32_t count) const {
        uint32_t first = m_next;
        for (uint32_t found = 0; found < count;) {
            if (first + found == 0) {
                return 0;
            }
            if (used(first + found)) {
                first += found + 1;
                found = 0;
            } else {
                ++found;
            }
        }
        return first;
    }
    bool used(uint32_t name) const {
        const Slot* found = findSlot(name);
        return found && found->used;
    }
    /// Null: the name is unused or has no object yet.
    T* find(uint32_t name) const {
        const Slot* found = findSlot(name);
        return found ? found->object.get() : nullptr;
    }
    /// Gives `name` an object (applications may bind names they never generated).
    void insert(uint32_t name, Ref<T> object) {
        slot(name) = {.used = true, .object = std::move(object)};
    }
    /// Frees the name and returns what it named; the object lives on while it is referred to.
    Ref<T> remove(uint32_t name) {
        Ref<T> object;
        if (Slot* found = const_cast<Slot*>(findSlot(name))) {
            object = std::move(found->object);
            *found = {};
            if (name < m_next) {
                m_next = name;
            }
        }
        return object;
    }
    template <class Fn>
    void forEach(Fn&& fn) const {
        for (const Slot& slot : m_low) {
            if (slot.object) {
                fn(*slot.object);
            }
        }
        for (const auto& [name, slot] : m_high) {
            if (slot.object) {
                fn(*slot.object);
            }
        }
    }
    void clear() {
        m_low.clear();
        m_high.clear();
        m_next = 1;
    }

private:
    struct Slot {
        bool used = false;
        Ref<T> object;
    };
    /// Names below lie in an array: generated names are small; chosen ones may be anything.
    static constexpr uint32_t kLowNames = 1 << 16;

    const Slot* findSlot(uint32_t name) const {
        if (name < m_low.size()) {
            return &m_low[name];
        }
        if (name < kLowNames) {
            return nullptr;
        }
        auto it = m_high.find(name);
        return it == m_high.end() ? nullptr : &it->second;
    }
    Slot& slot(uint32_t name) {
        if (name >= kLowNames) {
            return m_high[name];
        }
        if (name >= m_low.size()) {
            m_low.resize(name + 1);
        }
        return m_low[name];
    }

    std::vector<Slot> m_low;
    std::unordered_map<uint32_t, Slot> m_high;
    uint32_t m_next = 1; ///< No unused name lies below.
};

} // namespace gl
