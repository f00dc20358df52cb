// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "layers/failing.h"

#include "layers/chain.h"

#include <algorithm>
#include <atomic>

namespace layers {
namespace {

std::atomic<uint64_t> g_calls{0};
std::atomic<uint64_t> g_first{0};
std::atomic<uint64_t> g_count{0};
std::atomic<VkResult> g_result{VK_SUCCESS};
std::atomic<const char*> g_failed{nullptr};

/// What a command does; those that submit or wait may return VK_ERROR_DEVICE_LOST.
enum class Does { Other, Submit, Wait };

bool fails(const char* name, Does does) {
    if (g_result == VK_ERROR_DEVICE_LOST && does == Does::Other) {
        return false;
    }
    const uint64_t call = ++g_calls;
    const uint64_t first = g_first;
    if (first == 0 || call < first || call - first >= g_count) {
        return false;
    }
    if (does == Does::Wait && g_result != VK_ERROR_DEVICE_LOST && call != first) {
        return false;
    }
    g_failed = name;
    return true;
}

/// A name that a template can be told by.
template <size_t size>
struct Name {
    constexpr Name(const char (&text)[size]) { std::copy_n(text, size, value); }
    char value[size];
};

/// Pipelines that could not be made are null; other commands leave what they were to write alone.
template <typename CreateInfo>
void clearOutput(VkPipelineCache,
                 uint32_t count,
                 const CreateInfo*,
                 const VkAllocationCallbacks*,
                 VkPipeline* pipelines) {
    std::fill_n(pipelines, count, VkPipeline());
}
template <typename... Args>
void clearOutput(Args...) {}

/// A device that is lost does not run any more.
void stop(VkDevice device) {
    nextCommand<PFN_vkDeviceWaitIdle>(device, "vkDeviceWaitIdle")(device);
}
void stop(VkQueue queue) {
    nextCommand<PFN_vkQueueWaitIdle>(queue, "vkQueueWaitIdle")(queue);
}
void stop(VkCommandBuffer) {}

template <Name name, Does does, typename Function>
struct Fallible;

template <Name name, Does does, typename Handle, typename... Args>
struct Fallible<name, does, VkResult(VKAPI_PTR*)(Handle, Args...)> {
    using Function = VkResult(VKAPI_PTR*)(Handle, Args...);

    static VKAPI_ATTR VkResult VKAPI_CALL call(Handle handle, Args... args) {
        if (fails(name.value, does)) {
            if (g_result == VK_ERROR_DEVICE_LOST) {
                stop(handle);
            }
            clearOutput(args...);
            return g_result;
        }
        return nextCommand<Function>(handle, name.value)(handle, args...);
    }

    static PFN_vkVoidFunction replacement(std::string_view wanted) {
        return wanted == name.value ? asVoid(call) : nullptr;
    }
};

#define FALLIBLE(name) Fallible<#name, Does::Other, PFN_##name>::replacement
#define SUBMITS(name) Fallible<#name, Does::Submit, PFN_##name>::replacement
#define WAITS(name) Fallible<#name, Does::Wait, PFN_##name>::replacement

using Replacement = PFN_vkVoidFunction (*)(std::string_view);
constexpr Replacement kReplacements[] = {
    FALLIBLE(vkAllocateCommandBuffers),
    FALLIBLE(vkAllocateDescriptorSets),
    FALLIBLE(vkAllocateMemory),
    FALLIBLE(vkBeginCommandBuffer),
    FALLIBLE(vkBindBufferMemory),
    FALLIBLE(vkBindImageMemory),
    FALLIBLE(vkCreateBuffer),
    FALLIBLE(vkCreateBufferView),
    FALLIBLE(vkCreateCommandPool),
    FALLIBLE(vkCreateComputePipelines),
    FALLIBLE(vkCreateDescriptorPool),
    FALLIBLE(vkCreateDescriptorSetLayout),
    FALLIBLE(vkCreateDescriptorUpdateTemplate),
    FALLIBLE(vkCreateFence),
    FALLIBLE(vkCreateFramebuffer),
    FALLIBLE(vkCreateGraphicsPipelines),
    FALLIBLE(vkCreateImage),
    FALLIBLE(vkCreateImageView),
    FALLIBLE(vkCreatePipelineCache),
    FALLIBLE(vkCreatePipelineLayout),
    FALLIBLE(vkCreateQueryPool),
    FALLIBLE(vkCreateRenderPass),
    FALLIBLE(vkCreateSampler),
    FALLIBLE(vkCreateSemaphore),
    FALLIBLE(vkCreateShaderModule),
    FALLIBLE(vkEndCommandBuffer),
    FALLIBLE(vkFlushMappedMemoryRanges),
    FALLIBLE(vkGetPipelineCacheData),
    FALLIBLE(vkInvalidateMappedMemoryRanges),
    FALLIBLE(vkMapMemory),
    FALLIBLE(vkMergePipelineCaches),
    FALLIBLE(vkResetCommandBuffer),
    FALLIBLE(vkResetCommandPool),
    WAITS(vkDeviceWaitIdle),
    WAITS(vkGetFenceStatus),
    WAITS(vkGetQueryPoolResults),
    WAITS(vkGetSemaphoreCounterValue),
    SUBMITS(vkQueueSubmit),
    SUBMITS(vkQueueSubmit2),
    WAITS(vkQueueWaitIdle),
    WAITS(vkWaitForFences),
    WAITS(vkWaitSemaphores),
};

} // namespace

const char* const kLayerName = "VK_LAYER_GLISSADE_failing";
const char* const kLayerDescription = "Makes commands fail that may fail";

PFN_vkVoidFunction intercept(std::string_view name, PFN_vkVoidFunction next) {
    for (const Replacement replacement : kReplacements) {
        if (const PFN_vkVoidFunction found = replacement(name)) {
            return found;
        }
    }
    return next;
}

} // namespace layers

extern "C" __attribute__((visibility("default"))) GlissadeFailing glissadeFail(uint64_t first,
                                                                               uint64_t count,
                                                                               VkResult result) {
    using namespace layers;
    g_first = 0;
    const GlissadeFailing last{g_calls.exchange(0), g_failed.exchange(nullptr)};
    g_result = result;
    g_count = count;
    g_first = first;
    return last;
}
