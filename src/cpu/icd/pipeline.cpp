// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "cpu/icd/pipeline.h"

#include "base/log.h"
#include "cpu/icd/api/entry_points.h"
#include "cpu/icd/device.h"
#include "cpu/icd/pipeline_cache.h"
#include "cpu/icd/pipeline_layout.h"
#include "cpu/icd/shader_source.h"

#include <algorithm>
#include <chrono>
#include <optional>

namespace cpu::icd {

namespace {

using Clock = std::chrono::steady_clock;

/// One pipeline of a call on its way from SPIR-V to code.
class PipelineBuild {
public:
    /// The cache may be null.
    PipelineBuild(Device& device,
                  PipelineCache* cache,
                  const VkComputePipelineCreateInfo& info,
                  const VkAllocationCallbacks* callbacks)
        : m_device(device), m_cache(cache), m_info(info), m_callbacks(callbacks) {}

    /// On any thread.
    void run() {
        const Clock::time_point start = Clock::now();
        try {
            m_result = build();
        } catch (const std::bad_alloc&) {
            m_result = VK_ERROR_OUT_OF_HOST_MEMORY;
        }
        m_duration = Clock::now() - start;
    }
    VkResult result() const { return m_result; }
    Pipeline* pipeline() const { return m_pipeline; }
    void drop() {
        destroy(m_pipeline, m_callbacks);
        m_pipeline = nullptr;
    }
    bool returnsEarly() const {
        return m_info.flags & VK_PIPELINE_CREATE_EARLY_RETURN_ON_FAILURE_BIT;
    }
    void writeFeedback() const;

private:
    VkResult build();

