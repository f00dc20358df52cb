// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "glsl.h"

#include "device.h"

#include <glslang/Public/ResourceLimits.h>
#include <glslang/Public/ShaderLang.h>
#include <glslang/SPIRV/GlslangToSpv.h>

namespace vkc {

namespace {

std::vector<uint32_t> compile(EShLanguage stage,
                              const std::string& source,
                              glslang::EShTargetClientVersion vulkan,
                              glslang::EShTargetLanguageVersion spirvVersion) {
    static const bool initialized = glslang::InitializeProcess();
    (void)initialized;
    glslang::TShader shader(stage);
    const char* text = source.c_str();
    shader.setStrings(&text, 1);
    shader.setEnvInput(glslang::EShSourceGlsl, stage, glslang::EShClientVulkan, 100);
    shader.setEnvClient(glslang::EShClientVulkan, vulkan);
    shader.setEnvTarget(glslang::EShTargetSpv, spirvVersion);
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
    glslang::GlslangToSpv(*program.getIntermediate(stage), spirv);
    return spirv;
}

} // namespace

std::vector<uint32_t> compileGlsl(const std::string& source) {
    return compile(EShLangCompute, source, glslang::EShTargetVulkan_1_1, glslang::EShTargetSpv_1_3);
}

std::vector<uint32_t> compileGlsl13(const std::string& source) {
    return compile(EShLangCompute, source, glslang::EShTargetVulkan_1_3, glslang::EShTargetSpv_1_6);
}

std::vector<uint32_t> compileVertexGlsl(const std::string& source) {
    return compile(EShLangVertex, source, glslang::EShTargetVulkan_1_1, glslang::EShTargetSpv_1_3);
}

std::vector<uint32_t> compileVertexGlsl13(const std::string& source) {
    return compile(EShLangVertex, source, glslang::EShTargetVulkan_1_3, glslang::EShTargetSpv_1_6);
}

std::vector<uint32_t> compileFragmentGlsl(const std::string& source) {
    return compile(
        EShLangFragment, source, glslang::EShTargetVulkan_1_1, glslang::EShTargetSpv_1_3);
}

std::vector<uint32_t> compileControlGlsl(const std::string& source) {
    return compile(
        EShLangTessControl, source, glslang::EShTargetVulkan_1_1, glslang::EShTargetSpv_1_3);
}

std::vector<uint32_t> compileEvaluationGlsl(const std::string& source) {
    return compile(
        EShLangTessEvaluation, source, glslang::EShTargetVulkan_1_1, glslang::EShTargetSpv_1_3);
}

std::vector<uint32_t> compileGeometryGlsl(const std::string& source) {
    return compile(
        EShLangGeometry, source, glslang::EShTargetVulkan_1_1, glslang::EShTargetSpv_1_3);
}

} // namespace vkc
