// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "graphics_test.h"

#include <gmock/gmock.h>

#include <algorithm>

namespace {

using vkt::PipelineMaker;
using vkt::Rendering;
using vkt::Target;

constexpr VkExtent2D kExtent{24, 20};
constexpr VkFormat kDepthFormat = VK_FORMAT_D32_SFLOAT_S8_UINT;

struct Vertex {
    float place[4];
    float color[4];
};
/// Both facings, and in front of the near and behind the far plane.
constexpr Vertex kVertices[] = {{{-0.9f, -0.8f, 0.1f, 1}, {1, 0.2f, 0, 0.3f}},
                                {{0.8f, -0.7f, 0.9f, 1}, {0.1f, 1, 0.3f, 0.7f}},
                                {{-0.6f, 0.9f, 0.4f, 1}, {0, 0.4f, 1, 0.9f}},
                                {{0.9f, 0.8f, 0.3f, 1}, {1, 1, 0.2f, 0.6f}},
                                {{0.85f, -0.9f, -0.3f, 1}, {0, 0.9f, 0.8f, 1}},
                                {{0.1f, 0.9f, 1.3f, 1}, {0.6f, 0, 1, 0.4f}}};
constexpr char kVertexShader[] = R"(#version 460
layout(location = 0) in vec4 place;
layout(location = 1) in vec4 color;
layout(location = 0) out vec4 smoothColor;
layout(location = 1) flat out vec4 flatColor;
void main() {
    gl_Position = place;
    gl_PointSize = 3;
    smoothColor = flatColor = color;
})";
constexpr char kFragmentShader[] = R"(#version 460
layout(location = 0) in vec4 smoothColor;
layout(location = 1) flat in vec4 flatColor;
layout(location = 0) out vec4 result;
void main() {
    result = vec4(mix(smoothColor.rgb, flatColor.rgb, 0.5), smoothColor.a);
})";

/// A pipeline's state with what extensions chain to it.
struct State {
    PipelineMaker maker;
    VkFormat depthFormat = kDepthFormat; ///< And stencil. VK_FORMAT_UNDEFINED: there is none.
    VkPipelineRasterizationLineStateCreateInfoEXT line{
        VK_STRUCTURE_TYPE_PIPELINE_RASTERIZATION_LINE_STATE_CREATE_INFO_EXT};
    VkPipelineRasterizationDepthClipStateCreateInfoEXT clip{
        VK_STRUCTURE_TYPE_PIPELINE_RASTERIZATION_DEPTH_CLIP_STATE_CREATE_INFO_EXT};
    VkPipelineRasterizationProvokingVertexStateCreateInfoEXT provoking{
        VK_STRUCTURE_TYPE_PIPELINE_RASTERIZATION_PROVOKING_VERTEX_STATE_CREATE_INFO_EXT};
    VkPipelineViewportDepthClipControlCreateInfoEXT clipControl{
        VK_STRUCTURE_TYPE_PIPELINE_VIEWPORT_DEPTH_CLIP_CONTROL_CREATE_INFO_EXT};
    VkPipelineColorWriteCreateInfoEXT writes{
        VK_STRUCTURE_TYPE_PIPELINE_COLOR_WRITE_CREATE_INFO_EXT};
    VkBool32 writesColor = VK_TRUE;
    VkSampleMask sampleMask = ~0u;
    uint32_t stride_B = sizeof(Vertex);
    uint32_t colorOffset_B = offsetof(Vertex, color);

    State() {
        clip.depthClipEnable = VK_TRUE;
        line.lineStippleFactor = 1;
        line.lineStipplePattern = 0xffff;
        writes.attachmentCount = 1;
        writes.pColorWriteEnables = &writesColor;
        maker.ms.pSampleMask = &sampleMask;
        maker.blends[0].srcColorBlendFactor = VK_BLEND_FACTOR_SRC_ALPHA;
        maker.blends[0].dstColorBlendFactor = VK_BLEND_FACTOR_ONE_MINUS_SRC_ALPHA;
        maker.blends[0].srcAlphaBlendFactor = VK_BLEND_FACTOR_ONE;
        maker.ds.front = {VK_STENCIL_OP_ZERO,
                          VK_STENCIL_OP_INCREMENT_AND_CLAMP,
                          VK_STENCIL_OP_INVERT,
                          VK_COMPARE_OP_LESS,
                          255,
                          255,
                          2};
        maker.ds.back = maker.ds.front;
        maker.ds.depthCompareOp = VK_COMPARE_OP_LESS;
    }
};

