// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "cpu/wsi/x11_library.h"

#include "base/log.h"

#include <dlfcn.h>

namespace cpu::wsi {

namespace {

template <typename Function>
bool find(void* library, const char* name, Function& function) {
    function = reinterpret_cast<Function>(dlsym(library, name));
    return function != nullptr;
}

bool loadCore(X11Library& x) {
    void* const library = dlopen("libxcb.so.1", RTLD_LAZY | RTLD_LOCAL);
    if (!library) {
        return false;
    }
    bool complete = true;
#define GLISSADE_FIND(function) complete = find(library, #function, x.function) && complete;
    GLISSADE_XCB_FUNCTIONS(GLISSADE_FIND)
    return complete;
}

void loadShm(X11Library& x) {
    void* const library = dlopen("libxcb-shm.so.0", RTLD_LAZY | RTLD_LOCAL);
    if (!library) {
        return;
    }
    bool complete = true;
    GLISSADE_XCB_SHM_FUNCTIONS(GLISSADE_FIND)
    xcb_extension_t* extension = nullptr;
    if (find(library, "xcb_shm_id", extension) && complete) {
        x.shm = extension;
    }
}

void loadRandr(X11Library& x) {
    void* const library = dlopen("libxcb-randr.so.0", RTLD_LAZY | RTLD_LOCAL);
    if (!library) {
        return;
    }
    bool complete = true;
    GLISSADE_XCB_RANDR_FUNCTIONS(GLISSADE_FIND)
#undef GLISSADE_FIND
    xcb_extension_t* extension = nullptr;
    if (find(library, "xcb_randr_id", extension) && complete) {
        x.randr = extension;
    }
}

} // namespace

const X11Library* x11Library() {
    // Never unloaded, like what it is about: connections outlive devices.
    static const X11Library* const library = []() -> const X11Library* {
        static X11Library loaded;
        if (!loadCore(loaded)) {
            base::logErrorOnce(base::Log::Windows,
                               "windows of X need libxcb.so.1, which is not installed");
            return nullptr;
        }
        loadShm(loaded);
        loadRandr(loaded);
        return &loaded;
    }();
    return library;
}

xcb_connection_t* connectionOfXlib(void* display) {
    using GetConnection = xcb_connection_t* (*)(void*);
    static const GetConnection get = [] {
        void* const library = dlopen("libX11-xcb.so.1", RTLD_LAZY | RTLD_LOCAL);
        GetConnection function = nullptr;
        if (!library || !find(library, "XGetXCBConnection", function)) {
            base::logErrorOnce(base::Log::Windows,
                               "an Xlib display needs libX11-xcb.so.1, which is not installed");
        }
        return function;
    }();
    return get ? get(display) : nullptr;
}

} // namespace cpu::wsi
