// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Whether stateOfPart() knows what PipelineInfo makes of each bit of a key: two keys that one
// library serves must ask for the same library.
#include "glvk/pipeline/pipeline_info.h"

#include "glvk/backend/test_device.h"
#include "glvk/pipeline/vertex_format.h"

#include <algorithm>
#include <fmt/format.h>
#include <set>

namespace glvk {

namespace {

/// Everything in a create info, a line each, in order. What the device sets
/// dynamically may be left out: it does not count.
class Contents {
public:
    Contents(const VkGraphicsPipelineCreateInfo& info, bool withoutDynamic)
        : m_withoutDynamic(withoutDynamic) {
        if (const auto* dynamic = info.pDynamicState) {
            for (uint32_t i = 0; i < dynamic->dynamicStateCount; ++i) {
                m_dynamic.insert(dynamic->pDynamicStates[i]);
                add("dynamic", dynamic->pDynamicStates[i]);
            }
        }
        add("flags", info.flags);
        add("layout", info.layout);
        addChain(info.pNext);
        for (uint32_t i = 0; i < info.stageCount; ++i) {
            const auto& stage = info.pStages[i];
            add("stage", stage.stage);
            add("module", stage.module);
            addChain(stage.pNext);
        }
        if (info.pVertexInputState && !isDynamic(VK_DYNAMIC_STATE_VERTEX_INPUT_EXT)) {
            addVertexInput(*info.pVertexInputState);
        }
        if (const auto* ia = info.pInputAssemblyState) {
            add("topology", ia->topology, VK_DYNAMIC_STATE_PRIMITIVE_TOPOLOGY);
            add("restart", ia->primitiveRestartEnable, VK_DYNAMIC_STATE_PRIMITIVE_RESTART_ENABLE);
            addChain(ia->pNext);
        }
        if (const auto* ts = info.pTessellationState) {
            add("patch", ts->patchControlPoints, VK_DYNAMIC_STATE_PATCH_CONTROL_POINTS_EXT);
            addChain(ts->pNext);
        }
        if (const auto* vp = info.pViewportState) {
            add("viewports", vp->viewportCount);
            add("scissors", vp->scissorCount);
            addChain(vp->pNext);
        }
        if (info.pRasterizationState) {
            addRasterization(*info.pRasterizationState);
        }
        if (info.pMultisampleState) {
            addMultisample(*info.pMultisampleState);
        }
        if (info.pDepthStencilState) {
            addDepthStencil(*info.pDepthStencilState);
        }
        if (info.pColorBlendState) {
            addColorBlend(*info.pColorBlendState);
        }
    }

    bool operator==(const Contents& other) const { return m_text == other.m_text; }
    const std::string& text() const { return m_text; }

private:
    static constexpr auto kStatic = VkDynamicState(VK_DYNAMIC_STATE_MAX_ENUM);

    bool isDynamic(VkDynamicState state) const {
        return m_withoutDynamic && m_dynamic.contains(state);
    }
    template <class T>
    void add(const char* name, T value, VkDynamicState dynamic = kStatic) {
        if (isDynamic(dynamic)) {
            return;
        }
        if constexpr (std::is_pointer_v<T>) {
            m_text += fmt::format("{} {}\n", name, reinterpret_cast<uintptr_t>(value));
        } else if constexpr (std::is_enum_v<T>) {
            m_text += fmt::format("{} {}\n", name, int64_t(value));
        } else {
            m_text += fmt::format("{} {}\n", name, value);
        }
    }

    /// Of a structure that may be absent, which says zero as well.
    template <class T>
    void addIfAny(const char* name, T value, VkDynamicState dynamic) {
        if (value != T()) {
            add(name, value, dynamic);
        }
    }

