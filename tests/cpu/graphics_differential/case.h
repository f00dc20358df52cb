// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Differential tests of draws: one description of what is drawn, two Vulkan devices, and the
// pictures must agree within the tolerance that the case states.
#pragma once

#include "device.h"
#include "formats.h"

#include <cstdint>
#include <optional>
#include <random>
#include <string>
#include <vector>

namespace pictures {

using Random = std::mt19937;

struct ColorTarget {
    VkFormat format = VK_FORMAT_R8G8B8A8_UNORM;
    VkClearColorValue clear{};
    /// Not 0: random texels of this seed are loaded instead. With one sample only.
    uint32_t pattern = 0;
    bool resolves = false;
};

struct DepthTarget {
    VkFormat format = VK_FORMAT_D32_SFLOAT;
    float depth = 1;
    uint32_t stencil = 0;
    bool resolves = false; ///< Sample zero.
};

/// Everything of a pipeline that is neither shaders nor vertex input. The same names as Vulkan's.
struct State {
    VkPrimitiveTopology topology = VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST;
    bool primitiveRestart = false;
    uint32_t patchControlPoints = 0;
    bool lowerLeftOrigin = false;      ///< Of the domain of patches.
    std::vector<VkViewport> viewports; ///< None: the whole.
    std::vector<VkRect2D> scissors;

    VkPolygonMode polygonMode = VK_POLYGON_MODE_FILL;
    VkCullModeFlags cullMode = VK_CULL_MODE_NONE;
    VkFrontFace frontFace = VK_FRONT_FACE_COUNTER_CLOCKWISE;
    bool rasterizerDiscard = false;
    bool depthClamp = false;
    std::optional<bool> depthClip;
    bool negativeOneToOne = false;
    bool depthBias = false;
    float biasConstant = 0;
    float biasClamp = 0;
    float biasSlope = 0;
    float lineWidth = 1;
    VkLineRasterizationModeEXT lineMode = VK_LINE_RASTERIZATION_MODE_DEFAULT_EXT;
    bool stipple = false;
    uint32_t stippleFactor = 1;
    uint16_t stipplePattern = 0xffff;
    bool provokingVertexLast = false;

    bool sampleShading = false;
    float minSampleShading = 1;
    uint32_t sampleMask = ~0u;
    bool alphaToCoverage = false;
    bool alphaToOne = false;

    bool depthTest = false;
    bool depthWrite = false;
    VkCompareOp depthCompare = VK_COMPARE_OP_ALWAYS;
    bool stencilTest = false;
    VkStencilOpState front{};
    VkStencilOpState back{};

    bool logicOpEnable = false;
    VkLogicOp logicOp = VK_LOGIC_OP_COPY;
    std::vector<VkPipelineColorBlendAttachmentState> blends; ///< None: all written, no blending.
    float blendConstants[4]{};
};

struct VertexBinding {
    uint32_t stride_B = 0;
    VkVertexInputRate rate = VK_VERTEX_INPUT_RATE_VERTEX;
    uint32_t divisor = 1;
    std::vector<std::byte> bytes;
    uint32_t offset_B = 0; ///< The buffer is bound from here.
};

struct VertexAttribute {
    uint32_t location;
    uint32_t binding;
    VkFormat format;
    uint32_t offset_B;
};

struct DrawRange {
    uint32_t first = 0; ///< Vertex or index.
    uint32_t count = 0;
    uint32_t instances = 1;
    uint32_t firstInstance = 0;
    int32_t vertexOffset = 0;
};

enum class DrawKind { Direct, Indirect, IndirectCount, Multi };

struct Shader {
    std::string glsl;
    std::vector<uint32_t> spirv; ///< Instead.

