// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#pragma once

#include "legacy.h"

#include <GL/glext.h>

#include <array>
#include <string_view>

namespace harness {

// Commands of ARB_vertex_program, ARB_fragment_program and EXT_gpu_program_parameters, by their
// names without "gl".
#define HARNESS_ASSEMBLY_COMMANDS(X)                                                               \
    X(BindProgramARB, PFNGLBINDPROGRAMARBPROC)                                                     \
    X(DeleteProgramsARB, PFNGLDELETEPROGRAMSARBPROC)                                               \
    X(GenProgramsARB, PFNGLGENPROGRAMSARBPROC)                                                     \
    X(GetProgramEnvParameterdvARB, PFNGLGETPROGRAMENVPARAMETERDVARBPROC)                           \
    X(GetProgramEnvParameterfvARB, PFNGLGETPROGRAMENVPARAMETERFVARBPROC)                           \
    X(GetProgramLocalParameterdvARB, PFNGLGETPROGRAMLOCALPARAMETERDVARBPROC)                       \
    X(GetProgramLocalParameterfvARB, PFNGLGETPROGRAMLOCALPARAMETERFVARBPROC)                       \
    X(GetProgramStringARB, PFNGLGETPROGRAMSTRINGARBPROC)                                           \
    X(GetProgramivARB, PFNGLGETPROGRAMIVARBPROC)                                                   \
    X(IsProgramARB, PFNGLISPROGRAMARBPROC)                                                         \
    X(ProgramEnvParameter4dARB, PFNGLPROGRAMENVPARAMETER4DARBPROC)                                 \
    X(ProgramEnvParameter4dvARB, PFNGLPROGRAMENVPARAMETER4DVARBPROC)                               \
    X(ProgramEnvParameter4fARB, PFNGLPROGRAMENVPARAMETER4FARBPROC)                                 \
    X(ProgramEnvParameter4fvARB, PFNGLPROGRAMENVPARAMETER4FVARBPROC)                               \
    X(ProgramEnvParameters4fvEXT, PFNGLPROGRAMENVPARAMETERS4FVEXTPROC)                             \
    X(ProgramLocalParameter4dARB, PFNGLPROGRAMLOCALPARAMETER4DARBPROC)                             \
    X(ProgramLocalParameter4dvARB, PFNGLPROGRAMLOCALPARAMETER4DVARBPROC)                           \
    X(ProgramLocalParameter4fARB, PFNGLPROGRAMLOCALPARAMETER4FARBPROC)                             \
    X(ProgramLocalParameter4fvARB, PFNGLPROGRAMLOCALPARAMETER4FVARBPROC)                           \
    X(ProgramLocalParameters4fvEXT, PFNGLPROGRAMLOCALPARAMETERS4FVEXTPROC)                         \
    X(ProgramStringARB, PFNGLPROGRAMSTRINGARBPROC)

/// A test of assembly programs: `arb.BindProgramARB(kVertex, 1)`.
class AssemblyTest : public LegacyTest {
protected:
    static constexpr GLenum kVertex = GL_VERTEX_PROGRAM_ARB;
    static constexpr GLenum kFragment = GL_FRAGMENT_PROGRAM_ARB;

    struct Commands {
#define HARNESS_ASSEMBLY_MEMBER(name, type) type name = load<type>("gl" #name);
        HARNESS_ASSEMBLY_COMMANDS(HARNESS_ASSEMBLY_MEMBER)
#undef HARNESS_ASSEMBLY_MEMBER
    };

    void SetUp() override {
        LegacyTest::SetUp();
        m_target = std::make_unique<Target>(8, 8);
        glClearColor(0, 0, 0, 0);
    }
    void TearDown() override {
        m_target.reset();
        LegacyTest::TearDown();
    }

    void loadString(GLenum target, std::string_view text) const {
        arb.ProgramStringARB(
            target, GL_PROGRAM_FORMAT_ASCII_ARB, GLsizei(text.size()), text.data());
    }
    /// Loads it into the bound program, which has to work, and turns the target on.
    void use(GLenum target, std::string_view text) const {
        loadString(target, text);
        EXPECT_EQ(-1, getInteger(GL_PROGRAM_ERROR_POSITION_ARB))
            << glGetString(GL_PROGRAM_ERROR_STRING_ARB) << "\n"
            << text;
        EXPECT_GL_OK() << text;
        glEnable(target);
    }
    GLint property(GLenum target, GLenum name) const {
        GLint value = -1;
        arb.GetProgramivARB(target, name, &value);
        return value;
    }
    /// A square over everything.
    void square() const {
        gl.Begin(GL_QUADS);
        for (const auto& [x, y] : {std::pair(-1.f, -1.f), {1.f, -1.f}, {1.f, 1.f}, {-1.f, 1.f}}) {
            gl.TexCoord2f(x / 2 + 0.5f, y / 2 + 0.5f);
            gl.Vertex2f(x, y);
        }
        gl.End();
    }
    /// What is seen of it.
    Image drawn() const {
        glClear(GL_COLOR_BUFFER_BIT);
        square();
        return m_target->read();
    }

    const Commands arb;
    std::unique_ptr<Target> m_target;
};

} // namespace harness
