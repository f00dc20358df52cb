// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "wayland/library.h"

#include "base/log.h"

#include <dlfcn.h>

namespace wayland {

namespace {

template <class Symbol>
bool find(void* library, const char* name, Symbol& symbol) {
    symbol = reinterpret_cast<Symbol>(dlsym(library, name));
    return symbol != nullptr;
}

bool load(Library& loaded) {
    // A program that has a wl_display has the library in memory.
    void* const library = dlopen("libwayland-client.so.0", RTLD_LAZY | RTLD_LOCAL);
    if (!library) {
        base::logErrorOnce(base::Log::Windows,
                           "Wayland needs libwayland-client.so.0, which is not installed");
        return false;
    }
    bool complete = true;
#define GLISSADE_FIND(symbol) complete = find(library, #symbol, loaded.symbol) && complete;
    GLISSADE_WAYLAND_FUNCTIONS(GLISSADE_FIND)
    GLISSADE_WAYLAND_INTERFACES(GLISSADE_FIND)
#undef GLISSADE_FIND
    if (!complete) {
        base::logErrorOnce(base::Log::Windows, "Wayland needs libwayland-client 1.20 or later");
    }
    return complete;
}

} // namespace

const Library* library() {
    // Never unloaded, like what it is about: connections outlive devices.
    static const Library* const library = []() -> const Library* {
        static Library loaded;
        return load(loaded) ? &loaded : nullptr;
    }();
    return library;
}

} // namespace wayland
