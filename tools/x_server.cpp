// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "tools/x_server.h"

#include "base/environment.h"

#include <dlfcn.h>
#include <xcb/xcb.h>

#include <cstdlib>

namespace tool {

namespace {

/// Programs of X have libxcb; this one works without.
struct XcbFunctions {
    decltype(&xcb_connect) connect = nullptr;
    decltype(&xcb_disconnect) disconnect = nullptr;
    decltype(&xcb_connection_has_error) hasError = nullptr;
    decltype(&xcb_query_extension) queryExtension = nullptr;
    decltype(&xcb_query_extension_reply) queryExtensionReply = nullptr;
    bool loaded = false;

    XcbFunctions() {
        void* const library = ::dlopen("libxcb.so.1", RTLD_NOW | RTLD_LOCAL);
        loaded = library && find(library, "xcb_connect", connect) &&
                 find(library, "xcb_disconnect", disconnect) &&
                 find(library, "xcb_connection_has_error", hasError) &&
                 find(library, "xcb_query_extension", queryExtension) &&
                 find(library, "xcb_query_extension_reply", queryExtensionReply);
    }

    template <class Function>
    static bool find(void* library, const char* name, Function& function) {
        function = reinterpret_cast<Function>(::dlsym(library, name));
        return function != nullptr;
    }
};

const XcbFunctions& xcb() {
    static const XcbFunctions functions;
    return functions;
}

} // namespace

XServer::XServer() {
    const char* const display = base::environment("DISPLAY");
    if (!display || !*display || !xcb().loaded) {
        return;
    }
    // One that is resetting itself serves who comes back; one that is not there refuses at once.
    constexpr int kAttempts = 4;
    for (int attempt = 0; attempt < kAttempts && !m_connection; ++attempt) {
        xcb_connection_t* const connection = xcb().connect(nullptr, nullptr);
        if (xcb().hasError(connection) == 0) {
            m_connection = connection;
        } else {
            xcb().disconnect(connection);
        }
    }
}

XServer::~XServer() {
    if (m_connection) {
        xcb().disconnect(static_cast<xcb_connection_t*>(m_connection));
    }
}

bool XServer::lacks(const std::string& extension) const {
    if (!m_connection) {
        return false;
    }
    auto* const connection = static_cast<xcb_connection_t*>(m_connection);
    const auto question =
        xcb().queryExtension(connection, uint16_t(extension.size()), extension.c_str());
    xcb_query_extension_reply_t* const reply =
        xcb().queryExtensionReply(connection, question, nullptr);
    const bool lacking = reply && reply->present == 0;
    std::free(reply);
    return lacking;
}

} // namespace tool
