// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// What Vulkan leaves undefined and this device defines: reads stay in memory that belongs to what
// is bound, and find zeros outside of it.

#include "cpu/device/resource_test.h"

#include <algorithm>
#include <array>

namespace vkt {
namespace {

constexpr VkDescriptorType kStorage = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER;
constexpr VkDescriptorType kSampled = VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER;
constexpr VkDescriptorType kImage = VK_DESCRIPTOR_TYPE_STORAGE_IMAGE;
constexpr VkDescriptorType kTexels = VK_DESCRIPTOR_TYPE_UNIFORM_TEXEL_BUFFER;
constexpr VkDescriptorBindingFlags kLoose = VK_DESCRIPTOR_BINDING_PARTIALLY_BOUND_BIT;
constexpr VkDescriptorBindingFlags kVariable =
    VK_DESCRIPTOR_BINDING_VARIABLE_DESCRIPTOR_COUNT_BIT | kLoose;
constexpr VkBufferUsageFlags kUsage =
    VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_UNIFORM_TEXEL_BUFFER_BIT;

class Robustness : public ResourceTest {
protected:
    void SetUp() override {
        ResourceTest::SetUp();
        if (!isOurs()) {
            GTEST_SKIP() << "other drivers do otherwise";
        }
    }

    /// A buffer of equal words.
    Buffer words(uint32_t value, uint32_t count = 64) {
        const Buffer buffer = makeBuffer(count * 4, kUsage);
        std::ranges::fill(buffer.as<uint32_t>(), value);
        return buffer;
    }

    /// An image of 4 × 4 equal texels.
    VkImageView image(uint32_t value) {
        VkImageCreateInfo info{VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO};
        info.imageType = VK_IMAGE_TYPE_2D;
        info.format = VK_FORMAT_R32_UINT;
        info.extent = {4, 4, 1};
        info.mipLevels = info.arrayLayers = 1;
        info.usage = VK_IMAGE_USAGE_SAMPLED_BIT | VK_IMAGE_USAGE_STORAGE_BIT |
                     VK_IMAGE_USAGE_TRANSFER_DST_BIT;
        const Image made = makeImage(info);
        toGeneral(made);
        fill(made, [&](uint32_t, uint32_t, uint32_t, uint32_t, uint32_t) { return value; });
        return makeView(made, VK_IMAGE_VIEW_TYPE_2D);
    }

    void writeTexels(VkDescriptorSet set, uint32_t binding, uint32_t element, VkBufferView view) {
        VkWriteDescriptorSet write{VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET};
        write.dstSet = set;
        write.dstBinding = binding;
        write.dstArrayElement = element;
        write.descriptorCount = 1;
        write.descriptorType = kTexels;
        write.pTexelBufferView = &view;
        vkUpdateDescriptorSets(device(), 1, &write, 0, nullptr);
    }

    /// Two sets of one pool, the first with two elements of its last binding, the other with six:
    /// what lies behind the first are descriptors too.
    struct Sets {
        VkDescriptorSet few;
        VkDescriptorSet many;
        VkPipelineLayout layout;
    };
    Sets makeSets(VkDescriptorType type) {
        const VkDescriptorSetLayout layout =
            makeSetLayout({bindingOf(0, kStorage), bindingOf(1, type, 8)}, 0, {0, kVariable});
        std::vector<VkDescriptorPoolSize> sizes{{kStorage, 2}, {type, 8}};
        if (type == kStorage) {
            sizes = {{kStorage, 10}};
        }
        VkDescriptorSet sets[2] = {};
        EXPECT_VK(allocate(makePool(2, sizes), {layout, layout}, sets, {2, 6}));
        return {sets[0], sets[1], makePipelineLayout({layout})};
    }

