// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// What assembly programs compute (ARB_vertex_program section 2.14.5, ARB_fragment_program sections
// 3.11.4 to 3.11.6), against the pseudocode there, and what they read.

#include "gl_harness/assembly.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

namespace {

using namespace harness;

using Color = std::array<float, 4>;

Rgba rounded(const Color& color) {
    const auto byte = [](float c) { return int(std::lround(std::clamp(c, 0.f, 1.f) * 255)); };
    return {byte(color[0]), byte(color[1]), byte(color[2]), byte(color[3])};
}

const std::string kPasses = "MOV result.position, vertex.position;";

class AssemblyDraw : public AssemblyTest {
protected:
    /// Of a square that the programs in use draw.
    void expectDrawn(const Color& color, int tolerance = 1) const {
        expectColor(drawn(), rounded(color), tolerance);
        EXPECT_GL_OK();
    }
    /// Statements that leave a colour in "c", of either kind of program.
    void expectVertex(const std::string& statements, const Color& color) const {
        SCOPED_TRACE(statements);
        glDisable(kFragment);
        use(kVertex,
            "!!ARBvp1.0 TEMP c, d; ADDRESS a; " + statements + kPasses +
                "MOV result.color, c; END");
        expectDrawn(color);
        glDisable(kVertex);
    }
    void expectFragment(const std::string& statements, const Color& color) const {
        SCOPED_TRACE(statements);
        use(kFragment, "!!ARBfp1.0 TEMP c, d; " + statements + "MOV result.color, c; END");
        expectDrawn(color);
        glDisable(kFragment);
    }
    void expectBoth(const std::string& statements, const Color& color) const {
        expectVertex(statements, color);
        expectFragment(statements, color);
    }
    static GLuint texel(int unit, const Color& color) {
        GLuint texture = 0;
        glActiveTexture(GLenum(GL_TEXTURE0 + unit));
        glGenTextures(1, &texture);
        glBindTexture(GL_TEXTURE_2D, texture);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
        glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 1, 1, 0, GL_RGBA, GL_FLOAT, color.data());
        glActiveTexture(GL_TEXTURE0);
        return texture;
    }
};

TEST_F(AssemblyDraw, InstructionsOfVectors) {
    const std::string ab = "PARAM a4 = { 0.25, -0.5, 0.75, 1 }; PARAM b4 = { 0.5, 0.5, -0.25, 0 };";
    const std::array<std::pair<const char*, Color>, 18> rows{{
        {"ABS c, a4;", {0.25f, 0.5f, 0.75f, 1}},
        {"ADD c, a4, b4;", {0.75f, 0, 0.5f, 1}},
        {"SUB c, a4, b4;", {-0.25f, -1, 1, 1}},
        {"MUL c, a4, b4.xxxx;", {0.125f, -0.25f, 0.375f, 0.5f}},
        {"MAD c, a4, 0.5, 0.25;", {0.375f, 0, 0.625f, 0.75f}},
        {"MIN c, a4, b4;", {0.25f, -0.5f, -0.25f, 0}},
        {"MAX c, a4, b4;", {0.5f, 0.5f, 0.75f, 1}},
        {"FLR c, a4; ADD c, c, {0.5, 1.5, 0.5, -0.5};", {0.5f, 0.5f, 0.5f, 0.5f}},
        {"FRC c, a4; ADD c, c, {0, -0.25, 0, 0.5};", {0.25f, 0.25f, 0.75f, 0.5f}},
        {"DP3 c, a4, {1, 1, 1, 9};", {0.5f, 0.5f, 0.5f, 0.5f}},
        {"DP4 c, a4, {0, 0, -1, 1};", {0.25f, 0.25f, 0.25f, 0.25f}},
        {"DPH c, a4, {1, 1, 0, 0.75};", {0.5f, 0.5f, 0.5f, 0.5f}},
        {"DST c, {9, 0.5, 0.25, 9}, {9, 0.5, 9, 0.75};", {1, 0.25f, 0.25f, 0.75f}},
        {"XPD c, {1, 0, 0, 0}, {0, 0.5, 0.25, 0}; MOV c.w, 1; ADD c, c, {0, 0.5, 0, 0};",
         {0, 0.25f, 0.5f, 1}},
        {"SGE c, a4, {0.25, 0, 0.5, 2};", {1, 0, 1, 0}},
        {"SLT c, a4, {0.25, 0, 0.5, 2};", {0, 1, 0, 1}},
        {"MOV c, -a4.yxzw; MOV c.xw, 0.25;", {0.25f, -0.25f, -0.75f, 0.25f}},
        {"SWZ c, a4, 1, 0, -y, z;", {1, 0, 0.5f, 0.75f}},
    }};
    for (const auto& [statements, color] : rows) {
        expectBoth(ab + statements, color);
    }
}

