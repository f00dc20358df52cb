// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// With the option `validation`, descriptors that lead to what is no more are told of, and read as
// nothing. Vulkan leaves it undefined: without the option such a shader may crash the process.

#include "cpu/device/resource_test.h"

namespace vkt {
namespace {

using ::testing::internal::CaptureStderr;
using ::testing::internal::GetCapturedStderr;

constexpr VkDescriptorType kStorage = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER;
constexpr VkDescriptorType kImage = VK_DESCRIPTOR_TYPE_STORAGE_IMAGE;
constexpr uint32_t kSize_B = 1 << 20; // Pages of its own.

class StaleDescriptors : public ResourceTest {
protected:
    static void SetUpTestSuite() { doWithoutLayer(); } // It would tell of them first.
    void SetUp() override {
        ResourceTest::SetUp();
        if (!isOurs()) {
            GTEST_SKIP() << "other drivers do otherwise";
        }
    }

    /// A set of a live buffer, and at binding 1 what `write` puts there; `gone` then takes it away.
    /// What the device says of a dispatch with it, which reads `expression`.
    std::string said(VkDescriptorType type,
                     const std::string& declaration,
                     const std::string& expression,
                     const std::function<void(VkDescriptorSet)>& write,
                     const std::function<void()>& gone) {
        const VkDescriptorSetLayout layout =
            makeSetLayout({bindingOf(0, kStorage), bindingOf(1, type)});
        VkDescriptorSet set = VK_NULL_HANDLE;
        EXPECT_VK(allocate(makePool(1, {{kStorage, 2}, {kImage, 1}}), {layout}, &set));
        const VkPipelineLayout pipelineLayout = makePipelineLayout({layout});
        const Buffer out = makeBuffer(256, VK_BUFFER_USAGE_STORAGE_BUFFER_BIT);
        writeBuffers(set, 0, kStorage, {{out.buffer, 0, VK_WHOLE_SIZE}});
        write(set);
        const VkPipeline pipeline = makePipeline(
            "layout(local_size_x = 1) in;\n"
            "layout(set = 0, binding = 0) buffer Out { uint result[]; };\n" +
                declaration + "\nvoid main() { result[0] = 1000u + " + expression + "; }",
            pipelineLayout);
        dispatch(pipeline, pipelineLayout, set);
        EXPECT_EQ(out.as<uint32_t>()[0], 1007u);
        gone();
        CaptureStderr();
        dispatch(pipeline, pipelineLayout, set);
        const std::string log = GetCapturedStderr();
        EXPECT_EQ(out.as<uint32_t>()[0], 1000u);
        CaptureStderr();
        dispatch(pipeline, pipelineLayout, set);
        EXPECT_EQ(GetCapturedStderr(), "") << "it was told once";
        return log;
    }

    VkBuffer makeBufferAlone() {
        VkBufferCreateInfo info{VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO};
        info.size = kSize_B;
        info.usage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT;
        VkBuffer buffer = VK_NULL_HANDLE;
        EXPECT_VK(vkCreateBuffer(device(), &info, nullptr, &buffer));
        return buffer;
    }
    /// Of kSize_B, with sevens in it.
    VkDeviceMemory makeMemory() {
        VkMemoryAllocateInfo info{VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO};
        info.allocationSize = kSize_B;
        VkDeviceMemory memory = VK_NULL_HANDLE;
        EXPECT_VK(vkAllocateMemory(device(), &info, nullptr, &memory));
        void* mapped = nullptr;
        EXPECT_VK(vkMapMemory(device(), memory, 0, VK_WHOLE_SIZE, 0, &mapped));
        std::fill_n(static_cast<uint32_t*>(mapped), kSize_B / 4, 7);
        vkUnmapMemory(device(), memory);
        return memory;
    }
    std::string saidOfBuffer(VkBuffer buffer, const std::function<void()>& gone) {
        return said(
            kStorage,
            "layout(set = 0, binding = 1) buffer In { uint given[]; };",
            "given[200]",
            [&](VkDescriptorSet set) {
                writeBuffers(set, 1, kStorage, {{buffer, 64, VK_WHOLE_SIZE}});
            },
            gone);
    }
};

TEST_F(StaleDescriptors, OfADestroyedBuffer) {
    const VkBuffer buffer = makeBufferAlone();
    const VkDeviceMemory memory = makeMemory();
    ASSERT_VK(vkBindBufferMemory(device(), buffer, memory, 0));
    EXPECT_NE(
        saidOfBuffer(buffer, [&] { vkDestroyBuffer(device(), buffer, nullptr); })
            .find("validation: set 0, binding 1, element 0 leads to a buffer that was destroyed"),
        std::string::npos);
    vkFreeMemory(device(), memory, nullptr);
}

TEST_F(StaleDescriptors, OfFreedMemory) {
    const VkBuffer buffer = makeBufferAlone();
    const VkDeviceMemory memory = makeMemory();
    ASSERT_VK(vkBindBufferMemory(device(), buffer, memory, 0));
    EXPECT_NE(saidOfBuffer(buffer, [&] { vkFreeMemory(device(), memory, nullptr); })
                  .find("leads to memory that was freed"),
              std::string::npos);
    vkDestroyBuffer(device(), buffer, nullptr);
}

TEST_F(StaleDescriptors, OfADestroyedView) {
    VkImageCreateInfo info{VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO};
    info.imageType = VK_IMAGE_TYPE_2D;
    info.format = VK_FORMAT_R32_UINT;
    info.extent = {4, 4, 1};
    info.mipLevels = info.arrayLayers = 1;
    info.usage = VK_IMAGE_USAGE_STORAGE_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT;
    const Image image = makeImage(info);
    toGeneral(image);
    fill(image, [](uint32_t, uint32_t, uint32_t, uint32_t, uint32_t) { return 7; });
    VkImageViewCreateInfo viewInfo{VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO};
    viewInfo.image = image.image;
    viewInfo.viewType = VK_IMAGE_VIEW_TYPE_2D;
    viewInfo.format = info.format;
    viewInfo.subresourceRange = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1};
    VkImageView view = VK_NULL_HANDLE;
    ASSERT_VK(vkCreateImageView(device(), &viewInfo, nullptr, &view));
    const std::string log = said(
        kImage,
        "layout(set = 0, binding = 1, r32ui) uniform uimage2D given;",
        "imageLoad(given, ivec2(2)).x",
        [&](VkDescriptorSet set) {
            writeImages(set, 1, kImage, {{VK_NULL_HANDLE, view, VK_IMAGE_LAYOUT_GENERAL}});
        },
        [&] { vkDestroyImageView(device(), view, nullptr); });
    EXPECT_NE(log.find("leads to an image view that was destroyed"), std::string::npos);
}

} // namespace
} // namespace vkt