    /// Runs with a buffer of 64 results, of which all from elements beyond the second are zero and
    /// others 1000 + the element.
    void expectOwnElements(const Sets& sets,
                           const std::string& declaration,
                           const std::string& read,
                           const std::string& write = {}) {
        const Buffer out = words(77, 64);
        writeBuffers(sets.few, 0, kStorage, {{out.buffer, 0, VK_WHOLE_SIZE}});
        // By constant, by an index that all invocations share, by one of each invocation's own.
        const auto shader = [&](const std::string& which) {
            std::string body = read;
            for (size_t at; (at = body.find("WHICH")) != std::string::npos;) {
                body.replace(at, 5, which);
            }
            std::string written = write;
            for (size_t at; (at = written.find("WHICH")) != std::string::npos;) {
                written.replace(at, 5, which);
            }
            return "layout(local_size_x = 64) in;\n"
                   "layout(set = 0, binding = 0) buffer Out { uint result[]; };\n" +
                   declaration +
                   "\nvoid main() { const uint id = gl_LocalInvocationID.x;\n"
                   "const uint shared_ = gl_WorkGroupID.x + 5u;\n" +
                   written + "\nresult[id] = " + body + "; }\n";
        };
        dispatch(makePipeline(shader("1"), sets.layout), sets.layout, sets.few);
        EXPECT_EQ(out.as<uint32_t>()[3], 1001u);
        for (const char* beyond : {"2", "7", "shared_", "nonuniformEXT(2u + id % 9u)"}) {
            std::ranges::fill(out.as<uint32_t>(), 77);
            dispatch(makePipeline(shader(beyond), sets.layout), sets.layout, sets.few);
            for (const uint32_t word : out.as<uint32_t>()) {
                EXPECT_EQ(word, 0u) << beyond;
            }
        }
        dispatch(
            makePipeline(shader("nonuniformEXT(id % 8u)"), sets.layout), sets.layout, sets.few);
        for (uint32_t id = 0; id < 64; ++id) {
            EXPECT_EQ(out.as<uint32_t>()[id], id % 8 < 2 ? 1000 + id % 8 : 0) << id;
        }
    }
};

TEST_F(Robustness, BuffersBeyondAVariableCount) {
    const Sets sets = makeSets(kStorage);
    std::vector<VkDescriptorBufferInfo> behind;
    std::vector<Buffer> untouched;
    for (uint32_t i = 0; i < 6; ++i) {
        untouched.push_back(words(5000 + i));
        behind.push_back({untouched.back().buffer, 0, VK_WHOLE_SIZE});
    }
    writeBuffers(sets.many, 0, kStorage, {behind[0]});
    writeBuffers(sets.many, 1, kStorage, behind);
    writeBuffers(sets.few,
                 1,
                 kStorage,
                 {{words(1000).buffer, 0, VK_WHOLE_SIZE}, {words(1001).buffer, 0, VK_WHOLE_SIZE}});
    expectOwnElements(sets,
                      "layout(set = 0, binding = 1) buffer In { uint values[]; } buffers[];",
                      "buffers[WHICH].values[id] + uint(buffers[WHICH].values.length() % 64)",
                      "atomicAdd(buffers[WHICH].values[(id + 1u) % 64u], 0u);"
                      "if (buffers[WHICH].values[0] > 4000u) buffers[WHICH].values[1] = 9u;");
    for (uint32_t i = 0; i < 6; ++i) {
        EXPECT_EQ(untouched[i].as<uint32_t>()[1], 5000 + i);
    }
}

TEST_F(Robustness, SampledImagesBeyondAVariableCount) {
    const Sets sets = makeSets(kSampled);
    const VkSampler sampler = makeSampler({});
    const auto info = [&](uint32_t value) {
        return VkDescriptorImageInfo{sampler, image(value), VK_IMAGE_LAYOUT_GENERAL};
    };
    const Buffer other = words(0);
    writeBuffers(sets.many, 0, kStorage, {{other.buffer, 0, VK_WHOLE_SIZE}});
    writeImages(sets.many, 1, kSampled, std::vector<VkDescriptorImageInfo>(6, info(5000)));
    writeImages(sets.few, 1, kSampled, {info(1000), info(1001)});
    expectOwnElements(sets,
                      "layout(set = 0, binding = 1) uniform usampler2D images[];",
                      "textureLod(images[WHICH], vec2(0.5), 0.0).x");
    expectOwnElements(sets,
                      "layout(set = 0, binding = 1) uniform usampler2D images[];",
                      "texelFetch(images[WHICH], ivec2(id % 4u, 1), 0).x + "
                      "uint(textureSize(images[WHICH], 0).x & 3)");
}

TEST_F(Robustness, StorageImagesBeyondAVariableCount) {
    const Sets sets = makeSets(kImage);
    const auto info = [&](uint32_t value) {
        return VkDescriptorImageInfo{VK_NULL_HANDLE, image(value), VK_IMAGE_LAYOUT_GENERAL};
    };
    const Buffer other = words(0);
    writeBuffers(sets.many, 0, kStorage, {{other.buffer, 0, VK_WHOLE_SIZE}});
    writeImages(sets.many, 1, kImage, std::vector<VkDescriptorImageInfo>(6, info(5000)));
    writeImages(sets.few, 1, kImage, {info(1000), info(1001)});
    expectOwnElements(sets,
                      "layout(set = 0, binding = 1, r32ui) uniform uimage2D images[];",
                      "imageLoad(images[WHICH], ivec2(id % 4u, 1)).x",
                      "imageAtomicAdd(images[WHICH], ivec2(1, 1), 0u);");
}

TEST_F(Robustness, TexelBuffersBeyondAVariableCount) {
    const Sets sets = makeSets(kTexels);
    const Buffer other = words(0);
    writeBuffers(sets.many, 0, kStorage, {{other.buffer, 0, VK_WHOLE_SIZE}});
    const VkBufferView behind = makeView(words(5000));
    for (uint32_t i = 0; i < 6; ++i) {
        writeTexels(sets.many, 1, i, behind);
    }
    writeTexels(sets.few, 1, 0, makeView(words(1000)));
    writeTexels(sets.few, 1, 1, makeView(words(1001)));
    expectOwnElements(sets,
                      "layout(set = 0, binding = 1) uniform usamplerBuffer buffers[];",
                      "texelFetch(buffers[WHICH], int(id)).x");
}

TEST_F(Robustness, InlineBytesBeyondAVariableCount) {
    constexpr VkDescriptorType kInline = VK_DESCRIPTOR_TYPE_INLINE_UNIFORM_BLOCK;
    const VkDescriptorSetLayout set =
        makeSetLayout({bindingOf(0, kStorage), bindingOf(1, kInline, 256)}, 0, {0, kVariable});
    const VkPipelineLayout layout = makePipelineLayout({set});
    const VkPipeline pipeline = makePipeline(R"(
        layout(local_size_x = 64) in;
        layout(set = 0, binding = 0) buffer Out { uint result[]; };
        layout(set = 0, binding = 1) uniform Block { uvec4 values[16]; };
        void main() {
            const uint id = gl_LocalInvocationID.x;
            result[id] = values[id / 4u][id % 4u] + values[9].x;
        })",
                                             layout);
    VkDescriptorSet sets[2];
    ASSERT_VK(
        allocate(makePool(2, {{kStorage, 2}, {kInline, 288}}, 0, 2), {set, set}, sets, {32, 256}));
    const Buffer out = words(77);
    const std::vector<uint32_t> bytes(64, 6);
    for (const uint32_t i : {0, 1}) {
        writeBuffers(sets[i], 0, kStorage, {{out.buffer, 0, VK_WHOLE_SIZE}});
        VkWriteDescriptorSetInlineUniformBlock block{
            VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET_INLINE_UNIFORM_BLOCK};
        block.dataSize = i ? 256 : 32;
        block.pData = bytes.data();
        VkWriteDescriptorSet write{VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET, &block};
        write.dstSet = sets[i];
        write.dstBinding = 1;
        write.descriptorCount = block.dataSize;
        write.descriptorType = kInline;
        vkUpdateDescriptorSets(device(), 1, &write, 0, nullptr);
    }
    dispatch(pipeline, layout, sets[0]);
    for (uint32_t id = 0; id < 64; ++id) {
        EXPECT_EQ(out.as<uint32_t>()[id], id < 8 ? 6u : 0u) << id;
    }
    dispatch(pipeline, layout, sets[1]);
    EXPECT_EQ(out.as<uint32_t>()[60], 12u);
}

/// Ranges that a dynamic offset takes out of their buffer end where it ends, though memory goes on.
TEST_F(Robustness, DynamicOffsetsStayInTheBuffer) {
    constexpr VkDescriptorType kUniform = VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER_DYNAMIC;
    constexpr VkDescriptorType kDynamic = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER_DYNAMIC;
    const VkDescriptorSetLayout set = makeSetLayout({bindingOf(0, kStorage),
                                                     bindingOf(1, kUniform),
                                                     bindingOf(2, kDynamic),
                                                     bindingOf(3, kDynamic)});
    const VkPipelineLayout layout = makePipelineLayout({set});
    const VkPipeline pipeline = makePipeline(R"(
        layout(local_size_x = 16) in;
        layout(set = 0, binding = 0) buffer Out { uint result[]; };
        layout(set = 0, binding = 1) uniform Constants { uvec4 constants[4]; };
        layout(set = 0, binding = 2) buffer Some { uint some[]; };
        layout(set = 0, binding = 3) buffer Whole { uint whole[]; };
        void main() {
            const uint id = gl_LocalInvocationID.x;
            result[id] = constants[id / 4u][id % 4u];
            result[16u + id] = some[id];
            result[32u + id] = whole[id];
            result[48] = some.length();
            result[49] = whole.length();
            some[id] = 7u;
            atomicAdd(whole[id], 1u);
        })",
                                             layout);
    // Three buffers of 256 bytes in one piece of memory.
    VkMemoryAllocateInfo allocation{VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO};
    allocation.allocationSize = 4096;
    VkDeviceMemory memory;
    ASSERT_VK(vkAllocateMemory(device(), &allocation, nullptr, &memory));
    void* mapped = nullptr;
    ASSERT_VK(vkMapMemory(device(), memory, 0, VK_WHOLE_SIZE, 0, &mapped));
    auto* all = static_cast<uint32_t*>(mapped);
    VkBuffer buffers[3];
    for (uint32_t i = 0; i < 3; ++i) {
        VkBufferCreateInfo info{VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO};
        info.size = 256;
        info.usage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_UNIFORM_BUFFER_BIT;
        ASSERT_VK(vkCreateBuffer(device(), &info, nullptr, &buffers[i]));
        ASSERT_VK(vkBindBufferMemory(device(), buffers[i], memory, 512 * i));
        atEnd([this, buffer = buffers[i]] { vkDestroyBuffer(device(), buffer, nullptr); });
    }
    VkDescriptorSet descriptors;
    ASSERT_VK(
        allocate(makePool(1, {{kStorage, 1}, {kUniform, 1}, {kDynamic, 2}}), {set}, &descriptors));
    const Buffer out = words(77);
    writeBuffers(descriptors, 0, kStorage, {{out.buffer, 0, VK_WHOLE_SIZE}});
    writeBuffers(descriptors, 1, kUniform, {{buffers[0], 64, 64}});
    writeBuffers(descriptors, 2, kDynamic, {{buffers[1], 16, 64}});
    writeBuffers(descriptors, 3, kDynamic, {{buffers[2], 0, VK_WHOLE_SIZE}});
    struct Case {
        uint32_t offsets_B[3];
        uint32_t words[3]; ///< That remain.
    };
    const Case cases[] = {
        {{0, 0, 0}, {16, 16, 64}},
        {{128, 176, 16}, {16, 16, 60}}, // Up to the end.
        {{160, 192, 224}, {8, 12, 8}},
        {{192, 240, 256}, {0, 0, 0}},
        {{0xffffff00u, 0xfffffff0u, 1u << 31}, {0, 0, 0}},
    };
    for (const Case& c : cases) {
        for (uint32_t i = 0; i < 1024; ++i) {
            all[i] = 1000 + i;
        }
        dispatch(
            pipeline, layout, descriptors, 1, {c.offsets_B[0], c.offsets_B[1], c.offsets_B[2]});
        const auto result = out.as<uint32_t>();
        const uint32_t begins[] = {
            16 + c.offsets_B[0] / 4, 128 + 4 + c.offsets_B[1] / 4, 256 + c.offsets_B[2] / 4};
        for (uint32_t i = 0; i < 3; ++i) {
            for (uint32_t id = 0; id < 16; ++id) {
                EXPECT_EQ(result[16 * i + id], id < c.words[i] ? 1000 + begins[i] + id : 0)
                    << i << " " << id << " " << c.offsets_B[i];
            }
        }
        EXPECT_EQ(result[48], c.words[1]);
        EXPECT_EQ(result[49], c.words[2]);
        for (uint32_t i = 0; i < 1024; ++i) {
            const bool written = i >= begins[1] && i < begins[1] + std::min(c.words[1], 16u);
            const bool added = i >= begins[2] && i < begins[2] + std::min(c.words[2], 16u);
            EXPECT_EQ(all[i], written ? 7 : 1000 + i + added) << i;
        }
    }
    forgetMessagesAbout("vkCmdBindDescriptorSets"); // It is not allowed.
    atEnd([this, memory] { vkFreeMemory(device(), memory, nullptr); });
}