    void addChain(const void* next) {
        while (next) {
            const auto& link = *static_cast<const VkBaseInStructure*>(next);
            addLink(link);
            next = link.pNext;
        }
    }
    void addLink(const VkBaseInStructure& link) {
        const void* const p = &link;
        switch (link.sType) {
        case VK_STRUCTURE_TYPE_GRAPHICS_PIPELINE_LIBRARY_CREATE_INFO_EXT:
            return add("library",
                       static_cast<const VkGraphicsPipelineLibraryCreateInfoEXT*>(p)->flags);
        case VK_STRUCTURE_TYPE_PIPELINE_RENDERING_CREATE_INFO: {
            const auto& rendering = *static_cast<const VkPipelineRenderingCreateInfo*>(p);
            add("views", rendering.viewMask);
            for (uint32_t i = 0; i < rendering.colorAttachmentCount; ++i) {
                add("color format", rendering.pColorAttachmentFormats[i]);
            }
            add("depth format", rendering.depthAttachmentFormat);
            return add("stencil format", rendering.stencilAttachmentFormat);
        }
        case VK_STRUCTURE_TYPE_PIPELINE_VERTEX_INPUT_DIVISOR_STATE_CREATE_INFO_EXT: {
            const auto& state =
                *static_cast<const VkPipelineVertexInputDivisorStateCreateInfoEXT*>(p);
            for (uint32_t i = 0; i < state.vertexBindingDivisorCount; ++i) {
                add("divisor of", state.pVertexBindingDivisors[i].binding);
                add("divisor", state.pVertexBindingDivisors[i].divisor);
            }
            return;
        }
        case VK_STRUCTURE_TYPE_PIPELINE_VIEWPORT_DEPTH_CLIP_CONTROL_CREATE_INFO_EXT:
            return addIfAny("negative one to one",
                            static_cast<const VkPipelineViewportDepthClipControlCreateInfoEXT*>(p)
                                ->negativeOneToOne,
                            VK_DYNAMIC_STATE_DEPTH_CLIP_NEGATIVE_ONE_TO_ONE_EXT);
        case VK_STRUCTURE_TYPE_PIPELINE_RASTERIZATION_LINE_STATE_CREATE_INFO_EXT: {
            const auto& state =
                *static_cast<const VkPipelineRasterizationLineStateCreateInfoEXT*>(p);
            addIfAny("line mode",
                     state.lineRasterizationMode,
                     VK_DYNAMIC_STATE_LINE_RASTERIZATION_MODE_EXT);
            return addIfAny(
                "stippled", state.stippledLineEnable, VK_DYNAMIC_STATE_LINE_STIPPLE_ENABLE_EXT);
        }
        case VK_STRUCTURE_TYPE_PIPELINE_RASTERIZATION_PROVOKING_VERTEX_STATE_CREATE_INFO_EXT:
            return addIfAny(
                "provoking vertex",
                static_cast<const VkPipelineRasterizationProvokingVertexStateCreateInfoEXT*>(p)
                    ->provokingVertexMode,
                VK_DYNAMIC_STATE_PROVOKING_VERTEX_MODE_EXT);
        case VK_STRUCTURE_TYPE_PIPELINE_TESSELLATION_DOMAIN_ORIGIN_STATE_CREATE_INFO:
            return add("domain origin",
                       static_cast<const VkPipelineTessellationDomainOriginStateCreateInfo*>(p)
                           ->domainOrigin);
        default:
            ADD_FAILURE() << "teach this test the structure " << link.sType;
        }
    }

