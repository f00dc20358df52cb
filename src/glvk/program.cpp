// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "glvk/program.h"

#include "gl/framebuffer.h"
#include "glsl/program.h"
#include "glvk/device.h"
#include "glvk/pipeline_store.h"
#include "spirv/broadcast_output.h"
#include "spirv/remap_sets.h"

#include <algorithm>
#include <fmt/format.h>

namespace glvk {

namespace {

/// GLSL stage → descriptor set index (stages that do not exist yet keep theirs out of range).
constexpr std::array<uint32_t, glsl::kStageCount> kSetOfStage{
    uint32_t(ShaderSet::Vertex), 0, 0, 0, uint32_t(ShaderSet::Fragment), 0};

gl::TextureType textureType(glsl::SamplerDim dim) {
    switch (dim) {
    case glsl::SamplerDim::Cube:
        return gl::TextureType::Cube;
    case glsl::SamplerDim::Dim3D:
        return gl::TextureType::Tex3D;
    case glsl::SamplerDim::Dim1D:
        return gl::TextureType::Tex1D;
    default:
        return gl::TextureType::Tex2D;
    }
}

constexpr VkShaderStageFlags kStageFlags[kShaderSets] = {VK_SHADER_STAGE_VERTEX_BIT,
                                                         VK_SHADER_STAGE_FRAGMENT_BIT};

} // namespace

Program::Program(std::shared_ptr<Device> device)
    : m_device(std::move(device)), m_id(m_device->newId()) {}

Program::~Program() {
    m_device->pipelines().noteDeadProgram(m_id);
    for (const Stage& stage : m_stages) {
        m_device->vk().vkDestroyShaderModule(m_device->handle(), stage.module, nullptr);
    }
    m_device->vk().vkDestroyShaderModule(m_device->handle(), m_broadcastModule, nullptr);
}

VkShaderModule Program::fragmentModule(uint32_t colorCount) const {
    if (colorCount <= 1 || m_broadcastWords.empty()) {
        return stage(ShaderSet::Fragment).module;
    }
    const std::lock_guard lock(m_mutex);
    if (!m_broadcastModule) {
        const std::vector<uint32_t> words =
            spirv::BroadcastOutput::run(m_broadcastWords, gl::kMaxColorAttachments);
        VkShaderModuleCreateInfo info{VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO};
        info.codeSize = words.size() * sizeof(uint32_t);
        info.pCode = words.data();
        if (m_device->vk().vkCreateShaderModule(
                m_device->handle(), &info, nullptr, &m_broadcastModule) != VK_SUCCESS) {
            m_broadcastModule = VK_NULL_HANDLE;
        }
    }
    return m_broadcastModule;
}

std::unique_ptr<Program> Program::create(std::shared_ptr<Device> device,
                                         const glsl::LinkedProgram& linked,
                                         std::string& log) {
    std::unique_ptr<Program> program(new Program(device));
    std::array<const SetLayout*, kShaderSets> sets{};
    for (size_t i = 0; i < kShaderSets; ++i) {
        const glsl::Stage glslStage =
            ShaderSet(i) == ShaderSet::Vertex ? glsl::Stage::Vertex : glsl::Stage::Fragment;
        Stage& stage = program->m_stages[i];
        stage.glslStage = int(glslStage);
        SetShape shape;
        if (const glsl::StageBinary* binary = linked.stage(glslStage)) {
            stage.blockSize_B = binary->defaultBlockSize_B;
            shape.uniformBlock = stage.blockSize_B != 0;
            for (const glsl::StageSampler& s : binary->samplers) {
                stage.samplers.push_back({s.binding, s.count, s.firstSampler});
            }
            std::sort(stage.samplers.begin(), stage.samplers.end(), [](auto& a, auto& b) {
                return a.binding < b.binding;
            });
            for (const SamplerBinding& s : stage.samplers) {
                shape.samplerCounts.resize(s.binding - 1, 0); // Bindings may have holes.
                shape.samplerCounts.push_back(s.count);
                for (uint16_t i = 0; i < s.count; ++i) {
                    const uint16_t index = uint16_t(s.firstSampler + i);
                    stage.slots.push_back({index, textureType(linked.samplers[index].dim)});
                }
            }
            const std::vector<uint32_t> words = spirv::remapSets(binary->spirv, kSetOfStage);
            VkShaderModuleCreateInfo info{VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO};
            info.codeSize = words.size() * sizeof(uint32_t);
            info.pCode = words.data();
            const VkResult result =
                device->vk().vkCreateShaderModule(device->handle(), &info, nullptr, &stage.module);
            if (result != VK_SUCCESS) {
                log = fmt::format("error: the Vulkan device refused the shader ({})",
                                  resultName(result));
                return nullptr;
            }
        }
        stage.set = device->layouts().setLayout(shape, kStageFlags[i]);
        if (!stage.set) {
            log = "error: out of memory";
            return nullptr;
        }
        sets[i] = stage.set;
    }
    program->m_layout = device->layouts().pipelineLayout(sets);
    if (!program->m_layout) {
        log = "error: out of memory";
        return nullptr;
    }
    program->m_fragmentOutputMask = linked.fragmentOutputMask;
    for (const glsl::FragmentOutput& output : linked.fragmentOutputs) {
        if (output.broadcast) {
            program->m_fragmentOutputMask = (1u << gl::kMaxColorAttachments) - 1;
            program->m_broadcastWords =
                spirv::remapSets(linked.stage(glsl::Stage::Fragment)->spirv, kSetOfStage);
        }
    }
    return program;
}

} // namespace glvk
