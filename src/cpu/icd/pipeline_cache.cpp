// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "cpu/icd/pipeline_cache.h"

#include "cpu/icd/api/entry_points.h"
#include "cpu/icd/identity.h"

#include <algorithm>
#include <cstring>

namespace cpu::icd {

VkPipelineCacheHeaderVersionOne PipelineCache::header() {
    VkPipelineCacheHeaderVersionOne header{
        sizeof header, VK_PIPELINE_CACHE_HEADER_VERSION_ONE, kVendorId, kDeviceId};
    pipelineCacheUuid(header.pipelineCacheUUID);
    return header;
}

namespace entry {

VKAPI_ATTR VkResult VKAPI_CALL CreatePipelineCache(VkDevice device,
                                                   const VkPipelineCacheCreateInfo* pCreateInfo,
                                                   const VkAllocationCallbacks* pAllocator,
                                                   VkPipelineCache* pPipelineCache) {
    auto* cache = make<PipelineCache>(pAllocator);
    if (!cache) {
        return VK_ERROR_OUT_OF_HOST_MEMORY;
    }
    *pPipelineCache = handleOf<VkPipelineCache>(cache);
    return VK_SUCCESS;
}

VKAPI_ATTR void VKAPI_CALL DestroyPipelineCache(VkDevice device,
                                                VkPipelineCache pipelineCache,
                                                const VkAllocationCallbacks* pAllocator) {
    destroy(cast(pipelineCache), pAllocator);
}

VKAPI_ATTR VkResult VKAPI_CALL GetPipelineCacheData(VkDevice device,
                                                    VkPipelineCache pipelineCache,
                                                    size_t* pDataSize,
                                                    void* pData) {
    const VkPipelineCacheHeaderVersionOne header = PipelineCache::header();
    if (!pData) {
        *pDataSize = sizeof header;
        return VK_SUCCESS;
    }
    // Less than a whole header would be read as something else.
    if (*pDataSize < sizeof header) {
        *pDataSize = 0;
        return VK_INCOMPLETE;
    }
    std::memcpy(pData, &header, sizeof header);
    *pDataSize = sizeof header;
    return VK_SUCCESS;
}

VKAPI_ATTR VkResult VKAPI_CALL MergePipelineCaches(VkDevice device,
                                                   VkPipelineCache dstCache,
                                                   uint32_t srcCacheCount,
                                                   const VkPipelineCache* pSrcCaches) {
    return VK_SUCCESS;
}

} // namespace entry

} // namespace cpu::icd
