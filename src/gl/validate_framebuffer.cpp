// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "gl/validate_framebuffer.h"

#include <algorithm>

namespace gl {

namespace {

/// ES 2.0 table 4.5, OES_rgb8_rgba8, OES_depth24, OES_depth32, OES_packed_depth_stencil,
/// EXT_texture_rg, EXT_color_buffer_half_float.
constexpr GLenum kEsRenderbufferFormats[] = {GL_RGBA4,
                                             GL_RGB5_A1,
                                             GL_RGB565,
                                             GL_DEPTH_COMPONENT16,
                                             GL_STENCIL_INDEX8,
                                             GL_RGB8,
                                             GL_RGBA8,
                                             GL_DEPTH_COMPONENT24,
                                             GL_DEPTH_COMPONENT32,
                                             GL_DEPTH24_STENCIL8,
                                             GL_R8,
                                             GL_RG8,
                                             GL_R16F,
                                             GL_RG16F,
                                             GL_RGB16F,
                                             GL_RGBA16F};

bool renderableBase(GLenum base) {
    switch (base) {
    case GL_RGBA:
    case GL_RGB:
    case GL_RED:
    case GL_RG:
    case GL_DEPTH_COMPONENT:
    case GL_DEPTH_STENCIL:
    case GL_STENCIL_INDEX:
        return true;
    default:
        return false;
    }
}

} // namespace

Framebuffer* requireFramebuffer(Context& context, GLenum target) {
    // In OpenGL ES the two targets come from NV_framebuffer_blit.
    if (target == GL_FRAMEBUFFER || target == GL_DRAW_FRAMEBUFFER) {
        return context.objects().drawFramebuffer.get();
    }
    if (target == GL_READ_FRAMEBUFFER) {
        return context.objects().readFramebuffer.get();
    }
    context.setError(GL_INVALID_ENUM, "{:#x} is not a framebuffer target", target);
    return nullptr;
}

Framebuffer* requireFramebufferObject(Context& context, GLenum target) {
    Framebuffer* framebuffer = requireFramebuffer(context, target);
    if (framebuffer && framebuffer->isDefault()) {
        context.setError(GL_INVALID_OPERATION, "the default framebuffer is bound");
        return nullptr;
    }
    return framebuffer;
}

AttachmentPoints findAttachmentPoints(const Context& context, GLenum attachment) {
    AttachmentPoints points;
    const int colors = std::min(context.caps().maxColorAttachments, kMaxColorAttachments);
    if (attachment >= GL_COLOR_ATTACHMENT0 && attachment < GL_COLOR_ATTACHMENT0 + GLenum(colors)) {
        points.color = int(attachment - GL_COLOR_ATTACHMENT0);
    }
    const bool both = attachment == GL_DEPTH_STENCIL_ATTACHMENT && context.isDesktop();
    points.depth = attachment == GL_DEPTH_ATTACHMENT || both;
    points.stencil = attachment == GL_STENCIL_ATTACHMENT || both;
    return points;
}

const format::InternalFormat* renderbufferFormat(Context& context, GLenum internalformat) {
    if (context.isES() && std::find(std::begin(kEsRenderbufferFormats),
                                    std::end(kEsRenderbufferFormats),
                                    internalformat) == std::end(kEsRenderbufferFormats)) {
        return nullptr;
    }
    if (internalformat >= 1 && internalformat <= 4) {
        return nullptr;
    }
    const format::InternalFormat* format = format::findInternalFormat(internalformat);
    if (!format || format->compressed || !renderableBase(format->base)) {
        return nullptr;
    }
    return context.device().formatCaps(*format, TextureType::Tex2D).renderable ? format : nullptr;
}

int32_t chooseSamples(Context& context, const format::InternalFormat& format, int32_t samples) {
    if (samples <= 0) {
        return 0;
    }
    const uint32_t counts = context.device().formatCaps(format, TextureType::Tex2D).sampleCounts;
    int32_t most = 0;
    for (int32_t count = 2; count <= context.caps().maxSamples; count *= 2) {
        if (counts >> count & 1) {
            most = count;
            if (count >= samples) {
                break;
            }
        }
    }
    return most;
}

} // namespace gl
