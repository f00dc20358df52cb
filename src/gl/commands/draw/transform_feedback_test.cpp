// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "gl/objects/transform_feedback.h"

#include "gl/testing/context_fixture.h"

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
        gl->transformFeedbackVaryings(program, 1, &varying, GL_INTERLEAVED_ATTRIBS);
        gl->linkProgram(program);
        gl->useProgram(program);
        return program;
    }
    GLuint bindTarget(GLsizeiptr size_B) {
        const GLuint name = buffer(GL_TRANSFORM_FEEDBACK_BUFFER, size_B);
        gl->bindBufferBase(GL_TRANSFORM_FEEDBACK_BUFFER, 0, name);
        return name;
    }
    GLuint object() {
        GLuint name = 0;
        gl->genTransformFeedbacks(1, &name);
        return name;
    }
};

TEST_F(TransformFeedbackTest, BeginsAndEndsInOrder) {
    gl->beginTransformFeedback(GL_POINTS);
    EXPECT_EQ(error(), GLenum(GL_INVALID_OPERATION)) << "no program";
    useCapturing("300 es");
    gl->beginTransformFeedback(GL_POINTS);
    EXPECT_EQ(error(), GLenum(GL_INVALID_OPERATION)) << "no buffer";
    bindTarget(64);
    gl->beginTransformFeedback(GL_TRIANGLE_STRIP);
    EXPECT_EQ(error(), GLenum(GL_INVALID_ENUM));
    gl->endTransformFeedback();
    EXPECT_EQ(error(), GLenum(GL_INVALID_OPERATION));
    gl->pauseTransformFeedback();
    EXPECT_EQ(error(), GLenum(GL_INVALID_OPERATION));
    gl->beginTransformFeedback(GL_POINTS);
    EXPECT_EQ(error(), GLenum(GL_NO_ERROR));
    EXPECT_EQ(integer(GL_TRANSFORM_FEEDBACK_ACTIVE), 1);
    gl->beginTransformFeedback(GL_POINTS);
    EXPECT_EQ(error(), GLenum(GL_INVALID_OPERATION));
    gl->resumeTransformFeedback();
    EXPECT_EQ(error(), GLenum(GL_INVALID_OPERATION));
    gl->pauseTransformFeedback();
    EXPECT_EQ(integer(GL_TRANSFORM_FEEDBACK_PAUSED), 1);
    gl->resumeTransformFeedback();
    gl->endTransformFeedback();
    EXPECT_EQ(error(), GLenum(GL_NO_ERROR));
    EXPECT_EQ(integer(GL_TRANSFORM_FEEDBACK_ACTIVE), 0);
}

TEST_F(TransformFeedbackTest, ActiveObjectsStay) {
    useCapturing("300 es");
    const GLuint first = object();
    const GLuint second = object();
    EXPECT_FALSE(gl->isTransformFeedback(first));
    gl->bindTransformFeedback(GL_TRANSFORM_FEEDBACK, first);
    EXPECT_TRUE(gl->isTransformFeedback(first));
    gl->bindTransformFeedback(GL_TRANSFORM_FEEDBACK, 4711);
    EXPECT_EQ(error(), GLenum(GL_INVALID_OPERATION));
    bindTarget(64);
    gl->beginTransformFeedback(GL_POINTS);
    gl->bindTransformFeedback(GL_TRANSFORM_FEEDBACK, second);
    EXPECT_EQ(error(), GLenum(GL_INVALID_OPERATION)) << "not paused";
    gl->pauseTransformFeedback();
    gl->bindTransformFeedback(GL_TRANSFORM_FEEDBACK, second);
    EXPECT_EQ(error(), GLenum(GL_NO_ERROR));
    EXPECT_EQ(integer(GL_TRANSFORM_FEEDBACK_ACTIVE), 0);
    const GLuint both[] = {second, first};
    gl->deleteTransformFeedbacks(2, both);
    EXPECT_EQ(error(), GLenum(GL_INVALID_OPERATION)) << "the first is active";
    EXPECT_TRUE(gl->isTransformFeedback(second)) << "and nothing was deleted";
    gl->bindTransformFeedback(GL_TRANSFORM_FEEDBACK, first);
    gl->endTransformFeedback();
    gl->deleteTransformFeedbacks(2, both);
    EXPECT_EQ(error(), GLenum(GL_NO_ERROR));
    EXPECT_EQ(integer(GL_TRANSFORM_FEEDBACK_BINDING), 0);
}

