// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// EGL_EXT_image_dma_buf_import, EGL_EXT_image_dma_buf_import_modifiers and
// EGL_MESA_image_dma_buf_export.

#include "egl_test.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <dirent.h>
#include <fcntl.h>
#include <map>
#include <optional>
#include <sys/mman.h>
#include <unistd.h>

namespace {

using namespace harness;

constexpr EGLint kArgb8888 = 0x34325241; // DRM_FORMAT_ARGB8888
constexpr EGLint kXrgb8888 = 0x34325258; // DRM_FORMAT_XRGB8888
constexpr EGLint kNv12 = 0x3231564e;     // DRM_FORMAT_NV12

constexpr EGLint kWidth_px = 32;
constexpr EGLint kHeight_px = 16;

/// A file descriptor that is closed in the end.
class Fd {
public:
    explicit Fd(int fd = -1) : m_fd(fd) {}
    Fd(Fd&& other) noexcept : m_fd(std::exchange(other.m_fd, -1)) {}
    Fd& operator=(Fd&& other) noexcept {
        std::swap(m_fd, other.m_fd);
        return *this;
    }
    ~Fd() { close(); }
    void close() {
        if (m_fd >= 0) {
            ::close(std::exchange(m_fd, -1));
        }
    }
    int get() const { return m_fd; }

private:
    int m_fd;
};

int openFds() {
    DIR* const dir = opendir("/proc/self/fd");
    int count = 0;
    while (readdir(dir)) {
        ++count;
    }
    closedir(dir);
    return count;
}

/// A list of attributes of which each can be changed.
using List = std::map<EGLint, EGLint>;

std::vector<EGLint> flat(const List& list) {
    std::vector<EGLint> values;
    for (const auto& [name, value] : list) {
        values.insert(values.end(), {name, value});
    }
    values.push_back(EGL_NONE);
    return values;
}

class DmaBufs : public EglTest {
protected:
    void SetUp() override {
        EglTest::SetUp();
        if (HasFatalFailure()) {
            return;
        }
        if (!displayHas("EGL_EXT_image_dma_buf_import_modifiers")) {
            GTEST_SKIP() << "no EGL_EXT_image_dma_buf_import_modifiers";
        }
        m_create = load<PFNEGLCREATEIMAGEKHRPROC>("eglCreateImageKHR");
        m_destroy = load<PFNEGLDESTROYIMAGEKHRPROC>("eglDestroyImageKHR");
        m_target = load<PFNGLEGLIMAGETARGETTEXTURE2DOESPROC>("glEGLImageTargetTexture2DOES");
        m_formats = load<PFNEGLQUERYDMABUFFORMATSEXTPROC>("eglQueryDmaBufFormatsEXT");
        m_modifiers = load<PFNEGLQUERYDMABUFMODIFIERSEXTPROC>("eglQueryDmaBufModifiersEXT");
        m_describe = load<PFNEGLEXPORTDMABUFIMAGEQUERYMESAPROC>("eglExportDMABUFImageQueryMESA");
        m_export = load<PFNEGLEXPORTDMABUFIMAGEMESAPROC>("eglExportDMABUFImageMESA");
        ASSERT_TRUE(m_create && m_destroy && m_target && m_formats && m_modifiers);
        m_context = context();
        ASSERT_NE(EGL_NO_CONTEXT, m_context);
        makeCurrent(m_context);
    }
    void TearDown() override {
        EglTest::TearDown();
        if (m_context != EGL_NO_CONTEXT) {
            eglDestroyContext(m_display, m_context);
        }
    }
    void makeCurrent(EGLContext context) const {
        ASSERT_TRUE(eglMakeCurrent(m_display, EGL_NO_SURFACE, EGL_NO_SURFACE, context));
    }

