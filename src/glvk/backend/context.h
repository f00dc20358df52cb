// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "gl/backend.h"
#include "glvk/draw/descriptor_cache.h"
#include "glvk/draw/draw.h"
#include "glvk/image/render_targets.h"
#include "glvk/pipeline/pipeline_store.h"
#include "glvk/record/recorder.h"
#include "glvk/record/stream.h"
#include "glvk/transfer/meta.h"

#include <memory>

namespace glvk {

enum class ReadAspect : uint8_t { Color, Depth, Stencil };

/// The back end of one GL context: a recorder, its streams, and the draw, clear, blit and read
/// commands over them.
class Context final : public gl::ContextBackend {
public:
    static std::unique_ptr<Context> create(std::shared_ptr<Device> device);
    ~Context() override;

    Device& device() { return *m_device; }
    Recorder& recorder() { return m_recorder; }
    /// Memory for transfers to images and buffers.
    Stream& uploads() { return m_uploads; }

    /// A texture got another image (DrawRecorder::noteMovedStorage).
    void noteMovedStorage() { m_draws.noteMovedStorage(); }

    /// DrawRecorder::noteFullSamplers.
    void noteFullSamplers() { m_draws.noteFullSamplers(); }
    bool settlesForSamplers() const { return m_draws.settlesForSamplers(); }

    void leaveFeedback(const Feedback& feedback) { m_draws.leaveFeedback(feedback); }

    ImageSlice attachmentSlice(const gl::Attachment& attachment);
    /// What reads of `framebuffer` come from, single-sampled. Null image: nothing, or out of
    /// memory.
    ImageSlice readSlice(const gl::Framebuffer& framebuffer, ReadAspect aspect);
    /// Copies texels back and packs them; waits for the device.
    [[nodiscard]] bool readImage(const ImageSlice& source,
                                 const gl::Offset& offset,
                                 const format::Extent& extent,
                                 const format::PixelLayout& pixels,
                                 void* dst,
                                 bool sumLuminance);

    // gl::ContextBackend
    std::unique_ptr<gl::BufferBackend> createBuffer() override;
    std::unique_ptr<gl::TextureBackend> createTexture(gl::TextureType type) override;
    std::unique_ptr<gl::RenderbufferBackend> createRenderbuffer() override;
    std::unique_ptr<gl::QueryBackend> createQuery(gl::QueryKind kind) override;
    std::unique_ptr<gl::FeedbackBackend> createFeedback() override;
    std::unique_ptr<gl::ProgramBackend>
    createProgram(std::shared_ptr<const glsl::LinkedProgram> program, std::string& log) override;
    bool draw(const gl::State& state, gl::DirtyBits& dirty, const gl::DrawCall& call) override {
        return m_draws.draw(state, dirty, call);
    }
    bool clear(const gl::State& state, gl::DirtyBits& dirty, const gl::ClearCall& call) override;
    bool blit(const gl::State& state, gl::DirtyBits& dirty, const gl::BlitCall& call) override;
    void invalidate(const gl::Framebuffer& framebuffer, const gl::InvalidateCall& call) override;
    bool readPixels(const gl::Framebuffer& source,
                    const gl::Rect& area,
                    const format::PixelLayout& pixels,
                    void* dst) override;
    void beginQuery(gl::QueryBackend& query, uint32_t stream) override;
    void endQuery(gl::QueryBackend& query) override;
    void queryCounter(gl::QueryBackend& query) override;
    int64_t timestamp_ns() override;
    bool copyImage(const gl::CopyImageCall& call) override;
    void flush() override;
    void finish() override;
    std::unique_ptr<gl::FenceBackend> insertFence() override;
    void waitFence(gl::FenceBackend& fence) override;
    gl::ResetStatus resetStatus() override;

private:
    explicit Context(std::shared_ptr<Device> device);

    /// An image of `framebuffer` as it is, which may be multisampled. `index`: of colours. Null
    /// image: nothing, or out of memory.
    ImageSlice ownSlice(const gl::Framebuffer& framebuffer, ReadAspect aspect, int index);

    void
    clearWithCommands(const RenderTargets& targets, const ClearLoads& what, const gl::Rect& area);
    bool clearMasked(const RenderTargets& targets, const MaskedClear& clear, const gl::Rect& area);
    /// Layers first … last - 1, each attachment and layer by itself, of those that have them.
    bool clearLayers(const RenderTargets& targets,
                     const MaskedClear& clear,
                     const gl::Rect& area,
                     uint32_t first,
                     uint32_t last);
    bool clearLayer(const RenderTargets& targets,
                    const MaskedClear& clear,
                    const gl::Rect& area,
                    uint32_t layer);
    bool drawClear(const RenderTargets& targets, const MaskedClear& clear, const gl::Rect& area);
    /// Viewport and scissor of the driver's own draws.
    void setMetaArea(const RenderTargets& targets, const gl::Rect& area);

    struct ImageBlit;
    bool blitImage(ImageBlit blit);
    bool copyBits(const ImageBlit& blit);
    void resolveBits(const ImageBlit& blit);
    bool drawBlit(const ImageBlit& blit);
    bool drawBlitPass(const MetaBlitKey& key, MetaBlitPush& push);
    VkDescriptorSet metaSet(VkImageView view);
    /// An image as large as `source`, with nothing in it.
    ResourceRef<Image> imageLike(const ImageSlice& source, VkSampleCountFlagBits samples);
    /// A single-sampled image of what `source` shows, all aspects.
    ResourceRef<Image> resolved(const ImageSlice& source);
    bool resolveDepthStencil(const ImageSlice& source, Image& single);
    ResourceRef<Image> sampledCopy(const ImageSlice& source, VkImageAspectFlags aspect);

    std::shared_ptr<Device> m_device;
    Recorder m_recorder;
    Stream m_uploads;
    DrawRecorder m_draws;
    ResourceRef<MetaSets> m_metaSets;
    ResourceRef<Image> m_readable; ///< What readSlice() resolved last.
    bool m_lostReported = false;
};

} // namespace glvk
