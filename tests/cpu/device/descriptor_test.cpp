// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "cpu/device/resource_test.h"

#include <cstring>

namespace vkt {
namespace {

constexpr VkDescriptorType kStorage = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER;
constexpr VkDescriptorType kUniform = VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER;
constexpr VkDescriptorType kInline = VK_DESCRIPTOR_TYPE_INLINE_UNIFORM_BLOCK;
constexpr VkBufferUsageFlags kStorageUsage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT;

using Descriptors = ResourceTest;

TEST_F(Descriptors, PoolsRunOutAndAreReset) {
    const VkDescriptorSetLayout one = makeSetLayout({bindingOf(0, kStorage)});
    const VkDescriptorPool pool =
        makePool(3, {{kStorage, 3}}, VK_DESCRIPTOR_POOL_CREATE_FREE_DESCRIPTOR_SET_BIT);
    VkDescriptorSet sets[3];
    ASSERT_VK(allocate(pool, {one, one, one}, sets));
    EXPECT_VK(vkFreeDescriptorSets(device(), pool, 2, sets));
    ASSERT_VK(allocate(pool, {one, one}, sets));
    const VkDescriptorSet none = VK_NULL_HANDLE;
    EXPECT_VK(vkFreeDescriptorSets(device(), pool, 1, &none));
    for (int i = 0; i < 3; ++i) {
        EXPECT_VK(vkResetDescriptorPool(device(), pool, 0));
        ASSERT_VK(allocate(pool, {one, one, one}, sets));
    }
}

TEST_F(Descriptors, PoolsThatAreFullSaySo) {
    const VkDescriptorSetLayout one = makeSetLayout({bindingOf(0, kStorage)});
    const VkDescriptorPool pool = makePool(2, {{kStorage, 2}});
    VkDescriptorSet sets[3];
    const VkResult result = allocate(pool, {one, one, one}, sets);
    if (result == VK_SUCCESS) {
        GTEST_SKIP() << "the driver's pools give more than they were asked for";
    }
    EXPECT_EQ(result, VK_ERROR_OUT_OF_POOL_MEMORY);
    forgetMessagesAbout("is larger than the VkDescriptorPool"); // A warning: Vulkan 1.1 allows it.
    for (const VkDescriptorSet set : sets) {
        EXPECT_EQ(set, VkDescriptorSet(VK_NULL_HANDLE));
    }
    EXPECT_VK(allocate(pool, {one, one}, sets));
}

/// Other drivers' pools may give more, and have other reasons to fail.
TEST_F(Descriptors, PoolsSayWhyTheyFail) {
    if (!isOurs()) {
        GTEST_SKIP() << "pools are the driver's own matter";
    }
    const VkDescriptorSetLayout one = makeSetLayout({bindingOf(0, kStorage)});
    const VkDescriptorSetLayout two = makeSetLayout({bindingOf(0, kStorage, 2)});
    const VkDescriptorSetLayout none = makeSetLayout({});
    const VkDescriptorPool pool =
        makePool(5, {{kStorage, 6}}, VK_DESCRIPTOR_POOL_CREATE_FREE_DESCRIPTOR_SET_BIT);
    VkDescriptorSet sets[5];
    VkDescriptorSet more[4] = {};
    ASSERT_VK(allocate(pool, {one, two, one, two}, sets));
    EXPECT_EQ(allocate(pool, {one}, more), VK_ERROR_OUT_OF_POOL_MEMORY); // No descriptor is left.
    EXPECT_VK(allocate(pool, {none}, &sets[4]));
    EXPECT_EQ(allocate(pool, {none}, more), VK_ERROR_OUT_OF_POOL_MEMORY); // Nor a set.
    EXPECT_VK(vkFreeDescriptorSets(device(), pool, 1, &sets[4]));
    // Two descriptors here and there: enough for one of two, but not in one piece; whatever else
    // the call wants to have comes first in what it says.
    const VkDescriptorSet apart[] = {sets[0], sets[2]};
    EXPECT_VK(vkFreeDescriptorSets(device(), pool, 2, apart));
    EXPECT_EQ(allocate(pool, {two}, more), VK_ERROR_FRAGMENTED_POOL);
    EXPECT_EQ(more[0], VkDescriptorSet(VK_NULL_HANDLE));
    EXPECT_EQ(allocate(pool, {none, two}, more), VK_ERROR_FRAGMENTED_POOL);
    EXPECT_EQ(allocate(pool, {two, one}, more), VK_ERROR_OUT_OF_POOL_MEMORY);
    EXPECT_EQ(allocate(pool, {one, one, one}, more), VK_ERROR_OUT_OF_POOL_MEMORY);
    EXPECT_EQ(allocate(pool, {none, none, one, one}, more), VK_ERROR_OUT_OF_POOL_MEMORY);
    // Of what failed nothing remains.
    ASSERT_VK(allocate(pool, {one, one, none}, more));
    EXPECT_VK(vkFreeDescriptorSets(device(), pool, 3, more));
    EXPECT_VK(vkResetDescriptorPool(device(), pool, 0));
    EXPECT_VK(allocate(pool, {two, two, two}, sets));
}

/// Without a set freed since the last reset there is no fragmentation, whatever the sizes; nor ever
/// while all sets have the same descriptors (Vulkan 1.3, vkAllocateDescriptorSets).
TEST_F(Descriptors, PoolsDoNotFragmentWhereTheyMustNot) {
    constexpr VkDescriptorType kSampler = VK_DESCRIPTOR_TYPE_SAMPLER;
    std::vector<VkDescriptorSetLayout> layouts;
    std::vector<VkDescriptorSetLayout> same;
    for (uint32_t i = 0; i < 6; ++i) {
        layouts.push_back(makeSetLayout({bindingOf(0, kStorage, 1 + i * 3 % 4),
                                         bindingOf(1, kInline, 4 + 4 * i),
                                         bindingOf(2, kSampler, i % 2)}));
        same.push_back(makeSetLayout({bindingOf(i, kStorage, 3), bindingOf(20 - i, kSampler, 2)}));
    }
    const VkDescriptorPool mixed =
        makePool(6, {{kStorage, 1 + 4 + 3 + 2 + 1 + 4}, {kInline, 84}, {kSampler, 3}}, 0, 6);
    VkDescriptorSet sets[6];
    for (int round = 0; round < 3; ++round) {
        for (uint32_t i = 0; i < 6; ++i) {
            EXPECT_VK(allocate(mixed, {layouts[(i + uint32_t(round)) % 6]}, &sets[i]));
        }
        EXPECT_VK(vkResetDescriptorPool(device(), mixed, 0));
    }
    const VkDescriptorPool equal = makePool(
        6, {{kStorage, 18}, {kSampler, 12}}, VK_DESCRIPTOR_POOL_CREATE_FREE_DESCRIPTOR_SET_BIT);
    ASSERT_VK(allocate(equal, same, sets));
    for (uint32_t i = 0; i < 100; ++i) {
        VkDescriptorSet& first = sets[i * 7 % 6];
        VkDescriptorSet& second = sets[(i * 7 + 1 + i % 5) % 6];
        EXPECT_VK(vkFreeDescriptorSets(device(), equal, 1, &first));
        EXPECT_VK(vkFreeDescriptorSets(device(), equal, 1, &second));
        ASSERT_VK(allocate(equal, {same[i % 6]}, &second));
        ASSERT_VK(allocate(equal, {same[i * 5 % 6]}, &first));
    }
}

/// Numbers that many buffers hold: 100 × the buffer + the word.
class BufferArrays : public ResourceTest {
protected:
    static constexpr uint32_t kCount = 5;

