// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// draws_cold: how long a draw takes whose blending, depth, stencil, write mask or sampler were
// never used before, beside its steady time. Shaders are the same for all, and compiled before.

#include "../sampling/states.h"
#include "cold_report.h"
#include "gpu.h"
#include "merge_states.h"

#include <CLI/CLI.hpp>

#include <array>
#include <map>
#include <regex>

namespace {

using namespace draws;

constexpr VkExtent2D kExtent = {512, 512};
/// Where textures are sampled, which takes longer.
constexpr VkExtent2D kSampledExtent = {256, 256};

/// The whole target, with depths from 0 to 1 where half of everything was before.
constexpr char kVertexShader[] = R"(#version 460
layout(location = 0) out vec2 at;
void main() {
    at = vec2(gl_VertexIndex & 1, gl_VertexIndex >> 1);
    gl_Position = vec4(at * 2.0 - 1.0, at.x, 1.0);
}
)";
constexpr char kFragmentShader[] = R"(#version 460
layout(location = 0) in vec2 at;
layout(location = 0) out vec4 color;
void main() {
    color = vec4(at, 1.0 - at.x, 0.25 + 0.5 * at.y);
}
)";
constexpr char kSamplingShader[] = R"(#version 460
layout(binding = 0) uniform sampler2D image;
layout(location = 0) in vec2 at;
layout(location = 0) out vec4 color;
void main() {
    color = texture(image, vec2(at.x * 6.0 + at.y * 0.1, at.y * 1.5) - 0.25);
}
)";

struct Options : ColdOptions {
    std::string methods = "dynamic,pipelines";
};

class Bench {
public:
    Bench(Gpu& gpu, const Options& options)
        : m_gpu(gpu),
          m_options(options),
          m_layout(gpu),
          m_vertex(gpu, VK_SHADER_STAGE_VERTEX_BIT, kVertexShader),
          m_fragment(gpu, VK_SHADER_STAGE_FRAGMENT_BIT, kFragmentShader) {}

    /// One pipeline, whose states are commands.
    std::vector<ColdDraw> dynamicStates(const Target& target,
                                        const std::vector<MergeState>& states) {
        PipelineState state;
        state.topology = VK_PRIMITIVE_TOPOLOGY_TRIANGLE_STRIP;
        state.dynamic = {VK_DYNAMIC_STATE_COLOR_BLEND_ENABLE_EXT,
                         VK_DYNAMIC_STATE_COLOR_BLEND_EQUATION_EXT,
                         VK_DYNAMIC_STATE_COLOR_WRITE_MASK_EXT,
                         VK_DYNAMIC_STATE_DEPTH_TEST_ENABLE,
                         VK_DYNAMIC_STATE_DEPTH_WRITE_ENABLE,
                         VK_DYNAMIC_STATE_DEPTH_COMPARE_OP,
                         VK_DYNAMIC_STATE_STENCIL_TEST_ENABLE,
                         VK_DYNAMIC_STATE_STENCIL_OP,
                         VK_DYNAMIC_STATE_STENCIL_COMPARE_MASK,
                         VK_DYNAMIC_STATE_STENCIL_WRITE_MASK,
                         VK_DYNAMIC_STATE_STENCIL_REFERENCE};
        const Pipeline pipeline(m_gpu, m_layout.handle(), target, m_vertex, &m_fragment, state);
        const auto draw = [&](const MergeState& merge) {
            return timed(target, pipeline, [&](VkCommandBuffer commands) {
                setMergeState(commands, merge);
            });
        };
        const auto reference = [&] { return draw(warmState()); };
        warmUp(reference);
        return measureCold(
            m_options.measure, states, [](const MergeState&) { return 0.0; }, draw, reference);
    }

