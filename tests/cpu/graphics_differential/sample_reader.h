// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "device.h"

namespace pictures {

/// Brings every sample of a multisampled image to the host, by a compute shader: there is no copy
/// of them.
class SampleReader {
public:
    explicit SampleReader(Device& device);

    /// Texels of size_B, samples next to each other, in rows and layers. The image was made with
    /// VK_IMAGE_CREATE_MUTABLE_FORMAT_BIT if it has color, and with VK_IMAGE_USAGE_SAMPLED_BIT.
    std::vector<std::byte>
    read(const Objects::Image& image, VkImageAspectFlagBits aspect, uint32_t size_B);

private:
    VkPipeline makePipeline(const char* samplerType, const char* word);

    Device& m_device;
    Objects m_objects;
    VkDescriptorSetLayout m_setLayout = VK_NULL_HANDLE;
    VkPipelineLayout m_layout = VK_NULL_HANDLE;
    VkPipeline m_words = VK_NULL_HANDLE;
    VkPipeline m_depths = VK_NULL_HANDLE;
    VkSampler m_sampler = VK_NULL_HANDLE;
};

} // namespace pictures
