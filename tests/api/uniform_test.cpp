// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Every uniform type of GLSL ES 1.00: set, read back, and seen by both stages.

#include "gl_harness/gl_test.h"

#include <cmath>

namespace {

using namespace harness;

class Uniforms : public GlTest {};

constexpr char kEverything[] = R"(
precision highp float;
precision highp int;
uniform float f; uniform vec2 f2; uniform vec3 f3; uniform vec4 f4;
uniform int i; uniform ivec2 i2; uniform ivec3 i3; uniform ivec4 i4;
uniform bool b; uniform bvec2 b2; uniform bvec3 b3; uniform bvec4 b4;
uniform mat2 m2; uniform mat3 m3; uniform mat4 m4;
uniform float fs[3]; uniform vec3 v3s[2]; uniform mat3 m3s[2]; uniform bool bs[2]; uniform ivec2 i2s[2];
bool all_right() {
    return f == 1.0 && f2 == vec2(2, 3) && f3 == vec3(4, 5, 6) && f4 == vec4(7, 8, 9, 10)
        && i == -1 && i2 == ivec2(-2, -3) && i3 == ivec3(-4, -5, -6) && i4 == ivec4(-7, -8, -9, -10)
        && b && b2 == bvec2(true, false) && b3 == bvec3(false, true, true) && b4 == bvec4(true, false, false, true)
        && m2 == mat2(1, 2, 3, 4) && m3 == mat3(1, 2, 3, 4, 5, 6, 7, 8, 9)
        && m4 == mat4(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16)
        && fs[0] == 1.5 && fs[1] == 2.5 && fs[2] == 3.5
        && v3s[0] == vec3(1, 2, 3) && v3s[1] == vec3(4, 5, 6)
        && m3s[0] == mat3(9, 8, 7, 6, 5, 4, 3, 2, 1) && m3s[1] == mat3(1, 0, 0, 0, 1, 0, 0, 0, 1)
        && !bs[0] && bs[1] && i2s[0] == ivec2(1, 2) && i2s[1] == ivec2(3, 4);
}
)";

void setEverything(GLuint program) {
    const auto at = [&](const char* name) { return glGetUniformLocation(program, name); };
    GLfloat numbers[16];
    for (int k = 0; k < 16; ++k) {
        numbers[k] = float(k + 1);
    }
    const GLfloat fs[] = {1.5f, 2.5f, 3.5f};
    const GLfloat downwards[] = {9, 8, 7, 6, 5, 4, 3, 2, 1, 1, 0, 0, 0, 1, 0, 0, 0, 1};
    const GLint i3[] = {-4, -5, -6};
    const GLint bs[] = {0, 7};
    glUniform1f(at("f"), 1);
    glUniform2f(at("f2"), 2, 3);
    glUniform3f(at("f3"), 4, 5, 6);
    glUniform4f(at("f4"), 7, 8, 9, 10);
    glUniform1i(at("i"), -1);
    glUniform2i(at("i2"), -2, -3);
    glUniform3iv(at("i3"), 1, i3);
    glUniform4i(at("i4"), -7, -8, -9, -10);
    // Booleans take either kind; anything but zero is true.
    glUniform1i(at("b"), 42);
    glUniform2f(at("b2"), 0.25f, 0.0f);
    glUniform3i(at("b3"), 0, 1, -1);
    glUniform4f(at("b4"), -3.0f, 0.0f, 0.0f, 1e-3f);
    glUniformMatrix2fv(at("m2"), 1, GL_FALSE, numbers);
    glUniformMatrix3fv(at("m3"), 1, GL_FALSE, numbers);
    glUniformMatrix4fv(at("m4"), 1, GL_FALSE, numbers);
    glUniform1fv(at("fs"), 3, fs);
    glUniform3fv(at("v3s[1]"), 1, numbers + 3);
    glUniform3fv(at("v3s[0]"), 1, numbers);
    glUniformMatrix3fv(at("m3s"), 2, GL_FALSE, downwards);
    glUniform1iv(at("bs"), 2, bs);
    const GLint i2s[] = {1, 2, 3, 4};
    glUniform2iv(at("i2s[0]"), 2, i2s);
    EXPECT_GL_OK();
}

TEST_F(Uniforms, InTheFragmentShader) {
    const Target target(2, 2);
    const GLuint program = buildProgram(
        kPositionVertex,
        std::string(kEverything) +
            "void main() { gl_FragColor = all_right() ? vec4(0, 1, 0, 1) : vec4(1, 0, 0, 1); }",
        {"position"});
    glUseProgram(program);
    setEverything(program);
    drawFull();
    expectColor(target.read(), kGreen);
    glDeleteProgram(program);
}

TEST_F(Uniforms, InTheVertexShader) {
    const Target target(2, 2);
    const GLuint program = buildProgram(
        std::string(kEverything) + "attribute vec4 position; varying vec4 v;\n"
                                   "void main() { gl_Position = position; v = all_right() ? "
                                   "vec4(0, 1, 0, 1) : vec4(1, 0, 0, 1); }",
        "precision highp float; varying vec4 v; void main() { gl_FragColor = v; }",
        {"position"});
    glUseProgram(program);
    setEverything(program);
    drawFull();
    expectColor(target.read(), kGreen);
    glDeleteProgram(program);
}

TEST_F(Uniforms, SharedByBothStages) {
    const Target target(2, 2);
    const GLuint program =
        buildProgram("attribute vec4 position; uniform highp float scale; uniform highp vec4 tint; "
                     "varying mediump vec4 v;\n"
                     "void main() { gl_Position = vec4(position.xyz * scale, 1.0); v = tint; }",
                     "precision mediump float; uniform highp float scale; uniform highp vec4 tint; "
                     "varying vec4 v;\n"
                     "void main() { gl_FragColor = v * 0.5 + tint * 0.5 * scale; }",
                     {"position"});
    glUseProgram(program);
    glUniform1f(glGetUniformLocation(program, "scale"), 1.0f);
    glUniform4f(glGetUniformLocation(program, "tint"), 0, 0, 1, 1);
    drawFull();
    expectColor(target.read(), kBlue);
    glDeleteProgram(program);
}

