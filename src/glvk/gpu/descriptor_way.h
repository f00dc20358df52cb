// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "base/options.h"
#include "glvk/gpu/vulkan.h"

#include <cstdint>
#include <string>

namespace glvk {

/// How draws are told what they read. See docs/descriptors.md.
enum class DescriptorWay : uint8_t {
    Sets,   ///< Sets cached by contents, uniform buffers by dynamic offset.
    Push,   ///< The same, but the fragment stage's set is pushed (VK_KHR_push_descriptor).
    Buffer, ///< Descriptors in memory that the device reads (VK_EXT_descriptor_buffer).
};

/// What the device has.
struct DescriptorAbilities {
    bool push = false;
    bool buffer = false; ///< With what it needs, buffer device addresses among it.
    bool robust = false; ///< Robust buffer access is on: descriptors may be larger.
};

/// The way that descriptors go on a device, and what there is to know about it.
struct DescriptorChoice {
    DescriptorWay way = DescriptorWay::Sets;
    std::string why;
    uint32_t maxPushed = 0; ///< Descriptors of a pushed set.

    // Of descriptor buffers, the bytes of descriptors.
    uint32_t alignment_B = 1;   ///< Of sets.
    uint32_t combined_B = 0;    ///< An image with its sampler.
    uint32_t image_B = 0;       ///< Of that, the image.
    bool samplersApart = false; ///< Arrays of these have all images first.
    uint32_t texels_B = 0;
    uint32_t uniformBuffer_B = 0;

    /// For every pipeline that reads such descriptors, and for its parts.
    VkPipelineCreateFlags pipelineFlags() const {
        return way == DescriptorWay::Buffer ? VK_PIPELINE_CREATE_DESCRIPTOR_BUFFER_BIT_EXT : 0;
    }
    /// For people: the way, and why it is this one.
    std::string description() const;
};

/// What was measured of the driver.
struct MeasuredDescriptors {
    DescriptorWay way = DescriptorWay::Sets;
    std::string why; ///< Empty: nothing was measured.
};

/// What is wanted decides, else what was measured of the driver, as far as the device has it.
/// Writes DescriptorChoice::way and why.
void decideDescriptors(base::Descriptors wanted,
                       const MeasuredDescriptors& measured,
                       const DescriptorAbilities& has,
                       DescriptorChoice& choice);

/// By GLISSADE_OPTIONS=descriptors=….
DescriptorChoice chooseDescriptors(VkPhysicalDevice physical,
                                   const MeasuredDescriptors& measured,
                                   const DescriptorAbilities& has);

} // namespace glvk
