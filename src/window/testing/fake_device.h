// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "glvk/interface/instance.h"

#include <new>
#include <set>
#include <sys/sysmacros.h>

/// A device that draws nothing and remembers what was asked of it.
namespace window::testing {

class FakeFence : public gl::FenceBackend {
public:
    bool wait(uint64_t) override { return true; }
    bool signalled() override { return true; }
};

class FakeBuffer : public gl::BufferBackend {
public:
    bool define(gl::ContextBackend&, size_t, const void*, GLenum) override { return true; }
    void update(gl::ContextBackend&, size_t, std::span<const std::byte>) override {}
    void read(gl::ContextBackend&, size_t, std::span<std::byte>) override {}
    void copyFrom(gl::ContextBackend&, gl::BufferBackend&, size_t, size_t, size_t) override {}
};

class FakeImage : public gl::SharedImage {
public:
    format::Extent extent() const override { return {1, 1, 1}; }
    const format::InternalFormat& internalFormat() const override {
        return *format::findInternalFormat(GL_RGBA8);
    }
};

class FakeTexture : public gl::TextureBackend {
public:
    using Context = gl::ContextBackend;
    using Index = gl::ImageIndex;
    bool define(Context&,
                const Index&,
                const format::InternalFormat&,
                const format::Extent&,
                const format::PixelLayout*,
                const void*) override {
        return true;
    }
    bool update(Context&,
                const Index&,
                const gl::Offset&,
                const format::Extent&,
                const format::PixelLayout&,
                const void*) override {
        return true;
    }
    bool defineCompressed(Context&,
                          const Index&,
                          const format::InternalFormat&,
                          const format::Extent&,
                          const void*) override {
        return true;
    }
    bool updateCompressed(
        Context&, const Index&, const gl::Offset&, const format::Extent&, const void*) override {
        return true;
    }
    bool copyFrom(Context&,
                  const Index&,
                  const gl::Offset&,
                  const gl::Framebuffer&,
                  const gl::Rect&) override {
        return true;
    }
    bool generateMipmap(Context&, int32_t, int32_t) override { return true; }
    bool read(Context&, const Index&, const format::PixelLayout&, void*) override { return true; }
    bool defineStorage(
        Context&, const format::InternalFormat&, const format::Extent&, int32_t, int32_t) override {
        return true;
    }
    bool showView(Context&,
                  gl::TextureBackend&,
                  const format::InternalFormat&,
                  const format::Extent&,
                  int32_t,
                  int32_t,
                  int32_t) override {
        return true;
    }
    bool readCompressed(Context&, const Index&, void*) override { return true; }
    std::shared_ptr<gl::SharedImage> share(Context&, const Index&) override {
        return std::make_shared<FakeImage>();
    }
    void adopt(Context&, std::shared_ptr<gl::SharedImage>) override {}
};

class FakeRenderbuffer : public gl::RenderbufferBackend {
public:
    bool
    define(gl::ContextBackend&, const format::InternalFormat&, int32_t, int32_t, int32_t) override {
        return true;
    }
    std::shared_ptr<gl::SharedImage> share(gl::ContextBackend&) override {
        return std::make_shared<FakeImage>();
    }
    void adopt(gl::ContextBackend&, std::shared_ptr<gl::SharedImage>) override {}
};

class FakeProgram : public gl::ProgramBackend {};

class FakeContext : public gl::ContextBackend {
public:
    inline static int flushes = 0;
    inline static int alive = 0;
    inline static bool memoryIsShort = false; ///< Nothing can be submitted.

    FakeContext() { ++alive; }
    ~FakeContext() override { --alive; }

    std::unique_ptr<gl::BufferBackend> createBuffer() override {
        return std::make_unique<FakeBuffer>();
    }
    std::unique_ptr<gl::TextureBackend> createTexture(gl::TextureType) override {
        return std::make_unique<FakeTexture>();
    }
    std::unique_ptr<gl::RenderbufferBackend> createRenderbuffer() override {
        return std::make_unique<FakeRenderbuffer>();
    }
    std::unique_ptr<gl::QueryBackend> createQuery(gl::QueryKind) override { return nullptr; }
    std::unique_ptr<gl::FeedbackBackend> createFeedback() override { return nullptr; }
    void beginQuery(gl::QueryBackend&, uint32_t) override {}
    void endQuery(gl::QueryBackend&) override {}
    void queryCounter(gl::QueryBackend&) override {}
    int64_t timestamp_ns() override { return 0; }
    std::unique_ptr<gl::ProgramBackend> createProgram(std::shared_ptr<const glsl::LinkedProgram>,
                                                      std::string&) override {
        return std::make_unique<FakeProgram>();
    }
    bool draw(const gl::State&, gl::DirtyBits&, const gl::DrawCall&) override { return true; }
    bool clear(const gl::State&, gl::DirtyBits&, const gl::ClearCall&) override { return true; }
    bool copyImage(const gl::CopyImageCall&) override { return true; }
    bool blit(const gl::State&, gl::DirtyBits&, const gl::BlitCall&) override { return true; }
    bool readPixels(const gl::Framebuffer&,
                    const gl::Rect&,
                    const format::PixelLayout&,
                    void*) override {
        return true;
    }
    bool writePixels(const gl::Framebuffer&,
                     const gl::Rect&,
                     const format::PixelLayout&,
                     const void*) override {
        return true;
    }
    void flush() override {
        ++flushes;
        if (memoryIsShort) {
            throw std::bad_alloc();
        }
    }
    void finish() override {}
    std::unique_ptr<gl::FenceBackend> insertFence() override {
        return std::make_unique<FakeFence>();
    }
    void waitFence(gl::FenceBackend&) override {}
    gl::ResetStatus resetStatus() override { return gl::ResetStatus::None; }
};

class FakeSurface : public glvk::Surface {
public:
    inline static int alive = 0;

