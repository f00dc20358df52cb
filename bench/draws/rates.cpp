// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// draw_rates: what the Vulkan driver that the environment names does in a second: vertices,
// triangles by size, pixels by format and state, samples in fragment shaders.

#include "../sampling/states.h"
#include "gpu.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <functional>
#include <regex>

namespace {

using namespace draws;
using Clock = std::chrono::steady_clock;

/// Large enough that starting a submission does not count.
constexpr uint32_t sizeOf(uint32_t samples) {
    return samples == 1 ? 2048 : 1024;
}
/// Of targets that are sampled into.
constexpr uint32_t kSamplingSize_px = 512;

double secondsSince(Clock::time_point start) {
    return std::chrono::duration<double>(Clock::now() - start).count();
}

struct Push {
    float scale[4]; ///< Of positions, and of what varies.
    float offset[4];
};
static_assert(sizeof(Push) == kPushConstants_B);

constexpr char kPush[] = "layout(push_constant) uniform Push { vec4 scale, offset; };\n";

/// Of vertices with a position and `varyings` more attributes.
std::string vertexShader(uint32_t varyings) {
    std::string source = std::string("#version 460\n") + kPush + R"(
layout(location = 0) in vec3 position;
)";
    std::string body;
    for (uint32_t i = 1; i <= varyings; ++i) {
        const std::string n = std::to_string(i);
        source += "layout(location = " + n + ") in vec4 in" + n + ";\n" + "layout(location = " + n +
                  ") out vec4 out" + n + ";\n";
        body += "    out" + n + " = in" + n + ";\n";
    }
    return source +
           "void main() {\n    gl_Position = vec4(position * scale.xyz + offset.xyz, 1.0);\n" +
           body + "}\n";
}

constexpr char kFlatShader[] = R"(#version 460
layout(push_constant) uniform Push { vec4 scale, offset; };
layout(location = 0) out vec4 color;
void main() {
    color = scale.wwww;
}
)";
constexpr char kVaryingShader[] = R"(#version 460
layout(location = 1) in vec4 in1;
layout(location = 0) out vec4 color;
void main() {
    color = in1;
}
)";

/// The whole target, without attributes.
constexpr char kFillShader[] = R"(#version 460
layout(push_constant) uniform Push { vec4 scale, offset; };
layout(location = 0) out vec2 at;
void main() {
    at = vec2(gl_VertexIndex & 1, gl_VertexIndex >> 1);
    gl_Position = vec4(at * 2.0 - 1.0, scale.z, 1.0);
}
)";
constexpr char kGradientShader[] = R"(#version 460
layout(location = 0) in vec2 at;
layout(location = 0) out vec4 color;
void main() {
    color = vec4(at, 1.0 - at.x, 0.25 + 0.5 * at.y);
}
)";

/// `count` samples a pixel, on a slanted line.
std::string samplingShader(bool compares, uint32_t count) {
    return std::string("#version 460\nlayout(binding = 0) uniform sampler2D") +
           (compares ? "Shadow" : "") + " image;\n" + R"(
layout(push_constant) uniform Push { vec4 scale, offset; };
layout(location = 0) in vec2 at;
layout(location = 0) out vec4 color;
void main() {
    vec2 place = at * scale.xy + vec2(at.y, at.x) * 0.05 - 0.25;
    vec4 sum = vec4(0.0);
    for (int i = 0; i < )" +
           std::to_string(count) + R"(; ++i) {
        sum += vec4(texture(image, )" +
           (compares ? "vec3(place, 0.5)" : "place") + R"());
        place += vec2(0.37, 0.61) / 512.0;
    }
    color = sum / )" +
           std::to_string(count) + R"(.0;
}
)";
}

/// One row: objects that live as long, and what one submission does.
struct Row {
    std::string name;
    const char* unit;
    std::string missing;
    double items = 0;                          ///< Of a draw.
    std::function<void(VkCommandBuffer)> draw; ///< One: others would hide it, or be hidden.
    std::vector<std::shared_ptr<void>> keeps;
    const Target* target = nullptr;
    std::vector<double> rates;
};

struct Options {
    std::string rows = ".*";
    int rounds = 3;
    double seconds = 0.1;
    double warmUp_s = 0.3;
    bool plain = false;
};

class Bench {
public:
    Bench(Gpu& gpu, const Options& options)
        : m_gpu(gpu), m_options(options), m_wanted(options.rows), m_layout(gpu) {}

