// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Program objects (ES 2.0 section 2.10.3 to 2.10.5).
#include "gl/commands/program/shader_options.h"
#include "gl/commands/program/subroutine.h"
#include "gl/context/pipelines.h"
#include "gl/validation/validate_program.h"

#include <utility>

namespace gl {

namespace {

Program* currentProgram(Context& context) {
    return static_cast<Program*>(context.objects().program.get());
}

} // namespace

GLuint Context::createProgram() {
    return ProgramTable(m_group->shaderObjects).createProgram();
}

void Context::deleteProgram(GLuint program) {
    if (program == 0) {
        return;
    }
    if (Program* object = requireProgram(*this, program)) {
        ProgramTable(m_group->shaderObjects).deleteProgram(*object);
        m_sparePrograms.drop();
        m_spareExecutables.drop();
    }
}

GLboolean Context::isProgram(GLuint program) {
    return ProgramTable(m_group->shaderObjects).program(program) != nullptr;
}

void Context::attachShader(GLuint program, GLuint shader) {
    Program* object = requireProgram(*this, program);
    Shader* attached = object ? requireShader(*this, shader) : nullptr;
    if (!attached) {
        return;
    }
    for (const Ref<Shader>& other : object->shaders()) {
        // Desktop programs may have several shaders of a stage, each once.
        if (other == attached || (isES() && other->type() == attached->type())) {
            setError(GL_INVALID_OPERATION,
                     "glAttachShader: program {} has shader {} of that kind attached",
                     program,
                     other->name());
            return;
        }
    }
    ProgramTable(m_group->shaderObjects).attach(*object, *attached);
}

void Context::detachShader(GLuint program, GLuint shader) {
    Program* object = requireProgram(*this, program);
    Shader* attached = object ? requireShader(*this, shader) : nullptr;
    if (!attached) {
        return;
    }
    if (!object->hasShader(*attached)) {
        setError(GL_INVALID_OPERATION,
                 "glDetachShader: shader {} is not attached to program {}",
                 shader,
                 program);
        return;
    }
    ProgramTable(m_group->shaderObjects).detach(*object, *attached);
}

void Context::bindAttribLocation(GLuint program, GLuint index, const GLchar* name) {
    Program* object = requireProgram(*this, program);
    if (!object) {
        return;
    }
    if (index >= GLuint(std::min(caps().maxVertexAttribs, kMaxVertexAttribs))) {
        setError(GL_INVALID_VALUE, "glBindAttribLocation: index {} is too large", index);
        return;
    }
    if (!name) {
        return;
    }
    if (std::string_view(name).starts_with("gl_")) {
        setError(GL_INVALID_OPERATION, "glBindAttribLocation: {} is a reserved name", name);
        return;
    }
    object->bindings.attributeBindings[name] = int(index);
}

void Context::linkProgram(GLuint program) {
    Program* object = requireProgram(*this, program);
    if (!object) {
        return;
    }
    if (feedbackUsesProgram(*this, *object, "glLinkProgram")) {
        return;
    }
    glsl::LinkOptions options = object->bindings;
    options.api = isES() ? glsl::Api::ES : glsl::Api::Desktop;
    options.limits = shaderLimits(caps());
    options.fixedFunction = m_compat ? glsl::FixedFunction::StandsIn : glsl::FixedFunction::None;
    m_spareExecutables.drop();
    object->link(options, *m_backend);
    programRelinked(*object);
}

void Context::programRelinked(const Program& program) {
    if (program.useCount > 0) {
        m_objects.programPending = true;
        recheck(kRecheckProgram);
        noteSharedChange();
    }
}

void Context::useProgram(GLuint program) {
    if (feedbackHoldsProgram(*this, "glUseProgram")) {
        return;
    }
    Program* before = currentProgram(*this);
    if (before && program == before->name() && !m_objects.programPending &&
        m_objects.executable == before->executable()) {
        return resetSubroutines(*this);
    }
    Program* object = nullptr;
    if (program != 0) {
        object = requireProgram(*this, program);
        if (!object) {
            return;
        }
        if (!object->linked()) {
            setError(GL_INVALID_OPERATION, "glUseProgram: program {} is not linked", program);
            return;
        }
    }
    ProgramTable table(m_group->shaderObjects);
    if (object) {
        table.use(*object);
    }
    m_sparePrograms.assign(m_objects.program, object); // Keeps the one before alive as well.
    if (before) {
        table.unuse(*before);
    }
    resolveProgram();
    resetSubroutines(*this);
    shownStateChanged(kShownAll);
    recheck(kRecheckProgram);
}

void Context::resolveProgram() {
    m_objects.programPending = false;
    const std::shared_ptr<Executable> kNone;
    const std::shared_ptr<Executable>* executable = &kNone;
    std::array<Executable*, kShaderStages> stages{};
    StageOwners owners{};
    if (Program* program = currentProgram(*this)) {
        executable = &program->executable();
        if (!*executable) {
            return; // The relink failed: what was current stays (ES 2.0 section 2.10.3).
        }
        for (const glsl::StageBinary& stage : (*executable)->linked->stages) {
            stages[size_t(stage.stage)] = executable->get();
        }
    } else if (ProgramPipeline* pipeline = boundPipeline(*this)) {
        pipeline->refresh();
        for (size_t stage = 0; stage < stages.size(); ++stage) {
            owners[stage] = &pipeline->stages()[stage].executable;
            stages[stage] = owners[stage]->get();
        }
    }
    standInForStages(stages, owners);
    if (*executable == m_objects.executable && stages == m_state.stages) {
        return;
    }
    for (size_t stage = 0; stage < stages.size(); ++stage) {
        std::shared_ptr<Executable>& kept = m_objects.stageExecutables[stage];
        if (owners[stage]) {
            kept = *owners[stage];
        } else if (kept) {
            kept.reset();
        }
    }
    m_spareExecutables.assign(m_objects.executable, *executable);
    m_state.executable = m_objects.executable.get();
    m_state.stages = stages;
    m_dirty.set(Dirty::Program);
    m_dirty.set(Dirty::Uniforms);
    resetSubroutines(*this);
    shownStateChanged(kShownAll);
    recheck(kRecheckProgram | kRecheckArrays);
}

void Context::finishShaderJobs() {
    m_group->shaderObjects.forEach([](Object& object) {
        auto& shaderObject = static_cast<ShaderObject&>(object);
        if (shaderObject.kind() == ShaderObject::Kind::Program) {
            static_cast<Program&>(shaderObject).waitForLink();
        }
    });
    m_group->assemblyPrograms.forEach(
        [](const AssemblyProgram& program) { program.waitForLink(); });
    if (Program* program = currentProgram(*this)) {
        const Ref<Object> keep = std::exchange(m_objects.program, {});
        ProgramTable(m_group->shaderObjects).unuse(*program);
    }
    deletePipelines(*this);
}

void Context::validateProgram(GLuint program) {
    Program* object = requireProgram(*this, program);
    if (!object) {
        return;
    }
    const std::shared_ptr<Executable> executable = object->executable();
    if (!executable) {
        object->setValidation(false, "error: the program is not linked\n");
    } else if (executable->samplerConflict) {
        object->setValidation(false,
                              "error: samplers of different types use the same texture unit\n");
    } else {
        object->setValidation(true, {});
    }
}

void Context::programParameteri(GLuint program, GLenum pname, GLint value) {
    Program* object = requireProgram(*this, program);
    if (!object) {
        return;
    }
    if (pname != GL_PROGRAM_BINARY_RETRIEVABLE_HINT && pname != GL_PROGRAM_SEPARABLE) {
        return setError(GL_INVALID_ENUM, "glProgramParameteri: {:#x} is not a parameter", pname);
    }
    if (value != GL_FALSE && value != GL_TRUE) {
        return setError(GL_INVALID_VALUE, "glProgramParameteri: {} is not a boolean", value);
    }
    (pname == GL_PROGRAM_SEPARABLE ? object->bindings.separable : object->binaryRetrievableNext) =
        value != GL_FALSE;
}

} // namespace gl
