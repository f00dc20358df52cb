// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "draw_state.h"
#include "targets.h"

#include "vk_compute/glsl.h"

#include <algorithm>
#include <cstring>
#include <map>

namespace pictures {

/// The same few shaders are drawn with again and again.
std::vector<uint32_t> spirvOf(const Shader& shader, VkShaderStageFlagBits stage) {
    if (!shader.spirv.empty()) {
        return shader.spirv;
    }
    static std::map<std::pair<std::string, int>, std::vector<uint32_t>> known;
    std::vector<uint32_t>& spirv = known[{shader.glsl, stage}];
    if (!spirv.empty()) {
        return spirv;
    }
    const bool layers = shader.glsl.find("viewport_layer_array") != std::string::npos;
    switch (stage) {
    case VK_SHADER_STAGE_VERTEX_BIT:
        spirv =
            layers ? vkc::compileVertexGlsl13(shader.glsl) : vkc::compileVertexGlsl(shader.glsl);
        break;
    case VK_SHADER_STAGE_TESSELLATION_CONTROL_BIT:
        spirv = vkc::compileControlGlsl(shader.glsl);
        break;
    case VK_SHADER_STAGE_TESSELLATION_EVALUATION_BIT:
        spirv = vkc::compileEvaluationGlsl(shader.glsl);
        break;
    case VK_SHADER_STAGE_GEOMETRY_BIT:
        spirv = vkc::compileGeometryGlsl(shader.glsl);
        break;
    default:
        spirv = vkc::compileFragmentGlsl(shader.glsl);
        break;
    }
    return spirv;
}

namespace {

constexpr uint32_t kStorageBinding = 8;
constexpr uint32_t kInputBinding = 9;

constexpr char kEverywhere[] = R"(#version 460
void main() {
    gl_Position = vec4(gl_VertexIndex == 1 ? 3 : -1, gl_VertexIndex == 2 ? 3 : -1, 0, 1);
})";

/// What is bound at set 0, and the layout.
class Resources {
public:
    Resources(Objects& objects, const Case& test, const Targets& targets);

    VkPipelineLayout layout() const { return m_layout; }
    const VkDescriptorSetLayout& setLayout() const { return m_setLayout; }
    void bind(VkCommandBuffer commands) const {
        if (m_set) {
            vkCmdBindDescriptorSets(
                commands, VK_PIPELINE_BIND_POINT_GRAPHICS, m_layout, 0, 1, &m_set, 0, nullptr);
        }
    }
    std::vector<uint32_t> words() const {
        std::vector<uint32_t> words(m_storage.bytes.size() / 4);
        if (!words.empty()) {
            std::memcpy(words.data(), m_storage.bytes.data(), m_storage.bytes.size());
        }
        return words;
    }

private:
    void add(uint32_t binding, VkDescriptorType type, VkImageView view, VkSampler sampler);
    VkImageView makeTexture(const Texture& texture);
    void makeLayout();
    void makeSet();