    std::vector<Buffer> buffers;

    VkDescriptorBufferInfo numbered(uint32_t number, VkBufferUsageFlags usage = kStorageUsage) {
        const Buffer buffer = makeBuffer(64, usage);
        if (usage == kStorageUsage) {
            buffers.push_back(buffer);
        }
        for (uint32_t i = 0; i < 16; ++i) {
            buffer.as<uint32_t>()[i] = 100 * number + i;
        }
        return {buffer.buffer, 0, VK_WHOLE_SIZE};
    }
};

TEST_F(BufferArrays, DynamicAndNonUniformIndices) {
    if (!isOurs() && features12().shaderStorageBufferArrayNonUniformIndexing) {
        GTEST_SKIP() << "lavapipe that has indices which are not uniform (Mesa 25) crashes";
    }
    const VkDescriptorSetLayout set = makeSetLayout(
        {bindingOf(0, kStorage), bindingOf(1, kStorage, kCount), bindingOf(2, kUniform, kCount)});
    const VkPipelineLayout layout = makePipelineLayout({set});
    const VkPipeline pipeline = makePipeline(R"(
        layout(local_size_x = 40) in;
        layout(set = 0, binding = 0) buffer Out { uint values[]; } result;
        layout(set = 0, binding = 1) buffer In { uint values[]; } buffers[5];
        layout(set = 0, binding = 2) uniform Constants { uvec4 values[4]; } constants[5];
        void main() {
            const uint id = gl_LocalInvocationID.x;
            const uint which = id * 7u % 5u;
            uint sum = 0u;
            EACH(i, which, 5u) {
                sum += buffers[ANY(i)].values[id % 16u];
            }
            const uint other = 4u - which;
            EACH(i, other, 5u) {
                sum += constants[ANY(i)].values[id % 4u].y;
            }
            for (uint i = 0u; i < 5u; ++i) {
                sum += buffers[i].values[i] * 1000u;
            }
            result.values[id] = sum;
            EACH(i, which, 5u) {
                buffers[ANY(i)].values[14] = 7000u + which;
            }
        })",
                                             layout);
    const VkDescriptorPool pool = makePool(1, {{kStorage, 1 + kCount}, {kUniform, kCount}});
    VkDescriptorSet descriptors;
    ASSERT_VK(allocate(pool, {set}, &descriptors));
    const Buffer result = makeBuffer(160, kStorageUsage);
    // The first write goes on in binding 1.
    std::vector<VkDescriptorBufferInfo> infos{{result.buffer, 0, VK_WHOLE_SIZE}};
    std::vector<VkDescriptorBufferInfo> constants;
    for (uint32_t i = 0; i < kCount; ++i) {
        infos.push_back(numbered(i));
        constants.push_back(numbered(10 + i, VK_BUFFER_USAGE_UNIFORM_BUFFER_BIT));
    }
    writeBuffers(descriptors, 0, kStorage, infos);
    writeBuffers(descriptors, 2, kUniform, constants);
    dispatch(pipeline, layout, descriptors);
    uint32_t all = 0;
    for (uint32_t i = 0; i < kCount; ++i) {
        all += 1000 * (100 * i + i);
    }
    for (uint32_t id = 0; id < 40; ++id) {
        const uint32_t which = id * 7 % 5;
        if (id % 16 == 14) {
            continue; // Read or written first.
        }
        const uint32_t expected =
            100 * which + id % 16 + 100 * (10 + 4 - which) + id % 4 * 4 + 1 + all;
        EXPECT_EQ(result.as<uint32_t>()[id], expected) << id;
    }
    for (uint32_t i = 0; i < kCount; ++i) {
        EXPECT_EQ(buffers[i].as<uint32_t>()[14], 7000 + i);
    }
}

TEST_F(BufferArrays, VariableCountAndCopies) {
    if (!features12().descriptorBindingVariableDescriptorCount ||
        !features12().descriptorBindingPartiallyBound || !features12().runtimeDescriptorArray) {
        GTEST_SKIP() << "no variable counts";
    }
    const VkDescriptorSetLayout set =
        makeSetLayout({bindingOf(0, kStorage), bindingOf(3, kStorage, 64)},
                      0,
                      {0,
                       VK_DESCRIPTOR_BINDING_VARIABLE_DESCRIPTOR_COUNT_BIT |
                           VK_DESCRIPTOR_BINDING_PARTIALLY_BOUND_BIT});
    const VkPipelineLayout layout = makePipelineLayout({set});
    const VkPipeline pipeline = makePipeline(R"(
        layout(local_size_x = 8) in;
        layout(set = 0, binding = 0) buffer Out { uint values[]; } result;
        layout(set = 0, binding = 3) buffer In { uint values[]; } buffers[];
        void main() {
            const uint id = gl_LocalInvocationID.x;
            const uint which = id % 3u == 1u ? 0u : id % 3u;
            EACH(i, which, 3u) {
                result.values[id] = buffers[ANY(i)].values[id];
            }
        })",
                                             layout);
    const VkDescriptorPool pool = makePool(2, {{kStorage, 8}});
    VkDescriptorSet sets[2];
    ASSERT_VK(allocate(pool, {set, set}, sets, {3, 3}));
    const Buffer result = makeBuffer(32, kStorageUsage);
    writeBuffers(sets[0], 3, kStorage, {numbered(1)}, 0);
    writeBuffers(sets[0], 3, kStorage, {numbered(2)}, 2);
    writeBuffers(sets[1], 0, kStorage, {{result.buffer, 0, VK_WHOLE_SIZE}});
    VkCopyDescriptorSet copies[2]{{VK_STRUCTURE_TYPE_COPY_DESCRIPTOR_SET},
                                  {VK_STRUCTURE_TYPE_COPY_DESCRIPTOR_SET}};
    for (uint32_t i = 0; i < 2; ++i) {
        copies[i].srcSet = sets[0];
        copies[i].dstSet = sets[1];
        copies[i].srcBinding = copies[i].dstBinding = 3;
        copies[i].srcArrayElement = copies[i].dstArrayElement = 2 * i;
        copies[i].descriptorCount = 1;
    }
    vkUpdateDescriptorSets(device(), 0, nullptr, 2, copies);
    dispatch(pipeline, layout, sets[1]);
    for (uint32_t id = 0; id < 8; ++id) {
        EXPECT_EQ(result.as<uint32_t>()[id], (id % 3 == 2 ? 200 : 100) + id);
    }
}

