// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "glx/glx_api.h"
#include "window/outcome.h"

#include <cstdint>

namespace glx {

/// An X error on its way to the entry point, which has it delivered to the program as if the server
/// had sent it. Codes: BadMatch … (X.h), or GLXBadContext … (GLX 1.4 section 3.5), which count from
/// the extension's first error.
struct Failure {
    enum class Of : uint8_t { X, Glx };

    Failure() = default;
    Failure(Of of, uint8_t code, XID resource = kNoXid) : of(of), code(code), resource(resource) {}

    Of of = Of::X;
    uint8_t code = 0;
    XID resource = kNoXid; ///< What XErrorEvent::resourceid names.
};

inline Failure xFailure(uint8_t code, XID resource = kNoXid) {
    return {Failure::Of::X, code, resource};
}
inline Failure glxFailure(uint8_t code, XID resource = kNoXid) {
    return {Failure::Of::Glx, code, resource};
}
/// The X error for what the core refused. `resource`: the drawable it is about.
Failure failureOf(window::Failure failure, XID resource = kNoXid);

/// What a GLX command returns inside: a value, or the error the specification names.
template <class T>
using Outcome = window::OutcomeOr<T, Failure>;
/// For commands that only succeed or fail.
using Status = window::StatusOr<Failure>;

} // namespace glx
