// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "egl/attributes.h"
#include "egl/claim.h"
#include "egl/config.h"
#include "egl/outcome.h"
#include "egl/platform/platform.h"

#include <memory>

namespace egl {

class Context;

/// What eglCreateWindowSurface's attribute list says (EGL 1.5 section 3.5.1).
struct WindowRequest {
    EGLint renderBuffer = EGL_BACK_BUFFER;

    static Outcome<WindowRequest> parse(const Attributes& attributes);
};

/// Checks eglCreatePixmapSurface's attribute list (section 3.5.4), which changes nothing.
Status checkPixmapAttributes(const Attributes& attributes);

/// What eglCreatePbufferSurface's attribute list says (section 3.5.2).
struct PbufferRequest {
    EGLint width_px = 0, height_px = 0;
    bool largest = false;
    bool mipmap = false;

    static Outcome<PbufferRequest> parse(const Attributes& attributes);
    /// The size to allocate. EGL_BAD_ALLOC where `config` allows no such size and the application
    /// did not ask for the largest possible.
    Outcome<format::Extent> extent(const Config& config) const;
};

/// An EGLSurface: the images of glvk::Surface and what EGL knows about them. The display's table
/// and the thread in which it is current share it, so it lives until both have let go. Attributes
/// are set and read by any thread; the images belong to the thread that claimed the surface.
class Surface {
public:
    enum class Kind : uint8_t { Window, Pbuffer, Pixmap };

    static Outcome<std::shared_ptr<Surface>> createWindow(glvk::DeviceFactory& device,
                                                          std::shared_ptr<Connection> connection,
                                                          const Config& config,
                                                          const NativeWindow& window);
    static Outcome<std::shared_ptr<Surface>>
    createPbuffer(glvk::DeviceFactory& device, const Config& config, const PbufferRequest& request);

    /// GL draws into an image of our own; publish() copies it to the pixmap.
    static Outcome<std::shared_ptr<Surface>> createPixmap(glvk::DeviceFactory& device,
                                                          std::shared_ptr<Connection> connection,
                                                          const Config& config,
                                                          const NativePixmap& pixmap);

    const Config& config() const { return m_config; }
    Kind kind() const { return m_kind; }
    glvk::Surface& images() { return *m_images; }
    Claim& claim() { return m_claim; }
    EGLint renderBuffer() const {
        return m_kind == Kind::Pixmap ? EGL_SINGLE_BUFFER : EGL_BACK_BUFFER;
    }

    /// Copies the colours to a pixmap by way of the context that draws to them. EGL_BAD_ALLOC, or
    /// EGL_BAD_MATCH where the pixmap is not of the surface's depth.
    Status copyTo(const Connection& connection, const NativePixmap& pixmap, Context& context);
    /// Pixmap surfaces: copies what was drawn to the pixmap. Others: nothing.
    void publish(Context& context);

    /// eglSurfaceAttrib.
    Status setAttribute(EGLint name, EGLint value);
    /// eglQuerySurface. Nothing: the attribute has no meaning for this surface, and the
    /// application's variable stays as it is.
    Outcome<std::optional<EGLint>> attribute(EGLint name) const;
    bool preserved() const { return m_swapBehavior == EGL_BUFFER_PRESERVED; }

private:
    Surface(const Config& config, Kind kind) : m_config(config), m_kind(kind) {}

    // Before the images, which present through it.
    std::shared_ptr<Connection> m_connection;
    std::unique_ptr<glvk::Surface> m_images;
    const Config m_config;
    const Kind m_kind;
    Claim m_claim;
    NativePixmap m_pixmap;
    EGLint m_pbufferWidth_px = 0, m_pbufferHeight_px = 0;
    bool m_largestPbuffer = false;
    bool m_mipmapTexture = false;
    std::atomic<EGLint> m_mipmapLevel{0};
    std::atomic<EGLint> m_multisampleResolve{EGL_MULTISAMPLE_RESOLVE_DEFAULT};
    std::atomic<EGLint> m_swapBehavior{EGL_BUFFER_DESTROYED};
};

} // namespace egl
