// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "cpu/exec/surface.h"
#include "cpu/icd/vulkan.h"
#include "format/vk_format.h"

#include <optional>

/// Images as transfer commands see them.
namespace cpu::icd {

class Image;

/// Where in a texel the aspects of a command lie: all of it, unless depth and stencil share texels
/// and the command is about one of them.
struct TexelPart {
    uint32_t offset_B;
    uint32_t size_B;
    bool whole;
};
TexelPart partOf(const format::VkFormatLayout& format, VkImageAspectFlags aspects);

/// The layers of an image that a region names, and a place in them.
struct Region {
    exec::Surface surface;   ///< Of the layers, or of all slices; at the part of each texel.
    exec::Position position; ///< Blocks, and slices of 3D images.
    TexelPart part;
};
/// Nothing: the image has no such layers, or no memory.
std::optional<Region>
regionOf(const Image& image, const VkImageSubresourceLayers& layers, VkOffset3D offset);

/// Texels in blocks, those of the last one counted in full.
exec::Extent extentIn(const format::VkFormatLayout& format, VkExtent3D extent);

} // namespace cpu::icd
