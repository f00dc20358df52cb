// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "layers/census.h"

#include "layers/chain.h"

// Which needs Vulkan's own header first.
#include "base/vk_shader_object.h"

#include <algorithm>
#include <atomic>
#include <mutex>
#include <unordered_map>

namespace layers {
namespace {

enum Kind : size_t {
    Buffer,
    Image,
    ImageView,
    Sampler,
    Pipeline,
    PipelineLayout,
    ShaderModule,
    ShaderObject,
    DescriptorPool,
    DescriptorSetLayout,
    CommandPool,
    Framebuffer,
    RenderPass,
    Semaphore,
    Fence,
    QueryPool,
    KindCount
};

std::atomic<uint32_t> g_alive[KindCount];
std::atomic<uint64_t> g_made[KindCount];
std::atomic<uint64_t> g_descriptorSetsMade;
thread_local uint64_t t_compiled;
std::mutex g_memoryMutex;
std::unordered_map<VkDeviceMemory, VkDeviceSize> g_memory;

void noteMade(Kind kind, uint32_t count) {
    g_alive[kind] += count;
    g_made[kind] += count;
    t_compiled += kind == Pipeline || kind == ShaderModule || kind == ShaderObject ? count : 0;
}

/// A name that a template can be told by.
template <size_t size>
struct Name {
    constexpr Name(const char (&text)[size]) { std::copy_n(text, size, value); }
    char value[size];
};

/// vkCreate* and vkDestroy* of objects that are made one at a time have one shape.
template <Kind kind, Name createName, Name destroyName, typename Object, typename CreateInfo>
struct Counted {
    using Create = VkResult(VKAPI_PTR*)(VkDevice,
                                        const CreateInfo*,
                                        const VkAllocationCallbacks*,
                                        Object*);
    using Destroy = void(VKAPI_PTR*)(VkDevice, Object, const VkAllocationCallbacks*);

    static VKAPI_ATTR VkResult VKAPI_CALL create(VkDevice device,
                                                 const CreateInfo* createInfo,
                                                 const VkAllocationCallbacks* allocator,
                                                 Object* object) {
        const auto next = nextCommand<Create>(device, createName.value);
        const VkResult result = next(device, createInfo, allocator, object);
        noteMade(kind, result == VK_SUCCESS);
        return result;
    }

    static VKAPI_ATTR void VKAPI_CALL destroy(VkDevice device,
                                              Object object,
                                              const VkAllocationCallbacks* allocator) {
        g_alive[kind] -= object != VK_NULL_HANDLE;
        nextCommand<Destroy>(device, destroyName.value)(device, object, allocator);
    }