TEST_F(BufferArrays, DynamicOffsetsAreInOrderOfBindings) {
    constexpr VkDescriptorType kDynamicUniform = VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER_DYNAMIC;
    constexpr VkDescriptorType kDynamicStorage = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER_DYNAMIC;
    const VkDescriptorSetLayout set = makeSetLayout(
        {bindingOf(6, kDynamicStorage), bindingOf(2, kDynamicUniform, 2), bindingOf(0, kStorage)});
    const VkPipelineLayout layout = makePipelineLayout({set});
    const VkPipeline pipeline = makePipeline(R"(
        layout(local_size_x = 1) in;
        layout(set = 0, binding = 0) buffer Out { uint values[]; } result;
        layout(set = 0, binding = 2) uniform Constants { uint value; } constants[2];
        layout(set = 0, binding = 6) buffer In { uint values[]; } other;
        void main() {
            result.values[0] = constants[0].value;
            result.values[1] = constants[1].value;
            result.values[2] = other.values[0];
            result.values[3] = other.values.length();
        })",
                                             layout);
    const VkDescriptorPool pool =
        makePool(1, {{kStorage, 1}, {kDynamicStorage, 1}, {kDynamicUniform, 2}});
    VkDescriptorSet descriptors;
    ASSERT_VK(allocate(pool, {set}, &descriptors));
    const Buffer result = makeBuffer(16, kStorageUsage);
    const Buffer numbers = makeBuffer(4096, kStorageUsage | VK_BUFFER_USAGE_UNIFORM_BUFFER_BIT);
    for (uint32_t i = 0; i < 1024; ++i) {
        numbers.as<uint32_t>()[i] = i;
    }
    writeBuffers(descriptors, 0, kStorage, {{result.buffer, 0, VK_WHOLE_SIZE}});
    writeBuffers(
        descriptors, 2, kDynamicUniform, {{numbers.buffer, 0, 16}, {numbers.buffer, 256, 16}});
    writeBuffers(descriptors, 6, kDynamicStorage, {{numbers.buffer, 512, 48}});
    dispatch(pipeline, layout, descriptors, 1, {256, 512, 1024});
    EXPECT_EQ(result.as<uint32_t>()[0], 256u / 4);
    EXPECT_EQ(result.as<uint32_t>()[1], (256u + 512u) / 4);
    EXPECT_EQ(result.as<uint32_t>()[2], (512u + 1024u) / 4);
    EXPECT_EQ(result.as<uint32_t>()[3], 12u);
}

