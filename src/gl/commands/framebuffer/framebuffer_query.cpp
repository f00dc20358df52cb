// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Queries of renderbuffers and attachments (ES 3.0 section 6.1.13 and 6.1.14, GL 3.3
// section 6.1.3).
#include "gl/validation/validate_framebuffer.h"

#include <optional>

namespace gl {

namespace {

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

GLenum componentType(const Context& context, const format::InternalFormat* format, bool stencil) {
    if (!format) {
        return GL_NONE;
    }
    if (stencil) {
        return context.isES() ? GL_UNSIGNED_INT : GL_INDEX;
    }
    switch (format->numeric) {
    case format::Numeric::Float:
        return GL_FLOAT;
    case format::Numeric::Uint:
        return GL_UNSIGNED_INT;
    case format::Numeric::Sint:
        return GL_INT;
    case format::Numeric::Snorm:
        return GL_SIGNED_NORMALIZED;
    default:
        return GL_UNSIGNED_NORMALIZED;
    }
}

/// Which image of a framebuffer is asked about.
struct Asked {
    const Attachment* attachment = nullptr; ///< Null: of the default framebuffer.
    const format::InternalFormat* format = nullptr;
    GLenum objectType = GL_NONE;
    bool stencil = false; ///< As a stencil attachment alone.
};

/// An attachment of an application's framebuffer; the error is set where there is none.
std::optional<Asked>
findAttachment(Context& context, const Framebuffer& framebuffer, GLenum name, GLenum pname) {
    const AttachmentPoints points = requireAttachmentPoints(context, name);
    if (!points.valid()) {
        return std::nullopt;
    }
    const Attachment& image = points.color >= 0 ? framebuffer.color(points.color)
                              : points.depth    ? framebuffer.depth()
                                                : framebuffer.stencil();
    if (points.depth && points.stencil) {
        const Attachment& other = framebuffer.stencil();
        if ((other.attached() || image.attached()) && !other.sameImage(image)) {
            context.setError(GL_INVALID_OPERATION, "depth and stencil attachments differ");
            return std::nullopt;
        }
        if (pname == GL_FRAMEBUFFER_ATTACHMENT_COMPONENT_TYPE) {
            context.setError(GL_INVALID_OPERATION,
                             "the components of depth and stencil are of two types");
            return std::nullopt;
        }
    }
    const GLenum type = image.texture ? GL_TEXTURE : image.renderbuffer ? GL_RENDERBUFFER : GL_NONE;
    return Asked{&image, image.format(), type, points.stencil && !points.depth};
}

/// A buffer of the default framebuffer; the error is set where there is none.
std::optional<Asked> findBuffer(Context& context, const Framebuffer& framebuffer, GLenum name) {
    Asked asked;
    switch (name) {
    case GL_FRONT:
    case GL_FRONT_LEFT:
    case GL_BACK_LEFT:
        if (context.isES()) {
            break;
        }
        [[fallthrough]];
    case GL_BACK:
        asked.format = framebuffer.colorFormat(0);
        asked.objectType = asked.format ? GL_FRAMEBUFFER_DEFAULT : GL_NONE;
        return asked;
    case GL_FRONT_RIGHT:
    case GL_BACK_RIGHT:
        if (context.isES()) {
            break;
        }
        return asked;
    case GL_DEPTH:
        asked.format = framebuffer.depthFormat();
        asked.objectType = asked.format ? GL_FRAMEBUFFER_DEFAULT : GL_NONE;
        return asked;
    case GL_STENCIL:
        asked.format = framebuffer.stencilFormat();
        asked.objectType = asked.format ? GL_FRAMEBUFFER_DEFAULT : GL_NONE;
        asked.stencil = true;
        return asked;
    default:
        break;
    }
    context.setError(GL_INVALID_ENUM, "the default framebuffer has no attachment {:#x}", name);
    return std::nullopt;
}

/// Parameters that only textures have. Empty: not one of them.
std::optional<GLint>
textureParameter(const Context& context, const Attachment& attachment, GLenum pname) {
    const TextureType type = attachment.texture->type();
    switch (pname) {
    case GL_FRAMEBUFFER_ATTACHMENT_TEXTURE_LEVEL:
        return attachment.image.level;
    case GL_FRAMEBUFFER_ATTACHMENT_TEXTURE_CUBE_MAP_FACE:
        return type == TextureType::Cube && !attachment.layered
                   ? GLint(GL_TEXTURE_CUBE_MAP_POSITIVE_X) + attachment.image.face
                   : 0;
    case GL_FRAMEBUFFER_ATTACHMENT_TEXTURE_LAYER:
        if (!context.atLeast(30, 20)) {
            return std::nullopt;
        }
        return attachment.layer;
    case GL_FRAMEBUFFER_ATTACHMENT_LAYERED:
        if (!context.atLeast(0, 32)) {
            return std::nullopt;
        }
        return attachment.layered;
    default:
        return std::nullopt;
    }
}

/// Answers about what is attached; empty: not a parameter of it.
std::optional<GLint> parameter(const Context& context, const Asked& asked, GLenum pname) {
    if (asked.attachment && asked.attachment->texture) {
        if (const auto value = textureParameter(context, *asked.attachment, pname)) {
            return value;
        }
    }
    // GL_EXT_color_buffer_half_float has the component type in all versions.
    if (!context.atLeast(30, 20) && pname != GL_FRAMEBUFFER_ATTACHMENT_COMPONENT_TYPE) {
        return std::nullopt;
    }
    switch (pname) {
    case GL_FRAMEBUFFER_ATTACHMENT_LAYERED:
        return context.atLeast(0, 32) ? std::optional(0) : std::nullopt;
    case GL_FRAMEBUFFER_ATTACHMENT_COMPONENT_TYPE:
        return GLint(componentType(context, asked.format, asked.stencil));
    case GL_FRAMEBUFFER_ATTACHMENT_COLOR_ENCODING:
        return asked.format && asked.format->numeric == format::Numeric::Srgb ? GL_SRGB : GL_LINEAR;
    default:
        break;
    }
    // Sizes of renderbuffers go by other names.
    const bool renderbufferName =
        pname >= GL_RENDERBUFFER_RED_SIZE && pname <= GL_RENDERBUFFER_STENCIL_SIZE;
    return renderbufferName ? std::nullopt : componentSize(asked.format, pname);
}

bool knownParameter(GLenum pname) {
    return (pname >= GL_FRAMEBUFFER_ATTACHMENT_OBJECT_TYPE &&
            pname <= GL_FRAMEBUFFER_ATTACHMENT_TEXTURE_LAYER) ||
           (pname >= GL_FRAMEBUFFER_ATTACHMENT_COLOR_ENCODING &&
            pname <= GL_FRAMEBUFFER_ATTACHMENT_STENCIL_SIZE) ||
           pname == GL_FRAMEBUFFER_ATTACHMENT_LAYERED;
}

} // namespace

void Context::getRenderbufferParameteriv(GLenum target, GLenum pname, GLint* params) {
    const Renderbuffer* renderbuffer = requireRenderbuffer(*this, target);
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
        if (pname < GL_RENDERBUFFER_RED_SIZE || pname > GL_RENDERBUFFER_STENCIL_SIZE) {
            break;
        }
        if (const auto size = componentSize(renderbuffer->format(), pname)) {
            *params = *size;
            return;
        }
    }
    setError(GL_INVALID_ENUM, "glGetRenderbufferParameteriv: parameter {:#x}", pname);
}

