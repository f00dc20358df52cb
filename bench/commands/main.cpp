// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// command_rates: what a Vulkan driver takes to record a draw and one change before it, without any
// OpenGL above: what is left for a row of draw_overhead once nothing else costs anything. Which
// way of giving draws other uniforms is the cheapest is among it. See docs/benchmarks.md.

#include "bench/harness/median.h"
#include "bench/harness/options.h"
#include "uniforms.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <functional>
#include <memory>
#include <utility>

namespace {

using namespace commands;
using Clock = std::chrono::steady_clock;

struct Options {
    std::string rows;
    int rounds = 5;
    uint32_t draws = kRing;
    bool list = false;
};

constexpr char kFragmentShader[] = R"(#version 460
layout(location = 0) out vec4 color;
void main() {
    color = vec4(0.25, 0.5, 0.75, 1.0);
}
)";

/// A change of state that is no uniform.
struct StateChange {
    std::string name;
    std::vector<VkDynamicState> states; ///< That it sets.
    void (*record)(VkCommandBuffer commands, uint32_t i);
    bool needsBlend = false; ///< draws::Gpu::dynamicBlend().
};

const std::vector<StateChange>& stateChanges() {
    static const std::vector<StateChange> all = {
        {"nothing", {}, [](VkCommandBuffer, uint32_t) {}},
        {"topology",
         {VK_DYNAMIC_STATE_PRIMITIVE_TOPOLOGY},
         [](VkCommandBuffer commands, uint32_t i) {
             vkCmdSetPrimitiveTopology(commands,
                                       i & 1 ? VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST
                                             : VK_PRIMITIVE_TOPOLOGY_TRIANGLE_STRIP);
         }},
        {"viewport",
         {VK_DYNAMIC_STATE_VIEWPORT},
         [](VkCommandBuffer commands, uint32_t i) {
             const VkViewport viewport{0, 0, float(32 + (i & 1)), 32, 0, 1};
             vkCmdSetViewport(commands, 0, 1, &viewport);
         }},
        {"scissor",
         {VK_DYNAMIC_STATE_SCISSOR},
         [](VkCommandBuffer commands, uint32_t i) {
             const VkRect2D scissor{{0, 0}, {32 + (i & 1), 32}};
             vkCmdSetScissor(commands, 0, 1, &scissor);
         }},
        {"cull mode",
         {VK_DYNAMIC_STATE_CULL_MODE},
         [](VkCommandBuffer commands, uint32_t i) {
             vkCmdSetCullMode(commands, i & 1 ? VK_CULL_MODE_NONE : VK_CULL_MODE_BACK_BIT);
         }},
        {"depth comparison",
         {VK_DYNAMIC_STATE_DEPTH_COMPARE_OP},
         [](VkCommandBuffer commands, uint32_t i) {
             vkCmdSetDepthCompareOp(commands,
                                    i & 1 ? VK_COMPARE_OP_LESS : VK_COMPARE_OP_LESS_OR_EQUAL);
         }},
        {"primitive restart",
         {VK_DYNAMIC_STATE_PRIMITIVE_RESTART_ENABLE},
         [](VkCommandBuffer commands, uint32_t i) {
             vkCmdSetPrimitiveRestartEnable(commands, VkBool32(i & 1));
         }},
        {"blend enable",
         {VK_DYNAMIC_STATE_COLOR_BLEND_ENABLE_EXT},
         [](VkCommandBuffer commands, uint32_t i) {
             const auto enable = VkBool32(i & 1);
             vkCmdSetColorBlendEnableEXT(commands, 0, 1, &enable);
         },
         true},
        {"write mask",
         {VK_DYNAMIC_STATE_COLOR_WRITE_MASK_EXT},
         [](VkCommandBuffer commands, uint32_t i) {
             const VkColorComponentFlags mask = i & 1 ? 15 : 13;
             vkCmdSetColorWriteMaskEXT(commands, 0, 1, &mask);
         },
         true},
    };
    return all;
}

