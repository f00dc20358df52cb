// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "glvk/pipeline/shader_code.h"

#include "glsl/link/program.h"
#include "glvk/gpu/deviations.h"
#include "glvk/gpu/gpu.h"
#include "glvk/pipeline/program_host.h"
#include "glvk/pipeline/shader_objects.h"
#include "report/object_name.h"
#include "report/stalls.h"

#include <fmt/format.h>

namespace glvk {

ShaderCode::ShaderCode(ProgramHost& host,
                       std::shared_ptr<const glsl::LinkedProgram> linked,
                       spirv::Stage stage)
    : m_gpu(host.gpu()),
      m_plan(host.layouts().plan()),
      m_user(host.codeUser()),
      m_linked(std::move(linked)),
      m_stage(stage),
      m_nameForPeople(report::Subject::current()) {}

ShaderCode::~ShaderCode() {
    const VolkDeviceTable& vk = m_gpu.vk();
    for (const auto& [variant, object] : m_objects) {
        if (object.handle) {
            m_user.objects().destroy(object.handle);
        }
    }
    const auto destroy = [&](VkShaderModule module) {
        m_user.forget({&module, 1});
        vk.vkDestroyShaderModule(m_gpu.handle(), module, nullptr);
    };
    destroy(m_plain);
    for (const auto& [variant, module] : m_variants) {
        destroy(module);
    }
}

std::shared_ptr<const ShaderCode>
ShaderCode::create(ProgramHost& host,
                   std::shared_ptr<const glsl::LinkedProgram> linked,
                   spirv::Stage stage,
                   VkResult& result) {
    std::shared_ptr<ShaderCode> code(new ShaderCode(host, std::move(linked), stage));
    code->m_facts = codeFacts(code->m_linked->stage(stage)->spirv);
    if (code->m_linked->isFixedFunction) {
        code->m_facts.clipDistances = 0; // Planes that are off do not clip anyway.
    }
    result = host.gpu().features().usesShaderObjects() ? VK_SUCCESS
                                                       : code->makeModule({}, code->m_plain);
    return result == VK_SUCCESS ? code : nullptr;
}

std::vector<uint32_t> ShaderCode::words(const CodeVariant& variant) const {
    return variantWords(*m_linked, *m_linked->stage(m_stage), m_plan, variant);
}

VkResult ShaderCode::makeModule(const CodeVariant& variant, VkShaderModule& module) const {
    const std::vector<uint32_t> words = this->words(variant);
    VkShaderModuleCreateInfo info{VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO};
    info.codeSize = words.size() * sizeof(uint32_t);
    info.pCode = words.data();
    const VkResult result =
        m_gpu.vk().vkCreateShaderModule(m_gpu.handle(), &info, nullptr, &module);
    if (result != VK_SUCCESS) {
        module = VK_NULL_HANDLE;
    }
    nameShader(m_gpu.handle(), module, m_nameForPeople);
    return result;
}

VkShaderEXT
ShaderCode::object(const CodeVariant& variant, const StageLayouts& layouts, bool& waited) const {
    Object* object = nullptr;
    {
        const std::lock_guard lock(m_mutex);
        object = &m_objects.try_emplace({variant, layouts}).first->second;
    }
    waited = !object->done.load(std::memory_order_acquire);
    if (waited) {
        std::call_once(object->once, [&] {
            const spirv::Stage stage =
                variant.controlVertices ? spirv::Stage::TessControl : m_stage;
            object->handle =
                m_user.objects().create(stage, words(variant), layouts, m_nameForPeople);
            object->done.store(true, std::memory_order_release);
        });
    }
    return object->handle;
}

bool ShaderCode::wantObject(const CodeVariant& variant, const StageLayouts& layouts) const {
    const std::lock_guard lock(m_mutex);
    return m_objects.try_emplace({variant, layouts}).second;
}

bool ShaderCode::hasObject(const CodeVariant& variant, const StageLayouts& layouts) const {
    const std::lock_guard lock(m_mutex);
    const auto found = m_objects.find({variant, layouts});
    return found != m_objects.end() && found->second.done.load(std::memory_order_acquire);
}

VkShaderModule ShaderCode::module(const CodeVariant& variant) const {
    if (variant == CodeVariant{}) {
        return m_plain;
    }
    const std::lock_guard lock(m_mutex);
    VkShaderModule& module = m_variants[variant];
    if (!module) {
        const report::StallPart part;
        makeModule(variant, module);
        part.stop(
            [&] { return fmt::format("a variant of the {} shader", glsl::stageName(m_stage)); });
    }
    return module;
}

} // namespace glvk
