// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "glsl/text/gpu_shader4.h"

#include "glsl/compile/testing.h"

#include <gmock/gmock.h>

namespace glsl {
namespace {

using testing::desktop;
using testing::errors;
using ::testing::HasSubstr;

const std::string kDirective = "#extension GL_EXT_gpu_shader4 : enable\n";

std::string log(Stage stage, const std::string& text) {
    CompileOptions options = desktop(stage);
    options.extensions.extGpuShader4 = true;
    options.compatibility = true;
    return errors(options, kDirective + text);
}

std::string fragment(const std::string& declarations, const std::string& color) {
    return log(Stage::Fragment,
               declarations + "\nvoid main() { gl_FragColor = vec4(" + color + "); }");
}

TEST(GpuShader4Test, WordsOfLaterVersions) {
    const std::string text = withoutGpuShader4(
        Stage::Fragment, "flat varying unsigned int a;\nvarying out vec4 c;\nvarying vec2 b;");
    EXPECT_THAT(text, HasSubstr("#version 150 compatibility"));
    EXPECT_THAT(text, HasSubstr("flat in uint a ;"));
    EXPECT_THAT(text, HasSubstr("out vec4 c ;"));
    EXPECT_THAT(text, HasSubstr("in vec2 b ;"));
    EXPECT_THAT(withoutGpuShader4(Stage::Fragment, "centroid noperspective varying vec2 a;"),
                HasSubstr("noperspective centroid in vec2 a ;"));
    EXPECT_THAT(withoutGpuShader4(Stage::Vertex, "attribute ivec2 a; varying vec4 b;"),
                HasSubstr("in ivec2 a ; out vec4 b ;"));
}

TEST(GpuShader4Test, IsForOldVersions) {
    const auto has = [](int version) {
        return hasGpuShader4({version, false, {"GL_EXT_gpu_shader4"}});
    };
    EXPECT_TRUE(has(110));
    EXPECT_TRUE(has(120));
    EXPECT_TRUE(has(130)); // It lacks gl_PrimitiveID.
    EXPECT_FALSE(has(150));
    EXPECT_FALSE(hasGpuShader4({120, false, {}}));
}

TEST(GpuShader4Test, NamesOfTheApplicationsOwnStayTheirs) {
    EXPECT_EQ(fragment("uniform sampler2D texture; varying vec2 a;", "texture2D(texture, a)"), "");
    const Language language{120, false, {"GL_EXT_gpu_shader4"}};
    EXPECT_TRUE(namesWhatBecameNew(language, "uniform sampler2D texture;"));
    EXPECT_TRUE(namesWhatBecameNew(language, "float active;"));
    EXPECT_FALSE(namesWhatBecameNew(language, "flat varying uvec2 a; uniform unsigned int b;"));
    EXPECT_FALSE(namesWhatBecameNew(language, "uniform isampler2D s; vec4 c = vec4(round(1.5));"));
    EXPECT_FALSE(namesWhatBecameNew(language, "float c = structure.texture;"));
    EXPECT_FALSE(namesWhatBecameNew(language, "uniform samplerBuffer a; uniform usampler2D b;"));
}

TEST(GpuShader4Test, Integers) {
    EXPECT_EQ(fragment("flat varying uvec2 x; uniform unsigned int u;",
                       "float((x.x << 2u ^ u & 15u | ~x.y) % 7u)"),
              "");
    EXPECT_EQ(fragment("flat varying ivec3 x;", "vec3(abs(x) + clamp(x, 1, 3)), 1.0"), "");
    EXPECT_EQ(fragment("varying vec4 x;", "truncate(x) + round(x)"), "");
    EXPECT_EQ(log(Stage::Vertex,
                  "attribute unsigned int x; flat varying int v;\n"
                  "void main() { gl_Position = gl_Vertex; v = gl_VertexID + int(x); }"),
              "");
    EXPECT_EQ(fragment("", "float(gl_PrimitiveID)"), "");
    EXPECT_NE(log(Stage::Fragment, "flat varying int x; void main() { x = 1; }"), "");
}

TEST(GpuShader4Test, Lookups) {
    EXPECT_EQ(fragment("uniform usampler2DArray s;", "texture2DArray(s, vec3(0.5))"), "");
    EXPECT_EQ(fragment("uniform isampler3D s;", "texelFetch3D(s, ivec3(1), 0)"), "");
    EXPECT_EQ(fragment("uniform samplerBuffer s;", "texelFetchBuffer(s, textureSizeBuffer(s) - 1)"),
              "");
    EXPECT_EQ(fragment("uniform sampler2DRect s;",
                       "texelFetch2DRect(s, textureSize2DRect(s)) + texture2DRect(s, vec2(1.0))"),
              "");
    EXPECT_EQ(fragment("uniform sampler2D s;",
                       "texture2DProjGradOffset(s, vec3(1.0), vec2(0.0), vec2(0.0), ivec2(1))"),
              "");
    EXPECT_EQ(fragment("uniform sampler2DShadow s;",
                       "shadow2DLodOffset(s, vec3(1.0), 0.0, "
                       "ivec2(1)).aaaa"),
              "");
    EXPECT_EQ(
        fragment("uniform sampler2DArrayShadow s;", "shadow2DArrayOffset(s, vec4(1.0), ivec2(1))"),
        "");
    EXPECT_EQ(fragment("uniform samplerCubeShadow s;", "shadowCube(s, vec4(1.0))"), "");
}

// A function of the application's is its own.
TEST(GpuShader4Test, FunctionsOfTheApplications) {
    EXPECT_EQ(fragment("vec2 truncate(vec2 a, float b) { return a * b; }",
                       "truncate(vec2(1.5), 2.0), 0.0, 0.0"),
              "");
}

} // namespace
} // namespace glsl
