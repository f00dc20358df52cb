// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "cpu/exec/compute_routine.h"

#include "base/log.h"
#include "cpu/sample/routine_cache.h"

namespace cpu::exec {

namespace {

base::Result<ComputeCode> loadCode(const shader::ComputeImage& image) {
    auto code = jit::load(image.object);
    if (!code) {
        return code.error();
    }
    void* const function = (*code)->address(shader::kWorkgroupSymbol);
    if (!function) {
        return base::Error{"compiled shader code lacks its entry point"};
    }
    return ComputeCode{*code,
                       reinterpret_cast<shader::WorkgroupFunction>(function),
                       image.workgroupMemory_B,
                       image.frames_B,
                       image.workgroupSize[0] * image.workgroupSize[1] * image.workgroupSize[2]};
}

} // namespace

base::Result<std::shared_ptr<ComputeRoutine>>
ComputeRoutine::load(const shader::ComputeImage& image,
                     std::shared_ptr<const ComputeSource> source,
                     const ComputeBuilder& builder,
                     sample::RoutineCache& cache,
                     uint32_t workerCount) {
    auto code = loadCode(image);
    if (!code) {
        return code.error();
    }
    return std::make_shared<ComputeRoutine>(
        std::move(*code), image.sites, std::move(source), builder, cache, workerCount);
}

const ComputeCode& ComputeRoutine::beginDispatch() {
    if (m_delivered.load(std::memory_order_acquire)) {
        const std::lock_guard lock(m_mutex);
        m_delivered.store(false, std::memory_order_relaxed);
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

void ComputeRoutine::endDispatch() {
    if (m_slots.siteCount() > 0) {
        m_stability.afterDispatch(m_slots);
    }
}

ComputeRoutine::ComputeRoutine(ComputeCode code,
                               std::vector<shader::SampleSite> sites,
                               std::shared_ptr<const ComputeSource> source,
                               const ComputeBuilder& builder,
                               sample::RoutineCache& cache,
                               uint32_t workerCount)
    : m_code(std::move(code)),
      m_source(std::move(source)),
      m_builder(builder),
      m_cache(cache),
      m_slots(cache, uint32_t(sites.size()), workerCount),
      m_stability(
          sample::StabilityConfig::fromTier(cache.tier()),
          uint32_t(sites.size()),
          [this](std::vector<shader::StableSite> stable) { queueRebuild(std::move(stable)); }) {}

void ComputeRoutine::queueRebuild(std::vector<shader::StableSite> stable) {
    base::Job job = m_cache.submit(
        [routine = weak_from_this(),
         source = m_source,
         builder = m_builder,
         &cache = m_cache,
         stable = std::move(stable)] { rebuild(routine, *source, builder, cache, stable); });
    if (m_cache.tier() == base::CpuTier::Inlined) {
        job.wait(); // pinned: the next dispatch has it
    }
}

namespace {

std::optional<ComputeCode> rebuiltCode(const ComputeSource& source,
                                       const ComputeBuilder& builder,
                                       const std::vector<shader::StableSite>& stable) {
    const store::Key key = builder.key(source, stable);
    if (const auto kept = builder.find(key)) {
        if (auto loaded = loadCode(*kept)) {
            return *loaded;
        }
    }
    const auto image = builder.compile(source, key, stable);
    auto loaded = image ? loadCode(**image) : image.error();
    if (!loaded) {
        base::logWarn("a shader was not rebuilt with its sampling routines: {}",
                      loaded.error().message);
        return std::nullopt;
    }
    return *loaded;
}

} // namespace

/// On a background thread. The routine may be gone meanwhile.
void ComputeRoutine::rebuild(const std::weak_ptr<ComputeRoutine>& routine,
                             const ComputeSource& source,
                             const ComputeBuilder& builder,
                             sample::RoutineCache& cache,
                             const std::vector<shader::StableSite>& stable) {
    if (routine.expired()) {
        return;
    }
    std::optional<ComputeCode> code;
    cache.idly([&] { code = rebuiltCode(source, builder, stable); });
    if (const auto alive = routine.lock()) {
        if (code) {
            cache.countInlined(stable.size());
        }
        alive->deliver(std::move(code));
    }
}

void ComputeRoutine::deliver(std::optional<ComputeCode> code) {
    const std::lock_guard lock(m_mutex);
    m_rebuilt = std::move(code);
    m_delivered.store(true, std::memory_order_release);
}

} // namespace cpu::exec
