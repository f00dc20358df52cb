// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "tools/doors.h"

#include "base/environment.h"
#include "tools/child_process.h"
#include "tools/device_list.h"

#include <dlfcn.h>
#include <link.h>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>

namespace tool {

namespace fs = std::filesystem;

namespace {

constexpr const char* kNothing = "nothing";

std::string environment(const char* name) {
    const char* const value = base::environment(name);
    return value ? value : "";
}

bool isThere(const std::string& file) {
    std::error_code ignored;
    return fs::exists(file, ignored);
}

/// Why the library cannot be loaded or is not what its place says; empty: nothing is wrong.
std::string tryLibrary(const std::string& library, const char* entry) {
    const ChildResult tried = runInChild([&](std::FILE* output) {
        void* const handle = ::dlopen(library.c_str(), RTLD_NOW | RTLD_LOCAL);
        const bool good = handle && ::dlsym(handle, entry);
        if (!good) {
            std::fputs(::dlerror(), output);
        }
        return good;
    });
    if (tried.finished) {
        return {};
    }
    return tried.output.empty() ? "it takes the process down that loads it" : tried.output;
}

/// The vendor file that libEGL reads first.
std::string firstVendorFile() {
    if (const std::string files = environment("__EGL_VENDOR_LIBRARY_FILENAMES"); !files.empty()) {
        return files.substr(0, files.find(':'));
    }
    for (const char* folder : {"/etc/glvnd/egl_vendor.d", "/usr/share/glvnd/egl_vendor.d"}) {
        std::vector<std::string> files;
        std::error_code error;
        for (const auto& entry : fs::directory_iterator(folder, error)) {
            if (entry.path().extension() == ".json") {
                files.push_back(entry.path().string());
            }
        }
        if (!files.empty()) {
            return std::ranges::min(files);
        }
    }
    return kNothing;
}

std::string usualGlxVendor() {
    const std::string name = environment("__GLX_VENDOR_LIBRARY_NAME");
    return name.empty() ? "the vendor that the X server names, in most cases Mesa"
                        : fmt::format("libGLX_{}.so.0", name);
}

std::string usualOsmesa() {
    const ChildResult found = runInChild([](std::FILE* output) {
        void* const handle = ::dlopen("libOSMesa.so.8", RTLD_LAZY | RTLD_LOCAL);
        const link_map* map = nullptr;
        if (!handle || ::dlinfo(handle, RTLD_DI_LINKMAP, &map) != 0) {
            return false;
        }
        std::fputs(map->l_name, output);
        return true;
    });
    return found.finished ? found.output : kNothing;
}

Door eglDoor(const Installation& installation) {
    const std::string library = installation.libraries + "/libglissade_gl.so.0";
    return {.name = "EGL",
            .file = installation.vendorFile,
            .isThere = true,
            .problem = tryLibrary(library, "__egl_Main"),
            .usual = firstVendorFile()};
}

Door glxDoor(const Installation& installation) {
    return {.name = "GLX",
            .file = installation.glxLibrary,
            .isThere = installation.hasGlx(),
            .problem = installation.hasGlx() ? tryLibrary(installation.glxLibrary, "__glx_Main")
                                             : std::string(),
            .usual = usualGlxVendor()};
}

Door osmesaDoor(const Installation& installation) {
    return {.name = "OSMesa",
            .file = installation.osmesaLibrary,
            .isThere = installation.hasOsmesa(),
            .problem = installation.hasOsmesa()
                           ? tryLibrary(installation.osmesaLibrary, "OSMesaCreateContextExt")
                           : std::string(),
            .usual = usualOsmesa()};
}

/// The Vulkan loader asks every driver that it finds.
Door vulkanDoor(const Installation& installation) {
    const bool there = isThere(installation.cpuManifest);
    const bool works = there && !listDevicesOf(installation.cpuManifest).empty();
    const bool system = installation.prefix == "/usr" || installation.prefix == "/usr/local";
    return {.name = "Vulkan",
            .file = installation.cpuManifest,
            .isThere = there,
            .problem = there && !works ? "its driver does not load or has no device" : "",
            .usual = there && system ? "the CPU device too" : "other devices only"};
}

} // namespace

std::vector<Door> listDoors(const Installation& installation) {
    return {eglDoor(installation),
            glxDoor(installation),
            osmesaDoor(installation),
            vulkanDoor(installation)};
}

std::string describeDoors(const Installation& installation) {
    std::vector<std::string> has = {"EGL"};
    std::vector<std::string> lacks;
    (installation.hasGlx() ? has : lacks).emplace_back("GLX");
    (installation.hasOsmesa() ? has : lacks).emplace_back("OSMesa");
    return fmt::format("This installation has doors for {}{}{}.",
                       fmt::join(has, ", "),
                       lacks.empty() ? "" : ", and none for ",
                       fmt::join(lacks, ", "));
}

} // namespace tool
