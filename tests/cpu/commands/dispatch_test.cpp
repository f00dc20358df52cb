// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "environment.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cstring>

namespace {

constexpr VkBufferUsageFlags kUsage =
    VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_INDIRECT_BUFFER_BIT |
    VK_BUFFER_USAGE_TRANSFER_SRC_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT;

/// A layout with one set of one storage buffer, and a pipeline for each shader.
class Program {
public:
    Program(const std::vector<std::string>& shaders,
            VkDescriptorType type = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER,
            VkPipelineCreateFlags flags = 0,
            const VkSpecializationInfo* specialization = nullptr) {
        const VkDevice handle = device().handle();
        const VkDescriptorSetLayoutBinding binding{
            0, type, 1, VK_SHADER_STAGE_COMPUTE_BIT, nullptr};
        VkDescriptorSetLayoutCreateInfo setInfo{
            VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO};
        setInfo.bindingCount = 1;
        setInfo.pBindings = &binding;
        vkc::check(vkCreateDescriptorSetLayout(handle, &setInfo, nullptr, &m_setLayout),
                   "vkCreateDescriptorSetLayout");
        const VkPushConstantRange range{VK_SHADER_STAGE_COMPUTE_BIT, 0, 32};
        VkPipelineLayoutCreateInfo layoutInfo{VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO};
        layoutInfo.setLayoutCount = 1;
        layoutInfo.pSetLayouts = &m_setLayout;
        layoutInfo.pushConstantRangeCount = 1;
        layoutInfo.pPushConstantRanges = &range;
        vkc::check(vkCreatePipelineLayout(handle, &layoutInfo, nullptr, &layout),
                   "vkCreatePipelineLayout");
        const VkDescriptorPoolSize size{type, 1};
        VkDescriptorPoolCreateInfo poolInfo{VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO};
        poolInfo.maxSets = 1;
        poolInfo.poolSizeCount = 1;
        poolInfo.pPoolSizes = &size;
        vkc::check(vkCreateDescriptorPool(handle, &poolInfo, nullptr, &m_pool),
                   "vkCreateDescriptorPool");
        VkDescriptorSetAllocateInfo allocation{VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO};
        allocation.descriptorPool = m_pool;
        allocation.descriptorSetCount = 1;
        allocation.pSetLayouts = &m_setLayout;
        vkc::check(vkAllocateDescriptorSets(handle, &allocation, &set), "vkAllocateDescriptorSets");

        std::vector<VkShaderModule> modules;
        std::vector<VkComputePipelineCreateInfo> infos;
        for (const std::string& shader : shaders) {
            const std::vector<uint32_t> spirv = vkc::compileGlsl(shader);
            VkShaderModuleCreateInfo moduleInfo{VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO};
            moduleInfo.codeSize = spirv.size() * 4;
            moduleInfo.pCode = spirv.data();
            VkShaderModule module = VK_NULL_HANDLE;
            vkc::check(vkCreateShaderModule(handle, &moduleInfo, nullptr, &module),
                       "vkCreateShaderModule");
            modules.push_back(module);
            VkComputePipelineCreateInfo info{VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO};
            info.flags = flags;
            info.stage = {VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO};
            info.stage.stage = VK_SHADER_STAGE_COMPUTE_BIT;
            info.stage.module = module;
            info.stage.pName = "main";
            info.stage.pSpecializationInfo = specialization;
            info.layout = layout;
            infos.push_back(info);
        }
        pipelines.resize(infos.size());
        const VkResult result = vkCreateComputePipelines(handle,
                                                         VK_NULL_HANDLE,
                                                         uint32_t(infos.size()),
                                                         infos.data(),
                                                         nullptr,
                                                         pipelines.data());
        for (const VkShaderModule module : modules) {
            vkDestroyShaderModule(handle, module, nullptr);
        }
        vkc::check(result, "vkCreateComputePipelines");
    }
    ~Program() {
        const VkDevice handle = device().handle();
        for (const VkPipeline pipeline : pipelines) {
            vkDestroyPipeline(handle, pipeline, nullptr);
        }
        vkDestroyDescriptorPool(handle, m_pool, nullptr);
        vkDestroyPipelineLayout(handle, layout, nullptr);
        vkDestroyDescriptorSetLayout(handle, m_setLayout, nullptr);
    }
    Program(const Program&) = delete;
    Program& operator=(const Program&) = delete;

