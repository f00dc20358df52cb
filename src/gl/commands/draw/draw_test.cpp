// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "gl/objects/executable.h"
#include "gl/testing/context_fixture.h"
#include "glsl/link/program.h"

namespace gl::testing {
namespace {

class DrawTest : public CoreTest {
protected:
    void SetUp() override { prepare(Api::ES); }
    void prepare(Api api) {
        use(api);
        useSimpleProgram();
        gl->enableVertexAttribArray(0);
        gl->vertexAttribPointer(0, 4, GL_FLOAT, GL_FALSE, 0, vertices);
    }
    int draws() const { return device->log.draws; }

    float vertices[64] = {};
};

TEST_F(DrawTest, ErrorsOfSingleCalls) {
    gl->drawArrays(GL_TRIANGLES, -1, 3);
    EXPECT_EQ(gl->getError(), GLenum(GL_INVALID_VALUE));
    gl->drawArrays(GL_TRIANGLES, 0, -3);
    EXPECT_EQ(gl->getError(), GLenum(GL_INVALID_VALUE));
    gl->drawArrays(GL_QUADS, 0, 4);
    EXPECT_EQ(gl->getError(), GLenum(GL_INVALID_ENUM));
    gl->drawArrays(GL_QUADS, 0, -4);
    EXPECT_EQ(gl->getError(), GLenum(GL_INVALID_ENUM));
    gl->drawElements(GL_TRIANGLES, 3, GL_FLOAT, vertices);
    EXPECT_EQ(gl->getError(), GLenum(GL_INVALID_ENUM));
    gl->drawElements(GL_TRIANGLES, -3, GL_UNSIGNED_BYTE, vertices);
    EXPECT_EQ(gl->getError(), GLenum(GL_INVALID_VALUE));
    EXPECT_EQ(draws(), 0);
    gl->drawArrays(GL_TRIANGLES, 0, 0);
    EXPECT_EQ(draws(), 0);
    gl->drawArrays(GL_TRIANGLES, 0, 3);
    EXPECT_EQ(draws(), 1);
    EXPECT_EQ(gl->getError(), GLenum(GL_NO_ERROR));
}

TEST_F(DrawTest, WithoutProgramNothingIsDrawn) {
    gl->useProgram(0);
    gl->drawArrays(GL_TRIANGLES, 0, 3);
    EXPECT_EQ(gl->getError(), GLenum(GL_NO_ERROR));
    EXPECT_EQ(draws(), 0);
}

TEST_F(DrawTest, NullClientArraysAreSkipped) {
    gl->vertexAttribPointer(0, 4, GL_FLOAT, GL_FALSE, 0, nullptr);
    gl->drawArrays(GL_TRIANGLES, 0, 3);
    gl->drawElements(GL_TRIANGLES, 3, GL_UNSIGNED_SHORT, nullptr);
    EXPECT_EQ(draws(), 0);
    gl->disableVertexAttribArray(0);
    gl->drawArrays(GL_TRIANGLES, 0, 3);
    EXPECT_EQ(draws(), 1);
}

TEST_F(DrawTest, NullClientArraysTheProgramDoesNotReadAreIgnored) {
    gl->enableVertexAttribArray(5);
    gl->drawArrays(GL_TRIANGLES, 0, 3);
    EXPECT_EQ(draws(), 1);
}

TEST_F(DrawTest, IndicesBeyondTheElementBufferAreSkipped) {
    GLuint buffer = 0;
    gl->genBuffers(1, &buffer);
    gl->bindBuffer(GL_ELEMENT_ARRAY_BUFFER, buffer);
    gl->bufferData(GL_ELEMENT_ARRAY_BUFFER, 12, nullptr, GL_STATIC_DRAW);
    const auto at = [](uintptr_t offset_B) { return reinterpret_cast<const void*>(offset_B); };
    gl->drawElements(GL_TRIANGLES, 6, GL_UNSIGNED_SHORT, nullptr);
    EXPECT_EQ(draws(), 1);
    gl->drawElements(GL_TRIANGLES, 7, GL_UNSIGNED_SHORT, nullptr);
    gl->drawElements(GL_TRIANGLES, 6, GL_UNSIGNED_SHORT, at(2));
    gl->drawElements(GL_TRIANGLES, 3, GL_UNSIGNED_SHORT, at(UINTPTR_MAX));
    gl->drawElements(GL_TRIANGLES, INT32_MAX, GL_UNSIGNED_INT, nullptr);
    EXPECT_EQ(draws(), 1);
    EXPECT_EQ(gl->getError(), GLenum(GL_NO_ERROR));
    gl->drawElements(GL_TRIANGLES, 3, GL_UNSIGNED_SHORT, at(1)); // Not aligned: copied.
    EXPECT_EQ(draws(), 2);
    EXPECT_EQ(device->log.lastDraw.indexType, GLenum(GL_UNSIGNED_INT));
    EXPECT_EQ(integer(GL_ELEMENT_ARRAY_BUFFER_BINDING), GLint(buffer));
}

TEST_F(DrawTest, IncompleteFramebufferIsAnErrorEveryTime) {
    GLuint framebuffer = 0;
    gl->genFramebuffers(1, &framebuffer);
    gl->bindFramebuffer(GL_FRAMEBUFFER, framebuffer);
    for (int i = 0; i < 2; ++i) {
        gl->drawArrays(GL_TRIANGLES, 0, 3);
        EXPECT_EQ(gl->getError(), GLenum(GL_INVALID_FRAMEBUFFER_OPERATION));
    }
    gl->bindFramebuffer(GL_FRAMEBUFFER, 0);
    gl->drawArrays(GL_TRIANGLES, 0, 3);
    EXPECT_EQ(gl->getError(), GLenum(GL_NO_ERROR));
    EXPECT_EQ(draws(), 1);
}

TEST_F(DrawTest, OutOfMemoryIsReported) {
    device->log.outOfMemory = true;
    gl->drawArrays(GL_TRIANGLES, 0, 3);
    EXPECT_EQ(gl->getError(), GLenum(GL_OUT_OF_MEMORY));
}

TEST_F(DrawTest, ClearsOnlyBuffersThatExist) {
    surface.depthStencil = nullptr;
    gl->surfaceChanged();
    gl->clear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
    EXPECT_EQ(device->log.lastClear.mask, GLbitfield(GL_COLOR_BUFFER_BIT));
    gl->clear(GL_STENCIL_BUFFER_BIT);
    EXPECT_EQ(device->log.clears, 1);
}

class CompatDrawTest : public DrawTest {
protected:
    void SetUp() override { prepare(Api::Desktop); }
    void useConventionalProgram() {
        gl->useProgram(link("void main() { gl_Position = gl_ModelViewProjectionMatrix * gl_Vertex;"
                            "gl_FrontColor = gl_Color; }",
                            "void main() { gl_FragColor = gl_Color; }"));
    }
};

TEST_F(CompatDrawTest, QuadsArriveAsIndexedTriangles) {
    gl->drawArrays(GL_QUADS, 4, 8);
    EXPECT_EQ(draws(), 1);
    EXPECT_EQ(device->log.lastDraw.mode, GLenum(GL_TRIANGLES));
    EXPECT_EQ(device->log.lastDraw.count, 12);
    EXPECT_EQ(device->log.lastDraw.indexType, GLenum(GL_UNSIGNED_INT));
    gl->drawArrays(GL_POLYGON, 0, 5);
    EXPECT_EQ(device->log.lastDraw.mode, GLenum(GL_TRIANGLES)); // The first vertex provokes.
    EXPECT_EQ(device->log.lastDraw.count, 9);
    const GLubyte indices[] = {0, 1, 2, 3};
    gl->drawElements(GL_QUADS, 4, GL_UNSIGNED_BYTE, indices);
    EXPECT_EQ(device->log.lastDraw.count, 6);
    gl->drawArrays(GL_QUADS, 0, 3);
    EXPECT_EQ(draws(), 3);
}

TEST_F(CompatDrawTest, ImmediateModeBecomesArrays) {
    useConventionalProgram();
    gl->disableVertexAttribArray(0);
    gl->begin(GL_TRIANGLES);
    gl->color3ub(255, 0, 0);
    gl->vertex2f(0, 0);
    gl->vertex3d(1, 0, 0);
    gl->vertex4s(0, 1, 0, 1);
    EXPECT_FALSE(gl->settle()); // As the next command does.
    EXPECT_EQ(gl->getError(), GLenum(GL_INVALID_OPERATION));
    gl->end();
    EXPECT_EQ(draws(), 0);
    EXPECT_TRUE(gl->settle());
    EXPECT_EQ(gl->getError(), GLenum(GL_NO_ERROR));
    EXPECT_EQ(draws(), 1);
    EXPECT_EQ(device->log.lastDraw.count, 3);
    gl->drawArrays(GL_TRIANGLES, 0, 3);
    EXPECT_EQ(gl->state().vertexArray, &gl->objects().vertexArray->state);
    gl->rectf(-1, -1, 1, 1);
    EXPECT_TRUE(gl->settle());
    EXPECT_EQ(device->log.lastDraw.mode, GLenum(GL_TRIANGLES)); // The first vertex provokes.
    EXPECT_EQ(device->log.lastDraw.count, 6);
    gl->end();
    EXPECT_EQ(gl->getError(), GLenum(GL_INVALID_OPERATION));
}

TEST_F(CompatDrawTest, VertexArrayFeedsAttributeZero) {
    gl->disableVertexAttribArray(0);
    gl->enableClientState(GL_VERTEX_ARRAY);
    gl->vertexPointer(2, GL_FLOAT, 0, vertices);
    gl->drawArrays(GL_TRIANGLES, 0, 3);
    EXPECT_EQ(draws(), 1);
    EXPECT_TRUE(gl->state().vertexArray->arrays[0].enabled);
    EXPECT_EQ(gl->state().vertexArray->arrays[0].pointer, vertices);
    gl->enableVertexAttribArray(0);
    gl->drawArrays(GL_TRIANGLES, 0, 3);
    EXPECT_EQ(gl->state().vertexArray, &gl->objects().vertexArray->state);
}

TEST_F(CompatDrawTest, MatricesReachTheProgram) {
    useConventionalProgram();
    const auto drawPoint = [&] {
        gl->begin(GL_POINTS);
        gl->vertex2i(0, 0);
        gl->end();
        EXPECT_TRUE(gl->settle());
    };
    const auto firstNumbers = [&] {
        const Executable& executable = *gl->state().executable;
        std::array<float, 16> numbers{};
        for (const UniformEntry& entry : executable.builtinEntries) {
            if (executable.linked->uniforms[entry.uniform].builtin ==
                glsl::BuiltinUniform::ModelViewProjectionMatrix) {
                std::memcpy(numbers.data(),
                            executable.uniforms[entry.slot.stage].data() + entry.slot.offset_B,
                            sizeof(numbers));
            }
        }
        return numbers;
    };
    drawPoint();
    EXPECT_EQ(firstNumbers()[0], 1);
    gl->translatef(3, 4, 5);
    gl->matrixMode(GL_PROJECTION);
    gl->scalef(2, 2, 2);
    drawPoint();
    EXPECT_EQ(firstNumbers()[0], 2);
    EXPECT_EQ(firstNumbers()[12], 6);
    EXPECT_EQ(firstNumbers()[14], 10);
}

TEST_F(CompatDrawTest, FixedFunctionSwitchesAreRemembered) {
    gl->enable(GL_LIGHTING);
    EXPECT_TRUE(gl->isEnabled(GL_LIGHTING));
    gl->disable(GL_LIGHTING);
    EXPECT_FALSE(gl->isEnabled(GL_LIGHTING));
    gl->activeTexture(GL_TEXTURE1);
    gl->enable(GL_TEXTURE_2D);
    gl->activeTexture(GL_TEXTURE0);
    EXPECT_FALSE(gl->isEnabled(GL_TEXTURE_2D));
    EXPECT_EQ(gl->getError(), GLenum(GL_NO_ERROR));
}

} // namespace
} // namespace gl::testing
