// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Framebuffer objects (ES 2.0 section 4.4, GL_ARB_framebuffer_object, GL 2.1 section 4.2.1).
#include "gl/validate_framebuffer.h"
#include "gl/validate_texture.h"

#include <algorithm>
#include <bit>
#include <limits>

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

bool levelExists(const Context& context, TextureType type, GLint level) {
    return level >= 0 &&
           level < int(std::bit_width(uint32_t(maxTextureSize_px(context.caps(), type))));
}

/// The three commands of an image of a texture; `textarget` 0: glFramebufferTextureLayer.
void attachTexture(Context& context,
                   GLenum target,
                   GLenum attachment,
                   GLenum textarget,
                   int dimensions,
                   GLuint texture,
                   GLint level,
                   GLint layer) {
    Framebuffer* framebuffer = requireFramebufferObject(context, target);
    if (!framebuffer) {
        return;
    }
    const AttachmentPoints points = findAttachmentPoints(context, attachment);
    if (!points.valid()) {
        context.setError(GL_INVALID_ENUM, "{:#x} is not an attachment", attachment);
        return;
    }
    if (texture == 0) {
        attach(context, *framebuffer, points, {});
        return;
    }
    Texture* object = context.group().textures.find(texture);
    if (!object) {
        context.setError(GL_INVALID_OPERATION, "there is no texture {}", texture);
        return;
    }
    Attachment image;
    image.texture = object;
    image.layer = layer;
    if (textarget != 0) {
        const auto found = findImageTarget(context, textarget, dimensions);
        if (!found || found->proxy) {
            context.setError(GL_INVALID_ENUM, "{:#x} is not a target of images", textarget);
            return;
        }
        if (found->type != object->type()) {
            context.setError(
                GL_INVALID_OPERATION, "texture {} is not of target {:#x}", texture, textarget);
            return;
        }
        image.image.face = found->face;
    } else if (object->type() != TextureType::Tex3D) {
        context.setError(GL_INVALID_OPERATION, "texture {} has no layers", texture);
        return;
    }
    if (!levelExists(context, object->type(), level) || layer < 0 ||
        (object->type() == TextureType::Tex3D && layer >= context.caps().max3dTextureSize_px)) {
        context.setError(GL_INVALID_VALUE, "level {} or layer {} cannot exist", level, layer);
        return;
    }
    image.image.level = level;
    attach(context, *framebuffer, points, image);
}

/// A name of a draw or read buffer → attachment index. `kNoBuffer`: GL_NONE.
constexpr int kNoBuffer = -1;
constexpr int kBadEnum = -2;
constexpr int kBadOperation = -3;

int bufferIndex(const Context& context, const Framebuffer& framebuffer, GLenum name) {
    if (name == GL_NONE) {
        return kNoBuffer;
    }
    const int colors = std::min(context.caps().maxColorAttachments, kMaxColorAttachments);
    if (name >= GL_COLOR_ATTACHMENT0 && name <= GL_COLOR_ATTACHMENT31) {
        const int index = int(name - GL_COLOR_ATTACHMENT0);
        return framebuffer.isDefault() || index >= colors ? kBadOperation : index;
    }
    switch (name) {
    case GL_BACK:
        return framebuffer.isDefault() ? 0 : kBadOperation;
    case GL_FRONT: // One buffer serves as front and back: EGL presents copies of it.
    case GL_FRONT_LEFT:
    case GL_BACK_LEFT:
    case GL_LEFT:
    case GL_FRONT_AND_BACK:
        return context.isES() ? kBadEnum : framebuffer.isDefault() ? 0 : kBadOperation;
    case GL_FRONT_RIGHT:
    case GL_BACK_RIGHT:
    case GL_RIGHT:
        return context.isES() ? kBadEnum : kBadOperation;
    default:
        return kBadEnum;
    }
}

