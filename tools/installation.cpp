// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "tools/installation.h"

#include <fmt/format.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

namespace tool {

namespace fs = std::filesystem;

namespace {

constexpr const char* kVendorLibrary = "libEGL_glissade.so.0";

// A plain library name is looked up by the dynamic linker, which knows /usr/lib but not every
// prefix.
bool namesPlainLibrary(const std::string& vendorFile) {
    std::ifstream in(vendorFile);
    const std::string text{std::istreambuf_iterator<char>(in), {}};
    return text.find(fmt::format("\"{}\"", kVendorLibrary)) != std::string::npos;
}

std::string findLibraryPath(const fs::path& prefix) {
    for (const char* directory : {GLISSADE_LIBDIR, "lib"}) {
        std::error_code ignored;
        const fs::path path = fs::path(directory).is_absolute() ? directory : prefix / directory;
        if (fs::exists(path / kVendorLibrary, ignored)) {
            return path.string();
        }
    }
    return {};
}

} // namespace

base::Result<Installation> findInstallation() {
    std::error_code error;
    const fs::path program = fs::read_symlink("/proc/self/exe", error);
    if (error) {
        return base::Error{"Cannot tell where this program lies: /proc/self/exe is unreadable."};
    }
    const fs::path prefix = program.parent_path().parent_path();
    Installation found;
    found.prefix = prefix.string();
    found.vendorFile = (prefix / "share/glvnd/egl_vendor.d/40_glissade.json").string();
    found.cpuManifest = (prefix / "share/vulkan/icd.d/glissade_cpu.json").string();
    if (!fs::exists(found.vendorFile, error)) {
        return base::Error{
            fmt::format("Glissade's EGL vendor file is missing: {}.", found.vendorFile)};
    }
    if (namesPlainLibrary(found.vendorFile)) {
        found.libraryPath = findLibraryPath(prefix);
    }
    return found;
}

void exportInstallation(const Installation& installation) {
    ::setenv("__EGL_VENDOR_LIBRARY_FILENAMES", installation.vendorFile.c_str(), 1);
    if (!installation.libraryPath.empty() && installation.prefix != "/usr") {
        const char* before = std::getenv("LD_LIBRARY_PATH");
        const std::string path =
            before && *before ? installation.libraryPath + ":" + before : installation.libraryPath;
        ::setenv("LD_LIBRARY_PATH", path.c_str(), 1);
    }
}

} // namespace tool
