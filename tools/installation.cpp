// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "tools/installation.h"

#include "base/environment.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string_view>
#include <vector>

namespace tool {

namespace fs = std::filesystem;

namespace {

constexpr const char* kVendorLibrary = "libglissade_gl.so.0";

/// A plain library name is looked up by the dynamic linker, which knows /usr/lib but not every
/// prefix.
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
        std::error_code error;
        return fs::path(file).filename().string().find("nvidia") == std::string::npos ||
               !fs::exists(file, error);
    });
    std::sort(candidates.begin(), candidates.end());
    candidates.erase(std::unique(candidates.begin(), candidates.end()), candidates.end());
    return candidates;
}

} // namespace

void exportInstallation(const Installation& installation) {
    std::string vendors = installation.vendorFile;
    for (const std::string& file : nvidiaVendorFiles()) {
        vendors += ":" + file;
    }
    ::setenv("__EGL_VENDOR_LIBRARY_FILENAMES", vendors.c_str(), 1);
    if (!installation.libraryPath.empty() && installation.prefix != "/usr") {
        const char* before = base::environment("LD_LIBRARY_PATH");
        const std::string path =
            before ? installation.libraryPath + ":" + before : installation.libraryPath;
        ::setenv("LD_LIBRARY_PATH", path.c_str(), 1);
    }
}

} // namespace tool
