// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#pragma once

#include <string>

namespace tool {

/// The X server that DISPLAY names, and a connection to it for as long as this object lives. A
/// server may reset itself when its last client leaves, and drop who connects meanwhile: a program
/// that is started while somebody stays connected is served.
class XServer {
public:
    /// Connects, if there is a server and libxcb.
    XServer();
    ~XServer();
    XServer(const XServer&) = delete;
    XServer& operator=(const XServer&) = delete;

    /// True where the server answers and does not have the extension.
    bool lacks(const std::string& extension) const;

private:
    void* m_connection = nullptr; ///< xcb's; null: there is none.
};

} // namespace tool
