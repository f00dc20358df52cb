// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "glvk/gpu/buffer_storage.h"
#include "glvk/gpu/image.h"

#include "glvk/backend/test_device.h"

namespace glvk {

namespace {

using enum format::Channel;

TEST(PackSwizzle, IdentityIsZero) {
    EXPECT_EQ(0u, packSwizzle(format::kIdentity));
    static_assert(VK_COMPONENT_SWIZZLE_IDENTITY == 0);
}

TEST(PackSwizzle, AByteEach) {
    const auto unpacked = [](uint32_t packed, int i) {
        return VkComponentSwizzle(packed >> (8 * i) & 0xff);
    };
    const uint32_t luminance = packSwizzle({R, R, R, One});
    EXPECT_EQ(VK_COMPONENT_SWIZZLE_R, unpacked(luminance, 0));
    EXPECT_EQ(VK_COMPONENT_SWIZZLE_R, unpacked(luminance, 2));
    EXPECT_EQ(VK_COMPONENT_SWIZZLE_ONE, unpacked(luminance, 3));
    const uint32_t mixed = packSwizzle({Zero, A, B, G});
    EXPECT_EQ(VK_COMPONENT_SWIZZLE_ZERO, unpacked(mixed, 0));
    EXPECT_EQ(VK_COMPONENT_SWIZZLE_A, unpacked(mixed, 1));
    EXPECT_EQ(VK_COMPONENT_SWIZZLE_B, unpacked(mixed, 2));
    EXPECT_EQ(VK_COMPONENT_SWIZZLE_G, unpacked(mixed, 3));
}

TEST(AspectsOf, Formats) {
    EXPECT_EQ(VkImageAspectFlags(VK_IMAGE_ASPECT_COLOR_BIT), aspectsOf(VK_FORMAT_R8_UNORM));
    EXPECT_EQ(VkImageAspectFlags(VK_IMAGE_ASPECT_DEPTH_BIT), aspectsOf(VK_FORMAT_D16_UNORM));
    EXPECT_EQ(VkImageAspectFlags(VK_IMAGE_ASPECT_STENCIL_BIT), aspectsOf(VK_FORMAT_S8_UINT));
    EXPECT_EQ(VkImageAspectFlags(VK_IMAGE_ASPECT_DEPTH_BIT | VK_IMAGE_ASPECT_STENCIL_BIT),
              aspectsOf(VK_FORMAT_D24_UNORM_S8_UINT));
}

using ImageTest = DeviceTest;

TEST_F(ImageTest, ViewsAreMadeOnce) {
    ImageDescription description;
    description.format = VK_FORMAT_R8G8B8A8_UNORM;
    description.extent = {13, 5, 1};
    description.levels = 4;
    description.usage = VK_IMAGE_USAGE_SAMPLED_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT;
    const auto image = Image::create(*m_device, description, nullptr);
    ASSERT_TRUE(image);
    EXPECT_EQ(6u, image->extent(1).width);
    EXPECT_EQ(2u, image->extent(1).height);
    EXPECT_EQ(1u, image->extent(3).width);
    EXPECT_EQ(1u, image->extent(3).height);
    ViewKey key;
    const View whole = image->view(key);
    ASSERT_NE(VkImageView(VK_NULL_HANDLE), whole.handle);
    EXPECT_EQ(whole.id, image->view(key).id);
    key.swizzle = packSwizzle({R, R, R, One});
    const View luminance = image->view(key);
    EXPECT_NE(whole.handle, luminance.handle);
    EXPECT_NE(whole.id, luminance.id);
}

TEST_F(ImageTest, TooLargeIsOutOfMemory) {
    // Larger than any heap: an answer, not an abort.
    const auto storage = BufferStorage::create(
        *m_device, VkDeviceSize(1) << 46, VK_BUFFER_USAGE_TRANSFER_DST_BIT, MemoryUse::DeviceHost);
    EXPECT_FALSE(storage);
}

} // namespace

} // namespace glvk