    Objects& m_objects;
    std::vector<VkDescriptorSetLayoutBinding> m_bindings;
    std::vector<VkDescriptorImageInfo> m_images;
    Objects::Buffer m_storage;
    VkDescriptorSetLayout m_setLayout = VK_NULL_HANDLE;
    VkPipelineLayout m_layout = VK_NULL_HANDLE;
    VkDescriptorSet m_set = VK_NULL_HANDLE;
};

Resources::Resources(Objects& objects, const Case& test, const Targets& targets)
    : m_objects(objects) {
    const VkDevice device = objects.device().handle();
    for (uint32_t i = 0; i < test.textures.size(); ++i) {
        VkSampler sampler = VK_NULL_HANDLE;
        check(vkCreateSampler(device, &test.textures[i].sampler, nullptr, &sampler),
              "vkCreateSampler");
        objects.atEnd([device, sampler] { vkDestroySampler(device, sampler, nullptr); });
        add(i, VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER, makeTexture(test.textures[i]), sampler);
    }
    if (test.storageWords) {
        m_storage =
            objects.buffer(size_t(test.storageWords) * 4, VK_BUFFER_USAGE_STORAGE_BUFFER_BIT);
        add(kStorageBinding, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, VK_NULL_HANDLE, VK_NULL_HANDLE);
    }
    if (!test.inputFragment.empty()) {
        uint32_t binding = kInputBinding;
        for (const VkImageView view : targets.inputViews()) {
            add(binding++, VK_DESCRIPTOR_TYPE_INPUT_ATTACHMENT, view, VK_NULL_HANDLE);
        }
    }
    makeLayout();
    if (!m_bindings.empty()) {
        makeSet();
    }
}

void Resources::add(uint32_t binding, VkDescriptorType type, VkImageView view, VkSampler sampler) {
    m_bindings.push_back({binding, type, 1, VK_SHADER_STAGE_FRAGMENT_BIT, nullptr});
    m_images.push_back({sampler, view, VK_IMAGE_LAYOUT_GENERAL});
}

VkImageView Resources::makeTexture(const Texture& texture) {
    VkImageCreateInfo info{VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO};
    info.imageType = VK_IMAGE_TYPE_2D;
    info.format = texture.format;
    info.extent = {texture.extent.width, texture.extent.height, 1};
    info.mipLevels = texture.levels;
    info.arrayLayers = 1;
    info.samples = VK_SAMPLE_COUNT_1_BIT;
    info.usage = VK_IMAGE_USAGE_SAMPLED_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT;
    const Objects::Image image = m_objects.image(info, VK_IMAGE_ASPECT_COLOR_BIT);
    Random random(texture.pattern);
    for (uint32_t level = 0; level < texture.levels; ++level) {
        const uint32_t width = std::max(1u, texture.extent.width >> level);
        const uint32_t height = std::max(1u, texture.extent.height >> level);
        Objects staging(m_objects.device());
        const Objects::Buffer buffer =
            staging.buffer(size_t(width) * height * formatOf(texture.format).size_B(),
                           VK_BUFFER_USAGE_TRANSFER_SRC_BIT);
        for (std::byte& byte : buffer.bytes) {
            byte = texture.pattern ? std::byte(random()) : std::byte(level * 16);
        }
        VkBufferImageCopy region{};
        region.imageSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, level, 0, 1};
        region.imageExtent = {width, height, 1};
        m_objects.device().run([&](VkCommandBuffer commands) {
            vkCmdCopyBufferToImage(
                commands, buffer.handle, image.handle, VK_IMAGE_LAYOUT_GENERAL, 1, &region);
        });
    }
    return m_objects.view(image, VK_IMAGE_VIEW_TYPE_2D, texture.format, VK_IMAGE_ASPECT_COLOR_BIT);
}

void Resources::makeLayout() {
    const VkDevice device = m_objects.device().handle();
    VkDescriptorSetLayoutCreateInfo setInfo{VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO};
    setInfo.bindingCount = uint32_t(m_bindings.size());
    setInfo.pBindings = m_bindings.data();
    check(vkCreateDescriptorSetLayout(device, &setInfo, nullptr, &m_setLayout),
          "vkCreateDescriptorSetLayout");
    VkPipelineLayoutCreateInfo info{VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO};
    info.setLayoutCount = 1;
    info.pSetLayouts = &m_setLayout;
    check(vkCreatePipelineLayout(device, &info, nullptr, &m_layout), "vkCreatePipelineLayout");
    m_objects.atEnd([device, set = m_setLayout, layout = m_layout] {
        vkDestroyPipelineLayout(device, layout, nullptr);
        vkDestroyDescriptorSetLayout(device, set, nullptr);
    });
}

