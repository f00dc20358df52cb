// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// draws_many: what a draw costs among many of a render pass, with the Vulkan driver that the
// environment names: small ones with one thing or another changed in between, and large ones over
// each other. Recording is included.

#include "gpu.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <functional>
#include <optional>
#include <regex>

namespace {

using namespace draws;
using Clock = std::chrono::steady_clock;

constexpr VkExtent2D kExtent{800, 600};
constexpr uint32_t kDraws = 1000;

struct Push {
    float scale[4]; ///< Of positions, and of what varies.
    float offset[4];
};
static_assert(sizeof(Push) == kPushConstants_B);

/// A square from -1 to 1 that is moved to its place.
constexpr char kVertexShader[] = R"(#version 460
layout(push_constant) uniform Push { vec4 scale, offset; };
layout(location = 0) out vec2 at;
void main() {
    at = vec2(gl_VertexIndex & 1, gl_VertexIndex >> 1);
    gl_Position = vec4((at * 2.0 - 1.0) * scale.xy + offset.xy, 0.5, 1.0);
}
)";
constexpr char kFragmentShader[] = R"(#version 460
layout(location = 0) in vec2 at;
layout(location = 0) out vec4 color;
void main() {
    color = vec4(at, 1.0 - at.x, 0.25 + 0.5 * at.y);
}
)";

/// Of another color.
constexpr char kOtherFragmentShader[] = R"(#version 460
layout(location = 0) in vec2 at;
layout(location = 0) out vec4 color;
void main() {
    color = vec4(1.0 - at.x, at, 0.25 + 0.5 * at.x);
}
)";

enum class Change { Nothing, PushConstants, Scissor, Pipeline, FragmentPipeline, FragmentShader };

/// A vertex shader and two fragment shaders as shader objects.
class ShaderObjects {
public:
    ShaderObjects(Gpu& gpu, const Layout& layout) : m_device(gpu.device().handle()) {
        const auto load = [&](auto& to, const char* name) {
            to = reinterpret_cast<std::decay_t<decltype(to)>>(vkGetDeviceProcAddr(m_device, name));
        };
        load(m_create, "vkCreateShadersEXT");
        load(m_destroy, "vkDestroyShaderEXT");
        load(m_bind, "vkCmdBindShadersEXT");
        m_vertex = make(VK_SHADER_STAGE_VERTEX_BIT, vkc::compileVertexGlsl(kVertexShader), layout);
        m_fragments[0] =
            make(VK_SHADER_STAGE_FRAGMENT_BIT, vkc::compileFragmentGlsl(kFragmentShader), layout);
        m_fragments[1] = make(
            VK_SHADER_STAGE_FRAGMENT_BIT, vkc::compileFragmentGlsl(kOtherFragmentShader), layout);
    }
    ~ShaderObjects() {
        for (const VkShaderEXT shader : {m_vertex, m_fragments[0], m_fragments[1]}) {
            m_destroy(m_device, shader, nullptr);
        }
    }
    ShaderObjects(const ShaderObjects&) = delete;
    ShaderObjects& operator=(const ShaderObjects&) = delete;

