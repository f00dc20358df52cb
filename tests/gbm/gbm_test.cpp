// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// EGL_KHR_platform_gbm with the system's libgbm, as far as there are DRM devices, and with
// gbm_over_files, whose buffers the CPU device can map. Run with the options gbm and device.

#include "gl_harness/gl_test.h"
#include "window/testing/gbm_library.h"

#include <fcntl.h>
#include <filesystem>
#include <string>
#include <sys/mman.h>
#include <unistd.h>
#include <vector>

namespace {

using namespace harness;
using window::testing::GbmLibrary;

constexpr EGLint kWidth_px = 32;
constexpr EGLint kHeight_px = 16;

/// A display of GBM with a context that needs no surface, as compositors have it.
class GbmDisplay {
public:
    explicit GbmDisplay(gbm_device* device) {
        const auto getDisplay = load<PFNEGLGETPLATFORMDISPLAYEXTPROC>("eglGetPlatformDisplayEXT");
        m_display = getDisplay(EGL_PLATFORM_GBM_KHR, device, nullptr);
        if (m_display == EGL_NO_DISPLAY || !eglInitialize(m_display, nullptr, nullptr)) {
            return;
        }
        eglBindAPI(EGL_OPENGL_ES_API);
        const EGLint version2[] = {EGL_CONTEXT_CLIENT_VERSION, 2, EGL_NONE};
        m_context = eglCreateContext(m_display, EGL_NO_CONFIG_KHR, EGL_NO_CONTEXT, version2);
        eglMakeCurrent(m_display, EGL_NO_SURFACE, EGL_NO_SURFACE, m_context);
    }
    ~GbmDisplay() {
        if (m_context != EGL_NO_CONTEXT) {
            eglMakeCurrent(m_display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
            eglDestroyContext(m_display, m_context);
            eglTerminate(m_display);
        }
    }
    GbmDisplay(const GbmDisplay&) = delete;
    GbmDisplay& operator=(const GbmDisplay&) = delete;

    bool draws() const { return m_context != EGL_NO_CONTEXT; }
    EGLDisplay handle() const { return m_display; }
    EGLContext context() const { return m_context; }
    bool importsBuffers() const {
        return listHas(eglQueryString(m_display, EGL_EXTENSIONS), "EGL_KHR_image_pixmap");
    }
    EGLImageKHR import(void* bo, const EGLint* attributes = nullptr) const {
        return load<PFNEGLCREATEIMAGEKHRPROC>("eglCreateImageKHR")(
            m_display, EGL_NO_CONTEXT, EGL_NATIVE_PIXMAP_KHR, EGLClientBuffer(bo), attributes);
    }
    void destroy(EGLImageKHR image) const {
        load<PFNEGLDESTROYIMAGEKHRPROC>("eglDestroyImageKHR")(m_display, image);
    }

private:
    EGLDisplay m_display = EGL_NO_DISPLAY;
    EGLContext m_context = EGL_NO_CONTEXT;
};

/// A framebuffer whose colours are an image's, bound.
class ImageTarget {
public:
    explicit ImageTarget(EGLImageKHR image) {
        glGenTextures(1, &m_texture);
        glBindTexture(GL_TEXTURE_2D, m_texture);
        load<PFNGLEGLIMAGETARGETTEXTURE2DOESPROC>("glEGLImageTargetTexture2DOES")(GL_TEXTURE_2D,
                                                                                  image);
        glGenFramebuffers(1, &m_framebuffer);
        glBindFramebuffer(GL_FRAMEBUFFER, m_framebuffer);
        glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, m_texture, 0);
    }
    ~ImageTarget() {
        glDeleteFramebuffers(1, &m_framebuffer);
        glDeleteTextures(1, &m_texture);
    }
    ImageTarget(const ImageTarget&) = delete;
    ImageTarget& operator=(const ImageTarget&) = delete;