    bool exports() const { return displayHas("EGL_MESA_image_dma_buf_export"); }
    /// On the processor everything is memory that can be mapped.
    bool importsFiles() const {
        const auto attribute = load<PFNEGLQUERYDISPLAYATTRIBEXTPROC>("eglQueryDisplayAttribEXT");
        const auto text = load<PFNEGLQUERYDEVICESTRINGEXTPROC>("eglQueryDeviceStringEXT");
        EGLAttrib device = 0;
        attribute(m_display, EGL_DEVICE_EXT, &device);
        return listHas(text(reinterpret_cast<EGLDeviceEXT>(device), EGL_EXTENSIONS),
                       "EGL_MESA_device_software");
    }
    /// Memory that cannot shrink, with this in it.
    static Fd file(const std::vector<uint32_t>& texels) {
        Fd fd(memfd_create("dma_buf_test", MFD_CLOEXEC | MFD_ALLOW_SEALING));
        const auto size_B = ssize_t(texels.size() * sizeof(uint32_t));
        EXPECT_EQ(size_B, write(fd.get(), texels.data(), size_t(size_B)));
        EXPECT_EQ(0, fcntl(fd.get(), F_ADD_SEALS, F_SEAL_SHRINK));
        return fd;
    }
    static List attributes(int fd, EGLint pitch_B = kWidth_px * 4, EGLint offset_B = 0) {
        return {{EGL_WIDTH, kWidth_px},
                {EGL_HEIGHT, kHeight_px},
                {EGL_LINUX_DRM_FOURCC_EXT, kArgb8888},
                {EGL_DMA_BUF_PLANE0_FD_EXT, fd},
                {EGL_DMA_BUF_PLANE0_OFFSET_EXT, offset_B},
                {EGL_DMA_BUF_PLANE0_PITCH_EXT, pitch_B}};
    }
    EGLImageKHR import(const List& list) const {
        return m_create(
            m_display, EGL_NO_CONTEXT, EGL_LINUX_DMA_BUF_EXT, nullptr, flat(list).data());
    }
    EGLImageKHR image(GLuint texture) const {
        return m_create(m_display,
                        m_context,
                        EGL_GL_TEXTURE_2D_KHR,
                        EGLClientBuffer(uintptr_t(texture)),
                        nullptr);
    }

    /// A texture whose image it becomes: attached to a framebuffer, which is bound.
    struct Drawn {
        Drawn() {
            glGenTextures(1, &texture);
            glBindTexture(GL_TEXTURE_2D, texture);
            glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
            glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
            glGenFramebuffers(1, &framebuffer);
        }
        Drawn(const Drawn&) = delete;
        Drawn& operator=(const Drawn&) = delete;
        ~Drawn() {
            glDeleteFramebuffers(1, &framebuffer);
            glDeleteTextures(1, &texture);
        }
        void attach() const {
            glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
            glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture, 0);
            ASSERT_EQ(GLenum(GL_FRAMEBUFFER_COMPLETE), glCheckFramebufferStatus(GL_FRAMEBUFFER));
        }
        static void clear(float red, float green, float blue, float alpha = 1) {
            glClearColor(red, green, blue, alpha);
            glClear(GL_COLOR_BUFFER_BIT);
        }
        /// Red on the left, blue on the right.
        static void drawHalves() {
            clear(1, 0, 0);
            glEnable(GL_SCISSOR_TEST);
            glScissor(kWidth_px / 2, 0, kWidth_px / 2, kHeight_px);
            clear(0, 0, 1);
            glDisable(GL_SCISSOR_TEST);
        }
        static void expectHalves() {
            expectColor(Image::read(0, 0, kWidth_px / 2, kHeight_px), kRed);
            expectColor(Image::read(kWidth_px / 2, 0, kWidth_px / 2, kHeight_px), kBlue);
        }
        GLuint texture = 0;
        GLuint framebuffer = 0;
    };

