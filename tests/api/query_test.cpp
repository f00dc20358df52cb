// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Occlusion queries, transform feedback and its counts, fences, buffer copies and mapping: OpenGL
// ES 3.0.

#include "gl_harness/gl_test.h"

#include <GLES3/gl3.h>

#include <array>
#include <atomic>
#include <cstring>
#include <string>
#include <thread>
#include <vector>

namespace {

using namespace harness;

class Es3Test : public GlTest {
protected:
    ContextRequest request() const override { return {.version = 30}; }
    static GLuint result(GLuint query) {
        GLuint value = 0xDEAD;
        glGetQueryObjectuiv(query, GL_QUERY_RESULT, &value);
        return value;
    }
    static GLuint compile(GLenum type, const char* source) {
        const GLuint shader = glCreateShader(type);
        glShaderSource(shader, 1, &source, nullptr);
        glCompileShader(shader);
        return shader;
    }
    /// Captures `varyings`: captured = (gl_VertexID, 2 · gl_VertexID), negative = -gl_VertexID.
    static GLuint captureProgram(const std::string& version = "#version 300 es\n",
                                 const std::vector<const char*>& varyings = {"captured"}) {
        const GLuint program = glCreateProgram();
        const std::string vertex = version + "out vec2 captured;\n"
                                             "out float negative;\n"
                                             "void main() {\n"
                                             "    captured = vec2(gl_VertexID, 2 * gl_VertexID);\n"
                                             "    negative = float(-gl_VertexID);\n"
                                             "    gl_Position = vec4(0.0, 0.0, 0.0, 1.0);\n"
                                             "    gl_PointSize = 1.0;\n"
                                             "}\n";
        const std::string fragment = version + "out mediump vec4 color;\n"
                                               "void main() { color = vec4(1.0); }\n";
        const GLuint shaders[] = {compile(GL_VERTEX_SHADER, vertex.c_str()),
                                  compile(GL_FRAGMENT_SHADER, fragment.c_str())};
        for (GLuint shader : shaders) {
            glAttachShader(program, shader);
            glDeleteShader(shader);
        }
        glTransformFeedbackVaryings(
            program, GLsizei(varyings.size()), varyings.data(), GL_INTERLEAVED_ATTRIBS);
        glLinkProgram(program);
        GLint linked = 0;
        glGetProgramiv(program, GL_LINK_STATUS, &linked);
        char log[500] = "";
        glGetProgramInfoLog(program, sizeof log, nullptr, log);
        EXPECT_TRUE(linked) << log;
        return program;
    }
    static std::vector<float> read(GLenum target, size_t count) {
        std::vector<float> values(count, -1);
        const void* at =
            glMapBufferRange(target, 0, GLsizeiptr(count * sizeof(float)), GL_MAP_READ_BIT);
        if (at) {
            std::memcpy(values.data(), at, count * sizeof(float));
            glUnmapBuffer(target);
        }
        return values;
    }
};

class Queries : public Es3Test {};

TEST_F(Queries, DrawsCountAndClearsDoNot) {
    const Target target(8, 8);
    const ColorProgram white;
    white.use(1, 1, 1);
    GLuint queries[2];
    glGenQueries(2, queries);
    glBeginQuery(GL_ANY_SAMPLES_PASSED, queries[0]);
    glClear(GL_COLOR_BUFFER_BIT);
    glColorMask(GL_TRUE, GL_FALSE, GL_TRUE, GL_FALSE);
    glClear(GL_COLOR_BUFFER_BIT); // Drawn, for the mask.
    glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
    glEndQuery(GL_ANY_SAMPLES_PASSED);
    EXPECT_EQ(result(queries[0]), 0u);
    glBeginQuery(GL_ANY_SAMPLES_PASSED, queries[1]);
    drawFull();
    glEndQuery(GL_ANY_SAMPLES_PASSED);
    EXPECT_EQ(result(queries[1]), 1u);
    glDeleteQueries(2, queries);
}

TEST_F(Queries, SurviveFlushesAndOtherTargets) {
    const Target first(8, 8);
    const ColorProgram white;
    white.use(1, 1, 1);
    GLuint query = 0;
    glGenQueries(1, &query);
    for (int draws = 0; draws < 3; ++draws) {
        glBeginQuery(GL_ANY_SAMPLES_PASSED, query);
        for (int i = 0; i < 200; ++i) {
            glEnable(GL_SCISSOR_TEST);
            glScissor(0, 0, i < 199 ? 0 : 8, 8); // Only the last draw passes, if it comes.
            if (i < 199 || draws == 2) {
                drawFull();
            }
            glFlush();
        }
        glEndQuery(GL_ANY_SAMPLES_PASSED);
        EXPECT_EQ(result(query), draws == 2 ? 1u : 0u);
    }
    glDeleteQueries(1, &query);
}

TEST_F(Queries, AskingWhetherThereIsAResultComesToAnEnd) {
    const Target target(8, 8);
    const ColorProgram white;
    white.use(1, 1, 1);
    GLuint query = 0;
    glGenQueries(1, &query);
    glBeginQuery(GL_ANY_SAMPLES_PASSED_CONSERVATIVE, query);
    drawFull();
    glEndQuery(GL_ANY_SAMPLES_PASSED_CONSERVATIVE);
    GLuint available = 0;
    while (!available) {
        glGetQueryObjectuiv(query, GL_QUERY_RESULT_AVAILABLE, &available);
    }
    EXPECT_EQ(result(query), 1u);
    glDeleteQueries(1, &query);
}

class Feedback : public Es3Test {};

TEST_F(Feedback, CapturesAcrossPausesFlushesAndBatches) {
    const Target target(8, 8);
    const GLuint program = captureProgram();
    glUseProgram(program);
    GLuint buffer = 0;
    glGenBuffers(1, &buffer);
    glBindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, 0, buffer);
    glBufferData(GL_TRANSFORM_FEEDBACK_BUFFER, 10 * 8, nullptr, GL_STREAM_READ);
    GLuint query = 0;
    glGenQueries(1, &query);
    glBeginQuery(GL_TRANSFORM_FEEDBACK_PRIMITIVES_WRITTEN, query);
    glBeginTransformFeedback(GL_POINTS);
    glDrawArrays(GL_POINTS, 0, 2);
    glFlush();
    glDrawArrays(GL_POINTS, 10, 2);
    glPauseTransformFeedback();
    glDrawArrays(GL_POINTS, 50, 5);
    glResumeTransformFeedback();
    glFinish();
    glClear(GL_COLOR_BUFFER_BIT);
    glDrawArrays(GL_POINTS, 20, 3);
    glEndTransformFeedback();
    glEndQuery(GL_TRANSFORM_FEEDBACK_PRIMITIVES_WRITTEN);
    EXPECT_GL_OK();
    EXPECT_EQ(result(query), 7u);
    const std::vector<float> expected{0, 0, 1, 2, 10, 20, 11, 22, 20, 40, 21, 42, 22, 44};
    EXPECT_EQ(read(GL_TRANSFORM_FEEDBACK_BUFFER, 14), expected);
    glDeleteQueries(1, &query);
    glDeleteBuffers(1, &buffer);
    glDeleteProgram(program);
}

