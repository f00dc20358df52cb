// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// What tests of descriptors and images share: pipelines from GLSL, images, sets.
#pragma once

#include "cpu/harness/device_test.h"

#include <string>

namespace vkt {

struct Image {
    VkImage image = VK_NULL_HANDLE;
    VkDeviceMemory memory = VK_NULL_HANDLE;
    VkImageCreateInfo info{};
};

VkDescriptorSetLayoutBinding bindingOf(uint32_t number,
                                       VkDescriptorType type,
                                       uint32_t count = 1,
                                       const VkSampler* immutable = nullptr);

/// Everything made here lives until the end of the test. On drivers that are not ours results count
/// but messages do not: tests use what ours has, and others may lack some of it.
class ResourceTest : public DeviceTest {
protected:
    void TearDown() override;

    /// Not another driver, on which the tests run to show that they are right.
    bool isOurs() const;

    VkDescriptorSetLayout makeSetLayout(const std::vector<VkDescriptorSetLayoutBinding>& bindings,
                                        VkDescriptorSetLayoutCreateFlags flags = 0,
                                        const std::vector<VkDescriptorBindingFlags>& each = {});
    VkDescriptorPool makePool(uint32_t maxSets,
                              const std::vector<VkDescriptorPoolSize>& sizes,
                              VkDescriptorPoolCreateFlags flags = 0,
                              uint32_t inlineBlocks = 0);
    VkResult allocate(VkDescriptorPool pool,
                      const std::vector<VkDescriptorSetLayout>& layouts,
                      VkDescriptorSet* sets,
                      const std::vector<uint32_t>& variableCounts = {});
    VkPipelineLayout makePipelineLayout(const std::vector<VkDescriptorSetLayout>& sets);
    /// GLSL without its version. `EACH(i, which, count) … ANY(i)` indexes an array by a number that
    /// differs between invocations; without that feature it searches for it.
    VkPipeline
    makePipeline(const std::string& glsl, VkPipelineLayout layout, VkPipelineCreateFlags flags = 0);

    /// Linear images are PREINITIALIZED, others UNDEFINED.
    Image makeImage(const VkImageCreateInfo& info);
    VkImageView makeView(const Image& image,
                         VkImageViewType type,
                         VkImageSubresourceRange range = {VK_IMAGE_ASPECT_COLOR_BIT,
                                                          0,
                                                          VK_REMAINING_MIP_LEVELS,
                                                          0,
                                                          VK_REMAINING_ARRAY_LAYERS},
                         VkFormat format = VK_FORMAT_UNDEFINED,
                         VkImageUsageFlags usage = 0);
    /// All of a buffer as texels of R32_UINT.
    VkBufferView makeView(const Buffer& buffer);
    VkSampler makeSampler(VkSamplerCreateInfo info);
    /// All of a colour image to VK_IMAGE_LAYOUT_GENERAL.
    void toGeneral(const Image& image, VkImageLayout from = VK_IMAGE_LAYOUT_UNDEFINED);
    /// Fills texels of one word: each with `value(level, layer, x, y, z)`.
    void fill(const Image& image,
              const std::function<uint32_t(
                  uint32_t level, uint32_t layer, uint32_t x, uint32_t y, uint32_t z)>& value);

    void writeBuffers(VkDescriptorSet set,
                      uint32_t binding,
                      VkDescriptorType type,
                      const std::vector<VkDescriptorBufferInfo>& infos,
                      uint32_t element = 0);
    void writeImages(VkDescriptorSet set,
                     uint32_t binding,
                     VkDescriptorType type,
                     const std::vector<VkDescriptorImageInfo>& infos,
                     uint32_t element = 0);
    /// Binds set 0 and dispatches.
    void dispatch(VkPipeline pipeline,
                  VkPipelineLayout layout,
                  VkDescriptorSet set,
                  uint32_t groups = 1,
                  const std::vector<uint32_t>& dynamicOffsets_B = {});
};

/// Makes what shaders and transfers wrote visible to the host and to each other.
void barrier(VkCommandBuffer commands);

} // namespace vkt
