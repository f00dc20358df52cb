// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// glPushAttrib and glPushClientAttrib (GL 4.6 compatibility profile section 21.6).

#include "gl_harness/legacy.h"

#include <array>

namespace {

using namespace harness;

class AttributeStack : public LegacyTest {};

template <size_t n>
std::array<GLfloat, n> getFloats(GLenum name) {
    std::array<GLfloat, n> values{};
    glGetFloatv(name, values.data());
    return values;
}

TEST_F(AttributeStack, DepthBufferGroupComesBack) {
    gl.PushAttrib(GL_DEPTH_BUFFER_BIT);
    glEnable(GL_DEPTH_TEST);
    glDepthFunc(GL_GREATER);
    glDepthMask(GL_FALSE);
    gl.PopAttrib();
    EXPECT_FALSE(glIsEnabled(GL_DEPTH_TEST));
    EXPECT_EQ(GL_LESS, getInteger(GL_DEPTH_FUNC));
    EXPECT_EQ(GL_TRUE, getInteger(GL_DEPTH_WRITEMASK));
}

TEST_F(AttributeStack, OtherGroupsStayAsTheyAre) {
    gl.PushAttrib(GL_DEPTH_BUFFER_BIT);
    glCullFace(GL_FRONT);
    glEnable(GL_CULL_FACE);
    glLineWidth(2);
    gl.PopAttrib();
    EXPECT_EQ(GL_FRONT, getInteger(GL_CULL_FACE_MODE));
    EXPECT_TRUE(glIsEnabled(GL_CULL_FACE));
    EXPECT_EQ(2.0f, getFloats<1>(GL_LINE_WIDTH)[0]);
}

TEST_F(AttributeStack, EnableGroupHasSwitchesOnly) {
    glEnable(GL_BLEND);
    gl.PushAttrib(GL_ENABLE_BIT);
    glDisable(GL_BLEND);
    glBlendFunc(GL_SRC_ALPHA, GL_ONE);
    glEnable(GL_CULL_FACE);
    glEnable(GL_SCISSOR_TEST);
    glEnable(GL_STENCIL_TEST);
    glEnable(GL_FOG);
    glEnable(GL_TEXTURE_2D);
    gl.PopAttrib();
    EXPECT_TRUE(glIsEnabled(GL_BLEND));
    EXPECT_EQ(GL_SRC_ALPHA, getInteger(GL_BLEND_SRC));
    for (const GLenum off :
         {GL_CULL_FACE, GL_SCISSOR_TEST, GL_STENCIL_TEST, GL_FOG, GL_TEXTURE_2D}) {
        EXPECT_FALSE(glIsEnabled(off)) << enumName(off);
    }
}

TEST_F(AttributeStack, LevelsNest) {
    glLineWidth(2);
    gl.PushAttrib(GL_LINE_BIT);
    glLineWidth(3);
    gl.PushAttrib(GL_LINE_BIT);
    glLineWidth(4);
    EXPECT_EQ(2, getInteger(GL_ATTRIB_STACK_DEPTH));
    gl.PopAttrib();
    EXPECT_EQ(3.0f, getFloats<1>(GL_LINE_WIDTH)[0]);
    gl.PopAttrib();
    EXPECT_EQ(2.0f, getFloats<1>(GL_LINE_WIDTH)[0]);
    EXPECT_EQ(0, getInteger(GL_ATTRIB_STACK_DEPTH));
}

TEST_F(AttributeStack, OverflowAndUnderflowAreErrors) {
    EXPECT_FAILS(GL_STACK_UNDERFLOW, gl.PopAttrib());
    EXPECT_FAILS(GL_STACK_UNDERFLOW, gl.PopClientAttrib());
    const GLint depth = getInteger(GL_MAX_ATTRIB_STACK_DEPTH);
    EXPECT_GE(depth, 16);
    for (GLint i = 0; i < depth; ++i) {
        gl.PushAttrib(GL_ALL_ATTRIB_BITS);
    }
    EXPECT_GL_OK();
    EXPECT_FAILS(GL_STACK_OVERFLOW, gl.PushAttrib(GL_LINE_BIT));
    const GLint clientDepth = getInteger(GL_MAX_CLIENT_ATTRIB_STACK_DEPTH);
    for (GLint i = 0; i < clientDepth; ++i) {
        gl.PushClientAttrib(GL_CLIENT_ALL_ATTRIB_BITS);
    }
    EXPECT_GL_OK();
    EXPECT_FAILS(GL_STACK_OVERFLOW, gl.PushClientAttrib(GL_CLIENT_PIXEL_STORE_BIT));
    for (GLint i = 0; i < depth; ++i) {
        gl.PopAttrib();
        gl.PopClientAttrib();
    }
}

TEST_F(AttributeStack, CurrentValuesComeBack) {
    gl.Color4f(0.25f, 0.5f, 0.75f, 1);
    gl.PushAttrib(GL_CURRENT_BIT);
    gl.Color4f(1, 0, 0, 0.5f);
    gl.Normal3f(1, 0, 0);
    gl.PopAttrib();
    EXPECT_EQ((std::array{0.25f, 0.5f, 0.75f, 1.0f}), getFloats<4>(GL_CURRENT_COLOR));
    EXPECT_EQ((std::array{0.0f, 0.0f, 1.0f}), getFloats<3>(GL_CURRENT_NORMAL));
}

TEST_F(AttributeStack, TexturesAndTheirParametersComeBack) {
    GLuint textures[2];
    glGenTextures(2, textures);
    glActiveTexture(GL_TEXTURE1);
    glBindTexture(GL_TEXTURE_2D, textures[0]);
    gl.TexEnvi(GL_TEXTURE_ENV, GL_TEXTURE_ENV_MODE, GL_REPLACE);
    gl.PushAttrib(GL_TEXTURE_BIT);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    gl.TexEnvi(GL_TEXTURE_ENV, GL_TEXTURE_ENV_MODE, GL_DECAL);
    glBindTexture(GL_TEXTURE_2D, textures[1]);
    glActiveTexture(GL_TEXTURE0);
    glBindTexture(GL_TEXTURE_2D, textures[1]);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    gl.PopAttrib();
    EXPECT_EQ(GL_TEXTURE1, getInteger(GL_ACTIVE_TEXTURE));
    EXPECT_EQ(GLint(textures[0]), getInteger(GL_TEXTURE_BINDING_2D));
    const auto filter = [] {
        GLint value = 0;
        glGetTexParameteriv(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, &value);
        return value;
    };
    EXPECT_EQ(GL_LINEAR, filter());
    glActiveTexture(GL_TEXTURE0);
    EXPECT_EQ(0, getInteger(GL_TEXTURE_BINDING_2D));
    glBindTexture(GL_TEXTURE_2D, textures[1]); // It was not bound when the group was pushed.
    EXPECT_EQ(GL_NEAREST, filter());
    glDeleteTextures(2, textures);
}

TEST_F(AttributeStack, RestoredStateIsDrawnWith) {
    const Target target(4, 4);
    const ColorProgram program;
    program.use(0, 1, 0);
    gl.PushAttrib(GL_COLOR_BUFFER_BIT | GL_SCISSOR_BIT | GL_POLYGON_BIT | GL_VIEWPORT_BIT);
    glColorMask(GL_FALSE, GL_FALSE, GL_FALSE, GL_FALSE);
    glEnable(GL_SCISSOR_TEST);
    glScissor(0, 0, 0, 0);
    glEnable(GL_CULL_FACE);
    glCullFace(GL_FRONT_AND_BACK);
    glViewport(0, 0, 1, 1);
    drawFull(); // The driver sees that state.
    gl.PopAttrib();
    drawFull();
    expectColor(target.read(), kGreen);
}

TEST_F(AttributeStack, PolygonModesOfFacesComeBack) {
    gl.PushAttrib(GL_POLYGON_BIT);
    gl.PolygonMode(GL_FRONT, GL_LINE);
    gl.PolygonMode(GL_BACK, GL_POINT);
    gl.PopAttrib();
    GLint modes[2] = {};
    glGetIntegerv(GL_POLYGON_MODE, modes);
    EXPECT_EQ(GL_FILL, modes[0]);
    EXPECT_EQ(GL_FILL, modes[1]);
}

TEST_F(AttributeStack, PixelStoreComesBack) {
    glPixelStorei(GL_UNPACK_ALIGNMENT, 2);
    gl.PushClientAttrib(GL_CLIENT_PIXEL_STORE_BIT);
    glPixelStorei(GL_UNPACK_ALIGNMENT, 8);
    glPixelStorei(GL_PACK_ROW_LENGTH, 5);
    gl.PopClientAttrib();
    EXPECT_EQ(2, getInteger(GL_UNPACK_ALIGNMENT));
    EXPECT_EQ(0, getInteger(GL_PACK_ROW_LENGTH));
}

TEST_F(AttributeStack, ClientArraysComeBackAndAreDrawnWith) {
    const Target target(4, 4);
    const GLuint program = buildProgram("void main() { gl_Position = gl_Vertex; }",
                                        "void main() { gl_FragColor = vec4(0, 1, 0, 1); }");
    glUseProgram(program);
    const GLfloat all[] = {-1, -1, 3, -1, -1, 3};
    const GLfloat nothing[] = {5, 5, 6, 6, 7, 5};
    gl.EnableClientState(GL_VERTEX_ARRAY);
    gl.VertexPointer(2, GL_FLOAT, 0, all);
    gl.PushClientAttrib(GL_CLIENT_VERTEX_ARRAY_BIT);
    gl.VertexPointer(2, GL_FLOAT, 0, nothing);
    glDrawArrays(GL_TRIANGLES, 0, 3);
    gl.DisableClientState(GL_VERTEX_ARRAY);
    gl.PopClientAttrib();
    glDrawArrays(GL_TRIANGLES, 0, 3);
    expectColor(target.read(), kGreen);
    glDeleteProgram(program);
}

} // namespace
