// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>

/// What draws count for queries.
namespace cpu::exec {

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

/// Sums since the query of their kind began. While none is active nobody has to count.
struct DrawCounters {
    bool countsSamples = false; ///< An occlusion query is active.
    bool precise = false;       ///< Its result has to be the number, not just zero or not.
    bool countsStatistics = false;
    uint64_t samplesPassed = 0;
    std::array<uint64_t, kStatistics> statistics{};

    void add(Statistic statistic, uint64_t count) { statistics[uint32_t(statistic)] += count; }
};

} // namespace cpu::exec
