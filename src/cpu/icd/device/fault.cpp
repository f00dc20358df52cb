// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "cpu/icd/api/entry_points.h"
#include "cpu/icd/device/device.h"

#include <cstdio>
#include <string>

namespace cpu::icd {

namespace entry {

/// A sentence says it all: there are no addresses, and nothing of a vendor's.
VKAPI_ATTR VkResult VKAPI_CALL GetDeviceFaultInfoEXT(VkDevice device,
                                                     VkDeviceFaultCountsEXT* pFaultCounts,
                                                     VkDeviceFaultInfoEXT* pFaultInfo) {
    pFaultCounts->addressInfoCount = 0;
    pFaultCounts->vendorInfoCount = 0;
    pFaultCounts->vendorBinarySize = 0;
    if (pFaultInfo) {
        const std::string fault = cast(device)->fault();
        std::snprintf(pFaultInfo->description, sizeof pFaultInfo->description, "%s", fault.c_str());
    }
    return VK_SUCCESS;
}

} // namespace entry

} // namespace cpu::icd
