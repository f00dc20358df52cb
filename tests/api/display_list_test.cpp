// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Display lists (GL 4.6 compatibility profile section 21.4).

#include "gl_harness/legacy.h"

#include <array>
#include <vector>

namespace {

using namespace harness;

constexpr int kSize_px = 16;

const char* const kColorVertex = "void main() { gl_Position = gl_ModelViewProjectionMatrix *"
                                 " gl_Vertex; gl_FrontColor = gl_Color; }";
const char* const kColorPixels = "void main() { gl_FragColor = gl_Color; }";

class DisplayList : public LegacyTest {
protected:
    void SetUp() override {
        LegacyTest::SetUp();
        if (IsSkipped() || HasFatalFailure()) {
            return;
        }
        m_target = std::make_unique<Target>(kSize_px, kSize_px);
        m_program = buildProgram(kColorVertex, kColorPixels);
        glUseProgram(m_program);
        gl.MatrixMode(GL_MODELVIEW);
    }
    void TearDown() override {
        glDeleteProgram(m_program);
        m_target.reset();
        LegacyTest::TearDown();
    }

    template <class Commands>
    GLuint compile(const Commands& commands, GLenum mode = GL_COMPILE) const {
        const GLuint list = gl.GenLists(1);
        gl.NewList(list, mode);
        commands();
        gl.EndList();
        return list;
    }
    void vertex(float x, float y) const { gl.Vertex2f(x * 2 / kSize_px - 1, y * 2 / kSize_px - 1); }
    void quad(float left, float bottom, float right, float top) const {
        gl.Begin(GL_QUADS);
        vertex(left, bottom);
        vertex(right, bottom);
        vertex(right, top);
        vertex(left, top);
        gl.End();
    }
    Rgba pixel(int x, int y) const { return m_target->read().at(x, y); }
    std::array<GLfloat, 4> currentColor() const {
        std::array<GLfloat, 4> color{};
        glGetFloatv(GL_CURRENT_COLOR, color.data());
        return color;
    }

