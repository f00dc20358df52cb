// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "glvk/pipeline/set_plan.h"

#include "base/options.h"

#include <algorithm>
#include <iterator>

namespace glvk {

namespace {

/// The set of each stage. Programs of vertices and fragments alone have neighbours, so that they
/// need no empty sets in between.
constexpr std::array<uint8_t, spirv::kGraphicsStageCount> kSets = {0, 2, 3, 4, 1};
static_assert(kSets[size_t(spirv::Stage::Vertex)] == 0 &&
              kSets[size_t(spirv::Stage::Fragment)] == 1);

/// Those between vertices and fragments, which have one set together where sets are few.
constexpr std::array<spirv::Stage, 3> kBetween = {
    spirv::Stage::TessControl, spirv::Stage::TessEvaluation, spirv::Stage::Geometry};

} // namespace

VkShaderStageFlagBits stageBit(spirv::Stage stage) {
    constexpr VkShaderStageFlagBits kBits[] = {VK_SHADER_STAGE_VERTEX_BIT,
                                               VK_SHADER_STAGE_TESSELLATION_CONTROL_BIT,
                                               VK_SHADER_STAGE_TESSELLATION_EVALUATION_BIT,
                                               VK_SHADER_STAGE_GEOMETRY_BIT,
                                               VK_SHADER_STAGE_FRAGMENT_BIT,
                                               VK_SHADER_STAGE_COMPUTE_BIT};
    static_assert(std::size(kBits) == spirv::kStageCount);
    return kBits[size_t(stage)];
}

SetPlan::SetPlan(uint32_t maxBoundSets, uint32_t maxDynamic, const DescriptorChoice& descriptors)
    : m_dynamicOffsets(descriptors.way != DescriptorWay::Buffer),
      m_maxPushed(std::min(descriptors.maxPushed, kMostPushed)) {
    constexpr uint16_t kApart = 128; // More bindings than any stage has.
    for (const spirv::Stage stage : spirv::kGraphicsStages) {
        m_places[size_t(stage)] = {kSets[size_t(stage)], 0};
    }
    if (maxBoundSets < kMaxSets || base::options().foldSets) {
        for (size_t nth = 0; nth < kBetween.size(); ++nth) {
            m_places[size_t(kBetween[nth])] = {kSets[size_t(kBetween[0])], uint16_t(nth * kApart)};
        }
    }
    if (!m_dynamicOffsets) {
        return;
    }
    // Default blocks come first, one a stage. A stage must not take from what its partners have.
    uint32_t left = maxDynamic - std::min(maxDynamic, uint32_t(spirv::kGraphicsStageCount));
    const uint32_t rarely = left / 8;
    for (const spirv::Stage stage : kBetween) {
        m_dynamic[size_t(stage)] = rarely;
        left -= rarely;
    }
    m_dynamic[size_t(spirv::Stage::Fragment)] = left / 2;
    m_dynamic[size_t(spirv::Stage::Vertex)] = left - left / 2;
}

} // namespace glvk
