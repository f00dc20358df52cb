// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "cpu/device/resource_test.h"

#include "vk_compute/glsl.h"

#include <algorithm>
#include <chrono>
#include <cstring>

namespace vkt {
namespace {

constexpr VkDescriptorType kStorage = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER;

class Pipelines : public ResourceTest {
protected:
    void SetUp() override {
        ResourceTest::SetUp();
        m_set = makeSetLayout({bindingOf(0, kStorage)});
        m_layout = makePipelineLayout({m_set});
        ASSERT_VK(allocate(makePool(1, {{kStorage, 1}}), {m_set}, &m_descriptors));
        m_result = makeBuffer(256 * 4, VK_BUFFER_USAGE_STORAGE_BUFFER_BIT);
        writeBuffers(m_descriptors, 0, kStorage, {{m_result.buffer, 0, VK_WHOLE_SIZE}});
    }

    VkShaderModule makeModule(const std::string& glsl, uint32_t wantedOpcode = 0) {
        const std::vector<uint32_t> spirv = vkc::compileGlsl13("#version 460\n" + glsl);
        bool found = wantedOpcode == 0;
        for (size_t at = 5; at < spirv.size(); at += std::max(spirv[at] >> 16, 1u)) {
            found = found || (spirv[at] & 0xffff) == wantedOpcode;
        }
        EXPECT_TRUE(found) << "SPIR-V without opcode " << wantedOpcode;
        VkShaderModuleCreateInfo info{VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO};
        info.codeSize = spirv.size() * 4;
        info.pCode = spirv.data();
        VkShaderModule module = VK_NULL_HANDLE;
        EXPECT_VK(vkCreateShaderModule(device(), &info, nullptr, &module));
        atEnd([this, module] { vkDestroyShaderModule(device(), module, nullptr); });
        return module;
    }
    /// A shader that nobody has compiled before: its constant is new.
    VkShaderModule makeNewModule() {
        static uint32_t count = 0;
        const auto now = std::chrono::steady_clock::now().time_since_epoch().count();
        return makeModule("layout(local_size_x = 1) in;\n"
                          "layout(set = 0, binding = 0) buffer Out { uint result[]; };\n"
                          "void main() { result[0] = " +
                          std::to_string(uint32_t(now)) +
                          "u; result[1] = " + std::to_string(++count) + "u; }");
    }

    struct Made {
        VkResult result;
        VkPipeline pipeline;
        VkPipelineCreationFeedback whole;
        VkPipelineCreationFeedback stage;
        bool hit() const {
            return whole.flags & VK_PIPELINE_CREATION_FEEDBACK_APPLICATION_PIPELINE_CACHE_HIT_BIT;
        }
    };
    Made make(VkShaderModule module,
              VkPipelineCache cache = VK_NULL_HANDLE,
              VkPipelineCreateFlags flags = 0,
              const VkSpecializationInfo* specialization = nullptr) {
        Made made{};
        VkPipelineCreationFeedbackCreateInfo feedback{
            VK_STRUCTURE_TYPE_PIPELINE_CREATION_FEEDBACK_CREATE_INFO};
        feedback.pPipelineCreationFeedback = &made.whole;
        feedback.pipelineStageCreationFeedbackCount = 1;
        feedback.pPipelineStageCreationFeedbacks = &made.stage;
        VkComputePipelineCreateInfo info{VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO, &feedback};
        info.flags = flags;
        info.stage = {VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO};
        info.stage.stage = VK_SHADER_STAGE_COMPUTE_BIT;
        info.stage.module = module;
        info.stage.pName = "main";
        info.stage.pSpecializationInfo = specialization;
        info.layout = m_layout;
        made.result = vkCreateComputePipelines(device(), cache, 1, &info, nullptr, &made.pipeline);
        atEnd([this, pipeline = made.pipeline] { vkDestroyPipeline(device(), pipeline, nullptr); });
        return made;
    }

