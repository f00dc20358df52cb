// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "gl/context/context.h"

#include <optional>

namespace gl {

/// What an image target (GL_TEXTURE_2D, a cube face, a proxy) names.
struct ImageTarget {
    TextureType type = TextureType::Tex2D;
    int32_t face = 0;
    bool proxy = false;
};

/// `dimensions`: 1, 2 or 3, of the command. Empty: not a target of it in this context.
std::optional<ImageTarget> findImageTarget(const Context& context, GLenum target, int dimensions);
/// As glBindTexture takes it. Empty: not a target in this context.
std::optional<TextureType> findTextureTarget(const Context& context, GLenum target);

/// Textures of this type exist in this context.
bool hasTextureType(const Context& context, TextureType type);

int32_t maxTextureSize_px(const Caps& caps, TextureType type);
/// Levels that a texture may have: of the largest size down to one texel.
int32_t levelCount(const Caps& caps, TextureType type);
/// An image of this size may be level `level`.
bool fitsDevice(const Caps& caps, TextureType type, int32_t level, const format::Extent& extent);

/// Level, size and border of an image to be defined; `extent` without border. Sets the error.
/// An image that is merely too large for the device passes for proxies, with `tooLarge` set.
bool checkImageSize(Context& context,
                    const ImageTarget& target,
                    GLint level,
                    const format::Extent& extent,
                    GLint border,
                    bool& tooLarge);

/// The bound texture's image for an update of part of it; null: the error is set.
Texture* requireImageArea(Context& context,
                          const ImageTarget& target,
                          GLint level,
                          const Offset& offset,
                          const format::Extent& extent);

} // namespace gl
