// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "cpu/exec/draw_counters.h"

#include "cpu/exec/monitor.h"
#include "cpu/exec/query_pool.h"

#include <span>

namespace cpu::exec {

namespace {

void write(QueryPool& pool,
           uint32_t query,
           uint32_t views,
           DrawCounters::Kind kind,
           const DrawSums& sums) {
    std::array<uint64_t, kStatistics> values{};
    size_t count = 0;
    if (kind == DrawCounters::Samples) {
        values[count++] = sums.samplesPassed;
    } else {
        for (uint32_t i = 0; i < kStatistics; ++i) {
            if (pool.statistics() >> i & 1) {
                values[count++] = sums.statistics[i];
            }
        }
    }
    constexpr std::array<uint64_t, kStatistics> kZeros{};
    pool.write(query, std::span(values).first(count));
    for (uint32_t i = 1; i < views; ++i) {
        pool.write(query + i, std::span(kZeros).first(count));
    }
}

} // namespace

void DrawSums::add(const DrawSums& other) {
    samplesPassed += other.samplesPassed;
    for (uint32_t i = 0; i < kStatistics; ++i) {
        statistics[i] += other.statistics[i];
    }
}

void DrawCounters::begin(Kind kind, bool precise) {
    m_segments.emplace_back();
    m_active[kind] = {.active = true, .first = segment(), .before = {}};
    m_precise = kind == Samples ? precise : m_precise;
}

void DrawCounters::end(Kind kind, QueryPool& pool, uint32_t query, uint32_t views) {
    const Active& active = m_active[kind];
    const uint32_t end = segment() + 1;
    m_ended.push_back({kind, &pool, query, views, active.first, end, active.before});
    m_active[kind] = {};
    m_segments.emplace_back();
}

void DrawCounters::addSegments(DrawSums& to, uint32_t first, uint32_t end) const {
    for (uint32_t i = first; i < end; ++i) {
        to.add(m_segments[i]);
    }
}

void DrawCounters::settle(Monitor& monitor) {
    if (!m_ended.empty()) {
        monitor.update([&] {
            for (Ended& query : m_ended) {
                addSegments(query.before, query.first, query.end);
                write(*query.pool, query.query, query.views, query.kind, query.before);
            }
        });
        m_ended.clear();
    }
    for (Active& active : m_active) {
        if (active.active) {
            addSegments(active.before, active.first, segment() + 1);
            active.first = 0;
        }
    }
    m_segments.assign(1, {});
}

} // namespace cpu::exec