TEST_F(AssemblyDraw, InstructionsOfScalars) {
    const std::array<std::pair<const char*, Color>, 9> rows{{
        {"EX2 c, {0, -1}.y;", {0.5f, 0.5f, 0.5f, 0.5f}},
        {"LG2 c, {1.5}.x;", {0.585f, 0.585f, 0.585f, 0.585f}},
        {"RCP c, {0, 4}.y;", {0.25f, 0.25f, 0.25f, 0.25f}},
        {"RSQ c, -{0, 0, 4}.z;", {0.5f, 0.5f, 0.5f, 0.5f}},
        {"POW c, {0.5}.x, {0, 2}.y;", {0.25f, 0.25f, 0.25f, 0.25f}},
        {"LIT c, {0.5, 0.5, 9, 2};", {1, 0.5f, 0.25f, 1}},
        {"LIT c, {-0.5, 0.5, 9, 2};", {1, 0, 0, 1}},
        {"LIT c, {0.5, -1, 9, 0}; MUL c, c, 0.5;", {0.5f, 0.25f, 0.5f, 0.5f}},
        {"LIT c, {0.25, 0.99, 9, 1000};", {1, 0.25f, 0.276f, 1}}, // 0.99 to the power of 128
    }};
    for (const auto& [statements, color] : rows) {
        expectBoth(statements, color);
    }
    expectVertex("EXP c, {-0.5}.x;", {0.5f, 0.5f, 0.707f, 1});
    expectVertex("LOG c, {-3}.x; MUL c, c, 0.25; ADD c, c, {0, 0, 0, 0.25};",
                 {0.25f, 0.375f, 0.396f, 0.5f});
    expectFragment("COS c, {1}.x;", {0.540f, 0.540f, 0.540f, 0.540f});
    expectFragment("SIN c, {1}.x;", {0.841f, 0.841f, 0.841f, 0.841f});
    expectFragment("MOV c, 0.25; SCS c.xy, {1}.x;", {0.540f, 0.841f, 0.25f, 0.25f});
    expectFragment("CMP c, {-1, 0, 1, -0.5}, 0.25, 0.75;", {0.25f, 0.75f, 0.75f, 0.25f});
    expectFragment("LRP c, {0.25, 0.5, 1, 0}, 0.8, 0.4;", {0.5f, 0.6f, 0.8f, 0.4f});
    expectFragment("ADD_SAT c, {2, -2, 0.5, 0}, 0; SUB c, 1, c;", {0, 1, 0.5f, 1});
}

TEST_F(AssemblyDraw, SourcesMayBeDestinations) {
    expectBoth("MOV c, {0.25, 0.5, 0.75, 1}; MOV c, c.wzyx;", {1, 0.75f, 0.5f, 0.25f});
    expectBoth("MOV c, {1, 0.5, 0, 2}; XPD c.xyz, c, {0, 0, 1}; MOV c.yw, 0.5;",
               {0.5f, 0.5f, 0, 0.5f});
    expectBoth("MOV c, {0.5, 0.5, 0, 2}; LIT c, c;", {1, 0.5f, 0.25f, 1});
}

