// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "egl/egl_api.h"
#include "window/outcome.h"

namespace egl {

/// EGL's error for what the core refused.
EGLint errorOf(window::Failure failure);

/// An EGL error on its way to the entry point, which stores it as the thread's last error.
struct Failure {
    Failure() = default;
    explicit Failure(EGLint eglError) : error(eglError) {}
    Failure(window::Failure failure) : error(errorOf(failure)) {}

    EGLint error = EGL_SUCCESS;
};

/// What an EGL command returns inside: a value, or the error the specification names.
template <class T>
using Outcome = window::OutcomeOr<T, Failure>;
/// For commands that only succeed or fail.
using Status = window::StatusOr<Failure>;

/// EGL_SUCCESS where there is no failure.
template <class T>
EGLint errorOf(const Outcome<T>& outcome) {
    return outcome ? EGL_SUCCESS : outcome.failure().error;
}
inline EGLint errorOf(const Status& status) {
    return status ? EGL_SUCCESS : status.failure().error;
}
/// What the core answered to a command that does nothing else.
inline Status statusOf(const window::Status& status) {
    return status ? Status() : Status(status.failure());
}

} // namespace egl
