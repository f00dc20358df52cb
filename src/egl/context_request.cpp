// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "egl/context_request.h"

namespace egl {

namespace {

constexpr EGLAttrib kKnownFlags = EGL_CONTEXT_OPENGL_DEBUG_BIT_KHR |
                                  EGL_CONTEXT_OPENGL_FORWARD_COMPATIBLE_BIT_KHR |
                                  EGL_CONTEXT_OPENGL_ROBUST_ACCESS_BIT_KHR;
constexpr EGLAttrib kKnownProfiles =
    EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT | EGL_CONTEXT_OPENGL_COMPATIBILITY_PROFILE_BIT;

struct Version {
    EGLint major, minor;
    friend auto operator<=>(const Version&, const Version&) = default;
};

/// The highest minor version of each major one that a specification exists for; -1: none.
EGLint lastMinor(EGLenum api, EGLint major) {
    static constexpr EGLint kDesktop[] = {-1, 5, 1, 3, 6};
    static constexpr EGLint kES[] = {-1, 1, 0, 2};
    const bool es = api == EGL_OPENGL_ES_API;
    const EGLint majors = es ? EGLint(std::size(kES)) : EGLint(std::size(kDesktop));
    if (major < 1 || major >= majors) {
        return -1;
    }
    return es ? kES[major] : kDesktop[major];
}

bool isBoolean(EGLAttrib value) {
    return value == EGL_TRUE || value == EGL_FALSE;
}

bool isResetStrategy(EGLAttrib value) {
    return value == EGL_NO_RESET_NOTIFICATION || value == EGL_LOSE_CONTEXT_ON_RESET;
}

/// False: the attribute is not known, has no meaning for this API or cannot have this value.
bool apply(ContextRequest& request, EGLAttrib name, EGLAttrib value) {
    const bool desktop = request.api == EGL_OPENGL_API;
    switch (name) {
    case EGL_CONTEXT_MAJOR_VERSION:
        request.major = EGLint(value);
        return true;
    case EGL_CONTEXT_MINOR_VERSION:
        request.minor = EGLint(value);
        return true;
    case EGL_CONTEXT_OPENGL_PROFILE_MASK:
        request.profileMask = EGLint(value);
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

Outcome<ContextRequest> ContextRequest::parse(EGLenum api, const Attributes& attributes) {
    ContextRequest request{.api = api};
    for (const auto [name, value] : attributes) {
        if (!apply(request, name, value)) {
            return Failure{EGL_BAD_ATTRIBUTE};
        }
    }
    const Version version{request.major, request.minor};
    if (request.minor < 0 || request.minor > lastMinor(api, request.major)) {
        return Failure{EGL_BAD_MATCH};
    }
    // Below OpenGL 3.2 there are no profiles and the mask is ignored.
    if (api == EGL_OPENGL_API && version >= Version{3, 2}) {
        const EGLAttrib mask = request.profileMask;
        if (mask == 0 || mask == kKnownProfiles || (mask & ~kKnownProfiles) != 0) {
            return Failure{EGL_BAD_MATCH};
        }
    }
    if (request.forwardCompatible && version < Version{3, 0}) {
        return Failure{EGL_BAD_MATCH};
    }
    // EGL_KHR_create_context_no_error: debug and robust contexts promise checks.
    if (request.noError && (request.debug || request.robustAccess)) {
        return Failure{EGL_BAD_MATCH};
    }
    return request;
}

EGLint ContextRequest::renderableBit() const {
    if (api == EGL_OPENGL_API) {
        return EGL_OPENGL_BIT;
    }
    switch (major) {
    case 1:
        return EGL_OPENGL_ES_BIT;
    case 2:
        return EGL_OPENGL_ES2_BIT;
    default:
        return EGL_OPENGL_ES3_BIT;
    }
}

gl::ContextAttributes ContextRequest::glAttributes() const {
    const bool desktop = api == EGL_OPENGL_API;
    const bool hasProfile = desktop && Version{major, minor} >= Version{3, 2};
    return {.api = desktop ? gl::Api::Desktop : gl::Api::ES,
            .major = major,
            .minor = minor,
            .coreProfile = hasProfile && (profileMask & EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT) != 0,
            .forwardCompatible = forwardCompatible,
            .debug = debug,
            .robustAccess = robustAccess,
            .noError = noError,
            .loseContextOnReset = loseContextOnReset};
}

} // namespace egl
