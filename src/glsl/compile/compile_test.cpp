// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// What compiling one shader accepts, refuses and finds out, in all versions and stages.

#include "glsl/compile/frontend.h"
#include "glsl/compile/testing.h"
#include "glsl/text/dialect.h"
#include "glsl/text/tokens.h"
#include "spirv/text.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <functional>
#include <string>

namespace glsl {
namespace {

using testing::desktop;
using ::testing::ElementsAre;
using testing::errors;
using testing::es;
using ::testing::HasSubstr;
using ::testing::Not;

std::string codeOf(const CompileOptions& options, const std::string& source) {
    const auto shader = compile(options, source);
    return shader->ok() ? spirv::disassemble(shader->interface().spirv) : shader->infoLog();
}

const Global* find(const CompiledShader& shader, std::string_view name) {
    for (const Global& global : shader.interface().globals) {
        if (global.name == name) {
            return &global;
        }
    }
    return nullptr;
}

TEST(CompileTest, ExtensionsGiveTheirSyntaxWithAndWithoutAVersion) {
    CompileOptions options = desktop(Stage::Vertex, 130);
    options.extensions.arbUniformBufferObject = true;
    const std::string body = "#extension GL_ARB_uniform_buffer_object : enable\n"
                             "layout(std140) uniform Block { vec4 v[4]; };\n"
                             "void main() { gl_Position = v[1]; }";
    EXPECT_EQ(errors(options, "#version 110\n" + body), "");
    EXPECT_EQ(errors(options, body), "");
}

/// GLSL 4.10 section 5.9: the second and third operand may be of any type.
TEST(CompileTest, ArraysAndStructsAreChosenBetween) {
    const std::string head =
        "uniform bool which; uniform int i; uniform vec4 a[2]; uniform vec4 b[2];\n"
        "struct S { vec3 p[2]; float q; }; uniform S s; uniform S many[3];\n";
    for (const std::string chosen :
         {"(which ? a : b)[i]",
          "(which ? a : vec4[2](vec4(1.), vec4(2.)))[i]",
          "(which ? vec4[2](vec4(1.), vec4(2.)) : b)[i]",
          "vec4((which ? s : many[i]).p[i], 1.)",
          "vec4((which ? S(vec3[2](vec3(1.), vec3(2.)), 3.) : s).p[i], 1.)"}) {
        for (const int version : {120, 330, 410}) {
            const std::string source = "#version " + std::to_string(version) + "\n" + head +
                                       "void main() { gl_Position = " + chosen + "; }";
            EXPECT_EQ(errors(desktop(Stage::Vertex), source), "") << source;
        }
    }
    EXPECT_EQ(
        errors(es(Stage::Vertex),
               "#version 300 es\n" + head + "void main() { gl_Position = (which ? a : b)[i]; }"),
        "");
}

TEST(CompileTest, LinesAreChosenAsThePreprocessorDoes) {
    const std::string precision = "#ifdef GL_ES // of phones\nprecision highp float;\n#else\n"
                                  "#ifndef GL_ES\nint d;\n#endif\nfloat e;\n#endif\n";
    const std::string main = "/* a\nb */ void main() { gl_Position = vec4(1.5e-3); // end\n}\n";
    for (const CompileOptions& options : {es(Stage::Vertex), desktop(Stage::Vertex)}) {
        const bool isEs = options.api == Api::ES;
        for (const std::string version : {"", isEs ? "#version 100\n" : "#version 120\n"}) {
            const std::string source = version + precision + "float f;\n" + main;
            const auto chosen = chooseLines({.version = isEs ? 100 : 110, .es = isEs}, source);
            ASSERT_TRUE(chosen) << source;
            const Preprocessed expected = preprocess(options, source, isEs ? 100 : 110);
            ASSERT_TRUE(expected.ok) << expected.text;
            // The preprocessor's text has the comments' lines too.
            EXPECT_EQ(writeTokens(tokenize(*chosen)), writeTokens(tokenize(expected.text)));
        }
    }
}

TEST(CompileTest, LinesThatTakeAPreprocessor) {
    const std::string main = "void main() {}\n";
    for (const std::string source : {"#define A 1\n",
                                     "#if GL_ES\n#endif\n",
                                     "#ifdef GL_ES /* a\n */ float f;\n#endif\n",
                                     "#ifdef A\n#endif\n",
                                     "#ifdef GL_ES\n",
                                     "#ifdef GL_ES\n#else\n#else\n#endif\n",
                                     "#endif\n",
                                     "#pragma optimize(on)\n",
                                     "#extension all : warn\n",
                                     "float f;\n#version 110\n",
                                     "int i = __LINE__;\n",
                                     "int i = GL_OES_texture_3D;\n",
                                     "#\n",
                                     "float a # b;\n",
                                     "float \x01;\n"}) {
        EXPECT_FALSE(chooseLines({.version = 110, .es = false}, source + main)) << source;
    }
    EXPECT_TRUE(chooseLines({.version = 110, .es = false}, main));
}

TEST(CompileTest, VersionsOfTheContext) {
    const std::string body = "void main() { gl_Position = vec4(0.0); }";
    for (const int version : {110, 120, 130, 140, 150, 330, 400, 410}) {
        const std::string source = "#version " + std::to_string(version) + "\n" + body;
        EXPECT_EQ(errors(desktop(Stage::Vertex), source), "");
        EXPECT_EQ(errors(desktop(Stage::Vertex, 130), source) == "", version <= 130) << version;
    }
    EXPECT_THAT(errors(desktop(Stage::Vertex), "#version 420\n" + body),
                HasSubstr("not supported"));
    EXPECT_THAT(errors(desktop(Stage::Vertex), "#version 125\n" + body),
                HasSubstr("not supported"));
    EXPECT_THAT(errors(desktop(Stage::Vertex), "#version 150 compatibility\n" + body),
                HasSubstr("not supported"));
    EXPECT_EQ(errors(desktop(Stage::Vertex), "#version 150 core\n" + body), "");
    EXPECT_THAT(errors(desktop(Stage::Vertex), "#version 300 es\n" + body),
                HasSubstr("not supported"));
    EXPECT_EQ(errors(es(Stage::Vertex), "#version 300 es\n" + body), "");
    EXPECT_EQ(errors(es(Stage::Vertex), "// first\n\n#version 300 es\n" + body), "");
    EXPECT_THAT(errors(es(Stage::Vertex, 100), "#version 300 es\n" + body),
                HasSubstr("not supported"));
    EXPECT_THAT(errors(es(Stage::Vertex), "#version 310 es\n" + body), HasSubstr("not supported"));
    EXPECT_THAT(errors(es(Stage::Vertex), "#version 330\n" + body), HasSubstr("not supported"));
}

TEST(CompileTest, CoreHasNoFixedFunction) {
    const std::string source = "void main() { gl_Position = gl_ModelViewMatrix * gl_Vertex; }";
    EXPECT_EQ(errors(desktop(Stage::Vertex, 130), "#version 130\n" + source), "");
    EXPECT_THAT(errors(desktop(Stage::Vertex), "#version 140\n" + source),
                HasSubstr("0:2: error: 'gl_ModelViewMatrix' : is not in the core profile"));
}

TEST(CompileTest, ExtensionsBringFunctionsToOldVersions) {
    CompileOptions options = desktop(Stage::Fragment, 130);
    options.extensions.arbTextureCubeMapArray = true;
    const std::string body = "uniform samplerCubeArray t;\n"
                             "void main() { gl_FragColor = texture(t, vec4(1.0)); }";
    const std::string enable = "#extension GL_ARB_texture_cube_map_array : enable\n";
    EXPECT_EQ(errors(options, "#version 110\n" + enable + body), "");
    EXPECT_NE(errors(options, "#version 110\n" + body), "");
}

TEST(CompileTest, ExtensionsBringTheirLanguage) {
    CompileOptions options = desktop(Stage::Fragment, 150);
    const std::string source = "#version 150\n#extension GL_ARB_gpu_shader5 : require\n"
                               "uniform int i; out vec4 c; void main() { precise float f = 1.0;\n"
                               "c = vec4(fma(f, f, f), float(bitCount(i)), 0.0, 1.0); }";
    EXPECT_NE(errors(options, source), "");
    options.extensions.arbGpuShader5 = true;
    EXPECT_EQ(errors(options, source), "");
    EXPECT_EQ(compile(options, source)->interface().version, 150);
}

TEST(CompileTest, UniformBlocks) {
    const auto shader = compile(es(Stage::Vertex),
                                "#version 300 es\n"
                                "struct Light { vec3 place; float power; };\n"
                                "layout(shared, row_major) uniform Scene {\n"
                                "  float f; mat4x3 m; layout(column_major) mat2 k[3]; Light l[2];\n"
                                "} scene[2];\n"
                                "uniform Loose { vec2 v; };\n"
                                "void main() { gl_Position = vec4(v, scene[1].f, 1.0); }");
    ASSERT_TRUE(shader->ok()) << shader->infoLog();
    EXPECT_EQ(spirv::validateUnlinked(shader->interface().spirv), "");
    const Global* scene = find(*shader, "Scene");
    ASSERT_NE(scene, nullptr);
    EXPECT_EQ(scene->storage, Storage::Block);
    EXPECT_EQ(scene->instanceName, "scene");
    EXPECT_THAT(scene->type.dims, ElementsAre(2));
    const std::vector<Type::Member>& members = scene->type.members;
    ASSERT_EQ(members.size(), 4u);
    EXPECT_EQ(members[0].offset_B, 0);
    EXPECT_EQ(members[1].offset_B, 16);
    EXPECT_TRUE(members[1].rowMajor);
    EXPECT_EQ(members[1].matrixStride_B, 16);
    EXPECT_EQ(members[2].offset_B, 64);
    EXPECT_FALSE(members[2].rowMajor);
    EXPECT_EQ(members[2].arrayStride_B, 32);
    EXPECT_EQ(members[3].offset_B, 160);
    EXPECT_EQ(members[3].arrayStride_B, 16);
    EXPECT_EQ(members[3].type.members[1].offset_B, 12);
    EXPECT_EQ(scene->blockSize_B, 192);
    const Global* loose = find(*shader, "Loose");
    ASSERT_NE(loose, nullptr);
    EXPECT_EQ(loose->instanceName, "");
    EXPECT_EQ(loose->blockSize_B, 16);
}

TEST(CompileTest, InterfaceBlocksAndQualifiers) {
    const auto shader = compile(desktop(Stage::Vertex),
                                "#version 400\n"
                                "out Data { flat int id; centroid vec4 c; } data;\n"
                                "noperspective out vec2 uv; sample out vec3 s;\n"
                                "void main() { data.id = 1; data.c = vec4(1.0); uv = vec2(0.0);\n"
                                "  s = vec3(1.0); gl_Position = vec4(0.0); }");
    ASSERT_TRUE(shader->ok()) << shader->infoLog();
    const Global* data = find(*shader, "Data");
    ASSERT_NE(data, nullptr);
    EXPECT_TRUE(data->isBlock);
    EXPECT_EQ(data->storage, Storage::Output);
    EXPECT_TRUE(data->type.members[0].qualifiers.flat);
    EXPECT_TRUE(data->type.members[1].qualifiers.centroid);
    EXPECT_TRUE(find(*shader, "uv")->noperspective);
    EXPECT_TRUE(find(*shader, "s")->sample);
}

TEST(CompileTest, LayoutsOfTheMiddleStages) {
    const auto geometry = compile(desktop(Stage::Geometry),
                                  "#version 400\nlayout(lines_adjacency, invocations = 3) in;\n"
                                  "layout(line_strip, max_vertices = 5) out;\n"
                                  "void main() { gl_Position = gl_in[3].gl_Position;\n"
                                  "  EmitVertex(); EndPrimitive(); }");
    ASSERT_TRUE(geometry->ok()) << geometry->infoLog();
    const GeometryFacts& facts = geometry->interface().geometry;
    EXPECT_EQ(facts.inputPrimitive, kGlLinesAdjacency);
    EXPECT_EQ(facts.outputPrimitive, kGlLineStrip);
    EXPECT_EQ(facts.maxVertices, 5);
    EXPECT_EQ(facts.invocations, 3);
    const auto evaluation = compile(desktop(Stage::TessEvaluation),
                                    "#version 400\n"
                                    "layout(quads, fractional_even_spacing, cw, point_mode) in;\n"
                                    "void main() { gl_Position = vec4(gl_TessCoord, 1.0); }");
    ASSERT_TRUE(evaluation->ok()) << evaluation->infoLog();
    const TessellationFacts& tessellation = evaluation->interface().tessellation;
    EXPECT_EQ(tessellation.mode, kGlQuads);
    EXPECT_EQ(tessellation.spacing, kGlFractionalEven);
    EXPECT_EQ(tessellation.vertexOrder, kGlCw);
    EXPECT_TRUE(tessellation.pointMode);
    const auto control = compile(desktop(Stage::TessControl),
                                 "#version 400\nlayout(vertices = 4) out;\n"
                                 "void main() { gl_TessLevelOuter[0] = 1.0; barrier(); }");
    ASSERT_TRUE(control->ok()) << control->infoLog();
    EXPECT_EQ(control->interface().tessellation.patchVertices, 4);
}

TEST(CompileTest, AnotherShaderOfTheStageMayHaveTheLayout) {
    const auto shader = compile(desktop(Stage::Geometry),
                                "#version 150\nlayout(triangle_strip, max_vertices = 3) out;\n"
                                "void main() { EmitVertex(); }");
    EXPECT_TRUE(shader->ok()) << shader->infoLog();
    EXPECT_TRUE(shader->interface().needsPartner);
}

TEST(CompileTest, VerticesAreFinishedBehindTheConstant) {
    const std::string vertex = "#version 330\nvoid main() { gl_Position = vec4(0.0); }";
    EXPECT_THAT(codeOf(desktop(Stage::Vertex), vertex), HasSubstr("SpecId 1000"));
    EXPECT_THAT(codeOf(desktop(Stage::Geometry),
                       "#version 330\nlayout(points) in; layout(points, max_vertices = 1) out;\n"
                       "void main() { gl_Position = vec4(0.0); EmitVertex(); }"),
                HasSubstr("SpecId 1000"));
    CompileOptions native = es(Stage::Vertex);
    native.nativeDepthRange = true;
    EXPECT_THAT(codeOf(native, "#version 300 es\nvoid main() { gl_Position = vec4(0.0); }"),
                Not(HasSubstr("SpecId")));
}

TEST(CompileTest, InstancesCountFromZero) {
    const std::string source =
        "#version 330\nvoid main() { gl_Position = vec4(float(gl_InstanceID)); }";
    EXPECT_THAT(codeOf(desktop(Stage::Vertex), source), HasSubstr("BuiltIn BaseInstance"));
    CompileOptions without = desktop(Stage::Vertex);
    without.drawParameters = false;
    EXPECT_THAT(codeOf(without, source), Not(HasSubstr("BaseInstance")));
    EXPECT_TRUE(compile(desktop(Stage::Vertex), source)->interface().hidden.size() <= 1);
}

TEST(CompileTest, FragmentsNameTheirStencilReference) {
    CompileOptions options = desktop(Stage::Fragment, 330);
    const std::string body = "void main() { gl_FragStencilRefARB = int(gl_FragCoord.x); }";
    const std::string arb = "#extension GL_ARB_shader_stencil_export : require\n";
    const std::string amd = "#ifdef GL_AMD_shader_stencil_export\n"
                            "#extension GL_AMD_shader_stencil_export : enable\n#endif\n"
                            "void main() { gl_FragStencilRefAMD = 3; }";
    EXPECT_NE(errors(options, "#version 130\n" + arb + body), "");
    options.extensions.arbShaderStencilExport = true;
    options.extensions.amdShaderStencilExport = true;
    for (const std::string version : {"110", "120", "130", "150", "330"}) {
        SCOPED_TRACE(version);
        const std::string code = codeOf(options, "#version " + version + "\n" + arb + body);
        EXPECT_THAT(code, HasSubstr("BuiltIn FragStencilRefEXT"));
        EXPECT_THAT(code, HasSubstr("StencilRefReplacingEXT"));
        EXPECT_THAT(codeOf(options, "#version " + version + "\n" + amd),
                    HasSubstr("BuiltIn FragStencilRefEXT"));
        EXPECT_NE(errors(options, "#version " + version + "\n" + body), "");
    }
    options.stage = Stage::Vertex;
    EXPECT_NE(errors(options, "#version 130\n" + arb + body), "");
}

TEST(CompileTest, RectanglesBecome2D) {
    const std::string source =
        "#version 140\nuniform sampler2DRect a; uniform sampler2DRectShadow b; uniform sampler2D "
        "c;\n"
        "in vec4 t; out vec4 o;\n"
        "vec4 look(sampler2DRect s) { return textureGrad(s, t.xy, t.zw, t.yx); }\n"
        "void main() { o = look(a) + textureProj(a, t) + vec4(texture(b, t.xyz)) +\n"
        "  texture(c, t.xy) + texelFetch(a, textureSize(b)) + textureOffset(a, t.xy, ivec2(1)); }";
    EXPECT_EQ(errors(desktop(Stage::Fragment), source), "");
    const std::string code = codeOf(desktop(Stage::Fragment), source);
    EXPECT_THAT(code, Not(HasSubstr("Rect")));
    EXPECT_THAT(code, HasSubstr("OpImageQuerySizeLod"));
    EXPECT_EQ(find(*compile(desktop(Stage::Fragment), source), "a")->type.glType, 0x8B63u);
}

TEST(CompileTest, SubroutinesByIndex) {
    const auto shader =
        compile(desktop(Stage::Fragment),
                "#version 400\nsubroutine float F(vec4 c); subroutine float G();\n"
                "subroutine(F) float red(vec4 c) { return c.r; }\n"
                "subroutine(G) float one() { return 1.0; }\n"
                "subroutine(F) float green(vec4 c) { return c.g; }\n"
                "subroutine uniform F pick[2]; subroutine uniform G other; uniform vec4 u;\n"
                "out vec4 o; void main() { o = vec4(pick[1](u), pick[0](u), other(), 1.0); }");
    ASSERT_TRUE(shader->ok()) << shader->infoLog();
    const ShaderInterface& interface = shader->interface();
    EXPECT_EQ(spirv::validateUnlinked(interface.spirv), "");
    ASSERT_EQ(interface.subroutines.size(), 3u);
    EXPECT_EQ(interface.subroutines[2].name, "green");
    EXPECT_EQ(interface.subroutines[2].index, 2);
    EXPECT_THAT(interface.subroutines[2].types, ElementsAre("F"));
    ASSERT_EQ(interface.subroutineVariables.size(), 2u);
    EXPECT_EQ(interface.subroutineVariables[0].arraySize, 2);
    EXPECT_EQ(interface.subroutineVariables[1].location, 2);
    ASSERT_EQ(interface.hidden.size(), 1u);
    EXPECT_EQ(interface.hidden[0].name, kSubroutineIndices);
    EXPECT_THAT(interface.hidden[0].type.dims, ElementsAre(3));
    EXPECT_EQ(find(*shader, "gds_SubroutineIndices"), nullptr);
}

TEST(CompileTest, WrongSubroutines) {
    const std::string start = "#version 400\nsubroutine float F(vec4 c);\n";
    const std::string end = "\nout vec4 o; void main() { o = vec4(1.0); }";
    const auto log = [&](const std::string& text) {
        return errors(desktop(Stage::Fragment), start + text + end);
    };
    EXPECT_EQ(log(""), "");
    EXPECT_THAT(log("subroutine(F) float f(vec3 c) { return 1.0; }"), HasSubstr("does not match"));
    EXPECT_THAT(log("subroutine(G) float f(vec4 c) { return 1.0; }"), HasSubstr("0:3: error"));
    EXPECT_THAT(log("subroutine(F) float f(vec4 c);"), HasSubstr("types and a body"));
    EXPECT_THAT(log("subroutine() float f(vec4 c) { return 1.0; }"), HasSubstr("error"));
    EXPECT_THAT(log("subroutine uniform H h;"), HasSubstr("no subroutine type"));
    EXPECT_THAT(log("subroutine float F(vec4 c);"), HasSubstr("redefinition"));
    EXPECT_THAT(log("subroutine"), HasSubstr("error"));
}

TEST(CompileTest, ArraySizesOfAnyConstantExpression) {
    const auto log = [](const std::string& size) {
        return errors(desktop(Stage::Fragment),
                      "#version 400\nout vec4 o; void main() { float a[" + size +
                          "]; a[0] = 1.0; o = vec4(a[0]); }");
    };
    EXPECT_EQ(log("distance(sinh(vec2(1.0)), vec2(1.1752012)) < 1e-5 ? 2 : -1"), "");
    EXPECT_EQ(log("(ivec2(1, 2) == ivec2(1, 2)) == true ? 2 : -1"), "");
    EXPECT_EQ(log("inverse(mat2(2.0, 0.0, 0.0, 4.0))[1][1] == 0.25 ? 1 : -1"), "");
    EXPECT_EQ(log("determinant(mat3(1, 0, 0, 0, 2, 0, 0, 0, 3)) == 6.0 ? 1 : -1"), "");
    EXPECT_EQ(log("bitCount(0x80000001) + findMSB(-9) + findLSB(8u) == 8 ? 1 : -1"), "");
    EXPECT_EQ(log("bitfieldExtract(-16, 4, 28) == -1 ? 1 : -1"), "");
    EXPECT_EQ(log("bitfieldInsert(0xFu, 0xEu, 16, 4) == 0xE000Fu ? 1 : -1"), "");
    EXPECT_EQ(log("floatBitsToInt(ldexp(-0.5, -127)) == 0x80000000 ? 1 : -1"), "");
    EXPECT_EQ(log("fma(vec2(2.0), vec2(3.0), vec2(1.0)) == vec2(7.0) ? 1 : -1"), "");
    EXPECT_NE(log("bitfieldExtract(1, 30, 4) == 0 ? 1 : -1"), "");
    EXPECT_NE(log("(ivec2(1, 2) == ivec2(1, 3)) == true ? 2 : -1"), "");
    EXPECT_NE(log("sinh(0.0) < 1.0 ? f() : -1"), "");
}

TEST(CompileTest, OddTextsGiveALog) {
    for (const std::string& text : {std::string(),
                                    std::string("\0\0\0", 3),
                                    std::string("void main() {}\0x", 16),
                                    std::string(1000, '\\'),
                                    std::string("#"),
                                    std::string("#define"),
                                    std::string("#if"),
                                    std::string("#version"),
                                    std::string("#version 99999999999999999999"),
                                    std::string("/*"),
                                    std::string("\"'`@$"),
                                    std::string("#include \"x\"\n"),
                                    std::string("#line 4294967295\nx"),
                                    std::string(100000, '('),
                                    std::string(300000, 'a')}) {
        for (const Api api : {Api::ES, Api::Desktop}) {
            const auto shader = compile({.stage = Stage::Fragment, .api = api}, text);
            EXPECT_TRUE(shader->ok() || !shader->infoLog().empty());
        }
    }
}

/// Each function calls the one before twice.
std::string doubling(int depth) {
    std::string text = "float f0(float x) { return x * u.x + 1.0; }\n";
    for (int i = 1; i <= depth; ++i) {
        const std::string call = "f" + std::to_string(i - 1);
        text += "float f" + std::to_string(i) + "(float x) { return " + call + "(x + 1.0) + " +
                call + "(x * 2.0); }\n";
    }
    return "#version 330\nin vec4 v; uniform vec4 u; out vec4 o;\n" + text +
           "void main() { o = vec4(f" + std::to_string(depth) + "(v.x)); }\n";
}

std::string repeat(int count, const std::function<std::string(int)>& line) {
    std::string text;
    for (int i = 0; i < count; ++i) {
        text += line(i);
    }
    return text;
}

TEST(CompileTest, CallsGrowCodeWithinABudget) {
    const CompileOptions options = desktop(Stage::Fragment, 330);
    EXPECT_THAT(codeOf(options, doubling(4)), Not(HasSubstr("OpFunctionCall")));
    // Too many to replace, few enough for devices.
    const std::string kept = codeOf(options, doubling(11));
    EXPECT_THAT(kept, HasSubstr("OpFunctionCall"));
    EXPECT_LT(std::ranges::count(kept, '\n'), 40 * 11);
    for (const int depth : {16, 200}) {
        EXPECT_THAT(errors(options, doubling(depth)), HasSubstr("more than 100000 instructions"));
    }
}

TEST(CompileTest, CopiesOfStructsDoNotGrowWithThem) {
    const auto words = [](int length) {
        const std::string n = std::to_string(length);
        const auto shader =
            compile(desktop(Stage::Fragment, 330),
                    "#version 330\nin vec4 v; uniform vec4 u; uniform int k; out vec4 o;\n"
                    "struct S { vec4 a[" +
                        n +
                        "]; };\n"
                        "void main() { S s; for (int i = 0; i < " +
                        n +
                        "; ++i) s.a[i] = v * float(i);\n"
                        "S t = s; t.a[k] = u; S q = t; o = q.a[k + 1] + s.a[k]; }\n");
        EXPECT_TRUE(shader->ok()) << shader->infoLog();
        const std::vector<uint32_t>& code = shader->interface().spirv;
        EXPECT_EQ(spirv::validateUnlinked(code), "");
        EXPECT_THAT(spirv::disassemble(code), HasSubstr("OpFunctionCall"));
        return code.size();
    };
    EXPECT_EQ(words(100), words(1000));
}

/// A thing that is drawn twice, with a loop in one of the shaders, is at one place.
TEST(CompileTest, WhatElseAShaderDoesLeavesItsPositionAsItIs) {
    const std::string straight = "x = e.x;";
    const std::string loops = "x = 0.0; for (int i = 0; i < int(e.x); ++i) x += e.y;";
    const auto contracted = [](const std::string& head, const std::string& more) {
        const auto shader = compile(desktop(Stage::Vertex, 330),
                                    "#version 330 core\n" + head +
                                        "in vec4 p, a, b, e; out float x;\n"
                                        "void main() { gl_Position = p * a + b; " +
                                        more + " }\n");
        EXPECT_TRUE(shader->ok()) << shader->infoLog();
        return spirv::disassemble(shader->interface().spirv).find("OpFMul") == std::string::npos;
    };
    const std::string ownOutput = "invariant out vec4 c;\n";
    for (const std::string head : {"", "invariant gl_Position;\n"}) {
        EXPECT_EQ(contracted(head, straight), contracted(head, loops)) << head;
    }
    EXPECT_EQ(contracted(ownOutput, straight + " c = p * a + b;"),
              contracted(ownOutput, loops + " c = p * a + b;"));
    const std::string pragma = "#pragma STDGL invariant(all)\nout vec4 c;\n";
    EXPECT_EQ(contracted(pragma, straight + " c = p * a + b;"),
              contracted(pragma, loops + " c = p * a + b;"));
}

TEST(CompileTest, ThePragmaMakesEveryOutputInvariant) {
    const auto decorated = [](const std::string& head) {
        const auto shader =
            compile(desktop(Stage::Vertex, 330),
                    "#version 330 core\n" + head +
                        "in vec4 p; out vec4 a; out B { vec2 b; vec3 c; };\n"
                        "void main() { gl_Position = p; a = p * p; b = p.xy; c = p.xyz; }\n");
        EXPECT_TRUE(shader->ok()) << shader->infoLog();
        EXPECT_EQ(spirv::validateUnlinked(shader->interface().spirv), "");
        const std::string text = spirv::disassemble(shader->interface().spirv);
        size_t count = 0;
        for (size_t at = text.find(" Invariant"); at != std::string::npos;
             at = text.find(" Invariant", at + 1)) {
            ++count;
        }
        return count;
    };
    EXPECT_EQ(decorated(""), 0u);
    EXPECT_EQ(decorated("invariant gl_Position;\n"), 1u);
    // gl_Position, a, b and c at least: the block of built-ins may have others.
    EXPECT_GE(decorated("#pragma STDGL invariant(all)\n"), 4u);
}

TEST(CompileTest, WhatTakesTooLongIsRefusedAtOnce) {
    const CompileOptions options = desktop(Stage::Fragment, 330);
    const std::string head = "#version 330\nin vec4 v; uniform int k; out vec4 o;\n";
    const auto cases =
        repeat(5000, [](int i) { return "case " + std::to_string(i) + ": c *= v; break;\n"; });
    EXPECT_THAT(
        errors(options, head + "void main() { vec4 c = v; switch (k) {" + cases + "} o = c; }"),
        HasSubstr("labels"));
    // Where macros make them, too.
    EXPECT_THAT(errors(options,
                       "#version 330\n#define C case 1: case 2: case 3: case 4: case 5: break;\n"
                       "void main() { switch (1) {" +
                           repeat(1000, [](int) { return "C "; }) + "} }"),
                HasSubstr("labels"));
    const auto varyings =
        repeat(65000, [](int i) { return "out vec4 a" + std::to_string(i) + ";\n"; });
    EXPECT_THAT(errors(desktop(Stage::Vertex, 330), "#version 330\n" + varyings + "void main() {}"),
                HasSubstr("declarations"));
}

} // namespace
} // namespace glsl
