// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Work that never ends, of each stage and kind.
#include "watchdog_test.h"

namespace {

using vkt::kWords;
using vkt::PipelineMaker;
using vkt::Rendering;
using vkt::Target;

constexpr VkExtent2D kExtent = {16, 16};

constexpr char kLoop[] = "    while (until == 0) { atomicAdd(counter, 1); }\n";

/// A triangle over the whole target, or three patches' vertices.
constexpr char kPlainVertex[] = R"(#version 460
void main() {
    gl_Position = vec4(gl_VertexIndex == 1 ? 3 : -1, gl_VertexIndex == 2 ? 3 : -1, 0, 1);
})";
constexpr char kPlainFragment[] = R"(#version 460
layout(location = 0) out vec4 color;
void main() { color = vec4(1); })";
constexpr char kPlainControl[] = R"(#version 460
layout(vertices = 3) out;
void main() {
    gl_out[gl_InvocationID].gl_Position = gl_in[gl_InvocationID].gl_Position;
    gl_TessLevelOuter[0] = gl_TessLevelOuter[1] = gl_TessLevelOuter[2] = 1;
    gl_TessLevelInner[0] = 1;
})";
constexpr char kPlainEvaluation[] = R"(#version 460
layout(triangles) in;
void main() {
    gl_Position = gl_TessCoord.x * gl_in[0].gl_Position + gl_TessCoord.y * gl_in[1].gl_Position +
                  gl_TessCoord.z * gl_in[2].gl_Position;
})";

/// A shader whose main() begins with the endless loop.
std::string endless(std::string glsl) {
    const std::string_view version = "#version 460\n";
    glsl.replace(0, version.size(), kWords);
    return glsl.insert(glsl.find("void main() {") + 13, kLoop);
}

class Endless : public vkt::WatchdogTest {
protected:
    /// Tessellates where there is a control shader.
    struct Shaders {
        std::string vertex = kPlainVertex;
        std::string control;
        std::string evaluation = kPlainEvaluation;
        std::string geometry;
        std::string fragment = kPlainFragment;
    };
    void drawAndLose(const Shaders& shaders, const std::string& fault, uint32_t instances = 1) {
        PipelineMaker maker;
        maker.layout = layout();
        if (!shaders.control.empty()) {
            maker.ia.topology = VK_PRIMITIVE_TOPOLOGY_PATCH_LIST;
            maker.ts.patchControlPoints = 3;
            maker.addStage(VK_SHADER_STAGE_TESSELLATION_CONTROL_BIT,
                           makeControlShader(shaders.control));
            maker.addStage(VK_SHADER_STAGE_TESSELLATION_EVALUATION_BIT,
                           makeEvaluationShader(shaders.evaluation));
        }
        if (!shaders.geometry.empty()) {
            maker.addStage(VK_SHADER_STAGE_GEOMETRY_BIT, makeGeometryShader(shaders.geometry));
        }
        const VkPipeline pipeline = makePipeline(maker, shaders.vertex, shaders.fragment, kExtent);
        const Target target = makeTarget({});
        expectLost(
            [&](VkCommandBuffer commands) {
                Rendering rendering(kExtent);
                rendering.addColor(target, VkClearColorValue{});
                vkCmdBeginRendering(commands, &rendering());
                vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_GRAPHICS, pipeline);
                vkCmdBindDescriptorSets(commands,
                                        VK_PIPELINE_BIND_POINT_GRAPHICS,
                                        layout(),
                                        0,
                                        1,
                                        &words().set,
                                        0,
                                        nullptr);
                vkCmdDraw(commands, 3, instances, 0, 0);
                vkCmdEndRendering(commands);
            },
            fault);
    }
};

TEST_F(Endless, Vertex) {
    drawAndLose({.vertex = endless(kPlainVertex)}, "a vertex shader");
}

TEST_F(Endless, Control) {
    drawAndLose({.control = endless(kPlainControl)}, "a tessellation control shader");
}

TEST_F(Endless, Evaluation) {
    drawAndLose({.control = kPlainControl, .evaluation = endless(kPlainEvaluation)},
                "a tessellation evaluation shader");
}

