// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Attaching images to framebuffer objects (ES 3.0 and GL 3.3 section 4.4.2).
#include "gl/validation/validate_framebuffer.h"
#include "gl/validation/validate_texture.h"

#include <bit>

namespace gl {

namespace {

void attach(Context& context,
            Framebuffer& framebuffer,
            const AttachmentPoints& points,
            const Attachment& attachment) {
    if (points.color >= 0) {
        framebuffer.setColor(points.color, attachment);
    }
    if (points.depth) {
        framebuffer.setDepth(attachment);
    }
    if (points.stencil) {
        framebuffer.setStencil(attachment);
    }
    context.framebufferChanged(framebuffer);
}

/// What an attachment command names before it says which image.
struct AttachPlace {
    Framebuffer* framebuffer = nullptr;
    AttachmentPoints points;

    explicit operator bool() const { return framebuffer && points.valid(); }
};

/// False: the error is set.
AttachPlace requirePlace(Context& context, GLenum target, GLenum attachment) {
    AttachPlace place;
    place.framebuffer = requireFramebufferObject(context, target);
    if (place.framebuffer) {
        place.points = requireAttachmentPoints(context, attachment);
    }
    return place;
}

bool oneLevel(TextureType type) {
    return type == TextureType::Rect || type == TextureType::Tex2DMultisample ||
           type == TextureType::Tex2DMultisampleArray;
}

/// False: the error is set. An immutable texture has the levels it got (OpenGL 4.6 section 9.2.8).
bool requireLevel(Context& context, const Texture& texture, GLint level) {
    const TextureType type = texture.type();
    const int most =
        oneLevel(type) ? 1 : int(std::bit_width(uint32_t(maxTextureSize_px(context.caps(), type))));
    const int levels = texture.immutableLevels() ? texture.immutableLevels() : most;
    if (level < 0 || level >= levels) {
        context.setError(GL_INVALID_VALUE, "level {} cannot exist", level);
        return false;
    }
    return true;
}

/// How many layers glFramebufferTextureLayer may choose from; 0: not a texture of layers.
int32_t maxLayers(const Context& context, TextureType type) {
    switch (type) {
    case TextureType::Tex3D:
        return context.caps().max3dTextureSize_px;
    case TextureType::Tex1DArray:
    case TextureType::Tex2DArray:
    case TextureType::CubeArray:
    case TextureType::Tex2DMultisampleArray:
        return context.caps().maxArrayTextureLayers;
    default:
        return 0;
    }
}

/// glFramebufferTexture1D, 2D and 3D.
void attachTexture(Context& context,
                   GLenum target,
                   GLenum attachment,
                   GLenum textarget,
                   int dimensions,
                   GLuint texture,
                   GLint level,
                   GLint layer) {
    const AttachPlace place = requirePlace(context, target, attachment);
    if (!place) {
        return;
    }
    if (texture == 0) {
        attach(context, *place.framebuffer, place.points, {});
        return;
    }
    Texture* object = context.group().textures.find(texture);
    if (!object) {
        context.setError(GL_INVALID_OPERATION, "there is no texture {}", texture);
        return;
    }
    const auto found = textarget == GL_TEXTURE_2D_MULTISAMPLE && dimensions == 2 &&
                               findTextureTarget(context, textarget)
                           ? std::optional(ImageTarget{TextureType::Tex2DMultisample})
                           : findImageTarget(context, textarget, dimensions);
    if (!found || found->proxy) {
        context.setError(GL_INVALID_ENUM, "{:#x} is not a target of images", textarget);
        return;
    }
    const bool array = maxLayers(context, found->type) > 0 && found->type != TextureType::Tex3D;
    if (found->type != object->type() || array) {
        context.setError(
            GL_INVALID_OPERATION, "texture {} is not of target {:#x}", texture, textarget);
        return;
    }
    if (!requireLevel(context, *object, level)) {
        return;
    }
    if (layer < 0 || (layer > 0 && layer >= maxLayers(context, object->type()))) {
        context.setError(GL_INVALID_VALUE, "layer {} cannot exist", layer);
        return;
    }
    Attachment image;
    image.texture = object;
    image.image = {level, found->face};
    image.layer = layer;
    attach(context, *place.framebuffer, place.points, image);
}

} // namespace

void Context::framebufferTexture1D(
    GLenum target, GLenum attachment, GLenum textarget, GLuint texture, GLint level) {
    attachTexture(*this, target, attachment, textarget, 1, texture, level, 0);
}

void Context::framebufferTexture2D(
    GLenum target, GLenum attachment, GLenum textarget, GLuint texture, GLint level) {
    attachTexture(*this, target, attachment, textarget, 2, texture, level, 0);
}

void Context::framebufferTexture3D(GLenum target,
                                   GLenum attachment,
                                   GLenum textarget,
                                   GLuint texture,
                                   GLint level,
                                   GLint zoffset) {
    attachTexture(*this, target, attachment, textarget, 3, texture, level, zoffset);
}

void Context::framebufferTextureLayer(
    GLenum target, GLenum attachment, GLuint texture, GLint level, GLint layer) {
    const AttachPlace place = requirePlace(*this, target, attachment);
    if (!place) {
        return;
    }
    if (texture == 0) {
        attach(*this, *place.framebuffer, place.points, {});
        return;
    }
    Texture* object = m_group->textures.find(texture);
    const int32_t layers = object ? maxLayers(*this, object->type()) : 0;
    if (layers == 0) {
        setError(GL_INVALID_OPERATION, "{} is not a texture with layers", texture);
        return;
    }
    if (layer < 0 || layer >= layers) {
        setError(GL_INVALID_VALUE, "layer {} cannot exist", layer);
        return;
    }
    if (!requireLevel(*this, *object, level)) {
        return;
    }
    Attachment image;
    image.texture = object;
    image.image.level = level;
    image.layer = layer;
    attach(*this, *place.framebuffer, place.points, image);
}

void Context::framebufferTexture(GLenum target, GLenum attachment, GLuint texture, GLint level) {
    const AttachPlace place = requirePlace(*this, target, attachment);
    if (!place) {
        return;
    }
    if (texture == 0) {
        attach(*this, *place.framebuffer, place.points, {});
        return;
    }
    Texture* object = m_group->textures.find(texture);
    if (!object) {
        setError(GL_INVALID_VALUE, "there is no texture {}", texture);
        return;
    }
    if (object->type() == TextureType::Buffer) {
        setError(GL_INVALID_OPERATION, "texture {} is a buffer texture", texture);
        return;
    }
    if (!requireLevel(*this, *object, level)) {
        return;
    }
    Attachment image;
    image.texture = object;
    image.image.level = level;
    image.layered = object->type() == TextureType::Cube || maxLayers(*this, object->type()) > 0;
    attach(*this, *place.framebuffer, place.points, image);
}

void Context::framebufferRenderbuffer(GLenum target,
                                      GLenum attachment,
                                      GLenum renderbuffertarget,
                                      GLuint renderbuffer) {
    const AttachPlace place = requirePlace(*this, target, attachment);
    if (!place) {
        return;
    }
    if (renderbuffertarget != GL_RENDERBUFFER) {
        setError(GL_INVALID_ENUM, "glFramebufferRenderbuffer: target {:#x}", renderbuffertarget);
        return;
    }
    Attachment image;
    if (renderbuffer != 0) {
        image.renderbuffer = m_group->renderbuffers.find(renderbuffer);
        if (!image.renderbuffer) {
            setError(GL_INVALID_OPERATION, "there is no renderbuffer {}", renderbuffer);
            return;
        }
    }
    attach(*this, *place.framebuffer, place.points, image);
}

} // namespace gl