void Context::getFramebufferAttachmentParameteriv(GLenum target,
                                                  GLenum attachment,
                                                  GLenum pname,
                                                  GLint* params) {
    const Framebuffer* framebuffer = atLeast(30, 20) ? requireFramebuffer(*this, target)
                                                     : requireFramebufferObject(*this, target);
    if (!framebuffer) {
        return;
    }
    seeSharedChanges();
    const std::optional<Asked> asked = framebuffer->isDefault()
                                           ? findBuffer(*this, *framebuffer, attachment)
                                           : findAttachment(*this, *framebuffer, attachment, pname);
    if (!asked) {
        return;
    }
    if (pname == GL_FRAMEBUFFER_ATTACHMENT_OBJECT_TYPE) {
        *params = GLint(asked->objectType);
        return;
    }
    const bool nothing = asked->objectType == GL_NONE;
    if (pname == GL_FRAMEBUFFER_ATTACHMENT_OBJECT_NAME && (!nothing || atLeast(30, 20))) {
        const Attachment* image = asked->attachment;
        *params = !image || nothing ? 0
                  : image->texture  ? GLint(image->texture->name())
                                    : GLint(image->renderbuffer->name());
        return;
    }
    if (nothing) {
        const bool operation = atLeast(30, 30) && knownParameter(pname);
        setError(operation ? GL_INVALID_OPERATION : GL_INVALID_ENUM,
                 "glGetFramebufferAttachmentParameteriv: {:#x} of nothing",
                 pname);
        return;
    }
    const std::optional<GLint> value = parameter(*this, *asked, pname);
    if (!value) {
        setError(GL_INVALID_ENUM, "glGetFramebufferAttachmentParameteriv: parameter {:#x}", pname);
        return;
    }
    *params = *value;
}

} // namespace gl
