// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Extensions that have no test of their own elsewhere.

#include "cpu/device/resource_test.h"

#include <algorithm>

namespace vkt {
namespace {

constexpr VkDescriptorType kStorage = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER;
constexpr VkDescriptorType kStorageImage = VK_DESCRIPTOR_TYPE_STORAGE_IMAGE;
constexpr VkDescriptorType kSampled = VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER;

class Extensions : public ResourceTest {
protected:
    /// Runs 4 groups of 64 invocations; binding 0 is the buffer, binding 1 perhaps an image.
    void compute(const std::string& glsl, const Buffer& buffer, VkImageView image = {}) {
        std::vector<VkDescriptorSetLayoutBinding> bindings{bindingOf(0, kStorage)};
        if (image) {
            bindings.push_back(bindingOf(1, kStorageImage));
        }
        const VkDescriptorSetLayout set = makeSetLayout(bindings);
        const VkPipelineLayout layout = makePipelineLayout({set});
        const VkPipeline pipeline =
            makePipeline("#extension GL_EXT_shader_atomic_float : require\n"
                         "#extension GL_KHR_memory_scope_semantics : require\n"
                         "layout(local_size_x = 64) in;\n" +
                             glsl,
                         layout);
        const VkDescriptorPool pool = makePool(1, {{kStorage, 1}, {kStorageImage, 1}});
        VkDescriptorSet descriptors = VK_NULL_HANDLE;
        ASSERT_VK(allocate(pool, {set}, &descriptors));
        writeBuffers(descriptors, 0, kStorage, {{buffer.buffer, 0, VK_WHOLE_SIZE}});
        if (image) {
            writeImages(
                descriptors, 1, kStorageImage, {{VK_NULL_HANDLE, image, VK_IMAGE_LAYOUT_GENERAL}});
        }
        dispatch(pipeline, layout, descriptors, 4);
    }
};

/// Sums of integers, so that the order does not matter: 256 invocations add their number.
constexpr uint32_t kSum = 255 * 256 / 2;

TEST_F(Extensions, FloatsAreAddedAndExchangedAtomicallyInBuffers) {
    if (!hasExtension(VK_EXT_SHADER_ATOMIC_FLOAT_EXTENSION_NAME)) {
        GTEST_SKIP() << "no VK_EXT_shader_atomic_float";
    }
    const Buffer buffer = makeBuffer(4 * 260, VK_BUFFER_USAGE_STORAGE_BUFFER_BIT);
    std::ranges::fill(buffer.as<float>(), 0.0f);
    buffer.as<float>()[3] = 1000.0f; // Which the exchanges hand on.
    compute(R"(
        layout(set = 0, binding = 0) buffer Data { float sum, spread[2], handed, got[256]; };
        void main() {
            const uint id = gl_GlobalInvocationID.x;
            atomicAdd(sum, float(id));
            atomicAdd(spread[id & 1u], 0.5);
            got[id] = atomicExchange(handed, float(id));
        })",
            buffer);
    const auto data = buffer.as<float>();
    EXPECT_EQ(data[0], float(kSum));
    EXPECT_EQ(data[1], 64.0f);
    EXPECT_EQ(data[2], 64.0f);
    // Every value is got once, but for the one that remains.
    float all = data[3];
    for (const float got : data.subspan(4, 256)) {
        all += got;
    }
    EXPECT_EQ(all, float(kSum) + 1000.0f);
}

TEST_F(Extensions, FloatsAreLoadedAndStoredAtomically) {
    if (!hasExtension(VK_EXT_SHADER_ATOMIC_FLOAT_EXTENSION_NAME)) {
        GTEST_SKIP() << "no VK_EXT_shader_atomic_float";
    }
    const Buffer buffer = makeBuffer(4 * 512, VK_BUFFER_USAGE_STORAGE_BUFFER_BIT);
    for (uint32_t i = 0; i < 256; ++i) {
        buffer.as<float>()[i] = float(i) * 0.25f;
    }
    compute(R"(
        layout(set = 0, binding = 0) buffer Data { float from[256], to[256]; };
        void main() {
            const uint id = gl_GlobalInvocationID.x;
            const float value = atomicLoad(from[id], gl_ScopeDevice, gl_StorageSemanticsBuffer,
                                           gl_SemanticsAcquire);
            atomicStore(to[255u - id], -value, gl_ScopeDevice, gl_StorageSemanticsBuffer,
                        gl_SemanticsRelease);
        })",
            buffer);
    for (uint32_t i = 0; i < 256; ++i) {
        EXPECT_EQ(buffer.as<float>()[511 - i], float(i) * -0.25f);
    }
}

