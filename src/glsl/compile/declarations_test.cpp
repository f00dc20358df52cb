// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// What is read of a shader's declarations, and what is found wrong with them.

#include "glsl/compile/testing.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <cstring>

namespace glsl {
namespace {

using testing::desktop;
using ::testing::ElementsAre;
using testing::errors;
using testing::es;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::UnorderedElementsAre;

ShaderInterface read(const CompileOptions& options, const std::string& source) {
    const auto shader = compile(options, source);
    EXPECT_TRUE(shader->ok()) << shader->infoLog();
    return shader->interface();
}

const Global& named(const ShaderInterface& shader, std::string_view name) {
    static const Global kNone;
    const auto it = std::ranges::find(shader.globals, name, &Global::name);
    EXPECT_NE(it, shader.globals.end()) << name;
    return it == shader.globals.end() ? kNone : *it;
}

std::vector<float> floats(const std::vector<std::byte>& bytes) {
    std::vector<float> out(bytes.size() / sizeof(float));
    std::memcpy(out.data(), bytes.data(), out.size() * sizeof(float));
    return out;
}

TEST(DeclarationsTest, SizesAreConstantExpressions) {
    const ShaderInterface shader = read(desktop(Stage::Vertex), R"(#version 330
        const int kHalf = 3;
        const int kAll = kHalf * 2;
        vec4 other[5];
        uniform float literal[4], twice[2 * 2], named[kHalf], computed[kAll / 4 + 1];
        uniform float length[other.length()];
        uniform mat2[3] typed[2];
        void main() { gl_Position = vec4(literal[0]); })");
    EXPECT_THAT(named(shader, "literal").type.dims, ElementsAre(4));
    EXPECT_THAT(named(shader, "twice").type.dims, ElementsAre(4));
    EXPECT_THAT(named(shader, "named").type.dims, ElementsAre(3));
    EXPECT_THAT(named(shader, "computed").type.dims, ElementsAre(2));
    EXPECT_THAT(named(shader, "length").type.dims, ElementsAre(5));
}

TEST(DeclarationsTest, LengthsOfArraysInArrays) {
    const ShaderInterface shader = read(desktop(Stage::Vertex, 430), R"(#version 430
        uniform float a[2][3];
        uniform float f[a[1].length() + 1];
        void main() { gl_Position = vec4(f[0]); })");
    EXPECT_THAT(named(shader, "f").type.dims, ElementsAre(4));
}

TEST(DeclarationsTest, SizesThatAreNotUnderstoodAreErrors) {
    EXPECT_THAT(errors(desktop(Stage::Vertex), R"(#version 330
        struct S { float member[3]; };
        uniform S s;
        uniform float f[s.member.length()];
        void main() { gl_Position = vec4(f[0]); })"),
                HasSubstr("0:4: error: 's' : the value of the constant expression is not known"));
}

TEST(DeclarationsTest, TypesCarryTheirDimensionsOutermostFirst) {
    CompileOptions options = desktop(Stage::Vertex, 430);
    const ShaderInterface shader = read(options, R"(#version 430
        struct Inner { float a[2][3]; };
        uniform Inner[4] all[5];
        void main() { gl_Position = vec4(all[0][0].a[0][0]); })");
    const Type& type = named(shader, "all").type;
    EXPECT_THAT(type.dims, ElementsAre(5, 4));
    ASSERT_EQ(type.members.size(), 1u);
    EXPECT_THAT(type.members[0].type.dims, ElementsAre(2, 3));
}

TEST(DeclarationsTest, InitialValues) {
    const ShaderInterface shader = read(desktop(Stage::Vertex), R"(#version 330
        struct S { vec2 v; float f; };
        uniform S s = S(vec2(1.0, 2.0), sqrt(9.0));
        uniform float unsized[] = float[](4.0, 5.0);
        float plain = 6.0;
        float computed = unsized[0];
        void main() { gl_Position = vec4(s.f, unsized[1], plain, computed); })");
    EXPECT_THAT(floats(named(shader, "s").initialValue), ElementsAre(1, 2, 3));
    EXPECT_THAT(named(shader, "unsized").type.dims, ElementsAre(2));
    EXPECT_FALSE(named(shader, "unsized").type.implicitSize);
    EXPECT_THAT(floats(shader.initializers.at("plain")), ElementsAre(6));
    EXPECT_THAT(shader.initializers.at("computed"), IsEmpty());
}

/// What questions may name must not keep them from being answered.
TEST(DeclarationsTest, InitialValuesBesideBuiltinArraysAndSamplersInStructs) {
    const ShaderInterface shader = read(desktop(Stage::Vertex), R"(#version 330
        struct Light { sampler2D shadow; float power; };
        const int kCount = 3;
        out float gl_ClipDistance[2];
        uniform Light lights[3];
        uniform float f = sqrt(9.0);
        uniform float sized[kCount * 2];
        void main() {
            gl_Position = texture(lights[0].shadow, vec2(f)) * lights[1].power * sized[0];
            gl_ClipDistance[0] = f;
        })");
    EXPECT_THAT(floats(named(shader, "f").initialValue), ElementsAre(3));
    EXPECT_THAT(named(shader, "sized").type.dims, ElementsAre(6));
}

TEST(DeclarationsTest, InitialValuesOfConstantsThatDefineTheirStruct) {
    const ShaderInterface shader = read(desktop(Stage::Vertex), R"(#version 330
        const struct Pair { float a; float b; } kPair = Pair(1.0, 2.0);
        uniform float f = kPair.b + 3.0;
        void main() { gl_Position = vec4(f); })");
    EXPECT_THAT(floats(named(shader, "f").initialValue), ElementsAre(5));
}

TEST(DeclarationsTest, DoublesKeepTheirWidthInStructs) {
    CompileOptions options = desktop(Stage::Vertex);
    options.extensions.arbGpuShaderFp64 = true;
    const ShaderInterface shader = read(options, R"(#version 400
        struct S { double d; };
        uniform S s = S(2.0lf);
        void main() { gl_Position = vec4(s.d); })");
    double value = 0;
    ASSERT_EQ(named(shader, "s").initialValue.size(), sizeof value);
    std::memcpy(&value, named(shader, "s").initialValue.data(), sizeof value);
    EXPECT_EQ(value, 2.0);
}

TEST(DeclarationsTest, PrecisionIsWrittenOrTheDefault) {
    const ShaderInterface shader = read(es(Stage::Fragment), R"(#version 300 es
        precision mediump float;
        uniform float a;
        uniform highp vec2 b;
        uniform int c;
        uniform sampler2D d;
        precision highp float;
        uniform float e;
        out vec4 color;
        void main() { color = texture(d, b) * a * float(c) * e; })");
    EXPECT_EQ(named(shader, "a").type.precision, Precision::Medium);
    EXPECT_EQ(named(shader, "b").type.precision, Precision::High);
    EXPECT_EQ(named(shader, "c").type.precision, Precision::Medium);
    EXPECT_EQ(named(shader, "d").type.precision, Precision::Low);
    EXPECT_EQ(named(shader, "e").type.precision, Precision::High);
}

TEST(DeclarationsTest, BlocksTakeWhatTheyDoNotSayFromTheDefaults) {
    const ShaderInterface shader = read(desktop(Stage::Vertex), R"(#version 150
        layout(row_major, std140) uniform;
        uniform A { mat3x2 m; layout(column_major) mat3x2 n; bool b; };
        layout(packed, column_major) uniform B { mat3x2 m; } array[2];
        void main() { gl_Position = vec4(m[0], array[0].m[0]); })");
    const Global& a = named(shader, "A");
    const Global& b = named(shader, "B");
    ASSERT_EQ(a.type.members.size(), 3u);
    ASSERT_EQ(b.type.members.size(), 1u);
    EXPECT_TRUE(a.type.members[0].rowMajor);
    EXPECT_FALSE(a.type.members[1].rowMajor);
    EXPECT_EQ(a.type.members[2].type.glType, kGlBool);
    EXPECT_FALSE(b.type.members[0].rowMajor);
    EXPECT_NE(a.packing, b.packing);
    EXPECT_EQ(b.instanceName, "array");
    EXPECT_THAT(b.type.dims, ElementsAre(2));
}

TEST(DeclarationsTest, UnsizedArraysAreAsLongAsTheirUse) {
    const ShaderInterface shader = read(desktop(Stage::Fragment), R"(#version 150
        const int kLast = 6;
        uniform float a[];
        uniform float b[];
        in Block { float c[]; } block;
        void main() { gl_FragColor = vec4(a[2], b[kLast], block.c[4], a[1]); })");
    EXPECT_THAT(named(shader, "a").type.dims, ElementsAre(3));
    EXPECT_TRUE(named(shader, "a").type.implicitSize);
    EXPECT_THAT(named(shader, "b").type.dims, ElementsAre(7));
    EXPECT_THAT(named(shader, "Block").type.members[0].type.dims, ElementsAre(5));
}

TEST(DeclarationsTest, StaticUseIsNotHiddenByReturn) {
    const ShaderInterface shader = read(es(Stage::Fragment, 100), R"(
        precision mediump float;
        varying vec4 used, dead, hidden, unused;
        void main() {
            gl_FragColor = used;
            vec4 other = vec4(0.0), hidden = other;
            gl_FragColor += hidden;
            return;
            gl_FragColor = dead;
        })");
    EXPECT_THAT(shader.usedInputs, UnorderedElementsAre("used", "dead"));
}

TEST(DeclarationsTest, IndicesBeyondASizeThatComesLater) {
    const CompileOptions vertex = desktop(Stage::Vertex, 130);
    EXPECT_THAT(errors(vertex, R"(#version 120
        void main() {
            float[] a;
            a[3] = 1.0;
            float[3] a;
            gl_Position = vec4(a[0]);
        })"),
                HasSubstr("0:4: error: '[' : array index out of range"));
    EXPECT_THAT(errors(desktop(Stage::Geometry), R"(#version 150
        in vec4 v[];
        void f() { gl_Position = v[2]; }
        layout(lines) in;
        layout(points, max_vertices = 1) out;
        void main() { f(); EmitVertex(); })"),
                HasSubstr("array index out of range"));
}

TEST(DeclarationsTest, LabelsHaveTheTypeOfTheirSwitch) {
    const auto source = [](std::string_view label) {
        return "#version 130\nuniform int i;\nvoid main() {\n"
               "    switch (i) {\n    case " +
               std::string(label) + ":\n        gl_Position = vec4(0.0);\n    }\n}";
    };
    EXPECT_EQ(errors(desktop(Stage::Vertex, 130), source("true ? 2 : 3")), "");
    EXPECT_THAT(errors(desktop(Stage::Vertex, 130), source("2u")),
                HasSubstr("0:5: error: 'case' : the label's type is not that of the switch"));
}

} // namespace
} // namespace glsl
