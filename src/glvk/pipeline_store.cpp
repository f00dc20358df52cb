// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "glvk/pipeline_store.h"

#include "base/log.h"
#include "base/options.h"
#include "base/work_queue.h"
#include "glvk/device.h"
#include "glvk/pipeline_lookup.h"
#include "glvk/program.h"
#include "glvk/vertex_format.h"
#include "store/store.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>
#include <vector>

namespace glvk {

namespace {

int64_t now_ms() {
    return std::chrono::duration_cast<std::chrono::milliseconds>(
               std::chrono::steady_clock::now().time_since_epoch())
        .count();
}

/// The disk key: a VkPipelineCache belongs to one driver build on one device.
std::array<uint8_t, 40> diskKey(const Device& device) {
    std::array<uint8_t, 40> bytes{};
    const VkPhysicalDeviceProperties& p = device.properties();
    std::memcpy(bytes.data(), p.pipelineCacheUUID, VK_UUID_SIZE);
    std::memcpy(bytes.data() + 16, &p.vendorID, 4);
    std::memcpy(bytes.data() + 20, &p.deviceID, 4);
    std::memcpy(bytes.data() + 24, &p.driverVersion, 4);
    std::memcpy(bytes.data() + 28, "pipelines", 9);
    return bytes;
}

/// Everything VkGraphicsPipelineCreateInfo points to, filled from a key.
struct PipelineDescription {
    std::array<VkPipelineShaderStageCreateInfo, kShaderStages> stages{};
    uint32_t stageCount = 0;
    std::array<VkVertexInputBindingDescription, 16> bindings{};
    std::array<VkVertexInputAttributeDescription, 32> attributes{};
    std::array<VkVertexInputBindingDivisorDescriptionEXT, 16> divisors{};
    VkPipelineVertexInputDivisorStateCreateInfoEXT divisorState{
        VK_STRUCTURE_TYPE_PIPELINE_VERTEX_INPUT_DIVISOR_STATE_CREATE_INFO_EXT};
    VkPipelineVertexInputStateCreateInfo vi{
        VK_STRUCTURE_TYPE_PIPELINE_VERTEX_INPUT_STATE_CREATE_INFO};
    VkPipelineInputAssemblyStateCreateInfo ia{
        VK_STRUCTURE_TYPE_PIPELINE_INPUT_ASSEMBLY_STATE_CREATE_INFO};
    VkPipelineTessellationStateCreateInfo ts{
        VK_STRUCTURE_TYPE_PIPELINE_TESSELLATION_STATE_CREATE_INFO};
    VkPipelineViewportDepthClipControlCreateInfoEXT depthClip{
        VK_STRUCTURE_TYPE_PIPELINE_VIEWPORT_DEPTH_CLIP_CONTROL_CREATE_INFO_EXT};
    VkPipelineViewportStateCreateInfo vp{VK_STRUCTURE_TYPE_PIPELINE_VIEWPORT_STATE_CREATE_INFO};
    VkPipelineRasterizationLineStateCreateInfoEXT line{
        VK_STRUCTURE_TYPE_PIPELINE_RASTERIZATION_LINE_STATE_CREATE_INFO_EXT};
    VkPipelineRasterizationProvokingVertexStateCreateInfoEXT provoking{
        VK_STRUCTURE_TYPE_PIPELINE_RASTERIZATION_PROVOKING_VERTEX_STATE_CREATE_INFO_EXT};
    VkPipelineRasterizationStateCreateInfo rs{
        VK_STRUCTURE_TYPE_PIPELINE_RASTERIZATION_STATE_CREATE_INFO};
    VkPipelineMultisampleStateCreateInfo ms{
        VK_STRUCTURE_TYPE_PIPELINE_MULTISAMPLE_STATE_CREATE_INFO};
    VkSampleMask sampleMask = 0;
    VkPipelineDepthStencilStateCreateInfo ds{
        VK_STRUCTURE_TYPE_PIPELINE_DEPTH_STENCIL_STATE_CREATE_INFO};
    std::array<VkPipelineColorBlendAttachmentState, 8> blends{};
    VkPipelineColorBlendStateCreateInfo cb{
        VK_STRUCTURE_TYPE_PIPELINE_COLOR_BLEND_STATE_CREATE_INFO};
    std::vector<VkDynamicState> dynamic;
    VkPipelineDynamicStateCreateInfo dynamicState{
        VK_STRUCTURE_TYPE_PIPELINE_DYNAMIC_STATE_CREATE_INFO};
    std::array<VkFormat, 8> colorFormats{};
    VkPipelineRenderingCreateInfo rendering{VK_STRUCTURE_TYPE_PIPELINE_RENDERING_CREATE_INFO};

