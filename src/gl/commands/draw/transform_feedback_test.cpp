// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "gl/objects/transform_feedback.h"

#include "gl/testing/version3_fixture.h"

namespace gl::testing {
namespace {

class TransformFeedbackTest : public Version3Test {
protected:
    /// In use; captures a vec4 per vertex.
    GLuint useCapturing(const char* version) {
        const std::string head = std::string("#version ") + version + "\n";
        const std::string vertex = head + "out vec4 captured;\n"
                                          "void main() { captured = gl_Position = vec4(1.0); }\n";
        const std::string fragment = head + "out mediump vec4 color;\n"
                                            "void main() { color = vec4(1.0); }\n";
        const GLuint program = link(vertex.c_str(), fragment.c_str());
        const char* const varying = "captured";
        context->transformFeedbackVaryings(program, 1, &varying, GL_INTERLEAVED_ATTRIBS);
        context->linkProgram(program);
        context->useProgram(program);
        return program;
    }
    GLuint bindTarget(GLsizeiptr size_B) {
        const GLuint name = buffer(GL_TRANSFORM_FEEDBACK_BUFFER, size_B);
        context->bindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, 0, name);
        return name;
    }
    GLuint object() {
        GLuint name = 0;
        context->genTransformFeedbacks(1, &name);
        return name;
    }
};

TEST_F(TransformFeedbackTest, BeginsAndEndsInOrder) {
    context->beginTransformFeedback(GL_POINTS);
    EXPECT_EQ(error(), GLenum(GL_INVALID_OPERATION)) << "no program";
    useCapturing("300 es");
    context->beginTransformFeedback(GL_POINTS);
    EXPECT_EQ(error(), GLenum(GL_INVALID_OPERATION)) << "no buffer";
    bindTarget(64);
    context->beginTransformFeedback(GL_TRIANGLE_STRIP);
    EXPECT_EQ(error(), GLenum(GL_INVALID_ENUM));
    context->endTransformFeedback();
    EXPECT_EQ(error(), GLenum(GL_INVALID_OPERATION));
    context->pauseTransformFeedback();
    EXPECT_EQ(error(), GLenum(GL_INVALID_OPERATION));
    context->beginTransformFeedback(GL_POINTS);
    EXPECT_EQ(error(), GLenum(GL_NO_ERROR));
    EXPECT_EQ(integer(GL_TRANSFORM_FEEDBACK_ACTIVE), 1);
    context->beginTransformFeedback(GL_POINTS);
    EXPECT_EQ(error(), GLenum(GL_INVALID_OPERATION));
    context->resumeTransformFeedback();
    EXPECT_EQ(error(), GLenum(GL_INVALID_OPERATION));
    context->pauseTransformFeedback();
    EXPECT_EQ(integer(GL_TRANSFORM_FEEDBACK_PAUSED), 1);
    context->resumeTransformFeedback();
    context->endTransformFeedback();
    EXPECT_EQ(error(), GLenum(GL_NO_ERROR));
    EXPECT_EQ(integer(GL_TRANSFORM_FEEDBACK_ACTIVE), 0);
}

TEST_F(TransformFeedbackTest, ActiveObjectsStay) {
    useCapturing("300 es");
    const GLuint first = object();
    const GLuint second = object();
    EXPECT_FALSE(context->isTransformFeedback(first));
    context->bindTransformFeedback(GL_TRANSFORM_FEEDBACK, first);
    EXPECT_TRUE(context->isTransformFeedback(first));
    context->bindTransformFeedback(GL_TRANSFORM_FEEDBACK, 4711);
    EXPECT_EQ(error(), GLenum(GL_INVALID_OPERATION));
    bindTarget(64);
    context->beginTransformFeedback(GL_POINTS);
    context->bindTransformFeedback(GL_TRANSFORM_FEEDBACK, second);
    EXPECT_EQ(error(), GLenum(GL_INVALID_OPERATION)) << "not paused";
    context->pauseTransformFeedback();
    context->bindTransformFeedback(GL_TRANSFORM_FEEDBACK, second);
    EXPECT_EQ(error(), GLenum(GL_NO_ERROR));
    EXPECT_EQ(integer(GL_TRANSFORM_FEEDBACK_ACTIVE), 0);
    const GLuint both[] = {second, first};
    context->deleteTransformFeedbacks(2, both);
    EXPECT_EQ(error(), GLenum(GL_INVALID_OPERATION)) << "the first is active";
    EXPECT_TRUE(context->isTransformFeedback(second)) << "and nothing was deleted";
    context->bindTransformFeedback(GL_TRANSFORM_FEEDBACK, first);
    context->endTransformFeedback();
    context->deleteTransformFeedbacks(2, both);
    EXPECT_EQ(error(), GLenum(GL_NO_ERROR));
    EXPECT_EQ(integer(GL_TRANSFORM_FEEDBACK_BINDING), 0);
}

TEST_F(TransformFeedbackTest, InEsDrawsHaveToFit) {
    useCapturing("300 es");
    bindTarget(16 * 7); // Two triangles and a vertex.
    context->beginTransformFeedback(GL_TRIANGLES);
    context->drawArrays(GL_TRIANGLES, 0, 5); // One triangle: the rest of two is not drawn.
    EXPECT_EQ(error(), GLenum(GL_NO_ERROR));
    context->drawArraysInstanced(GL_TRIANGLES, 0, 3, 2);
    EXPECT_EQ(error(), GLenum(GL_INVALID_OPERATION));
    context->drawArrays(GL_TRIANGLE_STRIP, 0, 3);
    EXPECT_EQ(error(), GLenum(GL_INVALID_OPERATION)) << "exactly what was begun";
    context->drawArrays(GL_TRIANGLES, 0, 3);
    EXPECT_EQ(error(), GLenum(GL_NO_ERROR));
    EXPECT_EQ(device->log.draws, 2);
    context->drawArrays(GL_TRIANGLES, 0, 3);
    EXPECT_EQ(error(), GLenum(GL_INVALID_OPERATION));
    context->endTransformFeedback();
    context->drawArrays(GL_TRIANGLE_STRIP, 0, 3);
    EXPECT_EQ(error(), GLenum(GL_NO_ERROR));
}

TEST_F(TransformFeedbackTest, InOpenGlStripsAreCapturedAsTriangles) {
    useVersion(Api::Desktop, 3, 3);
    useCapturing("150");
    GLuint array = 0;
    context->genVertexArrays(1, &array);
    context->bindVertexArray(array);
    bindTarget(16);
    context->beginTransformFeedback(GL_TRIANGLES);
    context->drawArrays(GL_TRIANGLE_STRIP, 0, 30); // What does not fit is not written.
    EXPECT_EQ(error(), GLenum(GL_NO_ERROR));
    context->drawArrays(GL_LINES, 0, 2);
    EXPECT_EQ(error(), GLenum(GL_INVALID_OPERATION));
    EXPECT_EQ(device->log.draws, 1);
    context->endTransformFeedback();
}

TEST_F(TransformFeedbackTest, DrawsComeFromWhatHasEnded) {
    useVersion(Api::Desktop, 3, 3);
    useCapturing("150");
    GLuint array = 0;
    context->genVertexArrays(1, &array);
    context->bindVertexArray(array);
    context->drawTransformFeedback(GL_POINTS, 4711);
    EXPECT_EQ(error(), GLenum(GL_INVALID_VALUE));
    const GLuint name = object();
    context->bindTransformFeedback(GL_TRANSFORM_FEEDBACK, name);
    bindTarget(64);
    context->drawTransformFeedback(GL_POINTS, name);
    EXPECT_EQ(error(), GLenum(GL_INVALID_OPERATION)) << "never ended";
    context->beginTransformFeedback(GL_POINTS);
    context->endTransformFeedback();
    context->drawTransformFeedbackStream(GL_POINTS, name, 4);
    EXPECT_EQ(error(), GLenum(GL_INVALID_VALUE));
    context->drawTransformFeedbackStreamInstanced(GL_POINTS, name, 2, 5);
    EXPECT_EQ(error(), GLenum(GL_NO_ERROR));
    EXPECT_EQ(device->log.lastDraw.feedbackStream, 2u);
    EXPECT_EQ(device->log.lastDraw.instances, 5);
    EXPECT_TRUE(device->log.lastDraw.feedback);
}

} // namespace
} // namespace gl::testing