    std::unique_ptr<Target> m_target;
    GLuint m_program = 0;
};

constexpr std::array kRedValue{1.0f, 0.0f, 0.0f, 1.0f};
constexpr std::array kGreenValue{0.0f, 1.0f, 0.0f, 1.0f};

TEST_F(DisplayList, CompilingDoesNothing) {
    const GLuint list = compile([&] {
        gl.Color3f(0, 1, 0);
        glEnable(GL_BLEND);
        gl.Translatef(1, 0, 0);
        quad(0, 0, 16, 16);
    });
    EXPECT_FALSE(glIsEnabled(GL_BLEND));
    EXPECT_EQ((std::array{1.0f, 1.0f, 1.0f, 1.0f}), currentColor());
    expectColor(m_target->read(), kBlack);
    gl.CallList(list);
    EXPECT_TRUE(glIsEnabled(GL_BLEND));
    EXPECT_EQ(kGreenValue, currentColor());
    EXPECT_EQ(kGreen, pixel(12, 4));
    EXPECT_EQ(kBlack, pixel(4, 4));
}

TEST_F(DisplayList, CompileAndExecuteDoesBoth) {
    const GLuint list = compile(
        [&] {
            gl.Color3f(0, 1, 0);
            quad(0, 0, 8, 16);
            gl.Translatef(1, 0, 0);
        },
        GL_COMPILE_AND_EXECUTE);
    EXPECT_EQ(kGreenValue, currentColor());
    EXPECT_EQ(kGreen, pixel(4, 4));
    EXPECT_EQ(kBlack, pixel(12, 4));
    gl.CallList(list);
    EXPECT_EQ(kGreen, pixel(12, 4));
}

TEST_F(DisplayList, WhatVerticesDoNotSetIsCurrentWhenItIsCalled) {
    const GLuint list = compile([&] { quad(0, 0, 8, 8); });
    gl.Color3f(1, 0, 0);
    gl.CallList(list);
    EXPECT_EQ(kRed, pixel(4, 4));
    gl.Color3f(0, 1, 0);
    gl.CallList(list);
    EXPECT_EQ(kGreen, pixel(4, 4));
}

TEST_F(DisplayList, AValueThatComesLateIsNotForVerticesBefore) {
    const GLuint list = compile([&] {
        gl.Begin(GL_POINTS);
        vertex(0.5f, 0.5f); // Current when it is called,
        gl.Color3f(0, 0, 1);
        vertex(1.5f, 0.5f);
        gl.End();
        gl.Begin(GL_POINTS);
        vertex(2.5f, 0.5f); // not so this one.
        gl.Color3f(0, 1, 0);
        gl.End();
        quad(4, 0, 8, 1);
    });
    gl.Color3f(1, 0, 0);
    gl.CallList(list);
    const Image image = m_target->read();
    EXPECT_EQ(kRed, image.at(0, 0));
    EXPECT_EQ(kBlue, image.at(1, 0));
    EXPECT_EQ(kBlue, image.at(2, 0));
    EXPECT_EQ(kGreen, image.at(5, 0));
    EXPECT_EQ(kGreenValue, currentColor());
}

TEST_F(DisplayList, PrimitivesBeforeTheFirstValueUseTheCallersValue) {
    const GLuint list = compile([&] {
        quad(0, 0, 4, 4);
        gl.Color3f(0, 1, 0);
        quad(4, 0, 8, 4);
        gl.Color3f(0, 0, 1);
        quad(8, 0, 12, 4);
        gl.Begin(GL_TRIANGLES);
        vertex(0, 8);
        vertex(4, 8);
        vertex(0, 12);
        gl.End();
    });
    gl.Color3f(1, 0, 0);
    gl.CallList(list);
    const Image image = m_target->read();
    EXPECT_EQ(kRed, image.at(2, 2));
    EXPECT_EQ(kGreen, image.at(6, 2));
    EXPECT_EQ(kBlue, image.at(10, 2));
    EXPECT_EQ(kBlue, image.at(0, 8));
}

TEST_F(DisplayList, VerticesMayLieInListsOfTheirOwn) {
    const GLuint corner = compile([&] {
        gl.Color3f(0, 1, 0);
        vertex(0, 16);
    });
    gl.Begin(GL_TRIANGLES);
    gl.Color3f(0, 1, 0);
    vertex(0, 0);
    vertex(16, 0);
    gl.CallList(corner);
    gl.End();
    EXPECT_EQ(kGreen, pixel(2, 2));
    glClear(GL_COLOR_BUFFER_BIT);
    const GLuint nested = compile([&] {
        gl.Begin(GL_TRIANGLES);
        vertex(0, 0);
        vertex(16, 0);
        gl.CallList(corner);
        gl.End();
    });
    gl.CallList(nested);
    EXPECT_EQ(kGreen, pixel(2, 2));
    if (isLlvmpipe()) {
        return; // A list that leaves glBegin open loses its vertices there.
    }
    const GLuint opens = compile([&] {
        gl.Begin(GL_TRIANGLES);
        vertex(0, 0);
    });
    glClear(GL_COLOR_BUFFER_BIT);
    gl.CallList(opens);
    vertex(16, 0);
    vertex(0, 16);
    gl.End();
    EXPECT_EQ(kGreen, pixel(2, 2));
}

TEST_F(DisplayList, StateBetweenPrimitivesIsForThoseBehindIt) {
    const GLuint list = compile([&] {
        gl.Color3f(0, 1, 0);
        quad(0, 0, 4, 4);
        gl.PushMatrix();
        gl.Translatef(1, 0, 0);
        quad(0, 0, 4, 4);
        gl.PopMatrix();
        gl.Color3f(0, 0, 1);
        quad(0, 4, 4, 8);
    });
    for (int i = 0; i < 2; ++i) {
        glClear(GL_COLOR_BUFFER_BIT);
        gl.CallList(list);
        const Image image = m_target->read();
        EXPECT_EQ(kGreen, image.at(2, 2));
        EXPECT_EQ(kGreen, image.at(10, 2));
        EXPECT_EQ(kBlack, image.at(6, 2));
        EXPECT_EQ(kBlue, image.at(2, 6));
    }
}

TEST_F(DisplayList, ListsAreCalledByOffset) {
    const GLuint base = gl.GenLists(3);
    const auto columns = std::array{kRed, kGreen, kBlue};
    for (GLuint i = 0; i < 3; ++i) {
        gl.NewList(base + i, GL_COMPILE);
        gl.Color3f(i == 0, i == 1, i == 2);
        quad(float(4 * i), 0, float(4 * i + 4), 4);
        gl.EndList();
    }
    gl.ListBase(base);
    const GLubyte bytes[] = {0, 1, 2};
    gl.CallLists(3, GL_UNSIGNED_BYTE, bytes);
    for (int i = 0; i < 3; ++i) {
        EXPECT_EQ(columns[size_t(i)], pixel(4 * i + 1, 1));
    }
    glClear(GL_COLOR_BUFFER_BIT);
    const GLubyte pairs[] = {0, 2, 0, 0};
    gl.CallLists(2, GL_2_BYTES, pairs);
    EXPECT_EQ(kRed, pixel(1, 1));
    EXPECT_EQ(kBlack, pixel(5, 1));
    EXPECT_EQ(kBlue, pixel(9, 1));
    glClear(GL_COLOR_BUFFER_BIT);
    const GLfloat floats[] = {1.0f};
    const GLuint calls = compile([&] { gl.CallLists(1, GL_FLOAT, floats); });
    gl.CallList(calls);
    EXPECT_EQ(kGreen, pixel(5, 1));
    EXPECT_FAILS(GL_INVALID_VALUE, gl.CallLists(-1, GL_FLOAT, floats));
    EXPECT_FAILS(GL_INVALID_ENUM, gl.CallLists(1, GL_DOUBLE, floats));
    EXPECT_EQ(GLint(base), getInteger(GL_LIST_BASE));
}

TEST_F(DisplayList, NamesAreThoseOfObjects) {
    const GLuint first = gl.GenLists(4);
    ASSERT_NE(0u, first);
    for (GLuint i = 0; i < 4; ++i) {
        EXPECT_TRUE(gl.IsList(first + i)) << i;
    }
    gl.DeleteLists(first + 1, 2);
    EXPECT_TRUE(gl.IsList(first));
    EXPECT_FALSE(gl.IsList(first + 1));
    EXPECT_FALSE(gl.IsList(first + 2));
    EXPECT_TRUE(gl.IsList(first + 3));
    EXPECT_FALSE(gl.IsList(first + 77));
    gl.NewList(first + 77, GL_COMPILE); // Any name will do.
    EXPECT_FALSE(gl.IsList(first + 77));
    gl.EndList();
    EXPECT_TRUE(gl.IsList(first + 77));
    gl.CallList(first + 1000); // No list: nothing.
    EXPECT_GL_OK();
    EXPECT_FAILS(GL_INVALID_VALUE, gl.GenLists(-1));
    EXPECT_FAILS(GL_INVALID_VALUE, gl.DeleteLists(1, -1));
    EXPECT_EQ(0u, gl.GenLists(0));
}

TEST_F(DisplayList, ErrorsOfCompiling) {
    EXPECT_FAILS(GL_INVALID_OPERATION, gl.EndList());
    EXPECT_FAILS(GL_INVALID_VALUE, gl.NewList(0, GL_COMPILE));
    EXPECT_FAILS(GL_INVALID_ENUM, gl.NewList(1, GL_FLOAT));
    gl.NewList(1, GL_COMPILE);
    EXPECT_EQ(1, getInteger(GL_LIST_INDEX));
    EXPECT_EQ(GL_COMPILE, getInteger(GL_LIST_MODE));
    EXPECT_FAILS(GL_INVALID_OPERATION, gl.NewList(2, GL_COMPILE));
    glEnable(0x7777); // When it is called.
    EXPECT_GL_OK();
    gl.EndList();
    EXPECT_EQ(0, getInteger(GL_LIST_INDEX));
    EXPECT_FAILS(GL_INVALID_ENUM, gl.CallList(1));
    gl.Begin(GL_POINTS);
    gl.NewList(2, GL_COMPILE);
    gl.End();
    EXPECT_GL_ERROR(GL_INVALID_OPERATION);
    EXPECT_FALSE(gl.IsList(2));
}

TEST_F(DisplayList, AListIsWhatItWasUntilItIsComplete) {
    const GLuint list = compile([&] { gl.Color3f(1, 0, 0); });
    gl.NewList(list, GL_COMPILE);
    gl.CallList(list); // Once it is complete it calls itself, to no effect.
    gl.Color3f(0, 1, 0);
    gl.EndList();
    EXPECT_GE(getInteger(GL_MAX_LIST_NESTING), 64);
    gl.CallList(list);
    EXPECT_EQ(kGreenValue, currentColor());
}

TEST_F(DisplayList, ListsCallEachOtherSoDeep) {
    const int depth = getInteger(GL_MAX_LIST_NESTING);
    GLuint list = compile([&] { gl.Color3f(1, 0, 0); });
    for (int i = 1; i < depth; ++i) {
        list = compile([&] { gl.CallList(list); });
    }
    gl.CallList(list);
    EXPECT_EQ(kRedValue, currentColor());
    gl.Color3f(0, 1, 0);
    list = compile([&] { gl.CallList(list); });
    gl.CallList(list);
    EXPECT_EQ(kGreenValue, currentColor()) << "one too deep";
}

TEST_F(DisplayList, WhatIsDeletedByAnotherListIsLookedUpWhenCalled) {
    const GLuint inner = compile([&] { gl.Color3f(1, 0, 0); });
    const GLuint outer = compile([&] { gl.CallList(inner); });
    gl.Color3f(0, 1, 0);
    gl.DeleteLists(inner, 1);
    gl.CallList(outer);
    EXPECT_EQ(kGreenValue, currentColor());
}

TEST_F(DisplayList, ArraysAreReadWhenTheyAreCompiled) {
    std::array<GLfloat, 6> positions{-1, -1, 3, -1, -1, 3};
    const std::array<GLubyte, 3> indices{0, 1, 2};
    gl.VertexPointer(2, GL_FLOAT, 0, positions.data());
    gl.EnableClientState(GL_VERTEX_ARRAY);
    GLuint buffer = 0;
    glGenBuffers(1, &buffer);
    glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, buffer);
    glBufferData(GL_ELEMENT_ARRAY_BUFFER, 3, indices.data(), GL_STATIC_DRAW);
    const GLuint elements =
        compile([&] { glDrawElements(GL_TRIANGLES, 3, GL_UNSIGNED_BYTE, nullptr); });
    const GLuint arrays = compile([&] { glDrawArrays(GL_TRIANGLES, 0, 3); });
    positions.fill(0);
    glDeleteBuffers(1, &buffer);
    gl.DisableClientState(GL_VERTEX_ARRAY);
    gl.Color3f(0, 1, 0);
    gl.CallList(elements);
    expectColor(m_target->read(), kGreen);
    gl.Color3f(0, 0, 1);
    gl.CallList(arrays);
    expectColor(m_target->read(), kBlue);
}

