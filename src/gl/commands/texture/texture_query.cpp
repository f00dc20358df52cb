// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// glGetTexLevelParameter, glGetTexImage: desktop only (GL 2.1 section 6.1.3 and 6.1.4).
#include "gl/commands/pixels/pixel_transfer.h"
#include "gl/validation/texture_formats.h"
#include "gl/validation/validate_texture.h"
#include "report/object_name.h"

#include <bit>
#include <cmath>
#include <limits>

namespace gl {

namespace {

/// Targets of any number of dimensions.
std::optional<ImageTarget> findAnyImageTarget(const Context& context, GLenum target) {
    for (int dimensions = 1; dimensions <= 3; ++dimensions) {
        if (const auto found = findImageTarget(context, target, dimensions)) {
            return found;
        }
    }
    // Those that no glTexImage has.
    switch (target) {
    case GL_TEXTURE_BUFFER:
        return ImageTarget{TextureType::Buffer};
    case GL_TEXTURE_2D_MULTISAMPLE:
    case GL_PROXY_TEXTURE_2D_MULTISAMPLE:
        return ImageTarget{
            TextureType::Tex2DMultisample, 0, target == GL_PROXY_TEXTURE_2D_MULTISAMPLE};
    case GL_TEXTURE_2D_MULTISAMPLE_ARRAY:
    case GL_PROXY_TEXTURE_2D_MULTISAMPLE_ARRAY:
        return ImageTarget{
            TextureType::Tex2DMultisampleArray, 0, target == GL_PROXY_TEXTURE_2D_MULTISAMPLE_ARRAY};
    default:
        return std::nullopt;
    }
}

bool validLevel(const Context& context, const ImageTarget& target, GLint level) {
    return level >= 0 && level < levelCount(context.caps(), target.type);
}

bool isBufferTexture(const Texture* texture) {
    return texture && texture->type() == TextureType::Buffer;
}

/// What only buffer textures have; others have the values at first.
std::optional<GLint> bufferParameter(const Context& context, const Texture* texture, GLenum pname) {
    const TexelRange none;
    const TexelRange& texels = texture ? texture->texels() : none;
    const auto size_B = [&] {
        return texels.buffer && texels.size_B == 0 ? texels.buffer->size_B() : texels.size_B;
    };
    switch (pname) {
    case GL_TEXTURE_BUFFER_DATA_STORE_BINDING:
        return texels.buffer ? GLint(texels.buffer->name()) : 0;
    case GL_TEXTURE_BUFFER_OFFSET:
        return GLint(texels.offset_B);
    case GL_TEXTURE_BUFFER_SIZE:
        return GLint(size_B());
    default:
        break;
    }
    if (!isBufferTexture(texture)) {
        return std::nullopt;
    }
    switch (pname) {
    case GL_TEXTURE_WIDTH:
        return GLint(texels.count(size_t(context.caps().maxTextureBufferTexels)));
    case GL_TEXTURE_HEIGHT:
    case GL_TEXTURE_DEPTH:
        return texels.buffer ? 1 : 0;
    default:
        return std::nullopt;
    }
}

GLint componentType(const format::InternalFormat& format) {
    switch (format.numeric) {
    case format::Numeric::Float:
        return GL_FLOAT;
    case format::Numeric::Snorm:
        return GL_SIGNED_NORMALIZED;
    case format::Numeric::Sint:
        return GL_INT;
    case format::Numeric::Uint:
        return GL_UNSIGNED_INT;
    default:
        return GL_UNSIGNED_NORMALIZED;
    }
}

/// Empty: not a parameter. `texture` is null for proxies.
std::optional<GLint> levelParameter(const Context& context,
                                    const Texture* texture,
                                    const TextureImage& image,
                                    GLenum pname) {
    static constexpr format::InternalFormat kNone{};
    const format::InternalFormat& format = image.format ? *image.format : kNone;
    if (const auto value = bufferParameter(context, texture, pname)) {
        return value;
    }
    switch (pname) {
    case GL_TEXTURE_SHARED_SIZE:
        return format.name == GL_RGB9_E5 ? 5 : 0;
    case GL_TEXTURE_SAMPLES:
        return context.isDesktop() ? std::optional(texture ? texture->samples() : 0) : std::nullopt;
    case GL_TEXTURE_FIXED_SAMPLE_LOCATIONS:
        return texture ? texture->fixedSampleLocations() : 1;
    case GL_TEXTURE_WIDTH:
        return image.extent.width_px;
    case GL_TEXTURE_HEIGHT:
        return image.extent.height_px;
    case GL_TEXTURE_DEPTH:
        return image.extent.depth_px;
    case GL_TEXTURE_BORDER:
        return context.isCore() ? std::nullopt : std::optional(0);
    case GL_TEXTURE_INTERNAL_FORMAT:
        // "Each initial texture image is null": of RGBA in core profiles, or R8 for buffer textures
        // (GL 4.5 core, section 8.22), of one component before (GL 2.1, section 3.8.11).
        return image.format               ? GLint(format.name)
               : !context.isCore()        ? 1
               : isBufferTexture(texture) ? GL_R8
                                          : GL_RGBA;
    case GL_TEXTURE_RED_SIZE:
        return format.red;
    case GL_TEXTURE_GREEN_SIZE:
        return format.green;
    case GL_TEXTURE_BLUE_SIZE:
        return format.blue;
    case GL_TEXTURE_ALPHA_SIZE:
        return format.alpha;
    case GL_TEXTURE_LUMINANCE_SIZE:
        return format.luminance;
    case GL_TEXTURE_INTENSITY_SIZE:
        return format.intensity;
    case GL_TEXTURE_DEPTH_SIZE:
        return format.depth;
    case GL_TEXTURE_STENCIL_SIZE:
        return format.stencil;
    case GL_TEXTURE_COMPRESSED:
        return format.compressed;
    case GL_TEXTURE_COMPRESSED_IMAGE_SIZE:
        return format.compressed ? GLint(format::storageSize_B(format.candidates[0], image.extent))
                                 : 0;
    case GL_TEXTURE_RED_TYPE:
    case GL_TEXTURE_GREEN_TYPE:
    case GL_TEXTURE_BLUE_TYPE:
    case GL_TEXTURE_ALPHA_TYPE:
    case GL_TEXTURE_LUMINANCE_TYPE_ARB:
    case GL_TEXTURE_INTENSITY_TYPE_ARB:
    case GL_TEXTURE_DEPTH_TYPE: {
        const int bits = pname == GL_TEXTURE_RED_TYPE             ? format.red
                         : pname == GL_TEXTURE_GREEN_TYPE         ? format.green
                         : pname == GL_TEXTURE_BLUE_TYPE          ? format.blue
                         : pname == GL_TEXTURE_ALPHA_TYPE         ? format.alpha
                         : pname == GL_TEXTURE_LUMINANCE_TYPE_ARB ? format.luminance
                         : pname == GL_TEXTURE_INTENSITY_TYPE_ARB ? format.intensity
                                                                  : format.depth;
        return bits == 0 ? GL_NONE : componentType(format);
    }
    default:
        return std::nullopt;
    }
}

std::optional<GLint> queryLevel(Context& context, GLenum target, GLint level, GLenum pname) {
    const auto found = findAnyImageTarget(context, target);
    if (context.isES() || !found) {
        context.setError(GL_INVALID_ENUM, "glGetTexLevelParameter: target {:#x}", target);
        return std::nullopt;
    }
    if (!validLevel(context, *found, level)) {
        context.setError(GL_INVALID_VALUE, "glGetTexLevelParameter: level {}", level);
        return std::nullopt;
    }
    // Only the level that was tried last is remembered of a proxy.
    const Texture* texture =
        found->proxy ? nullptr : context.activeUnit().bound[size_t(found->type)].get();
    TextureImage image = texture ? texture->image({level, found->face})
                                 : context.client().proxies[size_t(found->type)];
    if (texture && found->type == TextureType::Buffer) {
        image = {texture->texels().format, {}};
    }
    const auto value = levelParameter(context, texture, image, pname);
    if (!value) {
        context.setError(GL_INVALID_ENUM, "glGetTexLevelParameter: parameter {:#x}", pname);
    }
    return value;
}

/// Pixels of `format` can be made from the image.
bool mayRead(const format::InternalFormat& image, GLenum format) {
    switch (format) {
    case GL_DEPTH_COMPONENT:
        return image.depth > 0;
    case GL_DEPTH_STENCIL:
        return image.depth > 0 && image.stencil > 0;
    case GL_STENCIL_INDEX:
        return image.stencil > 0;
    case GL_COLOR_INDEX:
        return false;
    default:
        return image.isColor() && image.integer() == integerPixels(format);
    }
}

/// The texture whose image is asked for. Null: the error is set.
Texture* requireReadable(Context& context, GLenum target, GLint level, ImageIndex& index) {
    const auto found = findAnyImageTarget(context, target);
    if (context.isES() || !found || found->proxy || found->type == TextureType::Buffer ||
        isMultisample(found->type)) {
        context.setError(GL_INVALID_ENUM, "glGetTexImage: target {:#x}", target);
        return nullptr;
    }
    if (!validLevel(context, *found, level)) {
        context.setError(GL_INVALID_VALUE, "glGetTexImage: level {}", level);
        return nullptr;
    }
    index = {level, found->face};
    return context.activeUnit().bound[size_t(found->type)].get();
}

constexpr size_t kNoLimit = std::numeric_limits<size_t>::max();

void tooSmall(Context& context, size_t size_B) {
    context.setError(GL_INVALID_OPERATION, "glGetnTexImage: {} bytes are needed", size_B);
}

bool validBufferSize(Context& context, GLsizei bufSize) {
    if (bufSize < 0) {
        context.setError(GL_INVALID_VALUE, "glGetnTexImage: bufSize {}", bufSize);
    }
    return bufSize >= 0;
}

void readImage(Context& context,
               GLenum target,
               GLint level,
               GLenum format,
               GLenum type,
               size_t limit_B,
               void* pixels) {
    ImageIndex index;
    Texture* texture = requireReadable(context, target, level, index);
    if (!texture) {
        return;
    }
    const ChosenFormat enums = checkTransferEnums(context, format, type);
    if (enums.error != GL_NO_ERROR) {
        context.setError(enums.error, "glGetTexImage: {}", enums.why);
        return;
    }
    const TextureImage& image = texture->image(index);
    if (!image.defined() && validDesktopTransfer(format, type)) {
        return;
    }
    if (!validDesktopTransfer(format, type) || !mayRead(*image.format, format)) {
        context.setError(GL_INVALID_OPERATION,
                         "glGetTexImage: format {:#x} and type {:#x} do not fit the image",
                         format,
                         type);
        return;
    }
    format::PixelLayout layout = context.client().pack;
    layout.format = format;
    layout.type = type;
    const bool slices = texture->type() == TextureType::Tex3D ||
                        texture->type() == TextureType::Tex2DArray ||
                        texture->type() == TextureType::CubeArray;
    if (!slices) {
        layout.imageHeight_px = 0;
        layout.skipImages = 0;
    }
    const size_t size_B = format::imageSize_B(layout, image.extent);
    if (size_B > limit_B) {
        return tooSmall(context, size_B);
    }
    PackTarget destination;
    if (!destination.prepare(context, size_B, pixels, format::elementSize_B(type)) ||
        !destination.data()) {
        return;
    }
    const report::Subject subject("texture", texture->name(), texture->label());
    if (!texture->backend().read(context.backend(), index, layout, destination.data())) {
        context.outOfMemory();
        return;
    }
    destination.store(context);
}

void readBlocks(Context& context, GLenum target, GLint level, size_t limit_B, void* img) {
    ImageIndex index;
    Texture* texture = requireReadable(context, target, level, index);
    if (!texture) {
        return;
    }
    const TextureImage& image = texture->image(index);
    if (!image.defined() || !image.format->compressed) {
        context.setError(GL_INVALID_OPERATION,
                         "glGetCompressedTexImage: level {} of texture {} is not compressed",
                         level,
                         texture->name());
        return;
    }
    const size_t size_B = format::storageSize_B(image.format->candidates[0], image.extent);
    if (size_B > limit_B) {
        return tooSmall(context, size_B);
    }
    PackTarget destination;
    if (!destination.prepare(context, size_B, img) || !destination.data()) {
        return;
    }
    const report::Subject subject("texture", texture->name(), texture->label());
    if (!texture->backend().readCompressed(context.backend(), index, destination.data())) {
        // Blocks that the device does not have were decoded (docs/textures.md).
        context.setError(GL_INVALID_OPERATION,
                         "glGetCompressedTexImage: level {} of texture {} cannot be read as blocks",
                         level,
                         texture->name());
        return;
    }
    destination.store(context);
}

} // namespace

void Context::getTexLevelParameteriv(GLenum target, GLint level, GLenum pname, GLint* params) {
    if (const auto value = queryLevel(*this, target, level, pname)) {
        *params = *value;
    }
}

void Context::getTexLevelParameterfv(GLenum target, GLint level, GLenum pname, GLfloat* params) {
    if (const auto value = queryLevel(*this, target, level, pname)) {
        *params = GLfloat(*value);
    }
}

void Context::getTexImage(GLenum target, GLint level, GLenum format, GLenum type, void* pixels) {
    readImage(*this, target, level, format, type, kNoLimit, pixels);
}

void Context::getnTexImage(
    GLenum target, GLint level, GLenum format, GLenum type, GLsizei bufSize, void* pixels) {
    if (validBufferSize(*this, bufSize)) {
        readImage(*this, target, level, format, type, size_t(bufSize), pixels);
    }
}

void Context::getCompressedTexImage(GLenum target, GLint level, void* img) {
    readBlocks(*this, target, level, kNoLimit, img);
}

void Context::getnCompressedTexImage(GLenum target, GLint lod, GLsizei bufSize, void* pixels) {
    if (validBufferSize(*this, bufSize)) {
        readBlocks(*this, target, lod, size_t(bufSize), pixels);
    }
}

} // namespace gl
