// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "cpu/icd/pipelines/pipeline_cache.h"

#include "cpu/icd/api/entry_points.h"
#include "cpu/icd/physical/identity.h"

#include <cstring>

namespace cpu::icd {

namespace {

using CacheHeader = VkPipelineCacheHeaderVersionOne;

CacheHeader makeHeader() {
    CacheHeader header{
        sizeof header, VK_PIPELINE_CACHE_HEADER_VERSION_ONE, kVendorId, kDeviceId, {}};
    std::memcpy(
        header.pipelineCacheUUID, identity().pipelineCacheUuid, sizeof header.pipelineCacheUUID);
    return header;
}

} // namespace

PipelineCache::PipelineCache(std::span<const std::byte> data) {
    const CacheHeader header = makeHeader();
    if (data.size() >= sizeof header && std::memcmp(data.data(), &header, sizeof header) == 0) {
        m_images.read(data.subspan(sizeof header));
    }
}

VkResult PipelineCache::write(size_t* size_B, void* data) {
    const CacheHeader header = makeHeader();
    const std::vector<std::vector<std::byte>> entries = m_images.write();
    if (!data) {
        *size_B = sizeof header;
        for (const auto& entry : entries) {
            *size_B += entry.size();
        }
        return VK_SUCCESS;
    }
    // Less than a whole header would be read as something else.
    if (*size_B < sizeof header) {
        *size_B = 0;
        return VK_INCOMPLETE;
    }
    auto* const bytes = static_cast<std::byte*>(data);
    std::memcpy(bytes, &header, sizeof header);
    size_t written_B = sizeof header;
    bool all = true;
    for (const auto& entry : entries) {
        if (entry.size() > *size_B - written_B) {
            all = false;
            continue;
        }
        std::memcpy(bytes + written_B, entry.data(), entry.size());
        written_B += entry.size();
    }
    *size_B = written_B;
    return all ? VK_SUCCESS : VK_INCOMPLETE;
}

namespace entry {

VKAPI_ATTR VkResult VKAPI_CALL CreatePipelineCache(VkDevice device,
                                                   const VkPipelineCacheCreateInfo* pCreateInfo,
                                                   const VkAllocationCallbacks* pAllocator,
                                                   VkPipelineCache* pPipelineCache) {
    auto* cache = make<PipelineCache>(
        pAllocator,
        std::span(static_cast<const std::byte*>(pCreateInfo->pInitialData),
                  pCreateInfo->pInitialData ? pCreateInfo->initialDataSize : 0));
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
    try {
        return cast(pipelineCache)->write(pDataSize, pData);
    } catch (const std::bad_alloc&) {
        return VK_ERROR_OUT_OF_HOST_MEMORY;
    }
}

VKAPI_ATTR VkResult VKAPI_CALL MergePipelineCaches(VkDevice device,
                                                   VkPipelineCache dstCache,
                                                   uint32_t srcCacheCount,
                                                   const VkPipelineCache* pSrcCaches) {
    try {
        for (uint32_t i = 0; i < srcCacheCount; ++i) {
            cast(dstCache)->images().insertAll(cast(pSrcCaches[i])->images());
        }
        return VK_SUCCESS;
    } catch (const std::bad_alloc&) {
        return VK_ERROR_OUT_OF_HOST_MEMORY;
    }
}

} // namespace entry

} // namespace cpu::icd
