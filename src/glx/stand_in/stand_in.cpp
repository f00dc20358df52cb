// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "glx/extension_codes.h"

// Stands in for the GLX extension of X servers that have none (Xvfb -extension GLX). libGLX asks
// the server, by Xlib, whether there is GLX at all, before it loads any vendor; where the answer is
// no, programs give up. Preloaded, this answers in the server's place: the two functions of Xlib
// that libGLX's questions go through. Servers with the extension are left alone. See docs/glx.md.

#include <cstring>
#include <dlfcn.h>

// Xlib's innards, as extensions of it use them; their macros take everyday words.
#include <X11/Xlibint.h>

#include <GL/glxproto.h>

namespace {

/// Xlib's own function. Programs may have loaded it for themselves alone.
template <class Function>
Function real(const char* name) {
    if (void* const next = dlsym(RTLD_NEXT, name)) {
        return reinterpret_cast<Function>(next);
    }
    void* const x11 = dlopen("libX11.so.6", RTLD_LAZY | RTLD_NOLOAD);
    return reinterpret_cast<Function>(x11 != nullptr ? dlsym(x11, name) : nullptr);
}

/// The request that the caller has just written, where it is GLX's and the server knows none: taken
/// back. Null: another one.
const xReq* takeBack(Display* display) {
    const auto* const request = reinterpret_cast<const xReq*>(display->last_req);
    if (request == nullptr || request->reqType != glx::kCodesWithoutServer.majorOpcode) {
        return nullptr;
    }
    display->bufptr = display->last_req;
    --display->request;
    return request;
}

} // namespace

extern "C" {

[[gnu::visibility("default")]] Bool
XQueryExtension(Display* display, const char* name, int* major, int* event, int* error) {
    static const auto query = real<decltype(&XQueryExtension)>("XQueryExtension");
    if (query == nullptr) {
        return False;
    }
    if (query(display, name, major, event, error) != False) {
        return True;
    }
    if (std::strcmp(name, "GLX") != 0) {
        return False;
    }
    *major = glx::kCodesWithoutServer.majorOpcode;
    *event = glx::kCodesWithoutServer.firstEvent;
    *error = glx::kCodesWithoutServer.firstError;
    return True;
}

/// Of the requests that libGLX sends itself, GLXQueryVersion has an answer; of the others (which
/// vendor the server would like) it takes none for one.
[[gnu::visibility("default")]] Status
_XReply(Display* display, xReply* reply, int extra, Bool discard) {
    static const auto wait = real<decltype(&_XReply)>("_XReply");
    const xReq* const request = takeBack(display);
    if (request == nullptr) {
        return wait != nullptr ? wait(display, reply, extra, discard) : 0;
    }
    std::memset(reply, 0, sizeof(*reply));
    if (request->data != X_GLXQueryVersion) {
        return 0;
    }
    auto* const version = reinterpret_cast<xGLXQueryVersionReply*>(reply);
    version->type = X_Reply;
    version->majorVersion = 1;
    version->minorVersion = 4;
    return 1;
}

} // extern "C"
