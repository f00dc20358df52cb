// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Program pipeline objects (OpenGL 4.1 section 2.11.4, 6.1.12).
#include "gl/commands/program/shader_options.h"
#include "gl/commands/program/subroutine.h"
#include "gl/objects/program_pipeline.h"
#include "gl/validation/validate_program.h"

namespace gl {

namespace {

struct StageBit {
    GLbitfield bit;
    GLenum type;
};
constexpr StageBit kStageBits[] = {
    {GL_VERTEX_SHADER_BIT, GL_VERTEX_SHADER},
    {GL_TESS_CONTROL_SHADER_BIT, GL_TESS_CONTROL_SHADER},
    {GL_TESS_EVALUATION_SHADER_BIT, GL_TESS_EVALUATION_SHADER},
    {GL_GEOMETRY_SHADER_BIT, GL_GEOMETRY_SHADER},
    {GL_FRAGMENT_SHADER_BIT, GL_FRAGMENT_SHADER},
};

/// The object of a generated name: made where a command first needs it. Null: `error` is set.
ProgramPipeline*
requirePipeline(Context& context, GLuint name, GLenum error = GL_INVALID_OPERATION) {
    NameTable<Object>& pipelines = context.objects().pipelines;
    if (name == 0 || !pipelines.used(name)) {
        context.setError(error, "there is no program pipeline {}", name);
        return nullptr;
    }
    if (!pipelines.find(name)) {
        pipelines.insert(name, new ProgramPipeline(name));
    }
    return static_cast<ProgramPipeline*>(pipelines.find(name));
}

/// Stages of different programs whose variables do not fit: undefined values, not an error.
std::string interfaceWarnings(const std::array<const Executable*, kShaderStages>& stages) {
    std::string warnings;
    const Executable* before = nullptr;
    for (const Executable* executable : stages) {
        std::string why;
        if (executable && before && executable != before &&
            !glsl::interfacesMatch(*before->linked, *executable->linked, why)) {
            warnings += fmt::format("warning: {}\n", why);
        }
        before = executable ? executable : before;
    }
    return warnings;
}

} // namespace

void Context::genProgramPipelines(GLsizei n, GLuint* pipelines) {
    if (n < 0) {
        return setError(GL_INVALID_VALUE, "glGenProgramPipelines: n {}", n);
    }
    for (GLsizei i = 0; i < n; ++i) {
        pipelines[i] = m_objects.pipelines.generate();
    }
}

void Context::deleteProgramPipelines(GLsizei n, const GLuint* pipelines) {
    if (n < 0) {
        return setError(GL_INVALID_VALUE, "glDeleteProgramPipelines: n {}", n);
    }
    ProgramTable programs(m_group->shaderObjects);
    for (GLsizei i = 0; i < n; ++i) {
        if (pipelines[i] == 0) {
            continue;
        }
        if (m_objects.pipeline && m_objects.pipeline->name() == pipelines[i]) {
            bindProgramPipeline(0);
        }
        if (const Ref<Object> object = m_objects.pipelines.remove(pipelines[i])) {
            static_cast<ProgramPipeline&>(*object).clear(programs);
        }
    }
}

GLboolean Context::isProgramPipeline(GLuint pipeline) {
    return m_objects.pipelines.find(pipeline) != nullptr;
}

void Context::bindProgramPipeline(GLuint pipeline) {
    if (feedbackHoldsProgram(*this, "glBindProgramPipeline")) {
        return;
    }
    ProgramPipeline* object = nullptr;
    if (pipeline != 0) {
        object = requirePipeline(*this, pipeline);
        if (!object) {
            return;
        }
    }
    m_objects.pipeline = Ref<Object>(object);
    if (!m_objects.program) {
        resolveProgram();
        resetSubroutines(*this);
        recheck(kRecheckProgram);
    }
}

void Context::useProgramStages(GLuint pipeline, GLbitfield stages, GLuint program) {
    ProgramPipeline* object = requirePipeline(*this, pipeline);
    if (!object) {
        return;
    }
    const bool bound = m_objects.pipeline == object;
    if (bound && feedbackHoldsProgram(*this, "glUseProgramStages")) {
        return;
    }
    GLbitfield known = 0;
    for (const StageBit& stage : kStageBits) {
        known |= isShaderType(*this, stage.type) ? stage.bit : 0;
    }
    if (stages != GL_ALL_SHADER_BITS && (stages & ~known) != 0) {
        return setError(GL_INVALID_VALUE, "glUseProgramStages: stages {:#x}", stages);
    }
    Program* attached = nullptr;
    if (program != 0) {
        attached = requireProgram(*this, program);
        if (!attached) {
            return;
        }
        if (!attached->linked()) {
            return setError(
                GL_INVALID_OPERATION, "glUseProgramStages: program {} is not linked", program);
        }
        if (!attached->executable()->linked->separable) {
            return setError(GL_INVALID_OPERATION,
                            "glUseProgramStages: program {} was linked without "
                            "GL_PROGRAM_SEPARABLE",
                            program);
        }
    }
    ProgramTable programs(m_group->shaderObjects);
    for (const StageBit& stage : kStageBits) {
        if (stages & known & stage.bit) {
            object->setStage(programs, stageOfShader(stage.type), attached);
        }
    }
    object->validated = false;
    if (bound && !m_objects.program) {
        resolveProgram();
        resetSubroutines(*this);
        recheck(kRecheckProgram);
    }
}

void Context::activeShaderProgram(GLuint pipeline, GLuint program) {
    ProgramPipeline* object = requirePipeline(*this, pipeline);
    if (!object) {
        return;
    }
    Program* active = nullptr;
    if (program != 0) {
        active = requireProgram(*this, program);
        if (!active) {
            return;
        }
        if (!active->linked()) {
            return setError(
                GL_INVALID_OPERATION, "glActiveShaderProgram: program {} is not linked", program);
        }
    }
    ProgramTable programs(m_group->shaderObjects);
    object->setActiveProgram(programs, active);
}

GLuint Context::createShaderProgramv(GLenum type, GLsizei count, const GLchar* const* strings) {
    if (!isShaderType(*this, type)) {
        setError(GL_INVALID_ENUM, "glCreateShaderProgramv: {:#x} is not a shader type", type);
        return 0;
    }
    if (count < 0 || (count > 0 && !strings)) {
        setError(GL_INVALID_VALUE, "glCreateShaderProgramv: count {} of strings", count);
        return 0;
    }
    ProgramTable table(m_group->shaderObjects);
    const GLuint shader = table.createShader(type);
    const GLuint program = table.createProgram();
    shaderSource(shader, count, strings, nullptr);
    compileShader(shader);
    attachShader(program, shader);
    table.program(program)->bindings.separable = true;
    table.program(program)->showShaderLogs = true;
    // Nobody waits: a shader that does not compile makes a program that does not link.
    linkProgram(program);
    detachShader(program, shader);
    deleteShader(shader);
    return program;
}

void Context::getProgramPipelineiv(GLuint pipeline, GLenum pname, GLint* params) {
    ProgramPipeline* object = requirePipeline(*this, pipeline);
    if (!object) {
        return;
    }
    switch (pname) {
    case GL_ACTIVE_PROGRAM:
        *params = object->activeProgram ? GLint(object->activeProgram->name()) : 0;
        return;
    case GL_VALIDATE_STATUS:
        *params = object->validated;
        return;
    case GL_INFO_LOG_LENGTH:
        *params = object->infoLog.empty() ? 0 : GLint(object->infoLog.size()) + 1;
        return;
    default:
        break;
    }
    if (!isShaderType(*this, pname)) {
        return setError(GL_INVALID_ENUM, "glGetProgramPipelineiv: {:#x} is not a parameter", pname);
    }
    const Ref<Program>& program = object->stages()[size_t(stageOfShader(pname))].program;
    *params = program ? GLint(program->name()) : 0;
}

void Context::getProgramPipelineInfoLog(GLuint pipeline,
                                        GLsizei bufSize,
                                        GLsizei* length,
                                        GLchar* infoLog) {
    ProgramPipeline* object = requirePipeline(*this, pipeline, GL_INVALID_VALUE);
    if (!object) {
        return;
    }
    if (bufSize < 0) {
        return setError(GL_INVALID_VALUE, "glGetProgramPipelineInfoLog: bufSize {}", bufSize);
    }
    copyString(object->infoLog, bufSize, length, infoLog);
}

void Context::validateProgramPipeline(GLuint pipeline) {
    ProgramPipeline* object = requirePipeline(*this, pipeline);
    if (!object) {
        return;
    }
    object->refresh();
    std::array<const Executable*, kShaderStages> stages{};
    for (size_t i = 0; i < stages.size(); ++i) {
        stages[i] = object->stages()[i].executable.get();
    }
    const char* why = whyNotExecutable(stages);
    object->validated = why == nullptr;
    object->infoLog = why ? fmt::format("error: {}\n", why) : interfaceWarnings(stages);
}

} // namespace gl
