// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// What programs of OpenGL 3.0 to 4.1 answer and take: uniforms of all types, blocks, outputs,
// subroutines.
#include "gl/objects/program.h"
#include "gl/testing/context_fixture.h"

#include <cmath>
#include <limits>

namespace gl {
namespace {

constexpr const char* kVertex = R"(#version 410 core
layout(location = 0) in vec4 position;
uniform uvec2 u[2];
uniform bvec2 b;
uniform dmat2x3 dm;
uniform double d;
layout(std140) uniform Camera { mat4 view; layout(row_major) mat3 turn; float zoom[3]; } camera;
uniform Light { vec4 color; } lights[2];
out vec4 shade;
flat out uint count;
void main() {
    shade = camera.view * position + camera.turn[1].xyzz + camera.zoom[2]
          + lights[0].color + lights[1].color + vec4(dm[1].xyzz * d);
    count = b.x ? u[0].x : u[1].y;
    gl_Position = position;
})";
constexpr const char* kFragment = R"(#version 410 core
in vec4 shade;
flat in uint count;
layout(location = 0) out vec4 color;
layout(location = 1) out uvec2 numbers;
void main() { color = shade; numbers = uvec2(count); })";
constexpr const char* kSubroutineFragment = R"(#version 410 core
in vec4 shade;
flat in uint count;
subroutine vec4 Tint(vec4 color);
subroutine(Tint) vec4 plain(vec4 color) { return color; }
subroutine(Tint) vec4 turned(vec4 color) { return color.wzyx; }
subroutine uniform Tint tint;
layout(location = 0) out vec4 color;
void main() { color = tint(shade) * float(count); })";

class ProgramInterface : public testing::CoreContextTest {
protected:
    GLuint start(const char* fragment = kFragment) {
        const GLuint program = gl->createProgram();
        const std::pair<GLenum, const char*> sources[] = {{GL_VERTEX_SHADER, kVertex},
                                                          {GL_FRAGMENT_SHADER, fragment}};
        for (const auto& [type, source] : sources) {
            const GLuint shader = gl->createShader(type);
            gl->shaderSource(shader, 1, &source, nullptr);
            gl->compileShader(shader);
            char log[1000] = "";
            gl->getShaderInfoLog(shader, sizeof log, nullptr, log);
            EXPECT_STREQ(log, "");
            gl->attachShader(program, shader);
            gl->deleteShader(shader);
        }
        return program;
    }
    GLuint link(GLuint program) {
        gl->linkProgram(program);
        char text[1000] = "";
        gl->getProgramInfoLog(program, sizeof text, nullptr, text);
        EXPECT_EQ(get(program, GL_LINK_STATUS), GL_TRUE) << text;
        return program;
    }
    GLint get(GLuint program, GLenum pname) {
        GLint value = -1;
        gl->getProgramiv(program, pname, &value);
        return value;
    }
    GLint getBlock(GLuint program, GLuint block, GLenum pname) {
        GLint value = -1;
        gl->getActiveUniformBlockiv(program, block, pname, &value);
        return value;
    }
    GLint getUniform(GLuint program, const char* name, GLenum pname) {
        GLuint index = 0;
        GLint value = -2;
        gl->getUniformIndices(program, 1, &name, &index);
        EXPECT_NE(index, GLuint(GL_INVALID_INDEX)) << name;
        gl->getActiveUniformsiv(program, 1, &index, pname, &value);
        return value;
    }
    GLint at(GLuint program, const char* name) { return gl->getUniformLocation(program, name); }
};

