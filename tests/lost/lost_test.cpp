// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Shaders that never end, and what becomes of contexts, displays and processes then.

#include "gl_harness/gl_test.h"

#include <GLES3/gl32.h>

#include <array>
#include <cstdlib>
#include <thread>

namespace {

using harness::Api;
using harness::ContextRequest;

constexpr char kVertex[] = R"(
void main() {
    gl_Position = vec4(gl_VertexID == 1 ? 3.0 : -1.0, gl_VertexID == 2 ? 3.0 : -1.0, 0.0, 1.0);
})";
constexpr char kFragment[] = R"(
precision highp float;
out vec4 color;
void main() { color = vec4(0.0, 1.0, 0.0, 1.0); })";
constexpr char kControl[] = R"(
layout(vertices = 3) out;
void main() {
    gl_out[gl_InvocationID].gl_Position = gl_in[gl_InvocationID].gl_Position;
    gl_TessLevelOuter[0] = gl_TessLevelOuter[1] = gl_TessLevelOuter[2] = 1.0;
    gl_TessLevelInner[0] = 1.0;
})";
constexpr char kEvaluation[] = R"(
layout(triangles) in;
void main() {
    gl_Position = gl_TessCoord.x * gl_in[0].gl_Position + gl_TessCoord.y * gl_in[1].gl_Position +
                  gl_TessCoord.z * gl_in[2].gl_Position;
})";
constexpr char kGeometry[] = R"(
layout(triangles) in;
layout(triangle_strip, max_vertices = 3) out;
void main() {
    for (int i = 0; i < 3; ++i) {
        gl_Position = gl_in[i].gl_Position;
        EmitVertex();
    }
})";
/// A shader whose main() begins with a loop that a uniform of zero keeps going. What it computes is
/// seen in the end, if there is one.
std::string endless(std::string glsl) {
    glsl.insert(glsl.find("void main() {") + 13,
                "\n    uint spins = 1u;\n    while (until == 0) { spins = spins * 5u + 1u; }\n"
                "    if (spins == 3u) { return; }\n");
    return "uniform int until;\n" + glsl;
}

GLuint link(const std::vector<std::pair<GLenum, std::string>>& shaders) {
    const bool desktop = eglQueryAPI() == EGL_OPENGL_API;
    const GLuint program = glCreateProgram();
    for (const auto& [type, glsl] : shaders) {
        const GLuint shader = glCreateShader(type);
        const std::string whole = (desktop ? "#version 410\n" : "#version 300 es\n") + glsl;
        const char* const source = whole.c_str();
        glShaderSource(shader, 1, &source, nullptr);
        glCompileShader(shader);
        glAttachShader(program, shader);
        glDeleteShader(shader);
    }
    glLinkProgram(program);
    GLint linked = 0;
    glGetProgramiv(program, GL_LINK_STATUS, &linked);
    std::array<char, 1000> log{};
    glGetProgramInfoLog(program, GLsizei(log.size()), nullptr, log.data());
    EXPECT_TRUE(linked) << log.data();
    return program;
}

/// A target of 8 × 8 texels, which is left behind.
void bindTarget() {
    GLuint names[2];
    glGenTextures(1, names);
    glBindTexture(GL_TEXTURE_2D, names[0]);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, 8, 8, 0, GL_RGBA, GL_UNSIGNED_BYTE, nullptr);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, 0);
    glGenFramebuffers(1, names + 1);
    glBindFramebuffer(GL_FRAMEBUFFER, names[1]);
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, names[0], 0);
    glViewport(0, 0, 8, 8);
}

GLenum resetStatus() {
    static const auto status =
        harness::load<PFNGLGETGRAPHICSRESETSTATUSEXTPROC>("glGetGraphicsResetStatusEXT");
    return status();
}

void drawWith(GLuint program, GLenum mode = GL_TRIANGLES) {
    glUseProgram(program);
    glDrawArrays(mode, 0, 3);
}

/// Submits what never ends: there are drivers that end all loops, but none that has drawn so much.
void drawEndless() {
    bindTarget();
    glUseProgram(link({{GL_VERTEX_SHADER, kVertex}, {GL_FRAGMENT_SHADER, endless(kFragment)}}));
    glDrawArraysInstanced(GL_TRIANGLES, 0, 3, 0x7fffffff);
    glFlush();
}