TEST_F(TransformFeedbackTest, InEsDrawsHaveToFit) {
    useCapturing("300 es");
    bindTarget(16 * 7); // Two triangles and a vertex.
    gl->beginTransformFeedback(GL_TRIANGLES);
    gl->drawArrays(GL_TRIANGLES, 0, 5); // One triangle: the rest of two is not drawn.
    EXPECT_EQ(error(), GLenum(GL_NO_ERROR));
    gl->drawArraysInstanced(GL_TRIANGLES, 0, 3, 2);
    EXPECT_EQ(error(), GLenum(GL_INVALID_OPERATION));
    gl->drawArrays(GL_TRIANGLE_STRIP, 0, 3);
    EXPECT_EQ(error(), GLenum(GL_INVALID_OPERATION)) << "exactly what was begun";
    gl->drawArrays(GL_TRIANGLES, 0, 3);
    EXPECT_EQ(error(), GLenum(GL_NO_ERROR));
    EXPECT_EQ(device->log.draws, 2);
    gl->drawArrays(GL_TRIANGLES, 0, 3);
    EXPECT_EQ(error(), GLenum(GL_INVALID_OPERATION));
    gl->endTransformFeedback();
    gl->drawArrays(GL_TRIANGLE_STRIP, 0, 3);
    EXPECT_EQ(error(), GLenum(GL_NO_ERROR));
}

TEST_F(TransformFeedbackTest, InOpenGlStripsAreCapturedAsTriangles) {
    useVersion(Api::Desktop, 3, 3);
    useCapturing("150");
    GLuint array = 0;
    gl->genVertexArrays(1, &array);
    gl->bindVertexArray(array);
    bindTarget(16);
    gl->beginTransformFeedback(GL_TRIANGLES);
    gl->drawArrays(GL_TRIANGLE_STRIP, 0, 30); // What does not fit is not written.
    EXPECT_EQ(error(), GLenum(GL_NO_ERROR));
    gl->drawArrays(GL_LINES, 0, 2);
    EXPECT_EQ(error(), GLenum(GL_INVALID_OPERATION));
    EXPECT_EQ(device->log.draws, 1);
    gl->endTransformFeedback();
}

TEST_F(TransformFeedbackTest, DrawsComeFromWhatHasEnded) {
    useVersion(Api::Desktop, 3, 3);
    useCapturing("150");
    GLuint array = 0;
    gl->genVertexArrays(1, &array);
    gl->bindVertexArray(array);
    gl->drawTransformFeedback(GL_POINTS, 4711);
    EXPECT_EQ(error(), GLenum(GL_INVALID_VALUE));
    const GLuint name = object();
    gl->bindTransformFeedback(GL_TRANSFORM_FEEDBACK, name);
    bindTarget(64);
    gl->drawTransformFeedback(GL_POINTS, name);
    EXPECT_EQ(error(), GLenum(GL_INVALID_OPERATION)) << "never ended";
    gl->beginTransformFeedback(GL_POINTS);
    gl->endTransformFeedback();
    gl->drawTransformFeedbackStream(GL_POINTS, name, 4);
    EXPECT_EQ(error(), GLenum(GL_INVALID_VALUE));
    gl->drawTransformFeedbackStreamInstanced(GL_POINTS, name, 2, 5);
    EXPECT_EQ(error(), GLenum(GL_NO_ERROR));
    EXPECT_EQ(device->log.lastDraw.feedbackStream, 2u);
    EXPECT_EQ(device->log.lastDraw.instances, 5);
    EXPECT_TRUE(device->log.lastDraw.feedback);
}

} // namespace
} // namespace gl::testing
