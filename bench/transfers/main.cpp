// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// transfers: what the Vulkan driver that the environment names clears, copies, blits and resolves
// in a second, by format and size.

#include "vk_compute/device.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <functional>
#include <regex>

namespace {

using Clock = std::chrono::steady_clock;

constexpr VkImageLayout kGeneral = VK_IMAGE_LAYOUT_GENERAL;

struct Format {
    const char* name;
    VkFormat format;
    uint32_t texel_B;
    VkImageAspectFlags aspect = VK_IMAGE_ASPECT_COLOR_BIT;
};
constexpr Format kFormats[] = {
    {"R8", VK_FORMAT_R8_UNORM, 1},
    {"RGBA8", VK_FORMAT_R8G8B8A8_UNORM, 4},
    {"BGRA8", VK_FORMAT_B8G8R8A8_UNORM, 4},
    {"sRGB8_A8", VK_FORMAT_R8G8B8A8_SRGB, 4},
    {"RGB10_A2", VK_FORMAT_A2B10G10R10_UNORM_PACK32, 4},
    {"R11G11B10F", VK_FORMAT_B10G11R11_UFLOAT_PACK32, 4},
    {"RGBA16F", VK_FORMAT_R16G16B16A16_SFLOAT, 8},
    {"RGBA32F", VK_FORMAT_R32G32B32A32_SFLOAT, 16},
    {"R32UI", VK_FORMAT_R32_UINT, 4},
    {"D32F", VK_FORMAT_D32_SFLOAT, 4, VK_IMAGE_ASPECT_DEPTH_BIT},
};
constexpr uint32_t kSizes_px[] = {64, 1024};
constexpr uint32_t kSampleCounts[] = {2, 4, 8};

struct Options {
    std::string device;
    std::string rows = ".*";
    int rounds = 3;
    double seconds = 0.1;
    bool plain = false;
};

struct Row {
    std::string name;
    double pixels = 0;   ///< Of what is written, millions, in one command.
    std::string missing; ///< Why there is no figure.
    std::vector<std::shared_ptr<vkc::Image>> images;
    std::shared_ptr<vkc::Buffer> buffer;
    std::function<void(VkCommandBuffer)> command;
    uint32_t repeats = 1; ///< Of the command in a submission.
    std::vector<double> rates;
};

double secondsSince(Clock::time_point start) {
    return std::chrono::duration<double>(Clock::now() - start).count();
}

/// What was written is there for the next command.
void barrier(VkCommandBuffer commands) {
    VkMemoryBarrier memory{VK_STRUCTURE_TYPE_MEMORY_BARRIER};
    memory.srcAccessMask = VK_ACCESS_TRANSFER_WRITE_BIT;
    memory.dstAccessMask = VK_ACCESS_TRANSFER_READ_BIT | VK_ACCESS_TRANSFER_WRITE_BIT;
    vkCmdPipelineBarrier(commands,
                         VK_PIPELINE_STAGE_TRANSFER_BIT,
                         VK_PIPELINE_STAGE_TRANSFER_BIT,
                         0,
                         1,
                         &memory,
                         0,
                         nullptr,
                         0,
                         nullptr);
}

class Bench {
public:
    Bench(vkc::Device& device, const Options& options)
        : m_device(device), m_options(options), m_wanted(options.rows) {}

    void addRows() {
        for (const Format& format : kFormats) {
            for (const uint32_t size : kSizes_px) {
                addClear(format, size);
                addCopy(format, size);
                addBuffers(format, size);
                addBlits(format, format, size);
                for (const uint32_t samples : kSampleCounts) {
                    addResolve(format, size, samples);
                }
            }
        }
        for (const uint32_t size : kSizes_px) {
            addBlits(kFormats[1], kFormats[2], size);
            addBlits(kFormats[1], kFormats[3], size);
            addBlits(kFormats[6], kFormats[1], size);
        }
    }
    void run();

private:
    bool wanted(const Row& row) const { return std::regex_search(row.name, m_wanted); }
    std::shared_ptr<vkc::Image> image(const Format& format, uint32_t size_px, uint32_t samples) {
        vkc::ImageShape shape;
        shape.format = format.format;
        shape.extent = {size_px, size_px, 1};
        shape.aspect = format.aspect;
        shape.samples = VkSampleCountFlagBits(samples);
        shape.usage = VK_IMAGE_USAGE_SAMPLED_BIT | VK_IMAGE_USAGE_TRANSFER_SRC_BIT |
                      VK_IMAGE_USAGE_TRANSFER_DST_BIT;
        if (samples > 1) {
            shape.usage |= format.aspect == VK_IMAGE_ASPECT_COLOR_BIT
                               ? VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT
                               : VK_IMAGE_USAGE_DEPTH_STENCIL_ATTACHMENT_BIT;
        }
        return std::make_shared<vkc::Image>(m_device, shape);
    }
    bool can(Row& row, const Format& format, VkFormatFeatureFlags features) const {
        if (!m_device.hasFormat(format.format, features)) {
            row.missing = "no such format";
        }
        return row.missing.empty();
    }
    void add(Row row, uint32_t size_px) {
        row.pixels = double(size_px) * size_px / 1e6;
        row.repeats = size_px >= 512 ? 1 : 64;
        m_rows.push_back(std::move(row));
    }

