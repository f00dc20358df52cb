// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "shader_object_test.h"

#include "vk_compute/glsl.h"

namespace vkt {

namespace {

std::vector<uint32_t> compile(VkShaderStageFlagBits stage, const std::string& glsl) {
    switch (stage) {
    case VK_SHADER_STAGE_COMPUTE_BIT:
        return vkc::compileGlsl13(glsl);
    case VK_SHADER_STAGE_VERTEX_BIT:
        return vkc::compileVertexGlsl(glsl);
    case VK_SHADER_STAGE_TESSELLATION_CONTROL_BIT:
        return vkc::compileControlGlsl(glsl);
    case VK_SHADER_STAGE_TESSELLATION_EVALUATION_BIT:
        return vkc::compileEvaluationGlsl(glsl);
    case VK_SHADER_STAGE_GEOMETRY_BIT:
        return vkc::compileGeometryGlsl(glsl);
    default:
        return vkc::compileFragmentGlsl(glsl);
    }
}

/// All that may come next.
VkShaderStageFlags nextOf(VkShaderStageFlagBits stage) {
    switch (stage) {
    case VK_SHADER_STAGE_VERTEX_BIT:
        return VK_SHADER_STAGE_TESSELLATION_CONTROL_BIT | VK_SHADER_STAGE_GEOMETRY_BIT |
               VK_SHADER_STAGE_FRAGMENT_BIT;
    case VK_SHADER_STAGE_TESSELLATION_CONTROL_BIT:
        return VK_SHADER_STAGE_TESSELLATION_EVALUATION_BIT;
    case VK_SHADER_STAGE_TESSELLATION_EVALUATION_BIT:
        return VK_SHADER_STAGE_GEOMETRY_BIT | VK_SHADER_STAGE_FRAGMENT_BIT;
    case VK_SHADER_STAGE_GEOMETRY_BIT:
        return VK_SHADER_STAGE_FRAGMENT_BIT;
    default:
        return 0;
    }
}

void setVertexInput(VkCommandBuffer commands, const VkPipelineVertexInputStateCreateInfo& vi) {
    std::vector<VkVertexInputBindingDescription2EXT> bindings;
    for (uint32_t i = 0; i < vi.vertexBindingDescriptionCount; ++i) {
        const VkVertexInputBindingDescription& from = vi.pVertexBindingDescriptions[i];
        bindings.push_back({VK_STRUCTURE_TYPE_VERTEX_INPUT_BINDING_DESCRIPTION_2_EXT,
                            nullptr,
                            from.binding,
                            from.stride,
                            from.inputRate,
                            1});
    }
    std::vector<VkVertexInputAttributeDescription2EXT> attributes;
    for (uint32_t i = 0; i < vi.vertexAttributeDescriptionCount; ++i) {
        const VkVertexInputAttributeDescription& from = vi.pVertexAttributeDescriptions[i];
        attributes.push_back({VK_STRUCTURE_TYPE_VERTEX_INPUT_ATTRIBUTE_DESCRIPTION_2_EXT,
                              nullptr,
                              from.location,
                              from.binding,
                              from.format,
                              from.offset});
    }
    vkCmdSetVertexInputEXT(commands,
                           uint32_t(bindings.size()),
                           bindings.data(),
                           uint32_t(attributes.size()),
                           attributes.data());
}

void setRasterization(VkCommandBuffer commands, const PipelineMaker& maker) {
    const VkPipelineRasterizationStateCreateInfo& rs = maker.rs;
    vkCmdSetRasterizerDiscardEnable(commands, rs.rasterizerDiscardEnable);
    vkCmdSetPolygonModeEXT(commands, rs.polygonMode);
    vkCmdSetLineWidth(commands, rs.lineWidth);
    vkCmdSetCullMode(commands, rs.cullMode);
    vkCmdSetFrontFace(commands, rs.frontFace);
    vkCmdSetDepthBiasEnable(commands, rs.depthBiasEnable);
    vkCmdSetDepthBias(
        commands, rs.depthBiasConstantFactor, rs.depthBiasClamp, rs.depthBiasSlopeFactor);
    vkCmdSetDepthClampEnableEXT(commands, rs.depthClampEnable);
    vkCmdSetDepthClipEnableEXT(commands, !rs.depthClampEnable);
    vkCmdSetDepthClipNegativeOneToOneEXT(commands, VK_FALSE);
    vkCmdSetProvokingVertexModeEXT(commands, VK_PROVOKING_VERTEX_MODE_FIRST_VERTEX_EXT);
    vkCmdSetLineRasterizationModeEXT(commands, VK_LINE_RASTERIZATION_MODE_DEFAULT_EXT);
    vkCmdSetLineStippleEnableEXT(commands, VK_FALSE);
    vkCmdSetRasterizationStreamEXT(commands, 0);
}

void setSamples(VkCommandBuffer commands, const VkPipelineMultisampleStateCreateInfo& ms) {
    const VkSampleMask all = ~0u;
    vkCmdSetRasterizationSamplesEXT(commands, ms.rasterizationSamples);
    vkCmdSetSampleMaskEXT(
        commands, ms.rasterizationSamples, ms.pSampleMask ? ms.pSampleMask : &all);
    vkCmdSetAlphaToCoverageEnableEXT(commands, ms.alphaToCoverageEnable);
    vkCmdSetAlphaToOneEnableEXT(commands, ms.alphaToOneEnable);
}

void setDepthAndStencil(VkCommandBuffer commands, const VkPipelineDepthStencilStateCreateInfo& ds) {
    vkCmdSetDepthTestEnable(commands, ds.depthTestEnable);
    vkCmdSetDepthWriteEnable(commands, ds.depthWriteEnable);
    vkCmdSetDepthCompareOp(commands, ds.depthCompareOp);
    vkCmdSetDepthBoundsTestEnable(commands, ds.depthBoundsTestEnable);
    vkCmdSetDepthBounds(commands, ds.minDepthBounds, ds.maxDepthBounds);
    vkCmdSetStencilTestEnable(commands, ds.stencilTestEnable);
    const auto setFace = [&](VkStencilFaceFlags face, const VkStencilOpState& state) {
        vkCmdSetStencilOp(
            commands, face, state.failOp, state.passOp, state.depthFailOp, state.compareOp);
        vkCmdSetStencilCompareMask(commands, face, state.compareMask);
        vkCmdSetStencilWriteMask(commands, face, state.writeMask);
        vkCmdSetStencilReference(commands, face, state.reference);
    };
    setFace(VK_STENCIL_FACE_FRONT_BIT, ds.front);
    setFace(VK_STENCIL_FACE_BACK_BIT, ds.back);
}

void setBlending(VkCommandBuffer commands, const PipelineMaker& maker) {
    vkCmdSetLogicOpEnableEXT(commands, maker.cb.logicOpEnable);
    vkCmdSetLogicOpEXT(commands, maker.cb.logicOp);
    vkCmdSetBlendConstants(commands, maker.cb.blendConstants);
    for (uint32_t i = 0; i < maker.blends.size(); ++i) {
        const VkPipelineColorBlendAttachmentState& from = maker.blends[i];
        const VkColorBlendEquationEXT equation = {from.srcColorBlendFactor,
                                                  from.dstColorBlendFactor,
                                                  from.colorBlendOp,
                                                  from.srcAlphaBlendFactor,
                                                  from.dstAlphaBlendFactor,
                                                  from.alphaBlendOp};
        vkCmdSetColorBlendEnableEXT(commands, i, 1, &from.blendEnable);
        vkCmdSetColorBlendEquationEXT(commands, i, 1, &equation);
        vkCmdSetColorWriteMaskEXT(commands, i, 1, &from.colorWriteMask);
    }
    const std::vector<VkBool32> writes(maker.blends.size(), VK_TRUE);
    if (!writes.empty()) {
        vkCmdSetColorWriteEnableEXT(commands, uint32_t(writes.size()), writes.data());
    }
}

} // namespace

ShaderMaker::ShaderMaker(VkShaderStageFlagBits stage, const std::string& glsl)
    : stage(stage), nextStage(nextOf(stage)), spirv(compile(stage, glsl)) {}

VkShaderCreateInfoEXT ShaderMaker::info() const {
    VkShaderCreateInfoEXT info{VK_STRUCTURE_TYPE_SHADER_CREATE_INFO_EXT};
    info.flags = flags;
    info.stage = stage;
    info.nextStage = nextStage;
    info.codeType = VK_SHADER_CODE_TYPE_SPIRV_EXT;
    info.codeSize = spirv.size() * sizeof(uint32_t);
    info.pCode = spirv.data();
    info.pName = "main";
    info.setLayoutCount = uint32_t(sets.size());
    info.pSetLayouts = sets.data();
    info.pushConstantRangeCount = uint32_t(ranges.size());
    info.pPushConstantRanges = ranges.data();
    info.pSpecializationInfo = specialization;
    return info;
}

ShaderObjectTest::ShaderObjectTest() {
    doWithoutLayer();
}

void ShaderObjectTest::SetUp() {
    GraphicsTest::SetUp();
    if (HasFatalFailure()) {
        return;
    }
    if (!hasExtension(VK_EXT_SHADER_OBJECT_EXTENSION_NAME)) {
        GTEST_SKIP();
    }
    const auto load = [this](auto& to, const char* name) {
        to = reinterpret_cast<std::decay_t<decltype(to)>>(vkGetDeviceProcAddr(device(), name));
        ASSERT_TRUE(to) << name;
    };
    load(createShaders, "vkCreateShadersEXT");
    load(destroyShader, "vkDestroyShaderEXT");
    load(getShaderBinaryData, "vkGetShaderBinaryDataEXT");
    load(cmdBindShaders, "vkCmdBindShadersEXT");
}

VkShaderEXT ShaderObjectTest::makeShader(const ShaderMaker& maker) {
    std::vector<VkShaderEXT> shaders;
    EXPECT_VK(makeShaders({maker.info()}, shaders));
    return shaders[0];
}

VkResult ShaderObjectTest::makeShaders(const std::vector<VkShaderCreateInfoEXT>& infos,
                                       std::vector<VkShaderEXT>& shaders) {
    // Every element is to be overwritten.
    shaders.assign(infos.size(), reinterpret_cast<VkShaderEXT>(uintptr_t(0x5a5a5a5a)));
    const VkResult result =
        createShaders(device(), uint32_t(infos.size()), infos.data(), nullptr, shaders.data());
    for (const VkShaderEXT shader : shaders) {
        atEnd([this, shader] { destroyShader(device(), shader, nullptr); });
    }
    return result;
}

std::vector<std::byte> ShaderObjectTest::binaryOf(VkShaderEXT shader) {
    size_t size_B = 0;
    EXPECT_VK(getShaderBinaryData(device(), shader, &size_B, nullptr));
    std::vector<std::byte> binary(size_B);
    EXPECT_VK(getShaderBinaryData(device(), shader, &size_B, binary.data()));
    EXPECT_EQ(size_B, binary.size());
    return binary;
}

VkShaderCreateInfoEXT ShaderObjectTest::binaryInfo(const ShaderMaker& maker,
                                                   const std::vector<std::byte>& binary) {
    VkShaderCreateInfoEXT info = maker.info();
    info.codeType = VK_SHADER_CODE_TYPE_BINARY_EXT;
    info.codeSize = binary.size();
    info.pCode = binary.data();
    return info;
}

void ShaderObjectTest::bind(VkCommandBuffer commands, std::initializer_list<BoundShader> shaders) {
    std::vector<VkShaderStageFlagBits> stages;
    std::vector<VkShaderEXT> handles;
    for (const BoundShader& shader : shaders) {
        stages.push_back(shader.stage);
        handles.push_back(shader.shader);
    }
    cmdBindShaders(commands, uint32_t(stages.size()), stages.data(), handles.data());
}

void ShaderObjectTest::bindOnly(VkCommandBuffer commands,
                                std::initializer_list<BoundShader> shaders) {
    constexpr VkShaderStageFlagBits kAll[] = {VK_SHADER_STAGE_VERTEX_BIT,
                                              VK_SHADER_STAGE_TESSELLATION_CONTROL_BIT,
                                              VK_SHADER_STAGE_TESSELLATION_EVALUATION_BIT,
                                              VK_SHADER_STAGE_GEOMETRY_BIT,
                                              VK_SHADER_STAGE_FRAGMENT_BIT};
    cmdBindShaders(commands, uint32_t(std::size(kAll)), kAll, nullptr);
    bind(commands, shaders);
}

void ShaderObjectTest::setState(VkCommandBuffer commands, PipelineMaker& maker) {
    const VkGraphicsPipelineCreateInfo& info = maker.info();
    setVertexInput(commands, *info.pVertexInputState);
    vkCmdSetPrimitiveTopology(commands, maker.ia.topology);
    vkCmdSetPrimitiveRestartEnable(commands, maker.ia.primitiveRestartEnable);
    if (maker.ts.patchControlPoints) {
        vkCmdSetPatchControlPointsEXT(commands, maker.ts.patchControlPoints);
        vkCmdSetTessellationDomainOriginEXT(commands, VK_TESSELLATION_DOMAIN_ORIGIN_UPPER_LEFT);
    }
    vkCmdSetViewportWithCount(commands, 1, &maker.viewport);
    vkCmdSetScissorWithCount(commands, 1, &maker.scissor);
    setRasterization(commands, maker);
    setSamples(commands, maker.ms);
    setDepthAndStencil(commands, maker.ds);
    setBlending(commands, maker);
}

} // namespace vkt