TEST_F(DisplayList, UniformsAndTexturesAreKept) {
    const GLuint program =
        buildProgram("void main() { gl_Position = gl_Vertex; }",
                     "uniform vec4 color[2]; uniform sampler2D image;"
                     "void main() { gl_FragColor = color[1] * texture2D(image, vec2(0.75)); }");
    GLuint texture = 0;
    glGenTextures(1, &texture);
    std::array<GLfloat, 8> colors{1, 0, 0, 1, 1, 1, 0, 1};
    // Padded rows: what is kept is what the unpack state says.
    std::array<GLubyte, 24> texels{};
    for (size_t i = 0; i < 2; ++i) {
        texels[8 + 4 * i + 1] = texels[20 + 1] = 255;
        texels[8 + 4 * i + 3] = 255;
    }
    texels[20 + 3] = 255;
    glUseProgram(program);
    const GLint location = glGetUniformLocation(program, "color");
    glPixelStorei(0x0CF2 /* GL_UNPACK_ROW_LENGTH */, 3);
    glPixelStorei(0x0CF4 /* GL_UNPACK_SKIP_PIXELS */, 1);
    const GLuint list = compile([&] {
        glUniform4fv(location, 2, colors.data());
        glBindTexture(GL_TEXTURE_2D, texture);
        glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 2, 2, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels.data());
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    });
    colors.fill(0);
    texels.fill(0);
    EXPECT_EQ(0, getInteger(GL_TEXTURE_BINDING_2D));
    gl.CallList(list);
    EXPECT_EQ(3, getInteger(0x0CF2));
    quad(0, 0, 16, 16);
    expectColor(m_target->read(), kGreen);
    glDeleteTextures(1, &texture);
    glDeleteProgram(program);
}