    void bindBuffer(const vkc::Buffer& buffer,
                    VkDescriptorType type = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER,
                    VkDeviceSize range_B = VK_WHOLE_SIZE) {
        const VkDescriptorBufferInfo info{buffer.handle(), 0, range_B};
        VkWriteDescriptorSet write{VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET};
        write.dstSet = set;
        write.descriptorCount = 1;
        write.descriptorType = type;
        write.pBufferInfo = &info;
        vkUpdateDescriptorSets(device().handle(), 1, &write, 0, nullptr);
    }
    void bind(VkCommandBuffer commands, std::span<const uint32_t> offsets_B = {}) const {
        vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE, pipelines[0]);
        vkCmdBindDescriptorSets(commands,
                                VK_PIPELINE_BIND_POINT_COMPUTE,
                                layout,
                                0,
                                1,
                                &set,
                                uint32_t(offsets_B.size()),
                                offsets_B.data());
    }

    VkPipelineLayout layout = VK_NULL_HANDLE;
    VkDescriptorSet set = VK_NULL_HANDLE;
    std::vector<VkPipeline> pipelines;

private:
    VkDescriptorSetLayout m_setLayout = VK_NULL_HANDLE;
    VkDescriptorPool m_pool = VK_NULL_HANDLE;
};

/// Each invocation counts itself at its place.
constexpr const char* kCount = R"(#version 460
    layout(local_size_x = 2, local_size_y = 3, local_size_z = 2) in;
    layout(set = 0, binding = 0) buffer Counts { uint counts[]; };
    const uvec3 extent = uvec3(10, 9, 8);
    void main() {
        uvec3 id = gl_GlobalInvocationID;
        if (all(lessThan(id, extent)) &&
            id == gl_WorkGroupID * gl_WorkGroupSize + gl_LocalInvocationID) {
            counts[(id.z * extent.y + id.y) * extent.x + id.x] += 1 + gl_NumWorkGroups.x;
        }
    })";
constexpr uint32_t kExtent[] = {10, 9, 8};

/// What counts[] is after groups [base, base + count) of kCount.
std::vector<uint32_t> expectedCounts(const uint32_t (&base)[3], const uint32_t (&count)[3]) {
    std::vector<uint32_t> counts;
    for (uint32_t z = 0; z < kExtent[2]; ++z) {
        for (uint32_t y = 0; y < kExtent[1]; ++y) {
            for (uint32_t x = 0; x < kExtent[0]; ++x) {
                const uint32_t group[] = {x / 2, y / 3, z / 2};
                bool ran = true;
                for (int i = 0; i < 3; ++i) {
                    ran = ran && group[i] >= base[i] && group[i] < base[i] + count[i];
                }
                counts.push_back(ran ? 1 + count[0] : 0);
            }
        }
    }
    return counts;
}

std::vector<uint32_t> wordsOf(vkc::Buffer& buffer) {
    const auto words = buffer.as<uint32_t>();
    return {words.begin(), words.end()};
}

constexpr uint32_t kCounts_B = 10 * 9 * 8 * 4;

TEST(Dispatches, RunEveryInvocationOnce) {
    Program program({kCount});
    vkc::Buffer buffer(device(), kCounts_B, kUsage);
    program.bindBuffer(buffer);
    device().run([&](VkCommandBuffer commands) {
        program.bind(commands);
        vkCmdDispatch(commands, 4, 3, 2);
    });
    EXPECT_EQ(wordsOf(buffer), expectedCounts({0, 0, 0}, {4, 3, 2}));
}

