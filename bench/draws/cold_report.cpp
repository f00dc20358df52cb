// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "cold_report.h"

#include "bench/harness/median.h"

#include <algorithm>
#include <cstdio>
#include <thread>

namespace draws {
namespace {

using bench::median;

constexpr double kLong_ms = 4;

} // namespace

void pause(double milliseconds) {
    if (milliseconds > 0) {
        std::this_thread::sleep_for(std::chrono::duration<double, std::milli>(milliseconds));
    }
}

double ColdDraw::steady_ms() const {
    return median(later_ms);
}

double ColdDraw::ratioToReference() const {
    return (first_ms / firstReference_ms) / (steady_ms() / median(laterReferences_ms));
}

double ColdDraw::laterOverTwice() const {
    const double steady = steady_ms() / median(laterReferences_ms);
    // A reference is of the draws around it, as for the first.
    int over = 0;
    for (size_t i = 0; i < later_ms.size(); ++i) {
        const size_t round = i * 3 / later_ms.size();
        const auto begin = laterReferences_ms.begin() + ptrdiff_t(round * later_ms.size() / 3);
        const auto end = laterReferences_ms.begin() + ptrdiff_t((round + 1) * later_ms.size() / 3);
        over += later_ms[i] / median({begin, end}) > 2 * steady;
    }
    return double(over) / double(later_ms.size());
}

void smoothReferences(std::vector<ColdDraw>& draws) {
    constexpr size_t kNeighbours = 4; // On each side.
    std::vector<double> references;
    for (const ColdDraw& draw : draws) {
        references.push_back(draw.firstReference_ms);
    }
    for (size_t i = 0; i < draws.size(); ++i) {
        const auto first = references.begin() + ptrdiff_t(i < kNeighbours ? 0 : i - kNeighbours);
        const auto last =
            references.begin() + ptrdiff_t(std::min(draws.size(), i + kNeighbours + 1));
        draws[i].firstReference_ms = median({first, last});
    }
}

void addOptions(CLI::App& app, ColdOptions& options) {
    app.add_option("--states", options.states, "Combinations of blending, mask, depth and stencil")
        ->capture_default_str();
    app.add_option("--samplers", options.samplers, "States of samplers and views, or textures")
        ->capture_default_str();
    app.add_option("--repeats", options.measure.repeats, "Later draws of each, for the median")
        ->capture_default_str();
    app.add_option("--settle", options.measure.settle_s, "Seconds between first and later draws")
        ->capture_default_str();
    app.add_option("--pause",
                   options.measure.pause_ms,
                   "Milliseconds before each draw: real-time priority starves others, and systems "
                   "give them their time in the end")
        ->capture_default_str();
    app.add_option("--rows", options.rows, "Rows whose name this regular expression finds");
    app.add_flag("--plain", options.report.plain, "Tab-separated lines for scripts");
    app.add_flag("--each", options.report.each, "A line for every state before the summary");
}

void reportHeader(const std::string& device, const ReportOptions& options) {
    if (options.plain) {
        std::printf("device\t%s\n", device.c_str());
        return;
    }
    std::printf("%s\n%-36s %6s %9s %9s %9s %9s %8s %6s %6s %6s | %6s %6s %6s\n",
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
                "worst",
                "> 2x",
                "later",
                "worst");
}

void report(const std::string& row,
            const std::vector<ColdDraw>& draws,
            const ReportOptions& options) {
    std::vector<double> firsts, ratios, ratiosToReference;
    double all = 0, allSteady = 0, laterOverTwice = 0;
    for (const ColdDraw& draw : draws) {
        firsts.push_back(draw.first_ms);
        ratios.push_back(draw.ratio());
        ratiosToReference.push_back(draw.ratioToReference());
        laterOverTwice += draw.laterOverTwice();
        all += draw.first_ms;
        allSteady += draw.steady_ms();
        if (options.each) {
            std::printf("  %-96s first %8.3f ms, steady %8.3f ms, ratio %.2f, in "
                        "references %.2f\n",
                        draw.state.c_str(),
                        draw.first_ms,
                        draw.steady_ms(),
                        draw.ratio(),
                        draw.ratioToReference());
        }
    }
    const auto over = [](const std::vector<double>& values, double limit) {
        return int(
            std::count_if(values.begin(), values.end(), [&](double v) { return v > limit; }));
    };
    const auto worstOf = [](const std::vector<double>& values) {
        return size_t(std::max_element(values.begin(), values.end()) - values.begin());
    };
    const size_t worst = worstOf(ratiosToReference);
    const double worstFirst = *std::max_element(firsts.begin(), firsts.end());
    if (options.plain) {
        const auto line = [&](const char* what, double value) {
            std::printf("%s: %s\t%.3f\n", row.c_str(), what, value);
        };
        line("over 4 ms", over(firsts, kLong_ms));
        line("over twice the steady time", over(ratios, 2));
        line("worst over steady", ratios[worstOf(ratios)]);
        line("over twice the steady time, in references", over(ratiosToReference, 2));
        line("later draws over twice it, of as many", laterOverTwice);
        line("worst over steady, in references", ratiosToReference[worst]);
        line("worst, ms", worstFirst);
        line("all firsts, ms", all);
        line("all of them steady, ms", allSteady);
        return;
    }
    std::printf("%-36s %6zu %9.3f %9.3f %9.1f %9.1f %8d %6d %6.2f %6.2f | %6d %6.1f %6.2f  %s\n",
                row.c_str(),
                draws.size(),
                median(firsts),
                worstFirst,
                all,
                allSteady,
                over(firsts, kLong_ms),
                over(ratios, 2),
                median(ratios),
                ratios[worstOf(ratios)],
                over(ratiosToReference, 2),
                laterOverTwice,
                ratiosToReference[worst],
                draws[worst].state.c_str());
    std::fflush(stdout);
}

void reportMissing(const std::string& row, const std::string& why, const ReportOptions& options) {
    std::printf(options.plain ? "%s: over 4 ms\t%s\n" : "%-36s %s\n", row.c_str(), why.c_str());
}

} // namespace draws