void Resources::makeSet() {
    const VkDevice device = m_objects.device().handle();
    std::vector<VkDescriptorPoolSize> sizes;
    for (const VkDescriptorSetLayoutBinding& binding : m_bindings) {
        sizes.push_back({binding.descriptorType, 1});
    }
    VkDescriptorPoolCreateInfo poolInfo{VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO};
    poolInfo.maxSets = 1;
    poolInfo.poolSizeCount = uint32_t(sizes.size());
    poolInfo.pPoolSizes = sizes.data();
    VkDescriptorPool pool = VK_NULL_HANDLE;
    check(vkCreateDescriptorPool(device, &poolInfo, nullptr, &pool), "vkCreateDescriptorPool");
    m_objects.atEnd([device, pool] { vkDestroyDescriptorPool(device, pool, nullptr); });
    VkDescriptorSetAllocateInfo allocation{VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO};
    allocation.descriptorPool = pool;
    allocation.descriptorSetCount = 1;
    allocation.pSetLayouts = &m_setLayout;
    check(vkAllocateDescriptorSets(device, &allocation, &m_set), "vkAllocateDescriptorSets");
    const VkDescriptorBufferInfo storage{m_storage.handle, 0, VK_WHOLE_SIZE};
    for (size_t i = 0; i < m_bindings.size(); ++i) {
        VkWriteDescriptorSet write{VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET};
        write.dstSet = m_set;
        write.dstBinding = m_bindings[i].binding;
        write.descriptorCount = 1;
        write.descriptorType = m_bindings[i].descriptorType;
        write.pImageInfo = &m_images[i];
        write.pBufferInfo = &storage;
        vkUpdateDescriptorSets(device, 1, &write, 0, nullptr);
    }
}

constexpr VkShaderStageFlagBits kStages[] = {VK_SHADER_STAGE_VERTEX_BIT,
                                             VK_SHADER_STAGE_TESSELLATION_CONTROL_BIT,
                                             VK_SHADER_STAGE_TESSELLATION_EVALUATION_BIT,
                                             VK_SHADER_STAGE_GEOMETRY_BIT,
                                             VK_SHADER_STAGE_FRAGMENT_BIT};

const Shader& shaderOf(const Step& step, VkShaderStageFlagBits stage) {
    switch (stage) {
    case VK_SHADER_STAGE_VERTEX_BIT:
        return step.vertex;
    case VK_SHADER_STAGE_TESSELLATION_CONTROL_BIT:
        return step.control;
    case VK_SHADER_STAGE_TESSELLATION_EVALUATION_BIT:
        return step.evaluation;
    case VK_SHADER_STAGE_GEOMETRY_BIT:
        return step.geometry;
    default:
        return step.fragment;
    }
}

bool isThere(const Shader& shader) {
    return !shader.glsl.empty() || !shader.spirv.empty();
}

/// A step's pipeline, buffers and draws.
class Drawing {
public:
    Drawing(Objects& objects,
            const Case& test,
            const Step& step,
            const Targets& targets,
            const Resources& resources,
            uint32_t subpass);
    void record(VkCommandBuffer commands) const;

private:
    void makePipeline(const Targets& targets, const Resources& resources, uint32_t subpass);
    bool wantsShaderObjects() const;
    void makeShaders(const Resources& resources);
    void makeBuffers();
    void makeIndirect();
    void recordDraws(VkCommandBuffer commands) const;
    void recordMulti(VkCommandBuffer commands) const;

    Objects& m_objects;
    const Case& m_case;
    const Step& m_step;
    DrawState m_state;
    VkPipeline m_pipeline = VK_NULL_HANDLE;
    std::vector<VkShaderEXT> m_shaders; ///< Of kStages; none: the pipeline draws.
    std::vector<VkBuffer> m_vertexBuffers;
    std::vector<VkDeviceSize> m_offsets;
    VkBuffer m_indices = VK_NULL_HANDLE;
    VkBuffer m_indirect = VK_NULL_HANDLE; ///< Commands of five words, then the count.
};

Drawing::Drawing(Objects& objects,
                 const Case& test,
                 const Step& step,
                 const Targets& targets,
                 const Resources& resources,
                 uint32_t subpass)
    : m_objects(objects), m_case(test), m_step(step), m_state(objects.device(), test, step) {
    makePipeline(targets, resources, subpass);
    if (wantsShaderObjects()) {
        makeShaders(resources);
    }
    makeBuffers();
    makeIndirect();
}