TEST_F(DisplayList, AttributeStacksAreInLists) {
    const GLuint list = compile([&] {
        gl.PushAttrib(GL_CURRENT_BIT);
        gl.Color3f(1, 0, 0);
        quad(0, 0, 4, 4);
        gl.PopAttrib();
        quad(4, 0, 8, 4); // Of nobody knows what colour.
    });
    gl.Color3f(0, 1, 0);
    gl.CallList(list);
    EXPECT_EQ(kRed, pixel(1, 1));
    EXPECT_EQ(kGreen, pixel(5, 1));
}

TEST_F(DisplayList, MergedStripsKeepFlatColors) {
    const GLuint list = compile([&] {
        for (int i = 0; i < 2; ++i) {
            const float bottom = float(4 * i);
            gl.Begin(GL_TRIANGLE_STRIP);
            gl.Color3f(1, 1, 1);
            vertex(0, bottom);
            vertex(0, bottom + 4);
            gl.Color3f(1, 0, 0);
            vertex(8, bottom);
            gl.Color3f(0, 1, 0);
            vertex(8, bottom + 4);
            gl.End();
        }
    });
    gl.ShadeModel(GL_FLAT);
    gl.CallList(list);
    const Image image = m_target->read();
    for (const int bottom : {0, 4}) {
        EXPECT_EQ(kRed, image.at(0, bottom)) << bottom;
        EXPECT_EQ(kGreen, image.at(7, bottom + 3)) << bottom;
    }
}

