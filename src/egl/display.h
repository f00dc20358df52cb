// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "egl/attributes.h"
#include "egl/config.h"
#include "egl/context.h"
#include "egl/image.h"
#include "egl/native_handle.h"
#include "egl/object_table.h"
#include "egl/outcome.h"
#include "egl/surface.h"
#include "egl/sync.h"
#include "window/display.h"

#include <mutex>

namespace egl {

/// An EGLDisplay (EGL 1.5 section 2.1.2): a display of the core and the objects made for it. Its
/// address is the handle; it lives as long as the process and may be initialised any number of
/// times. Thread-safe: one lock guards tables and state; nothing that waits for the device or the
/// window system's vertical blank happens under it. See docs/egl.md.
///
/// Every command fails with EGL_NOT_INITIALIZED before initialize() and after terminate().
class Display {
public:
    /// `platform`: EGL_PLATFORM_X11_KHR …, of which `system` is one.
    Display(EGLenum platform,
            window::DeviceList& devices,
            const window::Device& device,
            std::unique_ptr<window::Platform> system)
        : m_platform(platform), m_core(devices, device, std::move(system)) {}
    Display(const Display&) = delete;
    Display& operator=(const Display&) = delete;

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
    Outcome<EGLSurface> createWindowSurface(EGLConfig config,
                                            const NativeArgument& window,
                                            const Attributes& attributes);
    Outcome<EGLSurface> createPbuffer(EGLConfig config, const Attributes& attributes);
    Outcome<EGLSurface> createPixmapSurface(EGLConfig config,
                                            const NativeArgument& pixmap,
                                            const Attributes& attributes);
    Outcome<EGLSurface> createPbufferFromClientBuffer(EGLenum type, EGLConfig config);
    Status destroySurface(EGLSurface surface);
    /// eglCopyBuffers of a surface that `context` draws to.
    Status copyBuffers(window::Drawable& surface,
                       const NativeArgument& pixmap,
                       window::Context& context) const;
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

    // Memory of others (EGL_EXT_image_dma_buf_import_modifiers, EGL_MESA_image_dma_buf_export).
    /// By fourcc.
    Outcome<std::vector<uint32_t>> dmaBufFormats() const;
    /// EGL_BAD_PARAMETER where the format is none of those.
    Outcome<std::vector<uint64_t>> dmaBufModifiers(EGLint fourcc) const;
    /// Where the texels of an image lie, without file descriptors. EGL_BAD_MATCH: others cannot
    /// have its memory.
    Outcome<glvk::DmaBuf> describeImage(EGLImage image) const;
    /// The same with file descriptors, which are the caller's.
    Outcome<glvk::DmaBuf> exportImage(EGLImage image) const;

private:
    /// EGL_BAD_DISPLAY where the device shares no memory with others: libEGL does not know which
    /// display has which commands.
    Outcome<std::shared_ptr<glvk::DmaBufs>> dmaBufs() const;
    Outcome<EGLImage> importDmaBuf(EGLClientBuffer buffer, const Attributes& attributes);
    Outcome<EGLImage> importPixmap(EGLClientBuffer pixmap, const Attributes& attributes);
    Outcome<EGLImage> import(const window::Session& session, const glvk::DmaBuf& buffer);
    /// A copy, so that terminate() pulls nothing from under a command.
    Outcome<window::Session> session() const;
    /// For what is made: of a device that is not lost.
    Outcome<window::Session> workingSession();
    /// EGL_BAD_CONFIG where the handle is none of our configs.
    Outcome<const Config*> config(EGLConfig handle) const;

    /// The EGLSurface of a drawable, where the core made one.
    Outcome<EGLSurface> addSurface(const Config& config,
                                   window::Outcome<std::shared_ptr<window::Drawable>> drawable,
                                   const PbufferRequest& pbuffer = {});

    template <class T>
    Outcome<void*> add(ObjectTable<T>& table, std::shared_ptr<T> object);
    template <class T>
    Outcome<std::shared_ptr<T>>
    find(const ObjectTable<T>& table, void* handle, EGLint errorIfMissing) const;
    template <class T>
    Status remove(ObjectTable<T>& table, void* handle, EGLint errorIfMissing);

    const EGLenum m_platform;
    window::Display m_core;

    mutable std::mutex m_mutex;
    window::Session m_session; ///< Open from initialize() to terminate().
    /// Made by the first initialize() and kept, so that handles stay valid.
    ConfigList m_configs;
    struct Objects {
        ObjectTable<Surface> surfaces;
        ObjectTable<Context> contexts;
        ObjectTable<Sync> syncs;
        ObjectTable<Image> images;
    };
    Objects m_objects;
};

} // namespace egl