void Drawing::makePipeline(const Targets& targets, const Resources& resources, uint32_t subpass) {
    vkt::PipelineMaker maker;
    maker.layout = resources.layout();
    maker.renderPass = targets.renderPass();
    maker.subpass = subpass;
    for (const VkShaderStageFlagBits stage : kStages) {
        if (const Shader& shader = shaderOf(m_step, stage); isThere(shader)) {
            maker.addStage(stage, m_objects.shader(spirvOf(shader, stage)));
        }
    }
    VkPipelineTessellationDomainOriginStateCreateInfo origin{
        VK_STRUCTURE_TYPE_PIPELINE_TESSELLATION_DOMAIN_ORIGIN_STATE_CREATE_INFO};
    origin.domainOrigin = m_step.state.lowerLeftOrigin ? VK_TESSELLATION_DOMAIN_ORIGIN_LOWER_LEFT
                                                       : VK_TESSELLATION_DOMAIN_ORIGIN_UPPER_LEFT;
    maker.ts.pNext = &origin;
    maker.ts.patchControlPoints = m_step.state.patchControlPoints;
    if (maker.ts.patchControlPoints > 0 &&
        m_case.dynamicState) { // What commands set is wrong here.
        const bool points = m_state.has(VK_DYNAMIC_STATE_PATCH_CONTROL_POINTS_EXT);
        maker.ts.patchControlPoints = points ? 5 : maker.ts.patchControlPoints;
        if (m_state.has(VK_DYNAMIC_STATE_TESSELLATION_DOMAIN_ORIGIN_EXT)) {
            origin.domainOrigin = m_step.state.lowerLeftOrigin
                                      ? VK_TESSELLATION_DOMAIN_ORIGIN_UPPER_LEFT
                                      : VK_TESSELLATION_DOMAIN_ORIGIN_LOWER_LEFT;
        }
    }
    std::vector<VkFormat> colors;
    for (const ColorTarget& color : m_case.colors) {
        colors.push_back(color.format);
    }
    VkFormat depth = VK_FORMAT_UNDEFINED;
    VkFormat stencil = VK_FORMAT_UNDEFINED;
    if (m_case.depth) {
        depth = hasDepth(m_case.depth->format) ? m_case.depth->format : VK_FORMAT_UNDEFINED;
        stencil = hasStencil(m_case.depth->format) ? m_case.depth->format : VK_FORMAT_UNDEFINED;
    }
    maker.setFormats(colors, depth, stencil);
    const VkDevice device = m_objects.device().handle();
    check(vkCreateGraphicsPipelines(
              device, VK_NULL_HANDLE, 1, &m_state.pipelineInfo(maker), nullptr, &m_pipeline),
          "vkCreateGraphicsPipelines");
    m_objects.atEnd(
        [device, pipeline = m_pipeline] { vkDestroyPipeline(device, pipeline, nullptr); });
}

/// Sample shading is the shader's own matter then.
bool Drawing::wantsShaderObjects() const {
    return m_case.shaderObjects && !m_case.renderPass &&
           m_objects.device().shaderObjects().create && !m_step.state.sampleShading;
}

void Drawing::makeShaders(const Resources& resources) {
    const VkDevice device = m_objects.device().handle();
    const ShaderObjectCommands& commands = m_objects.device().shaderObjects();
    for (const VkShaderStageFlagBits stage : kStages) {
        VkShaderEXT& made = m_shaders.emplace_back(VkShaderEXT(VK_NULL_HANDLE));
        const Shader& shader = shaderOf(m_step, stage);
        if (!isThere(shader)) {
            continue;
        }
        const std::vector<uint32_t> spirv = spirvOf(shader, stage);
        VkShaderCreateInfoEXT info{VK_STRUCTURE_TYPE_SHADER_CREATE_INFO_EXT};
        info.stage = stage;
        info.codeType = VK_SHADER_CODE_TYPE_SPIRV_EXT;
        info.codeSize = spirv.size() * sizeof(uint32_t);
        info.pCode = spirv.data();
        info.pName = "main";
        info.setLayoutCount = 1;
        info.pSetLayouts = &resources.setLayout();
        check(commands.create(device, 1, &info, nullptr, &made), "vkCreateShadersEXT");
        m_objects.atEnd([device, shader = made, destroy = commands.destroy] {
            destroy(device, shader, nullptr);
        });
    }
}