struct Case {
    std::string name;
    std::vector<VkDynamicState> states;
    std::function<void(State&)> common; ///< What makes the state matter.
    std::function<void(State&)> set;    ///< As the reference has it, other than by default.
    std::function<void(VkCommandBuffer)> record;
    const char* extension = nullptr;
    VkBool32 VkPhysicalDeviceExtendedDynamicState3FeaturesEXT::* feature = nullptr;
    VkSampleCountFlagBits samples = VK_SAMPLE_COUNT_1_BIT;
};

struct Picture {
    std::vector<uint32_t> color;
    std::vector<float> depth;
    std::vector<uint8_t> stencil;
    friend bool operator==(const Picture&, const Picture&) = default;
};

/// What sets the state of a case.
struct Means {
    bool pipeline = false;
    bool commands = false;
};

class DynamicState : public vkt::GraphicsTest {
protected:
    Picture draw(const Case& one, const Means& means) {
        State state;
        PipelineMaker& maker = state.maker;
        maker.ms.rasterizationSamples = one.samples;
        if (one.common) {
            one.common(state);
        }
        if (means.pipeline) {
            one.set(state);
        }
        chain(state);
        maker.setFormats({VK_FORMAT_R8G8B8A8_UNORM}, state.depthFormat, state.depthFormat);
        maker.addBinding(0, state.stride_B);
        maker.addAttribute(0, 0, VK_FORMAT_R32G32B32A32_SFLOAT, 0);
        maker.addAttribute(1, 0, VK_FORMAT_R32G32B32A32_SFLOAT, state.colorOffset_B);
        const VkViewport viewport = maker.viewport;
        const VkRect2D scissor = maker.scissor;
        maker.addStage(VK_SHADER_STAGE_VERTEX_BIT, makeVertexShader(kVertexShader));
        // A pipeline that discards has none (VUID-VkGraphicsPipelineCreateInfo-pStages-06894).
        if (!maker.rs.rasterizerDiscardEnable) {
            maker.addStage(VK_SHADER_STAGE_FRAGMENT_BIT, makeFragmentShader(kFragmentShader));
        }
        maker.setViewport(kExtent.width, kExtent.height);
        if (viewport.width > 0) {
            maker.viewport = viewport;
        }
        if (scissor.extent.width > 0) {
            maker.scissor = scissor;
        }
        maker.layout = makeLayout();
        if (means.commands) {
            maker.dynamicStates = one.states;
            for (const VkDynamicState dynamicState : one.states) {
                if (dynamicState == VK_DYNAMIC_STATE_VIEWPORT_WITH_COUNT) {
                    maker.vp.viewportCount = 0;
                }
                if (dynamicState == VK_DYNAMIC_STATE_SCISSOR_WITH_COUNT) {
                    maker.vp.scissorCount = 0;
                }
            }
        }
        const VkPipeline pipeline = makePipeline(maker);
        const Target color = makeTarget({.extent = kExtent, .samples = one.samples});
        const Target depth =
            makeTarget({.format = kDepthFormat, .extent = kExtent, .samples = one.samples});
        const bool hasDepth = state.depthFormat != VK_FORMAT_UNDEFINED;
        const bool resolves = one.samples != VK_SAMPLE_COUNT_1_BIT;
        const Target resolved = makeTarget({.extent = kExtent});
        const vkt::Buffer vertices =
            makeBuffer(2 * sizeof kVertices, VK_BUFFER_USAGE_VERTEX_BUFFER_BIT);
        std::memcpy(vertices.mapped, kVertices, sizeof kVertices);
        run([&](VkCommandBuffer commands) {
            Rendering rendering(kExtent);
            VkRenderingAttachmentInfo& info =
                rendering.addColor(color, VkClearColorValue{{0.25f, 0.5f, 0.75f, 0.5f}});
            if (resolves) {
                info.resolveMode = VK_RESOLVE_MODE_AVERAGE_BIT;
                info.resolveImageView = resolved.view;
                info.resolveImageLayout = VK_IMAGE_LAYOUT_GENERAL;
            }
            if (hasDepth) {
                rendering.setDepth(depth, 0.5f);
                rendering.setStencil(depth, 3);
            }
            vkCmdBeginRendering(commands, &rendering());
            vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_GRAPHICS, pipeline);
            const VkDeviceSize offset = 0;
            vkCmdBindVertexBuffers(commands, 0, 1, &vertices.buffer, &offset);
            if (means.commands) {
                one.record(commands);
            }
            vkCmdDraw(commands, 6, 1, 0, 0);
            vkCmdEndRendering(commands);
        });
        Picture picture;
        picture.color = read<uint32_t>(resolves ? resolved : color);
        if (!resolves && hasDepth) {
            picture.depth = read<float>(depth, VK_IMAGE_ASPECT_DEPTH_BIT);
            picture.stencil = read<uint8_t>(depth, VK_IMAGE_ASPECT_STENCIL_BIT);
        }
        return picture;
    }

