// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "glx/context.h"
#include "glx/drawable.h"
#include "glx/screen.h"
#include "glx/xlib.h"

#include <map>
#include <memory>
#include <mutex>
#include <string_view>
#include <vector>

namespace glx {

/// What GLX knows of an Xlib Display: its screens, once they are asked for, and the drawables made
/// for it. Lives until the program closes it. Thread-safe: one lock guards the tables; presenting
/// and waiting happen without it. See docs/glx.md.
class Display {
public:
    Display(const Xlib& xlib, XDisplay* native);
    Display(const Display&) = delete;
    Display& operator=(const Display&) = delete;

    XDisplay* native() const { return m_native; }
    const Xlib& xlib() const { return m_xlib; }
    xcb_connection_t* connection() const { return m_connection; }
    /// Its name, without a screen's.
    std::string_view server() const;
    /// Has the program's error handler called. No lock is held by the caller.
    void report(const Failure& failure, uint8_t minorOpcode) const;

    /// Null: there is no such screen, or it cannot be drawn to.
    std::shared_ptr<Screen> screen(int index);
    /// BadValue in place of null.
    Outcome<std::shared_ptr<Screen>> requireScreen(int index);

    // Drawables.

    /// BadWindow, BadMatch, BadAlloc.
    Outcome<XID> createWindow(const Config& config, XID window);
    /// BadPixmap, BadMatch, BadAlloc.
    Outcome<XID> createPixmap(const Config& config, XID pixmap, const PixmapRequest& request = {});
    /// BadValue, BadAlloc.
    Outcome<XID> createPbuffer(const Config& config, const PbufferRequest& request);
    /// False: there is none of this kind, or its window is gone.
    bool destroy(Drawable::Kind kind, XID drawable);
    /// Null: no drawable of GLX. X windows are some once they were current.
    std::shared_ptr<Drawable> find(XID drawable) const;
    /// To be made current with a context of `config` (null: of any): a drawable of GLX, or a window
    /// as it is. GLXBadDrawable, BadMatch, BadAlloc.
    Outcome<std::shared_ptr<Drawable>> require(XID drawable, const Config* config, int screen);
    /// To be asked about: the same, a window in the config that stands for its visual.
    Outcome<std::shared_ptr<Drawable>> require(XID drawable);
    /// True where the X server has this window.
    bool hasWindow(XID window);

    /// An id that the server gives to nobody else.
    XID reserveId() const;
    void releaseId(XID id) const;

private:
    using Drawables = std::map<XID, std::shared_ptr<Drawable>>;

    XID addLocked(std::shared_ptr<Drawable> drawable);
    /// The drawable that shows its frames in an X window. Null: none.
    std::shared_ptr<Drawable> findByWindowLocked(XID window) const;
    Outcome<std::shared_ptr<Drawable>> adoptLocked(XID window, const Config* config, int screen);
    void dropClosedWindowsLocked();
    Outcome<std::shared_ptr<window::Drawable>> makeWindowLocked(const Config& config, XID window);

    const Xlib& m_xlib;
    XDisplay* const m_native;
    xcb_connection_t* const m_connection;
    const ExtensionCodes m_codes;

    mutable std::mutex m_mutex;
    std::vector<std::shared_ptr<Screen>> m_screens; ///< Null: not asked for yet.
    Drawables m_drawables;
};

} // namespace glx