    VkDescriptorSetLayout m_set = VK_NULL_HANDLE;
    VkPipelineLayout m_layout = VK_NULL_HANDLE;
    VkDescriptorSet m_descriptors = VK_NULL_HANDLE;
    Buffer m_result;
};

/// LocalSizeId: the workgroup's size is made of constants, specialised or not.
TEST_F(Pipelines, WorkgroupSizesAreSpecialized) {
    if (!features13().maintenance4) {
        GTEST_SKIP() << "no LocalSizeId";
    }
    const VkShaderModule module = makeModule(R"(
        layout(local_size_x_id = 7, local_size_y = 3, local_size_z_id = 9) in;
        layout(local_size_x = 2, local_size_z = 1) in;
        layout(constant_id = 7) const uint width = 2;
        layout(set = 0, binding = 0) buffer Out { uint result[]; };
        shared uint count[gl_WorkGroupSize.x * gl_WorkGroupSize.z];
        void main() {
            const uvec3 id = gl_LocalInvocationID;
            const uint slot = id.z * gl_WorkGroupSize.x + id.x;
            if (id.y == 0u) {
                count[slot] = 0u;
            }
            barrier();
            atomicAdd(count[slot], 1u);
            barrier();
            result[gl_LocalInvocationIndex] =
                count[slot] + 10u * gl_WorkGroupSize.x + 1000u * gl_WorkGroupSize.z;
            if (id == gl_WorkGroupSize - 1u) {
                result[255] = gl_WorkGroupSize.x * gl_WorkGroupSize.y * gl_WorkGroupSize.z;
            }
        })",
                                             /*OpExecutionModeId*/ 331);
    struct Size {
        uint32_t x, z;
    };
    for (const Size size : {Size{0, 0}, Size{5, 1}, Size{1, 4}, Size{7, 11}}) {
        const VkSpecializationMapEntry entries[] = {{9, 4, 4}, {7, 0, 4}};
        const VkSpecializationInfo special{2, entries, 8, &size};
        const Made made = make(module, VK_NULL_HANDLE, 0, size.x ? &special : nullptr);
        ASSERT_VK(made.result);
        std::ranges::fill(m_result.as<uint32_t>(), 77);
        dispatch(made.pipeline, m_layout, m_descriptors);
        const uint32_t x = size.x ? size.x : 2;
        const uint32_t z = size.x ? size.z : 1;
        for (uint32_t i = 0; i < 255; ++i) {
            EXPECT_EQ(m_result.as<uint32_t>()[i], i < 3 * x * z ? 3 + 10 * x + 1000 * z : 77) << i;
        }
        EXPECT_EQ(m_result.as<uint32_t>()[255], 3 * x * z);
    }
}

/// In this process, by the same module: with the disk's cache or without (CTest runs both).
TEST_F(Pipelines, AreCompiledOnce) {
    if (!isOurs()) {
        GTEST_SKIP() << "caches are the driver's own matter";
    }
    constexpr VkPipelineCreateFlags kCachedOnly =
        VK_PIPELINE_CREATE_FAIL_ON_PIPELINE_COMPILE_REQUIRED_BIT;
    const VkShaderModule module = makeNewModule();
    const Made missing = make(module, VK_NULL_HANDLE, kCachedOnly);
    EXPECT_EQ(missing.result, VK_PIPELINE_COMPILE_REQUIRED);
    EXPECT_EQ(missing.pipeline, VkPipeline(VK_NULL_HANDLE));
    const Made first = make(module);
    ASSERT_VK(first.result);
    EXPECT_TRUE(first.whole.flags & VK_PIPELINE_CREATION_FEEDBACK_VALID_BIT);
    EXPECT_TRUE(first.stage.flags & VK_PIPELINE_CREATION_FEEDBACK_VALID_BIT);
    EXPECT_FALSE(first.hit());
    EXPECT_GT(first.whole.duration, 0u);
    const Made second = make(module, VK_NULL_HANDLE, kCachedOnly);
    ASSERT_VK(second.result);
    EXPECT_FALSE(second.hit()); // There was no application's cache.
    dispatch(second.pipeline, m_layout, m_descriptors);
    EXPECT_NE(m_result.as<uint32_t>()[1], 0u);
}

TEST_F(Pipelines, CachesSayWhatTheyHad) {
    if (!isOurs()) {
        GTEST_SKIP() << "caches are the driver's own matter";
    }
    const VkShaderModule one = makeNewModule();
    const VkShaderModule two = makeNewModule();
    const VkPipelineCache cache = makePipelineCache();
    EXPECT_FALSE(make(one, cache).hit());
    const Made again = make(one, cache);
    EXPECT_TRUE(again.hit());
    EXPECT_TRUE(again.stage.flags &
                VK_PIPELINE_CREATION_FEEDBACK_APPLICATION_PIPELINE_CACHE_HIT_BIT);
    EXPECT_FALSE(make(two, cache).hit());
    EXPECT_FALSE(make(one, makePipelineCache()).hit());

    // What it had goes with its data, and with merges.
    const std::vector<uint8_t> data = dataOf(cache);
    VkPipelineCacheHeaderVersionOne header;
    ASSERT_GT(data.size(), sizeof header);
    std::memcpy(&header, data.data(), sizeof header);
    VkPhysicalDeviceProperties properties;
    vkGetPhysicalDeviceProperties(physicalDevice(), &properties);
    EXPECT_EQ(header.headerSize, sizeof header);
    EXPECT_EQ(header.headerVersion, VK_PIPELINE_CACHE_HEADER_VERSION_ONE);
    EXPECT_EQ(header.vendorID, properties.vendorID);
    EXPECT_EQ(header.deviceID, properties.deviceID);
    EXPECT_EQ(std::memcmp(header.pipelineCacheUUID, properties.pipelineCacheUUID, VK_UUID_SIZE), 0);
    const VkPipelineCache given = makePipelineCache(data);
    EXPECT_EQ(dataOf(given).size(), data.size());
    const Made from = make(two, given);
    EXPECT_TRUE(from.hit());
    dispatch(from.pipeline, m_layout, m_descriptors);
    EXPECT_NE(m_result.as<uint32_t>()[1], 0u);
    const VkPipelineCache merged = makePipelineCache();
    const VkPipelineCache sources[] = {given, makePipelineCache()};
    ASSERT_VK(vkMergePipelineCaches(device(), merged, 2, sources));
    EXPECT_TRUE(make(one, merged).hit());
    EXPECT_TRUE(make(two, merged).hit());

    // Of another device or driver, or cut off: taken, but nothing is found there.
    std::vector<uint8_t> foreign = data;
    foreign[offsetof(VkPipelineCacheHeaderVersionOne, pipelineCacheUUID)] ^= 1;
    EXPECT_FALSE(make(one, makePipelineCache(foreign)).hit());
    std::vector<uint8_t> damaged = data;
    for (size_t at = sizeof header + 64; at < damaged.size(); at += 16) {
        damaged[at] ^= 0x55;
    }
    EXPECT_FALSE(make(one, makePipelineCache(damaged)).hit());
    EXPECT_FALSE(
        make(one, makePipelineCache({data.begin(), data.begin() + sizeof header + 10})).hit());

    // Too small a buffer gets whole entries, the header first.
    std::vector<uint8_t> part(data.size(), 0xee);
    size_t size_B = data.size() - 1;
    EXPECT_EQ(vkGetPipelineCacheData(device(), cache, &size_B, part.data()), VK_INCOMPLETE);
    EXPECT_GE(size_B, sizeof header);
    EXPECT_LT(size_B, data.size());
    EXPECT_EQ(part[size_B], 0xee);
    part.resize(size_B);
    const VkPipelineCache less = makePipelineCache(part);
    EXPECT_NE(make(one, less).hit(), make(two, less).hit());
    size_B = sizeof header - 1;
    EXPECT_EQ(vkGetPipelineCacheData(device(), cache, &size_B, part.data()), VK_INCOMPLETE);
    EXPECT_EQ(size_B, 0u);
}

} // namespace
} // namespace vkt
