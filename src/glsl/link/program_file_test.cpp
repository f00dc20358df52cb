// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "glsl/link/program_file.h"

#include "glsl/link/testing.h"

#include "spirv/module.h"

#include <cstring>
#include <functional>
#include <random>

namespace glsl {
namespace {

std::shared_ptr<const LinkedProgram> program() {
    LinkOptions options{.api = Api::Desktop};
    options.separable = true;
    options.feedbackVaryings = {"a", "gl_NextBuffer", "b[1]"};
    options.feedbackMode = 0x8C8C;
    return testing::linkAll(
        {{Stage::Vertex,
          "#version 410\nin vec4 p; in dvec3 d; out vec4 a; out vec2 b[2]; uniform mat3 m[2];\n"
          "uniform float k = 3.0; uniform B { vec4 x; mat2 y[3]; } block[2]; uniform sampler2D "
          "t[2];\n"
          "void main() { gl_Position = p * k + texture(t[1], p.xy); a = block[1].x + vec4(m[1][0], "
          "d.x);\n"
          "b[0] = b[1] = block[0].y[2][1]; }"}},
        options);
}

TEST(ProgramFileTest, KeepsEverything) {
    const auto before = program();
    ASSERT_TRUE(before->ok) << before->infoLog;
    const std::vector<std::byte> bytes = writeProgram(*before);
    const auto after = readProgram(bytes, {});
    ASSERT_NE(after, nullptr);
    // Written again it is the same, so nothing is lost that is written at all …
    EXPECT_EQ(writeProgram(*after), bytes);
    // … and these are samples of what must be.
    EXPECT_EQ(after->stages.at(0).spirv, before->stages.at(0).spirv);
    EXPECT_EQ(after->uniformLocation("m[1]"), before->uniformLocation("m[1]"));
    EXPECT_EQ(after->uniformBlocks.size(), 2u);
    EXPECT_EQ(after->feedback.stride_B, before->feedback.stride_B);
    EXPECT_EQ(after->openOutputs.size(), 2u);
    EXPECT_TRUE(after->separable);
    EXPECT_EQ(after->attributeDouble, before->attributeDouble);
}

TEST(ProgramFileTest, RefusesWhatIsCutOrLonger) {
    std::vector<std::byte> bytes = writeProgram(*program());
    EXPECT_EQ(readProgram({}, {}), nullptr);
    for (size_t size = 0; size < bytes.size(); size += 7) {
        EXPECT_EQ(readProgram(std::span(bytes).first(size), {}), nullptr);
    }
    bytes.push_back(std::byte{0});
    EXPECT_EQ(readProgram(bytes, {}), nullptr);
}

// Whatever is damaged, the answer is null or something whose queries are safe.
TEST(ProgramFileTest, DamageIsHarmless) {
    const std::vector<std::byte> good = writeProgram(*program());
    std::mt19937 random(1);
    int read = 0;
    for (int round = 0; round < 3000; ++round) {
        std::vector<std::byte> bytes = good;
        for (int i = 0; i < 1 + round % 3; ++i) {
            bytes[random() % bytes.size()] = std::byte(random());
        }
        const auto program = readProgram(bytes, {});
        if (program == nullptr) {
            continue;
        }
        ++read;
        for (int location = -1; location <= program->locationCount; ++location) {
            const auto at = program->uniformAt(location);
            EXPECT_TRUE(at.uniform == nullptr || at.element < at.uniform->arraySize);
        }
        for (const Uniform& uniform : program->uniforms) {
            (void)program->uniformLocation(uniform.name);
        }
    }
    EXPECT_GT(read, 0);
}

/// What reading a changed program gives.
std::shared_ptr<const LinkedProgram> changed(const std::function<void(LinkedProgram&)>& change) {
    LinkedProgram copy = *program();
    change(copy);
    return readProgram(writeProgram(copy), {});
}

/// The first instruction of that kind.
uint32_t* find(LinkedProgram& program, spv::Op op) {
    std::vector<uint32_t>& words = program.stages.at(0).spirv;
    for (size_t at = spirv::kHeaderWords; at < words.size(); at += words[at] >> 16) {
        if (spv::Op(words[at] & 0xffffu) == op) {
            return &words[at];
        }
    }
    ADD_FAILURE() << "no such instruction";
    return words.data();
}

TEST(ProgramFileTest, CodeMustBeValid) {
    EXPECT_NE(changed([](LinkedProgram&) {}), nullptr);
    EXPECT_EQ(changed([](LinkedProgram& p) { p.stages[0].spirv[3] = 1; }), nullptr);
    // Ids that nothing defines, of which passes would ask.
    EXPECT_EQ(changed([](LinkedProgram& p) { find(p, spv::OpTypePointer)[3] = 1 << 20; }), nullptr);
    EXPECT_EQ(changed([](LinkedProgram& p) { find(p, spv::OpTypeVector)[2] = ~0u; }), nullptr);
    EXPECT_EQ(changed([](LinkedProgram& p) { find(p, spv::OpTypeArray)[3] = ~0u; }), nullptr);
    EXPECT_EQ(changed([](LinkedProgram& p) { find(p, spv::OpLoad)[3] = 1; }), nullptr);
    // Arrays of an input's or output's, all of 2^30 elements: the validator must not walk them.
    EXPECT_EQ(changed([](LinkedProgram& p) {
                  std::vector<uint32_t>& words = p.stages.at(0).spirv;
                  for (size_t at = spirv::kHeaderWords; at < words.size(); at += words[at] >> 16) {
                      if (spv::Op(words[at] & 0xffffu) == spv::OpConstant && words[at] >> 16 == 4) {
                          words[at + 3] = 1u << 30;
                      }
                  }
              }),
              nullptr);
    EXPECT_EQ(changed([](LinkedProgram& p) {
                  find(p, spv::OpCapability)[1] = spv::CapabilityPhysicalStorageBufferAddresses;
              }),
              nullptr);
}

TEST(ProgramFileTest, CodeMustBeWhatTheTablesSay) {
    EXPECT_EQ(changed([](LinkedProgram& p) { p.stages[0].stage = Stage::Fragment; }), nullptr);
    EXPECT_EQ(changed([](LinkedProgram& p) { p.stages[0].samplers.clear(); }), nullptr);
    EXPECT_EQ(changed([](LinkedProgram& p) { p.stages[0].samplers[0].count = 1; }), nullptr);
    EXPECT_EQ(changed([](LinkedProgram& p) { p.samplers[0].dim = SamplerDim::Dim3D; }), nullptr);
    EXPECT_EQ(changed([](LinkedProgram& p) { p.samplers[1].sampledBase = BaseType::Int; }),
              nullptr);
    EXPECT_EQ(changed([](LinkedProgram& p) { p.stages[0].blocks.clear(); }), nullptr);
    EXPECT_EQ(changed([](LinkedProgram& p) {
                  p.stages[0].blocks[0].binding = p.stages[0].samplers[0].binding;
              }),
              nullptr);
    EXPECT_EQ(changed([](LinkedProgram& p) { p.uniformBlocks[1].size_B = 16; }), nullptr);
    EXPECT_EQ(changed([](LinkedProgram& p) { p.attributeMask = 0; }), nullptr);
    EXPECT_EQ(changed([](LinkedProgram& p) { p.attributeClass[0] = ComponentClass::Int; }),
              nullptr);
    EXPECT_EQ(changed([](LinkedProgram& p) { p.feedback.stride_B[0] = 0; }), nullptr);
    EXPECT_EQ(changed([](LinkedProgram& p) { p.geometry.inputPrimitive = kGlTriangles; }), nullptr);
    EXPECT_EQ(changed([](LinkedProgram& p) { p.tessellation.patchVertices = 3; }), nullptr);
}

TEST(ProgramFileTest, LimitsOfTheContextHold) {
    const std::vector<std::byte> bytes = writeProgram(*program());
    Limits limits;
    limits.maxUniformBlockSize_B = 16;
    EXPECT_EQ(readProgram(bytes, limits), nullptr);
    limits = {};
    limits.maxCombinedTextureImageUnits = 1;
    EXPECT_EQ(readProgram(bytes, limits), nullptr);
}

TEST(ProgramFileTest, InterfacesOfPrograms) {
    LinkOptions options{.api = Api::Desktop};
    options.separable = true;
    const auto fragment = [&](const std::string& inputs) {
        return testing::linkAll(
            {{Stage::Fragment,
              "#version 410\n" + inputs + "out vec4 o; void main() { o = vec4(1.0); }"}},
            options);
    };
    const auto vertex = program();
    std::string why;
    EXPECT_TRUE(interfacesMatch(*vertex, *fragment("in vec4 a; in vec2 b[2];"), why)) << why;
    EXPECT_TRUE(interfacesMatch(*vertex, *fragment("in vec4 a;"), why)) << why;
    EXPECT_FALSE(interfacesMatch(*vertex, *fragment("in vec3 a;"), why));
    EXPECT_THAT(why, ::testing::HasSubstr("'a' is vec3"));
    EXPECT_FALSE(interfacesMatch(*vertex, *fragment("in vec4 c;"), why));
    EXPECT_FALSE(interfacesMatch(*vertex, *fragment("layout(location = 0) in vec4 a;"), why));
}

} // namespace
} // namespace glsl