TEST_F(ProgramInterface, UniformsOfIntegersAndDoubles) {
    const GLuint program = link(start());
    gl->useProgram(program);
    const GLuint values[] = {1, 4000000000u, 3, 4};
    gl->uniform2uiv(at(program, "u"), 2, values);
    GLuint uints[2];
    gl->getUniformuiv(program, at(program, "u[0]"), uints);
    EXPECT_EQ(uints[1], 4000000000u);
    gl->programUniform2ui(program, at(program, "u[1]"), 7, 8);
    gl->getUniformuiv(program, at(program, "u[1]"), uints);
    EXPECT_EQ(uints[1], 8u);
    float floats[2];
    gl->getUniformfv(program, at(program, "u"), floats);
    EXPECT_EQ(floats[1], 4e9f);

    gl->uniform2ui(at(program, "b"), 0, 5);
    gl->getUniformuiv(program, at(program, "b"), uints);
    EXPECT_EQ(uints[0], 0u);
    EXPECT_EQ(uints[1], 1u);

    gl->uniform1d(at(program, "d"), 1e300);
    GLdouble number = 0;
    gl->getUniformdv(program, at(program, "d"), &number);
    EXPECT_EQ(number, 1e300);
    GLint clamped = 0;
    gl->getUniformiv(program, at(program, "d"), &clamped);
    EXPECT_EQ(clamped, std::numeric_limits<GLint>::max());
    gl->programUniform1d(program, at(program, "d"), -2.5e9);
    GLuint unsignedNumber = 1;
    gl->getUniformuiv(program, at(program, "d"), &unsignedNumber);
    EXPECT_EQ(unsignedNumber, 0u);

    const GLdouble rows[] = {1, 2, 3, 4, 5, 6};
    gl->uniformMatrix2x3dv(at(program, "dm"), 1, GL_TRUE, rows);
    GLdouble matrix[6];
    gl->getUniformdv(program, at(program, "dm"), matrix);
    EXPECT_EQ(matrix[1], 3) << "column 0 is 1, 3, 5";
    EXPECT_EQ(matrix[5], 6);
}

TEST_F(ProgramInterface, UniformsTakeTheirOwnType) {
    const GLuint program = link(start());
    gl->useProgram(program);
    const GLdouble numbers[6] = {};
    const GLfloat floats[6] = {};
    gl->uniform2i(at(program, "u"), 1, 2);
    EXPECT_GL_ERROR(GL_INVALID_OPERATION);
    gl->uniform2f(at(program, "u"), 1, 2);
    EXPECT_GL_ERROR(GL_INVALID_OPERATION);
    gl->uniform1ui(at(program, "u"), 1);
    EXPECT_GL_ERROR(GL_INVALID_OPERATION);
    gl->uniform1f(at(program, "d"), 1);
    EXPECT_GL_ERROR(GL_INVALID_OPERATION);
    gl->uniform2d(at(program, "b"), 1, 2);
    EXPECT_GL_ERROR(GL_INVALID_OPERATION);
    gl->uniformMatrix2x3fv(at(program, "dm"), 1, GL_FALSE, floats);
    EXPECT_GL_ERROR(GL_INVALID_OPERATION);
    gl->uniformMatrix3x2dv(at(program, "dm"), 1, GL_FALSE, numbers);
    EXPECT_GL_ERROR(GL_INVALID_OPERATION);
    EXPECT_EQ(at(program, "Camera.view"), -1) << "members of blocks have no location";
}