/// Legal: what is partially bound and not used may be no more.
TEST_F(Robustness, ResourcesThatNoInvocationUsesMayBeGone) {
    const VkDescriptorSetLayout set = makeSetLayout({bindingOf(0, kStorage),
                                                     bindingOf(1, kStorage),
                                                     bindingOf(2, kSampled),
                                                     bindingOf(3, kImage),
                                                     bindingOf(4, kTexels)},
                                                    0,
                                                    {0, kLoose, kLoose, kLoose, kLoose});
    const VkPipelineLayout layout = makePipelineLayout({set});
    const VkPipeline pipeline = makePipeline(R"(
        layout(local_size_x = 64) in;
        layout(set = 0, binding = 0) buffer Out { uint result[]; };
        layout(set = 0, binding = 1) buffer In { uint values[]; };
        layout(set = 0, binding = 2) uniform usampler2D sampled;
        layout(set = 0, binding = 3, r32ui) uniform uimage2D stored;
        layout(set = 0, binding = 4) uniform usamplerBuffer texels;
        void main() {
            const uint id = gl_LocalInvocationID.x;
            uint x = result[id];
            const bool never = x != 1u;
            if (never) x += values[3];
            if (never) x += values[id];
            if (never) x += values[id * 2u % 64u];
            if (never) atomicAdd(values[id], 1u);
            if (never) values[id] = 3u;
            if (never) x += textureLod(sampled, vec2(0.5), 0.0).x;
            if (never) x += texelFetch(sampled, ivec2(id), 0).x;
            if (never) x += uint(textureSize(sampled, 0).x);
            if (never) x += uint(textureQueryLevels(sampled));
            if (never) x += imageLoad(stored, ivec2(id)).x;
            if (never) x += uint(imageSize(stored).x);
            if (never) imageStore(stored, ivec2(id), uvec4(1));
            if (never) x += imageAtomicAdd(stored, ivec2(id), 1u);
            if (never) x += texelFetch(texels, int(id)).x;
            result[id] = x + 1u;
        })",
                                             layout);
    VkDescriptorSet descriptors;
    ASSERT_VK(allocate(makePool(1, {{kStorage, 2}, {kSampled, 1}, {kImage, 1}, {kTexels, 1}}),
                       {set},
                       &descriptors));
    const Buffer out = words(1);
    writeBuffers(descriptors, 0, kStorage, {{out.buffer, 0, VK_WHOLE_SIZE}});

    // By hand, for they go before the dispatch.
    VkBufferCreateInfo bufferInfo{VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO};
    bufferInfo.size = 256;
    bufferInfo.usage = kUsage;
    VkBuffer buffer;
    ASSERT_VK(vkCreateBuffer(device(), &bufferInfo, nullptr, &buffer));
    VkImageCreateInfo imageInfo{VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO};
    imageInfo.imageType = VK_IMAGE_TYPE_2D;
    imageInfo.format = VK_FORMAT_R32_UINT;
    imageInfo.extent = {64, 64, 1};
    imageInfo.mipLevels = imageInfo.arrayLayers = 1;
    imageInfo.samples = VK_SAMPLE_COUNT_1_BIT;
    imageInfo.usage = VK_IMAGE_USAGE_SAMPLED_BIT | VK_IMAGE_USAGE_STORAGE_BIT;
    VkImage image;
    ASSERT_VK(vkCreateImage(device(), &imageInfo, nullptr, &image));
    VkMemoryAllocateInfo allocation{VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO};
    allocation.allocationSize = 1 << 16;
    VkDeviceMemory memories[2];
    ASSERT_VK(vkAllocateMemory(device(), &allocation, nullptr, &memories[0]));
    ASSERT_VK(vkAllocateMemory(device(), &allocation, nullptr, &memories[1]));
    ASSERT_VK(vkBindBufferMemory(device(), buffer, memories[0], 0));
    ASSERT_VK(vkBindImageMemory(device(), image, memories[1], 0));
    VkImageViewCreateInfo viewInfo{VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO};
    viewInfo.image = image;
    viewInfo.viewType = VK_IMAGE_VIEW_TYPE_2D;
    viewInfo.format = imageInfo.format;
    viewInfo.subresourceRange = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1};
    VkImageView view;
    ASSERT_VK(vkCreateImageView(device(), &viewInfo, nullptr, &view));
    VkBufferViewCreateInfo texelsInfo{VK_STRUCTURE_TYPE_BUFFER_VIEW_CREATE_INFO};
    texelsInfo.buffer = buffer;
    texelsInfo.format = VK_FORMAT_R32_UINT;
    texelsInfo.range = VK_WHOLE_SIZE;
    VkBufferView bufferView;
    ASSERT_VK(vkCreateBufferView(device(), &texelsInfo, nullptr, &bufferView));
    VkSamplerCreateInfo samplerInfo{VK_STRUCTURE_TYPE_SAMPLER_CREATE_INFO};
    VkSampler sampler;
    ASSERT_VK(vkCreateSampler(device(), &samplerInfo, nullptr, &sampler));

    writeBuffers(descriptors, 1, kStorage, {{buffer, 0, VK_WHOLE_SIZE}});
    writeImages(descriptors, 2, kSampled, {{sampler, view, VK_IMAGE_LAYOUT_GENERAL}});
    writeImages(descriptors, 3, kImage, {{VK_NULL_HANDLE, view, VK_IMAGE_LAYOUT_GENERAL}});
    writeTexels(descriptors, 4, 0, bufferView);
    vkDestroySampler(device(), sampler, nullptr);
    vkDestroyBufferView(device(), bufferView, nullptr);
    vkDestroyImageView(device(), view, nullptr);
    vkDestroyImage(device(), image, nullptr);
    vkDestroyBuffer(device(), buffer, nullptr);
    vkFreeMemory(device(), memories[0], nullptr);
    vkFreeMemory(device(), memories[1], nullptr);
    dispatch(pipeline, layout, descriptors);
    for (const uint32_t word : out.as<uint32_t>()) {
        EXPECT_EQ(word, 2u);
    }
}

