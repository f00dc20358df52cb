// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "gl/backend.h"
#include "gl/context/dirty.h"
#include "gl/context/state.h"
#include "gl/objects/executable.h"

#include <algorithm>
#include <cstring>
#include <map>
#include <optional>
#include <string>
#include <vector>

/// A back end that draws nothing and remembers what it was asked: for tests of the front end.
namespace gl::testing {

class FakeBuffer : public BufferBackend {
public:
    std::vector<std::byte> bytes;
    bool outOfMemory = false;

    bool define(ContextBackend&, size_t size_B, const void* data, GLenum) override {
        if (outOfMemory) {
            return false;
        }
        bytes.assign(size_B, std::byte{0});
        if (data && size_B > 0) {
            std::memcpy(bytes.data(), data, size_B);
        }
        return true;
    }
    void update(ContextBackend&, size_t offset_B, std::span<const std::byte> data) override {
        std::copy(data.begin(), data.end(), bytes.begin() + ptrdiff_t(offset_B));
    }
    void read(ContextBackend&, size_t offset_B, std::span<std::byte> data) override {
        std::copy_n(bytes.begin() + ptrdiff_t(offset_B), data.size(), data.begin());
    }
    bool defineStorage(ContextBackend& context,
                       size_t size_B,
                       const void* data,
                       GLbitfield flags) override {
        persistent = flags & GL_MAP_PERSISTENT_BIT;
        return define(context, size_B, data, GL_DYNAMIC_DRAW);
    }
    void copyFrom(ContextBackend&,
                  BufferBackend& source,
                  size_t sourceOffset_B,
                  size_t offset_B,
                  size_t size_B) override {
        const auto& from = static_cast<FakeBuffer&>(source).bytes;
        std::copy_n(from.begin() + ptrdiff_t(sourceOffset_B),
                    ptrdiff_t(size_B),
                    bytes.begin() + ptrdiff_t(offset_B));
    }
    void invalidate(ContextBackend&) override { ++invalidations; }
    std::byte* map(ContextBackend&, size_t offset_B, size_t, GLbitfield) override {
        return persistent ? bytes.data() + offset_B : nullptr;
    }

    bool persistent = false;
    int invalidations = 0;
};

class FakeImage : public SharedImage {
public:
    FakeImage(const format::InternalFormat& format, format::Extent extent)
        : m_format(format), m_extent(extent) {}
    format::Extent extent() const override { return m_extent; }
    const format::InternalFormat& internalFormat() const override { return m_format; }

private:
    const format::InternalFormat& m_format;
    format::Extent m_extent;
};

class FakeQuery;

/// Counters of calls; shared by all objects of a device.
struct FakeLog {
    int defines = 0;
    int updates = 0;
    int copies = 0;
    int mipmaps = 0;
    int reads = 0;
    int writes = 0; ///< Of pixels to framebuffers.
    int draws = 0;
    int clears = 0;
    int blits = 0;
    int views = 0;
    int imageCopies = 0;
    int32_t lastLevels = 0;
    int32_t lastSamples = 0;
    CopyImageCall lastCopy;
    int programs = 0;
    ResetStatus reset = ResetStatus::None; ///< What devices say when they are asked.
    int queriesBegun = 0;
    int queriesEnded = 0;
    uint32_t lastStream = 0;
    FakeQuery* lastQuery = nullptr;
    ImageIndex lastIndex;
    Offset lastOffset;
    Rect lastArea;
    format::Extent lastExtent;
    format::PixelLayout lastLayout;
    const format::InternalFormat* lastFormat = nullptr;
    int32_t lastMipmapLevel = 0;
    DrawCall lastDraw;
    ClearCall lastClear;
    BlitCall lastBlit;
    int invalidations = 0;
    InvalidateCall lastInvalidation;
    bool outOfMemory = false; ///< Everything that can fail does.
};

class FakeTexture : public TextureBackend {
public:
    explicit FakeTexture(FakeLog& log) : m_log(log) {}

