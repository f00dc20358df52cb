// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "glx/extension_codes.h"
#include "glx/failure.h"

#include <xcb/xcb.h>

namespace glx {

/// The functions of Xlib that the door calls. Loaded and not linked: the library also serves
/// machines that have no Xlib, and programs that pass a Display have it in memory.
class Xlib {
public:
    /// Null: there is no Xlib, or none on libxcb.
    static const Xlib* get();

    xcb_connection_t* connection(XDisplay* display) const { return m_connection(display); }
    /// kCodesWithoutServer where the server has no GLX: errors are delivered all the same.
    ExtensionCodes extensionCodes(XDisplay* display) const;
    /// Has `closed` called from XCloseDisplay, while the connection can still be used. False: out
    /// of memory.
    bool onClose(XDisplay* display, int (*closed)(XDisplay*, XExtCodes*)) const;
    /// For XFree. Null: the screen has no such visual.
    XVisualInfo* visualInfo(XDisplay* display, int screen, VisualID visual) const;
    /// Where the connection is lost, has Xlib find out, which ends the program as whatever the
    /// program does next with the display would (XSetIOErrorHandler).
    void noticeLostConnection(XDisplay* display) const;
    /// Calls the program's error handler, which may not return. No lock of ours is held.
    void sendError(XDisplay* display,
                   const ExtensionCodes& codes,
                   const Failure& failure,
                   uint8_t minorOpcode) const;

private:
    bool load();

    xcb_connection_t* (*m_connection)(XDisplay*) = nullptr;
    int (*m_queryExtension)(XDisplay*, const char*, int*, int*, int*) = nullptr;
    XExtCodes* (*m_addExtension)(XDisplay*) = nullptr;
    int (*(*m_setCloseDisplay)(XDisplay*,
                               int,
                               int (*)(XDisplay*, XExtCodes*)))(XDisplay*, XExtCodes*) = nullptr;
    XVisualInfo* (*m_getVisualInfo)(XDisplay*, long, XVisualInfo*, int*) = nullptr;
    int (*m_flush)(XDisplay*) = nullptr;
    int (*m_error)(XDisplay*, void*) = nullptr;
};

} // namespace glx
