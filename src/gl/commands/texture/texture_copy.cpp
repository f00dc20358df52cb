// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// glCopyTex* (ES 2.0 section 3.7.2), glGenerateMipmap and images of EGL.
#include "gl/commands/pixels/pixel_transfer.h"
#include "gl/commands/texture/encoded_images.h"
#include "gl/commands/texture/texture_commands.h"
#include "gl/compat/state/pixel_transfer.h"
#include "gl/objects/image_resolver.h"
#include "gl/validation/texture_formats.h"
#include "gl/validation/validate_texture.h"

#include <algorithm>

namespace gl {

namespace {

/// What may be copied from: complete, single-sampled. False: the error is set.
bool requireSource(Context& context, const Framebuffer& framebuffer) {
    if (!context.requireCompleteFramebuffer(framebuffer)) {
        return false;
    }
    if (!framebuffer.isDefault() && framebuffer.samples() > 1) {
        context.setError(GL_INVALID_OPERATION, "glCopyTex: the framebuffer is multisampled");
        return false;
    }
    return true;
}

/// `image` can be filled from the framebuffer. False: the error is set.
bool requireCopyFormat(Context& context,
                       const Framebuffer& framebuffer,
                       const format::InternalFormat& image) {
    bool possible = !image.compressed || plainFormat(image);
    if (image.isColor()) {
        const format::InternalFormat* source = framebuffer.readFormat();
        possible = possible && source && copyCompatible(context, *source, image);
    } else {
        possible = possible && context.isDesktop() &&
                   (image.depth == 0 || framebuffer.hasDepth()) &&
                   (image.stencil == 0 || framebuffer.hasStencil());
    }
    if (!possible) {
        context.setError(GL_INVALID_OPERATION,
                         "glCopyTex: the framebuffer lacks components of the image");
    }
    return possible;
}

/// Clips the source area to the framebuffer and moves the destination along. False: nothing left.
bool clip(const Framebuffer& framebuffer, Rect& area, Offset& offset) {
    const auto clipAxis = [](int32_t& start, int32_t& size, int32_t limit, int32_t& destination) {
        const int64_t first = std::max<int64_t>(start, 0);
        const int64_t end = std::min<int64_t>(int64_t(start) + size, limit);
        destination += int32_t(first - start);
        start = int32_t(first);
        size = int32_t(std::max<int64_t>(end - first, 0));
        return size > 0;
    };
    const bool x = clipAxis(area.x, area.width_px, framebuffer.width_px(), offset.x);
    const bool y = clipAxis(area.y, area.height_px, framebuffer.height_px(), offset.y);
    return x && y;
}

/// By way of the host, where glPixelTransfer changes what is copied, or it is encoded. False: out
/// of memory.
bool copyTransferred(Context& context,
                     Texture& texture,
                     const ImageIndex& index,
                     const Offset& offset,
                     const Rect& area) {
    const format::InternalFormat& format = *texture.image(index).format;
    const format::Extent extent{area.width_px, area.height_px, 1};
    const format::PixelLayout layout =
        PixelTransfer::readLayout(format.isColor() ? GL_RGBA : format.base);
    std::vector<std::byte> pixels(format::imageSize_B(layout, extent));
    const ReadPixels read = [&](const format::PixelLayout& as, void* dst) {
        return context.backend().readPixels(*context.state().readFramebuffer, area, as, dst);
    };
    const bool transfers = transferChanges(context, layout.format);
    return (transfers ? readTransferred(context, layout, extent, false, read, pixels.data())
                      : read(layout, pixels.data())) &&
           updateTexels(context, texture, index, offset, extent, layout, pixels.data());
}

void copyArea(
    Context& context, Texture& texture, const ImageIndex& index, Offset offset, Rect area) {
    const Framebuffer& framebuffer = *context.state().readFramebuffer;
    if (!clip(framebuffer, area, offset)) {
        return;
    }
    const format::InternalFormat& format = *texture.image(index).format;
    const GLenum pixels = format.isColor() && !format.integer() ? GL_RGBA : format.base;
    if (!(format.compressed || transferChanges(context, pixels)
              ? copyTransferred(context, texture, index, offset, area)
              : texture.backend().copyFrom(context.backend(), index, offset, framebuffer, area))) {
        context.outOfMemory();
    }
}

void copyTexImage(Context& context,
                  int dimensions,
                  GLenum target,
                  GLint level,
                  GLenum internalformat,
                  Rect area,
                  GLint border) {
    const auto image = findImageTarget(context, target, dimensions);
    if (!image || image->proxy) {
        context.setError(GL_INVALID_ENUM, "glCopyTexImage: {:#x} is not a target", target);
        return;
    }
    const format::InternalFormat* format = copyTextureFormat(context, internalformat);
    if (!format) {
        context.setError(
            GL_INVALID_ENUM, "glCopyTexImage: {:#x} is not an internal format", internalformat);
        return;
    }
    if (border == 1 && context.isDesktop() && !context.isCore()) {
        area = {area.x + 1, area.y + 1, area.width_px - 2, area.height_px - 2};
        if (dimensions == 1) {
            area = {area.x, area.y - 1, area.width_px, area.height_px + 2};
        }
    }
    const format::Extent extent{area.width_px, area.height_px, 1};
    bool tooLarge = false;
    if (!checkImageSize(context, *image, level, extent, border, tooLarge)) {
        return;
    }
    const Framebuffer& framebuffer = *context.state().readFramebuffer;
    if (!requireSource(context, framebuffer) || !requireCopyFormat(context, framebuffer, *format)) {
        return;
    }
    Texture& texture = *context.activeUnit().bound[size_t(image->type)];
    if (!requireMutable(context, texture)) {
        return;
    }
    const ImageIndex index{level, image->face};
    if (extent.width_px == 0 || extent.height_px == 0) {
        if (!texture.backend().define(
                context.backend(), index, *format, {0, 0, 0}, nullptr, nullptr)) {
            context.outOfMemory();
            return;
        }
        texture.setImage(index, {format, extent});
        textureChanged(context, texture, true);
        return;
    }
    // An image that already has this size and format keeps its storage. It is cleared where the
    // copy does not reach, and never before the copy: it may be the source.
    Rect inside = area;
    Offset offset;
    const bool covered = clip(framebuffer, inside, offset) && inside == area;
    const bool reuse = covered && texture.image(index) == TextureImage{format, extent};
    if (!reuse && !defineEmptyImage(context, texture, index, *format, extent)) {
        return;
    }
    copyArea(context, texture, index, {}, area);
    textureChanged(context, texture, false);
    mipmapAfterChange(context, texture, level);
}

void copyTexSubImage(Context& context,
                     int dimensions,
                     GLenum target,
                     GLint level,
                     const Offset& offset,
                     const Rect& area) {
    const auto image = findImageTarget(context, target, dimensions);
    if (!image || image->proxy) {
        context.setError(GL_INVALID_ENUM, "glCopyTexSubImage: {:#x} is not a target", target);
        return;
    }
    Texture* texture =
        requireImageArea(context, *image, level, offset, {area.width_px, area.height_px, 1});
    if (!texture) {
        return;
    }
    const ImageIndex index{level, image->face};
    const Framebuffer& framebuffer = *context.state().readFramebuffer;
    if (!requireSource(context, framebuffer) ||
        !requireCopyFormat(context, framebuffer, *texture->image(index).format) ||
        !requireWholeBlocks(
            context, texture->image(index), offset, {area.width_px, area.height_px, 1})) {
        return;
    }
    copyArea(context, *texture, index, offset, area);
    textureChanged(context, *texture, false);
    mipmapAfterChange(context, *texture, level);
}

/// ES 3.0 section 3.8.10.5: colour-renderable and filterable, or given without a size.
bool mipmapsPossible(Context& context, const format::InternalFormat& format, TextureType type) {
    if (format.integer() || format.stencil > 0) {
        return false;
    }
    if (context.isDesktop()) {
        return !format.compressed || plainFormat(format);
    }
    if (format.compressed || !format.isColor()) {
        return false;
    }
    const FormatCaps caps = context.device().formatCaps(format, type);
    return !context.atLeast(30, 0) ||
           (caps.renderable && caps.filterable && format.numeric != format::Numeric::Snorm &&
            format.name != GL_RGB9_E5);
}

} // namespace

void Context::copyTexImage1D(GLenum target,
                             GLint level,
                             GLenum internalformat,
                             GLint x,
                             GLint y,
                             GLsizei width,
                             GLint border) {
    copyTexImage(*this, 1, target, level, internalformat, {x, y, width, 1}, border);
}

void Context::copyTexImage2D(GLenum target,
                             GLint level,
                             GLenum internalformat,
                             GLint x,
                             GLint y,
                             GLsizei width,
                             GLsizei height,
                             GLint border) {
    copyTexImage(*this, 2, target, level, internalformat, {x, y, width, height}, border);
}

void Context::copyTexSubImage1D(
    GLenum target, GLint level, GLint xoffset, GLint x, GLint y, GLsizei width) {
    copyTexSubImage(*this, 1, target, level, {xoffset}, {x, y, width, 1});
}

void Context::copyTexSubImage2D(GLenum target,
                                GLint level,
                                GLint xoffset,
                                GLint yoffset,
                                GLint x,
                                GLint y,
                                GLsizei width,
                                GLsizei height) {
    copyTexSubImage(*this, 2, target, level, {xoffset, yoffset}, {x, y, width, height});
}

void Context::copyTexSubImage3D(GLenum target,
                                GLint level,
                                GLint xoffset,
                                GLint yoffset,
                                GLint zoffset,
                                GLint x,
                                GLint y,
                                GLsizei width,
                                GLsizei height) {
    copyTexSubImage(*this, 3, target, level, {xoffset, yoffset, zoffset}, {x, y, width, height});
}

void Context::generateMipmap(GLenum target) {
    const auto type = findTextureTarget(*this, target);
    if (!type) {
        setError(GL_INVALID_ENUM, "glGenerateMipmap: {:#x} is not a target", target);
        return;
    }
    if (isSingleLevel(*type)) {
        setError(GL_INVALID_ENUM, "glGenerateMipmap: {:#x} has no levels", target);
        return;
    }
    Texture& texture = *activeUnit().bound[size_t(*type)];
    const int32_t base = texture.firstLevel();
    if (!texture.levelDefined(base)) {
        setError(GL_INVALID_OPERATION, "glGenerateMipmap: the base level is not complete");
        return;
    }
    if (!mipmapsPossible(*this, *texture.image({base, 0}).format, *type)) {
        setError(GL_INVALID_OPERATION, "glGenerateMipmap: not with images of this format");
        return;
    }
    generateLevels(*this, texture);
}

void Context::eglImageTargetTexture2DOES(GLenum target, GLeglImageOES image) {
    const auto type = findTextureTarget(*this, target);
    if (type != TextureType::Tex2D && type != TextureType::External) {
        setError(GL_INVALID_ENUM, "glEGLImageTargetTexture2DOES: {:#x} is not a target", target);
        return;
    }
    const std::shared_ptr<SharedImage> shared = resolveImage(image);
    if (!shared) {
        setError(GL_INVALID_VALUE, "glEGLImageTargetTexture2DOES: there is no such image");
        return;
    }
    Texture& texture = *activeUnit().bound[size_t(*type)];
    if (!requireMutable(*this, texture)) {
        return;
    }
    texture.backend().adopt(*m_backend, shared);
    for (int level = 1; level < kMaxLevels; ++level) {
        texture.setImage({level, 0}, {});
    }
    texture.setImage({0, 0}, {&shared->internalFormat(), shared->extent()});
    textureChanged(*this, texture, true);
}

} // namespace gl
