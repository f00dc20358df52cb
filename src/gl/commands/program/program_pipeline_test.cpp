// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "gl/objects/program_pipeline.h"

#include "gl/testing/context_fixture.h"

namespace gl {
namespace {

constexpr const char* kVertex = R"(#version 410 core
layout(location = 0) in vec4 position;
uniform vec4 offset;
out gl_PerVertex { vec4 gl_Position; };
void main() { gl_Position = position + offset; })";
constexpr const char* kFragment = R"(#version 410 core
uniform vec4 tint;
uniform sampler2D image;
layout(location = 0) out vec4 color;
void main() { color = tint + texture(image, vec2(0.0)); })";
constexpr const char* kCubeFragment = R"(#version 410 core
uniform samplerCube cube;
uniform sampler2D image;
layout(location = 0) out vec4 color;
void main() { color = texture(cube, vec3(0.0)) + texture(image, vec2(0.0)); })";

class Pipelines : public testing::CoreContextTest {
protected:
    GLuint make(GLenum type, const char* source) {
        const GLuint program = gl->createShaderProgramv(type, 1, &source);
        EXPECT_EQ(get(program, GL_LINK_STATUS), GL_TRUE) << log(program);
        return program;
    }
    GLuint makeWhole(const char* vertex, const char* fragment, bool separable) {
        const GLuint program = gl->createProgram();
        const std::pair<GLenum, const char*> sources[] = {{GL_VERTEX_SHADER, vertex},
                                                          {GL_FRAGMENT_SHADER, fragment}};
        for (const auto& [type, source] : sources) {
            const GLuint shader = gl->createShader(type);
            gl->shaderSource(shader, 1, &source, nullptr);
            gl->compileShader(shader);
            gl->attachShader(program, shader);
            gl->deleteShader(shader);
        }
        gl->programParameteri(program, GL_PROGRAM_SEPARABLE, separable);
        gl->linkProgram(program);
        EXPECT_EQ(get(program, GL_LINK_STATUS), GL_TRUE) << log(program);
        return program;
    }
    GLint get(GLuint program, GLenum pname) {
        GLint value = -1;
        gl->getProgramiv(program, pname, &value);
        return value;
    }
    GLint getPipeline(GLuint pipeline, GLenum pname) {
        GLint value = -1;
        gl->getProgramPipelineiv(pipeline, pname, &value);
        return value;
    }
    std::string log(GLuint program) {
        char text[1000] = "";
        gl->getProgramInfoLog(program, sizeof text, nullptr, text);
        return text;
    }
    GLuint bindNew() {
        GLuint pipeline = 0;
        gl->genProgramPipelines(1, &pipeline);
        gl->bindProgramPipeline(pipeline);
        return pipeline;
    }
    void draw() {
        gl->bindVertexArray(m_vertexArray);
        gl->drawArrays(GL_TRIANGLES, 0, 3);
    }
    void SetUp() override {
        CoreContextTest::SetUp();
        gl->genVertexArrays(1, &m_vertexArray);
    }
    const Executable* stage(glsl::Stage stage) { return gl->state().stages[size_t(stage)]; }

    GLuint m_vertexArray = 0;
};

TEST_F(Pipelines, NamesAreObjectsOnceBound) {
    GLuint names[2];
    gl->genProgramPipelines(2, names);
    EXPECT_FALSE(gl->isProgramPipeline(names[0]));
    gl->bindProgramPipeline(names[0]);
    EXPECT_TRUE(gl->isProgramPipeline(names[0]));
    GLint bound = 0;
    gl->getIntegerv(GL_PROGRAM_PIPELINE_BINDING, &bound);
    EXPECT_EQ(GLuint(bound), names[0]);
    gl->deleteProgramPipelines(2, names);
    gl->getIntegerv(GL_PROGRAM_PIPELINE_BINDING, &bound);
    EXPECT_EQ(bound, 0);
    gl->bindProgramPipeline(names[0]);
    EXPECT_GL_ERROR(GL_INVALID_OPERATION);
    gl->bindProgramPipeline(1000);
    EXPECT_GL_ERROR(GL_INVALID_OPERATION);
    gl->genProgramPipelines(-1, names);
    EXPECT_GL_ERROR(GL_INVALID_VALUE);
}

