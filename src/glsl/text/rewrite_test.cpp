// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// What rewriting makes of each feature, before and after.

#include "glsl/text/rewrite.h"

#include "glsl/text/bounds.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace glsl {
namespace {

using testing::HasSubstr;
using testing::Not;

constexpr std::string_view kStart = "#line 1\n";

// The body as rewritten: without the prologue's declarations and the closing main.
std::string body(const CompileOptions& options, int version, const std::string& source) {
    std::string text = rewrite(options, {version, options.api == Api::ES}, {}, source).text;
    text = text.substr(text.find(kStart) + kStart.size());
    if (const size_t end = text.rfind("void main() {\n"); end != std::string::npos) {
        text.resize(end);
    }
    while (text.ends_with('\n')) {
        text.pop_back();
    }
    return text;
}

std::string whole(const CompileOptions& options, int version, const std::string& source) {
    return rewrite(options, {version, options.api == Api::ES}, {}, source).text;
}

CompileOptions esVertex() {
    return {.stage = Stage::Vertex, .api = Api::ES};
}
CompileOptions esFragment() {
    return {.stage = Stage::Fragment, .api = Api::ES};
}
CompileOptions glVertex() {
    return {.stage = Stage::Vertex, .api = Api::Desktop};
}
CompileOptions glFragment() {
    return {.stage = Stage::Fragment, .api = Api::Desktop};
}

TEST(RewriteTest, StorageQualifiers) {
    EXPECT_EQ(body(esVertex(), 100, "attribute vec4 p; varying vec2 uv;"),
              "in vec4 p ; out vec2 uv ;");
    EXPECT_EQ(body(esFragment(), 100, "varying mediump vec2 uv;"), "in vec2 uv ;");
    EXPECT_EQ(body(glVertex(), 120, "centroid varying vec2 uv;"), "centroid out vec2 uv ;");
}

TEST(RewriteTest, VaryingsOfVerticesAreArraysOfTheirOwn) {
    const CompileOptions geometry{.stage = Stage::Geometry, .api = Api::Desktop};
    const std::string text =
        whole(geometry, 150, "a = gl_in[i].gl_TexCoord[2], gl_in[0].gl_Position;");
    EXPECT_THAT(text, HasSubstr("in vec4 gdi_TexCoord[][8];\n"));
    EXPECT_THAT(text, HasSubstr("gdi_TexCoord [ i ] [ 2 ] , gl_in [ 0 ] . gl_Position"));
    const CompileOptions control{.stage = Stage::TessControl, .api = Api::Desktop};
    const std::string both =
        whole(control, 400, "gl_out[gl_InvocationID].gl_FrontColor = gl_in[0].gl_FrontColor;");
    EXPECT_THAT(both, HasSubstr("out vec4 gd_FrontColor[];\n"));
    EXPECT_THAT(both, HasSubstr("gd_FrontColor [ gl_InvocationID ] = gdi_FrontColor [ 0 ]"));
    // Of the block what core profiles have stays.
    const std::string block =
        body(geometry,
             150,
             "in gl_PerVertex { vec4 gl_FrontColor, gl_Position; vec4 gl_BackColor; } gl_in[];");
    EXPECT_THAT(block, HasSubstr("vec4 gl_Position ;"));
    EXPECT_THAT(block, Not(HasSubstr("Color")));
}

TEST(RewriteTest, PrecisionGoes) {
    EXPECT_EQ(body(esFragment(), 100, "precision mediump float; uniform lowp vec4 c;"),
              "uniform vec4 c ;");
    EXPECT_EQ(body(glFragment(), 110, "uniform float highp;"), "uniform float gdr_highp ;");
}

TEST(RewriteTest, Directives) {
    EXPECT_EQ(body(esFragment(),
                   100,
                   "#version 100\n#extension GL_OES_standard_derivatives : enable\nfloat x;"),
              "\n\nfloat x ;");
}

TEST(RewriteTest, TextureFunctions) {
    const auto f = [](const std::string& source) { return body(glFragment(), 120, source); };
    EXPECT_EQ(f("texture2D(s, uv)"), "texture ( s , uv )");
    EXPECT_EQ(f("texture2DProj(s, uv)"), "textureProj ( s , uv )");
    EXPECT_EQ(f("texture2DLodEXT(s, uv, l)"), "textureLod ( s , uv , l )");
    EXPECT_EQ(f("textureCubeGradARB(s, d, x, y)"), "textureGrad ( s , d , x , y )");
    EXPECT_EQ(f("texture3DProjLod(s, p, l)"), "textureProjLod ( s , p , l )");
    EXPECT_EQ(
        f("shadow2D(s, f(p)).x"),
        "max(vec4(1.0, 1.0, 1.0, -0.0) * texture ( s , f ( p ) ), vec4(0.0, 0.0, 0.0, 1.0)) . x");
    EXPECT_EQ(f("shadow1DProj(s, p)"),
              "max(vec4(1.0, 1.0, 1.0, -0.0) * textureProj ( s , p ), vec4(0.0, 0.0, 0.0, 1.0))");
}

TEST(RewriteTest, InitialisersOfUniformsGo) {
    EXPECT_EQ(body(glVertex(), 120, "uniform vec2 a = vec2(1.0, f(2)), b, c[2] = vec2[2](x, y);"),
              "uniform vec2 a , b , c [ 2 ] ;");
    EXPECT_EQ(body(glVertex(), 120, "uniform float a = x; float b = y;"),
              "uniform float a ; float b = y ;");
}

TEST(RewriteTest, BodiesOfDoLoopsAreScopes) {
    const auto f = [](const std::string& source) { return body(glFragment(), 120, source); };
    EXPECT_EQ(f("do int i = 0; while (i < 1);"), "do { int i = 0 ; } while ( i < 1 ) ;");
    EXPECT_EQ(f("do { x; } while (y);"), "do { x ; } while ( y ) ;");
    EXPECT_EQ(f("do if (a) b; else for (;;) { c; } while (y);"),
              "do { if ( a ) b ; else for ( ; ; ) { c ; } } while ( y ) ;");
    EXPECT_EQ(f("do do x; while (y); while (z);"), "do { do { x ; } while ( y ) ; } while ( z ) ;");
    EXPECT_EQ(f("do"), "do");
}

TEST(RewriteTest, DegreesInSinglePrecision) {
    EXPECT_EQ(body(glFragment(), 120, "degrees(x + y)"), "(57.295780181884766 *  ( x + y ))");
    EXPECT_EQ(body(esFragment(), 100, "degrees(x)"), "degrees ( x )");
}

TEST(RewriteTest, VertexColoursAreClamped) {
    constexpr std::string_view kClamp =
        "gd_FrontColor = mix(gd_FrontColor, clamp(gd_FrontColor, gd_ColorBounds.x, "
        "gd_ColorBounds.y), bvec4(gd_LastStage));";
    EXPECT_THAT(whole(glVertex(), 120, "void main() { gl_FrontColor = c; }"), HasSubstr(kClamp));
    const CompileOptions geometry{.stage = Stage::Geometry, .api = Api::Desktop};
    const std::string emitted =
        whole(geometry, 150, "void main() { gl_FrontColor = c; EmitVertex(); }");
    EXPECT_LT(emitted.find(kClamp), emitted.find("    EmitVertex();"));
}

TEST(RewriteTest, NamesOfTheNewLanguageAreTheApplicationsOwn) {
    EXPECT_EQ(body(esFragment(), 100, "uniform sampler2D texture; texture2D(texture, uv)"),
              "uniform sampler2D gdr_texture ; texture ( gdr_texture , uv )");
    EXPECT_EQ(body(esFragment(), 100, "float sample, buffer; s.patch = v.xy;"),
              "float gdr_sample , gdr_buffer ; s . gdr_patch = v . xy ;");
    EXPECT_EQ(body(esFragment(), 100, "mat3 inverse(mat3 m)"), "mat3 gdr_inverse ( mat3 m )");
    EXPECT_EQ(body(glVertex(), 110, "vec4 invariant; vec4 mat4x2;"),
              "vec4 gdr_invariant ; vec4 gdr_mat4x2 ;");
    EXPECT_EQ(body(esVertex(), 100, "float gd_x;"), "float gdr_gd_x ;");
    EXPECT_EQ(body(glFragment(), 110, "float round(float x); round(1.0)"),
              "float gdr_round ( float x ) ; gdr_round ( 1.0 )");
}

TEST(RewriteTest, FunctionsOfExtensionsStay) {
    EXPECT_EQ(body(glFragment(), 110, "vec4 f() { x = texture(s, q); return texture(s, p); }"),
              "vec4 f ( ) { x = texture ( s , q ) ; return texture ( s , p ) ; }");
}

TEST(RewriteTest, ReplacedBuiltInFunctions) {
    EXPECT_EQ(body(glVertex(), 110, "float f() { return abs(x); } float abs(float v); abs(y)"),
              "float f ( ) { return abs ( x ) ; } float gdr_abs ( float v ) ; gdr_abs ( y )");
    EXPECT_EQ(body(glFragment(), 110, "vec4 texture2D(float x); texture2D(1.0)"),
              "vec4 gdr_texture2D ( float x ) ; gdr_texture2D ( 1.0 )");
}

TEST(RewriteTest, FragmentOutputs) {
    EXPECT_THAT(whole(esFragment(), 100, "void main() { gl_FragColor = vec4(1.0); }"),
                HasSubstr("layout(location = 0) out vec4 gd_FragColor;"));
    EXPECT_THAT(whole(glFragment(), 110, "gl_FragData[0] = a; gl_FragData[2] = b;"),
                HasSubstr("out vec4 gd_FragData[3];"));
    EXPECT_THAT(whole(glFragment(), 110, "gl_FragData[i] = a;"),
                HasSubstr("out vec4 gd_FragData[8];"));
    EXPECT_EQ(body(esFragment(), 100, "gl_FragDepthEXT = 1.0;"), "gl_FragDepth = 1.0 ;");
}

TEST(RewriteTest, PointCoordTurns) {
    EXPECT_EQ(body(esFragment(), 100, "gl_PointCoord.y"),
              "vec2(gl_PointCoord.x, 1.0 - gl_PointCoord.y) . y");
}

TEST(RewriteTest, InvariantStaysOnOutputsOnly) {
    EXPECT_EQ(body(esVertex(), 100, "invariant varying vec4 v; invariant gl_Position;"),
              "invariant out vec4 v ; invariant gl_Position ;");
    EXPECT_EQ(body(esFragment(), 100, "invariant varying vec4 v;"), "in vec4 v ;");
    EXPECT_EQ(body(esFragment(), 100, "varying vec4 v; invariant v; float x;"),
              "in vec4 v ; float x ;");
}

TEST(RewriteTest, Constants) {
    EXPECT_EQ(body(esFragment(), 100, "gl_MaxTextureImageUnits"), "16");
    EXPECT_EQ(body(glVertex(), 110, "gl_MaxVaryingFloats"), "60");
}

TEST(RewriteTest, FixedFunctionState) {
    const std::string text = whole(
        glVertex(), 110, "void main() { gl_Position = ftransform() + gl_LightSource[0].ambient; }");
    EXPECT_THAT(text, HasSubstr("uniform mat4 gd_ModelViewProjectionMatrix;"));
    EXPECT_THAT(text, HasSubstr("in vec4 gd_Vertex;"));
    EXPECT_THAT(text, HasSubstr("struct gd_LightSourceParameters"));
    EXPECT_THAT(text,
                HasSubstr("(gd_ModelViewProjectionMatrix * gd_Vertex) + gd_LightSource [ 0 ]"));
    EXPECT_THAT(whole(esFragment(), 100, "gl_DepthRange.near"),
                HasSubstr("uniform gd_DepthRangeParameters gd_DepthRange;"));
}

TEST(RewriteTest, ColoursMeetBetweenStages) {
    EXPECT_THAT(whole(glVertex(), 110, "gl_FrontColor = gl_Color;"),
                HasSubstr("in vec4 gd_Color;\n"));
    EXPECT_THAT(whole(glVertex(), 110, "gl_FrontColor = gl_Color;"),
                HasSubstr("out vec4 gd_FrontColor;\n"));
    EXPECT_THAT(whole(glFragment(), 110, "gl_Color"), HasSubstr("in vec4 gd_FrontColor;\n"));
    EXPECT_EQ(body(glFragment(), 110, "varying vec4 gl_TexCoord[2]; gl_TexCoord[1]"),
              "gd_TexCoord [ 1 ]");
}

TEST(RewriteTest, MainIsWrapped) {
    const std::string source = "void main() { gl_Position = vec4(0.0); }";
    EXPECT_THAT(whole(esVertex(), 100, source),
                HasSubstr("void main ( ) {\n    gl_PointSize = 1.0;\n"
                          "{ gl_Position = vec4 ( 0.0 ) ; }\n"
                          "    if (gd_LastStage) {\n"
                          "        gl_Position.z = (gl_Position.z + gl_Position.w) * 0.5;\n"
                          "    }\n}"));
    CompileOptions native = esVertex();
    native.nativeDepthRange = true;
    EXPECT_THAT(whole(native, 100, source), Not(HasSubstr("gl_Position.z")));
    EXPECT_THAT(whole(glVertex(), 110, source), HasSubstr("gd_PointSizeOverride > 0.0"));
    EXPECT_THAT(whole(esVertex(), 100, source), Not(HasSubstr("gd_PointSizeOverride")));
    EXPECT_THAT(whole(esVertex(), 100, "void f() {}"), Not(HasSubstr("gd_main")));
}

TEST(RewriteTest, MainThatReturnsIsCalled) {
    constexpr const char* kCall = "void main() {\n    gl_PointSize = 1.0;\n    gd_main();\n    if";
    for (const std::string source :
         {"void main() { if (gl_Position.x > 0.0) return; gl_Position = vec4(0.0); }",
          "void main(); void main() { gl_Position = vec4(0.0); }"}) {
        EXPECT_THAT(whole(esVertex(), 100, source), HasSubstr(kCall)) << source;
    }
    EXPECT_THAT(whole(esVertex(), 100, "float f() { return 1.0; } void main() { f(); }"),
                Not(HasSubstr("gd_main")));
}

CompileOptions glGeometry() {
    return {.stage = Stage::Geometry, .api = Api::Desktop};
}

TEST(RewriteTest, Layouts) {
    const auto f = [](const std::string& source) { return body(glFragment(), 410, source); };
    EXPECT_EQ(f("layout(location = 3) uniform vec4 a;"), "uniform vec4 a ;");
    EXPECT_EQ(f("layout(binding = 2) uniform sampler2D s;"), "uniform sampler2D s ;");
    EXPECT_EQ(f("layout(shared, binding = N) uniform B { vec4 v; };"),
              "layout ( std140 ) uniform B { vec4 v ; } ;");
    EXPECT_EQ(f("layout(row_major, packed) uniform;"), "layout ( row_major , std140 ) uniform ;");
    EXPECT_EQ(f("layout(location = 1, index = 1) out vec4 b;"),
              "layout ( location = 1 , index = 1 ) out vec4 b ;");
    EXPECT_EQ(body(glVertex(), 330, "layout(location = 1) in vec4 b;"), "in vec4 b ;");
    EXPECT_EQ(body(glVertex(), 330, "layout"), "layout");
}

TEST(RewriteTest, EmittingFinishesVertices) {
    const std::string text =
        whole(glGeometry(), 400, "void main() { EmitVertex(); EmitStreamVertex(N + 1); }");
    EXPECT_THAT(text, HasSubstr("gd_EmitVertex ( ) ; gd_EmitStreamVertex1 ( ) ;"));
    EXPECT_THAT(text, HasSubstr("    EmitStreamVertex(N + 1 );\n    gl_Position.z = z;\n"));
    EXPECT_THAT(whole(glGeometry(), 400, "layout(points, max_vertices = 1) out; void main() { }"),
                HasSubstr("gl_PointSize = 1.0"));
    EXPECT_THAT(whole(glGeometry(), 400, "layout(line_strip) out; void main() { }"),
                Not(HasSubstr("gl_PointSize")));
}

TEST(RewriteTest, RedeclaredVertexBlocksKeepWhatFinishingNeeds) {
    EXPECT_EQ(body(glVertex(), 410, "out gl_PerVertex { float gl_ClipDistance[2]; };"),
              "out gl_PerVertex { vec4 gl_Position; float gl_PointSize; float gl_ClipDistance [ 2 "
              "] ; } ;");
    EXPECT_EQ(body(glGeometry(), 410, "in gl_PerVertex { vec4 gl_Position; } gl_in[];"),
              "in gl_PerVertex { vec4 gl_Position ; } gl_in [ ] ;");
}

TEST(RewriteTest, FragmentCoordinates) {
    const auto f = [](const std::string& layout) {
        return body(glFragment(), 150, layout + "in vec4 gl_FragCoord; gl_FragCoord");
    };
    EXPECT_EQ(f(""), "gl_FragCoord");
    EXPECT_EQ(f("layout(pixel_center_integer) "),
              "vec4(gl_FragCoord.x - 0.5, gl_FragCoord.y - 0.5, gl_FragCoord.zw)");
    EXPECT_EQ(f("layout(origin_upper_left) "),
              "vec4(gl_FragCoord.x, gd_DrawHeight - gl_FragCoord.y, gl_FragCoord.zw)");
    EXPECT_EQ(body(glFragment(), 330, "gl_PointCoord"),
              "vec2(gl_PointCoord.x, abs(gd_PointCoordOrigin - gl_PointCoord.y))");
}

TEST(RewriteTest, WordsByVersion) {
    EXPECT_EQ(body(glFragment(), 330, "float sample; double precise;"),
              "float gdr_sample ; gdr_double gdr_precise ;");
    EXPECT_EQ(body(glFragment(), 400, "sample in double d;"), "sample in double d ;");
    EXPECT_EQ(body(glFragment(), 410, "buffer.shared"), "gdr_buffer . gdr_shared");
    EXPECT_EQ(body(glFragment(), 330, "vec4 fma(vec4 a) { } fma(x)"),
              "vec4 gdr_fma ( vec4 a ) { } gdr_fma ( x )");
}

TEST(RewriteTest, SamplersLeaveStructs) {
    const std::string text = body(
        esFragment(),
        100,
        "struct S { sampler2D t[2]; vec4 c; }; uniform S s[3]; texture2D(s[i].t[1], uv) * s[0].c");
    EXPECT_THAT(text, HasSubstr("struct S { vec4 c ; } ;"));
    EXPECT_THAT(text, HasSubstr("uniform sampler2D gdh_s_t[(3) * (2)];"));
    EXPECT_THAT(text, HasSubstr("gdh_s_t [(( i ) * (2) + ( 1 ))] , uv"));
    EXPECT_THAT(text, HasSubstr("s [ 0 ] . c"));
}

TEST(RewriteTest, SamplersLeaveParameters) {
    const std::string text =
        body(glFragment(),
             110,
             "struct S { sampler2D t; float f; }; uniform S s;\n"
             "vec4 g(in S p, vec2 uv) { return texture2D(p.t, uv) * p.f; }\nvec4 v = g(s, uv);");
    EXPECT_THAT(text, HasSubstr("g ( in S p, sampler2D gdh_p_t , vec2 uv )"));
    EXPECT_THAT(text, HasSubstr("texture ( gdh_p_t"));
    EXPECT_THAT(text, HasSubstr("g ( s, gdh_s_t , uv )"));
}

TEST(RewriteTest, Noise) {
    EXPECT_EQ(body(glFragment(), 110, "x = noise3(p * f(q));"), "x = vec3(0.0) ;");
}

TEST(TokensTest, AnyBytesAndBack) {
    std::string bytes;
    for (int c = 0; c < 256; ++c) {
        bytes += char(c);
    }
    const std::vector<Token> tokens = tokenize(bytes + "/* open");
    EXPECT_FALSE(tokens.empty());
    EXPECT_EQ(writeTokens(tokenize("a+=1.5e-3; // c\nb /* x\n */ ++;")),
              "a += 1.5e-3 ;\nb\n++ ;\n");
}

TEST(BoundsTest, RealShadersPass) {
    EXPECT_EQ(boundsError(tokenize("#define F(x) ((x)+F2(x))\n#define F2(x) x*x\n"
                                   "void main() { gl_FragColor = vec4(F(F(1.0))); }")),
              "");
}

TEST(BoundsTest, DeepTextIsRefused) {
    const auto refused = [](const std::string& text) {
        return !boundsError(tokenize(text)).empty();
    };
    const auto repeat = [](const std::string& text, int n) {
        std::string out;
        for (int i = 0; i < n; ++i) {
            out += text;
        }
        return out;
    };
    EXPECT_TRUE(refused(repeat("(", 100000)));
    EXPECT_TRUE(refused(repeat("{", 100000)));
    EXPECT_TRUE(refused("x = " + repeat("- ", 100000) + "1;"));
    EXPECT_TRUE(refused("x = " + repeat("1+", 100000) + "1;"));
    EXPECT_TRUE(refused(repeat("if (a) x = 1; else ", 100000)));
    EXPECT_TRUE(refused(repeat("if (a) ", 100000)));
    EXPECT_TRUE(refused("x" + repeat("[0]", 100000)));
    EXPECT_FALSE(refused("float a[] = float[](" + repeat("1.0*2.0,", 5000) + "1.0);"));
    EXPECT_FALSE(refused(repeat("if (a) x = 1.0; ", 5000)));
    std::string bomb = "#define A0 x x x x x x x x x x\n";
    for (int i = 1; i < 12; ++i) {
        const std::string p = " A" + std::to_string(i - 1);
        bomb += "#define A" + std::to_string(i) + p + p + p + p + p + p + p + p + p + p + "\n";
    }
    EXPECT_TRUE(refused(bomb + "A11"));
    std::string calls = "x";
    for (int i = 0; i < 60; ++i) {
        calls = "D(" + calls + ")";
    }
    EXPECT_TRUE(refused("#define D(x) x x\n" + calls));
}

TEST(BoundsTest, MacrosThatGrowAsTheySay) {
    // Blender's: each argument comes once, through eight uses.
    const std::string least = "#define min2(a, b) min(a, b)\n"
                              "#define min3(a, b, c) min(a, min2(b, c))\n"
                              "#define min4(a, b, c, d) min(a, min3(b, c, d))\n"
                              "#define min5(a, b, c, d, e) min(a, min4(b, c, d, e))\n"
                              "#define min6(a, b, c, d, e, f) min(a, min5(b, c, d, e, f))\n"
                              "#define min9(a, b, c, d, e, f, g, h, i) "
                              "min(a, min(min3(b, c, d), min5(e, f, g, h, i)))\n";
    std::string use = "x";
    for (int i = 0; i < 6; ++i) {
        use = "min9(a, b, c, d, " + use + ", f, g, h, i)";
    }
    EXPECT_EQ(boundsError(tokenize(least + use)), "");
    EXPECT_EQ(boundsError(tokenize("#define texture texture\n#define f(x) f(x)\nf(texture(a))")),
              "");
    // Macros that come back to each other grow with the number of their orders.
    std::string all;
    for (int i = 0; i < 10; ++i) {
        all += " M" + std::to_string(i) + " M" + std::to_string(i);
    }
    std::string circle;
    for (int i = 0; i < 10; ++i) {
        circle += "#define M" + std::to_string(i) + all + "\n";
    }
    EXPECT_NE(boundsError(tokenize(circle + all)), "");
}

TEST(BoundsTest, WhatIsLookedUpInListsIsCounted) {
    const auto error = [](const std::string& text) { return countError(tokenize(text)); };
    const auto repeat = [](const std::string& text, int n) {
        std::string out;
        for (int i = 0; i < n; ++i) {
            out += text;
        }
        return out;
    };
    const std::string cases = repeat("case 1: break; ", 1024);
    EXPECT_EQ(error("switch (a) {" + cases + "} switch (b) {" + cases + "}"), "");
    EXPECT_THAT(error("switch (a) {" + cases + "case 1: break; }"), HasSubstr("labels"));
    EXPECT_EQ(error(repeat("out vec4 a;", 4096)), "");
    EXPECT_THAT(error(repeat("out vec4 a;\n", 4097)), HasSubstr("0:4097: error: more than 4096"));
    EXPECT_EQ(error("void f() {" + repeat("a = b;", 10000) + "}"), "");
    EXPECT_THAT(error("void f() {" + repeat("a = 1.0;", 20001) + "}"), HasSubstr("numbers"));
}

} // namespace
} // namespace glsl
