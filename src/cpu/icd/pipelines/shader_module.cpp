// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "cpu/icd/pipelines/shader_module.h"

#include "cpu/icd/api/entry_points.h"

namespace cpu::icd {

namespace entry {

VKAPI_ATTR VkResult VKAPI_CALL CreateShaderModule(VkDevice device,
                                                  const VkShaderModuleCreateInfo* pCreateInfo,
                                                  const VkAllocationCallbacks* pAllocator,
                                                  VkShaderModule* pShaderModule) {
    auto* module = make<ShaderModule>(
        pAllocator, std::span(pCreateInfo->pCode, pCreateInfo->codeSize / sizeof(uint32_t)));
    if (!module) {
        return VK_ERROR_OUT_OF_HOST_MEMORY;
    }
    *pShaderModule = handleOf<VkShaderModule>(module);
    return VK_SUCCESS;
}

VKAPI_ATTR void VKAPI_CALL DestroyShaderModule(VkDevice device,
                                               VkShaderModule shaderModule,
                                               const VkAllocationCallbacks* pAllocator) {
    destroy(cast(shaderModule), pAllocator);
}

} // namespace entry

} // namespace cpu::icd
