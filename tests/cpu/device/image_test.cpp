// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "cpu/device/resource_test.h"

#include <algorithm>
#include <cstring>

namespace vkt {
namespace {

constexpr VkDescriptorType kStorage = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER;
constexpr VkDescriptorType kSampled = VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER;
constexpr VkImageUsageFlags kUsage = VK_IMAGE_USAGE_SAMPLED_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT;

VkImageCreateInfo
imageInfo(VkFormat format, VkImageType type, VkExtent3D extent, uint32_t levels, uint32_t layers) {
    VkImageCreateInfo info{VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO};
    info.imageType = type;
    info.format = format;
    info.extent = extent;
    info.mipLevels = levels;
    info.arrayLayers = layers;
    info.usage = kUsage;
    return info;
}

uint32_t texelValue(uint32_t level, uint32_t layer, uint32_t x, uint32_t y, uint32_t z) {
    return level << 28 | layer << 24 | z << 16 | y << 8 | x;
}

class Images : public ResourceTest {
protected:
    /// A shader's body that sets result[0 … kResults - 1] from `samplers`, of the type.
    std::vector<uint32_t> sample(const std::string& type,
                                 const std::string& body,
                                 const std::vector<VkDescriptorImageInfo>& images,
                                 const VkSampler* immutable = nullptr,
                                 uint32_t results = 64) {
        const auto count = uint32_t(images.size());
        const VkDescriptorSetLayout set =
            makeSetLayout({bindingOf(0, kStorage), bindingOf(1, kSampled, count, immutable)});
        const VkPipelineLayout layout = makePipelineLayout({set});
        const VkPipeline pipeline =
            makePipeline(R"(
            layout(local_size_x = 64) in;
            layout(set = 0, binding = 0) buffer Out { uint result[]; };
            layout(set = 0, binding = 1) uniform )" +
                             type + " samplers[" + std::to_string(count) +
                             "];\nvoid main() {\n"
                             "    const int id = int(gl_GlobalInvocationID.x);\n" +
                             body + "\n}\n",
                         layout);
        const VkDescriptorPool pool = makePool(1, {{kStorage, 1}, {kSampled, count}});
        VkDescriptorSet descriptors = VK_NULL_HANDLE;
        EXPECT_VK(allocate(pool, {set}, &descriptors));
        const Buffer result = makeBuffer(results * 4, VK_BUFFER_USAGE_STORAGE_BUFFER_BIT);
        writeBuffers(descriptors, 0, kStorage, {{result.buffer, 0, VK_WHOLE_SIZE}});
        writeImages(descriptors, 1, kSampled, images);
        dispatch(pipeline, layout, descriptors, (results + 63) / 64);
        const auto words = result.as<uint32_t>();
        return {words.begin(), words.end()};
    }
    VkDescriptorImageInfo info(VkImageView view) {
        if (!m_sampler) {
            m_sampler = makeSampler({});
        }
        return {m_sampler, view, VK_IMAGE_LAYOUT_GENERAL};
    }

private:
    VkSampler m_sampler = VK_NULL_HANDLE;
};

struct Shape {
    const char* name;
    VkImageType type;
    VkImageViewType viewType;
    VkExtent3D extent;
    uint32_t layers;
    VkImageCreateFlags flags;
    const char* sampler;
    const char* coordinate; ///< Of texel x, y, z and of `layer`.
};

const Shape kShapes[] = {
    {"1D", VK_IMAGE_TYPE_1D, VK_IMAGE_VIEW_TYPE_1D, {21, 1, 1}, 1, 0, "usampler1D", "x"},
    {"1D array",
     VK_IMAGE_TYPE_1D,
     VK_IMAGE_VIEW_TYPE_1D_ARRAY,
     {21, 1, 1},
     5,
     0,
     "usampler1DArray",
     "ivec2(x, layer)"},
    {"2D", VK_IMAGE_TYPE_2D, VK_IMAGE_VIEW_TYPE_2D, {21, 13, 1}, 1, 0, "usampler2D", "ivec2(x, y)"},
    {"2D array",
     VK_IMAGE_TYPE_2D,
     VK_IMAGE_VIEW_TYPE_2D_ARRAY,
     {21, 13, 1},
     5,
     0,
     "usampler2DArray",
     "ivec3(x, y, layer)"},
    {"cube as array",
     VK_IMAGE_TYPE_2D,
     VK_IMAGE_VIEW_TYPE_2D_ARRAY,
     {13, 13, 1},
     6,
     VK_IMAGE_CREATE_CUBE_COMPATIBLE_BIT,
     "usampler2DArray",
     "ivec3(x, y, layer)"},
    {"3D",
     VK_IMAGE_TYPE_3D,
     VK_IMAGE_VIEW_TYPE_3D,
     {21, 13, 9},
     1,
     0,
     "usampler3D",
     "ivec3(x, y, z)"},
};

TEST_F(Images, EveryTexelOfEveryLevelAndLayerIsFetched) {
    for (const Shape& shape : kShapes) {
        SCOPED_TRACE(shape.name);
        constexpr uint32_t kLevels = 4;
        VkImageCreateInfo created =
            imageInfo(VK_FORMAT_R32_UINT, shape.type, shape.extent, kLevels, shape.layers);
        created.flags = shape.flags;
        const Image image = makeImage(created);
        toGeneral(image);
        fill(image, texelValue);
        const uint32_t results =
            kLevels * shape.layers * shape.extent.width * shape.extent.height * shape.extent.depth;
        const std::string size = "ivec3(" + std::to_string(shape.extent.width) + ", " +
                                 std::to_string(shape.extent.height) + ", " +
                                 std::to_string(shape.extent.depth) + ")";
        const auto words = sample(shape.sampler,
                                  R"(
            const ivec3 size = )" + size +
                                      R"(;
            const int x = id % size.x;
            const int y = id / size.x % size.y;
            const int z = id / (size.x * size.y) % size.z;
            const int rest = id / (size.x * size.y * size.z);
            const int layer = rest % )" +
                                      std::to_string(shape.layers) + R"(;
            const int level = rest / )" +
                                      std::to_string(shape.layers) + R"(;
            const ivec3 end = max(size >> level, ivec3(1));
            if (level < 4) {
                result[id] = x < end.x && y < end.y && z < end.z
                    ? texelFetch(samplers[0], )" +
                                      shape.coordinate + R"(, level).x : 77u;
            })",
                                  {info(makeView(image, shape.viewType))},
                                  nullptr,
                                  results);
        uint32_t at = 0;
        uint32_t wrong = 0;
        for (uint32_t level = 0; level < kLevels; ++level) {
            for (uint32_t layer = 0; layer < shape.layers; ++layer) {
                for (uint32_t z = 0; z < shape.extent.depth; ++z) {
                    for (uint32_t y = 0; y < shape.extent.height; ++y) {
                        for (uint32_t x = 0; x < shape.extent.width; ++x) {
                            const auto within = [&](uint32_t v, uint32_t extent) {
                                return v < std::max(1u, extent >> level);
                            };
                            const bool inside = within(x, shape.extent.width) &&
                                                within(y, shape.extent.height) &&
                                                within(z, shape.extent.depth);
                            wrong +=
                                words[at++] != (inside ? texelValue(level, layer, x, y, z) : 77u);
                        }
                    }
                }
            }
        }
        EXPECT_EQ(wrong, 0u);
    }
}

