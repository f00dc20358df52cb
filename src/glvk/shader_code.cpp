// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "glvk/shader_code.h"

#include "glsl/program.h"
#include "glvk/device.h"
#include "spirv/broadcast_output.h"
#include "spirv/remap_sets.h"

namespace glvk {

ShaderCode::ShaderCode(Device& device,
                       std::shared_ptr<const glsl::LinkedProgram> linked,
                       ShaderStage stage)
    : m_device(device), m_linked(std::move(linked)), m_stage(stage) {}

ShaderCode::~ShaderCode() {
    const VolkDeviceTable& vk = m_device.vk();
    vk.vkDestroyShaderModule(m_device.handle(), m_plain, nullptr);
    for (const auto& [variant, module] : m_variants) {
        vk.vkDestroyShaderModule(m_device.handle(), module, nullptr);
    }
}

std::shared_ptr<const ShaderCode>
ShaderCode::create(Device& device,
                   std::shared_ptr<const glsl::LinkedProgram> linked,
                   ShaderStage stage,
                   VkResult& result) {
    std::shared_ptr<ShaderCode> code(new ShaderCode(device, std::move(linked), stage));
    result = code->makeModule({}, code->m_plain);
    return result == VK_SUCCESS ? code : nullptr;
}

VkResult ShaderCode::makeModule(const CodeVariant& variant, VkShaderModule& module) const {
    const SetPlan::Place place = m_device.layouts().plan()[m_stage];
    std::vector<uint32_t> words = spirv::placeInSet(
        m_linked->stage(glslStage(m_stage))->spirv, place.set, place.firstBinding);
    if (variant.colorCount > 1) {
        words = spirv::BroadcastOutput::run(words, variant.colorCount);
    }
    VkShaderModuleCreateInfo info{VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO};
    info.codeSize = words.size() * sizeof(uint32_t);
    info.pCode = words.data();
    const VkResult result =
        m_device.vk().vkCreateShaderModule(m_device.handle(), &info, nullptr, &module);
    if (result != VK_SUCCESS) {
        module = VK_NULL_HANDLE;
    }
    return result;
}

VkShaderModule ShaderCode::module(const CodeVariant& variant) const {
    if (variant == CodeVariant{}) {
        return m_plain;
    }
    const std::lock_guard lock(m_mutex);
    VkShaderModule& module = m_variants[variant];
    if (!module) {
        makeModule(variant, module);
    }
    return module;
}

} // namespace glvk