private:
    void chain(State& state) {
        const auto add = [&](const char* extension, auto& info, const void*& head) {
            if (hasExtension(extension)) {
                info.pNext = head;
                head = &info;
            }
        };
        add(VK_EXT_LINE_RASTERIZATION_EXTENSION_NAME, state.line, state.maker.rs.pNext);
        add(VK_EXT_DEPTH_CLIP_ENABLE_EXTENSION_NAME, state.clip, state.maker.rs.pNext);
        add(VK_EXT_PROVOKING_VERTEX_EXTENSION_NAME, state.provoking, state.maker.rs.pNext);
        add(VK_EXT_DEPTH_CLIP_CONTROL_EXTENSION_NAME, state.clipControl, state.maker.vp.pNext);
        add(VK_EXT_COLOR_WRITE_ENABLE_EXTENSION_NAME, state.writes, state.maker.cb.pNext);
    }
};

void drawLines(State& state) {
    state.maker.ia.topology = VK_PRIMITIVE_TOPOLOGY_LINE_STRIP;
}
void drawLinesOneWay(State& state) {
    drawLines(state);
    state.line.lineRasterizationMode = VK_LINE_RASTERIZATION_MODE_BRESENHAM_EXT;
}
void testDepth(State& state) {
    state.maker.ds.depthTestEnable = state.maker.ds.depthWriteEnable = VK_TRUE;
}
void testStencil(State& state) {
    state.maker.ds.stencilTestEnable = VK_TRUE;
}
void blend(State& state) {
    state.maker.blends[0].blendEnable = VK_TRUE;
}