void Drawing::makeBuffers() {
    for (const VertexBinding& binding : m_step.bindings) {
        const Objects::Buffer buffer = m_objects.buffer(std::max<size_t>(4, binding.bytes.size()),
                                                        VK_BUFFER_USAGE_VERTEX_BUFFER_BIT);
        std::copy(binding.bytes.begin(), binding.bytes.end(), buffer.bytes.begin());
        m_vertexBuffers.push_back(buffer.handle);
        m_offsets.push_back(binding.offset_B);
    }
    if (m_step.indices.empty()) {
        return;
    }
    const size_t size_B = m_step.indexType == VK_INDEX_TYPE_UINT32   ? 4
                          : m_step.indexType == VK_INDEX_TYPE_UINT16 ? 2
                                                                     : 1;
    const Objects::Buffer buffer =
        m_objects.buffer(m_step.indices.size() * size_B, VK_BUFFER_USAGE_INDEX_BUFFER_BIT);
    for (size_t i = 0; i < m_step.indices.size(); ++i) {
        std::memcpy(&buffer.bytes[i * size_B], &m_step.indices[i], size_B);
    }
    m_indices = buffer.handle;
}

void Drawing::makeIndirect() {
    const size_t count = m_step.draws.size();
    const Objects::Buffer buffer =
        m_objects.buffer((count * 5 + 1) * 4, VK_BUFFER_USAGE_INDIRECT_BUFFER_BIT);
    for (size_t i = 0; i < count; ++i) {
        const DrawRange& draw = m_step.draws[i];
        const uint32_t indexed[] = {draw.count,
                                    draw.instances,
                                    draw.first,
                                    uint32_t(draw.vertexOffset),
                                    draw.firstInstance};
        const uint32_t plain[] = {
            draw.count, draw.instances, draw.first, draw.firstInstance, 0x12345678};
        std::memcpy(&buffer.bytes[i * 20], m_indices ? indexed : plain, 20);
    }
    std::memcpy(&buffer.bytes[count * 20], &count, 4);
    m_indirect = buffer.handle;
}

void Drawing::record(VkCommandBuffer commands) const {
    vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_GRAPHICS, m_pipeline);
    if (!m_shaders.empty()) {
        m_objects.device().shaderObjects().bind(
            commands, uint32_t(m_shaders.size()), kStages, m_shaders.data());
        m_state.setWithoutPipeline(commands);
    }
    m_state.set(commands);
    if (!m_vertexBuffers.empty()) {
        vkCmdBindVertexBuffers(commands,
                               0,
                               uint32_t(m_vertexBuffers.size()),
                               m_vertexBuffers.data(),
                               m_offsets.data());
    }
    if (m_indices) {
        vkCmdBindIndexBuffer(commands, m_indices, 0, m_step.indexType);
    }
    recordDraws(commands);
}

void Drawing::recordDraws(VkCommandBuffer commands) const {
    const auto count = uint32_t(m_step.draws.size());
    switch (m_step.kind) {
    case DrawKind::Indirect:
        if (m_indices) {
            vkCmdDrawIndexedIndirect(commands, m_indirect, 0, count, 20);
        } else {
            vkCmdDrawIndirect(commands, m_indirect, 0, count, 20);
        }
        return;
    case DrawKind::IndirectCount:
        if (m_indices) {
            vkCmdDrawIndexedIndirectCount(
                commands, m_indirect, 0, m_indirect, count * 20, count, 20);
        } else {
            vkCmdDrawIndirectCount(commands, m_indirect, 0, m_indirect, count * 20, count, 20);
        }
        return;
    case DrawKind::Multi:
        recordMulti(commands);
        return;
    case DrawKind::Direct:
        break;
    }
    for (const DrawRange& draw : m_step.draws) {
        if (m_indices) {
            vkCmdDrawIndexed(commands,
                             draw.count,
                             draw.instances,
                             draw.first,
                             draw.vertexOffset,
                             draw.firstInstance);
        } else {
            vkCmdDraw(commands, draw.count, draw.instances, draw.first, draw.firstInstance);
        }
    }
}

