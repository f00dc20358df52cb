// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "window/failure.h"

#include <cassert>
#include <utility>
#include <variant>

namespace window {

/// What a command returns inside: a value, or a failure that becomes an error at the entry point.
/// Doors have one for their own kind of failure, which takes over those of the core.
template <class T, class F>
class [[nodiscard]] OutcomeOr {
public:
    OutcomeOr(T value) : m_state(std::in_place_index<0>, std::move(value)) {}
    OutcomeOr(F failure) : m_state(std::in_place_index<1>, failure) {}

    bool ok() const { return m_state.index() == 0; }
    explicit operator bool() const { return ok(); }

    F failure() const {
        assert(!ok());
        return *std::get_if<1>(&m_state);
    }
    T& operator*() {
        assert(ok());
        return *std::get_if<0>(&m_state);
    }
    const T& operator*() const {
        assert(ok());
        return *std::get_if<0>(&m_state);
    }
    T* operator->() { return &**this; }
    const T* operator->() const { return &**this; }

private:
    std::variant<T, F> m_state;
};

/// For commands that only succeed or fail.
template <class F>
class [[nodiscard]] StatusOr {
public:
    StatusOr() = default;
    StatusOr(F failure) : m_failed(true), m_failure(failure) {}

    bool ok() const { return !m_failed; }
    explicit operator bool() const { return ok(); }
    F failure() const {
        assert(!ok());
        return m_failure;
    }

private:
    bool m_failed = false;
    F m_failure{};
};

template <class T>
using Outcome = OutcomeOr<T, Failure>;
using Status = StatusOr<Failure>;

} // namespace window
