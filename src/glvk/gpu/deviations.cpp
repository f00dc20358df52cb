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

/// The layer takes vertices beyond the end of their buffer, which are legal with robust access, for
/// reads of whatever buffer it places behind.
bool isReadOfOtherVertices(std::string_view rule,
                           const VkDebugUtilsMessengerCallbackDataEXT& message) {
    const std::span objects(message.pObjects, message.objectCount);
    return rule == "SYNC-HAZARD-WRITE-AFTER-READ" && message.pMessage &&
           std::string_view(message.pMessage).find("(VK_ACCESS_2_VERTEX_ATTRIBUTE_READ_BIT)") !=
               std::string_view::npos &&
           std::ranges::any_of(objects, [](const VkDebugUtilsObjectNameInfoEXT& object) {
               return object.objectType == VK_OBJECT_TYPE_BUFFER && object.pObjectName &&
                      std::string_view(object.pObjectName) == kNoVerticesName;
           });
}

/// Vulkan counts the components that a stage has, built-in ones too, and apart from that its
/// locations (section 15.1.5). Since 1.4 the layer counts four for each location below the last
/// one, and GL's rows of single numbers do not fill them. A vector in that location may be too
/// much.
bool isNumberInLastLocation(std::string_view rule,
                            const VkDebugUtilsMessengerCallbackDataEXT& message) {
    if (rule != "VUID-RuntimeSpirv-Location-06272" || !message.pMessage) {
        return false;
    }
    const std::string_view text = message.pMessage;
    const auto tells = [&](std::string_view words) { return text.find(words) != text.npos; };
    return tells("built-in components") && tells("Component = 0") && !tells("OpTypeVector");
}

void nameObject(VkDevice device, VkObjectType type, uint64_t object, const char* name) {
    // Not where nobody asked for the extension, or the layer was asked for and is not there.
    if (vkSetDebugUtilsObjectNameEXT && object && *name) {
        VkDebugUtilsObjectNameInfoEXT info{VK_STRUCTURE_TYPE_DEBUG_UTILS_OBJECT_NAME_INFO_EXT};
        info.objectType = type;
        info.objectHandle = object;
        info.pObjectName = name;
        vkSetDebugUtilsObjectNameEXT(device, &info);
    }
}

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
    if (found != std::end(kDeviations)) {
        return found->why;
    }
    if (isNumberInLastLocation(rule, message)) {
        return "locations below it are not full";
    }
    return isReadOfOtherVertices(rule, message) ? "its usage allows no vertices" : nullptr;
}

void nameBuffer(VkDevice device, VkBuffer buffer, const char* name) {
    nameObject(device, VK_OBJECT_TYPE_BUFFER, reinterpret_cast<uint64_t>(buffer), name);
}

void nameShader(VkDevice device, VkShaderModule shader, const std::string& name) {
    nameObject(
        device, VK_OBJECT_TYPE_SHADER_MODULE, reinterpret_cast<uint64_t>(shader), name.c_str());
}

void nameShader(VkDevice device, VkShaderEXT shader, const std::string& name) {
    nameObject(device, VK_OBJECT_TYPE_SHADER_EXT, reinterpret_cast<uint64_t>(shader), name.c_str());
}

void labelDraws(VkCommandBuffer commands, const char* label) {
    if (vkCmdInsertDebugUtilsLabelEXT) { // As above.
        VkDebugUtilsLabelEXT info{VK_STRUCTURE_TYPE_DEBUG_UTILS_LABEL_EXT};
        info.pLabelName = label;
        vkCmdInsertDebugUtilsLabelEXT(commands, &info);
    }
}

} // namespace glvk