TEST_F(Uniforms, StartAtZero) {
    const Target target(2, 2);
    const ColorProgram program;
    glUseProgram(program.program());
    drawFull();
    expectColor(target.read(), kNothing);
}

TEST_F(Uniforms, ReadBack) {
    const GLuint program = buildProgram(kPositionVertex,
                                        std::string(kEverything) +
                                            "uniform sampler2D image; void main() { gl_FragColor = "
                                            "all_right() ? texture2D(image, f2) : vec4(1); }",
                                        {"position"});
    glUseProgram(program);
    setEverything(program);
    const auto at = [&](const char* name) { return glGetUniformLocation(program, name); };
    glUniform1i(at("image"), 3);
    GLfloat values[16] = {};
    GLint integers[16] = {};
    glGetUniformfv(program, at("f3"), values);
    EXPECT_EQ(6.0f, values[2]);
    glGetUniformiv(program, at("f4"), integers);
    EXPECT_EQ(10, integers[3]);
    glGetUniformiv(program, at("i3"), integers);
    EXPECT_EQ(-6, integers[2]);
    glGetUniformfv(program, at("i3"), values);
    EXPECT_EQ(-6.0f, values[2]);
    glGetUniformiv(program, at("b4"), integers);
    EXPECT_NE(0, integers[0]);
    EXPECT_EQ(0, integers[1]);
    EXPECT_NE(0, integers[3]);
    glGetUniformfv(program, at("m3"), values);
    for (int k = 0; k < 9; ++k) {
        EXPECT_EQ(float(k + 1), values[k]);
    }
    glGetUniformfv(program, at("m2"), values);
    EXPECT_EQ(4.0f, values[3]);
    glGetUniformfv(program, at("fs[1]"), values);
    EXPECT_EQ(2.5f, values[0]);
    glGetUniformfv(program, at("m3s[1]"), values);
    EXPECT_EQ(1.0f, values[8]);
    glGetUniformiv(program, at("image"), integers);
    EXPECT_EQ(3, integers[0]);
    EXPECT_FAILS(GL_INVALID_OPERATION, glGetUniformfv(program, -1, values));
    EXPECT_FAILS(GL_INVALID_OPERATION, glGetUniformfv(program, 4000, values));
    glDeleteProgram(program);
}

TEST_F(Uniforms, ArrayWritesAreClippedToTheArray) {
    const GLuint program = buildProgram(
        kPositionVertex,
        std::string(kEverything) +
            "void main() { gl_FragColor = all_right() ? vec4(0, 1, 0, 1) : vec4(1, 0, 0, 1); }",
        {"position"});
    glUseProgram(program);
    setEverything(program);
    const GLfloat many[] = {2.5f, 3.5f, 99, 99, 99, 99, 99, 99};
    glUniform1fv(glGetUniformLocation(program, "fs[1]"), 8, many);
    EXPECT_GL_OK();
    const Target target(2, 2);
    drawFull();
    expectColor(target.read(), kGreen);
    glDeleteProgram(program);
}

TEST_F(Uniforms, TransposeIsNotInEs2) {
    const GLuint program = buildProgram(
        "attribute vec4 position; uniform mat4 m; void main() { gl_Position = m * position; }",
        "void main() { gl_FragColor = vec4(1.0); }",
        {"position"});
    glUseProgram(program);
    const GLfloat numbers[16] = {};
    if (isEs2()) {
        EXPECT_FAILS(GL_INVALID_VALUE,
                     glUniformMatrix4fv(glGetUniformLocation(program, "m"), 1, GL_TRUE, numbers));
    }
    glDeleteProgram(program);
}

TEST_F(Uniforms, RelinkResets) {
    const ColorProgram program;
    program.use(1, 1, 1);
    glLinkProgram(program.program());
    GLfloat values[4] = {9, 9, 9, 9};
    glGetUniformfv(program.program(), glGetUniformLocation(program.program(), "color"), values);
    EXPECT_EQ(0.0f, values[0]);
}

TEST_F(Uniforms, KeptPerProgramAndSeenByEachDraw) {
    const Target target(8, 4);
    const ColorProgram first;
    const ColorProgram second;
    first.use(1, 0, 0);
    second.use(0, 1, 0);
    glUseProgram(first.program());
    drawRect(-1, -1, 0, 1);
    glUseProgram(second.program());
    drawRect(0, -1, 1, 1);
    expectImage(target.read(), [](int x, int) { return x < 4 ? kRed : kGreen; });
}

TEST_F(Uniforms, AsManyAsAreSaidToFit) {
    const GLint limit = std::min(getInteger(GL_MAX_FRAGMENT_UNIFORM_VECTORS), 1024) - 2;
    const Target target(2, 2);
    const GLuint program =
        buildProgram(kPositionVertex,
                     "precision highp float; uniform vec4 u[" + std::to_string(limit) +
                         "]; uniform int n; void main() { gl_FragColor = u[0] + u[" +
                         std::to_string(limit - 1) + "]; }",
                     {"position"});
    glUseProgram(program);
    std::vector<GLfloat> values(size_t(limit) * 4, 0.0f);
    values[0] = 1.0f;
    values[values.size() - 1] = 1.0f;
    glUniform4fv(glGetUniformLocation(program, "u"), limit, values.data());
    drawFull();
    expectColor(target.read(), kRed);
    glDeleteProgram(program);
}

} // namespace