    /// What the device imports, and who keeps it.
    struct Source {
        Fd fd;
        List list;
    };
    /// Nothing: the test is skipped.
    std::optional<Source> source() const {
        if (exports()) {
            const Drawn drawn;
            return exported(drawn);
        }
        if (importsFiles()) {
            Fd fd = file(std::vector<uint32_t>(kWidth_px * kHeight_px, 0xff00ff00));
            List list = attributes(fd.get());
            return Source{std::move(fd), std::move(list)};
        }
        return {};
    }
    /// `drawn` gets a texture of 32 × 16 texels that others can have.
    std::optional<Source> exported(const Drawn& drawn) const {
        glBindTexture(GL_TEXTURE_2D, drawn.texture);
        glTexImage2D(GL_TEXTURE_2D,
                     0,
                     GL_RGBA,
                     kWidth_px,
                     kHeight_px,
                     0,
                     GL_RGBA,
                     GL_UNSIGNED_BYTE,
                     nullptr);
        drawn.attach();
        Drawn::drawHalves();
        const EGLImageKHR image = this->image(drawn.texture);
        EXPECT_NE(EGL_NO_IMAGE_KHR, image);
        int fourcc = 0;
        int planes = 0;
        std::array<EGLuint64KHR, 4> modifiers{};
        std::array<int, 4> fds{-1, -1, -1, -1};
        std::array<EGLint, 4> pitches{};
        std::array<EGLint, 4> offsets{};
        EXPECT_TRUE(m_describe(m_display, image, &fourcc, &planes, modifiers.data()));
        EXPECT_TRUE(m_export(m_display, image, fds.data(), pitches.data(), offsets.data()));
        EXPECT_EGL_OK();
        EXPECT_TRUE(m_destroy(m_display, image));
        EXPECT_EQ(1, planes);
        if (fds[0] < 0) {
            return {};
        }
        glFinish();
        List list = attributes(fds[0], pitches[0], offsets[0]);
        list[EGL_LINUX_DRM_FOURCC_EXT] = fourcc;
        list[EGL_DMA_BUF_PLANE0_MODIFIER_LO_EXT] = EGLint(uint32_t(modifiers[0]));
        list[EGL_DMA_BUF_PLANE0_MODIFIER_HI_EXT] = EGLint(modifiers[0] >> 32);
        return Source{Fd(fds[0]), std::move(list)};
    }

    PFNEGLCREATEIMAGEKHRPROC m_create = nullptr;
    PFNEGLDESTROYIMAGEKHRPROC m_destroy = nullptr;
    PFNGLEGLIMAGETARGETTEXTURE2DOESPROC m_target = nullptr;
    PFNEGLQUERYDMABUFFORMATSEXTPROC m_formats = nullptr;
    PFNEGLQUERYDMABUFMODIFIERSEXTPROC m_modifiers = nullptr;
    PFNEGLEXPORTDMABUFIMAGEQUERYMESAPROC m_describe = nullptr;
    PFNEGLEXPORTDMABUFIMAGEMESAPROC m_export = nullptr;
    EGLContext m_context = EGL_NO_CONTEXT;
};

TEST_F(DmaBufs, ListsFormatsAndModifiers) {
    EGLint count = 0;
    ASSERT_TRUE(m_formats(m_display, 0, nullptr, &count));
    ASSERT_GT(count, 0);
    std::vector<EGLint> formats(size_t(count), 0);
    EGLint written = 0;
    ASSERT_TRUE(m_formats(m_display, count, formats.data(), &written));
    EXPECT_EQ(count, written);
    EXPECT_TRUE(std::ranges::find(formats, kArgb8888) != formats.end());
    EXPECT_TRUE(std::ranges::find(formats, kXrgb8888) != formats.end());
    for (const EGLint format : formats) {
        ASSERT_TRUE(m_modifiers(m_display, format, 0, nullptr, nullptr, &count));
        ASSERT_GT(count, 0) << std::hex << format;
        std::vector<EGLuint64KHR> modifiers(size_t(count), 0);
        std::vector<EGLBoolean> externalOnly(size_t(count), 2);
        ASSERT_TRUE(
            m_modifiers(m_display, format, count, modifiers.data(), externalOnly.data(), &written));
        EXPECT_EQ(count, written);
        EXPECT_TRUE(
            std::ranges::all_of(externalOnly, [](EGLBoolean value) { return value == EGL_FALSE; }));
        std::ranges::sort(modifiers);
        EXPECT_TRUE(std::ranges::adjacent_find(modifiers) == modifiers.end()) << "twice";
    }
    EXPECT_EGL_OK();
}

