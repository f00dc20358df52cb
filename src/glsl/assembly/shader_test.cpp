// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Assembly programs as text: what each becomes. What they compute is tested where they draw
// (tests/api), which of them load there, too.

#include "glsl/assembly/shader.h"
#include "glsl/compile/testing.h"
#include "glsl/link/link.h"

#include <gmock/gmock.h>

#include <string>

namespace glsl::assembly {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;
using Source = Parameter::Source;

Shader vertex(const std::string& statements) {
    return translate("!!ARBvp1.0 TEMP t; ADDRESS a;" + statements + "END", true, {});
}

Shader fragment(const std::string& statements) {
    return translate("!!ARBfp1.0 " + statements + "END", false, {});
}

void expectLinks(const Shader& shader, Stage stage) {
    ASSERT_EQ(shader.error, "");
    CompileOptions options = testing::desktop(stage, 130);
    options.extensions.arbTextureRectangle = true;
    options.extensions.arbFragmentCoordConventions = true;
    const std::shared_ptr<const CompiledShader> shaders[] = {compile(options, shader.text)};
    ASSERT_TRUE(shaders[0]->ok()) << shaders[0]->infoLog() << shader.text;
    const auto program = link(shaders,
                              {.api = Api::Desktop,
                               .attributeBindings = shader.attributeBindings,
                               .fixedFunction = FixedFunction::StandsIn,
                               .clippedByPlanes = shader.isClippedByPlanes});
    ASSERT_TRUE(program->ok) << program->infoLog << shader.text;
    EXPECT_EQ(program->clip.offset_B >= 0, shader.isClippedByPlanes);
}

std::vector<std::pair<Source, int>> parametersOf(const Shader& shader) {
    std::vector<std::pair<Source, int>> all;
    for (const Parameter& parameter : shader.parameters) {
        all.emplace_back(parameter.source, parameter.index);
    }
    return all;
}

TEST(AssemblyShaderTest, InstructionsAreStatements) {
    EXPECT_THAT(vertex("MOV t, -t.yyzw;").text, HasSubstr(" t0 = (-t0.yyzw);"));
    EXPECT_THAT(vertex("ADD t.xw, t, t.y;").text, HasSubstr(" t0.xw = (t0 + t0.yyyy).xw;"));
    EXPECT_THAT(vertex("RCP t, -t.z;").text, HasSubstr(" t0 = vec4(1.0 / (-t0.z));"));
    EXPECT_THAT(vertex("SWZ t, t, -x, 0, -1, w;").text,
                HasSubstr(" t0 = vec4(-t0.x, 0.0, -1.0, t0.w);"));
    EXPECT_THAT(vertex("ARL a.x, t.y;").text, HasSubstr(" address0 = address(t0.y);"));
    EXPECT_THAT(fragment("TEMP c; TXB_SAT c, c, texture[3], CUBE;").text,
                HasSubstr(" t0 = clamp(textureCube(unit3, t0.xyz, t0.w), 0.0, 1.0);"));
    EXPECT_THAT(fragment("KIL fragment.color;").text,
                HasSubstr("if (any(lessThan(gl_Color, vec4(0.0)))) { discard; }"));
}

TEST(AssemblyShaderTest, ConstantsKeepTheirValue) {
    const Shader shader = vertex("ADD t, 0.1, { -1e-7, 16777217, 3 };");
    EXPECT_THAT(shader.text, HasSubstr("= vec4(0.100000001, 0.100000001, 0.1"));
    EXPECT_THAT(shader.text, HasSubstr("= vec4(-1.00000001e-07, 16777216.0, 3.0, 1.0);"));
    EXPECT_TRUE(shader.parameters.empty());
    EXPECT_THAT(vertex("MOV t, 1e999;").text, HasSubstr("3.40282347e+38"));
    EXPECT_THAT(vertex("MOV t, 1e-999;").text, HasSubstr("vec4(0.0, 0.0, 0.0, 0.0);"));
    expectLinks(shader, Stage::Vertex);
}

TEST(AssemblyShaderTest, ParametersAreThoseThatAreRead) {
    const Shader shader = vertex("PARAM p[] = { program.env[3..90] }; PARAM q = program.local[2];"
                                 "ADD t, p[5], program.local[1]; MOV result.color, p[5];");
    EXPECT_THAT(parametersOf(shader),
                ElementsAre(std::pair(Source::Environment, 8), std::pair(Source::Local, 1)));
    EXPECT_THAT(shader.text, HasSubstr("uniform vec4 parameters[2];"));
    EXPECT_THAT(shader.text, HasSubstr(" = parameters[0];"));
}

TEST(AssemblyShaderTest, ArraysThatAreIndexedLieInOnePiece) {
    const Shader shader =
        vertex("PARAM p[] = { program.local[9], 2, state.matrix.program[4].row[1] };"
               "MOV t, program.local[9]; MOV result.color, p[a.x - 3];");
    EXPECT_THAT(parametersOf(shader),
                ElementsAre(std::pair(Source::Local, 9),
                            std::pair(Source::Constant, 0),
                            std::pair(Source::ProgramMatrix, 4),
                            std::pair(Source::Local, 9)));
    EXPECT_THAT(shader.text, HasSubstr("parameters[0 + int(clamp(address0 + -3.0, 0.0, 2.0))]"));
    expectLinks(shader, Stage::Vertex);
}

TEST(AssemblyShaderTest, ArraysWithOtherStateAreVariables) {
    const Shader shader = vertex("PARAM p[] = { state.matrix.mvp, 1, program.env[0] };"
                                 "MOV result.color, p[a.x];");
    EXPECT_THAT(shader.text, HasSubstr("vec4 array0[6];"));
    EXPECT_THAT(shader.text, HasSubstr("array0[3] = gl_ModelViewProjectionMatrixTranspose[3];"));
    EXPECT_THAT(shader.text, HasSubstr("array0[5] = parameters[0];"));
    expectLinks(shader, Stage::Vertex);
}

TEST(AssemblyShaderTest, StateIsWhatGlslCallsIt) {
    const auto state = [](const std::string& binding) {
        return vertex("MOV t, state." + binding + ";").text;
    };
    EXPECT_THAT(state("matrix.modelview[0].row[1]"), HasSubstr("gl_ModelViewMatrixTranspose[1];"));
    EXPECT_THAT(state("matrix.texture[2].inverse.row[0]"),
                HasSubstr("gl_TextureMatrixInverseTranspose[2][0];"));
    EXPECT_THAT(state("matrix.projection.invtrans.row[3]"),
                HasSubstr("gl_ProjectionMatrixInverse[3];"));
    EXPECT_THAT(state("lightprod[1].back.specular"),
                HasSubstr("vec4(gl_BackLightProduct[1].specular.rgb, gl_BackMaterial.specular.a)"));
    EXPECT_THAT(state("texgen[7].eye.q"), HasSubstr("gl_EyePlaneQ[7]"));
}

TEST(AssemblyShaderTest, AttributesKeepTheirLocations) {
    const Shader shader = vertex("ADD t, vertex.attrib[15], vertex.attrib[2];"
                                 "ADD t, t, vertex.position; MOV result.color, t;");
    EXPECT_THAT(shader.attributeBindings,
                ElementsAre(std::pair("generic15", 15), std::pair("generic2", 2)));
    EXPECT_THAT(vertex("MOV t, vertex.attrib[0];").text, HasSubstr("= gl_Vertex;"));
    expectLinks(shader, Stage::Vertex);
}

TEST(AssemblyShaderTest, PositionsOfFixedFunctionAreClipped) {
    const std::string color = "MOV result.color, 1; END";
    const Shader invariant =
        translate("!!ARBvp1.0 OPTION ARB_position_invariant;" + color, true, {});
    EXPECT_THAT(invariant.text, HasSubstr("gl_Position = ftransform();"));
    expectLinks(invariant, Stage::Vertex);
    const Shader other = translate("!!ARBvp1.0 " + color, true, {});
    EXPECT_THAT(other.text, Not(HasSubstr("ftransform")));
    expectLinks(other, Stage::Vertex);
}

TEST(AssemblyShaderTest, ResultsAreWrittenIfTheProgramWritesThem) {
    const Shader depth = fragment("MOV result.depth.xyw, 1; MOV result.color, 1;");
    EXPECT_THAT(depth.text, Not(HasSubstr("gl_FragDepth")));
    EXPECT_THAT(depth.text, HasSubstr("gl_FragColor"));
    EXPECT_THAT(fragment("MOV result.depth.z, 1;").text, Not(HasSubstr("gl_FragColor")));
    const Shader several =
        fragment("OPTION ARB_draw_buffers; MOV result.color[3], 1; MOV result.color, 0;");
    EXPECT_THAT(several.text, HasSubstr("gl_FragData[0]"));
    EXPECT_THAT(several.text, HasSubstr("gl_FragData[3]"));
    expectLinks(several, Stage::Fragment);
}

TEST(AssemblyShaderTest, PositionsOfFragmentsHaveALayout) {
    const Shader shader = fragment("OPTION ARB_fragment_coord_pixel_center_integer;"
                                   "OPTION ARB_fragment_coord_origin_upper_left;"
                                   "MOV result.color, fragment.position;");
    EXPECT_THAT(shader.text,
                HasSubstr("layout(origin_upper_left, pixel_center_integer) in vec4 gl_FragCoord;"));
    expectLinks(shader, Stage::Fragment);
    EXPECT_THAT(fragment("KIL fragment.position;").text, Not(HasSubstr("layout")));
}

TEST(AssemblyShaderTest, TheFirstErrorHasItsPlace) {
    const std::string text = "!!ARBvp1.0\n# a comment\nMOV result.color, wrong; also wrong; END";
    const Shader shader = translate(text, true, {});
    EXPECT_EQ(shader.errorPosition, text.find("wrong"));
    EXPECT_THAT(shader.error, HasSubstr("'wrong'"));
    EXPECT_EQ(translate("!!ARBvp1.0\nTEMP t", true, {}).errorPosition, 17u);
    EXPECT_EQ(translate("", true, {}).errorPosition, 0u);
}

} // namespace
} // namespace glsl::assembly
