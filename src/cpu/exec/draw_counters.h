// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <vector>

/// What draws count for queries.
namespace cpu::exec {

class Monitor;
class QueryPool;

/// In the order of VkQueryPipelineStatisticFlagBits.
enum class Statistic : uint8_t {
    InputVertices,
    InputPrimitives,
    VertexInvocations,
    GeometryInvocations,
    GeometryPrimitives,
    ClippingInvocations,
    ClippingPrimitives,
    FragmentInvocations,
    ControlPatches,
    EvaluationInvocations,
    ComputeInvocations,
    Count,
};
inline constexpr uint32_t kStatistics = uint32_t(Statistic::Count);

struct DrawSums {
    uint64_t samplesPassed = 0;
    std::array<uint64_t, kStatistics> statistics{};

    void add(Statistic statistic, uint64_t count) { statistics[uint32_t(statistic)] += count; }
    void add(const DrawSums& other);
};

/// Draws are finished long after they were recorded (exec/scene.h), and so are queries that have
/// ended meanwhile: draws are counted in segments, between which queries begin and end.
class DrawCounters {
public:
    enum Kind : uint8_t { Samples, Statistics };
    static constexpr uint32_t kKinds = 2;

    /// While none is active nobody has to count.
    bool counts(Kind kind) const { return m_active[kind].active; }
    /// Its result has to be the number of samples, not just zero or not.
    bool precise() const { return m_precise; }

    void begin(Kind kind, bool precise);
    /// `views` queries get values: the first the sums, the others zeros.
    void end(Kind kind, QueryPool& pool, uint32_t query, uint32_t views);

    /// That draws count for from now on.
    uint32_t segment() const { return uint32_t(m_segments.size()) - 1; }
    DrawSums& sums(uint32_t segment) { return m_segments[segment]; }
    DrawSums& sums() { return m_segments.back(); }
    /// All draws so far are in the segments: gives ended queries their results.
    void settle(Monitor& monitor);

private:
    struct Active {
        bool active = false;
        uint32_t first = 0; ///< Segment.
        DrawSums before;    ///< Of segments that are gone.
    };
    struct Ended {
        Kind kind;
        QueryPool* pool;
        uint32_t query, views;
        uint32_t first, end;
        DrawSums before;
    };
    /// Of segments first … end - 1.
    void addSegments(DrawSums& to, uint32_t first, uint32_t end) const;

    bool m_precise = false;
    std::array<Active, kKinds> m_active;
    std::vector<DrawSums> m_segments = std::vector<DrawSums>(1);
    std::vector<Ended> m_ended;
};

} // namespace cpu::exec
