// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Renderbuffers (ES 3.0 and GL 3.3 section 4.4.2).
#include "gl/objects/image_resolver.h"
#include "gl/validation/validate_framebuffer.h"

namespace gl {

namespace {

void renderbufferChanged(Context& context, const Renderbuffer& renderbuffer) {
    if (renderbuffer.attached()) {
        context.dirty().set(Dirty::Framebuffer);
        context.recheck(kRecheckFramebuffer);
    }
    context.noteSharedChange();
}

void renderbufferStorage(Context& context,
                         GLenum target,
                         GLsizei samples,
                         GLenum internalformat,
                         GLsizei width,
                         GLsizei height) {
    if (target != GL_RENDERBUFFER) {
        context.setError(GL_INVALID_ENUM, "{:#x} is not GL_RENDERBUFFER", target);
        return;
    }
    const format::InternalFormat* format = renderbufferFormat(context, internalformat);
    if (!format) {
        context.setError(GL_INVALID_ENUM, "{:#x} is not a format of renderbuffers", internalformat);
        return;
    }
    const int32_t max_px = context.caps().maxRenderbufferSize_px;
    // GL_ARB_internalformat_query and ES 3.0 tell too many for the format from too many for all.
    const bool perFormat = context.atLeast(30, 30);
    if (width < 0 || height < 0 || width > max_px || height > max_px || samples < 0 ||
        (samples > context.caps().maxSamples && !(perFormat && context.isES()))) {
        context.setError(GL_INVALID_VALUE,
                         "a renderbuffer of {}×{} pixels with {} samples",
                         width,
                         height,
                         samples);
        return;
    }
    Renderbuffer* renderbuffer = requireRenderbuffer(context, target);
    if (!renderbuffer) {
        return;
    }
    if (perFormat && samples > (maxSamplesOf(context, *format) > 1 ? maxSamplesOf(context, *format)
                                : context.isES() && format->integer() ? 0
                                                                      : 1)) {
        context.setError(GL_INVALID_OPERATION,
                         "renderbuffers of format {:#x} do not have {} samples",
                         internalformat,
                         samples);
        return;
    }
    const int32_t chosen = chooseSamples(context, *format, samples);
    if (!renderbuffer->backend().define(context.backend(), *format, width, height, chosen)) {
        context.outOfMemory();
        return;
    }
    renderbuffer->setStorage(format, internalformat, width, height, chosen);
    renderbufferChanged(context, *renderbuffer);
}

} // namespace

void Context::genRenderbuffers(GLsizei n, GLuint* renderbuffers) {
    if (n < 0) {
        setError(GL_INVALID_VALUE, "glGenRenderbuffers: n {}", n);
        return;
    }
    for (GLsizei i = 0; i < n; ++i) {
        renderbuffers[i] = m_group->renderbuffers.generate();
    }
}

void Context::deleteRenderbuffers(GLsizei n, const GLuint* renderbuffers) {
    if (n < 0) {
        setError(GL_INVALID_VALUE, "glDeleteRenderbuffers: n {}", n);
        return;
    }
    for (GLsizei i = 0; i < n; ++i) {
        const Ref<Renderbuffer> renderbuffer = renderbuffers[i]
                                                   ? m_group->renderbuffers.remove(renderbuffers[i])
                                                   : Ref<Renderbuffer>();
        if (!renderbuffer) {
            continue;
        }
        if (m_objects.renderbuffer == renderbuffer) {
            m_objects.renderbuffer = {};
        }
        detachFromBound(*renderbuffer);
    }
}

GLboolean Context::isRenderbuffer(GLuint renderbuffer) {
    return renderbuffer != 0 && m_group->renderbuffers.find(renderbuffer) != nullptr;
}

void Context::bindRenderbuffer(GLenum target, GLuint renderbuffer) {
    if (target != GL_RENDERBUFFER) {
        setError(GL_INVALID_ENUM, "glBindRenderbuffer: {:#x} is not a target", target);
        return;
    }
    if (renderbuffer == 0) {
        m_objects.renderbuffer = {};
        return;
    }
    Renderbuffer* object = m_group->renderbuffers.find(renderbuffer);
    if (!object) {
        if (isCore() && !m_group->renderbuffers.used(renderbuffer)) {
            return setError(
                GL_INVALID_OPERATION, "{} is not a name of glGenRenderbuffers", renderbuffer);
        }
        std::unique_ptr<RenderbufferBackend> backend = m_backend->createRenderbuffer();
        if (!backend) {
            outOfMemory();
            return;
        }
        object = new Renderbuffer(renderbuffer, std::move(backend));
        m_group->renderbuffers.insert(renderbuffer, object);
    }
    m_objects.renderbuffer = object;
}

void Context::renderbufferStorage(GLenum target,
                                  GLenum internalformat,
                                  GLsizei width,
                                  GLsizei height) {
    gl::renderbufferStorage(*this, target, 0, internalformat, width, height);
}

void Context::renderbufferStorageMultisample(
    GLenum target, GLsizei samples, GLenum internalformat, GLsizei width, GLsizei height) {
    gl::renderbufferStorage(*this, target, samples, internalformat, width, height);
}

void Context::eglImageTargetRenderbufferStorageOES(GLenum target, GLeglImageOES image) {
    Renderbuffer* renderbuffer = requireRenderbuffer(*this, target);
    if (!renderbuffer) {
        return;
    }
    const std::shared_ptr<SharedImage> shared = resolveImage(image);
    if (!shared) {
        setError(GL_INVALID_VALUE,
                 "glEGLImageTargetRenderbufferStorageOES: there is no such image");
        return;
    }
    renderbuffer->backend().adopt(*m_backend, shared);
    const format::InternalFormat& format = shared->internalFormat();
    const format::Extent extent = shared->extent();
    renderbuffer->setStorage(&format, format.name, extent.width_px, extent.height_px, 0);
    renderbufferChanged(*this, *renderbuffer);
}

} // namespace gl
