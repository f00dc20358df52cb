// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "tools/gl_watch.h"

#include "base/environment.h"
#include "base/whole_file.h"
#include "tools/process_list.h"

#include <algorithm>
#include <filesystem>
#include <string_view>

namespace tool {

namespace {

using Clock = std::chrono::steady_clock;
using Kind = OtherGl::Kind;

constexpr std::string_view kDispatch = "libGLdispatch";

std::string_view nameOf(const std::string& path) {
    return std::string_view(path).substr(path.rfind('/') + 1);
}

bool isLibrary(std::string_view name, std::string_view stem) {
    return name.starts_with(stem) && name.substr(stem.size()).starts_with(".so");
}

bool has(const std::vector<std::string>& files, std::string_view stem) {
    return std::ranges::any_of(
        files, [&](const std::string& file) { return isLibrary(nameOf(file), stem); });
}

/// GLVND's libraries link the one by which they share out calls. It may not be in memory yet.
bool asksVendors(const std::string& library) {
    return base::wholeFile(library).find(kDispatch) != std::string::npos;
}

/// True for the Vulkan loader that Chromium and its kin bring along for the ANGLE inside of them.
bool servesAngle(const std::string& file) {
    std::error_code ignored;
    return isLibrary(nameOf(file), "libvulkan") &&
           std::filesystem::exists(
               std::filesystem::path(file).replace_filename("libvk_swiftshader.so"), ignored);
}

/// Nothing: no OpenGL that draws.
std::optional<Kind> kindOf(const std::string& file, bool hasDispatch) {
    const std::string_view name = nameOf(file);
    if (name.find(".so") == std::string_view::npos) {
        return std::nullopt;
    }
    if (name.starts_with("libGLX_")) {
        return Kind::Glx;
    }
    if (name.starts_with("libEGL_")) {
        return Kind::Egl;
    }
    if (isLibrary(name, "libOSMesa")) {
        return Kind::Osmesa;
    }
    if (servesAngle(file)) {
        return Kind::Angle;
    }
    const bool isApi =
        isLibrary(name, "libGLESv2") || isLibrary(name, "libEGL") || isLibrary(name, "libGL");
    if (!isApi || hasDispatch || asksVendors(file)) {
        return std::nullopt;
    }
    return name.ends_with(".so") ? Kind::Angle : Kind::Own; // ANGLE's have no versions.
}

} // namespace

std::optional<OtherGl> GlWatch::findOther(pid_t process,
                                          const std::vector<std::string>& files) const {
    const bool hasDispatch = has(files, kDispatch);
    std::optional<OtherGl> found;
    for (const std::string& file : files) {
        const std::optional<Kind> kind = kindOf(file, hasDispatch);
        std::error_code ignored;
        const bool ours = kind == Kind::Osmesa &&
                          std::filesystem::equivalent(file, m_installation.osmesaLibrary, ignored);
        if (kind && !ours && (!found || *kind < found->kind)) {
            found.emplace();
            found->kind = *kind;
            found->library = file;
        }
    }
    if (found) {
        found->program = processName(process);
        found->knewGlissade =
            startedWith(process, "__EGL_VENDOR_LIBRARY_FILENAMES", m_installation.vendorFile);
    }
    return found;
}

bool GlWatch::hasDisplay() {
    const char* const display = base::environment("DISPLAY");
    return display && *display;
}

void GlWatch::lookAt(pid_t process) {
    const std::vector<std::string> files = mappedFiles(process);
    const bool glissade = has(files, "libglissade_gl");
    m_glissade = m_glissade || glissade;
    m_offScreen = m_offScreen || (glissade && (has(files, "libEGL") || has(files, "libOSMesa")));
    m_glx = m_glx || has(files, "libGLX");
    if (!m_other) {
        m_other = findOther(process, files);
    }
}

std::optional<std::chrono::nanoseconds> GlWatch::look(pid_t program) {
    if (!m_start) {
        m_start = Clock::now();
    }
    for (const pid_t process : processTree(program)) {
        lookAt(process);
    }
    if (glissadeAnswered()) {
        return std::nullopt;
    }
    using namespace std::chrono_literals;
    return std::clamp<std::chrono::nanoseconds>((Clock::now() - *m_start) / 4, 1ms, 5s);
}

} // namespace tool
