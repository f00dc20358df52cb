// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Robust buffer access (KHR_robust_buffer_access_behavior): what a draw reads beyond the end of
// what it was given is zero, or something that it was given. What must never come are other bytes
// of the context: they all say kForeign here.

#include "gl_harness/gl_test.h"

#include <GL/glcorearb.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <limits>
#include <memory>
#include <vector>

namespace {

using namespace harness;

constexpr float kGiven = 5;
constexpr float kForeign = 77;
constexpr int kMost = 4096; ///< Vertices that are captured at a time.

class RobustAccess : public CoreTest<41> {
protected:
    ContextRequest request() const override {
        return {.api = Api::Gl, .version = 41, .robust = true};
    }
    void SetUp() override {
        CoreTest::SetUp();
        if (!ready()) {
            return;
        }
        require("glBindVertexArray", bindVertexArray);
        require("glVertexAttribDivisor", vertexAttribDivisor);
        require("glDrawElementsBaseVertex", drawElementsBaseVertex);
        require("glDrawArraysInstancedBaseInstance", drawArraysInstancedBaseInstance);
        require("glMultiDrawElementsIndirect", multiDrawElementsIndirect);
        require("glMultiDrawArraysIndirect", multiDrawArraysIndirect);
        require("glVertexAttribFormat", vertexAttribFormat);
        require("glVertexAttribBinding", vertexAttribBinding);
        require("glBindVertexBuffer", bindVertexBuffer);
        require("glTransformFeedbackVaryings", transformFeedbackVaryings);
        require("glBeginTransformFeedback", beginTransformFeedback);
        require("glEndTransformFeedback", endTransformFeedback);
        require("glBindBufferRange", bindBufferRange);
        require("glBindBufferBase", bindBufferBase);
        require("glUniformBlockBinding", uniformBlockBinding);
        require("glTexBuffer", texBuffer);
        require("glMapBufferRange", mapBufferRange);
        require("glGetBufferSubData", getBufferSubData);
        m_target = std::make_unique<Target>(1, 1); // Draws need one.
        glEnable(GL_RASTERIZER_DISCARD);
        m_captured = buffer(GL_TRANSFORM_FEEDBACK_BUFFER, std::vector<float>(kMost * 4));
        m_foreign = buffer(GL_ARRAY_BUFFER, std::vector<double>(kForeignVertices * 4, kForeign));
        for (const bool numbered : {false, true}) {
            m_programs[numbered] = program(
                "layout(location = 0) in vec4 value; uniform float zero; out vec4 captured;\n"
                "void main() { gl_Position = vec4(0); captured = value" +
                std::string(numbered ? " + zero * float(gl_VertexID)" : "") + "; }");
        }
    }

    void TearDown() override {
        m_target.reset();
        CoreTest::TearDown();
    }

