// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "cpu/icd/pipelines/shader_source.h"

#include "cpu/icd/pipelines/pipeline_layout.h"
#include "cpu/icd/pipelines/shader_module.h"

namespace cpu::icd {

std::shared_ptr<stage::StageSource> sourceOf(const VkPipelineShaderStageCreateInfo& stage,
                                             const PipelineLayout* layout) {
    auto source = std::make_shared<stage::StageSource>();
    if (stage.module) {
        const std::span<const uint32_t> words = cast(stage.module)->words();
        source->spirv.assign(words.begin(), words.end());
    } else if (const auto* module = find<VkShaderModuleCreateInfo>(
                   stage.pNext, VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO)) {
        source->spirv.assign(module->pCode, module->pCode + module->codeSize / sizeof(uint32_t));
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