TEST_F(Images, ViewsStartAtTheirBase) {
    const Image image =
        makeImage(imageInfo(VK_FORMAT_R32_UINT, VK_IMAGE_TYPE_2D, {32, 16, 1}, 5, 6));
    toGeneral(image);
    fill(image, texelValue);
    const auto words =
        sample("usampler2DArray",
               "result[id] = id == 0 ? texelFetch(samplers[0], ivec3(3, 2, 1), 1).x\n"
               "    : id == 1 ? uint(textureQueryLevels(samplers[0]))\n"
               "    : uint(textureSize(samplers[0], 0)[(id - 2) % 3]);",
               {info(makeView(
                   image, VK_IMAGE_VIEW_TYPE_2D_ARRAY, {VK_IMAGE_ASPECT_COLOR_BIT, 1, 3, 2, 3}))});
    EXPECT_EQ(words[0], texelValue(2, 3, 3, 2, 0));
    EXPECT_EQ(words[1], 3u);
    EXPECT_EQ(words[2], 16u);
    EXPECT_EQ(words[3], 8u);
    EXPECT_EQ(words[4], 3u);
}

TEST_F(Images, CubesAndTheirArrays) {
    VkImageCreateInfo created = imageInfo(VK_FORMAT_R32_UINT, VK_IMAGE_TYPE_2D, {8, 8, 1}, 1, 12);
    created.flags = VK_IMAGE_CREATE_CUBE_COMPATIBLE_BIT;
    const Image image = makeImage(created);
    toGeneral(image);
    fill(image, texelValue);
    constexpr char kDirection[] = "const vec3 direction = vec3(id == 0 ? 1 : id == 1 ? -1 : 0,\n"
                                  "                            id == 2 ? 1 : id == 3 ? -1 : 0,\n"
                                  "                            id == 4 ? 1 : id == 5 ? -1 : 0);\n";
    const auto second = sample(
        "usamplerCube",
        std::string(kDirection) +
            "if (id < 6) { result[id] = textureLod(samplers[0], direction, 0.0).x >> 24; }",
        {info(makeView(image, VK_IMAGE_VIEW_TYPE_CUBE, {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 6, 6}))});
    const auto all =
        sample("usamplerCubeArray",
               std::string(kDirection) +
                   "if (id < 6) { result[id] = textureLod(samplers[0], vec4(direction, 1.0), "
                   "0.0).x >> 24; }\n"
                   "if (id == 6) { result[id] = uint(textureSize(samplers[0], 0).z); }",
               {info(makeView(image, VK_IMAGE_VIEW_TYPE_CUBE_ARRAY))});
    for (uint32_t face = 0; face < 6; ++face) {
        EXPECT_EQ(second[face], 6 + face);
        EXPECT_EQ(all[face], 6 + face);
    }
    EXPECT_EQ(all[6], 2u);
}