    template <class T>
    static GLuint buffer(GLenum target, const std::vector<T>& data) {
        GLuint name = 0;
        glGenBuffers(1, &name);
        glBindBuffer(target, name);
        glBufferData(target, GLsizeiptr(data.size() * sizeof(T)), data.data(), GL_STATIC_DRAW);
        return name;
    }
    /// Captures `captured`.
    GLuint program(const std::string& vertex) const {
        const GLuint made = glCreateProgram();
        std::string log;
        const GLuint shader = compileShader(GL_VERTEX_SHADER, "#version 410\n" + vertex, &log);
        EXPECT_NE(0u, shader) << log;
        glAttachShader(made, shader);
        glDeleteShader(shader);
        const char* varying = "captured";
        transformFeedbackVaryings(made, 1, &varying, GL_INTERLEAVED_ATTRIBS);
        glLinkProgram(made);
        GLint ok = 0;
        glGetProgramiv(made, GL_LINK_STATUS, &ok);
        EXPECT_TRUE(ok) << programLog(made);
        return made;
    }
    static void pointTo(GLuint array, GLenum type, GLsizei stride = 0, uintptr_t offset = 0) {
        glBindBuffer(GL_ARRAY_BUFFER, array);
        glVertexAttribPointer(0, 4, type, GL_FALSE, stride, reinterpret_cast<const void*>(offset));
        glEnableVertexAttribArray(0);
    }
    /// Draws arrays that are converted to floats for each draw, until all memory that the context
    /// has for such is full of them.
    void fillWithForeign() const {
        GLint array = 0;
        glGetIntegerv(GL_VERTEX_ARRAY_BINDING, &array);
        bindNewVertexArray();
        glUseProgram(m_programs[0]);
        pointTo(m_foreign, GL_DOUBLE);
        for (int round = 0; round < 2; ++round) { // The second time around it is used again.
            for (int i = 0; i < 400; ++i) {
                glDrawArrays(GL_POINTS, 0, kForeignVertices);
            }
            glFinish();
        }
        bindVertexArray(GLuint(array));
    }
    template <class Draw>
    std::vector<float> capture(GLuint program, const Draw& draw) const {
        const std::vector<float> nothing(kMost * 4);
        glBindBuffer(GL_TRANSFORM_FEEDBACK_BUFFER, m_captured);
        glBufferSubData(GL_TRANSFORM_FEEDBACK_BUFFER, 0, kMost * 16, nothing.data());
        bindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, 0, m_captured);
        glUseProgram(program);
        beginTransformFeedback(GL_POINTS);
        draw();
        endTransformFeedback();
        std::vector<float> values(kMost * 4);
        getBufferSubData(GL_TRANSFORM_FEEDBACK_BUFFER, 0, kMost * 16, values.data());
        return values;
    }
    /// What `draw` captures, after memory was filled, is `given` or nothing; the fourth component
    /// may also be one.
    template <class Draw>
    void expectOwn(GLuint program, const Draw& draw, float given = kGiven) const {
        fillWithForeign();
        const std::vector<float> values = capture(program, draw);
        int others = 0;
        for (size_t i = 0; i < values.size(); ++i) {
            const float v = values[i];
            others += v != 0 && v != given && !(i % 4 == 3 && v == 1);
        }
        EXPECT_EQ(0, others) << "words of " << values.size();
        EXPECT_GL_OK();
    }
    template <class Draw>
    void expectOwn(const Draw& draw, float given = kGiven) const {
        for (const GLuint program : m_programs) {
            expectOwn(program, draw, given);
        }
    }
    /// Draws far beyond the array at attribute 0.
    void expectOwnVertices(float given = kGiven) const {
        for (const GLint first : {0, 2, 4, 100, 1 << 20, std::numeric_limits<int>::max() - kMost}) {
            SCOPED_TRACE("from vertex " + std::to_string(first));
            expectOwn([&] { glDrawArrays(GL_POINTS, first, kMost); }, given);
        }
        std::vector<uint32_t> indices{
            0, 3, 4, 5, 7, 0x7fffffff, 0x80000000, 0xfffffffe, 0xffffffff};
        for (uint32_t i = 0; i < 2000; ++i) {
            indices.push_back(i * i);
        }
        const GLuint elements = buffer(GL_ELEMENT_ARRAY_BUFFER, indices);
        for (const GLint base : {0, -1, -100, 1 << 20, std::numeric_limits<int>::max()}) {
            SCOPED_TRACE("base vertex " + std::to_string(base));
            for (const int count : {2, 4, int(indices.size())}) {
                expectOwn(
                    [&] {
                        drawElementsBaseVertex(GL_POINTS, count, GL_UNSIGNED_INT, nullptr, base);
                    },
                    given);
            }
        }
        glDeleteBuffers(1, &elements);
    }

    static constexpr int kForeignVertices = 512;
    std::unique_ptr<Target> m_target;
    GLuint m_captured = 0;
    GLuint m_foreign = 0;
    GLuint m_programs[2] = {}; ///< The second reads gl_VertexID.

    PFNGLVERTEXATTRIBDIVISORPROC vertexAttribDivisor = nullptr;
    PFNGLDRAWELEMENTSBASEVERTEXPROC drawElementsBaseVertex = nullptr;
    PFNGLDRAWARRAYSINSTANCEDBASEINSTANCEPROC drawArraysInstancedBaseInstance = nullptr;
    PFNGLMULTIDRAWELEMENTSINDIRECTPROC multiDrawElementsIndirect = nullptr;
    PFNGLMULTIDRAWARRAYSINDIRECTPROC multiDrawArraysIndirect = nullptr;
    PFNGLVERTEXATTRIBFORMATPROC vertexAttribFormat = nullptr;
    PFNGLVERTEXATTRIBBINDINGPROC vertexAttribBinding = nullptr;
    PFNGLBINDVERTEXBUFFERPROC bindVertexBuffer = nullptr;
    PFNGLTRANSFORMFEEDBACKVARYINGSPROC transformFeedbackVaryings = nullptr;
    PFNGLBEGINTRANSFORMFEEDBACKPROC beginTransformFeedback = nullptr;
    PFNGLENDTRANSFORMFEEDBACKPROC endTransformFeedback = nullptr;
    PFNGLBINDBUFFERRANGEPROC bindBufferRange = nullptr;
    PFNGLBINDBUFFERBASEPROC bindBufferBase = nullptr;
    PFNGLUNIFORMBLOCKBINDINGPROC uniformBlockBinding = nullptr;
    PFNGLTEXBUFFERPROC texBuffer = nullptr;
    PFNGLMAPBUFFERRANGEPROC mapBufferRange = nullptr;
    PFNGLGETBUFFERSUBDATAPROC getBufferSubData = nullptr;
    PFNGLBINDVERTEXARRAYPROC bindVertexArray = nullptr;
};

