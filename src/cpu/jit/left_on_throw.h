// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include <exception>
#include <memory>
#include <utility>

namespace cpu::jit {

/// Holds an object of LLVM's. Where an exception passes it is left as it is, for good:
/// std::bad_alloc comes out of the middle of LLVM's work, whose frames have no handlers, and
/// destructors expect what was begun to be finished (docs/out-of-memory.md).
template <class T>
class LeftOnThrow {
public:
    template <class... Args>
    explicit LeftOnThrow(Args&&... args)
        : m_object(std::make_unique<T>(std::forward<Args>(args)...)) {}
    ~LeftOnThrow() {
        if (std::uncaught_exceptions() > m_exceptions) {
            static_cast<void>(m_object.release());
        }
    }
    LeftOnThrow(const LeftOnThrow&) = delete;
    LeftOnThrow& operator=(const LeftOnThrow&) = delete;

    T& operator*() const { return *m_object; }
    T* operator->() const { return m_object.get(); }

private:
    const int m_exceptions = std::uncaught_exceptions();
    std::unique_ptr<T> m_object;
};

} // namespace cpu::jit