TEST_F(AssemblyDraw, EnvironmentAndLocalParameters) {
    for (const GLenum target : {kVertex, kFragment}) {
        arb.ProgramEnvParameter4fARB(target, 200, 0.25f, 0.5f, 0.75f, 1);
        arb.ProgramLocalParameter4dARB(target, 7, 0.5, 0.25, 0.25, 0);
    }
    expectBoth("ADD c, program.env[200], program.local[7];", {0.75f, 0.75f, 1, 1});
    // Of the same program, with nothing else changed.
    use(kFragment, "!!ARBfp1.0 MOV result.color, program.env[3]; END");
    expectDrawn({0, 0, 0, 0});
    const float values[] = {0, 0, 0, 0, 1, 0, 0, 1, 0, 1, 0, 1};
    arb.ProgramEnvParameters4fvEXT(kFragment, 2, 3, values);
    expectDrawn({1, 0, 0, 1});
    arb.ProgramEnvParameter4fvARB(kVertex, 3, values + 8);
    expectDrawn({1, 0, 0, 1});
}

TEST_F(AssemblyDraw, LocalParametersAreThePrograms) {
    GLuint programs[2] = {};
    arb.GenProgramsARB(2, programs);
    for (const GLuint program : programs) {
        arb.BindProgramARB(kFragment, program);
        use(kFragment, "!!ARBfp1.0 MOV result.color, program.local[1]; END");
        arb.ProgramLocalParameter4fARB(kFragment, 1, program == programs[0], 1, 0, 1);
    }
    expectDrawn({0, 1, 0, 1});
    arb.BindProgramARB(kFragment, programs[0]);
    expectDrawn({1, 1, 0, 1});
    arb.BindProgramARB(kFragment, programs[1]);
    expectDrawn({0, 1, 0, 1});
    arb.DeleteProgramsARB(2, programs);
}

TEST_F(AssemblyDraw, ElementsByAddressRegisters) {
    arb.ProgramEnvParameter4fARB(kVertex, 1, 0, 1, 0, 1);
    arb.ProgramLocalParameter4fARB(kVertex, 2, 0, 0, 1, 1);
    const std::string arrays =
        "PARAM p[] = { {1, 0, 0, 1}, program.env[1], program.local[2], {1, 1, 0, 1} };"
        "PARAM q[] = { state.material.ambient, {0, 1, 1, 1}, program.local[3] };";
    expectVertex(arrays + "ARL a.x, {0}.x; MOV c, p[a.x];", {1, 0, 0, 1});
    expectVertex(arrays + "ARL a.x, {1.9}.x; MOV c, p[a.x];", {0, 1, 0, 1});
    expectVertex(arrays + "ARL a.x, -{0.1}.x; MOV c, p[a.x + 3];", {0, 0, 1, 1});
    expectVertex(arrays + "ARL a.x, {5}.x; MOV c, p[a.x - 2];", {1, 1, 0, 1});
    expectVertex(arrays + "ARL a.x, {1}.x; MOV c, q[a.x];", {0, 1, 1, 1});
    expectVertex(arrays + "ARL a.x, {0}.x; MOV c, q[a.x];", {0.2f, 0.2f, 0.2f, 1});
    // Outside of the array it may be anything.
    use(kVertex,
        "!!ARBvp1.0 TEMP c; ADDRESS a; " + arrays + "RCP c, {0}.x; ARL a.x, c.x;" +
            "MOV result.color, p[a.x]; " + kPasses + " END");
    drawn();
    EXPECT_GL_OK();
}

TEST_F(AssemblyDraw, AttributesOfVertices) {
    gl.Color4f(0.25f, 0.5f, 0.75f, 1);
    expectVertex("MOV c, vertex.color;", {0.25f, 0.5f, 0.75f, 1});
    gl.Normal3f(0.5f, 0.25f, 1);
    expectVertex("MOV c, vertex.normal;", {0.5f, 0.25f, 1, 1});
    load<PFNGLSECONDARYCOLOR3FPROC>("glSecondaryColor3f")(0.25f, 0, 0.5f);
    expectVertex("MOV c, vertex.color.secondary; MOV c.w, 1;", {0.25f, 0, 0.5f, 1});
    load<PFNGLFOGCOORDFPROC>("glFogCoordf")(0.25f);
    expectVertex("MOV c, vertex.fogcoord;", {0.25f, 0, 0, 1});
    load<decltype(&::glMultiTexCoord4f)>("glMultiTexCoord4f")(GL_TEXTURE3, 0.5f, 0.25f, 1, 0.75f);
    expectVertex("MOV c, vertex.texcoord[3];", {0.5f, 0.25f, 1, 0.75f});
    glVertexAttrib4f(5, 0.25f, 0.5f, 0, 0.5f);
    expectVertex("MOV c, vertex.attrib[5];", {0.25f, 0.5f, 0, 0.5f});
}

