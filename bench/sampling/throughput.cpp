// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// sampling_throughput: million samples a second in a compute shader, for each format, filter and
// address mode, on the Vulkan driver that the environment names.

#include "states.h"

#include <algorithm>
#include <chrono>
#include <CLI/CLI.hpp>
#include <cstdio>
#include <regex>

namespace {

using Clock = std::chrono::steady_clock;

double seconds(Clock::duration duration) {
    return std::chrono::duration<double>(duration).count();
}

struct Row {
    std::string name;
    std::string missing;
    std::unique_ptr<vkc::Sampler> sampler;
    std::unique_ptr<vkc::Kernel> kernel;
    uint32_t samples = 8;
    std::vector<double> rates_Ms;
};

constexpr uint32_t kInvocations = 512 * 64;

/// Samples a second of one dispatch.
double measure(vkc::Device& device, Row& row) {
    const sampling::Push push{row.samples, 0.0f};
    const auto start = Clock::now();
    device.dispatch(
        *row.kernel, kInvocations / sampling::kGroupSize, 1, 1, std::as_bytes(std::span(&push, 1)));
    return double(kInvocations) * row.samples / seconds(Clock::now() - start);
}

/// Long enough that starting a dispatch does not count, and that code which is specialised in the
/// background is there.
void warmUp(vkc::Device& device, Row& row, double seconds_wanted) {
    const auto start = Clock::now();
    double rate = measure(device, row);
    while (seconds(Clock::now() - start) < seconds_wanted) {
        rate = std::max(rate, measure(device, row));
        row.samples = uint32_t(std::clamp(rate * 0.02 / kInvocations, 4.0, 4096.0));
    }
}

} // namespace

int main(int argc, char** argv) {
    CLI::App app("Measures million samples a second in a compute shader.");
    std::string rows = ".*";
    int rounds = 3;
    double roundSeconds = 0.1;
    double warmSeconds = 0.3;
    bool plain = false;
    app.add_option("--rows", rows, "Rows whose name this regular expression finds");
    app.add_option("--rounds", rounds, "Rounds over all rows; medians are printed")
        ->check(CLI::PositiveNumber)
        ->capture_default_str();
    app.add_option("--seconds", roundSeconds, "Per row and round")->capture_default_str();
    app.add_option("--warm-up", warmSeconds, "Seconds per row before it counts")
        ->capture_default_str();
    app.add_flag("--plain", plain, "Tab-separated lines for scripts");
    CLI11_PARSE(app, argc, argv);
    try {
        vkc::Device device;
        std::printf("%s%s\n", plain ? "device\t" : "", device.name().c_str());
        vkc::Buffer sums(device, kInvocations * 16, VK_BUFFER_USAGE_STORAGE_BUFFER_BIT);
        std::vector<std::unique_ptr<vkc::Image>> images;
        std::vector<Row> table;
        const std::regex wanted(rows);
        for (const auto& format : sampling::formats()) {
            for (const auto filter : sampling::filters()) {
                for (const auto& address : sampling::addresses()) {
                    Row row;
                    row.name =
                        std::string(format.name) + ", " + nameOf(filter) + ", " + address.name;
                    if (!std::regex_search(row.name, wanted)) {
                        continue;
                    }
                    row.missing = missing(device, format, filter);
                    if (row.missing.empty()) {
                        if (images.empty() || images.back()->shape().format != format.format) {
                            images.push_back(makeImage(device, format));
                        }
                        row.sampler = std::make_unique<vkc::Sampler>(
                            device, samplerInfo(format, filter, address));
                        row.kernel = makeKernel(device, format, filter);
                        row.kernel->bind(0, *images.back(), row.sampler.get());
                        row.kernel->bind(1, sums);
                        warmUp(device, row, warmSeconds);
                    }
                    table.push_back(std::move(row));
                }
            }
        }
        for (int round = 0; round < rounds; ++round) {
            for (Row& row : table) {
                if (!row.missing.empty()) {
                    continue;
                }
                double best = 0;
                const auto start = Clock::now();
                do {
                    best = std::max(best, measure(device, row));
                } while (seconds(Clock::now() - start) < roundSeconds);
                row.rates_Ms.push_back(best / 1e6);
            }
        }
        for (Row& row : table) {
            const char* format = plain ? "%s\t%s\n" : "%-40s %10s\n";
            std::string value = row.missing;
            if (value.empty()) {
                std::sort(row.rates_Ms.begin(), row.rates_Ms.end());
                char text[32];
                std::snprintf(text, sizeof(text), "%.2f", row.rates_Ms[row.rates_Ms.size() / 2]);
                value = text;
            }
            std::printf(format, row.name.c_str(), value.c_str());
        }
    } catch (const vkc::Failure& failure) {
        std::fprintf(stderr, "sampling_throughput: %s\n", failure.what());
        return 1;
    }
    return 0;
}
