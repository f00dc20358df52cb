// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "gl/context/context_attributes.h"
#include "window/outcome.h"
#include "window/pixel_format.h"

namespace window {

/// What a profile mask says. None: no bit, several, or unknown ones.
enum class Profile : uint8_t { None, Core, Compatibility };

/// What a door was asked for when a context is made (EGL 1.5 section 3.7.1, EGL_KHR_create_context
/// and GLX_ARB_create_context with their relatives, OSMesaCreateContextAttribs): which versions and
/// combinations there are is the same for all of them.
struct ContextRequest {
    gl::Api api = gl::Api::ES;
    int major = 1, minor = 0;
    Profile profile = Profile::Core; ///< Counts from OpenGL 3.2 on.
    bool debug = false;
    bool forwardCompatible = false;
    bool robustAccess = false;
    bool loseContextOnReset = false;
    bool noError = false;
    bool flushOnRelease = true; ///< GL_CONTEXT_RELEASE_BEHAVIOR.

    /// NoSuchVersion, NoSuchProfile; Mismatch for what excludes each other.
    Status check() const;
    /// True where `format` can be drawn to by such a context.
    bool servedBy(const PixelFormat& format) const;
    gl::ContextAttributes glAttributes() const;

private:
    bool hasProfile() const;
};

} // namespace window
