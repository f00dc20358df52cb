// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "glvk/gpu/border_swizzle.h"
#include "glvk/gpu/descriptor_speed.h"
#include "glvk/gpu/descriptor_way.h"
#include "glvk/gpu/strategy.h"
#include "glvk/gpu/vulkan.h"

#include <memory>
#include <string>
#include <vector>

namespace glvk {

/// What an open device can do, after the requirements were met and debug switches applied. What
/// there is a choice in is decided here once, by `strategy` and `descriptors`. Who depends on a
/// feature asks for it by name; who has to choose asks in its constructor. Nobody asks for a
/// driver: facts about drivers are in driver_facts.h, and only what makes this structure reads
/// them.
struct Features {
    // Extensions (or the core version that contains them).
    bool depthClipControl = false;      ///< VK_EXT_depth_clip_control
    bool depthClipEnable = false;       ///< VK_EXT_depth_clip_enable, where `clipsByCommand`
    bool extendedDynamicState = false;  ///< VK_EXT_extended_dynamic_state
    bool extendedDynamicState2 = false; ///< VK_EXT_extended_dynamic_state2
    bool dynamicBlend = false;          ///< EDS3: blend enable, equation and write mask, all three
    // EDS3, one by one: what the stages before rasterisation would be compiled again for.
    bool dynamicPolygonMode = false;
    bool dynamicDepthClamp = false;
    bool dynamicProvokingVertex = false;
    bool dynamicLineMode = false;
    /// The number of samples, and their mask: with shader objects alone, for what depends on it in
    /// a pipeline is made in microseconds.
    bool dynamicSamples = false;
    bool dynamicAlphaToCoverage = false;
    bool dynamicAlphaToOne = false;
    bool dynamicLogicOp = false;        ///< The operation (EDS2) and whether there is one.
    bool dynamicPatchVertices = false;  ///< EDS2
    bool indexTypeUint8 = false;        ///< VK_EXT_index_type_uint8
    bool lineRasterization = false;     ///< VK_EXT_line_rasterization with Bresenham lines
    bool stippledLines = false;         ///< … with stipples, of smooth lines too if there are such
    bool smoothLines = false;           ///< … and with smooth lines
    bool customBorderColor = false;     ///< VK_EXT_custom_border_color
    bool borderNeedsFormat = false;     ///< … for one format each
    uint32_t maxCustomBorders = 0;      ///< … in so many samplers at once
    bool comparesByInstruction = false; ///< SamplerCaps has it.
    BorderSwizzle borderSwizzle = BorderSwizzle::View; ///< VK_EXT_border_color_swizzle
    bool attributeDivisor = false;                     ///< VK_EXT_vertex_attribute_divisor
    bool mirrorClampToEdge = false;                    ///< VK_KHR_sampler_mirror_clamp_to_edge
    bool filterMinmax = false; ///< VK_EXT_sampler_filter_minmax, with swizzles
    bool depthClampZeroOne = false;
    bool stencilExport = false;        ///< VK_EXT_shader_stencil_export
    bool provokingVertexLast = false;  ///< VK_EXT_provoking_vertex
    bool oneProvokingVertex = false;   ///< … which pipelines of a rendering have to share
    bool restartIndex = false;         ///< VK_EXT_primitive_restart_index
    bool listRestart = false;          ///< VK_EXT_primitive_topology_list_restart
    bool patchListRestart = false;     ///< The same, for patches.
    bool cubeSeams = false;            ///< VK_EXT_non_seamless_cube_map
    bool drawParameters = false;       ///< Shaders read the base instance.
    bool swapchain = false;            ///< VK_KHR_swapchain
    bool incrementalPresent = false;   ///< VK_KHR_incremental_present
    bool dmaBufs = false;              ///< VK_EXT_external_memory_dma_buf, with modifiers
    const char* dmaBufsLack = nullptr; ///< … the extension for want of which there are none.
    bool foreignQueueFamily = false;   ///< VK_EXT_queue_family_foreign
    uint32_t maxMultiDraws = 0;        ///< VK_EXT_multi_draw: draws in one command, 0 without it
    bool pipelineCreationCacheControl = false;
    bool transformFeedback = false;          ///< VK_EXT_transform_feedback, as much as OpenGL needs
    bool geometryStreams = false;            ///< … with several vertex streams
    bool primitivesGeneratedQuery = false;   ///< VK_EXT_primitives_generated_query, with discard
    bool primitivesGeneratedStreams = false; ///< … of streams other than the first
    bool calibratedTimestamps = false;       ///< VK_EXT_calibrated_timestamps, of the device
    DescriptorChoice descriptors;            ///< What it needs is enabled.
    DescriptorAbilities descriptorAbilities; ///< What there is to choose from.
    bool failedCommandsStay = false;         ///< DriverFacts has it.
    bool numbersOnInRuns = false;            ///< The same.
    bool swapsDepth24Alone = false;          ///< The same.
    bool setsCostLeast = false;              ///< The same.
    bool clipsByCommand = false;             ///< The same.
    bool driverProperties = false;
    bool drmProperties = false; ///< VK_EXT_physical_device_drm
    bool portabilitySubset = false;

    VkPhysicalDeviceFeatures core{}; ///< Core features that are enabled.
    Strategy strategy;

    bool usesLibraries() const { return strategy.pipelines == PipelineWay::Libraries; }
    bool usesShaderObjects() const { return strategy.pipelines == PipelineWay::ShaderObjects; }
};

using DeviceExtensions = std::vector<VkExtensionProperties>;

/// What was measured of a device, as far as anything was.
struct Measured {
    std::optional<PipelineSpeed> pipelines;
    std::optional<DescriptorSpeed> descriptors;
};

/// Result of looking at one physical device: what to enable, or why it cannot be used.
struct FeatureSelection {
    std::shared_ptr<const DeviceExtensions> available; ///< Null: it was not asked.
    Features features;
    std::vector<const char*> extensions; ///< To enable.
    std::string missing; ///< Sentence about the first missing requirement; empty: usable.
    Measured measured;   ///< What was known of it when it was made.
};

/// Reads the table of requirements against `physical`. `presentation`: the instance has surfaces.
/// `available`: what an earlier selection was told of the device's extensions, or null.
FeatureSelection selectFeatures(VkPhysicalDevice physical,
                                bool presentation,
                                std::shared_ptr<const DeviceExtensions> available = {},
                                const Measured& measured = {});

/// vkCreateDevice with the selection's feature structures chained.
VkResult createDevice(VkPhysicalDevice physical,
                      const FeatureSelection& selection,
                      uint32_t queueFamily,
                      VkDevice* device);

} // namespace glvk