TEST_F(Pipelines, StagesOfSeveralProgramsAreDrawn) {
    const GLuint vertex = make(GL_VERTEX_SHADER, kVertex);
    const GLuint fragment = make(GL_FRAGMENT_SHADER, kFragment);
    const GLuint pipeline = bindNew();
    draw();
    EXPECT_GL_ERROR(GL_INVALID_OPERATION) << "the pipeline is empty";
    gl->useProgramStages(pipeline, GL_VERTEX_SHADER_BIT, vertex);
    gl->useProgramStages(pipeline, GL_FRAGMENT_SHADER_BIT, fragment);
    EXPECT_EQ(GLuint(getPipeline(pipeline, GL_VERTEX_SHADER)), vertex);
    EXPECT_EQ(GLuint(getPipeline(pipeline, GL_FRAGMENT_SHADER)), fragment);
    EXPECT_EQ(getPipeline(pipeline, GL_GEOMETRY_SHADER), 0);
    draw();
    EXPECT_EQ(device->log.draws, 1);
    ASSERT_NE(stage(glsl::Stage::Vertex), nullptr);
    ASSERT_NE(stage(glsl::Stage::Fragment), nullptr);
    EXPECT_NE(stage(glsl::Stage::Vertex), stage(glsl::Stage::Fragment));
    EXPECT_EQ(gl->state().executable, nullptr);

    // A program overrides the pipeline.
    const GLuint whole = makeWhole(kVertex, kFragment, false);
    gl->useProgram(whole);
    EXPECT_EQ(stage(glsl::Stage::Vertex), gl->state().executable);
    EXPECT_EQ(stage(glsl::Stage::Fragment), gl->state().executable);
    gl->useProgram(0);
    EXPECT_NE(stage(glsl::Stage::Vertex), stage(glsl::Stage::Fragment));
}

TEST_F(Pipelines, UseProgramStagesErrors) {
    const GLuint pipeline = bindNew();
    const GLuint vertex = make(GL_VERTEX_SHADER, kVertex);
    const GLuint whole = makeWhole(kVertex, kFragment, false);
    const GLuint unlinked = gl->createProgram();
    gl->useProgramStages(1000, GL_VERTEX_SHADER_BIT, vertex);
    EXPECT_GL_ERROR(GL_INVALID_OPERATION);
    gl->useProgramStages(pipeline, 1 << 20, vertex);
    EXPECT_GL_ERROR(GL_INVALID_VALUE);
    gl->useProgramStages(pipeline, GL_VERTEX_SHADER_BIT, 1000);
    EXPECT_GL_ERROR(GL_INVALID_VALUE);
    gl->useProgramStages(pipeline, GL_VERTEX_SHADER_BIT, gl->createShader(GL_VERTEX_SHADER));
    EXPECT_GL_ERROR(GL_INVALID_OPERATION);
    gl->useProgramStages(pipeline, GL_VERTEX_SHADER_BIT, unlinked);
    EXPECT_GL_ERROR(GL_INVALID_OPERATION);
    gl->useProgramStages(pipeline, GL_VERTEX_SHADER_BIT, whole);
    EXPECT_GL_ERROR(GL_INVALID_OPERATION) << "not separable";
    gl->useProgramStages(pipeline, GL_ALL_SHADER_BITS, vertex);
    EXPECT_NO_GL_ERROR();
    EXPECT_EQ(getPipeline(pipeline, GL_FRAGMENT_SHADER), 0);
    getPipeline(pipeline, GL_LINK_STATUS);
    EXPECT_GL_ERROR(GL_INVALID_ENUM);
}

TEST_F(Pipelines, UniformsGoToTheActiveProgram) {
    const GLuint vertex = make(GL_VERTEX_SHADER, kVertex);
    const GLuint fragment = make(GL_FRAGMENT_SHADER, kFragment);
    const GLuint pipeline = bindNew();
    gl->useProgramStages(pipeline, GL_VERTEX_SHADER_BIT, vertex);
    gl->useProgramStages(pipeline, GL_FRAGMENT_SHADER_BIT, fragment);
    gl->uniform4f(0, 1, 2, 3, 4);
    EXPECT_GL_ERROR(GL_INVALID_OPERATION);
    gl->activeShaderProgram(pipeline, fragment);
    EXPECT_EQ(GLuint(getPipeline(pipeline, GL_ACTIVE_PROGRAM)), fragment);
    const GLint tint = gl->getUniformLocation(fragment, "tint");
    gl->uniform4f(tint, 1, 2, 3, 4);
    float value[4];
    gl->getUniformfv(fragment, tint, value);
    EXPECT_EQ(value[2], 3);
    const GLint offset = gl->getUniformLocation(vertex, "offset");
    gl->dirty().clearAll();
    gl->programUniform4f(vertex, offset, 5, 6, 7, 8);
    EXPECT_TRUE(gl->dirty().test(Dirty::Uniforms));
    gl->getUniformfv(vertex, offset, value);
    EXPECT_EQ(value[3], 8);
    gl->activeShaderProgram(pipeline, 1000);
    EXPECT_GL_ERROR(GL_INVALID_VALUE);
    gl->activeShaderProgram(pipeline, gl->createProgram());
    EXPECT_GL_ERROR(GL_INVALID_OPERATION);
    gl->programUniform1f(1000, 0, 1);
    EXPECT_GL_ERROR(GL_INVALID_VALUE);
    gl->programUniform1f(gl->createProgram(), 0, 1);
    EXPECT_GL_ERROR(GL_INVALID_OPERATION);
}

