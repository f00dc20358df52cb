// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "osmesa/context_request.h"

#include "base/log.h"
#include "osmesa/buffer_layout.h"

#include <tuple>

namespace osmesa {

namespace {

/// False: no such attribute, or not with this value.
bool setAttribute(ContextRequest& request, int name, int value) {
    switch (name) {
    case OSMESA_FORMAT:
        request.format = GLenum(value);
        return isColorFormat(request.format);
    case OSMESA_DEPTH_BITS:
        request.depth = value;
        return value >= 0;
    case OSMESA_STENCIL_BITS:
        request.stencil = value;
        return value >= 0;
    case OSMESA_ACCUM_BITS:
        request.accum = value;
        return value >= 0;
    case OSMESA_PROFILE:
        request.core = value == OSMESA_CORE_PROFILE;
        return request.core || value == OSMESA_COMPAT_PROFILE;
    case OSMESA_CONTEXT_MAJOR_VERSION:
        request.major = value;
        return value >= 1;
    case OSMESA_CONTEXT_MINOR_VERSION:
        request.minor = value;
        return value >= 0;
    default:
        return false;
    }
}

} // namespace

std::optional<ContextRequest> parseContextRequest(const int* attributes) {
    ContextRequest request;
    for (; attributes != nullptr && *attributes != 0; attributes += 2) {
        if (!setAttribute(request, attributes[0], attributes[1])) {
            base::logWarn(base::Log::Calls,
                          "OSMesaCreateContextAttribs: attribute {:#x} cannot be {:#x}",
                          attributes[0],
                          attributes[1]);
            return std::nullopt;
        }
    }
    return request;
}

window::ContextRequest ContextRequest::toCore() const {
    window::ContextRequest result{.api = gl::Api::Desktop,
                                  .major = major,
                                  .minor = minor,
                                  .profile = core ? window::Profile::Core
                                                  : window::Profile::Compatibility};
    if (core && std::tie(major, minor) < std::tuple(3, 1)) {
        // There is no core profile of it: of OpenGL 3.1 on, what was removed is gone.
        result.major = 3;
        result.minor = 1;
    } else if (!core && major == 3 && minor == 1) {
        // By this number one gets 3.1 without what was removed (docs/gl.md#versions).
        result.minor = 0;
    }
    // A version that was skipped: the next that there is has all that it would have had.
    const window::Status status = result.check();
    if (!status && status.failure() == window::Failure::NoSuchVersion && result.major < 4) {
        ++result.major;
        result.minor = 0;
    }
    return result;
}

} // namespace osmesa