/// A row: everything that it draws with, and what happens before each draw.
class Scene {
public:
    Scene(draws::Gpu& gpu,
          std::unique_ptr<Uniforms> uniforms,
          std::vector<VkDynamicState> dynamic,
          uint32_t arrays)
        : m_gpu(gpu),
          m_uniforms(std::move(uniforms)),
          m_target(gpu, kExtent, VK_FORMAT_R8G8B8A8_UNORM, VK_FORMAT_UNDEFINED, 1),
          m_vertex(gpu, VK_SHADER_STAGE_VERTEX_BIT, m_uniforms->vertexShader()),
          m_fragment(gpu, VK_SHADER_STAGE_FRAGMENT_BIT, kFragmentShader),
          m_indices(gpu.device(), 4 * sizeof(uint16_t), VK_BUFFER_USAGE_INDEX_BUFFER_BIT),
          m_arrays(gpu.device(), 4096, VK_BUFFER_USAGE_VERTEX_BUFFER_BIT) {
        for (uint16_t i = 0; i < 4; ++i) {
            m_indices.as<uint16_t>()[i] = i;
        }
        draws::PipelineState state;
        state.topology = VK_PRIMITIVE_TOPOLOGY_TRIANGLE_STRIP;
        state.dynamic = std::move(dynamic);
        for (uint32_t i = 0; i < arrays; ++i) {
            state.bindings.push_back({i, 16, VK_VERTEX_INPUT_RATE_VERTEX});
            state.attributes.push_back({i, i, VK_FORMAT_R32G32B32A32_SFLOAT, 0});
        }
        for (auto& pipeline : m_pipelines) {
            pipeline = std::make_unique<draws::Pipeline>(
                gpu, m_uniforms->layout(), m_target, m_vertex, &m_fragment, state);
            state.cull = VK_CULL_MODE_FRONT_BIT; // Of the second one.
        }
    }

    /// Nanoseconds a draw, on the recording thread; executing is waited for and not counted.
    template <typename Record>
    double cost(uint32_t draws, Record&& change) {
        double time_ns = 0;
        m_gpu.device().run([&](VkCommandBuffer commands) {
            m_target.begin(commands, true);
            bindPipeline(commands, 0);
            vkCmdBindIndexBuffer(commands, m_indices.handle(), 0, VK_INDEX_TYPE_UINT16);
            bindArrays(commands, 16, 0);
            m_uniforms->change(commands, 0);
            const auto start = Clock::now();
            for (uint32_t i = 0; i < draws; ++i) {
                change(commands, i);
                vkCmdDrawIndexed(commands, 3, 1, 0, 0, 0);
            }
            const std::chrono::duration<double, std::nano> spent = Clock::now() - start;
            time_ns = spent.count() / draws;
            draws::Target::end(commands);
        });
        return time_ns;
    }

    Uniforms& uniforms() { return *m_uniforms; }
    void bindPipeline(VkCommandBuffer commands, uint32_t i) {
        vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_GRAPHICS, m_pipelines[i & 1]->handle());
    }
    void bindArrays(VkCommandBuffer commands, uint32_t count, uint32_t i) {
        std::array<VkBuffer, 16> buffers;
        std::array<VkDeviceSize, 16> offsets_B;
        buffers.fill(m_arrays.handle());
        offsets_B.fill(VkDeviceSize(i & 1) * 64);
        vkCmdBindVertexBuffers(commands, 0, count, buffers.data(), offsets_B.data());
    }

private:
    draws::Gpu& m_gpu;
    std::unique_ptr<Uniforms> m_uniforms;
    draws::Target m_target;
    draws::Shader m_vertex, m_fragment;
    vkc::Buffer m_indices, m_arrays;
    std::array<std::unique_ptr<draws::Pipeline>, 2> m_pipelines;
};

struct Row {
    std::string name;
    std::function<double(uint32_t draws)> cost_ns;
};

/// The way that is measured least: rows that change something else need one.
std::unique_ptr<Uniforms> plainUniforms(draws::Gpu& gpu) {
    const auto& all = ways();
    return std::find_if(
               all.begin(), all.end(), [](const Way& way) { return way.name == "dynamic offset"; })
        ->make(gpu, 256);
}

