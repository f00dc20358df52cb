// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// What the language forbids and the compiler library overlooks, and the reverse.

#include "glsl/compile/testing.h"

#include <gmock/gmock.h>

namespace glsl {
namespace {

using testing::desktop;
using testing::errors;
using testing::es;
using ::testing::HasSubstr;

TEST(ChecksTest, WhatTheCompilerLibraryOverlooks) {
    const auto fragment = [](const std::string& text) {
        return errors(desktop(Stage::Fragment), text + "\nvoid main() {}");
    };
    EXPECT_THAT(fragment("#version 150\nin B { int i; } b;"), HasSubstr("must be flat"));
    EXPECT_EQ(fragment("#version 150\nin B { flat int i; vec2 v; } b;"), "");
    EXPECT_THAT(fragment("#version 130\nfloat f(highp in float x) { return x; }"),
                HasSubstr("precision qualifier"));
    EXPECT_THAT(fragment("#version 130\nsmooth varying float x;"), HasSubstr("interpolation"));
    EXPECT_THAT(fragment("#version 150\nvec4 b() { return vec4(0.0); }\nin b { vec4 a; } i;"),
                HasSubstr("redefinition"));
    EXPECT_THAT(errors(desktop(Stage::Geometry),
                       "#version 150\nin vec4 a[2]; in vec4 b[3];\nvoid main() {}"),
                HasSubstr("different sizes"));
    const std::string indexed = "uniform B { vec4 v; } b[2]; uniform int i; out vec4 o;\n"
                                "void main() { o = b[i].v; }";
    EXPECT_THAT(errors(desktop(Stage::Fragment), "#version 330\n" + indexed),
                HasSubstr("constant indices"));
    EXPECT_EQ(errors(desktop(Stage::Fragment), "#version 400\n" + indexed), "");
}

TEST(ChecksTest, WhatEarlyVersionsForbid) {
    const auto vertex = [](const std::string& version, const std::string& text) {
        return errors(desktop(Stage::Vertex, 130), "#version " + version + "\n" + text);
    };
    const std::string empty = "\nvoid main() { gl_Position = vec4(0.0); }";
    for (const std::string type : {"int", "bool", "ivec3", "bvec2"}) {
        EXPECT_THAT(vertex("120", "attribute " + type + " a;" + empty), HasSubstr("of floats"));
    }
    EXPECT_EQ(vertex("120", "attribute mat2 a; attribute vec3 b;" + empty), "");
    for (const std::string size : {"ivec4(3)", "ivec2(2.3, 2.3)", "vec3(1.0)"}) {
        EXPECT_THAT(vertex("110", "uniform vec4 a[" + size + "];" + empty), HasSubstr("scalar"));
    }
    EXPECT_EQ(vertex("120", "uniform vec4 a[ivec2(3).x];" + empty), "");
    EXPECT_THAT(vertex("120", "void main() { float f(float x); gl_Position = vec4(0.0); }"),
                HasSubstr("'f' : functions are declared outside"));
    EXPECT_EQ(vertex("120",
                     "float f(float x) { if (x > 1.0) return sin(x); else return cos(x); }\n"
                     "void main() { vec4 v = vec4(f(1.0)); gl_Position = v; }"),
              "");
    EXPECT_THAT(vertex("110", "void f(inout float x[2]) {}" + empty), HasSubstr("l-value"));
    EXPECT_EQ(vertex("110", "void f(inout float x, float y[2]) {}" + empty), "");
    EXPECT_EQ(vertex("120", "void f(inout float x[2]) {}" + empty), "");
    EXPECT_THAT(vertex("110", "struct gl_Own { vec4 a; };" + empty), HasSubstr("reserved"));
    EXPECT_THAT(vertex("120", "void f() {}\nvoid main() { +f(); }"), HasSubstr("error"));
    EXPECT_THAT(vertex("120",
                       "uniform vec4 a[2], b[2];\n"
                       "void main() { gl_Position = vec4(+a == b); }"),
                HasSubstr("error"));
    EXPECT_EQ(vertex("120",
                     "uniform float a; const int two = 2; float b[+two];\n"
                     "void main() { gl_Position = vec4(+a, a + +b[0], 1.0 + a, -a); }"),
              "");
}

TEST(ChecksTest, Directives) {
    const auto log = [](const std::string& text) {
        return errors(desktop(Stage::Vertex, 130), "#version 110\n" + text);
    };
    const std::string empty = "void main() { gl_Position = vec4(0.0); }";
    for (const std::string word : {"debug", "optimize"}) {
        const std::string pragma = "#pragma " + word + "(on)\n";
        EXPECT_THAT(log("void main() {\n" + pragma + "gl_Position = vec4(0.0); }"),
                    HasSubstr("0:3: error: '#pragma' : stands outside of functions only"));
        EXPECT_EQ(log(pragma + empty), "");
    }
    EXPECT_EQ(log("void main() {\n#pragma other(on)\ngl_Position = vec4(0.0); }"), "");
    EXPECT_THAT(log("#define TEXT(a) vec4(#a)\n" + empty), HasSubstr("no such operator"));
    EXPECT_EQ(log("#define NAME(a) a // #1\n" + empty), "");
    EXPECT_EQ(log("#if 0\n#define TEXT(a) vec4(#a)\n#endif\n" + empty), "");
    CompileOptions rectangles = desktop(Stage::Fragment, 130);
    rectangles.extensions.arbTextureRectangle = true;
    const std::string sampler = "uniform sampler2DRect s; void main() {}";
    const std::string directive = "#extension GL_ARB_texture_rectangle : ";
    EXPECT_NE(errors(rectangles, directive + "disable\n" + sampler), "");
    EXPECT_EQ(errors(rectangles, directive + "enable\n" + sampler), "");
}

// Interpolated globals that are neither inputs nor outputs become code that is not valid.
TEST(ChecksTest, InterpolationOfInputsAndOutputs) {
    const auto log = [](Stage stage, const std::string& declaration) {
        const std::string layouts = "layout(points) in; layout(points, max_vertices = 1) out;\n";
        return errors(desktop(stage),
                      "#version 410\n" + (stage == Stage::Geometry ? layouts : "") + declaration +
                          "\nvoid main() {}");
    };
    for (const std::string word : {"smooth", "flat", "noperspective", "centroid", "sample"}) {
        for (const std::string rest : {" vec3 a;",
                                       " vec3 a[];",
                                       " vec3 a = vec3(1.0);",
                                       " uniform vec3 a;",
                                       " const float a = 1.0;",
                                       " struct S { vec3 a; } s;",
                                       " float f(in float x) { return x; }"}) {
            EXPECT_NE(log(Stage::Geometry, word + rest), "") << word << rest;
            EXPECT_NE(log(Stage::Fragment, "in vec3 i;" + word + rest), "") << word << rest;
        }
        EXPECT_EQ(log(Stage::Geometry, word + " in vec3 a[];"), "");
        EXPECT_EQ(log(Stage::Fragment, "layout(location = 1) " + word + " in vec3 a;"), "");
        EXPECT_EQ(log(Stage::Vertex, "invariant " + word + " out vec3 a;"), "");
    }
    EXPECT_THAT(log(Stage::Geometry, "noperspective vec3 place[];"),
                HasSubstr("'noperspective' : qualifies inputs and outputs only"));
    EXPECT_THAT(errors(es(Stage::Vertex),
                       "#version 300 es\nflat vec3 a;\nvoid main() { gl_Position = a.xxxx; }"),
                HasSubstr("inputs and outputs"));
    EXPECT_EQ(errors(desktop(Stage::Fragment), "#version 330\nfloat sample;\nvoid main() {}"), "");
}

TEST(ChecksTest, DeclarationsThatOnlyLookRight) {
    const auto vertex = [](const std::string& text) {
        return errors(desktop(Stage::Vertex), "#version 150\n" + text);
    };
    const std::string body = "\nvoid main() { gl_Position = vec4(0.0); }";
    EXPECT_THAT(vertex("out B { varying vec4 a; } b;" + body), HasSubstr("members of blocks"));
    EXPECT_THAT(vertex("uniform B { vec4 a; } b[];" + body), HasSubstr("needs a size"));
    EXPECT_EQ(vertex("uniform B { vec4 a; } b[2]; out C { vec4 a; } c;" + body), "");
    EXPECT_THAT(vertex("float f(layout(location = 0) in float a) { return a; }" + body),
                HasSubstr("parameters"));
    const std::string block = "out gl_PerVertex { vec4 gl_Position; float gl_ClipDistance[]; };\n";
    EXPECT_THAT(vertex(block + "out float gl_ClipDistance[4];" + body), HasSubstr("outside"));
    EXPECT_EQ(vertex(block + "vec4 f() { return gl_Position; }" + body), "");
}

TEST(ChecksTest, StructsInInputBlocksAreFlatToo) {
    const auto fragment = [](const std::string& text) {
        return errors(desktop(Stage::Fragment), "#version 400\n" + text + "\nvoid main() {}");
    };
    EXPECT_THAT(fragment("struct S { vec2 v; ivec2 i[4]; }; in B { S s; };"), HasSubstr("be flat"));
    EXPECT_THAT(fragment("struct R { double d; }; struct S { R r; }; in B { S s[2]; };"),
                HasSubstr("must be flat"));
    EXPECT_EQ(fragment("struct S { ivec2 i[4]; }; in B { flat S s; };"), "");
    EXPECT_EQ(fragment("struct S { float f[int(2.5)]; }; in B { S s; float g[int(3)]; };"), "");
}

TEST(ChecksTest, LabelsHaveTheTypeOfTheSwitch) {
    const auto log = [](const CompileOptions& options, const std::string& version) {
        return errors(options,
                      version + "\nvoid main() { uint x = 1u; gl_Position = vec4(0.0);"
                                " switch (x) { case 1: gl_Position.x = 1.0; } }");
    };
    EXPECT_THAT(log(desktop(Stage::Vertex), "#version 130"), HasSubstr("0:2: error: 'case'"));
    EXPECT_THAT(log(es(Stage::Vertex), "#version 300 es"), HasSubstr("'case'"));
    EXPECT_EQ(log(desktop(Stage::Vertex), "#version 400"), "");
    CompileOptions options = desktop(Stage::Vertex);
    options.extensions.arbGpuShader5 = true;
    EXPECT_EQ(log(options, "#version 150\n#extension GL_ARB_gpu_shader5 : enable"), "");
}

TEST(ChecksTest, GeometryInputsAreAsLongAsTheLayoutSays) {
    const auto log = [](const std::string& text) {
        const auto shader = compile(desktop(Stage::Geometry), "#version 150\n" + text);
        return shader->ok() ? std::string() : shader->infoLog();
    };
    const std::string block = "in B { vec4 c; } b[]; vec4 f() { return b[2].c; }\n";
    EXPECT_THAT(log(block + "layout(lines) in;"), HasSubstr("0:2: error: '['"));
    EXPECT_EQ(log(block + "layout(triangles) in;"), "");
    const std::string array = "in vec4 c[]; vec4 f() { return c[1 + 1]; }\n";
    EXPECT_THAT(log(array + "layout(lines) in;"), HasSubstr("0:2: error: '['"));
    EXPECT_EQ(log(array + "layout(triangles) in;"), "");
}

TEST(ChecksTest, BuiltInArraysKeepTheirNames) {
    const std::string layouts = "#version 150\nlayout(points) in;\n"
                                "layout(points, max_vertices = 1) out;\n";
    const std::string rest = "void main() { gl_Position = vec4(0.0); EmitVertex(); }";
    EXPECT_THAT(errors(desktop(Stage::Geometry),
                       layouts + "in gl_PerVertex { vec4 gl_Position; };\n" + rest),
                HasSubstr("without its instance name"));
    EXPECT_EQ(errors(desktop(Stage::Geometry),
                     layouts +
                         "in gl_PerVertex { vec4 gl_Position; } gl_in[];\n"
                         "out gl_PerVertex { vec4 gl_Position; };\n" +
                         rest),
              "");
}

TEST(ChecksTest, ConstantsOfFunctionsThatCameEarlierThanTheLibraryThinks) {
    EXPECT_EQ(errors(desktop(Stage::Fragment),
                     "#version 140\nout vec4 o; void main() {"
                     " float a[inverse(mat2(2.0, 0.0, 0.0, 4.0))[1][1] == 0.25 ? 1 : -1];"
                     " a[0] = 1.0; o = vec4(a[0]); }"),
              "");
}

TEST(ChecksTest, TextureArrays) {
    const auto log = [](Stage stage, const std::string& head, const std::string& call) {
        CompileOptions options = desktop(stage, 130);
        options.extensions.extTextureArray = true;
        return errors(options,
                      head +
                          "\nuniform sampler1DArray a; uniform sampler2DArray b;\n"
                          "uniform sampler1DArrayShadow c; uniform sampler2DArrayShadow d;\n"
                          "void main() { gl_" +
                          std::string(stage == Stage::Fragment ? "FragColor = " : "Position = ") +
                          call + "; }");
    };
    const std::string on = "#extension GL_EXT_texture_array : enable";
    for (const std::string version : {"", "#version 120\n", "#version 130\n"}) {
        for (const Stage stage : {Stage::Vertex, Stage::Fragment}) {
            EXPECT_EQ(log(stage, version + on, "texture1DArray(a, vec2(0.0))"), "");
            EXPECT_EQ(log(stage, version + on, "texture2DArray(b, vec3(0.0))"), "");
            EXPECT_EQ(log(stage, version + on, "shadow1DArray(c, vec3(0.0))"), "");
            EXPECT_EQ(log(stage, version + on, "shadow2DArray(d, vec4(0.0))"), "");
            EXPECT_NE(log(stage, version + on, "shadow2DArray(d, vec4(0.0), 1.0)"), "");
        }
        for (const std::string call : {"texture1DArray(a, vec2(0.0), 1.0)",
                                       "texture2DArray(b, vec3(0.0), 1.0)",
                                       "shadow1DArray(c, vec3(0.0), 1.0)"}) {
            EXPECT_EQ(log(Stage::Fragment, version + on, call), "");
            EXPECT_NE(log(Stage::Vertex, version + on, call), "");
        }
        for (const std::string call : {"texture1DArrayLod(a, vec2(0.0), 1.0)",
                                       "texture2DArrayLod(b, vec3(0.0), 1.0)",
                                       "shadow1DArrayLod(c, vec3(0.0), 1.0)"}) {
            EXPECT_EQ(log(Stage::Vertex, version + on, call), "");
            EXPECT_EQ(log(Stage::Fragment, version + on, call) == "",
                      version.find("130") != version.npos);
        }
    }
    EXPECT_NE(log(Stage::Fragment, "", "texture2DArray(b, vec3(0.0))"), "");
    EXPECT_NE(log(Stage::Fragment, "#version 130", "texture2DArray(b, vec3(0.0))"), "");
}

// GLSL 1.20 section 8.7: "The built-ins suffixed with Lod are allowed only in a vertex shader".
TEST(ChecksTest, LevelsInVertexShaders) {
    const auto log = [](Stage stage, const std::string& version, const std::string& call) {
        return errors(desktop(stage),
                      version +
                          "uniform sampler1D a; uniform sampler2D b; uniform sampler3D c;\n"
                          "uniform samplerCube d; uniform sampler1DShadow e;\n"
                          "uniform sampler2DShadow f; void main() { gl_" +
                          std::string(stage == Stage::Fragment ? "FragColor = " : "Position = ") +
                          call + "; }");
    };
    for (const std::string version : {"", "#version 120\n"}) {
        for (const std::string call : {"texture1DLod(a, 0.0, 1.0)",
                                       "texture1DProjLod(a, vec2(0.0), 1.0)",
                                       "texture1DProjLod(a, vec4(0.0), 1.0)",
                                       "texture2DLod(b, vec2(0.0), 1.0)",
                                       "texture2DProjLod(b, vec3(0.0), 1.0)",
                                       "texture2DProjLod(b, vec4(0.0), 1.0)",
                                       "texture3DLod(c, vec3(0.0), 1.0)",
                                       "texture3DProjLod(c, vec4(0.0), 1.0)",
                                       "textureCubeLod(d, vec3(0.0), 1.0)",
                                       "shadow1DLod(e, vec3(0.0), 1.0)",
                                       "shadow1DProjLod(e, vec4(0.0), 1.0)",
                                       "shadow2DLod(f, vec3(0.0), 1.0)",
                                       "shadow2DProjLod(f, vec4(0.0), 1.0)"}) {
            EXPECT_EQ(log(Stage::Vertex, version, call), "") << call;
            EXPECT_NE(log(Stage::Fragment, version, call), "") << call;
        }
    }
}

TEST(ChecksTest, ExtensionsThatTheLibraryHasLaterOrNot) {
    CompileOptions options = desktop(Stage::Vertex);
    options.extensions.arbDrawInstanced = true;
    options.extensions.arbShaderPrecision = true;
    options.extensions.arbArraysOfArrays = true;
    options.extensions.arbSeparateShaderObjects = true;
    const std::string instance = "void main() { gl_Position = vec4(float(gl_InstanceIDARB)); }";
    for (const std::string version : {"", "#version 120\n", "#version 150\n"}) {
        EXPECT_EQ(
            errors(options, version + "#extension GL_ARB_draw_instanced : enable\n" + instance),
            "");
        EXPECT_NE(errors(options, version + instance), "");
    }
    EXPECT_EQ(errors(options,
                     "#version 330\n#extension GL_ARB_shader_precision : require\n"
                     "#if GL_ARB_shader_precision != 1\n#error\n#endif\n"
                     "void main() { gl_Position = vec4(1.0); }"),
              "");
    EXPECT_EQ(errors(options,
                     "#version 150\n#extension GL_ARB_arrays_of_arrays : require\n"
                     "#extension GL_ARB_separate_shader_objects : require\n"
                     "layout(location = 0) out B { vec4 a[2][2]; };\n"
                     "void main() { gl_Position = a[1][1] = vec4(1.0); }"),
              "");
}

// Each of these the compiler library does not survive.
TEST(ChecksTest, BlocksNamedLikeFunctions) {
    const std::string main = "void main() { gl_Position = vec4(0.0); }";
    for (const std::string name : {"sin", "textureGather", "imageLoad", "memoryBarrier"}) {
        EXPECT_THAT(errors(es(Stage::Vertex),
                           "#version 300 es\nuniform " + name + " { highp float x; };\n" + main),
                    HasSubstr("redefinition"));
    }
    for (const std::string type : {"float", "float[2]", "struct S { float a; }"}) {
        EXPECT_THAT(errors(desktop(Stage::Vertex),
                           "#version 150\n" + type + " f();\nuniform f { float x; };\n" + main),
                    HasSubstr("redefinition"));
    }
    EXPECT_EQ(errors(desktop(Stage::Vertex), "#version 150\nuniform sin { float x; };\n" + main),
              "");
}

TEST(ChecksTest, MembersWithNamesOfTheLanguage) {
    for (const std::string name : {"gl_VertexID", "gl_Position", "gl_mine"}) {
        EXPECT_THAT(errors(es(Stage::Vertex),
                           "#version 300 es\nuniform B { int " + name + "[2]; };\nvoid main() {}"),
                    HasSubstr("reserved"));
        EXPECT_THAT(
            errors(desktop(Stage::Vertex),
                   "#version 150\nout B { vec4 a, b; vec4 " + name + "; };\nvoid main() {}"),
            HasSubstr("reserved"));
    }
}

TEST(ChecksTest, MembersThatThePerVertexBlockDoesNotHave) {
    for (const std::string member :
         {"vec4 gl_PerVertex", "int gl_VertexID", "vec4 mine", "float sin"}) {
        EXPECT_THAT(errors(desktop(Stage::Vertex),
                           "#version 410\nvec4 mine; out gl_PerVertex { " + member +
                               "; };\nvoid main() { gl_Position = vec4(0.0); }"),
                    HasSubstr("is no member of gl_PerVertex"));
    }
}

} // namespace
} // namespace glsl
