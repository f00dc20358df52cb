// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "glx/failure.h"

namespace glx {

Failure failureOf(window::Failure failure, XID resource) {
    switch (failure) {
    case window::Failure::NoSuchWindow:
        return xFailure(BadWindow, resource);
    case window::Failure::NoSuchPixmap:
        return xFailure(BadPixmap, resource);
    case window::Failure::Unreachable:
    case window::Failure::WindowTaken:
    case window::Failure::CannotPresent:
    case window::Failure::OutOfMemory:
    case window::Failure::DeviceLost:
        return xFailure(BadAlloc, resource);
    case window::Failure::Mismatch:
    case window::Failure::NoSuchVersion:
    case window::Failure::ForeignObjects:
        return xFailure(BadMatch, resource);
    case window::Failure::NoSuchProfile:
        return glxFailure(GLXBadProfileARB);
    case window::Failure::NotOffered:
    case window::Failure::NotInFormat:
        return glxFailure(GLXBadFBConfig);
    case window::Failure::InUse:
        return xFailure(BadAccess, resource);
    }
    return xFailure(BadAlloc, resource);
}

} // namespace glx