TEST(Dispatches, OfNoGroupsDoNothing) {
    Program program({kCount});
    vkc::Buffer buffer(device(), kCounts_B, kUsage);
    program.bindBuffer(buffer);
    device().run([&](VkCommandBuffer commands) {
        program.bind(commands);
        vkCmdDispatch(commands, 0, 3, 2);
        vkCmdDispatch(commands, 4, 0, 2);
        vkCmdDispatch(commands, 4, 3, 0);
    });
    EXPECT_EQ(wordsOf(buffer), std::vector<uint32_t>(kCounts_B / 4));
}

TEST(Dispatches, BeginAtTheBase) {
    Program program(
        {kCount}, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, VK_PIPELINE_CREATE_DISPATCH_BASE_BIT);
    vkc::Buffer buffer(device(), kCounts_B, kUsage);
    program.bindBuffer(buffer);
    device().run([&](VkCommandBuffer commands) {
        program.bind(commands);
        vkCmdDispatchBase(commands, 1, 2, 1, 3, 1, 2);
    });
    EXPECT_EQ(wordsOf(buffer), expectedCounts({1, 2, 1}, {3, 1, 2}));
}

TEST(Dispatches, ReadIndirectCountsWhenTheyRun) {
    Program program({kCount});
    vkc::Buffer buffer(device(), kCounts_B, kUsage);
    vkc::Buffer counts(device(), 64, kUsage);
    program.bindBuffer(buffer);
    device().run([&](VkCommandBuffer commands) {
        program.bind(commands);
        const uint32_t groups[] = {2, 3, 4};
        vkCmdUpdateBuffer(commands, counts.handle(), 16, sizeof groups, groups);
        barrier(commands);
        vkCmdDispatchIndirect(commands, counts.handle(), 16);
    });
    EXPECT_EQ(wordsOf(buffer), expectedCounts({0, 0, 0}, {2, 3, 4}));
}

TEST(Dispatches, OfNoIndirectGroupsDoNothing) {
    Program program({kCount});
    vkc::Buffer buffer(device(), kCounts_B, kUsage);
    vkc::Buffer counts(device(), 64, kUsage);
    program.bindBuffer(buffer);
    const uint32_t groups[] = {0, 3, 2, 4, 0, 2, 4, 3, 0, 0, 0, 0};
    std::ranges::copy(groups, counts.as<uint32_t>().begin());
    device().run([&](VkCommandBuffer commands) {
        program.bind(commands);
        for (VkDeviceSize at = 0; at < sizeof groups; at += 12) {
            vkCmdDispatchIndirect(commands, counts.handle(), at);
        }
    });
    EXPECT_EQ(wordsOf(buffer), std::vector<uint32_t>(kCounts_B / 4));
    // The same commands do run where there are groups.
    device().run([&](VkCommandBuffer commands) {
        program.bind(commands);
        vkCmdDispatchIndirect(commands, counts.handle(), 0);
        const uint32_t some[] = {1, 1, 1};
        barrier(commands);
        vkCmdUpdateBuffer(commands, counts.handle(), 12, sizeof some, some);
        barrier(commands);
        vkCmdDispatchIndirect(commands, counts.handle(), 12);
    });
    EXPECT_EQ(wordsOf(buffer), expectedCounts({0, 0, 0}, {1, 1, 1}));
}