    FakeSurface(const glvk::SurfaceFormat& format, int32_t width_px, int32_t height_px)
        : m_format(format), m_width_px(width_px), m_height_px(height_px) {
        ++alive;
    }
    ~FakeSurface() override { --alive; }

    int32_t width_px() const override { return m_width_px; }
    int32_t height_px() const override { return m_height_px; }
    int32_t samples() const override { return m_format.samples; }
    const format::InternalFormat& colorFormat() const override { return *m_format.color; }
    const format::InternalFormat* depthStencilFormat() const override {
        return m_format.depthStencil;
    }
    glvk::PresentResult
    present(gl::ContextBackend&, std::span<const gl::Rect>, glvk::SwapBehavior) override {
        return glvk::PresentResult::Ok;
    }
    void setSwapInterval(int) override {}
    bool frameBegun() const override { return false; }
    int32_t bufferAge() const override { return 0; }
    bool followWindow(glvk::FollowWindow) override { return false; }
    bool beginFrame() override { return false; }
    uint64_t colorSerial() const override { return serial; }

    uint64_t serial = 0; ///< Grows when a test pretends that something was drawn.

private:
    glvk::SurfaceFormat m_format;
    int32_t m_width_px, m_height_px;
};

class FakeDevice : public glvk::DeviceFactory {
public:
    FakeDevice() {
        m_description.name = "Fake";
        m_description.usable = true;
        m_caps.renderer = "Fake";
        m_caps.maxTextureSize_px = 4096;
        m_caps.maxCubeMapSize_px = 4096;
        m_caps.max3dTextureSize_px = 256;
        m_caps.maxRenderbufferSize_px = 4096;
        m_caps.maxViewport_px = {4096, 2048};
    }

    /// Formats that cannot be rendered to.
    std::set<GLenum> missing;
    uint32_t sampleCounts = 1 | 1 << 4;
    std::set<uint32_t> unpresentableVisuals;

    const gl::Caps& caps() const override { return m_caps; }
    gl::FormatCaps formatCaps(const format::InternalFormat& format,
                              gl::TextureType) const override {
        const bool renderable = !missing.contains(format.name);
        return {.storage = format.candidates[0],
                .sampled = true,
                .renderable = renderable,
                .sampleCounts = sampleCounts};
    }
    std::array<float, 2> samplePosition(int32_t, int32_t) const override { return {0.5f, 0.5f}; }
    std::unique_ptr<gl::ContextBackend> createContext(bool) override {
        return std::make_unique<FakeContext>();
    }
    std::unique_ptr<gl::ProgramBackend> createProgram(std::shared_ptr<const glsl::LinkedProgram>,
                                                      std::string&) override {
        return std::make_unique<FakeProgram>();
    }
    std::unique_ptr<glvk::Surface> createOffscreenSurface(const glvk::SurfaceFormat& format,
                                                          int32_t width_px,
                                                          int32_t height_px) override {
        return std::make_unique<FakeSurface>(format, width_px, height_px);
    }
    std::unique_ptr<glvk::Surface> createWindowSurface(const glvk::SurfaceFormat&,
                                                       const glvk::NativeWindow&,
                                                       std::string& error) override {
        error = "no windows here";
        return nullptr;
    }
    bool canPresent(const glvk::NativeWindow& window) const override {
        return !unpresentableVisuals.contains(std::get<glvk::X11Window>(window).visual);
    }
    glvk::DmaBufs* dmaBufs() override { return nullptr; }
    const glvk::DeviceDescription& description() const override { return m_description; }
    bool lost() const override { return m_lost; }
    void lose() { m_lost = true; }
    std::vector<std::string> strategies() const override { return {}; }

private:
    gl::Caps m_caps;
    glvk::DeviceDescription m_description;
    bool m_lost = false;
};

class FakeInstance : public glvk::Instance {
public:
    FakeInstance() {
        m_devices.resize(3);
        m_devices[0].name = "Broken";
        m_devices[1].name = "Processor";
        m_devices[1].isCpu = true;
        m_devices[1].usable = true;
        m_devices[1].renderNode = {.number = makedev(1, 5), .path = "/dev/zero"};
        m_devices[2].name = "Graphics";
        m_devices[2].usable = true;
        m_devices[2].primaryNode = {.number = makedev(1, 3), .path = "/dev/null"};
    }
    const std::vector<glvk::DeviceDescription>& devices() const override { return m_devices; }
    std::optional<size_t> defaultDevice(std::string&) const override { return 2; }
    std::shared_ptr<glvk::Device> open(size_t, std::string&) override { return nullptr; }

private:
    std::vector<glvk::DeviceDescription> m_devices;
};

} // namespace window::testing
