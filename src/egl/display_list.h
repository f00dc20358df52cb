// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "egl/display.h"

#include <map>
#include <mutex>

namespace egl {

/// The process's displays: one for each combination of platform, native display, screen and device
/// that eglGetPlatformDisplay was asked for (EGL 1.5 section 3.2). They are never destroyed.
/// Thread-safe.
class DisplayList {
public:
    explicit DisplayList(window::DeviceList& devices) : m_devices(devices) {}

    /// `platform` EGL_NONE: eglGetDisplay(EGL_DEFAULT_DISPLAY). Null without an error: there is no
    /// such display on this machine, for example because no device works.
    Outcome<Display*> get(EGLenum platform, void* native, const Attributes& attributes);
    /// Null: `handle` is not one of ours.
    Display* find(EGLDisplay handle);

private:
    struct Key {
        EGLenum platform = EGL_NONE;
        void* native = nullptr;
        int screen = -1;
        window::Device* device = nullptr;

        friend auto operator<=>(const Key&, const Key&) = default;
    };

    Outcome<Key> parse(EGLenum platform, void* native, const Attributes& attributes);
    window::Device* gbmDevice(const void* native);
    Display* getOrCreate(const Key& key);

    window::DeviceList& m_devices;
    std::mutex m_mutex;
    std::map<Key, std::unique_ptr<Display>> m_displays;
};

/// The process's list. A child of fork() has one of its own, which knows no handle of its parent's.
DisplayList& displayList();

} // namespace egl