TEST_F(Images, ArraysByDynamicAndNonUniformIndices) {
    std::vector<VkDescriptorImageInfo> images;
    for (uint32_t i = 0; i < 4; ++i) { // Of different formats and kinds of state.
        const VkFormat format = i == 0   ? VK_FORMAT_R32_UINT
                                : i == 1 ? VK_FORMAT_R8G8B8A8_UINT
                                : i == 2 ? VK_FORMAT_R16G16_UINT
                                         : VK_FORMAT_A2B10G10R10_UINT_PACK32;
        const Image image = makeImage(imageInfo(format, VK_IMAGE_TYPE_2D, {8, 8, 1}, 1, 1));
        toGeneral(image);
        fill(image, [&](uint32_t, uint32_t, uint32_t x, uint32_t, uint32_t) {
            return 10 * i + x; // The first channel alone.
        });
        images.push_back(info(makeView(image, VK_IMAGE_VIEW_TYPE_2D)));
    }
    const auto words = sample("usampler2D",
                              R"(
        const uint which = uint(id * 5 + id / 7) % 4u;
        uint sum = 0u;
        EACH(i, which, 4u) {
            sum += textureLod(samplers[ANY(i)], vec2((id % 8 + 0.5) / 8.0, 0.5), 0.0).x;
        }
        for (int i = 0; i < 4; ++i) {
            sum += 1000u * texelFetch(samplers[i], ivec2(i, 3), 0).x;
        }
        result[id] = sum;)",
                              images);
    for (uint32_t id = 0; id < 64; ++id) {
        const uint32_t which = (id * 5 + id / 7) % 4;
        EXPECT_EQ(words[id], 10 * which + id % 8 + 1000 * (0 + 11 + 22 + 33)) << id;
    }
}

