// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "format/gl_enums.h"
#include "osmesa/osmesa_api.h"
#include "window/context_request.h"

#include <optional>

namespace osmesa {

/// What OSMesaCreateContext and its relatives are asked for.
struct ContextRequest {
    GLenum format = OSMESA_RGBA;
    int depth = 0, stencil = 0; ///< At least so many bits.
    int accum = 0;
    bool core = false;
    int major = 1, minor = 0; ///< At least this version.

    /// The same in the core's terms.
    window::ContextRequest toCore() const;
};

/// Reads OSMesaCreateContextAttribs' list. Nothing: it has an unknown attribute or a value that the
/// attribute cannot have; the log says which.
std::optional<ContextRequest> parseContextRequest(const int* attributes);

} // namespace osmesa
