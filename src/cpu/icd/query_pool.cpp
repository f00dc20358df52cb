// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "cpu/icd/query_pool.h"

#include "cpu/icd/api/entry_points.h"
#include "cpu/icd/device.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include <time.h>

namespace cpu::icd {

namespace {

uint64_t clock_ns(clockid_t clock) {
    timespec now;
    clock_gettime(clock, &now);
    return uint64_t(now.tv_sec) * 1'000'000'000 + uint64_t(now.tv_nsec);
}

void store(std::byte* to, uint32_t index, uint64_t value, bool wide) {
    if (wide) {
        std::memcpy(to + 8 * index, &value, 8);
    } else {
        const auto narrow = uint32_t(value);
        std::memcpy(to + 4 * index, &narrow, 4);
    }
}

uint32_t valueCount(VkQueryType type, VkQueryPipelineStatisticFlags statistics) {
    if (type == VK_QUERY_TYPE_TRANSFORM_FEEDBACK_STREAM_EXT) {
        return 2;
    }
    return statistics ? uint32_t(std::popcount(statistics)) : 1;
}

} // namespace

uint64_t timestamp_ns() {
    return clock_ns(CLOCK_MONOTONIC);
}

QueryPool::QueryPool(VkQueryType type, uint32_t count, VkQueryPipelineStatisticFlags statistics)
    : m_type(type),
      m_statistics(type == VK_QUERY_TYPE_PIPELINE_STATISTICS ? statistics : 0),
      m_valueCount(valueCount(type, m_statistics)),
      m_available(count),
      m_values(size_t(count) * m_valueCount) {}

void QueryPool::reset(uint32_t first, uint32_t count) {
    for (uint32_t i = first; i < first + count; ++i) {
        m_available[i].store(false, std::memory_order_release);
        for (uint32_t j = 0; j < m_valueCount; ++j) {
            m_values[size_t(i) * m_valueCount + j].store(0, std::memory_order_relaxed);
        }
    }
}

void QueryPool::write(uint32_t query, std::span<const uint64_t> values) {
    if (query >= m_available.size()) {
        return;
    }
    for (size_t i = 0; i < std::min<size_t>(values.size(), m_valueCount); ++i) {
        m_values[size_t(query) * m_valueCount + i].store(values[i], std::memory_order_relaxed);
    }
    m_available[query].store(true, std::memory_order_release);
}

bool QueryPool::available(uint32_t query) const {
    return m_available[query].load(std::memory_order_acquire);
}

bool QueryPool::allAvailable(uint32_t first, uint32_t count) const {
    for (uint32_t i = first; i < first + count; ++i) {
        if (!available(i)) {
            return false;
        }
    }
    return true;
}

bool QueryPool::copy(uint32_t first,
                     uint32_t count,
                     std::byte* to,
                     uint64_t stride_B,
                     VkQueryResultFlags flags) const {
    const bool wide = flags & VK_QUERY_RESULT_64_BIT;
    bool all = true;
    for (uint32_t i = 0; i < count; ++i, to += stride_B) {
        const bool is = available(first + i);
        all &= is;
        for (uint32_t j = 0; j < m_valueCount && (is || flags & VK_QUERY_RESULT_PARTIAL_BIT); ++j) {
            const auto& value = m_values[size_t(first + i) * m_valueCount + j];
            store(to, j, is ? value.load(std::memory_order_relaxed) : 0, wide);
        }
        if (flags & VK_QUERY_RESULT_WITH_AVAILABILITY_BIT) {
            store(to, m_valueCount, is, wide);
        }
    }
    return all;
}

namespace entry {

VKAPI_ATTR VkResult VKAPI_CALL CreateQueryPool(VkDevice device,
                                               const VkQueryPoolCreateInfo* pCreateInfo,
                                               const VkAllocationCallbacks* pAllocator,
                                               VkQueryPool* pQueryPool) {
    auto* pool = make<QueryPool>(pAllocator,
                                 pCreateInfo->queryType,
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
    const QueryPool& pool = *cast(queryPool);
    if (flags & VK_QUERY_RESULT_WAIT_BIT) {
        owner.monitor().wait(
            UINT64_MAX, [&] { return owner.lost() || pool.allAvailable(firstQuery, queryCount); });
    }
    const bool all =
        pool.copy(firstQuery, queryCount, static_cast<std::byte*>(pData), stride, flags);
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
    const uint64_t begin_ns = timestamp_ns();
    for (uint32_t i = 0; i < timestampCount; ++i) {
        const bool raw = pTimestampInfos[i].timeDomain == VK_TIME_DOMAIN_CLOCK_MONOTONIC_RAW_EXT;
        pTimestamps[i] = clock_ns(raw ? CLOCK_MONOTONIC_RAW : CLOCK_MONOTONIC);
    }
    // All were read within this time; the clock's tick is a nanosecond.
    *pMaxDeviation = timestamp_ns() - begin_ns + 1;
    return VK_SUCCESS;
}

} // namespace entry

} // namespace cpu::icd
