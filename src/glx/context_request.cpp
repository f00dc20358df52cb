// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "glx/context_request.h"

namespace glx {

namespace {

constexpr int kKnownFlags = GLX_CONTEXT_DEBUG_BIT_ARB | GLX_CONTEXT_FORWARD_COMPATIBLE_BIT_ARB |
                            GLX_CONTEXT_ROBUST_ACCESS_BIT_ARB;

void applyProfile(window::ContextRequest& request, int mask) {
    switch (mask) {
    case GLX_CONTEXT_CORE_PROFILE_BIT_ARB:
        request.profile = window::Profile::Core;
        break;
    case GLX_CONTEXT_COMPATIBILITY_PROFILE_BIT_ARB:
        request.profile = window::Profile::Compatibility;
        break;
    case GLX_CONTEXT_ES2_PROFILE_BIT_EXT: // And GLX_CONTEXT_ES_PROFILE_BIT_EXT.
        request.api = gl::Api::ES;
        break;
    default:
        request.profile = window::Profile::None;
    }
}

/// No config has floating-point colours, whose extensions would add a type each.
bool isRenderType(int type) {
    return type == GLX_RGBA_TYPE || type == GLX_COLOR_INDEX_TYPE;
}

bool isResetStrategy(int strategy) {
    return strategy == GLX_LOSE_CONTEXT_ON_RESET_ARB || strategy == GLX_NO_RESET_NOTIFICATION_ARB;
}

/// False: the attribute is not known, or cannot have this value.
bool apply(ContextRequest& request, int name, int value) {
    window::ContextRequest& core = request.core;
    switch (name) {
    case GLX_CONTEXT_MAJOR_VERSION_ARB:
        core.major = value;
        return true;
    case GLX_CONTEXT_MINOR_VERSION_ARB:
        core.minor = value;
        return true;
    case GLX_CONTEXT_PROFILE_MASK_ARB:
        applyProfile(core, value);
        return true;
    case GLX_CONTEXT_FLAGS_ARB:
        core.debug = (value & GLX_CONTEXT_DEBUG_BIT_ARB) != 0;
        core.forwardCompatible = (value & GLX_CONTEXT_FORWARD_COMPATIBLE_BIT_ARB) != 0;
        core.robustAccess = (value & GLX_CONTEXT_ROBUST_ACCESS_BIT_ARB) != 0;
        return (value & ~kKnownFlags) == 0;
    case GLX_CONTEXT_RESET_NOTIFICATION_STRATEGY_ARB:
        core.loseContextOnReset = value == GLX_LOSE_CONTEXT_ON_RESET_ARB;
        return true;
    case GLX_CONTEXT_OPENGL_NO_ERROR_ARB:
        core.noError = value != 0;
        return true;
    case GLX_CONTEXT_RELEASE_BEHAVIOR_ARB:
        core.flushOnRelease = value == GLX_CONTEXT_RELEASE_BEHAVIOR_FLUSH_ARB;
        return value == GLX_CONTEXT_RELEASE_BEHAVIOR_FLUSH_ARB ||
               value == GLX_CONTEXT_RELEASE_BEHAVIOR_NONE_ARB;
    case GLX_RENDER_TYPE:
        request.renderType = value;
        return isRenderType(value);
    case GLX_SCREEN:
        request.screen = value;
        return true;
    default:
        return false;
    }
}

} // namespace

Outcome<ContextRequest> parseContextRequest(const int* attributes) {
    ContextRequest request;
    for (; attributes != nullptr && attributes[0] != 0; attributes += 2) {
        const int name = attributes[0];
        const int value = attributes[1];
        // The extension names no error; this is that of versions which there are not.
        if (name == GLX_CONTEXT_RESET_NOTIFICATION_STRATEGY_ARB && !isResetStrategy(value)) {
            return xFailure(BadMatch);
        }
        if (!apply(request, name, value)) {
            return xFailure(BadValue);
        }
    }
    if (request.core.profile == window::Profile::None) {
        return glxFailure(GLXBadProfileARB); // Also of versions that have no profiles.
    }
    if (request.renderType != GLX_RGBA_TYPE) {
        return xFailure(BadMatch); // No config has another.
    }
    return request;
}

Outcome<ContextRequest> contextRequestOf(int renderType) {
    ContextRequest request;
    if (!isRenderType(renderType)) {
        return xFailure(BadValue);
    }
    if (renderType != GLX_RGBA_TYPE) {
        return xFailure(BadMatch);
    }
    return request;
}

} // namespace glx
