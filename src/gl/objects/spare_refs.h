// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "gl/objects/ref.h"

#include <array>
#include <cstdint>
#include <memory>
#include <utility>

namespace gl {

/// References that bindings of a context let go of, kept for its next bindings: to bind a few
/// objects in turn then costs no atomic operation. They keep objects alive until drop(), so that
/// has to follow whenever an object is deleted, and now and then.
template <class T>
class SpareRefs {
public:
    SpareRefs() = default;
    SpareRefs(const SpareRefs&) = delete;
    SpareRefs& operator=(const SpareRefs&) = delete;
    ~SpareRefs() { drop(); }

    /// slot = object.
    void assign(Ref<T>& slot, T* object) {
        T* const before = slot.detach();
        if (object) {
            take(*object);
            slot = Ref<T>::adopt(object);
        }
        if (before) {
            give(*before);
        }
    }

    void drop() {
        for (Entry& entry : m_entries) {
            release(entry);
        }
    }

private:
    struct Entry {
        T* object = nullptr; ///< Alive while count is not 0.
        uint32_t count = 0;
    };

    Entry& entryOf(const T& object) {
        // Objects lie at regular distances, which a golden section scatters evenly.
        const auto address = uint64_t(reinterpret_cast<uintptr_t>(&object));
        return m_entries[address * 0x9e3779b97f4a7c15 >> 57];
    }
    void take(const T& object) {
        Entry& entry = entryOf(object);
        if (entry.object == &object && entry.count != 0) {
            --entry.count;
        } else {
            object.retain();
        }
    }
    void give(T& object) {
        Entry& entry = entryOf(object);
        if (entry.object != &object) {
            release(entry);
            entry.object = &object;
        }
        ++entry.count;
    }
    static void release(Entry& entry) {
        for (; entry.count != 0; --entry.count) {
            entry.object->release();
        }
    }

    std::array<Entry, 128> m_entries{};
};

/// The same for what is shared by std::shared_ptr, one spare reference each.
template <class T>
class SparePointers {
public:
    void assign(std::shared_ptr<T>& slot, const std::shared_ptr<T>& object) {
        std::shared_ptr<T> before = std::move(slot);
        if (std::shared_ptr<T>& spare = entryOf(object.get()); object && spare == object) {
            slot = std::move(spare);
        } else {
            slot = object;
        }
        if (before) {
            entryOf(before.get()).swap(before);
        }
    }

    void drop() { m_entries.fill({}); }

private:
    std::shared_ptr<T>& entryOf(const T* object) {
        return m_entries[uint64_t(reinterpret_cast<uintptr_t>(object)) * 0x9e3779b97f4a7c15 >> 59];
    }

    std::array<std::shared_ptr<T>, 32> m_entries{};
};

} // namespace gl
