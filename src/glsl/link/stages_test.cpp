// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "glsl/link/testing.h"

#include <algorithm>

namespace glsl {
namespace {

using ::testing::HasSubstr;
using testing::linkAll;
using ::testing::Not;
using testing::Source;
using testing::textOf;

const Source kVertex = {Stage::Vertex,
                        "#version 410\nin vec4 p; out vec4 v; out Block { vec3 x; } b;\n"
                        "void main() { gl_Position = v = p; b.x = p.xyz; }"};
const Source kControl = {
    Stage::TessControl,
    "#version 410\nlayout(vertices = 3) out; in vec4 v[]; out vec4 w[]; patch out vec4 q;\n"
    "in Block { vec3 x; } b[];\n"
    "void main() { w[gl_InvocationID] = v[gl_InvocationID] + b[gl_InvocationID].xyzz.x; q = v[0];\n"
    "gl_out[gl_InvocationID].gl_Position = gl_in[gl_InvocationID].gl_Position;\n"
    "gl_TessLevelOuter[0] = gl_TessLevelOuter[1] = gl_TessLevelOuter[2] = 2.0;\n"
    "gl_TessLevelInner[0] = 2.0; }"};

Source control() {
    Source source = kControl;
    const std::string wrong = ".xyzz.x";
    source.text.replace(source.text.find(wrong), wrong.size(), ".x.xyzz");
    return source;
}

const Source kEvaluation = {
    Stage::TessEvaluation,
    "#version 410\nlayout(triangles, fractional_odd_spacing, cw) in; in vec4 w[]; patch in vec4 "
    "q;\n"
    "out vec4 e;\n"
    "void main() { e = w[0] * gl_TessCoord.x + w[1] + q; gl_Position = gl_in[2].gl_Position; }"};
const Source kGeometry = {
    Stage::Geometry,
    "#version 410\nlayout(triangles, invocations = 2) in;\n"
    "layout(line_strip, max_vertices = 4) out;\n"
    "in vec4 e[]; out vec4 g;\n"
    "void main() { for (int i = 0; i < 3; ++i) { g = e[i]; gl_Position = gl_in[i].gl_Position;\n"
    "EmitVertex(); } EndPrimitive(); }"};
const Source kFragment = {Stage::Fragment,
                          "#version 410\nin vec4 g; out vec4 o; void main() { o = g; }"};

TEST(LinkStagesTest, AllFive) {
    const auto program = linkAll({kVertex, control(), kEvaluation, kGeometry, kFragment});
    ASSERT_TRUE(program->ok) << program->infoLog;
    EXPECT_EQ(program->stages.size(), 5u);
    EXPECT_EQ(program->tessellation.patchVertices, 3);
    EXPECT_EQ(program->tessellation.mode, kGlTriangles);
    EXPECT_EQ(program->tessellation.spacing, kGlFractionalOdd);
    EXPECT_EQ(program->tessellation.vertexOrder, kGlCw);
    EXPECT_FALSE(program->tessellation.pointMode);
    EXPECT_EQ(program->geometry.inputPrimitive, kGlTriangles);
    EXPECT_EQ(program->geometry.outputPrimitive, kGlLineStrip);
    EXPECT_EQ(program->geometry.maxVertices, 4);
    EXPECT_EQ(program->geometry.invocations, 2);
    // Two each from vertex to control and from control to evaluation shader.
    EXPECT_THAT(textOf(*program, Stage::Vertex), HasSubstr("Location 1"));
    EXPECT_THAT(textOf(*program, Stage::TessControl), HasSubstr("Location 1"));
    EXPECT_THAT(textOf(*program, Stage::TessEvaluation), HasSubstr("Location 1"));
}

TEST(LinkStagesTest, SetsOfStages) {
    EXPECT_TRUE(linkAll({kVertex})->ok);
    EXPECT_TRUE(linkAll({kVertex, {Stage::Fragment, "#version 330\nvoid main() {}"}})->ok);
    EXPECT_THAT(linkAll({kGeometry, kFragment})->infoLog, HasSubstr("no vertex shader"));
    EXPECT_THAT(linkAll({kVertex, control()})->infoLog,
                HasSubstr("no tessellation evaluation shader"));
    LinkOptions options{.api = Api::Desktop};
    options.separable = true;
    EXPECT_TRUE(linkAll({kGeometry}, options)->ok);
    EXPECT_TRUE(linkAll({control()}, options)->ok);
    const Source es = {Stage::Vertex, "#version 300 es\nvoid main() { gl_Position = vec4(0.0); }"};
    EXPECT_THAT(linkAll({es}, {.api = Api::ES})->infoLog, HasSubstr("no fragment shader"));
}

TEST(LinkStagesTest, WhatNobodyReadsIsGone) {
    const auto program = linkAll(
        {{Stage::Vertex,
          "#version 330\nin vec4 p, q; out vec4 v, unread; void main() { v = p; unread = q; }"},
         {Stage::Geometry,
          "#version 330\nlayout(points) in; layout(points, max_vertices = 1) out;\n"
          "in vec4 v[], unread[]; out vec4 g, dead;\n"
          "void main() { g = v[0]; dead = unread[0]; EmitVertex(); }"},
         {Stage::Fragment, "#version 330\nin vec4 g; out vec4 o; void main() { o = g; }"}});
    ASSERT_TRUE(program->ok) << program->infoLog;
    EXPECT_THAT(textOf(*program, Stage::Geometry), Not(HasSubstr("Location 1")));
    EXPECT_THAT(textOf(*program, Stage::Vertex), Not(HasSubstr("Location 1")));
    // A dead chain back to an attribute.
    EXPECT_EQ(program->attributes.size(), 1u);
}

TEST(LinkStagesTest, InterfacesThatDisagree) {
    const auto log = [](const std::string& out, const std::string& in, const std::string& use) {
        const auto program = linkAll(
            {{Stage::Vertex, "#version 330\n" + out + "void main() { gl_Position = vec4(0.0); }"},
             {Stage::Fragment,
              "#version 330\n" + in + "out vec4 o; void main() { o = vec4(" + use + "); }"}});
        EXPECT_EQ(program->ok, program->infoLog.empty());
        return program->infoLog;
    };
    EXPECT_EQ(log("out vec4 a;", "in vec4 a;", "a"), "");
    EXPECT_THAT(log("flat out vec4 a;", "in vec4 a;", "a"), HasSubstr("flat and smooth"));
    EXPECT_THAT(log("out vec3 a;", "in vec4 a;", "a"), HasSubstr("'a' is vec3"));
    EXPECT_THAT(log("", "in vec4 a;", "a"), HasSubstr("no such output"));
    EXPECT_EQ(log("", "in vec4 a;", "1.0"), "");
    EXPECT_EQ(log("out B { vec4 a; } x;", "in B { vec4 a; } y;", "y.a"), "");
    EXPECT_THAT(log("out B { vec4 a; } x;", "in B { vec4 b; } y;", "y.b"), HasSubstr("block 'B'"));
    EXPECT_THAT(log("out B { vec4 a; } x[2];", "in B { vec4 a; } y;", "y.a"),
                HasSubstr("array of another size"));
    EXPECT_THAT(log("out B { flat int a; } x;", "in B { flat uint a; } y;", "y.a"),
                HasSubstr("block 'B'"));
}

TEST(LinkStagesTest, ExplicitLocationsMeet) {
    const auto program = linkAll(
        {{Stage::Vertex,
          "#version 410\nlayout(location = 3) out vec4 a; layout(location = 0) out vec2 b;\n"
          "out vec4 c; void main() { gl_Position = a = c = vec4(1.0); b = vec2(2.0); }"},
         {Stage::Fragment,
          "#version 410\nlayout(location = 0) in vec2 x; layout(location = 3) in vec4 y; in vec4 "
          "c;\n"
          "out vec4 o; void main() { o = y + x.xyxy + c; }"}});
    ASSERT_TRUE(program->ok) << program->infoLog;
    for (const Stage stage : {Stage::Vertex, Stage::Fragment}) {
        const std::string text = textOf(*program, stage);
        EXPECT_THAT(text, HasSubstr("Location 3"));
        EXPECT_THAT(text, HasSubstr("Location 1"));
    }
    EXPECT_THAT(
        linkAll({{Stage::Vertex,
                  "#version 410\nlayout(location = 1) out vec4 a; void main() { a = vec4(1.0); }"},
                 {Stage::Fragment,
                  "#version 410\nlayout(location = 2) in vec4 a; out vec4 o;\n"
                  "void main() { o = a; }"}})
            ->infoLog,
        HasSubstr("no such output"));
}

std::string locationsOf(const LinkedProgram& program, Stage stage) {
    std::string out;
    const std::string text = textOf(program, stage);
    for (size_t at = text.find(" Location "); at != std::string::npos;
         at = text.find(" Location ", at + 1)) {
        out += text[at + 10];
    }
    std::ranges::sort(out);
    return out;
}

TEST(LinkStagesTest, SeparableProgramsMeetByName) {
    LinkOptions options{.api = Api::Desktop};
    options.separable = true;
    const auto vertex = linkAll(
        {{Stage::Vertex,
          "#version 410\nout vec4 zebra; out mat2 ape; layout(location = 1) out vec4 fixed1;\n"
          "void main() { gl_Position = zebra = fixed1 = vec4(1.0); ape = mat2(1.0); }"}},
        options);
    const auto fragment = linkAll({{Stage::Fragment,
                                    "#version 410\nlayout(location = 1) in vec4 other; in mat2 "
                                    "ape; in vec4 zebra; out vec4 o;\n"
                                    "void main() { o = zebra; }"}},
                                  options);
    ASSERT_TRUE(vertex->ok) << vertex->infoLog;
    ASSERT_TRUE(fragment->ok) << fragment->infoLog;
    EXPECT_TRUE(vertex->separable);
    EXPECT_EQ(locationsOf(*vertex, Stage::Vertex), "012");
    // The output's draw buffer and the input.
    EXPECT_EQ(locationsOf(*fragment, Stage::Fragment), "00");
}

// The control shader reads what it wrote for an output that nobody reads.
TEST(LinkStagesTest, DeadChainsThroughControlShaders) {
    Source evaluation = kEvaluation;
    evaluation.text =
        "#version 410\nlayout(triangles) in; void main() { gl_Position = vec4(1.0); }";
    Source shared = control();
    const std::string reads = "q = v[0];";
    shared.text.replace(shared.text.find(reads), reads.size(), "barrier(); q = w[1];");
    const auto program = linkAll({kVertex, shared, evaluation});
    ASSERT_TRUE(program->ok) << program->infoLog;
    EXPECT_EQ(locationsOf(*program, Stage::TessControl), "");
    EXPECT_EQ(locationsOf(*program, Stage::Vertex), "0"); // the attribute
}

// Vulkan numbers what control shaders write for vertices and for the patch in one space.
TEST(LinkStagesTest, PatchesAndVerticesShareLocations) {
    const auto linkWith = [](int patchVectors) {
        const std::string count = std::to_string(patchVectors);
        return linkAll(
            {kVertex,
             {Stage::TessControl,
              "#version 410\nlayout(vertices = 3) out; out vec4 v[][20]; patch out vec4 p[" +
                  count +
                  "]; void main() { for (int i = 0; i < 20; ++i)"
                  " v[gl_InvocationID][i] = vec4(i); for (int i = 0; i < " +
                  count +
                  "; ++i) p[i] = vec4(i); gl_TessLevelOuter[0] = gl_TessLevelOuter[1] ="
                  " gl_TessLevelOuter[2] = gl_TessLevelInner[0] = 1.0; }"},
             {Stage::TessEvaluation,
              "#version 410\nlayout(triangles) in; in vec4 v[][20]; patch in vec4 p[" + count +
                  "]; uniform int i; void main() { gl_Position = v[0][i] + p[i]; }"}});
    };
    EXPECT_TRUE(linkWith(12)->ok) << linkWith(12)->infoLog;
    const auto tooMany = linkWith(13);
    EXPECT_FALSE(tooMany->ok);
    EXPECT_THAT(tooMany->infoLog, HasSubstr("too many varyings: 33 vectors of 32"));
}

// Only the last stage before rasterisation converts depth; a separable program's may be it or not.
TEST(LinkStagesTest, WhoIsLast) {
    const Source geometry = {Stage::Geometry,
                             "#version 410\nin gl_PerVertex { vec4 gl_Position; } gl_in[];\n"
                             "layout(points) in; layout(points, max_vertices = 1) out;\n"
                             "void main() { gl_Position = gl_in[0].gl_Position; EmitVertex(); }"};
    const Source vertex = {Stage::Vertex,
                           "#version 410\nout gl_PerVertex { vec4 gl_Position; };\n"
                           "void main() { gl_Position = vec4(1.0); }"};
    LinkOptions options{.api = Api::Desktop};
    const auto both = linkAll({vertex, geometry}, options);
    ASSERT_TRUE(both->ok) << both->infoLog;
    EXPECT_THAT(textOf(*both, Stage::Vertex), HasSubstr("OpConstantFalse"));
    EXPECT_THAT(textOf(*both, Stage::Vertex), Not(HasSubstr("SpecId")));
    EXPECT_THAT(textOf(*both, Stage::Geometry), Not(HasSubstr("SpecId")));
    EXPECT_THAT(textOf(*linkAll({vertex}, options), Stage::Vertex), Not(HasSubstr("SpecId")));
    options.separable = true;
    EXPECT_THAT(textOf(*linkAll({vertex}, options), Stage::Vertex), HasSubstr("SpecId 1000"));
    EXPECT_THAT(textOf(*linkAll({vertex, geometry}, options), Stage::Vertex),
                Not(HasSubstr("SpecId")));
}

TEST(LinkStagesTest, PerVertexIsDeclaredAlike) {
    const auto link = [](const std::string& out, const std::string& in, bool separable = false) {
        LinkOptions options{.api = Api::Desktop};
        options.separable = separable;
        return linkAll({{Stage::Vertex,
                         "#version 150\n" + out + "void main() { gl_Position = vec4(1.0); }"},
                        {Stage::Geometry,
                         "#version 150\n" + in +
                             "layout(points) in; layout(points, max_vertices = 1) out;\n"
                             "void main() { gl_Position = gl_in[0].gl_Position; EmitVertex(); }"}},
                       options)
            ->ok;
    };
    const std::string out = "out gl_PerVertex { vec4 gl_Position; };\n";
    const std::string in = "in gl_PerVertex { vec4 gl_Position; } gl_in[];\n";
    EXPECT_TRUE(link("", ""));
    EXPECT_TRUE(link(out, in));
    EXPECT_FALSE(link(out, ""));
    EXPECT_FALSE(link("", in));
    EXPECT_FALSE(link(out, "in gl_PerVertex { vec4 gl_Position; float gl_PointSize; } gl_in[];\n"));
    EXPECT_FALSE(link("", "", true));
    EXPECT_TRUE(link(out, in, true));
}

TEST(LinkStagesTest, InputsOfVerticesArePacked) {
    LinkOptions options{.api = Api::Desktop};
    options.limits.maxGeometryInputComponents = 16;
    const auto program =
        linkAll({{Stage::Vertex,
                  "#version 330\nout Block { float f[9]; } b; out vec3 v; uniform int i;\n"
                  "void main() { b.f[i] = 1.0; v = vec3(2.0); }"},
                 {Stage::Geometry,
                  "#version 330\nlayout(lines) in; layout(points, max_vertices = 1) out;\n"
                  "in Block { float f[9]; } b[]; in vec3 v[]; uniform int i;\n"
                  "void main() { gl_Position = vec4(b[1].f[i], v[0]); EmitVertex(); }"}},
                options);
    ASSERT_TRUE(program->ok) << program->infoLog;
    for (const Stage stage : {Stage::Vertex, Stage::Geometry}) {
        EXPECT_THAT(textOf(*program, stage), HasSubstr("Location 2"));
        EXPECT_THAT(textOf(*program, stage), Not(HasSubstr("Location 3")));
    }
    options.limits.maxGeometryInputComponents = 8;
    EXPECT_THAT(
        linkAll({{Stage::Vertex, "#version 330\nout float f[9]; void main() { f[3] = 1.0; }"},
                 {Stage::Geometry,
                  "#version 330\nlayout(lines) in; layout(points, max_vertices = 1) out;\n"
                  "in Block { vec4 f[9]; } b[]; void main() { EmitVertex(); }"}},
                options)
            ->infoLog,
        Not(HasSubstr("too many")));
}

TEST(LinkStagesTest, IntegersAndDoublesAsAttributes) {
    LinkOptions options{.api = Api::Desktop};
    options.attributeBindings = {{"i", 0}, {"d", 1}, {"m", 2}, {"f", 4}};
    const auto program =
        linkAll({{Stage::Vertex,
                  "#version 410\nin ivec2 i; in dvec3 d; in dmat2x4 m; in float f;\n"
                  "void main() { gl_Position = vec4(i, float(d.z), float(m[1].w)) * f; }"}},
                options);
    ASSERT_TRUE(program->ok) << program->infoLog;
    EXPECT_EQ(program->attributeClass[0], ComponentClass::Int);
    EXPECT_EQ(program->attributeLocation("f"), 4);
    EXPECT_EQ(program->attributeMask, 0b11111u | 0b01110u << 16); // and second halves
    EXPECT_EQ(program->attributeDouble, 0b01110u);
    EXPECT_EQ(program->attributeClass[1], ComponentClass::Uint);
    for (const char* location : {"Location 1\n", "Location 17\n", "Location 19\n"}) {
        EXPECT_THAT(textOf(*program, Stage::Vertex), HasSubstr(location));
    }
}

TEST(LinkStagesTest, AttributesShareNoLocationInEs3) {
    LinkOptions options;
    options.attributeBindings = {{"a", 4}, {"b", 4}};
    const Source vertex = {Stage::Vertex,
                           "#version 300 es\nin vec4 a; in vec2 b; uniform bool c;\n"
                           "void main() { gl_Position = c ? a : vec4(b, 0.0, 1.0); }"};
    const Source fragment = {Stage::Fragment, "#version 300 es\nvoid main() {}"};
    EXPECT_THAT(linkAll({vertex, fragment}, options)->infoLog, HasSubstr("shares location 4"));
}

TEST(LinkStagesTest, FragmentOutputs) {
    const Source vertex = {Stage::Vertex, "#version 330\nvoid main() { gl_Position = vec4(0.0); }"};
    LinkOptions options{.api = Api::Desktop};
    options.fragmentOutputBindings = {{"b", 0}, {"c", 0}};
    options.fragmentOutputIndices = {{"c", 1}};
    const Source fragment = {Stage::Fragment,
                             "#version 330\nout uvec4 a; out vec4 b, c;\n"
                             "void main() { a = uvec4(1u); b = c = vec4(1.0); }"};
    const auto program = linkAll({vertex, fragment}, options);
    ASSERT_TRUE(program->ok) << program->infoLog;
    EXPECT_EQ(program->fragmentOutputMask, 3u);
    EXPECT_EQ(program->outputClass[1], ComponentClass::Uint);
    EXPECT_THAT(textOf(*program, Stage::Fragment), HasSubstr("Index 1"));
    options.fragmentOutputIndices.clear();
    EXPECT_THAT(linkAll({vertex, fragment}, options)->infoLog, HasSubstr("shares location 0"));
    const Source es[] = {
        {Stage::Vertex, "#version 300 es\nvoid main() { gl_Position = vec4(0.0); }"},
        {Stage::Fragment,
         "#version 300 es\nprecision mediump float; out vec4 a; layout(location = 1) out vec4 b;\n"
         "void main() { a = b = vec4(1.0); }"}};
    EXPECT_THAT(linkAll({es[0], es[1]}, {.api = Api::ES})->infoLog, HasSubstr("location"));
}

TEST(LinkStagesTest, UniformsThatSayWhereTheyAre) {
    const auto uniforms = [](const std::string& declarations, const std::string& use) {
        return linkAll(
            {{Stage::Vertex,
              "#version 430\n" + declarations + "void main() { gl_Position = " + use + "; }"}});
    };
    const auto program = uniforms("layout(location = 3) uniform vec4 a[2]; uniform vec4 b;\n"
                                  "layout(location = 0) uniform float unused;\n"
                                  "uniform dmat2x3 d; uniform uvec3 u;\n",
                                  "a[1] + b + float(d[1].z) + float(u.y)");
    ASSERT_TRUE(program->ok) << program->infoLog;
    EXPECT_EQ(program->uniformLocation("a"), 3);
    EXPECT_EQ(program->uniformLocation("b"), 1);
    EXPECT_EQ(testing::uniformNamed(*program, "d")->glType, 0x8F49u);
    EXPECT_EQ(testing::uniformNamed(*program, "d")->slots[0].matrixStride_B, 32);
    EXPECT_EQ(testing::uniformNamed(*program, "u")->stageMask, 1u);
    const auto overlap =
        linkAll({{Stage::Vertex,
                  "#version 430\nlayout(location = 1) uniform vec4 a[2];\n"
                  "void main() { gl_Position = a[0]; }"},
                 {Stage::Fragment,
                  "#version 430\nlayout(location = 2) uniform vec4 b; out vec4 o;\n"
                  "void main() { o = b; }"}});
    EXPECT_THAT(overlap->infoLog, HasSubstr("has a location that another uniform has"));
}

Source vertexPart(const std::string& text) {
    return {Stage::Vertex, "#version 120\n" + text};
}

TEST(LinkStagesTest, InitialValuesOfSharedGlobals) {
    const std::string uses = "void main() { gl_Position = vec4(g); }";
    const auto log = [&](const std::string& a, const std::string& b) {
        return linkAll({vertexPart(a), vertexPart(b + uses)})->infoLog;
    };
    EXPECT_EQ(log("float g = 2.0;", "float g = 1.0 + 1.0;"), "");
    EXPECT_EQ(log("float g;", "float g = 2.0;"), "");
    EXPECT_EQ(log("uniform float u; float g = u;", "float g;"), "");
    EXPECT_THAT(log("float g = 2.0;", "float g = 3.0;"), HasSubstr("more than one initial value"));
    EXPECT_THAT(log("uniform float u; float g = u;", "uniform float u; float g = u;"),
                HasSubstr("more than one initial value"));
    EXPECT_THAT(log("uniform float u; float g = u;", "float g = 1.0;"),
                HasSubstr("more than one initial value"));
}

TEST(LinkStagesTest, DepthLayoutsOfSeveralShaders) {
    const std::string head = "#version 420\n";
    const std::string less = "layout(depth_less) out float gl_FragDepth;\n";
    const std::string more = "layout(depth_greater) out float gl_FragDepth;\n";
    const auto log = [&](const std::string& a, const std::string& b) {
        return linkAll({kVertex,
                        {Stage::Fragment, head + a + "void f(); void main() { f(); }"},
                        {Stage::Fragment, head + b}})
            ->infoLog;
    };
    const std::string writes = "void f() { gl_FragDepth = 0.5; }";
    EXPECT_EQ(log(less, less + writes), "");
    EXPECT_EQ(log("", less + writes), "");
    EXPECT_EQ(log(less, "void f() {}"), "");
    EXPECT_THAT(log(less, more + writes), HasSubstr("gl_FragDepth"));
    EXPECT_THAT(log(less, writes), HasSubstr("gl_FragDepth"));
}

TEST(LinkStagesTest, AnotherShaderHasThePatchVertices) {
    Source first = control();
    const std::string main = "void main() {";
    first.text.replace(first.text.find(main), main.size(), "void f(); void main() { f();");
    const Source second = {Stage::TessControl,
                           "#version 410\nout vec4 w[]; out vec3 x[];\n"
                           "void f() { x[gl_InvocationID] = w[0].xyz;\n"
                           "gl_out[gl_InvocationID].gl_PointSize = 2.0; }"};
    const auto program = linkAll({kVertex, first, second, kEvaluation, kGeometry, kFragment});
    EXPECT_EQ(program->tessellation.patchVertices, 3);
    EXPECT_TRUE(program->ok) << program->infoLog;
    Source alone = control();
    const std::string layout = "layout(vertices = 3) out;";
    alone.text.erase(alone.text.find(layout), layout.size());
    EXPECT_THAT(linkAll({kVertex, alone, kEvaluation, kFragment})->infoLog, HasSubstr("vertices"));
}

TEST(LinkStagesTest, AnotherShaderHasTheGeometryLayout) {
    const Source vertex = {Stage::Vertex,
                           "#version 150\nin vec4 p; out vec4 v; out B { vec4 c; } b;\n"
                           "void main() { gl_Position = v = b.c = p; }"};
    const Source first = {Stage::Geometry,
                          "#version 150\nlayout(triangles) in;\n"
                          "layout(triangle_strip, max_vertices = 3) out;\n"
                          "void f(); void main() { f(); }"};
    const auto second = [](const std::string& index) {
        return Source{Stage::Geometry,
                      "#version 150\nin vec4 v[]; in B { vec4 c; } b[]; out vec4 g;\n"
                      "void f() { g = v[" +
                          index + "] + b[" + index + "].c; EmitVertex(); }"};
    };
    const Source fragment = {Stage::Fragment,
                             "#version 150\nin vec4 g; out vec4 o; void main() { o = g; }"};
    const auto program = linkAll({vertex, first, second("1"), fragment});
    EXPECT_TRUE(program->ok) << program->infoLog;
    EXPECT_FALSE(linkAll({vertex, first, second("3"), fragment})->ok);
    // GL_POINTS is 0: not the same as no layout.
    Source points = first;
    points.text.replace(points.text.find("triangles"), sizeof "triangles" - 1, "points");
    const auto onePoint = linkAll({vertex, points, second("0"), fragment});
    EXPECT_TRUE(onePoint->ok) << onePoint->infoLog;
    EXPECT_EQ(onePoint->geometry.inputPrimitive, kGlPoints);
    EXPECT_FALSE(linkAll({vertex, points, second("1"), fragment})->ok);
    EXPECT_FALSE(linkAll({vertex, second("1"), points, fragment})->ok);
}

TEST(LinkStagesTest, UnsizedArraysAreAsLongAsAnyShaderUses) {
    const std::string declarations =
        "#version 150\nout B { float x[]; float y[]; } b; out vec4 a[];\n";
    const auto log = [&](const std::string& input) {
        return linkAll({{Stage::Vertex,
                         declarations + "void f(); void main() { f(); b.x[0] = b.y[1] = 1.0;\n"
                                        "gl_Position = a[0] = vec4(1.0); }"},
                        {Stage::Vertex,
                         declarations + "void f() { b.x[1] = b.y[0] = 1.0; a[2] = vec4(1.0); }"},
                        {Stage::Fragment,
                         "#version 150\n" + input +
                             " out vec4 o;\n"
                             "void main() { o = a[1] * b.x[1] * b.y[1]; }"}})
            ->infoLog;
    };
    EXPECT_EQ(log("in B { float x[2]; float y[2]; } b; in vec4 a[3];"), "");
    EXPECT_THAT(log("in B { float x[3]; float y[2]; } b; in vec4 a[3];"), HasSubstr("'B'"));
    EXPECT_THAT(log("in B { float x[2]; float y[2]; } b; in vec4 a[2];"), HasSubstr("'a'"));
}

TEST(LinkStagesTest, ThePragmaMakesAllOutputsInvariant) {
    EXPECT_EQ(linkAll({{Stage::Vertex,
                        "#version 120\n#pragma STDGL invariant(all)\nvarying float v;\n"
                        "void main() { v = 1.0; gl_Position = vec4(v); }"},
                       {Stage::Fragment,
                        "#version 120\ninvariant varying float v;\n"
                        "void main() { gl_FragColor = vec4(v); }"}})
                  ->infoLog,
              "");
}

TEST(LinkStagesTest, ElementsOfAttributesHaveLocations) {
    const auto program = linkAll(
        {{Stage::Vertex,
          "#version 150\nin mat2 m[2]; in vec4 a[2], b; void main() {"
          " gl_Position = a[0] + a[1] + b + vec4(m[0][0], m[1][1]); }"},
         {Stage::Fragment, "#version 150\nout vec4 color; void main() { color = vec4(1); }"}});
    ASSERT_TRUE(program->ok) << program->infoLog;
    const int matrices = program->attributeLocation("m");
    EXPECT_GE(matrices, 0);
    EXPECT_EQ(program->attributeLocation("m[0]"), matrices);
    EXPECT_EQ(program->attributeLocation("m[1]"), matrices + 2);
    EXPECT_EQ(program->attributeLocation("a[1]"), program->attributeLocation("a") + 1);
    for (const char* none : {"a[2]", "a[-1]", "a[01]", "a[", "a[]", "b[0]", "m[1][0]"}) {
        EXPECT_EQ(program->attributeLocation(none), -1) << none;
    }
}

} // namespace
} // namespace glsl
