// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "egl/entry_points.h"
#include "window/testing/fake_device.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string_view>
#include <thread>
#include <vector>

// The commands as an application calls them, on a device that draws nothing.

namespace egl {
namespace {

using window::testing::FakeContext;
using window::testing::FakeSurface;

template <class Fn>
Fn command(std::string_view name) {
    const Proc proc = procAddress(name);
    EXPECT_NE(proc, nullptr) << name;
    return reinterpret_cast<Fn>(proc);
}

#define COMMAND(TYPE, NAME) const TYPE NAME = command<TYPE>(#NAME)

struct Commands {
    COMMAND(PFNEGLGETERRORPROC, eglGetError);
    COMMAND(PFNEGLINITIALIZEPROC, eglInitialize);
    COMMAND(PFNEGLTERMINATEPROC, eglTerminate);
    COMMAND(PFNEGLQUERYSTRINGPROC, eglQueryString);
    COMMAND(PFNEGLBINDAPIPROC, eglBindAPI);
    COMMAND(PFNEGLGETCONFIGSPROC, eglGetConfigs);
    COMMAND(PFNEGLCHOOSECONFIGPROC, eglChooseConfig);
    COMMAND(PFNEGLGETCONFIGATTRIBPROC, eglGetConfigAttrib);
    COMMAND(PFNEGLCREATECONTEXTPROC, eglCreateContext);
    COMMAND(PFNEGLDESTROYCONTEXTPROC, eglDestroyContext);
    COMMAND(PFNEGLQUERYCONTEXTPROC, eglQueryContext);
    COMMAND(PFNEGLMAKECURRENTPROC, eglMakeCurrent);
    COMMAND(PFNEGLRELEASETHREADPROC, eglReleaseThread);
    COMMAND(PFNEGLCREATEPBUFFERSURFACEPROC, eglCreatePbufferSurface);
    COMMAND(PFNEGLCREATEPIXMAPSURFACEPROC, eglCreatePixmapSurface);
    COMMAND(PFNEGLCREATEWINDOWSURFACEPROC, eglCreateWindowSurface);
    COMMAND(PFNEGLDESTROYSURFACEPROC, eglDestroySurface);
    COMMAND(PFNEGLQUERYSURFACEPROC, eglQuerySurface);
    COMMAND(PFNEGLSWAPBUFFERSPROC, eglSwapBuffers);
    COMMAND(PFNEGLSWAPINTERVALPROC, eglSwapInterval);
    COMMAND(PFNEGLSWAPBUFFERSWITHDAMAGEKHRPROC, eglSwapBuffersWithDamageKHR);
    COMMAND(PFNEGLBINDTEXIMAGEPROC, eglBindTexImage);
    COMMAND(PFNEGLCOPYBUFFERSPROC, eglCopyBuffers);
    COMMAND(PFNEGLCREATESYNCPROC, eglCreateSync);
    COMMAND(PFNEGLDESTROYSYNCPROC, eglDestroySync);
    COMMAND(PFNEGLCLIENTWAITSYNCPROC, eglClientWaitSync);
    COMMAND(PFNEGLGETSYNCATTRIBPROC, eglGetSyncAttrib);
    COMMAND(PFNEGLWAITSYNCPROC, eglWaitSync);
    COMMAND(PFNEGLCREATEIMAGEPROC, eglCreateImage);
    COMMAND(PFNEGLDESTROYIMAGEPROC, eglDestroyImage);
    COMMAND(PFNEGLQUERYDEVICESEXTPROC, eglQueryDevicesEXT);
    COMMAND(PFNEGLQUERYDEVICESTRINGEXTPROC, eglQueryDeviceStringEXT);
    COMMAND(PFNEGLQUERYDISPLAYATTRIBEXTPROC, eglQueryDisplayAttribEXT);
    COMMAND(PFNEGLWAITNATIVEPROC, eglWaitNative);
};

constexpr EGLint kES2[] = {EGL_CONTEXT_CLIENT_VERSION, 2, EGL_NONE};

EGLDisplay surfaceless() {
    return getPlatformDisplay(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, nullptr);
}

class DisplayTest : public ::testing::Test, protected Commands {
protected:
    void SetUp() override {
        dpy = surfaceless();
        ASSERT_NE(dpy, EGL_NO_DISPLAY);
        ASSERT_TRUE(eglInitialize(dpy, nullptr, nullptr));
        eglBindAPI(EGL_OPENGL_ES_API);
        const EGLint pbuffers[] = {EGL_SURFACE_TYPE,
                                   EGL_PBUFFER_BIT,
                                   EGL_RED_SIZE,
                                   8,
                                   EGL_ALPHA_SIZE,
                                   8,
                                   EGL_DEPTH_SIZE,
                                   24,
                                   EGL_NONE};
        EGLint count = 0;
        ASSERT_TRUE(eglChooseConfig(dpy, pbuffers, &config, 1, &count));
        ASSERT_EQ(count, 1);
    }
    void TearDown() override {
        eglReleaseThread();
        eglTerminate(dpy);
        EXPECT_EQ(FakeContext::alive, 0);
        EXPECT_EQ(FakeSurface::alive, 0);
    }

