// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "gl/commands/pixels/kept_pixels.h"

#include "gl/commands/pixels/pixel_transfer.h"

#include <algorithm>
#include <cstring>

namespace gl {

namespace {

bool isEmpty(const format::Extent& extent) {
    return extent.width_px <= 0 || extent.height_px <= 0 || extent.depth_px <= 0;
}

/// Bitmaps: rows of bits.
std::vector<std::byte> packBits(const format::PixelLayout& layout,
                                const format::Extent& extent,
                                const std::byte* src,
                                size_t pitch_B) {
    const size_t row_B = (size_t(extent.width_px) + 7) / 8;
    std::vector<std::byte> out(row_B * size_t(extent.height_px));
    for (size_t y = 0; y < size_t(extent.height_px); ++y) {
        const std::byte* const row = src + (y + size_t(layout.skipRows)) * pitch_B;
        for (size_t x = 0; x < size_t(extent.width_px); ++x) {
            const size_t from = x + size_t(layout.skipPixels);
            const size_t bit = layout.lsbFirst ? from % 8 : 7 - from % 8;
            if ((row[from / 8] >> int(bit) & std::byte(1)) != std::byte(0)) {
                out[y * row_B + x / 8] |= std::byte(0x80 >> x % 8);
            }
        }
    }
    return out;
}

void swapUnits(std::vector<std::byte>& bytes, size_t unit_B) {
    for (size_t at = 0; at + unit_B <= bytes.size(); at += unit_B) {
        std::reverse(bytes.begin() + ptrdiff_t(at), bytes.begin() + ptrdiff_t(at + unit_B));
    }
}

} // namespace

KeptPixels::KeptPixels(Context& context,
                       const void* pixels,
                       const format::Extent& extent,
                       GLenum format,
                       GLenum type) {
    format::PixelLayout layout = context.client().unpack;
    layout.format = format;
    layout.type = type;
    const bool bits = type == GL_BITMAP;
    const size_t pixel_B = bits ? 1 : format::pixelSize_B(format, type);
    // What is not valid is an error when the list is called.
    m_null = (!pixels && !context.objects().pixelUnpackBuffer) || pixel_B == 0 || isEmpty(extent);
    if (m_null) {
        return;
    }
    const size_t pitch_B = format::rowPitch_B(layout, extent.width_px);
    const size_t size_B = format::imageSize_B(layout, extent);
    UnpackSource source;
    if (!source.prepare(context, size_B, pixels, bits ? 1 : format::elementSize_B(type))) {
        m_valid = false;
        return;
    }
    const auto* src = static_cast<const std::byte*>(source.data());
    if (!src) {
        m_null = true;
        return;
    }
    if (bits) {
        m_bytes = packBits(layout, extent, src, pitch_B);
        return;
    }
    const size_t row_B = size_t(extent.width_px) * pixel_B;
    const size_t rows =
        size_t(layout.imageHeight_px > 0 ? layout.imageHeight_px : extent.height_px);
    m_bytes.resize(row_B * size_t(extent.height_px) * size_t(extent.depth_px));
    std::byte* to = m_bytes.data();
    for (size_t z = 0; z < size_t(extent.depth_px); ++z) {
        for (size_t y = 0; y < size_t(extent.height_px); ++y, to += row_B) {
            const size_t row = (z + size_t(layout.skipImages)) * rows + y + size_t(layout.skipRows);
            std::memcpy(to, src + row * pitch_B + size_t(layout.skipPixels) * pixel_B, row_B);
        }
    }
    if (layout.swapBytes) {
        swapUnits(m_bytes, format::typeUnit_B(type));
    }
}

KeptPixels::KeptPixels(Context& context, const void* data, size_t size_B) {
    UnpackSource source;
    m_valid = source.prepare(context, size_B, data);
    m_null = !m_valid || !source.data();
    if (!m_null) {
        const auto* bytes = static_cast<const std::byte*>(source.data());
        m_bytes.assign(bytes, bytes + size_B);
    }
}

KeptUnpack::KeptUnpack(Context& context)
    : m_context(context),
      m_layout(context.client().unpack),
      m_buffer(std::exchange(context.objects().pixelUnpackBuffer, {})) {
    context.client().unpack = {};
    context.client().unpack.alignment_B = 1;
}

KeptUnpack::~KeptUnpack() {
    m_context.client().unpack = m_layout;
    m_context.objects().pixelUnpackBuffer = std::move(m_buffer);
}

bool isProxyTarget(GLenum target) {
    switch (target) {
    case GL_PROXY_TEXTURE_1D:
    case GL_PROXY_TEXTURE_2D:
    case GL_PROXY_TEXTURE_3D:
    case GL_PROXY_TEXTURE_CUBE_MAP:
    case GL_PROXY_TEXTURE_RECTANGLE:
    case GL_PROXY_TEXTURE_1D_ARRAY:
    case GL_PROXY_TEXTURE_2D_ARRAY:
    case GL_PROXY_TEXTURE_CUBE_MAP_ARRAY:
    case GL_PROXY_TEXTURE_2D_MULTISAMPLE:
    case GL_PROXY_TEXTURE_2D_MULTISAMPLE_ARRAY:
        return true;
    default:
        return false;
    }
}

} // namespace gl
