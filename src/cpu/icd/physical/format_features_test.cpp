// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "cpu/icd/physical/format_features.h"

#include "cpu/abi/descriptors.h"
#include "format/vk_formats.h"

#include <gtest/gtest.h>

#include <span>

namespace cpu::icd {
namespace {

constexpr VkFormatFeatureFlags2 kSampled =
    VK_FORMAT_FEATURE_2_SAMPLED_IMAGE_BIT | VK_FORMAT_FEATURE_2_BLIT_SRC_BIT |
    VK_FORMAT_FEATURE_2_TRANSFER_SRC_BIT | VK_FORMAT_FEATURE_2_TRANSFER_DST_BIT;
constexpr VkFormatFeatureFlags2 kFiltered =
    kSampled | VK_FORMAT_FEATURE_2_SAMPLED_IMAGE_FILTER_LINEAR_BIT;
constexpr VkFormatFeatureFlags2 kStored = VK_FORMAT_FEATURE_2_STORAGE_IMAGE_BIT;
constexpr VkFormatFeatureFlags2 kAtomic = VK_FORMAT_FEATURE_2_STORAGE_IMAGE_ATOMIC_BIT;

struct Required {
    VkFormat format;
    VkFormatFeatureFlags2 features;
};

/// Vulkan 1.3, "Required Format Support", without what draws: optimal tiling.
const Required kRequiredImages[] = {
    {VK_FORMAT_B4G4R4A4_UNORM_PACK16, kFiltered},
    {VK_FORMAT_R5G6B5_UNORM_PACK16, kFiltered},
    {VK_FORMAT_A1R5G5B5_UNORM_PACK16, kFiltered},
    {VK_FORMAT_A4R4G4B4_UNORM_PACK16, kFiltered},
    {VK_FORMAT_A4B4G4R4_UNORM_PACK16, kFiltered},
    {VK_FORMAT_R8_UNORM, kFiltered},
    {VK_FORMAT_R8_SNORM, kFiltered},
    {VK_FORMAT_R8_UINT, kSampled},
    {VK_FORMAT_R8_SINT, kSampled},
    {VK_FORMAT_R8G8_UNORM, kFiltered},
    {VK_FORMAT_R8G8_SNORM, kFiltered},
    {VK_FORMAT_R8G8_UINT, kSampled},
    {VK_FORMAT_R8G8_SINT, kSampled},
    {VK_FORMAT_R8G8B8A8_UNORM, kFiltered | kStored},
    {VK_FORMAT_R8G8B8A8_SNORM, kFiltered | kStored},
    {VK_FORMAT_R8G8B8A8_UINT, kSampled | kStored},
    {VK_FORMAT_R8G8B8A8_SINT, kSampled | kStored},
    {VK_FORMAT_R8G8B8A8_SRGB, kFiltered},
    {VK_FORMAT_B8G8R8A8_UNORM, kFiltered},
    {VK_FORMAT_B8G8R8A8_SRGB, kFiltered},
    {VK_FORMAT_A8B8G8R8_UNORM_PACK32, kFiltered},
    {VK_FORMAT_A8B8G8R8_SNORM_PACK32, kFiltered},
    {VK_FORMAT_A8B8G8R8_UINT_PACK32, kSampled},
    {VK_FORMAT_A8B8G8R8_SINT_PACK32, kSampled},
    {VK_FORMAT_A8B8G8R8_SRGB_PACK32, kFiltered},
    {VK_FORMAT_A2B10G10R10_UNORM_PACK32, kFiltered},
    {VK_FORMAT_A2B10G10R10_UINT_PACK32, kSampled},
    {VK_FORMAT_R16_UINT, kSampled},
    {VK_FORMAT_R16_SINT, kSampled},
    {VK_FORMAT_R16_SFLOAT, kFiltered},
    {VK_FORMAT_R16G16_UINT, kSampled},
    {VK_FORMAT_R16G16_SINT, kSampled},
    {VK_FORMAT_R16G16_SFLOAT, kFiltered},
    {VK_FORMAT_R16G16B16A16_UINT, kSampled | kStored},
    {VK_FORMAT_R16G16B16A16_SINT, kSampled | kStored},
    {VK_FORMAT_R16G16B16A16_SFLOAT, kFiltered | kStored},
    {VK_FORMAT_R32_UINT, kSampled | kStored | kAtomic},
    {VK_FORMAT_R32_SINT, kSampled | kStored | kAtomic},
    {VK_FORMAT_R32_SFLOAT, kSampled | kStored},
    {VK_FORMAT_R32G32_UINT, kSampled | kStored},
    {VK_FORMAT_R32G32_SINT, kSampled | kStored},
    {VK_FORMAT_R32G32_SFLOAT, kSampled | kStored},
    {VK_FORMAT_R32G32B32A32_UINT, kSampled | kStored},
    {VK_FORMAT_R32G32B32A32_SINT, kSampled | kStored},
    {VK_FORMAT_R32G32B32A32_SFLOAT, kSampled | kStored},
    {VK_FORMAT_B10G11R11_UFLOAT_PACK32, kFiltered},
    {VK_FORMAT_E5B9G9R9_UFLOAT_PACK32, kFiltered},
    {VK_FORMAT_D16_UNORM, kSampled},
    {VK_FORMAT_D32_SFLOAT, kSampled},
    // shaderStorageImageExtendedFormats
    {VK_FORMAT_R16G16_SFLOAT, kStored},
    {VK_FORMAT_B10G11R11_UFLOAT_PACK32, kStored},
    {VK_FORMAT_R16_SFLOAT, kStored},
    {VK_FORMAT_R16G16B16A16_UNORM, kStored},
    {VK_FORMAT_A2B10G10R10_UNORM_PACK32, kStored},
    {VK_FORMAT_R16G16_UNORM, kStored},
    {VK_FORMAT_R8G8_UNORM, kStored},
    {VK_FORMAT_R16_UNORM, kStored},
    {VK_FORMAT_R8_UNORM, kStored},
    {VK_FORMAT_R16G16B16A16_SNORM, kStored},
    {VK_FORMAT_R16G16_SNORM, kStored},
    {VK_FORMAT_R8G8_SNORM, kStored},
    {VK_FORMAT_R16_SNORM, kStored},
    {VK_FORMAT_R8_SNORM, kStored},
    {VK_FORMAT_R16G16_SINT, kStored},
    {VK_FORMAT_R8G8_SINT, kStored},
    {VK_FORMAT_R16_SINT, kStored},
    {VK_FORMAT_R8_SINT, kStored},
    {VK_FORMAT_A2B10G10R10_UINT_PACK32, kStored},
    {VK_FORMAT_R16G16_UINT, kStored},
    {VK_FORMAT_R8G8_UINT, kStored},
    {VK_FORMAT_R16_UINT, kStored},
    {VK_FORMAT_R8_UINT, kStored},
};

constexpr VkFormatFeatureFlags2 kTexels = VK_FORMAT_FEATURE_2_UNIFORM_TEXEL_BUFFER_BIT;
constexpr VkFormatFeatureFlags2 kStoredTexels =
    kTexels | VK_FORMAT_FEATURE_2_STORAGE_TEXEL_BUFFER_BIT;
constexpr VkFormatFeatureFlags2 kAtomicTexels =
    kStoredTexels | VK_FORMAT_FEATURE_2_STORAGE_TEXEL_BUFFER_ATOMIC_BIT;

const Required kRequiredBuffers[] = {
    {VK_FORMAT_R8_UNORM, kTexels},
    {VK_FORMAT_R8_SNORM, kTexels},
    {VK_FORMAT_R8_UINT, kTexels},
    {VK_FORMAT_R8_SINT, kTexels},
    {VK_FORMAT_R8G8_UNORM, kTexels},
    {VK_FORMAT_R8G8_SNORM, kTexels},
    {VK_FORMAT_R8G8_UINT, kTexels},
    {VK_FORMAT_R8G8_SINT, kTexels},
    {VK_FORMAT_R8G8B8A8_UNORM, kStoredTexels},
    {VK_FORMAT_R8G8B8A8_SNORM, kStoredTexels},
    {VK_FORMAT_R8G8B8A8_UINT, kStoredTexels},
    {VK_FORMAT_R8G8B8A8_SINT, kStoredTexels},
    {VK_FORMAT_B8G8R8A8_UNORM, kTexels},
    {VK_FORMAT_A8B8G8R8_UNORM_PACK32, kStoredTexels},
    {VK_FORMAT_A8B8G8R8_SNORM_PACK32, kStoredTexels},
    {VK_FORMAT_A8B8G8R8_UINT_PACK32, kStoredTexels},
    {VK_FORMAT_A8B8G8R8_SINT_PACK32, kStoredTexels},
    {VK_FORMAT_A2B10G10R10_UNORM_PACK32, kTexels},
    {VK_FORMAT_A2B10G10R10_UINT_PACK32, kTexels},
    {VK_FORMAT_R16_UINT, kTexels},
    {VK_FORMAT_R16_SINT, kTexels},
    {VK_FORMAT_R16_SFLOAT, kTexels},
    {VK_FORMAT_R16G16_UINT, kTexels},
    {VK_FORMAT_R16G16_SINT, kTexels},
    {VK_FORMAT_R16G16_SFLOAT, kTexels},
    {VK_FORMAT_R16G16B16A16_UINT, kStoredTexels},
    {VK_FORMAT_R16G16B16A16_SINT, kStoredTexels},
    {VK_FORMAT_R16G16B16A16_SFLOAT, kStoredTexels},
    {VK_FORMAT_R32_UINT, kAtomicTexels},
    {VK_FORMAT_R32_SINT, kAtomicTexels},
    {VK_FORMAT_R32_SFLOAT, kStoredTexels},
    {VK_FORMAT_R32G32_UINT, kStoredTexels},
    {VK_FORMAT_R32G32_SINT, kStoredTexels},
    {VK_FORMAT_R32G32_SFLOAT, kStoredTexels},
    {VK_FORMAT_R32G32B32A32_UINT, kStoredTexels},
    {VK_FORMAT_R32G32B32A32_SINT, kStoredTexels},
    {VK_FORMAT_R32G32B32A32_SFLOAT, kStoredTexels},
    {VK_FORMAT_B10G11R11_UFLOAT_PACK32, kTexels},
};

TEST(FormatFeatures, HaveWhatIsRequired) {
    for (const Required& required : kRequiredImages) {
        EXPECT_EQ(required.features & ~imageFeatures(required.format), 0u) << required.format;
    }
    for (const Required& required : kRequiredBuffers) {
        EXPECT_EQ(required.features & ~bufferFeatures(required.format), 0u) << required.format;
    }
    // Not required; GL_ARB_texture_buffer_object_rgb32 over this device needs them.
    for (const VkFormat format :
         {VK_FORMAT_R32G32B32_UINT, VK_FORMAT_R32G32B32_SINT, VK_FORMAT_R32G32B32_SFLOAT}) {
        EXPECT_EQ(bufferFeatures(format), kTexels | VK_FORMAT_FEATURE_2_VERTEX_BUFFER_BIT);
        EXPECT_EQ(imageFeatures(format), 0u);
    }
    // textureCompressionBC, textureCompressionETC2
    for (int format = VK_FORMAT_BC1_RGB_UNORM_BLOCK; format <= VK_FORMAT_EAC_R11G11_SNORM_BLOCK;
         ++format) {
        EXPECT_EQ(kFiltered & ~imageFeatures(VkFormat(format)), 0u) << format;
    }
}

TEST(FormatFeatures, AreConsistent) {
    for (uint32_t row = 0; row < format::kVkFormatCount; ++row) {
        const format::VkFormatLayout& layout = format::vkFormatLayout(format::VkFormatIndex(row));
        const auto format = VkFormat(layout.vkFormat);
        SCOPED_TRACE(format);
        const VkFormatFeatureFlags2 image = imageFeatures(format);
        const VkFormatFeatureFlags2 buffer = bufferFeatures(format);
        // Integers are not filtered, blocks not written, and nothing is atomic that is not stored.
        EXPECT_FALSE(layout.integer() &&
                     (image & VK_FORMAT_FEATURE_2_SAMPLED_IMAGE_FILTER_LINEAR_BIT));
        EXPECT_FALSE(layout.compressed() && (image & (VK_FORMAT_FEATURE_2_BLIT_DST_BIT | kStored)));
        EXPECT_FALSE((image & kAtomic) && !(image & kStored));
        EXPECT_EQ(bool(image & VK_FORMAT_FEATURE_2_SAMPLED_IMAGE_DEPTH_COMPARISON_BIT),
                  layout.depth && image);
        EXPECT_FALSE(buffer && (layout.depth || layout.stencil || layout.compressed()));
    }
    EXPECT_EQ(imageFeatures(VK_FORMAT_UNDEFINED), 0u);
    EXPECT_EQ(bufferFeatures(VK_FORMAT_UNDEFINED), 0u);
    EXPECT_EQ(imageFeatures(VK_FORMAT_G8_B8R8_2PLANE_420_UNORM), 0u);
    EXPECT_EQ(imageFeatures(VK_FORMAT_ASTC_4x4_UNORM_BLOCK), 0u);
}

VkPhysicalDeviceImageFormatInfo2 query(VkFormat format, VkImageType type, VkImageUsageFlags usage) {
    VkPhysicalDeviceImageFormatInfo2 info{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_IMAGE_FORMAT_INFO_2};
    info.format = format;
    info.type = type;
    info.tiling = VK_IMAGE_TILING_OPTIMAL;
    info.usage = usage;
    return info;
}

TEST(ImageLimits, AreThoseOfTheType) {
    VkImageFormatProperties limits;
    constexpr VkImageUsageFlags kUsage = VK_IMAGE_USAGE_SAMPLED_BIT;
    ASSERT_EQ(imageLimits(query(VK_FORMAT_R8_UNORM, VK_IMAGE_TYPE_1D, kUsage), limits), VK_SUCCESS);
    EXPECT_EQ(limits.maxExtent.width, 16384u);
    EXPECT_EQ(limits.maxExtent.height, 1u);
    EXPECT_EQ(limits.maxMipLevels, 15u);
    EXPECT_GE(limits.maxArrayLayers, 256u);
    EXPECT_GE(limits.maxResourceSize, VkDeviceSize(1) << 31);
    ASSERT_EQ(imageLimits(query(VK_FORMAT_R8_UNORM, VK_IMAGE_TYPE_3D, kUsage), limits), VK_SUCCESS);
    EXPECT_EQ(limits.maxExtent.depth, 2048u);
    EXPECT_EQ(limits.maxMipLevels, 12u);
    EXPECT_EQ(limits.maxArrayLayers, 1u);
    auto info = query(VK_FORMAT_R8_UNORM, VK_IMAGE_TYPE_2D, kUsage);
    ASSERT_EQ(imageLimits(info, limits), VK_SUCCESS);
    EXPECT_TRUE(limits.sampleCounts & VK_SAMPLE_COUNT_4_BIT);
    info.flags = VK_IMAGE_CREATE_CUBE_COMPATIBLE_BIT;
    ASSERT_EQ(imageLimits(info, limits), VK_SUCCESS);
    EXPECT_EQ(limits.sampleCounts, VkSampleCountFlags(VK_SAMPLE_COUNT_1_BIT));
    info.flags = 0;
    info.tiling = VK_IMAGE_TILING_LINEAR;
    ASSERT_EQ(imageLimits(info, limits), VK_SUCCESS);
    EXPECT_EQ(limits.sampleCounts, VkSampleCountFlags(VK_SAMPLE_COUNT_1_BIT));
}

TEST(ImageLimits, RefuseWhatIsNotSupported) {
    VkImageFormatProperties limits;
    const auto refused = [&](const VkPhysicalDeviceImageFormatInfo2& info) {
        limits.maxMipLevels = 77;
        const bool result = imageLimits(info, limits) == VK_ERROR_FORMAT_NOT_SUPPORTED;
        EXPECT_EQ(limits.maxMipLevels == 0, result); // Zeros (Vulkan 1.3).
        return result;
    };
    constexpr VkImageUsageFlags kSampledUsage = VK_IMAGE_USAGE_SAMPLED_BIT;
    auto info = query(VK_FORMAT_R8G8B8A8_UNORM, VK_IMAGE_TYPE_2D, kSampledUsage);
    EXPECT_FALSE(refused(info));
    info.flags = VK_IMAGE_CREATE_SPARSE_BINDING_BIT;
    EXPECT_TRUE(refused(info));
    info.flags = VK_IMAGE_CREATE_SUBSAMPLED_BIT_EXT;
    EXPECT_TRUE(refused(info));
    info.flags = 0;
    info.tiling = VK_IMAGE_TILING_DRM_FORMAT_MODIFIER_EXT;
    EXPECT_TRUE(refused(info));
    info = query(VK_FORMAT_R8G8B8A8_SRGB, VK_IMAGE_TYPE_2D, VK_IMAGE_USAGE_STORAGE_BIT);
    EXPECT_TRUE(refused(info));
    info.flags = VK_IMAGE_CREATE_MUTABLE_FORMAT_BIT | VK_IMAGE_CREATE_EXTENDED_USAGE_BIT;
    EXPECT_FALSE(refused(info));
    info.usage = VK_IMAGE_USAGE_DEPTH_STENCIL_ATTACHMENT_BIT;
    EXPECT_TRUE(refused(info));
    VkImageStencilUsageCreateInfo stencil{
        VK_STRUCTURE_TYPE_IMAGE_STENCIL_USAGE_CREATE_INFO, nullptr, VK_IMAGE_USAGE_STORAGE_BIT};
    info = query(VK_FORMAT_D32_SFLOAT_S8_UINT, VK_IMAGE_TYPE_2D, kSampledUsage);
    EXPECT_FALSE(refused(info));
    info.pNext = &stencil;
    EXPECT_TRUE(refused(info));
    EXPECT_TRUE(refused(query(VK_FORMAT_D16_UNORM, VK_IMAGE_TYPE_3D, kSampledUsage)));
    EXPECT_TRUE(refused(query(VK_FORMAT_R8G8B8_UNORM, VK_IMAGE_TYPE_2D, kSampledUsage)));
    EXPECT_TRUE(refused(query(VK_FORMAT_BC1_RGB_UNORM_BLOCK, VK_IMAGE_TYPE_1D, kSampledUsage)));
    EXPECT_FALSE(refused(query(VK_FORMAT_BC1_RGB_UNORM_BLOCK, VK_IMAGE_TYPE_3D, kSampledUsage)));
    EXPECT_TRUE(refused(query(VK_FORMAT_ETC2_R8G8B8_UNORM_BLOCK, VK_IMAGE_TYPE_3D, kSampledUsage)));
}

} // namespace
} // namespace cpu::icd
