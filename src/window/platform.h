// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "format/format.h"
#include "gl/regions.h"
#include "glvk/interface/dma_buf.h"
#include "glvk/interface/native_window.h"
#include "window/outcome.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

/// Window systems, each behind one Platform. What a platform knows of a window goes to the back end
/// as a glvk::NativeWindow, and frames go there through a glvk::PresentTarget: docs/windows.md.
namespace window {

/// A way pixels look on the screen: an X11 visual; on Wayland a format of frames, by DRM's
/// four-character code.
struct Visual {
    uint32_t id = 0;
    int nativeClass = 0; ///< X11: TrueColor or DirectColor; 0: there are no classes.
    int depth = 0;       ///< Bits that count, alpha included.
    int red = 0, green = 0, blue = 0;
    /// A window looks like what is drawn to it, instead of having a visual of its own: alpha that
    /// is drawn is shown.
    bool ofFrames = false;

    int alpha() const { return depth - red - green - blue; }
    friend bool operator==(const Visual&, const Visual&) = default;
};

/// A window or pixmap as the window system names it. X11: its XID. Wayland: the wl_egl_window's
/// address; GBM: the gbm_bo's. Doors read it from where their API has it.
using NativeHandle = uintptr_t;

/// A native window after a look at it.
struct Window {
    NativeHandle handle = 0;
    glvk::NativeWindow native;
    int depth = 0; ///< 0: that of what is drawn to it.
};

/// Reads colours of a drawable as glReadPixels does: `area` has its origin at the bottom left.
/// False: out of memory.
using ReadColors =
    std::function<bool(const gl::Rect& area, const format::PixelLayout& layout, void* out)>;

/// Pixels outside of the back end that drawables are copied to, since nobody swaps them: an X11
/// pixmap, or the memory of an application that draws off-screen.
class Pixmap {
public:
    Pixmap(int depth, int32_t width_px, int32_t height_px)
        : m_depth(depth), m_width_px(width_px), m_height_px(height_px) {}
    virtual ~Pixmap() = default;

    int depth() const { return m_depth; }
    int32_t width_px() const { return m_width_px; }
    int32_t height_px() const { return m_height_px; }
    /// Fills the top left corner with `area` of a drawable, which is no larger, by `read`, in
    /// whatever layout the pixels have here. Returns when they can be seen. False: out of memory.
    [[nodiscard]] virtual bool fill(const gl::Rect& area, const ReadColors& read) const = 0;
    /// All of it: 0xAARRGGBB, the top row first. Empty: it is gone, or of a kind that is not read.
    virtual std::vector<uint32_t> download() const { return {}; }

private:
    int m_depth;
    int32_t m_width_px, m_height_px;
};

/// A connection to the window system. Drawables share it, so it may outlive the display that was
/// closed. Thread-safe.
///
/// - Wayland (platform/wayland.h): the wl_display, and the formats that its compositor announced. A
///   window is a wl_egl_window: its NativeWindow has display, wl_surface and where the client's
///   size is; pixmaps there are none; sync() is a round trip on a queue of events of our own.
/// - GBM (platform/gbm.h) has no windows, and of pixmaps the memory.
class Connection {
public:
    virtual ~Connection() = default;
    /// The ways that windows can look. None: the platform has no windows.
    virtual const std::vector<Visual>& visuals() const = 0;
    /// A stand-in that has the given visual, for asking the device whether it can present there.
    virtual glvk::NativeWindow probe(const Visual& visual) const = 0;
    /// NoSuchWindow; WindowTaken where the window system itself knows.
    virtual Outcome<Window> window(NativeHandle handle) const = 0;
    /// NoSuchPixmap.
    virtual Outcome<std::shared_ptr<const Pixmap>> pixmap(NativeHandle handle) const = 0;
    /// The memory of a pixmap that drivers share, with file descriptors that are closed with it.
    /// NoSuchPixmap, also where the memory of pixmaps cannot be had.
    virtual Outcome<std::shared_ptr<const glvk::DmaBuf>> pixmapMemory(NativeHandle) const {
        return Failure::NoSuchPixmap;
    }
    /// What the window system calls pixels like these, where windows do not say it. 0: nothing.
    virtual uint32_t nativeFormat(const format::InternalFormat&) const { return 0; }
    /// Returns when the window system has done what was asked of it before.
    virtual void sync() const = 0;
};

/// A window system and a way to reach it.
class Platform {
public:
    virtual ~Platform() = default;
    /// Null: it cannot be reached; the log says why.
    virtual std::shared_ptr<Connection> connect() const = 0;
};

} // namespace window