TEST_F(DmaBufs, QueriesRefuse) {
    EGLint count = 77;
    EGLuint64KHR modifier = 0;
    const auto refused = [](EGLBoolean result) { return result == EGL_FALSE; };
    EXPECT_TRUE(refused(m_formats(m_display, -1, nullptr, &count)));
    EXPECT_EQ(EGL_BAD_PARAMETER, eglGetError());
    EXPECT_TRUE(refused(m_formats(m_display, 1, nullptr, &count)));
    EXPECT_EQ(EGL_BAD_PARAMETER, eglGetError());
    EXPECT_TRUE(refused(m_modifiers(m_display, kArgb8888, -1, &modifier, nullptr, &count)));
    EXPECT_EQ(EGL_BAD_PARAMETER, eglGetError());
    EXPECT_TRUE(refused(m_modifiers(m_display, kArgb8888, 1, nullptr, nullptr, &count)));
    EXPECT_EQ(EGL_BAD_PARAMETER, eglGetError());
    EXPECT_TRUE(refused(m_modifiers(m_display, kNv12, 1, &modifier, nullptr, &count)));
    EXPECT_EQ(EGL_BAD_PARAMETER, eglGetError());
    EXPECT_EQ(77, count);
}

TEST_F(DmaBufs, MemoryIsSampledAndDrawnTo) {
    if (!importsFiles()) {
        GTEST_SKIP() << "the device imports no files";
    }
    // Rows lie apart, and the first does not lie first: B, G, R, A in bytes.
    constexpr EGLint kPitch_texels = kWidth_px + 16;
    constexpr EGLint kOffset_texels = 16;
    std::vector<uint32_t> texels(kOffset_texels + kPitch_texels * kHeight_px, 0x11223344);
    for (EGLint y = 0; y < kHeight_px; ++y) {
        for (EGLint x = 0; x < kWidth_px; ++x) {
            texels[size_t(kOffset_texels + y * kPitch_texels + x)] =
                x < kWidth_px / 2 ? 0xffff0000 : 0xff0000ff;
        }
    }
    const Fd fd = file(texels);
    const EGLImageKHR image = import(attributes(fd.get(), kPitch_texels * 4, kOffset_texels * 4));
    ASSERT_NE(EGL_NO_IMAGE_KHR, image) << eglErrorName(eglGetError());
    const Drawn drawn;
    m_target(GL_TEXTURE_2D, image);
    EXPECT_TRUE(m_destroy(m_display, image));
    EXPECT_GL_OK();
    drawn.attach();
    Drawn::expectHalves();
    {
        const Target target(kWidth_px, kHeight_px);
        const GLuint program = buildProgram(kTextureVertex, kTextureFragment, {"position"});
        glUseProgram(program);
        glBindTexture(GL_TEXTURE_2D, drawn.texture);
        drawFull();
        Drawn::expectHalves();
        glDeleteProgram(program);
    }
    // What is drawn is there for others once it is flushed, and nothing beside it.
    drawn.attach();
    Drawn::clear(0, 1, 0, 0);
    glFlush();
    std::vector<uint32_t> after(texels.size());
    ASSERT_EQ(ssize_t(after.size() * 4), pread(fd.get(), after.data(), after.size() * 4, 0));
    for (size_t i = 0; i < after.size(); ++i) {
        const size_t at = i - kOffset_texels;
        const bool inside = i >= kOffset_texels && at % kPitch_texels < kWidth_px;
        ASSERT_EQ(inside ? 0x0000ff00u : 0x11223344u, after[i]) << "texel " << i;
    }
    EXPECT_GL_OK();
}