    static PFN_vkVoidFunction replacement(std::string_view name) {
        if (name == createName.value) {
            return asVoid(create);
        }
        return name == destroyName.value ? asVoid(destroy) : nullptr;
    }
};

#define COUNTED(kind)                                                                              \
    Counted<kind, "vkCreate" #kind, "vkDestroy" #kind, Vk##kind, Vk##kind##CreateInfo>::replacement

template <typename CreateInfo, typename Next>
VkResult createPipelines(Next next,
                         VkDevice device,
                         VkPipelineCache cache,
                         uint32_t count,
                         const CreateInfo* createInfos,
                         const VkAllocationCallbacks* allocator,
                         VkPipeline* pipelines) {
    const VkResult result = next(device, cache, count, createInfos, allocator, pipelines);
    // Those that were made are not null, whatever the result is.
    noteMade(Pipeline, uint32_t(count - std::count(pipelines, pipelines + count, VkPipeline())));
    return result;
}

VKAPI_ATTR VkResult VKAPI_CALL createGraphicsPipelines(VkDevice device,
                                                       VkPipelineCache cache,
                                                       uint32_t count,
                                                       const VkGraphicsPipelineCreateInfo* infos,
                                                       const VkAllocationCallbacks* allocator,
                                                       VkPipeline* pipelines) {
    return createPipelines(
        nextCommand<PFN_vkCreateGraphicsPipelines>(device, "vkCreateGraphicsPipelines"),
        device,
        cache,
        count,
        infos,
        allocator,
        pipelines);
}

VKAPI_ATTR VkResult VKAPI_CALL createComputePipelines(VkDevice device,
                                                      VkPipelineCache cache,
                                                      uint32_t count,
                                                      const VkComputePipelineCreateInfo* infos,
                                                      const VkAllocationCallbacks* allocator,
                                                      VkPipeline* pipelines) {
    return createPipelines(
        nextCommand<PFN_vkCreateComputePipelines>(device, "vkCreateComputePipelines"),
        device,
        cache,
        count,
        infos,
        allocator,
        pipelines);
}

VKAPI_ATTR void VKAPI_CALL destroyPipeline(VkDevice device,
                                           VkPipeline pipeline,
                                           const VkAllocationCallbacks* allocator) {
    g_alive[Pipeline] -= pipeline != VK_NULL_HANDLE;
    nextCommand<PFN_vkDestroyPipeline>(device, "vkDestroyPipeline")(device, pipeline, allocator);
}

VKAPI_ATTR VkResult VKAPI_CALL createShaders(VkDevice device,
                                             uint32_t count,
                                             const VkShaderCreateInfoEXT* infos,
                                             const VkAllocationCallbacks* allocator,
                                             VkShaderEXT* shaders) {
    const VkResult result = nextCommand<PFN_vkCreateShadersEXT>(device, "vkCreateShadersEXT")(
        device, count, infos, allocator, shaders);
    // As with pipelines.
    noteMade(ShaderObject, uint32_t(count - std::count(shaders, shaders + count, VkShaderEXT())));
    return result;
}

VKAPI_ATTR void VKAPI_CALL destroyShader(VkDevice device,
                                         VkShaderEXT shader,
                                         const VkAllocationCallbacks* allocator) {
    g_alive[ShaderObject] -= shader != VK_NULL_HANDLE;
    nextCommand<PFN_vkDestroyShaderEXT>(device, "vkDestroyShaderEXT")(device, shader, allocator);
}

VKAPI_ATTR VkResult VKAPI_CALL allocateDescriptorSets(VkDevice device,
                                                      const VkDescriptorSetAllocateInfo* info,
                                                      VkDescriptorSet* sets) {
    const VkResult result = nextCommand<PFN_vkAllocateDescriptorSets>(
        device, "vkAllocateDescriptorSets")(device, info, sets);
    g_descriptorSetsMade += result == VK_SUCCESS ? info->descriptorSetCount : 0;
    return result;
}

VKAPI_ATTR VkResult VKAPI_CALL allocateMemory(VkDevice device,
                                              const VkMemoryAllocateInfo* info,
                                              const VkAllocationCallbacks* allocator,
                                              VkDeviceMemory* memory) {
    const VkResult result = nextCommand<PFN_vkAllocateMemory>(device, "vkAllocateMemory")(
        device, info, allocator, memory);
    if (result == VK_SUCCESS) {
        const std::lock_guard lock(g_memoryMutex);
        g_memory[*memory] = info->allocationSize;
    }
    return result;
}

VKAPI_ATTR void VKAPI_CALL freeMemory(VkDevice device,
                                      VkDeviceMemory memory,
                                      const VkAllocationCallbacks* allocator) {
    {
        const std::lock_guard lock(g_memoryMutex);
        g_memory.erase(memory);
    }
    nextCommand<PFN_vkFreeMemory>(device, "vkFreeMemory")(device, memory, allocator);
}

using Replacement = PFN_vkVoidFunction (*)(std::string_view name);

constexpr Replacement kReplacements[] = {
    COUNTED(Buffer),
    COUNTED(Image),
    COUNTED(ImageView),
    COUNTED(Sampler),
    COUNTED(PipelineLayout),
    COUNTED(ShaderModule),
    COUNTED(DescriptorPool),
    COUNTED(DescriptorSetLayout),
    COUNTED(CommandPool),
    COUNTED(Framebuffer),
    COUNTED(RenderPass),
    COUNTED(Semaphore),
    COUNTED(Fence),
    COUNTED(QueryPool),
};

constexpr struct {
    std::string_view name;
    PFN_vkVoidFunction (*function)();
} kOthers[] = {
    {"vkCreateGraphicsPipelines", [] { return asVoid(createGraphicsPipelines); }},
    {"vkCreateComputePipelines", [] { return asVoid(createComputePipelines); }},
    {"vkDestroyPipeline", [] { return asVoid(destroyPipeline); }},
    {"vkCreateShadersEXT", [] { return asVoid(createShaders); }},
    {"vkDestroyShaderEXT", [] { return asVoid(destroyShader); }},
    {"vkAllocateDescriptorSets", [] { return asVoid(allocateDescriptorSets); }},
    {"vkAllocateMemory", [] { return asVoid(allocateMemory); }},
    {"vkFreeMemory", [] { return asVoid(freeMemory); }},
};

} // namespace

const char* const kLayerName = "VK_LAYER_GLISSADE_census";
const char* const kLayerDescription = "Counts the objects that are alive or were made";

PFN_vkVoidFunction intercept(std::string_view name, PFN_vkVoidFunction next) {
    for (const Replacement replacement : kReplacements) {
        if (const auto function = replacement(name)) {
            return function;
        }
    }
    for (const auto& other : kOthers) {
        if (name == other.name) {
            return other.function();
        }
    }
    return next;
}

} // namespace layers

extern "C" __attribute__((visibility("default"))) void glissadeCensus(GlissadeCensus* census) {
    using namespace layers;
    uint32_t* counts[KindCount] = {};
    counts[Buffer] = &census->buffers;
    counts[Image] = &census->images;
    counts[ImageView] = &census->imageViews;
    counts[Sampler] = &census->samplers;
    counts[Pipeline] = &census->pipelines;
    counts[PipelineLayout] = &census->pipelineLayouts;
    counts[ShaderModule] = &census->shaderModules;
    counts[ShaderObject] = &census->shaderObjects;
    counts[DescriptorPool] = &census->descriptorPools;
    counts[DescriptorSetLayout] = &census->descriptorSetLayouts;
    counts[CommandPool] = &census->commandPools;
    counts[Framebuffer] = &census->framebuffers;
    counts[RenderPass] = &census->renderPasses;
    counts[Semaphore] = &census->semaphores;
    counts[Fence] = &census->fences;
    counts[QueryPool] = &census->queryPools;
    for (size_t kind = 0; kind < KindCount; ++kind) {
        *counts[kind] = g_alive[kind];
    }
    census->pipelinesMade = g_made[Pipeline];
    census->shaderModulesMade = g_made[ShaderModule];
    census->shaderObjectsMade = g_made[ShaderObject];
    census->samplersMade = g_made[Sampler];
    census->descriptorSetsMade = g_descriptorSetsMade;
    census->compiledByThread = t_compiled;
    const std::lock_guard lock(g_memoryMutex);
    census->allocations = uint32_t(g_memory.size());
    census->allocated_B = 0;
    for (const auto& [memory, size_B] : g_memory) {
        census->allocated_B += size_B;
    }
}
