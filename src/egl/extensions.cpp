// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "egl/extensions.h"

#include "base/options.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

namespace egl {

namespace {

enum class Kind : uint8_t {
    Client,
    Platform,
    GbmPlatform,
    Display,
    Window,
    Import,
    ImportPixmap,
    Export,
    Device,
    PrimaryNode,
    RenderNode,
    CpuDevice,
};

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

    {Kind::GbmPlatform, "EGL_KHR_platform_gbm"},
    {Kind::GbmPlatform, "EGL_MESA_platform_gbm"},

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
    {Kind::ImportPixmap, "EGL_KHR_image_pixmap"},
    {Kind::Export, "EGL_MESA_image_dma_buf_export"},

    {Kind::Device, "EGL_EXT_device_query_name"},
    {Kind::PrimaryNode, "EGL_EXT_device_drm"},
    {Kind::RenderNode, "EGL_EXT_device_drm_render_node"},
    {Kind::CpuDevice, "EGL_MESA_device_software"},
};

/// Those of all the kinds. Applications keep such strings, and may ask for them in exit handlers:
/// each is made once and never destroyed.
const char* extensions(const std::vector<Kind>& kinds) {
    struct Made {
        std::mutex mutex;
        std::map<std::vector<Kind>, std::string> texts;
    };
    static auto& made = *new Made;
    const std::lock_guard lock(made.mutex);
    const auto [entry, isNew] = made.texts.try_emplace(kinds);
    std::string& text = entry->second;
    for (const Extension& extension : kExtensions) {
        if (isNew && std::ranges::find(kinds, extension.kind) != kinds.end()) {
            text += text.empty() ? "" : " ";
            text += extension.name;
        }
    }
    return text.c_str();
}

void addPlatforms(std::vector<Kind>& kinds) {
    kinds.push_back(Kind::Platform);
    if (base::options().gbm) {
        kinds.push_back(Kind::GbmPlatform);
    }
}

} // namespace

const char* clientExtensions() {
    std::vector<Kind> kinds{Kind::Client};
    addPlatforms(kinds);
    return extensions(kinds);
}

const char* platformExtensions() {
    std::vector<Kind> kinds;
    addPlatforms(kinds);
    return extensions(kinds);
}

const char* displayExtensions(const DisplayAbilities& abilities) {
    std::vector<Kind> kinds{Kind::Display};
    if (abilities.windows) {
        kinds.push_back(Kind::Window);
    }
    if (abilities.importsDmaBufs) {
        kinds.push_back(Kind::Import);
    }
    if (abilities.importsPixmaps) {
        kinds.push_back(Kind::ImportPixmap);
    }
    if (abilities.exportsDmaBufs) {
        kinds.push_back(Kind::Export);
    }
    return extensions(kinds);
}

const char* deviceExtensions(const DeviceAbilities& abilities) {
    std::vector<Kind> kinds{Kind::Device};
    if (abilities.primaryNode) {
        kinds.push_back(Kind::PrimaryNode);
    }
    if (abilities.renderNode) {
        kinds.push_back(Kind::RenderNode);
    }
    if (abilities.isCpu) {
        kinds.push_back(Kind::CpuDevice);
    }
    return extensions(kinds);
}

} // namespace egl