    static bool complete() {
        return glCheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE;
    }

private:
    GLuint m_texture = 0;
    GLuint m_framebuffer = 0;
};

/// The top half red, the bottom half blue, of memory whose first row is the first one of GL.
void drawHalves() {
    glClearColor(1, 0, 0, 1);
    glClear(GL_COLOR_BUFFER_BIT);
    glEnable(GL_SCISSOR_TEST);
    glScissor(0, kHeight_px / 2, kWidth_px, kHeight_px / 2);
    glClearColor(0, 0, 1, 1);
    glClear(GL_COLOR_BUFFER_BIT);
    glDisable(GL_SCISSOR_TEST);
}

void expectHalves() {
    expectColor(Image::read(0, 0, kWidth_px, kHeight_px / 2), kRed);
    expectColor(Image::read(0, kHeight_px / 2, kWidth_px, kHeight_px / 2), kBlue);
}

size_t openFds() {
    const std::filesystem::directory_iterator fds("/proc/self/fd");
    return size_t(std::distance(begin(fds), end(fds)));
}

/// The system's library, for what `path` names.
class SystemGbm {
public:
    explicit SystemGbm(const std::string& path) : m_fd(open(path.c_str(), O_RDWR | O_CLOEXEC)) {}
    ~SystemGbm() { close(m_fd); }
    SystemGbm(const SystemGbm&) = delete;
    SystemGbm& operator=(const SystemGbm&) = delete;