TEST_F(Feedback, DrawsHaveToFitAndMatch) {
    const Target target(8, 8);
    const GLuint program = captureProgram();
    glUseProgram(program);
    EXPECT_FAILS(GL_INVALID_OPERATION, glBeginTransformFeedback(GL_POINTS)); // No buffer.
    GLuint buffer = 0;
    glGenBuffers(1, &buffer);
    glBindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, 0, buffer);
    glBufferData(GL_TRANSFORM_FEEDBACK_BUFFER, 4 * 8, nullptr, GL_STREAM_READ);
    EXPECT_FAILS(GL_INVALID_ENUM, glBeginTransformFeedback(GL_LINE_STRIP));
    EXPECT_FAILS(GL_INVALID_OPERATION, glEndTransformFeedback());
    glBeginTransformFeedback(GL_POINTS);
    EXPECT_FAILS(GL_INVALID_OPERATION, glBeginTransformFeedback(GL_POINTS));
    EXPECT_FAILS(GL_INVALID_OPERATION, glDrawArrays(GL_TRIANGLES, 0, 3));
    const GLubyte indices[] = {0, 1};
    EXPECT_FAILS(GL_INVALID_OPERATION, glDrawElements(GL_POINTS, 2, GL_UNSIGNED_BYTE, indices));
    EXPECT_FAILS(GL_INVALID_OPERATION, glDrawArrays(GL_POINTS, 0, 5));
    EXPECT_FAILS(GL_INVALID_OPERATION, glBindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, 0, buffer));
    EXPECT_FAILS(GL_INVALID_OPERATION, glBindTransformFeedback(GL_TRANSFORM_FEEDBACK, 0));
    glDrawArrays(GL_POINTS, 0, 3);
    EXPECT_FAILS(GL_INVALID_OPERATION, glDrawArrays(GL_POINTS, 0, 2));
    glDrawArrays(GL_POINTS, 7, 1);
    glEndTransformFeedback();
    const std::vector<float> expected{0, 0, 1, 2, 2, 4, 7, 14};
    EXPECT_EQ(read(GL_TRANSFORM_FEEDBACK_BUFFER, 8), expected);
    glDeleteBuffers(1, &buffer);
    glDeleteProgram(program);
}

