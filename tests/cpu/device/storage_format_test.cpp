// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Storage images whose format the shader does not say, or says wrongly: it is the view's that
// counts.

#include "cpu/device/resource_test.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace vkt {
namespace {

constexpr VkDescriptorType kStorage = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER;
constexpr VkDescriptorType kStored = VK_DESCRIPTOR_TYPE_STORAGE_IMAGE;
constexpr VkDescriptorType kSampled = VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE;
constexpr VkExtent3D kExtent{16, 4, 1};

/// What shaders have of a format.
enum class Numbers { Floats, Integers };

class StorageFormats : public ResourceTest {
protected:
    /// In the middle of memory that is otherwise kGuard.
    struct Guarded {
        VkImage image;
        VkImageView view;
        uint8_t* memory;
        VkDeviceSize begin_B, end_B, size_B;
    };
    static constexpr uint8_t kGuard = 0xab;

    Guarded make(VkFormat format) {
        VkImageCreateInfo info{VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO};
        info.imageType = VK_IMAGE_TYPE_2D;
        info.format = format;
        info.extent = kExtent;
        info.mipLevels = info.arrayLayers = 1;
        info.samples = VK_SAMPLE_COUNT_1_BIT;
        info.usage = VK_IMAGE_USAGE_STORAGE_BIT | VK_IMAGE_USAGE_SAMPLED_BIT |
                     VK_IMAGE_USAGE_TRANSFER_DST_BIT;
        Guarded made{};
        EXPECT_VK(vkCreateImage(device(), &info, nullptr, &made.image));
        VkMemoryRequirements needs;
        vkGetImageMemoryRequirements(device(), made.image, &needs);
        made.begin_B = (4096 + needs.alignment - 1) / needs.alignment * needs.alignment;
        made.end_B = made.begin_B + needs.size;
        made.size_B = made.end_B + 4096;
        VkMemoryAllocateInfo allocation{VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO};
        allocation.allocationSize = made.size_B;
        VkDeviceMemory memory = VK_NULL_HANDLE;
        EXPECT_VK(vkAllocateMemory(device(), &allocation, nullptr, &memory));
        void* mapped = nullptr;
        EXPECT_VK(vkMapMemory(device(), memory, 0, VK_WHOLE_SIZE, 0, &mapped));
        made.memory = static_cast<uint8_t*>(mapped);
        std::memset(mapped, kGuard, made.size_B);
        EXPECT_VK(vkBindImageMemory(device(), made.image, memory, made.begin_B));
        VkImageViewCreateInfo viewInfo{VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO};
        viewInfo.image = made.image;
        viewInfo.viewType = VK_IMAGE_VIEW_TYPE_2D;
        viewInfo.format = format;
        viewInfo.subresourceRange = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1};
        EXPECT_VK(vkCreateImageView(device(), &viewInfo, nullptr, &made.view));
        atEnd([this, made, memory] {
            vkDestroyImageView(device(), made.view, nullptr);
            vkDestroyImage(device(), made.image, nullptr);
            vkFreeMemory(device(), memory, nullptr);
        });
        toGeneral({made.image, memory, info});
        return made;
    }
    static void expectGuards(const Guarded& image) {
        const auto untouched = [&](VkDeviceSize begin_B, VkDeviceSize end_B) {
            return std::all_of(image.memory + begin_B, image.memory + end_B, [](uint8_t byte) {
                return byte == kGuard;
            });
        };
        EXPECT_TRUE(untouched(0, image.begin_B));
        EXPECT_TRUE(untouched(image.end_B, image.size_B));
    }