    const GbmLibrary& library() const { return m_library; }
    /// Null: there is no such library, or it wants another file.
    GbmLibrary::Owned<gbm_device> device() const {
        return m_library.loaded() ? m_library.createDevice(m_fd)
                                  : GbmLibrary::Owned<gbm_device>(nullptr, nullptr);
    }

private:
    GbmLibrary m_library{"libgbm.so.1"};
    int m_fd;
};

/// Files in /dev/dri.
std::vector<std::string> drmNodes() {
    std::vector<std::string> nodes;
    std::error_code error;
    for (const auto& entry : std::filesystem::directory_iterator("/dev/dri", error)) {
        if (entry.is_character_file(error)) {
            nodes.push_back(entry.path());
        }
    }
    return nodes;
}

TEST(Gbm, SystemLibraryOverNoGpu) {
    // Debian's libgbm makes devices of any character device, without buffers.
    const SystemGbm gbm("/dev/null");
    const auto device = gbm.device();
    if (!device) {
        GTEST_SKIP() << "no libgbm.so.1 that makes devices without a GPU";
    }
    const GbmDisplay display(device.get());
    ASSERT_TRUE(display.draws());
    const Target target(kWidth_px, kHeight_px);
    drawHalves();
    expectHalves();
    EXPECT_EQ(EGL_NO_IMAGE_KHR, display.import(device.get())) << "a device is no buffer";
    EXPECT_EQ(EGL_BAD_PARAMETER, eglGetError());
}

TEST(Gbm, SurfacesAreRefused) {
    const SystemGbm gbm("/dev/null");
    const auto device = gbm.device();
    if (!device) {
        GTEST_SKIP() << "no libgbm.so.1 that makes devices without a GPU";
    }
    const auto create = gbm.library().find<decltype(&::gbm_surface_create)>("gbm_surface_create");
    const auto destroy =
        gbm.library().find<decltype(&::gbm_surface_destroy)>("gbm_surface_destroy");
    gbm_surface* const surface =
        create(device.get(), kWidth_px, kHeight_px, GBM_FORMAT_XRGB8888, GBM_BO_USE_RENDERING);
    ASSERT_NE(nullptr, surface);
    const GbmDisplay display(device.get());
    EGLConfig config = nullptr;
    EGLint count = 0;
    const EGLint pbuffers[] = {EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_NONE};
    ASSERT_TRUE(eglChooseConfig(display.handle(), pbuffers, &config, 1, &count));
    const auto createWindow =
        load<PFNEGLCREATEPLATFORMWINDOWSURFACEEXTPROC>("eglCreatePlatformWindowSurfaceEXT");
    EXPECT_EQ(EGL_NO_SURFACE, createWindow(display.handle(), config, surface, nullptr));
    EXPECT_EQ(EGL_BAD_NATIVE_WINDOW, eglGetError());
    const EGLint windows[] = {EGL_SURFACE_TYPE, EGL_WINDOW_BIT, EGL_NONE};
    ASSERT_TRUE(eglChooseConfig(display.handle(), windows, &config, 1, &count));
    EXPECT_EQ(0, count);
    destroy(surface);
}

TEST(Gbm, NodesOfTheSystemAreDrawnFor) {
    const std::vector<std::string> nodes = drmNodes();
    if (nodes.empty()) {
        GTEST_SKIP() << "there is no DRM device (/dev/dri)";
    }
    for (const std::string& node : nodes) {
        const SystemGbm gbm(node);
        const auto device = gbm.device();
        if (!device) {
            continue;
        }
        const GbmDisplay display(device.get());
        ASSERT_TRUE(display.draws()) << node;
        const auto bo =
            gbm.library().createBuffer(device.get(), kWidth_px, kHeight_px, GBM_FORMAT_ARGB8888);
        const EGLImageKHR image = bo ? display.import(bo.get()) : EGL_NO_IMAGE_KHR;
        if (image == EGL_NO_IMAGE_KHR) {
            continue; // Not every device reaches the memory of every other.
        }
        const ImageTarget target(image);
        ASSERT_TRUE(ImageTarget::complete());
        drawHalves();
        expectHalves();
        display.destroy(image);
    }
}

/// Buffers in files.
class GbmBuffers : public testing::Test {
protected:
    void SetUp() override {
        ASSERT_TRUE(m_gbm.loaded());
        m_device = m_gbm.createDevice(m_null);
        m_display = std::make_unique<GbmDisplay>(m_device.get());
        ASSERT_TRUE(m_display->draws());
        if (!m_display->importsBuffers()) {
            GTEST_SKIP() << "the device shares no memory (no EGL_KHR_image_pixmap)";
        }
    }
    void TearDown() override {
        m_display.reset();
        close(m_null);
    }
    GbmLibrary::Owned<gbm_bo> buffer(uint32_t format = GBM_FORMAT_ARGB8888) const {
        return m_gbm.createBuffer(m_device.get(), kWidth_px, kHeight_px, format);
    }
    /// The texel of the memory, B, G, R, A in its bytes.
    uint32_t texel(gbm_bo* bo, EGLint x, EGLint y) const {
        using GetFd = decltype(&::gbm_bo_get_fd_for_plane);
        using GetPitch = decltype(&::gbm_bo_get_stride_for_plane);
        const int fd = m_gbm.find<GetFd>("gbm_bo_get_fd_for_plane")(bo, 0);
        const uint32_t pitch_B = m_gbm.find<GetPitch>("gbm_bo_get_stride_for_plane")(bo, 0);
        uint32_t value = 0;
        EXPECT_EQ(ssize_t(sizeof value),
                  pread(fd, &value, sizeof value, off_t(pitch_B) * y + x * off_t(sizeof value)));
        close(fd);
        return value;
    }