/// False: the error is set.
bool requireBuffer(Context& context, const Framebuffer& framebuffer, GLenum name, int& index) {
    index = bufferIndex(context, framebuffer, name);
    if (index == kBadEnum) {
        context.setError(GL_INVALID_ENUM, "{:#x} is not a colour buffer", name);
    } else if (index == kBadOperation) {
        context.setError(GL_INVALID_OPERATION, "the framebuffer has no buffer {:#x}", name);
    }
    return index >= kNoBuffer;
}

/// An axis of a blit rectangle; false: its size is not an int.
bool blitAxis(GLint first, GLint second, int32_t& start, int32_t& size) {
    const int64_t difference = int64_t(second) - first;
    start = first;
    size = int32_t(difference);
    return difference >= std::numeric_limits<int32_t>::min() &&
           difference <= std::numeric_limits<int32_t>::max();
}

/// Buffers in `mask` that both framebuffers have; the error is set where formats differ (0).
bool checkBlitBuffers(Context& context,
                      const Framebuffer& read,
                      const Framebuffer& draw,
                      GLbitfield& mask) {
    if ((mask & GL_COLOR_BUFFER_BIT) && (!read.readFormat() || draw.drawBufferMask() == 0)) {
        mask &= ~GLbitfield(GL_COLOR_BUFFER_BIT);
    }
    const auto same = [](const format::InternalFormat* a, const format::InternalFormat* b) {
        return a == b || (a->depth == b->depth && a->stencil == b->stencil);
    };
    if ((mask & GL_DEPTH_BUFFER_BIT) && (!read.hasDepth() || !draw.hasDepth())) {
        mask &= ~GLbitfield(GL_DEPTH_BUFFER_BIT);
    }
    if ((mask & GL_STENCIL_BUFFER_BIT) && (!read.hasStencil() || !draw.hasStencil())) {
        mask &= ~GLbitfield(GL_STENCIL_BUFFER_BIT);
    }
    const bool depthDiffers =
        (mask & GL_DEPTH_BUFFER_BIT) && !same(read.depthFormat(), draw.depthFormat());
    const bool stencilDiffers =
        (mask & GL_STENCIL_BUFFER_BIT) && !same(read.stencilFormat(), draw.stencilFormat());
    if (depthDiffers || stencilDiffers) {
        context.setError(GL_INVALID_OPERATION,
                         "glBlitFramebuffer: depth and stencil formats differ");
        return false;
    }
    return true;
}

bool checkBlitSamples(Context& context,
                      const Framebuffer& read,
                      const Framebuffer& draw,
                      const BlitCall& call) {
    const int32_t from = std::max(read.samples(), 1);
    const int32_t to = std::max(draw.samples(), 1);
    const bool sameSize =
        call.src.width_px == call.dst.width_px && call.src.height_px == call.dst.height_px;
    if ((from > 1 && to > 1 && from != to) || ((from > 1 || to > 1) && !sameSize)) {
        context.setError(GL_INVALID_OPERATION,
                         "glBlitFramebuffer: multisampled buffers need equal samples and sizes");
        return false;
    }
    return true;
}

} // namespace

GLenum Context::framebufferStatus(const Framebuffer& framebuffer) const {
    return framebuffer.status(*m_device, isDesktop());
}

void Context::detachFromBound(const Object& object) {
    for (Framebuffer* framebuffer : {m_state.drawFramebuffer, m_state.readFramebuffer}) {
        if (framebuffer && !framebuffer->isDefault() && framebuffer->detachObject(&object)) {
            framebufferChanged(*framebuffer);
        }
    }
}

void Context::genFramebuffers(GLsizei n, GLuint* framebuffers) {
    if (n < 0) {
        setError(GL_INVALID_VALUE, "glGenFramebuffers: n {}", n);
        return;
    }
    for (GLsizei i = 0; i < n; ++i) {
        framebuffers[i] = m_objects.framebuffers.generate();
    }
}

