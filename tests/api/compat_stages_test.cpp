// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// The built-in varyings of the compatibility profile in geometry and tessellation shaders
// (GLSL 4.60 section 7.1), between stages of an application's and beside fixed function.

#include "gl_harness/legacy.h"

#include <array>
#include <cstdlib>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace {

using namespace harness;

constexpr GLenum kGeometryShader = 0x8DD9;
constexpr GLenum kTessControlShader = 0x8E88;
constexpr GLenum kTessEvaluationShader = 0x8E87;
constexpr GLenum kPatches = 0x000E;
constexpr GLenum kPatchVertices = 0x8E72;
constexpr GLenum kVertexProgramTwoSide = 0x8643;

class CompatStages : public LegacyTest {
protected:
    void SetUp() override {
        LegacyTest::SetUp();
        if (std::atof(reinterpret_cast<const char*>(glGetString(GL_VERSION))) < 4.0) {
            GTEST_SKIP() << "no OpenGL 4.0";
        }
        m_target = std::make_unique<Target>(8, 8);
        glClearColor(0, 0, 0, 0);
        glClear(GL_COLOR_BUFFER_BIT);
    }
    void TearDown() override {
        m_target.reset();
        LegacyTest::TearDown();
    }

    /// A program of these shaders, which is current afterwards.
    static void useStages(const std::vector<std::pair<GLenum, std::string>>& stages,
                          const std::string& version = "#version 400 compatibility\n") {
        const GLuint program = glCreateProgram();
        for (const auto& [stage, text] : stages) {
            std::string log;
            const GLuint shader = compileShader(stage, version + text, &log);
            EXPECT_EQ("", log);
            glAttachShader(program, shader);
            glDeleteShader(shader);
        }
        glLinkProgram(program);
        GLint linked = 0;
        glGetProgramiv(program, GL_LINK_STATUS, &linked);
        EXPECT_TRUE(linked) << programLog(program);
        glUseProgram(program);
        glDeleteProgram(program);
    }
    void point() const {
        gl.Begin(GL_POINTS);
        gl.Vertex2f(0, 0);
        gl.End();
    }

    std::unique_ptr<Target> m_target;
};

/// A geometry shader that makes a quad over everything of a point, its vertices by `body`: `i`
/// counts them, `at` is where they are.
std::string quadOfPoint(const std::string& body, const std::string& declarations = "") {
    return declarations +
           "layout(points) in; layout(triangle_strip, max_vertices = 4) out;\n"
           "void main() { for (int i = 0; i < 4; ++i) {\n"
           "vec4 at = vec4(i % 2 * 2 - 1, i / 2 * 2 - 1, 0, 1);\n"
           "gl_Position = at;\n" +
           body + "EmitVertex(); } }";
}

TEST_F(CompatStages, FixedFragmentsHaveColorsOfGeometry) {
    useStages({{GL_VERTEX_SHADER, "void main() { gl_Position = vec4(0); }"},
               {kGeometryShader, quadOfPoint("gl_FrontColor = vec4(0, 1, i / 2, 1);\n")}});
    point();
    const Image image = m_target->read();
    EXPECT_EQ((Rgba{0, 255, 16, 255}), image.at(4, 0));
    EXPECT_EQ((Rgba{0, 255, 239, 255}), image.at(4, 7));
}

TEST_F(CompatStages, GeometryHandsOnWhatVerticesWrote) {
    useStages({{GL_VERTEX_SHADER,
                "void main() { gl_Position = gl_Vertex; gl_FrontColor = gl_Color;\n"
                "gl_FrontSecondaryColor = gl_Color.zyxw * 0.5; gl_FogFragCoord = 0.25;\n"
                "gl_TexCoord[0] = vec4(5); gl_TexCoord[2] = vec4(0.5, 0, 0, 0.75); }"},
               {kGeometryShader,
                quadOfPoint("gl_FrontColor = gl_in[0].gl_FrontColor;\n"
                            "gl_FrontSecondaryColor = gl_in[0].gl_FrontSecondaryColor;\n"
                            "gl_FogFragCoord = gl_in[0].gl_FogFragCoord;\n"
                            "gl_TexCoord[2] = gl_in[gl_in.length() - 1].gl_TexCoord[2];\n")},
               {GL_FRAGMENT_SHADER,
                "void main() { gl_FragColor = vec4(gl_Color.x + gl_FogFragCoord,\n"
                "gl_SecondaryColor.y, gl_TexCoord[2].x, gl_TexCoord[2].w); }"}});
    gl.Color4f(0.5f, 1, 0, 1);
    point();
    expectColor(m_target->read(), {191, 128, 128, 191}, 1);
}

