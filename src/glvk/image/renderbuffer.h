// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "gl/backend.h"
#include "glvk/image/texture.h"

namespace glvk {

/// A renderbuffer's image.
class Renderbuffer final : public gl::RenderbufferBackend {
public:
    explicit Renderbuffer(Device& device) : m_device(device) {}

    bool define(gl::ContextBackend& context,
                const format::InternalFormat& internalFormat,
                int32_t width_px,
                int32_t height_px,
                int32_t samples) override;
    std::shared_ptr<gl::SharedImage> share(gl::ContextBackend& context) override;
    void adopt(gl::ContextBackend& context, std::shared_ptr<gl::SharedImage> image) override;

    ImageSlice slice() const { return {m_image.get(), m_level, m_layer, m_format, m_storage}; }

private:
    bool makeSampled(Context& context);

    Device& m_device;
    ResourceRef<Image> m_image;
    uint32_t m_level = 0;
    uint32_t m_layer = 0;
    const format::InternalFormat* m_format = nullptr;
    format::Id m_storage = format::Id::None;
};

/// An image that can be attached, copied and blitted, and what else is asked for: devices lay out
/// and compress images better that are never sampled. Contents start as zero (an absent alpha as
/// one). Null: out of memory.
ResourceRef<Image> createTargetImage(Device& device,
                                     const format::InternalFormat& internalFormat,
                                     format::Id storage,
                                     int32_t width_px,
                                     int32_t height_px,
                                     uint32_t samples,
                                     VkImageUsageFlags otherUsage = 0);

} // namespace glvk