TEST_F(AssemblyDraw, GenericAttributeZeroIsThePosition) {
    use(kVertex,
        "!!ARBvp1.0 MOV result.position, vertex.attrib[0];"
        " MOV result.color, vertex.attrib[2]; END");
    glVertexAttrib4f(2, 0, 1, 0, 1);
    expectDrawn({0, 1, 0, 1});
    const float corners[] = {-1, -1, 3, -1, -1, 3};
    glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, corners);
    glEnableVertexAttribArray(0);
    glClear(GL_COLOR_BUFFER_BIT);
    glDrawArrays(GL_TRIANGLES, 0, 3);
    expectColor(m_target->read(), kGreen);
    glDisableVertexAttribArray(0);
}

TEST_F(AssemblyDraw, AllSixteenAttributes) {
    std::string sum = "MOV c, vertex.position; MUL c, c, 0;";
    for (int i = 1; i < 16; ++i) {
        sum += "ADD c, c, vertex.attrib[" + std::to_string(i) + "];";
        glVertexAttrib4f(GLuint(i), i == 1 ? 0.25f : 0, i == 7 ? 0.5f : 0, i == 15 ? 0.75f : 0, 0);
    }
    expectVertex(sum + "MOV c.w, 1;", {0.25f, 0.5f, 0.75f, 1});
}

TEST_F(AssemblyDraw, MatricesByRows) {
    const float m[] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16};
    // Rows of m, as columns are next to each other in it.
    const auto row = [&](size_t i) { return Color{m[i], m[i + 4], m[i + 8], m[i + 12]}; };
    const auto sixteenth = [](Color c) {
        std::ranges::transform(c, c.begin(), [](float v) { return v / 16; });
        return c;
    };
    const auto matrix = [](int number) {
        return "state.matrix.program[" + std::to_string(number) + "]";
    };
    gl.MatrixMode(GL_MATRIX0_ARB + 3);
    gl.LoadMatrixf(m);
    float got[16] = {};
    glGetFloatv(GL_CURRENT_MATRIX_ARB, got);
    EXPECT_TRUE(std::ranges::equal(m, got));
    glGetFloatv(GL_TRANSPOSE_CURRENT_MATRIX_ARB, got);
    EXPECT_EQ(m[4], got[1]);
    gl.PushMatrix();
    EXPECT_EQ(2, getInteger(GL_CURRENT_MATRIX_STACK_DEPTH_ARB));
    gl.PopMatrix();
    expectBoth("MUL c, " + matrix(3) + ".row[1], 0.0625;", sixteenth(row(1)));
    expectBoth("PARAM p[] = { " + matrix(3) + ".transpose.row[1..2] }; MUL c, p[1], 0.0625;",
               sixteenth({m[8], m[9], m[10], m[11]}));
    gl.LoadIdentity();
    gl.Translatef(1, 0.5f, 0.25f);
    expectBoth("PARAM p[] = { " + matrix(3) +
                   ".inverse };"
                   " MOV c.x, -p[0].w; MOV c.y, -p[1].w; MOV c.z, -p[2].w; MOV c.w, 1;",
               {1, 0.5f, 0.25f, 1});
    expectBoth("MOV c, -" + matrix(3) + ".invtrans.row[3]; MOV c.w, 1;", {1, 0.5f, 0.25f, 1});
    gl.MatrixMode(GL_TEXTURE);
    gl.LoadMatrixf(m);
    expectBoth("MUL c, state.matrix.texture.row[2], 0.0625;", sixteenth(row(2)));
    gl.MatrixMode(GL_PROJECTION);
    gl.LoadMatrixf(m);
    expectVertex("PARAM p[4] = { state.matrix.projection }; MUL c, p[0], 0.0625;",
                 sixteenth(row(0)));
}

