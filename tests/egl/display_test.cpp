// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Displays, strings and configs (EGL 1.5 sections 3.2 to 3.4).

#include "egl_test.h"

#include <cstdlib>
#include <cstring>
#include <set>
#include <thread>

namespace harness {

std::string eglErrorName(EGLint error) {
    constexpr const char* kNames[] = {"EGL_SUCCESS",
                                      "EGL_NOT_INITIALIZED",
                                      "EGL_BAD_ACCESS",
                                      "EGL_BAD_ALLOC",
                                      "EGL_BAD_ATTRIBUTE",
                                      "EGL_BAD_CONFIG",
                                      "EGL_BAD_CONTEXT",
                                      "EGL_BAD_CURRENT_SURFACE",
                                      "EGL_BAD_DISPLAY",
                                      "EGL_BAD_MATCH",
                                      "EGL_BAD_NATIVE_PIXMAP",
                                      "EGL_BAD_NATIVE_WINDOW",
                                      "EGL_BAD_PARAMETER",
                                      "EGL_BAD_SURFACE",
                                      "EGL_CONTEXT_LOST"};
    const size_t index = size_t(error) - EGL_SUCCESS;
    return index < std::size(kNames) ? kNames[index] : std::to_string(error);
}

} // namespace harness

namespace {

using namespace harness;

class Displays : public EglTest {};

EGLDisplay platformDisplay(EGLenum platform, void* native) {
    const auto get = load<PFNEGLGETPLATFORMDISPLAYEXTPROC>("eglGetPlatformDisplayEXT");
    return get ? get(platform, native, nullptr) : EGL_NO_DISPLAY;
}

TEST_F(Displays, VersionAndStrings) {
    EGLint major = 0;
    EGLint minor = 0;
    ASSERT_TRUE(eglInitialize(m_display, &major, &minor)) << "initialising again is fine";
    EXPECT_EQ(1, major);
    EXPECT_GE(minor, 4);
    for (const EGLint name : {EGL_VENDOR, EGL_VERSION, EGL_CLIENT_APIS, EGL_EXTENSIONS}) {
        EXPECT_NE(nullptr, eglQueryString(m_display, name)) << name;
    }
    EXPECT_TRUE(listHas(eglQueryString(m_display, EGL_CLIENT_APIS), "OpenGL_ES"));
    EXPECT_EQ(nullptr, eglQueryString(m_display, 0x7777));
    EXPECT_EQ(EGL_BAD_PARAMETER, eglGetError());
}

TEST_F(Displays, ExtensionsOfIssue) {
    for (const char* name : {"EGL_KHR_create_context",
                             "EGL_KHR_no_config_context",
                             "EGL_KHR_surfaceless_context",
                             "EGL_KHR_fence_sync",
                             "EGL_KHR_wait_sync",
                             "EGL_KHR_get_all_proc_addresses",
                             "EGL_KHR_image_base",
                             "EGL_KHR_create_context_no_error"}) {
        EXPECT_TRUE(displayHas(name)) << name;
    }
}

TEST_F(Displays, ClientExtensions) {
    const char* list = eglQueryString(EGL_NO_DISPLAY, EGL_EXTENSIONS);
    ASSERT_NE(nullptr, list);
    EXPECT_TRUE(listHas(list, "EGL_EXT_platform_base"));
    EXPECT_TRUE(listHas(list, "EGL_MESA_platform_surfaceless"));
    EXPECT_TRUE(listHas(list, "EGL_EXT_platform_device"));
}

TEST_F(Displays, SameArgumentsSameDisplay) {
    EXPECT_EQ(m_display, platformDisplay(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY));
}

TEST_F(Displays, DevicePlatform) {
    const auto queryDevices = load<PFNEGLQUERYDEVICESEXTPROC>("eglQueryDevicesEXT");
    ASSERT_NE(nullptr, queryDevices);
    EGLDeviceEXT devices[16] = {};
    EGLint count = 0;
    ASSERT_TRUE(queryDevices(16, devices, &count));
    ASSERT_GE(count, 1);
    const EGLDisplay display = platformDisplay(EGL_PLATFORM_DEVICE_EXT, devices[0]);
    ASSERT_NE(EGL_NO_DISPLAY, display);
    EGLint major = 0;
    EGLint minor = 0;
    ASSERT_TRUE(eglInitialize(display, &major, &minor));
    EXPECT_TRUE(eglTerminate(display));
}

TEST_F(Displays, UnknownPlatform) {
    EXPECT_EQ(EGL_NO_DISPLAY, platformDisplay(0x9999, nullptr));
    EXPECT_EQ(EGL_BAD_PARAMETER, eglGetError());
}

TEST_F(Displays, BadDisplays) {
    EGLint value = 0;
    EXPECT_EGL_FAILS(
        EGL_BAD_DISPLAY, EGLBoolean(EGL_FALSE), eglInitialize(EGL_NO_DISPLAY, &value, &value));
    EXPECT_EGL_FAILS(EGL_BAD_DISPLAY,
                     EGLBoolean(EGL_FALSE),
                     eglGetConfigs(reinterpret_cast<EGLDisplay>(0x1234), nullptr, 0, &value));
    EXPECT_EGL_FAILS(EGL_BAD_DISPLAY, EGLBoolean(EGL_FALSE), eglTerminate(EGL_NO_DISPLAY));
}

TEST_F(Displays, TerminateAndInitializeAgain) {
    const auto queryDevices = load<PFNEGLQUERYDEVICESEXTPROC>("eglQueryDevicesEXT");
    EGLDeviceEXT device = nullptr;
    EGLint count = 0;
    ASSERT_TRUE(queryDevices && queryDevices(1, &device, &count) && count == 1);
    const EGLDisplay display = platformDisplay(EGL_PLATFORM_DEVICE_EXT, device);
    ASSERT_NE(EGL_NO_DISPLAY, display);
    for (int round = 0; round < 3; ++round) {
        ASSERT_TRUE(eglInitialize(display, nullptr, nullptr));
        EGLint configs = 0;
        EXPECT_TRUE(eglGetConfigs(display, nullptr, 0, &configs));
        EXPECT_GE(configs, 1);
        EXPECT_TRUE(eglTerminate(display));
        EXPECT_EGL_FAILS(EGL_NOT_INITIALIZED,
                         EGLBoolean(EGL_FALSE),
                         eglGetConfigs(display, nullptr, 0, &configs));
        EXPECT_TRUE(eglTerminate(display)) << "a second time does nothing";
    }
}

TEST_F(Displays, ErrorsAreOfTheThread) {
    eglBindAPI(0x1234);
    std::thread([] { EXPECT_EQ(EGL_SUCCESS, eglGetError()); }).join();
    EXPECT_EQ(EGL_BAD_PARAMETER, eglGetError());
    EXPECT_EQ(EGL_SUCCESS, eglGetError());
}

TEST_F(Displays, BoundApi) {
    EXPECT_EQ(EGLenum(EGL_OPENGL_ES_API), eglQueryAPI());
    EXPECT_TRUE(eglBindAPI(EGL_OPENGL_API));
    EXPECT_EQ(EGLenum(EGL_OPENGL_API), eglQueryAPI());
    EXPECT_EGL_FAILS(EGL_BAD_PARAMETER, EGLBoolean(EGL_FALSE), eglBindAPI(0));
    EXPECT_EQ(EGLenum(EGL_OPENGL_API), eglQueryAPI());
    std::thread([] { EXPECT_EQ(EGLenum(EGL_OPENGL_ES_API), eglQueryAPI()); }).join();
}

TEST_F(Displays, ProcAddresses) {
    for (const char* name : {"eglCreateContext",
                             "eglCreateSyncKHR",
                             "glDrawArrays",
                             "glGetString",
                             "glDebugMessageCallbackKHR"}) {
        EXPECT_NE(nullptr, reinterpret_cast<void*>(eglGetProcAddress(name))) << name;
    }
}

TEST_F(Displays, XPlatform) {
    if (!std::getenv("DISPLAY")) {
        GTEST_SKIP() << "no DISPLAY";
    }
    const EGLDisplay display = eglGetDisplay(EGL_DEFAULT_DISPLAY);
    ASSERT_NE(EGL_NO_DISPLAY, display);
    ASSERT_TRUE(eglInitialize(display, nullptr, nullptr));
    const EGLint attribs[] = {
        EGL_SURFACE_TYPE, EGL_WINDOW_BIT, EGL_RENDERABLE_TYPE, EGL_OPENGL_ES2_BIT, EGL_NONE};
    EGLConfig config = nullptr;
    EGLint count = 0;
    ASSERT_TRUE(eglChooseConfig(display, attribs, &config, 1, &count));
    ASSERT_EQ(1, count);
    EGLint visual = 0;
    EXPECT_TRUE(eglGetConfigAttrib(display, config, EGL_NATIVE_VISUAL_ID, &visual));
    EXPECT_NE(0, visual) << "a window config names its X visual";
    EXPECT_TRUE(eglTerminate(display));
}

class Configs : public EglTest {};

TEST_F(Configs, AllAttributesHaveAnswers) {
    EGLint count = 0;
    ASSERT_TRUE(eglGetConfigs(m_display, nullptr, 0, &count));
    ASSERT_GE(count, 1);
    std::vector<EGLConfig> configs(static_cast<size_t>(count));
    EGLint written = 0;
    ASSERT_TRUE(eglGetConfigs(m_display, configs.data(), count, &written));
    EXPECT_EQ(count, written);
    std::set<EGLint> ids;
    const std::string vendor = eglQueryString(m_display, EGL_VENDOR);
    for (const EGLConfig config : configs) {
        const auto get = [&](EGLint name) {
            EGLint value = -999;
            EXPECT_TRUE(eglGetConfigAttrib(m_display, config, name, &value)) << std::hex << name;
            return value;
        };
        for (EGLint name = EGL_BUFFER_SIZE; name <= EGL_CONFORMANT; ++name) {
            if (name != EGL_NONE && name != 0x3030 && name != 0x3041 && name != 0x3036) {
                get(name);
            }
        }
        EXPECT_TRUE(ids.insert(get(EGL_CONFIG_ID)).second) << "ids are unique";
        EXPECT_EQ(get(EGL_BUFFER_SIZE),
                  get(EGL_RED_SIZE) + get(EGL_GREEN_SIZE) + get(EGL_BLUE_SIZE) +
                      get(EGL_ALPHA_SIZE));
        EXPECT_EQ(EGL_RGB_BUFFER, get(EGL_COLOR_BUFFER_TYPE));
        EXPECT_EQ(get(EGL_SAMPLES) > 0 ? 1 : 0, get(EGL_SAMPLE_BUFFERS));
        EXPECT_EQ(0, get(EGL_CONFORMANT) & ~get(EGL_RENDERABLE_TYPE));
        if (get(EGL_SURFACE_TYPE) & EGL_PBUFFER_BIT) {
            EXPECT_GE(get(EGL_MAX_PBUFFER_WIDTH), 64);
            EXPECT_GE(get(EGL_MAX_PBUFFER_HEIGHT), 64);
            if (vendor != "Mesa Project") { // says zero
                EXPECT_GE(get(EGL_MAX_PBUFFER_PIXELS), 64 * 64);
            }
        }
        EGLint value = 0;
        EXPECT_EGL_FAILS(EGL_BAD_ATTRIBUTE,
                         EGLBoolean(EGL_FALSE),
                         eglGetConfigAttrib(m_display, config, 0x7777, &value));
    }
}

TEST_F(Configs, ChooseFiltersAndSorts) {
    const EGLint attribs[] = {
        EGL_RED_SIZE, 8, EGL_DEPTH_SIZE, 16, EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_NONE};
    EGLConfig configs[256];
    EGLint count = 0;
    ASSERT_TRUE(eglChooseConfig(m_display, attribs, configs, 256, &count));
    ASSERT_GE(count, 1) << "depth buffers are offered";
    for (EGLint i = 0; i < count; ++i) {
        EGLint value = 0;
        eglGetConfigAttrib(m_display, configs[i], EGL_RED_SIZE, &value);
        EXPECT_GE(value, 8);
        eglGetConfigAttrib(m_display, configs[i], EGL_DEPTH_SIZE, &value);
        EXPECT_GE(value, 16);
    }
    // Of what is not asked for, less comes first.
    const EGLint plain[] = {EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_NONE};
    ASSERT_TRUE(eglChooseConfig(m_display, plain, configs, 256, &count));
    const auto key = [&](EGLConfig config) {
        std::vector<EGLint> values;
        for (const EGLint name : {EGL_CONFIG_CAVEAT, EGL_BUFFER_SIZE, EGL_SAMPLE_BUFFERS}) {
            EGLint value = 0;
            eglGetConfigAttrib(m_display, config, name, &value);
            values.push_back(value);
        }
        return values;
    };
    for (EGLint i = 1; i < count; ++i) {
        EXPECT_LE(key(configs[i - 1]), key(configs[i])) << i;
    }
}

TEST_F(Configs, ChooseNothing) {
    const EGLint attribs[] = {EGL_RED_SIZE, 99, EGL_NONE};
    EGLConfig config = nullptr;
    EGLint count = 7;
    EXPECT_TRUE(eglChooseConfig(m_display, attribs, &config, 1, &count));
    EXPECT_EQ(0, count);
    const EGLint bad[] = {0x7777, 1, EGL_NONE};
    EXPECT_EGL_FAILS(EGL_BAD_ATTRIBUTE,
                     EGLBoolean(EGL_FALSE),
                     eglChooseConfig(m_display, bad, &config, 1, &count));
    EXPECT_EGL_FAILS(EGL_BAD_PARAMETER,
                     EGLBoolean(EGL_FALSE),
                     eglChooseConfig(m_display, nullptr, &config, 1, nullptr));
}

TEST_F(Configs, ById) {
    EGLint id = 0;
    eglGetConfigAttrib(m_display, config(), EGL_CONFIG_ID, &id);
    const EGLint attribs[] = {EGL_CONFIG_ID, id, EGL_RED_SIZE, 99, EGL_NONE}; // all else is ignored
    EGLConfig found = nullptr;
    EGLint count = 0;
    ASSERT_TRUE(eglChooseConfig(m_display, attribs, &found, 1, &count));
    EXPECT_EQ(1, count);
    EXPECT_EQ(config(), found);
}

// What an exit handler of the application finds that is older than anything of the driver.

EGLDisplay lateDisplay;
const char* keptExtensions;

void useDisplayLate() {
    static const std::string kExpected = "EGL_KHR_create_context";
    const bool kept = std::string(keptExtensions).find(kExpected) != std::string::npos;
    const char* const asked = eglQueryString(lateDisplay, EGL_EXTENSIONS);
    const bool told = asked && std::string(asked) == keptExtensions;
    std::_Exit(kept && told && eglTerminate(lateDisplay) ? 42 : 1);
}

TEST(DisplaysDeathTest, ServeExitHandlers) {
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    EXPECT_EXIT(
        {
            std::atexit(useDisplayLate);
            lateDisplay = eglGetDisplay(EGL_DEFAULT_DISPLAY);
            eglInitialize(lateDisplay, nullptr, nullptr);
            keptExtensions = eglQueryString(lateDisplay, EGL_EXTENSIONS);
            std::exit(keptExtensions ? 0 : 2);
        },
        testing::ExitedWithCode(42),
        "");
}

void waitForNothing() {
    const bool ended = eglTerminate(lateDisplay);
    std::_Exit(ended && eglWaitNative(EGL_CORE_NATIVE_ENGINE) ? 42 : 1);
}

/// The thread that calls exit() has left its context by then, and no display is the current one.
TEST(DisplaysDeathTest, LeaveNothingCurrentToExitHandlers) {
    if (!std::strstr(eglQueryString(harness::surfacelessDisplay(), EGL_VENDOR), "Glissade")) {
        GTEST_SKIP() << "EGL leaves open what is current in exit handlers";
    }
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    EXPECT_EXIT(
        {
            std::atexit(waitForNothing);
            lateDisplay = harness::surfacelessDisplay();
            const harness::Context context;
            if (!context.makeCurrent()) {
                std::_Exit(2);
            }
            std::exit(0);
        },
        testing::ExitedWithCode(42),
        "");
}

} // namespace