TEST_F(Images, LevelsOfVolumesAreWritten) {
    VkImageCreateInfo created = imageInfo(VK_FORMAT_R32_UINT, VK_IMAGE_TYPE_3D, {8, 8, 8}, 2, 1);
    created.usage |= VK_IMAGE_USAGE_STORAGE_BIT;
    const Image image = makeImage(created);
    toGeneral(image);
    fill(image, texelValue);
    const VkDescriptorSetLayout set =
        makeSetLayout({bindingOf(0, VK_DESCRIPTOR_TYPE_STORAGE_IMAGE)});
    const VkPipelineLayout layout = makePipelineLayout({set});
    const VkPipeline pipeline = makePipeline(R"(
        layout(local_size_x = 4, local_size_y = 4, local_size_z = 4) in;
        layout(set = 0, binding = 0, r32ui) uniform uimage3D volume;
        void main() {
            const ivec3 at = ivec3(gl_LocalInvocationID);
            imageStore(volume, at, imageLoad(volume, at) + 5u);
        })",
                                             layout);
    const VkDescriptorPool pool = makePool(1, {{VK_DESCRIPTOR_TYPE_STORAGE_IMAGE, 1}});
    VkDescriptorSet descriptors;
    ASSERT_VK(allocate(pool, {set}, &descriptors));
    const VkImageView level1 =
        makeView(image, VK_IMAGE_VIEW_TYPE_3D, {VK_IMAGE_ASPECT_COLOR_BIT, 1, 1, 0, 1});
    writeImages(descriptors,
                0,
                VK_DESCRIPTOR_TYPE_STORAGE_IMAGE,
                {{VK_NULL_HANDLE, level1, VK_IMAGE_LAYOUT_GENERAL}});
    dispatch(pipeline, layout, descriptors);
    const auto words = sample("usampler3D",
                              "result[id] = texelFetch(samplers[0], "
                              "ivec3(id % 4, id / 4 % 4, id / 16), 1).x;",
                              {info(makeView(image, VK_IMAGE_VIEW_TYPE_3D))});
    for (uint32_t id = 0; id < 64; ++id) {
        EXPECT_EQ(words[id], texelValue(1, 0, id % 4, id / 4 % 4, id / 16) + 5);
    }
}

TEST_F(Images, BlocksAreSeenAsTexels) {
    VkImageCreateInfo created =
        imageInfo(VK_FORMAT_BC1_RGB_UNORM_BLOCK, VK_IMAGE_TYPE_2D, {20, 12, 1}, 2, 1);
    created.flags = VK_IMAGE_CREATE_MUTABLE_FORMAT_BIT |
                    VK_IMAGE_CREATE_BLOCK_TEXEL_VIEW_COMPATIBLE_BIT |
                    VK_IMAGE_CREATE_EXTENDED_USAGE_BIT;
    created.usage |= VK_IMAGE_USAGE_STORAGE_BIT;
    const Image image = makeImage(created);
    toGeneral(image);
    // Level 1 is 10 × 6 texels: 3 × 2 blocks. Red blocks, written as pairs of words.
    const VkDescriptorSetLayout set =
        makeSetLayout({bindingOf(0, VK_DESCRIPTOR_TYPE_STORAGE_IMAGE), bindingOf(1, kStorage)});
    const VkPipelineLayout layout = makePipelineLayout({set});
    const VkPipeline pipeline = makePipeline(R"(
        layout(local_size_x = 4, local_size_y = 4) in;
        layout(set = 0, binding = 0, rg32ui) uniform uimage2D blocks;
        layout(set = 0, binding = 1) buffer Size { ivec2 size; };
        void main() {
            size = imageSize(blocks);
            const ivec2 at = ivec2(gl_LocalInvocationID.xy);
            // Both colours are the same: red by column, green by row.
            const uint color = uint(at.x * 8) << 11 | uint(at.y * 16) << 5;
            imageStore(blocks, at, uvec4(color | color << 16, 0u, 0u, 0u));
        })",
                                             layout);
    const VkDescriptorPool pool =
        makePool(1, {{VK_DESCRIPTOR_TYPE_STORAGE_IMAGE, 1}, {kStorage, 1}});
    VkDescriptorSet descriptors;
    ASSERT_VK(allocate(pool, {set}, &descriptors));
    const VkImageView blocks = makeView(image,
                                        VK_IMAGE_VIEW_TYPE_2D,
                                        {VK_IMAGE_ASPECT_COLOR_BIT, 1, 1, 0, 1},
                                        VK_FORMAT_R32G32_UINT);
    const Buffer size = makeBuffer(8, VK_BUFFER_USAGE_STORAGE_BUFFER_BIT);
    writeImages(descriptors,
                0,
                VK_DESCRIPTOR_TYPE_STORAGE_IMAGE,
                {{VK_NULL_HANDLE, blocks, VK_IMAGE_LAYOUT_GENERAL}});
    writeBuffers(descriptors, 1, kStorage, {{size.buffer, 0, VK_WHOLE_SIZE}});
    dispatch(pipeline, layout, descriptors);
    if (isOurs()) { // lavapipe of Mesa 25 tells texels of the image.
        EXPECT_EQ(size.as<int32_t>()[0], 3);
        EXPECT_EQ(size.as<int32_t>()[1], 2);
    }
    const auto words =
        sample("sampler2D",
               "if (id < 60) {\n"
               "    const vec4 t = texelFetch(samplers[0], ivec2(id % 10, id / 10), 1);\n"
               "    result[id] = uint(t.x * 31.0 + 0.5) << 8 | uint(t.y * 63.0 + 0.5);\n"
               "}",
               {info(makeView(image,
                              VK_IMAGE_VIEW_TYPE_2D,
                              {VK_IMAGE_ASPECT_COLOR_BIT, 0, 2, 0, 1},
                              VK_FORMAT_UNDEFINED,
                              VK_IMAGE_USAGE_SAMPLED_BIT))});
    for (uint32_t id = 0; id < 60; ++id) {
        const uint32_t column = id % 10 / 4;
        const uint32_t row = id / 10 / 4;
        EXPECT_EQ(words[id], (column * 8) << 8 | (row * 16)) << id;
    }
}