    /// 64 results of 4 words from a shader with the image twice: stored at binding 1, sampled at 2.
    std::vector<uint32_t> runOn(const Guarded& image, const std::string& glsl) {
        const VkDescriptorSetLayout set =
            makeSetLayout({bindingOf(0, kStorage), bindingOf(1, kStored), bindingOf(2, kSampled)});
        const VkPipelineLayout layout = makePipelineLayout({set});
        const VkPipeline pipeline =
            makePipeline("#extension GL_EXT_shader_image_load_formatted : require\n"
                         "#extension GL_EXT_samplerless_texture_functions : require\n"
                         "layout(local_size_x = 64) in;\n"
                         "layout(set = 0, binding = 0) buffer Out { uvec4 result[]; };\n" +
                             glsl,
                         layout);
        VkDescriptorSet descriptors = VK_NULL_HANDLE;
        EXPECT_VK(allocate(
            makePool(1, {{kStorage, 1}, {kStored, 1}, {kSampled, 1}}), {set}, &descriptors));
        const Buffer result = makeBuffer(1024, VK_BUFFER_USAGE_STORAGE_BUFFER_BIT);
        writeBuffers(descriptors, 0, kStorage, {{result.buffer, 0, VK_WHOLE_SIZE}});
        writeImages(
            descriptors, 1, kStored, {{VK_NULL_HANDLE, image.view, VK_IMAGE_LAYOUT_GENERAL}});
        writeImages(
            descriptors, 2, kSampled, {{VK_NULL_HANDLE, image.view, VK_IMAGE_LAYOUT_GENERAL}});
        dispatch(pipeline, layout, descriptors);
        return {result.as<uint32_t>().begin(), result.as<uint32_t>().end()};
    }
};

TEST_F(StorageFormats, NeedNotBeSaid) {
    if (!features().shaderStorageImageReadWithoutFormat ||
        !features().shaderStorageImageWriteWithoutFormat) {
        GTEST_SKIP() << "they must be";
    }
    const struct {
        VkFormat format;
        uint32_t channels;
        Numbers numbers;
        float step; ///< Between values that the format has, at most.
    } formats[] = {
        {VK_FORMAT_R8_UNORM, 1, Numbers::Floats, 1 / 255.0f},
        {VK_FORMAT_R8G8B8A8_SNORM, 4, Numbers::Floats, 1 / 127.0f},
        {VK_FORMAT_B8G8R8A8_UNORM, 4, Numbers::Floats, 1 / 255.0f},
        {VK_FORMAT_R16_SFLOAT, 1, Numbers::Floats, 1 / 1024.0f},
        {VK_FORMAT_R16G16_UNORM, 2, Numbers::Floats, 1 / 65535.0f},
        {VK_FORMAT_A2B10G10R10_UNORM_PACK32, 4, Numbers::Floats, 1 / 3.0f},
        {VK_FORMAT_B10G11R11_UFLOAT_PACK32, 3, Numbers::Floats, 1 / 32.0f},
        {VK_FORMAT_R32G32B32A32_SFLOAT, 4, Numbers::Floats, 0},
        {VK_FORMAT_R8_UINT, 1, Numbers::Integers, 0},
        {VK_FORMAT_R16G16_UINT, 2, Numbers::Integers, 0},
        {VK_FORMAT_R32G32B32A32_UINT, 4, Numbers::Integers, 0},
    };
    for (const auto& f : formats) {
        VkFormatProperties3 features{VK_STRUCTURE_TYPE_FORMAT_PROPERTIES_3};
        VkFormatProperties2 properties{VK_STRUCTURE_TYPE_FORMAT_PROPERTIES_2, &features};
        vkGetPhysicalDeviceFormatProperties2(physicalDevice(), f.format, &properties);
        constexpr VkFormatFeatureFlags2 kNeeded =
            VK_FORMAT_FEATURE_2_STORAGE_READ_WITHOUT_FORMAT_BIT |
            VK_FORMAT_FEATURE_2_STORAGE_WRITE_WITHOUT_FORMAT_BIT;
        if ((features.optimalTilingFeatures & kNeeded) != kNeeded) {
            continue;
        }
        SCOPED_TRACE(int(f.format));
        const Guarded image = make(f.format);
        const std::string u = f.numbers == Numbers::Integers ? "u" : "";
        const std::string value = f.numbers == Numbers::Integers
                                      ? "uvec4(id, 2 * id, 3, 4)"
                                      : "vec4(id / 64.0, 1.0 - id / 64.0, 0.25, 1.0)";
        runOn(image,
              "layout(set = 0, binding = 1) uniform writeonly " + u + "image2D image;\n" +
                  "void main() { const int id = int(gl_LocalInvocationID.x);\n"
                  "imageStore(image, ivec2(id % 16, id / 16), " +
                  value + ");\nimageStore(image, ivec2(id - 64, 1), " + value +
                  ");\nimageStore(image, ivec2(id, 4 + id), " + value + "); }\n");
        const std::string asWords =
            f.numbers == Numbers::Integers ? "texel" : "floatBitsToUint(texel)";
        const auto main = [&](const std::string& read) {
            return "void main() { const int id = int(gl_LocalInvocationID.x);\n"
                   "const ivec2 at = ivec2(id % 16, id / 16);\nconst " +
                   u + "vec4 texel = " + read + ";\nresult[id] = " + asWords + "; }\n";
        };
        const auto loaded = runOn(image,
                                  "layout(set = 0, binding = 1) uniform readonly " + u +
                                      "image2D image;\n" + main("imageLoad(image, at)"));
        const auto fetched = runOn(image,
                                   "layout(set = 0, binding = 2) uniform " + u +
                                       "texture2D image;\n" + main("texelFetch(image, at, 0)"));
        EXPECT_EQ(loaded, fetched);
        for (uint32_t id = 0; id < 64; ++id) {
            const uint32_t integers[] = {id, 2 * id, 3, 4};
            const float floats[] = {float(id) / 64, 1 - float(id) / 64, 0.25f, 1};
            for (uint32_t channel = 0; channel < f.channels; ++channel) {
                const uint32_t word = loaded[4 * id + channel];
                float number;
                std::memcpy(&number, &word, 4);
                if (f.numbers == Numbers::Integers) {
                    EXPECT_EQ(word, integers[channel]) << id << " " << channel;
                } else {
                    EXPECT_LE(std::abs(number - floats[channel]), f.step) << id << " " << channel;
                }
            }
        }
        if (isOurs()) {
            expectGuards(image);
        }
    }
}