TEST_F(ProgramInterface, UniformBlocks) {
    const GLuint program = link(start());
    EXPECT_EQ(get(program, GL_ACTIVE_UNIFORM_BLOCKS), 3);
    EXPECT_EQ(get(program, GL_ACTIVE_UNIFORM_BLOCK_MAX_NAME_LENGTH), GLint(sizeof "Lights[0]") - 1);
    const GLuint camera = gl->getUniformBlockIndex(program, "Camera");
    const GLuint light = gl->getUniformBlockIndex(program, "Light[1]");
    ASSERT_LT(camera, 3u);
    ASSERT_LT(light, 3u);
    EXPECT_NE(camera, light);
    EXPECT_EQ(gl->getUniformBlockIndex(program, "Light"),
              gl->getUniformBlockIndex(program, "Light[0]"));
    EXPECT_EQ(gl->getUniformBlockIndex(program, "camera"), GLuint(GL_INVALID_INDEX));
    EXPECT_EQ(getBlock(program, camera, GL_UNIFORM_BLOCK_ACTIVE_UNIFORMS), 3);
    EXPECT_EQ(getBlock(program, camera, GL_UNIFORM_BLOCK_DATA_SIZE), 64 + 48 + 48);
    EXPECT_EQ(getBlock(program, camera, GL_UNIFORM_BLOCK_NAME_LENGTH), 7);
    EXPECT_EQ(getBlock(program, camera, GL_UNIFORM_BLOCK_REFERENCED_BY_VERTEX_SHADER), GL_TRUE);
    EXPECT_EQ(getBlock(program, camera, GL_UNIFORM_BLOCK_REFERENCED_BY_FRAGMENT_SHADER), GL_FALSE);
    char name[20];
    gl->getActiveUniformBlockName(program, light, sizeof name, nullptr, name);
    EXPECT_STREQ(name, "Light[1]");

    EXPECT_EQ(getUniform(program, "Camera.turn", GL_UNIFORM_OFFSET), 64);
    EXPECT_EQ(getUniform(program, "Camera.turn", GL_UNIFORM_IS_ROW_MAJOR), GL_TRUE);
    EXPECT_EQ(getUniform(program, "Camera.turn", GL_UNIFORM_MATRIX_STRIDE), 16);
    EXPECT_EQ(getUniform(program, "Camera.zoom", GL_UNIFORM_ARRAY_STRIDE), 16);
    EXPECT_EQ(getUniform(program, "Camera.zoom[0]", GL_UNIFORM_SIZE), 3);
    EXPECT_EQ(GLuint(getUniform(program, "Camera.view", GL_UNIFORM_BLOCK_INDEX)), camera);
    EXPECT_EQ(getUniform(program, "Camera.view", GL_UNIFORM_TYPE), GL_FLOAT_MAT4);
    EXPECT_EQ(getUniform(program, "u", GL_UNIFORM_BLOCK_INDEX), -1);
    EXPECT_EQ(getUniform(program, "u", GL_UNIFORM_OFFSET), -1);
    EXPECT_EQ(getUniform(program, "u", GL_UNIFORM_NAME_LENGTH), 5);

    gl->dirty().clearAll();
    gl->uniformBlockBinding(program, light, 5);
    EXPECT_EQ(gl->dirty().bits(), DirtyBits::mask(Dirty::UniformBuffers));
    EXPECT_EQ(getBlock(program, light, GL_UNIFORM_BLOCK_BINDING), 5);
    EXPECT_EQ(getBlock(program, camera, GL_UNIFORM_BLOCK_BINDING), 0);
    link(program);
    EXPECT_EQ(getBlock(program, light, GL_UNIFORM_BLOCK_BINDING), 0) << "linking resets it";
}

TEST_F(ProgramInterface, UniformBlockErrors) {
    const GLuint program = link(start());
    GLint value = 77;
    GLuint indices[] = {0, 1000};
    gl->getActiveUniformBlockiv(program, 3, GL_UNIFORM_BLOCK_BINDING, &value);
    EXPECT_GL_ERROR(GL_INVALID_VALUE);
    gl->getActiveUniformBlockiv(program, 0, GL_UNIFORM_SIZE, &value);
    EXPECT_GL_ERROR(GL_INVALID_ENUM);
    gl->getActiveUniformBlockName(program, 0, -1, nullptr, nullptr);
    EXPECT_GL_ERROR(GL_INVALID_VALUE);
    gl->getActiveUniformsiv(program, 2, indices, GL_UNIFORM_TYPE, &value);
    EXPECT_GL_ERROR(GL_INVALID_VALUE);
    gl->getActiveUniformsiv(program, 1, indices, GL_UNIFORM_BLOCK_BINDING, &value);
    EXPECT_GL_ERROR(GL_INVALID_ENUM);
    gl->getActiveUniformsiv(program, -1, indices, GL_UNIFORM_TYPE, &value);
    EXPECT_GL_ERROR(GL_INVALID_VALUE);
    gl->uniformBlockBinding(program, 3, 0);
    EXPECT_GL_ERROR(GL_INVALID_VALUE);
    gl->uniformBlockBinding(program, 0, 60);
    EXPECT_GL_ERROR(GL_INVALID_VALUE);
    gl->uniformBlockBinding(program + 1000, 0, 0);
    EXPECT_GL_ERROR(GL_INVALID_VALUE);
    EXPECT_EQ(value, 77);
    const char* missing = "missing";
    gl->getUniformIndices(program, 1, &missing, indices);
    EXPECT_EQ(indices[0], GLuint(GL_INVALID_INDEX));
    EXPECT_EQ(gl->getUniformBlockIndex(gl->createProgram(), "Camera"), GLuint(GL_INVALID_INDEX));
}

