// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "base/hash.h"
#include "base/work_queue.h"
#include "glvk/pipeline/pipeline.h"
#include "glvk/pipeline/pipeline_info.h"
#include "glvk/pipeline/pipeline_key.h"
#include "glvk/pipeline/program.h"
#include "glvk/pipeline/vertex_format.h"

#include <atomic>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace glvk {

class PipelineCache;

/// Whole pipelines for programs that no draw used yet, built in the background for the state that
/// pipelines of other programs had lately. Bounded in every direction. Thread-safe; no lock is held
/// while something is compiled, and what a draw wants meanwhile is compiled once.
class PipelineGuesses {
public:
    struct Limits {
        size_t perProgram = 2; ///< States that are guessed.
        size_t waiting = 128;  ///< Programs; further ones get no guesses.
        size_t kept = 256;     ///< Pipelines that nothing was drawn with yet.
    };

    PipelineGuesses(Gpu& gpu, PipelineCache& cache, unsigned threads, const Limits& limits);
    ~PipelineGuesses();

    /// A program was linked. It must be forgotten before it dies. Its turn may come long after:
    /// what is guessed is what is likely then.
    void prepare(const Program& program);
    /// It was drawn with, or a guess is there for the draw that will be the first. Else its turn
    /// comes, where there was no room for it before.
    bool prepared(const Program& program);
    /// A draw needs this pipeline for the first time. Null: nobody guessed it. Otherwise it is the
    /// caller's; `how` says for people how it came about.
    ResourceRef<Pipeline> take(const PipelineKey& key, const Program& program, std::string& how);
    /// The program dies. Waits for nothing, and needs no memory.
    void forget(uint64_t program);
    /// Returns when nothing is left to do.
    void drain();
    /// Drops what has not begun and waits for the rest.
    void stop();

private:
    /// The state of a pipeline but for its program and arrays.
    struct State {
        PipelineKey key;
        float weight = 0; ///< Of the pipelines that had it, recent ones count more.
    };
    /// The arrays of the last pipeline whose program read the same.
    struct Arrays {
        Program::Attributes attributes{};
        PipelineKey key; ///< Only what arrays are in.
    };
    struct Entry {
        std::atomic_flag claimed; ///< By who builds it, or by the draw that came before.
        std::atomic<bool> done = false;
        ResourceRef<Pipeline> pipeline; ///< Null: the device could not build it.
    };
    using EntryRef = std::shared_ptr<Entry>;
    /// What is built of a guess: it keeps the code, for its program may die meanwhile.
    struct Job {
        PipelineKey key;
        PipelineStages stages;
        std::array<Program::StageCode, spirv::kGraphicsStageCount> code;
        EntryRef entry;
    };

    void note(const PipelineKey& key, const Program& program);
    void setArrays(PipelineKey& key, const Program& program) const;
    std::vector<Job> nextProgram();
    std::optional<Job> jobOf(const PipelineKey& key, const Program& program);
    void guessNext();
    void build(Job& job);

    Gpu& m_gpu;
    PipelineCache& m_cache;
    const Limits m_limits;
    std::optional<VertexFormats> m_formats; ///< Where they are in pipelines.
    std::mutex m_mutex;                     ///< Of all that follows, but not of entries' contents.
    std::vector<State> m_states;            ///< The likeliest first.
    std::deque<Arrays> m_arrays;            ///< The last first.
    std::deque<const Program*> m_waiting;
    std::unordered_set<uint64_t> m_drawn; ///< Programs that a draw asked for.
    std::unordered_map<PipelineKey, EntryRef, base::KeyHash<PipelineKey>> m_entries;
    std::deque<PipelineKey> m_order; ///< Of entries, the oldest first; some are gone.
    base::WorkQueue m_queue;
};

} // namespace glvk