    Device& m_device;
    PipelineCache* const m_cache;
    const VkComputePipelineCreateInfo& m_info;
    const VkAllocationCallbacks* const m_callbacks;
    Pipeline* m_pipeline = nullptr;
    VkResult m_result = VK_ERROR_UNKNOWN;
    Clock::duration m_duration{};
    bool m_cacheHit = false;
};

VkResult PipelineBuild::build() {
    const exec::ComputeBuilder builder(m_device.store(), jit::processLevel());
    const std::shared_ptr<exec::ComputeSource> source = sourceOf(m_info.stage, cast(m_info.layout));
    const store::Key key = builder.key(*source);

    std::shared_ptr<exec::ComputeRoutine> routine;
    const auto load = [&](const shader::ComputeImage& image) -> base::Result<void> {
        auto loaded = exec::ComputeRoutine::load(
            image, source, builder, m_device.routines(), m_device.workers().count());
        if (!loaded) {
            return loaded.error();
        }
        routine = *loaded;
        return {};
    };
    // What is kept but cannot be loaded is made anew.
    auto image = m_cache ? m_cache->images().find(key) : nullptr;
    m_cacheHit = image && load(*image).ok();
    if (!routine && (image = builder.find(key))) {
        static_cast<void>(load(*image).ok());
    }
    if (!routine) {
        if (m_info.flags & VK_PIPELINE_CREATE_FAIL_ON_PIPELINE_COMPILE_REQUIRED_BIT) {
            return VK_PIPELINE_COMPILE_REQUIRED;
        }
        const auto compiled = builder.compile(*source, key);
        const base::Result<void> loaded = compiled ? load(**compiled) : compiled.error();
        if (!loaded) {
            base::logError("a compute pipeline was not made: {}", loaded.error().message);
            return VK_ERROR_UNKNOWN;
        }
        image = *compiled;
    }
    if (m_cache && !m_cacheHit) {
        m_cache->images().insert(key, std::move(image));
    }
    m_pipeline = make<Pipeline>(m_callbacks, std::move(routine), *cast(m_info.layout));
    return m_pipeline ? VK_SUCCESS : VK_ERROR_OUT_OF_HOST_MEMORY;
}

void PipelineBuild::writeFeedback() const {
    const auto* info = find<VkPipelineCreationFeedbackCreateInfo>(
        m_info.pNext, VK_STRUCTURE_TYPE_PIPELINE_CREATION_FEEDBACK_CREATE_INFO);
    if (!info) {
        return;
    }
    const VkPipelineCreationFeedbackFlags hit =
        m_cacheHit ? VK_PIPELINE_CREATION_FEEDBACK_APPLICATION_PIPELINE_CACHE_HIT_BIT : 0;
    const VkPipelineCreationFeedback feedback{
        VK_PIPELINE_CREATION_FEEDBACK_VALID_BIT | hit,
        uint64_t(std::chrono::duration_cast<std::chrono::nanoseconds>(m_duration).count())};
    *info->pPipelineCreationFeedback = feedback;
    for (uint32_t i = 0; i < info->pipelineStageCreationFeedbackCount; ++i) {
        info->pPipelineStageCreationFeedbacks[i] = feedback;
    }
}

/// Compiles all at once; the calling thread takes what no other has begun.
void runAll(base::WorkQueue& queue, std::vector<PipelineBuild>& builds) {
    std::vector<base::Job> jobs;
    jobs.reserve(builds.size());
    for (size_t i = 1; i < builds.size(); ++i) {
        try {
            jobs.push_back(
                queue.submit(base::Priority::High, [&build = builds[i]] { build.run(); }));
        } catch (const std::bad_alloc&) {
            builds[i].run();
        }
    }
    if (!builds.empty()) {
        builds.front().run();
    }
    for (base::Job& job : jobs) {
        job.wait();
    }
}

VkResult createComputePipelines(Device& device,
                                PipelineCache* cache,
                                std::span<const VkComputePipelineCreateInfo> infos,
                                const VkAllocationCallbacks* callbacks,
                                VkPipeline* pipelines) {
    std::vector<PipelineBuild> builds;
    builds.reserve(infos.size());
    for (const VkComputePipelineCreateInfo& info : infos) {
        builds.emplace_back(device, cache, info, callbacks);
    }
    runAll(device.compileQueue(), builds);

    VkResult result = VK_SUCCESS;
    bool over = false;
    for (size_t i = 0; i < builds.size(); ++i) {
        PipelineBuild& build = builds[i];
        if (over) {
            build.drop();
        } else {
            build.writeFeedback();
            // An error counts more than that something was not tried.
            if (build.result() != VK_SUCCESS && result >= VK_SUCCESS) {
                result = build.result();
            }
            over = build.result() != VK_SUCCESS && build.returnsEarly();
        }
        pipelines[i] = handleOf<VkPipeline>(build.pipeline());
    }
    return result;
}

} // namespace

Pipeline::Pipeline(std::shared_ptr<exec::ComputeRoutine> computeRoutine,
                   const PipelineLayout& layout)
    : m_computeRoutine(std::move(computeRoutine)),
      m_requiredSizes_B(layout.requiredSizes_B()),
      m_emptySet(layout.largestSet_B()) {}

Pipeline::Pipeline(std::unique_ptr<GraphicsPipeline> graphics) : m_graphics(std::move(graphics)) {}

void Pipeline::replaceMissingSets(shader::DispatchData& data) const {
    for (uint32_t i = 0; i < shader::kMaxSets; ++i) {
        if (!data.sets[i] || data.setSizes_B[i] < m_requiredSizes_B[i]) {
            data.sets[i] = m_emptySet.data();
            data.setSizes_B[i] = uint32_t(m_emptySet.size());
        }
    }
}

namespace entry {

VKAPI_ATTR VkResult VKAPI_CALL
CreateComputePipelines(VkDevice device,
                       VkPipelineCache pipelineCache,
                       uint32_t createInfoCount,
                       const VkComputePipelineCreateInfo* pCreateInfos,
                       const VkAllocationCallbacks* pAllocator,
                       VkPipeline* pPipelines) {
    std::fill_n(pPipelines, createInfoCount, VkPipeline(VK_NULL_HANDLE));
    try {
        return createComputePipelines(*cast(device),
                                      cast(pipelineCache),
                                      {pCreateInfos, createInfoCount},
                                      pAllocator,
                                      pPipelines);
    } catch (const std::bad_alloc&) {
        return VK_ERROR_OUT_OF_HOST_MEMORY;
    }
}

VKAPI_ATTR void VKAPI_CALL DestroyPipeline(VkDevice device,
                                           VkPipeline pipeline,
                                           const VkAllocationCallbacks* pAllocator) {
    destroy(cast(pipeline), pAllocator);
}

} // namespace entry
} // namespace cpu::icd
