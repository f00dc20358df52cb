// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Desktop contexts: GLSL 1.10 and 1.20 through generic attributes.

#include "gl_harness/gl_test.h"

#include <algorithm>
#include <array>
#include <utility>

namespace {

using namespace harness;

class Desktop : public GlTest {
protected:
    ContextRequest request() const override { return {.api = Api::Gl}; }
};

TEST_F(Desktop, Versions) {
    const std::string version = reinterpret_cast<const char*>(glGetString(GL_VERSION));
    EXPECT_EQ(std::string::npos, version.find("OpenGL ES")) << version;
    EXPECT_GE(version[0], '2') << version;
    const std::string language =
        reinterpret_cast<const char*>(glGetString(GL_SHADING_LANGUAGE_VERSION));
    EXPECT_GE(std::stod(language), 1.1) << language;
    if (version.rfind("3.1", 0) == 0) {
        EXPECT_TRUE(hasExtension("GL_ARB_compatibility"));
        EXPECT_EQ(0u, language.rfind("1.40", 0)) << language;
    }
}

TEST_F(Desktop, Glsl140KeepsTheConventionalNames) {
    if (!hasExtension("GL_ARB_compatibility")) {
        GTEST_SKIP() << "no OpenGL 3.1";
    }
    const Target target(4, 4);
    const GLuint program =
        buildProgram("#version 140\n#extension GL_ARB_compatibility : enable\nin vec4 position;\n"
                     "void main() { gl_Position = gl_ModelViewProjectionMatrix * position;"
                     " gl_FrontColor = vec4(0, 1, 0, 1); }",
                     "#version 140\n#ifndef GL_ARB_compatibility\n#error\n#endif\n"
                     "void main() { gl_FragColor = gl_Color; }",
                     {"position"});
    glUseProgram(program);
    drawFull();
    expectColor(target.read(), kGreen);
    glDeleteProgram(program);
}

TEST_F(Desktop, DrawsWithEveryOldLanguageVersion) {
    for (const char* header : {"", "#version 110\n", "#version 120\n"}) {
        const Target target(4, 4);
        const GLuint program = buildProgram(
            std::string(header) +
                "attribute vec4 position; varying vec4 v;\n"
                "void main() { gl_Position = position; v = vec4(0.0, 1.0, 0.0, 1.0); }",
            std::string(header) +
                "varying vec4 v; uniform float one; void main() { gl_FragColor = v * one; }",
            {"position"});
        glUseProgram(program);
        glUniform1f(glGetUniformLocation(program, "one"), 1.0f);
        drawFull();
        SCOPED_TRACE(header);
        expectColor(target.read(), kGreen);
        glDeleteProgram(program);
    }
}

TEST_F(Desktop, Glsl120Features) {
    const Target target(4, 4);
    const GLuint program = buildProgram(
        "#version 120\nattribute vec4 position; varying mat2x3 m; void main() { gl_Position = "
        "position; "
        "m = mat2x3(0, 1, 0, 0, 0, 1); }",
        "#version 120\nuniform float initial = 1; uniform mat3x2 n; varying mat2x3 m;\n"
        "const float list[3] = float[3](0, 1, 2);\n"
        "void main() { mat2 p = n * m; gl_FragColor = vec4(0, list[1] * initial * m[0].y, "
        "list.length() - 3, 1); }",
        {"position"});
    glUseProgram(program);
    drawFull();
    expectColor(target.read(), kGreen);
    glDeleteProgram(program);
}

TEST_F(Desktop, TransposedMatrices) {
    const Target target(4, 4);
    const GLuint program = buildProgram(kPositionVertex,
                                        "#version 120\nuniform mat3 m; void main() { gl_FragColor "
                                        "= m == mat3(1, 4, 7, 2, 5, 8, 3, 6, 9) ? "
                                        "vec4(0, 1, 0, 1) : vec4(1, 0, 0, 1); }",
                                        {"position"});
    glUseProgram(program);
    const GLfloat rows[] = {1, 2, 3, 4, 5, 6, 7, 8, 9};
    glUniformMatrix3fv(glGetUniformLocation(program, "m"), 1, GL_TRUE, rows);
    drawFull();
    expectColor(target.read(), kGreen);
    glDeleteProgram(program);
}

TEST_F(Desktop, SeveralShadersOfOneStage) {
    const Target target(4, 4);
    const GLuint program = glCreateProgram();
    for (const auto& [stage, source] :
         {std::pair<GLenum, const char*>{GL_VERTEX_SHADER, kPositionVertex},
          {GL_FRAGMENT_SHADER, "vec4 shade(); void main() { gl_FragColor = shade(); }"},
          {GL_FRAGMENT_SHADER, "vec4 shade() { return vec4(0.0, 1.0, 0.0, 1.0); }"}}) {
        const GLuint shader = compileShader(stage, source);
        glAttachShader(program, shader);
        glDeleteShader(shader);
    }
    glBindAttribLocation(program, 0, "position");
    glLinkProgram(program);
    GLint good = 0;
    glGetProgramiv(program, GL_LINK_STATUS, &good);
    ASSERT_EQ(GL_TRUE, good) << programLog(program);
    glUseProgram(program);
    drawFull();
    expectColor(target.read(), kGreen);
    glDeleteProgram(program);
}

TEST_F(Desktop, BlocksOfCompressedTexturesComeBack) {
    if (!hasExtension("GL_ARB_ES3_compatibility")) {
        GTEST_SKIP() << "no ETC2";
    }
    constexpr GLenum kEtc2 = 0x9274; // GL_COMPRESSED_RGB8_ETC2
    const auto getCompressed =
        load<void(GL_APIENTRY*)(GLenum, GLint, void*)>("glGetCompressedTexImage");
    std::array<uint8_t, 4 * 8> blocks;
    for (size_t i = 0; i < blocks.size(); ++i) {
        blocks[i] = uint8_t(i * 7 + 1);
    }
    GLuint texture = 0;
    glGenTextures(1, &texture);
    glBindTexture(GL_TEXTURE_2D, texture);
    glCompressedTexImage2D(GL_TEXTURE_2D, 0, kEtc2, 8, 8, 0, GLsizei(blocks.size()), blocks.data());
    const std::array<uint8_t, 8> one{9, 8, 7, 6, 5, 4, 3, 2};
    glCompressedTexSubImage2D(GL_TEXTURE_2D, 0, 4, 4, 4, 4, kEtc2, 8, one.data());
    std::copy(one.begin(), one.end(), blocks.begin() + 24);
    std::array<uint8_t, 4 * 8> back{};
    getCompressed(GL_TEXTURE_2D, 0, back.data());
    EXPECT_GL_OK();
    EXPECT_EQ(blocks, back);
    glDeleteTextures(1, &texture);
}

TEST_F(Desktop, PolygonModeOfTheFaceThatIsDrawn) {
    const auto polygonMode = load<void(GL_APIENTRY*)(GLenum, GLenum)>("glPolygonMode");
    constexpr GLenum kLine = 0x1B01; // GL_LINE
    const Target target(16, 16);
    const ColorProgram color;
    color.use(0, 1, 0);
    const auto insideIsDrawn = [&] {
        glClear(GL_COLOR_BUFFER_BIT);
        drawRect(-0.75f, -0.75f, 0.75f, 0.75f);
        return target.read().at(5, 5) == kGreen;
    };
    EXPECT_TRUE(insideIsDrawn());
    polygonMode(GL_BACK, kLine);
    EXPECT_TRUE(insideIsDrawn());
    glEnable(GL_CULL_FACE);
    EXPECT_TRUE(insideIsDrawn());
    glFrontFace(GL_CW);
    glCullFace(GL_FRONT);
    EXPECT_FALSE(insideIsDrawn());
    // Both at once: the face of each polygon counts.
    glDisable(GL_CULL_FACE);
    EXPECT_FALSE(insideIsDrawn());
    glFrontFace(GL_CCW);
    EXPECT_TRUE(insideIsDrawn());
    glFrontFace(GL_CW);
    polygonMode(GL_FRONT_AND_BACK, 0x1B02); // GL_FILL
    EXPECT_TRUE(insideIsDrawn());
}

TEST_F(Desktop, IntegersBetweenBeginAndEnd) {
    if (!hasExtension("GL_ARB_ES2_compatibility")) {
        GTEST_SKIP() << "no OpenGL 3.0";
    }
    const auto begin = load<void(GL_APIENTRY*)(GLenum)>("glBegin");
    const auto end = load<void(GL_APIENTRY*)()>("glEnd");
    const auto vertex = load<void(GL_APIENTRY*)(GLfloat, GLfloat)>("glVertex2f");
    const auto attribute =
        load<void(GL_APIENTRY*)(GLuint, GLint, GLint, GLint, GLint)>("glVertexAttribI4i");
    const Target target(4, 4);
    const GLuint program =
        buildProgram("#version 130\nin ivec4 numbers; flat out ivec4 n;\n"
                     "void main() { gl_Position = gl_Vertex; n = numbers; }",
                     "#version 130\nflat in ivec4 n;\nvoid main() { gl_FragColor = "
                     "n == ivec4(-5, 2147483647, 7, 1 << 24 | 1) ? vec4(0, 1, 0, 1) : vec4(1); }",
                     {});
    glUseProgram(program);
    const GLint at = glGetAttribLocation(program, "numbers");
    ASSERT_GE(at, 0);
    begin(GL_TRIANGLE_FAN);
    for (const auto& [x, y] : {std::pair(-1.f, -1.f), {1.f, -1.f}, {1.f, 1.f}, {-1.f, 1.f}}) {
        attribute(GLuint(at), -5, 2147483647, 7, (1 << 24) | 1);
        vertex(x, y);
    }
    end();
    EXPECT_GL_OK();
    expectColor(target.read(), kGreen);
    glDeleteProgram(program);
}

TEST_F(Desktop, RobustQueriesKeepToTheBuffer) {
    if (!hasExtension("GL_ARB_robustness")) {
        GTEST_SKIP() << "no GL_ARB_robustness";
    }
    const auto getImage =
        load<void (*)(GLenum, GLint, GLenum, GLenum, GLsizei, void*)>("glGetnTexImageARB");
    const auto getBlocks =
        load<void (*)(GLenum, GLint, GLsizei, void*)>("glGetnCompressedTexImageARB");
    const auto getFloats = load<void (*)(GLuint, GLint, GLsizei, GLfloat*)>("glGetnUniformfvARB");
    const auto getInts = load<void (*)(GLuint, GLint, GLsizei, GLint*)>("glGetnUniformivARB");
    const auto getUints = load<void (*)(GLuint, GLint, GLsizei, GLuint*)>("glGetnUniformuivARB");
    const Target target(4, 4);
    glClearColor(0, 1, 0, 1);
    glClear(GL_COLOR_BUFFER_BIT);
    GLuint texture = 0;
    glGenTextures(1, &texture);
    glBindTexture(GL_TEXTURE_2D, texture);
    glCopyTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA, 0, 0, 4, 4, 0);
    std::array<uint8_t, 64> bytes{};
    EXPECT_FAILS(GL_INVALID_OPERATION,
                 getImage(GL_TEXTURE_2D, 0, GL_RGBA, GL_UNSIGNED_BYTE, 63, bytes.data()));
    EXPECT_EQ((std::array<uint8_t, 64>{}), bytes);
    getImage(GL_TEXTURE_2D, 0, GL_RGBA, GL_UNSIGNED_BYTE, 64, bytes.data());
    EXPECT_EQ(255, bytes[61]);
    EXPECT_FAILS(GL_INVALID_OPERATION, getBlocks(GL_TEXTURE_2D, 0, 64, bytes.data()));
    glDeleteTextures(1, &texture);
    const ColorProgram program;
    program.use(0.25f, 1, 0);
    GLint name = 0;
    glGetIntegerv(GL_CURRENT_PROGRAM, &name);
    const GLint place = glGetUniformLocation(GLuint(name), "color");
    ASSERT_GE(place, 0);
    GLfloat floats[4] = {7, 7, 7, 7};
    GLint ints[4] = {7, 7, 7, 7};
    GLuint uints[4] = {7, 7, 7, 7};
    EXPECT_FAILS(GL_INVALID_OPERATION, getFloats(GLuint(name), place, 15, floats));
    EXPECT_FAILS(GL_INVALID_OPERATION, getInts(GLuint(name), place, 15, ints));
    EXPECT_FAILS(GL_INVALID_OPERATION, getUints(GLuint(name), place, 15, uints));
    EXPECT_EQ(7, floats[0]);
    getFloats(GLuint(name), place, 16, floats);
    getInts(GLuint(name), place, 16, ints);
    getUints(GLuint(name), place, 16, uints);
    EXPECT_GL_OK();
    EXPECT_EQ(0.25f, floats[0]);
    EXPECT_EQ(1, ints[1]);
    EXPECT_EQ(1u, uints[1]);
}