TEST_F(DmaBufs, AnAlphaThatIsNotThereIsOne) {
    if (!importsFiles()) {
        GTEST_SKIP() << "the device imports no files";
    }
    const Fd fd = file(std::vector<uint32_t>(kWidth_px * kHeight_px, 0x000000ff));
    List list = attributes(fd.get());
    list[EGL_LINUX_DRM_FOURCC_EXT] = kXrgb8888;
    const EGLImageKHR image = import(list);
    ASSERT_NE(EGL_NO_IMAGE_KHR, image) << eglErrorName(eglGetError());
    const Drawn drawn;
    m_target(GL_TEXTURE_2D, image);
    EXPECT_TRUE(m_destroy(m_display, image));
    const GLuint program = buildProgram(kTextureVertex, kTextureFragment, {"position"});
    glUseProgram(program);
    const Target target(kWidth_px, kHeight_px);
    glBindTexture(GL_TEXTURE_2D, drawn.texture);
    drawFull();
    expectColor(target.read(), kBlue);
    glDeleteProgram(program);
    EXPECT_GL_OK();
}

/// What one context draws, another that shares nothing with it sees, and the reverse.
TEST_F(DmaBufs, WhatWasExportedIsImported) {
    if (!exports()) {
        GTEST_SKIP() << "no EGL_MESA_image_dma_buf_export";
    }
    const Drawn first;
    const std::optional<Source> source = exported(first);
    ASSERT_TRUE(source);
    const EGLContext other = context();
    ASSERT_NE(EGL_NO_CONTEXT, other);
    makeCurrent(other);
    const EGLImageKHR image = import(source->list);
    ASSERT_NE(EGL_NO_IMAGE_KHR, image) << eglErrorName(eglGetError());
    {
        const Drawn second;
        m_target(GL_TEXTURE_2D, image);
        EXPECT_TRUE(m_destroy(m_display, image));
        EXPECT_GL_OK();
        second.attach();
        Drawn::expectHalves();
        Drawn::clear(0, 1, 0);
        glFlush();
        makeCurrent(m_context);
        first.attach();
        expectColor(Image::read(0, 0, kWidth_px, kHeight_px), kGreen);
        Drawn::drawHalves();
        glFlush();
        makeCurrent(other);
        Drawn::expectHalves();
        EXPECT_GL_OK();
    }
    makeCurrent(m_context);
    EXPECT_TRUE(eglDestroyContext(m_display, other));
}

TEST_F(DmaBufs, FileDescriptorsStayTheCallers) {
    std::optional<Source> source = this->source();
    if (!source) {
        GTEST_SKIP() << "nothing to import";
    }
    const auto round = [&] {
        const EGLImageKHR image = import(source->list);
        ASSERT_NE(EGL_NO_IMAGE_KHR, image) << eglErrorName(eglGetError());
        const Drawn drawn;
        m_target(GL_TEXTURE_2D, image);
        drawn.attach();
        Drawn::clear(0, 1, 0);
        expectColor(Image::read(0, 0, kWidth_px, kHeight_px), kGreen);
        EXPECT_TRUE(m_destroy(m_display, image));
        glFinish();
    };
    round(); // What is made once is made.
    glFinish();
    const int before = openFds();
    for (int i = 0; i < 20; ++i) {
        round();
    }
    glFinish();
    EXPECT_LE(openFds(), before + 2);
    // An image works on without its file descriptor.
    const EGLImageKHR image = import(source->list);
    ASSERT_NE(EGL_NO_IMAGE_KHR, image);
    source->fd.close();
    const Drawn drawn;
    m_target(GL_TEXTURE_2D, image);
    EXPECT_TRUE(m_destroy(m_display, image));
    drawn.attach();
    Drawn::clear(1, 0, 0);
    expectColor(Image::read(0, 0, kWidth_px, kHeight_px), kRed);
    EXPECT_GL_OK();
}

