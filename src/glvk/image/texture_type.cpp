// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "glvk/image/texture_type.h"

namespace glvk {

VkImageType imageType(gl::TextureType type) {
    switch (type) {
    case gl::TextureType::Tex3D:
        return VK_IMAGE_TYPE_3D;
    case gl::TextureType::Tex1D:
    case gl::TextureType::Tex1DArray:
        return VK_IMAGE_TYPE_1D;
    default:
        return VK_IMAGE_TYPE_2D;
    }
}

VkImageViewType viewType(gl::TextureType type) {
    switch (type) {
    case gl::TextureType::Cube:
        return VK_IMAGE_VIEW_TYPE_CUBE;
    case gl::TextureType::CubeArray:
        return VK_IMAGE_VIEW_TYPE_CUBE_ARRAY;
    case gl::TextureType::Tex3D:
        return VK_IMAGE_VIEW_TYPE_3D;
    case gl::TextureType::Tex1D:
        return VK_IMAGE_VIEW_TYPE_1D;
    case gl::TextureType::Tex1DArray:
        return VK_IMAGE_VIEW_TYPE_1D_ARRAY;
    case gl::TextureType::Tex2DArray:
    case gl::TextureType::Tex2DMultisampleArray:
        return VK_IMAGE_VIEW_TYPE_2D_ARRAY;
    default:
        return VK_IMAGE_VIEW_TYPE_2D;
    }
}

bool isCube(gl::TextureType type) {
    return type == gl::TextureType::Cube || type == gl::TextureType::CubeArray;
}

} // namespace glvk