TEST_F(Extensions, DoublesAreAddedAndExchangedAtomically) {
    if (!hasExtension(VK_EXT_SHADER_ATOMIC_FLOAT_EXTENSION_NAME)) {
        GTEST_SKIP() << "no VK_EXT_shader_atomic_float";
    }
    VkPhysicalDeviceShaderAtomicFloatFeaturesEXT atomics{
        VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_ATOMIC_FLOAT_FEATURES_EXT};
    VkPhysicalDeviceFeatures2 all{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2, &atomics};
    vkGetPhysicalDeviceFeatures2(physicalDevice(), &all);
    if (!atomics.shaderBufferFloat64AtomicAdd || !atomics.shaderSharedFloat64AtomicAdd) {
        GTEST_SKIP() << "no atomics of doubles";
    }
    const Buffer buffer = makeBuffer(8 * 3, VK_BUFFER_USAGE_STORAGE_BUFFER_BIT);
    std::ranges::fill(buffer.as<double>(), 0.0);
    compute(R"(
        layout(set = 0, binding = 0) buffer Data { double sum, ofGroups, last; };
        shared double group;
        void main() {
            if (gl_LocalInvocationIndex == 0u) {
                group = 0.0LF;
            }
            barrier();
            atomicAdd(sum, double(gl_GlobalInvocationID.x) + 1e-9LF);
            atomicAdd(group, 1.0LF);
            barrier();
            if (gl_LocalInvocationIndex == 0u) {
                atomicAdd(ofGroups, atomicExchange(group, 0.0LF));
            }
            atomicExchange(last, 5.0LF);
        })",
            buffer);
    const auto data = buffer.as<double>();
    EXPECT_NEAR(data[0], kSum + 256e-9, 1e-10);
    EXPECT_EQ(data[1], 256.0);
    EXPECT_EQ(data[2], 5.0);
}

TEST_F(Extensions, FloatsAreAddedAndExchangedAtomicallyInSharedMemory) {
    if (!hasExtension(VK_EXT_SHADER_ATOMIC_FLOAT_EXTENSION_NAME)) {
        GTEST_SKIP() << "no VK_EXT_shader_atomic_float";
    }
    const Buffer buffer = makeBuffer(4 * 4 * 2, VK_BUFFER_USAGE_STORAGE_BUFFER_BIT);
    compute(R"(
        layout(set = 0, binding = 0) buffer Data { vec2 sums[4]; };
        shared float sum, handed, got;
        void main() {
            const uint id = gl_LocalInvocationIndex;
            if (id == 0u) {
                sum = got = 0.0;
                handed = 64.0;
            }
            barrier();
            atomicAdd(sum, float(gl_GlobalInvocationID.x));
            atomicAdd(got, atomicExchange(handed, float(id)));
            barrier();
            if (id == 0u) {
                sums[gl_WorkGroupID.x] = vec2(sum, got + handed);
            }
        })",
            buffer);
    const auto data = buffer.as<float>();
    for (uint32_t group = 0; group < 4; ++group) {
        EXPECT_EQ(data[2 * group], float(63 * 64 / 2 + 64 * 64 * group));
        EXPECT_EQ(data[2 * group + 1], float(64 * 65 / 2));
    }
}