void Context::deleteFramebuffers(GLsizei n, const GLuint* framebuffers) {
    if (n < 0) {
        setError(GL_INVALID_VALUE, "glDeleteFramebuffers: n {}", n);
        return;
    }
    for (GLsizei i = 0; i < n; ++i) {
        const Ref<Framebuffer> framebuffer =
            framebuffers[i] ? m_objects.framebuffers.remove(framebuffers[i]) : Ref<Framebuffer>();
        if (!framebuffer) {
            continue;
        }
        const bool draw = m_objects.drawFramebuffer == framebuffer;
        const bool read = m_objects.readFramebuffer == framebuffer;
        if (draw) {
            m_objects.drawFramebuffer = m_objects.defaultDrawFramebuffer;
        }
        if (read) {
            m_objects.readFramebuffer = m_objects.defaultReadFramebuffer;
        }
        if (draw || read) {
            framebufferBindingChanged();
        }
    }
}

GLboolean Context::isFramebuffer(GLuint framebuffer) {
    return framebuffer != 0 && m_objects.framebuffers.find(framebuffer) != nullptr;
}

void Context::bindFramebuffer(GLenum target, GLuint framebuffer) {
    if (!requireFramebuffer(*this, target)) {
        return;
    }
    Ref<Framebuffer> object;
    if (framebuffer != 0) {
        object = m_objects.framebuffers.find(framebuffer);
        if (!object) {
            object = new Framebuffer(framebuffer);
            m_objects.framebuffers.insert(framebuffer, object);
        }
    }
    const Ref<Framebuffer> draw = object ? object : m_objects.defaultDrawFramebuffer;
    const Ref<Framebuffer> read = object ? object : m_objects.defaultReadFramebuffer;
    bool changed = false;
    if (target != GL_READ_FRAMEBUFFER && !(m_objects.drawFramebuffer == draw)) {
        m_objects.drawFramebuffer = draw;
        changed = true;
    }
    if (target != GL_DRAW_FRAMEBUFFER && !(m_objects.readFramebuffer == read)) {
        m_objects.readFramebuffer = read;
        changed = true;
    }
    if (changed) {
        framebufferBindingChanged();
    }
}

GLenum Context::checkFramebufferStatus(GLenum target) {
    const Framebuffer* framebuffer = requireFramebuffer(*this, target);
    return framebuffer ? framebufferStatus(*framebuffer) : 0;
}

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
    attachTexture(*this, target, attachment, 0, 3, texture, level, layer);
}

