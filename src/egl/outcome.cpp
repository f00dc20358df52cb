// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "egl/outcome.h"

namespace egl {

EGLint errorOf(window::Failure failure) {
    switch (failure) {
    case window::Failure::Unreachable:
        return EGL_NOT_INITIALIZED;
    case window::Failure::NoSuchWindow:
        return EGL_BAD_NATIVE_WINDOW;
    case window::Failure::NoSuchPixmap:
        return EGL_BAD_NATIVE_PIXMAP;
    case window::Failure::WindowTaken:
    case window::Failure::CannotPresent:
    case window::Failure::OutOfMemory:
        return EGL_BAD_ALLOC;
    case window::Failure::Mismatch:
    case window::Failure::NoSuchVersion:
    case window::Failure::NoSuchProfile:
    case window::Failure::NotOffered:
    case window::Failure::ForeignObjects: // "… in an address space which cannot be shared"
        return EGL_BAD_MATCH;
    case window::Failure::NotInFormat:
        return EGL_BAD_CONFIG;
    case window::Failure::InUse:
        return EGL_BAD_ACCESS;
    case window::Failure::DeviceLost:
        return EGL_CONTEXT_LOST;
    }
    return EGL_BAD_ALLOC;
}

} // namespace egl
