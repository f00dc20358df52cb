// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "egl/entry_points.h"
#include "window/testing/gbm_library.h"

#include <gtest/gtest.h>

#include <fcntl.h>
#include <string>
#include <string_view>
#include <unistd.h>
#include <vector>

// EGL_KHR_platform_gbm on devices that draw nothing: Processor, whose DRM node is /dev/zero, and
// Graphics, whose is /dev/null. Run with the option gbm.

namespace egl {
namespace {

template <class Fn>
Fn command(std::string_view name) {
    return reinterpret_cast<Fn>(procAddress(name));
}

EGLint getError() {
    return command<PFNEGLGETERRORPROC>("eglGetError")();
}

/// A gbm_device of a file.
class GbmTest : public ::testing::Test {
protected:
    ~GbmTest() override {
        for (const int fd : m_fds) {
            close(fd);
        }
    }
    window::testing::GbmLibrary::Owned<gbm_device> gbm(const char* path) {
        m_fds.push_back(open(path, O_RDWR | O_CLOEXEC));
        return m_library.createDevice(m_fds.back());
    }
    static EGLDisplay display(void* native, const EGLAttrib* attributes = nullptr) {
        return getPlatformDisplay(EGL_PLATFORM_GBM_KHR, native, attributes);
    }
    static void initialize(EGLDisplay dpy) {
        ASSERT_TRUE(command<PFNEGLINITIALIZEPROC>("eglInitialize")(dpy, nullptr, nullptr));
    }
    static EGLDeviceEXT deviceOf(EGLDisplay dpy) {
        EGLAttrib device = 0;
        command<PFNEGLQUERYDISPLAYATTRIBEXTPROC>("eglQueryDisplayAttribEXT")(
            dpy, EGL_DEVICE_EXT, &device);
        return reinterpret_cast<EGLDeviceEXT>(device);
    }
    /// "": it has no such string.
    static std::string text(EGLDeviceEXT device, EGLint name) {
        const char* const found =
            command<PFNEGLQUERYDEVICESTRINGEXTPROC>("eglQueryDeviceStringEXT")(device, name);
        return found != nullptr ? found : "";
    }
    static std::string nameOf(EGLDeviceEXT device) { return text(device, EGL_RENDERER_EXT); }
    static std::string extensions(EGLDisplay dpy) {
        return command<PFNEGLQUERYSTRINGPROC>("eglQueryString")(dpy, EGL_EXTENSIONS);
    }
    static std::vector<EGLConfig> configs(EGLDisplay dpy) {
        std::vector<EGLConfig> found(1000);
        EGLint count = 0;
        command<PFNEGLGETCONFIGSPROC>("eglGetConfigs")(
            dpy, found.data(), EGLint(found.size()), &count);
        found.resize(size_t(count));
        return found;
    }
    static EGLint attribute(EGLDisplay dpy, EGLConfig config, EGLint name) {
        EGLint value = -1;
        command<PFNEGLGETCONFIGATTRIBPROC>("eglGetConfigAttrib")(dpy, config, name, &value);
        return value;
    }

