// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// image_tiling: the two layouts that images may have on the CPU device, one against the other, for
// ways to read and write them, paths over them, sizes and formats. Images of linear tiling have the
// one; those of optimal tiling are made to have the other.

#include "tiling_kernels.h"

#include <algorithm>
#include <chrono>
#include <CLI/CLI.hpp>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <map>
#include <random>
#include <regex>

namespace {

using namespace tiling;
using Clock = std::chrono::steady_clock;

/// Of all threads: what other processes do in the meantime counts little.
struct ProcessorTime {
    using duration = std::chrono::nanoseconds;
    static std::chrono::time_point<ProcessorTime, duration> now() {
        timespec time{};
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
        return std::chrono::time_point<ProcessorTime, duration>(
            std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec));
    }
};

struct Settings {
    std::string rows = ".*";
    std::vector<uint32_t> sizes_px{64, 512, 4096};
    int rounds = 9;
    double roundSeconds = 0.02;
    double warmSeconds = 0.05;
    bool plain = false;
};

double seconds(std::chrono::nanoseconds duration) {
    return std::chrono::duration<double>(duration).count();
}

double median(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    return values[values.size() / 2];
}

uint32_t levelsOf(uint32_t size_px) {
    return uint32_t(std::log2(size_px)) + 1;
}

size_t levelSize_B(const Format& format, uint32_t size_px) {
    const size_t across = (size_px + format.blockSize_px - 1) / format.blockSize_px;
    return across * across * format.block_B;
}

/// Sensible texels: noise that repeats, so that the largest images do not take long.
std::vector<std::byte> texels(const Format& format, size_t size_B) {
    std::vector<std::byte> bytes(size_B);
    std::mt19937 random(1);
    const size_t period_B = std::min(size_B, size_t(65536) * format.block_B / 4);
    if (format.format == VK_FORMAT_R16G16B16A16_SFLOAT) {
        for (size_t i = 0; i < period_B; i += 2) {
            const auto half = uint16_t(0x3000 + random() % 0x0c00); // 0.125 … 1
            std::memcpy(&bytes[i], &half, 2);
        }
    } else if (format.format == VK_FORMAT_R32G32B32A32_SFLOAT) {
        for (size_t i = 0; i < period_B; i += 4) {
            const float value = float(random() % 65536) / 65535.0f;
            std::memcpy(&bytes[i], &value, 4);
        }
    } else {
        std::generate_n(bytes.begin(), period_B, [&] { return std::byte(random()); });
    }
    for (size_t i = period_B; i < size_B; ++i) {
        bytes[i] = bytes[i - period_B];
    }
    return bytes;
}

/// An image of one layout with what a row does to it.
class Subject {
public:
    static constexpr uint32_t kInvocations = 512 * kGroupSize;

    Subject(vkc::Device& device, vkc::Image& image, const Format& format)
        : m_device(device),
          m_image(image),
          m_format(format),
          m_sums(device, kInvocations * 16, VK_BUFFER_USAGE_STORAGE_BUFFER_BIT) {}

    void prepare(Access access, Path path) {
        m_kernel.reset();
        m_copied.reset();
        m_first = 0;
        m_steps = 4;
        m_access = access;
        if (copies(access)) {
            m_copied = std::make_unique<vkc::Buffer>(
                m_device,
                levelSize_B(m_format, m_image.shape().extent.width),
                VK_BUFFER_USAGE_TRANSFER_SRC_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT);
            return;
        }
        m_kernel = makeKernel(m_device, m_format, access, path, m_image.shape().extent.width);
        m_sampler.reset();
        if (samples(access)) {
            m_sampler = std::make_unique<vkc::Sampler>(m_device, samplerInfo(access));
        }
        m_kernel->bind(0, m_image, m_sampler.get());
        m_kernel->bind(1, m_sums);
    }

    /// Texels a second of processor time, of one submission.
    double measure() { return m_copied ? measureCopies() : measureDispatch(); }

