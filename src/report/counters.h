// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#pragma once

#include "report/record_format.h"

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

namespace report {

/// How often what happened, of each kind of event, since the library was loaded; counted whether it
/// is recorded or not. What counts is rare, or slow anyway: no draw does.
struct Counters {
    std::atomic<uint64_t> frames{0};
    std::atomic<uint64_t> submits{0};
    std::atomic<uint64_t> stalls{0};
    std::atomic<uint64_t> stalled_ns{0};
    std::atomic<uint64_t> memory_B{0}; ///< As it was told last.
    std::array<std::atomic<uint64_t>, size_t(CompileKind::Count)> compiles{};
    std::array<std::atomic<uint64_t>, size_t(AnswerFrom::Count)> answers{};

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
        default:
            break;
        }
    }
};

/// The library's.
inline constinit Counters g_counters;

} // namespace report
