// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Contexts of OpenGL and of OpenGL ES in one share group, as toolkits have them that compose in one
// what a program draws in the other.

#include "gl_harness/gl_test.h"

#include <GLES3/gl3.h>

namespace {

using namespace harness;

struct Pair {
    Api maker;
    Api user;
};

std::string nameOf(const testing::TestParamInfo<Pair>& info) {
    return info.param.maker == Api::Gles2 ? "MadeInES" : "MadeInDesktop";
}

/// `m_context` makes the objects, `m_user` shares them.
class SharedAcrossApis : public GlTest, public testing::WithParamInterface<Pair> {
protected:
    ContextRequest request() const override { return {.api = GetParam().maker}; }
    void SetUp() override {
        GlTest::SetUp();
        m_user = std::make_unique<Context>(
            ContextRequest{.api = GetParam().user, .share = m_context->handle()});
        ASSERT_TRUE(m_user->valid()) << "EGL error " << std::hex << eglGetError();
    }
    void TearDown() override {
        m_user.reset();
        GlTest::TearDown();
    }
    /// What the maker did is done, and the user is current.
    void handOver() {
        EXPECT_GL_OK();
        glFinish();
        ASSERT_TRUE(m_user->makeCurrent());
        const std::string version = reinterpret_cast<const char*>(glGetString(GL_VERSION));
        EXPECT_EQ(GetParam().user == Api::Gles2, version.starts_with("OpenGL ES")) << version;
    }

    std::unique_ptr<Context> m_user;
};

TEST_P(SharedAcrossApis, TexturesAndPrograms) {
    GLuint texture = 0;
    glGenTextures(1, &texture);
    glBindTexture(GL_TEXTURE_2D, texture);
    const uint8_t texel[4] = {0, 255, 0, 255};
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 1, 1, 0, GL_RGBA, GL_UNSIGNED_BYTE, texel);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    const GLuint program = buildProgram(kTextureVertex, kTextureFragment, {"position"});
    handOver();
    {
        const Target target(4, 4);
        glBindTexture(GL_TEXTURE_2D, texture);
        glUseProgram(program);
        drawFull();
        expectColor(target.read(), kGreen);
        // And linked anew by the user, from the shaders of the other API.
        glLinkProgram(program);
        glUseProgram(program);
        target.bind();
        glClear(GL_COLOR_BUFFER_BIT);
        drawFull();
        expectColor(target.read(), kGreen);
        glUseProgram(0);
    }
    EXPECT_GL_OK();
    glDeleteProgram(program);
    glDeleteTextures(1, &texture);
}

TEST_P(SharedAcrossApis, ShadersOfOneProgramsOfTheOther) {
    const GLuint vertex = compileShader(GL_VERTEX_SHADER, kPositionVertex);
    const GLuint fragment = compileShader(GL_FRAGMENT_SHADER, kColorFragment);
    handOver();
    const GLuint program = glCreateProgram();
    glAttachShader(program, vertex);
    glAttachShader(program, fragment);
    glBindAttribLocation(program, 0, "position");
    glLinkProgram(program);
    GLint good = GL_FALSE;
    glGetProgramiv(program, GL_LINK_STATUS, &good);
    ASSERT_TRUE(good) << programLog(program);
    {
        const Target target(4, 4);
        glUseProgram(program);
        glUniform4f(glGetUniformLocation(program, "color"), 0, 0, 1, 1);
        drawFull();
        expectColor(target.read(), kBlue);
        glUseProgram(0);
    }
    EXPECT_GL_OK();
    glDeleteProgram(program);
    glDeleteShader(vertex);
    glDeleteShader(fragment);
}

/// What a program reads of fixed function is undefined where a context has none; the rest of it
/// works.
TEST_P(SharedAcrossApis, ProgramsThatReadFixedFunction) {
    if (GetParam().maker == Api::Gles2) {
        GTEST_SKIP() << "OpenGL ES has no built-in uniforms of fixed function";
    }
    const GLuint program = buildProgram(R"(
attribute vec4 position;
varying float other;
void main() {
    gl_Position = position;
    gl_FrontColor = gl_Color;
    gl_TexCoord[0] = gl_TextureMatrix[0] * gl_MultiTexCoord0;
    other = (gl_ModelViewProjectionMatrix * gl_LightSource[0].position).x + gl_Point.size;
}
)",
                                        R"(
varying float other;
void main() {
    vec4 read = gl_Color + gl_TexCoord[0] + gl_Fog.color + vec4(other);
    gl_FragColor = vec4(0.0, 1.0, 0.0, 1.0) + clamp(read, 0.0, 0.0);
}
)",
                                        {"position"});
    handOver();
    {
        const Target target(4, 4);
        glUseProgram(program);
        drawFull();
        expectColor(target.read(), kGreen);
        glUseProgram(0);
    }
    EXPECT_GL_OK();
    glDeleteProgram(program);
}

