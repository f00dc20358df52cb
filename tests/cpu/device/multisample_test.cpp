// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Images of several samples, as shaders see them.

#include "cpu/device/resource_test.h"

#include <algorithm>
#include <cstring>

namespace vkt {
namespace {

constexpr VkDescriptorType kStorage = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER;
constexpr VkDescriptorType kSampled = VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER;
constexpr VkDescriptorType kSampledImage = VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE;
constexpr uint32_t kSamples = 4;

class Multisampled : public ResourceTest {
protected:
    struct Samples {
        VkImage image;
        VkDeviceMemory memory;
        VkDeviceSize size_B;
    };

    Samples make(VkFormat format, VkExtent2D extent, uint32_t layers) {
        VkImageCreateInfo info{VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO};
        info.imageType = VK_IMAGE_TYPE_2D;
        info.format = format;
        info.extent = {extent.width, extent.height, 1};
        info.mipLevels = 1;
        info.arrayLayers = layers;
        info.samples = VK_SAMPLE_COUNT_4_BIT;
        info.usage = VK_IMAGE_USAGE_SAMPLED_BIT | VK_IMAGE_USAGE_TRANSFER_SRC_BIT |
                     VK_IMAGE_USAGE_TRANSFER_DST_BIT;
        Samples made{};
        EXPECT_VK(vkCreateImage(device(), &info, nullptr, &made.image));
        VkMemoryRequirements needs;
        vkGetImageMemoryRequirements(device(), made.image, &needs);
        made.size_B = needs.size;
        VkMemoryAllocateInfo allocation{VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO};
        allocation.allocationSize = needs.size;
        EXPECT_VK(vkAllocateMemory(device(), &allocation, nullptr, &made.memory));
        EXPECT_VK(vkBindImageMemory(device(), made.image, made.memory, 0));
        atEnd([this, made] {
            vkDestroyImage(device(), made.image, nullptr);
            vkFreeMemory(device(), made.memory, nullptr);
        });
        toGeneral({made.image, made.memory, info});
        return made;
    }

    VkImageView viewOf(VkImage image, VkImageViewType type, VkFormat format, uint32_t layers) {
        VkImageViewCreateInfo info{VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO};
        info.image = image;
        info.viewType = type;
        info.format = format;
        info.subresourceRange = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, layers};
        VkImageView view = VK_NULL_HANDLE;
        EXPECT_VK(vkCreateImageView(device(), &info, nullptr, &view));
        atEnd([this, view] { vkDestroyImageView(device(), view, nullptr); });
        return view;
    }