/// A context that works, drawing.
void expectToWork() {
    bindTarget();
    drawWith(link({{GL_VERTEX_SHADER, kVertex}, {GL_FRAGMENT_SHADER, kFragment}}));
    std::array<uint8_t, 4> texel{};
    glReadPixels(3, 3, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, texel.data());
    EXPECT_EQ(texel, (std::array<uint8_t, 4>{0, 255, 0, 255}));
    EXPECT_GL_OK();
    EXPECT_EQ(resetStatus(), GLenum(GL_NO_ERROR));
}

class Lost : public testing::Test {
protected:
    void SetUp() override {
        m_context = make();
        if (!m_context->valid()) {
            GTEST_SKIP() << "no such context that tells of resets";
        }
        ASSERT_TRUE(m_context->makeCurrent());
    }
    void TearDown() override { harness::Context::release(); }

    virtual ContextRequest request() const { return {.version = 30, .robust = true}; }
    std::unique_ptr<harness::Context> make(EGLContext share = EGL_NO_CONTEXT) const {
        ContextRequest request = this->request();
        request.share = share;
        return std::make_unique<harness::Context>(request);
    }
    /// glFinish returns, and the context is told that it was its fault.
    static void expectGuilty() {
        glFinish();
        EXPECT_EQ(resetStatus(), GLenum(GL_GUILTY_CONTEXT_RESET));
        EXPECT_EQ(resetStatus(), GLenum(GL_NO_ERROR));
    }

    std::unique_ptr<harness::Context> m_context;
};

/// With the stages that OpenGL ES 3.0 lacks.
class LostCore : public Lost {
protected:
    ContextRequest request() const override {
        return {.api = Api::Gl, .version = 41, .robust = true};
    }
    void SetUp() override {
        Lost::SetUp();
        if (!IsSkipped()) {
            GLuint array = 0;
            glGenVertexArrays(1, &array);
            glBindVertexArray(array);
        }
    }
};

TEST_F(Lost, Fragment) {
    drawEndless();
    EXPECT_GL_OK();
    expectGuilty();
    glClear(GL_COLOR_BUFFER_BIT);
    EXPECT_GL_ERROR(GL_CONTEXT_LOST);
    EXPECT_GL_OK();
}

TEST_F(Lost, Vertex) {
    bindTarget();
    drawWith(link({{GL_VERTEX_SHADER, endless(kVertex)}, {GL_FRAGMENT_SHADER, kFragment}}));
    expectGuilty();
}

TEST_F(LostCore, Control) {
    bindTarget();
    drawWith(link({{GL_VERTEX_SHADER, kVertex},
                   {GL_TESS_CONTROL_SHADER, endless(kControl)},
                   {GL_TESS_EVALUATION_SHADER, kEvaluation},
                   {GL_FRAGMENT_SHADER, kFragment}}),
             GL_PATCHES);
    expectGuilty();
}

TEST_F(LostCore, Evaluation) {
    bindTarget();
    drawWith(link({{GL_VERTEX_SHADER, kVertex},
                   {GL_TESS_CONTROL_SHADER, kControl},
                   {GL_TESS_EVALUATION_SHADER, endless(kEvaluation)},
                   {GL_FRAGMENT_SHADER, kFragment}}),
             GL_PATCHES);
    expectGuilty();
}

TEST_F(LostCore, Geometry) {
    bindTarget();
    drawWith(link({{GL_VERTEX_SHADER, kVertex},
                   {GL_GEOMETRY_SHADER, endless(kGeometry)},
                   {GL_FRAGMENT_SHADER, kFragment}}));
    expectGuilty();
}

TEST_F(Lost, OthersOfTheDeviceAreInnocent) {
    const auto sharing = make(m_context->handle());
    const auto alone = make();
    ASSERT_TRUE(sharing->makeCurrent());
    expectToWork();
    ASSERT_TRUE(m_context->makeCurrent());
    drawEndless();
    ASSERT_TRUE(alone->makeCurrent());
    bindTarget();
    glClear(GL_COLOR_BUFFER_BIT);
    glFinish(); // Behind what does not end.
    EXPECT_EQ(resetStatus(), GLenum(GL_INNOCENT_CONTEXT_RESET));
    ASSERT_TRUE(sharing->makeCurrent());
    EXPECT_EQ(resetStatus(), GLenum(GL_INNOCENT_CONTEXT_RESET));
    ASSERT_TRUE(m_context->makeCurrent());
    EXPECT_EQ(resetStatus(), GLenum(GL_GUILTY_CONTEXT_RESET));
}

