// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#pragma once

#include "base/result.h"

#include <string>

// Where this copy of Glissade lies: a build tree or an installation, found from the program's own
// place (PREFIX/bin/glissade).

namespace tool {

struct Installation {
    std::string prefix;
    std::string libraries; ///< The directory where libglissade_gl.so.0 lies, or would.
    /// Doors: share/glvnd/egl_vendor.d/40_glissade.json, which is there, and libGLX_glissade.so.0
    /// and glissade/libOSMesa.so.8 in `libraries`, which may not be.
    std::string vendorFile;
    std::string glxLibrary;
    std::string osmesaLibrary;
    /// For LD_PRELOAD, where an X server has no GLX: docs/glx.md. The file may not exist.
    std::string glxStandIn;
    std::string cpuManifest; ///< Of the CPU device; the file may not exist.

    bool hasGlx() const;
    bool hasOsmesa() const;
};

/// Fails with a sentence if the EGL vendor file is missing.
base::Result<Installation> findInstallation();

/// Makes programs that this process starts enter GL by this copy's doors: all that it has.
void exportInstallation(const Installation& installation);
/// Has the GLX door open on X servers without GLX as well, if this copy can.
void exportGlxStandIn(const Installation& installation);

} // namespace tool
