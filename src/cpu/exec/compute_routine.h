// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "base/result.h"
#include "cpu/exec/compute_builder.h"
#include "cpu/sample/slots.h"
#include "cpu/sample/stability.h"
#include "cpu/shader/compiler.h"

#include <atomic>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

namespace cpu::exec {

/// Code that runs workgroups, and what it needs.
struct ComputeCode {
    std::shared_ptr<const jit::Code> code;
    shader::WorkgroupFunction function;
    size_t workgroupMemory_B;
    size_t frames_B;
    uint32_t invocations; ///< Of a workgroup.
};

/// A compute shader in memory: its code, which is replaced when tier 2 was worth building, and the
/// slots of its sampling instructions, which outlive every replacement.
class ComputeRoutine : public std::enable_shared_from_this<ComputeRoutine> {
public:
    /// The error is the linker's. The cache outlives the routine.
    static base::Result<std::shared_ptr<ComputeRoutine>>
    load(const shader::ComputeImage& image,
         std::shared_ptr<const ComputeSource> source,
         const ComputeBuilder& builder,
         sample::RoutineCache& cache,
         uint32_t workerCount);

    /// What a dispatch is to run, with better code if there is some by now. On the thread that
    /// dispatches, as what follows is.
    const ComputeCode& beginDispatch();
    sample::Slot* slots(uint32_t worker) { return m_slots.ofWorker(worker); }
    /// All workers are done. May queue a rebuild.
    void endDispatch();

    ComputeRoutine(ComputeCode code,
                   std::vector<shader::SampleSite> sites,
                   std::shared_ptr<const ComputeSource> source,
                   const ComputeBuilder& builder,
                   sample::RoutineCache& cache,
                   uint32_t workerCount);

private:
    void queueRebuild(std::vector<shader::StableSite> stable);
    static void rebuild(const std::weak_ptr<ComputeRoutine>& routine,
                        const ComputeSource& source,
                        const ComputeBuilder& builder,
                        sample::RoutineCache& cache,
                        const std::vector<shader::StableSite>& stable);
    void deliver(std::optional<ComputeCode> code);

    ComputeCode m_code;
    const std::shared_ptr<const ComputeSource> m_source;
    const ComputeBuilder m_builder;
    sample::RoutineCache& m_cache;
    sample::SlotArray m_slots;
    sample::Stability m_stability;

    /// What a rebuild came to, until the next dispatch takes it.
    std::atomic<bool> m_delivered = false;
    std::mutex m_mutex;
    std::optional<ComputeCode> m_rebuilt;
};

} // namespace cpu::exec
