// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "glx/xlib.h"

#include "base/log.h"

#include <dlfcn.h>

// Xlib's innards, for what extensions of it do. Their macros take everyday words: after everything
// else, and in no batch with other files.
#define Bool int
#define Status int
#include <X11/Xlibint.h>

namespace glx {

namespace {

template <class Function>
bool find(Function& function, void* library, const char* name) {
    function = reinterpret_cast<Function>(dlsym(library, name));
    return function != nullptr;
}

} // namespace

bool Xlib::load() {
    void* const x11 = dlopen("libX11.so.6", RTLD_LAZY | RTLD_LOCAL);
    void* const xcb = dlopen("libX11-xcb.so.1", RTLD_LAZY | RTLD_LOCAL);
    return x11 != nullptr && xcb != nullptr && find(m_connection, xcb, "XGetXCBConnection") &&
           find(m_queryExtension, x11, "XQueryExtension") &&
           find(m_addExtension, x11, "XAddExtension") &&
           find(m_setCloseDisplay, x11, "XESetCloseDisplay") &&
           find(m_getVisualInfo, x11, "XGetVisualInfo") && find(m_flush, x11, "XFlush") &&
           find(m_error, x11, "_XError");
}

const Xlib* Xlib::get() {
    static const Xlib* const loaded = []() -> const Xlib* {
        static Xlib xlib;
        if (!xlib.load()) {
            base::logError(base::Log::Windows,
                           "GLX needs libX11.so.6 and libX11-xcb.so.1, which are not installed");
            return nullptr;
        }
        return &xlib;
    }();
    return loaded;
}

ExtensionCodes Xlib::extensionCodes(XDisplay* display) const {
    ExtensionCodes codes;
    const bool known = m_queryExtension(display,
                                        GLX_EXTENSION_NAME,
                                        &codes.majorOpcode,
                                        &codes.firstEvent,
                                        &codes.firstError) != 0;
    return known ? codes : kCodesWithoutServer;
}

bool Xlib::onClose(XDisplay* display, int (*closed)(XDisplay*, XExtCodes*)) const {
    const XExtCodes* const codes = m_addExtension(display);
    if (codes == nullptr) {
        return false;
    }
    m_setCloseDisplay(display, codes->extension, closed);
    return true;
}

XVisualInfo* Xlib::visualInfo(XDisplay* display, int screen, VisualID visual) const {
    XVisualInfo wanted{};
    wanted.screen = screen;
    wanted.visualid = visual;
    int count = 0;
    return m_getVisualInfo(display, VisualScreenMask | VisualIDMask, &wanted, &count);
}

void Xlib::noticeLostConnection(XDisplay* display) const {
    if (xcb_connection_has_error(m_connection(display)) != 0) {
        m_flush(display);
    }
}

void Xlib::sendError(XDisplay* display,
                     const ExtensionCodes& codes,
                     const Failure& failure,
                     uint8_t minorOpcode) const {
    const int first = failure.of == Failure::Of::Glx ? codes.firstError : 0;
    LockDisplay(display);
    xError error{};
    error.type = X_Error;
    error.errorCode = BYTE(first + failure.code);
    error.sequenceNumber = CARD16(display->request);
    error.resourceID = CARD32(failure.resource);
    error.minorCode = minorOpcode;
    error.majorCode = BYTE(codes.majorOpcode);
    m_error(display, &error);
    UnlockDisplay(display);
}

} // namespace glx