/// State of Vulkan 1.0 to 1.3.
std::vector<Case> coreCases() {
    std::vector<Case> cases;
    const auto add = [&](const char* name,
                         std::vector<VkDynamicState> states,
                         std::function<void(State&)> common,
                         std::function<void(State&)> set,
                         std::function<void(VkCommandBuffer)> record) {
        cases.push_back({name, std::move(states), common, set, record});
    };
    static constexpr VkViewport kViewport{3, 2, 15, 14, 0.25f, 0.75f};
    static constexpr VkRect2D kScissor{{5, 4}, {9, 11}};
    const auto viewport = [](State& s) { s.maker.viewport = kViewport; };
    const auto scissor = [](State& s) { s.maker.scissor = kScissor; };
    add("viewport", {VK_DYNAMIC_STATE_VIEWPORT}, testDepth, viewport, [=](VkCommandBuffer to) {
        vkCmdSetViewport(to, 0, 1, &kViewport);
    });
    add("viewports",
        {VK_DYNAMIC_STATE_VIEWPORT_WITH_COUNT},
        testDepth,
        viewport,
        [=](VkCommandBuffer to) { vkCmdSetViewportWithCount(to, 1, &kViewport); });
    add("scissor", {VK_DYNAMIC_STATE_SCISSOR}, {}, scissor, [=](VkCommandBuffer to) {
        vkCmdSetScissor(to, 0, 1, &kScissor);
    });
    add("scissors", {VK_DYNAMIC_STATE_SCISSOR_WITH_COUNT}, {}, scissor, [=](VkCommandBuffer to) {
        vkCmdSetScissorWithCount(to, 1, &kScissor);
    });
    add(
        "line width",
        {VK_DYNAMIC_STATE_LINE_WIDTH},
        drawLines,
        [](State& s) { s.maker.rs.lineWidth = 4; },
        [](VkCommandBuffer to) { vkCmdSetLineWidth(to, 4); });
    add(
        "depth bias",
        {VK_DYNAMIC_STATE_DEPTH_BIAS},
        [](State& s) {
            testDepth(s);
            s.maker.rs.depthBiasEnable = VK_TRUE;
        },
        [](State& s) { s.maker.rs.depthBiasSlopeFactor = 3; },
        [](VkCommandBuffer to) { vkCmdSetDepthBias(to, 0, 0, 3); });
    add(
        "depth bias enable",
        {VK_DYNAMIC_STATE_DEPTH_BIAS_ENABLE},
        [](State& s) {
            testDepth(s);
            s.maker.rs.depthBiasSlopeFactor = 3;
        },
        [](State& s) { s.maker.rs.depthBiasEnable = VK_TRUE; },
        [](VkCommandBuffer to) { vkCmdSetDepthBiasEnable(to, VK_TRUE); });
    add(
        "blend constants",
        {VK_DYNAMIC_STATE_BLEND_CONSTANTS},
        [](State& s) {
            blend(s);
            s.maker.blends[0].srcColorBlendFactor = VK_BLEND_FACTOR_CONSTANT_COLOR;
        },
        [](State& s) {
            const float constants[] = {0.5f, 0.25f, 1, 0.75f};
            std::copy_n(constants, 4, s.maker.cb.blendConstants);
        },
        [](VkCommandBuffer to) {
            const float constants[] = {0.5f, 0.25f, 1, 0.75f};
            vkCmdSetBlendConstants(to, constants);
        });
    constexpr VkStencilFaceFlags kBoth = VK_STENCIL_FACE_FRONT_AND_BACK;
    add(
        "stencil compare mask",
        {VK_DYNAMIC_STATE_STENCIL_COMPARE_MASK},
        testStencil,
        [](State& s) { s.maker.ds.front.compareMask = s.maker.ds.back.compareMask = 2; },
        [=](VkCommandBuffer to) { vkCmdSetStencilCompareMask(to, kBoth, 2); });
    add(
        "stencil write mask",
        {VK_DYNAMIC_STATE_STENCIL_WRITE_MASK},
        testStencil,
        [](State& s) { s.maker.ds.front.writeMask = 3; },
        [](VkCommandBuffer to) {
            vkCmdSetStencilWriteMask(to, VK_STENCIL_FACE_FRONT_BIT, 3);
            vkCmdSetStencilWriteMask(to, VK_STENCIL_FACE_BACK_BIT, 255);
        });
    add(
        "stencil reference",
        {VK_DYNAMIC_STATE_STENCIL_REFERENCE},
        testStencil,
        [](State& s) { s.maker.ds.back.reference = 9; },
        [](VkCommandBuffer to) {
            vkCmdSetStencilReference(to, VK_STENCIL_FACE_FRONT_BIT, 2);
            vkCmdSetStencilReference(to, VK_STENCIL_FACE_BACK_BIT, 9);
        });
    add("stencil test",
        {VK_DYNAMIC_STATE_STENCIL_TEST_ENABLE},
        {},
        testStencil,
        [](VkCommandBuffer to) { vkCmdSetStencilTestEnable(to, VK_TRUE); });
    add(
        "stencil operations",
        {VK_DYNAMIC_STATE_STENCIL_OP},
        testStencil,
        [](State& s) { s.maker.ds.front.passOp = s.maker.ds.back.passOp = VK_STENCIL_OP_INVERT; },
        [](VkCommandBuffer to) {
            vkCmdSetStencilOp(to,
                              kBoth,
                              VK_STENCIL_OP_ZERO,
                              VK_STENCIL_OP_INVERT,
                              VK_STENCIL_OP_INVERT,
                              VK_COMPARE_OP_LESS);
        });
    add(
        "depth test",
        {VK_DYNAMIC_STATE_DEPTH_TEST_ENABLE},
        [](State& s) { s.maker.ds.depthWriteEnable = VK_TRUE; },
        [](State& s) { s.maker.ds.depthTestEnable = VK_TRUE; },
        [](VkCommandBuffer to) { vkCmdSetDepthTestEnable(to, VK_TRUE); });
    add(
        "depth writes",
        {VK_DYNAMIC_STATE_DEPTH_WRITE_ENABLE},
        testDepth,
        [](State& s) { s.maker.ds.depthWriteEnable = VK_FALSE; },
        [](VkCommandBuffer to) { vkCmdSetDepthWriteEnable(to, VK_FALSE); });
    add(
        "depth comparison",
        {VK_DYNAMIC_STATE_DEPTH_COMPARE_OP},
        testDepth,
        [](State& s) { s.maker.ds.depthCompareOp = VK_COMPARE_OP_GREATER; },
        [](VkCommandBuffer to) { vkCmdSetDepthCompareOp(to, VK_COMPARE_OP_GREATER); });
    add(
        "cull mode",
        {VK_DYNAMIC_STATE_CULL_MODE},
        {},
        [](State& s) { s.maker.rs.cullMode = VK_CULL_MODE_BACK_BIT; },
        [](VkCommandBuffer to) { vkCmdSetCullMode(to, VK_CULL_MODE_BACK_BIT); });
    add(
        "front face",
        {VK_DYNAMIC_STATE_FRONT_FACE},
        [](State& s) { s.maker.rs.cullMode = VK_CULL_MODE_BACK_BIT; },
        [](State& s) { s.maker.rs.frontFace = VK_FRONT_FACE_CLOCKWISE; },
        [](VkCommandBuffer to) { vkCmdSetFrontFace(to, VK_FRONT_FACE_CLOCKWISE); });
    add(
        "topology",
        {VK_DYNAMIC_STATE_PRIMITIVE_TOPOLOGY},
        {},
        [](State& s) { s.maker.ia.topology = VK_PRIMITIVE_TOPOLOGY_TRIANGLE_FAN; },
        [](VkCommandBuffer to) {
            vkCmdSetPrimitiveTopology(to, VK_PRIMITIVE_TOPOLOGY_TRIANGLE_FAN);
        });
    add(
        "rasterizer discard",
        {VK_DYNAMIC_STATE_RASTERIZER_DISCARD_ENABLE},
        // What always discards has no formats.
        [](State& s) { s.depthFormat = VK_FORMAT_UNDEFINED; },
        [](State& s) { s.maker.rs.rasterizerDiscardEnable = VK_TRUE; },
        [](VkCommandBuffer to) { vkCmdSetRasterizerDiscardEnable(to, VK_TRUE); });
    return cases;
}