    EGLContext createContext(EGLContext share = EGL_NO_CONTEXT) {
        const EGLContext context = eglCreateContext(dpy, config, share, kES2);
        EXPECT_NE(context, EGL_NO_CONTEXT);
        return context;
    }
    EGLSurface createPbuffer(EGLConfig forConfig) {
        const EGLint size[] = {EGL_WIDTH, 8, EGL_HEIGHT, 4, EGL_NONE};
        const EGLSurface surface = eglCreatePbufferSurface(dpy, forConfig, size);
        EXPECT_NE(surface, EGL_NO_SURFACE);
        return surface;
    }
    EGLSurface createPbuffer() { return createPbuffer(config); }
    void expectError(EGLint error) { EXPECT_EQ(eglGetError(), error); }

    EGLDisplay dpy = EGL_NO_DISPLAY;
    EGLConfig config = nullptr;
};

#define EXPECT_FAILS(CALL, ERROR)                                                                  \
    do {                                                                                           \
        EXPECT_FALSE(CALL);                                                                        \
        EXPECT_EQ(eglGetError(), ERROR);                                                           \
    } while (false)

TEST_F(DisplayTest, SameArgumentsSameDisplay) {
    EXPECT_EQ(dpy, surfaceless());
}

TEST_F(DisplayTest, UnknownPlatform) {
    EXPECT_FAILS(getPlatformDisplay(0x1234, nullptr, nullptr), EGL_BAD_PARAMETER);
    const EGLAttrib unknown[] = {EGL_WIDTH, 1, EGL_NONE};
    EXPECT_FAILS(getPlatformDisplay(EGL_PLATFORM_SURFACELESS_MESA, nullptr, unknown),
                 EGL_BAD_ATTRIBUTE);
    int notNull = 0;
    EXPECT_FAILS(getPlatformDisplay(EGL_PLATFORM_SURFACELESS_MESA, &notNull, nullptr),
                 EGL_BAD_PARAMETER);
    EXPECT_FAILS(getPlatformDisplay(EGL_PLATFORM_DEVICE_EXT, &notNull, nullptr), EGL_BAD_PARAMETER);
}

TEST_F(DisplayTest, GbmIsLeftToOthers) {
    EXPECT_FAILS(getPlatformDisplay(EGL_PLATFORM_GBM_KHR, EGL_DEFAULT_DISPLAY, nullptr),
                 EGL_BAD_PARAMETER);
    const std::string_view extensions = eglQueryString(EGL_NO_DISPLAY, EGL_EXTENSIONS);
    EXPECT_EQ(extensions.find("platform_gbm"), std::string_view::npos);
}

TEST_F(DisplayTest, GarbageHandles) {
    int garbage = 0;
    EXPECT_FAILS(eglInitialize(&garbage, nullptr, nullptr), EGL_BAD_DISPLAY);
    EXPECT_FAILS(eglDestroySurface(dpy, &garbage), EGL_BAD_SURFACE);
    EXPECT_FAILS(eglDestroyContext(dpy, &garbage), EGL_BAD_CONTEXT);
    EXPECT_FAILS(eglDestroySync(dpy, &garbage), EGL_BAD_PARAMETER);
    EXPECT_FAILS(eglDestroyImage(dpy, &garbage), EGL_BAD_PARAMETER);
    EGLint value = 0;
    EXPECT_FAILS(eglGetConfigAttrib(dpy, &garbage, EGL_RED_SIZE, &value), EGL_BAD_CONFIG);
    EXPECT_FAILS(eglCreateContext(dpy, &garbage, EGL_NO_CONTEXT, kES2), EGL_BAD_CONFIG);
    EXPECT_FAILS(eglCreateContext(dpy, config, &garbage, kES2), EGL_BAD_CONTEXT);
    EXPECT_FAILS(eglQueryDeviceStringEXT(&garbage, EGL_EXTENSIONS), EGL_BAD_DEVICE_EXT);
}

TEST_F(DisplayTest, Strings) {
    EXPECT_STREQ(eglQueryString(dpy, EGL_VERSION), "1.5 Glissade");
    EXPECT_NE(std::string_view(eglQueryString(dpy, EGL_EXTENSIONS)).find("EGL_KHR_fence_sync"),
              std::string_view::npos);
    EXPECT_FAILS(eglQueryString(dpy, EGL_WIDTH), EGL_BAD_PARAMETER);
    EXPECT_FAILS(eglQueryString(EGL_NO_DISPLAY, EGL_VENDOR), EGL_BAD_DISPLAY);
}

TEST_F(DisplayTest, ErrorIsReadOnce) {
    eglDestroySurface(dpy, nullptr);
    expectError(EGL_BAD_SURFACE);
    expectError(EGL_SUCCESS);
}

TEST_F(DisplayTest, SuccessClearsTheError) {
    eglDestroySurface(dpy, nullptr);
    eglQueryString(dpy, EGL_VENDOR);
    expectError(EGL_SUCCESS);
}

TEST_F(DisplayTest, NothingBeforeInitialize) {
    eglTerminate(dpy);
    EGLint count = 0;
    EXPECT_FAILS(eglGetConfigs(dpy, nullptr, 0, &count), EGL_NOT_INITIALIZED);
    EXPECT_FAILS(eglQueryString(dpy, EGL_VENDOR), EGL_NOT_INITIALIZED);
    EXPECT_FAILS(eglSwapBuffers(dpy, nullptr), EGL_NOT_INITIALIZED);
}

TEST_F(DisplayTest, ConfigsSurviveTerminate) {
    EGLConfig before = nullptr;
    EGLConfig after = nullptr;
    EGLint count = 0;
    eglGetConfigs(dpy, &before, 1, &count);
    eglTerminate(dpy);
    eglInitialize(dpy, nullptr, nullptr);
    eglGetConfigs(dpy, &after, 1, &count);
    EXPECT_EQ(before, after);
}

TEST_F(DisplayTest, ConfigCounts) {
    EGLint all = 0;
    EGLint some = 0;
    EGLConfig configs[2];
    EXPECT_TRUE(eglGetConfigs(dpy, nullptr, 0, &all));
    EXPECT_GT(all, 2);
    EXPECT_TRUE(eglGetConfigs(dpy, configs, 2, &some));
    EXPECT_EQ(some, 2);
    EXPECT_FAILS(eglGetConfigs(dpy, configs, 2, nullptr), EGL_BAD_PARAMETER);
    EXPECT_FAILS(eglChooseConfig(dpy, nullptr, configs, 2, nullptr), EGL_BAD_PARAMETER);
}

TEST_F(DisplayTest, SurfaceErrors) {
    EXPECT_FAILS(eglCreatePixmapSurface(dpy, config, 1, nullptr), EGL_BAD_NATIVE_PIXMAP);
    EXPECT_FAILS(eglCreateWindowSurface(dpy, config, 1, nullptr), EGL_BAD_NATIVE_WINDOW);
    const EGLSurface surface = createPbuffer();
    EXPECT_FAILS(eglBindTexImage(dpy, surface, EGL_BACK_BUFFER), EGL_BAD_MATCH);
    EXPECT_FAILS(eglCopyBuffers(dpy, surface, 0), EGL_BAD_SURFACE);
    EXPECT_FAILS(eglSwapBuffers(dpy, surface), EGL_BAD_SURFACE);
    EXPECT_FAILS(eglSwapInterval(dpy, 0), EGL_BAD_CONTEXT);
    EXPECT_FAILS(eglSwapBuffersWithDamageKHR(dpy, surface, nullptr, 1), EGL_BAD_PARAMETER);
    EXPECT_FAILS(eglWaitNative(EGL_WIDTH), EGL_BAD_PARAMETER);
}

TEST_F(DisplayTest, MeaninglessSurfaceAttributesLeaveTheValue) {
    const EGLSurface surface = createPbuffer();
    EGLint value = 0;
    EXPECT_TRUE(eglQuerySurface(dpy, surface, EGL_HEIGHT, &value));
    EXPECT_EQ(value, 4);
    EXPECT_FAILS(eglQuerySurface(dpy, surface, EGL_BUFFER_AGE_EXT, &value), EGL_BAD_SURFACE);
    EXPECT_FAILS(eglQuerySurface(dpy, surface, EGL_RED_SIZE, &value), EGL_BAD_ATTRIBUTE);
}

TEST_F(DisplayTest, ContextVersions) {
    const EGLint es1[] = {EGL_CONTEXT_CLIENT_VERSION, 1, EGL_NONE};
    EXPECT_NE(eglCreateContext(dpy, config, EGL_NO_CONTEXT, es1), EGL_NO_CONTEXT);
    const EGLint none[] = {EGL_CONTEXT_MAJOR_VERSION, 1, EGL_CONTEXT_MINOR_VERSION, 2, EGL_NONE};
    EXPECT_FAILS(eglCreateContext(dpy, config, EGL_NO_CONTEXT, none), EGL_BAD_MATCH);
    eglBindAPI(EGL_OPENGL_API);
    EXPECT_NE(eglCreateContext(dpy, config, EGL_NO_CONTEXT, nullptr), EGL_NO_CONTEXT);
    EXPECT_FAILS(eglBindAPI(EGL_OPENVG_API), EGL_BAD_PARAMETER);
}

TEST_F(DisplayTest, SharingAcrossApis) {
    const EGLContext es = createContext();
    EXPECT_NE(createContext(es), EGL_NO_CONTEXT);
    eglBindAPI(EGL_OPENGL_API);
    const EGLContext desktop = eglCreateContext(dpy, config, es, nullptr);
    ASSERT_NE(desktop, EGL_NO_CONTEXT);
    eglBindAPI(EGL_OPENGL_ES_API);
    EXPECT_NE(createContext(desktop), EGL_NO_CONTEXT);
}

TEST_F(DisplayTest, SharingNeedsTheSameResetStrategy) {
    const EGLContext context = createContext();
    const EGLint losing[] = {EGL_CONTEXT_CLIENT_VERSION,
                             2,
                             EGL_CONTEXT_OPENGL_RESET_NOTIFICATION_STRATEGY_EXT,
                             EGL_LOSE_CONTEXT_ON_RESET,
                             EGL_NONE};
    EXPECT_FAILS(eglCreateContext(dpy, config, context, losing), EGL_BAD_MATCH);
}

TEST_F(DisplayTest, ContextAttributes) {
    const EGLContext context = createContext();
    EGLint value = 0;
    EXPECT_TRUE(eglQueryContext(dpy, context, EGL_CONTEXT_CLIENT_TYPE, &value));
    EXPECT_EQ(value, EGL_OPENGL_ES_API);
    EXPECT_TRUE(eglQueryContext(dpy, context, EGL_RENDER_BUFFER, &value));
    EXPECT_EQ(value, EGL_NONE);
    const EGLSurface surface = createPbuffer();
    EXPECT_TRUE(eglMakeCurrent(dpy, surface, surface, context));
    EXPECT_TRUE(eglQueryContext(dpy, context, EGL_RENDER_BUFFER, &value));
    EXPECT_EQ(value, EGL_BACK_BUFFER);
    EXPECT_FAILS(eglQueryContext(dpy, context, EGL_WIDTH, &value), EGL_BAD_ATTRIBUTE);
}

TEST_F(DisplayTest, MakeCurrentMatches) {
    const EGLContext context = createContext();
    const EGLSurface surface = createPbuffer();
    EXPECT_FAILS(eglMakeCurrent(dpy, surface, EGL_NO_SURFACE, context), EGL_BAD_MATCH);
    EXPECT_FAILS(eglMakeCurrent(dpy, surface, surface, EGL_NO_CONTEXT), EGL_BAD_MATCH);
    EXPECT_TRUE(eglMakeCurrent(dpy, EGL_NO_SURFACE, EGL_NO_SURFACE, context));
    EXPECT_TRUE(eglMakeCurrent(dpy, surface, surface, context));
    EXPECT_TRUE(eglSwapBuffers(dpy, surface));
    EXPECT_TRUE(eglSwapInterval(dpy, 0));
}

TEST_F(DisplayTest, ContextsFitTheirConfig) {
    const EGLint other[] = {EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_BUFFER_SIZE, 1, EGL_NONE};
    EGLConfig otherConfig = nullptr;
    EGLint count = 0;
    ASSERT_TRUE(eglChooseConfig(dpy, other, &otherConfig, 1, &count));
    const EGLSurface surface = createPbuffer(otherConfig);
    EXPECT_FAILS(eglMakeCurrent(dpy, surface, surface, createContext()), EGL_BAD_MATCH);
    const EGLContext any = eglCreateContext(dpy, EGL_NO_CONFIG_KHR, EGL_NO_CONTEXT, kES2);
    EXPECT_TRUE(eglMakeCurrent(dpy, surface, surface, any));
}

TEST_F(DisplayTest, CurrentInOneThreadOnly) {
    const EGLContext context = createContext();
    const EGLContext free = createContext();
    const EGLSurface surface = createPbuffer();
    ASSERT_TRUE(eglMakeCurrent(dpy, surface, surface, context));
    std::thread([&] {
        EXPECT_FAILS(eglMakeCurrent(dpy, EGL_NO_SURFACE, EGL_NO_SURFACE, context), EGL_BAD_ACCESS);
        EXPECT_FAILS(eglMakeCurrent(dpy, surface, surface, free), EGL_BAD_ACCESS);
        // The failure above must not keep the context.
    }).join();
    EXPECT_TRUE(eglMakeCurrent(dpy, surface, surface, free));
    std::thread([&] {
        EXPECT_TRUE(eglMakeCurrent(dpy, EGL_NO_SURFACE, EGL_NO_SURFACE, context));
    }).join();
    // A thread that ended has nothing current.
    EXPECT_TRUE(eglMakeCurrent(dpy, surface, surface, context));
}

TEST_F(DisplayTest, SwitchingFlushes) {
    const EGLContext a = createContext();
    const EGLContext b = createContext();
    ASSERT_TRUE(eglMakeCurrent(dpy, EGL_NO_SURFACE, EGL_NO_SURFACE, a));
    const int before = FakeContext::flushes;
    ASSERT_TRUE(eglMakeCurrent(dpy, EGL_NO_SURFACE, EGL_NO_SURFACE, b));
    EXPECT_GT(FakeContext::flushes, before);
}

TEST_F(DisplayTest, DestroyedWhileCurrent) {
    const EGLContext context = createContext();
    const EGLSurface surface = createPbuffer();
    ASSERT_TRUE(eglMakeCurrent(dpy, surface, surface, context));
    EXPECT_TRUE(eglDestroyContext(dpy, context));
    EXPECT_TRUE(eglDestroySurface(dpy, surface));
    EXPECT_EQ(FakeContext::alive, 1);
    EXPECT_EQ(FakeSurface::alive, 1);
    EXPECT_FAILS(eglDestroyContext(dpy, context), EGL_BAD_CONTEXT);
    EXPECT_TRUE(eglMakeCurrent(dpy, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT));
    EXPECT_EQ(FakeContext::alive, 0);
    EXPECT_EQ(FakeSurface::alive, 0);
}

TEST_F(DisplayTest, TerminatedWhileCurrent) {
    const EGLContext context = createContext();
    ASSERT_TRUE(eglMakeCurrent(dpy, EGL_NO_SURFACE, EGL_NO_SURFACE, context));
    EXPECT_TRUE(eglTerminate(dpy));
    EXPECT_EQ(FakeContext::alive, 1);
    EXPECT_TRUE(eglMakeCurrent(dpy, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT));
    EXPECT_EQ(FakeContext::alive, 0);
}

TEST_F(DisplayTest, Fences) {
    EXPECT_FAILS(eglCreateSync(dpy, EGL_SYNC_FENCE, nullptr), EGL_BAD_MATCH);
    ASSERT_TRUE(eglMakeCurrent(dpy, EGL_NO_SURFACE, EGL_NO_SURFACE, createContext()));
    EXPECT_FAILS(eglCreateSync(dpy, EGL_SYNC_CL_EVENT, nullptr), EGL_BAD_ATTRIBUTE);
    const EGLAttrib unknown[] = {EGL_WIDTH, 1, EGL_NONE};
    EXPECT_FAILS(eglCreateSync(dpy, EGL_SYNC_FENCE, unknown), EGL_BAD_ATTRIBUTE);
    const EGLSync sync = eglCreateSync(dpy, EGL_SYNC_FENCE, nullptr);
    ASSERT_NE(sync, EGL_NO_SYNC);
    EXPECT_EQ(eglClientWaitSync(dpy, sync, EGL_SYNC_FLUSH_COMMANDS_BIT, EGL_FOREVER),
              EGL_CONDITION_SATISFIED);
    EXPECT_TRUE(eglWaitSync(dpy, sync, 0));
    EXPECT_FAILS(eglWaitSync(dpy, sync, 1), EGL_BAD_PARAMETER);
    EGLAttrib value = 0;
    EXPECT_TRUE(eglGetSyncAttrib(dpy, sync, EGL_SYNC_STATUS, &value));
    EXPECT_EQ(value, EGL_SIGNALED);
    EXPECT_FAILS(eglGetSyncAttrib(dpy, sync, EGL_WIDTH, &value), EGL_BAD_ATTRIBUTE);
    EXPECT_TRUE(eglDestroySync(dpy, sync));
    EXPECT_FAILS(eglDestroySync(dpy, sync), EGL_BAD_PARAMETER);
}

TEST_F(DisplayTest, ImageErrors) {
    const EGLContext context = createContext();
    EXPECT_FAILS(eglCreateImage(dpy, EGL_NO_CONTEXT, EGL_GL_TEXTURE_2D, nullptr, nullptr),
                 EGL_BAD_CONTEXT);
    EXPECT_FAILS(eglCreateImage(dpy, context, EGL_WIDTH, nullptr, nullptr), EGL_BAD_PARAMETER);
    EXPECT_FAILS(eglCreateImage(dpy, context, EGL_GL_TEXTURE_2D, nullptr, nullptr),
                 EGL_BAD_PARAMETER);
    EXPECT_FAILS(eglCreateImage(dpy, context, EGL_GL_TEXTURE_2D, EGLClientBuffer(77), nullptr),
                 EGL_BAD_PARAMETER);
}

TEST_F(DisplayTest, DevicesAreTheUsableOnes) {
    EGLDeviceEXT devices[4];
    EGLint count = 0;
    ASSERT_TRUE(eglQueryDevicesEXT(4, devices, &count));
    ASSERT_EQ(count, 2);
    EXPECT_STREQ(eglQueryDeviceStringEXT(devices[0], EGL_RENDERER_EXT), "Processor");
    const std::string_view extensions = eglQueryDeviceStringEXT(devices[0], EGL_EXTENSIONS);
    EXPECT_NE(extensions.find("EGL_MESA_device_software"), std::string_view::npos);
    EXPECT_FAILS(eglQueryDeviceStringEXT(devices[0], EGL_WIDTH), EGL_BAD_PARAMETER);

    EGLAttrib device = 0;
    ASSERT_TRUE(eglQueryDisplayAttribEXT(dpy, EGL_DEVICE_EXT, &device));
    EXPECT_EQ(EGLDeviceEXT(device), devices[1]); // The default one.
    const EGLDisplay other = getPlatformDisplay(EGL_PLATFORM_DEVICE_EXT, devices[0], nullptr);
    ASSERT_NE(other, EGL_NO_DISPLAY);
    ASSERT_TRUE(eglInitialize(other, nullptr, nullptr));
    ASSERT_TRUE(eglQueryDisplayAttribEXT(other, EGL_DEVICE_EXT, &device));
    EXPECT_EQ(EGLDeviceEXT(device), devices[0]);
    eglTerminate(other);
}

} // namespace
} // namespace egl
