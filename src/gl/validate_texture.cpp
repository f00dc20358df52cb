// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "gl/validate_texture.h"

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
        bool desktopOnly;
    };
    static constexpr Row kRows[] = {
        {GL_TEXTURE_2D, 2, {TextureType::Tex2D}, false},
        {GL_PROXY_TEXTURE_2D, 2, {TextureType::Tex2D, 0, true}, true},
        {GL_PROXY_TEXTURE_CUBE_MAP, 2, {TextureType::Cube, 0, true}, true},
        {GL_TEXTURE_3D, 3, {TextureType::Tex3D}, false},
        {GL_PROXY_TEXTURE_3D, 3, {TextureType::Tex3D, 0, true}, true},
        {GL_TEXTURE_1D, 1, {TextureType::Tex1D}, true},
        {GL_PROXY_TEXTURE_1D, 1, {TextureType::Tex1D, 0, true}, true},
    };
    for (const Row& row : kRows) {
        if (row.target == target && row.dimensions == dimensions && (desktop || !row.desktopOnly) &&
            maxTextureSize_px(context.caps(), row.result.type) > 0) {
            return row.result;
        }
    }
    return std::nullopt;
}

std::optional<TextureType> findTextureTarget(const Context& context, GLenum target) {
    switch (target) {
    case GL_TEXTURE_2D:
        return TextureType::Tex2D;
    case GL_TEXTURE_CUBE_MAP:
        return TextureType::Cube;
    case GL_TEXTURE_3D:
        if (context.caps().max3dTextureSize_px > 0) {
            return TextureType::Tex3D;
        }
        return std::nullopt;
    case GL_TEXTURE_1D:
        if (context.isDesktop()) {
            return TextureType::Tex1D;
        }
        return std::nullopt;
    default:
        return std::nullopt;
    }
}

int32_t maxTextureSize_px(const Caps& caps, TextureType type) {
    const int32_t size_px = type == TextureType::Cube    ? caps.maxCubeMapSize_px
                            : type == TextureType::Tex3D ? caps.max3dTextureSize_px
                                                         : caps.maxTextureSize_px;
    return std::min(size_px, 1 << (kMaxLevels - 1));
}

bool checkImageSize(Context& context,
                    const ImageTarget& target,
                    GLint level,
                    const format::Extent& extent,
                    GLint border,
                    bool& tooLarge) {
    tooLarge = false;
    const int32_t max_px = maxTextureSize_px(context.caps(), target.type);
    const int maxLevel = std::bit_width(uint32_t(max_px)) - 1;
    if (level < 0 || level > maxLevel) {
        context.setError(GL_INVALID_VALUE, "a texture has no level {}", level);
        return false;
    }
    if (border != 0 && (context.isES() || border != 1 || target.type == TextureType::Cube)) {
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
    if (target.type == TextureType::Cube && extent.width_px != extent.height_px) {
        context.setError(GL_INVALID_VALUE, "faces of cube maps are square");
        return false;
    }
    const int32_t levelMax_px = max_px >> level;
    if (extent.width_px > levelMax_px ||
        (target.type != TextureType::Tex1D && extent.height_px > levelMax_px) ||
        (target.type == TextureType::Tex3D && extent.depth_px > levelMax_px)) {
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
    const int32_t max_px = maxTextureSize_px(context.caps(), target.type);
    if (level < 0 || level >= int(std::bit_width(uint32_t(max_px)))) {
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
