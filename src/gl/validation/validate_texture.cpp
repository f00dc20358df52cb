// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "gl/validation/validate_texture.h"

#include <algorithm>
#include <bit>

namespace gl {

std::optional<ImageTarget> findImageTarget(const Context& context, GLenum target, int dimensions) {
    const bool desktop = context.isDesktop();
    if (dimensions == 2 && target >= GL_TEXTURE_CUBE_MAP_POSITIVE_X &&
        target <= GL_TEXTURE_CUBE_MAP_NEGATIVE_Z) {
        return ImageTarget{TextureType::Cube, int32_t(target - GL_TEXTURE_CUBE_MAP_POSITIVE_X)};
    }
    struct Row {
        GLenum target;
        int dimensions;
        ImageTarget result;
    };
    static constexpr Row kRows[] = {
        {GL_TEXTURE_2D, 2, {.type = TextureType::Tex2D}},
        {GL_PROXY_TEXTURE_2D, 2, {.type = TextureType::Tex2D, .proxy = true}},
        {GL_PROXY_TEXTURE_CUBE_MAP, 2, {.type = TextureType::Cube, .proxy = true}},
        {GL_TEXTURE_3D, 3, {.type = TextureType::Tex3D}},
        {GL_PROXY_TEXTURE_3D, 3, {.type = TextureType::Tex3D, .proxy = true}},
        {GL_TEXTURE_1D, 1, {.type = TextureType::Tex1D}},
        {GL_PROXY_TEXTURE_1D, 1, {.type = TextureType::Tex1D, .proxy = true}},
        {GL_TEXTURE_1D_ARRAY, 2, {.type = TextureType::Tex1DArray}},
        {GL_PROXY_TEXTURE_1D_ARRAY, 2, {.type = TextureType::Tex1DArray, .proxy = true}},
        {GL_TEXTURE_2D_ARRAY, 3, {.type = TextureType::Tex2DArray}},
        {GL_PROXY_TEXTURE_2D_ARRAY, 3, {.type = TextureType::Tex2DArray, .proxy = true}},
        {GL_TEXTURE_CUBE_MAP_ARRAY, 3, {.type = TextureType::CubeArray}},
        {GL_PROXY_TEXTURE_CUBE_MAP_ARRAY, 3, {.type = TextureType::CubeArray, .proxy = true}},
        {GL_TEXTURE_RECTANGLE, 2, {.type = TextureType::Rect}},
        {GL_PROXY_TEXTURE_RECTANGLE, 2, {.type = TextureType::Rect, .proxy = true}},
    };
    for (const Row& row : kRows) {
        if (row.target == target && row.dimensions == dimensions &&
            hasTextureType(context, row.result.type) && (desktop || !row.result.proxy)) {
            return row.result;
        }
    }
    return std::nullopt;
}

bool hasTextureType(const Context& context, TextureType type) {
    switch (type) {
    case TextureType::Tex2D:
    case TextureType::Cube:
        return true;
    case TextureType::Tex3D:
        return context.caps().max3dTextureSize_px > 0;
    case TextureType::Tex2DArray:
        return context.atLeast(30, 30);
    case TextureType::Tex1DArray:
        return context.atLeast(0, 30);
    case TextureType::CubeArray:
        return context.isDesktop() && context.caps().cubeMapArray;
    case TextureType::External:
        return context.isES();
    default:
        return context.isDesktop();
    }
}

std::optional<TextureType> findTextureTarget(const Context& context, GLenum target) {
    static constexpr std::pair<GLenum, TextureType> kTargets[] = {
        {GL_TEXTURE_2D, TextureType::Tex2D},
        {GL_TEXTURE_CUBE_MAP, TextureType::Cube},
        {GL_TEXTURE_3D, TextureType::Tex3D},
        {GL_TEXTURE_1D, TextureType::Tex1D},
        {GL_TEXTURE_1D_ARRAY, TextureType::Tex1DArray},
        {GL_TEXTURE_2D_ARRAY, TextureType::Tex2DArray},
        {GL_TEXTURE_CUBE_MAP_ARRAY, TextureType::CubeArray},
        {GL_TEXTURE_RECTANGLE, TextureType::Rect},
        {GL_TEXTURE_BUFFER, TextureType::Buffer},
        {GL_TEXTURE_2D_MULTISAMPLE, TextureType::Tex2DMultisample},
        {GL_TEXTURE_2D_MULTISAMPLE_ARRAY, TextureType::Tex2DMultisampleArray},
        {GL_TEXTURE_EXTERNAL_OES, TextureType::External},
    };
    for (const auto& [name, type] : kTargets) {
        if (name == target) {
            return hasTextureType(context, type) ? std::optional(type) : std::nullopt;
        }
    }
    return std::nullopt;
}

int32_t maxTextureSize_px(const Caps& caps, TextureType type) {
    const int32_t size_px = type == TextureType::Cube || type == TextureType::CubeArray
                                ? caps.maxCubeMapSize_px
                            : type == TextureType::Tex3D ? caps.max3dTextureSize_px
                                                         : caps.maxTextureSize_px;
    return std::min(size_px, 1 << (kMaxLevels - 1));
}

int32_t levelCount(const Caps& caps, TextureType type) {
    return isSingleLevel(type) ? 1 : std::bit_width(uint32_t(maxTextureSize_px(caps, type)));
}

bool fitsDevice(const Caps& caps, TextureType type, int32_t level, const format::Extent& extent) {
    const int32_t max_px = maxTextureSize_px(caps, type) >> level;
    const int32_t layers = type == TextureType::Tex1DArray ? extent.height_px
                           : isArray(type)                 ? extent.depth_px
                                                           : 1;
    return extent.width_px <= max_px &&
           (type == TextureType::Tex1DArray || extent.height_px <= max_px) &&
           (type != TextureType::Tex3D || extent.depth_px <= max_px) &&
           layers <= caps.maxArrayTextureLayers;
}

bool checkImageSize(Context& context,
                    const ImageTarget& target,
                    GLint level,
                    const format::Extent& extent,
                    GLint border,
                    bool& tooLarge) {
    tooLarge = false;
    if (level < 0 || level >= levelCount(context.caps(), target.type)) {
        context.setError(GL_INVALID_VALUE, "a texture has no level {}", level);
        return false;
    }
    const bool borders = context.isDesktop() && !context.isCore() &&
                         target.type != TextureType::Cube &&
                         target.type != TextureType::CubeArray && target.type != TextureType::Rect;
    if (border != 0 && (border != 1 || !borders)) {
        context.setError(GL_INVALID_VALUE, "the border of an image must be 0, not {}", border);
        return false;
    }
    if (extent.width_px < 0 || extent.height_px < 0 || extent.depth_px < 0) {
        context.setError(GL_INVALID_VALUE,
                         "an image of {}×{}×{} texels",
                         extent.width_px,
                         extent.height_px,
                         extent.depth_px);
        return false;
    }
    if ((target.type == TextureType::Cube || target.type == TextureType::CubeArray) &&
        extent.width_px != extent.height_px) {
        context.setError(GL_INVALID_VALUE, "faces of cube maps are square");
        return false;
    }
    if (target.type == TextureType::CubeArray && extent.depth_px % 6 != 0) {
        context.setError(GL_INVALID_VALUE, "cube maps have six faces, not {}", extent.depth_px);
        return false;
    }
    if (!fitsDevice(context.caps(), target.type, level, extent)) {
        tooLarge = true;
        if (!target.proxy) {
            context.setError(GL_INVALID_VALUE,
                             "an image of {}×{}×{} texels is too large for level {}",
                             extent.width_px,
                             extent.height_px,
                             extent.depth_px,
                             level);
            return false;
        }
    }
    return true;
}

Texture* requireImageArea(Context& context,
                          const ImageTarget& target,
                          GLint level,
                          const Offset& offset,
                          const format::Extent& extent) {
    if (level < 0 || level >= levelCount(context.caps(), target.type)) {
        context.setError(GL_INVALID_VALUE, "a texture has no level {}", level);
        return nullptr;
    }
    if (extent.width_px < 0 || extent.height_px < 0 || extent.depth_px < 0) {
        context.setError(GL_INVALID_VALUE, "the size of an area is negative");
        return nullptr;
    }
    Texture* texture = context.activeUnit().bound[size_t(target.type)].get();
    const TextureImage& image = texture->image({level, target.face});
    if (!image.format) {
        context.setError(GL_INVALID_OPERATION, "level {} of the texture is not defined", level);
        return nullptr;
    }
    const auto inside = [](int32_t offset_px, int32_t size_px, int32_t image_px) {
        return offset_px >= 0 && int64_t(offset_px) + size_px <= image_px;
    };
    if (!inside(offset.x, extent.width_px, image.extent.width_px) ||
        !inside(offset.y, extent.height_px, image.extent.height_px) ||
        !inside(offset.z, extent.depth_px, image.extent.depth_px)) {
        context.setError(GL_INVALID_VALUE, "the area lies outside of the image");
        return nullptr;
    }
    return texture;
}

} // namespace gl
