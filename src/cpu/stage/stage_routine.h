// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "base/result.h"
#include "cpu/jit/jit.h"
#include "cpu/sample/slots.h"
#include "cpu/sample/stability.h"
#include "cpu/stage/stage_builder.h"

#include <atomic>
#include <memory>
#include <mutex>
#include <optional>
#include <variant>
#include <vector>

namespace cpu::stage {

/// Code that runs, and what it needs.
template <typename Stage>
struct StageCode {
    std::shared_ptr<const jit::Code> code;
    typename Stage::Function function;
    size_t frames_B;
};

/// A stage in memory: its code, which is replaced when tier 2 was worth building, and the slots of
/// its sampling instructions, which outlive every replacement. Pipelines share it.
template <typename Stage>
class StageRoutine : public std::enable_shared_from_this<StageRoutine<Stage>> {
public:
    using Image = typename StageBuilder<Stage>::Image;

    /// The error is the linker's. The cache outlives the routine.
    static base::Result<std::shared_ptr<StageRoutine>>
    load(Image image,
         std::shared_ptr<const StageSource> source,
         const StageBuilder<Stage>& builder,
         sample::RoutineCache& cache,
         uint32_t workerCount);

    /// What the compiler says of the shader, and the object that came of it first.
    const typename Stage::Image& image() const { return *m_image; }
    const Image& sharedImage() const { return m_image; }
    const StageSource& source() const { return *m_source; }
    /// What the image is kept under.
    store::Key key() const { return m_builder.key(*m_source); }
    /// What a draw or a dispatch is to run, with better code if there is some by now. On the thread
    /// that begins it, as what follows is.
    const StageCode<Stage>& begin();
    /// Before the worker runs the code: has it find its slots and count its work.
    void enter(WorkerData& worker) {
        worker.slots = m_slots.ofWorker(worker.worker);
        worker.work = &m_work[worker.worker].count;
    }
    /// All workers are done. May queue a rebuild.
    void end();

    StageRoutine(StageCode<Stage> code,
                 Image image,
                 std::shared_ptr<const StageSource> source,
                 const StageBuilder<Stage>& builder,
                 sample::RoutineCache& cache,
                 uint32_t workerCount);

private:
    using Code = StageCode<Stage>;
    struct alignas(64) Work {
        uint64_t count = 0;
    };

    void compileIfHot();
    static void compileCopied(const std::weak_ptr<StageRoutine>& routine,
                              const StageSource& source,
                              const StageBuilder<Stage>& builder,
                              sample::RoutineCache& cache);
    void queueRebuild(std::vector<StableSite> stable);
    static void rebuild(const std::weak_ptr<StageRoutine>& routine,
                        const StageSource& source,
                        const StageBuilder<Stage>& builder,
                        sample::RoutineCache& cache,
                        const std::vector<StableSite>& stable);
    void deliver(std::optional<Code> code);

    Code m_code;
    const Image m_image;
    const std::shared_ptr<const StageSource> m_source;
    const StageBuilder<Stage> m_builder;
    sample::RoutineCache& m_cache;
    sample::SlotArray m_slots;
    sample::Stability m_stability;
    const std::unique_ptr<Work[]> m_work; ///< By worker.
    bool m_isCopied;                      ///< What m_code is.
    bool m_wantsCompiled = false;         ///< Asked for, or never to be.
    /// Since it is asked for, as hotStages() sees it.
    const std::shared_ptr<std::atomic<uint64_t>> m_heat;

    /// What a rebuild came to, until the next begin() takes it.
    std::atomic<bool> m_delivered = false;
    std::mutex m_mutex;
    std::optional<Code> m_rebuilt;
    std::optional<Code> m_compiled; ///< In place of what was copied.
};

using ComputeRoutine = StageRoutine<ComputeStage>;
using VertexRoutine = StageRoutine<VertexStage>;
using ControlRoutine = StageRoutine<ControlStage>;
using EvaluationRoutine = StageRoutine<EvaluationStage>;
using GeometryRoutine = StageRoutine<GeometryStage>;
using FragmentRoutine = StageRoutine<FragmentStage>;
/// Of one stage or another.
template <typename Stage>
using SharedRoutine = std::shared_ptr<StageRoutine<Stage>>;
using AnyRoutine = AllStages::Variant<SharedRoutine>;

} // namespace cpu::stage