TEST_F(Descriptors, InlineUniformBlocks) {
    const VkDescriptorSetLayout set = makeSetLayout(
        {bindingOf(0, kStorage), bindingOf(1, kInline, 48), bindingOf(2, kInline, 16)});
    const VkPipelineLayout layout = makePipelineLayout({set});
    const VkPipeline pipeline = makePipeline(R"(
        layout(local_size_x = 12) in;
        layout(set = 0, binding = 0) buffer Out { uint values[]; } result;
        layout(set = 0, binding = 1) uniform Block { uvec4 a[3]; };
        layout(set = 0, binding = 2) uniform Other { uvec4 b; };
        void main() {
            const uint id = gl_LocalInvocationID.x;
            result.values[id] = a[id / 4u][id % 4u];
            if (id < 4u) {
                result.values[12u + id] = b[id];
            }
        })",
                                             layout);
    const VkDescriptorPool pool = makePool(2, {{kStorage, 2}, {kInline, 128}}, 0, 4);
    VkDescriptorSet sets[2];
    ASSERT_VK(allocate(pool, {set, set}, sets));
    const Buffer result = makeBuffer(64, kStorageUsage);
    uint32_t words[16];
    for (uint32_t i = 0; i < 16; ++i) {
        words[i] = 1000 + i;
    }
    const auto update =
        [&](uint32_t binding, uint32_t offset_B, const uint32_t* from, uint32_t count) {
            VkWriteDescriptorSetInlineUniformBlock block{
                VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET_INLINE_UNIFORM_BLOCK};
            block.dataSize = count * 4;
            block.pData = from;
            VkWriteDescriptorSet write{VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET, &block};
            write.dstSet = sets[0];
            write.dstBinding = binding;
            write.dstArrayElement = offset_B;
            write.descriptorCount = count * 4;
            write.descriptorType = kInline;
            vkUpdateDescriptorSets(device(), 1, &write, 0, nullptr);
        };
    update(1, 0, words, 5);
    update(1, 20, words + 5, 7);
    update(2, 0, words + 12, 4);
    VkCopyDescriptorSet copies[2]{{VK_STRUCTURE_TYPE_COPY_DESCRIPTOR_SET},
                                  {VK_STRUCTURE_TYPE_COPY_DESCRIPTOR_SET}};
    for (uint32_t i = 0; i < 2; ++i) {
        copies[i].srcSet = sets[0];
        copies[i].dstSet = sets[1];
        copies[i].srcBinding = copies[i].dstBinding = 1 + i;
        copies[i].descriptorCount = i == 0 ? 48 : 16;
    }
    vkUpdateDescriptorSets(device(), 0, nullptr, 2, copies);
    for (const VkDescriptorSet descriptors : sets) {
        std::memset(result.mapped, 0, 64);
        writeBuffers(descriptors, 0, kStorage, {{result.buffer, 0, VK_WHOLE_SIZE}});
        dispatch(pipeline, layout, descriptors);
        EXPECT_EQ(std::memcmp(result.mapped, words, 64), 0);
    }
}

