// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "cold_report.h"

#include <algorithm>
#include <cstdio>
#include <thread>

namespace draws {
namespace {

constexpr double kLong_ms = 4;

double median(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    return values[values.size() / 2];
}

} // namespace

void pause(double milliseconds) {
    if (milliseconds > 0) {
        std::this_thread::sleep_for(std::chrono::duration<double, std::milli>(milliseconds));
    }
}

double ColdDraw::steady_ms() const {
    return median(later_ms);
}

void reportHeader(const std::string& device, const ReportOptions& options) {
    if (options.plain) {
        std::printf("device\t%s\n", device.c_str());
        return;
    }
    std::printf("%s\n%-36s %6s %9s %9s %9s %9s %8s %6s %6s %6s\n",
                device.c_str(),
                "milliseconds",
                "states",
                "first",
                "worst",
                "all",
                "steady",
                "> 4 ms",
                "> 2x",
                "median",
                "worst");
}

void report(const std::string& row,
            const std::vector<ColdDraw>& draws,
            const ReportOptions& options) {
    std::vector<double> firsts, steady, ratios;
    double all = 0, allSteady = 0;
    for (const ColdDraw& draw : draws) {
        firsts.push_back(draw.first_ms);
        steady.push_back(draw.steady_ms());
        ratios.push_back(draw.ratio());
        all += draw.first_ms;
        allSteady += draw.steady_ms();
        if (options.each) {
            std::printf("  %-96s first %8.3f ms, steady %8.3f ms, ratio %.2f\n",
                        draw.state.c_str(),
                        draw.first_ms,
                        draw.steady_ms(),
                        draw.ratio());
        }
    }
    const auto over = [](const std::vector<double>& values, double limit) {
        return int(
            std::count_if(values.begin(), values.end(), [&](double v) { return v > limit; }));
    };
    const auto worst = std::max_element(ratios.begin(), ratios.end()) - ratios.begin();
    const double worstFirst = *std::max_element(firsts.begin(), firsts.end());
    if (options.plain) {
        const auto line = [&](const char* what, double value) {
            std::printf("%s: %s\t%.3f\n", row.c_str(), what, value);
        };
        line("over 4 ms", over(firsts, kLong_ms));
        line("over twice the steady time", over(ratios, 2));
        line("worst over steady", ratios[size_t(worst)]);
        line("worst, ms", worstFirst);
        line("all firsts, ms", all);
        line("all of them steady, ms", allSteady);
        return;
    }
    std::printf("%-36s %6zu %9.3f %9.3f %9.1f %9.1f %8d %6d %6.2f %6.2f  %s\n",
                row.c_str(),
                draws.size(),
                median(firsts),
                worstFirst,
                all,
                allSteady,
                over(firsts, kLong_ms),
                over(ratios, 2),
                median(ratios),
                ratios[size_t(worst)],
                draws[size_t(worst)].state.c_str());
    std::fflush(stdout);
}

void reportMissing(const std::string& row, const std::string& why, const ReportOptions& options) {
    std::printf(options.plain ? "%s: over 4 ms\t%s\n" : "%-36s %s\n", row.c_str(), why.c_str());
}

} // namespace draws
