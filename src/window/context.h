// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "gl/context/context.h"
#include "glvk/interface/instance.h"
#include "window/claim.h"
#include "window/context_request.h"
#include "window/outcome.h"
#include "window/pixel_format.h"

#include <memory>
#include <optional>

namespace window {

/// A gl::Context that threads can make current. Shared by the door's handle and the thread in which
/// it is current, so it lives until both have let go.
class Context {
public:
    /// `format` nothing: to be used with drawables of any. Failures: those of
    /// ContextRequest::check(), NotInFormat, ForeignObjects or Mismatch together with `shareWith`,
    /// NotOffered.
    static Outcome<std::shared_ptr<Context>> create(std::shared_ptr<glvk::DeviceFactory> device,
                                                    std::optional<PixelFormat> format,
                                                    const ContextRequest& request,
                                                    Context* shareWith);
    ~Context();

    gl::Context& gl() { return *m_gl; }
    const gl::Context& gl() const { return *m_gl; }
    glvk::DeviceFactory& device() { return *m_device; }
    Claim& claim() { return m_claim; }
    const ContextRequest& request() const { return m_request; }
    /// True where it may draw to and read from drawables of `format`.
    bool compatibleWith(const PixelFormat& format) const;

    // The caller's thread holds the claim.

    /// Reads images that this context draws to, as glReadPixels does: colours, or depths where
    /// `layout` says so. False: out of memory.
    [[nodiscard]] bool readPixels(glvk::Surface& images,
                                  const gl::Rect& area,
                                  const format::PixelLayout& layout,
                                  void* out);
    /// True where draws go to the front buffer of its drawable (GL_FRONT …).
    bool drawsToFront() const;
    /// Makes pixels the first level of the texture that is bound to `target`; 0xAARRGGBB, row after
    /// row. Errors are GL's.
    void defineTexture(GLenum target,
                       int32_t width_px,
                       int32_t height_px,
                       std::span<const uint32_t> pixels);
    /// Submits what was recorded.
    void flush();
    void finish();
    /// Lets go of what is kept only because it may be bound again soon: a frame ends.
    void dropSpares();

private:
    Context(std::optional<PixelFormat> format, const ContextRequest& request)
        : m_format(std::move(format)), m_request(request) {}

    std::shared_ptr<glvk::DeviceFactory> m_device;
    const std::optional<PixelFormat> m_format;
    const ContextRequest m_request;
    std::unique_ptr<gl::Context> m_gl;
    Claim m_claim;
};

} // namespace window