using Features3 = VkPhysicalDeviceExtendedDynamicState3FeaturesEXT;

std::vector<Case> extensionCases() {
    std::vector<Case> cases;
    const auto add = [&](const char* name,
                         VkDynamicState state,
                         std::function<void(State&)> common,
                         std::function<void(State&)> set,
                         std::function<void(VkCommandBuffer)> record,
                         VkBool32 Features3::* feature = nullptr,
                         const char* extension = nullptr,
                         VkSampleCountFlagBits samples = VK_SAMPLE_COUNT_1_BIT) {
        cases.push_back({name, {state}, common, set, record, extension, feature, samples});
    };
    constexpr VkSampleCountFlagBits kFour = VK_SAMPLE_COUNT_4_BIT;
    add(
        "logic operation",
        VK_DYNAMIC_STATE_LOGIC_OP_EXT,
        [](State& s) { s.maker.cb.logicOpEnable = VK_TRUE; },
        [](State& s) { s.maker.cb.logicOp = VK_LOGIC_OP_XOR; },
        [](VkCommandBuffer to) { vkCmdSetLogicOpEXT(to, VK_LOGIC_OP_XOR); },
        nullptr,
        VK_EXT_EXTENDED_DYNAMIC_STATE_2_EXTENSION_NAME);
    add(
        "logic operation enable",
        VK_DYNAMIC_STATE_LOGIC_OP_ENABLE_EXT,
        [](State& s) { s.maker.cb.logicOp = VK_LOGIC_OP_XOR; },
        [](State& s) { s.maker.cb.logicOpEnable = VK_TRUE; },
        [](VkCommandBuffer to) { vkCmdSetLogicOpEnableEXT(to, VK_TRUE); },
        &Features3::extendedDynamicState3LogicOpEnable);
    add(
        "color writes",
        VK_DYNAMIC_STATE_COLOR_WRITE_ENABLE_EXT,
        {},
        [](State& s) { s.writesColor = VK_FALSE; },
        [](VkCommandBuffer to) {
            const VkBool32 writes = VK_FALSE;
            vkCmdSetColorWriteEnableEXT(to, 1, &writes);
        },
        nullptr,
        VK_EXT_COLOR_WRITE_ENABLE_EXTENSION_NAME);
    add(
        "vertex input",
        VK_DYNAMIC_STATE_VERTEX_INPUT_EXT,
        {},
        [](State& s) { s.colorOffset_B = 0; },
        [](VkCommandBuffer to) {
            VkVertexInputBindingDescription2EXT binding{
                VK_STRUCTURE_TYPE_VERTEX_INPUT_BINDING_DESCRIPTION_2_EXT};
            binding.stride = sizeof(Vertex);
            binding.divisor = 1;
            VkVertexInputAttributeDescription2EXT attributes[2]{};
            for (uint32_t i = 0; i < 2; ++i) {
                attributes[i].sType = VK_STRUCTURE_TYPE_VERTEX_INPUT_ATTRIBUTE_DESCRIPTION_2_EXT;
                attributes[i].location = i;
                attributes[i].format = VK_FORMAT_R32G32B32A32_SFLOAT;
            }
            vkCmdSetVertexInputEXT(to, 1, &binding, 2, attributes);
        },
        nullptr,
        VK_EXT_VERTEX_INPUT_DYNAMIC_STATE_EXTENSION_NAME);
    add(
        "depth clamp",
        VK_DYNAMIC_STATE_DEPTH_CLAMP_ENABLE_EXT,
        [](State& s) {
            testDepth(s);
            s.maker.ds.depthCompareOp = VK_COMPARE_OP_ALWAYS;
            s.clip.depthClipEnable = VK_FALSE;
            s.maker.viewport = {0, 0, float(kExtent.width), float(kExtent.height), 0.2f, 0.8f};
        },
        [](State& s) { s.maker.rs.depthClampEnable = VK_TRUE; },
        [](VkCommandBuffer to) { vkCmdSetDepthClampEnableEXT(to, VK_TRUE); },
        &Features3::extendedDynamicState3DepthClampEnable);
    add(
        "depth clip",
        VK_DYNAMIC_STATE_DEPTH_CLIP_ENABLE_EXT,
        {},
        [](State& s) { s.clip.depthClipEnable = VK_FALSE; },
        [](VkCommandBuffer to) { vkCmdSetDepthClipEnableEXT(to, VK_FALSE); },
        &Features3::extendedDynamicState3DepthClipEnable);
    add(
        "depth clip range",
        VK_DYNAMIC_STATE_DEPTH_CLIP_NEGATIVE_ONE_TO_ONE_EXT,
        testDepth,
        [](State& s) { s.clipControl.negativeOneToOne = VK_TRUE; },
        [](VkCommandBuffer to) { vkCmdSetDepthClipNegativeOneToOneEXT(to, VK_TRUE); },
        &Features3::extendedDynamicState3DepthClipNegativeOneToOne);
    for (const VkPolygonMode mode : {VK_POLYGON_MODE_LINE, VK_POLYGON_MODE_POINT}) {
        add(
            "polygon mode",
            VK_DYNAMIC_STATE_POLYGON_MODE_EXT,
            {},
            [mode](State& s) { s.maker.rs.polygonMode = mode; },
            [mode](VkCommandBuffer to) { vkCmdSetPolygonModeEXT(to, mode); },
            &Features3::extendedDynamicState3PolygonMode);
    }
    add(
        "sample mask",
        VK_DYNAMIC_STATE_SAMPLE_MASK_EXT,
        {},
        [](State& s) { s.sampleMask = 6; },
        [](VkCommandBuffer to) {
            const VkSampleMask mask = 6;
            vkCmdSetSampleMaskEXT(to, kFour, &mask);
        },
        &Features3::extendedDynamicState3SampleMask,
        nullptr,
        kFour);
    add(
        "alpha to coverage",
        VK_DYNAMIC_STATE_ALPHA_TO_COVERAGE_ENABLE_EXT,
        {},
        [](State& s) { s.maker.ms.alphaToCoverageEnable = VK_TRUE; },
        [](VkCommandBuffer to) { vkCmdSetAlphaToCoverageEnableEXT(to, VK_TRUE); },
        &Features3::extendedDynamicState3AlphaToCoverageEnable,
        nullptr,
        kFour);
    add(
        "alpha to one",
        VK_DYNAMIC_STATE_ALPHA_TO_ONE_ENABLE_EXT,
        {},
        [](State& s) { s.maker.ms.alphaToOneEnable = VK_TRUE; },
        [](VkCommandBuffer to) { vkCmdSetAlphaToOneEnableEXT(to, VK_TRUE); },
        &Features3::extendedDynamicState3AlphaToOneEnable,
        nullptr,
        kFour);
    add(
        "blend enable",
        VK_DYNAMIC_STATE_COLOR_BLEND_ENABLE_EXT,
        {},
        blend,
        [](VkCommandBuffer to) {
            const VkBool32 enable = VK_TRUE;
            vkCmdSetColorBlendEnableEXT(to, 0, 1, &enable);
        },
        &Features3::extendedDynamicState3ColorBlendEnable);
    add(
        "blend equation",
        VK_DYNAMIC_STATE_COLOR_BLEND_EQUATION_EXT,
        blend,
        [](State& s) {
            s.maker.blends[0].colorBlendOp = VK_BLEND_OP_REVERSE_SUBTRACT;
            s.maker.blends[0].alphaBlendOp = VK_BLEND_OP_MAX;
        },
        [](VkCommandBuffer to) {
            const VkColorBlendEquationEXT equation{VK_BLEND_FACTOR_SRC_ALPHA,
                                                   VK_BLEND_FACTOR_ONE_MINUS_SRC_ALPHA,
                                                   VK_BLEND_OP_REVERSE_SUBTRACT,
                                                   VK_BLEND_FACTOR_ONE,
                                                   VK_BLEND_FACTOR_ZERO,
                                                   VK_BLEND_OP_MAX};
            vkCmdSetColorBlendEquationEXT(to, 0, 1, &equation);
        },
        &Features3::extendedDynamicState3ColorBlendEquation);
    static constexpr VkColorComponentFlags kSome =
        VK_COLOR_COMPONENT_G_BIT | VK_COLOR_COMPONENT_A_BIT;
    add(
        "write mask",
        VK_DYNAMIC_STATE_COLOR_WRITE_MASK_EXT,
        {},
        [](State& s) { s.maker.blends[0].colorWriteMask = kSome; },
        [](VkCommandBuffer to) { vkCmdSetColorWriteMaskEXT(to, 0, 1, &kSome); },
        &Features3::extendedDynamicState3ColorWriteMask);
    for (const VkPrimitiveTopology topology : {VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST,
                                               VK_PRIMITIVE_TOPOLOGY_TRIANGLE_STRIP,
                                               VK_PRIMITIVE_TOPOLOGY_TRIANGLE_FAN,
                                               VK_PRIMITIVE_TOPOLOGY_LINE_LIST,
                                               VK_PRIMITIVE_TOPOLOGY_LINE_STRIP}) {
        add(
            "provoking vertex",
            VK_DYNAMIC_STATE_PROVOKING_VERTEX_MODE_EXT,
            [=](State& s) { s.maker.ia.topology = topology; },
            [](State& s) {
                s.provoking.provokingVertexMode = VK_PROVOKING_VERTEX_MODE_LAST_VERTEX_EXT;
            },
            [](VkCommandBuffer to) {
                vkCmdSetProvokingVertexModeEXT(to, VK_PROVOKING_VERTEX_MODE_LAST_VERTEX_EXT);
            },
            &Features3::extendedDynamicState3ProvokingVertexMode);
    }
    add(
        "line mode",
        VK_DYNAMIC_STATE_LINE_RASTERIZATION_MODE_EXT,
        [](State& s) {
            drawLines(s);
            s.maker.rs.lineWidth = 2;
            s.line.lineRasterizationMode = VK_LINE_RASTERIZATION_MODE_RECTANGULAR_EXT;
        },
        drawLinesOneWay,
        [](VkCommandBuffer to) {
            vkCmdSetLineRasterizationModeEXT(to, VK_LINE_RASTERIZATION_MODE_BRESENHAM_EXT);
        },
        &Features3::extendedDynamicState3LineRasterizationMode);
    add(
        "line stipple enable",
        VK_DYNAMIC_STATE_LINE_STIPPLE_ENABLE_EXT,
        [](State& s) {
            drawLinesOneWay(s);
            s.line.lineStipplePattern = 0x3b5;
        },
        [](State& s) { s.line.stippledLineEnable = VK_TRUE; },
        [](VkCommandBuffer to) { vkCmdSetLineStippleEnableEXT(to, VK_TRUE); },
        &Features3::extendedDynamicState3LineStippleEnable);
    add(
        "line stipple",
        VK_DYNAMIC_STATE_LINE_STIPPLE_EXT,
        [](State& s) {
            drawLinesOneWay(s);
            s.line.stippledLineEnable = VK_TRUE;
        },
        [](State& s) {
            s.line.lineStippleFactor = 2;
            s.line.lineStipplePattern = 0x3b5;
        },
        [](VkCommandBuffer to) { vkCmdSetLineStippleEXT(to, 2, 0x3b5); },
        nullptr,
        VK_EXT_LINE_RASTERIZATION_EXTENSION_NAME);
    return cases;
}

