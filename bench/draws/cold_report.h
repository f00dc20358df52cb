// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// What draws with states that were never used before took, beside their steady time.
#pragma once

#include <CLI/CLI.hpp>

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

namespace draws {

using Clock = std::chrono::steady_clock;

inline double millisecondsSince(Clock::time_point start) {
    return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

void pause(double milliseconds);

/// Machines are faster and slower for seconds at a time, whoever draws. So a draw with a state
/// known for long, the reference, is timed before each draw, first or later.
struct ColdDraw {
    std::string state;
    double first_ms = 0; ///< All that a program would wait for, pipeline included.
    double firstReference_ms = 0;
    std::vector<double> later_ms;
    std::vector<double> laterReferences_ms;

    double steady_ms() const;
    double ratio() const { return first_ms / steady_ms(); }
    /// The same, each in references of its time.
    double ratioToReference() const;
    /// Of the later draws too some take long. The share of those over twice the steady time, in
    /// references: what the machine does to any draw.
    double laterOverTwice() const;
};

/// Each first reference becomes the median of those of its neighbours: one alone is one
/// measurement.
void smoothReferences(std::vector<ColdDraw>& draws);

struct MeasureOptions {
    uint32_t repeats = 9;
    double settle_s = 5;
    double pause_ms = 0;
};

/// prepare(state) and draw(state) return what they took in milliseconds, as reference() does.
template <typename State, typename Prepare, typename Draw, typename Reference>
std::vector<ColdDraw> measureCold(const MeasureOptions& options,
                                  const std::vector<State>& states,
                                  const Prepare& prepare,
                                  const Draw& draw,
                                  const Reference& reference) {
    std::vector<ColdDraw> all;
    for (const State& state : states) {
        ColdDraw cold{state.name, prepare(state), reference(), {}, {}};
        cold.first_ms += draw(state);
        all.push_back(std::move(cold));
    }
    smoothReferences(all);
    // Steady is what has had time to become so.
    pause(1000 * options.settle_s);
    for (uint32_t round = 0; round < 3; ++round) {
        for (size_t i = 0; i < states.size(); ++i) {
            for (uint32_t r = 0; r < (options.repeats + 2) / 3; ++r) {
                all[i].laterReferences_ms.push_back(reference());
                all[i].later_ms.push_back(draw(states[i]));
            }
        }
    }
    return all;
}

struct ReportOptions {
    bool plain = false; ///< Tab-separated lines for scripts.
    bool each = false;  ///< A line for every state before the summary.
};

struct ColdOptions {
    uint32_t states = 512;   ///< Combinations of blending, mask, depth and stencil.
    uint32_t samplers = 256; ///< States of samplers, and of views or textures.
    MeasureOptions measure;
    std::string rows = ".*";
    ReportOptions report;
};

void addOptions(CLI::App& app, ColdOptions& options);

void reportHeader(const std::string& device, const ReportOptions& options);
void report(const std::string& row,
            const std::vector<ColdDraw>& draws,
            const ReportOptions& options);
void reportMissing(const std::string& row, const std::string& why, const ReportOptions& options);

} // namespace draws
