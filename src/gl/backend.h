// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "format/format.h"
#include "gl/backend_objects.h"
#include "gl/calls.h"
#include "gl/caps.h"
#include "gl/regions.h"

#include <array>
#include <cstdint>
#include <memory>
#include <string>

namespace glsl {
struct LinkedProgram;
}

/// The GL machine's only way down. The front end has validated everything that reaches these
/// classes: they may assert it. Failures that remain are the environment's: memory (false, the
/// front end raises GL_OUT_OF_MEMORY) and a lost device (resetStatus()).
namespace gl {

class DirtyBits;
class Framebuffer;
struct State;

enum class ResetStatus : uint8_t { None, Guilty, Innocent, Unknown };

/// One per GL context. All calls come from the thread in which the context is current.
class ContextBackend {
public:
    virtual ~ContextBackend() = default;

    // Objects. Null: out of memory. They may be destroyed in any context of the share group.
    virtual std::unique_ptr<BufferBackend> createBuffer() = 0;
    virtual std::unique_ptr<TextureBackend> createTexture(TextureType type) = 0;
    virtual std::unique_ptr<RenderbufferBackend> createRenderbuffer() = 0;
    virtual std::unique_ptr<QueryBackend> createQuery(QueryKind kind) = 0;
    virtual std::unique_ptr<FeedbackBackend> createFeedback() = 0;
    /// Thread-safe: link jobs call it. Null: the device refused the shaders (`log` says why).
    virtual std::unique_ptr<ProgramBackend>
    createProgram(std::shared_ptr<const glsl::LinkedProgram> program, std::string& log) = 0;

    // Drawing. `dirty` holds what changed since the last call that looked; the back end clears
    // the bits it has dealt with. False: out of memory, nothing was drawn.
    [[nodiscard]] virtual bool draw(const State& state, DirtyBits& dirty, const DrawCall& call) = 0;
    [[nodiscard]] virtual bool
    clear(const State& state, DirtyBits& dirty, const ClearCall& call) = 0;
    [[nodiscard]] virtual bool blit(const State& state, DirtyBits& dirty, const BlitCall& call) = 0;
    /// Nobody wants the contents of these attachments any more (glInvalidateFramebuffer).
    virtual void invalidate(const Framebuffer& framebuffer, const InvalidateCall& call) {
        (void)framebuffer, (void)call;
    }
    /// Reads from `source`'s read attachment: colour, or depth/stencil by `pixels.format`. `area`
    /// may reach outside; pixels there are left alone. `dst` follows `pixels` (pack state).
    [[nodiscard]] virtual bool readPixels(const Framebuffer& source,
                                          const Rect& area,
                                          const format::PixelLayout& pixels,
                                          void* dst) = 0;
    /// Writes to all draw buffers of `target`, or to depth and stencil by `pixels.format`: nothing
    /// happens to pixels on the way but that they are converted. `area` lies inside; the images are
    /// single-sampled and there. `src` follows `pixels` (unpack state).
    [[nodiscard]] virtual bool writePixels(const Framebuffer& target,
                                           const Rect& area,
                                           const format::PixelLayout& pixels,
                                           const void* src) = 0;
    /// glCopyImageSubData: bits move, nothing is converted.
    [[nodiscard]] virtual bool copyImage(const CopyImageCall& call) = 0;

    // Queries. Draws count between begin and end, clears, blits and copies do not. At most one of a
    // kind and stream is active at a time.
    virtual void beginQuery(QueryBackend& query, uint32_t stream) = 0;
    virtual void endQuery(QueryBackend& query) = 0;
    virtual void queryCounter(QueryBackend& query) = 0; ///< Of a QueryKind::Timestamp.
    virtual int64_t timestamp_ns() = 0;                 ///< The device's time now.

    // Submission.
    virtual void flush() = 0;
    virtual void finish() = 0;
    virtual std::unique_ptr<FenceBackend> insertFence() = 0; ///< Does not flush by itself.
    /// eglWaitSync / glWaitSync of a fence that another context inserted.
    virtual void waitFence(FenceBackend& fence) = 0;
    /// Once it is not None it stays what it is.
    virtual ResetStatus resetStatus() = 0;
};

/// One per device: what can be known and made without a context. Shared by displays and contexts.
class DeviceBackend {
public:
    virtual ~DeviceBackend() = default;
    virtual const Caps& caps() const = 0;
    virtual FormatCaps formatCaps(const format::InternalFormat& internalFormat,
                                  TextureType type) const = 0;
    /// Where sample `index` of `samples` lies in a pixel: window coordinates from its corner.
    virtual std::array<float, 2> samplePosition(int32_t samples, int32_t index) const = 0;
    /// `robustAccess`: nothing that the context makes is read through another's bounds. Null: out
    /// of memory.
    [[nodiscard]] virtual std::unique_ptr<ContextBackend> createContext(bool robustAccess) = 0;
    /// Some texture or sampler object got a wrap that clamps coordinates (GL_CLAMP and its kin):
    /// shaders may have to help.
    virtual void noteCoordinateClamps() {}
    /// A program that no context owns. As ContextBackend's.
    virtual std::unique_ptr<ProgramBackend>
    createProgram(std::shared_ptr<const glsl::LinkedProgram> program, std::string& log) = 0;
};

} // namespace gl