TEST_F(RobustAccess, ArraysAsTheyLie) {
    const GLuint before = buffer(GL_ARRAY_BUFFER, std::vector<float>(4096, kForeign));
    pointTo(buffer(GL_ARRAY_BUFFER, std::vector<float>(16, kGiven)), GL_FLOAT);
    const GLuint after = buffer(GL_ARRAY_BUFFER, std::vector<float>(4096, kForeign));
    expectOwnVertices();
    // Beginning beyond the end.
    pointTo(m_foreign, GL_FLOAT, 16, 1 << 20);
    expectOwn([&] { glDrawArrays(GL_POINTS, 0, kMost); }, kForeign);
    glDeleteBuffers(1, &before);
    glDeleteBuffers(1, &after);
}

TEST_F(RobustAccess, ConvertedArrays) {
    pointTo(buffer(GL_ARRAY_BUFFER, std::vector<double>(16, kGiven)), GL_DOUBLE);
    expectOwnVertices();
    pointTo(buffer(GL_ARRAY_BUFFER, std::vector<double>(16, kGiven)), GL_DOUBLE, 0, 1 << 20);
    expectOwnVertices();
    // The end is amid an element.
    pointTo(buffer(GL_ARRAY_BUFFER, std::vector<double>(18, kGiven)), GL_DOUBLE, 48);
    expectOwnVertices();
}

TEST_F(RobustAccess, MisalignedArrays) {
    const std::vector<uint8_t> bytes(64, 0x40);
    float given = 0;
    std::memcpy(&given, bytes.data(), sizeof given);
    pointTo(buffer(GL_ARRAY_BUFFER, bytes), GL_FLOAT, 17, 1);
    expectOwnVertices(given);
}

TEST_F(RobustAccess, ArraysOfInstances) {
    const GLuint arrays[] = {buffer(GL_ARRAY_BUFFER, std::vector<float>(16, kGiven)),
                             buffer(GL_ARRAY_BUFFER, std::vector<double>(16, kGiven))};
    for (const bool converted : {false, true}) {
        pointTo(arrays[converted], converted ? GL_DOUBLE : GL_FLOAT);
        for (const GLuint divisor : {1u, 3u, 300u, 0x80000000u}) {
            vertexAttribDivisor(0, divisor);
            for (const GLuint base : {0u, 2u, 5000u, 0xfffffff0u}) {
                SCOPED_TRACE(std::string(converted ? "converted" : "direct") + ", divisor " +
                             std::to_string(divisor) + ", from " + std::to_string(base));
                expectOwn([&] { drawArraysInstancedBaseInstance(GL_POINTS, 0, 1, kMost, base); });
            }
        }
    }
}

TEST_F(RobustAccess, ConvertedArrayWithoutStride) {
    const GLuint array = buffer(GL_ARRAY_BUFFER, std::vector<double>(8, kGiven));
    bindVertexBuffer(0, array, 0, 0);
    vertexAttribFormat(0, 4, GL_DOUBLE, GL_FALSE, 0);
    vertexAttribBinding(0, 0);
    glEnableVertexAttribArray(0);
    for (const GLint first : {0, 1, std::numeric_limits<int>::max() - kMost}) {
        const std::vector<float> values =
            capture(m_programs[0], [&] { glDrawArrays(GL_POINTS, first, kMost); });
        EXPECT_EQ(std::vector<float>(values.size(), kGiven), values) << "from vertex " << first;
    }
}