TEST_F(DynamicState, OfVulkan13DrawsAsStaticStateDoes) {
    for (const Case& one : coreCases()) {
        SCOPED_TRACE(one.name);
        const Picture expected = draw(one, {.pipeline = true});
        EXPECT_EQ(draw(one, {.commands = true}), expected);
        EXPECT_NE(draw(one, {}), expected);
    }
}

TEST_F(DynamicState, OfExtensionsDrawsAsStaticStateDoes) {
    Features3 features{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_EXTENDED_DYNAMIC_STATE_3_FEATURES_EXT};
    VkPhysicalDeviceFeatures2 all{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2, &features};
    if (hasExtension(VK_EXT_EXTENDED_DYNAMIC_STATE_3_EXTENSION_NAME)) {
        vkGetPhysicalDeviceFeatures2(physicalDevice(), &all);
    }
    for (const Case& one : extensionCases()) {
        if ((one.extension && !hasExtension(one.extension)) ||
            (one.feature && !(features.*one.feature))) {
            continue;
        }
        SCOPED_TRACE(one.name);
        const Picture expected = draw(one, {.pipeline = true});
        EXPECT_EQ(draw(one, {.commands = true}), expected);
        EXPECT_NE(draw(one, {}), expected);
    }
}

/// A pipeline for one sample draws into four.
TEST_F(DynamicState, TellsHowManySamplesThereAre) {
    Features3 features{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_EXTENDED_DYNAMIC_STATE_3_FEATURES_EXT};
    VkPhysicalDeviceFeatures2 all{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2, &features};
    if (hasExtension(VK_EXT_EXTENDED_DYNAMIC_STATE_3_EXTENSION_NAME)) {
        vkGetPhysicalDeviceFeatures2(physicalDevice(), &all);
    }
    if (!features.extendedDynamicState3RasterizationSamples) {
        GTEST_SKIP();
    }
    Case one;
    one.states = {VK_DYNAMIC_STATE_RASTERIZATION_SAMPLES_EXT};
    one.samples = VK_SAMPLE_COUNT_4_BIT;
    one.set = [](State&) {};
    const Picture expected = draw(one, {.pipeline = true});
    one.set = [](State& s) { s.maker.ms.rasterizationSamples = VK_SAMPLE_COUNT_1_BIT; };
    one.record = [](VkCommandBuffer to) {
        vkCmdSetRasterizationSamplesEXT(to, VK_SAMPLE_COUNT_4_BIT);
    };
    EXPECT_EQ(draw(one, {.pipeline = true, .commands = true}), expected);
    // The layer compares what the pipeline says, whether that is dynamic or not.
    forgetMessagesAbout("sample count (VK_SAMPLE_COUNT_4_BIT) must match");
}

