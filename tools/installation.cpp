// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "tools/installation.h"

#include "base/environment.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <string_view>
#include <vector>

namespace tool {

namespace fs = std::filesystem;

namespace {

constexpr const char* kDriverLibrary = "libglissade_gl.so.0";

bool isThere(const fs::path& path) {
    std::error_code ignored;
    return fs::exists(path, ignored);
}

/// The first directory that has the library; without one, the first that would.
fs::path findLibraries(const fs::path& prefix) {
    const fs::path installed = prefix / GLISSADE_LIBDIR; // Stays itself if it is absolute.
    for (const fs::path& directory : {installed, prefix / "lib"}) {
        if (isThere(directory / kDriverLibrary)) {
            return directory;
        }
    }
    return installed;
}

} // namespace

bool Installation::hasGlx() const {
    return isThere(glxLibrary);
}

bool Installation::hasOsmesa() const {
    return isThere(osmesaLibrary);
}

base::Result<Installation> findInstallation() {
    std::error_code error;
    const fs::path program = fs::read_symlink("/proc/self/exe", error);
    if (error) {
        return base::Error{"Cannot tell where this program lies: /proc/self/exe is unreadable."};
    }
    const fs::path prefix = program.parent_path().parent_path();
    Installation found;
    const fs::path libraries = findLibraries(prefix);
    found.prefix = prefix.string();
    found.libraries = libraries.string();
    found.glxLibrary = (libraries / "libGLX_glissade.so.0").string();
    found.glxStandIn = (libraries / "libglissade_glx_stand_in.so").string();
    found.osmesaLibrary = (libraries / "glissade/libOSMesa.so.8").string();
    found.vendorFile = (prefix / "share/glvnd/egl_vendor.d/40_glissade.json").string();
    found.cpuManifest = (prefix / "share/vulkan/icd.d/glissade_cpu.json").string();
    if (!isThere(found.vendorFile)) {
        return base::Error{
            fmt::format("Glissade's EGL vendor file is missing: {}.", found.vendorFile)};
    }
    return found;
}

namespace {

/// NVIDIA's Vulkan driver finds its devices through libEGL, by way of NVIDIA's own EGL vendor: hide
/// that one and there is no Vulkan device either. So it stays in the list, behind Glissade, which
/// answers first. Taken from the list the user has set, else from where libEGL looks.
std::vector<std::string> nvidiaVendorFiles() {
    std::vector<std::string> candidates;
    if (const char* listed = base::environment("__EGL_VENDOR_LIBRARY_FILENAMES")) {
        for (std::string_view rest = listed; !rest.empty();) {
            const size_t end = std::min(rest.find(':'), rest.size());
            candidates.emplace_back(rest.substr(0, end));
            rest.remove_prefix(std::min(end + 1, rest.size()));
        }
    }
    for (const char* folder : {"/etc/glvnd/egl_vendor.d", "/usr/share/glvnd/egl_vendor.d"}) {
        std::error_code error;
        for (const auto& entry : fs::directory_iterator(folder, error)) {
            candidates.push_back(entry.path().string());
        }
    }
    std::erase_if(candidates, [](const std::string& file) {
        return fs::path(file).filename().string().find("nvidia") == std::string::npos ||
               !isThere(file);
    });
    std::sort(candidates.begin(), candidates.end());
    candidates.erase(std::unique(candidates.begin(), candidates.end()), candidates.end());
    return candidates;
}

/// Puts paths before those that the variable has.
void exportPaths(const char* variable, const std::vector<std::string>& paths) {
    std::string all = fmt::format("{}", fmt::join(paths, ":"));
    const char* before = base::environment(variable);
    if (before && *before) { // An empty element would be the working directory.
        all += std::string(":") + before;
    }
    ::setenv(variable, all.c_str(), 1);
}

} // namespace

void exportInstallation(const Installation& installation) {
    std::string vendors = installation.vendorFile;
    for (const std::string& file : nvidiaVendorFiles()) {
        vendors += ":" + file;
    }
    ::setenv("__EGL_VENDOR_LIBRARY_FILENAMES", vendors.c_str(), 1);
    if (installation.hasGlx()) {
        ::setenv("__GLX_VENDOR_LIBRARY_NAME", "glissade", 1);
    }
    std::vector<std::string> directories;
    if (installation.hasOsmesa()) {
        // OSMesa has no vendors to choose among: the library that is found first answers.
        directories.push_back(fs::path(installation.osmesaLibrary).parent_path().string());
    }
    if (installation.prefix != "/usr") { // Whose libraries the dynamic linker knows.
        directories.push_back(installation.libraries);
    }
    if (!directories.empty()) {
        exportPaths("LD_LIBRARY_PATH", directories);
    }
}

void exportGlxStandIn(const Installation& installation) {
    if (installation.hasGlx() && isThere(installation.glxStandIn)) {
        exportPaths("LD_PRELOAD", {installation.glxStandIn});
    }
}

} // namespace tool