    void addVertexRows();
    void addTriangleRows();
    void addFillRows();
    void addSamplingRows();
    void run();

private:
    template <typename T, typename... Args>
    static std::shared_ptr<T> make(Row& row, Args&&... args) {
        auto object = std::make_shared<T>(std::forward<Args>(args)...);
        row.keeps.push_back(object);
        return object;
    }
    bool wanted(const std::string& name) const { return std::regex_search(name, m_wanted); }
    bool hasTargets(Row& row, VkFormat color, VkFormat depth, uint32_t samples);
    void push(VkCommandBuffer commands, const Push& values) const {
        vkCmdPushConstants(commands,
                           m_layout.handle(),
                           VK_SHADER_STAGE_VERTEX_BIT | VK_SHADER_STAGE_FRAGMENT_BIT,
                           0,
                           sizeof(values),
                           &values);
    }

    struct MeshShape {
        float square_px; ///< Two triangles.
        bool indexed;
        uint32_t varyings;
        VkFormat attribute = VK_FORMAT_R32G32B32A32_SFLOAT;
    };
    struct TriangleState {
        VkFormat color, depth;
        uint32_t samples = 1;
        bool blends = false;
        VkCullModeFlags cull = VK_CULL_MODE_NONE;
    };
    void addMesh(const std::string& name,
                 const char* unit,
                 const MeshShape& shape,
                 const TriangleState& state);
    void addFill(const std::string& name,
                 const TriangleState& state,
                 const std::function<void(PipelineState&)>& change = {});

    double measure(Row& row, bool clear = false) const;

    Gpu& m_gpu;
    const Options& m_options;
    std::regex m_wanted;
    Layout m_layout;
    std::vector<Row> m_rows;
};

bool Bench::hasTargets(Row& row, VkFormat color, VkFormat depth, uint32_t samples) {
    if ((color && !m_gpu.hasTarget(color, samples)) ||
        (depth && !m_gpu.hasTarget(depth, samples))) {
        row.missing = "no such target";
    }
    return row.missing.empty();
}

void setBlend(PipelineState& state) {
    state.blend = {VK_TRUE,
                   VK_BLEND_FACTOR_SRC_ALPHA,
                   VK_BLEND_FACTOR_ONE_MINUS_SRC_ALPHA,
                   VK_BLEND_OP_ADD,
                   VK_BLEND_FACTOR_ONE,
                   VK_BLEND_FACTOR_ONE_MINUS_SRC_ALPHA,
                   VK_BLEND_OP_ADD,
                   15};
}

void testDepth(PipelineState& state, VkCompareOp compare, bool writes = true) {
    state.depth.depthTestEnable = VK_TRUE;
    state.depth.depthWriteEnable = writes;
    state.depth.depthCompareOp = compare;
}