    bool define(ContextBackend&,
                const ImageIndex& index,
                const format::InternalFormat& internalFormat,
                const format::Extent& extent,
                const format::PixelLayout* pixels,
                const void*) override {
        ++m_log.defines;
        m_log.lastIndex = index;
        m_log.lastExtent = extent;
        m_log.lastFormat = &internalFormat;
        m_format = &internalFormat;
        m_extent = extent;
        if (pixels) {
            m_log.lastLayout = *pixels;
        }
        return !m_log.outOfMemory;
    }
    bool update(ContextBackend&,
                const ImageIndex& index,
                const Offset& offset,
                const format::Extent& extent,
                const format::PixelLayout& pixels,
                const void*) override {
        ++m_log.updates;
        m_log.lastIndex = index;
        m_log.lastOffset = offset;
        m_log.lastExtent = extent;
        m_log.lastLayout = pixels;
        return !m_log.outOfMemory;
    }
    bool defineCompressed(ContextBackend& context,
                          const ImageIndex& index,
                          const format::InternalFormat& internalFormat,
                          const format::Extent& extent,
                          const void* src) override {
        return define(context, index, internalFormat, extent, nullptr, src);
    }
    bool updateCompressed(ContextBackend&,
                          const ImageIndex& index,
                          const Offset& offset,
                          const format::Extent& extent,
                          const void*) override {
        ++m_log.updates;
        m_log.lastIndex = index;
        m_log.lastOffset = offset;
        m_log.lastExtent = extent;
        return !m_log.outOfMemory;
    }
    bool copyFrom(ContextBackend&,
                  const ImageIndex& index,
                  const Offset& offset,
                  const Framebuffer&,
                  const Rect& area) override {
        ++m_log.copies;
        m_log.lastIndex = index;
        m_log.lastOffset = offset;
        m_log.lastArea = area;
        return !m_log.outOfMemory;
    }
    bool generateMipmap(ContextBackend&, int32_t, int32_t lastLevel) override {
        ++m_log.mipmaps;
        m_log.lastMipmapLevel = lastLevel;
        return !m_log.outOfMemory;
    }
    bool read(ContextBackend&,
              const ImageIndex& index,
              const format::PixelLayout& pixels,
              void*) override {
        ++m_log.reads;
        m_log.lastIndex = index;
        m_log.lastLayout = pixels;
        return !m_log.outOfMemory;
    }
    bool defineStorage(ContextBackend&,
                       const format::InternalFormat& internalFormat,
                       const format::Extent& extent,
                       int32_t levels,
                       int32_t samples) override {
        ++m_log.defines;
        m_log.lastFormat = &internalFormat;
        m_log.lastExtent = extent;
        m_log.lastLevels = levels;
        m_log.lastSamples = samples;
        m_format = &internalFormat;
        m_extent = extent;
        return !m_log.outOfMemory;
    }
    bool showView(ContextBackend&,
                  TextureBackend&,
                  const format::InternalFormat& internalFormat,
                  const format::Extent& extent,
                  int32_t,
                  int32_t levels,
                  int32_t) override {
        ++m_log.views;
        m_log.lastFormat = &internalFormat;
        m_log.lastExtent = extent;
        m_log.lastLevels = levels;
        return !m_log.outOfMemory;
    }
    bool readCompressed(ContextBackend&, const ImageIndex& index, void*) override {
        ++m_log.reads;
        m_log.lastIndex = index;
        return !m_log.outOfMemory;
    }
    bool reduces(const format::InternalFormat& format) const override {
        return format.green == 0 && !format.compressed; // As devices that do the least.
    }
    std::shared_ptr<SharedImage> share(ContextBackend&, const ImageIndex&) override {
        return std::make_shared<FakeImage>(*m_format, m_extent);
    }
    void adopt(ContextBackend&, std::shared_ptr<SharedImage> image) override {
        m_format = &image->internalFormat();
        m_extent = image->extent();
    }

private:
    FakeLog& m_log;
    const format::InternalFormat* m_format = nullptr;
    format::Extent m_extent;
};

class FakeRenderbuffer : public RenderbufferBackend {
public:
    explicit FakeRenderbuffer(FakeLog& log) : m_log(log) {}

