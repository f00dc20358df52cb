// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Hostile draws: what a program may do without breaking Vulkan's rules on a device with robust
// buffer access, and shaders whose words were changed. Nothing may crash, hang, or touch what lies
// beside a buffer. GLISSADE_FUZZ_SEED, _ROUNDS and _FIRST choose others, GLISSADE_FUZZ_VERBOSE=1
// names each round before it runs.

#include "generate.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdlib>
#include <gtest/gtest.h>
#include <limits>

namespace {

using namespace pictures;

uint64_t setting(const char* name, uint64_t otherwise) {
    const char* text = std::getenv(name);
    return text ? std::strtoull(text, nullptr, 10) : otherwise;
}

Device& device() {
    static auto& instance = *new Device("Glissade");
    return instance;
}

float hostileFloat(Random& random) {
    constexpr float kInfinity = std::numeric_limits<float>::infinity();
    constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
    constexpr float kLeast = std::numeric_limits<float>::denorm_min();
    constexpr float kMost = std::numeric_limits<float>::max();
    constexpr float kNumbers[] = {0,      -0.0f,   1,      -1,     kInfinity, -kInfinity, kNan,
                                  kLeast, -kLeast, kMost,  -kMost, 1e-38f,    1e30f,      -1e30f,
                                  65536,  -65536,  2.1e9f, 1e-20f, 0x1p24f,   -0x1p31f};
    return chance(random, 6) ? std::bit_cast<float>(uint32_t(random())) : pick(random, kNumbers);
}

void spoilVertices(Random& random, Step& step) {
    for (VertexBinding& binding : step.bindings) {
        for (size_t at = 0; at + 4 <= binding.bytes.size(); at += 4) {
            if (chance(random, 12)) {
                const float value = hostileFloat(random);
                std::memcpy(&binding.bytes[at], &value, 4);
            }
        }
    }
}

/// Buffers end before the draws do, indices point behind them, and draws are longer than indices.
void spoilRanges(Random& random, Step& step) {
    for (VertexBinding& binding : step.bindings) {
        if (chance(random, 2)) {
            binding.bytes.resize(
                std::max<size_t>(4, below(random, uint32_t(binding.bytes.size()))));
        }
        if (chance(random, 4)) {
            binding.offset_B = below(random, uint32_t(binding.bytes.size())) / 4 * 4;
        }
        if (chance(random, 6)) {
            binding.stride_B = 0;
        }
    }
    for (uint32_t& index : step.indices) {
        if (chance(random, 3)) {
            index = chance(random, 2) ? uint32_t(random()) : below(random, 1000);
        }
    }
    for (DrawRange& draw : step.draws) {
        if (chance(random, 2)) {
            draw.count += below(random, 500);
        }
        if (chance(random, 4)) {
            draw.first = chance(random, 2) ? below(random, 1000) : uint32_t(random());
        }
        if (chance(random, 3) && !step.indices.empty()) {
            draw.vertexOffset = int32_t(random());
        }
        if (chance(random, 4)) {
            draw.firstInstance = uint32_t(random());
        }
    }
    if (!step.indices.empty() && chance(random, 2)) {
        step.indices.resize(1 + below(random, uint32_t(step.indices.size())));
    }
}

/// Every value is one that Vulkan allows.
void spoilState(Random& random, Case& test, Step& step) {
    State& state = step.state;
    const VkPhysicalDeviceLimits& limits = device().limits();
    if (chance(random, 2)) {
        const auto place = [&] {
            const float values[] = {0, -32768, 16383, 0.5f, -1e4f, float(below(random, 64))};
            return pick(random, values);
        };
        const auto size = [&] {
            const float values[] = {1e-30f, 1, 16384, 0.001f, 64, 4096, 3.7f};
            return pick(random, values);
        };
        if (state.viewports.empty()) {
            state.viewports.push_back(test.wholeViewport());
        }
        for (VkViewport& viewport : state.viewports) {
            viewport = {place(), place(), size(), chance(random, 3) ? 0 : size(), 0, 1};
            viewport.height = chance(random, 2) ? -viewport.height : viewport.height;
            viewport.minDepth = float(below(random, 3)) / 2;
            viewport.maxDepth = float(below(random, 3)) / 2;
        }
    }
    if (chance(random, 2)) {
        state.scissors.assign(std::max<size_t>(1, state.viewports.size()), {});
        for (VkRect2D& scissor : state.scissors) {
            scissor.offset = {int32_t(below(random, 100)), int32_t(random() >> 1)};
            scissor.extent = {below(random, 100), below(random, 2) * 0x7fffffff};
            scissor.extent.height =
                std::min(scissor.extent.height, 0x7fffffffu - uint32_t(scissor.offset.y));
        }
    }
    state.topology = chance(random, 3) ? VkPrimitiveTopology(below(random, 6)) : state.topology;
    state.polygonMode = chance(random, 3) ? VkPolygonMode(below(random, 3)) : state.polygonMode;
    state.cullMode = chance(random, 4) ? below(random, 3) : 0u;
    const float widths[] = {limits.lineWidthRange[0], limits.lineWidthRange[1], 1, 3.3f};
    state.lineWidth = pick(random, widths);
    state.depthClamp = chance(random, 3);
    if (chance(random, 3)) {
        state.depthBias = true;
        state.biasConstant = hostileFloat(random);
        state.biasSlope = hostileFloat(random);
        state.biasClamp = hostileFloat(random);
    }
    for (float& constant : state.blendConstants) {
        constant = hostileFloat(random);
    }
    if (!test.depth) {
        state.depthTest = state.depthWrite = state.stencilTest = false;
    }
}

/// Case of any family that this device can draw.
Case anyCase(Random& random) {
    static const std::vector<Family> all = families();
    const Family& family = all[below(random, uint32_t(all.size()))];
    return family.make(family.systematic ? below(random, family.count) : uint32_t(random()) >> 8);
}

void play(const char* kind, uint64_t rounds, void (*change)(Random&, Case&)) {
    const uint64_t seed = setting("GLISSADE_FUZZ_SEED", 1);
    rounds = setting("GLISSADE_FUZZ_ROUNDS", rounds);
    uint64_t drawn = 0;
    for (uint64_t round = setting("GLISSADE_FUZZ_FIRST", 0); round < rounds; ++round) {
        Random random(uint32_t(seed * 1'000'003 + round));
        Case test = anyCase(random);
        change(random, test);
        if (setting("GLISSADE_FUZZ_VERBOSE", 0)) {
            std::fprintf(
                stderr, "%s round %llu: %s\n", kind, (unsigned long long)round, test.name.c_str());
        }
        try {
            const Answer answer = draw(device(), test);
            drawn += answer.missing.empty();
            EXPECT_TRUE(answer.marginsIntact) << kind << " round " << round << ": " << test.name;
        } catch (const Failure&) {
            // Refused, as changed shaders may be.
        }
    }
    std::printf("    %llu of %llu rounds were drawn\n",
                (unsigned long long)drawn,
                (unsigned long long)rounds);
    EXPECT_GT(drawn, rounds / 50);
}

TEST(GraphicsFuzz, Vertices) {
    play("vertices", 150, [](Random& random, Case& test) {
        for (Step& step : test.steps) {
            spoilVertices(random, step);
        }
    });
}

TEST(GraphicsFuzz, Ranges) {
    play("ranges", 150, [](Random& random, Case& test) {
        for (Step& step : test.steps) {
            spoilRanges(random, step);
        }
    });
}

TEST(GraphicsFuzz, State) {
    play("state", 200, [](Random& random, Case& test) {
        for (Step& step : test.steps) {
            spoilState(random, test, step);
            spoilVertices(random, step);
            if (chance(random, 3)) {
                spoilRanges(random, step);
            }
        }
    });
}

bool hasLoops(const std::vector<uint32_t>& words) {
    constexpr uint32_t kOpLoopMerge = 246;
    for (size_t at = 5; at < words.size() && words[at] >> 16; at += words[at] >> 16) {
        if ((words[at] & 0xffff) == kOpLoopMerge) {
            return true;
        }
    }
    return false;
}

/// Some words become others. Most changes keep the form, so that shaders get past the validator now
/// and then.
void mutate(Random& random, std::vector<uint32_t>& words) {
    std::vector<size_t> starts;
    for (size_t at = 5; at < words.size() && words[at] >> 16; at += words[at] >> 16) {
        starts.push_back(at);
    }
    for (uint32_t n = 1 + below(random, 3); n > 0; --n) {
        const size_t at = starts[below(random, uint32_t(starts.size()))];
        const uint32_t length = words[at] >> 16;
        if (length < 2 || at + length > words.size()) {
            continue;
        }
        uint32_t& word = words[at + 1 + below(random, length - 1)];
        switch (below(random, 6)) {
        case 0:
            word = uint32_t(random());
            break;
        case 1:
            word ^= 1u << below(random, 32);
            break;
        case 2:
            word += chance(random, 2) ? 1 : -1;
            break;
        case 3:
            words[at] = (words[at] & 0xffff0000) | below(random, 400);
            break;
        default:
            word = below(random, words[3]);
            break;
        }
    }
}

/// Loops are left out: a changed one need not end, and a program may then wait for ever.
TEST(GraphicsFuzz, Shaders) {
    play("shaders", 300, [](Random& random, Case& test) {
        for (Step& step : test.steps) {
            const std::pair<Shader*, VkShaderStageFlagBits> stages[] = {
                {&step.vertex, VK_SHADER_STAGE_VERTEX_BIT},
                {&step.control, VK_SHADER_STAGE_TESSELLATION_CONTROL_BIT},
                {&step.evaluation, VK_SHADER_STAGE_TESSELLATION_EVALUATION_BIT},
                {&step.geometry, VK_SHADER_STAGE_GEOMETRY_BIT},
                {&step.fragment, VK_SHADER_STAGE_FRAGMENT_BIT},
            };
            for (const auto& [shader, stage] : stages) {
                if (shader->glsl.empty()) {
                    continue;
                }
                std::vector<uint32_t> words = spirvOf(*shader, stage);
                if (hasLoops(words) || chance(random, 3)) {
                    continue;
                }
                mutate(random, words);
                if (!hasLoops(words)) {
                    shader->spirv = std::move(words);
                }
            }
        }
    });
}

/// Attributes behind the end of their buffer are zeros, or a value from inside; never what lies in
/// memory behind it. ("Robust buffer access": out-of-bounds reads "return ... zero values, or
/// (0,0,0,x) vectors" or values from within the buffers.)
TEST(GraphicsFuzz, ShortVertexBuffersShowNothingElse) {
    constexpr uint32_t kMargin = 0xa5a5a5a5; // Objects::buffer() fills margins with it.
    for (uint32_t round = 0; round < 24; ++round) {
        SCOPED_TRACE(round);
        Random random(round);
        Case test;
        test.name = "short";
        test.extent = {32, 8};
        test.colors = {{VK_FORMAT_R32G32B32A32_UINT}};
        test.dynamicState = round % 2;
        test.shaderObjects = round % 4 == 1;
        Step step;
        step.vertex = R"(#version 460
layout(location = 0) in uvec4 value;
layout(location = 0) flat out uvec4 toValue;
void main() {
    vec2 corner = vec2(gl_VertexIndex & 1, gl_VertexIndex >> 1 & 1);
    gl_Position = vec4((gl_InstanceIndex + corner.x) / 16.0 - 1.0, corner.y * 2.0 - 1.0, 0, 1);
    toValue = value;
})";
        step.fragment = R"(#version 460
layout(location = 0) flat in uvec4 value;
layout(location = 0) out uvec4 result;
void main() {
    result = value | uvec4(0, 0, 0, 0x80000000u);
})";
        step.state.topology = VK_PRIMITIVE_TOPOLOGY_TRIANGLE_STRIP;
        VertexBinding binding;
        binding.stride_B = 16;
        binding.rate = VK_VERTEX_INPUT_RATE_INSTANCE;
        binding.bytes.assign(size_t(4) * (4 + below(random, 100)), std::byte(0x11));
        binding.offset_B = below(random, 3) * 4;
        step.bindings = {binding};
        step.attributes = {{0, 0, VK_FORMAT_R32G32B32A32_UINT, 0}};
        step.draws = {{0, 4, 32}};
        test.steps = {step};
        const Answer answer = draw(device(), test);
        ASSERT_EQ(answer.missing, "");
        EXPECT_TRUE(answer.marginsIntact);
        const Picture& picture = answer.pictures.at(0);
        for (size_t i = 0; i < picture.texels(); ++i) {
            uint32_t words[4];
            std::memcpy(words, picture.texel(i), sizeof words);
            for (const uint32_t word : words) {
                ASSERT_NE(word | 0x80000000, kMargin | 0x80000000) << "texel " << i;
            }
        }
    }
}

