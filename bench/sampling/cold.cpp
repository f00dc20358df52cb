// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// sampling_cold: how long a dispatch takes whose sampler and view states were never used before,
// beside its steady time. Every state is another combination; the shader is the same for all that
// share a method, and is compiled before.

#include "states.h"

#include <algorithm>
#include <chrono>
#include <CLI/CLI.hpp>
#include <cstdio>
#include <map>
#include <string>

namespace {

using Clock = std::chrono::steady_clock;

double milliseconds(Clock::duration duration) {
    return std::chrono::duration<double, std::milli>(duration).count();
}

} // namespace

int main(int argc, char** argv) {
    CLI::App app("Times the first dispatch with each of many sampler and view states.");
    uint32_t count = 256;
    uint32_t invocations = 512 * 64;
    uint32_t samples = 32;
    int steadyRuns = 9;
    bool plain = false;
    bool each = false;
    app.add_option("--states", count, "States never used before")->capture_default_str();
    app.add_option("--samples", samples, "Samples per invocation")->capture_default_str();
    app.add_option("--steady-runs", steadyRuns, "Dispatches after the first, for the median")
        ->capture_default_str();
    app.add_flag("--plain", plain, "Tab-separated lines for scripts");
    app.add_flag("--each", each, "A line for every state before the summary");
    CLI11_PARSE(app, argc, argv);
    try {
        vkc::Device device;
        vkc::Buffer sums(device, invocations * 16, VK_BUFFER_USAGE_STORAGE_BUFFER_BIT);
        const auto formats = sampling::formats();
        std::map<bool, std::unique_ptr<vkc::Kernel>> kernels;
        const sampling::Push push{samples, 0.0f};
        const auto dispatch = [&](const vkc::Kernel& kernel) {
            const auto start = Clock::now();
            device.dispatch(kernel,
                            invocations / sampling::kGroupSize,
                            1,
                            1,
                            std::as_bytes(std::span(&push, 1)));
            return milliseconds(Clock::now() - start);
        };
        // The shaders are compiled, and the device is warm, before anything counts: with a state
        // that is not among those measured.
        {
            const auto image = makeImage(device, formats[0]);
            VkSamplerCreateInfo info =
                samplerInfo(formats[0], sampling::Filter::Nearest, sampling::addresses()[0]);
            info.addressModeU = VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE;
            info.mipmapMode = VK_SAMPLER_MIPMAP_MODE_LINEAR;
            const vkc::Sampler sampler(device, info);
            for (const bool gradients : {false, true}) {
                auto& kernel = kernels[gradients];
                kernel = makeKernel(device,
                                    formats[0],
                                    gradients ? sampling::Filter::Anisotropic
                                              : sampling::Filter::Trilinear);
                kernel->bind(0, *image, &sampler);
                kernel->bind(1, sums);
                for (int i = 0; i < 5; ++i) {
                    dispatch(*kernel);
                }
            }
        }
        const auto all = sampling::states(
            [&](const sampling::Format& format, sampling::Filter filter) {
                return missing(device, format, filter).empty();
            },
            count);
        std::vector<double> firsts_ms;
        std::vector<double> ratios;
        for (const sampling::State& state : all) {
            const auto image = makeImage(device, *state.format, state.swizzle);
            const vkc::Sampler sampler(device, state.sampler);
            vkc::Kernel& kernel = *kernels[state.filter == sampling::Filter::Anisotropic];
            kernel.bind(0, *image, &sampler);
            const double first = dispatch(kernel);
            std::vector<double> steady;
            for (int i = 0; i < steadyRuns; ++i) {
                steady.push_back(dispatch(kernel));
            }
            std::sort(steady.begin(), steady.end());
            const double usual = steady[steady.size() / 2];
            firsts_ms.push_back(first);
            ratios.push_back(first / usual);
            if (each) {
                std::printf("%-52s first %7.2f ms, steady %7.2f ms, ratio %.2f\n",
                            state.name.c_str(),
                            first,
                            usual,
                            ratios.back());
            }
        }
        std::sort(firsts_ms.begin(), firsts_ms.end());
        std::sort(ratios.begin(), ratios.end());
        double total = 0;
        for (const double first : firsts_ms) {
            total += first;
        }
        const auto slow =
            std::count_if(ratios.begin(), ratios.end(), [](double r) { return r > 2; });
        const char* format = plain ? "%s\t%s\n" : "%-44s %s\n";
        const auto line = [&](const char* what, double value, const char* unit) {
            char text[64];
            std::snprintf(text, sizeof(text), plain ? "%.3f" : "%.3f %s", value, unit);
            std::printf(format, what, text);
        };
        std::printf("%s%s\n", plain ? "device\t" : "", device.name().c_str());
        line("states", double(all.size()), "");
        line("first dispatch, median", firsts_ms[firsts_ms.size() / 2], "ms");
        line("first dispatch, worst", firsts_ms.back(), "ms");
        line("first dispatches, all", total, "ms");
        line("first over steady, median", ratios[ratios.size() / 2], "");
        line("first over steady, worst", ratios.back(), "");
        line("first dispatches over twice the steady time", double(slow), "");
    } catch (const vkc::Failure& failure) {
        std::fprintf(stderr, "sampling_cold: %s\n", failure.what());
        return 1;
    }
    return 0;
}