constexpr char kAdd[] = R"(
    layout(local_size_x = 4) in;
    layout(set = 0, binding = 0) buffer A { uint a[]; };
    layout(set = 0, binding = 1) buffer B { uint b[]; };
    void main() {
        a[gl_LocalInvocationID.x] += b[gl_LocalInvocationID.x];
    })";

TEST_F(Descriptors, TemplatesUpdateSets) {
    const VkDescriptorSetLayout set =
        makeSetLayout({bindingOf(0, kStorage), bindingOf(1, kStorage)});
    const VkPipelineLayout layout = makePipelineLayout({set});
    const VkPipeline pipeline = makePipeline(kAdd, layout);
    const VkDescriptorPool pool = makePool(1, {{kStorage, 2}});
    VkDescriptorSet descriptors;
    ASSERT_VK(allocate(pool, {set}, &descriptors));
    const Buffer a = makeBuffer(16, kStorageUsage);
    const Buffer b = makeBuffer(16, kStorageUsage);
    struct Item {
        uint64_t other;
        VkDescriptorBufferInfo info;
    } items[2] = {{0, {b.buffer, 0, 16}}, {0, {a.buffer, 0, VK_WHOLE_SIZE}}};
    const VkDescriptorUpdateTemplateEntry entries[2] = {
        {0, 0, 1, kStorage, sizeof(Item) + offsetof(Item, info), 0},
        {1, 0, 1, kStorage, offsetof(Item, info), sizeof(Item)},
    };
    VkDescriptorUpdateTemplateCreateInfo info{
        VK_STRUCTURE_TYPE_DESCRIPTOR_UPDATE_TEMPLATE_CREATE_INFO};
    info.descriptorUpdateEntryCount = 2;
    info.pDescriptorUpdateEntries = entries;
    info.templateType = VK_DESCRIPTOR_UPDATE_TEMPLATE_TYPE_DESCRIPTOR_SET;
    info.descriptorSetLayout = set;
    VkDescriptorUpdateTemplate update;
    ASSERT_VK(vkCreateDescriptorUpdateTemplate(device(), &info, nullptr, &update));
    vkUpdateDescriptorSetWithTemplate(device(), descriptors, update, items);
    vkDestroyDescriptorUpdateTemplate(device(), update, nullptr);
    for (uint32_t i = 0; i < 4; ++i) {
        a.as<uint32_t>()[i] = i;
        b.as<uint32_t>()[i] = 10 * i;
    }
    dispatch(pipeline, layout, descriptors);
    for (uint32_t i = 0; i < 4; ++i) {
        EXPECT_EQ(a.as<uint32_t>()[i], 11 * i);
        EXPECT_EQ(b.as<uint32_t>()[i], 10 * i);
    }
}