TEST_F(Extensions, FloatsAreAddedAndExchangedAtomicallyInImages) {
    if (!hasExtension(VK_EXT_SHADER_ATOMIC_FLOAT_EXTENSION_NAME)) {
        GTEST_SKIP() << "no VK_EXT_shader_atomic_float";
    }
    VkFormatProperties properties{};
    vkGetPhysicalDeviceFormatProperties(physicalDevice(), VK_FORMAT_R32_SFLOAT, &properties);
    EXPECT_TRUE(properties.optimalTilingFeatures & VK_FORMAT_FEATURE_STORAGE_IMAGE_ATOMIC_BIT);
    VkImageCreateInfo info{VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO};
    info.imageType = VK_IMAGE_TYPE_2D;
    info.format = VK_FORMAT_R32_SFLOAT;
    info.extent = {6, 5, 1};
    info.mipLevels = info.arrayLayers = 1;
    info.usage = VK_IMAGE_USAGE_STORAGE_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT;
    const Image image = makeImage(info);
    toGeneral(image);
    fill(image, [](uint32_t, uint32_t, uint32_t, uint32_t, uint32_t) { return 0u; });
    const Buffer buffer = makeBuffer(4 * 32, VK_BUFFER_USAGE_STORAGE_BUFFER_BIT);
    const std::string declarations = R"(
        layout(set = 0, binding = 0) buffer Data { float data[]; };
        layout(set = 0, binding = 1, r32f) uniform image2D image;)";
    const VkImageView view = makeView(image, VK_IMAGE_VIEW_TYPE_2D);
    compute(declarations + R"(
        void main() {
            const uint id = gl_GlobalInvocationID.x;
            imageAtomicAdd(image, ivec2(5, 4), float(id));
            imageAtomicAdd(image, ivec2(id & 3u, 1), 0.25);
            imageAtomicExchange(image, ivec2(id % 5u, 3), -float(id % 5u));
            imageAtomicAdd(image, ivec2(6, 4), 1.0); // Outside.
        })",
            buffer,
            view);
    compute(declarations + R"(
        void main() {
            const int id = int(gl_GlobalInvocationID.x);
            if (id < 30) {
                data[id] = imageLoad(image, ivec2(id % 6, id / 6)).r;
            }
        })",
            buffer,
            view);
    const auto data = buffer.as<float>();
    for (uint32_t i = 0; i < 30; ++i) {
        const uint32_t x = i % 6, y = i / 6;
        const float expected = i == 29           ? float(kSum)
                               : y == 1 && x < 4 ? 16.0f
                               : y == 3 && x < 5 ? -float(x)
                                                 : 0.0f;
        EXPECT_EQ(data[i], expected) << "texel " << x << ", " << y;
    }
}

TEST_F(Extensions, ViewsLimitLevels) {
    if (!hasExtension(VK_EXT_IMAGE_VIEW_MIN_LOD_EXTENSION_NAME)) {
        GTEST_SKIP() << "no VK_EXT_image_view_min_lod";
    }
    VkImageCreateInfo info{VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO};
    info.imageType = VK_IMAGE_TYPE_2D;
    info.format = VK_FORMAT_R8G8B8A8_UNORM;
    info.extent = {16, 16, 1};
    info.mipLevels = 5;
    info.arrayLayers = 1;
    info.usage = VK_IMAGE_USAGE_SAMPLED_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT;
    const Image image = makeImage(info);
    toGeneral(image);
    fill(image, [](uint32_t level, uint32_t, uint32_t, uint32_t, uint32_t) { return level * 32; });
    const VkDescriptorSetLayout set =
        makeSetLayout({bindingOf(0, kStorage), bindingOf(1, kSampled)});
    const VkPipelineLayout layout = makePipelineLayout({set});
    const VkPipeline pipeline = makePipeline(R"(
        layout(local_size_x = 8) in;
        layout(set = 0, binding = 0) buffer Data { float data[8]; };
        layout(set = 0, binding = 1) uniform sampler2D image;
        void main() {
            const uint id = gl_LocalInvocationIndex;
            data[id] = textureLod(image, vec2(0.5), float(id) * 0.5).r * (255.0 / 32.0);
        })",
                                             layout);
    const VkDescriptorPool pool = makePool(1, {{kStorage, 1}, {kSampled, 1}});
    VkDescriptorSet descriptors = VK_NULL_HANDLE;
    ASSERT_VK(allocate(pool, {set}, &descriptors));
    const Buffer buffer = makeBuffer(8 * 4, VK_BUFFER_USAGE_STORAGE_BUFFER_BIT);
    writeBuffers(descriptors, 0, kStorage, {{buffer.buffer, 0, VK_WHOLE_SIZE}});
    VkSamplerCreateInfo samplerInfo{};
    samplerInfo.mipmapMode = VK_SAMPLER_MIPMAP_MODE_LINEAR;
    samplerInfo.maxLod = VK_LOD_CLAMP_NONE;
    const VkSampler sampler = makeSampler(samplerInfo);
    for (const uint32_t baseLevel : {0u, 1u}) {
        // Counted from the image's first level, whatever the view's is.
        VkImageViewMinLodCreateInfoEXT minLod{
            VK_STRUCTURE_TYPE_IMAGE_VIEW_MIN_LOD_CREATE_INFO_EXT, nullptr, 2.25f};
        VkImageViewCreateInfo viewInfo{VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO, &minLod};
        viewInfo.image = image.image;
        viewInfo.viewType = VK_IMAGE_VIEW_TYPE_2D;
        viewInfo.format = info.format;
        viewInfo.subresourceRange = {
            VK_IMAGE_ASPECT_COLOR_BIT, baseLevel, VK_REMAINING_MIP_LEVELS, 0, 1};
        VkImageView view = VK_NULL_HANDLE;
        ASSERT_VK(vkCreateImageView(device(), &viewInfo, nullptr, &view));
        atEnd([this, view] { vkDestroyImageView(device(), view, nullptr); });
        writeImages(descriptors, 1, kSampled, {{sampler, view, VK_IMAGE_LAYOUT_GENERAL}});
        dispatch(pipeline, layout, descriptors);
        for (uint32_t i = 0; i < 8; ++i) {
            const float level = std::min(float(i) * 0.5f + float(baseLevel), 4.0f);
            EXPECT_NEAR(buffer.as<float>()[i], std::max(level, 2.25f), 0.01f) << "LOD " << i * 0.5;
        }
    }
}

