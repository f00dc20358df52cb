// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#pragma once

#include "report/record_format.h"

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace report {

/// What is counted besides events: caches' own figures, which they add up and hand over now and
/// then. Names: figureName().
enum class Figure : uint8_t {
    PipelinesUnchanged, ///< Draws that needed the pipeline of the draw before.
    PipelinesByTransition,
    PipelinesByHash,
    PipelinesGuessed,
    PipelinesBuilt,
    PipelinesOptimized,
    SamplingSlotMisses, ///< As cpu::sample::RoutineCounters has them.
    SamplingSnapshotHits,
    SamplingStoreHits,
    SamplingNew,
    SamplingRevived,
    SamplingEvicted,
    SamplingFreed,
    SamplingCompiled,
    SamplingFromDisk,
    SamplingFailed,
    SamplingInlined,
    DrawRoutineHits, ///< As cpu::routine::KeyedCounters has them.
    DrawRoutinesNew,
    DrawRoutinesEvicted,
    DrawRoutinesCompiled,
    DrawRoutinesFromDisk,
    DrawRoutinesFailed,
    Count
};

/// As logs and records have it.
std::string_view figureName(Figure figure);

/// How often what happened, of each kind of event, since the library was loaded; counted whether it
/// is recorded or not. What counts is rare, or slow anyway: no draw does.
struct Counters {
    std::atomic<uint64_t> frames{0};
    std::atomic<uint64_t> submits{0};
    std::atomic<uint64_t> stalls{0};
    std::atomic<uint64_t> stalled_ns{0};
    std::atomic<uint64_t> memory_B{0}; ///< As it was told last.
    std::atomic<uint64_t> uploaded_B{0};
    std::array<std::atomic<uint64_t>, size_t(CompileKind::Count)> compiles{};
    std::array<std::atomic<uint64_t>, size_t(AnswerFrom::Count)> answers{};
    std::array<std::atomic<uint64_t>, size_t(Figure::Count)> figures{};

    void add(Figure figure, uint64_t count) {
        figures[size_t(figure)].fetch_add(count, std::memory_order_relaxed);
    }

    void count(EventKind kind, uint8_t detail, uint64_t duration_ns, uint64_t value) {
        constexpr auto kRelaxed = std::memory_order_relaxed;
        switch (kind) {
        case EventKind::Frame:
            frames.fetch_add(1, kRelaxed);
            break;
        case EventKind::Stall:
            stalls.fetch_add(1, kRelaxed);
            stalled_ns.fetch_add(duration_ns, kRelaxed);
            break;
        case EventKind::Memory:
            memory_B.store(value, kRelaxed);
            break;
        case EventKind::Compile:
            compiles[detail].fetch_add(1, kRelaxed);
            break;
        case EventKind::Answer:
            answers[detail].fetch_add(1, kRelaxed);
            break;
        case EventKind::Submit:
            submits.fetch_add(1, kRelaxed);
            break;
        case EventKind::Upload:
            uploaded_B.fetch_add(value, kRelaxed);
            break;
        default:
            break;
        }
    }
};

/// The library's.
inline constinit Counters g_counters;

/// Tells the log (level `debug`) and the record what the figures are by now: a device is closed.
void tellFigures() noexcept;

} // namespace report
