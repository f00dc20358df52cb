// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <unordered_map>

namespace egl {

/// A display's objects of one kind. An object's address is its handle, and a handle that is not in
/// the table is never followed. Not synchronised: the display's lock guards it.
template <class T>
class ObjectTable {
public:
    void* add(std::shared_ptr<T> object) {
        void* const handle = object.get();
        m_objects.emplace(handle, std::move(object));
        return handle;
    }
    /// Null: no such object.
    std::shared_ptr<T> find(void* handle) const {
        const auto it = m_objects.find(handle);
        return it == m_objects.end() ? nullptr : it->second;
    }
    /// The object leaves the table; whoever else holds it keeps it. Null: no such object.
    std::shared_ptr<T> remove(void* handle) {
        const auto it = m_objects.find(handle);
        if (it == m_objects.end()) {
            return nullptr;
        }
        std::shared_ptr<T> object = std::move(it->second);
        m_objects.erase(it);
        return object;
    }

private:
    std::unordered_map<void*, std::shared_ptr<T>> m_objects;
};

} // namespace egl