TEST_F(Desktop, IntegerClearColors) {
    if (!hasExtension("GL_EXT_texture_integer") || !hasExtension("GL_ARB_framebuffer_object")) {
        GTEST_SKIP() << "no GL_EXT_texture_integer";
    }
    constexpr GLenum kRgba32i = 0x8D82;
    constexpr GLenum kRgba32ui = 0x8D70;
    constexpr GLenum kRgbaInteger = 0x8D99;
    const auto clearInt = load<void (*)(GLint, GLint, GLint, GLint)>("glClearColorIiEXT");
    const auto clearUint = load<void (*)(GLuint, GLuint, GLuint, GLuint)>("glClearColorIuiEXT");
    GLuint texture = 0;
    glGenTextures(1, &texture);
    glBindTexture(GL_TEXTURE_2D, texture);
    GLuint framebuffer = 0;
    glGenFramebuffers(1, &framebuffer);
    glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
    const auto store = [&](GLenum format, GLenum type) {
        glTexImage2D(GL_TEXTURE_2D, 0, GLint(format), 1, 1, 0, kRgbaInteger, type, nullptr);
        glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, texture, 0);
        ASSERT_EQ(GLenum(GL_FRAMEBUFFER_COMPLETE), glCheckFramebufferStatus(GL_FRAMEBUFFER));
    };
    store(kRgba32i, GL_INT);
    // More bits than a float keeps.
    clearInt(-16777217, 0x7FFFFFFF, 3, 4);
    glClear(GL_COLOR_BUFFER_BIT);
    std::array<GLint, 4> ints{};
    glReadPixels(0, 0, 1, 1, kRgbaInteger, GL_INT, ints.data());
    EXPECT_EQ((std::array<GLint, 4>{-16777217, 0x7FFFFFFF, 3, 4}), ints);
    if (!isLlvmpipe()) { // It takes them for the bits of floats.
        ints.fill(0);
        glGetIntegerv(GL_COLOR_CLEAR_VALUE, ints.data());
        EXPECT_EQ((std::array<GLint, 4>{-16777217, 0x7FFFFFFF, 3, 4}), ints);
    }
    store(kRgba32ui, GL_UNSIGNED_INT);
    clearUint(0xFFFFFFFFu, 16777217, 3, 4);
    glClear(GL_COLOR_BUFFER_BIT);
    std::array<GLuint, 4> uints{};
    glReadPixels(0, 0, 1, 1, kRgbaInteger, GL_UNSIGNED_INT, uints.data());
    EXPECT_EQ((std::array<GLuint, 4>{0xFFFFFFFFu, 16777217, 3, 4}), uints);
    glClearColor(0, 0.5f, 0, 1);
    GLfloat floats[4] = {};
    glGetFloatv(GL_COLOR_CLEAR_VALUE, floats);
    EXPECT_EQ(0.5f, floats[1]);
    glDeleteFramebuffers(1, &framebuffer);
    glDeleteTextures(1, &texture);
    EXPECT_GL_OK();
}

} // namespace