TEST_F(Lost, ContextsMadeAfterwardsWork) {
    drawEndless();
    expectGuilty();
    const auto next = make();
    ASSERT_TRUE(next->makeCurrent());
    expectToWork();
    ASSERT_TRUE(m_context->makeCurrent()) << "to be asked";
    EXPECT_EQ(resetStatus(), GLenum(GL_NO_ERROR));
    glClear(GL_COLOR_BUFFER_BIT);
    EXPECT_GL_ERROR(GL_CONTEXT_LOST);
}

TEST_F(Lost, SurfacesGoOn) {
    const EGLDisplay display = harness::surfacelessDisplay();
    const EGLint attribs[] = {
        EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_RENDERABLE_TYPE, EGL_OPENGL_ES2_BIT, EGL_NONE};
    EGLConfig config = nullptr;
    EGLint count = 0;
    ASSERT_TRUE(eglChooseConfig(display, attribs, &config, 1, &count));
    const EGLint size[] = {EGL_WIDTH, 8, EGL_HEIGHT, 8, EGL_NONE};
    const EGLint version[] = {EGL_CONTEXT_MAJOR_VERSION, 3, EGL_NONE};
    const EGLSurface surface = eglCreatePbufferSurface(display, config, size);
    const EGLContext lost = eglCreateContext(display, config, EGL_NO_CONTEXT, version);
    ASSERT_TRUE(eglMakeCurrent(display, surface, surface, lost));
    drawEndless();
    glFinish();
    const EGLContext next = eglCreateContext(display, config, EGL_NO_CONTEXT, version);
    ASSERT_TRUE(eglMakeCurrent(display, surface, surface, next));
    glClearColor(0, 0, 1, 1);
    glClear(GL_COLOR_BUFFER_BIT);
    std::array<uint8_t, 4> texel{};
    glReadPixels(7, 7, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, texel.data());
    EXPECT_EQ(texel, (std::array<uint8_t, 4>{0, 0, 255, 255}));
    // The images are no longer of the lost context's device.
    EXPECT_FALSE(eglMakeCurrent(display, surface, surface, lost));
    EXPECT_EQ(eglGetError(), EGL_CONTEXT_LOST);
    harness::Context::release();
    eglDestroyContext(display, next);
    eglDestroyContext(display, lost);
    eglDestroySurface(display, surface);
}

TEST_F(Lost, PollingEnds) {
    GLuint query = 0;
    glGenQueries(1, &query);
    glBeginQuery(GL_ANY_SAMPLES_PASSED, query);
    drawEndless();
    glEndQuery(GL_ANY_SAMPLES_PASSED);
    const GLsync sync = glFenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0);
    glFlush();
    GLuint available = 0;
    while (!available) {
        glGetQueryObjectuiv(query, GL_QUERY_RESULT_AVAILABLE, &available);
        std::this_thread::yield();
    }
    GLint signalled = GL_UNSIGNALED;
    while (signalled != GL_SIGNALED) {
        glGetSynciv(sync, GL_SYNC_STATUS, 1, nullptr, &signalled);
        std::this_thread::yield();
    }
    EXPECT_EQ(resetStatus(), GLenum(GL_GUILTY_CONTEXT_RESET));
}

TEST_F(Lost, ReadingEnds) {
    drawEndless();
    std::array<uint8_t, 4> texel{1, 2, 3, 4};
    glReadPixels(3, 3, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, texel.data());
    EXPECT_GL_ERROR(GL_CONTEXT_LOST);
    EXPECT_EQ(texel, (std::array<uint8_t, 4>{1, 2, 3, 4}));
    EXPECT_EQ(resetStatus(), GLenum(GL_GUILTY_CONTEXT_RESET));
}

/// Nobody asked to be told, so nothing is said; and nothing breaks.
TEST_F(Lost, WithoutNotification) {
    const harness::Context plain({.version = 30});
    ASSERT_TRUE(plain.makeCurrent());
    drawEndless();
    glFinish();
    EXPECT_EQ(resetStatus(), GLenum(GL_NO_ERROR));
    drawWith(1);
    glFinish();
    EXPECT_GL_OK();
    EXPECT_NE(glGetString(GL_RENDERER), nullptr);
    harness::Context::release();
}

TEST_F(Lost, DestroyingReturns) {
    drawEndless();
    harness::Context::release();
    m_context.reset();
    m_context = make();
    ASSERT_TRUE(m_context->makeCurrent());
    expectToWork();
}

/// A process of its own that ends in the middle of it.
TEST_F(Lost, ExitReturns) {
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    EXPECT_EXIT(
        {
            drawEndless();
            std::exit(3);
        },
        testing::ExitedWithCode(3),
        "");
}

} // namespace