    const window::testing::GbmLibrary m_library{GBM_OVER_FILES};
    std::vector<int> m_fds;
};

TEST_F(GbmTest, TheNodeChoosesTheDevice) {
    for (const auto& [node, name] :
         {std::pair("/dev/null", "Graphics"), std::pair("/dev/zero", "Processor")}) {
        const auto device = gbm(node);
        const EGLDisplay dpy = display(device.get());
        ASSERT_NE(dpy, EGL_NO_DISPLAY) << node;
        EXPECT_EQ(display(device.get()), dpy);
        initialize(dpy);
        EXPECT_EQ(nameOf(deviceOf(dpy)), name);
    }
}

TEST_F(GbmTest, NoneOfOurDevicesLeavesItToOthers) {
    const auto device = gbm("/dev/full");
    ::testing::internal::CaptureStderr();
    EXPECT_EQ(display(device.get()), EGL_NO_DISPLAY);
    const std::string log = ::testing::internal::GetCapturedStderr();
    EXPECT_EQ(getError(), EGL_SUCCESS); // libEGL asks the next driver.
    EXPECT_NE(log.find("no Vulkan device belongs to the device 1:7"), log.npos) << log;
}

TEST_F(GbmTest, TheProgramMayNameTheDevice) {
    const EGLDisplay other = display(gbm("/dev/zero").get());
    initialize(other);
    const EGLAttrib attributes[] = {
        EGL_DEVICE_EXT, reinterpret_cast<EGLAttrib>(deviceOf(other)), EGL_NONE};
    const EGLDisplay dpy = display(gbm("/dev/full").get(), attributes);
    ASSERT_NE(dpy, EGL_NO_DISPLAY);
    initialize(dpy);
    EXPECT_EQ(nameOf(deviceOf(dpy)), "Processor");
}

TEST_F(GbmTest, TheDefaultDisplayIsOfTheDefaultDevice) {
    const EGLDisplay dpy = display(EGL_DEFAULT_DISPLAY);
    ASSERT_NE(dpy, EGL_NO_DISPLAY);
    initialize(dpy);
    EXPECT_EQ(nameOf(deviceOf(dpy)), "Graphics");
}

TEST_F(GbmTest, WhatIsNoDeviceIsRefused) {
    uintptr_t words[4] = {reinterpret_cast<uintptr_t>(&words), 1, 2, 3};
    const uintptr_t library = reinterpret_cast<uintptr_t>(&close); // A function, but another one.
    const auto closed = gbm("/dev/null");
    close(m_fds.back());
    m_fds.pop_back();
    char* const text = reinterpret_cast<char*>(words);
    for (void* const pointer : {static_cast<void*>(words),
                                static_cast<void*>(text + 1),
                                static_cast<void*>(const_cast<uintptr_t*>(&library)),
                                reinterpret_cast<void*>(8),
                                reinterpret_cast<void*>(~uintptr_t(7)),
                                static_cast<void*>(closed.get())}) {
        EXPECT_EQ(display(pointer), EGL_NO_DISPLAY) << pointer;
        EXPECT_EQ(getError(), EGL_BAD_PARAMETER) << pointer;
    }
}

TEST_F(GbmTest, ConfigsHaveFormatsAndNoWindows) {
    const EGLDisplay dpy = display(EGL_DEFAULT_DISPLAY);
    initialize(dpy);
    EXPECT_FALSE(configs(dpy).empty());
    for (const EGLConfig config : configs(dpy)) {
        EXPECT_EQ(attribute(dpy, config, EGL_SURFACE_TYPE), EGL_PBUFFER_BIT);
        const bool alpha = attribute(dpy, config, EGL_ALPHA_SIZE) > 0;
        const EGLint red = attribute(dpy, config, EGL_RED_SIZE);
        const uint32_t format = red == 5    ? GBM_FORMAT_RGB565
                                : red == 10 ? GBM_FORMAT_ARGB2101010
                                : alpha     ? GBM_FORMAT_ARGB8888
                                            : GBM_FORMAT_XRGB8888;
        EXPECT_EQ(attribute(dpy, config, EGL_NATIVE_VISUAL_ID), EGLint(format));
    }
}

TEST_F(GbmTest, ThereAreNoSurfacesOfGbm) {
    const EGLDisplay dpy = display(gbm("/dev/null").get());
    initialize(dpy);
    int window = 0;
    const EGLConfig config = configs(dpy)[0];
    EXPECT_EQ(command<PFNEGLCREATEPLATFORMWINDOWSURFACEPROC>("eglCreatePlatformWindowSurface")(
                  dpy, config, &window, nullptr),
              EGL_NO_SURFACE);
    EXPECT_EQ(getError(), EGL_BAD_NATIVE_WINDOW);
    EXPECT_EQ(command<PFNEGLCREATEPLATFORMPIXMAPSURFACEPROC>("eglCreatePlatformPixmapSurface")(
                  dpy, config, &window, nullptr),
              EGL_NO_SURFACE);
    EXPECT_EQ(getError(), EGL_BAD_PARAMETER);
}

TEST_F(GbmTest, DevicesTellTheirNodes) {
    EGLDeviceEXT devices[2] = {};
    EGLint count = 0;
    ASSERT_TRUE(command<PFNEGLQUERYDEVICESEXTPROC>("eglQueryDevicesEXT")(2, devices, &count));
    ASSERT_EQ(count, 2);
    EXPECT_EQ(text(devices[0], EGL_DRM_RENDER_NODE_FILE_EXT), "/dev/zero");
    EXPECT_EQ(text(devices[0], EGL_DRM_DEVICE_FILE_EXT), "");
    EXPECT_EQ(text(devices[1], EGL_DRM_DEVICE_FILE_EXT), "/dev/null");
    EXPECT_EQ(text(devices[1], EGL_DRM_RENDER_NODE_FILE_EXT), "");
    EXPECT_EQ(text(devices[0], EGL_EXTENSIONS),
              "EGL_EXT_device_query_name EGL_EXT_device_drm_render_node EGL_MESA_device_software");
    EXPECT_EQ(text(devices[1], EGL_EXTENSIONS), "EGL_EXT_device_query_name EGL_EXT_device_drm");
}

TEST_F(GbmTest, ExtensionsSayWhatThereIs) {
    for (const char* const name : {"EGL_KHR_platform_gbm", "EGL_MESA_platform_gbm"}) {
        EXPECT_NE(extensions(EGL_NO_DISPLAY).find(name), std::string::npos);
    }
    const EGLDisplay dpy = display(EGL_DEFAULT_DISPLAY);
    initialize(dpy);
    // The device shares no memory.
    EXPECT_EQ(extensions(dpy).find("EGL_KHR_image_pixmap"), std::string::npos);
}

} // namespace
} // namespace egl