    bool define(ContextBackend&,
                const format::InternalFormat& internalFormat,
                int32_t width_px,
                int32_t height_px,
                int32_t) override {
        ++m_log.defines;
        m_format = &internalFormat;
        m_extent = {width_px, height_px, 1};
        return !m_log.outOfMemory;
    }
    std::shared_ptr<SharedImage> share(ContextBackend&) override {
        return std::make_shared<FakeImage>(*m_format, m_extent);
    }
    void adopt(ContextBackend&, std::shared_ptr<SharedImage>) override {}

private:
    FakeLog& m_log;
    const format::InternalFormat* m_format = nullptr;
    format::Extent m_extent;
};

class FakeSurface : public SurfaceBackend {
public:
    int32_t width = 64;
    int32_t height = 48;
    std::optional<int32_t> nextWidth; ///< From the next frame on.
    int32_t sampleCount = 0;
    const format::InternalFormat* color = format::findInternalFormat(GL_RGBA8);
    const format::InternalFormat* depthStencil = format::findInternalFormat(GL_DEPTH24_STENCIL8);

    int32_t width_px() const override { return width; }
    int32_t height_px() const override { return height; }
    int32_t samples() const override { return sampleCount; }
    const format::InternalFormat& colorFormat() const override { return *color; }
    const format::InternalFormat* depthStencilFormat() const override { return depthStencil; }
    bool beginFrame() override {
        const bool changed = nextWidth && *nextWidth != width;
        width = nextWidth.value_or(width);
        return changed;
    }
};

class FakeProgram : public ProgramBackend {};

class FakeFence : public FenceBackend {
public:
    bool wait(uint64_t) override { return true; }
    bool signalled() override { return true; }
};

class FakeQuery : public QueryBackend {
public:
    bool isReady = true;
    uint64_t value = 0;
    int waits = 0;

    bool ready(ContextBackend&) override { return isReady; }
    void wait() override {
        ++waits;
        isReady = true;
    }
    uint64_t result() override { return value; }
};

class FakeFeedback : public FeedbackBackend {
public:
    bool begin(ContextBackend&, const glsl::Feedback&) override { return true; }
    void end(ContextBackend&) override {}
    uint64_t vertices(ContextBackend&, uint32_t) override { return 3; }
};

class FakeContext : public ContextBackend {
public:
    explicit FakeContext(FakeLog& log) : m_log(log) {}

    std::unique_ptr<BufferBackend> createBuffer() override {
        return std::make_unique<FakeBuffer>();
    }
    std::unique_ptr<TextureBackend> createTexture(TextureType) override {
        return std::make_unique<FakeTexture>(m_log);
    }
    std::unique_ptr<RenderbufferBackend> createRenderbuffer() override {
        return std::make_unique<FakeRenderbuffer>(m_log);
    }
    std::unique_ptr<QueryBackend> createQuery(QueryKind) override {
        auto query = std::make_unique<FakeQuery>();
        m_log.lastQuery = query.get();
        return query;
    }
    std::unique_ptr<FeedbackBackend> createFeedback() override {
        return std::make_unique<FakeFeedback>();
    }
    void beginQuery(QueryBackend&, uint32_t stream) override {
        ++m_log.queriesBegun;
        m_log.lastStream = stream;
    }
    void endQuery(QueryBackend&) override { ++m_log.queriesEnded; }
    void queryCounter(QueryBackend&) override { ++m_log.queriesBegun; }
    int64_t timestamp_ns() override { return 12345; }
    std::unique_ptr<ProgramBackend> createProgram(std::shared_ptr<const glsl::LinkedProgram>,
                                                  std::string&) override {
        return std::make_unique<FakeProgram>();
    }
    bool draw(const State&, DirtyBits& dirty, const DrawCall& call) override {
        ++m_log.draws;
        m_log.lastDraw = call;
        dirty.clearAll();
        return !m_log.outOfMemory;
    }
    bool clear(const State&, DirtyBits& dirty, const ClearCall& call) override {
        ++m_log.clears;
        m_log.lastClear = call;
        return !m_log.outOfMemory;
    }
    void invalidate(const Framebuffer&, const InvalidateCall& call) override {
        ++m_log.invalidations;
        m_log.lastInvalidation = call;
    }
    bool blit(const State&, DirtyBits&, const BlitCall& call) override {
        ++m_log.blits;
        m_log.lastBlit = call;
        return !m_log.outOfMemory;
    }
    bool readPixels(const Framebuffer&,
                    const Rect& area,
                    const format::PixelLayout& pixels,
                    void*) override {
        ++m_log.reads;
        m_log.lastArea = area;
        m_log.lastLayout = pixels;
        return !m_log.outOfMemory;
    }
    bool writePixels(const Framebuffer&,
                     const Rect& area,
                     const format::PixelLayout& pixels,
                     const void*) override {
        ++m_log.writes;
        m_log.lastArea = area;
        m_log.lastLayout = pixels;
        return !m_log.outOfMemory;
    }
    bool copyImage(const CopyImageCall& call) override {
        ++m_log.imageCopies;
        m_log.lastCopy = call;
        return !m_log.outOfMemory;
    }
    void flush() override {}
    void finish() override {}
    std::unique_ptr<FenceBackend> insertFence() override { return std::make_unique<FakeFence>(); }
    void waitFence(FenceBackend&) override {}
    ResetStatus resetStatus() override { return m_log.reset; }

private:
    FakeLog& m_log;
};

/// Supports every format as far as a device sensibly may; tests turn single ones off.
class FakeDevice : public DeviceBackend {
public:
    std::unique_ptr<ProgramBackend> createProgram(std::shared_ptr<const glsl::LinkedProgram>,
                                                  std::string&) override {
        return std::make_unique<FakeProgram>();
    }
    FakeDevice() {
        fakeCaps.renderer = "fake";
        fakeCaps.maxTextureSize_px = 4096;
        fakeCaps.maxCubeMapSize_px = 4096;
        fakeCaps.max3dTextureSize_px = 256;
        fakeCaps.maxRenderbufferSize_px = 4096;
        fakeCaps.maxViewport_px = {4096, 4096};
        fakeCaps.pointSizeRange_px = {1, 64};
        fakeCaps.textureCompressionS3tc = true;
        fakeCaps.textureCompressionEtc1 = true;
        fakeCaps.floatLinear = true;
        fakeCaps.halfFloatLinear = true;
        fakeCaps.depthTextureLinear = true;
        fakeCaps.anisotropy = true;
        fakeCaps.maxAnisotropy = 16;
        fakeCaps.customBorderColor = true;
        fakeCaps.robustAccess = true;
    }

