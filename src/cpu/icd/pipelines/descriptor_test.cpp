// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "cpu/icd/api/entry_points.h"
#include "cpu/icd/physical/limits.h"
#include "cpu/icd/pipelines/pipeline_layout.h"
#include "cpu/icd/resources/descriptor_pool.h"
#include "cpu/icd/resources/descriptor_set.h"
#include "cpu/icd/resources/descriptor_update_template.h"
#include "cpu/icd/resources/sampler.h"

#include <gtest/gtest.h>

#include <cstring>
#include <numeric>
#include <vector>

namespace cpu::icd {
namespace {

constexpr VkDescriptorType kInline = VK_DESCRIPTOR_TYPE_INLINE_UNIFORM_BLOCK;
constexpr VkDescriptorType kStorage = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER;
constexpr VkDescriptorType kDynamic = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER_DYNAMIC;
constexpr VkDescriptorType kCombined = VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER;

VkDescriptorSetLayoutBinding binding(uint32_t number,
                                     VkDescriptorType type,
                                     uint32_t count,
                                     const VkSampler* samplers = nullptr) {
    return {number, type, count, VK_SHADER_STAGE_COMPUTE_BIT, samplers};
}

class Descriptors : public testing::Test {
protected:
    ~Descriptors() override {
        for (const VkDescriptorPool pool : m_pools) {
            entry::DestroyDescriptorPool(VK_NULL_HANDLE, pool, nullptr);
        }
        for (const VkDescriptorSetLayout layout : m_layouts) {
            entry::DestroyDescriptorSetLayout(VK_NULL_HANDLE, layout, nullptr);
        }
    }
    VkDescriptorSetLayout makeLayout(const std::vector<VkDescriptorSetLayoutBinding>& bindings,
                                     const std::vector<VkDescriptorBindingFlags>& flags = {}) {
        VkDescriptorSetLayoutBindingFlagsCreateInfo flagsInfo{
            VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_BINDING_FLAGS_CREATE_INFO};
        flagsInfo.bindingCount = uint32_t(flags.size());
        flagsInfo.pBindingFlags = flags.data();
        VkDescriptorSetLayoutCreateInfo info{VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO,
                                             &flagsInfo};
        info.bindingCount = uint32_t(bindings.size());
        info.pBindings = bindings.data();
        VkDescriptorSetLayout layout = VK_NULL_HANDLE;
        EXPECT_EQ(entry::CreateDescriptorSetLayout(VK_NULL_HANDLE, &info, nullptr, &layout),
                  VK_SUCCESS);
        m_layouts.push_back(layout);
        return layout;
    }
    VkDescriptorPool makePool(uint32_t maxSets, const std::vector<VkDescriptorPoolSize>& sizes) {
        VkDescriptorPoolCreateInfo info{VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO};
        info.maxSets = maxSets;
        info.poolSizeCount = uint32_t(sizes.size());
        info.pPoolSizes = sizes.data();
        VkDescriptorPool pool = VK_NULL_HANDLE;
        EXPECT_EQ(entry::CreateDescriptorPool(VK_NULL_HANDLE, &info, nullptr, &pool), VK_SUCCESS);
        m_pools.push_back(pool);
        return pool;
    }
    static VkResult allocate(VkDescriptorPool pool,
                             const std::vector<VkDescriptorSetLayout>& layouts,
                             VkDescriptorSet* sets,
                             const std::vector<uint32_t>& counts = {}) {
        VkDescriptorSetVariableDescriptorCountAllocateInfo variable{
            VK_STRUCTURE_TYPE_DESCRIPTOR_SET_VARIABLE_DESCRIPTOR_COUNT_ALLOCATE_INFO};
        variable.descriptorSetCount = uint32_t(counts.size());
        variable.pDescriptorCounts = counts.data();
        VkDescriptorSetAllocateInfo info{VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO, &variable};
        info.descriptorPool = pool;
        info.descriptorSetCount = uint32_t(layouts.size());
        info.pSetLayouts = layouts.data();
        return entry::AllocateDescriptorSets(VK_NULL_HANDLE, &info, sets);
    }
    static VkResult free(VkDescriptorPool pool, VkDescriptorSet set) {
        return entry::FreeDescriptorSets(VK_NULL_HANDLE, pool, 1, &set);
    }

private:
    std::vector<VkDescriptorSetLayout> m_layouts;
    std::vector<VkDescriptorPool> m_pools;
};

TEST_F(Descriptors, LieByNumber) {
    const VkDescriptorSetLayout handle = makeLayout({binding(7, kDynamic, 2),
                                                     binding(1, kInline, 36),
                                                     binding(3, kStorage, 0),
                                                     binding(2, kDynamic, 3)});
    const SetDescription& set = *cast(handle)->description();
    ASSERT_EQ(set.bindings.size(), 3u);
    EXPECT_EQ(set.find(1)->offset_B, 0u);
    EXPECT_EQ(set.find(2)->offset_B, 64u);
    EXPECT_EQ(set.find(7)->offset_B, 160u);
    EXPECT_EQ(set.find(3), nullptr);
    EXPECT_EQ(set.find(0), nullptr);
    EXPECT_EQ(set.find(8), nullptr);
    EXPECT_EQ(set.size_B, 224u);
    EXPECT_EQ(set.dynamicCount, 5u);
    EXPECT_EQ(set.find(2)->firstDynamic, 0u);
    EXPECT_EQ(set.find(7)->firstDynamic, 3u);

    // Dynamic buffers of later sets come after those of earlier ones.
    const VkDescriptorSetLayout layouts[] = {handle, handle};
    VkPipelineLayoutCreateInfo info{VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO};
    info.setLayoutCount = 2;
    info.pSetLayouts = layouts;
    const PipelineLayout layout(info);
    EXPECT_EQ(layout.firstDynamic(1), 5u);
    const shader::InterfaceLayout interface = layout.interfaceLayout();
    ASSERT_EQ(interface.bindings.size(), 6u);
    EXPECT_EQ(interface.bindings[0].kind, shader::BindingKind::InlineUniformBlock);
    EXPECT_EQ(interface.bindings[0].firstDynamic, -1);
    EXPECT_EQ(interface.bindings[5].set, 1u);
    EXPECT_EQ(interface.bindings[5].firstDynamic, 8);
}

TEST_F(Descriptors, PoolRunsOutOfSetsAndOfDescriptors) {
    const VkDescriptorSetLayout one = makeLayout({binding(0, kStorage, 1)});
    const VkDescriptorSetLayout four = makeLayout({binding(0, kStorage, 4)});
    const VkDescriptorPool pool = makePool(3, {{kStorage, 6}});
    VkDescriptorSet sets[4];
    ASSERT_EQ(allocate(pool, {four, one}, sets), VK_SUCCESS);
    EXPECT_NE(cast(sets[0])->data(), cast(sets[1])->data());
    // Too few descriptors: nothing of the call remains.
    VkDescriptorSet more[2] = {sets[0], sets[0]};
    EXPECT_EQ(allocate(pool, {one, four}, more), VK_ERROR_OUT_OF_POOL_MEMORY);
    EXPECT_EQ(more[0], VkDescriptorSet(VK_NULL_HANDLE));
    EXPECT_EQ(more[1], VkDescriptorSet(VK_NULL_HANDLE));
    ASSERT_EQ(allocate(pool, {one}, &sets[2]), VK_SUCCESS);
    EXPECT_EQ(allocate(pool, {one}, &sets[3]), VK_ERROR_OUT_OF_POOL_MEMORY);
    EXPECT_EQ(free(pool, sets[0]), VK_SUCCESS);
    EXPECT_EQ(free(pool, VK_NULL_HANDLE), VK_SUCCESS);
    ASSERT_EQ(allocate(pool, {four}, &sets[0]), VK_SUCCESS);
    EXPECT_EQ(entry::ResetDescriptorPool(VK_NULL_HANDLE, pool, 0), VK_SUCCESS);
    EXPECT_EQ(allocate(pool, {one, four, one}, sets), VK_SUCCESS);
}

TEST_F(Descriptors, FragmentedPoolSaysSo) {
    const VkDescriptorSetLayout one = makeLayout({binding(0, kStorage, 1)});
    const VkDescriptorSetLayout two = makeLayout({binding(0, kStorage, 2)});
    const VkDescriptorPool pool = makePool(4, {{kStorage, 4}});
    VkDescriptorSet sets[4];
    ASSERT_EQ(allocate(pool, {one, one, one, one}, sets), VK_SUCCESS);
    free(pool, sets[0]);
    free(pool, sets[2]);
    VkDescriptorSet set;
    EXPECT_EQ(allocate(pool, {two}, &set), VK_ERROR_FRAGMENTED_POOL);
    // Sets of one size always fit.
    EXPECT_EQ(allocate(pool, {one, one}, sets), VK_SUCCESS);
    free(pool, sets[1]);
    free(pool, sets[3]);
    EXPECT_EQ(allocate(pool, {two}, &set), VK_SUCCESS);
}

TEST_F(Descriptors, EmptySetsCountAsSets) {
    const VkDescriptorSetLayout none = makeLayout({});
    const VkDescriptorPool pool = makePool(2, {{kStorage, 1}});
    VkDescriptorSet sets[3];
    ASSERT_EQ(allocate(pool, {none, none}, sets), VK_SUCCESS);
    EXPECT_NE(sets[0], sets[1]);
    EXPECT_EQ(allocate(pool, {none}, &sets[2]), VK_ERROR_OUT_OF_POOL_MEMORY);
    free(pool, sets[0]);
    EXPECT_EQ(allocate(pool, {none}, &sets[2]), VK_SUCCESS);
}

TEST_F(Descriptors, VariableCountsTakeWhatTheyNeed) {
    const VkDescriptorSetLayout layout =
        makeLayout({binding(5, kStorage, 100), binding(0, kStorage, 1)},
                   {VK_DESCRIPTOR_BINDING_VARIABLE_DESCRIPTOR_COUNT_BIT, 0});
    const VkDescriptorPool pool = makePool(4, {{kStorage, 14}});
    VkDescriptorSet sets[3];
    ASSERT_EQ(allocate(pool, {layout, layout, layout}, sets, {3, 0, 8}), VK_SUCCESS);
    EXPECT_EQ(cast(sets[0])->size_B(), 4u * kDescriptor_B);
    EXPECT_EQ(cast(sets[1])->size_B(), 1u * kDescriptor_B);
    EXPECT_EQ(cast(sets[2])->size_B(), 9u * kDescriptor_B);
    VkDescriptorSet another;
    ASSERT_EQ(free(pool, sets[0]), VK_SUCCESS);
    ASSERT_EQ(allocate(pool, {layout}, &another), VK_SUCCESS); // Without counts: none.
    EXPECT_EQ(cast(another)->size_B(), 1u * kDescriptor_B);
}

std::vector<uint8_t> counting(uint32_t size_B, uint8_t first) {
    std::vector<uint8_t> bytes(size_B);
    std::iota(bytes.begin(), bytes.end(), first);
    return bytes;
}

void updateInline(VkDescriptorSet set,
                  uint32_t binding,
                  uint32_t offset_B,
                  const std::vector<uint8_t>& bytes) {
    VkWriteDescriptorSetInlineUniformBlock block{
        VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET_INLINE_UNIFORM_BLOCK};
    block.dataSize = uint32_t(bytes.size());
    block.pData = bytes.data();
    VkWriteDescriptorSet write{VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET, &block};
    write.dstSet = set;
    write.dstBinding = binding;
    write.dstArrayElement = offset_B;
    write.descriptorCount = block.dataSize;
    write.descriptorType = kInline;
    entry::UpdateDescriptorSets(VK_NULL_HANDLE, 1, &write, 0, nullptr);
}

TEST_F(Descriptors, InlineBlocksGoOnInTheNextBinding) {
    const VkDescriptorSetLayout layout =
        makeLayout({binding(0, kInline, 20), binding(1, kInline, 36), binding(4, kStorage, 1)});
    const VkDescriptorPool pool = makePool(2, {{kInline, 256}, {kStorage, 2}});
    VkDescriptorSet sets[2];
    ASSERT_EQ(allocate(pool, {layout, layout}, sets), VK_SUCCESS);
    const uint8_t* data = cast(sets[0])->data();
    updateInline(sets[0], 0, 8, counting(28, 1)); // 12 bytes of the first, 16 of the second.
    EXPECT_EQ(data[7], 0);
    EXPECT_EQ(data[8], 1);
    EXPECT_EQ(data[19], 12);
    EXPECT_EQ(data[20], 0);
    EXPECT_EQ(data[32], 13);
    EXPECT_EQ(data[47], 28);
    EXPECT_EQ(data[48], 0);
    updateInline(sets[0], 1, 0, counting(200, 1)); // The storage buffer is no block.
    EXPECT_EQ(data[32 + 35], 36);
    EXPECT_EQ(data[96], 0);

    VkCopyDescriptorSet copy{VK_STRUCTURE_TYPE_COPY_DESCRIPTOR_SET};
    copy.srcSet = sets[0];
    copy.srcBinding = 1;
    copy.srcArrayElement = 4;
    copy.dstSet = sets[1];
    copy.dstBinding = 0;
    copy.dstArrayElement = 12;
    copy.descriptorCount = 16;
    entry::UpdateDescriptorSets(VK_NULL_HANDLE, 0, nullptr, 1, &copy);
    const uint8_t* copied = cast(sets[1])->data();
    EXPECT_EQ(copied[11], 0);
    EXPECT_EQ(copied[12], 5);
    EXPECT_EQ(copied[19], 12);
    EXPECT_EQ(copied[32], 13);
    EXPECT_EQ(copied[39], 20);
    EXPECT_EQ(copied[40], 0);
}

ImageDescriptor imageAt(VkDescriptorSet set, size_t index) {
    ImageDescriptor descriptor;
    std::memcpy(&descriptor, cast(set)->data() + index * kDescriptor_B, sizeof descriptor);
    return descriptor;
}

TEST_F(Descriptors, ImmutableSamplersStay) {
    VkSamplerCreateInfo info{VK_STRUCTURE_TYPE_SAMPLER_CREATE_INFO};
    Sampler nearest(info);
    info.magFilter = VK_FILTER_LINEAR;
    Sampler linear(info);
    const VkSampler samplers[] = {handleOf<VkSampler>(&nearest), handleOf<VkSampler>(&linear)};
    const VkDescriptorSetLayout layout =
        makeLayout({binding(0, VK_DESCRIPTOR_TYPE_SAMPLER, 2, samplers),
                    binding(1, kCombined, 2, samplers),
                    binding(2, kCombined, 1)});
    const VkDescriptorPool pool = makePool(2, {{VK_DESCRIPTOR_TYPE_SAMPLER, 4}, {kCombined, 6}});
    VkDescriptorSet sets[2];
    ASSERT_EQ(allocate(pool, {layout, layout}, sets), VK_SUCCESS);
    for (size_t i : {0, 2}) {
        EXPECT_EQ(imageAt(sets[0], i).samplerId, nearest.data().samplerId);
        EXPECT_EQ(imageAt(sets[0], i + 1).samplerId, linear.data().samplerId);
        ASSERT_NE(imageAt(sets[0], i).sampler, nullptr);
    }
    EXPECT_EQ(imageAt(sets[0], 4).samplerId, 0u);

    // One write over the end of binding 1: a null image each, and a sampler where none is
    // immutable.
    const VkDescriptorImageInfo images[3] = {{samplers[1]}, {samplers[0]}, {samplers[1]}};
    VkWriteDescriptorSet write{VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET};
    write.dstSet = sets[0];
    write.dstBinding = 1;
    write.descriptorCount = 3;
    write.descriptorType = kCombined;
    write.pImageInfo = images;
    entry::UpdateDescriptorSets(VK_NULL_HANDLE, 1, &write, 0, nullptr);
    EXPECT_EQ(imageAt(sets[0], 2).samplerId, nearest.data().samplerId);
    EXPECT_EQ(imageAt(sets[0], 3).samplerId, linear.data().samplerId);
    EXPECT_EQ(imageAt(sets[0], 4).sampler, &linear.data());

    VkCopyDescriptorSet copy{VK_STRUCTURE_TYPE_COPY_DESCRIPTOR_SET};
    copy.srcSet = sets[0];
    copy.srcBinding = 2;
    copy.dstSet = sets[1];
    copy.dstBinding = 1;
    copy.descriptorCount = 1;
    entry::UpdateDescriptorSets(VK_NULL_HANDLE, 0, nullptr, 1, &copy);
    EXPECT_EQ(imageAt(sets[1], 2).samplerId, nearest.data().samplerId);
}

/// Copies go to bindings without immutable samplers, whose descriptors then point to what the
/// source pointed to: to the sampler, which lives while they are used, and not into the source's
/// layout.
TEST_F(Descriptors, CopiesOfImmutableSamplersOutliveTheirLayout) {
    VkSamplerCreateInfo info{VK_STRUCTURE_TYPE_SAMPLER_CREATE_INFO};
    info.maxLod = 3.0f;
    Sampler sampler(info);
    const VkSampler handle = handleOf<VkSampler>(&sampler);
    const VkDescriptorSetLayout plain = makeLayout({binding(0, kCombined, 1)});
    VkDescriptorSet copied;
    ASSERT_EQ(allocate(makePool(1, {{kCombined, 1}}), {plain}, &copied), VK_SUCCESS);
    {
        const VkDescriptorSetLayoutBinding immutable = binding(0, kCombined, 1, &handle);
        VkDescriptorSetLayoutCreateInfo layoutInfo{
            VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO};
        layoutInfo.bindingCount = 1;
        layoutInfo.pBindings = &immutable;
        VkDescriptorSetLayout layout;
        ASSERT_EQ(entry::CreateDescriptorSetLayout(VK_NULL_HANDLE, &layoutInfo, nullptr, &layout),
                  VK_SUCCESS);
        const VkDescriptorPoolSize size{kCombined, 1};
        VkDescriptorPoolCreateInfo poolInfo{VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO};
        poolInfo.maxSets = poolInfo.poolSizeCount = 1;
        poolInfo.pPoolSizes = &size;
        VkDescriptorPool pool;
        ASSERT_EQ(entry::CreateDescriptorPool(VK_NULL_HANDLE, &poolInfo, nullptr, &pool),
                  VK_SUCCESS);
        VkDescriptorSet source;
        ASSERT_EQ(allocate(pool, {layout}, &source), VK_SUCCESS);
        VkCopyDescriptorSet copy{VK_STRUCTURE_TYPE_COPY_DESCRIPTOR_SET};
        copy.srcSet = source;
        copy.dstSet = copied;
        copy.descriptorCount = 1;
        entry::UpdateDescriptorSets(VK_NULL_HANDLE, 0, nullptr, 1, &copy);
        entry::DestroyDescriptorPool(VK_NULL_HANDLE, pool, nullptr);
        entry::DestroyDescriptorSetLayout(VK_NULL_HANDLE, layout, nullptr);
    }
    EXPECT_EQ(imageAt(copied, 0).sampler, &sampler.data());
    EXPECT_EQ(imageAt(copied, 0).sampler->maxLod, 3.0f);
}

TEST_F(Descriptors, TemplatesWriteByStride) {
    const VkDescriptorSetLayout layout = makeLayout({binding(0, VK_DESCRIPTOR_TYPE_SAMPLER, 2),
                                                     binding(1, VK_DESCRIPTOR_TYPE_SAMPLER, 2),
                                                     binding(2, kInline, 8)});
    const VkDescriptorPool pool = makePool(1, {{VK_DESCRIPTOR_TYPE_SAMPLER, 4}, {kInline, 32}});
    VkDescriptorSet set;
    ASSERT_EQ(allocate(pool, {layout}, &set), VK_SUCCESS);
    VkSamplerCreateInfo samplerInfo{VK_STRUCTURE_TYPE_SAMPLER_CREATE_INFO};
    Sampler nearest(samplerInfo);
    samplerInfo.magFilter = VK_FILTER_LINEAR;
    Sampler linear(samplerInfo);
    struct Item {
        uint64_t other;
        VkDescriptorImageInfo info;
    };
    struct {
        uint32_t numbers[2] = {11, 12};
        Item items[3] = {};
    } data;
    data.items[0].info.sampler = handleOf<VkSampler>(&nearest);
    data.items[1].info.sampler = handleOf<VkSampler>(&linear);
    data.items[2].info.sampler = handleOf<VkSampler>(&nearest);
    const auto base = reinterpret_cast<const uint8_t*>(&data);
    const auto offsetIn = [&](const void* member) {
        return size_t(static_cast<const uint8_t*>(member) - base);
    };
    // From the second element of binding 0 on into binding 1.
    const VkDescriptorUpdateTemplateEntry entries[] = {
        {0, 1, 3, VK_DESCRIPTOR_TYPE_SAMPLER, offsetIn(&data.items[0].info), sizeof(Item)},
        {2, 0, 8, kInline, offsetIn(data.numbers), 0},
    };
    VkDescriptorUpdateTemplateCreateInfo info{
        VK_STRUCTURE_TYPE_DESCRIPTOR_UPDATE_TEMPLATE_CREATE_INFO};
    info.descriptorUpdateEntryCount = 2;
    info.pDescriptorUpdateEntries = entries;
    VkDescriptorUpdateTemplate update;
    ASSERT_EQ(entry::CreateDescriptorUpdateTemplate(VK_NULL_HANDLE, &info, nullptr, &update),
              VK_SUCCESS);
    entry::UpdateDescriptorSetWithTemplate(VK_NULL_HANDLE, set, update, &data);
    entry::DestroyDescriptorUpdateTemplate(VK_NULL_HANDLE, update, nullptr);
    EXPECT_EQ(imageAt(set, 0).sampler, nullptr);
    EXPECT_EQ(imageAt(set, 1).sampler, &nearest.data());
    EXPECT_EQ(imageAt(set, 2).sampler, &linear.data());
    EXPECT_EQ(imageAt(set, 3).sampler, &nearest.data());
    EXPECT_EQ(std::memcmp(cast(set)->data() + 4 * kDescriptor_B, data.numbers, 8), 0);
}

TEST_F(Descriptors, LayoutSupportHasLimits) {
    const auto support = [](const std::vector<VkDescriptorSetLayoutBinding>& bindings,
                            const std::vector<VkDescriptorBindingFlags>& flags,
                            uint32_t* variable) {
        VkDescriptorSetLayoutBindingFlagsCreateInfo flagsInfo{
            VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_BINDING_FLAGS_CREATE_INFO};
        flagsInfo.bindingCount = uint32_t(flags.size());
        flagsInfo.pBindingFlags = flags.data();
        VkDescriptorSetLayoutCreateInfo info{VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO,
                                             &flagsInfo};
        info.bindingCount = uint32_t(bindings.size());
        info.pBindings = bindings.data();
        VkDescriptorSetVariableDescriptorCountLayoutSupport count{
            VK_STRUCTURE_TYPE_DESCRIPTOR_SET_VARIABLE_DESCRIPTOR_COUNT_LAYOUT_SUPPORT};
        VkDescriptorSetLayoutSupport answer{VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_SUPPORT,
                                            &count};
        entry::GetDescriptorSetLayoutSupport(VK_NULL_HANDLE, &info, &answer);
        *variable = count.maxVariableDescriptorCount;
        return answer.supported == VK_TRUE;
    };
    constexpr VkDescriptorBindingFlags kVariable =
        VK_DESCRIPTOR_BINDING_VARIABLE_DESCRIPTOR_COUNT_BIT;
    uint32_t variable = 77;
    EXPECT_TRUE(support({binding(0, kStorage, kMaxDescriptors)}, {}, &variable));
    EXPECT_EQ(variable, 0u);
    EXPECT_FALSE(
        support({binding(0, kStorage, kMaxDescriptors), binding(1, kStorage, 1)}, {}, &variable));
    EXPECT_TRUE(
        support({binding(0, kStorage, 10), binding(1, kStorage, 5)}, {0, kVariable}, &variable));
    EXPECT_EQ(variable, kMaxDescriptors - 10);
    EXPECT_TRUE(support({binding(0, kInline, 64)}, {kVariable}, &variable));
    EXPECT_EQ(variable, kMaxInlineUniformBlock_B);
    EXPECT_FALSE(support({binding(0, kInline, kMaxInlineUniformBlock_B + 4)}, {}, &variable));
}

} // namespace
} // namespace cpu::icd
