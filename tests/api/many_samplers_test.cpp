// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// More sampler states in one frame than a device may have samplers (max-samplers=4 makes it so).

#include "gl_harness/gl_test.h"

#include <GL/glcorearb.h>

#include <array>
#include <memory>
#include <vector>

namespace {

using namespace harness;

class ManySamplers : public CoreTest<33> {
protected:
    static constexpr int kStates = 300;

    void SetUp() override {
        CoreTest::SetUp();
        if (!ready()) {
            return;
        }
        genSamplers = load<PFNGLGENSAMPLERSPROC>("glGenSamplers");
        bindSampler = load<PFNGLBINDSAMPLERPROC>("glBindSampler");
        samplerParameteri = load<PFNGLSAMPLERPARAMETERIPROC>("glSamplerParameteri");
        samplerParameterfv = load<PFNGLSAMPLERPARAMETERFVPROC>("glSamplerParameterfv");
        m_target = std::make_unique<Target>(kStates, 1);
        m_target->bind();
        GLuint texture = 0;
        glGenTextures(1, &texture);
        glBindTexture(GL_TEXTURE_2D, texture);
        glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, 1, 1, 0, GL_RGBA, GL_UNSIGNED_BYTE, &kTexel);
    }
    /// Samples outside of the texture.
    static void useProgram() {
        const GLuint program =
            buildProgram("#version 330\n"
                         "layout(location = 0) in float x;\n"
                         "void main() {\n"
                         "    gl_PointSize = 1.0;\n"
                         "    gl_Position = vec4(x, 0.0, 0.0, 1.0);\n"
                         "}\n",
                         "#version 330\n"
                         "uniform sampler2D image;\n"
                         "out vec4 color;\n"
                         "void main() { color = textureLod(image, vec2(3.0), 0.0); }\n");
        ASSERT_NE(0u, program);
        glUseProgram(program);
    }
    static Rgba colorOf(int state) {
        return {state % 256, 255 - state % 256, state / 256 * 100, 255};
    }
    void makeSampler(GLuint sampler, const Rgba& color) const {
        const std::array<GLfloat, 4> border{
            float(color.r) / 255, float(color.g) / 255, float(color.b) / 255, float(color.a) / 255};
        samplerParameteri(sampler, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
        samplerParameteri(sampler, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
        samplerParameteri(sampler, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_BORDER);
        samplerParameteri(sampler, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_BORDER);
        samplerParameterfv(sampler, GL_TEXTURE_BORDER_COLOR, border.data());
    }
    static void drawAt(int x) {
        glVertexAttrib1f(0, (float(x) + 0.5f) * 2 / kStates - 1);
        glDrawArrays(GL_POINTS, 0, 1);
    }
    void TearDown() override {
        m_target.reset();
        GlTest::TearDown();
    }
    void expectColors() const {
        expectImage(m_target->read(), [](int x, int) { return colorOf(x); }, 1);
        EXPECT_GL_OK();
    }

    std::unique_ptr<Target> m_target;
    static constexpr std::array<uint8_t, 4> kTexel{1, 2, 3, 4};
    PFNGLGENSAMPLERSPROC genSamplers = nullptr;
    PFNGLBINDSAMPLERPROC bindSampler = nullptr;
    PFNGLSAMPLERPARAMETERIPROC samplerParameteri = nullptr;
    PFNGLSAMPLERPARAMETERFVPROC samplerParameterfv = nullptr;
};

TEST_F(ManySamplers, OneObjectForEach) {
    useProgram();
    std::vector<GLuint> samplers(kStates);
    genSamplers(kStates, samplers.data());
    for (int i = 0; i < kStates; ++i) {
        makeSampler(samplers[size_t(i)], colorOf(i));
    }
    for (int i = 0; i < kStates; ++i) {
        bindSampler(0, samplers[size_t(i)]);
        drawAt(i);
    }
    expectColors();
    // What was evicted comes back.
    glClear(GL_COLOR_BUFFER_BIT);
    for (int i = kStates; i-- > 0;) {
        bindSampler(0, samplers[size_t(i)]);
        drawAt(i);
    }
    expectColors();
}

TEST_F(ManySamplers, OneObjectThatChanges) {
    useProgram();
    GLuint sampler = 0;
    genSamplers(1, &sampler);
    bindSampler(0, sampler);
    for (int i = 0; i < kStates; ++i) {
        makeSampler(sampler, colorOf(i));
        drawAt(i);
    }
    expectColors();
}

TEST_F(ManySamplers, OneTextureThatChanges) {
    useProgram();
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_BORDER);
    for (int i = 0; i < kStates; ++i) {
        const Rgba color = colorOf(i);
        const GLfloat border[] = {
            float(color.r) / 255, float(color.g) / 255, float(color.b) / 255, 1};
        glTexParameterfv(GL_TEXTURE_2D, GL_TEXTURE_BORDER_COLOR, border);
        drawAt(i);
    }
    expectColors();
}

} // namespace
