// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "gl/backend.h"
#include "glvk/gpu/image.h"

#include <memory>

namespace glvk {

/// What an EGLImage holds of a texture or renderbuffer: an image and the level and layer meant.
class SharedImage final : public gl::SharedImage {
public:
    format::Extent extent() const override {
        const VkExtent3D e = image->extent(level);
        return {int32_t(e.width), int32_t(e.height), 1};
    }
    const format::InternalFormat& internalFormat() const override { return *format; }

    std::shared_ptr<Gpu> gpu; ///< Keeps it open; before `image`, which needs it to go.
    ResourceRef<Image> image;
    const format::InternalFormat* format = nullptr;
    format::Id storage = format::Id::None;
    uint32_t level = 0;
    uint32_t layer = 0;
};

/// A place to render to or copy from: one level and layer of an image.
struct ImageSlice {
    Image* image = nullptr; ///< Null: nothing there (out of memory).
    uint32_t level = 0;
    uint32_t layer = 0; ///< Of a 3D image: the slice.
    const format::InternalFormat* format = nullptr;
    format::Id storage = format::Id::None;
    /// What views of it must have; undefined: the image's own format.
    VkFormat viewFormat = VK_FORMAT_UNDEFINED;

    bool volume() const { return image->description().type == VK_IMAGE_TYPE_3D; }
    /// As copies and blits name it.
    VkImageSubresourceLayers subresource(VkImageAspectFlags aspects, uint32_t layers = 1) const {
        return {aspects, level, volume() ? 0 : layer, volume() ? 1 : layers};
    }
    VkOffset3D at(int32_t x, int32_t y) const { return {x, y, volume() ? int32_t(layer) : 0}; }
};

} // namespace glvk