TEST_F(Feedback, WhatWasCapturedIsDrawnFrom) {
    const Target target(8, 8);
    const GLuint program = captureProgram();
    glUseProgram(program);
    GLuint buffers[2];
    glGenBuffers(2, buffers);
    for (GLuint buffer : buffers) {
        glBindBuffer(GL_TRANSFORM_FEEDBACK_BUFFER, buffer);
        glBufferData(GL_TRANSFORM_FEEDBACK_BUFFER, 6 * 8, nullptr, GL_STREAM_COPY);
    }
    glBindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, 0, buffers[0]);
    glBeginTransformFeedback(GL_TRIANGLES);
    glDrawArrays(GL_TRIANGLES, 0, 6);
    glEndTransformFeedback();
    glBindBuffer(GL_COPY_READ_BUFFER, buffers[0]);
    glBindBuffer(GL_COPY_WRITE_BUFFER, buffers[1]);
    glCopyBufferSubData(GL_COPY_READ_BUFFER, GL_COPY_WRITE_BUFFER, 8, 0, 40);
    const std::vector<float> expected{1, 2, 2, 4, 3, 6, 4, 8, 5, 10};
    EXPECT_EQ(read(GL_COPY_WRITE_BUFFER, 10), expected);
    glDeleteBuffers(2, buffers);
    glDeleteProgram(program);
}

/// Buffers that the varyings themselves name.
class FeedbackBuffers : public Es3Test {
protected:
    ContextRequest request() const override { return {.api = Api::Gl, .version = 40}; }
    void SetUp() override {
        Es3Test::SetUp();
        if (!IsSkipped() && !HasFatalFailure()) {
            bindNewVertexArray();
        }
    }
};

TEST_F(FeedbackBuffers, SomeMayBeLeftOut) {
    const Target target(8, 8);
    const GLuint program = captureProgram(
        "#version 400\n", {"captured", "gl_NextBuffer", "gl_NextBuffer", "negative"});
    glUseProgram(program);
    GLuint buffers[2];
    glGenBuffers(2, buffers);
    for (int i = 0; i < 2; ++i) {
        glBindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, GLuint(2 * i), buffers[i]);
        glBufferData(GL_TRANSFORM_FEEDBACK_BUFFER, 4 * 8, nullptr, GL_STREAM_READ);
    }
    glBeginTransformFeedback(GL_POINTS);
    glDrawArrays(GL_POINTS, 0, 2);
    glFinish(); // It goes on from what the counters say.
    glDrawArrays(GL_POINTS, 10, 2);
    glEndTransformFeedback();
    EXPECT_GL_OK();
    const std::vector<float> pairs{0, 0, 1, 2, 10, 20, 11, 22};
    const std::vector<float> negatives{0, -1, -10, -11};
    glBindBuffer(GL_COPY_READ_BUFFER, buffers[0]);
    EXPECT_EQ(read(GL_COPY_READ_BUFFER, 8), pairs);
    glBindBuffer(GL_COPY_READ_BUFFER, buffers[1]);
    EXPECT_EQ(read(GL_COPY_READ_BUFFER, 4), negatives);
    glDeleteBuffers(2, buffers);
    glDeleteProgram(program);
}

class Syncs : public Es3Test {};

