// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// What GL_ARB_shader_stencil_export changes in the stencil test: the reference is the fragment
// shader's, of each fragment.

#include "gl_harness/legacy.h"

namespace {

using namespace harness;

constexpr int kSize_px = 8;

class StencilExport : public LegacyTest {
protected:
    void SetUp() override {
        LegacyTest::SetUp();
        if (IsSkipped() || HasFatalFailure()) {
            return;
        }
        if (!hasExtension("GL_ARB_shader_stencil_export")) {
            GTEST_SKIP() << "no GL_ARB_shader_stencil_export";
        }
        m_target = std::make_unique<Target>(kSize_px, kSize_px, Depth::Packed);
        ASSERT_TRUE(m_target->complete());
        glEnable(GL_STENCIL_TEST);
    }
    void TearDown() override {
        m_target.reset();
        LegacyTest::TearDown();
    }

    /// Draws green everywhere, with the reference that the expression says.
    static void drawWith(const std::string& reference) {
        const GLuint program = buildProgram(kPositionVertex,
                                            "#extension GL_ARB_shader_stencil_export : require\n"
                                            "void main() { gl_FragColor = vec4(0, 1, 0, 1);\n"
                                            "gl_FragStencilRefARB = " +
                                                reference + "; }",
                                            {"position"});
        glUseProgram(program);
        drawFull();
        glDeleteProgram(program);
    }
    /// The colour of the one column, and of all others.
    void expectColumn(int column, const Rgba& there, const Rgba& elsewhere) const {
        const Image image = m_target->read();
        for (int x = 0; x < kSize_px; ++x) {
            EXPECT_EQ(image.at(x, 3), x == column ? there : elsewhere) << x;
        }
    }

    std::unique_ptr<Target> m_target;
};

TEST_F(StencilExport, FragmentsCompareTheirOwnReference) {
    glClearStencil(3);
    glClear(GL_STENCIL_BUFFER_BIT);
    glStencilFunc(GL_EQUAL, 6, 0xff);
    drawWith("int(gl_FragCoord.x)");
    expectColumn(3, kGreen, kBlack);
    EXPECT_EQ(6, getInteger(GL_STENCIL_REF));
}

TEST_F(StencilExport, FragmentsStoreTheirOwnReference) {
    glStencilFunc(GL_ALWAYS, 0, 0xff);
    glStencilOp(GL_KEEP, GL_KEEP, GL_REPLACE);
    drawWith("16 * int(gl_FragCoord.x) + 1");
    const ColorProgram program;
    glStencilOp(GL_KEEP, GL_KEEP, GL_KEEP);
    for (int x = 0; x < kSize_px; ++x) {
        m_target->bind();
        glClear(GL_COLOR_BUFFER_BIT);
        glStencilFunc(GL_EQUAL, 16 * x + 1, 0xff);
        program.use(1, 0, 0);
        drawFull();
        expectColumn(x, kRed, kBlack);
    }
}

// "The s least significant bits": of eight here.
TEST_F(StencilExport, ReferencesWrap) {
    glClearStencil(2);
    glClear(GL_STENCIL_BUFFER_BIT);
    glStencilFunc(GL_EQUAL, 0, 0xff);
    drawWith("int(gl_FragCoord.x) - 256 * 3");
    expectColumn(2, kGreen, kBlack);
}

TEST_F(StencilExport, MasksApply) {
    glClearStencil(0x15);
    glClear(GL_STENCIL_BUFFER_BIT);
    glStencilFunc(GL_EQUAL, 0, 0x0f);
    drawWith("int(gl_FragCoord.x) + 32");
    expectColumn(5, kGreen, kBlack);
}

TEST_F(StencilExport, OtherProgramsHaveTheStatesReference) {
    glClearStencil(3);
    glClear(GL_STENCIL_BUFFER_BIT);
    glStencilFunc(GL_EQUAL, 3, 0xff);
    drawWith("4");
    expectColor(m_target->read(), kBlack);
    const ColorProgram program;
    program.use(1, 0, 0);
    drawFull();
    expectColor(m_target->read(), kRed);
}

} // namespace