TEST_F(Endless, Geometry) {
    drawAndLose({.geometry = endless(R"(#version 460
layout(triangles) in;
layout(triangle_strip, max_vertices = 3) out;
void main() {
    for (int i = 0; i < 3; ++i) {
        gl_Position = gl_in[i].gl_Position;
        EmitVertex();
    }
})")},
                "a geometry shader");
}

TEST_F(Endless, Fragment) {
    drawAndLose({.fragment = endless(kPlainFragment)}, "a fragment shader");
}

/// No code of a shader runs for long: it is the engine that must look.
TEST_F(Endless, InstancesWithoutNumber) {
    drawAndLose({}, "its commands", 0x7fffffff);
}

TEST_F(Endless, InstancesThatAreTessellated) {
    drawAndLose({.control = kPlainControl}, "its commands", 0x7fffffff);
}

TEST_F(Endless, Compute) {
    const VkPipeline pipeline = makeComputePipeline(
        kWords + std::string("layout(local_size_x = 64) in;\nvoid main() {\n") + kLoop + "}");
    expectLost([&](VkCommandBuffer commands) { dispatch(commands, pipeline, 64); },
               "a compute shader");
}

/// Lanes that leave one after the other, and one that never does.
TEST_F(Endless, ComputeInOneInvocation) {
    const VkPipeline pipeline = makeComputePipeline(std::string(kWords) + R"(
layout(local_size_x = 64) in;
void main() {
    uint left = gl_LocalInvocationIndex;
    while (left != 0 || gl_LocalInvocationIndex == 5) {
        left -= min(left, 1);
        wide[gl_LocalInvocationIndex] += left;
    }
})");
    expectLost([&](VkCommandBuffer commands) { dispatch(commands, pipeline, 1); },
               "a compute shader");
}

/// Nothing in the loop touches memory.
TEST_F(Endless, ComputeWithoutMemory) {
    const VkPipeline pipeline = makeComputePipeline(std::string(kWords) + R"(
layout(local_size_x = 1) in;
void main() {
    uint value = until;
    while (value != 1) { value = value * 4 + 2; }
    counter = value;
})");
    expectLost([&](VkCommandBuffer commands) { dispatch(commands, pipeline, 1); },
               "a compute shader");
}

/// The loop is in parts, each with its own code.
TEST_F(Endless, ComputeWithBarriers) {
    const VkPipeline pipeline = makeComputePipeline(std::string(kWords) + R"(
layout(local_size_x = 256) in;
shared uint sums[256];
void main() {
    sums[gl_LocalInvocationIndex] = 0;
    while (until == 0) {
        sums[(gl_LocalInvocationIndex + 1) % 256] += gl_LocalInvocationIndex;
        barrier();
        counter += sums[gl_LocalInvocationIndex];
        barrier();
    }
})");
    expectLost([&](VkCommandBuffer commands) { dispatch(commands, pipeline, 4); },
               "a compute shader");
}

/// Each loop is short and known to be; together they are not.
TEST_F(Endless, ComputeInLoopsThatAreShort) {
    const VkPipeline pipeline = makeComputePipeline(std::string(kWords) + R"(
layout(local_size_x = 1) in;
void main() {
    uint value = until;
    for (uint a = 0; a < 1000; ++a)
        for (uint b = 0; b < 1000; ++b)
            for (uint c = 0; c < 1000; ++c)
                for (uint d = 0; d < 1000; ++d) {
                    value = (value ^ a ^ d) * 4 + b * c;
                    wide[value % 8] = value;
                }
    counter = value;
})");
    expectLost([&](VkCommandBuffer commands) { dispatch(commands, pipeline, 1); },
               "a compute shader");
}

/// A loop in a function that is called in another one's, and a switch around it.
TEST_F(Endless, ComputeInFunctions) {
    const VkPipeline pipeline = makeComputePipeline(std::string(kWords) + R"(
layout(local_size_x = 8) in;
uint inner(uint value) {
    do {
        switch (value % 3) {
        case 0: value += 1; continue;
        case 1: value *= 7; break;
        default: value += until + 1; break;
        }
        atomicAdd(counter, value);
    } while (until == 0);
    return value;
}
void main() {
    for (uint i = 0; i < 4; ++i) { wide[i] = inner(i); }
})");
    expectLost([&](VkCommandBuffer commands) { dispatch(commands, pipeline, 1); },
               "a compute shader");
}

TEST_F(Endless, GroupsWithoutNumber) {
    const VkPipeline pipeline = makeComputePipeline(std::string(kWords) + R"(
layout(local_size_x = 1) in;
void main() { wide[gl_WorkGroupID.x % 8] = gl_WorkGroupID.y; })");
    const uint32_t most[3] = {65535, 65535, 65535};
    expectLost(
        [&](VkCommandBuffer commands) {
            dispatch(commands, pipeline, 1);
            vkCmdDispatch(commands, most[0], most[1], most[2]);
        },
        "its commands");
}

TEST_F(Endless, CommandsWithoutNumber) {
    const vkt::Buffer large = makeBuffer(64 << 20, VK_BUFFER_USAGE_TRANSFER_DST_BIT);
    expectLost(
        [&](VkCommandBuffer commands) {
            for (uint32_t i = 0; i < 20000; ++i) {
                vkCmdFillBuffer(commands, large.buffer, 0, VK_WHOLE_SIZE, i);
            }
        },
        "its commands");
}

} // namespace
