// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// glBlitFramebuffer (ES 3.0 section 4.3.3, GL 3.3 section 4.3.2,
// GL_EXT_framebuffer_multisample_blit_scaled).
#include "gl/validation/validate_framebuffer.h"

#include <algorithm>
#include <cstdlib>
#include <limits>

namespace gl {

namespace {

constexpr GLbitfield kDepthStencil = GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT;

/// An axis of a blit rectangle; false: its size is not an int.
bool blitAxis(GLint first, GLint second, int32_t& start, int32_t& size) {
    const int64_t difference = int64_t(second) - first;
    start = first;
    size = int32_t(difference);
    return difference > std::numeric_limits<int32_t>::min() &&
           difference <= std::numeric_limits<int32_t>::max();
}

bool fail(Context& context, const char* why) {
    context.setError(GL_INVALID_OPERATION, "glBlitFramebuffer: {}", why);
    return false;
}

/// 0: fixed or floating point, else one of the two kinds of integers. They do not mix.
int numberKind(const format::InternalFormat& format) {
    return !format.integer() ? 0 : format.numeric == format::Numeric::Uint ? 1 : 2;
}

bool scaledResolve(GLenum filter) {
    return filter == GL_SCALED_RESOLVE_FASTEST_EXT || filter == GL_SCALED_RESOLVE_NICEST_EXT;
}

/// Depth and stencil of both framebuffers have formats that match.
bool depthStencilMatch(const Context& context,
                       const Framebuffer& read,
                       const Framebuffer& draw,
                       GLbitfield mask) {
    const auto depthLike = [](const format::InternalFormat* a, const format::InternalFormat* b) {
        return a->depth == b->depth &&
               (a->numeric == format::Numeric::Float) == (b->numeric == format::Numeric::Float);
    };
    const format::InternalFormat* depth[] = {read.depthFormat(), draw.depthFormat()};
    const format::InternalFormat* stencil[] = {read.stencilFormat(), draw.stencilFormat()};
    if ((mask & GL_DEPTH_BUFFER_BIT) &&
        (!depthLike(depth[0], depth[1]) ||
         (context.isES() && depth[0]->stencil != depth[1]->stencil))) {
        return false;
    }
    if (mask & GL_STENCIL_BUFFER_BIT) {
        const bool bothDeep = stencil[0]->depth > 0 && stencil[1]->depth > 0;
        if (stencil[0]->stencil != stencil[1]->stencil ||
            ((bothDeep || context.isES()) && !depthLike(stencil[0], stencil[1]))) {
            return false;
        }
    }
    return true;
}

/// Leaves in `mask` the buffers that both framebuffers have. False: the error is set.
bool checkBlitBuffers(Context& context,
                      const Framebuffer& read,
                      const Framebuffer& draw,
                      GLenum filter,
                      GLbitfield& mask) {
    const format::InternalFormat* source = read.readFormat();
    if (!source || draw.drawBufferMask() == 0) {
        mask &= ~GLbitfield(GL_COLOR_BUFFER_BIT);
    }
    if (!read.hasDepth() || !draw.hasDepth()) {
        mask &= ~GLbitfield(GL_DEPTH_BUFFER_BIT);
    }
    if (!read.hasStencil() || !draw.hasStencil()) {
        mask &= ~GLbitfield(GL_STENCIL_BUFFER_BIT);
    }
    if (mask & GL_COLOR_BUFFER_BIT) {
        if (filter != GL_NEAREST && source->integer()) {
            return fail(context, "integers take GL_NEAREST");
        }
        for (int i = 0; i < kMaxColorAttachments; ++i) {
            const format::InternalFormat* target =
                draw.drawBufferMask() >> i & 1 ? draw.colorFormat(i) : nullptr;
            if (target && numberKind(*source) != numberKind(*target)) {
                return fail(context, "integers and other numbers do not mix");
            }
        }
    }
    return depthStencilMatch(context, read, draw, mask) ||
           fail(context, "depth and stencil formats differ");
}

/// OpenGL ES allows less: ES 3.0 section 4.3.3.
bool checkEsBlit(Context& context,
                 const Framebuffer& read,
                 const Framebuffer& draw,
                 const BlitCall& call) {
    if (draw.samples() > 1) {
        return fail(context, "the draw framebuffer is multisampled");
    }
    if (read.samples() > 1) {
        if (!(call.src == call.dst)) {
            return fail(context, "multisampled buffers are copied to the same place");
        }
        for (int i = 0; i < kMaxColorAttachments; ++i) {
            const format::InternalFormat* target =
                draw.drawBufferMask() >> i & 1 ? draw.colorFormat(i) : nullptr;
            if ((call.mask & GL_COLOR_BUFFER_BIT) && target &&
                read.readFormat()->candidates != target->candidates) {
                return fail(context, "multisampled buffers are copied to the same format");
            }
        }
    }
    const auto same = [&](const Attachment& a, const Attachment& b) {
        return !read.isDefault() && !draw.isDefault() && a.sameImage(b);
    };
    bool identical = read.isDefault() && draw.isDefault() && read.surface() == draw.surface();
    for (int i = 0; (call.mask & GL_COLOR_BUFFER_BIT) && i < kMaxColorAttachments; ++i) {
        identical |= (draw.drawBufferMask() >> i & 1) && read.readAttachment() &&
                     same(*read.readAttachment(), draw.color(i));
    }
    identical |= (call.mask & GL_DEPTH_BUFFER_BIT) && same(read.depth(), draw.depth());
    identical |= (call.mask & GL_STENCIL_BUFFER_BIT) && same(read.stencil(), draw.stencil());
    return !identical || fail(context, "source and destination are one image");
}

bool checkBlitSamples(Context& context,
                      const Framebuffer& read,
                      const Framebuffer& draw,
                      const BlitCall& call) {
    const int32_t from = std::max(read.samples(), 1);
    const int32_t to = std::max(draw.samples(), 1);
    if (scaledResolve(call.filter) && (from == 1 || to > 1)) {
        return fail(context, "scaled resolves are from multisampled to single-sampled buffers");
    }
    const bool sameSize = std::abs(call.src.width_px) == std::abs(call.dst.width_px) &&
                          std::abs(call.src.height_px) == std::abs(call.dst.height_px);
    if (from > 1 && to > 1 && from != to) {
        return fail(context, "the numbers of samples differ");
    }
    if ((from > 1 || to > 1) && !sameSize && !scaledResolve(call.filter)) {
        return fail(context, "multisampled buffers need rectangles of one size");
    }
    return true;
}

} // namespace

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
    if (mask & ~(GL_COLOR_BUFFER_BIT | kDepthStencil)) {
        setError(GL_INVALID_VALUE, "glBlitFramebuffer: mask {:#x}", mask);
        return;
    }
    if (filter != GL_NEAREST && filter != GL_LINEAR && !(isDesktop() && scaledResolve(filter))) {
        setError(GL_INVALID_ENUM, "glBlitFramebuffer: filter {:#x}", filter);
        return;
    }
    if (filter != GL_NEAREST && (mask & kDepthStencil)) {
        setError(GL_INVALID_OPERATION, "glBlitFramebuffer: depth and stencil take GL_NEAREST");
        return;
    }
    seeSharedChanges();
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
    if (!checkBlitSamples(*this, read, draw, call) ||
        !checkBlitBuffers(*this, read, draw, filter, call.mask) ||
        (atLeast(30, 0) && !checkEsBlit(*this, read, draw, call)) || call.mask == 0) {
        return;
    }
    call.filter = filter == GL_NEAREST ? GL_NEAREST : GL_LINEAR;
    noteWatchedChanges();
    if (!m_backend->blit(m_state, m_dirty, call)) {
        outOfMemory();
    }
}

} // namespace gl
