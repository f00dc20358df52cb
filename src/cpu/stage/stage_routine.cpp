// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "cpu/stage/stage_routine.h"

#include "base/log.h"
#include "cpu/sample/routine_cache.h"

#include <new>

namespace cpu::stage {

namespace {

/// Calls of copied code after which it has cost as much more than compiled code would have as
/// compiling costs (docs/shader-pieces.md).
constexpr uint64_t kHotCalls = 500'000;

template <typename Stage>
base::Result<StageCode<Stage>> loadCode(const typename Stage::Image& image) {
    auto code = jit::load(image.object);
    if (!code) {
        return code.error();
    }
    void* const function = (*code)->address(Stage::kSymbol);
    if (!function) {
        return base::Error{"compiled shader code lacks its entry point"};
    }
    return StageCode<Stage>{
        *code, reinterpret_cast<typename Stage::Function>(function), image.frames_B};
}

template <typename Stage>
std::optional<StageCode<Stage>> rebuiltCode(const StageSource& source,
                                            const StageBuilder<Stage>& builder,
                                            const std::vector<StableSite>& stable) {
    const store::Key key = builder.key(source, stable);
    if (const auto kept = builder.find(key)) {
        if (auto loaded = loadCode<Stage>(*kept)) {
            return *loaded;
        }
    }
    const auto image = builder.compile(source, key, stable);
    auto loaded = image ? loadCode<Stage>(**image) : image.error();
    if (!loaded) {
        base::logWarn(base::Log::Shaders,
                      "a shader was not compiled in the background: {}",
                      loaded.error().message);
        return std::nullopt;
    }
    return *loaded;
}

} // namespace

template <typename Stage>
base::Result<std::shared_ptr<StageRoutine<Stage>>>
StageRoutine<Stage>::load(Image image,
                          std::shared_ptr<const StageSource> source,
                          const StageBuilder<Stage>& builder,
                          sample::RoutineCache& cache,
                          uint32_t workerCount) {
    auto code = loadCode<Stage>(*image);
    if (!code) {
        return code.error();
    }
    return std::make_shared<StageRoutine>(
        std::move(*code), std::move(image), std::move(source), builder, cache, workerCount);
}

template <typename Stage>
const StageCode<Stage>& StageRoutine<Stage>::begin() {
    if (m_delivered.load(std::memory_order_acquire)) {
        const std::lock_guard lock(m_mutex);
        m_delivered.store(false, std::memory_order_relaxed);
        if (m_compiled) {
            m_code = std::move(*m_compiled);
            m_compiled.reset();
            m_isCopied = false;
            base::logDebug(
                base::Log::Shaders, "a {} shader runs compiled code from here on", Stage::kName);
            return m_code;
        }
        if (m_rebuilt) {
            m_code = std::move(*m_rebuilt);
            m_rebuilt.reset();
            m_stability.installed();
        } else {
            m_stability.failed();
        }
    }
    return m_code;
}

template <typename Stage>
void StageRoutine<Stage>::end() {
    try {
        if (m_isCopied) {
            compileIfHot();
        } else if (m_slots.siteCount() > 0) {
            m_stability.afterDispatch(m_slots);
        }
    } catch (const std::bad_alloc&) {
        // There is no better code then, and nobody waits for it.
    }
}

template <typename Stage>
StageRoutine<Stage>::StageRoutine(StageCode<Stage> code,
                                  Image image,
                                  std::shared_ptr<const StageSource> source,
                                  const StageBuilder<Stage>& builder,
                                  sample::RoutineCache& cache,
                                  uint32_t workerCount)
    : m_code(std::move(code)),
      m_image(std::move(image)),
      m_source(std::move(source)),
      m_builder(builder),
      m_cache(cache),
      m_slots(cache, uint32_t(m_image->sites.size()), workerCount),
      m_stability(sample::StabilityConfig::fromTier(cache.tier()),
                  uint32_t(m_image->sites.size()),
                  [this](std::vector<StableSite> stable) { queueRebuild(std::move(stable)); }),
      m_work(std::make_unique<Work[]>(workerCount)),
      m_isCopied(m_image->copied),
      m_wantsCompiled(cache.tier() != base::CpuTier::Auto),
      m_heat(std::make_shared<std::atomic<uint64_t>>()) {}

/// Nobody runs it.
template <typename Stage>
void StageRoutine<Stage>::compileIfHot() {
    uint64_t work = 0;
    for (uint32_t worker = 0; worker < m_slots.workerCount(); ++worker) {
        work += m_work[worker].count;
    }
    m_heat->store(work, std::memory_order_relaxed);
    if (m_wantsCompiled || work < kHotCalls * kWholeWork) {
        return;
    }
    m_wantsCompiled = true;
    base::logDebug(base::Log::Shaders, "a {} shader runs often: it is compiled", Stage::kName);
    m_cache.hotStages().want(
        [heat = m_heat] { return heat->load(std::memory_order_relaxed); },
        [routine = this->weak_from_this(),
         source = m_source,
         builder = m_builder,
         &cache = m_cache] { compileCopied(routine, *source, builder, cache); });
}

/// On a background thread. The routine may be gone meanwhile.
template <typename Stage>
void StageRoutine<Stage>::compileCopied(const std::weak_ptr<StageRoutine>& routine,
                                        const StageSource& source,
                                        const StageBuilder<Stage>& builder,
                                        sample::RoutineCache& cache) {
    if (routine.expired()) {
        return;
    }
    std::optional<Code> code;
    cache.threads().idly([&] { code = rebuiltCode<Stage>(source, builder, {}); });
    const auto alive = routine.lock();
    if (code && alive) {
        const std::lock_guard lock(alive->m_mutex);
        alive->m_compiled = std::move(code);
        alive->m_delivered.store(true, std::memory_order_release);
    }
}

template <typename Stage>
void StageRoutine<Stage>::queueRebuild(std::vector<StableSite> stable) {
    base::Job job = m_cache.threads().submit(
        [routine = this->weak_from_this(),
         source = m_source,
         builder = m_builder,
         &cache = m_cache,
         stable = std::move(stable)] { rebuild(routine, *source, builder, cache, stable); });
    if (m_cache.tier() == base::CpuTier::Inlined) {
        job.wait(); // pinned: the next begin() has it
    }
}

/// On a background thread. The routine may be gone meanwhile.
template <typename Stage>
void StageRoutine<Stage>::rebuild(const std::weak_ptr<StageRoutine>& routine,
                                  const StageSource& source,
                                  const StageBuilder<Stage>& builder,
                                  sample::RoutineCache& cache,
                                  const std::vector<StableSite>& stable) {
    if (routine.expired()) {
        return;
    }
    std::optional<Code> code;
    cache.threads().idly([&] { code = rebuiltCode<Stage>(source, builder, stable); });
    if (const auto alive = routine.lock()) {
        if (code) {
            cache.countInlined(stable.size());
        }
        alive->deliver(std::move(code));
    }
}

template <typename Stage>
void StageRoutine<Stage>::deliver(std::optional<Code> code) {
    const std::lock_guard lock(m_mutex);
    m_rebuilt = std::move(code);
    m_delivered.store(true, std::memory_order_release);
}

template class StageRoutine<ComputeStage>;
template class StageRoutine<VertexStage>;
template class StageRoutine<ControlStage>;
template class StageRoutine<EvaluationStage>;
template class StageRoutine<GeometryStage>;
template class StageRoutine<FragmentStage>;

} // namespace cpu::stage