    Shader() = default;
    Shader(std::string text) : glsl(std::move(text)) {}
    Shader(const char* text) : glsl(text) {}
};
/// Compiled once for each text.
std::vector<uint32_t> spirvOf(const Shader& shader, VkShaderStageFlagBits stage);

/// A pipeline and draws with it.
struct Step {
    Shader vertex;
    Shader control, evaluation, geometry; ///< Empty: there is no such stage.
    Shader fragment;
    State state;
    std::vector<VertexBinding> bindings;
    std::vector<VertexAttribute> attributes;
    std::vector<uint32_t> indices; ///< None: the draws are not indexed.
    VkIndexType indexType = VK_INDEX_TYPE_UINT32;
    DrawKind kind = DrawKind::Direct;
    std::vector<DrawRange> draws;
};

struct Texture {
    VkFormat format = VK_FORMAT_R8G8B8A8_UNORM;
    VkExtent2D extent{64, 64};
    uint32_t levels = 1;
    uint32_t pattern = 1; ///< Random texels of this seed; 0: each level's texels are its number.
    VkSamplerCreateInfo sampler{VK_STRUCTURE_TYPE_SAMPLER_CREATE_INFO};
};

/// How far two devices may be apart, and why: each case says so where it sets one.
struct Tolerance {
    uint32_t steps = 0; ///< Of fixed-point numbers, and in the last place of floats.
    uint32_t depthSteps = 0;
    float absolute = 0; ///< Of 32-bit floats, besides steps.
    float relative = 0;
    uint32_t texels = 0; ///< So many may differ by anything.
    /// A texel that was drawn in one picture only has a neighbour that was drawn in the other.
    bool besides = false;
    /// Texels whose sample is as near as this to an edge of a triangle may differ by anything. Of
    /// lists of triangles that generate.h's Vertex makes.
    float edge_px = 0;
};

struct Case {
    std::string name;
    VkExtent2D extent{64, 64};
    uint32_t layers = 1;
    uint32_t viewMask = 0;
    VkSampleCountFlagBits samples = VK_SAMPLE_COUNT_1_BIT;
    std::vector<ColorTarget> colors;
    std::optional<DepthTarget> depth;
    std::optional<VkRect2D> renderArea; ///< None: the whole.
    bool renderPass = false;            ///< A VkRenderPass instead of vkCmdBeginRendering.
    bool dynamicState = false;          ///< What can be set by commands is, and wrong before.
    bool shaderObjects = false;         ///< Then also without pipelines, if the device can.
    std::vector<Step> steps;
    /// Not empty: a second subpass reads the first color attachment (and depth, if there is),
    /// binding 9 (and 10), and writes the last color attachment, which the first subpass does not
    /// have.
    std::string inputFragment;
    std::vector<Texture> textures; ///< Set 0, bindings 0, 1, …
    uint32_t storageWords = 0;     ///< Set 0, binding 8; zero before the draws.
    bool occlusionQuery = false;   ///< Precise, of each step.
    Tolerance tolerance;
    /// Not empty: lavapipe (of Mesa 22.3) draws this wrongly, and how; nothing is compared.
    std::string lavapipeIsWrong;

    const Format& format(uint32_t color) const { return formatOf(colors[color].format); }
    VkViewport wholeViewport() const {
        return {0, 0, float(extent.width), float(extent.height), 0, 1};
    }
};

/// Texels of one aspect of one attachment: width × samples by height by layers.
struct Picture {
    std::string name;
    VkFormat format = VK_FORMAT_UNDEFINED;
    uint32_t samples = 1;
    VkExtent2D extent{};
    uint32_t layers = 1;
    std::vector<std::byte> before; ///< One texel if cleared, or all.
    std::vector<std::byte> bytes;

    const std::byte* texel(size_t index) const {
        return bytes.data() + index * formatOf(format).size_B();
    }
    const std::byte* texelBefore(size_t index) const {
        const size_t size_B = formatOf(format).size_B();
        return before.data() + (before.size() > size_B ? index * size_B : 0);
    }
    size_t texels() const { return bytes.size() / formatOf(format).size_B(); }
    bool isDrawn(size_t index) const;
};

struct Answer {
    std::vector<Picture> pictures;
    std::vector<uint32_t> words;
    std::vector<uint64_t> samplesPassed;
    bool marginsIntact = true; ///< Nothing was written beside buffers.
    std::string missing;       ///< Not empty: the device lacks this, and nothing was drawn.
};

/// What keeps a device from drawing a case; empty: nothing.
std::string missing(const Device& device, const Case& test);
/// Throws Failure where the device refuses.
Answer draw(Device& device, const Case& test);

/// Describes the worst differences; empty when there is none that counts.
std::string difference(const Case& test, const Answer& ours, const Answer& theirs);
/// How many texels of an answer's pictures are not as they were before.
size_t drawnTexels(const Answer& answer);

/// A family of generated cases: the same seed makes the same case.
struct Family {
    const char* name;
    uint32_t count; ///< Of an ordinary run.
    Case (*make)(uint32_t seed);
    bool systematic = false; ///< `count` is all that there are.
};
std::vector<Family> families();

} // namespace pictures
