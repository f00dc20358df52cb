// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// spirv::ClampCoordinates on code of the compiler's.

#include "glsl/link/testing.h"

#include "spirv/clamp_coordinates.h"
#include "spirv/module.h"

namespace glsl {
namespace {

using ::testing::ContainsRegex;
using ::testing::HasSubstr;
using testing::linkAll;
using ::testing::Not;
using testing::Source;

const char* const kVertex = "#version 130\nvoid main() { gl_Position = vec4(0.0); }\n";

std::vector<uint32_t> fragmentOf(const std::string& body, const std::string& version = "400") {
    const auto program = linkAll(
        {{Stage::Vertex, kVertex},
         {Stage::Fragment,
          "#version " + version + " compatibility\nuniform vec4 p; out vec4 color;\n" + body}});
    const StageBinary* binary = program->stage(Stage::Fragment);
    return binary ? binary->spirv : std::vector<uint32_t>();
}

// As the driver runs it, validated: samplers are at bindings 1, 2 …
std::vector<uint32_t> clamped(const std::vector<uint32_t>& words, uint32_t rows = 1) {
    std::vector<spirv::ClampCoordinates::Sampler> samplers;
    for (uint32_t i = 0; i < rows; ++i) {
        samplers.push_back({1 + i, i});
    }
    const auto module = spirv::Module::parse(words);
    uint32_t set = 0;
    for (const spirv::Decoration& d : module->decorations()) {
        set = d.kind == spv::DecorationDescriptorSet ? d.value : set;
    }
    auto out = spirv::ClampCoordinates::run(words, {set, 0, 64, rows}, samplers);
    EXPECT_EQ(spirv::validate(out), "") << spirv::disassemble(out);
    return out;
}

std::string textOf(const std::string& body) {
    return spirv::disassemble(clamped(fragmentOf(body)));
}

TEST(ClampCoordinatesTest, CoordinatesGoThroughTheTable) {
    const std::string text =
        textOf("uniform sampler2D t; void main() { color = textureLod(t, p.xy, 1.0); }");
    EXPECT_THAT(text, ContainsRegex("OpMemberDecorate %[0-9]+ 0 Offset 64"));
    EXPECT_THAT(text, ContainsRegex("OpDecorate %[0-9]+ ArrayStride 48"));
    EXPECT_THAT(text,
                ContainsRegex("(%[0-9]+) = OpBitwiseAnd [^\n]+\n"
                              " *(%[0-9]+) = OpBitcast [^\n]+\n"
                              " *(%[0-9]+) = OpExtInst %[0-9]+ %[0-9]+ FClamp [^\n]+\n"
                              " *%[0-9]+ = OpImageSampleExplicitLod [^\n]+ Lod"));
    EXPECT_THAT(text, Not(HasSubstr("OpDPdx")));
}

TEST(ClampCoordinatesTest, TheLevelIsThatOfTheCoordinatesAsTheyWere) {
    const std::string text =
        textOf("uniform sampler2D t; void main() { color = texture(t, p.xy, 0.5); }");
    EXPECT_THAT(text, HasSubstr("OpDPdx"));
    EXPECT_THAT(text, HasSubstr("OpDPdy"));
    EXPECT_THAT(text, HasSubstr("Exp2")); // The bias.
    EXPECT_THAT(text, ContainsRegex("OpImageSampleExplicitLod [^\n]+ Grad %[0-9]+ %[0-9]+\n"));
    EXPECT_THAT(text, Not(HasSubstr("ImplicitLod")));
}

TEST(ClampCoordinatesTest, ProjectionsAreDividedBefore) {
    const std::string text =
        textOf("uniform sampler2DShadow t; void main() { color = vec4(textureProj(t, p)); }");
    EXPECT_THAT(text, Not(HasSubstr("OpImageSampleProj")));
    EXPECT_THAT(text,
                ContainsRegex("OpFDiv[^\n]+\n *%[0-9]+ = OpFDiv[^\n]+\n")); // Coordinates, depth.
    EXPECT_THAT(text, HasSubstr("OpImageSampleDrefExplicitLod"));
}

TEST(ClampCoordinatesTest, OffsetsStay) {
    const std::string text = textOf(
        "uniform sampler2D t; void main() { color = textureOffset(t, p.xy, ivec2(1, 2), p.z); }");
    EXPECT_THAT(text, HasSubstr(" Grad|ConstOffset "));
}

TEST(ClampCoordinatesTest, ArraysHaveRowsAndLayersStay) {
    const std::string text = textOf("uniform sampler2DArray t[3]; uniform int i;\n"
                                    "void main() { color = texture(t[i], p.xyz); }");
    EXPECT_THAT(text, HasSubstr("OpIAdd"));
    EXPECT_THAT(text,
                ContainsRegex("FClamp [^\n]+\n"
                              " *%[0-9]+ = OpCompositeExtract %[0-9]+ %[0-9]+ 2\n"
                              " *%[0-9]+ = OpCompositeConstruct"));
}

TEST(ClampCoordinatesTest, EveryLookupIsValid) {
    struct Case {
        const char* type;
        const char* lookups;
    };
    const Case cases[] = {
        {"sampler1D", "texture(t, p.x) + textureProj(t, p.xy) + textureProj(t, p, 0.5)"},
        {"sampler1D", "textureGrad(t, p.x, p.y, p.z) + textureProjLod(t, p, 0.5)"},
        {"sampler1D", "textureOffset(t, p.x, 1) + texture1DProj(t, p.xy)"},
        {"sampler1DArray", "texture(t, p.xy) + textureLod(t, p.xy, 1.0)"},
        {"sampler1DShadow", "vec4(texture(t, p.xyz) + textureProj(t, p, 1.0))"},
        {"sampler1DArrayShadow", "vec4(texture(t, p.xyz) + textureLod(t, p.xyz, 1.0))"},
        {"sampler2D", "textureProj(t, p.xyz) + textureProj(t, p) + textureProj(t, p, 0.5)"},
        {"sampler2D", "textureProjGrad(t, p, p.xy, p.yz) + textureProjLod(t, p.xyz, 0.5)"},
        {"sampler2D", "textureGather(t, p.xy, 2) + textureGatherOffset(t, p.xy, ivec2(1))"},
        {"sampler2D", "textureProjOffset(t, p, ivec2(1)) + texture2DProj(t, p)"},
        {"sampler2D", "textureGradOffset(t, p.xy, p.xy, p.zw, ivec2(1))"},
        {"sampler2DArray", "texture(t, p.xyz, 0.5) + textureGather(t, p.xyz)"},
        {"sampler2DShadow", "vec4(texture(t, p.xyz, 1.0) + textureProjLod(t, p, 1.0))"},
        {"sampler2DShadow", "textureGather(t, p.xy, p.z)"},
        {"sampler2DShadow", "vec4(textureProjGrad(t, p, p.xy, p.zw))"},
        {"sampler2DArrayShadow", "vec4(texture(t, p))"},
        {"sampler2DRect", "texture(t, p.xy) + textureProj(t, p) + textureProj(t, p.xyz)"},
        {"sampler2DRectShadow", "vec4(texture(t, p.xyz) + textureProj(t, p))"},
        {"sampler3D", "texture(t, p.xyz) + textureProj(t, p) + textureLod(t, p.xyz, 2.0)"},
        {"sampler3D", "textureProjGrad(t, p, p.xyz, p.yzw)"},
        {"isampler2D", "vec4(texture(t, p.xy))"},
        {"usampler3D", "vec4(texture(t, p.xyz, 1.0))"},
    };
    for (const Case& c : cases) {
        SCOPED_TRACE(c.lookups);
        const auto words = fragmentOf(std::string("uniform ") + c.type +
                                      " t; void main() { color = " + c.lookups + "; }");
        const auto out = clamped(words);
        EXPECT_NE(out, words);
        const std::string text = spirv::disassemble(out);
        EXPECT_THAT(text, HasSubstr("FClamp"));
        EXPECT_THAT(text, Not(HasSubstr("ImplicitLod")));
        EXPECT_THAT(text, Not(HasSubstr("OpImageSampleProj")));
    }
}

TEST(ClampCoordinatesTest, WhatIsNotWrappedStays) {
    for (const char* body : {
             "uniform samplerCube t; void main() { color = texture(t, p.xyz); }",
             "uniform sampler2D t; void main() { color = texelFetch(t, ivec2(p.xy), 0); }",
             "uniform sampler2D t; void main() { color = textureQueryLod(t, p.xy).xyxy; }",
             "uniform samplerBuffer t; void main() { color = texelFetch(t, int(p.x)); }",
             "void main() { color = p; }",
         }) {
        SCOPED_TRACE(body);
        const auto words = fragmentOf(body);
        EXPECT_EQ(clamped(words), words);
    }
}

TEST(ClampCoordinatesTest, EachSamplerHasItsRow) {
    const auto words = fragmentOf("uniform sampler2D a, b;\n"
                                  "void main() { color = texture(a, p.xy) + texture(b, p.xy); }");
    const auto module = spirv::Module::parse(clamped(words, 2));
    ASSERT_TRUE(module);
    std::vector<uint32_t> rows;
    module->forEach([&](const spirv::Instruction& inst) {
        if (inst.op() == spv::OpAccessChain && inst.size() == 7) {
            rows.push_back(module->constant(spirv::Id{inst[5]}).value_or(99));
        }
    });
    EXPECT_THAT(rows, ::testing::ElementsAre(0, 0, 0, 1, 1, 1));
    // Those that have no row are left alone.
    EXPECT_EQ(spirv::ClampCoordinates::run(words, {0, 0, 64, 1}, {}), words);
}

TEST(ClampCoordinatesTest, VerticesDeriveNothing) {
    const auto program = linkAll(
        {{Stage::Vertex,
          "#version 400\nuniform sampler2D t; in vec2 p;\n"
          "void main() { gl_Position = texture(t, p); }"},
         {Stage::Fragment, "#version 400\nout vec4 color; void main() { color = vec4(1.0); }"}});
    const std::string text = spirv::disassemble(clamped(program->stage(Stage::Vertex)->spirv));
    EXPECT_THAT(text, HasSubstr("FClamp"));
    EXPECT_THAT(text, Not(HasSubstr("OpDPdx")));
}

TEST(ClampCoordinatesTest, ComparisonsBecomeVectorsAsTheTableSays) {
    const auto spreads = [](const std::string& body) {
        const auto module = spirv::Module::parse(fragmentOf(body));
        return spirv::ClampCoordinates::spreadsComparisons(*module);
    };
    const std::string declared = "uniform sampler2DShadow t; void main() { ";
    EXPECT_TRUE(spreads(declared + "color = shadow2D(t, p.xyz); }"));
    EXPECT_TRUE(spreads(declared + "color = vec4(shadow2DProj(t, p).a * 0.5); }"));
    EXPECT_FALSE(spreads(declared + "color = vec4(texture(t, p.xyz)); }"));
    const std::string text = textOf(declared + "color = shadow2D(t, p.xyz); }");
    EXPECT_THAT(
        text, ContainsRegex("= OpSelect [^\n]+\n *%[0-9]+ = OpCompositeConstruct( %[0-9]+){5}\n"));
    EXPECT_THAT(text, Not(HasSubstr("FMax")));
}

} // namespace
} // namespace glsl
