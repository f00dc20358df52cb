// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// What draws with states that were never used before took, beside their steady time.
#pragma once

#include <chrono>
#include <string>
#include <vector>

namespace draws {

using Clock = std::chrono::steady_clock;

inline double millisecondsSince(Clock::time_point start) {
    return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

void pause(double milliseconds);

struct ColdDraw {
    std::string state;
    double first_ms = 0; // All that a program would wait for, pipeline included.
    std::vector<double> later_ms;

    double steady_ms() const;
    double ratio() const { return first_ms / steady_ms(); }
};

struct ReportOptions {
    bool plain = false; // Tab-separated lines for scripts.
    bool each = false;  // A line for every state before the summary.
};

void reportHeader(const std::string& device, const ReportOptions& options);
void report(const std::string& row,
            const std::vector<ColdDraw>& draws,
            const ReportOptions& options);
void reportMissing(const std::string& row, const std::string& why, const ReportOptions& options);

} // namespace draws
