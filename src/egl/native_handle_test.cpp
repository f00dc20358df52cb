// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "egl/native_handle.h"

#include <gtest/gtest.h>

namespace egl {
namespace {

TEST(NativeHandle, ByValue) {
    void* const window = reinterpret_cast<void*>(uintptr_t(0x200001));
    EXPECT_EQ(nativeHandle(EGL_PLATFORM_X11_KHR, {window, Passing::ByValue}), 0x200001u);
    EXPECT_EQ(nativeHandle(EGL_PLATFORM_XCB_EXT, {window, Passing::ByValue}), 0x200001u);
}

TEST(NativeHandle, AsThePlatformSays) {
    unsigned long xlib = 0x200001;
    EXPECT_EQ(nativeHandle(EGL_PLATFORM_X11_KHR, {&xlib, Passing::AsPlatform}), 0x200001u);
    const uint32_t xcb[] = {0x200001, 0xffffffff}; // Read no further than 32 bits.
    EXPECT_EQ(
        nativeHandle(EGL_PLATFORM_XCB_EXT, {const_cast<uint32_t*>(&xcb[0]), Passing::AsPlatform}),
        0x200001u);
}

TEST(NativeHandle, NullNamesNothing) {
    EXPECT_EQ(nativeHandle(EGL_PLATFORM_X11_KHR, {nullptr, Passing::AsPlatform}), 0u);
}

} // namespace
} // namespace egl