    void addVertexInput(const VkPipelineVertexInputStateCreateInfo& vi) {
        for (uint32_t i = 0; i < vi.vertexBindingDescriptionCount; ++i) {
            const auto& binding = vi.pVertexBindingDescriptions[i];
            add("binding", binding.binding);
            add("stride", binding.stride, VK_DYNAMIC_STATE_VERTEX_INPUT_BINDING_STRIDE);
            add("rate", binding.inputRate);
        }
        for (uint32_t i = 0; i < vi.vertexAttributeDescriptionCount; ++i) {
            const auto& attribute = vi.pVertexAttributeDescriptions[i];
            add("attribute", attribute.location);
            add("of", attribute.binding);
            add("format", attribute.format);
            add("offset", attribute.offset);
        }
        addChain(vi.pNext);
    }
    void addRasterization(const VkPipelineRasterizationStateCreateInfo& rs) {
        add("clamp", rs.depthClampEnable, VK_DYNAMIC_STATE_DEPTH_CLAMP_ENABLE_EXT);
        add("discard", rs.rasterizerDiscardEnable, VK_DYNAMIC_STATE_RASTERIZER_DISCARD_ENABLE);
        add("polygon", rs.polygonMode, VK_DYNAMIC_STATE_POLYGON_MODE_EXT);
        add("cull", rs.cullMode, VK_DYNAMIC_STATE_CULL_MODE);
        add("front", rs.frontFace, VK_DYNAMIC_STATE_FRONT_FACE);
        add("bias", rs.depthBiasEnable, VK_DYNAMIC_STATE_DEPTH_BIAS_ENABLE);
        add("bias factor", rs.depthBiasConstantFactor, VK_DYNAMIC_STATE_DEPTH_BIAS);
        add("width", rs.lineWidth, VK_DYNAMIC_STATE_LINE_WIDTH);
        addChain(rs.pNext);
    }
    void addMultisample(const VkPipelineMultisampleStateCreateInfo& ms) {
        add("samples", ms.rasterizationSamples, VK_DYNAMIC_STATE_RASTERIZATION_SAMPLES_EXT);
        add("sample shading", ms.sampleShadingEnable);
        add("shaded samples", ms.minSampleShading);
        add("coverage", ms.alphaToCoverageEnable, VK_DYNAMIC_STATE_ALPHA_TO_COVERAGE_ENABLE_EXT);
        add("alpha to one", ms.alphaToOneEnable, VK_DYNAMIC_STATE_ALPHA_TO_ONE_ENABLE_EXT);
        add("mask", ms.pSampleMask ? *ms.pSampleMask : ~0u, VK_DYNAMIC_STATE_SAMPLE_MASK_EXT);
        addChain(ms.pNext);
    }
    void addDepthStencil(const VkPipelineDepthStencilStateCreateInfo& ds) {
        add("depth test", ds.depthTestEnable, VK_DYNAMIC_STATE_DEPTH_TEST_ENABLE);
        add("depth write", ds.depthWriteEnable, VK_DYNAMIC_STATE_DEPTH_WRITE_ENABLE);
        add("depth op", ds.depthCompareOp, VK_DYNAMIC_STATE_DEPTH_COMPARE_OP);
        add("stencil test", ds.stencilTestEnable, VK_DYNAMIC_STATE_STENCIL_TEST_ENABLE);
        for (const VkStencilOpState& face : {ds.front, ds.back}) {
            add("fail", face.failOp, VK_DYNAMIC_STATE_STENCIL_OP);
            add("pass", face.passOp, VK_DYNAMIC_STATE_STENCIL_OP);
            add("depth fail", face.depthFailOp, VK_DYNAMIC_STATE_STENCIL_OP);
            add("compare", face.compareOp, VK_DYNAMIC_STATE_STENCIL_OP);
            add("compare mask", face.compareMask, VK_DYNAMIC_STATE_STENCIL_COMPARE_MASK);
            add("write mask", face.writeMask, VK_DYNAMIC_STATE_STENCIL_WRITE_MASK);
            add("reference", face.reference, VK_DYNAMIC_STATE_STENCIL_REFERENCE);
        }
        addChain(ds.pNext);
    }
    void addColorBlend(const VkPipelineColorBlendStateCreateInfo& cb) {
        add("logic", cb.logicOpEnable, VK_DYNAMIC_STATE_LOGIC_OP_ENABLE_EXT);
        add("logic op", cb.logicOp, VK_DYNAMIC_STATE_LOGIC_OP_EXT);
        add("attachments", cb.attachmentCount);
        for (uint32_t i = 0; i < cb.attachmentCount; ++i) {
            const auto& blend = cb.pAttachments[i];
            add("blend", blend.blendEnable, VK_DYNAMIC_STATE_COLOR_BLEND_ENABLE_EXT);
            constexpr auto kEquation = VK_DYNAMIC_STATE_COLOR_BLEND_EQUATION_EXT;
            add("color op", blend.colorBlendOp, kEquation);
            add("alpha op", blend.alphaBlendOp, kEquation);
            add("source color", blend.srcColorBlendFactor, kEquation);
            add("source alpha", blend.srcAlphaBlendFactor, kEquation);
            add("target color", blend.dstColorBlendFactor, kEquation);
            add("target alpha", blend.dstAlphaBlendFactor, kEquation);
            add("channels", blend.colorWriteMask, VK_DYNAMIC_STATE_COLOR_WRITE_MASK_EXT);
        }
        addChain(cb.pNext);
    }