void Drawing::recordMulti(VkCommandBuffer commands) const {
    const DrawRange& any = m_step.draws.front();
    if (m_indices) {
        std::vector<VkMultiDrawIndexedInfoEXT> draws;
        for (const DrawRange& draw : m_step.draws) {
            draws.push_back({draw.first, draw.count, draw.vertexOffset});
        }
        vkCmdDrawMultiIndexedEXT(commands,
                                 uint32_t(draws.size()),
                                 draws.data(),
                                 any.instances,
                                 any.firstInstance,
                                 sizeof draws[0],
                                 nullptr);
    } else {
        std::vector<VkMultiDrawInfoEXT> draws;
        for (const DrawRange& draw : m_step.draws) {
            draws.push_back({draw.first, draw.count});
        }
        vkCmdDrawMultiEXT(commands,
                          uint32_t(draws.size()),
                          draws.data(),
                          any.instances,
                          any.firstInstance,
                          sizeof draws[0]);
    }
}

/// The second subpass, which writes one attachment.
struct InputPass {
    Case test;
    Step step;

    explicit InputPass(const Case& of) : test(of) {
        test.colors = {of.colors.back()};
        step.vertex = kEverywhere;
        step.fragment = of.inputFragment;
        step.draws = {{0, 3}};
    }
};