TEST_F(Descriptors, PushedOnesRemainUntilReplaced) {
    if (!hasExtension(VK_KHR_PUSH_DESCRIPTOR_EXTENSION_NAME)) {
        GTEST_SKIP() << "no VK_KHR_push_descriptor";
    }
    const VkDescriptorSetLayout set =
        makeSetLayout({bindingOf(0, kStorage), bindingOf(1, kStorage)},
                      VK_DESCRIPTOR_SET_LAYOUT_CREATE_PUSH_DESCRIPTOR_BIT_KHR);
    const VkPipelineLayout layout = makePipelineLayout({set});
    const VkPipeline pipeline = makePipeline(kAdd, layout);
    Buffer buffers[3];
    for (uint32_t i = 0; i < 3; ++i) {
        buffers[i] = makeBuffer(16, kStorageUsage);
        for (uint32_t word = 0; word < 4; ++word) {
            buffers[i].as<uint32_t>()[word] = i == 0 ? 1 : 10 * i;
        }
    }
    const VkDescriptorUpdateTemplateEntry entry{
        1, 0, 1, kStorage, 0, sizeof(VkDescriptorBufferInfo)};
    VkDescriptorUpdateTemplateCreateInfo info{
        VK_STRUCTURE_TYPE_DESCRIPTOR_UPDATE_TEMPLATE_CREATE_INFO};
    info.descriptorUpdateEntryCount = 1;
    info.pDescriptorUpdateEntries = &entry;
    info.templateType = VK_DESCRIPTOR_UPDATE_TEMPLATE_TYPE_PUSH_DESCRIPTORS_KHR;
    info.pipelineBindPoint = VK_PIPELINE_BIND_POINT_COMPUTE;
    info.pipelineLayout = layout;
    VkDescriptorUpdateTemplate update;
    ASSERT_VK(vkCreateDescriptorUpdateTemplate(device(), &info, nullptr, &update));
    run([&](VkCommandBuffer commands) {
        vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline);
        const VkDescriptorBufferInfo infos[2] = {{buffers[0].buffer, 0, VK_WHOLE_SIZE},
                                                 {buffers[1].buffer, 0, VK_WHOLE_SIZE}};
        VkWriteDescriptorSet writes[2]{{VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET},
                                       {VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET}};
        for (uint32_t i = 0; i < 2; ++i) {
            writes[i].dstBinding = i;
            writes[i].descriptorCount = 1;
            writes[i].descriptorType = kStorage;
            writes[i].pBufferInfo = &infos[i];
        }
        vkCmdPushDescriptorSetKHR(commands, VK_PIPELINE_BIND_POINT_COMPUTE, layout, 0, 2, writes);
        vkCmdDispatch(commands, 1, 1, 1); // 1 + 10
        barrier(commands);
        const VkDescriptorBufferInfo other{buffers[2].buffer, 0, VK_WHOLE_SIZE};
        vkCmdPushDescriptorSetWithTemplateKHR(commands, update, layout, 0, &other);
        vkCmdDispatch(commands, 1, 1, 1); // + 20
        barrier(commands);
    });
    vkDestroyDescriptorUpdateTemplate(device(), update, nullptr);
    for (uint32_t word = 0; word < 4; ++word) {
        EXPECT_EQ(buffers[0].as<uint32_t>()[word], 31u);
    }
}