    /// False: out of memory.
    bool fillShaders(const Program& program, const PipelineKey& key);
    void fillVertexInput(const PipelineKey& key, const Program& program, const Features& features);
    void fillRaster(const PipelineKey& key, const Program& program, const Features& features);
    void fillOutput(const PipelineKey& key, const Device& device);
    void fillDynamic(const Features& features);
};

bool PipelineDescription::fillShaders(const Program& program, const PipelineKey& key) {
    for (size_t i = 0; i < kShaderStages; ++i) {
        if (!program.has(ShaderStage(i))) {
            continue;
        }
        VkPipelineShaderStageCreateInfo& info = stages[stageCount++];
        info.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO;
        info.stage = stageBit(ShaderStage(i));
        info.module = program.module(ShaderStage(i), key);
        info.pName = "main";
        if (!info.module) {
            return false;
        }
    }
    ts.patchControlPoints = key.patchVertices;
    return true;
}

void PipelineDescription::fillVertexInput(const PipelineKey& key,
                                          const Program& program,
                                          const Features& features) {
    uint32_t count = 0;
    uint32_t attributeCount = 0;
    uint32_t divisorCount = 0;
    for (uint32_t location = 0; location < 16; ++location) {
        if (!key.attributeFormat[location]) {
            continue;
        }
        const uint32_t divisor = key.divisor[location];
        bindings[count] = {location,
                           key.stride_B[location],
                           divisor ? VK_VERTEX_INPUT_RATE_INSTANCE : VK_VERTEX_INPUT_RATE_VERTEX};
        attributes[attributeCount++] = {
            location, location, vertexFormat(key.attributeFormat[location]).vkFormat, 0};
        if (program.secondHalves() >> location & 1) {
            const auto halves = VertexFormats::halvesOf(key.attributeFormat[location]);
            attributes[attributeCount++] = {
                location + gl::kMaxVertexAttribs, location, halves.second, halves.secondOffset_B};
        }
        if (divisor > 1 && features.attributeDivisor) {
            divisors[divisorCount++] = {location, divisor};
        }
        ++count;
    }
    vi.vertexBindingDescriptionCount = count;
    vi.pVertexBindingDescriptions = bindings.data();
    vi.vertexAttributeDescriptionCount = attributeCount;
    vi.pVertexAttributeDescriptions = attributes.data();
    if (divisorCount) {
        divisorState.vertexBindingDivisorCount = divisorCount;
        divisorState.pVertexBindingDivisors = divisors.data();
        vi.pNext = &divisorState;
    }
    ia.topology = VkPrimitiveTopology(key.topology);
    ia.primitiveRestartEnable = key.primitiveRestart;
}

void PipelineDescription::fillRaster(const PipelineKey& key,
                                     const Program& program,
                                     const Features& features) {
    vp.viewportCount = program.viewportCount();
    vp.scissorCount = program.viewportCount();
    if (features.depthClipControl) {
        depthClip.negativeOneToOne = VK_TRUE;
        vp.pNext = &depthClip;
    }
    rs.polygonMode = VkPolygonMode(key.polygonMode);
    rs.cullMode = key.cullMode;
    rs.frontFace = key.clockwise ? VK_FRONT_FACE_CLOCKWISE : VK_FRONT_FACE_COUNTER_CLOCKWISE;
    rs.depthBiasEnable = key.depthBias;
    rs.depthClampEnable = key.depthClamp;
    rs.rasterizerDiscardEnable = key.discard;
    rs.lineWidth = 1;
    const bool multisampled = key.samples > 1;
    if (features.lineRasterization && !multisampled) {
        line.lineRasterizationMode = VK_LINE_RASTERIZATION_MODE_BRESENHAM_EXT;
        rs.pNext = &line;
    }
    if (features.provokingVertexLast && !key.provokingFirst) {
        provoking.provokingVertexMode = VK_PROVOKING_VERTEX_MODE_LAST_VERTEX_EXT;
        provoking.pNext = rs.pNext;
        rs.pNext = &provoking;
    }
    ms.rasterizationSamples = VkSampleCountFlagBits(key.samples);
    ms.alphaToCoverageEnable = key.alphaToCoverage;
    ms.alphaToOneEnable = key.alphaToOne;
    ms.sampleShadingEnable = key.shadedSamples != 0;
    ms.minSampleShading = float(key.shadedSamples) / float(key.samples);
    sampleMask = key.sampleMask ? key.sampleMask : ~0u;
    ms.pSampleMask = &sampleMask;
}

void PipelineDescription::fillOutput(const PipelineKey& key, const Device& device) {
    ds.depthTestEnable = key.depthTest;
    ds.depthWriteEnable = key.depthWrite;
    ds.depthCompareOp = VkCompareOp(key.depthOp);
    ds.stencilTestEnable = key.stencilTest;
    const auto face = [](const PipelineKey::Stencil& s) {
        VkStencilOpState state{};
        state.failOp = VkStencilOp(s.fail);
        state.depthFailOp = VkStencilOp(s.depthFail);
        state.passOp = VkStencilOp(s.pass);
        state.compareOp = VkCompareOp(s.compare);
        return state;
    };
    ds.front = face(key.stencil[0]);
    ds.back = face(key.stencil[1]);
    for (size_t i = 0; i < key.colorCount; ++i) {
        const PipelineKey::Blend& b = key.blend[i];
        blends[i].blendEnable = b.enabled;
        blends[i].srcColorBlendFactor = VkBlendFactor(b.srcColor);
        blends[i].dstColorBlendFactor = VkBlendFactor(b.dstColor);
        blends[i].colorBlendOp = VkBlendOp(b.colorOp);
        blends[i].srcAlphaBlendFactor = VkBlendFactor(b.srcAlpha);
        blends[i].dstAlphaBlendFactor = VkBlendFactor(b.dstAlpha);
        blends[i].alphaBlendOp = VkBlendOp(b.alphaOp);
        blends[i].colorWriteMask = key.writeMask[i];
        colorFormats[i] = device.vkFormat(key.colorFormat[i]);
    }
    cb.attachmentCount = key.colorCount;
    cb.pAttachments = blends.data();
    cb.logicOpEnable = key.logicOpEnabled;
    cb.logicOp = VkLogicOp(key.logicOp);
    rendering.colorAttachmentCount = key.colorCount;
    rendering.pColorAttachmentFormats = colorFormats.data();
    rendering.depthAttachmentFormat = device.vkFormat(key.depthFormat);
    rendering.stencilAttachmentFormat = device.vkFormat(key.stencilFormat);
}

void PipelineDescription::fillDynamic(const Features& features) {
    dynamic = {VK_DYNAMIC_STATE_VIEWPORT,
               VK_DYNAMIC_STATE_SCISSOR,
               VK_DYNAMIC_STATE_LINE_WIDTH,
               VK_DYNAMIC_STATE_DEPTH_BIAS,
               VK_DYNAMIC_STATE_BLEND_CONSTANTS,
               VK_DYNAMIC_STATE_STENCIL_COMPARE_MASK,
               VK_DYNAMIC_STATE_STENCIL_WRITE_MASK,
               VK_DYNAMIC_STATE_STENCIL_REFERENCE};
    if (features.extendedDynamicState) {
        dynamic.insert(dynamic.end(),
                       {VK_DYNAMIC_STATE_CULL_MODE,
                        VK_DYNAMIC_STATE_FRONT_FACE,
                        VK_DYNAMIC_STATE_PRIMITIVE_TOPOLOGY,
                        VK_DYNAMIC_STATE_DEPTH_TEST_ENABLE,
                        VK_DYNAMIC_STATE_DEPTH_WRITE_ENABLE,
                        VK_DYNAMIC_STATE_DEPTH_COMPARE_OP,
                        VK_DYNAMIC_STATE_STENCIL_TEST_ENABLE,
                        VK_DYNAMIC_STATE_STENCIL_OP});
        // Without a binding there is no stride to set, and what is dynamic must be set.
        if (vi.vertexBindingDescriptionCount) {
            dynamic.push_back(VK_DYNAMIC_STATE_VERTEX_INPUT_BINDING_STRIDE);
        }
    }
    if (features.extendedDynamicState2) {
        dynamic.insert(dynamic.end(),
                       {VK_DYNAMIC_STATE_DEPTH_BIAS_ENABLE,
                        VK_DYNAMIC_STATE_RASTERIZER_DISCARD_ENABLE,
                        VK_DYNAMIC_STATE_PRIMITIVE_RESTART_ENABLE});
    }
    if (features.dynamicBlend) {
        dynamic.insert(dynamic.end(),
                       {VK_DYNAMIC_STATE_COLOR_BLEND_ENABLE_EXT,
                        VK_DYNAMIC_STATE_COLOR_BLEND_EQUATION_EXT,
                        VK_DYNAMIC_STATE_COLOR_WRITE_MASK_EXT});
    }
    dynamicState.dynamicStateCount = uint32_t(dynamic.size());
    dynamicState.pDynamicStates = dynamic.data();
}

} // namespace

PipelineStore::PipelineStore(Device& device) : m_device(device) {
    if (base::options().diskCache) {
        m_store = std::make_unique<store::Store>();
        m_saver = std::make_unique<base::WorkQueue>("glissade-save", 1);
    }
    load();
}

PipelineStore::~PipelineStore() {
    m_saver.reset();
    save();
    m_device.vk().vkDestroyPipelineCache(m_device.handle(), m_cache, nullptr);
}

void PipelineStore::load() {
    std::vector<std::byte> data;
    if (m_store) {
        const auto key = diskKey(m_device);
        if (auto stored = m_store->get(base::hash128(key.data(), key.size()))) {
            data = std::move(*stored);
        }
    }
    VkPipelineCacheCreateInfo info{VK_STRUCTURE_TYPE_PIPELINE_CACHE_CREATE_INFO};
    info.initialDataSize = data.size();
    info.pInitialData = data.data();
    const VolkDeviceTable& vk = m_device.vk();
    if (vk.vkCreatePipelineCache(m_device.handle(), &info, nullptr, &m_cache) != VK_SUCCESS) {
        info.initialDataSize = 0;
        if (vk.vkCreatePipelineCache(m_device.handle(), &info, nullptr, &m_cache) != VK_SUCCESS) {
            m_cache = VK_NULL_HANDLE; // Allowed: pipelines are then built without one.
        }
    }
}

void PipelineStore::save() {
    if (!m_store || !m_cache || m_unsaved.exchange(0) == 0) {
        return;
    }
    size_t size = 0;
    const VolkDeviceTable& vk = m_device.vk();
    vk.vkGetPipelineCacheData(m_device.handle(), m_cache, &size, nullptr);
    std::vector<std::byte> data(size);
    if (vk.vkGetPipelineCacheData(m_device.handle(), m_cache, &size, data.data()) != VK_SUCCESS) {
        return;
    }
    data.resize(size);
    const auto key = diskKey(m_device);
    m_store->put(base::hash128(key.data(), key.size()), data);
}

void PipelineStore::saveNow() {
    if (m_saver) {
        m_saver->drain();
    }
    save();
}

void PipelineStore::saveSometimes() {
    constexpr int64_t kInterval_ms = 2000;
    if (!m_saver || m_unsaved.load(std::memory_order_relaxed) == 0) {
        return;
    }
    int64_t last = m_lastSave_ms.load();
    const int64_t now = now_ms();
    if (now - last >= kInterval_ms && m_lastSave_ms.compare_exchange_strong(last, now)) {
        m_saver->submit(base::Priority::Low, [this] { save(); });
    }
}

ResourceRef<Pipeline> PipelineStore::build(const PipelineKey& key, const Program& program) {
    const Features& features = m_device.features();
    PipelineDescription d;
    if (!d.fillShaders(program, key)) {
        return {};
    }
    d.fillVertexInput(key, program, features);
    d.fillRaster(key, program, features);
    d.fillOutput(key, m_device);
    d.fillDynamic(features);
    VkGraphicsPipelineCreateInfo info{VK_STRUCTURE_TYPE_GRAPHICS_PIPELINE_CREATE_INFO,
                                      &d.rendering};
    info.stageCount = d.stageCount;
    info.pStages = d.stages.data();
    info.pVertexInputState = &d.vi;
    info.pInputAssemblyState = &d.ia;
    info.pTessellationState = key.patchVertices ? &d.ts : nullptr;
    info.pViewportState = &d.vp;
    info.pRasterizationState = &d.rs;
    info.pMultisampleState = &d.ms;
    info.pDepthStencilState = &d.ds;
    info.pColorBlendState = &d.cb;
    info.pDynamicState = &d.dynamicState;
    info.layout = program.layout();
    VkPipeline pipeline = VK_NULL_HANDLE;
    const auto start = std::chrono::steady_clock::now();
    const VkResult result = m_device.vk().vkCreateGraphicsPipelines(
        m_device.handle(), m_cache, 1, &info, nullptr, &pipeline);
    if (result != VK_SUCCESS) {
        base::logError("a pipeline could not be built ({})", resultName(result));
        m_device.noteResult(result);
        return {};
    }
    const auto us = std::chrono::duration_cast<std::chrono::microseconds>(
        std::chrono::steady_clock::now() - start);
    base::logDebug("built a pipeline for program {} in {} µs", key.program, us.count());
    m_unsaved.fetch_add(1, std::memory_order_relaxed);
    return ResourceRef(new Pipeline(m_device, pipeline));
}

void PipelineStore::noteDeadProgram(uint64_t program) {
    const std::lock_guard lock(m_watchersMutex);
    for (DeadPrograms* dead : m_watchers) {
        dead->note(program);
    }
}

void PipelineStore::watch(DeadPrograms& dead) {
    const std::lock_guard lock(m_watchersMutex);
    m_watchers.push_back(&dead);
}

void PipelineStore::unwatch(DeadPrograms& dead) {
    const std::lock_guard lock(m_watchersMutex);
    std::erase(m_watchers, &dead);
}

Pipeline::~Pipeline() {
    m_device.vk().vkDestroyPipeline(m_device.handle(), handle, nullptr);
}

} // namespace glvk
