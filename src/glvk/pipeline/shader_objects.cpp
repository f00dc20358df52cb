// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "glvk/pipeline/shader_objects.h"

#include "base/log.h"
#include "base/work_queue.h"
#include "glsl/language/types.h"
#include "glvk/gpu/deviations.h"
#include "glvk/gpu/gpu.h"
#include "report/record.h"
#include "store/store.h"

#include <array>
#include <fmt/format.h>
#include <utility>
#include <vector>

namespace glvk {

namespace {

const SetShape kEmpty;

/// Those that may come next, whatever they will be: the fewer are named, the fewer mixes are there.
VkShaderStageFlags nextStages(spirv::Stage stage) {
    switch (stage) {
    case spirv::Stage::Vertex:
        return VK_SHADER_STAGE_TESSELLATION_CONTROL_BIT | VK_SHADER_STAGE_GEOMETRY_BIT |
               VK_SHADER_STAGE_FRAGMENT_BIT;
    case spirv::Stage::TessControl:
        return VK_SHADER_STAGE_TESSELLATION_EVALUATION_BIT;
    case spirv::Stage::TessEvaluation:
        return VK_SHADER_STAGE_GEOMETRY_BIT | VK_SHADER_STAGE_FRAGMENT_BIT;
    case spirv::Stage::Geometry:
        return VK_SHADER_STAGE_FRAGMENT_BIT;
    default:
        return 0;
    }
}

} // namespace

ShaderObjects::ShaderObjects(Gpu& gpu, store::Store* store, base::WorkQueue* saver)
    : m_gpu(gpu), m_store(store), m_saver(saver) {
    VkPhysicalDeviceProperties2 properties{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2,
                                           &m_properties};
    vkGetPhysicalDeviceProperties2(m_gpu.physical(), &properties);
    for (const spirv::Stage stage : spirv::kGraphicsStages) {
        m_stages |= m_gpu.has(stage) ? VkShaderStageFlags(stageBit(stage)) : 0;
    }
}

VkShaderEXT ShaderObjects::create(spirv::Stage stage,
                                  std::span<const uint32_t> words,
                                  const StageLayouts& layouts,
                                  const std::string& nameForPeople) {
    std::array<VkDescriptorSetLayout, kMaxSets> handles{};
    VkShaderCreateInfoEXT info{VK_STRUCTURE_TYPE_SHADER_CREATE_INFO_EXT};
    info.stage = stageBit(stage);
    info.nextStage = nextStages(stage) & m_stages;
    info.pName = "main";
    info.pSetLayouts = handles.data();
    for (const SetLayout* layout : layouts) {
        if (layout) {
            handles[info.setLayoutCount++] = layout->handle;
        }
    }
    const report::Span span;
    const auto note = [](report::AnswerFrom from) {
        report::recordEvent(report::EventKind::Answer, uint8_t(from), 0, "shader object");
    };
    VkResult result = VK_SUCCESS;
    store::Key key;
    if (m_store) {
        key = keyOf(info, words, layouts);
        if (const auto binary = m_store->get(key, store::Kind::ShaderObject);
            binary && !binary->empty()) {
            info.codeType = VK_SHADER_CODE_TYPE_BINARY_EXT;
            info.codeSize = binary->size();
            info.pCode = binary->data();
            if (const VkShaderEXT shader = make(info, result)) {
                note(report::AnswerFrom::Disk);
                nameShader(m_gpu.handle(), shader, nameForPeople);
                return shader;
            }
        }
    }
    info.codeType = VK_SHADER_CODE_TYPE_SPIRV_EXT;
    info.codeSize = words.size_bytes();
    info.pCode = words.data();
    const VkShaderEXT shader = make(info, result);
    note(report::AnswerFrom::Nobody);
    span.stop(report::EventKind::Compile, uint8_t(report::CompileKind::Pipeline), 0, [&] {
        return fmt::format("a {} shader object{}{}",
                           glsl::stageName(stage),
                           nameForPeople.empty() ? "" : ", ",
                           nameForPeople);
    });
    nameShader(m_gpu.handle(), shader, nameForPeople);
    if (!shader) {
        base::logError(
            base::Log::Pipelines, "a shader object could not be made ({})", resultName(result));
        m_gpu.noteResult(result);
    } else if (m_store) {
        keep(shader, key);
    }
    return shader;
}

store::Key ShaderObjects::keyOf(const VkShaderCreateInfoEXT& info,
                                std::span<const uint32_t> words,
                                const StageLayouts& layouts) const {
    store::KeyBuilder key("shader-object-3");
    key.add(std::as_bytes(std::span(m_properties.shaderBinaryUUID)));
    const std::array<uint32_t, 6> numbers = {m_properties.shaderBinaryVersion,
                                             uint32_t(m_gpu.features().descriptors.way),
                                             m_gpu.properties().driverVersion,
                                             uint32_t(info.stage),
                                             uint32_t(info.nextStage),
                                             info.setLayoutCount};
    key.addValue(numbers);
    for (const SetLayout* layout : layouts) {
        const SetShape& shape = layout ? layout->shape : kEmpty;
        key.addValue(uint32_t(shape.size()));
        for (const SetBinding& binding : shape) {
            key.addValue(std::array<uint32_t, 4>{
                binding.binding, binding.count, uint32_t(binding.kind), uint32_t(binding.stages)});
        }
    }
    return key.add(std::as_bytes(words)).finish();
}

VkShaderEXT ShaderObjects::make(const VkShaderCreateInfoEXT& info, VkResult& result) const {
    VkShaderEXT shader = VK_NULL_HANDLE;
    result = m_gpu.shaderCommands().create(m_gpu.handle(), 1, &info, nullptr, &shader);
    return result == VK_SUCCESS ? shader : VK_NULL_HANDLE;
}

void ShaderObjects::keep(VkShaderEXT shader, const store::Key& key) const {
    const auto get = m_gpu.shaderCommands().getBinary;
    size_t size_B = 0;
    if (get(m_gpu.handle(), shader, &size_B, nullptr) != VK_SUCCESS || size_B == 0) {
        return;
    }
    std::vector<std::byte> binary(size_B);
    if (get(m_gpu.handle(), shader, &size_B, binary.data()) != VK_SUCCESS) {
        return;
    }
    binary.resize(size_B);
    m_saver->submit(base::Priority::Low, [store = m_store, key, binary = std::move(binary)] {
        store->put(key, binary, store::Kind::ShaderObject);
    });
}

void ShaderObjects::destroy(VkShaderEXT shader) const {
    m_gpu.shaderCommands().destroy(m_gpu.handle(), shader, nullptr);
}

} // namespace glvk
