// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// What programs write: fragment outputs (OpenGL 3.3 section 3.9.2) and what transform feedback
// captures (section 2.11.9).
#include "gl/context/context.h"
#include "gl/validation/validate_program.h"

#include <charconv>

namespace gl {

namespace {

/// An output by name: "c", "c[2]". The element is 0 without an index.
struct OutputName {
    const glsl::FragmentOutput* output = nullptr;
    int element = 0;
};

OutputName findOutput(const Executable& executable, std::string_view name) {
    for (const glsl::FragmentOutput& output : executable.linked->fragmentOutputs) {
        const std::string_view own =
            output.name.ends_with("[0]")
                ? std::string_view(output.name).substr(0, output.name.size() - 3)
                : std::string_view(output.name);
        if (own.starts_with("gl_") || !name.starts_with(own)) {
            continue;
        }
        const std::string_view rest = name.substr(own.size());
        if (rest.empty()) {
            return {&output, 0};
        }
        if (rest.front() != '[' || rest.back() != ']') {
            continue;
        }
        int element = -1;
        const char* end = rest.data() + rest.size() - 1;
        const auto [stop, error] = std::from_chars(rest.data() + 1, end, element);
        const bool isArray = output.arraySize > 1 || output.name.ends_with("[0]");
        if (error == std::errc() && stop == end && element >= 0 && element < output.arraySize &&
            isArray) {
            return {&output, element};
        }
    }
    return {};
}

/// What glsl::FeedbackVarying::name does not say: words that stand for no variable.
GLint feedbackSize(const glsl::FeedbackVarying& varying) {
    constexpr std::string_view kSkip = "gl_SkipComponents";
    if (varying.name == "gl_NextBuffer") {
        return 0;
    }
    if (varying.name.starts_with(kSkip) && varying.name.size() == kSkip.size() + 1) {
        return varying.name.back() - '0';
    }
    return varying.arraySize;
}

} // namespace

void Context::bindFragDataLocation(GLuint program, GLuint color, const GLchar* name) {
    bindFragDataLocationIndexed(program, color, 0, name);
}

void Context::bindFragDataLocationIndexed(GLuint program,
                                          GLuint colorNumber,
                                          GLuint index,
                                          const GLchar* name) {
    Program* object = requireProgram(*this, program);
    if (!object || !name) {
        return;
    }
    if (std::string_view(name).starts_with("gl_")) {
        return setError(
            GL_INVALID_OPERATION, "glBindFragDataLocation: {} is a reserved name", name);
    }
    const int limit = index == 0 ? caps().maxDrawBuffers : caps().maxDualSourceDrawBuffers;
    if (index > 1 || colorNumber >= GLuint(limit)) {
        return setError(GL_INVALID_VALUE,
                        "glBindFragDataLocation: no output {} of index {}",
                        colorNumber,
                        index);
    }
    object->bindings.fragmentOutputBindings[name] = int(colorNumber);
    object->bindings.fragmentOutputIndices[name] = int(index);
}

GLint Context::getFragDataLocation(GLuint program, const GLchar* name) {
    const Executable* executable = requireExecutable(*this, program, "glGetFragDataLocation");
    if (!executable || !name) {
        return -1;
    }
    const OutputName found = findOutput(*executable, name);
    return found.output ? found.output->location + found.element : -1;
}

GLint Context::getFragDataIndex(GLuint program, const GLchar* name) {
    const Executable* executable = requireExecutable(*this, program, "glGetFragDataIndex");
    if (!executable || !name) {
        return -1;
    }
    const OutputName found = findOutput(*executable, name);
    return found.output ? found.output->index : -1;
}

void Context::transformFeedbackVaryings(GLuint program,
                                        GLsizei count,
                                        const GLchar* const* varyings,
                                        GLenum bufferMode) {
    Program* object = requireProgram(*this, program);
    if (!object) {
        return;
    }
    if (bufferMode != GL_INTERLEAVED_ATTRIBS && bufferMode != GL_SEPARATE_ATTRIBS) {
        return setError(
            GL_INVALID_ENUM, "glTransformFeedbackVaryings: {:#x} is not a mode", bufferMode);
    }
    const bool separate = bufferMode == GL_SEPARATE_ATTRIBS;
    if (count < 0 || (count > 0 && !varyings) || (separate && count > glsl::Feedback::kBuffers)) {
        return setError(GL_INVALID_VALUE, "glTransformFeedbackVaryings: {} varyings", count);
    }
    std::vector<std::string> names;
    int buffers = 1;
    for (GLsizei i = 0; i < count; ++i) {
        names.emplace_back(varyings[i] ? varyings[i] : "");
        const bool next = names.back() == "gl_NextBuffer";
        const bool skip = names.back().starts_with("gl_SkipComponents");
        buffers += next ? 1 : 0;
        if (isDesktop() && (next || skip) && (separate || buffers > glsl::Feedback::kBuffers)) {
            return setError(GL_INVALID_OPERATION,
                            "glTransformFeedbackVaryings: {} is not possible here",
                            names.back());
        }
    }
    object->bindings.feedbackVaryings = std::move(names);
    object->bindings.feedbackMode = bufferMode;
}

void Context::getTransformFeedbackVarying(GLuint program,
                                          GLuint index,
                                          GLsizei bufSize,
                                          GLsizei* length,
                                          GLsizei* size,
                                          GLenum* type,
                                          GLchar* name) {
    Program* object = requireProgram(*this, program);
    if (!object) {
        return;
    }
    const auto& executable = object->executable();
    if (bufSize < 0 || !executable || index >= executable->linked->feedback.varyings.size()) {
        return setError(
            GL_INVALID_VALUE, "glGetTransformFeedbackVarying: index {}, {}", index, bufSize);
    }
    const glsl::FeedbackVarying& varying = executable->linked->feedback.varyings[index];
    copyString(varying.name, bufSize, length, name);
    if (size) {
        *size = feedbackSize(varying);
    }
    if (type) {
        *type = varying.glType; // GL_NONE of what stands for no variable.
    }
}

} // namespace gl