TEST_F(Descriptors, TexelBuffers) {
    constexpr VkDescriptorType kRead = VK_DESCRIPTOR_TYPE_UNIFORM_TEXEL_BUFFER;
    constexpr VkDescriptorType kWrite = VK_DESCRIPTOR_TYPE_STORAGE_TEXEL_BUFFER;
    const VkDescriptorSetLayout set = makeSetLayout({bindingOf(0, kWrite), bindingOf(1, kRead, 2)});
    const VkPipelineLayout layout = makePipelineLayout({set});
    const VkPipeline pipeline = makePipeline(R"(
        layout(local_size_x = 8) in;
        layout(set = 0, binding = 0, rgba32ui) uniform uimageBuffer result;
        layout(set = 0, binding = 1) uniform samplerBuffer texels[2];
        void main() {
            const int id = int(gl_LocalInvocationID.x);
            // Outside of the second view: zeros.
            const uint which = uint(id & 1);
            vec4 texel = vec4(0.0);
            EACH(i, which, 2u) {
                texel = texelFetch(texels[ANY(i)], id >> 1);
            }
            imageStore(result, id, uvec4(texel * 255.0 + 0.5));
            if (id == 0) {
                imageStore(result, 8, uvec4(textureSize(texels[0]), textureSize(texels[1]),
                                            imageSize(result), 7u));
            }
        })",
                                             layout);
    const Buffer in = makeBuffer(64, VK_BUFFER_USAGE_UNIFORM_TEXEL_BUFFER_BIT);
    const Buffer out = makeBuffer(9 * 16, VK_BUFFER_USAGE_STORAGE_TEXEL_BUFFER_BIT);
    for (uint32_t i = 0; i < 64; ++i) {
        in.as<uint8_t>()[i] = uint8_t(3 * i);
    }
    const auto view =
        [&](const Buffer& buffer, VkFormat format, VkDeviceSize offset, VkDeviceSize range) {
            VkBufferViewCreateInfo info{VK_STRUCTURE_TYPE_BUFFER_VIEW_CREATE_INFO};
            info.buffer = buffer.buffer;
            info.format = format;
            info.offset = offset;
            info.range = range;
            VkBufferView result = VK_NULL_HANDLE;
            EXPECT_VK(vkCreateBufferView(device(), &info, nullptr, &result));
            atEnd([this, result] { vkDestroyBufferView(device(), result, nullptr); });
            return result;
        };
    const VkBufferView views[3] = {view(out, VK_FORMAT_R32G32B32A32_UINT, 0, VK_WHOLE_SIZE),
                                   view(in, VK_FORMAT_R8G8B8A8_UNORM, 16, VK_WHOLE_SIZE),
                                   view(in, VK_FORMAT_R8G8_UNORM, 32, 6)};
    const VkDescriptorPool pool = makePool(1, {{kRead, 2}, {kWrite, 1}});
    VkDescriptorSet descriptors;
    ASSERT_VK(allocate(pool, {set}, &descriptors));
    VkWriteDescriptorSet writes[2]{{VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET},
                                   {VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET}};
    for (uint32_t i = 0; i < 2; ++i) {
        writes[i].dstSet = descriptors;
        writes[i].dstBinding = i;
        writes[i].descriptorCount = 1 + i;
        writes[i].descriptorType = i ? kRead : kWrite;
        writes[i].pTexelBufferView = views + i;
    }
    vkUpdateDescriptorSets(device(), 2, writes, 0, nullptr);
    dispatch(pipeline, layout, descriptors);
    const auto texel = [&](uint32_t id, uint32_t channel) {
        return out.as<uint32_t>()[4 * id + channel];
    };
    for (uint32_t id = 0; id < 8; ++id) {
        for (uint32_t channel = 0; channel < 3; ++channel) {
            const uint32_t at = id >> 1;
            const uint32_t expected = (id & 1) == 0             ? 3 * (16 + 4 * at + channel)
                                      : at >= 3 || channel >= 2 ? 0
                                                                : 3 * (32 + 2 * at + channel);
            EXPECT_EQ(texel(id, channel), expected) << id << " " << channel;
        }
    }
    EXPECT_EQ(texel(8, 0), 12u);
    EXPECT_EQ(texel(8, 1), 3u);
    EXPECT_EQ(texel(8, 2), 9u);
}

