// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "cpu/icd/pipelines/shader_object.h"

#include "cpu/icd/api/entry_points.h"
#include "cpu/icd/device/call_waits.h"
#include "cpu/icd/device/device.h"
#include "cpu/icd/pipelines/pipeline_cache.h"
#include "cpu/icd/pipelines/pipeline_layout.h"
#include "cpu/icd/pipelines/shader_binary.h"
#include "cpu/icd/pipelines/stage_build.h"

#include <algorithm>
#include <cstring>
#include <deque>
#include <optional>
#include <span>
#include <vector>

namespace cpu::icd {

namespace {

VkPipelineLayoutCreateInfo layoutInfoOf(const VkShaderCreateInfoEXT& info) {
    VkPipelineLayoutCreateInfo layout{VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO};
    layout.setLayoutCount = info.pSetLayouts ? info.setLayoutCount : 0;
    layout.pSetLayouts = info.pSetLayouts;
    return layout;
}

/// One shader of a call.
class ShaderBuild {
public:
    ShaderBuild(Device& device, const VkShaderCreateInfoEXT& info, MadePipelines& made);
    ShaderBuild(const ShaderBuild&) = delete;
    ShaderBuild& operator=(const ShaderBuild&) = delete;

    /// Null: there is nothing to build, for the binary does not fit.
    StageBuild* stage() { return m_build ? &*m_build : nullptr; }
    /// When the stage is done. Null: result() says why.
    ShaderObject* finish(const VkAllocationCallbacks* callbacks);
    VkResult result() const { return m_result; }

private:
    void takeCode(const VkShaderCreateInfoEXT& info);
    bool takeBinary(const VkShaderCreateInfoEXT& info);