    /// result[] of 64 invocations times `groups`, from an image at binding 1.
    std::vector<uint32_t> read(const std::string& declaration,
                               const std::string& body,
                               VkImageView view,
                               VkDescriptorType type,
                               uint32_t groups = 1) {
        const VkDescriptorSetLayout set =
            makeSetLayout({bindingOf(0, kStorage), bindingOf(1, type)});
        const VkPipelineLayout layout = makePipelineLayout({set});
        const VkPipeline pipeline = makePipeline(
            "#extension GL_EXT_samplerless_texture_functions : require\n"
            "layout(local_size_x = 64) in;\n"
            "layout(set = 0, binding = 0) buffer Out { uint result[]; };\n"
            "layout(set = 0, binding = 1) uniform " +
                declaration + ";\nvoid main() { const int id = int(gl_GlobalInvocationID.x);\n" +
                body + "\n}\n",
            layout);
        VkDescriptorSet descriptors = VK_NULL_HANDLE;
        EXPECT_VK(allocate(makePool(1, {{kStorage, 1}, {type, 1}}), {set}, &descriptors));
        const Buffer result = makeBuffer(groups * 256, VK_BUFFER_USAGE_STORAGE_BUFFER_BIT);
        writeBuffers(descriptors, 0, kStorage, {{result.buffer, 0, VK_WHOLE_SIZE}});
        const VkSampler sampler = type == kSampled ? makeSampler({}) : VkSampler(VK_NULL_HANDLE);
        writeImages(descriptors, 1, type, {{sampler, view, VK_IMAGE_LAYOUT_GENERAL}});
        dispatch(pipeline, layout, descriptors, groups);
        const auto words = result.as<uint32_t>();
        return {words.begin(), words.end()};
    }
};

TEST_F(Multisampled, AreFetchedAsTheyWereCleared) {
    constexpr uint32_t kLayers = 3;
    const VkFormat format = VK_FORMAT_R32G32_UINT;
    const Samples samples = make(format, {9, 7}, kLayers);
    run([&](VkCommandBuffer commands) {
        for (uint32_t layer = 0; layer < kLayers; ++layer) {
            const VkClearColorValue color{.uint32 = {100 + layer, 7, 0, 0}};
            const VkImageSubresourceRange range{VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, layer, 1};
            vkCmdClearColorImage(
                commands, samples.image, VK_IMAGE_LAYOUT_GENERAL, &color, 1, &range);
        }
        barrier(commands);
    });
    const VkImageView view = viewOf(samples.image, VK_IMAGE_VIEW_TYPE_2D_ARRAY, format, kLayers);
    const auto words = read(
        "usampler2DMSArray image",
        "if (id < 48) {\n"
        "    const uvec4 texel = texelFetch(image, ivec3(id % 9, id % 7, id % 3), id / 3 % 4);\n"
        "    result[id] = texel.x + texel.y * 1000u + texel.z * 5u + texel.w * 100000u;\n"
        "} else if (id < 52) {\n"
        "    result[id] = uvec4(textureSize(image), textureSamples(image))[id - 48];\n"
        "} else {\n" // Outside: by robust image access zeros; alpha of such formats reads as one.
        "    result[id] = texelFetch(image, ivec3(id < 58 ? 9 : 0, 0, id < 58 ? 0 : 3), 1).x;\n"
        "}",
        view,
        kSampled);
    for (uint32_t id = 0; id < 48; ++id) {
        EXPECT_EQ(words[id], 100 + id % 3 + 7000 + 100000) << id;
    }
    EXPECT_EQ(words[48], 9u);
    EXPECT_EQ(words[49], 7u);
    EXPECT_EQ(words[50], kLayers);
    EXPECT_EQ(words[51], kSamples);
    if (features13().robustImageAccess) {
        for (uint32_t id = 52; id < 64; ++id) {
            EXPECT_EQ(words[id], 0u) << id;
        }
    }
}

/// Samples that differ: transfers cannot make such, so the test writes the image's memory itself.
/// Each quarter of an image without padding is what one sample is in all texels.
TEST_F(Multisampled, HaveTheirOwnSamplesAndResolveToTheMean) {
    if (!isOurs()) {
        GTEST_SKIP() << "how samples lie in memory is the driver's own matter";
    }
    constexpr uint32_t kSize = 16;
    constexpr VkFormat format = VK_FORMAT_R8G8B8A8_UNORM;
    const Samples samples = make(format, {kSize, kSize}, 1);
    constexpr uint32_t kTexels = kSize * kSize;
    ASSERT_EQ(samples.size_B, kTexels * 4 * kSamples);
    void* mapped = nullptr;
    ASSERT_VK(vkMapMemory(device(), samples.memory, 0, VK_WHOLE_SIZE, 0, &mapped));
    auto* words = static_cast<uint32_t*>(mapped);
    const auto valueOf = [](uint32_t sample) {
        return 4 * sample | (8 + sample * 40) << 8 | 255u << 24;
    };
    for (uint32_t sample = 0; sample < kSamples; ++sample) {
        for (uint32_t texel = 0; texel < kTexels; ++texel) {
            words[sample * kTexels + texel] = valueOf(sample);
        }
    }
    const VkImageView view = viewOf(samples.image, VK_IMAGE_VIEW_TYPE_2D, format, 1);
    const std::string fetch =
        "const uvec4 t = uvec4(texelFetch(image, ivec2(id % 16, id / 16 % 16), id / 256) * 255.0 "
        "+ 0.5);\n";
    for (const bool combined : {true, false}) {
        const auto seen = read(combined ? "sampler2DMS image" : "texture2DMS image",
                               fetch + "result[id] = t.x | t.y << 8 | t.z << 16 | t.w << 24;",
                               view,
                               combined ? kSampled : kSampledImage,
                               kTexels * kSamples / 64);
        ASSERT_EQ(seen.size(), size_t(kTexels) * kSamples);
        EXPECT_EQ(std::memcmp(seen.data(), words, seen.size() * 4), 0);
    }
    // A sample that differs between invocations.
    const auto mixed =
        read("sampler2DMS image",
             "result[id] = uint(texelFetch(image, ivec2(id % 16, 1), id * 7 % 4).y * 255.0 + 0.5);",
             view,
             kSampled);
    for (uint32_t id = 0; id < 64; ++id) {
        EXPECT_EQ(mixed[id], 8 + id * 7 % 4 * 40) << id;
    }
    const auto outside = read("sampler2DMS image",
                              "result[id] = uint(texelFetch(image, ivec2(1), id - 32).w * 255.0);",
                              view,
                              kSampled);
    for (uint32_t id = 0; id < 64; ++id) {
        EXPECT_EQ(outside[id], id >= 32 && id < 36 ? 255u : 0u) << id;
    }

    VkImageCreateInfo singleInfo{VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO};
    singleInfo.imageType = VK_IMAGE_TYPE_2D;
    singleInfo.format = format;
    singleInfo.extent = {kSize, kSize, 1};
    singleInfo.mipLevels = singleInfo.arrayLayers = 1;
    singleInfo.usage = VK_IMAGE_USAGE_TRANSFER_SRC_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT;
    const Image single = makeImage(singleInfo);
    toGeneral(single);
    const Buffer means = makeBuffer(kTexels * 4, VK_BUFFER_USAGE_TRANSFER_DST_BIT);
    VkImageResolve2 region{VK_STRUCTURE_TYPE_IMAGE_RESOLVE_2};
    region.srcSubresource = region.dstSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1};
    region.extent = singleInfo.extent;
    VkResolveImageInfo2 resolve{VK_STRUCTURE_TYPE_RESOLVE_IMAGE_INFO_2};
    resolve.srcImage = samples.image;
    resolve.srcImageLayout = resolve.dstImageLayout = VK_IMAGE_LAYOUT_GENERAL;
    resolve.dstImage = single.image;
    resolve.regionCount = 1;
    resolve.pRegions = &region;
    run([&](VkCommandBuffer commands) {
        vkCmdResolveImage2(commands, &resolve);
        barrier(commands);
        VkBufferImageCopy copy{};
        copy.imageSubresource = region.srcSubresource;
        copy.imageExtent = singleInfo.extent;
        vkCmdCopyImageToBuffer(
            commands, single.image, VK_IMAGE_LAYOUT_GENERAL, means.buffer, 1, &copy);
        barrier(commands);
    });
    forgetMessagesAbout("vkCmdResolveImage2");
    for (uint32_t texel = 0; texel < kTexels; ++texel) {
        EXPECT_EQ(means.as<uint32_t>()[texel], 6u | 68u << 8 | 255u << 24) << texel;
    }
}

/// Storage images have one sample: the device says so, and no other is made.
TEST_F(Multisampled, AreNoStorageImages) {
    if (features().shaderStorageImageMultisample) {
        GTEST_SKIP() << "they are, here";
    }
    VkImageFormatProperties properties{};
    EXPECT_VK(vkGetPhysicalDeviceImageFormatProperties(physicalDevice(),
                                                       VK_FORMAT_R32_UINT,
                                                       VK_IMAGE_TYPE_2D,
                                                       VK_IMAGE_TILING_OPTIMAL,
                                                       VK_IMAGE_USAGE_STORAGE_BIT,
                                                       0,
                                                       &properties));
    if (isOurs()) {
        EXPECT_EQ(properties.sampleCounts, VkSampleCountFlags(VK_SAMPLE_COUNT_1_BIT));
    }
}

} // namespace
} // namespace vkt