TEST_F(Images, LinearTilingIsWrittenThroughAMapping) {
    VkImageCreateInfo created =
        imageInfo(VK_FORMAT_R8G8B8A8_UNORM, VK_IMAGE_TYPE_2D, {13, 7, 1}, 1, 1);
    created.tiling = VK_IMAGE_TILING_LINEAR;
    created.usage = VK_IMAGE_USAGE_SAMPLED_BIT;
    const Image image = makeImage(created);
    const VkImageSubresource subresource{VK_IMAGE_ASPECT_COLOR_BIT, 0, 0};
    VkSubresourceLayout layout;
    vkGetImageSubresourceLayout(device(), image.image, &subresource, &layout);
    EXPECT_GE(layout.rowPitch, 13u * 4);
    EXPECT_GE(layout.size, 6 * layout.rowPitch + 13 * 4);
    void* mapped = nullptr;
    ASSERT_VK(vkMapMemory(device(), image.memory, 0, VK_WHOLE_SIZE, 0, &mapped));
    for (uint32_t y = 0; y < 7; ++y) {
        for (uint32_t x = 0; x < 13; ++x) {
            const uint8_t texel[4] = {uint8_t(x), uint8_t(y), 200, 255};
            std::memcpy(static_cast<uint8_t*>(mapped) + layout.offset + y * layout.rowPitch + 4 * x,
                        texel,
                        4);
        }
    }
    toGeneral(image, VK_IMAGE_LAYOUT_PREINITIALIZED);
    const auto words =
        sample("sampler2D",
               "if (id < 91) {\n"
               "    const vec4 t = texelFetch(samplers[0], ivec2(id % 13, id / 13), 0);\n"
               "    result[id] = packUnorm4x8(t);\n"
               "}",
               {info(makeView(image, VK_IMAGE_VIEW_TYPE_2D))},
               nullptr,
               91);
    for (uint32_t id = 0; id < 91; ++id) {
        EXPECT_EQ(words[id], id % 13 | id / 13 << 8 | 200u << 16 | 255u << 24) << id;
    }
}

