// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "egl/attributes.h"
#include "egl/outcome.h"
#include "gl/context/context.h"

namespace egl {

struct Config;

/// What eglCreateContext was asked for (EGL 1.5 section 3.7.1, EGL_KHR_create_context,
/// EGL_EXT_create_context_robustness, EGL_KHR_create_context_no_error).
struct ContextRequest {
    EGLenum api = EGL_OPENGL_ES_API;
    EGLint major = 1, minor = 0;
    EGLint profileMask = EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT;
    bool debug = false;
    bool forwardCompatible = false;
    bool robustAccess = false;
    bool loseContextOnReset = false;
    bool noError = false;

    /// EGL_BAD_ATTRIBUTE for what is not known or has no meaning for `api`; EGL_BAD_MATCH for
    /// versions that do not exist and for attributes that exclude each other.
    static Outcome<ContextRequest> parse(EGLenum api, const Attributes& attributes);

    /// The EGL_RENDERABLE_TYPE bit that a config needs for this context.
    EGLint renderableBit() const;
    gl::ContextAttributes glAttributes() const;
};

} // namespace egl