TEST_F(AssemblyDraw, LightsAndMaterials) {
    const Color color{0.25f, 0.5f, 0.75f, 1};
    gl.Lightfv(GL_LIGHT2, GL_DIFFUSE, color.data());
    expectBoth("MOV c, state.light[2].diffuse;", color);
    const float position[] = {0, 0, 1, 0};
    gl.Lightfv(GL_LIGHT1, GL_POSITION, position);
    if (!isLlvmpipe()) { // It knows those of lights that are on.
        expectBoth("MOV c, state.light[1].half;", {0, 0, 1, 1});
    }
    gl.Lightf(GL_LIGHT1, GL_CONSTANT_ATTENUATION, 0.5f);
    gl.Lightf(GL_LIGHT1, GL_QUADRATIC_ATTENUATION, 0.25f);
    gl.Lightf(GL_LIGHT1, GL_SPOT_EXPONENT, 1);
    expectBoth("MOV c, state.light[1].attenuation;", {0.5f, 0, 0.25f, 1});
    gl.Lightf(GL_LIGHT1, GL_SPOT_CUTOFF, 60);
    expectBoth("MOV c, -state.light[1].spot.direction; MUL c.w, c.w, {-1}.x;", {0, 0, 1, 0.5f});
    const float half[] = {0.5f, 0.5f, 0.5f, 0.25f};
    gl.Materialfv(GL_BACK, GL_DIFFUSE, half);
    expectBoth("MOV c, state.lightprod[2].back.diffuse;", {0.125f, 0.25f, 0.375f, 0.25f});
    gl.Materialf(GL_FRONT, GL_SHININESS, 0.5f);
    expectBoth("MOV c, state.material.shininess;", {0.5f, 0, 0, 1});
    gl.LightModelfv(GL_LIGHT_MODEL_AMBIENT, color.data());
    gl.Materialfv(GL_FRONT, GL_AMBIENT, half);
    gl.Materialfv(GL_FRONT, GL_DIFFUSE, half);
    expectBoth("MOV c, state.lightmodel.scenecolor;", {0.125f, 0.25f, 0.375f, 0.25f});
}

TEST_F(AssemblyDraw, OtherState) {
    const Color color{0.25f, 0.5f, 0.75f, 1};
    gl.Fogfv(GL_FOG_COLOR, color.data());
    expectBoth("MOV c, state.fog.color;", color);
    gl.Fogf(GL_FOG_DENSITY, 0.5f);
    gl.Fogf(GL_FOG_START, 0.25f);
    gl.Fogf(GL_FOG_END, 4.25f);
    expectBoth("MUL c, state.fog.params, {1, 1, 0.125, 1};", {0.5f, 0.25f, 0.531f, 0.25f});
    gl.TexGenfv(GL_T, GL_OBJECT_PLANE, color.data());
    expectVertex("MOV c, state.texgen[0].object.t;", color);
    gl.PointSize(0.75f);
    expectVertex("MOV c, state.point.size;", {0.75f, 0, 1, 1});
    expectVertex("MOV c, state.point.attenuation;", {1, 0, 0, 1});
    const double plane[] = {0.25, 0.5, 0.75, 1};
    gl.ClipPlane(GL_CLIP_PLANE0 + 2, plane);
    expectVertex("MOV c, state.clip[2].plane;", color);
    gl.TexEnvfv(GL_TEXTURE_ENV, GL_TEXTURE_ENV_COLOR, color.data());
    expectFragment("MOV c, state.texenv.color;", color);
    glDepthRangef(0.25f, 0.75f);
    expectFragment("MOV c, state.depth.range;", {0.25f, 0.75f, 0.5f, 1});
}

TEST_F(AssemblyDraw, Textures) {
    if (isLlvmpipe()) {
        GTEST_SKIP() << "it crashes where a constant is projected";
    }
    const GLuint textures[] = {texel(0, {0.25f, 0.5f, 0.75f, 1}), texel(3, {1, 0.5f, 0, 0.5f})};
    expectFragment("TEX c, fragment.texcoord, texture[3], 2D;", {1, 0.5f, 0, 0.5f});
    expectFragment("TXP c, {1, 1, 1, 2}, texture, 2D; TXB d, {0}, texture[3], 2D;"
                   " MUL c, c, d.wwww;",
                   {0.125f, 0.25f, 0.375f, 0.5f});
    expectFragment("TEX_SAT c.xz, {0}, texture, 2D; MOV c.yw, 1;", {0.25f, 1, 0.75f, 1});
    glDeleteTextures(2, textures);
}

