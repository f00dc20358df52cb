// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#pragma once

#include "measure.h"

#include <string>
#include <utility>
#include <vector>

namespace storm {

struct Figures {
    double median_ms = 0;
    double p99_ms = 0;
    double max_ms = 0;
    int over1 = 0; ///< Draws that took more than 1 ms, and 4 ms.
    int over4 = 0;

    static Figures of(std::vector<double> times_ms);
};

/// How one case went in one pass.
struct Outcome {
    const Case* measured = nullptr;
    Wait wait = Wait::None;
    CaseTimes times;
    std::string missing; ///< What the driver lacks for it,
    std::string failure; ///< or what went wrong.
};

struct Run {
    std::string renderer;
    std::string version;
    MeasureOptions options;
    std::vector<Outcome> outcomes;
};

const char* nameOf(Wait wait);
void printTable(const Run& run);
/// One line for each draw: pass, case, first time, what linking took of it, repeated time, all in
/// milliseconds, name.
void printEach(const Outcome& outcome);
std::string toJson(const Run& run);

} // namespace storm