/// A block is as long as the shader declares it, however much was pushed.
TEST_F(Robustness, PushConstantsBeyondTheirBlock) {
    const VkDescriptorSetLayout setLayout = makeSetLayout({bindingOf(0, kStorage)});
    const VkPushConstantRange range{VK_SHADER_STAGE_COMPUTE_BIT, 0, 128};
    VkPipelineLayoutCreateInfo info{VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO};
    info.setLayoutCount = 1;
    info.pSetLayouts = &setLayout;
    info.pushConstantRangeCount = 1;
    info.pPushConstantRanges = &range;
    VkPipelineLayout layout = VK_NULL_HANDLE;
    ASSERT_VK(vkCreatePipelineLayout(device(), &info, nullptr, &layout));
    atEnd([this, layout] { vkDestroyPipelineLayout(device(), layout, nullptr); });
    VkDescriptorSet set = VK_NULL_HANDLE;
    ASSERT_VK(allocate(makePool(1, {{kStorage, 1}}), {setLayout}, &set));
    const Buffer out = words(77, 64);
    writeBuffers(set, 0, kStorage, {{out.buffer, 0, VK_WHOLE_SIZE}});
    const auto shader = [](const std::string& which) {
        return "layout(local_size_x = 64) in;\n"
               "layout(set = 0, binding = 0) buffer Out { uint result[]; };\n"
               "layout(push_constant) uniform Block { uint values[4]; };\n"
               "void main() { const uint id = gl_LocalInvocationID.x;\n"
               "const uint shared_ = gl_WorkGroupID.x + 5u;\n"
               "result[id] = values[" +
               which + "]; }\n";
    };
    std::array<uint32_t, 32> pushed;
    pushed.fill(5000);
    std::fill_n(pushed.begin(), 4, 1000);
    for (const char* which : {"id", "id * 0x40000001u", "shared_"}) {
        std::ranges::fill(out.as<uint32_t>(), 77);
        const VkPipeline pipeline = makePipeline(shader(which), layout);
        run([&](VkCommandBuffer commands) {
            vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline);
            vkCmdBindDescriptorSets(
                commands, VK_PIPELINE_BIND_POINT_COMPUTE, layout, 0, 1, &set, 0, nullptr);
            vkCmdPushConstants(
                commands, layout, VK_SHADER_STAGE_COMPUTE_BIT, 0, sizeof pushed, pushed.data());
            vkCmdDispatch(commands, 1, 1, 1);
            barrier(commands);
        });
        for (uint32_t id = 0; id < 64; ++id) {
            const bool inside = id < 4 && which != std::string("shared_");
            EXPECT_EQ(out.as<uint32_t>()[id], inside ? 1000u : 0u) << which << ", " << id;
        }
    }
}

} // namespace
} // namespace vkt