TEST_F(ProgramInterface, Subroutines) {
    const GLuint program = link(start(kSubroutineFragment));
    const auto stage = [&](GLenum pname) {
        GLint value = -1;
        gl->getProgramStageiv(program, GL_FRAGMENT_SHADER, pname, &value);
        return value;
    };
    EXPECT_EQ(stage(GL_ACTIVE_SUBROUTINES), 2);
    EXPECT_EQ(stage(GL_ACTIVE_SUBROUTINE_UNIFORMS), 1);
    EXPECT_EQ(stage(GL_ACTIVE_SUBROUTINE_UNIFORM_LOCATIONS), 1);
    EXPECT_EQ(stage(GL_ACTIVE_SUBROUTINE_MAX_LENGTH), 7);
    const GLuint plain = gl->getSubroutineIndex(program, GL_FRAGMENT_SHADER, "plain");
    const GLuint turned = gl->getSubroutineIndex(program, GL_FRAGMENT_SHADER, "turned");
    ASSERT_LT(plain, 2u);
    ASSERT_LT(turned, 2u);
    EXPECT_EQ(gl->getSubroutineUniformLocation(program, GL_FRAGMENT_SHADER, "tint"), 0);
    EXPECT_EQ(gl->getSubroutineUniformLocation(program, GL_FRAGMENT_SHADER, "tint[0]"), -1);
    EXPECT_EQ(gl->getSubroutineUniformLocation(program, GL_VERTEX_SHADER, "tint"), -1);
    GLint compatible[2] = {-1, -1};
    gl->getActiveSubroutineUniformiv(
        program, GL_FRAGMENT_SHADER, 0, GL_COMPATIBLE_SUBROUTINES, compatible);
    EXPECT_EQ(compatible[0] + compatible[1], 1);

    gl->useProgram(program);
    GLuint chosen = 99;
    gl->getUniformSubroutineuiv(GL_FRAGMENT_SHADER, 0, &chosen);
    const GLuint first = chosen;
    EXPECT_LT(first, 2u);
    const GLuint other = 1 - first;
    gl->uniformSubroutinesuiv(GL_FRAGMENT_SHADER, 1, &other);
    gl->getUniformSubroutineuiv(GL_FRAGMENT_SHADER, 0, &chosen);
    EXPECT_EQ(chosen, other);
    // The draw puts it where the shader reads it.
    GLuint vertexArray = 0;
    gl->genVertexArrays(1, &vertexArray);
    gl->bindVertexArray(vertexArray);
    gl->drawArrays(GL_TRIANGLES, 0, 3);
    EXPECT_NO_GL_ERROR();
    const Executable& executable = *gl->state().executable;
    const glsl::StageSubroutines& subroutines =
        executable.linked->subroutines[size_t(glsl::Stage::Fragment)];
    GLuint written = 99;
    const auto& block = executable.uniforms[size_t(glsl::Stage::Fragment)];
    ASSERT_GE(block.size(), size_t(subroutines.offset_B) + 4);
    std::memcpy(&written, block.data() + subroutines.offset_B, 4);
    EXPECT_EQ(written, other);

    gl->useProgram(program); // What was chosen is lost.
    gl->getUniformSubroutineuiv(GL_FRAGMENT_SHADER, 0, &chosen);
    EXPECT_EQ(chosen, first);

    const GLuint wrong[2] = {5, 0};
    gl->uniformSubroutinesuiv(GL_FRAGMENT_SHADER, 1, wrong);
    EXPECT_GL_ERROR(GL_INVALID_VALUE);
    gl->uniformSubroutinesuiv(GL_FRAGMENT_SHADER, 2, wrong);
    EXPECT_GL_ERROR(GL_INVALID_VALUE);
    gl->uniformSubroutinesuiv(GL_FLOAT, 1, wrong);
    EXPECT_GL_ERROR(GL_INVALID_ENUM);
    gl->uniformSubroutinesuiv(GL_GEOMETRY_SHADER, 0, wrong);
    EXPECT_GL_ERROR(GL_INVALID_OPERATION);
    gl->getUniformSubroutineuiv(GL_FRAGMENT_SHADER, 1, &chosen);
    EXPECT_GL_ERROR(GL_INVALID_VALUE);
    gl->getSubroutineIndex(gl->createProgram(), GL_FRAGMENT_SHADER, "plain");
    EXPECT_GL_ERROR(GL_INVALID_OPERATION);
    gl->getActiveSubroutineName(program, GL_FRAGMENT_SHADER, 2, 0, nullptr, nullptr);
    EXPECT_GL_ERROR(GL_INVALID_VALUE);
}

