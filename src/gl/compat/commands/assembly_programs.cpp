// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Program objects of ARB_vertex_program and ARB_fragment_program, and their parameters
// (ARB_vertex_program sections 2.14.1 and 6.1.12): docs/assembly-programs.md.
#include "gl/commands/program/shader_options.h"
#include "gl/compat/commands/assembly_limits.h"
#include "gl/compat/state/compat_state.h"
#include "gl/context/context.h"

#include <algorithm>
#include <cstring>

namespace gl {

namespace {

using glsl::assembly::Parameter;

/// Null with the error set: the context has no such target.
ProgramTarget* requireTarget(Context& context, GLenum target) {
    CompatState* const compat = context.compat();
    ProgramTarget* const found = compat ? compat->assembly.find(target) : nullptr;
    if (!found) {
        context.setError(GL_INVALID_ENUM, "0x{:04X} is not a program target", target);
    }
    return found;
}

/// All of so many parameters; an error otherwise.
bool isBelow(Context& context, GLuint index, GLsizei count, int limit) {
    const bool isValid =
        count > 0 && index < GLuint(limit) && GLuint(count) <= GLuint(limit) - index;
    if (!isValid) {
        context.setError(GL_INVALID_VALUE,
                         "program parameters {} … {} of {}",
                         index,
                         int64_t(index) + count - 1,
                         limit);
    }
    return isValid;
}

template <class T>
ProgramParameter parameterOf(const T* params) {
    return {float(params[0]), float(params[1]), float(params[2]), float(params[3])};
}

template <class T>
void setEnvironment(Context& context, GLenum target, GLuint index, GLsizei count, const T* params) {
    ProgramTarget* const of = requireTarget(context, target);
    if (!of || !isBelow(context, index, count, kEnvironmentParameters)) {
        return;
    }
    for (size_t i = 0; i < size_t(count); ++i) {
        of->environment[index + i] = parameterOf(params + 4 * i);
    }
    context.shownStateChanged(kShownProgramParameters);
}

template <class T>
void setLocals(Context& context, GLenum target, GLuint index, GLsizei count, const T* params) {
    ProgramTarget* const of = requireTarget(context, target);
    if (!of || !isBelow(context, index, count, kLocalParameters)) {
        return;
    }
    for (size_t i = 0; i < size_t(count); ++i) {
        of->bound->setLocal(index + i, parameterOf(params + 4 * i));
    }
    context.shownStateChanged(kShownProgramParameters);
    context.noteSharedChange();
}

template <class T>
void getEnvironment(Context& context, GLenum target, GLuint index, T* params) {
    const ProgramTarget* const of = requireTarget(context, target);
    if (of && isBelow(context, index, 1, kEnvironmentParameters)) {
        std::ranges::copy(of->environment[index], params);
    }
}

template <class T>
void getLocal(Context& context, GLenum target, GLuint index, T* params) {
    const ProgramTarget* const of = requireTarget(context, target);
    if (of && isBelow(context, index, 1, kLocalParameters)) {
        std::ranges::copy(of->bound->local(index), params);
    }
}

ProgramParameter rowOf(const Matrix4& matrix, int row) {
    const size_t first = size_t(row);
    return {matrix.m[first], matrix.m[first + 4], matrix.m[first + 8], matrix.m[first + 12]};
}

ProgramParameter valueOf(const Parameter& parameter,
                         const AssemblyProgram& program,
                         const ProgramTarget& target,
                         const AssemblyPrograms& state) {
    switch (parameter.source) {
    case Parameter::Source::Environment:
        return target.environment[size_t(parameter.index)];
    case Parameter::Source::Local:
        return program.local(size_t(parameter.index));
    case Parameter::Source::ProgramMatrix: {
        Matrix4 matrix = state.matrices[size_t(parameter.index)].top();
        matrix = parameter.isInverse ? matrix.inverted() : matrix;
        return rowOf(parameter.isTransposed ? matrix.transposed() : matrix, parameter.row);
    }
    case Parameter::Source::Constant:
    case Parameter::Source::State: // The shader's text has it.
        break;
    }
    return parameter.constant;
}

} // namespace

// --- Objects

void Context::genProgramsARB(GLsizei n, GLuint* programs) {
    if (!m_compat || n < 0) {
        return setError(m_compat ? GL_INVALID_VALUE : GL_INVALID_OPERATION, "{} programs", n);
    }
    for (GLsizei i = 0; i < n; ++i) {
        programs[i] = m_group->assemblyPrograms.generate();
    }
}

void Context::deleteProgramsARB(GLsizei n, const GLuint* programs) {
    if (!m_compat || n < 0) {
        return setError(m_compat ? GL_INVALID_VALUE : GL_INVALID_OPERATION, "{} programs", n);
    }
    for (GLsizei i = 0; i < n; ++i) {
        const Ref<AssemblyProgram> removed =
            programs[i] ? m_group->assemblyPrograms.remove(programs[i]) : Ref<AssemblyProgram>();
        if (!removed) {
            continue;
        }
        removed->waitForLink(); // Nobody finds it any more to wait when a back end goes.
        if (m_compat->assembly.find(removed->target())->bound == removed) {
            bindProgramARB(removed->target(), 0);
        }
    }
}

GLboolean Context::isProgramARB(GLuint program) {
    return program != 0 && m_group->assemblyPrograms.find(program) != nullptr;
}

void Context::bindProgramARB(GLenum target, GLuint program) {
    ProgramTarget* const of = requireTarget(*this, target);
    if (!of) {
        return;
    }
    Ref<AssemblyProgram> object = of->name0;
    if (program != 0) {
        object = m_group->assemblyPrograms.find(program);
        if (!object) {
            object = new AssemblyProgram(program, target);
            m_group->assemblyPrograms.insert(program, object);
        }
        if (object->target() != target) {
            return setError(GL_INVALID_OPERATION, "program {} is of another target", program);
        }
    }
    if (!(of->bound == object)) {
        of->bound = std::move(object);
        recheck(kRecheckProgram);
    }
}

void Context::programStringARB(GLenum target, GLenum format, GLsizei len, const void* string) {
    const ProgramTarget* const of = requireTarget(*this, target);
    if (!of) {
        return;
    }
    if (format != GL_PROGRAM_FORMAT_ASCII_ARB) {
        return setError(GL_INVALID_ENUM, "0x{:04X} is not a format of programs", format);
    }
    if (len < 0) {
        return setError(GL_INVALID_VALUE, "a program of {} bytes", len);
    }
    std::string source(static_cast<const char*>(string), size_t(len));
    glsl::assembly::Shader shader = glsl::assembly::translate(
        source, target == GL_VERTEX_PROGRAM_ARB, assemblyLimits(*this, target));
    AssemblyPrograms& state = m_compat->assembly;
    const bool isWrong = !shader.error.empty();
    state.errorPosition_B = isWrong ? int(shader.errorPosition) : -1;
    state.error.clear();
    if (isWrong) {
        const auto end = source.begin() + std::ptrdiff_t(shader.errorPosition);
        state.error =
            fmt::format("line {}: {}", 1 + std::count(source.begin(), end, '\n'), shader.error);
        return setError(GL_INVALID_OPERATION, "glProgramStringARB: {}", state.error);
    }
    of->bound->load(std::move(source), std::move(shader), compileOptions(*this), *m_backend);
    recheck(kRecheckProgram);
    noteSharedChange();
}

// --- Parameters

void Context::programEnvParameter4dARB(
    GLenum target, GLuint index, GLdouble x, GLdouble y, GLdouble z, GLdouble w) {
    const std::array params{x, y, z, w};
    programEnvParameter4dvARB(target, index, params.data());
}

void Context::programEnvParameter4dvARB(GLenum target, GLuint index, const GLdouble* params) {
    setEnvironment(*this, target, index, 1, params);
}

void Context::programEnvParameter4fARB(
    GLenum target, GLuint index, GLfloat x, GLfloat y, GLfloat z, GLfloat w) {
    const std::array params{x, y, z, w};
    programEnvParameter4fvARB(target, index, params.data());
}

void Context::programEnvParameter4fvARB(GLenum target, GLuint index, const GLfloat* params) {
    setEnvironment(*this, target, index, 1, params);
}

void Context::programEnvParameters4fvEXT(GLenum target,
                                         GLuint index,
                                         GLsizei count,
                                         const GLfloat* params) {
    setEnvironment(*this, target, index, count, params);
}

void Context::programLocalParameter4dARB(
    GLenum target, GLuint index, GLdouble x, GLdouble y, GLdouble z, GLdouble w) {
    const std::array params{x, y, z, w};
    programLocalParameter4dvARB(target, index, params.data());
}

void Context::programLocalParameter4dvARB(GLenum target, GLuint index, const GLdouble* params) {
    setLocals(*this, target, index, 1, params);
}

void Context::programLocalParameter4fARB(
    GLenum target, GLuint index, GLfloat x, GLfloat y, GLfloat z, GLfloat w) {
    const std::array params{x, y, z, w};
    programLocalParameter4fvARB(target, index, params.data());
}

void Context::programLocalParameter4fvARB(GLenum target, GLuint index, const GLfloat* params) {
    setLocals(*this, target, index, 1, params);
}

void Context::programLocalParameters4fvEXT(GLenum target,
                                           GLuint index,
                                           GLsizei count,
                                           const GLfloat* params) {
    setLocals(*this, target, index, count, params);
}

void Context::getProgramEnvParameterdvARB(GLenum target, GLuint index, GLdouble* params) {
    getEnvironment(*this, target, index, params);
}

void Context::getProgramEnvParameterfvARB(GLenum target, GLuint index, GLfloat* params) {
    getEnvironment(*this, target, index, params);
}

void Context::getProgramLocalParameterdvARB(GLenum target, GLuint index, GLdouble* params) {
    getLocal(*this, target, index, params);
}

void Context::getProgramLocalParameterfvARB(GLenum target, GLuint index, GLfloat* params) {
    getLocal(*this, target, index, params);
}

// --- Queries

void Context::getProgramivARB(GLenum target, GLenum pname, GLint* params) {
    const ProgramTarget* const of = requireTarget(*this, target);
    if (!of) {
        return;
    }
    const std::optional<int> value =
        assemblyProperty(*of->bound, assemblyLimits(*this, target), pname);
    if (!value) {
        return setError(GL_INVALID_ENUM, "0x{:04X} is not asked of such programs", pname);
    }
    *params = *value;
}

void Context::getProgramStringARB(GLenum target, GLenum pname, void* string) {
    const ProgramTarget* const of = requireTarget(*this, target);
    if (!of) {
        return;
    }
    if (pname != GL_PROGRAM_STRING_ARB) {
        return setError(GL_INVALID_ENUM, "0x{:04X} is not GL_PROGRAM_STRING_ARB", pname);
    }
    const std::string& source = of->bound->source();
    std::memcpy(string, source.data(), source.size());
}

// --- Drawing

void Context::writeProgramParameters() {
    const auto write = [this](const ProgramTarget& of, glsl::Stage stage) {
        AssemblyProgram& program = *of.bound;
        const Executable* const inUse = m_state.stages[size_t(stage)];
        if (!inUse || program.executable().get() != inUse) {
            return;
        }
        const uint64_t before = inUse->uniformSerials[size_t(stage)];
        program.writeParameters([&](const Parameter& parameter) {
            return valueOf(parameter, program, of, m_compat->assembly);
        });
        if (inUse->uniformSerials[size_t(stage)] != before) {
            m_dirty.set(Dirty::Uniforms);
            noteSharedChange();
        }
    };
    write(m_compat->assembly.vertex, glsl::Stage::Vertex);
    write(m_compat->assembly.fragment, glsl::Stage::Fragment);
}

} // namespace gl