TEST_F(DmaBufs, Refusals) {
    const std::optional<Source> source = this->source();
    if (!source) {
        GTEST_SKIP() << "nothing to import";
    }
    const auto with = [&](std::initializer_list<std::pair<EGLint, EGLint>> changes) {
        List list = source->list;
        for (const auto& [name, value] : changes) {
            list[name] = value;
        }
        return import(list);
    };
    const int before = openFds();
    int ends[2]{};
    ASSERT_EQ(0, pipe(ends));
    const Fd pipeOut(ends[0]);
    const Fd pipeIn(ends[1]);
    EXPECT_EGL_FAILS(EGL_BAD_PARAMETER, EGL_NO_IMAGE_KHR, with({{EGL_DMA_BUF_PLANE0_FD_EXT, -1}}));
    EXPECT_EGL_FAILS(
        EGL_BAD_PARAMETER, EGL_NO_IMAGE_KHR, with({{EGL_DMA_BUF_PLANE0_FD_EXT, 987654}}));
    EXPECT_EGL_FAILS(
        EGL_BAD_PARAMETER, EGL_NO_IMAGE_KHR, with({{EGL_DMA_BUF_PLANE0_FD_EXT, ends[0]}}));
    // Formats and modifiers that nobody has.
    EXPECT_EGL_FAILS(
        EGL_BAD_MATCH, EGL_NO_IMAGE_KHR, with({{EGL_LINUX_DRM_FOURCC_EXT, 0x20202020}}));
    EXPECT_EGL_FAILS(EGL_BAD_MATCH, EGL_NO_IMAGE_KHR, with({{EGL_LINUX_DRM_FOURCC_EXT, kNv12}}));
    EXPECT_EGL_FAILS(EGL_BAD_MATCH,
                     EGL_NO_IMAGE_KHR,
                     with({{EGL_DMA_BUF_PLANE0_MODIFIER_LO_EXT, 12345},
                           {EGL_DMA_BUF_PLANE0_MODIFIER_HI_EXT, 0x7f000000}}));
    EXPECT_EGL_FAILS(EGL_BAD_MATCH, EGL_NO_IMAGE_KHR, with({{EGL_WIDTH, INT32_MAX}}));
    // Planes that the format does not have.
    const EGLint fd = source->list.at(EGL_DMA_BUF_PLANE0_FD_EXT);
    const auto secondPlane = [&] {
        List list = source->list;
        list[EGL_DMA_BUF_PLANE1_FD_EXT] = fd;
        list[EGL_DMA_BUF_PLANE1_OFFSET_EXT] = 0;
        list[EGL_DMA_BUF_PLANE1_PITCH_EXT] = kWidth_px * 4;
        for (const auto& [first, second] :
             {std::pair(EGL_DMA_BUF_PLANE0_MODIFIER_LO_EXT, EGL_DMA_BUF_PLANE1_MODIFIER_LO_EXT),
              std::pair(EGL_DMA_BUF_PLANE0_MODIFIER_HI_EXT, EGL_DMA_BUF_PLANE1_MODIFIER_HI_EXT)}) {
            if (list.contains(first)) {
                list[second] = list[first];
            }
        }
        return import(list);
    };
    EXPECT_EGL_FAILS(EGL_BAD_ATTRIBUTE, EGL_NO_IMAGE_KHR, secondPlane());
    // What does not lie within the memory.
    EXPECT_EGL_FAILS(EGL_BAD_ACCESS, EGL_NO_IMAGE_KHR, with({{EGL_HEIGHT, 16000}}));
    EXPECT_EGL_FAILS(
        EGL_BAD_ACCESS, EGL_NO_IMAGE_KHR, with({{EGL_DMA_BUF_PLANE0_OFFSET_EXT, INT32_MAX}}));
    EXPECT_EGL_FAILS(
        EGL_BAD_ACCESS, EGL_NO_IMAGE_KHR, with({{EGL_DMA_BUF_PLANE0_OFFSET_EXT, -4096}}));
    EXPECT_EGL_FAILS(
        EGL_BAD_ACCESS, EGL_NO_IMAGE_KHR, with({{EGL_DMA_BUF_PLANE0_PITCH_EXT, -128}}));
    // Rows in rows.
    const bool linear = !source->list.contains(EGL_DMA_BUF_PLANE0_MODIFIER_LO_EXT) ||
                        (source->list.at(EGL_DMA_BUF_PLANE0_MODIFIER_LO_EXT) == 0 &&
                         source->list.at(EGL_DMA_BUF_PLANE0_MODIFIER_HI_EXT) == 0);
    if (linear) {
        EXPECT_EGL_FAILS(EGL_BAD_ACCESS,
                         EGL_NO_IMAGE_KHR,
                         with({{EGL_DMA_BUF_PLANE0_PITCH_EXT, kWidth_px * 4 - 4}}));
        EXPECT_EGL_FAILS(
            EGL_BAD_ACCESS, EGL_NO_IMAGE_KHR, with({{EGL_DMA_BUF_PLANE0_PITCH_EXT, INT32_MAX}}));
    }
    // Not as the extension calls it.
    const std::vector<EGLint> right = flat(source->list);
    EXPECT_EGL_FAILS(EGL_BAD_PARAMETER,
                     EGL_NO_IMAGE_KHR,
                     m_create(m_display, m_context, EGL_LINUX_DMA_BUF_EXT, nullptr, right.data()));
    EXPECT_EGL_FAILS(EGL_BAD_PARAMETER,
                     EGL_NO_IMAGE_KHR,
                     m_create(m_display,
                              EGL_NO_CONTEXT,
                              EGL_LINUX_DMA_BUF_EXT,
                              EGLClientBuffer(uintptr_t(1)),
                              right.data()));
    EXPECT_EQ(before + 2, openFds()) << "refusals keep nothing";
    // As it is, it is right.
    const EGLImageKHR image = import(source->list);
    EXPECT_NE(EGL_NO_IMAGE_KHR, image) << eglErrorName(eglGetError());
    EXPECT_TRUE(m_destroy(m_display, image));
}

