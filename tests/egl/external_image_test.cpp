// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// GL_OES_EGL_image_external and GL_OES_EGL_image_external_essl3.

#include "gl_harness/gl_test.h"

#include <GLES2/gl2ext.h>

#include <string>

namespace {

using namespace harness;

constexpr GLsizei kSize_px = 4;

const std::string kExternalFragment = R"(#extension GL_OES_EGL_image_external : require
    precision mediump float;
    uniform samplerExternalOES image;
    uniform sampler2D plain;
    varying vec2 texcoord;
    void main() { gl_FragColor = texture2D(image, texcoord) + 0.5 * texture2D(plain, texcoord); })";

// A context, and an EGLImage of a texture of one colour. `version`: of OpenGL ES.
template <int kVersion>
class ExternalImagesOf : public GlTest {
protected:
    ContextRequest request() const override { return {.version = kVersion}; }
    void SetUp() override {
        GlTest::SetUp();
        if (HasFatalFailure() || IsSkipped()) {
            return;
        }
        if (!hasExtension(kVersion < 30 ? "GL_OES_EGL_image_external"
                                        : "GL_OES_EGL_image_external_essl3") ||
            !displayHas("EGL_KHR_gl_texture_2D_image")) {
            GTEST_SKIP() << "no external images";
        }
        require("glEGLImageTargetTexture2DOES", m_target);
        glGenTextures(1, &m_source);
        glGenTextures(1, &m_external);
        fill(kRed);
        const EGLint attribs[] = {EGL_NONE};
        m_image = load<PFNEGLCREATEIMAGEKHRPROC>("eglCreateImageKHR")(
            surfacelessDisplay(),
            m_context->handle(),
            EGL_GL_TEXTURE_2D_KHR,
            EGLClientBuffer(uintptr_t(m_source)),
            attribs);
        ASSERT_NE(EGL_NO_IMAGE_KHR, m_image);
        glBindTexture(GL_TEXTURE_EXTERNAL_OES, m_external);
    }
    void TearDown() override {
        if (m_image != EGL_NO_IMAGE_KHR) {
            load<PFNEGLDESTROYIMAGEKHRPROC>("eglDestroyImageKHR")(surfacelessDisplay(), m_image);
        }
        glDeleteTextures(1, &m_source);
        glDeleteTextures(1, &m_external);
        GlTest::TearDown();
    }
    // The source's texels.
    void fill(const Rgba& color) const {
        Image texels(kSize_px, kSize_px);
        for (int y = 0; y < kSize_px; ++y) {
            for (int x = 0; x < kSize_px; ++x) {
                texels.set(x, y, color);
            }
        }
        glBindTexture(GL_TEXTURE_2D, m_source);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
        glTexImage2D(GL_TEXTURE_2D,
                     0,
                     GL_RGBA,
                     kSize_px,
                     kSize_px,
                     0,
                     GL_RGBA,
                     GL_UNSIGNED_BYTE,
                     texels.bytes());
    }
    static GLint parameter(GLenum name) {
        GLint value = -1;
        glGetTexParameteriv(GL_TEXTURE_EXTERNAL_OES, name, &value);
        return value;
    }
    static GLint integer(GLenum name) {
        GLint value = -1;
        glGetIntegerv(name, &value);
        return value;
    }

    PFNGLEGLIMAGETARGETTEXTURE2DOESPROC m_target = nullptr;
    EGLImageKHR m_image = EGL_NO_IMAGE_KHR;
    GLuint m_source = 0;
    GLuint m_external = 0;
};
using ExternalImages = ExternalImagesOf<0>;
using ExternalImagesEs3 = ExternalImagesOf<30>;