/// A stride that comes with the buffers.
TEST_F(DynamicState, HasStrides) {
    const Target target = makeTarget({.extent = {4, 1}});
    PipelineMaker maker;
    maker.ia.topology = VK_PRIMITIVE_TOPOLOGY_POINT_LIST;
    maker.addBinding(0, 64);
    maker.addAttribute(0, 0, VK_FORMAT_R32_SFLOAT, 0);
    maker.dynamicStates = {VK_DYNAMIC_STATE_VERTEX_INPUT_BINDING_STRIDE};
    const VkPipeline pipeline = makePipeline(maker,
                                             R"(#version 460
layout(location = 0) in float x;
void main() {
    gl_Position = vec4(x, 0, 0, 1);
    gl_PointSize = 1;
})",
                                             R"(#version 460
layout(location = 0) out vec4 result;
void main() {
    result = vec4(1);
})",
                                             target.extent);
    const vkt::Buffer places = makeBuffer(64, VK_BUFFER_USAGE_VERTEX_BUFFER_BIT);
    std::fill_n(places.as<float>().begin(), 16, 9.0f);
    places.as<float>()[0] = -0.75f;
    places.as<float>()[3] = 0.25f;
    run([&](VkCommandBuffer commands) {
        Rendering rendering(target.extent);
        rendering.addColor(target, VkClearColorValue{});
        vkCmdBeginRendering(commands, &rendering());
        vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_GRAPHICS, pipeline);
        const VkDeviceSize offset = 0;
        const VkDeviceSize stride = 12;
        vkCmdBindVertexBuffers2(commands, 0, 1, &places.buffer, &offset, nullptr, &stride);
        vkCmdDraw(commands, 2, 1, 0, 0);
        vkCmdEndRendering(commands);
    });
    EXPECT_THAT(read<uint32_t>(target), testing::ElementsAre(~0u, 0, ~0u, 0));
}