TEST_F(AssemblyDraw, ShadowsAreCompared) {
    GLuint texture = 0;
    glGenTextures(1, &texture);
    glBindTexture(GL_TEXTURE_2D, texture);
    const float depth = 0.5f;
    glTexImage2D(
        GL_TEXTURE_2D, 0, GL_DEPTH_COMPONENT, 1, 1, 0, GL_DEPTH_COMPONENT, GL_FLOAT, &depth);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    expectFragment("TEX c, {0}, texture, 2D;", {0.5f, 0.5f, 0.5f, 1});
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_COMPARE_MODE, GL_COMPARE_R_TO_TEXTURE);
    const std::string shadow = "!!ARBfp1.0 OPTION ARB_fragment_program_shadow;";
    use(kFragment, shadow + "TEX result.color, {0.5, 0.5, 0.25}, texture, SHADOW2D; END");
    expectDrawn({1, 1, 1, 1});
    use(kFragment, shadow + "TXP result.color, {1, 1, 1.5, 2}, texture, SHADOW2D; END");
    expectDrawn({0, 0, 0, 1});
    if (!isLlvmpipe()) { // It does not always see that the mode is another.
        glTexParameteri(GL_TEXTURE_2D, GL_DEPTH_TEXTURE_MODE, GL_INTENSITY);
        expectDrawn({0, 0, 0, 0});
        glTexParameteri(GL_TEXTURE_2D, GL_DEPTH_TEXTURE_MODE, GL_ALPHA);
        use(kFragment, shadow + "TEX result.color, {0.5, 0.5, 0.25}, texture, SHADOW2D; END");
        expectDrawn({0, 0, 0, 1});
    }
    glDeleteTextures(1, &texture);
}

TEST_F(AssemblyDraw, FragmentsAreKilledAndHavePositions) {
    use(kFragment,
        "!!ARBfp1.0 TEMP t; SUB t, fragment.position.x, 4; KIL t;"
        " MOV result.color, {0, 1, 0, 1}; END");
    expectImage(drawn(), [](int x, int) { return x < 4 ? kNothing : kGreen; });
    use(kFragment, "!!ARBfp1.0 MUL result.color, fragment.position, {0.125, 0.125, 1, 1}; END");
    expectImage(drawn(), [](int x, int y) {
        return Rgba{
            int(std::lround((x + 0.5) * 255 / 8)), int(std::lround((y + 0.5) * 255 / 8)), 128, 255};
    });
}

TEST_F(AssemblyDraw, PositionsOfFragmentsByConvention) {
    if (!hasExtension("GL_ARB_fragment_coord_conventions")) {
        GTEST_SKIP() << "there is no GL_ARB_fragment_coord_conventions";
    }
    const std::string rest = "MUL result.color, fragment.position, {0.125, 0.125, 0, 1}; END";
    const auto expectAt = [&](const std::string& options, double offset, bool fromTop) {
        SCOPED_TRACE(options);
        use(kFragment, "!!ARBfp1.0 " + options + rest);
        expectImage(drawn(), [&](int x, int y) {
            const auto byte = [&](int at) { return int(std::lround((at + offset) * 255 / 8)); };
            return Rgba{byte(x), byte(fromTop ? 7 - y : y), 0, 255};
        });
    };
    const std::string upperLeft = "OPTION ARB_fragment_coord_origin_upper_left;";
    const std::string integer = "OPTION ARB_fragment_coord_pixel_center_integer;";
    expectAt(upperLeft, 0.5, true);
    expectAt(integer, 0, false);
    expectAt(integer + upperLeft, 0, true);
    expectAt("", 0.5, false);
}

TEST_F(AssemblyDraw, DepthIsTheThirdComponent) {
    const Target target(8, 8, Depth::Depth16);
    glEnable(GL_DEPTH_TEST);
    glClear(GL_DEPTH_BUFFER_BIT);
    use(kFragment, "!!ARBfp1.0 MOV result.color, {1, 0, 0, 1}; MOV result.depth.z, {0.75}.x; END");
    square();
    use(kFragment, "!!ARBfp1.0 MOV result.color, {0, 1, 0, 1}; MOV result.depth.xyw, 0.875; END");
    square(); // At 0.5, which is nearer.
    expectColor(target.read(), kGreen);
    use(kFragment, "!!ARBfp1.0 MOV result.color, {0, 0, 1, 1}; MOV result.depth, 0.625; END");
    square();
    expectColor(target.read(), kGreen);
    glDisable(GL_DEPTH_TEST);
    m_target->bind();
}

