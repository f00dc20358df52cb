// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "glvk/backend/device.h"

#include "base/log.h"
#include "base/options.h"
#include "gl/state.h"
#include "gl/versions.h"
#include "glvk/backend/context.h"
#include "glvk/image/sampler_cache.h"
#include "glvk/image/surface.h"
#include "glvk/image/texture.h"
#include "glvk/pipeline/layout_cache.h"
#include "glvk/pipeline/pipeline_store.h"
#include "glvk/transfer/meta.h"
#include "report/stalls.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <fmt/format.h>

namespace glvk {

namespace {

// The validation layer counts gl_Position and its like among a vertex shader's components: room for
// them stays free where programs commonly take all there is.
constexpr uint32_t kBuiltins = 8;

std::mutex g_liveMutex; ///< Guards the list of open devices.
/// Never destroyed: the application's exit handlers may close displays.
std::vector<Device*>& g_live = *new std::vector<Device*>;
std::atomic<bool> g_exiting{false};

void onExit() {
    if (g_exiting.exchange(true)) {
        return;
    }
    const std::lock_guard lock(g_liveMutex);
    for (Device* device : g_live) {
        device->closeForExit();
    }
}

void trackLive(Device& device) {
    const std::lock_guard lock(g_liveMutex);
    g_live.push_back(&device);
}

VkResult VKAPI_CALL deadFunction() {
    return VK_ERROR_DEVICE_LOST;
}

/// Functions that moved into core keep their extension spelling on older drivers.
void aliasCoreFunctions(VolkDeviceTable& vk) {
    const auto alias = [](auto& core, auto extension) {
        if (!core) {
            core = extension;
        }
    };
    alias(vk.vkGetBufferDeviceAddress, vk.vkGetBufferDeviceAddressKHR);
    alias(vk.vkCmdBeginRendering, vk.vkCmdBeginRenderingKHR);
    alias(vk.vkCmdEndRendering, vk.vkCmdEndRenderingKHR);
    alias(vk.vkWaitSemaphores, vk.vkWaitSemaphoresKHR);
    alias(vk.vkGetSemaphoreCounterValue, vk.vkGetSemaphoreCounterValueKHR);
    alias(vk.vkCmdBindVertexBuffers2, vk.vkCmdBindVertexBuffers2EXT);
    alias(vk.vkCmdSetCullMode, vk.vkCmdSetCullModeEXT);
    alias(vk.vkCmdSetFrontFace, vk.vkCmdSetFrontFaceEXT);
    alias(vk.vkCmdSetPrimitiveTopology, vk.vkCmdSetPrimitiveTopologyEXT);
    alias(vk.vkCmdSetDepthTestEnable, vk.vkCmdSetDepthTestEnableEXT);
    alias(vk.vkCmdSetDepthWriteEnable, vk.vkCmdSetDepthWriteEnableEXT);
    alias(vk.vkCmdSetDepthCompareOp, vk.vkCmdSetDepthCompareOpEXT);
    alias(vk.vkCmdSetStencilTestEnable, vk.vkCmdSetStencilTestEnableEXT);
    alias(vk.vkCmdSetStencilOp, vk.vkCmdSetStencilOpEXT);
    alias(vk.vkCmdSetDepthBiasEnable, vk.vkCmdSetDepthBiasEnableEXT);
    alias(vk.vkCmdSetPrimitiveRestartEnable, vk.vkCmdSetPrimitiveRestartEnableEXT);
    alias(vk.vkCmdSetRasterizerDiscardEnable, vk.vkCmdSetRasterizerDiscardEnableEXT);
    alias(vk.vkCmdSetViewportWithCount, vk.vkCmdSetViewportWithCountEXT);
    alias(vk.vkCmdSetScissorWithCount, vk.vkCmdSetScissorWithCountEXT);
}

int graphicsQueueFamily(VkPhysicalDevice physical) {
    uint32_t count = 0;
    vkGetPhysicalDeviceQueueFamilyProperties(physical, &count, nullptr);
    std::vector<VkQueueFamilyProperties> families(count);
    vkGetPhysicalDeviceQueueFamilyProperties(physical, &count, families.data());
    for (uint32_t i = 0; i < count; ++i) {
        if (families[i].queueFlags & VK_QUEUE_GRAPHICS_BIT) {
            return int(i);
        }
    }
    return -1;
}

} // namespace

std::shared_ptr<Device> Device::create(std::shared_ptr<Instance> instance,
                                       VkInstance vulkanInstance,
                                       VkPhysicalDevice physical,
                                       DeviceDescription description,
                                       bool presentation,
                                       std::string& error) {
    std::shared_ptr<Device> device(new Device);
    device->m_instance = std::move(instance);
    device->m_vulkanInstance = vulkanInstance;
    device->m_physical = physical;
    device->m_description = std::move(description);
    if (!device->open(presentation, error)) {
        return nullptr;
    }
    return device;
}

bool Device::open(bool presentation, std::string& error) {
    const FeatureSelection selection = selectFeatures(m_physical, presentation);
    if (!selection.missing.empty()) {
        error = selection.missing;
        return false;
    }
    m_features = selection.features;
    const int family = graphicsQueueFamily(m_physical);
    if (family < 0) {
        error = fmt::format("{} has no graphics queue", m_description.name);
        return false;
    }
    m_queueFamily = uint32_t(family);
    if (const VkResult result = createDevice(m_physical, selection, m_queueFamily, &m_device);
        result != VK_SUCCESS) {
        error = fmt::format("{} could not be opened ({})", m_description.name, resultName(result));
        m_device = VK_NULL_HANDLE;
        return false;
    }
    volkLoadDeviceTable(&m_vk, m_device);
    aliasCoreFunctions(m_vk);
    loadShaderCommands();
    m_vk.vkGetDeviceQueue(m_device, m_queueFamily, 0, &m_queue);
    vkGetPhysicalDeviceProperties(m_physical, &m_properties);
    m_limits = m_properties.limits;
    if (m_properties.apiVersion >= VK_API_VERSION_1_2) {
        // Layouts are held to both limits, whatever their flags; some devices have this one lower.
        VkPhysicalDeviceDescriptorIndexingProperties indexing{
            VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DESCRIPTOR_INDEXING_PROPERTIES};
        VkPhysicalDeviceProperties2 properties{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2,
                                               &indexing};
        vkGetPhysicalDeviceProperties2(m_physical, &properties);
        uint32_t& limit = m_limits.maxDescriptorSetUniformBuffersDynamic;
        const uint32_t other = indexing.maxDescriptorSetUpdateAfterBindUniformBuffersDynamic;
        limit = other ? std::min(limit, other) : limit;
    }

    VkSemaphoreTypeCreateInfo type{VK_STRUCTURE_TYPE_SEMAPHORE_TYPE_CREATE_INFO};
    type.semaphoreType = VK_SEMAPHORE_TYPE_TIMELINE;
    VkSemaphoreCreateInfo semaphore{VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO, &type};
    if (m_vk.vkCreateSemaphore(m_device, &semaphore, nullptr, &m_timeline) != VK_SUCCESS) {
        error = fmt::format("{} could not make a timeline semaphore", m_description.name);
        return false;
    }
    m_memory =
        std::make_unique<MemoryAllocator>(m_physical,
                                          m_device,
                                          m_vk,
                                          base::options().noHostVisibleDeviceMemory,
                                          m_features.descriptors.way == DescriptorWay::Buffer);
    fillFormats();
    fillCaps();
    m_samplers = std::make_unique<SamplerCache>(*this, size_t(base::options().maxSamplers));
    m_layouts = std::make_unique<LayoutCache>(*this);
    m_pipelines = std::make_unique<PipelineStore>(*this);
    m_meta = std::make_unique<MetaPipelines>(*this);
    trackLive(*this);
    for (const std::string& line : strategies()) {
        base::logInfo("{}: {}", m_description.name, line);
    }
    return true;
}

Device::~Device() {
    if (!m_device) {
        return;
    }
    {
        const std::lock_guard lock(g_liveMutex);
        std::erase(g_live, this);
    }
    waitIdle();
    m_black = {};
    m_zeroTexels = {};
    m_pending.clear();
    for (Prologue& prologue : m_prologues) {
        m_vk.vkDestroyCommandPool(m_device, prologue.pool, nullptr);
    }
    m_prologues.clear();
    m_meta.reset();
    if (m_pipelines) {
        m_pipelines->stop(); // While what its jobs hold can still find it.
    }
    m_pipelines.reset();
    m_layouts.reset();
    m_samplers.reset();
    m_memory.reset();
    m_vk.vkDestroySemaphore(m_device, m_timeline, nullptr);
    m_vk.vkDestroyDevice(m_device, nullptr);
}

void Device::loadShaderCommands() {
    if (!m_features.usesShaderObjects()) {
        return;
    }
    const auto load = [&](auto& command, const char* name) {
        command = reinterpret_cast<std::remove_reference_t<decltype(command)>>(
            vkGetDeviceProcAddr(m_device, name));
    };
    load(m_shaderCommands.create, "vkCreateShadersEXT");
    load(m_shaderCommands.destroy, "vkDestroyShaderEXT");
    load(m_shaderCommands.getBinary, "vkGetShaderBinaryDataEXT");
    load(m_shaderCommands.bind, "vkCmdBindShadersEXT");
}

bool Device::has(ShaderStage stage) const {
    const VkPhysicalDeviceFeatures& core = m_features.core;
    return stage == ShaderStage::Vertex || stage == ShaderStage::Fragment ||
           (stage == ShaderStage::Geometry ? core.geometryShader : core.tessellationShader);
}

void Device::fillFormats() {
    for (size_t i = 1; i < m_formatFeatures.size(); ++i) {
        VkFormatProperties properties{};
        vkGetPhysicalDeviceFormatProperties(m_physical, vkFormat(format::Id(i)), &properties);
        m_formatFeatures[i] = properties.optimalTilingFeatures;
        if (base::options().noLinearDepth && format::layout(format::Id(i)).hasDepth()) {
            m_formatFeatures[i] &=
                ~VkFormatFeatureFlags(VK_FORMAT_FEATURE_SAMPLED_IMAGE_FILTER_LINEAR_BIT);
        }
    }
}

format::Id Device::storageFor(const format::InternalFormat& internalFormat) const {
    // What can be drawn to comes first; formats that GL does not ask that of may do without.
    const bool sampledOnly = internalFormat.compressed ||
                             internalFormat.numeric == format::Numeric::Snorm ||
                             internalFormat.name == GL_RGB9_E5;
    for (const bool attachable : {true, false}) {
        if (!attachable && !sampledOnly) {
            break;
        }
        for (const format::Id id : internalFormat.candidates) {
            if (id == format::Id::None) {
                break;
            }
            const VkFormatFeatureFlags features = formatFeatures(id);
            VkFormatFeatureFlags needed = VK_FORMAT_FEATURE_DEPTH_STENCIL_ATTACHMENT_BIT;
            if (format::layout(id).isColor()) {
                needed = VK_FORMAT_FEATURE_SAMPLED_IMAGE_BIT;
                if (attachable && !internalFormat.compressed) {
                    needed |= VK_FORMAT_FEATURE_COLOR_ATTACHMENT_BIT;
                }
            }
            if ((features & needed) == needed) {
                return id;
            }
        }
    }
    return format::Id::None;
}

bool Device::vertexFormatSupported(VkFormat format) const {
    VkFormatProperties properties{};
    vkGetPhysicalDeviceFormatProperties(m_physical, format, &properties);
    return properties.bufferFeatures & VK_FORMAT_FEATURE_VERTEX_BUFFER_BIT;
}

gl::FormatCaps Device::formatCaps(const format::InternalFormat& internalFormat,
                                  gl::TextureType type) const {
    gl::FormatCaps caps;
    caps.storage = storageFor(internalFormat);
    if (caps.storage == format::Id::None) {
        return caps;
    }
    const VkFormatFeatureFlags features = formatFeatures(caps.storage);
    const bool color = format::layout(caps.storage).isColor();
    caps.sampled = features & VK_FORMAT_FEATURE_SAMPLED_IMAGE_BIT;
    caps.filterable = features & VK_FORMAT_FEATURE_SAMPLED_IMAGE_FILTER_LINEAR_BIT;
    // Integers are sampled with nearest filters whatever the reduction.
    caps.reducible = m_features.filterMinmax && caps.filterable &&
                     (features & VK_FORMAT_FEATURE_SAMPLED_IMAGE_FILTER_MINMAX_BIT);
    caps.renderable = features & (color ? VK_FORMAT_FEATURE_COLOR_ATTACHMENT_BIT
                                        : VK_FORMAT_FEATURE_DEPTH_STENCIL_ATTACHMENT_BIT);
    caps.blendable = features & VK_FORMAT_FEATURE_COLOR_ATTACHMENT_BLEND_BIT;
    if (caps.renderable) {
        VkImageFormatProperties properties{};
        const VkImageUsageFlags usage = color ? VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT
                                              : VK_IMAGE_USAGE_DEPTH_STENCIL_ATTACHMENT_BIT;
        if (vkGetPhysicalDeviceImageFormatProperties(m_physical,
                                                     vkFormat(caps.storage),
                                                     VK_IMAGE_TYPE_2D,
                                                     VK_IMAGE_TILING_OPTIMAL,
                                                     usage,
                                                     0,
                                                     &properties) == VK_SUCCESS) {
            caps.sampleCounts = 1;
            for (uint32_t n = 2; n <= 16; n *= 2) {
                if (properties.sampleCounts & n) {
                    caps.sampleCounts |= 1u << n;
                }
            }
        }
    }
    return caps;
}

void Device::fillCaps() {
    const VkPhysicalDeviceLimits& l = m_limits;
    const VkPhysicalDeviceFeatures& core = m_features.core;
    gl::Caps& c = m_caps;
    c.renderer = fmt::format("Glissade ({})", m_description.name);
    const int32_t maxLevels = 1 << (gl::kMaxLevels - 1);
    c.maxTextureSize_px = std::min<int32_t>(int32_t(l.maxImageDimension2D), maxLevels);
    c.maxCubeMapSize_px = std::min<int32_t>(int32_t(l.maxImageDimensionCube), maxLevels);
    c.maxArrayTextureLayers = std::min<int32_t>(int32_t(l.maxImageArrayLayers), 2048);
    c.max3dTextureSize_px = std::min<int32_t>(int32_t(l.maxImageDimension3D), 2048);
    c.maxRenderbufferSize_px = std::min<int32_t>(
        int32_t(std::min({l.maxFramebufferWidth, l.maxFramebufferHeight, l.maxImageDimension2D})),
        maxLevels);
    c.maxViewport_px = {int32_t(l.maxViewportDimensions[0]), int32_t(l.maxViewportDimensions[1])};
    if (core.largePoints) {
        c.pointSizeRange_px = {std::max(1.0f, l.pointSizeRange[0]), l.pointSizeRange[1]};
    }
    if (core.wideLines) {
        c.lineWidthRange_px = {std::max(1.0f, l.lineWidthRange[0]), l.lineWidthRange[1]};
    }
    c.maxVertexAttribs = int32_t(std::min<uint32_t>(l.maxVertexInputAttributes, 16));
    c.maxVaryingVectors = int32_t(
        std::min((l.maxVertexOutputComponents - kBuiltins) / 4, l.maxFragmentInputComponents / 4));
    c.maxVaryingVectors = std::min(c.maxVaryingVectors, 30);
    fillStageCaps();
    c.maxColorAttachments = int32_t(std::min(l.maxColorAttachments, 8u));
    c.maxDrawBuffers = c.maxColorAttachments;
    const VkSampleCountFlags samples = l.framebufferColorSampleCounts &
                                       l.framebufferDepthSampleCounts &
                                       l.framebufferStencilSampleCounts;
    const uint32_t integerSamples =
        formatCaps(*format::findInternalFormat(GL_RGBA8UI), gl::TextureType::Tex2D).sampleCounts;
    for (int32_t count = 1; count <= 16; count *= 2) {
        c.maxSamples = samples & uint32_t(count) ? count : c.maxSamples;
        c.maxIntegerSamples =
            integerSamples >> count & 1 && count <= c.maxSamples ? count : c.maxIntegerSamples;
    }
    c.subpixelBits = int32_t(l.subPixelPrecisionBits);
    c.minTexelOffset = l.minTexelOffset;
    c.maxTexelOffset = int32_t(l.maxTexelOffset);
    if (core.shaderImageGatherExtended) {
        c.minGatherOffset = l.minTexelGatherOffset;
        c.maxGatherOffset = int32_t(l.maxTexelGatherOffset);
    }
    if (core.sampleRateShading) {
        c.minInterpolationOffset_px = l.minInterpolationOffset;
        c.maxInterpolationOffset_px = l.maxInterpolationOffset;
        c.interpolationOffsetBits = int32_t(l.subPixelInterpolationOffsetBits);
    }
    c.viewportSubpixelBits = int32_t(l.viewportSubPixelBits);
    c.viewportBounds_px = {l.viewportBoundsRange[0], l.viewportBoundsRange[1]};
    c.anisotropy = core.samplerAnisotropy;
    c.maxAnisotropy = core.samplerAnisotropy ? l.maxSamplerAnisotropy : 1;
    c.maxLodBias = l.maxSamplerLodBias;
    c.drawParameters = m_features.drawParameters;
    c.nativeDepthRange = m_features.depthClipControl;
    c.textureCompressionS3tc = core.textureCompressionBC;
    c.textureCompressionEtc1 = true;
    const auto linear = [&](format::Id id) {
        return bool(formatFeatures(id) & VK_FORMAT_FEATURE_SAMPLED_IMAGE_FILTER_LINEAR_BIT);
    };
    c.depthTextureLinear = linear(format::Id::D16Unorm);
    c.halfFloatLinear = linear(format::Id::R16G16B16A16Sfloat);
    c.floatLinear = linear(format::Id::R32G32B32A32Sfloat);
    const auto all = [&](std::initializer_list<format::Id> ids, VkFormatFeatureFlags needed) {
        return std::all_of(ids.begin(), ids.end(), [&](format::Id id) {
            return (formatFeatures(id) & needed) == needed;
        });
    };
    using enum format::Id;
    c.floatTargets = all({R16Sfloat,
                          R16G16Sfloat,
                          R16G16B16A16Sfloat,
                          R32Sfloat,
                          R32G32Sfloat,
                          R32G32B32A32Sfloat,
                          B10G11R11Ufloat},
                         VK_FORMAT_FEATURE_COLOR_ATTACHMENT_BIT);
    c.floatBlend = all({R32Sfloat, R32G32Sfloat, R32G32B32A32Sfloat},
                       VK_FORMAT_FEATURE_COLOR_ATTACHMENT_BLEND_BIT);
    c.customBorderColor = m_features.customBorderColor;
    c.robustAccess = core.robustBufferAccess;
    c.mirrorClampToEdge = m_features.mirrorClampToEdge;
    c.cubeSeams = m_features.cubeSeams;
    fillMinmaxCaps();
    c.maxTextureBufferTexels = int32_t(std::min<uint32_t>(l.maxTexelBufferElements, 1u << 27));
    c.textureBufferAlignment_B = int32_t(l.minTexelBufferOffsetAlignment);
    c.textureBufferRgb32 = true;
    for (const format::Id id :
         {format::Id::R32G32B32Uint, format::Id::R32G32B32Sint, format::Id::R32G32B32Sfloat}) {
        VkFormatProperties properties{};
        vkGetPhysicalDeviceFormatProperties(m_physical, vkFormat(id), &properties);
        c.textureBufferRgb32 = c.textureBufferRgb32 && (properties.bufferFeatures &
                                                        VK_FORMAT_FEATURE_UNIFORM_TEXEL_BUFFER_BIT);
    }
    c.independentBlend = core.independentBlend;
    c.dualSourceBlend = core.dualSrcBlend && l.maxFragmentDualSrcAttachments >= 1;
    c.depthClamp = core.depthClamp;
    c.logicOp = core.logicOp;
    c.clipDistance = core.shaderClipDistance && l.maxClipDistances >= 8;
    c.cullDistance = core.shaderCullDistance && l.maxCullDistances >= 8 &&
                     l.maxCombinedClipAndCullDistances >= 8;
    c.geometryShader = core.geometryShader;
    c.tessellationShader = core.tessellationShader;
    c.fp64 = core.shaderFloat64;
    c.fp64Attributes = core.shaderFloat64 && l.maxVertexInputAttributes >= 32;
    c.sampleShading = core.sampleRateShading;
    c.cubeMapArray = core.imageCubeArray;
    c.gatherExtended = core.shaderImageGatherExtended;
    c.drawIndirect = core.drawIndirectFirstInstance;
    c.multiViewport = core.multiViewport && l.maxViewports >= 16;
    c.preciseOcclusion = core.occlusionQueryPrecise;
    c.primitiveQueries = m_features.primitivesGeneratedQuery || core.pipelineStatisticsQuery;
    c.uniformBufferAlignment_B = int32_t(l.minUniformBufferOffsetAlignment);
    fillFeedbackCaps();
    fillTimestampCaps();
    c.provokingVertex = m_features.provokingVertexLast;
    c.bptc = core.textureCompressionBC;
}

void Device::fillStageCaps() {
    const VkPhysicalDeviceLimits& l = m_limits;
    const auto components = [](uint32_t has, uint32_t useful) {
        return int32_t(std::min(has, useful));
    };
    gl::Caps& c = m_caps;
    const uint32_t stages =
        2 + (m_features.core.geometryShader ? 1 : 0) + (m_features.core.tessellationShader ? 2 : 0);
    const uint32_t samplers =
        std::min({l.maxPerStageDescriptorSamplers, l.maxPerStageDescriptorSampledImages, 16u});
    c.maxVertexTextureUnits = int32_t(samplers);
    c.maxFragmentTextureUnits = int32_t(samplers);
    c.maxGeometryTextureUnits = int32_t(samplers);
    c.maxTessTextureUnits = int32_t(samplers);
    c.maxCombinedTextureUnits = std::min(int32_t(stages * samplers), gl::kMaxTextureUnits);
    const int32_t uniformVectors = int32_t(std::min<uint32_t>(l.maxUniformBufferRange / 16, 1024));
    c.maxVertexUniformVectors = uniformVectors;
    c.maxFragmentUniformVectors = uniformVectors;
    c.maxGeometryUniformVectors = uniformVectors;
    c.maxTessUniformVectors = uniformVectors;

    // By locations, which what is built in has none of.
    c.maxVertexOutputComponents = components(l.maxVertexOutputComponents, 128);
    c.maxFragmentInputComponents = components(l.maxFragmentInputComponents, 128);
    c.maxGeometryInputComponents = components(l.maxGeometryInputComponents, 128);
    c.maxGeometryOutputComponents = components(l.maxGeometryOutputComponents, 128);
    c.maxGeometryOutputVertices = components(l.maxGeometryOutputVertices, 1024);
    c.maxGeometryTotalComponents = components(l.maxGeometryTotalOutputComponents, 4096);
    c.maxGeometryInvocations = components(l.maxGeometryShaderInvocations, 64);
    c.maxTessLevel = components(l.maxTessellationGenerationLevel, 64);
    c.maxPatchVertices = components(l.maxTessellationPatchSize, 32);
    c.maxTessControlInputComponents =
        components(l.maxTessellationControlPerVertexInputComponents, 128);
    c.maxTessControlOutputComponents =
        components(l.maxTessellationControlPerVertexOutputComponents, 128);
    c.maxTessPatchComponents = components(l.maxTessellationControlPerPatchOutputComponents, 120);
    c.maxTessControlTotalComponents =
        components(l.maxTessellationControlTotalOutputComponents, 4096);
    c.maxTessInputComponents = components(l.maxTessellationEvaluationInputComponents, 128);
    c.maxTessOutputComponents = components(l.maxTessellationEvaluationOutputComponents, 128);

    // The default block takes one of a stage's uniform buffers.
    const uint32_t blocks = std::min(l.maxPerStageDescriptorUniformBuffers - 1, 14u);
    c.maxStageUniformBlocks = int32_t(blocks);
    c.maxCombinedUniformBlocks = int32_t(
        std::min(std::max(l.maxDescriptorSetUniformBuffers, stages) - stages, stages * blocks));
    c.maxUniformBufferBindings =
        std::min<int32_t>(int32_t(stages * blocks), gl::kMaxUniformBufferBindings);
    c.maxUniformBlockSize_B = int32_t(std::min(l.maxUniformBufferRange, 65536u));
    c.maxDualSourceDrawBuffers =
        m_features.core.dualSrcBlend ? components(l.maxFragmentDualSrcAttachments, 1) : 0;
    c.programIdentity = fmt::format("{} {:x} {:x} {:x} {}",
                                    m_properties.deviceName,
                                    m_properties.vendorID,
                                    m_properties.deviceID,
                                    m_properties.driverVersion,
                                    m_features.depthClipControl);
}

void Device::fillMinmaxCaps() {
    if (!m_features.filterMinmax) {
        return;
    }
    const auto reduces = [](VkFormatFeatureFlags features) {
        return bool(features & VK_FORMAT_FEATURE_SAMPLED_IMAGE_FILTER_MINMAX_BIT);
    };
    // ARB_texture_filter_minmax wants one component, of fixed or floating point.
    using enum format::Id;
    const auto single = {R8Unorm, R8Snorm, R16Unorm, R16Snorm, R16Sfloat, R32Sfloat};
    m_caps.textureFilterMinmax = std::all_of(
        single.begin(), single.end(), [&](format::Id id) { return reduces(formatFeatures(id)); });
    // EXT_texture_filter_minmax knows no restriction.
    m_caps.allFilterMinmax =
        std::all_of(m_formatFeatures.begin(), m_formatFeatures.end(), [&](auto features) {
            return !(features & VK_FORMAT_FEATURE_SAMPLED_IMAGE_FILTER_LINEAR_BIT) ||
                   reduces(features);
        });
}

void Device::fillFeedbackCaps() {
    VkPhysicalDeviceTransformFeedbackPropertiesEXT& l = m_feedbackLimits;
    if (m_features.transformFeedback) {
        VkPhysicalDeviceProperties2 properties{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2, &l};
        vkGetPhysicalDeviceProperties2(m_physical, &properties);
        l.pNext = nullptr;
    }
    // OpenGL 3.0 table 6.41: 64 components in one buffer, or four buffers.
    m_caps.transformFeedback = m_features.transformFeedback && l.transformFeedbackQueries &&
                               l.maxTransformFeedbackBuffers >= gl::kMaxFeedbackBuffers &&
                               l.maxTransformFeedbackBufferDataSize >= 256 &&
                               l.maxTransformFeedbackBufferDataStride >= 256;
    if (m_features.geometryStreams && m_features.primitivesGeneratedStreams) {
        m_caps.vertexStreams = int32_t(std::min(l.maxTransformFeedbackStreams, 4u));
    }
    m_caps.maxFeedbackInterleavedComponents =
        int32_t(std::min({l.maxTransformFeedbackBufferDataSize,
                          l.maxTransformFeedbackStreamDataSize,
                          l.maxTransformFeedbackBufferDataStride}) /
                4);
}

void Device::fillTimestampCaps() {
    uint32_t count = 0;
    vkGetPhysicalDeviceQueueFamilyProperties(m_physical, &count, nullptr);
    std::vector<VkQueueFamilyProperties> families(count);
    vkGetPhysicalDeviceQueueFamilyProperties(m_physical, &count, families.data());
    m_caps.timestampBits = int32_t(families[m_queueFamily].timestampValidBits);
    // OpenGL 3.3 section 6.1.7 wants 30 bits, about a second.
    m_caps.timestamps = m_caps.timestampBits >= 30 && m_limits.timestampPeriod > 0;
}

std::optional<uint64_t> Device::timestamp_ns() {
    if (!m_features.calibratedTimestamps) {
        return std::nullopt;
    }
    VkCalibratedTimestampInfoEXT info{VK_STRUCTURE_TYPE_CALIBRATED_TIMESTAMP_INFO_EXT};
    info.timeDomain = VK_TIME_DOMAIN_DEVICE_EXT;
    uint64_t ticks = 0;
    uint64_t deviation_ns = 0;
    if (m_vk.vkGetCalibratedTimestampsEXT(m_device, 1, &info, &ticks, &deviation_ns) !=
        VK_SUCCESS) {
        return std::nullopt;
    }
    return nanoseconds(ticks);
}

uint64_t Device::nanoseconds(uint64_t ticks) const {
    const int32_t bits = m_caps.timestampBits;
    ticks &= bits >= 64 ? UINT64_MAX : (uint64_t(1) << bits) - 1;
    const float period_ns = m_limits.timestampPeriod;
    return period_ns == 1 ? ticks : uint64_t(double(ticks) * double(period_ns));
}

std::vector<std::string> Device::strategies() const {
    const Features& f = m_features;
    const gl::Versions versions = gl::supportedVersions(m_caps);
    const auto dotted = [](int version) {
        return version ? fmt::format("{}.{}", version / 10, version % 10) : "none";
    };
    std::string missing;
    for (const gl::VersionGap& gap : gl::versionGaps(m_caps)) {
        missing += fmt::format("{}{} (OpenGL {}{})",
                               missing.empty() ? "; without " : ", ",
                               gap.needs,
                               gap.es ? "ES " : "",
                               dotted(gap.version));
    }
    return {
        fmt::format("versions: OpenGL ES {}, OpenGL {}, core profile {}{}",
                    dotted(versions.es),
                    dotted(versions.legacy),
                    dotted(versions.core),
                    missing),
        fmt::format("clip space: {}",
                    f.depthClipControl ? "native -w…w (VK_EXT_depth_clip_control)"
                                       : "z = (z + w) / 2 appended to vertex shaders"),
        fmt::format("dynamic state: {}{}{}{}",
                    f.extendedDynamicState ? "1 " : "",
                    f.extendedDynamicState2 ? "2 " : "",
                    f.dynamicBlend || f.dynamicPolygonMode ? "3 " : "",
                    f.extendedDynamicState ? "" : "core only"),
        fmt::format("pipelines: {} ({})", wayName(f.strategy.pipelines), f.strategy.whyPipelines),
        fmt::format("vertex formats: {} ({})",
                    f.strategy.dynamicVertexInput ? "set by command" : "in pipelines",
                    f.strategy.whyVertexInput),
        fmt::format("descriptors: {}", f.descriptors.description()),
        "layouts: every image in VK_IMAGE_LAYOUT_GENERAL",
        fmt::format("8-bit indices: {}", f.indexTypeUint8 ? "native" : "widened to 16 bits"),
        fmt::format("unchanged draws: {}",
                    f.maxMultiDraws ? "merged (VK_EXT_multi_draw)" : "one command each"),
        fmt::format("lines: {}",
                    f.lineRasterization ? "Bresenham (VK_EXT_line_rasterization)" : "the default"),
    };
}

void Device::initialise(const ResourceRef<Image>& image, const VkClearValue* clear) {
    const std::lock_guard lock(m_pendingMutex);
    m_pending.push_back({image, clear ? std::optional(*clear) : std::nullopt});
}

ResourceRef<Image> Device::blackTexture(gl::TextureType type, SampledKind kind) {
    const std::lock_guard lock(m_blackMutex);
    ResourceRef<Image>& image = m_black[size_t(type)][size_t(kind)];
    if (!image) {
        ImageDescription description;
        description.type = imageType(type);
        description.format = kind == SampledKind::Float ? VK_FORMAT_R8G8B8A8_UNORM
                             : kind == SampledKind::Int ? VK_FORMAT_R8G8B8A8_SINT
                                                        : VK_FORMAT_R8G8B8A8_UINT;
        description.cube = isCube(type);
        description.layers = description.cube ? 6 : 1;
        description.usage = VK_IMAGE_USAGE_SAMPLED_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT;
        if (isMultisample(type)) {
            // All devices have four, but of integers.
            const bool four = kind == SampledKind::Float ||
                              (m_limits.sampledImageIntegerSampleCounts & VK_SAMPLE_COUNT_4_BIT);
            description.samples = four ? VK_SAMPLE_COUNT_4_BIT : VK_SAMPLE_COUNT_1_BIT;
            description.usage |= VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT;
        }
        VkClearValue black{};
        if (kind == SampledKind::Float) {
            black.color.float32[3] = 1;
        } else {
            black.color.int32[3] = 1;
        }
        image = Image::create(*this, description, &black);
    }
    return image;
}

BufferStorage* Device::zeroTexels() {
    const std::lock_guard lock(m_blackMutex);
    if (!m_zeroTexels) {
        constexpr VkDeviceSize kSize_B = 16;
        m_zeroTexels = BufferStorage::create(
            *this, kSize_B, VK_BUFFER_USAGE_UNIFORM_TEXEL_BUFFER_BIT, MemoryUse::Upload);
        if (m_zeroTexels) {
            std::memset(m_zeroTexels->mapped(), 0, kSize_B);
        }
    }
    return m_zeroTexels.get();
}

Device::Prologue* Device::freePrologueLocked() {
    for (Prologue& prologue : m_prologues) {
        if (reached(prologue.value)) {
            prologue.images.clear();
            m_vk.vkResetCommandPool(m_device, prologue.pool, 0);
            return &prologue;
        }
    }
    Prologue prologue;
    VkCommandPoolCreateInfo pool{VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO};
    pool.queueFamilyIndex = m_queueFamily;
    if (m_vk.vkCreateCommandPool(m_device, &pool, nullptr, &prologue.pool) != VK_SUCCESS) {
        return nullptr;
    }
    VkCommandBufferAllocateInfo info{VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO};
    info.commandPool = prologue.pool;
    info.level = VK_COMMAND_BUFFER_LEVEL_PRIMARY;
    info.commandBufferCount = 1;
    if (m_vk.vkAllocateCommandBuffers(m_device, &info, &prologue.commands) != VK_SUCCESS) {
        m_vk.vkDestroyCommandPool(m_device, prologue.pool, nullptr);
        return nullptr;
    }
    m_prologues.push_back(std::move(prologue));
    return &m_prologues.back();
}

VkCommandBuffer Device::recordPrologueLocked(uint64_t value) {
    std::vector<PendingImage> pending;
    {
        const std::lock_guard lock(m_pendingMutex);
        pending.swap(m_pending);
    }
    if (pending.empty()) {
        return VK_NULL_HANDLE;
    }
    Prologue* prologue = freePrologueLocked();
    if (!prologue) {
        noteResult(VK_ERROR_OUT_OF_DEVICE_MEMORY);
        return VK_NULL_HANDLE;
    }
    prologue->value = value;
    const VkCommandBuffer cmd = prologue->commands;
    VkCommandBufferBeginInfo begin{VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO};
    begin.flags = VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT;
    m_vk.vkBeginCommandBuffer(cmd, &begin);
    std::vector<VkImageMemoryBarrier> barriers;
    for (const PendingImage& p : pending) {
        VkImageMemoryBarrier barrier{VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER};
        barrier.dstAccessMask = VK_ACCESS_MEMORY_READ_BIT | VK_ACCESS_MEMORY_WRITE_BIT;
        barrier.oldLayout = VK_IMAGE_LAYOUT_UNDEFINED;
        barrier.newLayout = VK_IMAGE_LAYOUT_GENERAL;
        barrier.srcQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED;
        barrier.dstQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED;
        barrier.image = p.image->handle();
        barrier.subresourceRange = {
            p.image->aspects(), 0, VK_REMAINING_MIP_LEVELS, 0, VK_REMAINING_ARRAY_LAYERS};
        barriers.push_back(barrier);
    }
    // Memory of these images may have belonged to others: earlier work on it is waited for.
    m_vk.vkCmdPipelineBarrier(cmd,
                              VK_PIPELINE_STAGE_ALL_COMMANDS_BIT,
                              VK_PIPELINE_STAGE_ALL_COMMANDS_BIT,
                              0,
                              0,
                              nullptr,
                              0,
                              nullptr,
                              uint32_t(barriers.size()),
                              barriers.data());
    for (const PendingImage& p : pending) {
        if (p.clear) {
            const VkImageSubresourceRange range{
                p.image->aspects(), 0, VK_REMAINING_MIP_LEVELS, 0, VK_REMAINING_ARRAY_LAYERS};
            if (p.image->aspects() & VK_IMAGE_ASPECT_COLOR_BIT) {
                m_vk.vkCmdClearColorImage(
                    cmd, p.image->handle(), VK_IMAGE_LAYOUT_GENERAL, &p.clear->color, 1, &range);
            } else {
                m_vk.vkCmdClearDepthStencilImage(cmd,
                                                 p.image->handle(),
                                                 VK_IMAGE_LAYOUT_GENERAL,
                                                 &p.clear->depthStencil,
                                                 1,
                                                 &range);
            }
        }
        prologue->images.push_back(p.image);
    }
    m_vk.vkEndCommandBuffer(cmd);
    return cmd;
}

std::unique_lock<std::mutex> Device::lockQueue() {
    std::unique_lock lock(m_queueMutex, std::try_to_lock);
    if (!lock) {
        report::StallTimer timer(report::StallKind::Threads);
        lock.lock();
        timer.stop([] {
            return std::string("another thread was submitting to the device, or presenting");
        });
    }
    return lock;
}

VkResult Device::submit(const Submission& submission, uint64_t& value) {
    const auto lock = lockQueue();
    if (lost()) {
        return VK_ERROR_DEVICE_LOST;
    }
    for (Prologue& prologue : m_prologues) {
        if (!prologue.images.empty() && reached(prologue.value)) {
            prologue.images.clear();
        }
    }
    value = m_submitted + 1;
    std::vector<VkCommandBuffer> commands;
    if (const VkCommandBuffer prologue = recordPrologueLocked(value)) {
        commands.push_back(prologue);
    }
    commands.insert(commands.end(), submission.commands.begin(), submission.commands.end());

    const VkSemaphore signals[2] = {m_timeline, submission.signal};
    const uint64_t signalValues[2] = {value, 0};
    const uint64_t waitValue = 0;
    VkTimelineSemaphoreSubmitInfo timeline{VK_STRUCTURE_TYPE_TIMELINE_SEMAPHORE_SUBMIT_INFO};
    timeline.waitSemaphoreValueCount = submission.wait ? 1 : 0;
    timeline.pWaitSemaphoreValues = &waitValue;
    timeline.signalSemaphoreValueCount = submission.signal ? 2 : 1;
    timeline.pSignalSemaphoreValues = signalValues;
    const VkPipelineStageFlags waitStage = VK_PIPELINE_STAGE_ALL_COMMANDS_BIT;
    VkSubmitInfo info{VK_STRUCTURE_TYPE_SUBMIT_INFO, &timeline};
    info.waitSemaphoreCount = submission.wait ? 1 : 0;
    info.pWaitSemaphores = &submission.wait;
    info.pWaitDstStageMask = &waitStage;
    info.commandBufferCount = uint32_t(commands.size());
    info.pCommandBuffers = commands.data();
    info.signalSemaphoreCount = submission.signal ? 2 : 1;
    info.pSignalSemaphores = signals;
    const VkResult result = m_vk.vkQueueSubmit(m_queue, 1, &info, VK_NULL_HANDLE);
    noteResult(result);
    static std::once_flag armed;
    std::call_once(armed, armExitHandler);
    if (result == VK_SUCCESS) {
        m_submitted = value;
    }
    return result;
}

bool Device::reached(uint64_t value) {
    if (value == kNeverSubmitted) {
        return true;
    }
    if (value <= m_reached.load(std::memory_order_acquire)) {
        return true;
    }
    uint64_t now = 0;
    const VkResult result = m_vk.vkGetSemaphoreCounterValue(m_device, m_timeline, &now);
    noteResult(result);
    if (result != VK_SUCCESS) {
        return lost(); // Nothing will ever finish: let owners release.
    }
    uint64_t known = m_reached.load(std::memory_order_relaxed);
    while (known < now && !m_reached.compare_exchange_weak(known, now)) {
    }
    return value <= now;
}

VkResult Device::waitFor(uint64_t value, uint64_t timeout_ns, const char* purpose) {
    if (value == kNeverSubmitted) {
        return VK_ERROR_DEVICE_LOST;
    }
    if (reached(value)) {
        return lost() ? VK_ERROR_DEVICE_LOST : VK_SUCCESS;
    }
    VkSemaphoreWaitInfo info{VK_STRUCTURE_TYPE_SEMAPHORE_WAIT_INFO};
    info.semaphoreCount = 1;
    info.pSemaphores = &m_timeline;
    info.pValues = &value;
    report::StallTimer timer(report::StallKind::Device);
    const VkResult result = m_vk.vkWaitSemaphores(m_device, &info, timeout_ns);
    timer.stop([&] { return fmt::format("waited for the device: {}", purpose); });
    noteResult(result);
    return result;
}

VkResult Device::present(const VkPresentInfoKHR& info) {
    const auto lock = lockQueue();
    const VkResult result = m_vk.vkQueuePresentKHR(m_queue, &info);
    noteResult(result);
    return result;
}

void Device::waitIdle() {
    const auto lock = lockQueue();
    report::StallTimer timer(report::StallKind::Device);
    m_vk.vkQueueWaitIdle(m_queue);
    timer.stop([] { return std::string("waited for the device: all of its work"); });
}

void Device::noteResult(VkResult result) {
    if (result == VK_ERROR_DEVICE_LOST && !m_lost.exchange(true)) {
        base::logError("the Vulkan device {} was lost", m_description.name);
    }
}

void armExitHandler() {
    std::atexit(onExit);
}

bool processExiting() {
    return g_exiting.load(std::memory_order_relaxed);
}

void Device::closeForExit() {
    waitIdle();
    m_pipelines->saveNow();
    m_lost = true;
    // All functions of the tables take their arguments in registers or from the caller's stack, so
    // one that ignores them can stand for each.
    const auto kill = [](auto& table) {
        auto* const entries = reinterpret_cast<PFN_vkVoidFunction*>(&table);
        for (size_t i = 0; i < sizeof table / sizeof *entries; ++i) {
            if (entries[i]) {
                entries[i] = reinterpret_cast<PFN_vkVoidFunction>(deadFunction);
            }
        }
    };
    kill(m_vk);
    kill(m_shaderCommands);
}

std::unique_ptr<gl::ContextBackend> Device::createContext() {
    return Context::create(shared_from_this());
}

void Device::noteCoordinateClamps() {
    m_clamps.want();
}

} // namespace glvk
