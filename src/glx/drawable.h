// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "glx/config.h"
#include "window/drawable.h"

#include <atomic>
#include <memory>
#include <optional>

namespace glx {

/// What glXCreatePbuffer's attribute list says (GLX 1.4 section 3.3.6).
struct PbufferRequest {
    window::PbufferSize size;
    bool preserved = true;

    /// BadValue.
    static Outcome<PbufferRequest> parse(const int* attributes);
};

/// What glXCreatePixmap's attribute list says (GLX_EXT_texture_from_pixmap).
struct PixmapRequest {
    int textureTarget = GLX_TEXTURE_2D_EXT;
    int textureFormat = GLX_TEXTURE_FORMAT_NONE_EXT;

    /// BadValue, BadMatch.
    static Outcome<PixmapRequest> parse(const int* attributes, const Config& config);
};

/// A GLXDrawable: a drawable of the core and the attributes that GLX gives it, which any thread may
/// set and read.
class Drawable {
public:
    enum class Kind : uint8_t {
        Window,  ///< A GLXWindow.
        Naked,   ///< A window that was made current without a GLXWindow; its id is the window's.
        Pixmap,  ///< A GLXPixmap.
        Pbuffer, ///< A GLXPbuffer.
    };

    /// `native`: the X window or pixmap; of pbuffers kNoXid.
    Drawable(Kind kind,
             XID native,
             const Config& config,
             std::shared_ptr<window::Drawable> core,
             const PbufferRequest& pbuffer = {},
             const PixmapRequest& pixmap = {})
        : m_kind(kind),
          m_native(native),
          m_config(config),
          m_core(std::move(core)),
          m_pbuffer(pbuffer),
          m_pixmap(pixmap) {
        m_core->shareAmongThreads();
    }

    Kind kind() const { return m_kind; }
    bool isWindow() const { return m_kind == Kind::Window || m_kind == Kind::Naked; }
    XID native() const { return m_native; }
    const Config& config() const { return m_config; }
    const std::shared_ptr<window::Drawable>& core() const { return m_core; }

    /// glXQueryDrawable. Nothing: the attribute has no meaning for it, and the application's
    /// variable stays as it is.
    std::optional<unsigned> attribute(int name) const;

    /// glXBindTexImageEXT: the pixmap's contents become those of the texture that is bound in
    /// `context`, which is current here. GLXBadPixmap, BadMatch, BadValue, BadAlloc.
    Status bindTexImage(int buffer, window::Context& context) const;
    /// glXReleaseTexImageEXT. The texture keeps what it has.
    Status releaseTexImage(int buffer) const;

    unsigned long eventMask() const { return m_eventMask; }
    void selectEvents(unsigned long mask) { m_eventMask = mask; }

    /// Of the swaps to come (GLX_EXT_swap_control); negative: late ones tear (_tear).
    int swapInterval() const { return m_swapInterval; }
    void setSwapInterval(int interval) { m_swapInterval = interval; }
    /// How many swaps were asked for (GLX_OML_sync_control's SBC).
    int64_t swapCount() const { return m_swapCount; }
    void countSwap() { ++m_swapCount; }

private:
    const Kind m_kind;
    const XID m_native;
    const Config& m_config;
    const std::shared_ptr<window::Drawable> m_core;
    const PbufferRequest m_pbuffer;
    const PixmapRequest m_pixmap;
    std::atomic<unsigned long> m_eventMask{0};
    std::atomic<int> m_swapInterval{1};
    std::atomic<int64_t> m_swapCount{0};
};

} // namespace glx
