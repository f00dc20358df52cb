// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Subroutines (OpenGL 4.0 section 2.11.5, 6.1.16).
#include "gl/commands/program/subroutine.h"

#include "gl/validation/validate_program.h"

#include <algorithm>
#include <charconv>

namespace gl {

namespace {

using glsl::StageSubroutines;
using glsl::SubroutineUniform;

/// Of a stage of a linked program. Null: the error is set. A stage that is not there has none.
const StageSubroutines*
requireStage(Context& context, GLuint program, GLenum type, const char* command) {
    if (!isShaderType(context, type)) {
        context.setError(GL_INVALID_ENUM, "{}: {:#x} is not a shader type", command, type);
        return nullptr;
    }
    const Executable* executable = requireExecutable(context, program, command);
    return executable ? &executable->linked->subroutines[size_t(stageOfShader(type))] : nullptr;
}

/// Of the program in use for a stage. Null: the error is set.
const StageSubroutines* requireCurrent(Context& context, GLenum type, const char* command) {
    if (!isShaderType(context, type)) {
        context.setError(GL_INVALID_ENUM, "{}: {:#x} is not a shader type", command, type);
        return nullptr;
    }
    if (context.objects().programPending) {
        context.resolveProgram();
    }
    const size_t stage = size_t(stageOfShader(type));
    const Executable* executable = context.state().stages[stage];
    if (!executable) {
        context.setError(GL_INVALID_OPERATION, "{}: no program is current", command);
        return nullptr;
    }
    return &executable->linked->subroutines[stage];
}

std::string_view withoutIndex(std::string_view name) {
    return name.ends_with("[0]") ? name.substr(0, name.size() - 3) : name;
}

/// "name", "name[0]", "name[3]"; -1: there is none.
int locationOf(const StageSubroutines& stage, std::string_view name) {
    int element = 0;
    if (name.ends_with(']')) {
        const size_t bracket = name.rfind('[');
        if (bracket == name.npos) {
            return -1;
        }
        const char* begin = name.data() + bracket + 1;
        const char* end = name.data() + name.size() - 1;
        const auto [rest, error] = std::from_chars(begin, end, element);
        if (error != std::errc() || rest != end || element < 0 ||
            (*begin == '0' && end > begin + 1)) {
            return -1;
        }
    }
    const bool indexed = name.ends_with(']');
    const std::string_view base = indexed ? name.substr(0, name.rfind('[')) : name;
    for (const SubroutineUniform& uniform : stage.uniforms) {
        if (withoutIndex(uniform.name) == base && element < uniform.arraySize &&
            (uniform.isArray || !indexed)) {
            return uniform.location + element;
        }
    }
    return -1;
}

const SubroutineUniform* uniformAt(const StageSubroutines& stage, size_t location) {
    for (const SubroutineUniform& uniform : stage.uniforms) {
        if (location >= size_t(uniform.location) &&
            location < size_t(uniform.location) + size_t(uniform.arraySize)) {
            return &uniform;
        }
    }
    return nullptr;
}

template <class Range>
GLint longestName(const Range& items, auto&& nameOf) {
    size_t longest = 0;
    for (const auto& item : items) {
        longest = std::max(longest, nameOf(item).size() + 1);
    }
    return GLint(longest);
}

} // namespace

void resetSubroutines(Context& context) {
    for (size_t stage = 0; stage < size_t(kShaderStages); ++stage) {
        std::vector<GLuint>& chosen = context.objects().subroutines[stage];
        chosen.clear();
        const Executable* executable = context.state().stages[stage];
        if (!executable) {
            continue;
        }
        const StageSubroutines& subroutines = executable->linked->subroutines[stage];
        for (size_t location = 0; location < size_t(subroutines.locationCount); ++location) {
            const SubroutineUniform* uniform = uniformAt(subroutines, location);
            const bool any = uniform && !uniform->compatible.empty();
            chosen.push_back(any ? GLuint(uniform->compatible[0]) : 0);
        }
        if (!chosen.empty()) {
            context.recheck(kRecheckBuiltins);
        }
    }
}

void writeSubroutines(Context& context) {
    for (size_t stage = 0; stage < size_t(kShaderStages); ++stage) {
        const std::vector<GLuint>& chosen = context.objects().subroutines[stage];
        Executable* executable = context.state().stages[stage];
        if (chosen.empty() || !executable) {
            continue;
        }
        const StageSubroutines& subroutines = executable->linked->subroutines[stage];
        const uint64_t before = executable->uniformSerials[stage];
        for (size_t location = 0; location < chosen.size(); ++location) {
            UniformEntry::Slot slot;
            slot.stage = uint32_t(stage);
            slot.offset_B = uint32_t(subroutines.offset_B + int(location) * subroutines.stride_B);
            if (subroutines.offset_B >= 0 &&
                slot.offset_B + sizeof(GLuint) <= executable->uniforms[stage].size()) {
                executable->writeUniform(slot, &chosen[location], sizeof(GLuint));
            }
        }
        if (executable->uniformSerials[stage] != before) {
            context.dirty().set(Dirty::Uniforms);
            context.noteSharedChange();
        }
    }
}

GLint Context::getSubroutineUniformLocation(GLuint program, GLenum shadertype, const GLchar* name) {
    const StageSubroutines* stage =
        requireStage(*this, program, shadertype, "glGetSubroutineUniformLocation");
    return stage && name ? locationOf(*stage, name) : -1;
}

GLuint Context::getSubroutineIndex(GLuint program, GLenum shadertype, const GLchar* name) {
    const StageSubroutines* stage =
        requireStage(*this, program, shadertype, "glGetSubroutineIndex");
    if (!stage || !name) {
        return GL_INVALID_INDEX;
    }
    const auto found = std::find(stage->names.begin(), stage->names.end(), name);
    return found != stage->names.end() ? GLuint(found - stage->names.begin()) : GL_INVALID_INDEX;
}

void Context::getActiveSubroutineUniformiv(
    GLuint program, GLenum shadertype, GLuint index, GLenum pname, GLint* values) {
    const StageSubroutines* stage =
        requireStage(*this, program, shadertype, "glGetActiveSubroutineUniformiv");
    if (!stage) {
        return;
    }
    if (index >= stage->uniforms.size()) {
        return setError(GL_INVALID_VALUE, "there is no subroutine uniform {}", index);
    }
    const SubroutineUniform& uniform = stage->uniforms[index];
    switch (pname) {
    case GL_NUM_COMPATIBLE_SUBROUTINES:
        *values = GLint(uniform.compatible.size());
        return;
    case GL_COMPATIBLE_SUBROUTINES:
        std::copy(uniform.compatible.begin(), uniform.compatible.end(), values);
        return;
    case GL_UNIFORM_SIZE:
        *values = uniform.arraySize;
        return;
    case GL_UNIFORM_NAME_LENGTH:
        *values = GLint(uniform.name.size()) + 1;
        return;
    default:
        setError(GL_INVALID_ENUM, "{:#x} is not a parameter of subroutine uniforms", pname);
    }
}

void Context::getActiveSubroutineUniformName(GLuint program,
                                             GLenum shadertype,
                                             GLuint index,
                                             GLsizei bufSize,
                                             GLsizei* length,
                                             GLchar* name) {
    const StageSubroutines* stage =
        requireStage(*this, program, shadertype, "glGetActiveSubroutineUniformName");
    if (!stage) {
        return;
    }
    if (index >= stage->uniforms.size() || bufSize < 0) {
        return setError(GL_INVALID_VALUE, "subroutine uniform {}, bufSize {}", index, bufSize);
    }
    copyString(stage->uniforms[index].name, bufSize, length, name);
}

void Context::getActiveSubroutineName(GLuint program,
                                      GLenum shadertype,
                                      GLuint index,
                                      GLsizei bufSize,
                                      GLsizei* length,
                                      GLchar* name) {
    const StageSubroutines* stage =
        requireStage(*this, program, shadertype, "glGetActiveSubroutineName");
    if (!stage) {
        return;
    }
    if (index >= stage->names.size() || bufSize < 0) {
        return setError(GL_INVALID_VALUE, "subroutine {}, bufSize {}", index, bufSize);
    }
    copyString(stage->names[index], bufSize, length, name);
}

void Context::getProgramStageiv(GLuint program, GLenum shadertype, GLenum pname, GLint* values) {
    if (!isShaderType(*this, shadertype)) {
        return setError(GL_INVALID_ENUM, "{:#x} is not a shader type", shadertype);
    }
    Program* object = requireProgram(*this, program);
    if (!object) {
        return;
    }
    static const auto& none = *new const StageSubroutines;
    const auto& executable = object->executable();
    const StageSubroutines& stage =
        executable ? executable->linked->subroutines[size_t(stageOfShader(shadertype))] : none;
    switch (pname) {
    case GL_ACTIVE_SUBROUTINES:
        *values = GLint(stage.names.size());
        return;
    case GL_ACTIVE_SUBROUTINE_MAX_LENGTH:
        *values = longestName(stage.names, [](const auto& name) { return name; });
        return;
    case GL_ACTIVE_SUBROUTINE_UNIFORMS:
        *values = GLint(stage.uniforms.size());
        return;
    case GL_ACTIVE_SUBROUTINE_UNIFORM_LOCATIONS:
        *values = stage.locationCount;
        return;
    case GL_ACTIVE_SUBROUTINE_UNIFORM_MAX_LENGTH:
        *values = longestName(stage.uniforms, [](const auto& uniform) { return uniform.name; });
        return;
    default:
        setError(GL_INVALID_ENUM, "glGetProgramStageiv: {:#x} is not a parameter", pname);
    }
}

void Context::uniformSubroutinesuiv(GLenum shadertype, GLsizei count, const GLuint* indices) {
    const StageSubroutines* stage = requireCurrent(*this, shadertype, "glUniformSubroutinesuiv");
    if (!stage) {
        return;
    }
    if (count != stage->locationCount) {
        return setError(GL_INVALID_VALUE,
                        "glUniformSubroutinesuiv: {} indices for {} locations",
                        count,
                        stage->locationCount);
    }
    for (size_t location = 0; location < size_t(count); ++location) {
        const GLuint index = indices[location];
        if (index >= stage->names.size()) {
            return setError(GL_INVALID_VALUE, "there is no subroutine {}", index);
        }
        const SubroutineUniform* uniform = uniformAt(*stage, location);
        if (uniform &&
            std::find(uniform->compatible.begin(), uniform->compatible.end(), int(index)) ==
                uniform->compatible.end()) {
            return setError(GL_INVALID_OPERATION,
                            "subroutine {} does not fit {}",
                            stage->names[index],
                            uniform->name);
        }
    }
    m_objects.subroutines[size_t(stageOfShader(shadertype))].assign(indices, indices + count);
    recheck(kRecheckBuiltins);
}

void Context::getUniformSubroutineuiv(GLenum shadertype, GLint location, GLuint* params) {
    const StageSubroutines* stage = requireCurrent(*this, shadertype, "glGetUniformSubroutineuiv");
    if (!stage) {
        return;
    }
    const std::vector<GLuint>& chosen = m_objects.subroutines[size_t(stageOfShader(shadertype))];
    if (location < 0 || size_t(location) >= chosen.size()) {
        return setError(GL_INVALID_VALUE, "there is no subroutine uniform at {}", location);
    }
    *params = chosen[size_t(location)];
}

} // namespace gl
