// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// VK_EXT_descriptor_buffer.
#include "cpu/device/resource_test.h"

#include <cstring>

namespace vkt {
namespace {

constexpr VkDescriptorType kStorage = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER;
constexpr VkBufferUsageFlags kAddress = VK_BUFFER_USAGE_SHADER_DEVICE_ADDRESS_BIT;
constexpr VkBufferUsageFlags kBoth = VK_BUFFER_USAGE_RESOURCE_DESCRIPTOR_BUFFER_BIT_EXT |
                                     VK_BUFFER_USAGE_SAMPLER_DESCRIPTOR_BUFFER_BIT_EXT | kAddress;
constexpr VkDescriptorSetLayoutCreateFlags kInBuffer =
    VK_DESCRIPTOR_SET_LAYOUT_CREATE_DESCRIPTOR_BUFFER_BIT_EXT;

class DescriptorBuffers : public ResourceTest {
protected:
    void SetUp() override {
        ResourceTest::SetUp();
        if (!hasExtension(VK_EXT_DESCRIPTOR_BUFFER_EXTENSION_NAME)) {
            GTEST_SKIP() << "no VK_EXT_descriptor_buffer";
        }
        VkPhysicalDeviceProperties2 properties{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2,
                                               &m_limits};
        vkGetPhysicalDeviceProperties2(physicalDevice(), &properties);
    }

    VkDeviceAddress addressOf(const Buffer& buffer) {
        VkBufferDeviceAddressInfo info{VK_STRUCTURE_TYPE_BUFFER_DEVICE_ADDRESS_INFO};
        info.buffer = buffer.buffer;
        return vkGetBufferDeviceAddress(device(), &info);
    }
    /// Words that count from `first` on.
    Buffer counting(uint32_t first, VkBufferUsageFlags usage) {
        const Buffer buffer = makeBuffer(64, usage | kAddress);
        for (uint32_t i = 0; i < 16; ++i) {
            buffer.as<uint32_t>()[i] = first + i;
        }
        return buffer;
    }
    VkDeviceSize sizeOf(VkDescriptorSetLayout layout) {
        VkDeviceSize size_B = 0;
        vkGetDescriptorSetLayoutSizeEXT(device(), layout, &size_B);
        return size_B;
    }
    uint8_t* at(const Buffer& descriptors,
                VkDeviceSize offset_B,
                VkDescriptorSetLayout layout,
                uint32_t binding) {
        VkDeviceSize inSet_B = 0;
        vkGetDescriptorSetLayoutBindingOffsetEXT(device(), layout, binding, &inSet_B);
        return static_cast<uint8_t*>(descriptors.mapped) + offset_B + inSet_B;
    }
    void putBuffer(uint8_t* to,
                   VkDescriptorType type,
                   VkDeviceAddress address,
                   VkDeviceSize range_B,
                   VkFormat format = VK_FORMAT_UNDEFINED) {
        VkDescriptorAddressInfoEXT buffer{VK_STRUCTURE_TYPE_DESCRIPTOR_ADDRESS_INFO_EXT};
        buffer.address = address;
        buffer.range = range_B;
        buffer.format = format;
        VkDescriptorGetInfoEXT info{VK_STRUCTURE_TYPE_DESCRIPTOR_GET_INFO_EXT};
        info.type = type;
        info.data.pUniformBuffer = &buffer;
        size_t size_B = m_limits.robustStorageBufferDescriptorSize;
        if (type == VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER) {
            size_B = m_limits.robustUniformBufferDescriptorSize;
        } else if (type == VK_DESCRIPTOR_TYPE_UNIFORM_TEXEL_BUFFER) {
            size_B = m_limits.robustUniformTexelBufferDescriptorSize;
        }
        vkGetDescriptorEXT(device(), &info, size_B, to);
    }
    void bind(VkCommandBuffer commands, std::initializer_list<Buffer> buffers) {
        std::vector<VkDescriptorBufferBindingInfoEXT> infos;
        for (const Buffer& buffer : buffers) {
            infos.push_back({VK_STRUCTURE_TYPE_DESCRIPTOR_BUFFER_BINDING_INFO_EXT,
                             nullptr,
                             addressOf(buffer),
                             kBoth});
        }
        vkCmdBindDescriptorBuffersEXT(commands, uint32_t(infos.size()), infos.data());
    }
    /// Compute pipelines whose sets are in descriptor buffers.
    VkPipeline makeBufferPipeline(const std::string& glsl, VkPipelineLayout layout) {
        return makePipeline(glsl, layout, VK_PIPELINE_CREATE_DESCRIPTOR_BUFFER_BIT_EXT);
    }