/// A grid of squares, turned a little so that no edge is parallel to an axis.
void Bench::addMesh(const std::string& name,
                    const char* unit,
                    const MeshShape& shape,
                    const TriangleState& state) {
    if (!wanted(name)) {
        return;
    }
    Row row;
    row.name = name;
    row.unit = unit;
    if (!hasTargets(row, state.color, state.depth, state.samples)) {
        m_rows.push_back(std::move(row));
        return;
    }
    const auto target = make<Target>(row,
                                     m_gpu,
                                     VkExtent2D{sizeOf(state.samples), sizeOf(state.samples)},
                                     state.color,
                                     state.depth,
                                     state.samples);
    row.target = target.get();
    const auto size_px = float(sizeOf(state.samples));
    const auto across = uint32_t(std::clamp(0.8f * size_px / shape.square_px, 1.0f, 256.0f));
    const float span = float(across) * shape.square_px / size_px; // Of half the target.
    std::vector<float> positions;
    std::vector<uint32_t> indices;
    const auto corner = [&](uint32_t x, uint32_t y) {
        const float u = (2 * float(x) / float(across) - 1) * span;
        const float v = (2 * float(y) / float(across) - 1) * span;
        positions.insert(positions.end(), {u * 0.98f - v * 0.19f, u * 0.19f + v * 0.98f, 0.5f});
    };
    for (uint32_t y = 0; y <= across; ++y) {
        for (uint32_t x = 0; x <= across; ++x) {
            corner(x, y);
        }
    }
    for (uint32_t y = 0; y < across; ++y) {
        for (uint32_t x = 0; x < across; ++x) {
            const uint32_t at = y * (across + 1) + x;
            indices.insert(indices.end(),
                           {at, at + 1, at + across + 1, at + 1, at + across + 2, at + across + 1});
        }
    }
    if (!shape.indexed) {
        std::vector<float> all;
        for (const uint32_t index : indices) {
            all.insert(all.end(), &positions[3 * index], &positions[3 * index] + 3);
        }
        positions = std::move(all);
    }
    const uint32_t attribute_B = shape.attribute == VK_FORMAT_R32G32B32A32_SFLOAT   ? 16
                                 : shape.attribute == VK_FORMAT_R16G16B16A16_SFLOAT ? 8
                                                                                    : 4;
    const uint32_t stride_B = 12 + shape.varyings * attribute_B;
    const auto vertexCount = uint32_t(positions.size() / 3);
    const auto vertices = make<vkc::Buffer>(
        row, m_gpu.device(), vertexCount * stride_B, VK_BUFFER_USAGE_VERTEX_BUFFER_BIT);
    for (uint32_t i = 0; i < vertexCount; ++i) {
        std::memcpy(&vertices->as<uint8_t>()[i * stride_B], &positions[3 * i], 12);
    }
    const auto numbers = make<vkc::Buffer>(
        row, m_gpu.device(), indices.size() * 4, VK_BUFFER_USAGE_INDEX_BUFFER_BIT);
    std::memcpy(numbers->as<uint32_t>().data(), indices.data(), indices.size() * 4);

    PipelineState pipelineState;
    pipelineState.cull = state.cull;
    pipelineState.bindings = {{0, stride_B, VK_VERTEX_INPUT_RATE_VERTEX}};
    pipelineState.attributes = {{0, 0, VK_FORMAT_R32G32B32_SFLOAT, 0}};
    for (uint32_t i = 1; i <= shape.varyings; ++i) {
        pipelineState.attributes.push_back({i, 0, shape.attribute, 12 + (i - 1) * attribute_B});
    }
    if (state.blends) {
        setBlend(pipelineState);
    }
    if (state.depth) {
        testDepth(pipelineState, VK_COMPARE_OP_LESS_OR_EQUAL);
    }
    const Shader vertex(m_gpu, VK_SHADER_STAGE_VERTEX_BIT, vertexShader(shape.varyings));
    const Shader fragment(
        m_gpu, VK_SHADER_STAGE_FRAGMENT_BIT, shape.varyings ? kVaryingShader : kFlatShader);
    const auto pipeline = make<Pipeline>(row,
                                         m_gpu,
                                         m_layout.handle(),
                                         *target,
                                         vertex,
                                         state.color ? &fragment : nullptr,
                                         pipelineState);
    const auto indexCount = uint32_t(indices.size());
    row.items = std::string(unit) == "Mvertices/s"
                    ? double(shape.indexed ? vertexCount : indexCount)
                    : double(indexCount) / 3;
    row.items /= 1e6;
    row.draw = [=, this](VkCommandBuffer commands) {
        vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_GRAPHICS, pipeline->handle());
        push(commands, {{1, 1, 1, 0.5f}, {}});
        const VkBuffer buffer = vertices->handle();
        const VkDeviceSize offset = 0;
        vkCmdBindVertexBuffers(commands, 0, 1, &buffer, &offset);
        if (shape.indexed) {
            vkCmdBindIndexBuffer(commands, numbers->handle(), 0, VK_INDEX_TYPE_UINT32);
            vkCmdDrawIndexed(commands, indexCount, 1, 0, 0, 0);
        } else {
            vkCmdDraw(commands, indexCount, 1, 0, 0);
        }
    };
    m_rows.push_back(std::move(row));
}

void Bench::addVertexRows() {
    const TriangleState culled{
        VK_FORMAT_R8G8B8A8_UNORM, VK_FORMAT_UNDEFINED, 1, false, VK_CULL_MODE_FRONT_AND_BACK};
    const auto add = [&](const char* name, bool indexed, uint32_t varyings, VkFormat format) {
        addMesh(std::string("vertices, ") + name,
                "Mvertices/s",
                {4, indexed, varyings, format},
                culled);
    };
    constexpr VkFormat kFloats = VK_FORMAT_R32G32B32A32_SFLOAT;
    add("position", false, 0, kFloats);
    add("position, indexed", true, 0, kFloats);
    add("4 attributes", false, 3, kFloats);
    add("4 attributes, indexed", true, 3, kFloats);
    add("8 attributes, indexed", true, 7, kFloats);
    add("4 attributes of RGBA8, indexed", true, 3, VK_FORMAT_R8G8B8A8_UNORM);
    add("4 attributes of RGBA16F, indexed", true, 3, VK_FORMAT_R16G16B16A16_SFLOAT);
}