std::string missingState(const Device& device, const Case& test, const Step& step) {
    const VkPhysicalDeviceFeatures& features = device.features();
    const MoreFeatures& more = device.more();
    const State& s = step.state;
    struct Need {
        bool needed;
        VkBool32 there;
        const char* what;
    };
    const Need needs[] = {
        {s.depthClip.has_value(), more.depthClip.depthClipEnable, "depthClipEnable"},
        {s.negativeOneToOne, more.depthClipControl.depthClipControl, "depthClipControl"},
        {s.depthClamp, features.depthClamp, "depthClamp"},
        {s.biasClamp != 0, features.depthBiasClamp, "depthBiasClamp"},
        {s.polygonMode != VK_POLYGON_MODE_FILL, features.fillModeNonSolid, "fillModeNonSolid"},
        {s.lineWidth != 1, features.wideLines, "wideLines"},
        {s.lineMode == VK_LINE_RASTERIZATION_MODE_BRESENHAM_EXT,
         more.lines.bresenhamLines,
         "bresenhamLines"},
        {s.lineMode == VK_LINE_RASTERIZATION_MODE_RECTANGULAR_EXT,
         more.lines.rectangularLines,
         "rectangularLines"},
        {s.stipple && s.lineMode == VK_LINE_RASTERIZATION_MODE_BRESENHAM_EXT,
         more.lines.stippledBresenhamLines,
         "stippledBresenhamLines"},
        {s.stipple && s.lineMode == VK_LINE_RASTERIZATION_MODE_RECTANGULAR_EXT,
         more.lines.stippledRectangularLines,
         "stippledRectangularLines"},
        {s.provokingVertexLast, more.provokingVertex.provokingVertexLast, "provokingVertexLast"},
        {s.sampleShading, features.sampleRateShading, "sampleRateShading"},
        {s.alphaToOne, features.alphaToOne, "alphaToOne"},
        {s.logicOpEnable, features.logicOp, "logicOp"},
        {s.viewports.size() > 1, features.multiViewport, "multiViewport"},
        {step.indexType == VK_INDEX_TYPE_UINT8_EXT && !step.indices.empty(),
         more.indexUint8.indexTypeUint8,
         "indexTypeUint8"},
        {step.kind == DrawKind::Multi, more.multiDraw.multiDraw, "multiDraw"},
        {step.kind == DrawKind::Indirect && step.draws.size() > 1,
         features.multiDrawIndirect,
         "multiDrawIndirect"},
        {step.kind == DrawKind::IndirectCount,
         device.features12().drawIndirectCount,
         "drawIndirectCount"},
        {test.viewMask != 0, device.features11().multiview, "multiview"},
        {s.topology >= VK_PRIMITIVE_TOPOLOGY_LINE_LIST_WITH_ADJACENCY &&
             s.topology <= VK_PRIMITIVE_TOPOLOGY_TRIANGLE_STRIP_WITH_ADJACENCY,
         features.geometryShader,
         "geometryShader"},
        {!step.geometry.glsl.empty(), features.geometryShader, "geometryShader"},
        {!step.evaluation.glsl.empty(), features.tessellationShader, "tessellationShader"},
        {s.primitiveRestart && (s.topology == VK_PRIMITIVE_TOPOLOGY_POINT_LIST ||
                                s.topology == VK_PRIMITIVE_TOPOLOGY_LINE_LIST ||
                                s.topology == VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST),
         more.listRestart.primitiveTopologyListRestart,
         "primitiveTopologyListRestart"},
        {test.occlusionQuery, features.occlusionQueryPrecise, "occlusionQueryPrecise"},
        {step.fragment.glsl.find("gl_FragStencilRefARB") != std::string::npos,
         device.has(VK_EXT_SHADER_STENCIL_EXPORT_EXTENSION_NAME),
         "stencil export"},
        {step.fragment.glsl.find("index = 1) out") != std::string::npos,
         features.dualSrcBlend,
         "dualSrcBlend"},
        {step.vertex.glsl.find("gl_ViewportIndex") != std::string::npos,
         device.features12().shaderOutputViewportIndex,
         "shaderOutputViewportIndex"},
        {step.vertex.glsl.find("gl_Layer") != std::string::npos,
         device.features12().shaderOutputLayer,
         "shaderOutputLayer"},
        {step.vertex.glsl.find("gl_ClipDistance") != std::string::npos,
         features.shaderClipDistance,
         "shaderClipDistance"},
        {step.vertex.glsl.find("gl_CullDistance") != std::string::npos,
         features.shaderCullDistance,
         "shaderCullDistance"},
        {step.fragment.glsl.find("gl_PrimitiveID") != std::string::npos,
         features.geometryShader,
         "gl_PrimitiveID"},
        {step.fragment.glsl.find("gl_SampleID") != std::string::npos ||
             step.fragment.glsl.find("sample in") != std::string::npos,
         features.sampleRateShading,
         "sampleRateShading"},
    };
    for (const Need& need : needs) {
        if (need.needed && !need.there) {
            return need.what;
        }
    }
    for (const VertexBinding& binding : step.bindings) {
        if (binding.divisor != 1 &&
            !(binding.divisor ? more.divisor.vertexAttributeInstanceRateDivisor
                              : more.divisor.vertexAttributeInstanceRateZeroDivisor)) {
            return "divisor";
        }
    }
    for (const VertexAttribute& attribute : step.attributes) {
        if (!(device.format(attribute.format).bufferFeatures &
              VK_FORMAT_FEATURE_VERTEX_BUFFER_BIT)) {
            return std::string("vertex format ") + formatOf(attribute.format).name;
        }
    }
    return {};
}

} // namespace

