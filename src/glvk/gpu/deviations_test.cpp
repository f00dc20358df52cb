// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "glvk/gpu/deviations.h"

#include <gtest/gtest.h>
#include <initializer_list>
#include <vector>

namespace glvk {
namespace {

bool deviates(const char* rule, std::initializer_list<const char*> labels) {
    std::vector<VkDebugUtilsLabelEXT> infos;
    for (const char* const label : labels) {
        infos.push_back({VK_STRUCTURE_TYPE_DEBUG_UTILS_LABEL_EXT, nullptr, label, {}});
    }
    VkDebugUtilsMessengerCallbackDataEXT message{
        VK_STRUCTURE_TYPE_DEBUG_UTILS_MESSENGER_CALLBACK_DATA_EXT};
    message.pMessageIdName = rule;
    message.cmdBufLabelCount = uint32_t(infos.size());
    message.pCmdBufLabels = infos.data();
    return whyDeviates(message) != nullptr;
}

TEST(DeviationsTest, AreOfLabelledDrawsAlone) {
    const char* const layouts = "VUID-vkCmdDrawIndexed-None-08879";
    EXPECT_TRUE(deviates(layouts, {kOpenSetsLabel}));
    EXPECT_TRUE(deviates("VUID-vkCmdDraw-None-08600", {kOpenSetsLabel, "a frame"}));
    EXPECT_FALSE(deviates(layouts, {kNamedSetsLabel}));
    EXPECT_FALSE(deviates(layouts, {}));
}

TEST(DeviationsTest, AreOfTheseRulesAlone) {
    for (const char* const rule : {static_cast<const char*>(nullptr),
                                   "",
                                   "VUID-vkCmdDraw-None-08880",
                                   "VUID-vkCmdDispatch-None-08600",
                                   "VUID-VkShaderCreateInfoEXT-pSetLayouts-parameter"}) {
        EXPECT_FALSE(deviates(rule, {kOpenSetsLabel})) << (rule ? rule : "none");
    }
}

TEST(DeviationsTest, NumbersInTheLastLocationAreNoVectors) {
    const auto deviates = [](const char* rule, const char* text) {
        VkDebugUtilsMessengerCallbackDataEXT message{
            VK_STRUCTURE_TYPE_DEBUG_UTILS_MESSENGER_CALLBACK_DATA_EXT};
        message.pMessageIdName = rule;
        message.pMessage = text;
        return whyDeviates(message) != nullptr;
    };
    const char* const rule = "VUID-RuntimeSpirv-Location-06272";
    const char* const number = "variable (Location = 31 | Component = 0 | Type = OpTypeFloat 32 "
                               "bits) along with 5 built-in components, exceeds";
    EXPECT_TRUE(deviates(rule, number));
    EXPECT_FALSE(deviates(rule, nullptr));
    EXPECT_FALSE(deviates("VUID-RuntimeSpirv-Location-06428", number));
    EXPECT_FALSE(deviates(rule,
                          "variable (Location = 31 | Component = 0 | Type = OpTypeVector of "
                          "OpTypeFloat) along with 5 built-in components, exceeds"));
    EXPECT_FALSE(deviates(rule,
                          "variable (Location = 31 | Component = 3 | Type = OpTypeFloat 32 bits) "
                          "along with 5 built-in components, exceeds"));
    EXPECT_FALSE(deviates(rule, "variable (Location = 32 | Component = 0) exceeds"));
}

TEST(DeviationsTest, BuffersThatAreNeverVerticesAreNotReadAsSuch) {
    const auto deviates = [](const char* rule, const char* text, const char* name) {
        VkDebugUtilsObjectNameInfoEXT object{VK_STRUCTURE_TYPE_DEBUG_UTILS_OBJECT_NAME_INFO_EXT};
        object.objectType = VK_OBJECT_TYPE_BUFFER;
        object.pObjectName = name;
        VkDebugUtilsMessengerCallbackDataEXT message{
            VK_STRUCTURE_TYPE_DEBUG_UTILS_MESSENGER_CALLBACK_DATA_EXT};
        message.pMessageIdName = rule;
        message.pMessage = text;
        message.objectCount = 1;
        message.pObjects = &object;
        return whyDeviates(message) != nullptr;
    };
    const char* const rule = "SYNC-HAZARD-WRITE-AFTER-READ";
    const char* const text = "with a prior read (VK_ACCESS_2_VERTEX_ATTRIBUTE_READ_BIT) at";
    EXPECT_TRUE(deviates(rule, text, kNoVerticesName));
    EXPECT_FALSE(deviates(rule, text, nullptr));
    EXPECT_FALSE(deviates(rule, text, "vertices"));
    EXPECT_FALSE(
        deviates(rule, "with a prior read (VK_ACCESS_2_TRANSFER_READ_BIT) at", kNoVerticesName));
    EXPECT_FALSE(deviates("SYNC-HAZARD-WRITE-AFTER-WRITE", text, kNoVerticesName));
}

} // namespace
} // namespace glvk
