// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Program objects of ARB_vertex_program and ARB_fragment_program (section 2.14.1 of the former),
// and how they go together with fixed function, shaders, display lists and other contexts.

#include "gl_harness/assembly.h"

#include <string>

namespace {

using namespace harness;

const char* const kGreenVertex =
    "!!ARBvp1.0 MOV result.position, vertex.position; MOV result.color, {0, 1, 0, 1}; END";
const char* const kGreenFragment = "!!ARBfp1.0 MOV result.color, {0, 1, 0, 1}; END";
const char* const kBlueFragment = "!!ARBfp1.0 MOV result.color, {0, 0, 1, 1}; END";

class AssemblyPrograms : public AssemblyTest {};

TEST_F(AssemblyPrograms, NamesAndObjects) {
    GLuint names[2] = {};
    arb.GenProgramsARB(2, names);
    EXPECT_NE(0u, names[0]);
    EXPECT_NE(names[0], names[1]);
    EXPECT_EQ(GL_FALSE, arb.IsProgramARB(names[0])) << "it was not bound yet";
    arb.BindProgramARB(kVertex, names[0]);
    EXPECT_EQ(GL_TRUE, arb.IsProgramARB(names[0]));
    EXPECT_EQ(GLint(names[0]), property(kVertex, GL_PROGRAM_BINDING_ARB));
    EXPECT_EQ(0, property(kFragment, GL_PROGRAM_BINDING_ARB));
    EXPECT_EQ(0, property(kVertex, GL_PROGRAM_LENGTH_ARB));
    EXPECT_EQ(GL_PROGRAM_FORMAT_ASCII_ARB, property(kVertex, GL_PROGRAM_FORMAT_ARB));
    EXPECT_FAILS(GL_INVALID_OPERATION, arb.BindProgramARB(kFragment, names[0]));
    EXPECT_FAILS(GL_INVALID_ENUM, arb.BindProgramARB(GL_TEXTURE_2D, names[0]));
    EXPECT_FAILS(GL_INVALID_VALUE, arb.GenProgramsARB(-1, names));
    EXPECT_FAILS(GL_INVALID_VALUE, arb.DeleteProgramsARB(-1, names));
    arb.BindProgramARB(kFragment, 77); // Names need not be generated.
    EXPECT_EQ(GL_TRUE, arb.IsProgramARB(77));
    const GLuint gone[] = {names[0], 0, 77, 4711};
    arb.DeleteProgramsARB(4, gone);
    EXPECT_EQ(GL_FALSE, arb.IsProgramARB(names[0]));
    EXPECT_EQ(0, property(kVertex, GL_PROGRAM_BINDING_ARB));
    EXPECT_EQ(0, property(kFragment, GL_PROGRAM_BINDING_ARB));
    EXPECT_EQ(GL_FALSE, arb.IsProgramARB(0));
}

TEST_F(AssemblyPrograms, LimitsAreThoseAtLeast) {
    struct {
        GLenum name;
        GLint vertex, fragment;
    } const rows[] = {
        {GL_MAX_PROGRAM_INSTRUCTIONS_ARB, 128, 72},
        {GL_MAX_PROGRAM_TEMPORARIES_ARB, 12, 16},
        {GL_MAX_PROGRAM_PARAMETERS_ARB, 96, 24},
        {GL_MAX_PROGRAM_ATTRIBS_ARB, 16, 10},
        {GL_MAX_PROGRAM_ADDRESS_REGISTERS_ARB, 1, 0},
        {GL_MAX_PROGRAM_LOCAL_PARAMETERS_ARB, 96, 24},
        {GL_MAX_PROGRAM_ENV_PARAMETERS_ARB, 96, 24},
        {GL_MAX_PROGRAM_NATIVE_INSTRUCTIONS_ARB, 128, 72},
    };
    for (const auto& row : rows) {
        EXPECT_LE(row.vertex, property(kVertex, row.name)) << enumName(row.name);
        EXPECT_LE(row.fragment, property(kFragment, row.name)) << enumName(row.name);
    }
    EXPECT_LE(48, property(kFragment, GL_MAX_PROGRAM_ALU_INSTRUCTIONS_ARB));
    EXPECT_LE(24, property(kFragment, GL_MAX_PROGRAM_TEX_INSTRUCTIONS_ARB));
    EXPECT_LE(4, property(kFragment, GL_MAX_PROGRAM_TEX_INDIRECTIONS_ARB));
    EXPECT_LE(8, getInteger(GL_MAX_PROGRAM_MATRICES_ARB));
    EXPECT_LE(1, getInteger(GL_MAX_PROGRAM_MATRIX_STACK_DEPTH_ARB));
    EXPECT_FAILS(GL_INVALID_ENUM, property(kVertex, GL_MAX_TEXTURE_SIZE));
    EXPECT_FAILS(GL_INVALID_ENUM, property(GL_TEXTURE_2D, GL_PROGRAM_LENGTH_ARB));
}

TEST_F(AssemblyPrograms, ParametersAreKept) {
    const GLuint last = GLuint(property(kVertex, GL_MAX_PROGRAM_ENV_PARAMETERS_ARB)) - 1;
    const double given[] = {1, 2, 3, 4};
    float floats[4] = {};
    double doubles[4] = {};
    arb.ProgramEnvParameter4dvARB(kVertex, last, given);
    arb.GetProgramEnvParameterfvARB(kVertex, last, floats);
    EXPECT_EQ(4, floats[3]);
    arb.GetProgramEnvParameterdvARB(kFragment, last, doubles);
    EXPECT_EQ(0, doubles[3]) << "each target has its own";
    EXPECT_FAILS(GL_INVALID_VALUE, arb.ProgramEnvParameter4dvARB(kVertex, last + 1, given));
    EXPECT_FAILS(GL_INVALID_VALUE, arb.GetProgramEnvParameterfvARB(kVertex, last + 1, floats));
    EXPECT_FAILS(GL_INVALID_ENUM, arb.ProgramEnvParameter4dvARB(GL_TEXTURE_2D, 0, given));
    const GLuint lastLocal = GLuint(property(kVertex, GL_MAX_PROGRAM_LOCAL_PARAMETERS_ARB)) - 1;
    const float two[] = {1, 2, 3, 4, 5, 6, 7, 8};
    arb.ProgramLocalParameters4fvEXT(kVertex, lastLocal - 1, 2, two);
    arb.GetProgramLocalParameterdvARB(kVertex, lastLocal, doubles);
    EXPECT_EQ(8, doubles[3]);
    arb.GetProgramLocalParameterfvARB(kVertex, 3, floats);
    EXPECT_EQ(0, floats[0]);
    EXPECT_FAILS(GL_INVALID_VALUE, arb.ProgramLocalParameters4fvEXT(kVertex, lastLocal, 2, two));
    EXPECT_FAILS(GL_INVALID_VALUE, arb.ProgramLocalParameters4fvEXT(kVertex, 0, -1, two));
    EXPECT_FAILS(GL_INVALID_VALUE,
                 arb.GetProgramLocalParameterfvARB(kVertex, lastLocal + 1, floats));
}

TEST_F(AssemblyPrograms, WithoutAProgramNothingIsDrawn) {
    for (const GLenum target : {kVertex, kFragment}) {
        SCOPED_TRACE(enumName(target));
        EXPECT_EQ(GL_FALSE, glIsEnabled(target));
        glEnable(target);
        EXPECT_EQ(GL_TRUE, glIsEnabled(target));
        EXPECT_FAILS(GL_INVALID_OPERATION, gl.Begin(GL_TRIANGLES));
        if (!isLlvmpipe()) { // It finds nothing wrong with it.
            EXPECT_FAILS(GL_INVALID_OPERATION, gl.RasterPos2f(0, 0));
        }
        EXPECT_FAILS(GL_INVALID_OPERATION, glDrawArrays(GL_TRIANGLES, 0, 3));
        EXPECT_FAILS(GL_INVALID_OPERATION, gl.Rectf(0, 0, 1, 1));
        loadString(target, target == kVertex ? kGreenVertex : kGreenFragment);
        expectColor(drawn(), kGreen);
        EXPECT_GL_OK();
        glDisable(target);
    }
}

TEST_F(AssemblyPrograms, EitherStageGoesWithFixedFunction) {
    gl.Color3f(1, 0, 0);
    use(kVertex, kGreenVertex);
    expectColor(drawn(), kGreen);
    glDisable(kVertex);
    expectColor(drawn(), kRed);
    use(kFragment, kBlueFragment);
    expectColor(drawn(), kBlue);
    glEnable(kVertex);
    use(kFragment, "!!ARBfp1.0 MUL result.color, fragment.color, 0.5; END");
    expectColor(drawn(), {0, 128, 0, 128});
    glDisable(kFragment);
    expectColor(drawn(), kGreen);
}

TEST_F(AssemblyPrograms, TextureCoordinatesReachEitherSide) {
    use(kVertex,
        "!!ARBvp1.0 MOV result.position, vertex.position;"
        " MOV result.texcoord[2], vertex.texcoord; MOV result.texcoord[7], 0.5; END");
    use(kFragment,
        "!!ARBfp1.0 MOV result.color, fragment.texcoord[2]; MOV result.color.z,"
        " fragment.texcoord[7].y; END");
    const Image image = drawn();
    EXPECT_TRUE(near({16, 239, 128, 255}, image.at(0, 7), 1)) << image.at(0, 7);
    EXPECT_TRUE(near({239, 16, 128, 255}, image.at(7, 0), 1)) << image.at(7, 0);
    // Of fixed function.
    glDisable(kVertex);
    use(kFragment, "!!ARBfp1.0 MOV result.color, fragment.texcoord; END");
    EXPECT_TRUE(near({239, 16, 0, 255}, drawn().at(7, 0), 1));
}

TEST_F(AssemblyPrograms, ShadersTakeTheirPlace) {
    use(kVertex, kGreenVertex);
    use(kFragment, kBlueFragment);
    const GLuint whole = buildProgram("void main() { gl_Position = gl_Vertex; }",
                                      "void main() { gl_FragColor = vec4(1.0, 0.0, 0.0, 1.0); }");
    glUseProgram(whole);
    expectColor(drawn(), kRed);
    glUseProgram(0);
    expectColor(drawn(), kBlue);
    glDeleteProgram(whole);
}

TEST_F(AssemblyPrograms, PositionsAreThoseOfFixedFunction) {
    const Target target(64, 64, Depth::Depth16);
    gl.MatrixMode(GL_PROJECTION);
    gl.Rotatef(33, 0.3f, 0.7f, 0.1f);
    gl.MatrixMode(GL_MODELVIEW);
    gl.Rotatef(77, 0.9f, 0.1f, 0.3f);
    gl.Scalef(0.7f, 0.77f, 0.13f);
    glEnable(GL_DEPTH_TEST);
    const auto triangle = [&] {
        gl.Begin(GL_TRIANGLES);
        gl.Vertex3f(-0.913f, -0.87f, 0.31f);
        gl.Vertex3f(0.77f, -0.71f, -0.41f);
        gl.Vertex3f(0.13f, 0.93f, 0.73f);
        gl.End();
    };
    glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
    gl.Color3f(1, 0, 0);
    triangle();
    const Image fixed = target.read();
    ASSERT_EQ(kRed, fixed.at(32, 32));
    glDepthFunc(GL_EQUAL);
    use(kVertex, "!!ARBvp1.0 OPTION ARB_position_invariant; MOV result.color, {0, 1, 0, 1}; END");
    triangle();
    expectImage(target.read(),
                [&](int x, int y) { return fixed.at(x, y) == kRed ? kGreen : fixed.at(x, y); });
    glDisable(GL_DEPTH_TEST);
    m_target->bind();
}

TEST_F(AssemblyPrograms, PlanesClipPositionsOfFixedFunctionAlone) {
    const double right[] = {1, 0, 0, 0};
    gl.ClipPlane(GL_CLIP_PLANE0, right);
    glEnable(GL_CLIP_PLANE0);
    use(kVertex, kGreenVertex);
    if (!isLlvmpipe()) { // It clips any position.
        expectColor(drawn(), kGreen);
    }
    use(kVertex, "!!ARBvp1.0 OPTION ARB_position_invariant; MOV result.color, {0, 1, 0, 1}; END");
    expectImage(drawn(), [](int x, int) { return x < 4 ? kNothing : kGreen; });
    gl.MatrixMode(GL_PROJECTION);
    gl.Scalef(2, 1, 1);
    gl.Translatef(0.25f, 0, 0); // Planes are in eye coordinates.
    expectImage(drawn(), [](int x, int) { return x < 6 ? kNothing : kGreen; });
}

TEST_F(AssemblyPrograms, AlphaTestFollows) {
    use(kFragment, "!!ARBfp1.0 MOV result.color, fragment.texcoord.xxxx; END");
    gl.AlphaFunc(GL_GREATER, 0.5f);
    glEnable(GL_ALPHA_TEST);
    const Image image = drawn();
    EXPECT_EQ(kNothing, image.at(3, 3));
    EXPECT_NE(kNothing, image.at(4, 3));
}

TEST_F(AssemblyPrograms, PixelsGoThroughFragmentPrograms) {
    use(kFragment, "!!ARBfp1.0 MUL result.color, fragment.color.yxzw, 0.5; END");
    const std::vector<uint8_t> pixels(8 * 8 * 4, 255);
    std::vector<uint8_t> red = pixels;
    for (size_t i = 0; i < red.size(); ++i) {
        red[i] = i % 4 == 1 || i % 4 == 2 ? 0 : 255;
    }
    gl.RasterPos2f(-1, -1);
    gl.DrawPixels(8, 8, GL_RGBA, GL_UNSIGNED_BYTE, red.data());
    expectColor(m_target->read(), {0, 128, 0, 128});
}

TEST_F(AssemblyPrograms, EnablesArePushed) {
    use(kVertex, kGreenVertex);
    gl.PushAttrib(GL_ENABLE_BIT);
    glDisable(kVertex);
    glEnable(kFragment);
    gl.PopAttrib();
    EXPECT_EQ(GL_TRUE, glIsEnabled(kVertex));
    EXPECT_EQ(GL_FALSE, glIsEnabled(kFragment));
    expectColor(drawn(), kGreen);
    gl.PushAttrib(GL_LIGHTING_BIT);
    glDisable(kVertex);
    gl.PopAttrib();
    EXPECT_EQ(GL_FALSE, glIsEnabled(kVertex));
}

TEST_F(AssemblyPrograms, ListsKeepProgramsAndParameters) {
    const std::string text = "!!ARBfp1.0 MOV result.color, program.env[1]; END";
    const GLuint list = gl.GenLists(1);
    gl.NewList(list, GL_COMPILE);
    arb.BindProgramARB(kFragment, 5);
    loadString(kFragment, text);
    arb.ProgramEnvParameter4fARB(kFragment, 1, 0, 1, 0, 1);
    glEnable(kFragment);
    GLuint name = 0;
    arb.GenProgramsARB(1, &name); // Is not compiled.
    gl.EndList();
    EXPECT_NE(0u, name);
    EXPECT_EQ(0, property(kFragment, GL_PROGRAM_BINDING_ARB));
    gl.CallList(list);
    EXPECT_EQ(5, property(kFragment, GL_PROGRAM_BINDING_ARB));
    EXPECT_EQ(GLint(text.size()), property(kFragment, GL_PROGRAM_LENGTH_ARB));
    expectColor(drawn(), kGreen);
    gl.DeleteLists(list, 1);
}

TEST_F(AssemblyPrograms, AnotherStringTakesThePlaceOfTheOneInUse) {
    use(kFragment, kGreenFragment);
    expectColor(drawn(), kGreen);
    use(kFragment, kBlueFragment);
    expectColor(drawn(), kBlue);
    loadString(kFragment, "!!ARBfp1.0 nonsense");
    EXPECT_GL_ERROR(GL_INVALID_OPERATION);
    expectColor(drawn(), kBlue);
    arb.BindProgramARB(kFragment, 9);
    use(kFragment, kGreenFragment);
    expectColor(drawn(), kGreen);
    const GLuint name = 9;
    arb.DeleteProgramsARB(1, &name);
    expectColor(drawn(), kBlue);
}

TEST_F(AssemblyPrograms, ProgramsAreSharedParametersOfTheEnvironmentAreNot) {
    arb.BindProgramARB(kFragment, 3);
    use(kFragment, "!!ARBfp1.0 ADD result.color, program.env[0], program.local[0]; END");
    arb.ProgramEnvParameter4fARB(kFragment, 0, 0, 1, 0, 0);
    arb.ProgramLocalParameter4fARB(kFragment, 0, 0, 0, 0, 1);
    expectColor(drawn(), kGreen);
    glFinish();
    {
        ContextRequest request = this->request();
        request.share = m_context->handle();
        const Context other(request);
        ASSERT_TRUE(other.valid());
        ASSERT_TRUE(other.makeCurrent());
        EXPECT_EQ(GL_TRUE, arb.IsProgramARB(3));
        EXPECT_EQ(0, property(kFragment, GL_PROGRAM_BINDING_ARB));
        EXPECT_EQ(GL_FALSE, glIsEnabled(kFragment));
        const Target own(8, 8);
        arb.BindProgramARB(kFragment, 3);
        glEnable(kFragment);
        square();
        expectColor(own.read(), kBlack);
        arb.ProgramEnvParameter4fARB(kFragment, 0, 1, 0, 0, 0);
        square();
        expectColor(own.read(), kRed);
        const GLuint name = 3;
        arb.DeleteProgramsARB(1, &name);
        EXPECT_EQ(GL_FALSE, arb.IsProgramARB(3));
        EXPECT_GL_OK();
    }
    ASSERT_TRUE(m_context->makeCurrent());
    m_target->bind();
    expectColor(drawn(), kGreen);
}

} // namespace
