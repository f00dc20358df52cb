// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "glx/failure.h"
#include "window/context_request.h"

#include <optional>

namespace glx {

/// What a context is asked to be, in GLX's words.
struct ContextRequest {
    window::ContextRequest core{.api = gl::Api::Desktop};
    int renderType = GLX_RGBA_TYPE;
    std::optional<int> screen; ///< For contexts without a config (GLX_EXT_no_config_context).
};

/// Reads glXCreateContextAttribsARB's list (GLX_ARB_create_context, _profile, _robustness and
/// _no_error, GLX_ARB_context_flush_control, GLX_EXT_create_context_es2_profile). BadValue for what
/// is not known; what does not go together is found when the context is made.
Outcome<ContextRequest> parseContextRequest(const int* attributes);
/// What glXCreateContext and glXCreateNewContext ask for: the newest compatible context there is.
/// BadValue.
Outcome<ContextRequest> contextRequestOf(int renderType);

} // namespace glx
