// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "glvk/backend/caps.h"

#include "gl/context/state.h"
#include "glvk/gpu/gpu.h"

#include <algorithm>
#include <fmt/format.h>

namespace glvk {

namespace {

// The validation layer counts gl_Position and its like among a vertex shader's components: room for
// them stays free where programs commonly take all there is.
constexpr uint32_t kBuiltins = 8;

void fillLimits(const Gpu& gpu, gl::Caps& c) {
    const VkPhysicalDeviceLimits& l = gpu.limits();
    const VkPhysicalDeviceFeatures& core = gpu.features().core;
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
    c.lineWidthRange_px = gpu.lineWidthRange_px();
    c.maxVertexAttribs = int32_t(std::min<uint32_t>(l.maxVertexInputAttributes, 16));
    c.maxVaryingVectors = int32_t(
        std::min((l.maxVertexOutputComponents - kBuiltins) / 4, l.maxFragmentInputComponents / 4));
    c.maxVaryingVectors = std::min(c.maxVaryingVectors, 30);
    c.maxColorAttachments = int32_t(std::min(l.maxColorAttachments, 8u));
    c.maxDrawBuffers = c.maxColorAttachments;
    const VkSampleCountFlags samples = l.framebufferColorSampleCounts &
                                       l.framebufferDepthSampleCounts &
                                       l.framebufferStencilSampleCounts;
    const uint32_t integerSamples =
        gpu.formatCaps(*format::findInternalFormat(GL_RGBA8UI), gl::TextureType::Tex2D)
            .sampleCounts;
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
}

void fillStageCaps(const Gpu& gpu, gl::Caps& c) {
    const VkPhysicalDeviceLimits& l = gpu.limits();
    const auto components = [](uint32_t has, uint32_t useful) {
        return int32_t(std::min(has, useful));
    };
    const uint32_t stages = 2 + (gpu.features().core.geometryShader ? 1 : 0) +
                            (gpu.features().core.tessellationShader ? 2 : 0);
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
        gpu.features().core.dualSrcBlend ? components(l.maxFragmentDualSrcAttachments, 1) : 0;
}

void fillSamplingCaps(const Gpu& gpu, gl::Caps& c) {
    const VkPhysicalDeviceLimits& l = gpu.limits();
    const VkPhysicalDeviceFeatures& core = gpu.features().core;
    c.anisotropy = core.samplerAnisotropy;
    c.maxAnisotropy = core.samplerAnisotropy ? l.maxSamplerAnisotropy : 1;
    c.maxLodBias = l.maxSamplerLodBias;
    c.drawParameters = gpu.features().drawParameters;
    c.nativeDepthRange = gpu.features().depthClipControl;
    c.textureCompressionS3tc = core.textureCompressionBC;
    c.textureCompressionEtc1 = true;
    c.customBorderColor = gpu.features().customBorderColor;
    c.robustAccess = core.robustBufferAccess;
    c.mirrorClampToEdge = gpu.features().mirrorClampToEdge;
    c.cubeSeams = gpu.features().cubeSeams;
}

void fillFormatCaps(const Gpu& gpu, gl::Caps& c) {
    const auto linear = [&](format::Id id) {
        return bool(gpu.formatFeatures(id) & VK_FORMAT_FEATURE_SAMPLED_IMAGE_FILTER_LINEAR_BIT);
    };
    c.depthTextureLinear = linear(format::Id::D16Unorm);
    c.halfFloatLinear = linear(format::Id::R16G16B16A16Sfloat);
    c.floatLinear = linear(format::Id::R32G32B32A32Sfloat);
    const auto all = [&](std::initializer_list<format::Id> ids, VkFormatFeatureFlags needed) {
        return std::all_of(ids.begin(), ids.end(), [&](format::Id id) {
            return (gpu.formatFeatures(id) & needed) == needed;
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
}

void fillMinmaxCaps(const Gpu& gpu, gl::Caps& c) {
    if (!gpu.features().filterMinmax) {
        return;
    }
    const auto reduces = [](VkFormatFeatureFlags features) {
        return bool(features & VK_FORMAT_FEATURE_SAMPLED_IMAGE_FILTER_MINMAX_BIT);
    };
    // ARB_texture_filter_minmax wants one component, of fixed or floating point.
    using enum format::Id;
    const auto single = {R8Unorm, R8Snorm, R16Unorm, R16Snorm, R16Sfloat, R32Sfloat};
    c.textureFilterMinmax = std::all_of(single.begin(), single.end(), [&](format::Id id) {
        return reduces(gpu.formatFeatures(id));
    });
    // EXT_texture_filter_minmax knows no restriction.
    c.allFilterMinmax = true;
    for (size_t id = 0; id < size_t(Count); ++id) {
        const VkFormatFeatureFlags features = gpu.formatFeatures(format::Id(id));
        c.allFilterMinmax &=
            !(features & VK_FORMAT_FEATURE_SAMPLED_IMAGE_FILTER_LINEAR_BIT) || reduces(features);
    }
}

void fillTexelBufferCaps(const Gpu& gpu, gl::Caps& c) {
    const VkPhysicalDeviceLimits& l = gpu.limits();
    c.maxTextureBufferTexels = int32_t(std::min<uint32_t>(l.maxTexelBufferElements, 1u << 27));
    c.textureBufferAlignment_B = int32_t(l.minTexelBufferOffsetAlignment);
    c.textureBufferRgb32 = true;
    for (const format::Id id :
         {format::Id::R32G32B32Uint, format::Id::R32G32B32Sint, format::Id::R32G32B32Sfloat}) {
        VkFormatProperties properties{};
        vkGetPhysicalDeviceFormatProperties(gpu.physical(), gpu.vkFormat(id), &properties);
        c.textureBufferRgb32 = c.textureBufferRgb32 && (properties.bufferFeatures &
                                                        VK_FORMAT_FEATURE_UNIFORM_TEXEL_BUFFER_BIT);
    }
}

void fillOptionalCaps(const Gpu& gpu, gl::Caps& c) {
    const VkPhysicalDeviceLimits& l = gpu.limits();
    const VkPhysicalDeviceFeatures& core = gpu.features().core;
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
    c.stencilExport = gpu.features().stencilExport;
    c.preciseOcclusion = core.occlusionQueryPrecise;
    c.primitiveQueries = gpu.features().primitivesGeneratedQuery || core.pipelineStatisticsQuery;
    c.uniformBufferAlignment_B = int32_t(l.minUniformBufferOffsetAlignment);
    c.provokingVertex = gpu.features().provokingVertexLast;
    c.bptc = core.textureCompressionBC;
}

void fillFeedbackCaps(const Gpu& gpu, gl::Caps& c) {
    const VkPhysicalDeviceTransformFeedbackPropertiesEXT& l = gpu.feedbackLimits();
    // OpenGL 3.0 table 6.41: 64 components in one buffer, or four buffers.
    c.transformFeedback = gpu.features().transformFeedback && l.transformFeedbackQueries &&
                          l.maxTransformFeedbackBuffers >= gl::kMaxFeedbackBuffers &&
                          l.maxTransformFeedbackBufferDataSize >= 256 &&
                          l.maxTransformFeedbackBufferDataStride >= 256;
    if (gpu.features().geometryStreams && gpu.features().primitivesGeneratedStreams) {
        c.vertexStreams = int32_t(std::min(l.maxTransformFeedbackStreams, 4u));
    }
    c.maxFeedbackInterleavedComponents =
        int32_t(std::min({l.maxTransformFeedbackBufferDataSize,
                          l.maxTransformFeedbackStreamDataSize,
                          l.maxTransformFeedbackBufferDataStride}) /
                4);
}

void fillTimestampCaps(const Gpu& gpu, gl::Caps& c) {
    c.timestampBits = gpu.timestampBits();
    // OpenGL 3.3 section 6.1.7 wants 30 bits, about a second.
    c.timestamps = c.timestampBits >= 30 && gpu.limits().timestampPeriod > 0;
}

} // namespace

gl::Caps capsOf(const Gpu& gpu) {
    gl::Caps c;
    c.renderer = fmt::format("Glissade ({})", gpu.description().name);
    c.programIdentity = fmt::format("{} {:x} {:x} {:x} {}",
                                    gpu.properties().deviceName,
                                    gpu.properties().vendorID,
                                    gpu.properties().deviceID,
                                    gpu.properties().driverVersion,
                                    gpu.features().depthClipControl);
    fillLimits(gpu, c);
    fillStageCaps(gpu, c);
    fillSamplingCaps(gpu, c);
    fillFormatCaps(gpu, c);
    fillMinmaxCaps(gpu, c);
    fillTexelBufferCaps(gpu, c);
    fillOptionalCaps(gpu, c);
    fillFeedbackCaps(gpu, c);
    fillTimestampCaps(gpu, c);
    return c;
}

} // namespace glvk
