// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "cpu/icd/device/private_data.h"

#include "cpu/icd/api/entry_points.h"

namespace cpu::icd {

bool PrivateDataSlot::set(VkObjectType type, uint64_t object, uint64_t value) {
    std::lock_guard lock(m_mutex);
    if (value == 0) {
        m_values.erase({type, object});
        return true;
    }
    try {
        m_values[{type, object}] = value;
    } catch (const std::bad_alloc&) {
        return false;
    }
    return true;
}

uint64_t PrivateDataSlot::get(VkObjectType type, uint64_t object) const {
    std::lock_guard lock(m_mutex);
    const auto at = m_values.find({type, object});
    return at != m_values.end() ? at->second : 0;
}

namespace entry {

VKAPI_ATTR VkResult VKAPI_CALL CreatePrivateDataSlot(VkDevice device,
                                                     const VkPrivateDataSlotCreateInfo* pCreateInfo,
                                                     const VkAllocationCallbacks* pAllocator,
                                                     VkPrivateDataSlot* pPrivateDataSlot) {
    auto* slot = make<PrivateDataSlot>(pAllocator);
    if (!slot) {
        return VK_ERROR_OUT_OF_HOST_MEMORY;
    }
    *pPrivateDataSlot = handleOf<VkPrivateDataSlot>(slot);
    return VK_SUCCESS;
}

VKAPI_ATTR void VKAPI_CALL DestroyPrivateDataSlot(VkDevice device,
                                                  VkPrivateDataSlot privateDataSlot,
                                                  const VkAllocationCallbacks* pAllocator) {
    destroy(cast(privateDataSlot), pAllocator);
}

VKAPI_ATTR VkResult VKAPI_CALL SetPrivateData(VkDevice device,
                                              VkObjectType objectType,
                                              uint64_t objectHandle,
                                              VkPrivateDataSlot privateDataSlot,
                                              uint64_t data) {
    return cast(privateDataSlot)->set(objectType, objectHandle, data) ? VK_SUCCESS
                                                                      : VK_ERROR_OUT_OF_HOST_MEMORY;
}

VKAPI_ATTR void VKAPI_CALL GetPrivateData(VkDevice device,
                                          VkObjectType objectType,
                                          uint64_t objectHandle,
                                          VkPrivateDataSlot privateDataSlot,
                                          uint64_t* pData) {
    *pData = cast(privateDataSlot)->get(objectType, objectHandle);
}

} // namespace entry

} // namespace cpu::icd