    void bind(VkCommandBuffer commands, uint32_t fragment) const {
        const VkShaderStageFlagBits stages[] = {VK_SHADER_STAGE_VERTEX_BIT,
                                                VK_SHADER_STAGE_FRAGMENT_BIT};
        const VkShaderEXT shaders[] = {m_vertex, m_fragments[fragment]};
        m_bind(commands, 2, stages, shaders);
    }
    /// As a pipeline of that state.
    static void setState(VkCommandBuffer commands, VkExtent2D extent, const PipelineState& state) {
        const VkViewport viewport{0, 0, float(extent.width), float(extent.height), 0, 1};
        const VkRect2D scissor{{}, extent};
        const VkSampleMask samples = ~0u;
        const VkColorBlendEquationEXT equation{state.blend.srcColorBlendFactor,
                                               state.blend.dstColorBlendFactor,
                                               state.blend.colorBlendOp,
                                               state.blend.srcAlphaBlendFactor,
                                               state.blend.dstAlphaBlendFactor,
                                               state.blend.alphaBlendOp};
        vkCmdSetViewportWithCount(commands, 1, &viewport);
        vkCmdSetScissorWithCount(commands, 1, &scissor);
        vkCmdSetVertexInputEXT(commands, 0, nullptr, 0, nullptr);
        vkCmdSetPrimitiveTopology(commands, state.topology);
        vkCmdSetPrimitiveRestartEnable(commands, VK_FALSE);
        vkCmdSetRasterizerDiscardEnable(commands, VK_FALSE);
        vkCmdSetPolygonModeEXT(commands, VK_POLYGON_MODE_FILL);
        vkCmdSetCullMode(commands, state.cull);
        vkCmdSetDepthBiasEnable(commands, VK_FALSE);
        vkCmdSetDepthClampEnableEXT(commands, VK_FALSE);
        vkCmdSetRasterizationSamplesEXT(commands, VK_SAMPLE_COUNT_1_BIT);
        vkCmdSetSampleMaskEXT(commands, VK_SAMPLE_COUNT_1_BIT, &samples);
        vkCmdSetAlphaToCoverageEnableEXT(commands, VK_FALSE);
        vkCmdSetAlphaToOneEnableEXT(commands, VK_FALSE);
        vkCmdSetDepthTestEnable(commands, state.depth.depthTestEnable);
        vkCmdSetDepthWriteEnable(commands, state.depth.depthWriteEnable);
        vkCmdSetDepthCompareOp(commands, state.depth.depthCompareOp);
        vkCmdSetDepthBoundsTestEnable(commands, VK_FALSE);
        vkCmdSetStencilTestEnable(commands, VK_FALSE);
        vkCmdSetLogicOpEnableEXT(commands, VK_FALSE);
        vkCmdSetColorBlendEnableEXT(commands, 0, 1, &state.blend.blendEnable);
        vkCmdSetColorBlendEquationEXT(commands, 0, 1, &equation);
        vkCmdSetColorWriteMaskEXT(commands, 0, 1, &state.blend.colorWriteMask);
    }

private:
    VkShaderEXT
    make(VkShaderStageFlagBits stage, const std::vector<uint32_t>& spirv, const Layout& layout) {
        const VkPushConstantRange range{
            VK_SHADER_STAGE_VERTEX_BIT | VK_SHADER_STAGE_FRAGMENT_BIT, 0, kPushConstants_B};
        const VkDescriptorSetLayout set = layout.setLayout();
        VkShaderCreateInfoEXT info{VK_STRUCTURE_TYPE_SHADER_CREATE_INFO_EXT};
        info.stage = stage;
        info.nextStage = stage == VK_SHADER_STAGE_VERTEX_BIT
                             ? VkShaderStageFlags(VK_SHADER_STAGE_FRAGMENT_BIT)
                             : 0;
        info.codeType = VK_SHADER_CODE_TYPE_SPIRV_EXT;
        info.codeSize = spirv.size() * sizeof(uint32_t);
        info.pCode = spirv.data();
        info.pName = "main";
        info.setLayoutCount = 1;
        info.pSetLayouts = &set;
        info.pushConstantRangeCount = 1;
        info.pPushConstantRanges = &range;
        VkShaderEXT shader = VK_NULL_HANDLE;
        vkc::check(m_create(m_device, 1, &info, nullptr, &shader), "vkCreateShadersEXT");
        return shader;
    }

    const VkDevice m_device;
    PFN_vkCreateShadersEXT m_create = nullptr;
    PFN_vkDestroyShaderEXT m_destroy = nullptr;
    PFN_vkCmdBindShadersEXT m_bind = nullptr;
    VkShaderEXT m_vertex = VK_NULL_HANDLE;
    VkShaderEXT m_fragments[2] = {};
};

class Many {
public:
    explicit Many(Gpu& gpu)
        : m_gpu(gpu),
          m_layout(gpu),
          m_target(gpu, kExtent, VK_FORMAT_R8G8B8A8_UNORM, VK_FORMAT_D32_SFLOAT, 1),
          m_vertex(gpu, VK_SHADER_STAGE_VERTEX_BIT, kVertexShader),
          m_fragment(gpu, VK_SHADER_STAGE_FRAGMENT_BIT, kFragmentShader),
          m_otherFragment(gpu, VK_SHADER_STAGE_FRAGMENT_BIT, kOtherFragmentShader),
          m_plain(gpu, m_layout.handle(), m_target, m_vertex, &m_fragment, state(false)),
          m_blended(gpu, m_layout.handle(), m_target, m_vertex, &m_fragment, state(true)),
          m_other(gpu, m_layout.handle(), m_target, m_vertex, &m_otherFragment, state(false)) {
        if (gpu.hasShaderObjects()) {
            m_shaders.emplace(gpu, m_layout);
        }
    }

    bool hasShaderObjects() const { return m_shaders.has_value(); }

    /// Microseconds for each of `draws` rectangles of so many pixels.
    double cost(uint32_t draws, float width_px, float height_px, Change change) {
        const auto start = Clock::now();
        m_gpu.device().run([&](VkCommandBuffer commands) {
            m_target.begin(commands, true);
            record(commands, draws, width_px, height_px, change);
            Target::end(commands);
        });
        return std::chrono::duration<double, std::micro>(Clock::now() - start).count() / draws;
    }

private:
    static PipelineState state(bool blends) {
        PipelineState state;
        state.topology = VK_PRIMITIVE_TOPOLOGY_TRIANGLE_STRIP;
        state.dynamic = {VK_DYNAMIC_STATE_SCISSOR};
        state.blend.blendEnable = blends;
        state.blend.srcColorBlendFactor = VK_BLEND_FACTOR_SRC_ALPHA;
        state.blend.dstColorBlendFactor = VK_BLEND_FACTOR_ONE_MINUS_SRC_ALPHA;
        state.depth.depthTestEnable = state.depth.depthWriteEnable = VK_TRUE;
        state.depth.depthCompareOp = VK_COMPARE_OP_LESS_OR_EQUAL;
        return state;
    }