TEST_F(Descriptors, NullOnesReadAsZerosAndDropWrites) {
    VkPhysicalDeviceRobustness2FeaturesEXT robustness{
        VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_ROBUSTNESS_2_FEATURES_EXT};
    VkPhysicalDeviceFeatures2 all{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2, &robustness};
    if (hasExtension(VK_EXT_ROBUSTNESS_2_EXTENSION_NAME)) {
        vkGetPhysicalDeviceFeatures2(physicalDevice(), &all);
    }
    if (!robustness.nullDescriptor) {
        GTEST_SKIP() << "no nullDescriptor";
    }
    constexpr VkDescriptorType kSampled = VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER;
    constexpr VkDescriptorType kImage = VK_DESCRIPTOR_TYPE_STORAGE_IMAGE;
    constexpr VkDescriptorType kTexels = VK_DESCRIPTOR_TYPE_UNIFORM_TEXEL_BUFFER;
    const VkDescriptorSetLayout set = makeSetLayout({bindingOf(0, kStorage),
                                                     bindingOf(1, kStorage),
                                                     bindingOf(2, kUniform),
                                                     bindingOf(3, kSampled),
                                                     bindingOf(4, kImage),
                                                     bindingOf(5, kTexels)});
    const VkPipelineLayout layout = makePipelineLayout({set});
    const VkPipeline pipeline = makePipeline(R"(
        layout(local_size_x = 4) in;
        layout(set = 0, binding = 0) buffer Out { vec4 values[]; } result;
        layout(set = 0, binding = 1) buffer In { vec4 values[4]; } storage;
        layout(set = 0, binding = 2) uniform Constants { vec4 values[4]; } constants;
        layout(set = 0, binding = 3) uniform sampler2D sampled;
        layout(set = 0, binding = 4, rgba8) uniform image2D stored;
        layout(set = 0, binding = 5) uniform textureBuffer texels;
        void main() {
            const uint id = gl_LocalInvocationID.x;
            storage.values[id] = vec4(1.0);
            imageStore(stored, ivec2(id), vec4(1.0));
            vec4 sum = storage.values[(id + 1u) % 4u] + constants.values[id];
            sum.xyz += textureLod(sampled, vec2(0.5), 0.0).xyz;
            sum.xyz += texelFetch(sampled, ivec2(id), 0).xyz;
            sum.xyz += imageLoad(stored, ivec2(id)).xyz;
            sum.xyz += texelFetch(texels, int(id)).xyz;
            result.values[id] = vec4(sum.xyz, 5.0);
        })",
                                             layout);
    const VkDescriptorPool pool =
        makePool(1, {{kStorage, 2}, {kUniform, 1}, {kSampled, 1}, {kImage, 1}, {kTexels, 1}});
    VkDescriptorSet descriptors;
    ASSERT_VK(allocate(pool, {set}, &descriptors));
    const VkSampler sampler = makeSampler({});
    const Buffer result = makeBuffer(64, kStorageUsage);
    std::memset(result.mapped, 0xff, 64);
    writeBuffers(descriptors, 0, kStorage, {{result.buffer, 0, VK_WHOLE_SIZE}});
    writeBuffers(descriptors, 1, kStorage, {{VK_NULL_HANDLE, 0, VK_WHOLE_SIZE}});
    writeBuffers(descriptors, 2, kUniform, {{VK_NULL_HANDLE, 0, VK_WHOLE_SIZE}});
    writeImages(descriptors, 3, kSampled, {{sampler, VK_NULL_HANDLE, VK_IMAGE_LAYOUT_GENERAL}});
    writeImages(
        descriptors, 4, kImage, {{VK_NULL_HANDLE, VK_NULL_HANDLE, VK_IMAGE_LAYOUT_GENERAL}});
    const VkBufferView none = VK_NULL_HANDLE;
    VkWriteDescriptorSet write{VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET};
    write.dstSet = descriptors;
    write.dstBinding = 5;
    write.descriptorCount = 1;
    write.descriptorType = kTexels;
    write.pTexelBufferView = &none;
    vkUpdateDescriptorSets(device(), 1, &write, 0, nullptr);
    dispatch(pipeline, layout, descriptors);
    for (uint32_t i = 0; i < 16; ++i) {
        EXPECT_EQ(result.as<float>()[i], i % 4 == 3 ? 5.0f : 0.0f) << i;
    }
}

} // namespace
} // namespace vkt