    const bool m_withoutDynamic;
    std::set<VkDynamicState> m_dynamic;
    std::string m_text;
};

/// A key and a program's contribution, in which every field counts.
struct Inputs {
    PipelineKey key;
    PipelineStages stages;
};

class PartTest : public DeviceTest {
protected:
    void SetUp() override {
        DeviceTest::SetUp();
        if (m_device) {
            m_ownFeatures = m_device->features();
        }
    }
    void TearDown() override {
        if (m_device) {
            setFeatures(m_ownFeatures);
        }
    }

    /// As if the device had these: nothing is given to it.
    void setFeatures(const Features& features) {
        const_cast<Features&>(m_device->features()) = features;
    }
    Features allFeatures() const {
        Features all = m_ownFeatures;
        for (bool* feature : {&all.depthClipControl,
                              &all.extendedDynamicState,
                              &all.extendedDynamicState2,
                              &all.dynamicBlend,
                              &all.dynamicPolygonMode,
                              &all.dynamicDepthClamp,
                              &all.dynamicProvokingVertex,
                              &all.dynamicLineMode,
                              &all.lineRasterization,
                              &all.attributeDivisor,
                              &all.provokingVertexLast}) {
            *feature = true;
        }
        return all;
    }
    /// Of those that say what a pipeline is made of, without any that makes it dynamic.
    static Features staticFeatures() {
        Features features;
        features.depthClipControl = true;
        features.lineRasterization = true;
        features.attributeDivisor = true;
        features.provokingVertexLast = true;
        return features;
    }

    static Inputs inputs(uint32_t samples, uint32_t shadedSamples) {
        Inputs in;
        PipelineKey& key = in.key;
        key.topology = VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST;
        key.patchVertices = 3;
        key.cullMode = VK_CULL_MODE_BACK_BIT;
        key.depthOp = VK_COMPARE_OP_LESS;
        key.samples = samples;
        key.shadedSamples = shadedSamples;
        key.sampleMask = 5;
        key.colorCount = 8;
        key.colorFormat.fill(format::Id::R8G8B8A8Unorm);
        key.writeMask.fill(0xf);
        key.attributeFormat.fill(1);
        key.divisor.fill(2);
        key.stride_B.fill(16);
        uintptr_t handle = 0x1000;
        for (VkShaderModule& module : in.stages.modules) {
            module = reinterpret_cast<VkShaderModule>(handle += 0x1000);
        }
        in.stages.layout = reinterpret_cast<VkPipelineLayout>(handle);
        in.stages.viewportCount = 1;
        return in;
    }
    /// Nothing that no draw asks for.
    bool isSound(const Inputs& in) const {
        const PipelineKey& key = in.key;
        const auto fits = [](auto value, auto end) { return uint32_t(value) < uint32_t(end); };
        const auto isFormat = [&](format::Id id) { return fits(id, format::Id::Count); };
        const auto isVertexFormat = [&](uint8_t index) { return fits(index, 64); };
        constexpr uint32_t kLocations = 0xffff;
        const bool kindsOfLines = m_device->features().lineRasterization && key.samples == 1;
        return (kindsOfLines || (!key.smoothLines && !key.stippledLines)) && key.samples &&
               key.shadedSamples <= key.samples && fits(key.colorCount, 9) && !key.unusedInput &&
               !key.unusedFragment && !key.unusedOutput &&
               key.unusedFormats == PipelineKey().unusedFormats &&
               std::ranges::all_of(key.blend, [](auto& blend) { return !blend.unused; }) &&
               std::ranges::all_of(key.stencil, [](auto& face) { return !face.unused; }) &&
               std::ranges::all_of(key.attributeFormat, isVertexFormat) &&
               std::ranges::all_of(key.colorFormat, isFormat) && isFormat(key.depthFormat) &&
               isFormat(key.stencilFormat) && !(in.stages.secondHalves & ~kLocations);
    }
    /// Formats of ours that Vulkan knows as one.
    bool isSameFormats(const PipelineKey& a, const PipelineKey& b) const {
        const auto same = [&](format::Id x, format::Id y) {
            return x != y && m_device->vkFormat(x) == m_device->vkFormat(y);
        };
        for (size_t i = 0; i < 16; ++i) {
            if (a.attributeFormat[i] != b.attributeFormat[i] &&
                vertexFormat(a.attributeFormat[i]).vkFormat ==
                    vertexFormat(b.attributeFormat[i]).vkFormat) {
                return true;
            }
        }
        return std::ranges::equal(a.colorFormat,
                                  b.colorFormat,
                                  [&](auto x, auto y) { return !same(x, y); }) == false ||
               same(a.depthFormat, b.depthFormat) || same(a.stencilFormat, b.stencilFormat);
    }