    /// A pipeline for each state; making it counts.
    std::vector<ColdDraw> pipelines(const Target& target, const std::vector<MergeState>& states) {
        const auto make = [&](const MergeState& merge) {
            return std::make_unique<Pipeline>(
                m_gpu, m_layout.handle(), target, m_vertex, &m_fragment, pipelineState(merge));
        };
        const auto warm = make(warmState());
        const auto reference = [&] { return timed(target, *warm, [](VkCommandBuffer) {}); };
        warmUp(reference);
        std::map<const MergeState*, std::unique_ptr<Pipeline>> made;
        return measureCold(
            m_options.measure,
            states,
            [&](const MergeState& merge) {
                const auto start = Clock::now();
                made[&merge] = make(merge);
                return millisecondsSince(start);
            },
            [&](const MergeState& merge) {
                return timed(target, *made[&merge], [](VkCommandBuffer) {});
            },
            reference);
    }

    /// One pipeline, and textures with samplers that were just made.
    std::vector<ColdDraw> samplers(const std::vector<sampling::State>& states) {
        const Target target(
            m_gpu, kSampledExtent, VK_FORMAT_R8G8B8A8_UNORM, VK_FORMAT_UNDEFINED, 1);
        const Shader fragment(m_gpu, VK_SHADER_STAGE_FRAGMENT_BIT, kSamplingShader);
        const Pipeline pipeline(
            m_gpu, m_layout.handle(), target, m_vertex, &fragment, pipelineState(warmState()));
        // Swizzles are the views': an image for each format and swizzle.
        struct Bound {
            std::unique_ptr<vkc::Image> image;
            std::unique_ptr<vkc::Sampler> sampler;
        };
        std::map<const sampling::State*, Bound> bound;
        const auto bind = [&](const sampling::State& state) {
            Bound& b = bound[&state];
            b.image = makeImage(m_gpu.device(), *state.format, state.swizzle);
            b.sampler = std::make_unique<vkc::Sampler>(m_gpu.device(), state.sampler);
        };
        const auto draw = [&](const sampling::State& state) {
            const Bound& b = bound[&state];
            m_layout.bindImage(*b.image, *b.sampler);
            return timed(target, pipeline, [&](VkCommandBuffer commands) {
                const VkDescriptorSet set = m_layout.set();
                vkCmdBindDescriptorSets(commands,
                                        VK_PIPELINE_BIND_POINT_GRAPHICS,
                                        m_layout.handle(),
                                        0,
                                        1,
                                        &set,
                                        0,
                                        nullptr);
            });
        };
        // With a state that is not among those measured.
        sampling::State warm{&sampling::formats()[0],
                             sampling::Filter::Nearest,
                             samplerInfo(sampling::formats()[0],
                                         sampling::Filter::Nearest,
                                         sampling::addresses()[0]),
                             {},
                             {}};
        warm.sampler.mipmapMode = VK_SAMPLER_MIPMAP_MODE_LINEAR;
        bind(warm);
        const auto reference = [&] { return draw(warm); };
        warmUp(reference);
        return measureCold(
            m_options.measure,
            states,
            [&](const sampling::State& state) {
                bind(state);
                return 0.0; // Uploads are not what this is about.
            },
            draw,
            reference);
    }

private:
    static MergeState warmState() {
        MergeState state{};
        state.blend.colorWriteMask = 15;
        return state;
    }

    static PipelineState pipelineState(const MergeState& merge) {
        PipelineState state;
        state.topology = VK_PRIMITIVE_TOPOLOGY_TRIANGLE_STRIP;
        state.blend = merge.blend;
        state.depth.depthTestEnable = merge.depthTests;
        state.depth.depthWriteEnable = merge.depthWrites;
        state.depth.depthCompareOp = merge.depthCompare;
        state.depth.stencilTestEnable = merge.stencilTests;
        state.depth.front = state.depth.back = merge.stencil;
        return state;
    }