TEST_P(SharedAcrossApis, Buffers) {
    const float corners[] = {-1, -1, 1, -1, -1, 1, 1, 1};
    GLuint buffer = 0;
    glGenBuffers(1, &buffer);
    glBindBuffer(GL_ARRAY_BUFFER, buffer);
    glBufferData(GL_ARRAY_BUFFER, sizeof(corners), corners, GL_STATIC_DRAW);
    handOver();
    {
        const Target target(4, 4);
        const ColorProgram program;
        program.use(1, 0, 0);
        glBindBuffer(GL_ARRAY_BUFFER, buffer);
        glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, nullptr);
        glEnableVertexAttribArray(0);
        glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
        expectColor(target.read(), kRed);
    }
    EXPECT_GL_OK();
    // What the user writes, the maker draws.
    const float leftHalf[] = {-1, -1, 0, -1, -1, 1, 0, 1};
    glBufferSubData(GL_ARRAY_BUFFER, 0, sizeof(leftHalf), leftHalf);
    glFinish();
    ASSERT_TRUE(m_context->makeCurrent());
    const Target target(4, 4);
    const ColorProgram program;
    program.use(0, 1, 0);
    glBindBuffer(GL_ARRAY_BUFFER, buffer);
    glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, nullptr);
    glEnableVertexAttribArray(0);
    glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
    expectImage(target.read(), [](int x, int) { return x < 2 ? kGreen : kBlack; });
    glDeleteBuffers(1, &buffer);
}

TEST_P(SharedAcrossApis, Renderbuffers) {
    GLuint renderbuffer = 0;
    GLuint framebuffer = 0;
    glGenRenderbuffers(1, &renderbuffer);
    glBindRenderbuffer(GL_RENDERBUFFER, renderbuffer);
    glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA4, 4, 4);
    glGenFramebuffers(1, &framebuffer);
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, renderbuffer);
    glClearColor(0, 1, 0, 1);
    glClear(GL_COLOR_BUFFER_BIT);
    handOver();
    GLuint own = 0;
    glGenFramebuffers(1, &own);
    glBindFramebuffer(GL_FRAMEBUFFER, own);
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, renderbuffer);
    ASSERT_EQ(GLenum(GL_FRAMEBUFFER_COMPLETE), glCheckFramebufferStatus(GL_FRAMEBUFFER));
    expectColor(Image::read(0, 0, 4, 4), kGreen);
    EXPECT_GL_OK();
    glDeleteFramebuffers(1, &own);
    glDeleteRenderbuffers(1, &renderbuffer);
}

TEST_P(SharedAcrossApis, Syncs) {
    const auto fenceSync = load<GLsync (*)(GLenum, GLbitfield)>("glFenceSync");
    const auto isSync = load<GLboolean (*)(GLsync)>("glIsSync");
    const auto waitSync = load<void (*)(GLsync, GLbitfield, GLuint64)>("glWaitSync");
    const auto clientWaitSync = load<GLenum (*)(GLsync, GLbitfield, GLuint64)>("glClientWaitSync");
    const auto deleteSync = load<void (*)(GLsync)>("glDeleteSync");
    ASSERT_TRUE(m_user->makeCurrent());
    const bool userHasSyncs = !isEs2();
    ASSERT_TRUE(m_context->makeCurrent());
    if (isEs2() || !userHasSyncs) {
        GTEST_SKIP() << "OpenGL ES 2.0 has no syncs";
    }
    const GLsync sync = fenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0);
    ASSERT_NE(nullptr, sync);
    handOver();
    EXPECT_TRUE(isSync(sync));
    waitSync(sync, 0, GL_TIMEOUT_IGNORED);
    EXPECT_NE(GLenum(GL_WAIT_FAILED), clientWaitSync(sync, 0, GL_TIMEOUT_IGNORED));
    deleteSync(sync);
    EXPECT_FALSE(isSync(sync));
    EXPECT_GL_OK();
}

/// Names belong to the group, and each command to its context: ES binds names that nobody
/// generated, and once one has an object even a core context takes it.
TEST_P(SharedAcrossApis, NamesFollowTheContextsRules) {
    const Context core({.api = Api::Gl, .version = 33, .share = m_context->handle()});
    if (!core.valid()) {
        GTEST_SKIP() << "the device has no OpenGL 3.3";
    }
    constexpr GLuint kName = 77;
    ASSERT_TRUE(core.makeCurrent());
    glBindTexture(GL_TEXTURE_2D, kName);
    EXPECT_EQ(GLenum(GL_INVALID_OPERATION), glGetError());
    ASSERT_TRUE(m_context->makeCurrent());
    glBindTexture(GL_TEXTURE_2D, kName);
    EXPECT_GL_OK();
    ASSERT_TRUE(core.makeCurrent());
    glBindTexture(GL_TEXTURE_2D, kName);
    EXPECT_GL_OK();
    GLuint generated = 0;
    glGenTextures(1, &generated);
    EXPECT_NE(kName, generated);
    glDeleteTextures(1, &kName);
    glDeleteTextures(1, &generated);
}

INSTANTIATE_TEST_SUITE_P(BothWays,
                         SharedAcrossApis,
                         testing::Values(Pair{Api::Gles2, Api::Gl}, Pair{Api::Gl, Api::Gles2}),
                         nameOf);

} // namespace
