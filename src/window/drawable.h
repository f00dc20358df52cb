// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "window/context.h"
#include "window/platform.h"

#include <memory>
#include <span>

namespace window {

using glvk::SwapBehavior;

/// The size that a pbuffer is asked for.
struct PbufferSize {
    int32_t width_px = 0, height_px = 0;
    bool largest = false; ///< Smaller is welcome where this is too large.
};

/// What contexts draw to: an EGLSurface, a GLXDrawable. The door's handle and the thread in which
/// it is current share it, so it lives until both have let go. The images belong to the thread that
/// claimed it.
class Drawable {
public:
    enum class Kind : uint8_t { Window, Pbuffer, Pixmap };

    /// CannotPresent.
    static Outcome<std::shared_ptr<Drawable>> createWindow(glvk::DeviceFactory& device,
                                                           std::shared_ptr<Connection> connection,
                                                           const PixelFormat& format,
                                                           const Window& window);
    /// OutOfMemory, also where the format allows no such size and a smaller one is not welcome.
    static Outcome<std::shared_ptr<Drawable>>
    createPbuffer(glvk::DeviceFactory& device, const PixelFormat& format, const PbufferSize& size);
    /// GL draws into an image of our own; publish() copies it to the pixmap. OutOfMemory.
    static Outcome<std::shared_ptr<Drawable>> createPixmap(glvk::DeviceFactory& device,
                                                           const PixelFormat& format,
                                                           std::shared_ptr<const Pixmap> pixmap);

    Kind kind() const { return m_kind; }
    const PixelFormat& format() const { return m_format; }
    glvk::Surface& images() { return *m_images; }
    /// Of Kind::Pixmap; else null.
    const Pixmap* pixmap() const { return m_pixmap.get(); }
    /// Images for contexts of `device`, in the place of those of a lost one; null: it has them.
    /// Mismatch where those it has are of another device that works, DeviceLost where `device` does
    /// not; CannotPresent, OutOfMemory.
    Outcome<std::unique_ptr<glvk::Surface>> imagesFor(glvk::DeviceFactory& device) const;
    void replaceImages(glvk::DeviceFactory& device, std::unique_ptr<glvk::Surface> images);
    /// Null: it needs none.
    Claim* claim() { return m_oneThread ? &m_claim : nullptr; }
    /// It may be current in several threads at once, as GLX has it, whose programs see to it that
    /// one at a time draws. For whoever made it, before anybody else has it.
    void shareAmongThreads() { m_oneThread = false; }
    /// As the application sees it: pbuffers may have no pixels, the device's images have some.
    int32_t width_px() const { return m_kind == Kind::Pbuffer ? m_width_px : m_images->width_px(); }
    int32_t height_px() const {
        return m_kind == Kind::Pbuffer ? m_height_px : m_images->height_px();
    }
    /// What is drawn can be seen without a swap.
    bool singleBuffered() const {
        return m_kind == Kind::Pixmap || (m_kind == Kind::Window && m_format.singleBuffered());
    }

    /// Ends the frame of a window, by a context that draws to it or could: glvk::Surface::present.
    /// NoSuchWindow, OutOfMemory, DeviceLost.
    Status
    present(gl::ContextBackend& context, std::span<const gl::Rect> damage, SwapBehavior behavior);
    /// The same where the calling thread's context does not draw to it, and nobody does meanwhile.
    /// Without a back buffer: nothing.
    Status swapUnbound();
    /// Copies the colours to a pixmap by way of the context that draws to them. OutOfMemory, or
    /// Mismatch where the pixmap is not of the drawable's depth.
    Status copyTo(const Pixmap& pixmap, Context& context);
    /// Single-buffered ones, and windows whose front buffer is drawn to: shows what was drawn since
    /// the last time. Others: nothing.
    void publish(Context& context);

private:
    Drawable(Kind kind, const PixelFormat& format) : m_kind(kind), m_format(format) {}
    Outcome<std::unique_ptr<glvk::Surface>> makeImages(glvk::DeviceFactory& device) const;
    Status fill(const Pixmap& pixmap, Context& context);

    const Kind m_kind;
    const PixelFormat m_format;
    // Before the images, which present through it.
    std::shared_ptr<Connection> m_connection;
    std::unique_ptr<glvk::Surface> m_images;
    glvk::DeviceFactory* m_device = nullptr; ///< Of the images, which keep it.
    /// What swapUnbound() presents by; null until it does.
    std::unique_ptr<gl::ContextBackend> m_presenter;
    Window m_window;                         ///< Windows only.
    std::shared_ptr<const Pixmap> m_pixmap;  ///< Pixmaps only.
    uint64_t m_publishedSerial = 0;          ///< Of what the pixmap shows.
    int32_t m_width_px = 0, m_height_px = 0; ///< Pbuffers only.
    Claim m_claim;
    bool m_oneThread = true;
};

} // namespace window
