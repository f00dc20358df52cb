// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "device.h"

#include <glslang/Public/ResourceLimits.h>
#include <glslang/Public/ShaderLang.h>
#include <SPIRV/GlslangToSpv.h>

namespace vkc {

std::vector<uint32_t> compileGlsl(const std::string& source) {
    static const bool initialized = glslang::InitializeProcess();
    (void)initialized;
    glslang::TShader shader(EShLangCompute);
    const char* text = source.c_str();
    shader.setStrings(&text, 1);
    shader.setEnvInput(glslang::EShSourceGlsl, EShLangCompute, glslang::EShClientVulkan, 100);
    shader.setEnvClient(glslang::EShClientVulkan, glslang::EShTargetVulkan_1_1);
    shader.setEnvTarget(glslang::EShTargetSpv, glslang::EShTargetSpv_1_3);
    const auto rules = EShMessages(EShMsgSpvRules | EShMsgVulkanRules);
    if (!shader.parse(GetDefaultResources(), 460, false, rules)) {
        throw Failure(std::string(shader.getInfoLog()) + "\n" + source);
    }
    glslang::TProgram program;
    program.addShader(&shader);
    if (!program.link(rules)) {
        throw Failure(program.getInfoLog());
    }
    std::vector<uint32_t> spirv;
    glslang::GlslangToSpv(*program.getIntermediate(EShLangCompute), spirv);
    return spirv;
}

} // namespace vkc