    /// Then a submission takes half as long as a round wants.
    void warmUp(const Settings& settings) {
        const auto start = Clock::now();
        measure(); // Compiles.
        for (int i = 0; i < 3 || seconds(Clock::now() - start) < settings.warmSeconds; ++i) {
            const double texels = measure() * settings.roundSeconds / 2;
            const double perStep =
                m_copied ? std::pow(m_image.shape().extent.width, 2) : double(kInvocations);
            m_steps = uint32_t(std::clamp(texels / perStep, 1.0, 4096.0));
        }
    }

private:
    double measureDispatch() {
        const Push push{m_first, m_steps};
        const auto start = ProcessorTime::now();
        m_device.dispatch(
            *m_kernel, kInvocations / kGroupSize, 1, 1, std::as_bytes(std::span(&push, 1)));
        m_first += kInvocations * m_steps;
        return double(kInvocations) * m_steps / seconds(ProcessorTime::now() - start);
    }

    double measureCopies() {
        const VkExtent3D extent = m_image.shape().extent;
        VkBufferImageCopy region{};
        region.imageSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1};
        region.imageExtent = extent;
        const auto start = ProcessorTime::now();
        m_device.run([&](VkCommandBuffer commands) {
            for (uint32_t i = 0; i < m_steps; ++i) {
                if (m_access == Access::CopyIn) {
                    vkCmdCopyBufferToImage(commands,
                                           m_copied->handle(),
                                           m_image.handle(),
                                           VK_IMAGE_LAYOUT_GENERAL,
                                           1,
                                           &region);
                } else {
                    vkCmdCopyImageToBuffer(commands,
                                           m_image.handle(),
                                           VK_IMAGE_LAYOUT_GENERAL,
                                           m_copied->handle(),
                                           1,
                                           &region);
                }
            }
        });
        return double(extent.width) * extent.height * m_steps /
               seconds(ProcessorTime::now() - start);
    }

    vkc::Device& m_device;
    vkc::Image& m_image;
    const Format& m_format;
    vkc::Buffer m_sums;
    std::unique_ptr<vkc::Buffer> m_copied;
    std::unique_ptr<vkc::Sampler> m_sampler;
    std::unique_ptr<vkc::Kernel> m_kernel;
    Access m_access = Access::Nearest;
    uint32_t m_first = 0;
    uint32_t m_steps = 4;
};

struct Result {
    double linear, tiled; ///< Texels a second of processor time.
    double ratio;         ///< Of tiled to linear; the median of the rounds'.
};

Result compare(Subject subjects[2], const Settings& settings) {
    subjects[0].warmUp(settings);
    subjects[1].warmUp(settings);
    std::vector<double> rates[2];
    std::vector<double> ratios;
    for (int round = 0; round < settings.rounds; ++round) {
        for (int i = 0; i < 2; ++i) {
            double best = 0;
            const auto start = Clock::now();
            do {
                best = std::max(best, subjects[i].measure());
            } while (seconds(Clock::now() - start) < settings.roundSeconds);
            rates[i].push_back(best);
        }
        ratios.push_back(rates[1].back() / rates[0].back());
    }
    return {median(rates[0]), median(rates[1]), median(ratios)};
}

/// Geometric means of the ratios, by what rows have in common.
class Summary {
public:
    void add(const std::string& group, double ratio) {
        if (!m_groups.contains(group)) {
            m_order.push_back(group);
        }
        m_groups[group].push_back(std::log(ratio));
    }
    void print(const char* format) const {
        for (const std::string& group : m_order) {
            double sum = 0;
            for (const double logarithm : m_groups.at(group)) {
                sum += logarithm;
            }
            std::printf(format, group.c_str(), std::exp(sum / double(m_groups.at(group).size())));
        }
    }

private:
    std::vector<std::string> m_order;
    std::map<std::string, std::vector<double>> m_groups;
};

