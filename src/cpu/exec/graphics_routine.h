// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "base/result.h"
#include "cpu/exec/compute_builder.h"
#include "cpu/exec/graphics_file.h"
#include "cpu/sample/slots.h"
#include "cpu/sample/stability.h"
#include "cpu/shader/graphics.h"

#include <atomic>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

namespace cpu::exec {

/// What tells the stages of a draw apart.
struct VertexStage {
    using Image = shader::VertexImage;
    using Function = shader::VertexFunction;
    static constexpr char kName[] = "vertex";
    static constexpr auto& kSymbol = shader::kVertexSymbol;
    static constexpr auto kCompile = shader::compileVertex;
    static constexpr auto kRead = readVertexImage;
};
struct FragmentStage {
    using Image = shader::FragmentImage;
    using Function = shader::FragmentFunction;
    static constexpr char kName[] = "fragment";
    static constexpr auto& kSymbol = shader::kFragmentSymbol;
    static constexpr auto kCompile = shader::compileFragment;
    static constexpr auto kRead = readFragmentImage;
};

/// Shaders to code by way of the disk, as ComputeBuilder.
template <typename Stage>
class StageBuilder {
public:
    StageBuilder(store::Store& store, jit::Level level) : m_store(store), m_level(level) {}

    store::Key key(const ComputeSource& source,
                   std::span<const shader::StableSite> stable = {}) const;
    /// From the disk alone.
    std::optional<typename Stage::Image> find(const store::Key& key) const;
    /// Compiles, and keeps the result on the disk.
    base::Result<typename Stage::Image>
    compile(const ComputeSource& source,
            const store::Key& key,
            std::span<const shader::StableSite> stable = {}) const;

private:
    store::Store& m_store;
    const jit::Level m_level;
};

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
    /// The error is the linker's. The cache outlives the routine.
    static base::Result<std::shared_ptr<StageRoutine>>
    load(typename Stage::Image image,
         std::shared_ptr<const ComputeSource> source,
         const StageBuilder<Stage>& builder,
         sample::RoutineCache& cache,
         uint32_t workerCount);

    /// What the compiler says of the shader; without the object.
    const typename Stage::Image& image() const { return m_image; }
    /// What a draw is to run, with better code if there is some by now. On the thread that draws,
    /// as what follows is.
    const StageCode<Stage>& beginDraw();
    sample::Slot* slots(uint32_t worker) { return m_slots.ofWorker(worker); }
    /// All workers are done. May queue a rebuild.
    void endDraw();

    StageRoutine(StageCode<Stage> code,
                 typename Stage::Image image,
                 std::shared_ptr<const ComputeSource> source,
                 const StageBuilder<Stage>& builder,
                 sample::RoutineCache& cache,
                 uint32_t workerCount);

private:
    using Code = StageCode<Stage>;

    void queueRebuild(std::vector<shader::StableSite> stable);
    static void rebuild(const std::weak_ptr<StageRoutine>& routine,
                        const ComputeSource& source,
                        const StageBuilder<Stage>& builder,
                        sample::RoutineCache& cache,
                        const std::vector<shader::StableSite>& stable);
    void deliver(std::optional<Code> code);

    Code m_code;
    const typename Stage::Image m_image;
    const std::shared_ptr<const ComputeSource> m_source;
    const StageBuilder<Stage> m_builder;
    sample::RoutineCache& m_cache;
    sample::SlotArray m_slots;
    sample::Stability m_stability;

    /// What a rebuild came to, until the next draw takes it.
    std::atomic<bool> m_delivered = false;
    std::mutex m_mutex;
    std::optional<Code> m_rebuilt;
};

using VertexRoutine = StageRoutine<VertexStage>;
using FragmentRoutine = StageRoutine<FragmentStage>;
extern template class StageBuilder<VertexStage>;
extern template class StageBuilder<FragmentStage>;
extern template class StageRoutine<VertexStage>;
extern template class StageRoutine<FragmentStage>;

} // namespace cpu::exec