void Bench::addTriangleRows() {
    constexpr VkFormat kColor = VK_FORMAT_R8G8B8A8_UNORM, kDepth = VK_FORMAT_D32_SFLOAT;
    struct Kind {
        const char* name;
        TriangleState state;
        uint32_t varyings;
    };
    const Kind kinds[] = {{"depth", {VK_FORMAT_UNDEFINED, kDepth}, 0},
                          {"color", {kColor, VK_FORMAT_UNDEFINED}, 0},
                          {"color of vertices", {kColor, VK_FORMAT_UNDEFINED}, 1},
                          {"blended", {kColor, VK_FORMAT_UNDEFINED, 1, true}, 0},
                          {"color and depth", {kColor, kDepth}, 0},
                          {"color and depth, 4 samples", {kColor, kDepth, 4}, 0}};
    addMesh("triangles, culled",
            "Mtriangles/s",
            {4, true, 0},
            {kColor, VK_FORMAT_UNDEFINED, 1, false, VK_CULL_MODE_FRONT_AND_BACK});
    for (const float area_px : {1.0f, 16.0f, 256.0f, 4096.0f}) {
        for (const Kind& kind : kinds) {
            addMesh("triangles, " + std::to_string(int(area_px)) + " px, " + kind.name,
                    "Mtriangles/s",
                    {std::sqrt(2 * area_px), true, kind.varyings},
                    kind.state);
        }
    }
}

void Bench::addFill(const std::string& name,
                    const TriangleState& state,
                    const std::function<void(PipelineState&)>& change) {
    if (!wanted(name)) {
        return;
    }
    Row row;
    row.name = name;
    row.unit = "Gpixel/s";
    if (hasTargets(row, state.color, state.depth, state.samples)) {
        const auto target = make<Target>(row,
                                         m_gpu,
                                         VkExtent2D{sizeOf(state.samples), sizeOf(state.samples)},
                                         state.color,
                                         state.depth,
                                         state.samples);
        row.target = target.get();
        PipelineState pipelineState;
        pipelineState.topology = VK_PRIMITIVE_TOPOLOGY_TRIANGLE_STRIP;
        if (state.blends) {
            setBlend(pipelineState);
        }
        if (change) {
            change(pipelineState);
        }
        const Shader vertex(m_gpu, VK_SHADER_STAGE_VERTEX_BIT, kFillShader);
        const Shader fragment(m_gpu, VK_SHADER_STAGE_FRAGMENT_BIT, kGradientShader);
        const auto pipeline = make<Pipeline>(row,
                                             m_gpu,
                                             m_layout.handle(),
                                             *target,
                                             vertex,
                                             state.color ? &fragment : nullptr,
                                             pipelineState);
        row.items = double(sizeOf(state.samples)) * sizeOf(state.samples) / 1e9;
        row.draw = [=, this](VkCommandBuffer commands) {
            vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_GRAPHICS, pipeline->handle());
            push(commands, {{1, 1, 0.5f, 1}, {}});
            vkCmdDraw(commands, 4, 1, 0, 0);
        };
    }
    m_rows.push_back(std::move(row));
}

