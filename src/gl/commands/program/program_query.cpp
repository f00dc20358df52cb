// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// What programs answer (ES 2.0 section 2.10.4 and 6.1.8, OpenGL 4.1 section 6.1.12).
#include "gl/context/context.h"
#include "gl/objects/program_binary.h"
#include "gl/validation/validate_program.h"

#include <algorithm>
#include <string_view>

namespace gl {

namespace {

/// The longest of the names with its terminator; 0: there are none.
template <class Range>
GLint longestName(const Range& range, auto&& nameOf) {
    size_t longest = 0;
    for (const auto& item : range) {
        longest = std::max(longest, nameOf(item).size() + 1);
    }
    return GLint(longest);
}

/// Facts of a successful link, nothing or zero without one. False: no such parameter.
bool interfaceFact(const Executable* executable, const Program& program, GLenum pname, GLint* out) {
    static const auto& none = *new const glsl::LinkedProgram;
    static const auto& noUniforms = *new const std::vector<uint16_t>;
    const glsl::LinkedProgram& linked = executable ? *executable->linked : none;
    const std::vector<uint16_t>& active = executable ? executable->activeUniforms : noUniforms;
    const auto ownName = [](const auto& item) -> const std::string& { return item.name; };
    switch (pname) {
    case GL_ACTIVE_UNIFORMS:
        *out = GLint(active.size());
        return true;
    case GL_ACTIVE_UNIFORM_MAX_LENGTH:
        *out = longestName(
            active, [&](uint16_t i) -> const std::string& { return linked.uniforms[i].name; });
        return true;
    case GL_ACTIVE_ATTRIBUTES:
        *out = GLint(linked.attributes.size());
        return true;
    case GL_ACTIVE_ATTRIBUTE_MAX_LENGTH:
        *out = longestName(linked.attributes, ownName);
        return true;
    case GL_ACTIVE_UNIFORM_BLOCKS:
        *out = GLint(linked.uniformBlocks.size());
        return true;
    case GL_ACTIVE_UNIFORM_BLOCK_MAX_NAME_LENGTH:
        *out = longestName(linked.uniformBlocks, ownName);
        return true;
    case GL_TRANSFORM_FEEDBACK_VARYINGS:
        *out = GLint(executable ? linked.feedback.varyings.size()
                                : program.bindings.feedbackVaryings.size());
        return true;
    case GL_TRANSFORM_FEEDBACK_VARYING_MAX_LENGTH:
        *out = longestName(linked.feedback.varyings, ownName);
        return true;
    case GL_TRANSFORM_FEEDBACK_BUFFER_MODE:
        *out = GLint(linked.feedback.mode            ? linked.feedback.mode
                     : program.bindings.feedbackMode ? program.bindings.feedbackMode
                                                     : GLenum(GL_INTERLEAVED_ATTRIBS));
        return true;
    default:
        return false;
    }
}

/// glGetActiveAttrib and glGetActiveUniform: where their answers go.
struct ActiveVariable {
    GLsizei bufSize;
    GLsizei* length;
    GLint* size;
    GLenum* type;
    GLchar* name;

