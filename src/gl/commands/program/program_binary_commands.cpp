// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "gl/commands/program/shader_options.h"
#include "gl/context/context.h"
#include "gl/objects/program_binary.h"
#include "gl/validation/validate_program.h"

#include <cstring>

namespace gl {

void Context::getProgramBinary(
    GLuint program, GLsizei bufSize, GLsizei* length, GLenum* binaryFormat, void* binary) {
    const Executable* executable = requireExecutable(*this, program, "glGetProgramBinary");
    if (!executable) {
        return;
    }
    if (bufSize < 0) {
        return setError(GL_INVALID_VALUE, "glGetProgramBinary: bufSize {}", bufSize);
    }
    const std::vector<std::byte> bytes =
        writeProgramBinary(*executable->linked, caps().programIdentity);
    if (size_t(bufSize) < bytes.size()) {
        return setError(GL_INVALID_OPERATION,
                        "glGetProgramBinary: bufSize {} of {} bytes",
                        bufSize,
                        bytes.size());
    }
    std::memcpy(binary, bytes.data(), bytes.size());
    *binaryFormat = kProgramBinaryFormat;
    if (length) {
        *length = GLsizei(bytes.size());
    }
}

void Context::programBinary(GLuint program,
                            GLenum binaryFormat,
                            const void* binary,
                            GLsizei length) {
    Program* object = requireProgram(*this, program);
    if (!object) {
        return;
    }
    if (binaryFormat != kProgramBinaryFormat) {
        return setError(GL_INVALID_ENUM, "glProgramBinary: {:#x} is not a format", binaryFormat);
    }
    if (length < 0 || (length > 0 && !binary)) {
        return setError(GL_INVALID_VALUE, "glProgramBinary: length {}", length);
    }
    if (feedbackUsesProgram(*this, *object, "glProgramBinary")) {
        return;
    }
    const auto* bytes = static_cast<const std::byte*>(binary);
    object->load(
        readProgramBinary({bytes, size_t(length)}, caps().programIdentity, shaderLimits(caps())),
        *m_backend);
    programRelinked(*object);
}

} // namespace gl
