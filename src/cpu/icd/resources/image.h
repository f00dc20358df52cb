// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "cpu/exec/surface.h"
#include "cpu/icd/object.h"
#include "format/vk_format.h"

#include <optional>
#include <vector>

namespace cpu::icd {

class Memory;

/// What decides where the texels of an image lie.
struct ImageShape {
    format::VkFormatIndex format = 0;
    VkImageType type = VK_IMAGE_TYPE_2D;
    VkExtent3D extent{1, 1, 1};
    uint32_t levels = 1;
    uint32_t layers = 1;
    uint32_t samples = 1;
    Tiling tiling = Tiling::Linear;
    bool attachment = false; ///< Has memory for whole blocks of 4 × 4 pixels.
};

/// Where they lie: levels one after the other within a layer, samples and slices within a level.
struct ImageLayout {
    LevelData levels[kMaxLevels];
    uint32_t layerPitch_B = 0;
    uint64_t size_B = 0;
};

/// Nothing when the image would be larger than kMaxImage_B.
std::optional<ImageLayout> layOut(const ImageShape& shape);
/// Rows as others have laid them out, of an image of one level and one layer. Nothing: they
/// overlap, texels have no whole places, or it is larger than kMaxImage_B.
std::optional<ImageLayout> layOutAs(const ImageShape& shape, const VkSubresourceLayout& rows);

/// How an image of VK_IMAGE_TILING_OPTIMAL is best laid out, by measurement (docs/cpu-tiling.md).
/// ImageShape::tiling is not looked at.
Tiling preferredTiling(const ImageShape& shape, VkImageUsageFlags usage);

class Image {
public:
    Image(const VkImageCreateInfo& info, const ImageShape& shape, const ImageLayout& layout)
        : m_shape(shape), m_layout(layout), m_vkFormat(info.format), m_usage(info.usage) {}

    const ImageShape& shape() const { return m_shape; }
    const ImageLayout& layout() const { return m_layout; }
    const format::VkFormatLayout& format() const;
    VkFormat vkFormat() const { return m_vkFormat; }
    VkImageUsageFlags usage() const { return m_usage; }
    bool is3D() const { return m_shape.type == VK_IMAGE_TYPE_3D; }
    VkMemoryRequirements memoryRequirements() const;

    /// Null until memory is bound.
    uint8_t* data() const { return m_data; }
    void bind(const Memory& memory, uint64_t offset_B);

    VkExtent3D levelExtent(uint32_t level) const;
    /// `layerCount` layers of a level as z, or the slices of a 3D image (all of them, from 0; the
    /// layer arguments are then not looked at). Of combined depth and stencil formats it is whole
    /// texels; partOf() (image_surface.h) says where in them an aspect lies.
    exec::Surface surface(uint32_t level, uint32_t baseLayer, uint32_t layerCount) const;
    /// VK_REMAINING_ARRAY_LAYERS and VK_REMAINING_MIP_LEVELS resolved.
    uint32_t layerCount(uint32_t baseLayer, uint32_t count) const {
        return count == VK_REMAINING_ARRAY_LAYERS ? m_shape.layers - baseLayer : count;
    }
    uint32_t levelCount(uint32_t baseLevel, uint32_t count) const {
        return count == VK_REMAINING_MIP_LEVELS ? m_shape.levels - baseLevel : count;
    }

private:
    ImageShape m_shape;
    ImageLayout m_layout;
    VkFormat m_vkFormat;
    VkImageUsageFlags m_usage;
    uint8_t* m_data = nullptr;
};
GLISSADE_CPU_OBJECT(VkImage, Image)

} // namespace cpu::icd
