// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "gl/objects/program.h"
#include "gl/testing/context_fixture.h"
#include "report/stalls.h"

#include <latch>

namespace gl {
namespace {

using testing::ContextTest;
using testing::DesktopContextTest;

constexpr const char* kVertexSource = R"(
attribute vec4 position;
uniform mat3 m[2];
uniform vec4 v;
uniform bool b[2];
struct S { float f; vec3 c; };
uniform S s[2];
varying vec4 color;
void main() {
    color = v + vec4(m[0] * s[0].c + m[1] * s[1].c, b[1] ? s[0].f : s[1].f);
    if (b[0]) { color = color.wzyx; }
    gl_Position = position;
})";
constexpr const char* kFragmentSource = R"(
precision mediump float;
varying vec4 color;
uniform sampler2D t;
uniform samplerCube c;
void main() { gl_FragColor = color + texture2D(t, color.xy) + textureCube(c, color.xyz); })";

class Programs : public ContextTest {
protected:
    GLuint makeShader(GLenum type, const char* source) {
        const GLuint name = gl->createShader(type);
        gl->shaderSource(name, 1, &source, nullptr);
        gl->compileShader(name);
        return name;
    }
    GLuint makeProgram(const char* vertex = kVertexSource, const char* fragment = kFragmentSource) {
        const GLuint name = gl->createProgram();
        for (const GLuint shader :
             {makeShader(GL_VERTEX_SHADER, vertex), makeShader(GL_FRAGMENT_SHADER, fragment)}) {
            gl->attachShader(name, shader);
            gl->deleteShader(shader);
        }
        gl->linkProgram(name);
        return name;
    }
    GLint get(GLuint program, GLenum pname) {
        GLint value = -1;
        gl->getProgramiv(program, pname, &value);
        return value;
    }
    std::string log(GLuint program) {
        std::string text(size_t(get(program, GL_INFO_LOG_LENGTH)) + 1, 0);
        gl->getProgramInfoLog(program, GLsizei(text.size()), nullptr, text.data());
        return text;
    }
    GLuint useProgram() {
        const GLuint name = makeProgram();
        EXPECT_TRUE(get(name, GL_LINK_STATUS)) << log(name);
        gl->useProgram(name);
        return name;
    }
    GLint at(GLuint program, const char* name) { return gl->getUniformLocation(program, name); }
};

TEST_F(Programs, UniformsOfEveryKindComeBack) {
    const GLuint program = useProgram();
    gl->uniform4f(at(program, "v"), 1, 2, 3, 4);
    float vector[4];
    gl->getUniformfv(program, at(program, "v"), vector);
    EXPECT_EQ(vector[3], 4);

    const float matrices[18] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18};
    gl->uniformMatrix3fv(at(program, "m"), 2, GL_FALSE, matrices);
    float matrix[9];
    gl->getUniformfv(program, at(program, "m[1]"), matrix);
    EXPECT_EQ(matrix[0], 10);
    EXPECT_EQ(matrix[8], 18);

    const float booleans[2] = {0, -0.5f};
    gl->uniform1fv(at(program, "b[0]"), 2, booleans);
    GLint boolean = -1;
    gl->getUniformiv(program, at(program, "b[0]"), &boolean);
    EXPECT_EQ(boolean, 0);
    gl->getUniformiv(program, at(program, "b[1]"), &boolean);
    EXPECT_EQ(boolean, 1);

    gl->uniform3f(at(program, "s[1].c"), 7, 8, 9);
    float member[3];
    gl->getUniformfv(program, at(program, "s[1].c"), member);
    EXPECT_EQ(member[2], 9);
    gl->uniform1i(at(program, "c"), 3);
    GLint unit = 0;
    gl->getUniformiv(program, at(program, "c"), &unit);
    EXPECT_EQ(unit, 3);
}