TEST_F(ExternalImages, AreSampledBesideTexturesOfTheSameUnit) {
    m_target(GL_TEXTURE_EXTERNAL_OES, m_image);
    EXPECT_GL_OK();
    GLuint plain = 0;
    glGenTextures(1, &plain);
    glBindTexture(GL_TEXTURE_2D, plain);
    EXPECT_EQ(GLint(m_external), integer(GL_TEXTURE_BINDING_EXTERNAL_OES));
    EXPECT_EQ(GLint(plain), integer(GL_TEXTURE_BINDING_2D));
    const uint8_t green[] = {0, 255, 0, 255};
    const GLuint program = buildProgram(kTextureVertex, kExternalFragment, {"position"});
    glUseProgram(program);
    glUniform1i(glGetUniformLocation(program, "image"), 0);
    glUniform1i(glGetUniformLocation(program, "plain"), 1);
    glActiveTexture(GL_TEXTURE1);
    glBindTexture(GL_TEXTURE_2D, plain);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 1, 1, 0, GL_RGBA, GL_UNSIGNED_BYTE, green);
    glActiveTexture(GL_TEXTURE0);
    const auto expectDrawn = [&](const Rgba& expected) {
        const Target target(kSize_px, kSize_px);
        drawFull();
        expectColor(target.read(), expected);
    };
    expectDrawn({255, 128, 0, 255});
    // The unit's other texture counts for nothing.
    glBindTexture(GL_TEXTURE_2D, 0);
    expectDrawn({255, 128, 0, 255});
    // Without an image it is incomplete: black.
    glBindTexture(GL_TEXTURE_EXTERNAL_OES, 0);
    expectDrawn({0, 128, 0, 255});
    glDeleteTextures(1, &plain);
    glDeleteProgram(program);
    EXPECT_GL_OK();
}

TEST_F(ExternalImages, ShowWhatIsWrittenLater) {
    m_target(GL_TEXTURE_EXTERNAL_OES, m_image);
    GLuint framebuffer = 0;
    glGenFramebuffers(1, &framebuffer);
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, m_source, 0);
    glClearColor(0, 0, 1, 1);
    glClear(GL_COLOR_BUFFER_BIT);
    const GLuint program = buildProgram(kTextureVertex, kExternalFragment, {"position"});
    glUseProgram(program);
    glUniform1i(glGetUniformLocation(program, "plain"), 1); // Nothing: black.
    {
        const Target target(kSize_px, kSize_px);
        glBindTexture(GL_TEXTURE_EXTERNAL_OES, m_external);
        drawFull();
        expectColor(target.read(), kBlue);
    }
    glDeleteFramebuffers(1, &framebuffer);
    glDeleteProgram(program);
    EXPECT_GL_OK();
}

TEST_F(ExternalImages, UniformsHaveATypeOfTheirOwn) {
    const GLuint program = buildProgram(kTextureVertex, kExternalFragment, {"position"});
    GLint count = 0;
    glGetProgramiv(program, GL_ACTIVE_UNIFORMS, &count);
    bool seen = false;
    for (GLint i = 0; i < count; ++i) {
        char name[64] = {};
        GLint size = 0;
        GLenum type = 0;
        glGetActiveUniform(program, GLuint(i), sizeof name, nullptr, &size, &type, name);
        if (name == std::string("image")) {
            seen = true;
            EXPECT_EQ(enumName(GL_SAMPLER_EXTERNAL_OES), enumName(type));
        }
    }
    EXPECT_TRUE(seen);
    glDeleteProgram(program);
}

TEST_F(ExternalImages, SamplersOfOneUnitAgreeOnItsTexture) {
    m_target(GL_TEXTURE_EXTERNAL_OES, m_image);
    const GLuint program = buildProgram(kTextureVertex, kExternalFragment, {"position"});
    glUseProgram(program); // Both samplers have unit 0.
    const Target target(kSize_px, kSize_px);
    drawFull();
    EXPECT_EQ(enumName(GL_INVALID_OPERATION), enumName(glGetError()));
    glDeleteProgram(program);
}

