// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "environment.h"

/// What the tests need to know of a format.
struct Format {
    VkFormat format;
    uint32_t block_B; ///< In buffers.
    uint32_t blockWidth_px = 1;
    uint32_t blockHeight_px = 1;
};

struct Shape {
    VkExtent3D extent;
    uint32_t levels = 1;
    uint32_t layers = 1;
    VkImageType type = VK_IMAGE_TYPE_2D;
    uint32_t samples = 1;
    VkImageTiling tiling = VK_IMAGE_TILING_OPTIMAL;
};

/// The blocks of one level, all of its layers or slices, as they lie in a tightly packed buffer.
struct Blocks {
    Blocks(const Format& format, VkExtent3D extent_px, uint32_t layers);
    uint8_t* at(uint32_t x, uint32_t y, uint32_t z) {
        return &bytes[((size_t(z) * height + y) * width + x) * block_B];
    }
    const uint8_t* at(uint32_t x, uint32_t y, uint32_t z) const {
        return const_cast<Blocks*>(this)->at(x, y, z);
    }

    uint32_t width;
    uint32_t height;
    uint32_t depth; ///< Layers or slices.
    uint32_t block_B;
    std::vector<uint8_t> bytes;
};

/// An image for transfers, in VK_IMAGE_LAYOUT_GENERAL.
class TestImage {
public:
    /// Aspects: all that the format has.
    TestImage(const Format& format,
              const Shape& shape,
              VkImageAspectFlags aspects = VK_IMAGE_ASPECT_COLOR_BIT);
    ~TestImage();
    TestImage(const TestImage&) = delete;
    TestImage& operator=(const TestImage&) = delete;

    static bool supported(const Format& format, const Shape& shape);

    VkImage handle() const { return m_image; }
    const Shape& shape() const { return m_shape; }
    VkExtent3D extent(uint32_t level) const;
    Blocks blocks(uint32_t level) const;
    /// Random blocks, also returned.
    Blocks fill(uint32_t level, uint32_t seed);
    /// Of one aspect, whose texels in buffers may have another size than the format's.
    void upload(uint32_t level, const Blocks& blocks, VkImageAspectFlags aspect = 0);
    Blocks download(uint32_t level, VkImageAspectFlags aspect = 0, uint32_t texel_B = 0);

private:
    Format m_format;
    Shape m_shape;
    VkImageAspectFlags m_aspects;
    VkImage m_image = VK_NULL_HANDLE;
    VkDeviceMemory m_memory = VK_NULL_HANDLE;
};
