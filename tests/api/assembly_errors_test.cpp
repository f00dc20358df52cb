// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Which assembly programs load, and where the others are wrong (ARB_vertex_program section 2.14,
// ARB_fragment_program section 3.11).

#include "gl_harness/assembly.h"

#include <string>

namespace {

using namespace harness;

class AssemblyErrors : public AssemblyTest {
protected:
    /// An "@" marks where the error is; none: at the end.
    void expectError(GLenum target, std::string text) const {
        SCOPED_TRACE(text);
        size_t at = text.find('@');
        if (at == std::string::npos) {
            at = text.size();
        } else {
            text.erase(at, 1);
        }
        loadString(target, text);
        EXPECT_GL_ERROR(GL_INVALID_OPERATION);
        if (isLlvmpipe()) { // It names the token before, or the one behind.
            EXPECT_NE(-1, getInteger(GL_PROGRAM_ERROR_POSITION_ARB));
        } else {
            EXPECT_EQ(GLint(at), getInteger(GL_PROGRAM_ERROR_POSITION_ARB));
        }
        EXPECT_STRNE("", reinterpret_cast<const char*>(glGetString(GL_PROGRAM_ERROR_STRING_ARB)));
    }
    void expectVertexError(const std::string& statements) const {
        expectError(kVertex,
                    "!!ARBvp1.0 TEMP t; PARAM p[2] = { program.local[0..1] };"
                    " ADDRESS a; " +
                        statements + " END");
    }
    void expectFragmentError(const std::string& statements) const {
        expectError(kFragment, "!!ARBfp1.0 TEMP t; " + statements + " END");
    }
    void expectLoads(GLenum target, const std::string& text) const {
        loadString(target, text);
        EXPECT_GL_OK() << text << "\n" << glGetString(GL_PROGRAM_ERROR_STRING_ARB);
        EXPECT_EQ(-1, getInteger(GL_PROGRAM_ERROR_POSITION_ARB));
    }
};

TEST_F(AssemblyErrors, ProgramsBeginWithTheirHeader) {
    expectError(kVertex, "@!!ARBfp1.0 END");
    expectError(kFragment, "@!!ARBvp1.0 END");
    if (!isLlvmpipe()) { // It takes spaces before it.
        expectError(kVertex, "@ !!ARBvp1.0 END");
    }
    expectError(kVertex, "@");
    expectLoads(kVertex, "!!ARBvp1.0 END");
    expectLoads(kFragment, "!!ARBfp1.0# END\nEND# more");
    expectError(kVertex, "!!ARBvp1.0 END @MOV");
    expectError(kVertex, "!!ARBvp1.0 # END");
}

TEST_F(AssemblyErrors, OptionsAreThoseThatAreKnown) {
    expectLoads(kVertex, "!!ARBvp1.0 OPTION ARB_position_invariant; END");
    expectLoads(kFragment,
                "!!ARBfp1.0 OPTION ARB_fog_exp2; OPTION ARB_precision_hint_nicest;"
                " OPTION ARB_fragment_program_shadow; OPTION ARB_draw_buffers; END");
    expectError(kVertex, "!!ARBvp1.0 OPTION @ARB_fog_exp; END");
    expectError(kFragment, "!!ARBfp1.0 OPTION @ARB_position_invariant; END");
    expectError(kFragment, "!!ARBfp1.0 OPTION ARB_fog_exp; OPTION @ARB_fog_linear; END");
    expectError(kFragment,
                "!!ARBfp1.0 OPTION ARB_precision_hint_nicest;"
                " OPTION @ARB_precision_hint_fastest; END");
    expectError(kVertex, "!!ARBvp1.0 TEMP t; @OPTION ARB_position_invariant; END");
}

TEST_F(AssemblyErrors, NamesAreDeclaredOnceAndBeforeTheyAreUsed) {
    expectVertexError("TEMP @t;");
    expectVertexError("MOV t, @other;");
    expectVertexError("MOV @other, t;");
    expectVertexError("TEMP @MOV;");
    expectVertexError("TEMP @vertex;");
    expectVertexError("ALIAS u = @v;");
    expectVertexError("ALIAS @t = t;");
    expectLoads(kVertex, "!!ARBvp1.0 TEMP fragment, KIL, T, t; ALIAS x = t; MOV x, T; END");
    expectLoads(kFragment, "!!ARBfp1.0 TEMP vertex, ARL, $_9; END");
}

TEST_F(AssemblyErrors, RegistersAreReadOrWritten) {
    expectVertexError("OUTPUT o = result.color; MOV t, @o;");
    expectVertexError("MOV t, @result.color;");
    expectVertexError("MOV @vertex.position, t;");
    expectVertexError("MOV @p[0], t;");
    expectVertexError("MOV @a, t;");
    expectVertexError("MOV t, @a;");
    expectVertexError("ARL @t.x, t.x;");
    expectVertexError("ARL a@, t.x;");
    expectVertexError("ARL a.@y, t.x;");
}

TEST_F(AssemblyErrors, MasksAreInOrderAndSwizzlesHaveOneOrFour) {
    expectVertexError("MOV t.@zx, t;");
    expectVertexError("MOV t.@rg, t;");
    expectVertexError("MOV t, t@.xy;");
    expectVertexError("MOV t, t@.rgba;");
    expectVertexError("RCP t, t@;");
    expectVertexError("RCP t, t@.xyzw;");
    expectVertexError("SWZ t, t, x, y, z, @2;");
    expectVertexError("SWZ t, t, x, y, z@;");
    expectFragmentError("MOV t.@rgw, t;");
    expectFragmentError("MOV t, t@.xyzr;");
    expectFragmentError("SWZ t, t, x, y, z, @a;");
    expectLoads(kFragment, "!!ARBfp1.0 TEMP t; MOV_SAT t.ga, -t.bgra; SWZ t, t, -r, 1, -0, a; END");
}

TEST_F(AssemblyErrors, ArraysHaveElementsAsDeclared) {
    expectVertexError("MOV t, p[@2];");
    expectVertexError("MOV t, p[@t.x];");
    expectVertexError("MOV t, p[a@];");
    expectVertexError("MOV t, p@;");
    expectVertexError("PARAM q[@3] = { 1, 2 };");
    if (!isLlvmpipe()) { // It takes ranges that end before they begin.
        expectVertexError("PARAM q[] = { program.env[3..@2] };");
    }
    expectVertexError("PARAM q = { @program.env[3..4] };");
    expectLoads(kVertex,
                "!!ARBvp1.0 ADDRESS a; TEMP t; PARAM p[] = { 1, {2}, program.env[1..3] };"
                " ARL a.x, t.y; MOV t, p[a.x + 4]; MOV t, -p[a.x-1].zzxy; MOV t, p[4]; END");
    expectError(kFragment, "!!ARBfp1.0 PARAM p[2] = { 1, 2 }; TEMP t; MOV t, p[@t.x]; END");
}

TEST_F(AssemblyErrors, StateIsBoundOnceInArraysThatAreAddressedRelatively) {
    const std::string head = "!!ARBvp1.0 ADDRESS a; TEMP t; ARL a.x, t.x; ";
    expectError(kVertex,
                head + "PARAM p[] = { program.env[0..1], program.env[1] };"
                       " MOV t, p[a.x]; END");
    expectError(kVertex,
                head + "PARAM p[] = { state.matrix.mvp }; PARAM q[] = { state.matrix.mvp };"
                       " MOV t, p[a.x]; MOV t, q[a.x]; END");
    expectLoads(kVertex,
                head + "PARAM p[] = { state.matrix.mvp }; PARAM q[] = { state.matrix.mvp };"
                       " MOV t, p[a.x]; MOV t, q[0]; END");
}

TEST_F(AssemblyErrors, BindingsAreOfTheKindOfProgram) {
    expectVertexError("MOV t, @fragment.color;");
    expectVertexError("MOV t, state.@texenv[0].color;");
    expectVertexError("MOV result.@depth, t;");
    expectVertexError("MOV t, vertex.@weight;");
    expectVertexError("MOV t, vertex.texcoord[@8];");
    expectVertexError("MOV t, vertex.attrib[@16];");
    expectVertexError("MOV t, state.light[@8].ambient;");
    expectVertexError("MOV t, state.matrix.modelview[@1].row[0];");
    expectVertexError("MOV t, state.matrix.mvp.row[@4];");
    expectVertexError("MOV t, state.matrix.mvp@;");
    expectVertexError("PARAM q = state.matrix.mvp.inverse.@transpose.row[0];");
    expectVertexError("MOV t, program.env[@100000];");
    expectFragmentError("MOV t, state.@clip[0].plane;");
    expectFragmentError("MOV t, state.@texgen.eye.s;");
    expectFragmentError("MOV result.@position, t;");
    expectFragmentError("MOV t, fragment.@normal;");
    expectFragmentError("MOV result.color@[1], t;");
    expectError(kVertex,
                "!!ARBvp1.0 OPTION ARB_position_invariant; MOV result.@position, vertex.position;"
                " END");
}

TEST_F(AssemblyErrors, ConventionalAndGenericAttributesOfANumberDoNotMix) {
    expectVertexError("ATTRIB b = vertex.position; MOV t, vertex@.attrib[0];");
    expectVertexError("MOV t, vertex.attrib[8]; MOV t, vertex@.texcoord;");
    expectVertexError("MOV t, vertex.color; MOV t, vertex@.attrib[3];");
    expectLoads(kVertex, "!!ARBvp1.0 TEMP t; MOV t, vertex.attrib[1]; MOV t, vertex.color; END");
}

TEST_F(AssemblyErrors, AUnitIsSampledFromOneTarget) {
    expectFragmentError("TEX t, t, texture[0], 2D; TXP t, t, texture, @3D;");
    expectFragmentError("TEX t, t, texture[0], @SHADOW2D;");
    expectFragmentError("TEX t, t, texture[@64], 2D;");
    expectFragmentError("TEX t, t, @2D;");
    expectFragmentError("@KIL_SAT t;");
    expectFragmentError("@EXP t, t.x;");
    expectVertexError("@TEX t, t, texture[0], 2D;");
    expectVertexError("@MOV_SAT t, t;");
    expectVertexError("@CMP t, t, t, t;");
}

TEST_F(AssemblyErrors, NumbersAreAsTheGrammarHasThem) {
    expectLoads(kVertex,
                "!!ARBvp1.0 TEMP t; MOV t, .5; MOV t, 1.; MOV t, -1e+2; MOV t, 3.0E-2.x;"
                " PARAM c = -4; PARAM d[] = { +1, { -1, 2., .3, 4e1 } }; MOV t, { -1 }; END");
    expectVertexError("MOV t, @e2;");
    expectVertexError("MOV t, { 1, 2, 3, 4@, 5 };");
    expectVertexError("MOV t, 1 @2;");
    expectVertexError("MOV t, -@-1;");
}

TEST_F(AssemblyErrors, LimitsHold) {
    if (isLlvmpipe()) {
        GTEST_SKIP() << "it takes minutes for programs as large as it allows";
    }
    const auto repeated = [](const std::string& text, int count) {
        std::string all;
        for (int i = 0; i < count; ++i) {
            all += text;
        }
        return all;
    };
    const int most = property(kFragment, GL_MAX_PROGRAM_INSTRUCTIONS_ARB);
    const std::string move = "MOV result.color, fragment.color;";
    expectLoads(kFragment, "!!ARBfp1.0 " + repeated(move, most) + "END");
    expectError(kFragment, "!!ARBfp1.0 " + repeated(move, most) + "@" + move + "END");
    expectLoads(kFragment, "!!ARBfp1.0 OPTION ARB_fog_exp2;" + repeated(move, most - 4) + "END");
    expectError(kFragment,
                "!!ARBfp1.0 OPTION ARB_fog_exp2;" + repeated(move, most - 4) + "@" + move + "END");
    std::string temporaries;
    for (int i = 0; i < property(kVertex, GL_MAX_PROGRAM_TEMPORARIES_ARB); ++i) {
        temporaries += "TEMP t" + std::to_string(i) + ";";
    }
    expectLoads(kVertex, "!!ARBvp1.0 " + temporaries + "END");
    expectError(kVertex, "!!ARBvp1.0 " + temporaries + "TEMP @more; END");
}

TEST_F(AssemblyErrors, AFailedStringLeavesTheProgramAsItWas) {
    const std::string good = "!!ARBvp1.0 MOV result.position, vertex.position; END";
    expectLoads(kVertex, good);
    expectError(kVertex, "!!ARBvp1.0 @no END");
    EXPECT_EQ(GLint(good.size()), property(kVertex, GL_PROGRAM_LENGTH_ARB));
    std::string kept(good.size(), '\0');
    arb.GetProgramStringARB(kVertex, GL_PROGRAM_STRING_ARB, kept.data());
    EXPECT_EQ(good, kept);
    EXPECT_EQ(isLlvmpipe() ? 2 : 1, property(kVertex, GL_PROGRAM_INSTRUCTIONS_ARB));
    EXPECT_FAILS(GL_INVALID_ENUM,
                 arb.ProgramStringARB(kVertex, GL_RGBA, GLsizei(good.size()), good.data()));
    EXPECT_FAILS(GL_INVALID_ENUM,
                 arb.ProgramStringARB(GL_TEXTURE_2D, GL_PROGRAM_FORMAT_ASCII_ARB, 3, good.data()));
}

TEST_F(AssemblyErrors, ResourcesAreCounted) {
    if (isLlvmpipe()) {
        GTEST_SKIP() << "it counts END, and neither address registers nor indirections";
    }
    expectLoads(kVertex,
                "!!ARBvp1.0 ADDRESS a; TEMP t, u; PARAM p[] = { 1, 1, program.env[0..1] };"
                " PARAM q = { 1, 1, 1, 1 }; PARAM r = 2; PARAM s = program.env[1];"
                " ARL a.x, vertex.attrib[1].x; MOV t, p[a.x]; ADD t, t, vertex.color;"
                " ADD result.color, t, vertex.color; END");
    EXPECT_EQ(4, property(kVertex, GL_PROGRAM_INSTRUCTIONS_ARB));
    EXPECT_EQ(2, property(kVertex, GL_PROGRAM_TEMPORARIES_ARB));
    EXPECT_EQ(5, property(kVertex, GL_PROGRAM_PARAMETERS_ARB)) << "1 and 1 of p, 2, env 0 and 1";
    EXPECT_EQ(2, property(kVertex, GL_PROGRAM_ATTRIBS_ARB));
    EXPECT_EQ(1, property(kVertex, GL_PROGRAM_ADDRESS_REGISTERS_ARB));
    EXPECT_EQ(1, property(kVertex, GL_PROGRAM_UNDER_NATIVE_LIMITS_ARB));
    expectLoads(kFragment,
                "!!ARBfp1.0 TEMP t, u; TEX t, fragment.texcoord, texture, 2D;"
                " TEX u, t, texture[1], 2D; MUL u, u, t; TXP u, u, texture[2], CUBE; KIL u;"
                " MOV result.color, u; END");
    EXPECT_EQ(6, property(kFragment, GL_PROGRAM_INSTRUCTIONS_ARB));
    EXPECT_EQ(2, property(kFragment, GL_PROGRAM_ALU_INSTRUCTIONS_ARB));
    EXPECT_EQ(4, property(kFragment, GL_PROGRAM_TEX_INSTRUCTIONS_ARB));
    EXPECT_EQ(4, property(kFragment, GL_PROGRAM_TEX_INDIRECTIONS_ARB));
    EXPECT_FAILS(GL_INVALID_ENUM, property(kVertex, GL_PROGRAM_TEX_INDIRECTIONS_ARB));
}

} // namespace