/// The loader offers VK_EXT_debug_utils; what it passes on the device must bear.
TEST_F(Extensions, ObjectsHaveNamesAndCommandsLabels) {
    const char* const extension = VK_EXT_DEBUG_UTILS_EXTENSION_NAME;
    VkApplicationInfo application{VK_STRUCTURE_TYPE_APPLICATION_INFO};
    application.apiVersion = VK_API_VERSION_1_3;
    VkInstanceCreateInfo instanceInfo{VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO};
    instanceInfo.pApplicationInfo = &application;
    instanceInfo.enabledExtensionCount = 1;
    instanceInfo.ppEnabledExtensionNames = &extension;
    VkInstance other = VK_NULL_HANDLE; // Without the validation layer.
    ASSERT_VK(vkCreateInstance(&instanceInfo, nullptr, &other));
    uint32_t count = 1;
    VkPhysicalDevice physical = VK_NULL_HANDLE;
    vkEnumeratePhysicalDevices(other, &count, &physical);
    ASSERT_EQ(count, 1u);
    VkDevice named = VK_NULL_HANDLE;
    ASSERT_VK(makePlainDevice(physical, named));
    VolkDeviceTable vk{};
    volkLoadDeviceTable(&vk, named);
    VkQueue queue = VK_NULL_HANDLE;
    vk.vkGetDeviceQueue(named, 0, 0, &queue);

    const VkDebugUtilsLabelEXT label{
        VK_STRUCTURE_TYPE_DEBUG_UTILS_LABEL_EXT, nullptr, "label", {1, 0, 0, 1}};
    const auto instanceCommand = [&](const char* name) {
        return vkGetInstanceProcAddr(other, name);
    };
    const auto deviceCommand = [&](const char* name) { return vkGetDeviceProcAddr(named, name); };
    const auto use = [&](const auto& command) {
        const auto setName =
            PFN_vkSetDebugUtilsObjectNameEXT(command("vkSetDebugUtilsObjectNameEXT"));
        const auto setTag = PFN_vkSetDebugUtilsObjectTagEXT(command("vkSetDebugUtilsObjectTagEXT"));
        const auto begin =
            PFN_vkCmdBeginDebugUtilsLabelEXT(command("vkCmdBeginDebugUtilsLabelEXT"));
        const auto insert =
            PFN_vkCmdInsertDebugUtilsLabelEXT(command("vkCmdInsertDebugUtilsLabelEXT"));
        const auto end = PFN_vkCmdEndDebugUtilsLabelEXT(command("vkCmdEndDebugUtilsLabelEXT"));
        const auto queueBegin =
            PFN_vkQueueBeginDebugUtilsLabelEXT(command("vkQueueBeginDebugUtilsLabelEXT"));
        const auto queueInsert =
            PFN_vkQueueInsertDebugUtilsLabelEXT(command("vkQueueInsertDebugUtilsLabelEXT"));
        const auto queueEnd =
            PFN_vkQueueEndDebugUtilsLabelEXT(command("vkQueueEndDebugUtilsLabelEXT"));
        ASSERT_TRUE(setName && setTag && begin && insert && end);
        ASSERT_TRUE(queueBegin && queueInsert && queueEnd);
        VkBufferCreateInfo bufferInfo{VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO};
        bufferInfo.size = 16;
        bufferInfo.usage = VK_BUFFER_USAGE_TRANSFER_DST_BIT;
        VkBuffer buffer = VK_NULL_HANDLE;
        ASSERT_VK(vk.vkCreateBuffer(named, &bufferInfo, nullptr, &buffer));
        VkDebugUtilsObjectNameInfoEXT nameInfo{VK_STRUCTURE_TYPE_DEBUG_UTILS_OBJECT_NAME_INFO_EXT};
        nameInfo.objectType = VK_OBJECT_TYPE_BUFFER;
        nameInfo.objectHandle = uint64_t(buffer);
        nameInfo.pObjectName = "buffer";
        EXPECT_VK(setName(named, &nameInfo));
        nameInfo.objectType = VK_OBJECT_TYPE_DEVICE;
        nameInfo.objectHandle = uint64_t(named);
        EXPECT_VK(setName(named, &nameInfo));
        VkDebugUtilsObjectTagInfoEXT tagInfo{VK_STRUCTURE_TYPE_DEBUG_UTILS_OBJECT_TAG_INFO_EXT};
        tagInfo.objectType = VK_OBJECT_TYPE_BUFFER;
        tagInfo.objectHandle = uint64_t(buffer);
        tagInfo.tagSize = 4;
        tagInfo.pTag = "tag";
        EXPECT_VK(setTag(named, &tagInfo));

        VkCommandPoolCreateInfo poolInfo{VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO};
        VkCommandPool pool = VK_NULL_HANDLE;
        ASSERT_VK(vk.vkCreateCommandPool(named, &poolInfo, nullptr, &pool));
        VkCommandBufferAllocateInfo commandsInfo{VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO};
        commandsInfo.commandPool = pool;
        commandsInfo.commandBufferCount = 1;
        VkCommandBuffer commands = VK_NULL_HANDLE;
        ASSERT_VK(vk.vkAllocateCommandBuffers(named, &commandsInfo, &commands));
        VkCommandBufferBeginInfo beginInfo{VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO};
        ASSERT_VK(vk.vkBeginCommandBuffer(commands, &beginInfo));
        begin(commands, &label);
        insert(commands, &label);
        end(commands);
        ASSERT_VK(vk.vkEndCommandBuffer(commands));
        queueBegin(queue, &label);
        queueInsert(queue, &label);
        VkSubmitInfo submitInfo{VK_STRUCTURE_TYPE_SUBMIT_INFO};
        submitInfo.commandBufferCount = 1;
        submitInfo.pCommandBuffers = &commands;
        EXPECT_VK(vk.vkQueueSubmit(queue, 1, &submitInfo, VK_NULL_HANDLE));
        queueEnd(queue);
        EXPECT_VK(vk.vkQueueWaitIdle(queue));
        vk.vkDestroyCommandPool(named, pool, nullptr);
        vk.vkDestroyBuffer(named, buffer, nullptr);
    };
    use(instanceCommand);
    use(deviceCommand);
    vk.vkDestroyDevice(named, nullptr);
    PFN_vkDestroyInstance(vkGetInstanceProcAddr(other, "vkDestroyInstance"))(other, nullptr);
}

} // namespace
} // namespace vkt