TEST_F(RobustAccess, ArraysWhoseBufferIsGone) {
    if (isLlvmpipe()) {
        GTEST_SKIP() << "llvmpipe reads where the offset would point";
    }
    const GLuint array = buffer(GL_ARRAY_BUFFER, std::vector<double>(64, kGiven));
    pointTo(array, GL_DOUBLE, 0, 64);
    glDeleteBuffers(1, &array);
    expectOwn([&] { glDrawArrays(GL_POINTS, 0, kMost); });
    bindVertexBuffer(0, 0, 64, 32);
    expectOwn([&] { glDrawArrays(GL_POINTS, 0, kMost); });
}

/// The device reads indices when it draws, which is after they were looked at.
TEST_F(RobustAccess, IndicesThatChangeBehindAPointer) {
    const auto bufferStorage = load<PFNGLBUFFERSTORAGEPROC>("glBufferStorage");
    if (!bufferStorage) {
        GTEST_SKIP() << "no persistent pointers";
    }
    pointTo(buffer(GL_ARRAY_BUFFER, std::vector<double>(16, kGiven)), GL_DOUBLE);
    GLuint elements = 0;
    glGenBuffers(1, &elements);
    glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, elements);
    constexpr GLbitfield kAccess = GL_MAP_WRITE_BIT | GL_MAP_PERSISTENT_BIT | GL_MAP_COHERENT_BIT;
    bufferStorage(GL_ELEMENT_ARRAY_BUFFER, kMost * 4, nullptr, kAccess);
    auto* indices =
        static_cast<uint32_t*>(mapBufferRange(GL_ELEMENT_ARRAY_BUFFER, 0, kMost * 4, kAccess));
    ASSERT_NE(nullptr, indices);
    for (const bool numbered : {false, true}) {
        std::fill_n(indices, kMost, 2u);
        expectOwn(m_programs[numbered], [&] {
            glDrawElements(GL_POINTS, kMost, GL_UNSIGNED_INT, nullptr);
            for (uint32_t i = 0; i < kMost; ++i) {
                indices[i] = i * 7;
            }
        });
    }
}

TEST_F(RobustAccess, IndicesOfIndirectDraws) {
    std::vector<float> vertices(70000 * 4, kForeign);
    std::fill_n(vertices.begin(), 16, kGiven);
    const std::vector<uint16_t> foreign(4096, 600);
    const std::vector<uint32_t> commands{4, 1, 0,  0, 0,          kMost, 1, 0, 0, 0,    kMost, 1, 3,
                                         0, 0, 16, 1, 0x7fffffff, 0,     0, 9, 1, 5000, 0,     0};
    buffer(GL_DRAW_INDIRECT_BUFFER, commands);
    const GLuint before = buffer(GL_ELEMENT_ARRAY_BUFFER, foreign);
    const GLuint own = buffer(GL_ELEMENT_ARRAY_BUFFER, std::vector<uint16_t>{0, 1, 2, 3});
    const GLuint after = buffer(GL_ELEMENT_ARRAY_BUFFER, foreign);
    glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, own);
    const auto draw = [&] {
        multiDrawElementsIndirect(GL_POINTS, GL_UNSIGNED_SHORT, nullptr, 5, 0);
    };
    pointTo(buffer(GL_ARRAY_BUFFER, vertices), GL_FLOAT);
    expectOwn(draw);
    const std::vector<float> values = capture(m_programs[0], draw);
    EXPECT_EQ(std::vector<float>(16, kGiven),
              std::vector<float>(values.begin(), values.begin() + 16));
    // Converted arrays.
    pointTo(buffer(GL_ARRAY_BUFFER, std::vector<double>(16, kGiven)), GL_DOUBLE);
    expectOwn(draw);
    glDeleteBuffers(1, &before);
    glDeleteBuffers(1, &after);
}

TEST_F(RobustAccess, IndirectDrawsOfConvertedArrays) {
    pointTo(buffer(GL_ARRAY_BUFFER, std::vector<double>(16, kGiven)), GL_DOUBLE);
    const std::vector<uint32_t> commands{
        4, 1, 0, 0, 100, 1, 1000, 0, 100, 1, 0xffffff00, 0, 1, 100, 0, 0xffffff00};
    buffer(GL_DRAW_INDIRECT_BUFFER, commands);
    expectOwn([&] { multiDrawArraysIndirect(GL_POINTS, nullptr, 4, 0); });
    // Commands that overlap: 4 1 0 0, 1 0 0 100, 0 0 100 1, 0 100 1 1000, …
    expectOwn([&] { multiDrawArraysIndirect(GL_POINTS, nullptr, 6, 4); });
}

