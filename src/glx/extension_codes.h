// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

namespace glx {

/// What the server calls the GLX extension.
struct ExtensionCodes {
    int majorOpcode = 0;
    int firstEvent = 0;
    int firstError = 0;
};

/// Where it has none. Servers number the opcodes and errors of extensions upwards from 128 and
/// events from 64, and GLX has 17 events and 14 errors.
inline constexpr ExtensionCodes kCodesWithoutServer{
    .majorOpcode = 255, .firstEvent = 110, .firstError = 240};

} // namespace glx