    static constexpr VkPipelineBindPoint kCompute = VK_PIPELINE_BIND_POINT_COMPUTE;
    VkPhysicalDeviceDescriptorBufferPropertiesEXT m_limits{
        VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DESCRIPTOR_BUFFER_PROPERTIES_EXT};
};

TEST_F(DescriptorBuffers, SetsAreWhereTheOffsetsSay) {
    const VkDescriptorSetLayout set = makeSetLayout(
        {bindingOf(0, kStorage), bindingOf(2, VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER, 2)}, kInBuffer);
    const VkPipelineLayout layout = makePipelineLayout({set});
    const VkPipeline pipeline = makeBufferPipeline(R"(
        layout(local_size_x = 4) in;
        layout(set = 0, binding = 0) buffer Result { uint result[]; };
        layout(set = 0, binding = 2) uniform Numbers { uvec4 numbers; } from[2];
        void main() {
            const uint id = gl_LocalInvocationIndex;
            result[id] += 100 * from[0].numbers[id] + from[1].numbers[id];
        })",
                                                   layout);
    const Buffer result = makeBuffer(16, VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | kAddress);
    std::memset(result.mapped, 0, 16);
    const Buffer numbers = counting(1, VK_BUFFER_USAGE_UNIFORM_BUFFER_BIT);
    const VkDeviceSize step_B = (sizeOf(set) + m_limits.descriptorBufferOffsetAlignment - 1) /
                                m_limits.descriptorBufferOffsetAlignment *
                                m_limits.descriptorBufferOffsetAlignment;
    const Buffer descriptors = makeBuffer(2 * step_B, kBoth);
    const Buffer others = makeBuffer(step_B, kBoth);
    const auto fill =
        [&](const Buffer& to, VkDeviceSize offset_B, uint32_t first, uint32_t second) {
            putBuffer(at(to, offset_B, set, 0), kStorage, addressOf(result), 16);
            uint8_t* const uniforms = at(to, offset_B, set, 2);
            const VkDescriptorType uniform = VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER;
            putBuffer(uniforms, uniform, addressOf(numbers) + 16 * first, 16);
            putBuffer(uniforms + m_limits.robustUniformBufferDescriptorSize,
                      uniform,
                      addressOf(numbers) + 16 * second,
                      16);
        };
    fill(descriptors, 0, 0, 1);
    fill(descriptors, step_B, 2, 3);
    fill(others, 0, 1, 0);
    run([&](VkCommandBuffer commands) {
        vkCmdBindPipeline(commands, kCompute, pipeline);
        bind(commands, {others, descriptors});
        const uint32_t indices[] = {0, 1};
        const VkDeviceSize offsets_B[] = {0, step_B};
        for (const auto& [index, offset_B] : {std::pair(1, 0), std::pair(1, 1), std::pair(0, 0)}) {
            vkCmdSetDescriptorBufferOffsetsEXT(
                commands, kCompute, layout, 0, 1, &indices[index], &offsets_B[offset_B]);
            vkCmdDispatch(commands, 1, 1, 1);
            barrier(commands);
        }
    });
    for (uint32_t i = 0; i < 4; ++i) {
        const uint32_t a = 1 + i;
        EXPECT_EQ(result.as<uint32_t>()[i],
                  100 * a + (a + 4) + 100 * (a + 8) + (a + 12) + 100 * (a + 4) + a);
    }
}

TEST_F(DescriptorBuffers, RangesAndTexelsEndWhereTheirsDo) {
    if (!isOurs()) {
        GTEST_SKIP() << "robust access to uniform buffers may be less exact elsewhere";
    }
    constexpr VkDescriptorType kTexels = VK_DESCRIPTOR_TYPE_UNIFORM_TEXEL_BUFFER;
    const VkDescriptorSetLayout set =
        makeSetLayout({bindingOf(0, kStorage),
                       bindingOf(1, VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER),
                       bindingOf(2, kTexels),
                       bindingOf(3, VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER)},
                      kInBuffer);
    const VkPipelineLayout layout = makePipelineLayout({set});
    const VkPipeline pipeline = makeBufferPipeline(R"(
        layout(local_size_x = 1) in;
        layout(set = 0, binding = 0) buffer Result { uint result[]; };
        layout(set = 0, binding = 1) uniform Numbers { uvec4 numbers[4]; };
        layout(set = 0, binding = 2) uniform usamplerBuffer texels;
        layout(set = 0, binding = 3) uniform Nothing { uvec4 nothing; };
        void main() {
            result[0] = numbers[1].w;
            result[1] = numbers[2].x;
            result[2] = uint(textureSize(texels));
            result[3] = texelFetch(texels, 2).x;
            result[4] = texelFetch(texels, 3).x;
            result[5] = nothing.x;
        })",
                                                   layout);
    const Buffer result = makeBuffer(24, VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | kAddress);
    const Buffer numbers =
        counting(50, VK_BUFFER_USAGE_UNIFORM_BUFFER_BIT | VK_BUFFER_USAGE_UNIFORM_TEXEL_BUFFER_BIT);
    const Buffer descriptors = makeBuffer(sizeOf(set), kBoth);
    putBuffer(at(descriptors, 0, set, 0), kStorage, addressOf(result), 24);
    putBuffer(
        at(descriptors, 0, set, 1), VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER, addressOf(numbers), 32);
    putBuffer(at(descriptors, 0, set, 2), kTexels, addressOf(numbers) + 16, 12, VK_FORMAT_R32_UINT);
    VkDescriptorGetInfoEXT none{VK_STRUCTURE_TYPE_DESCRIPTOR_GET_INFO_EXT};
    none.type = VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER;
    none.data.pUniformBuffer = nullptr;
    vkGetDescriptorEXT(
        device(), &none, m_limits.robustUniformBufferDescriptorSize, at(descriptors, 0, set, 3));
    run([&](VkCommandBuffer commands) {
        vkCmdBindPipeline(commands, kCompute, pipeline);
        bind(commands, {descriptors});
        const uint32_t index = 0;
        const VkDeviceSize offset_B = 0;
        vkCmdSetDescriptorBufferOffsetsEXT(commands, kCompute, layout, 0, 1, &index, &offset_B);
        vkCmdDispatch(commands, 1, 1, 1);
        barrier(commands);
    });
    const uint32_t expected[] = {57, 0, 3, 56, 0, 0};
    for (size_t i = 0; i < std::size(expected); ++i) {
        EXPECT_EQ(result.as<uint32_t>()[i], expected[i]) << i;
    }
}