    const GbmLibrary m_gbm{GBM_OVER_FILES};
    const int m_null = open("/dev/null", O_RDWR | O_CLOEXEC);
    GbmLibrary::Owned<gbm_device> m_device{nullptr, nullptr};
    std::unique_ptr<GbmDisplay> m_display;
};

TEST_F(GbmBuffers, AreDrawnTo) {
    const auto bo = buffer();
    const EGLImageKHR image = m_display->import(bo.get());
    ASSERT_NE(EGL_NO_IMAGE_KHR, image);
    {
        const ImageTarget target(image);
        ASSERT_TRUE(ImageTarget::complete());
        drawHalves();
        expectHalves();
        glFlush(); // Others may look at it now.
        for (const EGLint x : {0, kWidth_px - 1}) {
            EXPECT_EQ(0xffff0000u, texel(bo.get(), x, 0));
            EXPECT_EQ(0xffff0000u, texel(bo.get(), x, kHeight_px / 2 - 1));
            EXPECT_EQ(0xff0000ffu, texel(bo.get(), x, kHeight_px / 2));
            EXPECT_EQ(0xff0000ffu, texel(bo.get(), x, kHeight_px - 1));
        }
    }
    m_display->destroy(image);
}

TEST_F(GbmBuffers, HaveAlphaByTheirFormat) {
    const auto bo = buffer(GBM_FORMAT_XRGB8888);
    const EGLint preserved[] = {EGL_IMAGE_PRESERVED_KHR, EGL_TRUE, EGL_NONE};
    const EGLImageKHR image = m_display->import(bo.get(), preserved);
    ASSERT_NE(EGL_NO_IMAGE_KHR, image);
    const ImageTarget target(image);
    ASSERT_TRUE(ImageTarget::complete());
    expectColor(Image::read(0, 0, kWidth_px, kHeight_px), kBlack);
    m_display->destroy(image);
}

TEST_F(GbmBuffers, MayGoBeforeTheirImages) {
    auto bo = buffer();
    const EGLImageKHR image = m_display->import(bo.get());
    ASSERT_NE(EGL_NO_IMAGE_KHR, image);
    bo.reset();
    const ImageTarget target(image);
    m_display->destroy(image);
    drawHalves();
    expectHalves();
}

TEST_F(GbmBuffers, LeaveNoFilesOpen) {
    const auto bo = buffer();
    const auto drawOnce = [&] {
        const EGLImageKHR image = m_display->import(bo.get());
        {
            const ImageTarget target(image);
            drawHalves();
            glFinish();
        }
        m_display->destroy(image);
        glFinish();
    };
    drawOnce(); // What is made once is made.
    const size_t before = openFds();
    for (int i = 0; i < 20; ++i) {
        drawOnce();
    }
    EXPECT_LE(openFds(), before + 2); // What the last frame holds on to.
}

TEST_F(GbmBuffers, OfNoSuchFormatAreRefused) {
    const auto bo = buffer(GBM_FORMAT_NV12);
    const size_t before = openFds();
    EXPECT_EQ(EGL_NO_IMAGE_KHR, m_display->import(bo.get()));
    EXPECT_EQ(EGL_BAD_MATCH, eglGetError());
    EXPECT_EQ(before, openFds());
}

TEST_F(GbmBuffers, WhatIsNoBufferIsRefused) {
    uintptr_t words[4] = {reinterpret_cast<uintptr_t>(&words), 1, 2, 3};
    const uintptr_t wild[1] = {16};
    for (void* const pointer : {static_cast<void*>(nullptr),
                                static_cast<void*>(words),
                                static_cast<void*>(const_cast<uintptr_t*>(wild)),
                                static_cast<void*>(m_device.get()),
                                reinterpret_cast<void*>(8)}) {
        EXPECT_EQ(EGL_NO_IMAGE_KHR, m_display->import(pointer)) << pointer;
        EXPECT_EQ(EGL_BAD_PARAMETER, eglGetError()) << pointer;
    }
}

TEST_F(GbmBuffers, NeedNeitherContextNorOtherAttributes) {
    const auto bo = buffer();
    const EGLint level[] = {EGL_GL_TEXTURE_LEVEL_KHR, 0, EGL_NONE};
    EXPECT_EQ(EGL_NO_IMAGE_KHR, m_display->import(bo.get(), level));
    EXPECT_EQ(EGL_BAD_PARAMETER, eglGetError());
    const auto create = load<PFNEGLCREATEIMAGEKHRPROC>("eglCreateImageKHR");
    const auto pixmap = EGLClientBuffer(bo.get());
    EXPECT_EQ(
        EGL_NO_IMAGE_KHR,
        create(m_display->handle(), m_display->context(), EGL_NATIVE_PIXMAP_KHR, pixmap, nullptr));
    EXPECT_EQ(EGL_BAD_PARAMETER, eglGetError());
    // Another platform has no such pixmaps.
    EXPECT_EQ(EGL_NO_IMAGE_KHR,
              create(surfacelessDisplay(), EGL_NO_CONTEXT, EGL_NATIVE_PIXMAP_KHR, pixmap, nullptr));
    EXPECT_EQ(EGL_BAD_PARAMETER, eglGetError());
}

} // namespace
