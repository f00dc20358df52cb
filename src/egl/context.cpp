// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "egl/context.h"

#include "base/log.h"
#include "egl/config.h"
#include "egl/surface.h"
#include "gl/context/call_scope.h"

namespace egl {

Outcome<std::shared_ptr<Context>> Context::create(std::shared_ptr<glvk::DeviceFactory> device,
                                                  const Config* config,
                                                  const ContextRequest& request,
                                                  Context* shareWith) {
    if (config != nullptr && (config->renderableType & request.renderableBit()) == 0) {
        return Failure{EGL_BAD_CONFIG};
    }
    if (shareWith != nullptr) {
        const ContextRequest& other = shareWith->m_request;
        if (other.api != request.api) {
            return Failure{EGL_BAD_CONTEXT};
        }
        if (other.loseContextOnReset != request.loseContextOnReset ||
            other.noError != request.noError) {
            return Failure{EGL_BAD_MATCH};
        }
    }
    std::shared_ptr<Context> context(new Context(config, request));
    std::string error;
    context->m_gl = gl::Context::create(
        device, request.glAttributes(), shareWith != nullptr ? &shareWith->gl() : nullptr, error);
    if (!context->m_gl) {
        base::logInfo("no {} {}.{} context: {}",
                      request.api == EGL_OPENGL_API ? "OpenGL" : "OpenGL ES",
                      request.major,
                      request.minor,
                      error);
        return Failure{EGL_BAD_MATCH};
    }
    context->m_device = std::move(device);
    return context;
}

Context::~Context() = default;

bool Context::compatibleWith(const Surface& surface) const {
    return m_config == nullptr || m_config == &surface.config() ||
           m_config->compatibleWith(surface.config());
}

Outcome<EGLint> Context::attribute(EGLint name, const Surface* draw) const {
    switch (name) {
    case EGL_CONFIG_ID:
        return m_config != nullptr ? m_config->id : 0;
    case EGL_CONTEXT_CLIENT_TYPE:
        return EGLint(m_request.api);
    case EGL_CONTEXT_CLIENT_VERSION:
        return m_gl->attributes().major;
    case EGL_RENDER_BUFFER:
        return draw != nullptr ? draw->renderBuffer() : EGL_NONE;
    default:
        return Failure{EGL_BAD_ATTRIBUTE};
    }
}

bool Context::readColors(Surface& surface, const gl::Rect& area, void* out) {
    const gl::Ref<gl::Framebuffer> framebuffer(new gl::Framebuffer(0));
    framebuffer->setSurface(&surface.images());
    const gl::CallScope call(m_gl.get());
    return m_gl->backend().readPixels(
        *framebuffer, area, {.format = GL_RGBA, .type = GL_UNSIGNED_BYTE, .alignment_B = 4}, out);
}

void Context::flush() {
    const gl::CallScope call(m_gl.get());
    m_gl->flush();
}

void Context::dropSpares() {
    const gl::CallScope call(m_gl.get());
    m_gl->dropSpares();
}

void Context::finish() {
    const gl::CallScope call(m_gl.get());
    m_gl->finish();
}

} // namespace egl