TEST_F(DisplayList, CommandsBetweenBeginAndEndAreErrorsWhenCalled) {
    const GLuint list = compile([&] {
        gl.Begin(GL_TRIANGLES);
        gl.Color3f(0, 1, 0);
        vertex(0, 0);
        glEnable(GL_BLEND);
        vertex(16, 0);
        vertex(0, 16);
        gl.End();
    });
    EXPECT_GL_OK();
    EXPECT_FAILS(GL_INVALID_OPERATION, gl.CallList(list));
    EXPECT_FALSE(glIsEnabled(GL_BLEND));
    EXPECT_EQ(kGreen, pixel(2, 2));
}

/// "Errors are not generated until the list is executed" (the manual page of glNewList).
TEST_F(DisplayList, ValuesThatAreErrorsAreErrorsWhenCalled) {
    GLint attributes = 0;
    glGetIntegerv(GL_MAX_VERTEX_ATTRIBS, &attributes);
    GLint units = 0;
    glGetIntegerv(GL_MAX_TEXTURE_COORDS, &units);
    const auto multiTexCoord2f =
        harness::load<void (*)(GLenum, GLfloat, GLfloat)>("glMultiTexCoord2f");
    const auto fails = [&](GLenum error, const auto& command) {
        const GLuint list = compile([&] {
            gl.Begin(GL_TRIANGLES);
            gl.Color3f(0, 1, 0);
            vertex(0, 0);
            command();
            vertex(16, 0);
            vertex(0, 16);
            gl.End();
        });
        EXPECT_GL_OK();
        glClear(GL_COLOR_BUFFER_BIT);
        gl.CallList(list);
        EXPECT_EQ(error, glGetError());
        EXPECT_EQ(kGreen, pixel(2, 2));
        gl.DeleteLists(list, 1);
        const GLuint both = gl.GenLists(1);
        gl.NewList(both, GL_COMPILE_AND_EXECUTE);
        EXPECT_FAILS(error, command());
        gl.EndList();
        EXPECT_GL_OK();
        gl.DeleteLists(both, 1);
    };
    fails(GL_INVALID_VALUE, [&] { glVertexAttrib2f(GLuint(attributes), 1, 1); });
    if (!isLlvmpipe()) { // It checks neither, in lists or outside.
        fails(GL_INVALID_ENUM, [&] { multiTexCoord2f(GL_TEXTURE0 + GLenum(units), 1, 1); });
        fails(GL_INVALID_VALUE, [&] { gl.ArrayElement(-1); });
    }
}