    /// `exact`: nothing may ask for another library that needs none.
    void expectPartsKnow(const Inputs& one, const Inputs& other, bool exact, size_t bit) {
        for (size_t i = 0; i < kPipelineParts; ++i) {
            const auto part = PipelinePart(i);
            const PipelineInfo first(*m_device, one.key, one.stages, 1u << i);
            const PipelineInfo second(*m_device, other.key, other.stages, 1u << i);
            const bool sameState = stateOfPart(part, *m_device, one.key, one.stages) ==
                                   stateOfPart(part, *m_device, other.key, other.stages);
            const Contents before(first.info(), true);
            const Contents after(second.info(), true);
            ASSERT_TRUE(before == after || !sameState)
                << "stateOfPart() misses what part " << i << " has of bit " << bit << ":\n"
                << before.text() << "--\n"
                << after.text();
            m_differences += !(before == after);
            if (exact) {
                ASSERT_TRUE(sameState ||
                            !(Contents(first.info(), false) == Contents(second.info(), false)))
                    << "stateOfPart() has bit " << bit << " in part " << i << " for nothing";
            }
        }
    }
    /// Flips every bit of a key and of a program's contribution, alone.
    void flipAll(const Inputs& in, bool exact) {
        for (size_t bit = 0; bit < 8 * (sizeof in.key + sizeof in.stages); ++bit) {
            Inputs other = in;
            const size_t inStages = bit - std::min(bit, 8 * sizeof in.key);
            auto* const bytes =
                bit < 8 * sizeof in.key
                    ? reinterpret_cast<unsigned char*>(&other.key) + bit / 8
                    : reinterpret_cast<unsigned char*>(&other.stages) + inStages / 8;
            *bytes ^= uint8_t(1u << (bit % 8));
            if (isSound(other) && !isSameFormats(in.key, other.key)) {
                expectPartsKnow(in, other, exact, bit);
            }
            if (HasFatalFailure()) {
                return;
            }
        }
    }

    Features m_ownFeatures;
    size_t m_differences = 0; ///< Of all that was compared.
};

TEST_F(PartTest, StateIsWhatTheirCreateInfoIsMadeOf) {
    for (const bool exact : {false, true}) {
        setFeatures(exact ? staticFeatures() : m_ownFeatures);
        flipAll(inputs(4, 0), exact);
        flipAll(inputs(4, 2), exact);
        flipAll(inputs(1, 0), exact);
    }
    EXPECT_LT(1000u, m_differences);
}

TEST_F(PartTest, StateIsEnoughWhereMuchIsDynamic) {
    setFeatures(allFeatures());
    flipAll(inputs(4, 0), false);
    flipAll(inputs(4, 2), false);
    flipAll(inputs(1, 0), false);
    setFeatures({});
    Inputs in = inputs(1, 0);
    in.key.divisor.fill(1);
    flipAll(in, false);
    EXPECT_LT(1000u, m_differences);
}

} // namespace

} // namespace glvk