    void tell(const auto& variable) const {
        copyString(variable.name, bufSize, length, name);
        if (size) {
            *size = variable.arraySize;
        }
        if (type) {
            *type = variable.glType;
        }
    }
};

/// Where an attribute or uniform that `locationOf` looks up in a linked program lies; -1: nowhere.
GLint locationIn(Context& context,
                 const char* command,
                 GLuint program,
                 const GLchar* name,
                 int (glsl::LinkedProgram::*locationOf)(std::string_view) const) {
    Program* object = requireProgram(context, program);
    if (!object) {
        return -1;
    }
    const auto executable = object->executable();
    if (!executable) {
        context.setError(GL_INVALID_OPERATION, "{}: program {} is not linked", command, program);
        return -1;
    }
    return name ? (*executable->linked.*locationOf)(name) : -1;
}

enum class StageFact : uint8_t { Unknown, Missing, Known };

/// Layout qualifiers of the stages between vertices and fragments. Missing: the program is not
/// linked with such a stage, an error (OpenGL 4.1 section 6.1.12).
StageFact
stageFact(const Context& context, const Executable* executable, GLenum pname, GLint* out) {
    static const auto& none = *new const glsl::LinkedProgram;
    const glsl::LinkedProgram& linked = executable ? *executable->linked : none;
    const glsl::GeometryFacts& geometry = linked.geometry;
    const glsl::TessellationFacts& tessellation = linked.tessellation;
    using enum glsl::Stage;
    const auto fact = [&](glsl::Stage stage, GLenum type, auto value) {
        if (!isShaderType(context, type)) {
            return StageFact::Unknown;
        }
        if (!linked.stage(stage)) {
            return StageFact::Missing;
        }
        *out = GLint(value);
        return StageFact::Known;
    };
    switch (pname) {
    case GL_GEOMETRY_VERTICES_OUT:
        return fact(Geometry, GL_GEOMETRY_SHADER, geometry.maxVertices);
    case GL_GEOMETRY_INPUT_TYPE:
        return fact(Geometry, GL_GEOMETRY_SHADER, geometry.inputPrimitive);
    case GL_GEOMETRY_OUTPUT_TYPE:
        return fact(Geometry, GL_GEOMETRY_SHADER, geometry.outputPrimitive);
    case GL_GEOMETRY_SHADER_INVOCATIONS:
        return fact(Geometry, GL_GEOMETRY_SHADER, geometry.invocations);
    case GL_TESS_CONTROL_OUTPUT_VERTICES:
        return fact(TessControl, GL_TESS_CONTROL_SHADER, tessellation.patchVertices);
    case GL_TESS_GEN_MODE:
        return fact(TessEvaluation, GL_TESS_EVALUATION_SHADER, tessellation.mode);
    case GL_TESS_GEN_SPACING:
        return fact(TessEvaluation, GL_TESS_EVALUATION_SHADER, tessellation.spacing);
    case GL_TESS_GEN_VERTEX_ORDER:
        return fact(TessEvaluation, GL_TESS_EVALUATION_SHADER, tessellation.vertexOrder);
    case GL_TESS_GEN_POINT_MODE:
        return fact(TessEvaluation, GL_TESS_EVALUATION_SHADER, tessellation.pointMode);
    default:
        return StageFact::Unknown;
    }
}

} // namespace

void Context::getProgramiv(GLuint program, GLenum pname, GLint* params) {
    Program* object = requireProgram(*this, program);
    if (!object) {
        return;
    }
    switch (pname) {
    case GL_DELETE_STATUS:
        *params = object->deletePending;
        return;
    case GL_LINK_STATUS:
        *params = object->linked();
        return;
    case GL_COMPLETION_STATUS_KHR:
        *params = object->linkDone();
        return;
    case GL_VALIDATE_STATUS:
        *params = object->validated();
        return;
    case GL_INFO_LOG_LENGTH:
        *params = object->infoLog().empty() ? 0 : GLint(object->infoLog().size()) + 1;
        return;
    case GL_ATTACHED_SHADERS:
        *params = GLint(object->shaders().size());
        return;
    case GL_PROGRAM_SEPARABLE:
        *params = object->bindings.separable;
        return;
    case GL_PROGRAM_BINARY_RETRIEVABLE_HINT:
        *params = object->binaryRetrievable;
        return;
    case GL_PROGRAM_BINARY_LENGTH:
        *params =
            object->executable()
                ? GLint(writeProgramBinary(*object->executable()->linked, caps().programIdentity)
                            .size())
                : 0;
        return;
    default:
        break;
    }
    const std::shared_ptr<Executable> executable = object->executable();
    if (interfaceFact(executable.get(), *object, pname, params)) {
        return;
    }
    switch (stageFact(*this, executable.get(), pname, params)) {
    case StageFact::Known:
        return;
    case StageFact::Missing:
        return setError(
            GL_INVALID_OPERATION, "glGetProgramiv: program {} has no such stage", program);
    case StageFact::Unknown:
        return setError(GL_INVALID_ENUM, "glGetProgramiv: {:#x} is not a parameter", pname);
    }
}

void Context::getProgramInfoLog(GLuint program, GLsizei bufSize, GLsizei* length, GLchar* infoLog) {
    Program* object = requireProgram(*this, program);
    if (!object) {
        return;
    }
    if (bufSize < 0) {
        setError(GL_INVALID_VALUE, "glGetProgramInfoLog: bufSize {}", bufSize);
        return;
    }
    copyString(object->infoLog(), bufSize, length, infoLog);
}

void Context::getAttachedShaders(GLuint program,
                                 GLsizei maxCount,
                                 GLsizei* count,
                                 GLuint* shaders) {
    Program* object = requireProgram(*this, program);
    if (!object) {
        return;
    }
    if (maxCount < 0) {
        setError(GL_INVALID_VALUE, "glGetAttachedShaders: maxCount {}", maxCount);
        return;
    }
    const GLsizei returned = std::min(maxCount, GLsizei(object->shaders().size()));
    for (GLsizei i = 0; i < returned && shaders; ++i) {
        shaders[i] = object->shaders()[size_t(i)]->name();
    }
    if (count) {
        *count = returned;
    }
}

void Context::getActiveAttrib(GLuint program,
                              GLuint index,
                              GLsizei bufSize,
                              GLsizei* length,
                              GLint* size,
                              GLenum* type,
                              GLchar* name) {
    Program* object = requireProgram(*this, program);
    if (!object) {
        return;
    }
    const auto executable = object->executable();
    if (bufSize < 0 || !executable || index >= executable->linked->attributes.size()) {
        setError(GL_INVALID_VALUE, "glGetActiveAttrib: index {} or bufSize {}", index, bufSize);
        return;
    }
    const glsl::Attribute& attribute = executable->linked->attributes[index];
    ActiveVariable{bufSize, length, size, type, name}.tell(attribute);
}

void Context::getActiveUniform(GLuint program,
                               GLuint index,
                               GLsizei bufSize,
                               GLsizei* length,
                               GLint* size,
                               GLenum* type,
                               GLchar* name) {
    Program* object = requireProgram(*this, program);
    if (!object) {
        return;
    }
    const auto executable = object->executable();
    if (bufSize < 0 || !executable || index >= executable->activeUniforms.size()) {
        setError(GL_INVALID_VALUE, "glGetActiveUniform: index {} or bufSize {}", index, bufSize);
        return;
    }
    const glsl::Uniform& uniform = executable->linked->uniforms[executable->activeUniforms[index]];
    ActiveVariable{bufSize, length, size, type, name}.tell(uniform);
}

GLint Context::getAttribLocation(GLuint program, const GLchar* name) {
    return locationIn(
        *this, "glGetAttribLocation", program, name, &glsl::LinkedProgram::attributeLocation);
}

GLint Context::getUniformLocation(GLuint program, const GLchar* name) {
    return locationIn(
        *this, "glGetUniformLocation", program, name, &glsl::LinkedProgram::uniformLocation);
}

} // namespace gl