TEST_F(CompatStages, RedeclaredBlocksNameTheMembersThatMeet) {
    useStages({{GL_VERTEX_SHADER,
                "out gl_PerVertex { vec4 gl_Position, gl_FrontColor; vec4 gl_TexCoord[2]; };\n"
                "void main() { gl_Position = gl_Vertex; gl_FrontColor = gl_Color;\n"
                "gl_TexCoord[1] = vec4(0, 0, 1, 0); }"},
               {kGeometryShader,
                quadOfPoint("gl_FrontColor = gl_in[0].gl_FrontColor + gl_in[0].gl_TexCoord[1];\n",
                            "in gl_PerVertex { vec4 gl_Position, gl_FrontColor;\n"
                            "vec4 gl_TexCoord[2]; } gl_in[];\n"
                            "out gl_PerVertex { vec4 gl_Position; vec4 gl_FrontColor; };\n")}});
    gl.Color4f(0, 1, 0, 1);
    point();
    expectColor(m_target->read(), {0, 255, 255, 255});
}

TEST_F(CompatStages, ColorsAreClampedBehindTheLastStage) {
    useStages({{GL_VERTEX_SHADER,
                "void main() { gl_Position = gl_Vertex; gl_FrontColor = vec4(2, -1, 0, 3); }"},
               {kGeometryShader,
                quadOfPoint("gl_FrontColor = gl_in[0].gl_FrontColor * 0.25;\n"
                            "gl_FrontSecondaryColor = gl_in[0].gl_FrontColor;\n")},
               {GL_FRAGMENT_SHADER,
                "void main() { gl_FragColor = vec4(gl_Color.xy, gl_SecondaryColor.x * 0.5,\n"
                "gl_SecondaryColor.y + 0.25); }"}});
    point();
    expectColor(m_target->read(), {128, 0, 128, 64}, 1);
}

TEST_F(CompatStages, PlanesClipVerticesOfGeometry) {
    useStages(
        {{GL_VERTEX_SHADER, "void main() { gl_Position = vec4(0); }"},
         {kGeometryShader, quadOfPoint("gl_FrontColor = vec4(1); gl_ClipVertex = at.yxzw;\n")}});
    const double plane[] = {1, 0, 0, 0.5}; // x >= -0.5, which is y on the screen.
    gl.ClipPlane(GL_CLIP_PLANE0, plane);
    glEnable(GL_CLIP_PLANE0);
    point();
    expectImage(m_target->read(), [](int, int y) { return y < 2 ? kNothing : kWhite; });
}

TEST_F(CompatStages, BackFacesHaveTheirColorOfGeometry) {
    useStages({{GL_VERTEX_SHADER, "void main() { gl_Position = vec4(0); }"},
               {kGeometryShader,
                quadOfPoint("gl_FrontColor = vec4(1, 0, 0, 1);\n"
                            "gl_BackColor = vec4(0, 1, 0, 1);\n")}});
    glEnable(kVertexProgramTwoSide);
    point();
    expectColor(m_target->read(), kRed);
    glFrontFace(GL_CW);
    point();
    expectColor(m_target->read(), kGreen);
}

/// GL 4.6 compatibility profile sections 11.2 and 11.3.4: what draws the wrong primitives is an
/// error of glBegin, which begins none then.
TEST_F(CompatStages, BeginTakesWhatTheStagesTake) {
    EXPECT_FAILS(GL_INVALID_OPERATION, gl.Begin(kPatches));
    EXPECT_FAILS(GL_INVALID_OPERATION, gl.End());
    useStages({{GL_VERTEX_SHADER, "void main() { gl_Position = gl_Vertex; }"},
               {kGeometryShader,
                "layout(lines) in; layout(points, max_vertices = 1) out;"
                "void main() { gl_Position = vec4(0); EmitVertex(); }"}});
    gl.Begin(GL_LINE_STRIP);
    gl.Vertex2f(0, 0);
    gl.Vertex2f(1, 0);
    gl.End();
    EXPECT_GL_OK();
    EXPECT_FAILS(GL_INVALID_OPERATION, gl.Begin(GL_TRIANGLES)); // While the lines wait.
    EXPECT_FAILS(GL_INVALID_OPERATION, gl.End());
}

TEST_F(CompatStages, TheShadingModelIsForGeometryToo) {
    useStages({{GL_VERTEX_SHADER, "void main() { gl_Position = vec4(0); }"},
               {kGeometryShader, quadOfPoint("gl_FrontColor = vec4(i / 2, 1, i % 2, 1);\n")},
               {GL_FRAGMENT_SHADER, "void main() { gl_FragColor = gl_Color; }"}});
    gl.ShadeModel(GL_FLAT);
    point();
    // The last vertex of a triangle is the provoking one: the third and the fourth of the strip.
    const Image image = m_target->read();
    EXPECT_EQ((Rgba{255, 255, 0, 255}), image.at(1, 1));
    EXPECT_EQ((Rgba{255, 255, 255, 255}), image.at(6, 6));
}