TEST_F(DmaBufs, ExportRefuses) {
    if (!exports()) {
        GTEST_SKIP() << "no EGL_MESA_image_dma_buf_export";
    }
    int fds[4]{};
    const auto refused = [](EGLBoolean result) { return result == EGL_FALSE; };
    EXPECT_TRUE(refused(m_export(m_display, EGLImageKHR(0x1234), fds, nullptr, nullptr)));
    EXPECT_EQ(EGL_BAD_PARAMETER, eglGetError());
    // Depth has no format that others know.
    GLuint renderbuffer = 0;
    glGenRenderbuffers(1, &renderbuffer);
    glBindRenderbuffer(GL_RENDERBUFFER, renderbuffer);
    glRenderbufferStorage(GL_RENDERBUFFER, GL_DEPTH_COMPONENT16, 4, 4);
    const EGLImageKHR image = m_create(m_display,
                                       m_context,
                                       EGL_GL_RENDERBUFFER_KHR,
                                       EGLClientBuffer(uintptr_t(renderbuffer)),
                                       nullptr);
    ASSERT_NE(EGL_NO_IMAGE_KHR, image);
    EXPECT_TRUE(refused(m_describe(m_display, image, fds, nullptr, nullptr)));
    EXPECT_EQ(EGL_BAD_MATCH, eglGetError());
    EXPECT_TRUE(m_destroy(m_display, image));
    glDeleteRenderbuffers(1, &renderbuffer);
}

} // namespace
