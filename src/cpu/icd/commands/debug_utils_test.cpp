// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "cpu/icd/api/entry_points.h"
#include "cpu/icd/pipelines/shader_module.h"
#include "cpu/icd/pipelines/shader_source.h"

#include <gtest/gtest.h>

namespace cpu::icd {
namespace {

constexpr uint32_t kWords[] = {0x07230203, 0x00010000, 0, 1, 0};

TEST(DebugUtils, ShadersAreCalledAsTheirModule) {
    VkShaderModuleCreateInfo info{VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO};
    info.codeSize = sizeof kWords;
    info.pCode = kWords;
    VkPipelineShaderStageCreateInfo stage{VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO};
    stage.pName = "main";
    ASSERT_EQ(entry::CreateShaderModule(nullptr, &info, nullptr, &stage.module), VK_SUCCESS);
    const auto source = sourceOf(stage, nullptr);
    EXPECT_EQ(source->name->label(), "");
    VkDebugUtilsObjectNameInfoEXT name{VK_STRUCTURE_TYPE_DEBUG_UTILS_OBJECT_NAME_INFO_EXT};
    name.objectType = VK_OBJECT_TYPE_SHADER_MODULE;
    name.objectHandle = reinterpret_cast<uint64_t>(stage.module);
    name.pObjectName = "water";
    EXPECT_EQ(entry::SetDebugUtilsObjectNameEXT(nullptr, &name), VK_SUCCESS);
    EXPECT_EQ(source->name->label(), "water");
    name.pObjectName = nullptr;
    EXPECT_EQ(entry::SetDebugUtilsObjectNameEXT(nullptr, &name), VK_SUCCESS);
    EXPECT_EQ(source->name->label(), "");
    entry::DestroyShaderModule(nullptr, stage.module, nullptr);
}

TEST(DebugUtils, ShadersWithoutAModuleMayBeNamedWhereTheyAreGiven) {
    VkDebugUtilsObjectNameInfoEXT name{VK_STRUCTURE_TYPE_DEBUG_UTILS_OBJECT_NAME_INFO_EXT};
    name.objectType = VK_OBJECT_TYPE_SHADER_MODULE;
    name.pObjectName = "sky";
    VkShaderModuleCreateInfo info{VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO, &name};
    info.codeSize = sizeof kWords;
    info.pCode = kWords;
    VkPipelineShaderStageCreateInfo stage{VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO,
                                          &info};
    stage.pName = "main";
    EXPECT_EQ(sourceOf(stage, nullptr)->name->label(), "sky");
}

} // namespace
} // namespace cpu::icd