TEST_F(Programs, UniformErrors) {
    gl->uniform1f(0, 1);
    EXPECT_GL_ERROR(GL_INVALID_OPERATION);
    const GLuint program = useProgram();
    const GLint v = at(program, "v");
    const float values[32] = {};
    gl->uniform1f(-1, 1);
    EXPECT_NO_GL_ERROR();
    gl->uniform1f(1000, 1);
    EXPECT_GL_ERROR(GL_INVALID_OPERATION);
    gl->uniform3f(v, 1, 2, 3);
    EXPECT_GL_ERROR(GL_INVALID_OPERATION);
    gl->uniform4i(v, 1, 2, 3, 4);
    EXPECT_GL_ERROR(GL_INVALID_OPERATION);
    gl->uniform4fv(v, 2, values);
    EXPECT_GL_ERROR(GL_INVALID_OPERATION);
    gl->uniform4fv(v, -1, values);
    EXPECT_GL_ERROR(GL_INVALID_VALUE);
    gl->uniformMatrix3fv(at(program, "m"), 1, GL_TRUE, values);
    EXPECT_GL_ERROR(GL_INVALID_VALUE);
    gl->uniformMatrix4fv(at(program, "m"), 1, GL_FALSE, values);
    EXPECT_GL_ERROR(GL_INVALID_OPERATION);
    gl->uniformMatrix3fv(at(program, "m[1]"), 3, GL_FALSE, values); // Clipped to the array.
    EXPECT_NO_GL_ERROR();
    gl->uniform1f(at(program, "t"), 1);
    EXPECT_GL_ERROR(GL_INVALID_OPERATION);
    gl->uniform1i(at(program, "t"), 1000);
    EXPECT_GL_ERROR(GL_INVALID_VALUE);
    gl->uniform1i(at(program, "t"), -1);
    EXPECT_GL_ERROR(GL_INVALID_VALUE);
}

TEST_F(Programs, SamplersOfTwoTypesOnOneUnitDoNotValidate) {
    const GLuint program = useProgram();
    gl->validateProgram(program);
    EXPECT_EQ(get(program, GL_VALIDATE_STATUS), 0);
    gl->uniform1i(at(program, "c"), 1);
    gl->validateProgram(program);
    EXPECT_EQ(get(program, GL_VALIDATE_STATUS), 1);
}

TEST_F(Programs, ActiveVariables) {
    const GLuint program = makeProgram();
    EXPECT_EQ(get(program, GL_ACTIVE_ATTRIBUTES), 1);
    const GLint count = get(program, GL_ACTIVE_UNIFORMS);
    std::map<std::string, GLint> sizes;
    for (GLint i = 0; i < count; ++i) {
        char name[64];
        GLint size = 0;
        GLenum type = 0;
        gl->getActiveUniform(program, GLuint(i), sizeof name, nullptr, &size, &type, name);
        sizes[name] = size;
    }
    EXPECT_EQ(sizes["m[0]"], 2);
    EXPECT_EQ(sizes["b[0]"], 2);
    EXPECT_EQ(sizes["s[1].c"], 1);
    EXPECT_EQ(sizes.size(), 9u) << "v, m, b, four members, two samplers";
    gl->getActiveUniform(program, GLuint(count), 0, nullptr, nullptr, nullptr, nullptr);
    EXPECT_GL_ERROR(GL_INVALID_VALUE);
}

TEST_F(Programs, FailedRelinkKeepsTheExecutable) {
    const GLuint program = useProgram();
    Executable* before = gl->state().executable;
    ASSERT_NE(before, nullptr);
    GLuint shaders[2];
    gl->getAttachedShaders(program, 2, nullptr, shaders);
    gl->detachShader(program, shaders[0]);
    gl->linkProgram(program);
    EXPECT_EQ(get(program, GL_LINK_STATUS), 0);
    gl->resolveProgram();
    EXPECT_EQ(gl->state().executable, before);
    gl->useProgram(program);
    EXPECT_GL_ERROR(GL_INVALID_OPERATION);
    EXPECT_EQ(gl->state().executable, before);
}

TEST_F(Programs, RelinkOfTheCurrentProgramTakesEffect) {
    const GLuint program = useProgram();
    gl->uniform4f(at(program, "v"), 1, 2, 3, 4);
    gl->linkProgram(program);
    gl->uniform4f(at(program, "v"), 5, 6, 7, 8); // Waits for the link.
    float vector[4];
    gl->getUniformfv(program, at(program, "v"), vector);
    EXPECT_EQ(vector[0], 5);
}