    void record(VkCommandBuffer commands,
                uint32_t draws,
                float width_px,
                float height_px,
                Change change) const {
        const auto bind = [&](const Pipeline& pipeline) {
            vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_GRAPHICS, pipeline.handle());
        };
        const auto push = [&](uint32_t i) {
            const float columns = float(kExtent.width) / width_px;
            const float rows = float(kExtent.height) / height_px;
            const auto column = float(i * 37 % uint32_t(columns));
            const auto row = float(i * 53 % uint32_t(rows));
            const Push values = {{1 / columns, 1 / rows},
                                 {(2 * column + 1) / columns - 1, (2 * row + 1) / rows - 1}};
            vkCmdPushConstants(commands,
                               m_layout.handle(),
                               VK_SHADER_STAGE_VERTEX_BIT | VK_SHADER_STAGE_FRAGMENT_BIT,
                               0,
                               sizeof(values),
                               &values);
        };
        const auto cut = [&](uint32_t inset_px) {
            const VkRect2D scissor{{}, {kExtent.width - inset_px, kExtent.height}};
            vkCmdSetScissor(commands, 0, 1, &scissor);
        };
        if (change == Change::FragmentShader) {
            ShaderObjects::setState(commands, kExtent, state(false));
            m_shaders->bind(commands, 0);
        } else {
            bind(m_plain);
            cut(0);
        }
        push(0);
        for (uint32_t i = 0; i < draws; ++i) {
            if (change == Change::Pipeline) {
                bind(i % 2 == 0 ? m_plain : m_blended);
            } else if (change == Change::FragmentPipeline) {
                bind(i % 2 == 0 ? m_plain : m_other);
            } else if (change == Change::FragmentShader) {
                m_shaders->bind(commands, i % 2);
            } else if (change == Change::Scissor) {
                cut(i % 2);
            }
            if (change != Change::Nothing) {
                push(i);
            }
            vkCmdDraw(commands, 4, 1, 0, 0);
        }
    }

    Gpu& m_gpu;
    Layout m_layout;
    Target m_target;
    Shader m_vertex, m_fragment, m_otherFragment;
    Pipeline m_plain, m_blended, m_other;
    std::optional<ShaderObjects> m_shaders;
};

struct Row {
    const char* name;
    uint32_t draws;
    float width_px, height_px;
    Change change;
};
constexpr Row kRows[] = {
    {"1 draw of 4 x 8 px", 1, 4, 8, Change::Nothing},
    {"8 draws of 4 x 8 px", 8, 4, 8, Change::PushConstants},
    {"1000 draws of 4 x 8 px", kDraws, 4, 8, Change::Nothing},
    {"1000 draws of 4 x 8 px, push constants", kDraws, 4, 8, Change::PushConstants},
    {"1000 draws of 4 x 8 px, and scissors", kDraws, 4, 8, Change::Scissor},
    {"1000 draws of 4 x 8 px, and pipelines", kDraws, 4, 8, Change::Pipeline},
    {"1000 draws of 4 x 8 px, and shaders in pipelines", kDraws, 4, 8, Change::FragmentPipeline},
    {"1000 draws of 4 x 8 px, and shader objects", kDraws, 4, 8, Change::FragmentShader},
    {"1000 draws of 50 x 60 px", kDraws, 50, 60, Change::PushConstants},
    {"1000 draws of 800 x 600 px", kDraws, 800, 600, Change::Nothing},
    {"1000 draws of 800 x 600 px, and pipelines", kDraws, 800, 600, Change::Pipeline},
};

} // namespace

int main(int argc, char** argv) {
    CLI::App app("Measures what a draw costs among many.");
    std::string rows = ".*";
    int rounds = 15;
    bool plain = false;
    app.add_option("--rows", rows, "Rows whose name this regular expression finds");
    app.add_option("--rounds", rounds, "Medians of so many are printed")
        ->check(CLI::PositiveNumber)
        ->capture_default_str();
    app.add_flag("--plain", plain, "Tab-separated lines for scripts");
    CLI11_PARSE(app, argc, argv);
    try {
        Gpu gpu;
        Many many(gpu);
        std::printf("%s%s\n", plain ? "device\t" : "", gpu.device().name().c_str());
        for (const Row& row : kRows) {
            if (!std::regex_search(row.name, std::regex(rows)) ||
                (row.change == Change::FragmentShader && !many.hasShaderObjects())) {
                continue;
            }
            std::vector<double> costs_us;
            for (int round = 0; round < rounds; ++round) {
                costs_us.push_back(many.cost(row.draws, row.width_px, row.height_px, row.change));
            }
            std::sort(costs_us.begin(), costs_us.end());
            const double cost_us = costs_us[costs_us.size() / 2];
            std::printf(plain ? "%s\t%.3f\n" : "%-50s %10.3f us a draw\n", row.name, cost_us);
            std::fflush(stdout);
        }
    } catch (const vkc::Failure& failure) {
        std::fprintf(stderr, "draws_many: %s\n", failure.what());
        return 1;
    }
    return 0;
}
