// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "glx/renderer_query.h"

#include "gl/rules/versions.h"
#include "glx/current_commands.h"
#include "glx/display_list.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <vector>

namespace glx {

namespace {

std::vector<unsigned> versionOf(int number) {
    return {unsigned(number / 10), unsigned(number % 10)};
}

/// Empty: no such attribute.
std::vector<unsigned> valuesOf(Screen& screen, int attribute) {
    const glvk::DeviceDescription& device = screen.core().device().description();
    const auto versions = [&] { return gl::supportedVersions(screen.session().device->caps()); };
    switch (attribute) {
    case GLX_RENDERER_VENDOR_ID_MESA:
        return {device.vendorId};
    case GLX_RENDERER_DEVICE_ID_MESA:
        return {device.deviceId};
    case GLX_RENDERER_VERSION_MESA: {
        std::vector<unsigned> version(3);
        std::sscanf(GLISSADE_VERSION, "%u.%u.%u", &version[0], &version[1], &version[2]);
        return version;
    }
    case GLX_RENDERER_ACCELERATED_MESA:
        return {device.isCpu ? 0u : 1u};
    case GLX_RENDERER_VIDEO_MEMORY_MESA:
        return {unsigned(device.memory_B >> 20)};
    case GLX_RENDERER_UNIFIED_MEMORY_ARCHITECTURE_MESA:
        return {device.unifiedMemory ? 1u : 0u};
    case GLX_RENDERER_PREFERRED_PROFILE_MESA:
        return {versions().core >= 32 ? unsigned(GLX_CONTEXT_CORE_PROFILE_BIT_ARB)
                                      : unsigned(GLX_CONTEXT_COMPATIBILITY_PROFILE_BIT_ARB)};
    case GLX_RENDERER_OPENGL_CORE_PROFILE_VERSION_MESA:
        return versionOf(versions().core);
    case GLX_RENDERER_OPENGL_COMPATIBILITY_PROFILE_VERSION_MESA:
        return versionOf(versions().legacy);
    case GLX_RENDERER_OPENGL_ES_PROFILE_VERSION_MESA:
        return versionOf(0); // OpenGL ES 1.
    case GLX_RENDERER_OPENGL_ES2_PROFILE_VERSION_MESA:
        return versionOf(versions().es);
    default:
        return {};
    }
}

const char* textOf(Screen& screen, int attribute) {
    switch (attribute) {
    case GLX_RENDERER_VENDOR_ID_MESA:
        return "Glissade";
    case GLX_RENDERER_DEVICE_ID_MESA:
        return screen.core().device().description().name.c_str(); // Devices live for ever.
    default:
        return nullptr;
    }
}

/// A screen has one renderer, number 0.
std::shared_ptr<Screen> rendererOf(XDisplay* dpy, int index, int renderer) {
    const std::shared_ptr<Display> display = displayList().get(dpy);
    return display && renderer == 0 ? display->screen(index) : nullptr;
}

XBool write(const std::shared_ptr<Screen>& screen, int attribute, unsigned* value) {
    if (!screen) {
        return 0;
    }
    const std::vector<unsigned> values = valuesOf(*screen, attribute);
    std::ranges::copy(values, value);
    return values.empty() ? 0 : 1;
}

} // namespace

XBool queryRendererInteger(
    XDisplay* dpy, int screen, int renderer, int attribute, unsigned* value) {
    return write(rendererOf(dpy, screen, renderer), attribute, value);
}

XBool queryCurrentRendererInteger(int attribute, unsigned* value) {
    return write(currentScreen(), attribute, value);
}

const char* queryRendererString(XDisplay* dpy, int index, int renderer, int attribute) {
    const std::shared_ptr<Screen> screen = rendererOf(dpy, index, renderer);
    return screen ? textOf(*screen, attribute) : nullptr;
}

const char* queryCurrentRendererString(int attribute) {
    const std::shared_ptr<Screen> screen = currentScreen();
    return screen ? textOf(*screen, attribute) : nullptr;
}

} // namespace glx
