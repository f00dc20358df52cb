// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "glvk/gpu/descriptor_way.h"

#include <fmt/format.h>

#include <utility>

namespace glvk {

void decideDescriptors(base::Descriptors wanted,
                       const MeasuredDescriptors& measured,
                       const DescriptorAbilities& has,
                       DescriptorChoice& choice) {
    const auto offered = [&](DescriptorWay way) {
        return way == DescriptorWay::Sets || (way == DescriptorWay::Push ? has.push : has.buffer);
    };
    const auto take = [&](DescriptorWay way, std::string why) {
        choice.way = offered(way) ? way : DescriptorWay::Sets;
        choice.why = offered(way) ? std::move(why) : "the device lacks what was asked for";
    };
    switch (wanted) {
    case base::Descriptors::Sets:
        return take(DescriptorWay::Sets, "asked for");
    case base::Descriptors::Push:
        return take(DescriptorWay::Push, "asked for");
    case base::Descriptors::Buffer:
        return take(DescriptorWay::Buffer, "asked for");
    default:
        break;
    }
    if (!measured.why.empty() && offered(measured.way)) {
        return take(measured.way, measured.why);
    }
    take(DescriptorWay::Sets,
         has.push || has.buffer ? "nothing was measured yet" : "the device has no other way");
}

std::string DescriptorChoice::description() const {
    const char* const name =
        way == DescriptorWay::Buffer ? "in buffers (VK_EXT_descriptor_buffer)"
        : way == DescriptorWay::Push
            ? "the fragment stage's pushed (VK_KHR_push_descriptor), else sets by contents"
            : "sets by contents, uniforms by dynamic offset";
    return fmt::format("{} ({})", name, why);
}

DescriptorChoice chooseDescriptors(VkPhysicalDevice physical,
                                   const MeasuredDescriptors& measured,
                                   const DescriptorAbilities& has) {
    DescriptorChoice choice;
    decideDescriptors(base::options().descriptors, measured, has, choice);
    VkPhysicalDevicePushDescriptorPropertiesKHR push{
        VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PUSH_DESCRIPTOR_PROPERTIES_KHR};
    VkPhysicalDeviceDescriptorBufferPropertiesEXT buffer{
        VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DESCRIPTOR_BUFFER_PROPERTIES_EXT};
    VkPhysicalDeviceProperties2 properties{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2};
    if (choice.way == DescriptorWay::Push) {
        properties.pNext = &push;
        vkGetPhysicalDeviceProperties2(physical, &properties);
        choice.maxPushed = push.maxPushDescriptors;
    } else if (choice.way == DescriptorWay::Buffer) {
        properties.pNext = &buffer;
        vkGetPhysicalDeviceProperties2(physical, &properties);
        choice.alignment_B = uint32_t(buffer.descriptorBufferOffsetAlignment);
        choice.combined_B = uint32_t(buffer.combinedImageSamplerDescriptorSize);
        choice.image_B = uint32_t(buffer.sampledImageDescriptorSize);
        choice.samplersApart = !buffer.combinedImageSamplerDescriptorSingleArray;
        choice.texels_B = uint32_t(has.robust ? buffer.robustUniformTexelBufferDescriptorSize
                                              : buffer.uniformTexelBufferDescriptorSize);
        choice.uniformBuffer_B = uint32_t(has.robust ? buffer.robustUniformBufferDescriptorSize
                                                     : buffer.uniformBufferDescriptorSize);
    }
    return choice;
}

} // namespace glvk
