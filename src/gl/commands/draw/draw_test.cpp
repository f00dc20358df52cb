// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "gl/objects/executable.h"
#include "gl/rules/triangles.h"
#include "gl/testing/core_fixture.h"
#include "glsl/program.h"

#include <gmock/gmock.h>

namespace gl::testing {
namespace {

using ::testing::ElementsAre;

class DrawTest : public CoreTest {
protected:
    void SetUp() override { prepare(Api::ES); }
    void prepare(Api api) {
        use(api);
        useSimpleProgram();
        context->enableVertexAttribArray(0);
        context->vertexAttribPointer(0, 4, GL_FLOAT, GL_FALSE, 0, vertices);
    }
    int draws() const { return device->log.draws; }

    float vertices[64] = {};
};

TEST_F(DrawTest, ErrorsOfSingleCalls) {
    context->drawArrays(GL_TRIANGLES, -1, 3);
    EXPECT_EQ(context->getError(), GLenum(GL_INVALID_VALUE));
    context->drawArrays(GL_TRIANGLES, 0, -3);
    EXPECT_EQ(context->getError(), GLenum(GL_INVALID_VALUE));
    context->drawArrays(GL_QUADS, 0, 4);
    EXPECT_EQ(context->getError(), GLenum(GL_INVALID_ENUM));
    context->drawArrays(GL_QUADS, 0, -4);
    EXPECT_EQ(context->getError(), GLenum(GL_INVALID_ENUM));
    context->drawElements(GL_TRIANGLES, 3, GL_FLOAT, vertices);
    EXPECT_EQ(context->getError(), GLenum(GL_INVALID_ENUM));
    context->drawElements(GL_TRIANGLES, -3, GL_UNSIGNED_BYTE, vertices);
    EXPECT_EQ(context->getError(), GLenum(GL_INVALID_VALUE));
    EXPECT_EQ(draws(), 0);
    context->drawArrays(GL_TRIANGLES, 0, 0);
    EXPECT_EQ(draws(), 0);
    context->drawArrays(GL_TRIANGLES, 0, 3);
    EXPECT_EQ(draws(), 1);
    EXPECT_EQ(context->getError(), GLenum(GL_NO_ERROR));
}

TEST_F(DrawTest, WithoutProgramNothingIsDrawn) {
    context->useProgram(0);
    context->drawArrays(GL_TRIANGLES, 0, 3);
    EXPECT_EQ(context->getError(), GLenum(GL_NO_ERROR));
    EXPECT_EQ(draws(), 0);
}

TEST_F(DrawTest, NullClientArraysAreSkipped) {
    context->vertexAttribPointer(0, 4, GL_FLOAT, GL_FALSE, 0, nullptr);
    context->drawArrays(GL_TRIANGLES, 0, 3);
    context->drawElements(GL_TRIANGLES, 3, GL_UNSIGNED_SHORT, nullptr);
    EXPECT_EQ(draws(), 0);
    context->disableVertexAttribArray(0);
    context->drawArrays(GL_TRIANGLES, 0, 3);
    EXPECT_EQ(draws(), 1);
}

TEST_F(DrawTest, NullClientArraysTheProgramDoesNotReadAreIgnored) {
    context->enableVertexAttribArray(5);
    context->drawArrays(GL_TRIANGLES, 0, 3);
    EXPECT_EQ(draws(), 1);
}

TEST_F(DrawTest, IndicesBeyondTheElementBufferAreSkipped) {
    GLuint buffer = 0;
    context->genBuffers(1, &buffer);
    context->bindBuffer(GL_ELEMENT_ARRAY_BUFFER, buffer);
    context->bufferData(GL_ELEMENT_ARRAY_BUFFER, 12, nullptr, GL_STATIC_DRAW);
    const auto at = [](uintptr_t offset_B) { return reinterpret_cast<const void*>(offset_B); };
    context->drawElements(GL_TRIANGLES, 6, GL_UNSIGNED_SHORT, nullptr);
    EXPECT_EQ(draws(), 1);
    context->drawElements(GL_TRIANGLES, 7, GL_UNSIGNED_SHORT, nullptr);
    context->drawElements(GL_TRIANGLES, 6, GL_UNSIGNED_SHORT, at(2));
    context->drawElements(GL_TRIANGLES, 3, GL_UNSIGNED_SHORT, at(UINTPTR_MAX));
    context->drawElements(GL_TRIANGLES, INT32_MAX, GL_UNSIGNED_INT, nullptr);
    EXPECT_EQ(draws(), 1);
    EXPECT_EQ(context->getError(), GLenum(GL_NO_ERROR));
    context->drawElements(GL_TRIANGLES, 3, GL_UNSIGNED_SHORT, at(1)); // Not aligned: copied.
    EXPECT_EQ(draws(), 2);
    EXPECT_EQ(device->log.lastDraw.indexType, GLenum(GL_UNSIGNED_INT));
    EXPECT_EQ(integer(GL_ELEMENT_ARRAY_BUFFER_BINDING), GLint(buffer));
}

TEST_F(DrawTest, IncompleteFramebufferIsAnErrorEveryTime) {
    GLuint framebuffer = 0;
    context->genFramebuffers(1, &framebuffer);
    context->bindFramebuffer(GL_FRAMEBUFFER, framebuffer);
    for (int i = 0; i < 2; ++i) {
        context->drawArrays(GL_TRIANGLES, 0, 3);
        EXPECT_EQ(context->getError(), GLenum(GL_INVALID_FRAMEBUFFER_OPERATION));
    }
    context->bindFramebuffer(GL_FRAMEBUFFER, 0);
    context->drawArrays(GL_TRIANGLES, 0, 3);
    EXPECT_EQ(context->getError(), GLenum(GL_NO_ERROR));
    EXPECT_EQ(draws(), 1);
}

TEST_F(DrawTest, OutOfMemoryIsReported) {
    device->log.outOfMemory = true;
    context->drawArrays(GL_TRIANGLES, 0, 3);
    EXPECT_EQ(context->getError(), GLenum(GL_OUT_OF_MEMORY));
}

TEST_F(DrawTest, ClearsOnlyBuffersThatExist) {
    surface.depthStencil = nullptr;
    context->surfaceChanged();
    context->clear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
    EXPECT_EQ(device->log.lastClear.mask, GLbitfield(GL_COLOR_BUFFER_BIT));
    context->clear(GL_STENCIL_BUFFER_BIT);
    EXPECT_EQ(device->log.clears, 1);
}

TEST(TrianglesOf, Quads) {
    const std::vector<uint32_t> v{10, 11, 12, 13, 20, 21, 22, 23, 30};
    EXPECT_THAT(trianglesOf(GL_QUADS, v),
                ElementsAre(10, 11, 13, 11, 12, 13, 20, 21, 23, 21, 22, 23));
}

TEST(TrianglesOf, QuadStrip) {
    const std::vector<uint32_t> v{0, 1, 2, 3, 4, 5, 6};
    EXPECT_THAT(trianglesOf(GL_QUAD_STRIP, v), ElementsAre(0, 1, 3, 2, 0, 3, 2, 3, 5, 4, 2, 5));
}

TEST(TrianglesOf, ProvokingVertices) {
    // Quads: the fourth vertex (strips: every other); polygons: the first. Last or first of each.
    const std::vector<uint32_t> v{0, 1, 2, 3, 4};
    EXPECT_THAT(trianglesOf(GL_QUADS, v, true), ElementsAre(3, 0, 1, 3, 1, 2));
    EXPECT_THAT(trianglesOf(GL_QUAD_STRIP, v, true), ElementsAre(3, 0, 1, 3, 2, 0));
    EXPECT_THAT(trianglesOf(GL_POLYGON, v), ElementsAre(1, 2, 0, 2, 3, 0, 3, 4, 0));
    EXPECT_THAT(trianglesOf(GL_POLYGON, v, true), ElementsAre(0, 1, 2, 0, 2, 3, 0, 3, 4));
}

class CompatDrawTest : public DrawTest {
protected:
    void SetUp() override { prepare(Api::Desktop); }
    void useConventionalProgram() {
        context->useProgram(
            link("void main() { gl_Position = gl_ModelViewProjectionMatrix * gl_Vertex;"
                 "gl_FrontColor = gl_Color; }",
                 "void main() { gl_FragColor = gl_Color; }"));
    }
};

TEST_F(CompatDrawTest, QuadsArriveAsIndexedTriangles) {
    context->drawArrays(GL_QUADS, 4, 8);
    EXPECT_EQ(draws(), 1);
    EXPECT_EQ(device->log.lastDraw.mode, GLenum(GL_TRIANGLES));
    EXPECT_EQ(device->log.lastDraw.count, 12);
    EXPECT_EQ(device->log.lastDraw.indexType, GLenum(GL_UNSIGNED_INT));
    context->drawArrays(GL_POLYGON, 0, 5);
    EXPECT_EQ(device->log.lastDraw.mode, GLenum(GL_TRIANGLES)); // The first vertex provokes.
    EXPECT_EQ(device->log.lastDraw.count, 9);
    const GLubyte indices[] = {0, 1, 2, 3};
    context->drawElements(GL_QUADS, 4, GL_UNSIGNED_BYTE, indices);
    EXPECT_EQ(device->log.lastDraw.count, 6);
    context->drawArrays(GL_QUADS, 0, 3);
    EXPECT_EQ(draws(), 3);
}

TEST_F(CompatDrawTest, ImmediateModeBecomesArrays) {
    useConventionalProgram();
    context->disableVertexAttribArray(0);
    context->begin(GL_TRIANGLES);
    context->color3ub(255, 0, 0);
    context->vertex2f(0, 0);
    context->vertex3d(1, 0, 0);
    context->vertex4s(0, 1, 0, 1);
    context->drawArrays(GL_TRIANGLES, 0, 3);
    EXPECT_EQ(context->getError(), GLenum(GL_INVALID_OPERATION));
    context->end();
    EXPECT_EQ(context->getError(), GLenum(GL_NO_ERROR));
    EXPECT_EQ(draws(), 1);
    EXPECT_EQ(device->log.lastDraw.count, 3);
    EXPECT_EQ(context->state().vertexArray, &context->objects().vertexArray->state);
    context->rectf(-1, -1, 1, 1);
    EXPECT_EQ(device->log.lastDraw.mode, GLenum(GL_TRIANGLES)); // The first vertex provokes.
    EXPECT_EQ(device->log.lastDraw.count, 6);
    context->end();
    EXPECT_EQ(context->getError(), GLenum(GL_INVALID_OPERATION));
}

TEST_F(CompatDrawTest, VertexArrayFeedsAttributeZero) {
    context->disableVertexAttribArray(0);
    context->enableClientState(GL_VERTEX_ARRAY);
    context->vertexPointer(2, GL_FLOAT, 0, vertices);
    context->drawArrays(GL_TRIANGLES, 0, 3);
    EXPECT_EQ(draws(), 1);
    EXPECT_TRUE(context->state().vertexArray->arrays[0].enabled);
    EXPECT_EQ(context->state().vertexArray->arrays[0].pointer, vertices);
    context->enableVertexAttribArray(0);
    context->drawArrays(GL_TRIANGLES, 0, 3);
    EXPECT_EQ(context->state().vertexArray, &context->objects().vertexArray->state);
}

TEST_F(CompatDrawTest, MatricesReachTheProgram) {
    useConventionalProgram();
    const auto firstNumbers = [&] {
        const Executable& executable = *context->state().executable;
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
    context->begin(GL_POINTS);
    context->vertex2i(0, 0);
    context->end();
    EXPECT_EQ(firstNumbers()[0], 1);
    context->translatef(3, 4, 5);
    context->matrixMode(GL_PROJECTION);
    context->scalef(2, 2, 2);
    context->begin(GL_POINTS);
    context->vertex2i(0, 0);
    context->end();
    EXPECT_EQ(firstNumbers()[0], 2);
    EXPECT_EQ(firstNumbers()[12], 6);
    EXPECT_EQ(firstNumbers()[14], 10);
}

TEST_F(CompatDrawTest, FixedFunctionSwitchesAreRemembered) {
    context->enable(GL_LIGHTING);
    EXPECT_TRUE(context->isEnabled(GL_LIGHTING));
    context->disable(GL_LIGHTING);
    EXPECT_FALSE(context->isEnabled(GL_LIGHTING));
    context->activeTexture(GL_TEXTURE1);
    context->enable(GL_TEXTURE_2D);
    context->activeTexture(GL_TEXTURE0);
    EXPECT_FALSE(context->isEnabled(GL_TEXTURE_2D));
    EXPECT_EQ(context->getError(), GLenum(GL_NO_ERROR));
}

} // namespace
} // namespace gl::testing
