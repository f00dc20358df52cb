// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "glsl/types.h"
#include "glvk/gpu/descriptor_way.h"
#include "glvk/gpu/vulkan.h"

#include <array>
#include <cstdint>
#include <map>
#include <mutex>
#include <span>
#include <utility>
#include <vector>

namespace glvk {

class Device;

/// The stages of a graphics pipeline. Programs of vertices and fragments come first, so that their
/// descriptor sets are neighbours.
enum class ShaderStage : uint8_t { Vertex, Fragment, TessControl, TessEvaluation, Geometry, Count };
inline constexpr size_t kShaderStages = size_t(ShaderStage::Count);
inline constexpr size_t kMaxSets = kShaderStages;

glsl::Stage glslStage(ShaderStage stage);
VkShaderStageFlagBits stageBit(ShaderStage stage);

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
    Place operator[](ShaderStage stage) const { return m_places[size_t(stage)]; }
    /// What all devices that push have.
    static constexpr uint32_t kMostPushed = 32;
    /// The set of this stage is pushed where it has so many descriptors.
    bool pushed(ShaderStage stage, size_t descriptors) const {
        return stage == ShaderStage::Fragment && descriptors > 0 && descriptors <= m_maxPushed;
    }
    /// Uniform buffers of sets that are not pushed move by dynamic offset.
    bool dynamicOffsets() const { return m_dynamicOffsets; }
    /// So many uniform blocks of the stage may have dynamic offsets, besides its default block.
    uint32_t dynamicBlocks(ShaderStage stage) const { return m_dynamic[size_t(stage)]; }

private:
    std::array<Place, kShaderStages> m_places;
    std::array<uint32_t, kShaderStages> m_dynamic{};
    bool m_dynamicOffsets = true;
    uint32_t m_maxPushed = 0;
};

enum class DescriptorKind : uint8_t { Block, DynamicBlock, Image, Texels };
VkDescriptorType descriptorType(DescriptorKind kind);

/// One set: its bindings in order.
struct SetBinding {
    uint16_t binding = 0;
    uint16_t count = 1;
    DescriptorKind kind = DescriptorKind::Image;
    VkShaderStageFlags stages = 0;

    auto operator<=>(const SetBinding&) const = default;
};
using SetShape = std::vector<SetBinding>;

/// Where one descriptor of a set is.
struct DescriptorPlace {
    uint16_t binding = 0;
    uint16_t element = 0;
    DescriptorKind kind = DescriptorKind::Image;
    // In descriptor buffers. Arrays may have all images before all samplers.
    uint32_t offset_B = 0;
    uint32_t samplerOffset_B = 0; ///< 0: the sampler follows its image.
};

struct SetLayout {
    VkDescriptorSetLayout handle = VK_NULL_HANDLE;
    uint32_t id = 0; ///< Part of descriptor cache keys.
    SetShape shape;
    bool pushed = false;
    std::vector<DescriptorPlace> images; ///< And texels; arrays flattened.
    std::vector<DescriptorPlace> buffers;
    VkDeviceSize size_B = 0; ///< In descriptor buffers.
};

/// Interned descriptor set layouts and pipeline layouts; they live as long as the device.
/// Thread-safe.
class LayoutCache {
public:
    explicit LayoutCache(Device& device);
    ~LayoutCache();

    const SetPlan& plan() const { return m_plan; }
    /// Null: out of memory. `pushed`: for vkCmdPushDescriptorSetKHR.
    const SetLayout* setLayout(const SetShape& shape, bool pushed);
    /// Sets that are null belong to other parts of a pipeline; such layouts are for libraries.
    VkPipelineLayout pipelineLayout(std::span<const SetLayout* const> sets);

private:
    void measure(SetLayout& layout) const;

    Device& m_device;
    const SetPlan m_plan;
    std::mutex m_mutex;
    std::map<std::pair<SetShape, bool>, SetLayout> m_sets;
    std::map<std::vector<uint32_t>, VkPipelineLayout> m_pipelines;
};

} // namespace glvk
