// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "cpu/icd/pipelines/stage_build.h"

#include "base/log.h"
#include "cpu/icd/device/device.h"
#include "cpu/icd/pipelines/pipeline_cache.h"
#include "cpu/icd/pipelines/shader_source.h"
#include "cpu/icd/pipelines/stage_bit.h"

#include <new>
#include <vector>

namespace cpu::icd {

template <typename Stage>
VkResult StageBuild::build() {
    using Routine = stage::StageRoutine<Stage>;
    const stage::StageBuilder<Stage> builder(m_device.store(), processLevel());
    const std::shared_ptr<stage::StageSource> source = sourceOf(m_stage, m_layout);
    const store::Key key = builder.key(*source);
    stage::LiveRoutines<Stage>& live = m_device.stageRoutines().of<Stage>();
    auto& routine = std::get<std::shared_ptr<Routine>>(m_routines);
    const auto load = [&](typename Routine::Image image) -> base::Result<void> {
        auto loaded = Routine::load(
            std::move(image), source, builder, m_device.routines(), m_device.workers().count());
        if (!loaded) {
            return loaded.error();
        }
        routine = live.insert(key, *loaded);
        return {};
    };

    // Where no tier is pinned, code begins as a copy if it was not compiled before.
    const base::CpuTier tier = m_device.routines().tier();
    const bool copies = tier == base::CpuTier::Copied || tier == base::CpuTier::Auto;
    const bool compiles = tier != base::CpuTier::Copied;
    // What is kept but cannot be loaded is made anew.
    const auto findKept = [&](bool wanted, const store::Key& kept) {
        if (auto image = wanted && !routine ? builder.find(kept) : nullptr) {
            static_cast<void>(load(std::move(image)).ok());
        }
    };
    const auto find = [&] {
        routine = live.find(key);
        findKept(compiles, key);
        findKept(copies, builder.copiedKey(*source));
        return routine != nullptr;
    };
    const auto make = [&] {
        if (copies) {
            auto copied = builder.copy(*source);
            if (copied) {
                return copied;
            }
            base::logDebug(base::Log::Shaders,
                           "a {} shader is compiled: {}",
                           Stage::kName,
                           copied.error().message);
        }
        return builder.compile(*source, key);
    };

    auto image = m_cache ? m_cache->images().find<typename Stage::Image>(key) : nullptr;
    if (image && image->copied && compiles) {
        // What has been compiled meanwhile is better.
        if (auto compiled = builder.find(key)) {
            image = std::move(compiled);
        }
    }
    if (image && (image->copied ? copies : compiles)) {
        routine = live.find(key);
        m_cacheHit = routine || load(std::move(image)).ok();
    }
    if (!routine && !find()) {
        if (m_flags & VK_PIPELINE_CREATE_FAIL_ON_PIPELINE_COMPILE_REQUIRED_BIT) {
            return VK_PIPELINE_COMPILE_REQUIRED;
        }
        // Others may have come with the same shader at once.
        const typename stage::LiveRoutines<Stage>::Turn turn(live, key);
        if (!find()) {
            live.countCompiled();
            auto made = make();
            const base::Result<void> loaded = made ? load(std::move(*made)) : made.error();
            if (!loaded) {
                base::logError(base::Log::Shaders,
                               "a {} shader was not compiled: {}",
                               Stage::kName,
                               loaded.error().message);
                return VK_ERROR_UNKNOWN;
            }
        }
    }
    if (m_cache && !m_cacheHit) {
        m_cache->images().insert(key, routine->sharedImage());
    }
    return VK_SUCCESS;
}

void StageBuild::run() {
    if (!m_pipelines.has(m_pipeline)) {
        return;
    }
    m_begin = BuildClock::now();
    try {
        callWithStage(m_stage.stage, [&]<typename Stage>(Stage) { m_result = build<Stage>(); });
    } catch (const std::bad_alloc&) {
        m_result = VK_ERROR_OUT_OF_HOST_MEMORY;
    }
    m_end = BuildClock::now();
    if (m_result != VK_SUCCESS && m_flags & VK_PIPELINE_CREATE_EARLY_RETURN_ON_FAILURE_BIT) {
        m_pipelines.endWith(m_pipeline);
    }
}

void runAll(Device& device, std::span<StageBuild* const> builds) {
    std::vector<base::Job> jobs;
    jobs.reserve(builds.size());
    for (size_t i = 1; i < builds.size(); ++i) {
        try {
            jobs.push_back(device.compileQueue().submit(base::Priority::High,
                                                        [build = builds[i]] { build->run(); }));
        } catch (const std::bad_alloc&) {
            builds[i]->run();
        }
    }
    if (!builds.empty()) {
        builds.front()->run();
    }
    for (base::Job& job : jobs) {
        job.wait();
    }
}

VkPipelineCreationFeedback feedbackOf(BuildClock::duration duration, bool cacheHit) {
    const VkPipelineCreationFeedbackFlags hit =
        cacheHit ? VK_PIPELINE_CREATION_FEEDBACK_APPLICATION_PIPELINE_CACHE_HIT_BIT : 0;
    return {VK_PIPELINE_CREATION_FEEDBACK_VALID_BIT | hit,
            uint64_t(std::chrono::duration_cast<std::chrono::nanoseconds>(duration).count())};
}

VkPipelineCreationFeedback feedbackOf(const StageBuild& stage) {
    return feedbackOf(stage.end() - stage.begin(), stage.cacheHit());
}

} // namespace cpu::icd