/// A red texel with a border of one color or the other, by sampler.
class BufferedImages : public DescriptorBuffers {
protected:
    void SetUp() override {
        DescriptorBuffers::SetUp();
        if (IsSkipped()) {
            return;
        }
        VkImageCreateInfo info{VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO};
        info.imageType = VK_IMAGE_TYPE_2D;
        info.format = VK_FORMAT_R8G8B8A8_UNORM;
        info.extent = {1, 1, 1};
        info.mipLevels = info.arrayLayers = 1;
        info.samples = VK_SAMPLE_COUNT_1_BIT;
        info.usage = VK_IMAGE_USAGE_SAMPLED_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT;
        const Image image = makeImage(info);
        toGeneral(image);
        fill(image, [](uint32_t, uint32_t, uint32_t, uint32_t, uint32_t) { return 0xff0000ffu; });
        m_view = makeView(image, VK_IMAGE_VIEW_TYPE_2D);
        VkSamplerCreateInfo border{};
        border.addressModeU = border.addressModeV = VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_BORDER;
        border.borderColor = VK_BORDER_COLOR_FLOAT_OPAQUE_WHITE;
        m_white = makeSampler(border);
        border.borderColor = VK_BORDER_COLOR_FLOAT_OPAQUE_BLACK;
        m_black = makeSampler(border);
        m_result = makeBuffer(16, VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | kAddress);
    }

    VkImageView m_view = VK_NULL_HANDLE;
    VkSampler m_white = VK_NULL_HANDLE;
    VkSampler m_black = VK_NULL_HANDLE;
    Buffer m_result;
};

