// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Depth, stencil, scissor, polygon offset and viewport (OpenGL ES 2.0.25
// sections 2.12, 3.5.2, 4.1).

#include "gl_harness/gl_test.h"

namespace {

using namespace harness;

class DepthStencil : public GlTest {};

constexpr GLenum kCompares[] = {
    GL_NEVER, GL_LESS, GL_EQUAL, GL_LEQUAL, GL_GREATER, GL_NOTEQUAL, GL_GEQUAL, GL_ALWAYS};

bool passes(GLenum compare, int a, int b) {
    switch (compare) {
    case GL_NEVER:
        return false;
    case GL_LESS:
        return a < b;
    case GL_EQUAL:
        return a == b;
    case GL_LEQUAL:
        return a <= b;
    case GL_GREATER:
        return a > b;
    case GL_NOTEQUAL:
        return a != b;
    case GL_GEQUAL:
        return a >= b;
    default:
        return true;
    }
}

TEST_F(DepthStencil, DepthFunctions) {
    const ColorProgram program;
    for (const GLenum compare : kCompares) {
        for (const int incoming : {-1, 0, 1}) {
            const Target target(2, 2, Depth::Depth16);
            glEnable(GL_DEPTH_TEST);
            glDepthFunc(GL_ALWAYS);
            program.use(1, 0, 0);
            drawFull(0.0f);
            glDepthFunc(compare);
            program.use(0, 1, 0);
            drawFull(0.5f * float(incoming));
            SCOPED_TRACE(enumName(compare) + " " + std::to_string(incoming));
            expectColor(target.read(), passes(compare, incoming, 0) ? kGreen : kRed);
        }
    }
}

TEST_F(DepthStencil, DepthClearAndMask) {
    const Target target(2, 2, Depth::Depth16);
    const ColorProgram program;
    glEnable(GL_DEPTH_TEST);
    glClearDepthf(0.25f);
    glClear(GL_DEPTH_BUFFER_BIT);
    program.use(1, 0, 0);
    drawFull(0.0f); // depth 0.5 is behind
    expectColor(target.read(), kBlack);
    glDepthMask(GL_FALSE);
    glClearDepthf(1.0f);
    glClear(GL_DEPTH_BUFFER_BIT); // masked
    drawFull(0.0f);
    expectColor(target.read(), kBlack);
    program.use(0, 1, 0);
    drawFull(-0.9f); // passes, but does not write
    expectColor(target.read(), kGreen);
    program.use(0, 0, 1);
    drawFull(-0.7f); // passes for the same reason
    expectColor(target.read(), kBlue);
}

TEST_F(DepthStencil, NoDepthTestNoDepthWrite) {
    const Target target(2, 2, Depth::Depth16);
    const ColorProgram program;
    glDisable(GL_DEPTH_TEST);
    program.use(1, 0, 0);
    drawFull(-1.0f);
    glEnable(GL_DEPTH_TEST);
    program.use(0, 1, 0);
    drawFull(0.5f);
    expectColor(target.read(), kGreen);
}

TEST_F(DepthStencil, NoDepthBufferPassesAlways) {
    const Target target(2, 2);
    const ColorProgram program;
    glEnable(GL_DEPTH_TEST);
    glDepthFunc(GL_NEVER);
    glEnable(GL_STENCIL_TEST);
    glStencilFunc(GL_NEVER, 1, 255);
    program.use(0, 1, 0);
    drawFull();
    expectColor(target.read(), kGreen);
}

TEST_F(DepthStencil, DepthRange) {
    const Target target(4, 1, Depth::Depth16);
    const GLuint show = buildProgram(
        kPositionVertex,
        "precision highp float; void main() { gl_FragColor = vec4(gl_FragCoord.z, 0, 0, 1); }",
        {"position"});
    glUseProgram(show);
    glDepthRangef(0.2f, 0.6f);
    drawFull(0.0f);
    expectColor(target.read(), {102, 0, 0, 255});
    glDepthRangef(0.6f, 0.2f); // reversed is allowed
    drawFull(1.0f);
    expectColor(target.read(), {51, 0, 0, 255});
    drawFull(-1.0f);
    expectColor(target.read(), {153, 0, 0, 255});
    glDeleteProgram(show);
}

TEST_F(DepthStencil, PolygonOffset) {
    const ColorProgram program;
    for (const float units : {-8.0f, 8.0f}) {
        const Target target(2, 2, Depth::Depth16);
        glEnable(GL_DEPTH_TEST);
        glDepthFunc(GL_LESS);
        program.use(1, 0, 0);
        drawFull(0.0f);
        glEnable(GL_POLYGON_OFFSET_FILL);
        glPolygonOffset(0.0f, units);
        program.use(0, 1, 0);
        drawFull(0.0f);
        glDisable(GL_POLYGON_OFFSET_FILL);
        SCOPED_TRACE(units);
        expectColor(target.read(), units < 0 ? kGreen : kRed);
    }
}

// OpenGL ES 2.0.25 section 3.5.2: r "is the smallest difference in window coordinate z values that
// is guaranteed to remain distinct throughout polygon rasterization and in the depth buffer".
TEST_F(DepthStencil, OneUnitOfPolygonOffsetSeparatesEverywhere) {
    const ColorProgram program;
    for (const Depth depth : {Depth::Depth16, Depth::Packed}) {
        if (depth == Depth::Packed && !hasExtension("GL_OES_packed_depth_stencil")) {
            continue;
        }
        const Target target(64, 64, depth);
        glEnable(GL_DEPTH_TEST);
        glEnableVertexAttribArray(0);
        for (int plane = 0; plane < 40; ++plane) {
            const float z = -0.95f + 0.045f * float(plane);
            const float slope = 0.00037f * float(plane * plane % 23);
            const float corners[] = {
                -1, -1, z - slope, 1, -1, z, -1, 1, z + 0.3f * slope, 1, 1, z + 1.3f * slope};
            glVertexAttribPointer(0, 3, GL_FLOAT, GL_FALSE, 0, corners);
            for (const float units : {-1.0f, 1.0f}) {
                glDepthFunc(GL_ALWAYS);
                program.use(1, 0, 0);
                glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
                glEnable(GL_POLYGON_OFFSET_FILL);
                glPolygonOffset(0.0f, units);
                glDepthFunc(units < 0 ? GL_LESS : GL_GREATER);
                program.use(0, 1, 0);
                glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
                glDisable(GL_POLYGON_OFFSET_FILL);
                SCOPED_TRACE(plane);
                SCOPED_TRACE(units);
                expectColor(target.read(), kGreen);
            }
        }
        glDisableVertexAttribArray(0);
    }
}

TEST_F(DepthStencil, PolygonOffsetFactorFollowsTheSlope) {
    const ColorProgram program;
    for (const float slope : {0.0f, 0.8f}) {
        const Target target(8, 8, Depth::Depth16);
        const float corners[] = {-1, -1, -slope, 1, -1, slope, -1, 1, -slope, 1, 1, slope};
        glEnable(GL_DEPTH_TEST);
        glDepthFunc(GL_LESS);
        glVertexAttribPointer(0, 3, GL_FLOAT, GL_FALSE, 0, corners);
        glEnableVertexAttribArray(0);
        program.use(1, 0, 0);
        glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
        glEnable(GL_POLYGON_OFFSET_FILL);
        glPolygonOffset(-1.0f, 0.0f);
        program.use(0, 1, 0);
        glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
        glDisable(GL_POLYGON_OFFSET_FILL);
        glDisableVertexAttribArray(0);
        SCOPED_TRACE(slope);
        expectColor(target.read(), slope > 0 ? kGreen : kRed);
    }
}

int applied(GLenum op, int value, int reference) {
    switch (op) {
    case GL_ZERO:
        return 0;
    case GL_REPLACE:
        return reference;
    case GL_INCR:
        return value == 255 ? 255 : value + 1;
    case GL_DECR:
        return value == 0 ? 0 : value - 1;
    case GL_INVERT:
        return ~value & 255;
    case GL_INCR_WRAP:
        return (value + 1) & 255;
    case GL_DECR_WRAP:
        return (value - 1) & 255;
    default:
        return value;
    }
}

/// What the stencil buffer holds, found by comparing.
void expectStencil(const Target& target, const ColorProgram& program, int value) {
    glDisable(GL_DEPTH_TEST);
    glEnable(GL_STENCIL_TEST);
    glStencilOp(GL_KEEP, GL_KEEP, GL_KEEP);
    glClearColor(0, 0, 0, 1);
    glClear(GL_COLOR_BUFFER_BIT);
    glStencilFunc(GL_EQUAL, value, 255);
    program.use(0, 1, 0);
    drawFull();
    expectColor(target.read(), kGreen);
}

TEST_F(DepthStencil, StencilOperations) {
    const ColorProgram program;
    constexpr GLenum kOps[] = {
        GL_KEEP, GL_ZERO, GL_REPLACE, GL_INCR, GL_DECR, GL_INVERT, GL_INCR_WRAP, GL_DECR_WRAP};
    for (const GLenum op : kOps) {
        for (const int start : {0, 5, 255}) {
            const Target target(2, 2, Depth::Stencil8);
            glClearStencil(start);
            glClear(GL_STENCIL_BUFFER_BIT);
            glEnable(GL_STENCIL_TEST);
            program.use(1, 0, 0);
            // As the operation of the pass.
            glStencilFunc(GL_ALWAYS, 77, 255);
            glStencilOp(GL_KEEP, GL_KEEP, op);
            drawFull();
            SCOPED_TRACE(enumName(op) + " " + std::to_string(start));
            expectStencil(target, program, applied(op, start, 77));
            // As the operation of the failure.
            glClear(GL_STENCIL_BUFFER_BIT);
            glStencilFunc(GL_NEVER, 77, 255);
            glStencilOp(op, GL_KEEP, GL_KEEP);
            drawFull();
            expectStencil(target, program, applied(op, start, 77));
        }
    }
}

TEST_F(DepthStencil, StencilDepthFail) {
    if (!hasExtension("GL_OES_packed_depth_stencil")) {
        GTEST_SKIP() << "no GL_OES_packed_depth_stencil";
    }
    const ColorProgram program;
    const Target target(2, 2, Depth::Packed);
    glClearStencil(10);
    glClearDepthf(0.0f);
    glClear(GL_STENCIL_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
    glEnable(GL_STENCIL_TEST);
    glEnable(GL_DEPTH_TEST);
    glStencilFunc(GL_ALWAYS, 0, 255);
    glStencilOp(GL_KEEP, GL_INCR, GL_DECR);
    program.use(1, 0, 0);
    drawFull(0.5f);
    expectStencil(target, program, 11);
}

TEST_F(DepthStencil, StencilFunctionsAndMasks) {
    const ColorProgram program;
    for (const GLenum compare : kCompares) {
        for (const int reference : {4, 5, 6}) {
            const Target target(2, 2, Depth::Stencil8);
            glClearStencil(5 | 0x80);
            glClear(GL_STENCIL_BUFFER_BIT);
            glEnable(GL_STENCIL_TEST);
            glStencilFunc(compare, reference | 0x40, 0x0f);
            program.use(0, 1, 0);
            drawFull();
            SCOPED_TRACE(enumName(compare) + " " + std::to_string(reference));
            expectColor(target.read(), passes(compare, reference, 5) ? kGreen : kBlack);
        }
    }
}

TEST_F(DepthStencil, StencilWriteMask) {
    const ColorProgram program;
    const Target target(2, 2, Depth::Stencil8);
    glEnable(GL_STENCIL_TEST);
    glStencilMask(0x0f);
    glStencilFunc(GL_ALWAYS, 0xff, 0xff);
    glStencilOp(GL_KEEP, GL_KEEP, GL_REPLACE);
    program.use(1, 0, 0);
    drawFull();
    glStencilMask(0xff);
    expectStencil(target, program, 0x0f);
    glStencilMask(0xf0);
    glClearStencil(0xaa);
    glClear(GL_STENCIL_BUFFER_BIT); // clears obey the mask too
    glStencilMask(0xff);
    expectStencil(target, program, 0xaf);
}

TEST_F(DepthStencil, TwoSidedStencil) {
    const ColorProgram program;
    const Target target(2, 2, Depth::Stencil8);
    glEnable(GL_STENCIL_TEST);
    glStencilFuncSeparate(GL_FRONT, GL_ALWAYS, 1, 255);
    glStencilFuncSeparate(GL_BACK, GL_ALWAYS, 2, 255);
    glStencilOpSeparate(GL_FRONT, GL_KEEP, GL_KEEP, GL_REPLACE);
    glStencilOpSeparate(GL_BACK, GL_KEEP, GL_KEEP, GL_REPLACE);
    program.use(1, 0, 0);
    glFrontFace(GL_CW); // what drawFull draws now faces backwards
    drawFull();
    glFrontFace(GL_CCW);
    expectStencil(target, program, 2);
    EXPECT_EQ(GL_KEEP, getInteger(GL_STENCIL_BACK_PASS_DEPTH_PASS));
}

TEST_F(DepthStencil, ReferenceIsClamped) {
    const ColorProgram program;
    const Target target(2, 2, Depth::Stencil8);
    glClearStencil(255);
    glClear(GL_STENCIL_BUFFER_BIT);
    glEnable(GL_STENCIL_TEST);
    glStencilFunc(GL_EQUAL, 1000, 255);
    program.use(0, 1, 0);
    drawFull();
    expectColor(target.read(), kGreen);
}

TEST_F(DepthStencil, Scissor) {
    const Target target(16, 8);
    const ColorProgram program;
    glEnable(GL_SCISSOR_TEST);
    glScissor(2, 1, 5, 3);
    program.use(0, 1, 0);
    drawFull();
    expectImage(target.read(),
                [](int x, int y) { return x >= 2 && x < 7 && y >= 1 && y < 4 ? kGreen : kBlack; });
    glScissor(8, 4, 100, 100);
    glClearColor(1, 0, 0, 1);
    glClear(GL_COLOR_BUFFER_BIT);
    expectImage(target.read(), [](int x, int y) {
        return x >= 8 && y >= 4 ? kRed : x >= 2 && x < 7 && y >= 1 && y < 4 ? kGreen : kBlack;
    });
    glScissor(0, 0, 0, 0);
    glClear(GL_COLOR_BUFFER_BIT);
    glScissor(-50, -50, 20, 20);
    drawFull();
    glScissor(INT32_MAX, INT32_MAX, INT32_MAX, INT32_MAX);
    drawFull();
    glDisable(GL_SCISSOR_TEST);
    EXPECT_EQ(kBlack, target.read().at(0, 0));
}

TEST_F(DepthStencil, ScissorOnDepthAndStencilClears) {
    const Target target(4, 1, Depth::Depth16);
    const ColorProgram program;
    glEnable(GL_DEPTH_TEST);
    glEnable(GL_SCISSOR_TEST);
    glScissor(0, 0, 2, 1);
    glClearDepthf(0.0f);
    glClear(GL_DEPTH_BUFFER_BIT);
    glDisable(GL_SCISSOR_TEST);
    program.use(0, 1, 0);
    drawFull(0.0f);
    expectImage(target.read(), [](int x, int) { return x < 2 ? kBlack : kGreen; });
}

TEST_F(DepthStencil, Viewport) {
    const Target target(16, 8);
    const ColorProgram program;
    program.use(0, 1, 0);
    glViewport(4, 2, 8, 4);
    drawFull();
    expectImage(target.read(),
                [](int x, int y) { return x >= 4 && x < 12 && y >= 2 && y < 6 ? kGreen : kBlack; });
    program.use(1, 0, 0);
    glViewport(-8, -4, 16, 8); // partly outside
    drawFull();
    EXPECT_EQ(kRed, target.read().at(0, 0));
    EXPECT_EQ(kRed, target.read().at(7, 3));
    EXPECT_EQ(kGreen, target.read().at(8, 4));
    glViewport(0, 0, 0, 0);
    drawFull();
    EXPECT_GL_OK();
    EXPECT_EQ(kGreen, target.read().at(8, 4));
}

} // namespace