    static void setMergeState(VkCommandBuffer commands, const MergeState& merge) {
        const auto& b = merge.blend;
        const VkColorBlendEquationEXT equation{b.srcColorBlendFactor,
                                               b.dstColorBlendFactor,
                                               b.colorBlendOp,
                                               b.srcAlphaBlendFactor,
                                               b.dstAlphaBlendFactor,
                                               b.alphaBlendOp};
        vkCmdSetColorBlendEnableEXT(commands, 0, 1, &b.blendEnable);
        vkCmdSetColorBlendEquationEXT(commands, 0, 1, &equation);
        vkCmdSetColorWriteMaskEXT(commands, 0, 1, &b.colorWriteMask);
        vkCmdSetDepthTestEnable(commands, merge.depthTests);
        vkCmdSetDepthWriteEnable(commands, merge.depthWrites);
        vkCmdSetDepthCompareOp(commands, merge.depthCompare);
        vkCmdSetStencilTestEnable(commands, merge.stencilTests);
        const auto& s = merge.stencil;
        const auto faces = VK_STENCIL_FACE_FRONT_AND_BACK;
        vkCmdSetStencilOp(commands, faces, s.failOp, s.passOp, s.depthFailOp, s.compareOp);
        vkCmdSetStencilCompareMask(commands, faces, s.compareMask);
        vkCmdSetStencilWriteMask(commands, faces, s.writeMask);
        vkCmdSetStencilReference(commands, faces, s.reference);
    }

    /// From the first command to the fence; the target is as it was before every other draw.
    template <typename Record>
    double timed(const Target& target, const Pipeline& pipeline, const Record& record) {
        m_gpu.device().run([&](VkCommandBuffer commands) {
            target.begin(commands, true);
            Target::end(commands);
        });
        pause(m_options.measure.pause_ms);
        const auto start = Clock::now();
        m_gpu.device().run([&](VkCommandBuffer commands) {
            target.begin(commands, false);
            vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_GRAPHICS, pipeline.handle());
            record(commands);
            vkCmdDraw(commands, 4, 1, 0, 0);
            Target::end(commands);
        });
        return millisecondsSince(start);
    }

    template <typename Draw>
    static void warmUp(const Draw& draw) {
        for (int i = 0; i < 20; ++i) {
            draw();
        }
    }

    Gpu& m_gpu;
    const Options& m_options;
    Layout m_layout;
    Shader m_vertex, m_fragment;
};

bool has(const std::string& list, const std::string& what) {
    return ("," + list + ",").find("," + what + ",") != std::string::npos;
}

void run(const Options& options) {
    Gpu gpu;
    Bench bench(gpu, options);
    reportHeader(gpu.device().name(), options.report);
    const std::regex wanted(options.rows);
    for (const TargetFormat& format : targetFormats()) {
        // What one method has used, a driver may know when it comes to the next.
        const auto all = mergeStates(2 * options.states, format.hasStencil());
        const auto middle = all.begin() + options.states;
        for (const char* method : {"dynamic", "pipelines"}) {
            const std::string row = std::string(format.name) + ", " + method;
            if (!has(options.methods, method) || !std::regex_search(row, wanted)) {
                continue;
            }
            const bool dynamic = std::string(method) == "dynamic";
            if (!gpu.hasTarget(format.color, format.samples) ||
                !gpu.hasTarget(format.depth, format.samples)) {
                reportMissing(row, "no such target", options.report);
            } else if (dynamic && !gpu.dynamicBlend()) {
                reportMissing(row, "no dynamic blending", options.report);
            } else {
                const Target target(gpu, kExtent, format.color, format.depth, format.samples);
                report(row,
                       dynamic ? bench.dynamicStates(target, {all.begin(), middle})
                               : bench.pipelines(target, {middle, all.end()}),
                       options.report);
            }
        }
    }
    const std::string row = "samplers";
    if (std::regex_search(row, wanted)) {
        const auto states = sampling::states(
            [&](const sampling::Format& format, sampling::Filter filter) {
                return missing(gpu.device(), format, filter).empty();
            },
            options.samplers);
        report(row, bench.samplers(states), options.report);
    }
}

} // namespace

int main(int argc, char** argv) {
    CLI::App app("Times the first draw with each of many states.");
    Options options;
    addOptions(app, options);
    app.add_option("--methods", options.methods, "How states change: dynamic, pipelines")
        ->capture_default_str();
    CLI11_PARSE(app, argc, argv);
    try {
        run(options);
    } catch (const vkc::Failure& failure) {
        std::fprintf(stderr, "draws_cold: %s\n", failure.what());
        return 1;
    }
    return 0;
}