TEST_F(Pipelines, DeletionOfProgramsWaitsForPipelines) {
    const GLuint vertex = make(GL_VERTEX_SHADER, kVertex);
    const GLuint pipeline = bindNew();
    gl->useProgramStages(pipeline, GL_VERTEX_SHADER_BIT, vertex);
    gl->deleteProgram(vertex);
    EXPECT_TRUE(gl->isProgram(vertex));
    EXPECT_EQ(get(vertex, GL_DELETE_STATUS), GL_TRUE);
    gl->useProgramStages(pipeline, GL_VERTEX_SHADER_BIT, 0);
    EXPECT_FALSE(gl->isProgram(vertex));

    const GLuint fragment = make(GL_FRAGMENT_SHADER, kFragment);
    gl->useProgramStages(pipeline, GL_FRAGMENT_SHADER_BIT, fragment);
    gl->activeShaderProgram(pipeline, fragment);
    gl->deleteProgram(fragment);
    gl->deleteProgramPipelines(1, &pipeline);
    EXPECT_FALSE(gl->isProgram(fragment));
}

TEST_F(Pipelines, LinkingAgainInstallsTheNewestExecutable) {
    const GLuint program = makeWhole(kVertex, kFragment, true);
    const GLuint pipeline = bindNew();
    gl->useProgramStages(pipeline, GL_ALL_SHADER_BITS, program);
    draw();
    const Executable* before = stage(glsl::Stage::Vertex);
    gl->linkProgram(program);
    draw();
    EXPECT_NE(stage(glsl::Stage::Vertex), before);
    EXPECT_EQ(stage(glsl::Stage::Vertex), stage(glsl::Stage::Fragment));
    EXPECT_EQ(device->log.draws, 2);
    // Without the parameter it may not stay.
    gl->programParameteri(program, GL_PROGRAM_SEPARABLE, GL_FALSE);
    gl->linkProgram(program);
    draw();
    EXPECT_GL_ERROR(GL_INVALID_OPERATION);
}

TEST_F(Pipelines, MixesThatCannotRun) {
    const GLuint whole = makeWhole(kVertex, kFragment, true);
    const GLuint fragment = make(GL_FRAGMENT_SHADER, kFragment);
    const GLuint pipeline = bindNew();
    gl->useProgramStages(pipeline, GL_VERTEX_SHADER_BIT, whole);
    gl->useProgramStages(pipeline, GL_FRAGMENT_SHADER_BIT, fragment);
    gl->validateProgramPipeline(pipeline);
    EXPECT_EQ(getPipeline(pipeline, GL_VALIDATE_STATUS), GL_FALSE);
    EXPECT_GT(getPipeline(pipeline, GL_INFO_LOG_LENGTH), 1);
    char text[200] = "";
    gl->getProgramPipelineInfoLog(pipeline, sizeof text, nullptr, text);
    EXPECT_NE(std::string(text).find("some of its stages"), std::string::npos) << text;
    draw();
    EXPECT_GL_ERROR(GL_INVALID_OPERATION);
    gl->useProgramStages(pipeline, GL_FRAGMENT_SHADER_BIT, whole);
    gl->validateProgramPipeline(pipeline);
    EXPECT_EQ(getPipeline(pipeline, GL_VALIDATE_STATUS), GL_TRUE);
    EXPECT_EQ(getPipeline(pipeline, GL_INFO_LOG_LENGTH), 0);
    draw();
    EXPECT_EQ(device->log.draws, 1);
}

TEST_F(Pipelines, SamplersOfTwoTypesOnOneUnit) {
    const GLuint vertex = make(GL_VERTEX_SHADER, kVertex);
    const GLuint fragment = make(GL_FRAGMENT_SHADER, kCubeFragment);
    const GLuint pipeline = bindNew();
    gl->useProgramStages(pipeline, GL_VERTEX_SHADER_BIT, vertex);
    gl->useProgramStages(pipeline, GL_FRAGMENT_SHADER_BIT, fragment);
    draw();
    EXPECT_GL_ERROR(GL_INVALID_OPERATION);
    gl->programUniform1i(fragment, gl->getUniformLocation(fragment, "cube"), 3);
    draw();
    EXPECT_EQ(device->log.draws, 1);
    gl->programUniform1i(fragment, gl->getUniformLocation(fragment, "image"), 3);
    draw();
    EXPECT_GL_ERROR(GL_INVALID_OPERATION);
}

TEST_F(Pipelines, ProgramsOfOneShader) {
    EXPECT_EQ(gl->createShaderProgramv(GL_FLOAT, 1, &kVertex), 0u);
    EXPECT_GL_ERROR(GL_INVALID_ENUM);
    EXPECT_EQ(gl->createShaderProgramv(GL_VERTEX_SHADER, -1, &kVertex), 0u);
    EXPECT_GL_ERROR(GL_INVALID_VALUE);
    const char* bad = "#version 410\nvoid main() { nonsense }";
    const GLuint program = gl->createShaderProgramv(GL_VERTEX_SHADER, 1, &bad);
    EXPECT_NE(program, 0u);
    EXPECT_EQ(get(program, GL_LINK_STATUS), GL_FALSE);
    EXPECT_EQ(get(program, GL_ATTACHED_SHADERS), 0);
    EXPECT_NE(log(program).find("nonsense"), std::string::npos) << "the shader's log is part of it";
}

} // namespace
} // namespace gl