TEST(Dispatches, RunManyGroupsOnAllWorkers) {
    Program program({R"(#version 460
        layout(local_size_x = 8) in;
        layout(set = 0, binding = 0) buffer Values { uint values[]; };
        void main() {
            uint i = gl_GlobalInvocationID.x +
                     gl_GlobalInvocationID.y * gl_NumWorkGroups.x * gl_WorkGroupSize.x;
            values[i] = i * 2654435761u;
        })"});
    constexpr uint32_t kValues = 8 * 1000 * 37;
    vkc::Buffer buffer(device(), kValues * 4, kUsage);
    program.bindBuffer(buffer);
    device().run([&](VkCommandBuffer commands) {
        program.bind(commands);
        vkCmdDispatch(commands, 1000, 37, 1);
    });
    const auto values = buffer.as<uint32_t>();
    for (uint32_t i = 0; i < kValues; ++i) {
        ASSERT_EQ(values[i], i * 2654435761u);
    }
}

TEST(Dispatches, SeePushConstantsAsTheyWereThen) {
    Program program({R"(#version 460
        layout(local_size_x = 1) in;
        layout(push_constant) uniform Constants { uint at; uint a; uint b; };
        layout(set = 0, binding = 0) buffer Values { uint values[]; };
        void main() { values[at] = a * 100 + b; })"});
    vkc::Buffer buffer(device(), 16, kUsage);
    program.bindBuffer(buffer);
    device().run([&](VkCommandBuffer commands) {
        program.bind(commands);
        const auto push = [&](uint32_t offset_B, std::vector<uint32_t> values) {
            vkCmdPushConstants(commands,
                               program.layout,
                               VK_SHADER_STAGE_COMPUTE_BIT,
                               offset_B,
                               uint32_t(values.size() * 4),
                               values.data());
        };
        push(0, {0, 1, 2});
        vkCmdDispatch(commands, 1, 1, 1);
        push(0, {1});
        push(8, {7});
        vkCmdDispatch(commands, 1, 1, 1);
        push(0, {2, 5});
        vkCmdDispatch(commands, 1, 1, 1);
    });
    EXPECT_EQ(wordsOf(buffer), (std::vector<uint32_t>{102, 107, 507, 0}));
}

TEST(Dispatches, SeeDynamicOffsets) {
    constexpr auto kType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER_DYNAMIC;
    Program program({R"(#version 460
        layout(local_size_x = 1) in;
        layout(set = 0, binding = 0) buffer Values { uint values[]; };
        void main() { values[0] = 77 + values.length(); })"},
                    kType);
    vkc::Buffer buffer(device(), 1024, kUsage);
    program.bindBuffer(buffer, kType, 64);
    device().run([&](VkCommandBuffer commands) {
        for (const uint32_t offset_B : {256u, 768u}) {
            program.bind(commands, std::span(&offset_B, 1));
            vkCmdDispatch(commands, 1, 1, 1);
        }
    });
    std::vector<uint32_t> expected(256);
    expected[64] = expected[192] = 77 + 16;
    EXPECT_EQ(wordsOf(buffer), expected);
}

constexpr const char* kSpecialized = R"(#version 460
    layout(local_size_x_id = 5) in;
    layout(constant_id = 3) const uint a = 10;
    layout(constant_id = 4) const float b = 0.5;
    layout(set = 0, binding = 0) buffer Values { uint values[]; };
    void main() { values[gl_LocalInvocationID.x] = a * 1000 + uint(b * 100); })";

TEST(Dispatches, UseSpecializationConstants) {
    const struct {
        float b;
        uint32_t unused;
        uint32_t a;
        uint32_t width;
    } data{0.25f, 9, 42, 3};
    const VkSpecializationMapEntry entries[] = {{3, 8, 4}, {4, 0, 4}, {5, 12, 4}};
    const VkSpecializationInfo info{3, entries, sizeof data, &data};
    Program program({kSpecialized}, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 0, &info);
    vkc::Buffer buffer(device(), 16, kUsage);
    program.bindBuffer(buffer);
    device().run([&](VkCommandBuffer commands) {
        program.bind(commands);
        vkCmdDispatch(commands, 1, 1, 1);
    });
    EXPECT_EQ(wordsOf(buffer), (std::vector<uint32_t>{42025, 42025, 42025, 0}));
}

TEST(Dispatches, UsePipelinesThatWereMadeTogether) {
    std::vector<std::string> shaders;
    for (uint32_t i = 0; i < 12; ++i) {
        shaders.push_back("#version 460\nlayout(local_size_x = 1) in;\n"
                          "layout(set = 0, binding = 0) buffer Values { uint values[]; };\n"
                          "void main() { values[" +
                          std::to_string(i) + "] += " + std::to_string(i * i + 1) + "; }");
    }
    Program program(shaders);
    vkc::Buffer buffer(device(), 12 * 4, kUsage);
    program.bindBuffer(buffer);
    device().run([&](VkCommandBuffer commands) {
        program.bind(commands);
        for (const VkPipeline pipeline : program.pipelines) {
            vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline);
            vkCmdDispatch(commands, 1, 1, 1);
            barrier(commands);
            vkCmdDispatch(commands, 1, 1, 1);
        }
    });
    for (uint32_t i = 0; i < 12; ++i) {
        EXPECT_EQ(buffer.as<uint32_t>()[i], 2 * (i * i + 1));
    }
}

