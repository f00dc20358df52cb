// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "window/context.h"

#include "base/log.h"
#include "gl/compat/state/compat_state.h"
#include "gl/context/call_scope.h"

#include <utility>
#include <vector>

namespace window {

namespace {

/// Whether a context of `device` as asked for can share the objects of `shared` (EGL 1.5 section
/// 3.7.1, GLX_ARB_create_context). OpenGL and OpenGL ES share theirs: toolkits compose in one what
/// programs draw in the other.
Status checkSharing(const glvk::DeviceFactory& device,
                    const ContextRequest& request,
                    const glvk::DeviceFactory& sharedDevice,
                    const ContextRequest& other) {
    if (&sharedDevice != &device) {
        return Failure::ForeignObjects;
    }
    if (other.loseContextOnReset != request.loseContextOnReset ||
        other.noError != request.noError) {
        return Failure::Mismatch;
    }
    return {};
}

} // namespace

Outcome<std::shared_ptr<Context>> Context::create(std::shared_ptr<glvk::DeviceFactory> device,
                                                  std::optional<PixelFormat> format,
                                                  const ContextRequest& request,
                                                  Context* shareWith) {
    if (const Status status = request.check(); !status) {
        return status.failure();
    }
    if (format && !request.servedBy(*format)) {
        return Failure::NotInFormat;
    }
    if (shareWith != nullptr) {
        if (const Status status =
                checkSharing(*device, request, shareWith->device(), shareWith->m_request);
            !status) {
            return status.failure();
        }
    }
    std::shared_ptr<Context> context(new Context(std::move(format), request));
    std::string error;
    context->m_gl = gl::Context::create(
        device, request.glAttributes(), shareWith != nullptr ? &shareWith->gl() : nullptr, error);
    if (!context->m_gl) {
        base::logInfo(base::Log::Calls,
                      "no {} {}.{} context: {}",
                      request.api == gl::Api::Desktop ? "OpenGL" : "OpenGL ES",
                      request.major,
                      request.minor,
                      error);
        return Failure::NotOffered;
    }
    context->m_device = std::move(device);
    return context;
}

Context::~Context() = default;

bool Context::compatibleWith(const PixelFormat& format) const {
    return !m_format || m_format->sameBuffers(format);
}

bool Context::readPixels(glvk::Surface& images,
                         const gl::Rect& area,
                         const format::PixelLayout& layout,
                         void* out) {
    const gl::Ref<gl::Framebuffer> framebuffer(new gl::Framebuffer(0));
    framebuffer->setSurface(&images);
    const gl::CallScope call(m_gl.get());
    return m_gl->backend().readPixels(*framebuffer, area, layout, out);
}

bool Context::drawsToFront() const {
    switch (m_gl->objects().defaultDrawFramebuffer->drawBufferNames[0]) {
    case GL_FRONT:
    case GL_FRONT_LEFT:
    case GL_LEFT:
    case GL_FRONT_AND_BACK:
        return true;
    default:
        return false;
    }
}

void Context::defineTexture(GLenum target,
                            int32_t width_px,
                            int32_t height_px,
                            std::span<const uint32_t> pixels) {
    // In the format and type that every API has.
    std::vector<uint32_t> bytes(pixels.begin(), pixels.end());
    for (uint32_t& pixel : bytes) {
        pixel = (pixel & 0xff00ff00u) | (pixel & 0xffu) << 16 | (pixel >> 16 & 0xffu);
    }
    const gl::CallScope call(m_gl.get());
    // What the application set for uploads of its own does not count.
    gl::ClientState& client = m_gl->client();
    gl::ContextObjects& objects = m_gl->objects();
    const auto layout = std::exchange(client.unpack, {});
    gl::CompatState* const compat = m_gl->compat();
    const auto transfer = compat ? std::exchange(compat->pixelTransfer, {}) : gl::PixelTransfer();
    auto buffer = std::exchange(objects.pixelUnpackBuffer, {});
    m_gl->texImage2D(
        target, 0, GL_RGBA, width_px, height_px, 0, GL_RGBA, GL_UNSIGNED_BYTE, bytes.data());
    client.unpack = layout;
    if (compat) {
        compat->pixelTransfer = transfer;
    }
    objects.pixelUnpackBuffer = std::move(buffer);
}

void Context::flush() {
    const gl::CallScope call(m_gl.get());
    m_gl->flush();
}

void Context::finish() {
    const gl::CallScope call(m_gl.get());
    m_gl->finish();
}

void Context::dropSpares() {
    const gl::CallScope call(m_gl.get());
    m_gl->dropSpares();
}

} // namespace window
