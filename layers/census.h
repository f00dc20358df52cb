// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// VK_LAYER_GLISSADE_census counts the Vulkan objects that are alive, and those that were ever made
// of some kinds. A test or benchmark that runs with the layer finds the counts by glissadeCensus in
// the library that the loader opened (layers/find_census.h).

#pragma once

#include <cstdint>

struct GlissadeCensus {
    uint32_t buffers;
    uint32_t images;
    uint32_t imageViews;
    uint32_t samplers;
    uint32_t pipelines; ///< Pipeline libraries count as well.
    uint32_t pipelineLayouts;
    uint32_t shaderModules;
    uint32_t shaderObjects;
    uint32_t descriptorPools;
    uint32_t descriptorSetLayouts;
    uint32_t commandPools;
    uint32_t framebuffers;
    uint32_t renderPasses;
    uint32_t semaphores;
    uint32_t fences;
    uint32_t queryPools;
    uint32_t allocations; ///< VkDeviceMemory
    uint64_t allocated_B;

    /// Since the process began, whether or not they are alive.
    uint64_t pipelinesMade;
    uint64_t shaderModulesMade;
    uint64_t shaderObjectsMade;
    uint64_t samplersMade;
    uint64_t descriptorSetsMade; ///< By vkAllocateDescriptorSets.
    /// Pipelines, shader modules and shader objects that the calling thread made.
    uint64_t compiledByThread;
};

#define GLISSADE_CENSUS_LIBRARY "libVkLayer_glissade_census.so"
#define GLISSADE_CENSUS_SYMBOL "glissadeCensus"
using GlissadeCensusFunction = void (*)(GlissadeCensus* census);