TEST(Dispatches, RunFromSecondaryCommandBuffersOfTheirOwnState) {
    Program program({kCount});
    vkc::Buffer buffer(device(), kCounts_B, kUsage);
    program.bindBuffer(buffer);
    VkCommandPoolCreateInfo poolInfo{VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO};
    VkCommandPool pool = VK_NULL_HANDLE;
    vkc::check(vkCreateCommandPool(device().handle(), &poolInfo, nullptr, &pool), "pool");
    VkCommandBufferAllocateInfo allocation{VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO};
    allocation.commandPool = pool;
    allocation.level = VK_COMMAND_BUFFER_LEVEL_SECONDARY;
    allocation.commandBufferCount = 1;
    VkCommandBuffer secondary = VK_NULL_HANDLE;
    vkc::check(vkAllocateCommandBuffers(device().handle(), &allocation, &secondary), "buffer");
    VkCommandBufferInheritanceInfo inheritance{VK_STRUCTURE_TYPE_COMMAND_BUFFER_INHERITANCE_INFO};
    VkCommandBufferBeginInfo begin{VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO};
    begin.pInheritanceInfo = &inheritance;
    vkc::check(vkBeginCommandBuffer(secondary, &begin), "begin");
    program.bind(secondary);
    vkCmdDispatch(secondary, 4, 3, 2);
    vkc::check(vkEndCommandBuffer(secondary), "end");
    device().run([&](VkCommandBuffer commands) { vkCmdExecuteCommands(commands, 1, &secondary); });
    EXPECT_EQ(wordsOf(buffer), expectedCounts({0, 0, 0}, {4, 3, 2}));
    vkDestroyCommandPool(device().handle(), pool, nullptr);
}

/// Pipelines of modules, as one call makes them.
VkResult makePipelines(const std::vector<std::vector<uint32_t>>& modules,
                       VkPipelineCreateFlags flags,
                       std::vector<VkPipeline>& pipelines) {
    const VkDevice handle = device().handle();
    VkPipelineLayoutCreateInfo layoutInfo{VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO};
    VkPipelineLayout layout = VK_NULL_HANDLE;
    vkc::check(vkCreatePipelineLayout(handle, &layoutInfo, nullptr, &layout), "layout");
    std::vector<VkComputePipelineCreateInfo> infos;
    for (const std::vector<uint32_t>& words : modules) {
        VkShaderModuleCreateInfo moduleInfo{VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO};
        moduleInfo.codeSize = words.size() * 4;
        moduleInfo.pCode = words.data();
        VkComputePipelineCreateInfo info{VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO};
        info.flags = flags;
        info.stage = {VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO};
        info.stage.stage = VK_SHADER_STAGE_COMPUTE_BIT;
        info.stage.pName = "main";
        info.layout = layout;
        vkc::check(vkCreateShaderModule(handle, &moduleInfo, nullptr, &info.stage.module),
                   "vkCreateShaderModule");
        infos.push_back(info);
    }
    pipelines.assign(infos.size(), VkPipeline(1));
    const VkResult result = vkCreateComputePipelines(
        handle, VK_NULL_HANDLE, uint32_t(infos.size()), infos.data(), nullptr, pipelines.data());
    for (const VkComputePipelineCreateInfo& info : infos) {
        vkDestroyShaderModule(handle, info.stage.module, nullptr);
    }
    for (const VkPipeline pipeline : pipelines) {
        vkDestroyPipeline(handle, pipeline, nullptr);
    }
    vkDestroyPipelineLayout(handle, layout, nullptr);
    return result;
}

