// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

/// How the texels of each VkFormat that the CPU device has lie in memory (Vulkan 1.3, "Formats").
/// A constexpr table without dependencies: kernels are compiled with it, and where a format is
/// constant the compiler folds what it reads from here.
namespace format {

enum class Encoding : uint8_t {
    None,
    Plain,     ///< Each channel is `bits` bits at `shift`, as `type` says.
    B10G11R11, ///< Unsigned floats of 6 and 5 bits of mantissa.
    E5B9G9R9,  ///< A shared exponent.
    Bc1,       ///< Three-colour blocks are transparent where alpha has bits.
    Bc2,
    Bc3,
    Bc4,
    Bc5,
    Bc6h, ///< Unsigned.
    Bc6hSigned,
    Bc7,
    Etc2Rgb,
    Etc2RgbA1,
    Etc2RgbA8,
    EacR11,
    EacRg11,
};

enum class ChannelType : uint8_t { None, Unorm, Snorm, Uscaled, Sscaled, Uint, Sint, Float, Srgb };

/// Of a texel read or written as 32-bit little-endian words.
struct ChannelLayout {
    uint8_t shift; ///< From the first bit of the texel.
    uint8_t bits;  ///< 0: the channel is not stored; it reads as 0, alpha as 1.
};

struct VkFormatLayout {
    uint32_t vkFormat; ///< The VkFormat as a number.
    Encoding encoding;
    ChannelType type; ///< Of the colours or of depth; of Srgb formats alpha is Unorm.
    uint8_t block_B;  ///< Bytes of a texel, or of a compressed block.
    uint8_t blockWidth_px;
    uint8_t blockHeight_px;
    /// r, g, b, a. Depth is r, stencil is g (always Uint). Of compressed formats `bits` only says
    /// that the channel is there.
    ChannelLayout channels[4];
    bool depth = false;
    bool stencil = false;

    constexpr bool compressed() const { return blockWidth_px > 1; }
    constexpr bool color() const { return !depth && !stencil; }
    constexpr bool integer() const {
        return type == ChannelType::Uint || type == ChannelType::Sint;
    }
};

/// A row of the table; 0 is no format. Fits the eight bits that view ids have for it.
using VkFormatIndex = uint8_t;

} // namespace format