TEST_F(RobustAccess, UniformBlocks) {
    const GLuint made =
        program("layout(std140) uniform Block { vec4 values[1024]; }; out vec4 captured; uniform "
                "int step_;\n"
                "void main() { gl_Position = vec4(0); captured = values[gl_VertexID * step_]; }");
    uniformBlockBinding(made, 0, 0);
    const GLuint before = buffer(GL_UNIFORM_BUFFER, std::vector<float>(4096, kForeign));
    const GLuint own = buffer(GL_UNIFORM_BUFFER, std::vector<float>(64, kGiven));
    const GLuint after = buffer(GL_UNIFORM_BUFFER, std::vector<float>(4096, kForeign));
    glUseProgram(made);
    for (const GLint step : {1, -1, 7, 1 << 20}) {
        glUseProgram(made);
        glUniform1i(glGetUniformLocation(made, "step_"), step);
        bindBufferBase(GL_UNIFORM_BUFFER, 0, own);
        expectOwn(made, [&] { glDrawArrays(GL_POINTS, 0, kMost); });
        bindBufferRange(GL_UNIFORM_BUFFER, 0, own, 0, 16);
        expectOwn(made, [&] { glDrawArrays(GL_POINTS, 0, kMost); });
    }
    glDeleteBuffers(1, &before);
    glDeleteBuffers(1, &after);
}

TEST_F(RobustAccess, UniformsOfTheDefaultBlock) {
    if (isLlvmpipe()) {
        GTEST_SKIP() << "llvmpipe reads uniforms beyond the array";
    }
    const GLuint made =
        program("uniform vec4 values[4]; out vec4 captured; uniform int step_;\n"
                "void main() { gl_Position = vec4(0); captured = values[gl_VertexID * step_]; }");
    glUseProgram(made);
    const std::vector<float> values(16, kGiven);
    glUniform4fv(glGetUniformLocation(made, "values"), 4, values.data());
    for (const GLint step : {1, -1, 7, 1 << 20}) {
        glUseProgram(made);
        glUniform1i(glGetUniformLocation(made, "step_"), step);
        expectOwn(made, [&] { glDrawArrays(GL_POINTS, 0, kMost); });
    }
}

TEST_F(RobustAccess, TextureBuffers) {
    const GLuint made =
        program("uniform samplerBuffer texels; out vec4 captured; uniform int step_;\n"
                "void main() { gl_Position = vec4(0); captured = texelFetch(texels, gl_VertexID * "
                "step_); }");
    GLuint texture = 0;
    glGenTextures(1, &texture);
    glBindTexture(GL_TEXTURE_BUFFER, texture);
    const GLuint before = buffer(GL_TEXTURE_BUFFER, std::vector<float>(4096, kForeign));
    texBuffer(
        GL_TEXTURE_BUFFER, GL_RGBA32F, buffer(GL_TEXTURE_BUFFER, std::vector<float>(16, kGiven)));
    const GLuint after = buffer(GL_TEXTURE_BUFFER, std::vector<float>(4096, kForeign));
    for (const GLint step : {1, -1, 7, 1 << 20}) {
        glUseProgram(made);
        glUniform1i(glGetUniformLocation(made, "step_"), step);
        expectOwn(made, [&] { glDrawArrays(GL_POINTS, 0, kMost); });
    }
    glDeleteBuffers(1, &before);
    glDeleteBuffers(1, &after);
}

TEST_F(RobustAccess, CapturesEndWithTheirRange) {
    const GLuint target =
        buffer(GL_TRANSFORM_FEEDBACK_BUFFER, std::vector<float>(kMost * 4, kForeign));
    pointTo(buffer(GL_ARRAY_BUFFER, std::vector<float>(kMost * 4, kGiven)), GL_FLOAT);
    glUseProgram(m_programs[0]);
    bindBufferRange(GL_TRANSFORM_FEEDBACK_BUFFER, 0, target, 64, 160);
    beginTransformFeedback(GL_POINTS);
    glDrawArrays(GL_POINTS, 0, kMost);
    endTransformFeedback();
    std::vector<float> values(kMost * 4);
    getBufferSubData(GL_TRANSFORM_FEEDBACK_BUFFER, 0, kMost * 16, values.data());
    std::vector<float> expected(kMost * 4, kForeign);
    std::fill_n(expected.begin() + 16, 40, kGiven);
    EXPECT_EQ(expected, values);
}

} // namespace