/// While it lives no thread compiles: who wants something compiled does it himself.
class BusyCompilers {
public:
    BusyCompilers() {
        for (std::ptrdiff_t i = 0; i < m_threads; ++i) {
            m_jobs.push_back(compileQueue().submit(base::Priority::High, [this] {
                m_started.count_down();
                m_over.wait();
            }));
        }
        m_started.wait();
    }
    ~BusyCompilers() {
        m_over.count_down();
        for (base::Job& job : m_jobs) {
            job.wait();
        }
    }

private:
    const std::ptrdiff_t m_threads = compileQueue().threadCount();
    std::latch m_started{m_threads};
    std::latch m_over{1};
    std::vector<base::Job> m_jobs;
};

TEST_F(Programs, WaitsForLinksAreStalls) {
    using report::stalls;
    stalls().setLeast(std::chrono::microseconds(0));
    const uint64_t before = stalls().count();
    GLuint program = 0;
    {
        const BusyCompilers busy;
        program = makeProgram();
        EXPECT_EQ(before, stalls().count());
        EXPECT_TRUE(get(program, GL_LINK_STATUS));
    }
    EXPECT_EQ(before + 1, stalls().count());
    const report::Stall stall = stalls().recent().back();
    EXPECT_EQ(report::StallKind::Programs, stall.kind);
    const std::string name = "program " + std::to_string(program) + " ";
    EXPECT_EQ(0u, stall.cause.find(name)) << stall.cause;
    EXPECT_NE(std::string::npos, stall.cause.find("compiling fragment shader ")) << stall.cause;
    gl->useProgram(program); // It is there.
    EXPECT_EQ(before + 1, stalls().count());
    stalls().setLeast(report::Stalls::kLeast);
}

TEST_F(Programs, WaitsForCompilersAreStalls) {
    using report::stalls;
    stalls().setLeast(std::chrono::microseconds(0));
    GLuint shader = 0;
    {
        const BusyCompilers busy;
        shader = makeShader(GL_VERTEX_SHADER, kVertexSource);
        GLint status = 0;
        gl->getShaderiv(shader, GL_COMPILE_STATUS, &status);
        EXPECT_TRUE(status);
    }
    EXPECT_EQ(0u,
              stalls().recent().back().cause.find("vertex shader " + std::to_string(shader) + " "))
        << stalls().recent().back().cause;
    stalls().setLeast(report::Stalls::kLeast);
}

TEST_F(Programs, DeletionWaitsForUse) {
    const GLuint program = useProgram();
    gl->deleteProgram(program);
    EXPECT_TRUE(gl->isProgram(program));
    EXPECT_EQ(get(program, GL_DELETE_STATUS), 1);
    GLuint shader = 0;
    gl->getAttachedShaders(program, 1, nullptr, &shader);
    EXPECT_TRUE(gl->isShader(shader));
    gl->useProgram(0);
    EXPECT_FALSE(gl->isProgram(program));
    EXPECT_FALSE(gl->isShader(shader));
}

TEST_F(Programs, ObjectErrors) {
    const GLuint shader = gl->createShader(GL_VERTEX_SHADER);
    const GLuint program = gl->createProgram();
    gl->createShader(GL_FRAGMENT_SHADER + 100);
    EXPECT_GL_ERROR(GL_INVALID_ENUM);
    gl->linkProgram(shader);
    EXPECT_GL_ERROR(GL_INVALID_OPERATION);
    gl->linkProgram(program + 100);
    EXPECT_GL_ERROR(GL_INVALID_VALUE);
    gl->compileShader(program);
    EXPECT_GL_ERROR(GL_INVALID_OPERATION);
    gl->attachShader(program, shader);
    gl->attachShader(program, shader);
    EXPECT_GL_ERROR(GL_INVALID_OPERATION);
    gl->detachShader(program, gl->createShader(GL_FRAGMENT_SHADER));
    EXPECT_GL_ERROR(GL_INVALID_OPERATION);
    gl->useProgram(program);
    EXPECT_GL_ERROR(GL_INVALID_OPERATION);
    gl->getUniformLocation(program, "x");
    EXPECT_GL_ERROR(GL_INVALID_OPERATION);
    gl->bindAttribLocation(program, 0, "gl_Vertex");
    EXPECT_GL_ERROR(GL_INVALID_OPERATION);
    gl->bindAttribLocation(program, 16, "a");
    EXPECT_GL_ERROR(GL_INVALID_VALUE);
    gl->shaderBinary(1, &shader, 0, nullptr, 0);
    EXPECT_GL_ERROR(GL_INVALID_ENUM);
}

