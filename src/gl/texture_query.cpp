// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// glGetTexLevelParameter, glGetTexImage: desktop only (GL 2.1 section 6.1.3 and 6.1.4).
#include "gl/pixels.h"
#include "gl/texture_formats.h"
#include "gl/validate_texture.h"

#include <bit>
#include <cmath>

namespace gl {

namespace {

/// Targets of any number of dimensions.
std::optional<ImageTarget> findAnyImageTarget(const Context& context, GLenum target) {
    for (int dimensions = 1; dimensions <= 3; ++dimensions) {
        if (const auto found = findImageTarget(context, target, dimensions)) {
            return found;
        }
    }
    return std::nullopt;
}

bool validLevel(const Context& context, const ImageTarget& target, GLint level) {
    return level >= 0 &&
           level < int(std::bit_width(uint32_t(maxTextureSize_px(context.caps(), target.type))));
}

/// Empty: not a parameter.
std::optional<GLint> levelParameter(const TextureImage& image, GLenum pname) {
    static constexpr format::InternalFormat kNone{};
    const format::InternalFormat& format = image.format ? *image.format : kNone;
    switch (pname) {
    case GL_TEXTURE_WIDTH:
        return image.extent.width_px;
    case GL_TEXTURE_HEIGHT:
        return image.extent.height_px;
    case GL_TEXTURE_DEPTH:
        return image.extent.depth_px;
    case GL_TEXTURE_BORDER:
        return 0;
    case GL_TEXTURE_INTERNAL_FORMAT:
        return image.format ? GLint(format.name) : 1;
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
        return bits == 0                                  ? GL_NONE
               : format.numeric == format::Numeric::Float ? GL_FLOAT
                                                          : GL_UNSIGNED_NORMALIZED;
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
    const TextureImage image =
        found->proxy ? context.client().proxies[size_t(found->type)]
                     : context.activeUnit().bound[size_t(found->type)]->image({level, found->face});
    const auto value = levelParameter(image, pname);
    if (!value) {
        context.setError(GL_INVALID_ENUM, "glGetTexLevelParameter: parameter {:#x}", pname);
    }
    return value;
}

/// The texture whose image is asked for. Null: the error is set.
Texture* requireReadable(Context& context, GLenum target, GLint level, ImageIndex& index) {
    const auto found = findAnyImageTarget(context, target);
    if (context.isES() || !found || found->proxy) {
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
    ImageIndex index;
    Texture* texture = requireReadable(*this, target, level, index);
    if (!texture) {
        return;
    }
    const ChosenFormat enums = checkTransferEnums(*this, format, type);
    if (enums.error != GL_NO_ERROR) {
        setError(enums.error, "glGetTexImage: {}", enums.why);
        return;
    }
    const TextureImage& image = texture->image(index);
    if (!image.defined()) {
        return;
    }
    const bool depthAsked = format == GL_DEPTH_COMPONENT || format == GL_DEPTH_STENCIL;
    if (!format::validPixelTransfer(format, type) || depthAsked == image.format->isColor() ||
        (format == GL_DEPTH_STENCIL && image.format->stencil == 0)) {
        setError(GL_INVALID_OPERATION,
                 "glGetTexImage: format {:#x} and type {:#x} do not fit the image",
                 format,
                 type);
        return;
    }
    format::PixelLayout layout = m_client.pack;
    layout.format = format;
    layout.type = type;
    if (texture->type() != TextureType::Tex3D) {
        layout.imageHeight_px = 0;
        layout.skipImages = 0;
    }
    PackTarget destination;
    if (!destination.prepare(*this, format::imageSize_B(layout, image.extent), pixels) ||
        !destination.data()) {
        return;
    }
    if (!texture->backend().read(*m_backend, index, layout, destination.data())) {
        outOfMemory();
        return;
    }
    destination.store(*this);
}

void Context::getCompressedTexImage(GLenum target, GLint level, void* img) {
    ImageIndex index;
    Texture* texture = requireReadable(*this, target, level, index);
    if (!texture) {
        return;
    }
    // Blocks are not kept in a form that can be handed back; see docs/textures.md.
    setError(GL_INVALID_OPERATION,
             "glGetCompressedTexImage: level {} of texture {} cannot be read as blocks",
             level,
             texture->name());
}

} // namespace gl
