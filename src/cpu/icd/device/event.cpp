// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "cpu/icd/api/entry_points.h"
#include "cpu/icd/device/device.h"
#include "cpu/icd/device/sync_objects.h"

namespace cpu::icd {

namespace entry {

VKAPI_ATTR VkResult VKAPI_CALL CreateEvent(VkDevice device,
                                           const VkEventCreateInfo* pCreateInfo,
                                           const VkAllocationCallbacks* pAllocator,
                                           VkEvent* pEvent) {
    auto* event = make<exec::Event>(pAllocator);
    if (!event) {
        return VK_ERROR_OUT_OF_HOST_MEMORY;
    }
    *pEvent = handleOf<VkEvent>(event);
    return VK_SUCCESS;
}

VKAPI_ATTR void VKAPI_CALL DestroyEvent(VkDevice device,
                                        VkEvent event,
                                        const VkAllocationCallbacks* pAllocator) {
    destroy(cast(event), pAllocator);
}

VKAPI_ATTR VkResult VKAPI_CALL GetEventStatus(VkDevice device, VkEvent event) {
    if (cast(device)->lost()) {
        return VK_ERROR_DEVICE_LOST;
    }
    return cast(event)->signaled() ? VK_EVENT_SET : VK_EVENT_RESET;
}

VKAPI_ATTR VkResult VKAPI_CALL SetEvent(VkDevice device, VkEvent event) {
    cast(device)->monitor().update([&] { cast(event)->set(true); });
    return VK_SUCCESS;
}

VKAPI_ATTR VkResult VKAPI_CALL ResetEvent(VkDevice device, VkEvent event) {
    cast(device)->monitor().update([&] { cast(event)->set(false); });
    return VK_SUCCESS;
}

} // namespace entry

} // namespace cpu::icd