TEST_F(CompatStages, TessellationHandsOnColorsAndCoordinates) {
    const auto patchParameteri = load<void (*)(GLenum, GLint)>("glPatchParameteri");
    useStages({{GL_VERTEX_SHADER,
                "void main() { gl_Position = gl_Vertex; gl_FrontColor = gl_Color;\n"
                "gl_TexCoord[0] = gl_Vertex; }"},
               {kTessControlShader,
                "layout(vertices = 1) out;\n"
                "void main() { gl_TessLevelOuter = float[4](1., 1., 1., 1.);\n"
                "gl_TessLevelInner = float[2](1., 1.);\n"
                "gl_out[gl_InvocationID].gl_FrontColor = gl_in[0].gl_FrontColor.zyxw;\n"
                "gl_out[gl_InvocationID].gl_TexCoord[1] = gl_in[0].gl_TexCoord[0]; }"},
               {kTessEvaluationShader,
                "layout(quads) in;\n"
                "void main() { gl_Position = vec4(gl_TessCoord.xy * 2. - 1., 0., 1.);\n"
                "gl_FrontColor = gl_in[0].gl_FrontColor + gl_in[0].gl_TexCoord[1]; }"}});
    patchParameteri(kPatchVertices, 1);
    gl.Color4f(0, 0, 1, 0);
    gl.Begin(kPatches);
    gl.Vertex2f(0, 0.5f);
    gl.End();
    expectColor(m_target->read(), {255, 128, 0, 255}, 1);
}

// GL 4.6 section 11.2.2.1: the order is that of (u, v), counter-clockwise unless a layout says
// otherwise.
TEST_F(CompatStages, TessellatedFacesTurnAsTheDomainDoes) {
    const auto patchParameteri = load<void (*)(GLenum, GLint)>("glPatchParameteri");
    patchParameteri(kPatchVertices, 1);
    glEnable(GL_CULL_FACE);
    for (const std::string primitives : {"quads", "triangles"}) {
        for (const std::string order : {"", ", ccw", ", cw"}) {
            useStages({{GL_VERTEX_SHADER, "void main() { gl_Position = vec4(0); }"},
                       {kTessEvaluationShader,
                        "layout(" + primitives + order +
                            ") in;\n"
                            "void main() { gl_Position = vec4(gl_TessCoord.xy * 4. - 1., 0., 1.);\n"
                            "gl_FrontColor = vec4(1); }"}});
            glClear(GL_COLOR_BUFFER_BIT);
            gl.Begin(kPatches);
            gl.Vertex2f(0, 0);
            gl.End();
            expectColor(m_target->read(), order == ", cw" ? kNothing : kWhite);
        }
    }
}

TEST_F(CompatStages, BackFacesHaveTheirColorOfTessellation) {
    const auto patchParameteri = load<void (*)(GLenum, GLint)>("glPatchParameteri");
    patchParameteri(kPatchVertices, 1);
    useStages({{GL_VERTEX_SHADER, "void main() { gl_Position = vec4(0); }"},
               {kTessEvaluationShader,
                "layout(quads) in;\n"
                "void main() { gl_Position = vec4(gl_TessCoord.xy * 2. - 1., 0., 1.);\n"
                "gl_FrontColor = vec4(1, 0, 0, 1); gl_BackColor = vec4(0, 1, 0, 1); }"}});
    glEnable(kVertexProgramTwoSide);
    for (const auto& [face, color] : {std::pair(GLenum(GL_CCW), kRed), {GLenum(GL_CW), kGreen}}) {
        glFrontFace(face);
        gl.Begin(kPatches);
        gl.Vertex2f(0, 0);
        gl.End();
        expectColor(m_target->read(), color);
    }
}

TEST_F(CompatStages, AnExtensionBringsThemBackToo) {
    const std::string version = "#version 150\n#extension GL_ARB_compatibility : enable\n";
    useStages(
        {{GL_VERTEX_SHADER, "void main() { gl_Position = gl_Vertex; gl_FrontColor = gl_Color; }"},
         {kGeometryShader, quadOfPoint("gl_FrontColor = gl_in[0].gl_FrontColor;\n")},
         {GL_FRAGMENT_SHADER, "void main() { gl_FragColor = gl_Color; }"}},
        version);
    gl.Color4f(0, 1, 0, 1);
    point();
    expectColor(m_target->read(), kGreen);
}

} // namespace
