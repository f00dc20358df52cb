// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "cpu/icd/resources/image_view.h"

#include "cpu/icd/resources/image.h"
#include "cpu/icd/resources/sampler.h"
#include "format/vk_formats.h"

#include <gtest/gtest.h>

#include <bit>

namespace cpu::icd {
namespace {

/// Without memory: only what is relative to it is looked at.
Image makeImage(
    VkFormat format, VkImageType type, VkExtent3D extent, uint32_t levels, uint32_t layers) {
    VkImageCreateInfo info{VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO};
    info.format = format;
    const ImageShape shape{
        format::vkFormatIndex(uint32_t(format)), type, extent, levels, layers, 1, Tiling::Linear};
    return {info, shape, *layOut(shape)};
}

VkImageViewCreateInfo
viewInfo(VkFormat format, VkImageViewType type, VkImageSubresourceRange range) {
    VkImageViewCreateInfo info{VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO};
    info.format = format;
    info.viewType = type;
    info.subresourceRange = range;
    return info;
}

constexpr VkImageAspectFlags kColor = VK_IMAGE_ASPECT_COLOR_BIT;

uint64_t offsetOf_B(const ImageView& view) {
    return uint64_t(view.data().base - view.image().data());
}

TEST(ImageView, StartsAtItsBaseLevelAndLayer) {
    const Image image = makeImage(VK_FORMAT_R8G8_UNORM, VK_IMAGE_TYPE_2D, {64, 32, 1}, 6, 9);
    const ImageView view(
        image,
        viewInfo(VK_FORMAT_R8G8_UNORM,
                 VK_IMAGE_VIEW_TYPE_2D_ARRAY,
                 {kColor, 2, VK_REMAINING_MIP_LEVELS, 3, VK_REMAINING_ARRAY_LAYERS}));
    EXPECT_EQ(view.data().levelCount, 4);
    EXPECT_EQ(view.data().layerCount, 6);
    EXPECT_EQ(view.data().levels[0].width_px, 16);
    EXPECT_EQ(view.data().levels[3].width_px, 2);
    EXPECT_EQ(view.data().levels[0].offset_B, image.layout().levels[2].offset_B);
    EXPECT_EQ(offsetOf_B(view), 3 * uint64_t(image.layout().layerPitch_B));
}

TEST(ImageView, SlicesAreLayers) {
    const Image image = makeImage(VK_FORMAT_R32_SFLOAT, VK_IMAGE_TYPE_3D, {16, 16, 12}, 4, 1);
    const ImageView one(
        image, viewInfo(VK_FORMAT_R32_SFLOAT, VK_IMAGE_VIEW_TYPE_2D, {kColor, 1, 1, 4, 1}));
    const uint64_t slice_B = image.layout().levels[1].slicePitch_B;
    EXPECT_EQ(offsetOf_B(one), 4 * slice_B);
    EXPECT_EQ(one.data().levels[0].offset_B, image.layout().levels[1].offset_B);
    EXPECT_EQ(one.data().layerCount, 1);
    const ImageView rest(image,
                         viewInfo(VK_FORMAT_R32_SFLOAT,
                                  VK_IMAGE_VIEW_TYPE_2D_ARRAY,
                                  {kColor, 1, 1, 2, VK_REMAINING_ARRAY_LAYERS}));
    EXPECT_EQ(rest.data().layerCount, 4); // 6 slices at level 1.
    EXPECT_EQ(rest.data().layerPitch_B, slice_B);
    EXPECT_EQ(ViewId{rest.viewId()}.type(), ViewType::D2Array);
}

TEST(ImageView, BlocksSeenAsTexels) {
    const Image image =
        makeImage(VK_FORMAT_BC1_RGB_UNORM_BLOCK, VK_IMAGE_TYPE_2D, {21, 10, 1}, 3, 1);
    const ImageView view(
        image, viewInfo(VK_FORMAT_R32G32_UINT, VK_IMAGE_VIEW_TYPE_2D, {kColor, 1, 1, 0, 1}));
    EXPECT_EQ(view.data().levels[0].width_px, 3); // 10 texels.
    EXPECT_EQ(view.data().levels[0].height_px, 2);
    EXPECT_EQ(view.data().levels[0].rowPitch_B, image.layout().levels[1].rowPitch_B);
}

TEST(ImageView, IdSaysAspectTypeAndSwizzle) {
    const Image image = makeImage(VK_FORMAT_D32_SFLOAT_S8_UINT, VK_IMAGE_TYPE_2D, {8, 8, 1}, 1, 6);
    VkImageViewCreateInfo info = viewInfo(VK_FORMAT_D32_SFLOAT_S8_UINT,
                                          VK_IMAGE_VIEW_TYPE_CUBE,
                                          {VK_IMAGE_ASPECT_STENCIL_BIT, 0, 1, 0, 6});
    info.components = {VK_COMPONENT_SWIZZLE_ONE,
                       VK_COMPONENT_SWIZZLE_IDENTITY,
                       VK_COMPONENT_SWIZZLE_R,
                       VK_COMPONENT_SWIZZLE_ZERO};
    const ViewId id{ImageView(image, info).viewId()};
    EXPECT_EQ(id.format(), format::vkFormatIndex(VK_FORMAT_D32_SFLOAT_S8_UINT));
    EXPECT_EQ(id.type(), ViewType::Cube);
    EXPECT_EQ(id.aspect(), AspectRead::Stencil);
    EXPECT_EQ(id.swizzle(0), Swizzle::One);
    EXPECT_EQ(id.swizzle(1), Swizzle::G);
    EXPECT_EQ(id.swizzle(2), Swizzle::R);
    EXPECT_EQ(id.swizzle(3), Swizzle::Zero);
    EXPECT_FALSE(id.multisampled());
    info.subresourceRange.aspectMask = VK_IMAGE_ASPECT_DEPTH_BIT;
    EXPECT_EQ(ViewId{ImageView(image, info).viewId()}.aspect(), AspectRead::Depth);
}

TEST(ImageView, MinLodIsOfTheImage) {
    const Image image = makeImage(VK_FORMAT_R8_UNORM, VK_IMAGE_TYPE_2D, {64, 64, 1}, 7, 1);
    VkImageViewMinLodCreateInfoEXT minLod{
        VK_STRUCTURE_TYPE_IMAGE_VIEW_MIN_LOD_CREATE_INFO_EXT, nullptr, 3.5f};
    VkImageViewCreateInfo info =
        viewInfo(VK_FORMAT_R8_UNORM, VK_IMAGE_VIEW_TYPE_2D, {kColor, 2, 5, 0, 1});
    EXPECT_EQ(ImageView(image, info).data().minLod, 0.0f);
    info.pNext = &minLod;
    EXPECT_EQ(ImageView(image, info).data().minLod, 1.5f);
    info.subresourceRange.baseMipLevel = 4;
    info.subresourceRange.levelCount = 1;
    EXPECT_EQ(ImageView(image, info).data().minLod, 0.0f);
}

TEST(ImageView, IdSaysWhatTheLodChoosesFrom) {
    const Image image = makeImage(VK_FORMAT_R8_UNORM, VK_IMAGE_TYPE_2D, {64, 64, 1}, 7, 1);
    VkImageViewMinLodCreateInfoEXT minLod{
        VK_STRUCTURE_TYPE_IMAGE_VIEW_MIN_LOD_CREATE_INFO_EXT, nullptr, 3.5f};
    VkImageViewCreateInfo info =
        viewInfo(VK_FORMAT_R8_UNORM, VK_IMAGE_VIEW_TYPE_2D, {kColor, 2, 5, 0, 1});
    const auto id = [&] { return ViewId{ImageView(image, info).viewId()}; };
    EXPECT_FALSE(id().oneLevel());
    EXPECT_FALSE(id().minLod());
    info.pNext = &minLod;
    EXPECT_TRUE(id().minLod());
    info.subresourceRange.levelCount = 1;
    EXPECT_TRUE(id().oneLevel());
    EXPECT_FALSE(id().minLod()); // There is nothing to choose from.
}

TEST(Sampler, IdSaysWhetherTheLodLeavesTheBaseLevel) {
    VkSamplerCreateInfo info{VK_STRUCTURE_TYPE_SAMPLER_CREATE_INFO};
    const auto baseLevel = [&](VkSamplerMipmapMode mode, float maxLod) {
        info.mipmapMode = mode;
        info.maxLod = maxLod;
        return SamplerId{Sampler(info).data().samplerId}.baseLevel();
    };
    EXPECT_TRUE(baseLevel(VK_SAMPLER_MIPMAP_MODE_NEAREST, 0.25f));
    EXPECT_TRUE(baseLevel(VK_SAMPLER_MIPMAP_MODE_NEAREST, 0.5f)); // Rounds down.
    EXPECT_FALSE(baseLevel(VK_SAMPLER_MIPMAP_MODE_NEAREST, 0.75f));
    EXPECT_TRUE(baseLevel(VK_SAMPLER_MIPMAP_MODE_LINEAR, 0.0f));
    EXPECT_FALSE(baseLevel(VK_SAMPLER_MIPMAP_MODE_LINEAR, 0.25f));
}

TEST(Sampler, StateIsTheId) {
    VkSamplerCreateInfo info{VK_STRUCTURE_TYPE_SAMPLER_CREATE_INFO};
    info.magFilter = VK_FILTER_LINEAR;
    info.mipmapMode = VK_SAMPLER_MIPMAP_MODE_LINEAR;
    info.addressModeU = VK_SAMPLER_ADDRESS_MODE_MIRROR_CLAMP_TO_EDGE;
    info.addressModeV = VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_BORDER;
    info.addressModeW = VK_SAMPLER_ADDRESS_MODE_MIRRORED_REPEAT;
    info.mipLodBias = 20.0f;
    info.minLod = 1.0f;
    info.maxLod = VK_LOD_CLAMP_NONE;
    info.compareOp = VK_COMPARE_OP_GREATER; // Not enabled.
    info.anisotropyEnable = VK_TRUE;
    info.maxAnisotropy = 1.0f; // Is none.
    info.borderColor = VK_BORDER_COLOR_INT_OPAQUE_BLACK;
    const SamplerData data = Sampler(info).data();
    const SamplerId id{data.samplerId};
    EXPECT_TRUE(id.magLinear());
    EXPECT_FALSE(id.minLinear());
    EXPECT_TRUE(id.mipLinear());
    EXPECT_EQ(id.address(0), Address::MirrorClampToEdge);
    EXPECT_EQ(id.address(1), Address::ClampToBorder);
    EXPECT_EQ(id.address(2), Address::MirroredRepeat);
    EXPECT_FALSE(id.anisotropic());
    EXPECT_FALSE(id.compares());
    EXPECT_EQ(id.reduction(), Reduction::WeightedAverage);
    EXPECT_TRUE(id.seamlessCube());
    EXPECT_EQ(data.lodBias, 16.0f);
    EXPECT_EQ(data.minLod, 1.0f);
    EXPECT_EQ(data.borderColor[0], 0u);
    EXPECT_EQ(data.borderColor[3], 1u);

    VkSamplerReductionModeCreateInfo reduction{VK_STRUCTURE_TYPE_SAMPLER_REDUCTION_MODE_CREATE_INFO,
                                               nullptr,
                                               VK_SAMPLER_REDUCTION_MODE_MAX};
    VkSamplerCustomBorderColorCreateInfoEXT custom{
        VK_STRUCTURE_TYPE_SAMPLER_CUSTOM_BORDER_COLOR_CREATE_INFO_EXT, &reduction};
    custom.customBorderColor.float32[1] = 0.25f;
    info.pNext = &custom;
    info.borderColor = VK_BORDER_COLOR_FLOAT_CUSTOM_EXT;
    const SamplerData other = Sampler(info).data();
    EXPECT_EQ(SamplerId{other.samplerId}.reduction(), Reduction::Max);
    EXPECT_EQ(std::bit_cast<float>(other.borderColor[1]), 0.25f);
}

} // namespace
} // namespace cpu::icd