std::string missing(const Device& device, const Case& test) {
    for (size_t i = 0; i < test.colors.size(); ++i) {
        const ColorTarget& color = test.colors[i];
        const VkFormatFeatureFlags has = device.format(color.format).optimalTilingFeatures;
        bool blends = false;
        for (const Step& step : test.steps) {
            blends |= i < step.state.blends.size() && step.state.blends[i].blendEnable;
        }
        if (!(has & VK_FORMAT_FEATURE_COLOR_ATTACHMENT_BIT) ||
            (blends && !(has & VK_FORMAT_FEATURE_COLOR_ATTACHMENT_BLEND_BIT)) ||
            !device.supports(targetInfo(test, color.format, test.samples))) {
            return std::string("color format ") + formatOf(color.format).name;
        }
    }
    if (test.depth && (!(device.format(test.depth->format).optimalTilingFeatures &
                         VK_FORMAT_FEATURE_DEPTH_STENCIL_ATTACHMENT_BIT) ||
                       !device.supports(targetInfo(test, test.depth->format, test.samples)))) {
        return "depth format " + std::to_string(int(test.depth->format));
    }
    for (const Texture& texture : test.textures) {
        const bool linear = texture.sampler.magFilter == VK_FILTER_LINEAR ||
                            texture.sampler.minFilter == VK_FILTER_LINEAR;
        const VkFormatFeatureFlags wanted =
            VK_FORMAT_FEATURE_SAMPLED_IMAGE_BIT |
            (linear ? VK_FORMAT_FEATURE_SAMPLED_IMAGE_FILTER_LINEAR_BIT : 0);
        if ((device.format(texture.format).optimalTilingFeatures & wanted) != wanted) {
            return std::string("texture format ") + formatOf(texture.format).name;
        }
    }
    for (const Step& step : test.steps) {
        if (std::string what = missingState(device, test, step); !what.empty()) {
            return what;
        }
    }
    return {};
}

Answer draw(Device& device, const Case& test) {
    Answer answer;
    answer.missing = missing(device, test);
    if (!answer.missing.empty()) {
        return answer;
    }
    Objects objects(device);
    const Targets targets(objects, test);
    const Resources resources(objects, test, targets);
    const auto stepCount = uint32_t(test.steps.size());
    VkQueryPool queries = VK_NULL_HANDLE;
    if (test.occlusionQuery) {
        VkQueryPoolCreateInfo info{VK_STRUCTURE_TYPE_QUERY_POOL_CREATE_INFO};
        info.queryType = VK_QUERY_TYPE_OCCLUSION;
        info.queryCount = stepCount;
        check(vkCreateQueryPool(device.handle(), &info, nullptr, &queries), "vkCreateQueryPool");
        objects.atEnd([&, queries] { vkDestroyQueryPool(device.handle(), queries, nullptr); });
    }
    // A first subpass has all but the last color attachment.
    Case first = test;
    if (!test.inputFragment.empty()) {
        first.colors.pop_back();
    }
    std::vector<std::unique_ptr<Drawing>> drawings;
    for (const Step& step : test.steps) {
        drawings.push_back(std::make_unique<Drawing>(objects, first, step, targets, resources, 0));
    }
    const InputPass input(test);
    std::unique_ptr<Drawing> inputDrawing;
    if (!test.inputFragment.empty()) {
        inputDrawing =
            std::make_unique<Drawing>(objects, input.test, input.step, targets, resources, 1);
    }
    device.run([&](VkCommandBuffer commands) {
        barrier(commands);
        if (queries) {
            vkCmdResetQueryPool(commands, queries, 0, stepCount);
        }
        targets.begin(commands);
        resources.bind(commands);
        for (uint32_t i = 0; i < stepCount; ++i) {
            if (queries) {
                vkCmdBeginQuery(commands, queries, i, VK_QUERY_CONTROL_PRECISE_BIT);
            }
            drawings[i]->record(commands);
            if (queries) {
                vkCmdEndQuery(commands, queries, i);
            }
        }
        if (inputDrawing) {
            targets.nextSubpass(commands);
            inputDrawing->record(commands);
        }
        targets.end(commands);
    });
    answer.pictures = targets.read();
    answer.marginsIntact = objects.marginsIntact();
    answer.words = resources.words();
    if (queries) {
        answer.samplesPassed.resize(stepCount);
        check(vkGetQueryPoolResults(device.handle(),
                                    queries,
                                    0,
                                    stepCount,
                                    stepCount * 8,
                                    answer.samplesPassed.data(),
                                    8,
                                    VK_QUERY_RESULT_64_BIT | VK_QUERY_RESULT_WAIT_BIT),
              "vkGetQueryPoolResults");
    }
    return answer;
}

} // namespace pictures
