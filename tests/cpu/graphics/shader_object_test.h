// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "graphics_test.h"

// After Vulkan's own header.
#include "base/vk_shader_object.h"

#include <initializer_list>
#include <string>
#include <vector>

namespace vkt {

/// The create info of a shader object. A test changes what it is about; info() points into this
/// object.
struct ShaderMaker {
    ShaderMaker(VkShaderStageFlagBits stage, const std::string& glsl);

    VkShaderCreateInfoEXT info() const;

    VkShaderStageFlagBits stage;
    VkShaderStageFlags nextStage;
    VkShaderCreateFlagsEXT flags = 0;
    std::vector<uint32_t> spirv;
    std::vector<VkDescriptorSetLayout> sets;
    std::vector<VkPushConstantRange> ranges;
    const VkSpecializationInfo* specialization = nullptr;
};

struct BoundShader {
    VkShaderStageFlagBits stage;
    VkShaderEXT shader;
};

/// Tests of VK_EXT_shader_object, without the validation layer, which may not know it yet. Shaders
/// live until the test ends.
class ShaderObjectTest : public GraphicsTest {
protected:
    ShaderObjectTest();
    void SetUp() override;

    /// Null: it was not made; the test has failed.
    VkShaderEXT makeShader(const ShaderMaker& maker);
    VkShaderEXT makeShader(VkShaderStageFlagBits stage, const std::string& glsl) {
        return makeShader(ShaderMaker(stage, glsl));
    }
    /// Whatever comes of it.
    VkResult makeShaders(const std::vector<VkShaderCreateInfoEXT>& infos,
                         std::vector<VkShaderEXT>& shaders);
    std::vector<std::byte> binaryOf(VkShaderEXT shader);
    static VkShaderCreateInfoEXT binaryInfo(const ShaderMaker& maker,
                                            const std::vector<std::byte>& binary);

    void bind(VkCommandBuffer commands, std::initializer_list<BoundShader> shaders);
    /// Stages of which there is nothing else are unbound.
    void bindOnly(VkCommandBuffer commands, std::initializer_list<BoundShader> shaders);
    /// All that pipelines of this maker have, by commands.
    static void setState(VkCommandBuffer commands, PipelineMaker& maker);

    PFN_vkCreateShadersEXT createShaders = nullptr;
    PFN_vkDestroyShaderEXT destroyShader = nullptr;
    PFN_vkGetShaderBinaryDataEXT getShaderBinaryData = nullptr;
    PFN_vkCmdBindShadersEXT cmdBindShaders = nullptr;
};

} // namespace vkt
