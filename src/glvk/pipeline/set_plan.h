// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "glvk/gpu/descriptor_way.h"
#include "glvk/gpu/vulkan.h"
#include "spirv/stage.h"

#include <array>
#include <cstddef>
#include <cstdint>

namespace glvk {

inline constexpr size_t kMaxSets = spirv::kGraphicsStageCount;

VkShaderStageFlagBits stageBit(spirv::Stage stage);

/// Where each stage's descriptors are. Sets are stage-major: what one stage's bindings look like
/// does not depend on the other stages, so stages can be compiled alone and combined freely.
/// Devices that bind fewer sets than there are stages have the stages between vertices and
/// fragments in one set, each behind its own first binding.
class SetPlan {
public:
    struct Place {
        uint8_t set = 0;
        uint16_t firstBinding = 0;
    };
    /// `maxDynamic`: VkPhysicalDeviceLimits::maxDescriptorSetUniformBuffersDynamic.
    SetPlan(uint32_t maxBoundSets, uint32_t maxDynamic, const DescriptorChoice& descriptors = {});
    Place operator[](spirv::Stage stage) const { return m_places[size_t(stage)]; }
    /// What all devices that push have.
    static constexpr uint32_t kMostPushed = 32;
    /// The set of this stage is pushed where it has so many descriptors.
    bool pushed(spirv::Stage stage, size_t descriptors) const {
        return stage == spirv::Stage::Fragment && descriptors > 0 && descriptors <= m_maxPushed;
    }
    /// Uniform buffers of sets that are not pushed move by dynamic offset.
    bool dynamicOffsets() const { return m_dynamicOffsets; }
    /// So many uniform blocks of the stage may have dynamic offsets, besides its default block.
    uint32_t dynamicBlocks(spirv::Stage stage) const { return m_dynamic[size_t(stage)]; }

private:
    std::array<Place, spirv::kGraphicsStageCount> m_places;
    std::array<uint32_t, spirv::kGraphicsStageCount> m_dynamic{};
    bool m_dynamicOffsets = true;
    uint32_t m_maxPushed = 0;
};

} // namespace glvk
