// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "egl/attributes.h"
#include "egl/config.h"
#include "egl/context.h"
#include "egl/device.h"
#include "egl/image.h"
#include "egl/object_table.h"
#include "egl/outcome.h"
#include "egl/platform/platform.h"
#include "egl/surface.h"
#include "egl/sync.h"

#include <map>
#include <mutex>

namespace egl {

/// An EGLDisplay (EGL 1.5 section 2.1.2): a device, a platform and the objects made for them. Its
/// address is the handle; it lives as long as the process and may be initialised any number of
/// times. Thread-safe: one lock guards tables and state; nothing that waits for the device or the
/// window system's vertical blank happens under it. See docs/egl.md.
///
/// Every command fails with EGL_NOT_INITIALIZED before initialize() and after terminate().
class Display {
public:
    Display(DeviceList& devices, Device& device, std::unique_ptr<Platform> platform)
        : m_devices(devices), m_device(device), m_platform(std::move(platform)) {}
    Display(const Display&) = delete;
    Display& operator=(const Display&) = delete;

    Device& device() const { return m_device; }

    Status initialize();
    Status terminate();
    /// Whether EGL_NOT_INITIALIZED is due.
    Status check() const;

    Outcome<const char*> queryString(EGLint name) const;
    /// eglQueryDisplayAttribEXT.
    Outcome<EGLAttrib> attribute(EGLint name) const;
    /// eglWaitNative.
    Status waitNative() const;

    // Configs. `configs` null: only their number is asked for, else `size` at most are written.
    Outcome<EGLint> getConfigs(EGLConfig* configs, EGLint size) const;
    Outcome<EGLint>
    chooseConfigs(const Attributes& attributes, EGLConfig* configs, EGLint size) const;
    Outcome<EGLint> configAttribute(EGLConfig config, EGLint name) const;

    // Surfaces.
    Outcome<EGLSurface>
    createWindowSurface(EGLConfig config, const NativeHandle& window, const Attributes& attributes);
    Outcome<EGLSurface> createPbuffer(EGLConfig config, const Attributes& attributes);
    Outcome<EGLSurface>
    createPixmapSurface(EGLConfig config, const NativeHandle& pixmap, const Attributes& attributes);
    Outcome<EGLSurface> createPbufferFromClientBuffer(EGLenum type, EGLConfig config);
    Status destroySurface(EGLSurface surface);
    /// eglCopyBuffers of a surface that `context` draws to.
    Status copyBuffers(Surface& surface, const NativeHandle& pixmap, Context& context) const;
    Outcome<std::shared_ptr<Surface>> surface(EGLSurface handle) const;

    // Contexts.
    Outcome<EGLContext> createContext(EGLenum api,
                                      EGLConfig config,
                                      EGLContext shareWith,
                                      const Attributes& attributes);
    Status destroyContext(EGLContext context);
    Outcome<std::shared_ptr<Context>> context(EGLContext handle) const;

    // Fences and images.
    Outcome<EGLSync> addSync(std::shared_ptr<Sync> sync);
    Status destroySync(EGLSync sync);
    Outcome<std::shared_ptr<Sync>> sync(EGLSync handle) const;
    Outcome<EGLImage> createImage(EGLContext context,
                                  EGLenum target,
                                  EGLClientBuffer buffer,
                                  const Attributes& attributes);
    Status destroyImage(EGLImage image);
    Outcome<std::shared_ptr<Image>> image(EGLImage handle) const;

private:
    /// What initialize() makes. A command takes a copy, so terminate() pulls nothing from under it.
    struct Session {
        std::shared_ptr<glvk::DeviceFactory> device; ///< Null: not initialised.
        std::shared_ptr<Connection> connection;
    };

    Outcome<Session> session() const;
    /// EGL_BAD_CONFIG where the handle is none of our configs.
    Outcome<const Config*> config(EGLConfig handle) const;
    bool windowTakenLocked(uint32_t window) const;

    template <class T>
    Outcome<void*> add(ObjectTable<T>& table, std::shared_ptr<T> object);
    template <class T>
    Outcome<std::shared_ptr<T>>
    find(const ObjectTable<T>& table, void* handle, EGLint errorIfMissing) const;
    template <class T>
    Status remove(ObjectTable<T>& table, void* handle, EGLint errorIfMissing);

    DeviceList& m_devices;
    Device& m_device;
    const std::unique_ptr<Platform> m_platform;

    mutable std::mutex m_mutex;
    Session m_session;
    /// Made by the first initialize() and kept, so that handles stay valid.
    ConfigList m_configs;
    struct Objects {
        ObjectTable<Surface> surfaces;
        ObjectTable<Context> contexts;
        ObjectTable<Sync> syncs;
        ObjectTable<Image> images;
    };
    Objects m_objects;
    /// Windows that have a surface, destroyed ones that are still current included.
    std::map<uint32_t, std::weak_ptr<Surface>> m_windows;
};

} // namespace egl