void run(const Settings& settings) {
    vkc::Device device;
    std::printf("%s%s\n", settings.plain ? "device\t" : "", device.name().c_str());
    const std::regex wanted(settings.rows);
    Summary summaries[3];
    for (const Format& format : formats()) {
        for (const uint32_t size_px : settings.sizes_px) {
            const std::string image = std::string(format.name) + " " + std::to_string(size_px);
            struct Row {
                Access access;
                Path path;
                std::string name;
            };
            std::vector<Row> rows;
            for (const Access access : accesses()) {
                for (const Path path : paths()) {
                    std::string name = image + ", " + nameOf(access);
                    if (!copies(access)) {
                        name += std::string(", ") + nameOf(path);
                    } else if (path != Path::Rows) {
                        continue;
                    }
                    if ((samples(access) || copies(access) || format.glsl) &&
                        std::regex_search(name, wanted)) {
                        rows.push_back({access, path, name});
                    }
                }
            }
            if (rows.empty()) {
                continue;
            }
            vkc::ImageShape shape;
            shape.format = format.format;
            shape.extent = {size_px, size_px, 1};
            shape.levels = levelsOf(size_px);
            shape.usage =
                VK_IMAGE_USAGE_SAMPLED_BIT | (format.glsl ? VK_IMAGE_USAGE_STORAGE_BIT : 0);
            shape.tiling = VK_IMAGE_TILING_LINEAR;
            vkc::Image linear(device, shape);
            shape.tiling = VK_IMAGE_TILING_OPTIMAL;
            vkc::Image tiled(device, shape);
            for (uint32_t level = 0; level < shape.levels; ++level) {
                const auto bytes =
                    texels(format, levelSize_B(format, std::max(1u, size_px >> level)));
                linear.upload(level, bytes);
                tiled.upload(level, bytes);
            }
            Subject subjects[] = {{device, linear, format}, {device, tiled, format}};
            for (const Row& row : rows) {
                subjects[0].prepare(row.access, row.path);
                subjects[1].prepare(row.access, row.path);
                const Result result = compare(subjects, settings);
                std::printf(settings.plain ? "%s\t%.1f\t%.1f\t%.3f\n"
                                           : "%-44s %10.1f %10.1f %7.2f\n",
                            row.name.c_str(),
                            result.linear / 1e6,
                            result.tiled / 1e6,
                            result.ratio);
                std::fflush(stdout);
                if (!copies(row.access)) {
                    summaries[0].add(image, result.ratio);
                    summaries[1].add(std::string("all, ") + nameOf(row.path), result.ratio);
                }
                summaries[2].add(std::string("all, ") + nameOf(row.access), result.ratio);
            }
        }
    }
    for (const Summary& summary : summaries) {
        summary.print(settings.plain ? "mean, %s\t\t\t%.3f\n" : "mean, %-60s %7.2f\n");
    }
}

} // namespace

int main(int argc, char** argv) {
    Settings settings;
    CLI::App app("Measures million texels a second of processor time in images of linear and of "
                 "tiled layout, and "
                 "the ratio of tiled to linear, on the CPU device.");
    app.add_option("--rows", settings.rows, "Rows whose name this regular expression finds");
    app.add_option("--sizes", settings.sizes_px, "Widths of the images, powers of two")
        ->capture_default_str();
    app.add_option("--rounds", settings.rounds, "Rounds of each row; medians are printed")
        ->check(CLI::PositiveNumber)
        ->capture_default_str();
    app.add_option("--seconds", settings.roundSeconds, "Per row, layout and round")
        ->capture_default_str();
    app.add_option("--warm-up", settings.warmSeconds, "Seconds per row and layout before it counts")
        ->capture_default_str();
    app.add_flag("--plain", settings.plain, "Tab-separated lines for scripts");
    CLI11_PARSE(app, argc, argv);
    // Before the driver reads it.
    const char* const others = std::getenv("GLISSADE_OPTIONS");
    setenv(
        "GLISSADE_OPTIONS", (std::string(others ? others : "") + ",cpu-tiling=tiled").c_str(), 1);
    try {
        run(settings);
    } catch (const vkc::Failure& failure) {
        std::fprintf(stderr, "image_tiling: %s\n", failure.what());
        return 1;
    }
    return 0;
}
