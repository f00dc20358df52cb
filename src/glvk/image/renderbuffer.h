// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "gl/backend.h"
#include "glvk/image/image_slice.h"

namespace glvk {

class CallingContext;
class Gpu;

/// A renderbuffer's image.
class Renderbuffer final : public gl::RenderbufferBackend {
public:
    explicit Renderbuffer(Gpu& gpu) : m_gpu(gpu) {}

    bool define(gl::ContextBackend& context,
                const format::InternalFormat& internalFormat,
                int32_t width_px,
                int32_t height_px,
                int32_t samples) override;
    std::shared_ptr<gl::SharedImage> share(gl::ContextBackend& context) override;
    void adopt(gl::ContextBackend& context, std::shared_ptr<gl::SharedImage> image) override;

    ImageSlice slice() const { return {m_image.get(), m_level, m_layer, m_format, m_storage}; }

private:
    bool makeSampled(CallingContext& context);

    Gpu& m_gpu;
    ResourceRef<Image> m_image;
    uint32_t m_level = 0;
    uint32_t m_layer = 0;
    const format::InternalFormat* m_format = nullptr;
    format::Id m_storage = format::Id::None;
};

} // namespace glvk