std::vector<Row> rowsOf(draws::Gpu& gpu) {
    std::vector<Row> rows;
    for (const StateChange& change : stateChanges()) {
        if (change.needsBlend && !gpu.dynamicBlend()) {
            continue;
        }
        auto scene = std::make_shared<Scene>(gpu, plainUniforms(gpu), change.states, 0);
        rows.push_back({change.name, [scene, record = change.record](uint32_t draws) {
                            return scene->cost(draws, record);
                        }});
    }
    auto plain = std::make_shared<Scene>(gpu, plainUniforms(gpu), std::vector<VkDynamicState>{}, 0);
    rows.push_back({"pipeline", [plain](uint32_t draws) {
                        return plain->cost(draws, [&](VkCommandBuffer commands, uint32_t i) {
                            plain->bindPipeline(commands, i);
                        });
                    }});
    for (const uint32_t arrays : {1u, 8u, 16u}) {
        auto scene =
            std::make_shared<Scene>(gpu, plainUniforms(gpu), std::vector<VkDynamicState>{}, arrays);
        rows.push_back({fmt::format("vertex buffers, {}", arrays), [scene, arrays](uint32_t draws) {
                            return scene->cost(draws, [&](VkCommandBuffer commands, uint32_t i) {
                                scene->bindArrays(commands, arrays, i);
                            });
                        }});
    }
    for (const Way& way : ways()) {
        for (const uint32_t size_B : way.sizes_B) {
            auto uniforms = way.make(gpu, size_B);
            if (!uniforms) {
                continue;
            }
            auto scene =
                std::make_shared<Scene>(gpu, std::move(uniforms), std::vector<VkDynamicState>{}, 0);
            rows.push_back({fmt::format("{}, {} bytes", way.name, size_B), [scene](uint32_t draws) {
                                return scene->cost(draws,
                                                   [&](VkCommandBuffer commands, uint32_t i) {
                                                       scene->uniforms().change(commands, i);
                                                   });
                            }});
        }
    }
    return rows;
}

int run(const Options& options) {
    draws::Gpu gpu;
    const std::vector<Row> rows = rowsOf(gpu);
    const auto chosen = bench::choose(rows, options.rows);
    if (options.list) {
        for (const Row* row : chosen) {
            fmt::print("{}\n", row->name);
        }
        return 0;
    }
    std::vector<std::vector<double>> times_ns(chosen.size());
    // Round by round over all rows; the first round is for first uses.
    for (int round = 0; round <= options.rounds; ++round) {
        for (size_t i = 0; i < chosen.size(); ++i) {
            const double time_ns = chosen[i]->cost_ns(options.draws);
            if (round) {
                times_ns[i].push_back(time_ns);
            }
        }
    }
    fmt::print("{}\nnanoseconds to record a draw and what is changed before it:\n",
               gpu.device().name());
    for (size_t i = 0; i < chosen.size(); ++i) {
        fmt::print("{:48} {:8.1f}\n", chosen[i]->name, bench::median(times_ns[i]));
    }
    return 0;
}

} // namespace

int main(int argc, char** argv) {
    Options options;
    CLI::App app{"Measures what a Vulkan driver takes to record a draw and one change before it, "
                 "on the driver that VK_DRIVER_FILES names."};
    app.add_option("--rows", options.rows, "only rows whose name matches this regular expression");
    app.add_option("--rounds", options.rounds, "times that each row is measured")
        ->check(CLI::PositiveNumber)
        ->capture_default_str();
    app.add_option("--draws", options.draws, "draws of a row in a round")
        ->check(CLI::Range(1u, kRing))
        ->capture_default_str();
    app.add_flag("--list", options.list, "print the names of the rows");
    CLI11_PARSE(app, argc, argv);
    try {
        return run(options);
    } catch (const std::exception& problem) {
        fmt::print(stderr, "command_rates: {}\n", problem.what());
        return 1;
    }
}
