// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "format/format.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace gl {

inline constexpr int kMaxPixelMapSize = 256;

/// A pixel of GL_FLOAT_32_UNSIGNED_INT_24_8_REV.
struct DepthStencilPixel {
    float depth;
    uint32_t stencil; ///< In the low bits; the others are not used.
};

/// Client pixels as a transfer leaves them: rows of `layout` tightly packed.
struct TransferredPixels {
    format::PixelLayout layout;
    std::vector<std::byte> bytes;
};

/// What glPixelTransfer sets.
struct PixelTransferParameters {
    bool mapColor = false;
    bool mapStencil = false;
    int32_t indexShift = 0; ///< Negative: to the right.
    int32_t indexOffset = 0;
    std::array<float, 4> scale{1, 1, 1, 1}; ///< Of red, green, blue, alpha.
    std::array<float, 4> bias{0, 0, 0, 0};
    float depthScale = 1;
    float depthBias = 0;
};

/// glPixelTransfer and glPixelMap (GL 4.6 compatibility section 8.4.4.3): what happens to pixels on
/// their way to or from an application. Integer colours pass as they are.
struct PixelTransfer : PixelTransferParameters {
    /// By name, from GL_PIXEL_MAP_I_TO_I on. Never empty; those that indices select from have a
    /// power of two of entries.
    std::array<std::vector<float>, 10> maps;

    PixelTransfer() { maps.fill({0}); }
    const std::vector<float>& map(GLenum name) const { return maps[name - GL_PIXEL_MAP_I_TO_I]; }
    std::vector<float>& map(GLenum name) { return maps[name - GL_PIXEL_MAP_I_TO_I]; }

    /// Pixels of this format do not stay what they are. Colour indices always become colours.
    bool changes(GLenum format) const;
    void transferColors(std::span<float> rgba) const;
    void transferDepths(std::span<float> depths) const;
    void transferStencils(std::span<uint32_t> indices) const;

    /// What an application hands over, after the transfer. GL_BITMAP and GL_COLOR_INDEX, which the
    /// rest of the machine does not know, are gone.
    TransferredPixels unpacked(const format::PixelLayout& pixels,
                               const format::Extent& extent,
                               const void* src) const;
    /// The format and type in which pixels that an application asks for as `format` are to be read
    /// for packed().
    static format::PixelLayout readLayout(GLenum format);
    /// Transfers what was read (in place) and writes it as the application wants it.
    void packed(const format::PixelLayout& pixels,
                const format::Extent& extent,
                std::span<std::byte> read,
                void* dst,
                bool sumLuminance) const;
};

} // namespace gl