    void addClear(const Format& format, uint32_t size_px);
    void addCopy(const Format& format, uint32_t size_px);
    void addBuffers(const Format& format, uint32_t size_px);
    void addBlits(const Format& from, const Format& to, uint32_t size_px);
    void addResolve(const Format& format, uint32_t size_px, uint32_t samples);
    double measure(const Row& row);

    vkc::Device& m_device;
    const Options& m_options;
    const std::regex m_wanted;
    std::vector<Row> m_rows;
};

VkImageSubresourceLayers layersOf(const Format& format) {
    return {format.aspect, 0, 0, 1};
}

void Bench::addClear(const Format& format, uint32_t size_px) {
    Row row{.name = fmt::format("clear, {}, {}", format.name, size_px)};
    if (!wanted(row)) {
        return;
    }
    if (can(row, format, VK_FORMAT_FEATURE_TRANSFER_DST_BIT)) {
        row.images = {image(format, size_px, 1)};
        row.command = [to = row.images[0]->handle(), format](VkCommandBuffer commands) {
            const VkImageSubresourceRange range{format.aspect, 0, 1, 0, 1};
            if (format.aspect == VK_IMAGE_ASPECT_DEPTH_BIT) {
                const VkClearDepthStencilValue value{0.5f, 0};
                vkCmdClearDepthStencilImage(commands, to, kGeneral, &value, 1, &range);
                return;
            }
            VkClearColorValue value{};
            value.float32[0] = 0.25f;
            vkCmdClearColorImage(commands, to, kGeneral, &value, 1, &range);
        };
    }
    add(std::move(row), size_px);
}

void Bench::addCopy(const Format& format, uint32_t size_px) {
    Row row{.name = fmt::format("copy, {}, {}", format.name, size_px)};
    if (!wanted(row)) {
        return;
    }
    if (can(row, format, VK_FORMAT_FEATURE_TRANSFER_DST_BIT)) {
        row.images = {image(format, size_px, 1), image(format, size_px, 1)};
        VkImageCopy region{};
        region.srcSubresource = region.dstSubresource = layersOf(format);
        region.extent = {size_px, size_px, 1};
        row.command = [from = row.images[0]->handle(), to = row.images[1]->handle(), region](
                          VkCommandBuffer commands) {
            vkCmdCopyImage(commands, from, kGeneral, to, kGeneral, 1, &region);
        };
    }
    add(std::move(row), size_px);
}

void Bench::addBuffers(const Format& format, uint32_t size_px) {
    for (const bool reads : {false, true}) {
        Row row{.name = fmt::format("{}, {}, {}",
                                    reads ? "copy to a buffer" : "copy from a buffer",
                                    format.name,
                                    size_px)};
        if (!wanted(row)) {
            continue;
        }
        if (can(row, format, VK_FORMAT_FEATURE_TRANSFER_DST_BIT)) {
            row.images = {image(format, size_px, 1)};
            row.buffer = std::make_shared<vkc::Buffer>(
                m_device,
                VkDeviceSize(size_px) * size_px * format.texel_B,
                VK_BUFFER_USAGE_TRANSFER_SRC_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT);
            VkBufferImageCopy region{};
            region.imageSubresource = layersOf(format);
            region.imageExtent = {size_px, size_px, 1};
            row.command = [texels = row.images[0]->handle(),
                           bytes = row.buffer->handle(),
                           region,
                           reads](VkCommandBuffer commands) {
                if (reads) {
                    vkCmdCopyImageToBuffer(commands, texels, kGeneral, bytes, 1, &region);
                } else {
                    vkCmdCopyBufferToImage(commands, bytes, texels, kGeneral, 1, &region);
                }
            };
        }
        add(std::move(row), size_px);
    }
}

void Bench::addBlits(const Format& from, const Format& to, uint32_t size_px) {
    struct Kind {
        const char* name;
        bool flipped;
        uint32_t scale; ///< The source is so much larger.
        VkFilter filter;
    };
    constexpr Kind kKinds[] = {{"same size", false, 1, VK_FILTER_NEAREST},
                               {"upside down", true, 1, VK_FILTER_NEAREST},
                               {"half as large, nearest", false, 2, VK_FILTER_NEAREST},
                               {"half as large, linear", false, 2, VK_FILTER_LINEAR}};
    for (const Kind& kind : kKinds) {
        Row row{.name = fmt::format("blit, {}{}, {}, {}",
                                    from.name,
                                    &from == &to ? "" : std::string(" to ") + to.name,
                                    kind.name,
                                    size_px)};
        const bool filterable =
            from.aspect == VK_IMAGE_ASPECT_COLOR_BIT && from.format != VK_FORMAT_R32_UINT;
        if (!wanted(row) || (kind.filter == VK_FILTER_LINEAR && !filterable)) {
            continue;
        }
        VkFormatFeatureFlags needed = VK_FORMAT_FEATURE_BLIT_SRC_BIT;
        if (kind.filter == VK_FILTER_LINEAR) {
            needed |= VK_FORMAT_FEATURE_SAMPLED_IMAGE_FILTER_LINEAR_BIT;
        }
        if (can(row, from, needed) && can(row, to, VK_FORMAT_FEATURE_BLIT_DST_BIT)) {
            const auto large = int32_t(size_px * kind.scale);
            const auto small = int32_t(size_px);
            row.images = {image(from, uint32_t(large), 1), image(to, size_px, 1)};
            VkImageBlit region{};
            region.srcSubresource = layersOf(from);
            region.dstSubresource = layersOf(to);
            region.srcOffsets[0] = {0, kind.flipped ? large : 0, 0};
            region.srcOffsets[1] = {large, kind.flipped ? 0 : large, 1};
            region.dstOffsets[1] = {small, small, 1};
            row.command = [source = row.images[0]->handle(),
                           target = row.images[1]->handle(),
                           region,
                           filter = kind.filter](VkCommandBuffer commands) {
                vkCmdBlitImage(commands, source, kGeneral, target, kGeneral, 1, &region, filter);
            };
        }
        add(std::move(row), size_px);
    }
}

void Bench::addResolve(const Format& format, uint32_t size_px, uint32_t samples) {
    Row row{.name = fmt::format("resolve {} samples, {}, {}", samples, format.name, size_px)};
    if (!wanted(row) || format.aspect != VK_IMAGE_ASPECT_COLOR_BIT) {
        return;
    }
    const VkPhysicalDeviceLimits& limits = m_device.limits();
    const VkSampleCountFlags counts =
        limits.framebufferColorSampleCounts & limits.sampledImageColorSampleCounts &
        (format.format == VK_FORMAT_R32_UINT ? limits.sampledImageIntegerSampleCounts : ~0u);
    if (!(counts & samples)) {
        row.missing = "no such count";
    }
    if (can(row, format, VK_FORMAT_FEATURE_COLOR_ATTACHMENT_BIT)) {
        row.images = {image(format, size_px, samples), image(format, size_px, 1)};
        VkImageResolve region{};
        region.srcSubresource = region.dstSubresource = layersOf(format);
        region.extent = {size_px, size_px, 1};
        row.command = [from = row.images[0]->handle(), to = row.images[1]->handle(), region](
                          VkCommandBuffer commands) {
            vkCmdResolveImage(commands, from, kGeneral, to, kGeneral, 1, &region);
        };
    }
    add(std::move(row), size_px);
}

/// Million pixels a second of one submission.
double Bench::measure(const Row& row) {
    const auto start = Clock::now();
    m_device.run([&](VkCommandBuffer commands) {
        for (uint32_t i = 0; i < row.repeats; ++i) {
            row.command(commands);
            barrier(commands);
        }
    });
    return row.pixels * row.repeats / secondsSince(start);
}

void Bench::run() {
    for (int round = 0; round < m_options.rounds; ++round) {
        for (Row& row : m_rows) {
            if (!row.missing.empty()) {
                continue;
            }
            (void)measure(row); // Touches the memory, and has code made where a driver does.
            double best = 0;
            const auto start = Clock::now();
            do {
                best = std::max(best, measure(row));
            } while (secondsSince(start) < m_options.seconds);
            row.rates.push_back(best);
        }
    }
    for (Row& row : m_rows) {
        std::string value = row.missing;
        if (value.empty()) {
            std::sort(row.rates.begin(), row.rates.end());
            value = fmt::format("{:.1f}", row.rates[row.rates.size() / 2]);
        }
        if (m_options.plain) {
            fmt::print("{}\t{}\n", row.name, value);
        } else {
            fmt::print("{:<56} {:>12}\n", row.name, value);
        }
    }
}

} // namespace

int main(int argc, char** argv) {
    CLI::App app("Measures millions of pixels a second of clears, copies, blits and resolves.");
    Options options;
    app.add_option("--device", options.device, "Part of the device's name");
    app.add_option("--rows", options.rows, "Rows whose name this regular expression finds");
    app.add_option("--rounds", options.rounds, "Rounds over all rows; medians are printed")
        ->check(CLI::PositiveNumber)
        ->capture_default_str();
    app.add_option("--seconds", options.seconds, "Per row and round")->capture_default_str();
    app.add_flag("--plain", options.plain, "Tab-separated lines for scripts");
    CLI11_PARSE(app, argc, argv);
    try {
        vkc::Wishes wishes;
        wishes.nameContains = options.device;
        wishes.graphics = true; // Blits and resolves are for such queues.
        vkc::Device device(wishes);
        Bench bench(device, options);
        fmt::print("{}{}\n", options.plain ? "device\t" : "", device.name());
        bench.addRows();
        bench.run();
    } catch (const vkc::Failure& failure) {
        fmt::print(stderr, "transfers: {}\n", failure.what());
        return 1;
    } catch (const std::regex_error& error) {
        fmt::print(stderr, "transfers: --rows: {}\n", error.what());
        return 1;
    }
    return 0;
}
