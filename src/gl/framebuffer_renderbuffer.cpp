// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Renderbuffers and queries of attachments (ES 2.0 section 4.4.1, 6.1.3 and 6.1.7).
#include "gl/validate_framebuffer.h"

#include <algorithm>
#include <optional>

namespace gl {

namespace {

void renderbufferChanged(Context& context, const Renderbuffer& renderbuffer) {
    if (renderbuffer.attached()) {
        context.dirty().set(Dirty::Framebuffer);
        context.recheck(Context::kRecheckFramebuffer);
    }
    context.noteSharedChange();
}

Renderbuffer* requireBound(Context& context, GLenum target) {
    if (target != GL_RENDERBUFFER) {
        context.setError(GL_INVALID_ENUM, "{:#x} is not GL_RENDERBUFFER", target);
        return nullptr;
    }
    Renderbuffer* renderbuffer = context.objects().renderbuffer.get();
    if (!renderbuffer) {
        context.setError(GL_INVALID_OPERATION, "no renderbuffer is bound");
    }
    return renderbuffer;
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
    if (width < 0 || height < 0 || width > max_px || height > max_px || samples < 0 ||
        samples > context.caps().maxSamples) {
        context.setError(GL_INVALID_VALUE,
                         "a renderbuffer of {}×{} pixels with {} samples",
                         width,
                         height,
                         samples);
        return;
    }
    Renderbuffer* renderbuffer = requireBound(context, target);
    if (!renderbuffer) {
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

/// Component sizes, for renderbuffers and attachments. Empty: not such a parameter.
std::optional<GLint> componentSize(const format::InternalFormat* format, GLenum pname) {
    static constexpr format::InternalFormat kNone{};
    const format::InternalFormat& row = format ? *format : kNone;
    switch (pname) {
    case GL_RENDERBUFFER_RED_SIZE:
    case GL_FRAMEBUFFER_ATTACHMENT_RED_SIZE:
        return row.red;
    case GL_RENDERBUFFER_GREEN_SIZE:
    case GL_FRAMEBUFFER_ATTACHMENT_GREEN_SIZE:
        return row.green;
    case GL_RENDERBUFFER_BLUE_SIZE:
    case GL_FRAMEBUFFER_ATTACHMENT_BLUE_SIZE:
        return row.blue;
    case GL_RENDERBUFFER_ALPHA_SIZE:
    case GL_FRAMEBUFFER_ATTACHMENT_ALPHA_SIZE:
        return row.alpha;
    case GL_RENDERBUFFER_DEPTH_SIZE:
    case GL_FRAMEBUFFER_ATTACHMENT_DEPTH_SIZE:
        return row.depth;
    case GL_RENDERBUFFER_STENCIL_SIZE:
    case GL_FRAMEBUFFER_ATTACHMENT_STENCIL_SIZE:
        return row.stencil;
    default:
        return std::nullopt;
    }
}

/// Parameters that GL_ARB_framebuffer_object added, about an image of `format`.
std::optional<GLint> imageParameter(const format::InternalFormat* format, GLenum pname) {
    if (const auto size = componentSize(format, pname)) {
        return size;
    }
    const format::Numeric numeric = format ? format->numeric : format::Numeric::Unorm;
    switch (pname) {
    case GL_FRAMEBUFFER_ATTACHMENT_COMPONENT_TYPE:
        return numeric == format::Numeric::Float  ? GL_FLOAT
               : numeric == format::Numeric::Uint ? GL_INDEX
                                                  : GL_UNSIGNED_NORMALIZED;
    case GL_FRAMEBUFFER_ATTACHMENT_COLOR_ENCODING:
        return numeric == format::Numeric::Srgb ? GL_SRGB : GL_LINEAR;
    default:
        return std::nullopt;
    }
}

/// Answers of an attachment; empty: not a parameter of what is attached.
std::optional<GLint>
attachmentParameter(const Context& context, const Attachment& attachment, GLenum pname) {
    if (pname == GL_FRAMEBUFFER_ATTACHMENT_OBJECT_TYPE) {
        return attachment.texture        ? GL_TEXTURE
               : attachment.renderbuffer ? GL_RENDERBUFFER
                                         : GL_NONE;
    }
    if (!attachment.attached()) {
        if (pname == GL_FRAMEBUFFER_ATTACHMENT_OBJECT_NAME && context.isDesktop()) {
            return 0;
        }
        return std::nullopt;
    }
    if (pname == GL_FRAMEBUFFER_ATTACHMENT_OBJECT_NAME) {
        return GLint(attachment.texture ? attachment.texture->name()
                                        : attachment.renderbuffer->name());
    }
    if (attachment.texture) {
        switch (pname) {
        case GL_FRAMEBUFFER_ATTACHMENT_TEXTURE_LEVEL:
            return attachment.image.level;
        case GL_FRAMEBUFFER_ATTACHMENT_TEXTURE_CUBE_MAP_FACE:
            return attachment.texture->type() == TextureType::Cube
                       ? GLint(GL_TEXTURE_CUBE_MAP_POSITIVE_X) + attachment.image.face
                       : 0;
        case GL_FRAMEBUFFER_ATTACHMENT_TEXTURE_LAYER:
            if (context.isDesktop()) {
                return attachment.layer;
            }
            return std::nullopt;
        default:
            break;
        }
    }
    if (context.isES()) {
        return std::nullopt;
    }
    return imageParameter(attachment.format(), pname);
}

/// The default framebuffer's answers (GL 3.0 section 6.1.3).
std::optional<GLint>
defaultParameter(const Framebuffer& framebuffer, GLenum attachment, GLenum pname, bool& known) {
    const format::InternalFormat* format = nullptr;
    known = true;
    switch (attachment) {
    case GL_BACK_LEFT:
    case GL_FRONT_LEFT:
    case GL_BACK:
    case GL_FRONT:
        format = framebuffer.colorFormat(0);
        break;
    case GL_DEPTH:
        format = framebuffer.depthFormat();
        break;
    case GL_STENCIL:
        format = framebuffer.stencilFormat();
        break;
    default:
        known = false;
        return std::nullopt;
    }
    if (pname == GL_FRAMEBUFFER_ATTACHMENT_OBJECT_TYPE) {
        return format ? GL_FRAMEBUFFER_DEFAULT : GL_NONE;
    }
    if (pname == GL_FRAMEBUFFER_ATTACHMENT_OBJECT_NAME) {
        return 0;
    }
    return imageParameter(format, pname);
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

void Context::getRenderbufferParameteriv(GLenum target, GLenum pname, GLint* params) {
    const Renderbuffer* renderbuffer = requireBound(*this, target);
    if (!renderbuffer) {
        return;
    }
    switch (pname) {
    case GL_RENDERBUFFER_WIDTH:
        *params = renderbuffer->width_px();
        return;
    case GL_RENDERBUFFER_HEIGHT:
        *params = renderbuffer->height_px();
        return;
    case GL_RENDERBUFFER_INTERNAL_FORMAT:
        *params = renderbuffer->format() || isES() ? GLint(renderbuffer->requestedFormat())
                                                   : GLint(GL_RGBA);
        return;
    case GL_RENDERBUFFER_SAMPLES:
        *params = renderbuffer->samples();
        return;
    default:
        if (const auto size = componentSize(renderbuffer->format(), pname)) {
            *params = *size;
            return;
        }
        setError(GL_INVALID_ENUM, "glGetRenderbufferParameteriv: parameter {:#x}", pname);
    }
}

void Context::getFramebufferAttachmentParameteriv(GLenum target,
                                                  GLenum attachment,
                                                  GLenum pname,
                                                  GLint* params) {
    const Framebuffer* framebuffer =
        isES() ? requireFramebufferObject(*this, target) : requireFramebuffer(*this, target);
    if (!framebuffer) {
        return;
    }
    std::optional<GLint> value;
    if (framebuffer->isDefault()) {
        bool known = false;
        value = defaultParameter(*framebuffer, attachment, pname, known);
        if (!known) {
            setError(GL_INVALID_OPERATION,
                     "the default framebuffer has no attachment {:#x}",
                     attachment);
            return;
        }
    } else {
        const AttachmentPoints points = findAttachmentPoints(*this, attachment);
        if (!points.valid()) {
            setError(GL_INVALID_ENUM, "{:#x} is not an attachment", attachment);
            return;
        }
        const Attachment& image = points.color >= 0 ? framebuffer->color(points.color)
                                  : points.depth    ? framebuffer->depth()
                                                    : framebuffer->stencil();
        if (points.depth && points.stencil && !(framebuffer->stencil().sameImage(image)) &&
            (framebuffer->stencil().attached() || image.attached())) {
            setError(GL_INVALID_OPERATION, "depth and stencil attachments differ");
            return;
        }
        value = attachmentParameter(*this, image, pname);
    }
    if (!value) {
        setError(GL_INVALID_ENUM, "glGetFramebufferAttachmentParameteriv: parameter {:#x}", pname);
        return;
    }
    *params = *value;
}

void Context::eglImageTargetRenderbufferStorageOES(GLenum target, GLeglImageOES image) {
    Renderbuffer* renderbuffer = requireBound(*this, target);
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
