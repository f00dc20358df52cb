// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "egl/extensions.h"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <string>
#include <string_view>

namespace egl {

namespace {

enum class Kind { Client, Platform, Display, Window, Import, Export, Device, CpuDevice };

struct Extension {
    Kind kind;
    std::string_view name;
};

constexpr Extension kExtensions[] = {
    {Kind::Client, "EGL_EXT_client_extensions"},
    {Kind::Client, "EGL_EXT_device_base"},
    {Kind::Client, "EGL_EXT_device_enumeration"},
    {Kind::Client, "EGL_EXT_device_query"},
    {Kind::Client, "EGL_EXT_platform_base"},
    {Kind::Client, "EGL_KHR_client_get_all_proc_addresses"},

    {Kind::Platform, "EGL_EXT_explicit_device"},
    {Kind::Platform, "EGL_EXT_platform_device"},
    {Kind::Platform, "EGL_EXT_platform_wayland"},
    {Kind::Platform, "EGL_EXT_platform_x11"},
    {Kind::Platform, "EGL_EXT_platform_xcb"},
    {Kind::Platform, "EGL_KHR_platform_wayland"},
    {Kind::Platform, "EGL_KHR_platform_x11"},
    {Kind::Platform, "EGL_MESA_platform_surfaceless"},

    {Kind::Display, "EGL_EXT_create_context_robustness"},
    {Kind::Display, "EGL_KHR_create_context"},
    {Kind::Display, "EGL_KHR_create_context_no_error"},
    {Kind::Display, "EGL_KHR_fence_sync"},
    {Kind::Display, "EGL_KHR_get_all_proc_addresses"},
    {Kind::Display, "EGL_KHR_gl_renderbuffer_image"},
    {Kind::Display, "EGL_KHR_gl_texture_2D_image"},
    {Kind::Display, "EGL_KHR_gl_texture_cubemap_image"},
    {Kind::Display, "EGL_KHR_image_base"},
    {Kind::Display, "EGL_KHR_no_config_context"},
    {Kind::Display, "EGL_KHR_surfaceless_context"},
    {Kind::Display, "EGL_KHR_wait_sync"},
    {Kind::Display, "EGL_MESA_configless_context"},

    {Kind::Window, "EGL_EXT_buffer_age"},
    {Kind::Window, "EGL_EXT_swap_buffers_with_damage"},
    {Kind::Window, "EGL_KHR_swap_buffers_with_damage"},

    {Kind::Import, "EGL_EXT_image_dma_buf_import"},
    {Kind::Import, "EGL_EXT_image_dma_buf_import_modifiers"},
    {Kind::Export, "EGL_MESA_image_dma_buf_export"},

    {Kind::Device, "EGL_EXT_device_query_name"},
    {Kind::CpuDevice, "EGL_MESA_device_software"},
};

std::string join(std::initializer_list<Kind> kinds) {
    std::string result;
    for (const Extension& extension : kExtensions) {
        if (std::ranges::find(kinds, extension.kind) != kinds.end()) {
            result += result.empty() ? "" : " ";
            result += extension.name;
        }
    }
    return result;
}

} // namespace

// Never destroyed: applications keep such strings, and may ask for them in exit handlers.

const char* clientExtensions() {
    static const auto& text = *new const std::string(join({Kind::Client, Kind::Platform}));
    return text.c_str();
}

const char* platformExtensions() {
    static const auto& text = *new const std::string(join({Kind::Platform}));
    return text.c_str();
}

const char* displayExtensions(const DisplayAbilities& abilities) {
    // One for every combination.
    static const auto& texts = *new const auto([] {
        std::array<std::string, 8> made;
        for (size_t i = 0; i < made.size(); ++i) {
            made[i] = join({Kind::Display,
                            i & 1 ? Kind::Window : Kind::Display,
                            i & 2 ? Kind::Import : Kind::Display,
                            i & 4 ? Kind::Export : Kind::Display});
        }
        return made;
    }());
    const size_t index = (abilities.windows ? 1 : 0) | (abilities.importsDmaBufs ? 2 : 0) |
                         (abilities.exportsDmaBufs ? 4 : 0);
    return texts[index].c_str();
}

const char* deviceExtensions(bool isCpu) {
    static const auto& gpu = *new const std::string(join({Kind::Device}));
    static const auto& cpu = *new const std::string(join({Kind::Device, Kind::CpuDevice}));
    return (isCpu ? cpu : gpu).c_str();
}

} // namespace egl
