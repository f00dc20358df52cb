// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "glvk/draw/draw.h"
#include "glvk/image/framebuffer_slices.h"
#include "glvk/record/calling_context.h"
#include "glvk/transfer/blitter.h"
#include "glvk/transfer/clearer.h"
#include "glvk/transfer/copy_image.h"
#include "glvk/transfer/framebuffer_reader.h"
#include "glvk/transfer/framebuffer_writer.h"

#include <memory>
#include <string>

namespace glvk {

class Device;

/// The back end of one GL context: a recorder with its stream, and the draws, clears, blits and
/// reads over them.
class Context final : public CallingContext {
public:
    static std::unique_ptr<Context> create(std::shared_ptr<Device> device, bool robustAccess);
    ~Context() override;

    /// Between frames: keeps on disk what was compiled, now and then.
    void saveSometimes();

    // CallingContext
    void noteMovedStorage() override { m_draws.noteMovedStorage(); }
    void leaveFeedback(const Feedback& feedback) override { m_draws.leaveFeedback(feedback); }
    ImageSlice readSlice(const gl::Framebuffer& framebuffer, ReadAspect aspect) override {
        return m_reader.slice(framebuffer, aspect);
    }

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
    bool clear(const gl::State& state, gl::DirtyBits& dirty, const gl::ClearCall& call) override {
        return m_clearer.clear(state, dirty, call);
    }
    bool blit(const gl::State& state, gl::DirtyBits& dirty, const gl::BlitCall& call) override {
        return m_blitter.blit(state, dirty, call);
    }
    void invalidate(const gl::Framebuffer& framebuffer, const gl::InvalidateCall& call) override {
        m_clearer.invalidate(framebuffer, call);
    }
    bool readPixels(const gl::Framebuffer& source,
                    const gl::Rect& area,
                    const format::PixelLayout& pixels,
                    void* dst) override {
        return m_reader.readPixels(source, area, pixels, dst);
    }
    bool writePixels(const gl::Framebuffer& target,
                     const gl::Rect& area,
                     const format::PixelLayout& pixels,
                     const void* src) override {
        return m_writer.writePixels(target, area, pixels, src);
    }
    void beginQuery(gl::QueryBackend& query, uint32_t stream) override;
    void endQuery(gl::QueryBackend& query) override;
    void queryCounter(gl::QueryBackend& query) override;
    int64_t timestamp_ns() override;
    bool copyImage(const gl::CopyImageCall& call) override { return glvk::copyImage(*this, call); }
    void flush() override;
    void finish() override;
    std::unique_ptr<gl::FenceBackend> insertFence() override;
    void waitFence(gl::FenceBackend& fence) override;
    gl::ResetStatus resetStatus() override;

private:
    Context(std::shared_ptr<Device> device, bool robustAccess);

    std::shared_ptr<Device> m_device;
    DrawRecorder m_draws;
    Clearer m_clearer;
    Blitter m_blitter;
    FramebufferReader m_reader;
    FramebufferWriter m_writer;
};

} // namespace glvk
