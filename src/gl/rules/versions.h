// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "gl/caps.h"

#include <vector>

namespace gl {

/// OpenGL ES 1.1 is on every device, and contained in no later version.
inline constexpr int kES1Version = 11;

/// The highest versions of which every feature works on a device, as 10 · major + minor.
struct Versions {
    int es = 20;
    /// With nothing removed: without a profile up to 3.1, the compatibility profile from 3.2 on.
    int legacy = 21;
    int core = 0; ///< 3.1 without GL_ARB_compatibility, the core profile from 3.2 on; 0: none.
};
Versions supportedVersions(const Caps& caps);

/// One reason why a device does not have the next version.
struct VersionGap {
    bool es;
    int version;       ///< The version that is not there.
    const char* needs; ///< "geometry shaders".
};
/// What the device lacks for versions above those it has: for `glissade info` and the log.
std::vector<VersionGap> versionGaps(const Caps& caps);

} // namespace gl