TEST_F(DisplayList, DrawsWithoutVerticesAreErrorsInPrimitivesToo) {
    const GLushort index = 0;
    for (const GLuint list :
         {compile([] { glDrawArrays(GL_TRIANGLES, 0, 3); }),
          compile([&] { glDrawElements(GL_POINTS, 1, GL_UNSIGNED_SHORT, &index); }),
          compile([] { glDrawArrays(GL_TRIANGLES, 0, 0); })}) {
        gl.CallList(list);
        EXPECT_EQ(GLenum(GL_NO_ERROR), glGetError());
        gl.Begin(GL_TRIANGLES);
        gl.CallList(list);
        gl.End();
        EXPECT_EQ(GLenum(GL_INVALID_OPERATION), glGetError());
        gl.DeleteLists(list, 1);
    }
}

TEST_F(DisplayList, StagesOfPipelinesAreKept) {
    constexpr GLbitfield kFragmentBit = 0x00000002;
    const auto createProgram =
        load<GLuint (*)(GLenum, GLsizei, const GLchar* const*)>("glCreateShaderProgramv");
    const auto genPipelines = load<void (*)(GLsizei, GLuint*)>("glGenProgramPipelines");
    const auto bindPipeline = load<void (*)(GLuint)>("glBindProgramPipeline");
    const auto deletePipelines = load<void (*)(GLsizei, const GLuint*)>("glDeleteProgramPipelines");
    const auto useStages = load<void (*)(GLuint, GLbitfield, GLuint)>("glUseProgramStages");
    const auto getPipeline = load<void (*)(GLuint, GLenum, GLint*)>("glGetProgramPipelineiv");
    const char* const text = "void main() { gl_FragColor = vec4(1); }";
    const GLuint program = createProgram(GL_FRAGMENT_SHADER, 1, &text);
    GLuint pipeline = 0;
    genPipelines(1, &pipeline);
    bindPipeline(pipeline);
    const auto expectStage = [&](GLuint expected) {
        GLint stage = -1;
        getPipeline(pipeline, GL_FRAGMENT_SHADER, &stage);
        EXPECT_EQ(GLint(expected), stage);
    };
    const GLuint list = compile([&] { useStages(pipeline, kFragmentBit, program); });
    expectStage(0);
    gl.CallList(list);
    expectStage(program);
    EXPECT_GL_OK();
    gl.DeleteLists(list, 1);
    deletePipelines(1, &pipeline);
    glDeleteProgram(program);
}

TEST_F(DisplayList, ContextsShareThem) {
    const GLuint list = compile([&] {
        gl.Color3f(0, 1, 0);
        quad(0, 0, 16, 16);
    });
    {
        const Context other({.api = Api::Gl, .share = m_context->handle()});
        ASSERT_TRUE(other.valid());
        ASSERT_TRUE(other.makeCurrent());
        {
            const Target target(kSize_px, kSize_px);
            glUseProgram(m_program);
            gl.CallList(list);
            expectColor(target.read(), kGreen);
            gl.DeleteLists(list, 1);
        }
        Context::release();
        ASSERT_TRUE(m_context->makeCurrent());
    }
    EXPECT_FALSE(gl.IsList(list));
}

