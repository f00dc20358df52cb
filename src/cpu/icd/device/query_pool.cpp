// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "cpu/exec/clock.h"
#include "cpu/icd/api/entry_points.h"
#include "cpu/icd/device/device.h"
#include "cpu/icd/device/query_form.h"
#include "cpu/icd/device/sync_objects.h"

namespace cpu::icd {

namespace {

exec::QueryType typeOf(VkQueryType type) {
    switch (type) {
    case VK_QUERY_TYPE_OCCLUSION:
        return exec::QueryType::Occlusion;
    case VK_QUERY_TYPE_PIPELINE_STATISTICS:
        return exec::QueryType::Statistics;
    case VK_QUERY_TYPE_PRIMITIVES_GENERATED_EXT:
        return exec::QueryType::GeneratedPrimitives;
    case VK_QUERY_TYPE_TRANSFORM_FEEDBACK_STREAM_EXT:
        return exec::QueryType::CapturedPrimitives;
    default:
        return exec::QueryType::Timestamp;
    }
}

} // namespace

namespace entry {

VKAPI_ATTR VkResult VKAPI_CALL CreateQueryPool(VkDevice device,
                                               const VkQueryPoolCreateInfo* pCreateInfo,
                                               const VkAllocationCallbacks* pAllocator,
                                               VkQueryPool* pQueryPool) {
    auto* pool = make<exec::QueryPool>(pAllocator,
                                       typeOf(pCreateInfo->queryType),
                                       pCreateInfo->queryCount,
                                       pCreateInfo->pipelineStatistics);
    if (!pool) {
        return VK_ERROR_OUT_OF_HOST_MEMORY;
    }
    *pQueryPool = handleOf<VkQueryPool>(pool);
    return VK_SUCCESS;
}

VKAPI_ATTR void VKAPI_CALL DestroyQueryPool(VkDevice device,
                                            VkQueryPool queryPool,
                                            const VkAllocationCallbacks* pAllocator) {
    destroy(cast(queryPool), pAllocator);
}

VKAPI_ATTR void VKAPI_CALL ResetQueryPool(VkDevice device,
                                          VkQueryPool queryPool,
                                          uint32_t firstQuery,
                                          uint32_t queryCount) {
    cast(queryPool)->reset(firstQuery, queryCount);
}

VKAPI_ATTR VkResult VKAPI_CALL GetQueryPoolResults(VkDevice device,
                                                   VkQueryPool queryPool,
                                                   uint32_t firstQuery,
                                                   uint32_t queryCount,
                                                   size_t dataSize,
                                                   void* pData,
                                                   VkDeviceSize stride,
                                                   VkQueryResultFlags flags) {
    Device& owner = *cast(device);
    const exec::QueryPool& pool = *cast(queryPool);
    if (flags & VK_QUERY_RESULT_WAIT_BIT) {
        owner.monitor().wait(
            UINT64_MAX, [&] { return owner.lost() || pool.allAvailable(firstQuery, queryCount); });
    }
    const bool all = pool.copy(
        firstQuery, queryCount, static_cast<std::byte*>(pData), stride, resultForm(flags));
    if (owner.lost()) {
        return VK_ERROR_DEVICE_LOST;
    }
    return all || flags & VK_QUERY_RESULT_PARTIAL_BIT ? VK_SUCCESS : VK_NOT_READY;
}

VKAPI_ATTR VkResult VKAPI_CALL GetPhysicalDeviceCalibrateableTimeDomainsEXT(
    VkPhysicalDevice physicalDevice, uint32_t* pTimeDomainCount, VkTimeDomainEXT* pTimeDomains) {
    const VkTimeDomainEXT domains[] = {VK_TIME_DOMAIN_DEVICE_EXT,
                                       VK_TIME_DOMAIN_CLOCK_MONOTONIC_EXT,
                                       VK_TIME_DOMAIN_CLOCK_MONOTONIC_RAW_EXT};
    return enumerate(domains, pTimeDomainCount, pTimeDomains);
}

VKAPI_ATTR VkResult VKAPI_CALL
GetCalibratedTimestampsEXT(VkDevice device,
                           uint32_t timestampCount,
                           const VkCalibratedTimestampInfoEXT* pTimestampInfos,
                           uint64_t* pTimestamps,
                           uint64_t* pMaxDeviation) {
    const uint64_t begin_ns = exec::timestamp_ns();
    for (uint32_t i = 0; i < timestampCount; ++i) {
        const bool raw = pTimestampInfos[i].timeDomain == VK_TIME_DOMAIN_CLOCK_MONOTONIC_RAW_EXT;
        pTimestamps[i] = exec::clock_ns(raw ? CLOCK_MONOTONIC_RAW : CLOCK_MONOTONIC);
    }
    // All were read within this time; the clock's tick is a nanosecond.
    *pMaxDeviation = exec::timestamp_ns() - begin_ns + 1;
    return VK_SUCCESS;
}

} // namespace entry

} // namespace cpu::icd