TEST_F(Syncs, AFenceIsSignalledOnceItsCommandsAreDone) {
    const Target target(8, 8);
    glClear(GL_COLOR_BUFFER_BIT);
    const GLsync sync = glFenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0);
    ASSERT_TRUE(sync);
    const GLenum waited = glClientWaitSync(sync, GL_SYNC_FLUSH_COMMANDS_BIT, GL_TIMEOUT_IGNORED);
    EXPECT_TRUE(waited == GL_CONDITION_SATISFIED || waited == GL_ALREADY_SIGNALED);
    GLint status = 0;
    glGetSynciv(sync, GL_SYNC_STATUS, 1, nullptr, &status);
    EXPECT_EQ(status, GL_SIGNALED);
    glDeleteSync(sync);
}

/// A thread that waits for a fence leaves the group's lock to those who have to bring it about.
TEST_F(Syncs, WaitingBlocksNoOtherContext) {
    ContextRequest shared = request();
    shared.share = m_context->handle();
    const Context other(shared);
    ASSERT_TRUE(other.valid());
    const Target target(8, 8);
    glClear(GL_COLOR_BUFFER_BIT);
    const GLsync sync = glFenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0); // Not flushed.
    GLenum waited = GL_WAIT_FAILED;
    std::atomic<bool> started{false};
    std::thread waiter([&] {
        other.makeCurrent();
        started = true;
        waited = glClientWaitSync(sync, 0, GL_TIMEOUT_IGNORED);
        Context::release();
    });
    while (!started) {
        std::this_thread::yield();
    }
    for (int i = 0; i < 1000; ++i) {
        GLuint name = 0;
        glGenBuffers(1, &name);
        glDeleteBuffers(1, &name);
    }
    glFlush();
    waiter.join();
    EXPECT_TRUE(waited == GL_CONDITION_SATISFIED || waited == GL_ALREADY_SIGNALED);
    glDeleteSync(sync);
}

class Mapping : public Es3Test {};

TEST_F(Mapping, InvalidatedAndUnsynchronizedRangesKeepWhatEarlierCommandsRead) {
    GLuint buffers[2];
    glGenBuffers(2, buffers);
    glBindBuffer(GL_COPY_READ_BUFFER, buffers[0]);
    glBindBuffer(GL_COPY_WRITE_BUFFER, buffers[1]);
    std::array<uint8_t, 64> bytes;
    bytes.fill(1);
    glBufferData(GL_COPY_READ_BUFFER, 64, bytes.data(), GL_DYNAMIC_DRAW);
    glBufferData(GL_COPY_WRITE_BUFFER, 64, nullptr, GL_STREAM_READ);
    glCopyBufferSubData(GL_COPY_READ_BUFFER, GL_COPY_WRITE_BUFFER, 0, 0, 16);
    const auto fill = [](GLintptr offset, GLsizeiptr size, GLbitfield how, int value) {
        void* at = glMapBufferRange(GL_COPY_READ_BUFFER, offset, size, GL_MAP_WRITE_BIT | how);
        ASSERT_TRUE(at);
        std::memset(at, value, size_t(size));
        glUnmapBuffer(GL_COPY_READ_BUFFER);
    };
    fill(0, 64, GL_MAP_INVALIDATE_BUFFER_BIT, 2);
    glCopyBufferSubData(GL_COPY_READ_BUFFER, GL_COPY_WRITE_BUFFER, 0, 16, 16);
    fill(0, 32, GL_MAP_INVALIDATE_RANGE_BIT, 3);
    glCopyBufferSubData(GL_COPY_READ_BUFFER, GL_COPY_WRITE_BUFFER, 0, 32, 16);
    fill(0, 32, 0, 4);
    fill(48, 16, GL_MAP_UNSYNCHRONIZED_BIT, 5);
    glCopyBufferSubData(GL_COPY_READ_BUFFER, GL_COPY_WRITE_BUFFER, 24, 48, 16);
    const void* at = glMapBufferRange(GL_COPY_WRITE_BUFFER, 0, 64, GL_MAP_READ_BIT);
    ASSERT_TRUE(at);
    std::memcpy(bytes.data(), at, 64);
    glUnmapBuffer(GL_COPY_WRITE_BUFFER);
    const std::array<uint8_t, 5> seen{bytes[0], bytes[16], bytes[32], bytes[48], bytes[63]};
    EXPECT_EQ(seen, (std::array<uint8_t, 5>{1, 2, 3, 4, 2}));
    glDeleteBuffers(2, buffers);
}

} // namespace
