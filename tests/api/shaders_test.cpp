// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "base/testing/xxh3_collision.h"
#include "gl_harness/gl_test.h"

#include <random>
#include <set>

namespace {

using namespace harness;

class Shaders : public GlTest {};

bool compiles(GLenum stage, const std::string& source) {
    const GLuint shader = compileShader(stage, source);
    GLint good = GL_FALSE;
    glGetShaderiv(shader, GL_COMPILE_STATUS, &good);
    glDeleteShader(shader);
    return good == GL_TRUE;
}

bool links(const std::string& vertex, const std::string& fragment, std::string* log = nullptr) {
    const GLuint program = glCreateProgram();
    const GLuint shaders[] = {compileShader(GL_VERTEX_SHADER, vertex, log),
                              compileShader(GL_FRAGMENT_SHADER, fragment, log)};
    for (const GLuint shader : shaders) {
        glAttachShader(program, shader);
        glDeleteShader(shader);
    }
    glLinkProgram(program);
    GLint good = GL_FALSE;
    glGetProgramiv(program, GL_LINK_STATUS, &good);
    if (log) {
        *log += programLog(program);
    }
    glDeleteProgram(program);
    return good == GL_TRUE;
}

TEST_F(Shaders, GarbageGetsALog) {
    const std::string sources[] = {
        "",
        "\n\n",
        "garbage",
        "void main( { }",
        "void main() { undeclared = 1.0; }",
        "#version 1\nvoid main() {}",
        "#version 999 es\nvoid main() {}",
        "#error no\nvoid main() {}",
        "#if\nvoid main() {}",
        "#ifdef X\nvoid main() {}",
        "/* open comment void main() {}",
        "void main() { gl_Position = vec4(1.0) * mat3(1.0); }",
        "int main() { return 0; }",
        std::string("\xff\xfe\x80 void main() {}"),
        std::string(100000, '('),
        std::string(3000, '{'),
    };
    for (const std::string& source : sources) {
        std::string log;
        const GLuint shader = compileShader(GL_VERTEX_SHADER, source, &log);
        GLint good = GL_FALSE;
        glGetShaderiv(shader, GL_COMPILE_STATUS, &good);
        if (!good) {
            EXPECT_FALSE(log.empty()) << source.substr(0, 60);
        } else {
            // A shader without main may compile; then it is the link that fails.
            EXPECT_FALSE(links(source, "void main() { gl_FragColor = vec4(1.0); }"))
                << source.substr(0, 60);
        }
        glDeleteShader(shader);
    }
    EXPECT_GL_OK();
}

TEST_F(Shaders, MutatedSourcesDoNotCrash) {
    const std::string seed =
        "precision mediump float;\nuniform sampler2D image[2];\nvarying vec4 v;\nstruct S { vec3 "
        "a; float b[3]; };\n"
        "uniform S s;\nvec4 f(in vec4 x, inout float y) { y += x.x; return x * y; }\n"
        "#define TWICE(x) ((x) * 2.0)\nvoid main() { float k = 0.0; for (int i = 0; i < 3; ++i) { "
        "k += s.b[i]; }\n"
        "if (k > TWICE(v.x)) discard; gl_FragColor = f(texture2D(image[1], v.xy), k); }\n";
    std::mt19937 random(20);
    const std::string alphabet = "(){}[];,.*/+-=<>!&|^#\"\n 0123456789eabcxyzgl_";
    for (int round = 0; round < 300; ++round) {
        std::string source = seed;
        for (int change = 0; change < 3; ++change) {
            const size_t at = random() % source.size();
            switch (random() % 3) {
            case 0:
                source[at] = alphabet[random() % alphabet.size()];
                break;
            case 1:
                source.erase(at, 1 + random() % 12);
                break;
            default:
                source.insert(at, source.substr(random() % source.size(), 1 + random() % 12));
            }
        }
        compiles(GL_FRAGMENT_SHADER, source);
    }
    EXPECT_GL_OK();
}

/// Of what is kept between programs and runs, the second text must not get the first's.
TEST_F(Shaders, TextsThatCollideInXxh3AreDifferentPrograms) {
    const auto [red, green] = base::testing::CollidingTexts()
                                  .add("precision mediump float; void main() { float red =\n")
                                  .add("1.//", "0.//")
                                  .add("\n; float green =\n")
                                  .add("0.//", "1.//")
                                  .add("\n; gl_FragColor = vec4(red, green, 0.0, 1.0); }\n")
                                  .finish();
    const Target target(1, 1);
    for (int round = 0; round < 3; ++round) {
        for (const auto& [text, color] : {std::pair(red, kRed), std::pair(green, kGreen)}) {
            const GLuint program = buildProgram(kPositionVertex, text, {"position"});
            target.bind();
            glUseProgram(program);
            drawFull();
            expectColor(target.read(), color);
            glDeleteProgram(program);
        }
    }
}

TEST_F(Shaders, SourceComesBack) {
    const GLuint shader = glCreateShader(GL_VERTEX_SHADER);
    const char* parts[] = {"void main()", "XXXX { }YYY", "\n"};
    const GLint lengths[] = {-1, 8, -1};
    glShaderSource(shader, 3, parts, lengths);
    const std::string whole = "void main()XXXX { }\n";
    GLint length = 0;
    glGetShaderiv(shader, GL_SHADER_SOURCE_LENGTH, &length);
    EXPECT_EQ(GLint(whole.size()) + 1, length);
    char text[64] = {};
    GLsizei written = -1;
    glGetShaderSource(shader, sizeof(text), &written, text);
    EXPECT_EQ(whole, text);
    EXPECT_EQ(GLsizei(whole.size()), written);
    glGetShaderSource(shader, 5, &written, text);
    EXPECT_STREQ("void", text);
    EXPECT_EQ(4, written);
    EXPECT_FAILS(GL_INVALID_VALUE, glGetShaderSource(shader, -1, &written, text));
    glDeleteShader(shader);
}

TEST_F(Shaders, EsRules) {
    // GLSL ES 1.00: no default precision for float in fragment shaders, reserved words, no implicit
    // conversions, recursion is forbidden.
    EXPECT_FALSE(
        compiles(GL_FRAGMENT_SHADER, "varying float x; void main() { gl_FragColor = vec4(x); }"));
    EXPECT_FALSE(compiles(GL_VERTEX_SHADER, "void main() { float x = 1; gl_Position = vec4(x); }"));
    EXPECT_FALSE(compiles(GL_VERTEX_SHADER,
                          "void main() { vec4 gl_mine = vec4(1.0); gl_Position = gl_mine; }"));
    EXPECT_FALSE(compiles(GL_FRAGMENT_SHADER,
                          "attribute vec4 a; void main() { gl_FragColor = vec4(1.0); }"));
    EXPECT_FALSE(compiles(GL_VERTEX_SHADER,
                          "uniform vec4 u; void main() { u = vec4(1.0); gl_Position = u; }"));
    EXPECT_TRUE(compiles(GL_VERTEX_SHADER,
                         "#version 100\nattribute vec4 a; void main() { gl_Position = a; }"));
    EXPECT_TRUE(compiles(
        GL_VERTEX_SHADER,
        "precision mediump float; attribute highp vec4 a; invariant gl_Position;\n"
        "varying lowp vec4 v; void main() { gl_Position = a; v = a; gl_PointSize = 1.0; }"));
    EXPECT_TRUE(compiles(GL_FRAGMENT_SHADER,
                         "precision mediump float; uniform samplerCube c; varying vec3 d;\n"
                         "void main() { gl_FragData[0] = textureCube(c, d, 1.0) + "
                         "vec4(gl_PointCoord, gl_FragCoord.xy); }"));
}

TEST_F(Shaders, VaryingsMustMatch) {
    const std::string fragment =
        "precision mediump float; varying vec3 v; void main() { gl_FragColor = vec4(v, 1.0); }";
    std::string log;
    EXPECT_FALSE(links(
        "varying vec2 v; void main() { v = vec2(1.0); gl_Position = vec4(1.0); }", fragment, &log));
    EXPECT_FALSE(log.empty());
    EXPECT_FALSE(links("void main() { gl_Position = vec4(1.0); }", fragment))
        << "read but not declared";
    EXPECT_TRUE(
        links("varying vec3 v; void main() { v = vec3(1.0); gl_Position = vec4(1.0); }", fragment));
    EXPECT_TRUE(links("varying vec3 v; varying vec4 unused; void main() { v = vec3(1.0); "
                      "gl_Position = vec4(1.0); }",
                      fragment));
}

TEST_F(Shaders, UniformsMustMatchBetweenStages) {
    EXPECT_FALSE(
        links("uniform mediump vec3 u; void main() { gl_Position = vec4(u, 1.0); }",
              "precision mediump float; uniform vec4 u; void main() { gl_FragColor = u; }"));
}

TEST_F(Shaders, LinkNeedsBothStages) {
    const GLuint program = glCreateProgram();
    const GLuint vertex = compileShader(GL_VERTEX_SHADER, kPositionVertex);
    glAttachShader(program, vertex);
    glLinkProgram(program);
    GLint good = 1;
    glGetProgramiv(program, GL_LINK_STATUS, &good);
    EXPECT_EQ(GL_FALSE, good);
    EXPECT_FALSE(programLog(program).empty());
    glDeleteShader(vertex);
    glDeleteProgram(program);
}

TEST_F(Shaders, ActiveAttributes) {
    const GLuint program = buildProgram(
        "attribute vec2 a; attribute mat3 m; attribute float f; attribute vec4 unused;\n"
        "void main() { gl_Position = vec4(m * vec3(a, f), 1.0); }",
        "void main() { gl_FragColor = vec4(1.0); }");
    GLint count = 0;
    GLint longest = 0;
    glGetProgramiv(program, GL_ACTIVE_ATTRIBUTES, &count);
    glGetProgramiv(program, GL_ACTIVE_ATTRIBUTE_MAX_LENGTH, &longest);
    EXPECT_EQ(3, count);
    EXPECT_EQ(2, longest);
    std::set<std::string> found;
    std::set<GLint> locations;
    for (GLint i = 0; i < count; ++i) {
        char name[32] = {};
        GLsizei length = 0;
        GLint size = 0;
        GLenum type = 0;
        glGetActiveAttrib(program, GLuint(i), sizeof(name), &length, &size, &type, name);
        EXPECT_EQ(1, length);
        EXPECT_EQ(1, size);
        EXPECT_EQ(GLenum(name[0] == 'a'   ? GL_FLOAT_VEC2
                         : name[0] == 'm' ? GL_FLOAT_MAT3
                                          : GL_FLOAT),
                  type)
            << name;
        found.insert(name);
        const GLint location = glGetAttribLocation(program, name);
        for (int column = 0; column < (name[0] == 'm' ? 3 : 1); ++column) {
            EXPECT_TRUE(locations.insert(location + column).second) << "locations overlap";
        }
    }
    EXPECT_EQ((std::set<std::string>{"a", "m", "f"}), found);
    EXPECT_EQ(-1, glGetAttribLocation(program, "unused"));
    EXPECT_EQ(-1, glGetAttribLocation(program, "gl_Position"));
    glDeleteProgram(program);
}

TEST_F(Shaders, BoundAttributeLocations) {
    const GLuint program = glCreateProgram();
    const GLuint vertex =
        compileShader(GL_VERTEX_SHADER,
                      "attribute vec4 a; attribute vec4 b; void main() { gl_Position = a + b; }");
    const GLuint fragment =
        compileShader(GL_FRAGMENT_SHADER, "void main() { gl_FragColor = vec4(1.0); }");
    glAttachShader(program, vertex);
    glAttachShader(program, fragment);
    glBindAttribLocation(program, 5, "a");
    glBindAttribLocation(program, 2, "b");
    glLinkProgram(program);
    EXPECT_EQ(5, glGetAttribLocation(program, "a"));
    EXPECT_EQ(2, glGetAttribLocation(program, "b"));
    glBindAttribLocation(program, 1, "a");
    EXPECT_EQ(5, glGetAttribLocation(program, "a")) << "takes effect at the next link";
    glLinkProgram(program);
    EXPECT_EQ(1, glGetAttribLocation(program, "a"));
    glDeleteShader(vertex);
    glDeleteShader(fragment);
    glDeleteProgram(program);
}

// OpenGL ES 2.0 section 2.10.4: attributes may share a location where no path reads both.
TEST_F(Shaders, AttributesThatShareALocation) {
    const Target target(4, 4);
    const GLuint program = glCreateProgram();
    const GLuint vertex = compileShader(
        GL_VERTEX_SHADER,
        "attribute vec2 position; attribute vec4 four; attribute float one; uniform bool useOne;\n"
        "varying vec4 color; void main() { gl_Position = vec4(position, 0.0, 1.0);\n"
        "if (useOne) color = vec4(one, 0.0, one, 1.0); else color = four; }");
    const GLuint fragment = compileShader(
        GL_FRAGMENT_SHADER,
        "precision mediump float; varying vec4 color; void main() { gl_FragColor = color; }");
    glAttachShader(program, vertex);
    glAttachShader(program, fragment);
    glBindAttribLocation(program, 0, "position");
    glBindAttribLocation(program, 3, "four");
    glBindAttribLocation(program, 3, "one");
    glLinkProgram(program);
    GLint good = GL_FALSE;
    glGetProgramiv(program, GL_LINK_STATUS, &good);
    ASSERT_EQ(GL_TRUE, good) << programLog(program);
    EXPECT_EQ(3, glGetAttribLocation(program, "four"));
    EXPECT_EQ(3, glGetAttribLocation(program, "one"));
    glUseProgram(program);
    glVertexAttrib4f(3, 0.2f, 0.4f, 0.6f, 0.8f);
    drawFull();
    expectColor(target.read(), {51, 102, 153, 204});
    glUniform1i(glGetUniformLocation(program, "useOne"), 1);
    drawFull();
    expectColor(target.read(), {51, 0, 51, 255});
    EXPECT_GL_OK();
    glDeleteShader(vertex);
    glDeleteShader(fragment);
    glDeleteProgram(program);
}

TEST_F(Shaders, ActiveUniforms) {
    const GLuint program = buildProgram(
        "uniform mat4 m; uniform vec3 list[4]; struct S { float x; vec2 y[2]; }; uniform S s; "
        "uniform S many[2];\n"
        "void main() { gl_Position = m * vec4(list[3] + vec3(s.x, s.y[1]), many[1].x); }",
        "precision mediump float; uniform sampler2D image; uniform samplerCube cube; uniform bool "
        "flag; uniform ivec2 i;\n"
        "void main() { gl_FragColor = texture2D(image, vec2(i)) + textureCube(cube, vec3(1.0)) + "
        "(flag ? 1.0 : 0.0); }");
    GLint count = 0;
    glGetProgramiv(program, GL_ACTIVE_UNIFORMS, &count);
    std::set<std::string> names;
    for (GLint i = 0; i < count; ++i) {
        char name[64] = {};
        GLint size = 0;
        GLenum type = 0;
        glGetActiveUniform(program, GLuint(i), sizeof(name), nullptr, &size, &type, name);
        const std::string text = name;
        names.insert(text);
        EXPECT_GE(glGetUniformLocation(program, name), 0) << text;
        if (text == "list[0]") {
            EXPECT_EQ(4, size);
            EXPECT_EQ(GLenum(GL_FLOAT_VEC3), type);
        } else if (text == "m") {
            EXPECT_EQ(GLenum(GL_FLOAT_MAT4), type);
        } else if (text == "image") {
            EXPECT_EQ(GLenum(GL_SAMPLER_2D), type);
        } else if (text == "cube") {
            EXPECT_EQ(GLenum(GL_SAMPLER_CUBE), type);
        } else if (text == "flag") {
            EXPECT_EQ(GLenum(GL_BOOL), type);
        } else if (text == "i") {
            EXPECT_EQ(GLenum(GL_INT_VEC2), type);
        }
    }
    for (const char* name :
         {"m", "list[0]", "s.x", "s.y[0]", "many[1].x", "image", "cube", "flag", "i"}) {
        EXPECT_TRUE(names.count(name)) << name;
    }
    const GLint first = glGetUniformLocation(program, "list[0]");
    EXPECT_EQ(first, glGetUniformLocation(program, "list"));
    EXPECT_GE(glGetUniformLocation(program, "list[3]"), 0);
    EXPECT_NE(first, glGetUniformLocation(program, "list[3]"));
    EXPECT_EQ(-1, glGetUniformLocation(program, "list[4]"));
    EXPECT_EQ(-1, glGetUniformLocation(program, "s"));
    EXPECT_EQ(-1, glGetUniformLocation(program, "nothing"));
    EXPECT_EQ(-1, glGetUniformLocation(program, "gl_FragCoord"));
    glDeleteProgram(program);
}

TEST_F(Shaders, ValidateProgram) {
    const ColorProgram program;
    program.use(1, 1, 1);
    glValidateProgram(program.program());
    GLint good = 0;
    glGetProgramiv(program.program(), GL_VALIDATE_STATUS, &good);
    EXPECT_EQ(GL_TRUE, good);
}

TEST_F(Shaders, SamplersOfTwoTypesOnOneUnit) {
    const Target target(4, 4);
    const GLuint program = buildProgram(
        kPositionVertex,
        "precision mediump float; uniform sampler2D a; uniform samplerCube b;\n"
        "void main() { gl_FragColor = texture2D(a, vec2(0.5)) + textureCube(b, vec3(1.0)); }",
        {"position"});
    glUseProgram(program);
    glValidateProgram(program);
    GLint good = 1;
    glGetProgramiv(program, GL_VALIDATE_STATUS, &good);
    EXPECT_EQ(GL_FALSE, good);
    EXPECT_FAILS(GL_INVALID_OPERATION, drawFull());
    glUniform1i(glGetUniformLocation(program, "b"), 1);
    drawFull();
    EXPECT_GL_OK();
    glDeleteProgram(program);
}

TEST_F(Shaders, ReleaseCompilerIsAHint) {
    glReleaseShaderCompiler();
    EXPECT_GL_OK();
    EXPECT_TRUE(compiles(GL_VERTEX_SHADER, kPositionVertex));
}

TEST_F(Shaders, ManyCompilesInARowFinishInAnyOrder) {
    // Compiles may run on worker threads: asking in another order than starting must still answer.
    std::vector<GLuint> shaders;
    for (int i = 0; i < 40; ++i) {
        const std::string text =
            i % 4 == 3 ? "void main() { broken }"
                       : "void main() { gl_Position = vec4(" + std::to_string(i) + ".0); }";
        const char* source = text.c_str();
        shaders.push_back(glCreateShader(GL_VERTEX_SHADER));
        glShaderSource(shaders.back(), 1, &source, nullptr);
        glCompileShader(shaders.back());
    }
    for (int i = 39; i >= 0; --i) {
        GLint good = 9;
        glGetShaderiv(shaders[size_t(i)], GL_COMPILE_STATUS, &good);
        EXPECT_EQ(i % 4 == 3 ? GL_FALSE : GL_TRUE, good) << i;
        glDeleteShader(shaders[size_t(i)]);
    }
}

} // namespace
