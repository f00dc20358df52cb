// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "cpu/icd/pipelines/shader_source.h"

#include "cpu/icd/pipelines/pipeline_layout.h"
#include "cpu/icd/pipelines/shader_module.h"

namespace cpu::icd {

namespace {

std::shared_ptr<const stage::SpirvCode> codeOf(const VkPipelineShaderStageCreateInfo& stage) {
    if (stage.module) {
        return cast(stage.module)->code();
    }
    std::span<const uint32_t> words;
    if (const auto* module = find<VkShaderModuleCreateInfo>(
            stage.pNext, VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO)) {
        words = {module->pCode, module->codeSize / sizeof(uint32_t)};
    }
    return std::make_shared<const stage::SpirvCode>(words);
}

} // namespace

std::shared_ptr<stage::StageSource> sourceOf(const VkPipelineShaderStageCreateInfo& stage,
                                             const PipelineLayout* layout) {
    auto source = std::make_shared<stage::StageSource>();
    source->spirv = codeOf(stage);
    const auto* named = find<VkDebugUtilsObjectNameInfoEXT>(
        stage.pNext, VK_STRUCTURE_TYPE_DEBUG_UTILS_OBJECT_NAME_INFO_EXT);
    if (stage.module) {
        source->name = cast(stage.module)->name();
    } else if (named && named->pObjectName) {
        source->name->setLabel(named->pObjectName);
    }
    source->entryPoint = stage.pName;
    if (const VkSpecializationInfo* special = stage.pSpecializationInfo) {
        for (uint32_t i = 0; i < special->mapEntryCount; ++i) {
            const VkSpecializationMapEntry& entry = special->pMapEntries[i];
            // Entries beyond the data would make the compiler read past it.
            if (entry.size > special->dataSize || entry.offset > special->dataSize - entry.size) {
                continue;
            }
            source->specialization.push_back(
                {entry.constantID, entry.offset, uint32_t(entry.size)});
        }
        const auto* data = static_cast<const std::byte*>(special->pData);
        source->specializationData.assign(data, data + special->dataSize);
    }
    if (layout) {
        source->adoptLayout(layout->interfaceLayout());
    }
    return source;
}

} // namespace cpu::icd