void Bench::addFillRows() {
    struct Format {
        const char* name;
        VkFormat format;
    };
    for (const auto& [name, format] : {Format{"RGBA8", VK_FORMAT_R8G8B8A8_UNORM},
                                       {"BGRA8", VK_FORMAT_B8G8R8A8_UNORM},
                                       {"sRGB8", VK_FORMAT_R8G8B8A8_SRGB},
                                       {"R8", VK_FORMAT_R8_UNORM},
                                       {"RGB565", VK_FORMAT_R5G6B5_UNORM_PACK16},
                                       {"RG11B10", VK_FORMAT_B10G11R11_UFLOAT_PACK32},
                                       {"RGBA16F", VK_FORMAT_R16G16B16A16_SFLOAT},
                                       {"RGBA32F", VK_FORMAT_R32G32B32A32_SFLOAT}}) {
        const std::string fill = std::string("fill, ") + name;
        addFill(fill, {format, VK_FORMAT_UNDEFINED});
        addFill(fill + ", blended", {format, VK_FORMAT_UNDEFINED, 1, true});
        addFill(fill + ", RGB alone", {format, VK_FORMAT_UNDEFINED}, [](PipelineState& state) {
            state.blend.colorWriteMask = 7;
        });
        addFill(fill + ", 4 samples", {format, VK_FORMAT_UNDEFINED, 4});
        addFill(fill + ", blended, 4 samples", {format, VK_FORMAT_UNDEFINED, 4, true});
    }
    const auto passes = [](PipelineState& state) { testDepth(state, VK_COMPARE_OP_LESS_OR_EQUAL); };
    const auto fails = [](PipelineState& state) { testDepth(state, VK_COMPARE_OP_GREATER); };
    const auto stencil = [](PipelineState& state) {
        testDepth(state, VK_COMPARE_OP_LESS_OR_EQUAL);
        state.depth.stencilTestEnable = VK_TRUE;
        state.depth.front = {VK_STENCIL_OP_KEEP,
                             VK_STENCIL_OP_INCREMENT_AND_WRAP,
                             VK_STENCIL_OP_KEEP,
                             VK_COMPARE_OP_ALWAYS,
                             0xff,
                             0xff,
                             1};
        state.depth.back = state.depth.front;
    };
    constexpr VkFormat kColor = VK_FORMAT_R8G8B8A8_UNORM;
    addFill("fill, D16", {VK_FORMAT_UNDEFINED, VK_FORMAT_D16_UNORM}, passes);
    addFill("fill, D32F", {VK_FORMAT_UNDEFINED, VK_FORMAT_D32_SFLOAT}, passes);
    addFill("fill, D24S8", {VK_FORMAT_UNDEFINED, VK_FORMAT_D24_UNORM_S8_UINT}, passes);
    addFill("fill, D24S8, stencil", {VK_FORMAT_UNDEFINED, VK_FORMAT_D24_UNORM_S8_UINT}, stencil);
    addFill("fill, RGBA8 and D32F, hidden", {kColor, VK_FORMAT_D32_SFLOAT}, fails);
    addFill("fill, RGBA8 and D32F", {kColor, VK_FORMAT_D32_SFLOAT}, passes);
    addFill("fill, RGBA8 and D24S8", {kColor, VK_FORMAT_D24_UNORM_S8_UINT}, passes);
    addFill("fill, RGBA8 and D24S8, stencil", {kColor, VK_FORMAT_D24_UNORM_S8_UINT}, stencil);
    addFill("fill, RGBA8 and D32F, 4 samples", {kColor, VK_FORMAT_D32_SFLOAT, 4}, passes);
}

