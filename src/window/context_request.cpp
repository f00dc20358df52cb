// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "window/context_request.h"

#include <iterator>

namespace window {

namespace {

/// The highest minor version of each major one that a specification exists for; -1: none.
int lastMinor(gl::Api api, int major) {
    static constexpr int kDesktop[] = {-1, 5, 1, 3, 6};
    static constexpr int kES[] = {-1, 1, 0, 2};
    const bool es = api == gl::Api::ES;
    const int majors = es ? int(std::size(kES)) : int(std::size(kDesktop));
    if (major < 1 || major >= majors) {
        return -1;
    }
    return es ? kES[major] : kDesktop[major];
}

} // namespace

bool ContextRequest::hasProfile() const {
    return api == gl::Api::Desktop && (major > 3 || (major == 3 && minor >= 2));
}

Status ContextRequest::check() const {
    if (minor < 0 || minor > lastMinor(api, major)) {
        return Failure::NoSuchVersion;
    }
    if (hasProfile() && profile == Profile::None) {
        return Failure::NoSuchProfile;
    }
    if (forwardCompatible && major < 3) {
        return Failure::Mismatch;
    }
    // KHR_no_error: debug and robust contexts promise checks.
    if (noError && (debug || robustAccess)) {
        return Failure::Mismatch;
    }
    return {};
}

bool ContextRequest::servedBy(const PixelFormat& format) const {
    if (api == gl::Api::Desktop) {
        return format.apis.desktop;
    }
    switch (major) {
    case 1:
        return format.apis.es1;
    case 2:
        return format.apis.es2;
    default:
        return format.apis.es3;
    }
}

gl::ContextAttributes ContextRequest::glAttributes() const {
    return {.api = api,
            .major = major,
            .minor = minor,
            .coreProfile = hasProfile() && profile == Profile::Core,
            .forwardCompatible = forwardCompatible,
            .debug = debug,
            .robustAccess = robustAccess,
            .noError = noError,
            .loseContextOnReset = loseContextOnReset,
            .flushOnRelease = flushOnRelease};
}

} // namespace window
