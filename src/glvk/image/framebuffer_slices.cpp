// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "glvk/image/framebuffer_slices.h"

#include "glvk/image/renderbuffer.h"
#include "glvk/image/surface.h"
#include "glvk/image/texture.h"

namespace glvk {

ImageSlice attachmentSlice(CallingContext& context, const gl::Attachment& attachment) {
    if (attachment.renderbuffer) {
        return static_cast<Renderbuffer&>(attachment.renderbuffer->backend()).slice();
    }
    if (attachment.texture) {
        return static_cast<Texture&>(attachment.texture->backend())
            .slice(context, attachment.image, attachment.layer);
    }
    return {};
}

ImageSlice framebufferSlice(CallingContext& context,
                            const gl::Framebuffer& framebuffer,
                            ReadAspect aspect,
                            int index) {
    if (framebuffer.isDefault()) {
        auto* surface = static_cast<SurfaceBase*>(framebuffer.surface());
        if (!surface || !surface->prepare()) {
            return {};
        }
        return aspect == ReadAspect::Color ? surface->colorSlice() : surface->depthStencilSlice();
    }
    switch (aspect) {
    case ReadAspect::Color:
        return index < 0 ? ImageSlice{} : attachmentSlice(context, framebuffer.color(index));
    case ReadAspect::Depth:
        return attachmentSlice(context, framebuffer.depth());
    default:
        return attachmentSlice(context, framebuffer.stencil());
    }
}

} // namespace glvk
