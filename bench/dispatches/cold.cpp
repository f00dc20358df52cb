// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// dispatches_cold: how long a program waits for the first dispatch of a compute shader that nobody
// compiled before, from its module to the fence, beside its steady time.

#include "bench/harness/median.h"
#include "kernel_text.h"
#include "vk_compute/device.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <random>
#include <thread>

namespace {

using namespace dispatches;
using Clock = std::chrono::steady_clock;

/// From some thirty instructions of functions to two thousand, of loops to three.
constexpr int kLines[] = {0, 2, 8, 30, 80, 200};

struct Options {
    uint32_t shaders = 24;
    uint32_t groups = 16;
    int steadyRuns = 9;
    uint64_t seed = 0;
    double pause_ms = 20;
    bool plain = false;
    bool each = false;
};

/// What one shader took.
struct Cold {
    double pipeline_ms = 0; ///< module, layouts and pipeline
    double first_ms = 0;    ///< all that, and the first dispatch until its fence
    double steady_ms = 0;
    uint32_t instructions = 0;
};

double millisecondsSince(Clock::time_point start) {
    return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

/// Those of functions: what is computed, without declarations.
uint32_t instructionCount(std::span<const uint32_t> spirv) {
    constexpr uint32_t kHeader = 5, kOpFunction = 54;
    uint32_t count = 0;
    bool inside = false;
    for (size_t at = kHeader; at < spirv.size(); at += std::max(spirv[at] >> 16, 1u)) {
        inside |= (spirv[at] & 0xffff) == kOpFunction;
        count += inside;
    }
    return count;
}

double percentile(std::vector<double> values, double part) {
    std::sort(values.begin(), values.end());
    return values[std::min(values.size() - 1, size_t(std::ceil(part * double(values.size()))) - 1)];
}

class Bench {
public:
    explicit Bench(const Options& options)
        : m_options(options),
          m_random(options.seed),
          m_data(m_device,
                 VkDeviceSize(options.groups) * kGroupSize * 16,
                 VK_BUFFER_USAGE_STORAGE_BUFFER_BIT) {}

    const std::string& deviceName() const { return m_device.name(); }

    Cold measure(Kind kind, int lines) {
        const KernelText text = makeKernel(m_random, kind, lines);
        const std::vector<uint32_t> spirv = vkc::compileGlsl(text.glsl);
        for (float& value : m_data.as<float>()) {
            value = 0.5f;
        }
        std::this_thread::sleep_for(std::chrono::duration<double, std::milli>(m_options.pause_ms));
        Cold cold;
        cold.instructions = instructionCount(spirv);
        const auto start = Clock::now();
        constexpr vkc::BindingType kBuffer{VK_DESCRIPTOR_TYPE_STORAGE_BUFFER};
        vkc::Kernel kernel(m_device, spirv, {&kBuffer, 1});
        cold.pipeline_ms = millisecondsSince(start);
        kernel.bind(0, m_data);
        m_device.dispatch(kernel, m_options.groups);
        cold.first_ms = millisecondsSince(start);
        check(text);
        std::vector<double> steady;
        for (int i = 0; i < m_options.steadyRuns; ++i) {
            const auto begin = Clock::now();
            m_device.dispatch(kernel, m_options.groups);
            steady.push_back(millisecondsSince(begin));
        }
        cold.steady_ms = bench::median(steady);
        check(text);
        return cold;
    }

private:
    void check(const KernelText& text) {
        const std::span<const float> data = m_data.as<float>();
        for (size_t i = 0; i < data.size(); ++i) {
            if (!(std::abs(data[i] - text.value[i % 4]) <= kSlack)) {
                throw vkc::Failure("a dispatch left a wrong value");
            }
        }
    }

    const Options& m_options;
    storm::Random m_random;
    vkc::Device m_device;
    vkc::Buffer m_data;
};

class Report {
public:
    explicit Report(const Options& options) : m_options(options) {}

    void header(const std::string& device) const {
        if (m_options.plain) {
            std::printf("device\t%s\n", device.c_str());
            return;
        }
        std::printf("%s\n%-26s %8s %13s | %10s %10s %10s %10s | %8s %8s %10s\n",
                    device.c_str(),
                    "milliseconds",
                    "shaders",
                    "instructions",
                    "pipeline",
                    "first",
                    "p99",
                    "most",
                    "> 1 ms",
                    "> 4 ms",
                    "steady");
    }

    void row(const std::string& name, const std::vector<Cold>& all) const {
        std::vector<double> pipelines, firsts, steady, instructions;
        for (const Cold& cold : all) {
            pipelines.push_back(cold.pipeline_ms);
            firsts.push_back(cold.first_ms);
            steady.push_back(cold.steady_ms);
            instructions.push_back(cold.instructions);
            if (m_options.each) {
                std::printf("  %4u instructions: pipeline %.3f ms, first %.3f ms, steady %.3f ms\n",
                            cold.instructions,
                            cold.pipeline_ms,
                            cold.first_ms,
                            cold.steady_ms);
            }
        }
        const auto over = [&](double limit_ms) {
            return int(std::ranges::count_if(firsts, [&](double v) { return v > limit_ms; }));
        };
        if (m_options.plain) {
            const auto line = [&](const char* what, double value) {
                std::printf("%s: %s\t%.3f\n", name.c_str(), what, value);
            };
            line("first, median", bench::median(firsts));
            line("first, p99", percentile(firsts, 0.99));
            line("first, most", std::ranges::max(firsts));
            return;
        }
        std::printf("%-26s %8zu %13.0f | %10.3f %10.3f %10.3f %10.3f | %8d %8d %10.3f\n",
                    name.c_str(),
                    all.size(),
                    bench::median(instructions),
                    bench::median(pipelines),
                    bench::median(firsts),
                    percentile(firsts, 0.99),
                    std::ranges::max(firsts),
                    over(1),
                    over(4),
                    bench::median(steady));
        std::fflush(stdout);
    }

private:
    const Options& m_options;
};

void run(const Options& options) {
    Bench bench(options);
    const Report report(options);
    report.header(bench.deviceName());
    // What a device does once, and what it loads to compile, is not a shader's.
    for (const Kind kind : kKinds) {
        bench.measure(kind, 4);
    }
    std::vector<Cold> all;
    for (const Kind kind : kKinds) {
        for (const int lines : kLines) {
            if (lines == 0 && kind != Kind::Straight) {
                continue; // It has no part of either.
            }
            std::vector<Cold> row;
            for (uint32_t i = 0; i < options.shaders; ++i) {
                row.push_back(bench.measure(kind, lines));
            }
            report.row(std::string(nameOf(kind)) + ", " + std::to_string(lines) + " lines", row);
            all.insert(all.end(), row.begin(), row.end());
        }
    }
    report.row("all", all);
}

} // namespace

int main(int argc, char** argv) {
    CLI::App app(
        "Times the first dispatch of compute shaders that nobody compiled before: from the "
        "shader module, pipeline included, to the fence.");
    Options options;
    app.add_option("--shaders", options.shaders, "Shaders of each kind and size")
        ->check(CLI::PositiveNumber)
        ->capture_default_str();
    app.add_option("--groups", options.groups, "Workgroups of 64 invocations in a dispatch")
        ->check(CLI::PositiveNumber)
        ->capture_default_str();
    app.add_option(
           "--steady-runs", options.steadyRuns, "Dispatches after the first, for the median")
        ->check(CLI::PositiveNumber)
        ->capture_default_str();
    app.add_option("--seed", options.seed, "Other shaders (default: others each time)");
    app.add_option("--pause", options.pause_ms, "Milliseconds before each shader")
        ->capture_default_str();
    app.add_flag("--plain", options.plain, "Tab-separated lines for scripts");
    app.add_flag("--each", options.each, "A line for every shader before its row");
    CLI11_PARSE(app, argc, argv);
    if (app.count("--seed") == 0) {
        options.seed = std::random_device()();
    }
    try {
        run(options);
    } catch (const vkc::Failure& failure) {
        std::fprintf(stderr, "dispatches_cold: %s\n", failure.what());
        return 1;
    }
    return 0;
}