TEST_F(DisplayList, CoreProfilesThatShareThemCannotCallThem) {
    const GLuint list = compile([&] {
        gl.Color3f(0, 1, 0);
        quad(0, 0, 16, 16);
    });
    {
        const Context core({.api = harness::Api::Gl, .version = 33, .share = m_context->handle()});
        if (!core.valid()) {
            GTEST_SKIP() << "no core profile, or none that shares";
        }
        ASSERT_TRUE(core.makeCurrent());
        EXPECT_FAILS(GL_INVALID_OPERATION, gl.CallList(list));
        EXPECT_FAILS(GL_INVALID_OPERATION, gl.CallLists(1, GL_UNSIGNED_INT, &list));
        Context::release();
        ASSERT_TRUE(m_context->makeCurrent());
    }
    gl.CallList(list);
    EXPECT_EQ(kGreen, pixel(8, 8));
    gl.DeleteLists(list, 1);
}

TEST_F(DisplayList, ManyListsWithManyVertices) {
    constexpr int kLists = 300;
    std::vector<GLuint> lists;
    for (int i = 0; i < kLists; ++i) {
        lists.push_back(compile([&] {
            for (int j = 0; j < 20; ++j) {
                gl.Color3f(0, j % 2 == 0, 1);
                quad(float(i % 16), float(j % 16), float(i % 16 + 1), float(j % 16 + 1));
            }
        }));
    }
    for (const GLuint list : lists) {
        gl.CallList(list);
    }
    const Image image = m_target->read();
    for (int i = 0; i < kSize_px; ++i) {
        EXPECT_EQ((Rgba{0, i % 2 == 0 ? 255 : 0, 255, 255}), image.at(i, i)) << i;
    }
    for (const GLuint list : lists) {
        gl.DeleteLists(list, 1);
    }
}

/// Side by side in memory, in order, again, and with others between them: triangles and quads.
TEST_F(DisplayList, NeighboursAreDrawnAsIfAlone) {
    const auto column = [&](int x, bool quads) {
        return compile([&] {
            if (quads) {
                return quad(float(x), 0, float(x + 1), 8);
            }
            gl.Begin(GL_TRIANGLES);
            for (const bool upper : {false, true}) {
                vertex(float(x + upper), upper ? 8 : 0);
                vertex(float(x + 1 - upper), upper ? 8 : 0);
                vertex(float(x + !upper), upper ? 0 : 8);
            }
            gl.End();
        });
    };
    for (const bool quads : {false, true}) {
        std::vector<GLuint> lists;
        for (int x = 0; x < kSize_px; ++x) {
            lists.push_back(column(x, quads));
        }
        glClear(GL_COLOR_BUFFER_BIT);
        gl.Color3f(0, 1, 0);
        for (const int x : {0, 1, 2, 2, 3, 7, 6, 5, 9, 10}) {
            gl.CallList(lists[size_t(x)]);
        }
        gl.Color3f(1, 0, 0);
        for (const int x : {11, 12, 2}) { // Goes on where those of another colour ended.
            gl.CallList(lists[size_t(x)]);
        }
        const Image image = m_target->read();
        for (int x = 0; x < kSize_px; ++x) {
            const bool isRed = x == 11 || x == 12 || x == 2;
            const bool isGreen = x <= 3 || (x >= 5 && x <= 7) || x == 9 || x == 10;
            EXPECT_EQ(isRed ? kRed : isGreen ? kGreen : kBlack, image.at(x, 4)) << x << quads;
            EXPECT_EQ(kBlack, image.at(x, 8)) << x << quads;
        }
        for (const GLuint list : lists) {
            gl.DeleteLists(list, 1);
        }
    }
}

} // namespace
