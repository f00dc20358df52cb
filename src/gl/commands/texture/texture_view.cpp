// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// glTextureView (GL 4.3 section 8.18), glCopyImageSubData (section 18.3.2) and glInvalidateTex*
// (section 8.20).
#include "gl/commands/texture/texture_commands.h"
#include "gl/rules/texture_classes.h"
#include "gl/validation/texture_formats.h"
#include "gl/validation/validate_texture.h"

#include <algorithm>

namespace gl {

namespace {

/// GL 4.3 table 8.20: what a view of a texture may be.
bool targetsCompatible(TextureType original, TextureType view) {
    using enum TextureType;
    const auto oneOf = [view](std::initializer_list<TextureType> types) {
        return std::find(types.begin(), types.end(), view) != types.end();
    };
    switch (original) {
    case Tex1D:
    case Tex1DArray:
        return oneOf({Tex1D, Tex1DArray});
    case Tex2D:
        return oneOf({Tex2D, Tex2DArray});
    case Cube:
    case Tex2DArray:
    case CubeArray:
        return oneOf({Tex2D, Tex2DArray, Cube, CubeArray});
    case Tex2DMultisample:
    case Tex2DMultisampleArray:
        return oneOf({Tex2DMultisample, Tex2DMultisampleArray});
    default:
        return original == view && original != Buffer;
    }
}

/// Level 0 of a view of `layers` layers.
format::Extent viewExtent(TextureType type, const format::Extent& level, int32_t layers) {
    format::Extent extent = level;
    switch (type) {
    case TextureType::Tex3D:
        return extent;
    case TextureType::Tex1DArray:
        extent.height_px = layers;
        return {extent.width_px, layers, 1};
    case TextureType::Tex1D:
        return {extent.width_px, 1, 1};
    default:
        extent.depth_px = isArray(type) ? layers : 1;
        return extent;
    }
}

/// Numbers of layers that a target takes (GL 4.3 section 8.18).
bool layersFit(TextureType type, int32_t layers) {
    return type == TextureType::Cube        ? layers == 6
           : type == TextureType::CubeArray ? layers % 6 == 0
                                            : isArray(type) || layers == 1;
}

/// An image that glCopyImageSubData names.
struct NamedImage {
    CopyImageSide side;
    TextureType type = TextureType::Tex2D;
    const format::InternalFormat* format = nullptr;
    format::Extent extent; ///< Layers (of cube maps: faces) are its depth.
    int32_t samples = 1;
};

/// False: the error is set.
bool findNamedImage(Context& context,
                    GLuint name,
                    GLenum target,
                    GLint level,
                    const Offset& offset,
                    NamedImage& image) {
    image.side.offset = offset;
    if (target == GL_RENDERBUFFER) {
        const Renderbuffer* renderbuffer = context.group().renderbuffers.find(name);
        if (!renderbuffer || level != 0) {
            context.setError(
                GL_INVALID_VALUE, "glCopyImageSubData: renderbuffer {}, level {}", name, level);
            return false;
        }
        if (!renderbuffer->format()) {
            context.setError(
                GL_INVALID_OPERATION, "glCopyImageSubData: renderbuffer {} is empty", name);
            return false;
        }
        image.side.renderbuffer = renderbuffer;
        image.format = renderbuffer->format();
        image.extent = {renderbuffer->width_px(), renderbuffer->height_px(), 1};
        image.samples = std::max(renderbuffer->samples(), 1);
        return true;
    }
    const auto type = findTextureTarget(context, target);
    if (!type || *type == TextureType::Buffer || *type == TextureType::External) {
        context.setError(GL_INVALID_ENUM, "glCopyImageSubData: {:#x} is not a target", target);
        return false;
    }
    const Texture* texture = context.group().textures.find(name);
    if (!texture) {
        context.setError(GL_INVALID_VALUE, "glCopyImageSubData: there is no texture {}", name);
        return false;
    }
    if (texture->type() != *type) {
        context.setError(
            GL_INVALID_ENUM, "glCopyImageSubData: texture {} is of another target", name);
        return false;
    }
    if (level < 0 || level >= levelCount(context.caps(), *type)) {
        context.setError(GL_INVALID_VALUE, "glCopyImageSubData: level {}", level);
        return false;
    }
    if (!texture->complete(texture->parameters())) {
        context.setError(
            GL_INVALID_OPERATION, "glCopyImageSubData: texture {} is not complete", name);
        return false;
    }
    const TextureImage& found = texture->image({level, 0});
    if (!found.defined()) {
        context.setError(
            GL_INVALID_VALUE, "glCopyImageSubData: texture {} has no level {}", name, level);
        return false;
    }
    image.side.texture = texture;
    image.side.image = {level, 0};
    image.type = *type;
    image.format = found.format;
    image.extent = found.extent;
    image.samples = std::max(texture->samples(), 1);
    if (*type == TextureType::Cube) {
        image.extent.depth_px = 6;
    }
    return true;
}

/// The region lies in the image and starts and ends on blocks. False: the error is set.
bool requireRegion(Context& context, const NamedImage& image, const format::Extent& size) {
    const Offset& at = image.side.offset;
    const auto inside = [](int32_t offset_px, int32_t size_px, int32_t image_px) {
        return offset_px >= 0 && size_px >= 0 && int64_t(offset_px) + size_px <= image_px;
    };
    const format::Layout& blocks = format::layout(image.format->candidates[0]);
    const auto whole = [](int32_t offset_px, int32_t size_px, int32_t block_px, int32_t image_px) {
        return offset_px % block_px == 0 &&
               (size_px % block_px == 0 || offset_px + size_px == image_px);
    };
    const auto roundUp = [](int32_t size_px, int32_t block_px) {
        return (size_px + block_px - 1) / block_px * block_px;
    };
    // The last block may reach over the edge.
    if (!inside(at.x, size.width_px, roundUp(image.extent.width_px, blocks.blockWidth_px)) ||
        !inside(at.y, size.height_px, roundUp(image.extent.height_px, blocks.blockHeight_px)) ||
        !inside(at.z, size.depth_px, image.extent.depth_px)) {
        context.setError(GL_INVALID_VALUE, "glCopyImageSubData: the region is not in the image");
        return false;
    }
    if (image.format->compressed &&
        (!whole(at.x, size.width_px, blocks.blockWidth_px, image.extent.width_px) ||
         !whole(at.y, size.height_px, blocks.blockHeight_px, image.extent.height_px))) {
        context.setError(GL_INVALID_VALUE, "glCopyImageSubData: the region is not whole blocks");
        return false;
    }
    return true;
}

/// Blocks count as texels of an uncompressed image.
int32_t inTexels(int32_t size_px, int32_t from_px, int32_t to_px) {
    return (size_px + from_px - 1) / from_px * to_px;
}

/// For glInvalidateTex*: the texture's image. Null: the error is set.
const Texture* requireInvalidatable(Context& context, GLuint name, GLint level) {
    const Texture* texture = name ? context.group().textures.find(name) : nullptr;
    if (!texture) {
        context.setError(GL_INVALID_VALUE, "glInvalidateTex: there is no texture {}", name);
        return nullptr;
    }
    if (level < 0 || level >= levelCount(context.caps(), texture->type())) {
        context.setError(GL_INVALID_VALUE, "glInvalidateTex: level {}", level);
        return nullptr;
    }
    return texture;
}

} // namespace

void Context::textureView(GLuint texture,
                          GLenum target,
                          GLuint origtexture,
                          GLenum internalformat,
                          GLuint minlevel,
                          GLuint numlevels,
                          GLuint minlayer,
                          GLuint numlayers) {
    Texture* original = origtexture ? m_group->textures.find(origtexture) : nullptr;
    if (texture == 0 || !original) {
        setError(GL_INVALID_VALUE, "glTextureView: texture {}, original {}", texture, origtexture);
        return;
    }
    if (!m_group->textures.used(texture) || m_group->textures.find(texture) ||
        original->immutableLevels() == 0) {
        setError(GL_INVALID_OPERATION,
                 "glTextureView: {} must be a new name, and the original's storage immutable",
                 texture);
        return;
    }
    const auto type = findTextureTarget(*this, target);
    if (!type) {
        setError(GL_INVALID_ENUM, "glTextureView: {:#x} is not a target", target);
        return;
    }
    const format::InternalFormat& own = *original->image({}).format;
    const format::InternalFormat* format = sizedTextureFormat(*this, internalformat, *type);
    if (!targetsCompatible(original->type(), *type) || !format || !viewCompatible(own, *format)) {
        setError(GL_INVALID_OPERATION,
                 "glTextureView: target {:#x} or format {:#x} is not compatible",
                 target,
                 internalformat);
        return;
    }
    const TextureViewRange& range = original->viewRange();
    if (minlevel >= GLuint(range.levels) || minlayer >= GLuint(range.layers) || numlevels == 0 ||
        numlayers == 0) {
        setError(GL_INVALID_VALUE, "glTextureView: the original has no such levels or layers");
        return;
    }
    const auto levels = int32_t(std::min(numlevels, GLuint(range.levels) - minlevel));
    const auto layers = int32_t(std::min(numlayers, GLuint(range.layers) - minlayer));
    // Arrays and cube maps are asked for the layers that are left, the others for what was named.
    const bool clamps = isArray(*type) || *type == TextureType::Cube;
    if (!layersFit(*type, clamps ? layers : int32_t(numlayers))) {
        setError(GL_INVALID_VALUE, "glTextureView: {} layers for target {:#x}", numlayers, target);
        return;
    }
    const format::Extent source = original->image({int32_t(minlevel), 0}).extent;
    const format::Extent extent = viewExtent(*type, source, layers);
    if ((*type == TextureType::Cube || *type == TextureType::CubeArray) &&
        extent.width_px != extent.height_px) {
        setError(GL_INVALID_OPERATION, "glTextureView: faces of cube maps are square");
        return;
    }
    Texture* view = createTexture(*this, texture, *type);
    if (!view) {
        return;
    }
    if (!view->backend().showView(*m_backend,
                                  original->backend(),
                                  *format,
                                  extent,
                                  int32_t(minlevel),
                                  levels,
                                  int32_t(minlayer))) {
        m_group->textures.insert(texture, {});
        outOfMemory();
        return;
    }
    view->setSamples(original->samples(), original->fixedSampleLocations());
    view->setImmutable(*format,
                       extent,
                       levels,
                       {range.minLevel + int32_t(minlevel),
                        levels,
                        range.minLayer + int32_t(minlayer),
                        layers,
                        range.storageLevels});
    // The original may have moved to storage that can be viewed.
    textureChanged(*this, *original, true);
    textureChanged(*this, *view, true);
}

void Context::copyImageSubData(GLuint srcName,
                               GLenum srcTarget,
                               GLint srcLevel,
                               GLint srcX,
                               GLint srcY,
                               GLint srcZ,
                               GLuint dstName,
                               GLenum dstTarget,
                               GLint dstLevel,
                               GLint dstX,
                               GLint dstY,
                               GLint dstZ,
                               GLsizei srcWidth,
                               GLsizei srcHeight,
                               GLsizei srcDepth) {
    NamedImage src;
    NamedImage dst;
    if (!findNamedImage(*this, srcName, srcTarget, srcLevel, {srcX, srcY, srcZ}, src) ||
        !findNamedImage(*this, dstName, dstTarget, dstLevel, {dstX, dstY, dstZ}, dst)) {
        return;
    }
    if (!copyImageCompatible(*src.format, *dst.format) || src.samples != dst.samples) {
        setError(GL_INVALID_OPERATION, "glCopyImageSubData: formats or samples do not match");
        return;
    }
    if (srcWidth < 0 || srcHeight < 0 || srcDepth < 0) {
        setError(GL_INVALID_VALUE, "glCopyImageSubData: a size is negative");
        return;
    }
    const format::Layout& from = format::layout(src.format->candidates[0]);
    const format::Layout& to = format::layout(dst.format->candidates[0]);
    const format::Extent size{srcWidth, srcHeight, srcDepth};
    const bool alike = from.blockWidth_px == to.blockWidth_px;
    const format::Extent dstSize =
        alike ? size
              : format::Extent{inTexels(srcWidth, from.blockWidth_px, to.blockWidth_px),
                               inTexels(srcHeight, from.blockHeight_px, to.blockHeight_px),
                               srcDepth};
    if (!requireRegion(*this, src, size) || !requireRegion(*this, dst, dstSize) || srcWidth == 0 ||
        srcHeight == 0 || srcDepth == 0) {
        return;
    }
    if (!m_backend->copyImage({src.side, dst.side, size})) {
        outOfMemory();
        return;
    }
    if (dst.side.texture) {
        textureChanged(*this, *dst.side.texture, false);
    } else {
        noteSharedChange();
    }
}

void Context::invalidateTexImage(GLuint texture, GLint level) {
    requireInvalidatable(*this, texture, level); // Contents may go; they need not.
}

void Context::invalidateTexSubImage(GLuint texture,
                                    GLint level,
                                    GLint xoffset,
                                    GLint yoffset,
                                    GLint zoffset,
                                    GLsizei width,
                                    GLsizei height,
                                    GLsizei depth) {
    const Texture* object = requireInvalidatable(*this, texture, level);
    if (!object) {
        return;
    }
    format::Extent extent = object->image({level, 0}).extent;
    if (object->type() == TextureType::Cube) {
        extent.depth_px = 6;
    }
    const auto inside = [](GLint offset_px, GLsizei size_px, int32_t image_px) {
        return offset_px >= 0 && size_px >= 0 && int64_t(offset_px) + size_px <= image_px;
    };
    if (!inside(xoffset, width, extent.width_px) || !inside(yoffset, height, extent.height_px) ||
        !inside(zoffset, depth, extent.depth_px)) {
        setError(GL_INVALID_VALUE, "glInvalidateTexSubImage: the area is not in the image");
    }
}

} // namespace gl