TEST_F(Images, ImmutableSamplersWin) {
    const Image image =
        makeImage(imageInfo(VK_FORMAT_R8G8B8A8_UNORM, VK_IMAGE_TYPE_2D, {4, 4, 1}, 1, 1));
    toGeneral(image);
    fill(image, [](uint32_t, uint32_t, uint32_t, uint32_t, uint32_t) { return 0xff0000ffu; });
    VkSamplerCreateInfo border{};
    border.addressModeU = border.addressModeV = VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_BORDER;
    border.borderColor = VK_BORDER_COLOR_FLOAT_OPAQUE_WHITE;
    VkSamplerCreateInfo black = border;
    black.borderColor = VK_BORDER_COLOR_FLOAT_OPAQUE_BLACK;
    const VkSampler immutable[2] = {makeSampler(border), makeSampler(black)};
    const VkImageView view = makeView(image, VK_IMAGE_VIEW_TYPE_2D);
    const auto words = sample("sampler2D",
                              "if (id < 4) {\n"
                              "    const uint which = uint(id & 1);\n"
                              "    EACH(i, which, 2u) {\n"
                              "        result[id] = packUnorm4x8(textureLod(samplers[ANY(i)],\n"
                              "            vec2(id < 2 ? 2.0 : 0.5), 0.0));\n"
                              "    }\n"
                              "}",
                              {info(view), info(view)},
                              immutable);
    EXPECT_EQ(words[0], 0xffffffffu);
    EXPECT_EQ(words[1], 0xff000000u);
    EXPECT_EQ(words[2], 0xff0000ffu);
    EXPECT_EQ(words[3], 0xff0000ffu);
}

TEST_F(Images, CustomBorderColors) {
    if (!hasExtension(VK_EXT_CUSTOM_BORDER_COLOR_EXTENSION_NAME)) {
        GTEST_SKIP() << "no VK_EXT_custom_border_color";
    }
    VkSamplerCustomBorderColorCreateInfoEXT custom{
        VK_STRUCTURE_TYPE_SAMPLER_CUSTOM_BORDER_COLOR_CREATE_INFO_EXT};
    VkSamplerCreateInfo border{VK_STRUCTURE_TYPE_SAMPLER_CREATE_INFO, &custom};
    border.addressModeU = border.addressModeV = VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_BORDER;

    const Image color =
        makeImage(imageInfo(VK_FORMAT_R32G32B32A32_SFLOAT, VK_IMAGE_TYPE_2D, {1, 1, 1}, 1, 1));
    toGeneral(color);
    custom.customBorderColor = {{0.25f, 0.5f, 2.0f, -1.0f}};
    custom.format = VK_FORMAT_R32G32B32A32_SFLOAT;
    border.borderColor = VK_BORDER_COLOR_FLOAT_CUSTOM_EXT;
    VkSampler sampler = makeSampler(border);
    const auto floats =
        sample("sampler2D",
               "if (id < 4) { result[id] = floatBitsToUint(\n"
               "    textureLod(samplers[0], vec2(3.0), 0.0)[id]); }",
               {{sampler, makeView(color, VK_IMAGE_VIEW_TYPE_2D), VK_IMAGE_LAYOUT_GENERAL}});
    EXPECT_EQ(std::memcmp(floats.data(), custom.customBorderColor.float32, 16), 0);

    const Image integers =
        makeImage(imageInfo(VK_FORMAT_R32G32B32A32_UINT, VK_IMAGE_TYPE_2D, {1, 1, 1}, 1, 1));
    toGeneral(integers);
    custom.customBorderColor.uint32[0] = 1;
    custom.customBorderColor.uint32[1] = 0xffffffffu;
    custom.customBorderColor.uint32[2] = 0x80000000u;
    custom.customBorderColor.uint32[3] = 12345;
    custom.format = VK_FORMAT_R32G32B32A32_UINT;
    border.borderColor = VK_BORDER_COLOR_INT_CUSTOM_EXT;
    sampler = makeSampler(border);
    const auto words =
        sample("usampler2D",
               "if (id < 4) { result[id] = textureLod(samplers[0], vec2(-3.0), 0.0)[id]; }",
               {{sampler, makeView(integers, VK_IMAGE_VIEW_TYPE_2D), VK_IMAGE_LAYOUT_GENERAL}});
    EXPECT_EQ(std::memcmp(words.data(), custom.customBorderColor.uint32, 16), 0);
}

} // namespace
} // namespace vkt