TEST_F(BufferedImages, CombinedInArrays) {
    constexpr VkDescriptorType kCombined = VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER;
    const VkDescriptorSetLayout set =
        makeSetLayout({bindingOf(0, kStorage), bindingOf(1, kCombined, 2)}, kInBuffer);
    const VkPipelineLayout layout = makePipelineLayout({set});
    const VkPipeline pipeline = makeBufferPipeline(R"(
        layout(local_size_x = 1) in;
        layout(set = 0, binding = 0) buffer Result { uint result[]; };
        layout(set = 0, binding = 1) uniform sampler2D images[2];
        void main() {
            result[0] = packUnorm4x8(textureLod(images[0], vec2(2.0), 0.0));
            result[1] = packUnorm4x8(textureLod(images[1], vec2(2.0), 0.0));
            result[2] = packUnorm4x8(textureLod(images[1], vec2(0.5), 0.0));
        })",
                                                   layout);
    const Buffer descriptors = makeBuffer(sizeOf(set), kBoth);
    putBuffer(at(descriptors, 0, set, 0), kStorage, addressOf(m_result), 16);
    const size_t image_B = m_limits.sampledImageDescriptorSize;
    const size_t combined_B = m_limits.combinedImageSamplerDescriptorSize;
    for (uint32_t i = 0; i < 2; ++i) {
        const VkDescriptorImageInfo image{i ? m_black : m_white, m_view, VK_IMAGE_LAYOUT_GENERAL};
        VkDescriptorGetInfoEXT info{VK_STRUCTURE_TYPE_DESCRIPTOR_GET_INFO_EXT};
        info.type = kCombined;
        info.data.pCombinedImageSampler = &image;
        std::vector<uint8_t> bytes(combined_B);
        vkGetDescriptorEXT(device(), &info, combined_B, bytes.data());
        uint8_t* const to = at(descriptors, 0, set, 1);
        if (m_limits.combinedImageSamplerDescriptorSingleArray) {
            std::memcpy(to + i * combined_B, bytes.data(), combined_B);
        } else {
            std::memcpy(to + i * image_B, bytes.data(), image_B);
            std::memcpy(to + 2 * image_B + i * m_limits.samplerDescriptorSize,
                        bytes.data() + image_B,
                        m_limits.samplerDescriptorSize);
        }
    }
    run([&](VkCommandBuffer commands) {
        vkCmdBindPipeline(commands, kCompute, pipeline);
        bind(commands, {descriptors});
        const uint32_t index = 0;
        const VkDeviceSize offset_B = 0;
        vkCmdSetDescriptorBufferOffsetsEXT(commands, kCompute, layout, 0, 1, &index, &offset_B);
        vkCmdDispatch(commands, 1, 1, 1);
        barrier(commands);
    });
    EXPECT_EQ(m_result.as<uint32_t>()[0], 0xffffffffu);
    EXPECT_EQ(m_result.as<uint32_t>()[1], 0xff000000u);
    EXPECT_EQ(m_result.as<uint32_t>()[2], 0xff0000ffu);
}

TEST_F(BufferedImages, EmbeddedSamplers) {
    if (!isOurs()) {
        GTEST_SKIP() << "lavapipe crashes where samplers are embedded";
    }
    const VkDescriptorSetLayout set = makeSetLayout(
        {bindingOf(0, kStorage), bindingOf(1, VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE)}, kInBuffer);
    const VkSampler immutable[] = {m_white, m_black};
    const VkDescriptorSetLayout samplers = makeSetLayout(
        {bindingOf(0, VK_DESCRIPTOR_TYPE_SAMPLER, 1, &immutable[0]),
         bindingOf(1, VK_DESCRIPTOR_TYPE_SAMPLER, 1, &immutable[1])},
        kInBuffer | VK_DESCRIPTOR_SET_LAYOUT_CREATE_EMBEDDED_IMMUTABLE_SAMPLERS_BIT_EXT);
    const VkPipelineLayout layout = makePipelineLayout({set, samplers});
    const VkPipeline pipeline = makeBufferPipeline(R"(
        layout(local_size_x = 1) in;
        layout(set = 0, binding = 0) buffer Result { uint result[]; };
        layout(set = 0, binding = 1) uniform texture2D image;
        layout(set = 1, binding = 0) uniform sampler first;
        layout(set = 1, binding = 1) uniform sampler second;
        void main() {
            result[0] = packUnorm4x8(textureLod(sampler2D(image, first), vec2(2.0), 0.0));
            result[1] = packUnorm4x8(textureLod(sampler2D(image, second), vec2(2.0), 0.0));
        })",
                                                   layout);
    const Buffer descriptors = makeBuffer(sizeOf(set), kBoth);
    putBuffer(at(descriptors, 0, set, 0), kStorage, addressOf(m_result), 16);
    const VkDescriptorImageInfo image{VK_NULL_HANDLE, m_view, VK_IMAGE_LAYOUT_GENERAL};
    VkDescriptorGetInfoEXT info{VK_STRUCTURE_TYPE_DESCRIPTOR_GET_INFO_EXT};
    info.type = VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE;
    info.data.pSampledImage = &image;
    vkGetDescriptorEXT(
        device(), &info, m_limits.sampledImageDescriptorSize, at(descriptors, 0, set, 1));
    run([&](VkCommandBuffer commands) {
        vkCmdBindPipeline(commands, kCompute, pipeline);
        bind(commands, {descriptors});
        const uint32_t index = 0;
        const VkDeviceSize offset_B = 0;
        vkCmdSetDescriptorBufferOffsetsEXT(commands, kCompute, layout, 0, 1, &index, &offset_B);
        vkCmdBindDescriptorBufferEmbeddedSamplersEXT(commands, kCompute, layout, 1);
        vkCmdDispatch(commands, 1, 1, 1);
        barrier(commands);
    });
    EXPECT_EQ(m_result.as<uint32_t>()[0], 0xffffffffu);
    EXPECT_EQ(m_result.as<uint32_t>()[1], 0xff000000u);
}

} // namespace
} // namespace vkt
