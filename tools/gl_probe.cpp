// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "tools/gl_probe.h"

#include "tools/child_process.h"
#include "tools/device_choice.h"

#include <dlfcn.h>
#include <EGL/egl.h>
#include <EGL/eglext.h>

#include <fmt/format.h>

#include <sstream>
#include <string_view>

namespace tool {

namespace {

constexpr unsigned kGlRenderer = 0x1F01; ///< GL_RENDERER and GL_VERSION, the same in every GL
constexpr unsigned kGlVersion = 0x1F02;

struct EglFunctions {
    PFNEGLGETPROCADDRESSPROC getProcAddress = nullptr;

    bool load() {
        void* const library = ::dlopen("libEGL.so.1", RTLD_NOW | RTLD_LOCAL);
        if (library) {
            getProcAddress =
                reinterpret_cast<PFNEGLGETPROCADDRESSPROC>(::dlsym(library, "eglGetProcAddress"));
        }
        return getProcAddress != nullptr;
    }

    template <class Fn>
    Fn get(const char* name) const {
        return reinterpret_cast<Fn>(getProcAddress(name));
    }
};

/// Prints one line if a context of this kind can be had.
bool printContext(const EglFunctions& egl,
                  EGLDisplay display,
                  EGLenum api,
                  const EGLint* attributes,
                  std::FILE* output) {
    using GetString = const unsigned char* (*)(unsigned);
    egl.get<PFNEGLBINDAPIPROC>("eglBindAPI")(api);
    const EGLContext context = egl.get<PFNEGLCREATECONTEXTPROC>("eglCreateContext")(
        display, EGL_NO_CONFIG_KHR, EGL_NO_CONTEXT, attributes);
    if (context == EGL_NO_CONTEXT) {
        return false;
    }
    const auto makeCurrent = egl.get<PFNEGLMAKECURRENTPROC>("eglMakeCurrent");
    const auto getString = egl.get<GetString>("glGetString");
    bool printed = false;
    if (makeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, context) && getString) {
        const unsigned char* version = getString(kGlVersion);
        const unsigned char* renderer = getString(kGlRenderer);
        if (version && renderer) {
            fmt::print(output,
                       "{}{} on {}\n",
                       api == EGL_OPENGL_API ? "OpenGL " : "",
                       reinterpret_cast<const char*>(version),
                       reinterpret_cast<const char*>(renderer));
            printed = true;
        }
        makeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
    }
    egl.get<PFNEGLDESTROYCONTEXTPROC>("eglDestroyContext")(display, context);
    return printed;
}

/// Runs in the child.
bool printVersions(std::FILE* output) {
    EglFunctions egl;
    if (!egl.load()) {
        std::fputs("libEGL.so.1 (package libegl1) is not installed.\n", stderr);
        return false;
    }
    const auto getDisplay = egl.get<PFNEGLGETPLATFORMDISPLAYPROC>("eglGetPlatformDisplay");
    const EGLDisplay display =
        getDisplay ? getDisplay(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, nullptr)
                   : EGL_NO_DISPLAY;
    if (display == EGL_NO_DISPLAY ||
        !egl.get<PFNEGLINITIALIZEPROC>("eglInitialize")(display, nullptr, nullptr)) {
        return false;
    }
    // A context of version 2 is also one of the highest version compatible with it.
    const EGLint version2[] = {EGL_CONTEXT_CLIENT_VERSION, 2, EGL_NONE};
    bool any = printContext(egl, display, EGL_OPENGL_ES_API, version2, output);
    const EGLint none[] = {EGL_NONE};
    any |= printContext(egl, display, EGL_OPENGL_API, none, output);
    return any;
}

std::vector<std::string> splitLines(const std::string& text) {
    std::vector<std::string> lines;
    std::istringstream in(text);
    for (std::string line; std::getline(in, line);) {
        if (!line.empty()) {
            lines.push_back(line);
        }
    }
    return lines;
}

/// The driver's own messages without their prefix; what else was printed (by Vulkan drivers, layers
/// and loaders) matters only where something failed.
std::vector<std::string>
selectNotes(const std::vector<std::string>& lines, const VulkanDevice& device, bool everything) {
    constexpr std::string_view kName = "glissade: ";
    const std::string deviceName = device.name + ": ";
    std::vector<std::string> notes;
    for (const std::string& line : lines) {
        if (!line.starts_with(kName)) {
            if (everything) {
                notes.push_back(line);
            }
            continue;
        }
        const size_t level = line.find(": ", kName.size());
        std::string note = level == std::string::npos ? line : line.substr(level + 2);
        if (note.starts_with(deviceName)) {
            note.erase(0, deviceName.size());
        }
        if (!note.starts_with("options: ")) { // those are the ones this program set
            notes.push_back(note);
        }
    }
    return notes;
}

} // namespace

GlReport probeGl(const Installation& installation, const VulkanDevice& device) {
    const ChildResult child = runInChild([&](std::FILE* output) {
        exportInstallation(installation);
        exportDevice(device);
        exportOptions("log=info");
        // This process's dynamic linker read LD_LIBRARY_PATH when it began. libEGL asks for the
        // library by its plain name, which what is in memory has.
        ::dlopen((installation.libraries + "/libglissade_gl.so.0").c_str(), RTLD_NOW | RTLD_LOCAL);
        return printVersions(output);
    });
    GlReport report;
    report.usable = child.finished;
    report.versions = splitLines(child.output);
    report.notes = selectNotes(splitLines(child.errors), device, !report.usable);
    return report;
}

} // namespace tool