/// Undefined by Vulkan; here what is read and written are the view's texels, or nothing.
TEST_F(StorageFormats, ThatTheShaderHasWrongReachNoFurtherThanTheImage) {
    if (!isOurs()) {
        GTEST_SKIP() << "other drivers may do as they like";
    }
    const struct {
        VkFormat format;
        const char* said;
        Numbers numbers;
    } cases[] = {
        {VK_FORMAT_R8_UNORM, "rgba32f", Numbers::Floats},
        {VK_FORMAT_R8_UINT, "rgba32ui", Numbers::Integers},
        {VK_FORMAT_R8_UINT, "r32ui", Numbers::Integers},
        {VK_FORMAT_R16_UINT, "r32ui", Numbers::Integers},
        {VK_FORMAT_R32G32B32A32_SFLOAT, "r8", Numbers::Floats},
        {VK_FORMAT_R32G32_UINT, "r32ui", Numbers::Integers},
        {VK_FORMAT_R8G8B8A8_UNORM, "r32f", Numbers::Floats},
    };
    for (const auto& c : cases) {
        SCOPED_TRACE(std::string(c.said) + " for " + std::to_string(int(c.format)));
        const Guarded image = make(c.format);
        const std::string u = c.numbers == Numbers::Integers ? "u" : "";
        const bool atomics = std::string(c.said) == "r32ui";
        const auto words =
            runOn(image,
                  "layout(set = 0, binding = 1, " + std::string(c.said) + ") uniform " + u +
                      "image2D image;\nvoid main() { const int id = int(gl_LocalInvocationID.x);\n"
                      "const ivec2 at = ivec2(id % 16, id / 16);\n"
                      "imageStore(image, at, " +
                      u + "vec4(1));\nimageStore(image, at + ivec2(16, 0), " + u +
                      "vec4(1));\nimageStore(image, at + ivec2(0, 4), " + u + "vec4(1));\n" +
                      (atomics ? "imageAtomicAdd(image, at, 0xffffff01u);\n"
                                 "imageAtomicOr(image, ivec2(15, 3), 0xffffffffu);\n"
                               : "") +
                      "result[id] = uvec4(imageLoad(image, at)); }\n");
        for (uint32_t id = 0; id < 64; ++id) {
            EXPECT_EQ(words[4 * id], 1u) << id;
        }
        expectGuards(image);
    }
    // Layers may hold an opinion about it.
    forgetMessagesAbout("ormat");
}

} // namespace
} // namespace vkt
