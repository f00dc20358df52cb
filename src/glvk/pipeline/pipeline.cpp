// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "glvk/pipeline/pipeline.h"

#include "glvk/gpu/gpu.h"

namespace glvk {

Pipeline::~Pipeline() {
    if (handle) {
        m_gpu.vk().vkDestroyPipeline(m_gpu.handle(), handle, nullptr);
    }
}

void OptimizedPipelines::add(const PipelineKey& key, ResourceRef<Pipeline> pipeline) {
    const std::lock_guard lock(m_mutex);
    m_pipelines.emplace_back(key, std::move(pipeline));
    m_any.store(true, std::memory_order_relaxed);
}

std::vector<OptimizedPipelines::Optimized> OptimizedPipelines::take() {
    if (!m_any.load(std::memory_order_relaxed)) {
        return {};
    }
    const std::lock_guard lock(m_mutex);
    m_any.store(false, std::memory_order_relaxed);
    return std::exchange(m_pipelines, {});
}

} // namespace glvk