TEST_F(AssemblyDraw, FogComesAtTheEnd) {
    const Color fog{0, 0, 1, 0};
    gl.Fogfv(GL_FOG_COLOR, fog.data());
    gl.Fogf(GL_FOG_DENSITY, 1);
    gl.Fogf(GL_FOG_END, 2);
    use(kVertex, "!!ARBvp1.0 " + kPasses + "MOV result.fogcoord.x, {0.5}.x; END");
    const auto expectFog = [&](const char* option, float factor) {
        SCOPED_TRACE(option);
        use(kFragment,
            std::string("!!ARBfp1.0 OPTION ") + option +
                "; MOV result.color, {4, 0.5, 0, 0.5}; END");
        expectDrawn({factor, 0.5f * factor, 1 - factor, 0.5f});
    };
    expectFog("ARB_fog_linear", 0.75f);
    expectFog("ARB_fog_exp", std::exp(-0.5f));
    expectFog("ARB_fog_exp2", std::exp(-0.25f));
    expectFragment("MOV c, fragment.fogcoord;", {0.5f, 0, 0, 1});
}

TEST_F(AssemblyDraw, ColorsOfTwoSides) {
    use(kVertex,
        "!!ARBvp1.0 " + kPasses +
            "MOV result.color, {0, 1, 0, 1}; MOV result.color.secondary, 0;"
            " MOV result.color.back, {1, 0, 0, 1};"
            " MOV result.color.back.secondary, {0, 0, 1, 0}; END");
    glFrontFace(GL_CW);
    expectDrawn({0, 1, 0, 1});
    glEnable(GL_VERTEX_PROGRAM_TWO_SIDE_ARB);
    expectDrawn({1, 0, 0, 1});
    glEnable(GL_COLOR_SUM);
    expectDrawn({1, 0, 1, 1});
    use(kFragment, "!!ARBfp1.0 ADD result.color, fragment.color, fragment.color.secondary; END");
    expectDrawn({1, 0, 1, 1});
}

TEST_F(AssemblyDraw, PointsHaveTheirSize) {
    use(kVertex,
        "!!ARBvp1.0 " + kPasses +
            "MOV result.color, {0, 1, 0, 1};"
            " MOV result.pointsize.x, {4}.x; END");
    const auto point = [&] {
        glClear(GL_COLOR_BUFFER_BIT);
        gl.Begin(GL_POINTS);
        gl.Vertex2f(0, 0);
        gl.End();
        return m_target->read();
    };
    if (!isLlvmpipe()) { // It always takes the program's.
        EXPECT_EQ(kNothing, point().at(2, 2));
    }
    glEnable(GL_VERTEX_PROGRAM_POINT_SIZE_ARB);
    EXPECT_EQ(kGreen, point().at(2, 2));
    EXPECT_EQ(kNothing, point().at(1, 1));
}

TEST_F(AssemblyDraw, SeveralDrawBuffers) {
    const Target second(8, 8);
    m_target->bind();
    glFramebufferTexture2D(
        GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0 + 1, GL_TEXTURE_2D, second.texture(), 0);
    const GLenum both[] = {GL_COLOR_ATTACHMENT0, GL_COLOR_ATTACHMENT0 + 1};
    load<PFNGLDRAWBUFFERSPROC>("glDrawBuffers")(2, both);
    use(kFragment,
        "!!ARBfp1.0 OPTION ARB_draw_buffers; MOV result.color, {0, 1, 0, 1};"
        " MOV result.color[1], {1, 0, 0, 1}; END");
    expectDrawn({0, 1, 0, 1});
    expectColor(second.read(), kRed);
    m_target->bind();
    use(kFragment, "!!ARBfp1.0 MOV result.color, {0, 0, 1, 1}; END");
    expectDrawn({0, 0, 1, 1});
    expectColor(second.read(), kBlue); // Without the option all have colour 0.
}

} // namespace
