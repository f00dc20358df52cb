// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "cpu/icd/api/entry_points.h"
#include "cpu/icd/device/call_waits.h"
#include "cpu/icd/device/device.h"
#include "cpu/icd/device/sync_objects.h"

namespace cpu::icd {

namespace entry {

VKAPI_ATTR VkResult VKAPI_CALL CreateSemaphore(VkDevice device,
                                               const VkSemaphoreCreateInfo* pCreateInfo,
                                               const VkAllocationCallbacks* pAllocator,
                                               VkSemaphore* pSemaphore) {
    const auto* type = find<VkSemaphoreTypeCreateInfo>(
        pCreateInfo->pNext, VK_STRUCTURE_TYPE_SEMAPHORE_TYPE_CREATE_INFO);
    const bool timeline = type && type->semaphoreType == VK_SEMAPHORE_TYPE_TIMELINE;
    auto* semaphore =
        make<exec::Semaphore>(pAllocator, timeline, timeline ? type->initialValue : 0);
    if (!semaphore) {
        return VK_ERROR_OUT_OF_HOST_MEMORY;
    }
    *pSemaphore = handleOf<VkSemaphore>(semaphore);
    return VK_SUCCESS;
}

VKAPI_ATTR void VKAPI_CALL DestroySemaphore(VkDevice device,
                                            VkSemaphore semaphore,
                                            const VkAllocationCallbacks* pAllocator) {
    destroy(cast(semaphore), pAllocator);
}

VKAPI_ATTR VkResult VKAPI_CALL GetSemaphoreCounterValue(VkDevice device,
                                                        VkSemaphore semaphore,
                                                        uint64_t* pValue) {
    Device& owner = *cast(device);
    *pValue = owner.monitor().inspect([&] { return cast(semaphore)->value(); });
    return owner.lost() ? VK_ERROR_DEVICE_LOST : VK_SUCCESS;
}

VKAPI_ATTR VkResult VKAPI_CALL SignalSemaphore(VkDevice device,
                                               const VkSemaphoreSignalInfo* pSignalInfo) {
    cast(device)->monitor().update(
        [&] { cast(pSignalInfo->semaphore)->signal(pSignalInfo->value); });
    return VK_SUCCESS;
}

VKAPI_ATTR VkResult VKAPI_CALL WaitSemaphores(VkDevice device,
                                              const VkSemaphoreWaitInfo* pWaitInfo,
                                              uint64_t timeout) {
    const bool any = pWaitInfo->flags & VK_SEMAPHORE_WAIT_ANY_BIT;
    const auto ready = [&] {
        for (uint32_t i = 0; i < pWaitInfo->semaphoreCount; ++i) {
            if (cast(pWaitInfo->pSemaphores[i])->reached(pWaitInfo->pValues[i]) == any) {
                return any;
            }
        }
        return !any;
    };
    Device& owner = *cast(device);
    bool reached = false;
    const report::Span span;
    owner.monitor().wait(timeout, [&] { return (reached = ready()) || owner.lost(); });
    noteWait(span, "vkWaitSemaphores");
    if (reached) {
        return VK_SUCCESS;
    }
    return owner.lost() ? VK_ERROR_DEVICE_LOST : VK_TIMEOUT;
}

} // namespace entry

} // namespace cpu::icd
