// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "egl/egl_api.h"

#include <cassert>
#include <utility>

namespace egl {

/// An EGL error on its way to the entry point, which stores it as the thread's last error.
struct Failure {
    EGLint error;
};

/// What an EGL command returns inside: a value, or the error the specification names.
template <class T>
class [[nodiscard]] Outcome {
public:
    Outcome(T value) : m_value(std::move(value)) {}
    Outcome(Failure failure) : m_error(failure.error) { assert(m_error != EGL_SUCCESS); }

    bool ok() const { return m_error == EGL_SUCCESS; }
    explicit operator bool() const { return ok(); }
    EGLint error() const { return m_error; }
    Failure failure() const { return {m_error}; }
    T& operator*() { return m_value; }
    const T& operator*() const { return m_value; }
    T* operator->() { return &m_value; }
    const T* operator->() const { return &m_value; }

private:
    T m_value{};
    EGLint m_error = EGL_SUCCESS;
};

/// For commands that only succeed or fail.
class [[nodiscard]] Status {
public:
    Status() = default;
    Status(Failure failure) : m_error(failure.error) {}

    bool ok() const { return m_error == EGL_SUCCESS; }
    explicit operator bool() const { return ok(); }
    EGLint error() const { return m_error; }
    Failure failure() const { return {m_error}; }

private:
    EGLint m_error = EGL_SUCCESS;
};

} // namespace egl
