// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "cpu/exec/query_pool.h"

#include <algorithm>
#include <bit>
#include <cstring>

namespace cpu::exec {

namespace {

void store(std::byte* to, uint32_t index, uint64_t value, bool wide) {
    if (wide) {
        std::memcpy(to + 8 * index, &value, 8);
    } else {
        const auto narrow = uint32_t(value);
        std::memcpy(to + 4 * index, &narrow, 4);
    }
}

uint32_t valueCount(QueryType type, uint32_t statistics) {
    if (type == QueryType::CapturedPrimitives) {
        return 2;
    }
    return statistics ? uint32_t(std::popcount(statistics)) : 1;
}

} // namespace

QueryPool::QueryPool(QueryType type, uint32_t count, uint32_t statistics)
    : m_type(type),
      m_statistics(type == QueryType::Statistics ? statistics : 0),
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
                     const QueryResultForm& form) const {
    bool all = true;
    for (uint32_t i = 0; i < count; ++i, to += stride_B) {
        const bool is = available(first + i);
        all &= is;
        for (uint32_t j = 0; j < m_valueCount && (is || form.partial); ++j) {
            const auto& value = m_values[size_t(first + i) * m_valueCount + j];
            store(to, j, is ? value.load(std::memory_order_relaxed) : 0, form.wide);
        }
        if (form.withAvailability) {
            store(to, m_valueCount, is, form.wide);
        }
    }
    return all;
}

} // namespace cpu::exec
