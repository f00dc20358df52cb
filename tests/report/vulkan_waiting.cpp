// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// vulkan_waiting [endless]: a Vulkan program whose only thread creates a pipeline of a shader that
// is called 'water', and waits for what it submits. With `endless` that never ends, and the device
// gives it up.

#include "vk_compute/device.h"

#include <cstdio>
#include <string_view>

namespace {

constexpr char kSource[] = R"(#version 460
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) buffer Values { uint values[]; };
void main() {
    uint value = gl_GlobalInvocationID.x;
    for (uint i = 0; i < values[0]; ++i) {
        value = value * 1664525u + values[1 + value % 63u];
    }
    values[64 + gl_GlobalInvocationID.x] = value;
})";
/// Another program, for its layout.
constexpr char kNothing[] = R"(#version 460
layout(local_size_x = 1) in;
layout(set = 0, binding = 0) buffer Values { uint values[]; };
void main() { values[0] = 0; })";

constexpr uint32_t kGroups = 64;
constexpr uint32_t kSteps = 100'000;

VkPipeline makeNamed(const vkc::Device& device, VkPipelineLayout layout) {
    const std::vector<uint32_t> words = vkc::compileGlsl(kSource);
    VkShaderModuleCreateInfo moduleInfo{VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO};
    moduleInfo.codeSize = words.size() * sizeof(uint32_t);
    moduleInfo.pCode = words.data();
    VkComputePipelineCreateInfo info{VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO};
    info.stage = {VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO};
    info.stage.stage = VK_SHADER_STAGE_COMPUTE_BIT;
    info.stage.pName = "main";
    info.layout = layout;
    vkc::check(vkCreateShaderModule(device.handle(), &moduleInfo, nullptr, &info.stage.module),
               "module");
    VkDebugUtilsObjectNameInfoEXT name{VK_STRUCTURE_TYPE_DEBUG_UTILS_OBJECT_NAME_INFO_EXT};
    name.objectType = VK_OBJECT_TYPE_SHADER_MODULE;
    name.objectHandle = reinterpret_cast<uint64_t>(info.stage.module);
    name.pObjectName = "water";
    vkc::check(vkSetDebugUtilsObjectNameEXT(device.handle(), &name), "name");
    VkPipeline pipeline = VK_NULL_HANDLE;
    vkc::check(
        vkCreateComputePipelines(device.handle(), VK_NULL_HANDLE, 1, &info, nullptr, &pipeline),
        "pipeline");
    vkDestroyShaderModule(device.handle(), info.stage.module, nullptr);
    return pipeline;
}

int run(bool isEndless) {
    vkc::Device device(vkc::Wishes{.instanceExtensions = {VK_EXT_DEBUG_UTILS_EXTENSION_NAME}});
    vkc::Buffer values(device, 64 * 1024, VK_BUFFER_USAGE_STORAGE_BUFFER_BIT);
    values.as<uint32_t>()[0] = isEndless ? ~0u : kSteps;
    const vkc::BindingType bindings[] = {{VK_DESCRIPTOR_TYPE_STORAGE_BUFFER}};
    vkc::Kernel other(device, vkc::compileGlsl(kNothing), bindings);
    other.bind(0, values);
    const VkPipeline pipeline = makeNamed(device, other.layout());
    device.run([&](VkCommandBuffer commands) {
        const VkDescriptorSet set = other.set();
        vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline);
        vkCmdBindDescriptorSets(
            commands, VK_PIPELINE_BIND_POINT_COMPUTE, other.layout(), 0, 1, &set, 0, nullptr);
        vkCmdDispatch(commands, kGroups, 1, 1);
    });
    vkDestroyPipeline(device.handle(), pipeline, nullptr);
    return 0;
}

} // namespace

int main(int argc, char** argv) {
    const bool isEndless = argc > 1 && std::string_view(argv[1]) == "endless";
    try {
        return run(isEndless);
    } catch (const vkc::Failure& failure) {
        std::fprintf(stderr, "vulkan_waiting: %s\n", failure.what());
        return isEndless ? 0 : 1;
    }
}
