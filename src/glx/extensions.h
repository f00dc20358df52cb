// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

namespace glx {

/// glXQueryExtensionsString, and GLX_EXTENSIONS of client and server, which are one here.
const char* extensions();

} // namespace glx
