// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// What GL_EXT_gpu_shader4 brings to shaders of GLSL 1.20.

#include "gl_harness/legacy.h"

#include <array>
#include <GL/glcorearb.h>
#include <string>

namespace {

using namespace harness;

constexpr int kSize_px = 8;

class GpuShader4 : public LegacyTest {
protected:
    void SetUp() override {
        LegacyTest::SetUp();
        if (IsSkipped() || HasFatalFailure()) {
            return;
        }
        if (!hasExtension("GL_EXT_gpu_shader4")) {
            GTEST_SKIP() << "no GL_EXT_gpu_shader4";
        }
        m_target = std::make_unique<Target>(kSize_px, kSize_px);
    }
    void TearDown() override {
        m_target.reset();
        LegacyTest::TearDown();
    }

    static GLuint useProgram(const std::string& vertex, const std::string& fragment) {
        const std::string directives = "#version 120\n#extension GL_EXT_gpu_shader4 : require\n";
        const GLuint program =
            buildProgram(directives + vertex, directives + fragment, {"position", "number"});
        glUseProgram(program);
        return program;
    }
    static GLuint useFragments(const std::string& declarations, const std::string& color) {
        return useProgram("attribute vec4 position; varying vec2 at;\n"
                          "void main() { gl_Position = position; at = position.xy * 0.5 + 0.5; }",
                          "varying vec2 at;\n" + declarations +
                              "\nvoid main() { gl_FragColor = " + color + "; }");
    }

    std::unique_ptr<Target> m_target;
};

TEST_F(GpuShader4, IntegersAreWholeAndWrap) {
    const GLuint program =
        useFragments("uniform unsigned int large; uniform ivec2 pair;",
                     "vec4(float(large + 2u == 1u), float((pair.x << 3 | 1) % 5) / 10.0, "
                     "float(pair.y >> 1 == -2), float((~large ^ 12u) & 8u) / 8.0)");
    load<PFNGLUNIFORM1UIPROC>("glUniform1uiEXT")(glGetUniformLocation(program, "large"), ~0u);
    glUniform2i(glGetUniformLocation(program, "pair"), 1, -3);
    drawFull();
    expectColor(m_target->read(), {255, 102, 255, 255}); // 9 modulo 5 is 4.
}

TEST_F(GpuShader4, IntegerAttributesReachFragments) {
    useProgram("attribute vec4 position; attribute unsigned int number;\n"
               "flat varying unsigned int word;\n"
               "void main() { gl_Position = position; word = number; }",
               "flat varying unsigned int word;\n"
               "void main() { gl_FragColor = vec4(float(word >> 24), float(word & 1u), 0.0, "
               "255.0) / 255.0; }");
    load<PFNGLVERTEXATTRIBI1UIPROC>("glVertexAttribI1uiEXT")(1, 0xC8000001);
    drawFull();
    expectColor(m_target->read(), {200, 1, 0, 255});
}

TEST_F(GpuShader4, VertexNumbers) {
    useProgram("void main() { gl_Position = vec4(gl_VertexID % 2 * 4 - 1, "
               "gl_VertexID / 2 * 4 - 1, 0.0, 1.0); }",
               "void main() { gl_FragColor = vec4(float(gl_PrimitiveID), 1.0, 0.0, 1.0); }");
    glDrawArrays(GL_TRIANGLES, 0, 3);
    expectColor(m_target->read(), kGreen);
}

/// The first primitive after glBegin is number zero: lists whose primitives lie side by side may be
/// drawn together only where nobody can tell.
TEST_F(GpuShader4, EachListCountsItsPrimitivesAnew) {
    useProgram("attribute vec4 position; void main() { gl_Position = position; }",
               "void main() { gl_FragColor = vec4(float(gl_PrimitiveID), 1.0, 0.0, 1.0); }");
    const auto triangle = [this](float left, float width) {
        gl.Begin(GL_TRIANGLES);
        gl.Vertex2f(left, -1);
        gl.Vertex2f(left + width, -1);
        gl.Vertex2f(left, 1);
        gl.End();
    };
    for (const int primitives : {1, 2}) { // Two are drawn by indices.
        const GLuint lists = gl.GenLists(2);
        for (const GLuint list : {0u, 1u}) {
            gl.NewList(lists + list, GL_COMPILE);
            triangle(float(list) - 1, 1);
            if (primitives == 2) {
                triangle(0, 0); // Without area.
            }
            gl.EndList();
        }
        glClear(GL_COLOR_BUFFER_BIT);
        gl.CallList(lists);
        gl.CallList(lists + 1);
        const Image image = m_target->read();
        EXPECT_EQ(kGreen, image.at(0, 1)) << primitives;
        EXPECT_EQ(kGreen, image.at(kSize_px / 2, 1)) << primitives;
        gl.DeleteLists(lists, 2);
    }
}

TEST_F(GpuShader4, TexelsAndSizes) {
    GLuint texture = 0;
    std::array<std::array<uint8_t, 4>, 8> texels{};
    for (size_t i = 0; i < texels.size(); ++i) {
        texels[i] = {uint8_t(20 * i), 0, 0, 255};
    }
    glGenTextures(1, &texture);
    glBindTexture(GL_TEXTURE_2D, texture);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 4, 2, 0, GL_RGBA, GL_UNSIGNED_BYTE, texels.data());
    useFragments("uniform sampler2D s;",
                 "texelFetch2D(s, ivec2(3, 1), 0) + vec4(0.0, vec2(textureSize2D(s, 0)), 0.0) "
                 "/ 255.0");
    drawFull();
    expectColor(m_target->read(), {140, 4, 2, 255});
    useFragments("uniform sampler2D s;", "texture2DOffset(s, vec2(0.125, 0.25), ivec2(2, 1))");
    drawFull();
    expectColor(m_target->read(), {120, 0, 0, 255});
}

TEST_F(GpuShader4, OutputsOfTheFragmentShaders) {
    const GLuint vertex =
        compileShader(GL_VERTEX_SHADER, "#version 120\nvoid main() { gl_Position = gl_Vertex; }");
    const GLuint fragment = compileShader(GL_FRAGMENT_SHADER,
                                          "#version 120\n#extension GL_EXT_gpu_shader4 : require\n"
                                          "varying out vec4 color;\n"
                                          "void main() { color = vec4(0.0, 0.0, 1.0, 1.0); }");
    const GLuint program = glCreateProgram();
    glAttachShader(program, vertex);
    glAttachShader(program, fragment);
    load<PFNGLBINDFRAGDATALOCATIONPROC>("glBindFragDataLocationEXT")(program, 0, "color");
    glLinkProgram(program);
    EXPECT_EQ(0, load<PFNGLGETFRAGDATALOCATIONPROC>("glGetFragDataLocationEXT")(program, "color"));
    glUseProgram(program);
    gl.Rectf(-1, -1, 1, 1);
    expectColor(m_target->read(), kBlue);
}

} // namespace
