// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "egl/attributes.h"
#include "egl/outcome.h"
#include "window/context_request.h"

namespace egl {

/// Reads what eglCreateContext was asked for (EGL 1.5 section 3.7.1, EGL_KHR_create_context,
/// EGL_EXT_create_context_robustness, EGL_KHR_create_context_no_error). EGL_BAD_ATTRIBUTE for what
/// is not known or has no meaning for `api`; what does not go together is found when the context is
/// made.
Outcome<window::ContextRequest> parseContextRequest(EGLenum api, const Attributes& attributes);

} // namespace egl
