// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "glvk/gpu/deviations.h"

#include <algorithm>
#include <iterator>
#include <span>
#include <string_view>

namespace glvk {

namespace {

constexpr char kWhyOpenSets[] =
    "stages of separable programs are the same in every mix (docs/shader-objects.md)";

struct Deviation {
    /// The rule is called as a drawing command between these.
    std::string_view first, last;
    std::string_view label;
    const char* why;
};
constexpr Deviation kDeviations[] = {
    {"VUID-vkCmdDraw", "-None-08879", kOpenSetsLabel, kWhyOpenSets},
    {"VUID-vkCmdDraw", "-None-08600", kOpenSetsLabel, kWhyOpenSets},
};

} // namespace

const char* whyDeviates(const VkDebugUtilsMessengerCallbackDataEXT& message) {
    const std::string_view rule = message.pMessageIdName ? message.pMessageIdName : "";
    const std::span labels(message.pCmdBufLabels, message.cmdBufLabelCount);
    const auto* const found = std::ranges::find_if(kDeviations, [&](const Deviation& deviation) {
        return rule.starts_with(deviation.first) && rule.ends_with(deviation.last) &&
               std::ranges::any_of(labels, [&](const VkDebugUtilsLabelEXT& label) {
                   return label.pLabelName && label.pLabelName == deviation.label;
               });
    });
    return found == std::end(kDeviations) ? nullptr : found->why;
}

void labelDraws(VkCommandBuffer commands, const char* label) {
    if (vkCmdInsertDebugUtilsLabelEXT) { // Not where the layer was asked for and is not there.
        VkDebugUtilsLabelEXT info{VK_STRUCTURE_TYPE_DEBUG_UTILS_LABEL_EXT};
        info.pLabelName = label;
        vkCmdInsertDebugUtilsLabelEXT(commands, &info);
    }
}

} // namespace glvk
