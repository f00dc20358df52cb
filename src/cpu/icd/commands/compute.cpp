// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "cpu/exec/dispatch.h"
#include "cpu/icd/api/entry_points.h"
#include "cpu/icd/commands/command_buffer.h"
#include "cpu/icd/resources/buffer.h"

namespace cpu::icd {
namespace entry {

VKAPI_ATTR void VKAPI_CALL CmdDispatch(VkCommandBuffer commandBuffer,
                                       uint32_t groupCountX,
                                       uint32_t groupCountY,
                                       uint32_t groupCountZ) {
    cast(commandBuffer)->record(exec::Dispatch{{}, {groupCountX, groupCountY, groupCountZ}});
}

VKAPI_ATTR void VKAPI_CALL CmdDispatchBase(VkCommandBuffer commandBuffer,
                                           uint32_t baseGroupX,
                                           uint32_t baseGroupY,
                                           uint32_t baseGroupZ,
                                           uint32_t groupCountX,
                                           uint32_t groupCountY,
                                           uint32_t groupCountZ) {
    cast(commandBuffer)
        ->record(exec::Dispatch{{baseGroupX, baseGroupY, baseGroupZ},
                                {groupCountX, groupCountY, groupCountZ}});
}

VKAPI_ATTR void VKAPI_CALL CmdDispatchIndirect(VkCommandBuffer commandBuffer,
                                               VkBuffer buffer,
                                               VkDeviceSize offset) {
    const Buffer& counts = *cast(buffer);
    if (counts.data() && offset <= counts.size_B() &&
        counts.size_B() - offset >= sizeof(VkDispatchIndirectCommand)) {
        cast(commandBuffer)->record(exec::DispatchIndirect{counts.data() + offset});
    }
}

} // namespace entry
} // namespace cpu::icd
