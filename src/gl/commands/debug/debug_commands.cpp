// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "gl/context/context.h"

#include <algorithm>
#include <cstring>

namespace gl {

namespace {

bool validSource(GLenum source) {
    return source >= GL_DEBUG_SOURCE_API && source <= GL_DEBUG_SOURCE_OTHER;
}

bool applicationSource(GLenum source) {
    return source == GL_DEBUG_SOURCE_APPLICATION || source == GL_DEBUG_SOURCE_THIRD_PARTY;
}

bool validType(GLenum type) {
    return (type >= GL_DEBUG_TYPE_ERROR && type <= GL_DEBUG_TYPE_OTHER) ||
           (type >= GL_DEBUG_TYPE_MARKER && type <= GL_DEBUG_TYPE_POP_GROUP);
}

bool validSeverity(GLenum severity) {
    return severity == GL_DEBUG_SEVERITY_NOTIFICATION ||
           (severity >= GL_DEBUG_SEVERITY_HIGH && severity <= GL_DEBUG_SEVERITY_LOW);
}

size_t textLength(GLsizei length, const GLchar* text) {
    return length < 0 ? std::strlen(text) : size_t(length);
}

/// Copies `text` with a terminator into `buffer` of `size` bytes; returns the characters copied.
GLsizei copyText(const std::string& text, GLsizei size, GLchar* buffer) {
    if (!buffer || size <= 0) {
        return 0;
    }
    const size_t length = std::min(text.size(), size_t(size) - 1);
    std::memcpy(buffer, text.data(), length);
    buffer[length] = 0;
    return GLsizei(length);
}

/// Null with the error set: no such object.
Object* findLabelled(Context& context, GLenum identifier, GLuint name) {
    Object* object = nullptr;
    switch (identifier) {
    case GL_BUFFER:
        object = context.group().buffers.find(name);
        break;
    case GL_SHADER:
    case GL_PROGRAM: {
        const bool right =
            identifier == GL_SHADER ? context.isShader(name) : context.isProgram(name);
        object = right ? context.group().shaderObjects.find(name) : nullptr;
        break;
    }
    case GL_VERTEX_ARRAY:
        object = context.objects().vertexArrays.find(name);
        break;
    case GL_TEXTURE:
        object = context.group().textures.find(name);
        break;
    case GL_RENDERBUFFER:
        object = context.group().renderbuffers.find(name);
        break;
    case GL_FRAMEBUFFER:
        object = context.objects().framebuffers.find(name);
        break;
    case GL_PROGRAM_PIPELINE:
        object = context.objects().pipelines.find(name);
        break;
    case GL_QUERY:
        object = context.objects().queries.find(name);
        break;
    case GL_TRANSFORM_FEEDBACK:
        object = context.objects().feedbacks.find(name);
        break;
    case GL_SAMPLER:
        object = context.group().samplers.find(name);
        break;
    case GL_DISPLAY_LIST:
        object = context.group().lists.find(name);
        break;
    default:
        context.setError(GL_INVALID_ENUM, "0x{:04X} is not a kind of object", identifier);
        return nullptr;
    }
    if (!object) {
        context.setError(
            GL_INVALID_VALUE, "there is no object {} of kind 0x{:04X}", name, identifier);
    }
    return object;
}

} // namespace

void Context::debugMessageControl(GLenum source,
                                  GLenum type,
                                  GLenum severity,
                                  GLsizei count,
                                  const GLuint* ids,
                                  GLboolean enabled) {
    if (count < 0) {
        return setError(GL_INVALID_VALUE, "count is {}", count);
    }
    if ((source != GL_DONT_CARE && !validSource(source)) ||
        (type != GL_DONT_CARE && !validType(type)) ||
        (severity != GL_DONT_CARE && !validSeverity(severity))) {
        return setError(GL_INVALID_ENUM,
                        "source 0x{:04X}, type 0x{:04X}, severity 0x{:04X}",
                        source,
                        type,
                        severity);
    }
    if (count > 0 && (source == GL_DONT_CARE || type == GL_DONT_CARE || severity != GL_DONT_CARE)) {
        return setError(GL_INVALID_OPERATION,
                        "ids need a source and a type, and GL_DONT_CARE as the severity");
    }
    m_debug.control(source, type, severity, ids, count, enabled != GL_FALSE);
}

void Context::debugMessageInsert(
    GLenum source, GLenum type, GLuint id, GLenum severity, GLsizei length, const GLchar* buf) {
    if (!applicationSource(source) || !validType(type) || !validSeverity(severity)) {
        return setError(GL_INVALID_ENUM,
                        "source 0x{:04X}, type 0x{:04X}, severity 0x{:04X}",
                        source,
                        type,
                        severity);
    }
    const size_t size = textLength(length, buf);
    if (size >= size_t(DebugOutput::kMaxMessageLength)) {
        return setError(GL_INVALID_VALUE, "a message of {} characters", size);
    }
    m_debug.emit(source, type, id, severity, std::string_view(buf, size));
}

void Context::debugMessageCallback(GLDEBUGPROC callback, const void* userParam) {
    m_debug.setCallback(callback, userParam);
}

GLuint Context::getDebugMessageLog(GLuint count,
                                   GLsizei bufSize,
                                   GLenum* sources,
                                   GLenum* types,
                                   GLuint* ids,
                                   GLenum* severities,
                                   GLsizei* lengths,
                                   GLchar* messageLog) {
    if (messageLog && bufSize < 0) {
        setError(GL_INVALID_VALUE, "bufSize is {}", bufSize);
        return 0;
    }
    GLuint fetched = 0;
    GLsizei left_B = bufSize;
    while (fetched < count && !m_debug.log().empty()) {
        const DebugOutput::Message& message = m_debug.log().front();
        const GLsizei length = GLsizei(message.text.size()) + 1;
        if (messageLog) {
            if (length > left_B) {
                break;
            }
            std::memcpy(messageLog, message.text.c_str(), size_t(length));
            messageLog += length;
            left_B -= length;
        }
        const auto store = [fetched](auto* array, auto value) {
            if (array) {
                array[fetched] = value;
            }
        };
        store(sources, message.source);
        store(types, message.type);
        store(ids, message.id);
        store(severities, message.severity);
        store(lengths, length);
        m_debug.popLog();
        ++fetched;
    }
    return fetched;
}

void Context::pushDebugGroup(GLenum source, GLuint id, GLsizei length, const GLchar* message) {
    if (!applicationSource(source)) {
        return setError(GL_INVALID_ENUM, "0x{:04X} is not an application's source", source);
    }
    const size_t size = textLength(length, message);
    if (size >= size_t(DebugOutput::kMaxMessageLength)) {
        return setError(GL_INVALID_VALUE, "a message of {} characters", size);
    }
    if (m_debug.groupDepth() >= DebugOutput::kMaxGroupDepth) {
        return setError(GL_STACK_OVERFLOW, "{} debug groups are open", m_debug.groupDepth());
    }
    m_debug.pushGroup(source, id, std::string_view(message, size));
}

void Context::popDebugGroup() {
    if (m_debug.groupDepth() <= 1) {
        return setError(GL_STACK_UNDERFLOW, "no debug group is open");
    }
    m_debug.popGroup();
}

void Context::objectLabel(GLenum identifier, GLuint name, GLsizei length, const GLchar* label) {
    Object* object = findLabelled(*this, identifier, name);
    if (!object) {
        return;
    }
    if (!label) {
        return object->setLabel({});
    }
    const size_t size = textLength(length, label);
    if (size >= size_t(DebugOutput::kMaxLabelLength)) {
        return setError(GL_INVALID_VALUE, "a label of {} characters", size);
    }
    object->setLabel(std::string(label, size));
}

void Context::getObjectLabel(
    GLenum identifier, GLuint name, GLsizei bufSize, GLsizei* length, GLchar* label) {
    if (bufSize < 0) {
        return setError(GL_INVALID_VALUE, "bufSize is {}", bufSize);
    }
    const Object* object = findLabelled(*this, identifier, name);
    if (!object) {
        return;
    }
    const GLsizei copied = copyText(object->label(), bufSize, label);
    if (length) {
        *length = label ? copied : GLsizei(object->label().size());
    }
}

void Context::objectPtrLabel(const void* ptr, GLsizei length, const GLchar* label) {
    const auto sync = m_group->syncs.find(static_cast<GLsync>(const_cast<void*>(ptr)));
    if (!sync) {
        return setError(GL_INVALID_VALUE, "{} is not a sync object", ptr);
    }
    const size_t size = label ? textLength(length, label) : 0;
    if (size >= size_t(DebugOutput::kMaxLabelLength)) {
        return setError(GL_INVALID_VALUE, "a label of {} characters", size);
    }
    sync->label.assign(label ? label : "", size);
}

void Context::getObjectPtrLabel(const void* ptr, GLsizei bufSize, GLsizei* length, GLchar* label) {
    if (bufSize < 0) {
        return setError(GL_INVALID_VALUE, "bufSize is {}", bufSize);
    }
    const auto sync = m_group->syncs.find(static_cast<GLsync>(const_cast<void*>(ptr)));
    if (!sync) {
        return setError(GL_INVALID_VALUE, "{} is not a sync object", ptr);
    }
    const GLsizei copied = copyText(sync->label, bufSize, label);
    if (length) {
        *length = label ? copied : GLsizei(sync->label.size());
    }
}

} // namespace gl