void Context::framebufferRenderbuffer(GLenum target,
                                      GLenum attachment,
                                      GLenum renderbuffertarget,
                                      GLuint renderbuffer) {
    Framebuffer* framebuffer = requireFramebufferObject(*this, target);
    if (!framebuffer) {
        return;
    }
    const AttachmentPoints points = findAttachmentPoints(*this, attachment);
    if (!points.valid() || renderbuffertarget != GL_RENDERBUFFER) {
        setError(GL_INVALID_ENUM,
                 "glFramebufferRenderbuffer: attachment {:#x}, target {:#x}",
                 attachment,
                 renderbuffertarget);
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
    attach(*this, *framebuffer, points, image);
}

void Context::drawBuffer(GLenum buf) {
    drawBuffers(1, &buf);
}

void Context::drawBuffers(GLsizei n, const GLenum* bufs) {
    const int limit = std::min(caps().maxDrawBuffers, kMaxColorAttachments);
    if (n < 0 || n > limit) {
        setError(GL_INVALID_VALUE, "glDrawBuffers: n {}", n);
        return;
    }
    Framebuffer& framebuffer = *m_state.drawFramebuffer;
    if (isES() && framebuffer.isDefault() && n != 1) {
        setError(GL_INVALID_OPERATION, "glDrawBuffers: the default framebuffer takes one buffer");
        return;
    }
    std::array<int8_t, kMaxColorAttachments> buffers;
    buffers.fill(kNoBuffer);
    std::array<GLenum, kMaxColorAttachments> names;
    names.fill(GL_NONE);
    uint32_t seen = 0;
    for (GLsizei i = 0; i < n; ++i) {
        int index = 0;
        if (!requireBuffer(*this, framebuffer, bufs[i], index)) {
            return;
        }
        // EXT_draw_buffers: in OpenGL ES, output i goes to attachment i or nowhere.
        if (index >= 0 && ((seen & 1u << index) || (isES() && index != i))) {
            setError(GL_INVALID_OPERATION, "glDrawBuffers: buffer {:#x} at {}", bufs[i], i);
            return;
        }
        if (index >= 0) {
            seen |= 1u << index;
        }
        buffers[size_t(i)] = int8_t(index);
        names[size_t(i)] = bufs[i];
    }
    framebuffer.setDrawBuffers(buffers);
    framebuffer.drawBufferNames = names;
    framebufferChanged(framebuffer);
}

void Context::readBuffer(GLenum src) {
    Framebuffer& framebuffer = *m_state.readFramebuffer;
    int index = 0;
    if (src == GL_FRONT_AND_BACK) {
        setError(GL_INVALID_ENUM, "glReadBuffer: GL_FRONT_AND_BACK is more than one buffer");
        return;
    }
    if (!requireBuffer(*this, framebuffer, src, index)) {
        return;
    }
    framebuffer.setReadBuffer(index);
    framebuffer.readBufferName = src;
    framebufferChanged(framebuffer);
}

void Context::discardFramebufferEXT(GLenum target,
                                    GLsizei numAttachments,
                                    const GLenum* attachments) {
    const Framebuffer* framebuffer = requireFramebuffer(*this, target);
    if (!framebuffer) {
        return;
    }
    if (numAttachments < 0) {
        setError(GL_INVALID_VALUE, "glDiscardFramebufferEXT: {} attachments", numAttachments);
        return;
    }
    for (GLsizei i = 0; i < numAttachments; ++i) {
        const GLenum name = attachments[i];
        const bool known =
            framebuffer->isDefault()
                ? name == GL_COLOR_EXT || name == GL_DEPTH_EXT || name == GL_STENCIL_EXT
                : findAttachmentPoints(*this, name).valid();
        if (!known) {
            setError(GL_INVALID_ENUM, "glDiscardFramebufferEXT: {:#x} is no attachment", name);
            return;
        }
    }
    // A hint; contents may stay what they are.
}

void Context::blitFramebuffer(GLint srcX0,
                              GLint srcY0,
                              GLint srcX1,
                              GLint srcY1,
                              GLint dstX0,
                              GLint dstY0,
                              GLint dstX1,
                              GLint dstY1,
                              GLbitfield mask,
                              GLenum filter) {
    constexpr GLbitfield kDepthStencil = GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT;
    if (mask & ~(GL_COLOR_BUFFER_BIT | kDepthStencil)) {
        setError(GL_INVALID_VALUE, "glBlitFramebuffer: mask {:#x}", mask);
        return;
    }
    if (filter != GL_NEAREST && filter != GL_LINEAR) {
        setError(GL_INVALID_ENUM, "glBlitFramebuffer: filter {:#x}", filter);
        return;
    }
    if (filter == GL_LINEAR && (mask & kDepthStencil)) {
        setError(GL_INVALID_OPERATION, "glBlitFramebuffer: depth and stencil take GL_NEAREST");
        return;
    }
    const Framebuffer& read = *m_state.readFramebuffer;
    const Framebuffer& draw = *m_state.drawFramebuffer;
    if (!requireCompleteFramebuffer(read) || !requireCompleteFramebuffer(draw)) {
        return;
    }
    BlitCall call;
    call.mask = mask;
    call.filter = filter;
    if (!blitAxis(srcX0, srcX1, call.src.x, call.src.width_px) ||
        !blitAxis(srcY0, srcY1, call.src.y, call.src.height_px) ||
        !blitAxis(dstX0, dstX1, call.dst.x, call.dst.width_px) ||
        !blitAxis(dstY0, dstY1, call.dst.y, call.dst.height_px)) {
        setError(GL_INVALID_VALUE, "glBlitFramebuffer: a rectangle is too large");
        return;
    }
    if (!checkBlitBuffers(*this, read, draw, call.mask) ||
        !checkBlitSamples(*this, read, draw, call) || call.mask == 0) {
        return;
    }
    if (!m_backend->blit(m_state, m_dirty, call)) {
        outOfMemory();
    }
}

} // namespace gl
