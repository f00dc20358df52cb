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
    std::string vendorFile;  ///< share/glvnd/egl_vendor.d/40_glissade.json
    std::string libraryPath; ///< directory the vendor file relies on; empty if it names a full path
    std::string cpuManifest; ///< Of the CPU device; the file may not exist.
};

/// Fails with a sentence if the EGL vendor file is missing.
base::Result<Installation> findInstallation();

/// Makes programs that this process starts use this copy's EGL.
void exportInstallation(const Installation& installation);

} // namespace tool
