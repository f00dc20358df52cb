// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "glx/config.h"
#include "window/testing/fake_device.h"

#include <vector>

namespace glx::testing {

inline window::Visual opaque(uint32_t id, int nativeClass = TrueColor) {
    return {.id = id, .nativeClass = nativeClass, .depth = 24, .red = 8, .green = 8, .blue = 8};
}
inline window::Visual blended(uint32_t id) {
    return {.id = id, .nativeClass = TrueColor, .depth = 32, .red = 8, .green = 8, .blue = 8};
}

/// The configs of a screen with these visuals.
inline ConfigList screenConfigs(const std::vector<window::Visual>& visuals) {
    return makeConfigs(0,
                       window::makePixelFormats(window::testing::FakeDevice(),
                                                visuals,
                                                window::ColorEncodings::LinearAndSrgb),
                       visuals);
}

/// An X server without GLX has no more.
inline ConfigList plainScreen() {
    return screenConfigs({opaque(0x21), opaque(0x22, DirectColor), blended(0x40)});
}

} // namespace glx::testing