    /// What the highest versions need.
    void offerEverything() {
        for (bool Caps::* ability :
             {&Caps::independentBlend,  &Caps::dualSourceBlend,    &Caps::depthClamp,
              &Caps::logicOp,           &Caps::clipDistance,       &Caps::cullDistance,
              &Caps::geometryShader,    &Caps::tessellationShader, &Caps::fp64,
              &Caps::fp64Attributes,    &Caps::sampleShading,      &Caps::cubeMapArray,
              &Caps::gatherExtended,    &Caps::drawIndirect,       &Caps::multiViewport,
              &Caps::stencilExport,     &Caps::transformFeedback,  &Caps::preciseOcclusion,
              &Caps::timestamps,        &Caps::primitiveQueries,   &Caps::provokingVertex,
              &Caps::customBorderColor, &Caps::mirrorClampToEdge,  &Caps::textureFilterMinmax,
              &Caps::allFilterMinmax,   &Caps::cubeSeams,          &Caps::bptc}) {
            fakeCaps.*ability = true;
        }
        fakeCaps.maxDualSourceDrawBuffers = 1;
        fakeCaps.vertexStreams = 4;
        fakeCaps.maxCombinedTextureUnits = 80;
        fakeCaps.maxUniformBufferBindings = 60;
        fakeCaps.maxCombinedUniformBlocks = 60;
    }

    const Caps& caps() const override { return fakeCaps; }
    FormatCaps formatCaps(const format::InternalFormat& internalFormat,
                          TextureType) const override {
        FormatCaps caps;
        caps.storage = internalFormat.candidates[0];
        caps.sampled = internalFormat.base != GL_STENCIL_INDEX;
        caps.filterable = caps.sampled;
        caps.reducible = internalFormat.green == 0 && !internalFormat.compressed;
        caps.renderable =
            !internalFormat.compressed && !notRenderable.contains(internalFormat.name);
        caps.blendable = caps.renderable;
        caps.sampleCounts = 1 | 1 << 1 | 1 << 4;
        return caps;
    }
    std::array<float, 2> samplePosition(int32_t samples, int32_t index) const override {
        return {(float(index) + 0.5f) / float(samples), 0.5f};
    }
    std::unique_ptr<ContextBackend> createContext(bool) override {
        return std::make_unique<FakeContext>(log);
    }

    Caps fakeCaps;
    std::map<GLenum, bool> notRenderable;
    mutable FakeLog log;
};

} // namespace gl::testing
