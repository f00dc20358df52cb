// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "cpu/icd/vulkan.h"
#include "cpu/stage/stage.h"

/// The types that tell stages apart, and Vulkan's bits for them.
namespace cpu::icd {

constexpr VkShaderStageFlagBits bitOf(stage::ComputeStage) {
    return VK_SHADER_STAGE_COMPUTE_BIT;
}
constexpr VkShaderStageFlagBits bitOf(stage::VertexStage) {
    return VK_SHADER_STAGE_VERTEX_BIT;
}
constexpr VkShaderStageFlagBits bitOf(stage::ControlStage) {
    return VK_SHADER_STAGE_TESSELLATION_CONTROL_BIT;
}
constexpr VkShaderStageFlagBits bitOf(stage::EvaluationStage) {
    return VK_SHADER_STAGE_TESSELLATION_EVALUATION_BIT;
}
constexpr VkShaderStageFlagBits bitOf(stage::GeometryStage) {
    return VK_SHADER_STAGE_GEOMETRY_BIT;
}
constexpr VkShaderStageFlagBits bitOf(stage::FragmentStage) {
    return VK_SHADER_STAGE_FRAGMENT_BIT;
}

/// Calls fn(Stage()) with the stage of a VkShaderStageFlagBits, or of any number that is none.
/// False: there is no such stage.
template <typename Fn>
bool callWithStage(uint32_t bit, Fn&& fn) {
    bool found = false;
    stage::AllStages::forEach([&](auto stage) {
        if (uint32_t(bitOf(stage)) == bit) {
            fn(stage);
            found = true;
        }
    });
    return found;
}

} // namespace cpu::icd