    const PipelineLayout m_layout;
    PipelineCache m_cache{{}}; ///< Has the code that came with a binary.
    std::optional<ShaderBinary> m_binary;
    VkShaderModuleCreateInfo m_module{VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO};
    std::vector<VkSpecializationMapEntry> m_entries;
    VkSpecializationInfo m_specialization{};
    VkPipelineShaderStageCreateInfo m_stage{VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO};
    std::optional<StageBuild> m_build;
    VkResult m_result = VK_INCOMPATIBLE_SHADER_BINARY_EXT;
};

ShaderBuild::ShaderBuild(Device& device, const VkShaderCreateInfoEXT& info, MadePipelines& made)
    : m_layout(layoutInfoOf(info)) {
    m_stage.stage = info.stage;
    m_stage.pNext = &m_module;
    if (info.codeType == VK_SHADER_CODE_TYPE_SPIRV_EXT) {
        takeCode(info);
    } else if (!takeBinary(info)) {
        return;
    }
    // As a pipeline's stage: what lives, is in memory or on the disk is not compiled again.
    m_build.emplace(device, m_binary ? &m_cache : nullptr, &m_layout, 0, m_stage, 0, made);
}

void ShaderBuild::takeCode(const VkShaderCreateInfoEXT& info) {
    m_module.codeSize = info.codeSize;
    m_module.pCode = static_cast<const uint32_t*>(info.pCode);
    m_stage.pName = info.pName;
    m_stage.pSpecializationInfo = info.pSpecializationInfo;
}

bool ShaderBuild::takeBinary(const VkShaderCreateInfoEXT& info) {
    m_binary = readShaderBinary({static_cast<const std::byte*>(info.pCode), info.codeSize});
    if (!m_binary || m_binary->stage != info.stage) {
        return false;
    }
    m_cache.images().read(m_binary->code);
    m_module.codeSize = m_binary->spirv.size() * sizeof(uint32_t);
    m_module.pCode = m_binary->spirv.data();
    m_stage.pName = m_binary->entryPoint.c_str();
    for (const shader::SpecializationEntry& entry : m_binary->specialization) {
        m_entries.push_back({entry.constantId, entry.offset_B, entry.size_B});
    }
    m_specialization = {uint32_t(m_entries.size()),
                        m_entries.data(),
                        m_binary->specializationData.size(),
                        m_binary->specializationData.data()};
    m_stage.pSpecializationInfo = &m_specialization;
    return true;
}

ShaderObject* ShaderBuild::finish(const VkAllocationCallbacks* callbacks) {
    if (!m_build) {
        return nullptr;
    }
    m_result = m_build->result();
    if (m_result != VK_SUCCESS) {
        // The command has no other code for what does not compile.
        m_result = m_result == VK_ERROR_UNKNOWN ? VK_ERROR_INITIALIZATION_FAILED : m_result;
        return nullptr;
    }
    ShaderObject* shader = nullptr;
    stage::AllStages::forEach([&]<typename Stage>(Stage) {
        if (const auto& routine = m_build->routine<Stage>()) {
            shader = make<ShaderObject>(callbacks, routine, m_layout.setPlaces());
        }
    });
    m_result = shader ? VK_SUCCESS : VK_ERROR_OUT_OF_HOST_MEMORY;
    return shader;
}

/// "the application can determine which shader the returned error pertains to by locating the first
/// VK_NULL_HANDLE element": the result is that of the first that failed.
VkResult createShaders(Device& device,
                       std::span<const VkShaderCreateInfoEXT> infos,
                       const VkAllocationCallbacks* callbacks,
                       VkShaderEXT* shaders) {
    std::deque<ShaderBuild> builds;
    std::vector<StageBuild*> stages;
    MadePipelines made;
    for (const VkShaderCreateInfoEXT& info : infos) {
        if (StageBuild* const stage = builds.emplace_back(device, info, made).stage()) {
            stages.push_back(stage);
        }
    }
    runAll(device, stages);

    VkResult result = VK_SUCCESS;
    for (ShaderBuild& build : builds) {
        *shaders++ = handleOf<VkShaderEXT>(build.finish(callbacks));
        if (result == VK_SUCCESS) {
            result = build.result();
        }
    }
    return result;
}

} // namespace

VkResult ShaderObject::writeBinary(size_t* size_B, void* data) const {
    const std::vector<std::byte> binary = writeShaderBinary(m_routine);
    if (!data) {
        *size_B = binary.size();
        return VK_SUCCESS;
    }
    // A part of it would be of no use.
    if (*size_B < binary.size()) {
        *size_B = 0;
        return VK_INCOMPLETE;
    }
    std::memcpy(data, binary.data(), binary.size());
    *size_B = binary.size();
    return VK_SUCCESS;
}

namespace entry {

VKAPI_ATTR VkResult VKAPI_CALL CreateShadersEXT(VkDevice device,
                                                uint32_t createInfoCount,
                                                const VkShaderCreateInfoEXT* pCreateInfos,
                                                const VkAllocationCallbacks* pAllocator,
                                                VkShaderEXT* pShaders) {
    std::fill_n(pShaders, createInfoCount, VkShaderEXT(VK_NULL_HANDLE));
    try {
        const report::Span span;
        const VkResult result =
            createShaders(*cast(device), {pCreateInfos, createInfoCount}, pAllocator, pShaders);
        noteMade(span, "vkCreateShadersEXT", createInfoCount);
        return result;
    } catch (const std::bad_alloc&) {
        return VK_ERROR_OUT_OF_HOST_MEMORY;
    }
}

VKAPI_ATTR void VKAPI_CALL DestroyShaderEXT(VkDevice device,
                                            VkShaderEXT shader,
                                            const VkAllocationCallbacks* pAllocator) {
    destroy(cast(shader), pAllocator);
}

VKAPI_ATTR VkResult VKAPI_CALL GetShaderBinaryDataEXT(VkDevice device,
                                                      VkShaderEXT shader,
                                                      size_t* pDataSize,
                                                      void* pData) {
    try {
        return cast(shader)->writeBinary(pDataSize, pData);
    } catch (const std::bad_alloc&) {
        return VK_ERROR_OUT_OF_HOST_MEMORY;
    }
}

} // namespace entry
} // namespace cpu::icd