/// Restart of strips and, with the extension, of lists.
TEST_F(DynamicState, RestartsPrimitives) {
    for (const VkPrimitiveTopology topology :
         {VK_PRIMITIVE_TOPOLOGY_LINE_STRIP, VK_PRIMITIVE_TOPOLOGY_LINE_LIST}) {
        const bool list = topology == VK_PRIMITIVE_TOPOLOGY_LINE_LIST;
        if (list && !hasExtension(VK_EXT_PRIMITIVE_TOPOLOGY_LIST_RESTART_EXTENSION_NAME)) {
            continue;
        }
        const Target target = makeTarget({.extent = {8, 1}});
        PipelineMaker maker;
        maker.ia.topology = topology;
        maker.dynamicStates = {VK_DYNAMIC_STATE_PRIMITIVE_RESTART_ENABLE};
        const VkPipeline pipeline = makePipeline(maker,
                                                 R"(#version 460
void main() {
    gl_Position = vec4(gl_VertexIndex / 4.0 - 1, 0, 0, 1);
})",
                                                 R"(#version 460
layout(location = 0) out vec4 result;
void main() {
    result = vec4(1);
})",
                                                 target.extent);
        const vkt::Buffer indices = makeBuffer(16, VK_BUFFER_USAGE_INDEX_BUFFER_BIT);
        const uint16_t values[] = {0, 2, 3, 0xffff, 5, 7, 8};
        std::memcpy(indices.mapped, values, sizeof values);
        run([&](VkCommandBuffer commands) {
            Rendering rendering(target.extent);
            rendering.addColor(target, VkClearColorValue{});
            vkCmdBeginRendering(commands, &rendering());
            vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_GRAPHICS, pipeline);
            vkCmdBindIndexBuffer(commands, indices.buffer, 0, VK_INDEX_TYPE_UINT16);
            vkCmdSetPrimitiveRestartEnable(commands, VK_TRUE);
            vkCmdDrawIndexed(commands, 7, 1, 0, 0, 0);
            vkCmdEndRendering(commands);
        });
        constexpr uint32_t kOn = ~0u;
        if (list) {
            EXPECT_THAT(read<uint32_t>(target),
                        testing::ElementsAre(kOn, kOn, 0, 0, 0, kOn, kOn, 0));
        } else {
            EXPECT_THAT(read<uint32_t>(target),
                        testing::ElementsAre(kOn, kOn, kOn, 0, 0, kOn, kOn, kOn));
        }
    }
}

} // namespace