void Bench::addSamplingRows() {
    constexpr uint32_t kSamples = 8;
    std::shared_ptr<vkc::Image> image;
    const auto target = std::make_shared<Target>(m_gpu,
                                                 VkExtent2D{kSamplingSize_px, kSamplingSize_px},
                                                 VK_FORMAT_R8G8B8A8_UNORM,
                                                 VK_FORMAT_UNDEFINED,
                                                 1);
    const Shader vertex(m_gpu, VK_SHADER_STAGE_VERTEX_BIT, kFillShader);
    for (const auto& format : sampling::formats()) {
        for (const auto filter : sampling::filters()) {
            for (const auto& address : sampling::addresses()) {
                Row row;
                row.name = std::string("sampling, ") + format.name + ", " + nameOf(filter) + ", " +
                           address.name;
                row.unit = "Msamples/s";
                if (!wanted(row.name)) {
                    continue;
                }
                row.missing = missing(m_gpu.device(), format, filter);
                if (!row.missing.empty()) {
                    m_rows.push_back(std::move(row));
                    continue;
                }
                if (!image || image->shape().format != format.format) {
                    image = makeImage(m_gpu.device(), format);
                }
                row.keeps = {image, target};
                row.target = target.get();
                const auto sampler =
                    make<vkc::Sampler>(row, m_gpu.device(), samplerInfo(format, filter, address));
                const Shader fragment(
                    m_gpu, VK_SHADER_STAGE_FRAGMENT_BIT, samplingShader(format.compares, kSamples));
                PipelineState state;
                state.topology = VK_PRIMITIVE_TOPOLOGY_TRIANGLE_STRIP;
                const auto layout = make<Layout>(row, m_gpu);
                layout->bindImage(*image, *sampler);
                const auto pipeline =
                    make<Pipeline>(row, m_gpu, layout->handle(), *target, vertex, &fragment, state);
                row.items = double(kSamplingSize_px) * kSamplingSize_px * kSamples / 1e6;
                // A texel a pixel; between two levels; or a footprint of eight by one and a half.
                const bool anisotropic = filter == sampling::Filter::Anisotropic;
                const float x = anisotropic ? 8 : filter == sampling::Filter::Trilinear ? 1.7f : 1;
                const float y = anisotropic ? 1.5f : x;
                row.draw = [=, this](VkCommandBuffer commands) {
                    vkCmdBindPipeline(
                        commands, VK_PIPELINE_BIND_POINT_GRAPHICS, pipeline->handle());
                    const VkDescriptorSet set = layout->set();
                    vkCmdBindDescriptorSets(commands,
                                            VK_PIPELINE_BIND_POINT_GRAPHICS,
                                            layout->handle(),
                                            0,
                                            1,
                                            &set,
                                            0,
                                            nullptr);
                    push(commands, {{x, y, 0.5f, 1}, {}});
                    vkCmdDraw(commands, 4, 1, 0, 0);
                };
                m_rows.push_back(std::move(row));
            }
        }
    }
}

/// Items a second of one submission. What a target has before does not change what a row does,
/// once it was cleared.
double Bench::measure(Row& row, bool clear) const {
    const auto start = Clock::now();
    m_gpu.device().run([&](VkCommandBuffer commands) {
        row.target->begin(commands, clear);
        row.draw(commands);
        Target::end(commands);
    });
    return row.items / secondsSince(start);
}

void Bench::run() {
    const auto each = [&](const auto& step) {
        for (Row& row : m_rows) {
            if (row.missing.empty()) {
                step(row);
            }
        }
    };
    // Until code that is made in the background is there.
    each([&](Row& row) {
        const auto start = Clock::now();
        measure(row, true);
        do {
            measure(row);
        } while (secondsSince(start) < m_options.warmUp_s);
    });
    for (int round = 0; round < m_options.rounds; ++round) {
        each([&](Row& row) {
            double best = 0;
            const auto start = Clock::now();
            do {
                best = std::max(best, measure(row));
            } while (secondsSince(start) < m_options.seconds);
            row.rates.push_back(best);
        });
    }
    for (Row& row : m_rows) {
        std::string value = row.missing;
        if (value.empty()) {
            std::sort(row.rates.begin(), row.rates.end());
            char text[32];
            std::snprintf(text, sizeof(text), "%.3f", row.rates[row.rates.size() / 2]);
            value = text;
        }
        if (m_options.plain) {
            std::printf("%s\t%s\n", row.name.c_str(), value.c_str());
        } else {
            std::printf("%-52s %12s %s\n", row.name.c_str(), value.c_str(), row.unit);
        }
    }
}

} // namespace

int main(int argc, char** argv) {
    CLI::App app("Measures vertices, triangles, pixels and samples a second of draws.");
    Options options;
    app.add_option("--rows", options.rows, "Rows whose name this regular expression finds");
    app.add_option("--rounds", options.rounds, "Rounds over all rows; medians are printed")
        ->check(CLI::PositiveNumber)
        ->capture_default_str();
    app.add_option("--seconds", options.seconds, "Per row and round")->capture_default_str();
    app.add_option("--warm-up", options.warmUp_s, "Seconds per row before it counts")
        ->capture_default_str();
    app.add_flag("--plain", options.plain, "Tab-separated lines for scripts");
    CLI11_PARSE(app, argc, argv);
    try {
        Gpu gpu;
        Bench bench(gpu, options);
        std::printf("%s%s\n", options.plain ? "device\t" : "", gpu.device().name().c_str());
        bench.addVertexRows();
        bench.addTriangleRows();
        bench.addFillRows();
        bench.addSamplingRows();
        bench.run();
    } catch (const vkc::Failure& failure) {
        std::fprintf(stderr, "draw_rates: %s\n", failure.what());
        return 1;
    }
    return 0;
}
