// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "cpu/icd/api/entry_points.h"
#include "cpu/icd/device/call_waits.h"
#include "cpu/icd/device/device.h"
#include "cpu/icd/device/sync_objects.h"

#include <algorithm>
#include <span>

namespace cpu::icd {

namespace entry {

VKAPI_ATTR VkResult VKAPI_CALL CreateFence(VkDevice device,
                                           const VkFenceCreateInfo* pCreateInfo,
                                           const VkAllocationCallbacks* pAllocator,
                                           VkFence* pFence) {
    auto* fence =
        make<exec::Fence>(pAllocator, (pCreateInfo->flags & VK_FENCE_CREATE_SIGNALED_BIT) != 0);
    if (!fence) {
        return VK_ERROR_OUT_OF_HOST_MEMORY;
    }
    *pFence = handleOf<VkFence>(fence);
    return VK_SUCCESS;
}

VKAPI_ATTR void VKAPI_CALL DestroyFence(VkDevice device,
                                        VkFence fence,
                                        const VkAllocationCallbacks* pAllocator) {
    destroy(cast(fence), pAllocator);
}

VKAPI_ATTR VkResult VKAPI_CALL ResetFences(VkDevice device,
                                           uint32_t fenceCount,
                                           const VkFence* pFences) {
    for (const VkFence fence : std::span(pFences, fenceCount)) {
        cast(fence)->set(false);
    }
    return VK_SUCCESS;
}

VKAPI_ATTR VkResult VKAPI_CALL GetFenceStatus(VkDevice device, VkFence fence) {
    if (cast(fence)->signaled()) {
        return VK_SUCCESS;
    }
    return cast(device)->lost() ? VK_ERROR_DEVICE_LOST : VK_NOT_READY;
}

VKAPI_ATTR VkResult VKAPI_CALL WaitForFences(VkDevice device,
                                             uint32_t fenceCount,
                                             const VkFence* pFences,
                                             VkBool32 waitAll,
                                             uint64_t timeout) {
    const std::span fences(pFences, fenceCount);
    const auto signaled = [](VkFence fence) { return cast(fence)->signaled(); };
    const auto ready = [&] {
        return waitAll ? std::all_of(fences.begin(), fences.end(), signaled)
                       : std::any_of(fences.begin(), fences.end(), signaled);
    };
    Device& owner = *cast(device);
    const report::Span span;
    owner.monitor().wait(timeout, [&] { return owner.lost() || ready(); });
    noteWait(span, "vkWaitForFences");
    if (ready()) {
        return VK_SUCCESS;
    }
    return owner.lost() ? VK_ERROR_DEVICE_LOST : VK_TIMEOUT;
}

} // namespace entry

} // namespace cpu::icd
