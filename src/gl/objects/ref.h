// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <cstdint>
#include <string>
#include <utility>

namespace gl {

/// Base of shareable GL objects: name, and an intrusive count of who holds it (its name, bindings,
/// attachments). GL deletes an object when the last of these goes (ES 2.0 appendix C).
class Object {
public:
    explicit Object(uint32_t name) : m_name(name) {}
    Object(const Object&) = delete;
    Object& operator=(const Object&) = delete;
    virtual ~Object() = default;

    uint32_t name() const { return m_name; }
    /// KHR_debug's label.
    const std::string& label() const { return m_label; }
    virtual void setLabel(std::string label) { m_label = std::move(label); }

    void retain() const { m_count.fetch_add(1, std::memory_order_relaxed); }
    void release() const {
        if (m_count.fetch_sub(1, std::memory_order_acq_rel) == 1) {
            delete this;
        }
    }

private:
    const uint32_t m_name;
    mutable std::atomic<uint32_t> m_count{0};
    std::string m_label;
};

/// A counted reference to an Object.
template <class T>
class Ref {
public:
    Ref() = default;
    Ref(T* object) : m_object(object) {
        if (m_object) {
            m_object->retain();
        }
    }
    /// Takes over a reference that the caller holds.
    static Ref adopt(T* object) {
        Ref ref;
        ref.m_object = object;
        return ref;
    }
    /// The other way round: the caller holds it from now on.
    [[nodiscard]] T* detach() { return std::exchange(m_object, nullptr); }
    Ref(const Ref& other) : Ref(other.m_object) {}
    Ref(Ref&& other) noexcept : m_object(std::exchange(other.m_object, nullptr)) {}
    Ref& operator=(Ref other) noexcept {
        std::swap(m_object, other.m_object);
        return *this;
    }
    ~Ref() {
        if (m_object) {
            m_object->release();
        }
    }
    T* get() const { return m_object; }
    T* operator->() const { return m_object; }
    T& operator*() const { return *m_object; }
    explicit operator bool() const { return m_object != nullptr; }
    bool operator==(const Ref& other) const { return m_object == other.m_object; }
    bool operator==(const T* other) const { return m_object == other; }

private:
    T* m_object = nullptr;
};

} // namespace gl