TEST_F(ProgramInterface, FragmentOutputs) {
    const GLuint program = start();
    EXPECT_EQ(gl->getFragDataLocation(program, "color"), -1);
    EXPECT_GL_ERROR(GL_INVALID_OPERATION);
    link(program);
    EXPECT_EQ(gl->getFragDataLocation(program, "color"), 0);
    EXPECT_EQ(gl->getFragDataLocation(program, "numbers"), 1);
    EXPECT_EQ(gl->getFragDataLocation(program, "missing"), -1);
    EXPECT_EQ(gl->getFragDataIndex(program, "numbers"), 0);
    gl->bindFragDataLocation(program, 8, "color");
    EXPECT_GL_ERROR(GL_INVALID_VALUE);
    gl->bindFragDataLocation(program, 0, "gl_FragColor");
    EXPECT_GL_ERROR(GL_INVALID_OPERATION);
    gl->bindFragDataLocationIndexed(program, 0, 2, "color");
    EXPECT_GL_ERROR(GL_INVALID_VALUE);
    gl->bindFragDataLocationIndexed(program, 1, 1, "color");
    EXPECT_GL_ERROR(GL_INVALID_VALUE) << "one draw buffer takes two sources";
    gl->bindFragDataLocationIndexed(program, 0, 1, "color");
    EXPECT_NO_GL_ERROR();
}

TEST_F(ProgramInterface, FeedbackVaryings) {
    const GLuint program = start();
    const char* names[] = {"shade", "gl_SkipComponents2", "gl_NextBuffer", "count"};
    gl->transformFeedbackVaryings(program, 4, names, GL_SEPARATE_ATTRIBS);
    EXPECT_GL_ERROR(GL_INVALID_OPERATION);
    gl->transformFeedbackVaryings(program, 4, names, GL_TRIANGLES);
    EXPECT_GL_ERROR(GL_INVALID_ENUM);
    gl->transformFeedbackVaryings(program, -1, names, GL_SEPARATE_ATTRIBS);
    EXPECT_GL_ERROR(GL_INVALID_VALUE);
    gl->transformFeedbackVaryings(program, 4, names, GL_INTERLEAVED_ATTRIBS);
    link(program);
    EXPECT_EQ(get(program, GL_TRANSFORM_FEEDBACK_VARYINGS), 4);
    EXPECT_EQ(get(program, GL_TRANSFORM_FEEDBACK_BUFFER_MODE), GL_INTERLEAVED_ATTRIBS);
    EXPECT_EQ(get(program, GL_TRANSFORM_FEEDBACK_VARYING_MAX_LENGTH), 19);
    const GLenum types[] = {GL_FLOAT_VEC4, GL_NONE, GL_NONE, GL_UNSIGNED_INT};
    const GLsizei sizes[] = {1, 2, 0, 1};
    for (GLuint i = 0; i < 4; ++i) {
        char name[32];
        GLsizei size = -1;
        GLenum type = 1;
        gl->getTransformFeedbackVarying(program, i, sizeof name, nullptr, &size, &type, name);
        EXPECT_STREQ(name, names[i]);
        EXPECT_EQ(type, types[i]) << name;
        EXPECT_EQ(size, sizes[i]) << name;
    }
    gl->getTransformFeedbackVarying(program, 4, 0, nullptr, nullptr, nullptr, nullptr);
    EXPECT_GL_ERROR(GL_INVALID_VALUE);
}

TEST_F(ProgramInterface, Parameters) {
    const GLuint program = link(start());
    gl->programParameteri(program, GL_PROGRAM_BINARY_RETRIEVABLE_HINT, GL_TRUE);
    EXPECT_EQ(get(program, GL_PROGRAM_BINARY_RETRIEVABLE_HINT), GL_FALSE) << "for the next link";
    link(program);
    EXPECT_EQ(get(program, GL_PROGRAM_BINARY_RETRIEVABLE_HINT), GL_TRUE);
    EXPECT_EQ(get(program, GL_PROGRAM_SEPARABLE), GL_FALSE);
    gl->programParameteri(program, GL_PROGRAM_SEPARABLE, 2);
    EXPECT_GL_ERROR(GL_INVALID_VALUE);
    gl->programParameteri(program, GL_LINK_STATUS, GL_TRUE);
    EXPECT_GL_ERROR(GL_INVALID_ENUM);
    for (const GLenum pname : {GL_GEOMETRY_VERTICES_OUT, GL_TESS_GEN_MODE}) {
        get(program, pname);
        EXPECT_GL_ERROR(GL_INVALID_OPERATION) << "there is no such stage";
    }
}

} // namespace
} // namespace gl