TEST_F(Programs, BadShadersHaveALog) {
    const GLuint shader = makeShader(GL_FRAGMENT_SHADER, "void main() { nonsense }");
    GLint ok = 1, length = 0;
    gl->getShaderiv(shader, GL_COMPILE_STATUS, &ok);
    gl->getShaderiv(shader, GL_INFO_LOG_LENGTH, &length);
    EXPECT_EQ(ok, 0);
    EXPECT_GT(length, 1);
    const GLuint program = gl->createProgram();
    gl->attachShader(program, shader);
    gl->linkProgram(program);
    EXPECT_EQ(get(program, GL_LINK_STATUS), 0);
    EXPECT_GT(get(program, GL_INFO_LOG_LENGTH), 1);
}

TEST_F(Programs, AnotherProgramLeavesTexturesAndBuffersClean) {
    const GLuint one = useProgram();
    useProgram();
    gl->dirty().clearAll();
    gl->useProgram(one);
    EXPECT_EQ(gl->dirty().bits(),
              DirtyBits::mask(Dirty::Program) | DirtyBits::mask(Dirty::Uniforms));
}

TEST_F(Programs, UniformWritesMarkOnlyChanges) {
    const GLuint program = useProgram();
    const GLint v = at(program, "v");
    gl->uniform4f(v, 1, 2, 3, 4);
    gl->dirty().clearAll();
    gl->uniform4f(v, 1, 2, 3, 4);
    gl->uniform1i(at(program, "t"), 0);
    EXPECT_FALSE(gl->dirty().any());
    gl->uniform4f(v, 1, 2, 3, 5);
    EXPECT_EQ(gl->dirty().bits(), DirtyBits::mask(Dirty::Uniforms));
}

TEST_F(Programs, ASamplersUnitMarksWhatReadsFromItAlone) {
    const GLuint program = useProgram();
    gl->dirty().clearAll();
    gl->uniform1i(at(program, "t"), 2);
    EXPECT_EQ(gl->dirty().bits(), DirtyBits::mask(Dirty::Textures));
    EXPECT_EQ(gl->dirty().units(), DirtyBits::unitBit(2));
    gl->uniform1i(at(program, "c"), 5);
    EXPECT_EQ(gl->dirty().units(), DirtyBits::unitBit(2) | DirtyBits::unitBit(5));
}

class DesktopPrograms : public Programs {
protected:
    DesktopPrograms() { m_api = Api::Desktop; }
};

TEST_F(DesktopPrograms, ObjectsOfArbShaderObjects) {
    const GLuint program = makeProgram("void main() { gl_Position = gl_Vertex; }",
                                       "void main() { gl_FragColor = vec4(1); }");
    GLint value = 0;
    gl->getObjectParameterivARB(program, GL_OBJECT_TYPE_ARB, &value);
    EXPECT_EQ(value, GL_PROGRAM_OBJECT_ARB);
    gl->getObjectParameterivARB(program, GL_OBJECT_LINK_STATUS_ARB, &value);
    EXPECT_EQ(value, 1) << log(program);
    gl->useProgram(program);
    EXPECT_EQ(gl->getHandleARB(GL_PROGRAM_OBJECT_ARB), program);
    EXPECT_EQ(gl->getAttribLocation(program, "gl_Vertex"), -1);
}

TEST_F(DesktopPrograms, TransposedMatrices) {
    const GLuint program = makeProgram(
        "#version 120\nuniform mat2x3 m; void main() { gl_Position = vec4(m * vec2(1.0), 1.0); }",
        "void main() { gl_FragColor = vec4(1); }");
    ASSERT_TRUE(get(program, GL_LINK_STATUS)) << log(program);
    gl->useProgram(program);
    const float rows[6] = {1, 2, 3, 4, 5, 6};
    gl->uniformMatrix2x3fv(at(program, "m"), 1, GL_TRUE, rows);
    float matrix[6];
    gl->getUniformfv(program, at(program, "m"), matrix);
    EXPECT_EQ(matrix[1], 3); // Column 0 is 1, 3, 5.
    EXPECT_EQ(matrix[3], 2);
}

} // namespace
} // namespace gl
