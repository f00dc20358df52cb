// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Formats of attachments and vertices: what a texel's channels are, to make and to compare them.
#pragma once

#include <volk.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace pictures {

enum class Kind { Unorm, Snorm, Uint, Sint, Srgb, Float, Scaled };

struct Format {
    VkFormat format;
    Kind kind;
    std::array<uint8_t, 4> bits; ///< Of each channel, the least significant first.
    const char* name;

    uint32_t channels() const;
    uint32_t size_B() const;
    uint32_t minBits() const; ///< Of the narrowest channel.
    bool isInteger() const { return kind == Kind::Uint || kind == Kind::Sint; }
};

/// Formats that attachments can have.
std::span<const Format> colorFormats();
std::span<const VkFormat> depthFormats();
/// Formats that vertices can have, those of colorFormats() and more.
std::span<const Format> vertexFormats();
/// Of the tables above, and R32_SFLOAT and so on for depth. Throws for others.
const Format& formatOf(VkFormat format);

bool hasDepth(VkFormat format);
bool hasStencil(VkFormat format);
/// What VkImageCopy copies of the depth aspect.
uint32_t depthSize_B(VkFormat format);

/// A channel's bits, of a texel.
uint32_t channelBits(const Format& format, const std::byte* texel, uint32_t channel);
/// How many representable values lie between two channels; UINT32_MAX: one is not a number.
uint32_t stepsBetween(const Format& format, uint32_t channel, uint32_t a, uint32_t b);

} // namespace pictures
