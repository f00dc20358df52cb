// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "window/context.h"

#include "base/log.h"
#include "gl/context/call_scope.h"

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
        base::logInfo("no {} {}.{} context: {}",
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