/// Positions of any bits, one kind at a time, and what is around them goes on.
TEST(GraphicsFuzz, DrawsGoOnAfterHostilePositions) {
    for (uint32_t round = 0; round < 40; ++round) {
        SCOPED_TRACE(round);
        Random random(round + 77);
        Case test;
        test.name = "positions";
        test.colors = {{}};
        test.samples = round % 2 ? VK_SAMPLE_COUNT_4_BIT : VK_SAMPLE_COUNT_1_BIT;
        Step step;
        step.vertex = kFlatVertex;
        step.fragment = flatFragment(test);
        step.state.topology = round % 3 == 0   ? VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST
                              : round % 3 == 1 ? VK_PRIMITIVE_TOPOLOGY_LINE_LIST
                                               : VK_PRIMITIVE_TOPOLOGY_POINT_LIST;
        std::vector<Vertex> vertices = randomTriangles(random, test, 40);
        for (Vertex& vertex : vertices) {
            vertex.position[below(random, 4)] = hostileFloat(random);
        }
        setVertices(step, vertices);
        step.draws = {{0, uint32_t(vertices.size())}};
        test.steps = {step};
        // Over all of it, something plain.
        Step plain = step;
        plain.state.topology = VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST;
        vertices = {vertexAt(test.extent, 0, 0),
                    vertexAt(test.extent, 128, 0),
                    vertexAt(test.extent, 0, 128)};
        for (Vertex& vertex : vertices) {
            vertex.color[0] = 1;
        }
        setVertices(plain, vertices);
        plain.draws = {{0, 3}};
        test.steps.push_back(plain);
        const Answer answer = draw(device(), test);
        ASSERT_EQ(answer.missing, "");
        for (size_t i = 0; i < answer.pictures.at(0).texels(); ++i) {
            uint32_t word;
            std::memcpy(&word, answer.pictures[0].texel(i), 4);
            ASSERT_EQ(word, 0xffu) << "texel " << i;
        }
    }
}

} // namespace
