// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "egl/display_list.h"

#include "base/drm_node.h"
#include "base/environment.h"
#include "base/fork.h"
#include "base/log.h"
#include "base/options.h"
#include "window/platform/gbm.h"
#include "window/platform/offscreen.h"
#include "window/platform/wayland.h"
#include "window/platform/x11.h"

#include <algorithm>
#include <fmt/format.h>
#include <string_view>
#include <sys/sysmacros.h>

namespace egl {

namespace {

std::unique_ptr<window::Platform> makePlatform(EGLenum platform, void* native, int screen) {
    switch (platform) {
    case EGL_PLATFORM_X11_KHR:
        return window::makeX11Platform(native, screen);
    case EGL_PLATFORM_XCB_EXT:
        return window::makeXcbPlatform(native, screen);
    case EGL_PLATFORM_WAYLAND_KHR:
        return window::makeWaylandPlatform(native);
    case EGL_PLATFORM_GBM_KHR:
        return window::makeGbmPlatform();
    default:
        return window::makeOffscreenPlatform();
    }
}

/// The platform of eglGetDisplay(EGL_DEFAULT_DISPLAY).
EGLenum defaultPlatform() {
    const char* const text = base::environment("EGL_PLATFORM");
    const std::string_view name = text != nullptr ? text : "";
    if (name == "surfaceless") {
        return EGL_PLATFORM_SURFACELESS_MESA;
    }
    if (name == "device") {
        return EGL_PLATFORM_DEVICE_EXT;
    }
    if (name == "gbm" || name == "drm") {
        return EGL_PLATFORM_GBM_KHR;
    }
    if (name == "wayland") {
        return EGL_PLATFORM_WAYLAND_KHR;
    }
    if (name == "x11" || name == "xcb" || window::x11Reachable()) {
        return EGL_PLATFORM_X11_KHR;
    }
    if (window::waylandReachable()) {
        return EGL_PLATFORM_WAYLAND_KHR;
    }
    return EGL_PLATFORM_SURFACELESS_MESA;
}

std::string nodeName(dev_t number) {
    const std::string path = base::drmNodePath(number);
    return path.empty() ? fmt::format("the device {}:{}", major(number), minor(number)) : path;
}

} // namespace

/// The device that the options name, else the one that the gbm_device is for. Null: none of ours
/// is.
window::Device* DisplayList::gbmDevice(const void* native) {
    if (native == EGL_DEFAULT_DISPLAY || !base::options().device.empty()) {
        return m_devices.defaultDevice();
    }
    const dev_t node = window::gbmNode(native).value_or(0);
    window::Device* const device = m_devices.findByNode(node);
    if (device == nullptr) {
        base::logWarnOnce(base::Log::Windows,
                          "no Vulkan device belongs to {}, which a display of GBM is for; the "
                          "option device names one that draws for it",
                          nodeName(node));
    }
    return device;
}

Outcome<DisplayList::Key>
DisplayList::parse(EGLenum platform, void* native, const Attributes& attributes) {
    Key key{.platform = platform == EGL_NONE ? defaultPlatform() : platform, .native = native};
    switch (key.platform) {
    case EGL_PLATFORM_X11_KHR:
    case EGL_PLATFORM_XCB_EXT:
    case EGL_PLATFORM_WAYLAND_KHR:
        break;
    case EGL_PLATFORM_SURFACELESS_MESA:
        if (native != EGL_DEFAULT_DISPLAY) {
            return Failure{EGL_BAD_PARAMETER};
        }
        break;
    case EGL_PLATFORM_DEVICE_EXT:
        key.device = m_devices.find(native);
        key.native = nullptr;
        if (key.device == nullptr && native != EGL_DEFAULT_DISPLAY) {
            return Failure{EGL_BAD_PARAMETER};
        }
        break;
    case EGL_PLATFORM_GBM_KHR:
        if (!base::options().gbm) {
            base::logWarnOnce(base::Log::Windows,
                              "a display of GBM is left to other drivers, since there are no "
                              "windows (gbm_surface) here; the option gbm takes it nevertheless");
            return Failure{EGL_BAD_PARAMETER};
        }
        if (native != EGL_DEFAULT_DISPLAY && !window::gbmNode(native)) {
            return Failure{EGL_BAD_PARAMETER};
        }
        break;
    default:
        return Failure{EGL_BAD_PARAMETER};
    }
    for (const auto [name, value] : attributes) {
        const bool screen =
            (key.platform == EGL_PLATFORM_X11_KHR && name == EGL_PLATFORM_X11_SCREEN_KHR) ||
            (key.platform == EGL_PLATFORM_XCB_EXT && name == EGL_PLATFORM_XCB_SCREEN_EXT);
        if (screen) {
            key.screen = int(value);
        } else if (name == EGL_DEVICE_EXT && key.platform != EGL_PLATFORM_DEVICE_EXT) {
            key.device = m_devices.find(reinterpret_cast<void*>(value));
            if (key.device == nullptr) {
                return Failure{EGL_BAD_DEVICE_EXT};
            }
        } else {
            return Failure{EGL_BAD_ATTRIBUTE};
        }
    }
    if (key.device == nullptr) {
        key.device =
            key.platform == EGL_PLATFORM_GBM_KHR ? gbmDevice(native) : m_devices.defaultDevice();
    }
    return key;
}

Display* DisplayList::getOrCreate(const Key& key) {
    const std::lock_guard lock(m_mutex);
    std::unique_ptr<Display>& display = m_displays[key];
    if (!display) {
        display = std::make_unique<Display>(key.platform,
                                            m_devices,
                                            *key.device,
                                            makePlatform(key.platform, key.native, key.screen));
    }
    return display.get();
}

Outcome<Display*> DisplayList::get(EGLenum platform, void* native, const Attributes& attributes) {
    const Outcome<Key> key = parse(platform, native, attributes);
    if (!key) {
        return key.failure();
    }
    return key->device != nullptr ? getOrCreate(*key) : nullptr;
}

Display* DisplayList::find(EGLDisplay handle) {
    const std::lock_guard lock(m_mutex);
    const auto it = std::ranges::find_if(
        m_displays, [&](const auto& entry) { return entry.second.get() == handle; });
    return it == m_displays.end() ? nullptr : it->second.get();
}

DisplayList& displayList() {
    // Never destroyed: threads may call EGL while the process ends.
    static constinit base::PerProcess<DisplayList, [] { return DisplayList(window::deviceList()); }>
        list;
    return list.get();
}

} // namespace egl
