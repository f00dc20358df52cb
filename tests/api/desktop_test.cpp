// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Desktop contexts: GLSL 1.10 and 1.20 through generic attributes.

#include "gl_harness/gl_test.h"

namespace {

using namespace harness;

class Desktop : public GlTest {
protected:
    ContextRequest request() const override {
        ContextRequest request;
        request.api = Api::Gl;
        return request;
    }
};

TEST_F(Desktop, Versions) {
    const std::string version = reinterpret_cast<const char*>(glGetString(GL_VERSION));
    EXPECT_EQ(std::string::npos, version.find("OpenGL ES")) << version;
    EXPECT_GE(version[0], '2') << version;
    const std::string language =
        reinterpret_cast<const char*>(glGetString(GL_SHADING_LANGUAGE_VERSION));
    EXPECT_GE(std::stod(language), 1.1) << language;
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

} // namespace
