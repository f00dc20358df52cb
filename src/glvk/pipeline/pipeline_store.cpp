// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "glvk/pipeline/pipeline_store.h"

#include "glvk/gpu/gpu.h"
#include "glvk/pipeline/dead_programs.h"
#include "glvk/pipeline/linked_pipelines.h"
#include "glvk/pipeline/object_pipelines.h"
#include "glvk/pipeline/whole_pipelines.h"

#include <algorithm>
#include <thread>

namespace glvk {

namespace {

/// Threads that build: the application and the device want cores as well.
unsigned builderCount() {
    return std::clamp(std::thread::hardware_concurrency() / 2, 1u, 8u);
}

std::unique_ptr<PipelineMaker> makerOf(Gpu& gpu, PipelineCache& cache) {
    switch (gpu.features().strategy.pipelines) {
    case PipelineWay::ShaderObjects:
        return std::make_unique<ObjectPipelines>(gpu, builderCount());
    case PipelineWay::Libraries:
        return std::make_unique<LinkedPipelines>(gpu, cache, builderCount());
    default:
        return std::make_unique<WholePipelines>(gpu, cache, builderCount());
    }
}

} // namespace

PipelineStore::PipelineStore(Gpu& gpu) : m_cache(gpu) {
    if (gpu.features().usesShaderObjects()) {
        m_objects = std::make_unique<ShaderObjects>(gpu, m_cache.store(), m_cache.saver());
    }
    m_maker = makerOf(gpu, m_cache);
}

PipelineStore::~PipelineStore() {
    m_maker->stop();
    m_maker.reset(); // Code that dies with it comes to forget().
}

void PipelineStore::forget(std::span<const VkShaderModule> modules) {
    if (m_maker) {
        m_maker->forgetModules(modules);
    }
}

void PipelineStore::noteDeadProgram(uint64_t program) {
    m_maker->forgetProgram(program);
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

} // namespace glvk