std::string emptyShader(uint32_t width) {
    return "#version 460\nlayout(local_size_x = " + std::to_string(width) + ") in;\nvoid main() {}";
}

TEST(Pipelines, OfBrokenSpirvAreRefusedAlone) {
    if (!device().name().starts_with("Glissade")) {
        GTEST_SKIP() << "other devices need not survive this";
    }
    const auto good = vkc::compileGlsl(emptyShader(3));
    auto cut = good;
    cut.resize(cut.size() / 2);
    auto damaged = good;
    damaged[damaged.size() - 3] = 0xffff0001;
    std::vector<VkPipeline> pipelines;
    EXPECT_LT(makePipelines({good, cut, damaged, good}, 0, pipelines), VK_SUCCESS);
    EXPECT_NE(pipelines[0], VkPipeline(VK_NULL_HANDLE));
    EXPECT_EQ(pipelines[1], VkPipeline(VK_NULL_HANDLE));
    EXPECT_EQ(pipelines[2], VkPipeline(VK_NULL_HANDLE));
    EXPECT_NE(pipelines[3], VkPipeline(VK_NULL_HANDLE));

    const VkPipelineCreateFlags early = VK_PIPELINE_CREATE_EARLY_RETURN_ON_FAILURE_BIT;
    EXPECT_LT(makePipelines({good, cut, good}, early, pipelines), VK_SUCCESS);
    EXPECT_NE(pipelines[0], VkPipeline(VK_NULL_HANDLE));
    EXPECT_EQ(pipelines[1], VkPipeline(VK_NULL_HANDLE));
    EXPECT_EQ(pipelines[2], VkPipeline(VK_NULL_HANDLE));
}

TEST(Pipelines, AreNotCompiledWhenThatIsNotWanted) {
    if (!device().name().starts_with("Glissade")) {
        GTEST_SKIP() << "caches are the driver's own matter";
    }
    // A constant that no other run has had, so that the disk does not have it.
    const auto now = std::chrono::steady_clock::now().time_since_epoch().count();
    const auto shader = vkc::compileGlsl(
        "#version 460\nlayout(local_size_x = 1) in;\nshared uint x;\nvoid main() { x = " +
        std::to_string(uint32_t(now)) + "u; }");
    const VkPipelineCreateFlags cachedOnly =
        VK_PIPELINE_CREATE_FAIL_ON_PIPELINE_COMPILE_REQUIRED_BIT;
    std::vector<VkPipeline> pipelines;
    EXPECT_EQ(makePipelines({shader}, cachedOnly, pipelines), VK_PIPELINE_COMPILE_REQUIRED);
    EXPECT_EQ(pipelines[0], VkPipeline(VK_NULL_HANDLE));
    EXPECT_EQ(makePipelines({shader}, 0, pipelines), VK_SUCCESS);
    EXPECT_EQ(makePipelines({shader}, cachedOnly, pipelines), VK_SUCCESS);
    EXPECT_NE(pipelines[0], VkPipeline(VK_NULL_HANDLE));
}

} // namespace
