// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// The linking rules of GLSL ES 3.00.

#include "glsl/link/testing.h"

namespace glsl {
namespace {

using ::testing::HasSubstr;

const std::string kVersion = "#version 300 es\n";

// The log of linking a vertex and a fragment shader; "" when they link without a word.
std::string linkEs3(const std::string& vertex, const std::string& fragment) {
    return testing::linkAll({{Stage::Vertex, kVersion + vertex},
                             {Stage::Fragment, kVersion + "precision mediump float;\n" + fragment}},
                            {.api = Api::ES})
        ->infoLog;
}

// The same with one declaration in each, used or not.
std::string linkDeclarations(const std::string& vertex, const std::string& fragment) {
    return linkEs3(vertex + "\nvoid main() { gl_Position = vec4(0.0); }",
                   fragment + "\nout vec4 o; void main() { o = vec4(0.0); }");
}

// Section 4.3.5: also those that are not used.
TEST(LinkEsTest, UniformsMatchInTypeAndPrecision) {
    EXPECT_EQ(linkDeclarations("uniform mediump float u;", "uniform float u;"), "");
    EXPECT_THAT(linkDeclarations("uniform float u;", "uniform float u;"), HasSubstr("precision"));
    EXPECT_THAT(linkDeclarations("uniform int u;", "uniform int u;"), HasSubstr("precision"));
    EXPECT_EQ(linkDeclarations("uniform bool u;", "uniform bool u;"), "");
    EXPECT_EQ(linkDeclarations("uniform sampler2D s;", "uniform lowp sampler2D s;"), "");
    EXPECT_THAT(linkDeclarations("uniform sampler2D s;", "uniform highp sampler2D s;"),
                HasSubstr("precision"));
    EXPECT_THAT(linkDeclarations("uniform mediump vec2 u;", "uniform vec3 u;"), HasSubstr("vec3"));
    EXPECT_THAT(linkDeclarations("uniform mediump vec2 u[2];", "uniform vec2 u[3];"),
                HasSubstr("[3]"));
    const std::string s = "struct S { mediump vec2 a; highp int b; }; uniform S u;";
    EXPECT_EQ(linkDeclarations(s, s), "");
    EXPECT_THAT(linkDeclarations(s, "struct S { highp vec2 a; highp int b; }; uniform S u;"),
                HasSubstr("precision"));
    EXPECT_THAT(linkDeclarations(s, "struct S { mediump vec2 b; highp int a; }; uniform S u;"),
                HasSubstr("'u'"));
    EXPECT_THAT(linkDeclarations(s, "struct R { mediump vec2 a; highp int b; }; uniform R u;"),
                HasSubstr("'u'"));
}

// Section 4.3.8.2, and what EXT_blend_func_extended makes of it.
TEST(LinkEsTest, SeveralOutputsHaveLocations) {
    const std::string vertex = "void main() { gl_Position = vec4(0.0); }";
    const std::string fragment = "out vec4 a; out vec4 b; void main() { a = b = vec4(0.0); }";
    EXPECT_THAT(linkEs3(vertex, fragment), HasSubstr("has no location"));
    CompileOptions options{.stage = Stage::Fragment, .api = Api::ES};
    options.maxVersion = 300;
    options.extensions.extBlendFuncExtended = true;
    const auto shader = compile(options,
                                kVersion +
                                    "#extension GL_EXT_blend_func_extended : require\n"
                                    "precision mediump float;\n" +
                                    fragment);
    ASSERT_TRUE(shader->ok()) << shader->infoLog();
    options.stage = Stage::Vertex;
    const std::shared_ptr<const CompiledShader> shaders[] = {compile(options, kVersion + vertex),
                                                             shader};
    LinkOptions link{.api = Api::ES};
    link.fragmentOutputBindings["b"] = 0;
    const auto program = glsl::link(shaders, link);
    EXPECT_EQ(program->infoLog, "");
    ASSERT_EQ(program->fragmentOutputs.size(), 2);
    for (const FragmentOutput& output : program->fragmentOutputs) {
        EXPECT_EQ(output.location, output.name == "b" ? 0 : 1);
    }
}

// Section 4.3.7. Precisions of members may differ: the specification's 3.00.6 dropped the word.
TEST(LinkEsTest, UniformBlocksMatchInMembersAndLayouts) {
    const std::string block = "uniform B { mediump vec4 a; mediump mat3 m[2]; } x;";
    EXPECT_EQ(linkDeclarations(block, "uniform B { vec4 a; mat3 m[2]; } y;"), "");
    EXPECT_EQ(linkDeclarations(block, "uniform B { highp vec4 a; mat3 m[2]; } y;"), "");
    for (const std::string other : {"uniform B { vec4 a; mat3 m[2]; };",
                                    "uniform B { vec4 a; mat3 m[2]; } y[2];",
                                    "uniform B { vec4 b; mat3 m[2]; } y;",
                                    "uniform B { vec4 a; mat3 m[3]; } y;",
                                    "uniform B { vec4 a; } y;",
                                    "uniform B { mat3 m[2]; vec4 a; } y;",
                                    "layout(std140) uniform B { vec4 a; mat3 m[2]; } y;",
                                    "uniform B { vec4 a; layout(row_major) mat3 m[2]; } y;"}) {
        EXPECT_THAT(linkDeclarations(block, other), HasSubstr("'B'")) << other;
    }
    EXPECT_THAT(linkDeclarations("uniform B { mediump vec4 a; };", "uniform vec4 a;"),
                HasSubstr("'a'"));
}

// Section 4.3.4 and 4.3.6, 9.1.
TEST(LinkEsTest, InputsHaveOutputs) {
    const auto log = [](const std::string& output, const std::string& input, bool used = true) {
        return linkEs3(output + "\nvoid main() { gl_Position = vec4(0.0); }",
                       input + "\nout vec4 o; void main() { o = vec4(" +
                           std::string(used ? "v" : "0.0") + "); }");
    };
    EXPECT_EQ(log("out float v;", "in float v;"), "");
    EXPECT_EQ(log("out highp float v;", "in lowp float v;"), "");
    EXPECT_EQ(log("invariant out float v;", "in float v;"), "");
    EXPECT_EQ(log("centroid out float v;", "in float v;"), "");
    EXPECT_EQ(log("out float v; out vec4 unread;", "in float v;"), "");
    EXPECT_THAT(log("", "in float v;"), HasSubstr("no such output"));
    EXPECT_EQ(log("", "in float v;", false), "");
    EXPECT_THAT(log("out vec2 v;", "in float v;"), HasSubstr("vec2"));
    EXPECT_THAT(log("out vec2 v;", "in float v;", false), HasSubstr("vec2"));
    EXPECT_THAT(log("flat out float v;", "in float v;"), HasSubstr("flat"));
    EXPECT_THAT(log("smooth out float v;", "flat in float v;", false), HasSubstr("flat"));
    EXPECT_EQ(log("flat out highp int v;", "flat in highp int v;"), "");
    EXPECT_THAT(log("out float v[2];", "in float v[3];", false), HasSubstr("[3]"));
    const std::string s = "struct S { float a; vec2 b; };";
    EXPECT_EQ(log(s + "out S v;", s + "in S v;", false), "");
    EXPECT_THAT(log(s + "out S v;", "struct S { float a; vec2 c; }; in S v;", false),
                HasSubstr("'v'"));
    EXPECT_THAT(log(s + "out S v;", "struct R { float a; vec2 b; }; in R v;", false),
                HasSubstr("'v'"));
}

// Static use: also where control never comes (section 4.3.4 in the words of 3.3).
TEST(LinkEsTest, InputsReadByDeadCodeHaveOutputs) {
    EXPECT_THAT(linkEs3("void main() { gl_Position = vec4(0.0); }",
                        "in float v; out vec4 o;\n"
                        "void main() { o = vec4(0.0); if (false) { o.x = v; } }"),
                HasSubstr("no such output"));
    EXPECT_THAT(linkEs3("void main() { gl_Position = vec4(0.0); }",
                        "in float v; out vec4 o; float f() { return v; }\n"
                        "void main() { o = vec4(0.0); }"),
                HasSubstr("no such output"));
}

// Section 4.3.8.2.
TEST(LinkEsTest, OutputsHaveLocations) {
    const auto log = [](const std::string& outputs) {
        return linkEs3("void main() { gl_Position = vec4(0.0); }", outputs + " void main() {}");
    };
    EXPECT_EQ(log("out vec4 a;"), "");
    EXPECT_EQ(log("out vec4 a[4];"), "");
    EXPECT_EQ(log("layout(location = 1) out vec4 a; layout(location = 0) out highp ivec2 b;"), "");
    EXPECT_THAT(log("out vec4 a; layout(location = 1) out vec4 b;"), HasSubstr("location"));
    EXPECT_THAT(log("layout(location = 6) out vec4 a[3];"), HasSubstr("location 6"));
}

TEST(LinkEsTest, OutputsDoNotOverlap) {
    for (const std::string first :
         {"layout(location = 1) out vec4 a;", "layout(location = 0) out vec4 a[2];"}) {
        const auto shader =
            compile({.stage = Stage::Fragment, .maxVersion = 300},
                    kVersion + "precision mediump float;\n" + first +
                        "layout(location = 1) out vec4 b; void main() { b = vec4(0.0); }");
        EXPECT_FALSE(shader->ok());
        EXPECT_THAT(shader->infoLog(), HasSubstr("overlapping"));
    }
}

TEST(LinkEsTest, VersionsDoNotMix) {
    EXPECT_THAT(testing::linkAll({{Stage::Vertex, "void main() { gl_Position = vec4(0.0); }"},
                                  {Stage::Fragment, kVersion + "void main() {}"}},
                                 {.api = Api::ES})
                    ->infoLog,
                HasSubstr("versions"));
}

} // namespace
} // namespace glsl
