// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// glTexImage*, glTexSubImage*, glCompressedTex* (ES 2.0 section 3.7.1 to 3.7.3).
#include "gl/commands/pixels/pixel_transfer.h"
#include "gl/commands/texture/encoded_images.h"
#include "gl/commands/texture/paletted_texture.h"
#include "gl/commands/texture/texture_commands.h"
#include "gl/validation/texture_formats.h"
#include "gl/validation/validate_texture.h"
#include "report/upload.h"

#include <algorithm>

namespace gl {

namespace {

struct ImageArguments {
    int dimensions;
    GLenum target;
    GLint level;
    GLint internalformat;
    format::Extent extent; ///< Border included.
    GLint border;
    GLenum format;
    GLenum type;
    const void* pixels;
};

struct AreaArguments {
    int dimensions;
    GLenum target;
    GLint level;
    Offset offset;
    format::Extent extent;
    GLenum format;
    GLenum type;
    const void* pixels;
};

bool requireTarget(
    Context& context, GLenum target, int dimensions, bool proxyAllowed, ImageTarget& found) {
    const auto result = findImageTarget(context, target, dimensions);
    if (!result || (result->proxy && !proxyAllowed)) {
        context.setError(GL_INVALID_ENUM, "{:#x} is not a target of images", target);
        return false;
    }
    found = *result;
    return true;
}

bool requireFormat(Context& context, const ChosenFormat& chosen, GLenum format, GLenum type) {
    if (chosen.error != GL_NO_ERROR) {
        context.setError(chosen.error, "{} (format {:#x}, type {:#x})", chosen.why, format, type);
        return false;
    }
    return true;
}

Texture& boundTexture(Context& context, const ImageTarget& target) {
    return *context.activeUnit().bound[size_t(target.type)];
}

format::PixelLayout unpackLayout(Context& context, int dimensions, GLenum format, GLenum type) {
    format::PixelLayout layout = context.client().unpack;
    layout.format = format;
    layout.type = type;
    if (dimensions < 3) {
        layout.imageHeight_px = 0;
        layout.skipImages = 0;
    }
    return layout;
}

/// Borders are read over: sampling never sees them (their use is gone since GL 3.1).
void stripBorder(int dimensions,
                 GLint border,
                 format::PixelLayout& layout,
                 format::Extent& extent) {
    if (border == 0) {
        return;
    }
    if (layout.rowLength_px == 0) {
        layout.rowLength_px = extent.width_px;
    }
    layout.skipPixels += border;
    extent.width_px -= 2 * border;
    if (dimensions >= 2) {
        if (dimensions == 3 && layout.imageHeight_px == 0) {
            layout.imageHeight_px = extent.height_px;
        }
        layout.skipRows += border;
        extent.height_px -= 2 * border;
    }
    if (dimensions == 3) {
        layout.skipImages += border;
        extent.depth_px -= 2 * border;
    }
}

/// What undefines an image in the back end. The object keeps the format and the size as given.
constexpr format::Extent kNoExtent{0, 0, 0};

bool isEmpty(const format::Extent& extent) {
    return extent.width_px == 0 || extent.height_px == 0 || extent.depth_px == 0;
}

void texImage(Context& context, const ImageArguments& args) {
    ImageTarget target;
    if (!requireTarget(context, args.target, args.dimensions, true, target) ||
        !requireFormat(
            context, checkES1InternalFormat(context, args.internalformat), args.format, 0) ||
        !requireFormat(
            context, checkTransferEnums(context, args.format, args.type), args.format, args.type)) {
        return;
    }
    format::PixelLayout layout = unpackLayout(context, args.dimensions, args.format, args.type);
    format::Extent extent = args.extent;
    if (args.border > 0 && args.border <= 1) {
        stripBorder(args.dimensions, args.border, layout, extent);
    }
    bool tooLarge = false;
    if (!checkImageSize(context, target, args.level, extent, args.border, tooLarge)) {
        return;
    }
    const ChosenFormat chosen =
        chooseTextureFormat(context, args.internalformat, args.format, args.type, target.type);
    if (target.proxy && (chosen.error == GL_NO_ERROR || chosen.error == GL_INVALID_VALUE)) {
        const bool fits = !tooLarge && chosen.error == GL_NO_ERROR;
        context.client().proxies[size_t(target.type)] =
            fits ? TextureImage{chosen.format, extent} : TextureImage{};
        return;
    }
    if (!requireFormat(context, chosen, args.format, args.type)) {
        return;
    }
    Texture& texture = boundTexture(context, target);
    UnpackSource source;
    if (!requireMutable(context, texture) || !source.prepare(context,
                                                             format::imageSize_B(layout, extent),
                                                             args.pixels,
                                                             format::elementSize_B(args.type))) {
        return;
    }
    source.transfer(context, layout, extent);
    const ImageIndex index{args.level, target.face};
    if (!defineTexels(context,
                      texture,
                      index,
                      *chosen.format,
                      isEmpty(extent) ? kNoExtent : extent,
                      layout,
                      source.data())) {
        context.outOfMemory();
        return;
    }
    if (context.atLeast(30, 0) && chosen.format->depth > 0) {
        // OES_depth_texture's depth reads as luminance, ES 3.0's as red, and is not filtered.
        const bool sized = GLenum(args.internalformat) != args.format;
        texture.setDepthTextureMode(sized ? GL_RED : GL_LUMINANCE);
        texture.depthNearestOnly = sized;
    }
    texture.setImage(index, {chosen.format, extent});
    textureChanged(context, texture, true);
    mipmapAfterChange(context, texture, args.level);
}

void texSubImage(Context& context, const AreaArguments& args) {
    ImageTarget target;
    if (!requireTarget(context, args.target, args.dimensions, false, target) ||
        !requireFormat(
            context, checkTransferEnums(context, args.format, args.type), args.format, args.type)) {
        return;
    }
    Texture* texture = requireImageArea(context, target, args.level, args.offset, args.extent);
    if (!texture) {
        return;
    }
    const ImageIndex index{args.level, target.face};
    if (!requireFormat(context,
                       checkUpdate(context, *texture->image(index).format, args.format, args.type),
                       args.format,
                       args.type)) {
        return;
    }
    if (!requireWholeBlocks(context, texture->image(index), args.offset, args.extent)) {
        return;
    }
    format::PixelLayout layout = unpackLayout(context, args.dimensions, args.format, args.type);
    UnpackSource source;
    if (isEmpty(args.extent) ||
        !source.prepare(context,
                        format::imageSize_B(layout, args.extent),
                        args.pixels,
                        format::elementSize_B(args.type)) ||
        !source.data()) {
        return;
    }
    source.transfer(context, layout, args.extent);
    if (!updateTexels(context, *texture, index, args.offset, args.extent, layout, source.data())) {
        context.outOfMemory();
        return;
    }
    textureChanged(context, *texture, false);
    mipmapAfterChange(context, *texture, args.level);
}

size_t compressedSize_B(const format::InternalFormat& format, const format::Extent& extent) {
    return format::storageSize_B(format.candidates[0], extent);
}

void compressedTexImage(Context& context, const ImageArguments& args, GLsizei imageSize_B) {
    ImageTarget target;
    if (!requireTarget(context, args.target, args.dimensions, true, target)) {
        return;
    }
    const ChosenFormat chosen =
        compressedTextureFormat(context, GLenum(args.internalformat), target.type);
    if (!requireFormat(context, chosen, GLenum(args.internalformat), 0)) {
        return;
    }
    const format::InternalFormat* format = chosen.format;
    bool tooLarge = false;
    if (args.border != 0) {
        context.setError(GL_INVALID_VALUE, "compressed images have no border");
        return;
    }
    if (!checkImageSize(context, target, args.level, args.extent, 0, tooLarge)) {
        return;
    }
    if (target.proxy) {
        context.client().proxies[size_t(target.type)] =
            tooLarge ? TextureImage{} : TextureImage{format, args.extent};
        return;
    }
    const size_t expected_B = isEmpty(args.extent) ? 0 : compressedSize_B(*format, args.extent);
    if (imageSize_B < 0 || size_t(imageSize_B) != expected_B) {
        context.setError(GL_INVALID_VALUE,
                         "glCompressedTexImage: {} bytes instead of {}",
                         imageSize_B,
                         expected_B);
        return;
    }
    UnpackSource source;
    Texture& texture = boundTexture(context, target);
    if (!requireMutable(context, texture) || !source.prepare(context, expected_B, args.pixels)) {
        return;
    }
    const ImageIndex index{args.level, target.face};
    const report::Upload upload(
        "texture", texture.name(), texture.label(), source.data() ? expected_B : 0);
    if (!texture.backend().defineCompressed(context.backend(),
                                            index,
                                            *format,
                                            expected_B == 0 ? kNoExtent : args.extent,
                                            source.data())) {
        context.outOfMemory();
        return;
    }
    texture.setImage(index, {format, args.extent});
    textureChanged(context, texture, true);
}

void compressedTexSubImage(Context& context, const AreaArguments& args, GLsizei imageSize_B) {
    ImageTarget target;
    if (!requireTarget(context, args.target, args.dimensions, false, target)) {
        return;
    }
    const ChosenFormat chosen = compressedTextureFormat(context, args.format, target.type);
    if (!requireFormat(context, chosen, args.format, 0)) {
        return;
    }
    const format::InternalFormat* format = chosen.format;
    Texture* texture = requireImageArea(context, target, args.level, args.offset, args.extent);
    if (!texture) {
        return;
    }
    const ImageIndex index{args.level, target.face};
    const TextureImage& image = texture->image(index);
    // OES_compressed_ETC1_RGB8_texture does not allow updates.
    if (image.format != format || args.format == GL_ETC1_RGB8_OES ||
        !hasWholeBlocks(*format, args.offset, args.extent, image.extent)) {
        context.setError(GL_INVALID_OPERATION,
                         "glCompressedTexSubImage: another format, or not whole blocks");
        return;
    }
    const size_t expected_B = isEmpty(args.extent) ? 0 : compressedSize_B(*format, args.extent);
    if (imageSize_B < 0 || size_t(imageSize_B) != expected_B) {
        context.setError(GL_INVALID_VALUE,
                         "glCompressedTexSubImage: {} bytes instead of {}",
                         imageSize_B,
                         expected_B);
        return;
    }
    UnpackSource source;
    if (expected_B == 0 || !source.prepare(context, expected_B, args.pixels) || !source.data()) {
        return;
    }
    const report::Upload upload("texture", texture->name(), texture->label(), expected_B);
    if (!texture->backend().updateCompressed(
            context.backend(), index, args.offset, args.extent, source.data())) {
        context.outOfMemory();
        return;
    }
    textureChanged(context, *texture, false);
}

} // namespace

void textureChanged(Context& context, const Texture& texture, bool storage) {
    if (storage) {
        context.dirty().set(Dirty::Textures);
        if (texture.attached()) {
            context.dirty().set(Dirty::Framebuffer);
            context.recheck(kRecheckFramebuffer);
        }
    }
    context.noteSharedChange();
}

bool requireWholeBlocks(Context& context,
                        const TextureImage& image,
                        const Offset& offset,
                        const format::Extent& extent) {
    const bool hasWhole = hasWholeBlocks(*image.format, offset, extent, image.extent);
    if (!hasWhole) {
        context.setError(GL_INVALID_OPERATION, "not whole blocks of a compressed image");
    }
    return hasWhole;
}

bool defineEmptyImage(Context& context,
                      Texture& texture,
                      const ImageIndex& index,
                      const format::InternalFormat& format,
                      const format::Extent& extent) {
    if (!texture.backend().define(context.backend(), index, format, extent, nullptr, nullptr)) {
        context.outOfMemory();
        return false;
    }
    texture.setImage(index, {&format, extent});
    textureChanged(context, texture, true);
    return true;
}

bool requireMutable(Context& context, const Texture& texture) {
    if (texture.immutableLevels() > 0) {
        context.setError(
            GL_INVALID_OPERATION, "the storage of texture {} is immutable", texture.name());
        return false;
    }
    return true;
}

void generateLevels(Context& context, Texture& texture) {
    const int32_t base = texture.firstLevel();
    const TextureImage source = texture.image({base, 0});
    const int32_t last = std::min({base + chainLength(texture.type(), source.extent) - 1,
                                   texture.lastLevel(),
                                   int32_t(kMaxLevels) - 1});
    for (int32_t level = base + 1; level <= last; ++level) {
        const format::Extent extent = levelExtent(texture.type(), source.extent, level - base);
        for (int face = 0; face < texture.faceCount(); ++face) {
            const ImageIndex index{level, face};
            if (texture.image(index) != TextureImage{source.format, extent} &&
                !defineEmptyImage(context, texture, index, *source.format, extent)) {
                return;
            }
        }
    }
    if (last > base && !generateTexels(context, texture, base, last)) {
        context.outOfMemory();
        return;
    }
    textureChanged(context, texture, false);
}

void mipmapAfterChange(Context& context, Texture& texture, int32_t level) {
    if (!texture.generateMipmapOnChange() || level != texture.firstLevel()) {
        return;
    }
    const format::InternalFormat* const format = texture.image({level, 0}).format;
    if (texture.levelDefined(level) && (!format->compressed || plainFormat(*format))) {
        generateLevels(context, texture);
    }
}

void Context::texImage1D(GLenum target,
                         GLint level,
                         GLint internalformat,
                         GLsizei width,
                         GLint border,
                         GLenum format,
                         GLenum type,
                         const void* pixels) {
    texImage(*this,
             {1, target, level, internalformat, {width, 1, 1}, border, format, type, pixels});
}

void Context::texImage2D(GLenum target,
                         GLint level,
                         GLint internalformat,
                         GLsizei width,
                         GLsizei height,
                         GLint border,
                         GLenum format,
                         GLenum type,
                         const void* pixels) {
    texImage(*this,
             {2, target, level, internalformat, {width, height, 1}, border, format, type, pixels});
}

void Context::texImage3D(GLenum target,
                         GLint level,
                         GLint internalformat,
                         GLsizei width,
                         GLsizei height,
                         GLsizei depth,
                         GLint border,
                         GLenum format,
                         GLenum type,
                         const void* pixels) {
    texImage(
        *this,
        {3, target, level, internalformat, {width, height, depth}, border, format, type, pixels});
}

void Context::texSubImage1D(GLenum target,
                            GLint level,
                            GLint xoffset,
                            GLsizei width,
                            GLenum format,
                            GLenum type,
                            const void* pixels) {
    texSubImage(*this, {1, target, level, {xoffset}, {width, 1, 1}, format, type, pixels});
}

void Context::texSubImage2D(GLenum target,
                            GLint level,
                            GLint xoffset,
                            GLint yoffset,
                            GLsizei width,
                            GLsizei height,
                            GLenum format,
                            GLenum type,
                            const void* pixels) {
    texSubImage(*this,
                {2, target, level, {xoffset, yoffset}, {width, height, 1}, format, type, pixels});
}

void Context::texSubImage3D(GLenum target,
                            GLint level,
                            GLint xoffset,
                            GLint yoffset,
                            GLint zoffset,
                            GLsizei width,
                            GLsizei height,
                            GLsizei depth,
                            GLenum format,
                            GLenum type,
                            const void* pixels) {
    texSubImage(*this,
                {3,
                 target,
                 level,
                 {xoffset, yoffset, zoffset},
                 {width, height, depth},
                 format,
                 type,
                 pixels});
}

void Context::compressedTexImage1D(GLenum target,
                                   GLint level,
                                   GLenum internalformat,
                                   GLsizei width,
                                   GLint border,
                                   GLsizei imageSize,
                                   const void* data) {
    compressedTexImage(*this,
                       {1, target, level, GLint(internalformat), {width, 1, 1}, border, 0, 0, data},
                       imageSize);
}

void Context::compressedTexImage2D(GLenum target,
                                   GLint level,
                                   GLenum internalformat,
                                   GLsizei width,
                                   GLsizei height,
                                   GLint border,
                                   GLsizei imageSize,
                                   const void* data) {
    if (m_apiVersion.isES1() && isPaletted(internalformat)) {
        return palettedTexImage(
            *this, {target, level, internalformat, width, height, border, imageSize, data});
    }
    compressedTexImage(
        *this,
        {2, target, level, GLint(internalformat), {width, height, 1}, border, 0, 0, data},
        imageSize);
}

void Context::compressedTexImage3D(GLenum target,
                                   GLint level,
                                   GLenum internalformat,
                                   GLsizei width,
                                   GLsizei height,
                                   GLsizei depth,
                                   GLint border,
                                   GLsizei imageSize,
                                   const void* data) {
    compressedTexImage(
        *this,
        {3, target, level, GLint(internalformat), {width, height, depth}, border, 0, 0, data},
        imageSize);
}

void Context::compressedTexSubImage1D(GLenum target,
                                      GLint level,
                                      GLint xoffset,
                                      GLsizei width,
                                      GLenum format,
                                      GLsizei imageSize,
                                      const void* data) {
    compressedTexSubImage(
        *this, {1, target, level, {xoffset}, {width, 1, 1}, format, 0, data}, imageSize);
}

void Context::compressedTexSubImage2D(GLenum target,
                                      GLint level,
                                      GLint xoffset,
                                      GLint yoffset,
                                      GLsizei width,
                                      GLsizei height,
                                      GLenum format,
                                      GLsizei imageSize,
                                      const void* data) {
    if (m_apiVersion.isES1() && isPaletted(format)) {
        return setError(GL_INVALID_OPERATION, "paletted textures are defined as a whole");
    }
    compressedTexSubImage(
        *this,
        {2, target, level, {xoffset, yoffset}, {width, height, 1}, format, 0, data},
        imageSize);
}

void Context::compressedTexSubImage3D(GLenum target,
                                      GLint level,
                                      GLint xoffset,
                                      GLint yoffset,
                                      GLint zoffset,
                                      GLsizei width,
                                      GLsizei height,
                                      GLsizei depth,
                                      GLenum format,
                                      GLsizei imageSize,
                                      const void* data) {
    compressedTexSubImage(
        *this,
        {3, target, level, {xoffset, yoffset, zoffset}, {width, height, depth}, format, 0, data},
        imageSize);
}

} // namespace gl
