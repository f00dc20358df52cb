// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

/// Extension strings, from one table. Everything they name works.
namespace egl {

/// eglQueryString(EGL_NO_DISPLAY, EGL_EXTENSIONS): what libEGL merges with other vendors'.
const char* clientExtensions();
/// The platforms among them, which libEGL takes over without knowing them
/// (__EGL_VENDOR_STRING_PLATFORM_EXTENSIONS).
const char* platformExtensions();
/// What displays differ in.
struct DisplayAbilities {
    bool windows = false;
    bool importsDmaBufs = false;
    bool importsPixmaps = false;
    bool exportsDmaBufs = false;
};
const char* displayExtensions(const DisplayAbilities& abilities);
/// What devices differ in.
struct DeviceAbilities {
    bool isCpu = false;
    bool primaryNode = false; ///< It has a file in /dev/dri.
    bool renderNode = false;
};
/// eglQueryDeviceStringEXT(EGL_EXTENSIONS).
const char* deviceExtensions(const DeviceAbilities& abilities);

} // namespace egl
