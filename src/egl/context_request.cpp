// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "egl/context_request.h"

namespace egl {

namespace {

constexpr EGLAttrib kKnownFlags = EGL_CONTEXT_OPENGL_DEBUG_BIT_KHR |
                                  EGL_CONTEXT_OPENGL_FORWARD_COMPATIBLE_BIT_KHR |
                                  EGL_CONTEXT_OPENGL_ROBUST_ACCESS_BIT_KHR;

window::Profile profileOf(EGLAttrib mask) {
    switch (EGLint(mask)) {
    case EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT:
        return window::Profile::Core;
    case EGL_CONTEXT_OPENGL_COMPATIBILITY_PROFILE_BIT:
        return window::Profile::Compatibility;
    default:
        return window::Profile::None;
    }
}

bool isBoolean(EGLAttrib value) {
    return value == EGL_TRUE || value == EGL_FALSE;
}

bool isResetStrategy(EGLAttrib value) {
    return value == EGL_NO_RESET_NOTIFICATION || value == EGL_LOSE_CONTEXT_ON_RESET;
}

/// False: the attribute is not known, has no meaning for this API or cannot have this value.
bool apply(window::ContextRequest& request, EGLAttrib name, EGLAttrib value) {
    const bool desktop = request.api == gl::Api::Desktop;
    switch (name) {
    case EGL_CONTEXT_MAJOR_VERSION:
        request.major = int(value);
        return true;
    case EGL_CONTEXT_MINOR_VERSION:
        request.minor = int(value);
        return true;
    case EGL_CONTEXT_OPENGL_PROFILE_MASK:
        request.profile = profileOf(value);
        return desktop;
    case EGL_CONTEXT_FLAGS_KHR:
        request.debug |= (value & EGL_CONTEXT_OPENGL_DEBUG_BIT_KHR) != 0;
        request.forwardCompatible |= (value & EGL_CONTEXT_OPENGL_FORWARD_COMPATIBLE_BIT_KHR) != 0;
        request.robustAccess |= (value & EGL_CONTEXT_OPENGL_ROBUST_ACCESS_BIT_KHR) != 0;
        return (value & ~kKnownFlags) == 0 &&
               (desktop || (value & ~EGLAttrib(EGL_CONTEXT_OPENGL_DEBUG_BIT_KHR)) == 0);
    case EGL_CONTEXT_OPENGL_DEBUG:
        request.debug = value == EGL_TRUE;
        return isBoolean(value);
    case EGL_CONTEXT_OPENGL_FORWARD_COMPATIBLE:
        request.forwardCompatible = value == EGL_TRUE;
        return isBoolean(value) && desktop;
    case EGL_CONTEXT_OPENGL_ROBUST_ACCESS:
    case EGL_CONTEXT_OPENGL_ROBUST_ACCESS_EXT:
        request.robustAccess = value == EGL_TRUE;
        return isBoolean(value);
    case EGL_CONTEXT_OPENGL_RESET_NOTIFICATION_STRATEGY:
    case EGL_CONTEXT_OPENGL_RESET_NOTIFICATION_STRATEGY_EXT:
        request.loseContextOnReset = value == EGL_LOSE_CONTEXT_ON_RESET;
        return isResetStrategy(value);
    case EGL_CONTEXT_OPENGL_NO_ERROR_KHR:
        request.noError = value == EGL_TRUE;
        return isBoolean(value);
    default:
        return false;
    }
}

} // namespace

Outcome<window::ContextRequest> parseContextRequest(EGLenum api, const Attributes& attributes) {
    window::ContextRequest request{.api = api == EGL_OPENGL_API ? gl::Api::Desktop : gl::Api::ES};
    for (const auto [name, value] : attributes) {
        if (!apply(request, name, value)) {
            return Failure{EGL_BAD_ATTRIBUTE};
        }
    }
    return request;
}

} // namespace egl
