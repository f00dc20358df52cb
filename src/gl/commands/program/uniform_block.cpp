// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Uniform blocks, and uniforms by index (OpenGL 3.1 section 2.11.4, ES 3.0 section 2.12.6).
#include "gl/context/context.h"
#include "gl/validation/validate_program.h"

#include <algorithm>

namespace gl {

namespace {

/// Null: no link has succeeded, or the error is set; then `missing` is whether it is.
const Executable* executableOf(Context& context, GLuint program, bool& missing) {
    Program* object = requireProgram(context, program);
    missing = object == nullptr;
    return object ? object->executable().get() : nullptr;
}

/// Null: the error is set.
const glsl::UniformBlock* requireBlock(Context& context, GLuint program, GLuint index) {
    bool missing = false;
    const Executable* executable = executableOf(context, program, missing);
    if (!missing && (!executable || index >= executable->linked->uniformBlocks.size())) {
        context.setError(GL_INVALID_VALUE, "program {} has no uniform block {}", program, index);
        return nullptr;
    }
    return executable ? &executable->linked->uniformBlocks[index] : nullptr;
}

/// The name is the resource's, or that of an array without its "[0]".
bool names(std::string_view name, std::string_view resource) {
    return name == resource || (resource.ends_with("[0]") && resource.size() == name.size() + 3 &&
                                resource.starts_with(name));
}

GLint uniformFact(const glsl::Uniform& uniform, GLenum pname) {
    switch (pname) {
    case GL_UNIFORM_TYPE:
        return GLint(uniform.glType);
    case GL_UNIFORM_SIZE:
        return uniform.arraySize;
    case GL_UNIFORM_NAME_LENGTH:
        return GLint(uniform.name.size()) + 1;
    case GL_UNIFORM_BLOCK_INDEX:
        return uniform.blockIndex;
    case GL_UNIFORM_OFFSET:
        return uniform.offset_B;
    case GL_UNIFORM_ARRAY_STRIDE:
        return uniform.arrayStride_B;
    case GL_UNIFORM_MATRIX_STRIDE:
        return uniform.matrixStride_B;
    default:
        return uniform.rowMajor;
    }
}

bool isUniformFact(GLenum pname) {
    return (pname >= GL_UNIFORM_TYPE && pname <= GL_UNIFORM_IS_ROW_MAJOR);
}

} // namespace

GLuint Context::getUniformBlockIndex(GLuint program, const GLchar* uniformBlockName) {
    bool missing = false;
    const Executable* executable = executableOf(*this, program, missing);
    if (!executable || !uniformBlockName) {
        return GL_INVALID_INDEX;
    }
    const std::vector<glsl::UniformBlock>& blocks = executable->linked->uniformBlocks;
    const auto found = std::find_if(blocks.begin(), blocks.end(), [&](const auto& block) {
        return names(uniformBlockName, block.name);
    });
    return found != blocks.end() ? GLuint(found - blocks.begin()) : GL_INVALID_INDEX;
}

void Context::getActiveUniformBlockiv(GLuint program,
                                      GLuint uniformBlockIndex,
                                      GLenum pname,
                                      GLint* params) {
    const glsl::UniformBlock* block = requireBlock(*this, program, uniformBlockIndex);
    if (!block) {
        return;
    }
    const Executable& executable =
        *ProgramTable(m_group->shaderObjects).program(program)->executable();
    const auto usedBy = [&](glsl::Stage stage) {
        return GLint(block->stageMask >> unsigned(stage) & 1);
    };
    switch (pname) {
    case GL_UNIFORM_BLOCK_BINDING:
        *params = executable.blockBindings[uniformBlockIndex];
        return;
    case GL_UNIFORM_BLOCK_DATA_SIZE:
        *params = block->size_B;
        return;
    case GL_UNIFORM_BLOCK_NAME_LENGTH:
        *params = GLint(block->name.size()) + 1;
        return;
    case GL_UNIFORM_BLOCK_ACTIVE_UNIFORMS:
        *params = GLint(block->members.size());
        return;
    case GL_UNIFORM_BLOCK_ACTIVE_UNIFORM_INDICES:
        for (size_t i = 0; i < block->members.size(); ++i) {
            params[i] = executable.activeIndices[size_t(block->members[i])];
        }
        return;
    case GL_UNIFORM_BLOCK_REFERENCED_BY_VERTEX_SHADER:
        *params = usedBy(glsl::Stage::Vertex);
        return;
    case GL_UNIFORM_BLOCK_REFERENCED_BY_FRAGMENT_SHADER:
        *params = usedBy(glsl::Stage::Fragment);
        return;
    case GL_UNIFORM_BLOCK_REFERENCED_BY_GEOMETRY_SHADER:
    case GL_UNIFORM_BLOCK_REFERENCED_BY_TESS_CONTROL_SHADER:
    case GL_UNIFORM_BLOCK_REFERENCED_BY_TESS_EVALUATION_SHADER:
        if (isDesktop()) {
            *params = usedBy(pname == GL_UNIFORM_BLOCK_REFERENCED_BY_GEOMETRY_SHADER
                                 ? glsl::Stage::Geometry
                             : pname == GL_UNIFORM_BLOCK_REFERENCED_BY_TESS_CONTROL_SHADER
                                 ? glsl::Stage::TessControl
                                 : glsl::Stage::TessEvaluation);
            return;
        }
        break;
    default:
        break;
    }
    setError(GL_INVALID_ENUM, "glGetActiveUniformBlockiv: {:#x} is not a parameter", pname);
}

void Context::getActiveUniformBlockName(GLuint program,
                                        GLuint uniformBlockIndex,
                                        GLsizei bufSize,
                                        GLsizei* length,
                                        GLchar* uniformBlockName) {
    const glsl::UniformBlock* block = requireBlock(*this, program, uniformBlockIndex);
    if (!block) {
        return;
    }
    if (bufSize < 0) {
        return setError(GL_INVALID_VALUE, "glGetActiveUniformBlockName: bufSize {}", bufSize);
    }
    copyString(block->name, bufSize, length, uniformBlockName);
}

void Context::uniformBlockBinding(GLuint program,
                                  GLuint uniformBlockIndex,
                                  GLuint uniformBlockBinding) {
    if (!requireBlock(*this, program, uniformBlockIndex)) {
        return;
    }
    const GLint bindings = std::min(caps().maxUniformBufferBindings, kMaxUniformBufferBindings);
    if (uniformBlockBinding >= GLuint(bindings)) {
        return setError(GL_INVALID_VALUE, "there is no binding point {}", uniformBlockBinding);
    }
    Executable& executable = *ProgramTable(m_group->shaderObjects).program(program)->executable();
    uint8_t& binding = executable.blockBindings[uniformBlockIndex];
    if (binding != uniformBlockBinding) {
        binding = uint8_t(uniformBlockBinding);
        ++executable.blockSerial;
        m_dirty.set(Dirty::UniformBuffers);
        noteSharedChange();
    }
}

void Context::getUniformIndices(GLuint program,
                                GLsizei uniformCount,
                                const GLchar* const* uniformNames,
                                GLuint* uniformIndices) {
    if (uniformCount < 0) {
        return setError(GL_INVALID_VALUE, "glGetUniformIndices: uniformCount {}", uniformCount);
    }
    bool missing = false;
    const Executable* executable = executableOf(*this, program, missing);
    if (missing) {
        return;
    }
    if (!executable) { // "It is not required that LinkProgram must have succeeded."
        std::fill_n(uniformIndices, uniformCount, GL_INVALID_INDEX);
        return;
    }
    const std::vector<uint16_t>& active = executable->activeUniforms;
    for (GLsizei i = 0; i < uniformCount; ++i) {
        const auto found = std::find_if(active.begin(), active.end(), [&](uint16_t index) {
            return names(uniformNames[i], executable->linked->uniforms[index].name);
        });
        uniformIndices[i] =
            found != active.end() ? GLuint(found - active.begin()) : GL_INVALID_INDEX;
    }
}

void Context::getActiveUniformsiv(GLuint program,
                                  GLsizei uniformCount,
                                  const GLuint* uniformIndices,
                                  GLenum pname,
                                  GLint* params) {
    if (uniformCount < 0) {
        return setError(GL_INVALID_VALUE, "glGetActiveUniformsiv: uniformCount {}", uniformCount);
    }
    bool missing = false;
    const Executable* executable = executableOf(*this, program, missing);
    if (missing) {
        return;
    }
    const size_t count = executable ? executable->activeUniforms.size() : 0;
    for (GLsizei i = 0; i < uniformCount; ++i) {
        if (uniformIndices[i] >= count) {
            return setError(GL_INVALID_VALUE, "there is no uniform {}", uniformIndices[i]);
        }
    }
    if (!isUniformFact(pname)) {
        return setError(GL_INVALID_ENUM, "glGetActiveUniformsiv: {:#x} is not a parameter", pname);
    }
    for (GLsizei i = 0; i < uniformCount; ++i) {
        const uint16_t index = executable->activeUniforms[uniformIndices[i]];
        params[i] = uniformFact(executable->linked->uniforms[index], pname);
    }
}

void Context::getActiveUniformName(
    GLuint program, GLuint uniformIndex, GLsizei bufSize, GLsizei* length, GLchar* uniformName) {
    bool missing = false;
    const Executable* executable = executableOf(*this, program, missing);
    if (missing) {
        return;
    }
    if (bufSize < 0 || !executable || uniformIndex >= executable->activeUniforms.size()) {
        return setError(
            GL_INVALID_VALUE, "glGetActiveUniformName: uniform {}, {}", uniformIndex, bufSize);
    }
    const uint16_t index = executable->activeUniforms[uniformIndex];
    copyString(executable->linked->uniforms[index].name, bufSize, length, uniformName);
}

} // namespace gl