TEST_F(ExternalImages, HaveNeitherMipmapsNorRepetition) {
    m_target(GL_TEXTURE_EXTERNAL_OES, m_image);
    EXPECT_EQ(GL_LINEAR, parameter(GL_TEXTURE_MIN_FILTER));
    EXPECT_EQ(GL_CLAMP_TO_EDGE, parameter(GL_TEXTURE_WRAP_S));
    EXPECT_EQ(GL_CLAMP_TO_EDGE, parameter(GL_TEXTURE_WRAP_T));
    EXPECT_EQ(1, parameter(GL_REQUIRED_TEXTURE_IMAGE_UNITS_OES));
    EXPECT_GL_OK();
    glTexParameteri(GL_TEXTURE_EXTERNAL_OES, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_EXTERNAL_OES, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    EXPECT_GL_OK();
    glTexParameteri(GL_TEXTURE_EXTERNAL_OES, GL_TEXTURE_MIN_FILTER, GL_LINEAR_MIPMAP_LINEAR);
    EXPECT_EQ(enumName(GL_INVALID_ENUM), enumName(glGetError()));
    glTexParameteri(GL_TEXTURE_EXTERNAL_OES, GL_TEXTURE_WRAP_T, GL_REPEAT);
    EXPECT_EQ(enumName(GL_INVALID_ENUM), enumName(glGetError()));
    glGenerateMipmap(GL_TEXTURE_EXTERNAL_OES);
    EXPECT_EQ(enumName(GL_INVALID_ENUM), enumName(glGetError()));
    EXPECT_EQ(GL_NEAREST, parameter(GL_TEXTURE_MIN_FILTER));
    EXPECT_EQ(GL_CLAMP_TO_EDGE, parameter(GL_TEXTURE_WRAP_T));
}

TEST_F(ExternalImages, AreNeitherSpecifiedNorDrawnTo) {
    m_target(GL_TEXTURE_EXTERNAL_OES, m_image);
    glTexImage2D(GL_TEXTURE_EXTERNAL_OES, 0, GL_RGBA, 1, 1, 0, GL_RGBA, GL_UNSIGNED_BYTE, nullptr);
    EXPECT_EQ(enumName(GL_INVALID_ENUM), enumName(glGetError()));
    glCopyTexSubImage2D(GL_TEXTURE_EXTERNAL_OES, 0, 0, 0, 0, 0, 1, 1);
    EXPECT_EQ(enumName(GL_INVALID_ENUM), enumName(glGetError()));
    GLuint framebuffer = 0;
    glGenFramebuffers(1, &framebuffer);
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
    glFramebufferTexture2D(
        GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_EXTERNAL_OES, m_external, 0);
    EXPECT_NE(GLenum(GL_NO_ERROR), glGetError());
    glDeleteFramebuffers(1, &framebuffer);
    m_target(GL_TEXTURE_CUBE_MAP, m_image);
    EXPECT_EQ(enumName(GL_INVALID_ENUM), enumName(glGetError()));
    // What is external stays so.
    glBindTexture(GL_TEXTURE_2D, m_external);
    EXPECT_EQ(enumName(GL_INVALID_OPERATION), enumName(glGetError()));
}

TEST_F(ExternalImages, NeedTheirExtensionInShaders) {
    const GLuint shader = glCreateShader(GL_FRAGMENT_SHADER);
    const std::string without = kExternalFragment.substr(kExternalFragment.find('\n'));
    const char* const text = without.c_str();
    glShaderSource(shader, 1, &text, nullptr);
    glCompileShader(shader);
    GLint compiled = -1;
    glGetShaderiv(shader, GL_COMPILE_STATUS, &compiled);
    EXPECT_EQ(GL_FALSE, compiled);
    glDeleteShader(shader);
}

TEST_F(ExternalImagesEs3, AreReadByTexture) {
    m_target(GL_TEXTURE_EXTERNAL_OES, m_image);
    const GLuint program = buildProgram(R"(#version 300 es
        in vec2 position;
        out vec2 texcoord;
        void main() { texcoord = position * 0.5 + 0.5; gl_Position = vec4(position, 0, 1); })",
                                        R"(#version 300 es
        #extension GL_OES_EGL_image_external_essl3 : require
        precision mediump float;
        uniform samplerExternalOES image;
        in vec2 texcoord;
        out vec4 color;
        void main() {
            color = texture(image, texcoord) * float(textureSize(image, 0).x) * 0.25;
        })",
                                        {"position"});
    glUseProgram(program);
    const Target target(kSize_px, kSize_px);
    drawFull();
    expectColor(target.read(), kRed);
    glDeleteProgram(program);
    EXPECT_GL_OK();
}

} // namespace
