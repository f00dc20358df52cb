// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Draws whose arguments lie in a buffer object (ARB_draw_indirect, ARB_multi_draw_indirect), in the
// compatibility profile also in client memory.
#include "gl/context/context.h"

#include <cstring>
#include <new>

namespace gl {

namespace {

/// OpenGL 4.1 section 2.8.3.
struct ArraysCommand {
    GLuint count, instances, first, baseInstance;
};
struct ElementsCommand {
    GLuint count, instances, firstIndex;
    GLint baseVertex;
    GLuint baseInstance;
};

} // namespace

/// Calls the direct command for each; what they check they check themselves.
void Context::drawIndirectOnHost(const DrawCall& call, const std::byte* commands) {
    const size_t indexSize_B = call.indexType == GL_UNSIGNED_BYTE    ? 1
                               : call.indexType == GL_UNSIGNED_SHORT ? 2
                                                                     : 4;
    for (GLsizei i = 0; i < call.drawCount; ++i, commands += call.indirectStride_B) {
        if (call.indexType == 0) {
            ArraysCommand c;
            std::memcpy(&c, commands, sizeof c);
            drawArraysInstancedBaseInstance(
                call.mode, GLint(c.first), GLsizei(c.count), GLsizei(c.instances), c.baseInstance);
        } else {
            ElementsCommand c;
            std::memcpy(&c, commands, sizeof c);
            drawElementsInstancedBaseVertexBaseInstance(
                call.mode,
                GLsizei(c.count),
                call.indexType,
                reinterpret_cast<const void*>(uintptr_t(c.firstIndex) * indexSize_B),
                GLsizei(c.instances),
                c.baseVertex,
                c.baseInstance);
        }
    }
}

void Context::drawIndirect(
    GLenum mode, GLenum indexType, const void* indirect, GLsizei drawCount, GLsizei stride_B) {
    if (!validDrawMode(mode)) {
        return;
    }
    const size_t command_B = indexType ? sizeof(ElementsCommand) : sizeof(ArraysCommand);
    if (indexType && indexType != GL_UNSIGNED_BYTE && indexType != GL_UNSIGNED_SHORT &&
        indexType != GL_UNSIGNED_INT) {
        return setError(GL_INVALID_ENUM, "0x{:04X} is not an index type", indexType);
    }
    const uintptr_t offset_B = reinterpret_cast<uintptr_t>(indirect);
    if (drawCount < 0 || stride_B < 0 || stride_B % 4 != 0 || offset_B % 4 != 0) {
        return setError(GL_INVALID_VALUE,
                        "{} indirect draws, {} bytes apart, at {}",
                        drawCount,
                        stride_B,
                        offset_B);
    }
    stride_B = stride_B ? stride_B : GLsizei(command_B);
    DrawCall call;
    call.mode = mode;
    call.indexType = indexType;
    call.drawCount = drawCount;
    call.indirectOffset_B = offset_B;
    call.indirectStride_B = stride_B;
    const Buffer* elements = m_objects.vertexArray->state.elementBuffer.get();
    if (indexType && !elements) {
        return setError(GL_INVALID_OPERATION, "no element array buffer is bound");
    }
    Buffer* buffer = m_objects.drawIndirectBuffer.get();
    if (!buffer) {
        if (isCore() || isES()) {
            return setError(GL_INVALID_OPERATION, "no draw indirect buffer is bound");
        }
        if (indirect) {
            drawIndirectOnHost(call, static_cast<const std::byte*>(indirect));
        }
        return;
    }
    if (buffer->mapped() || (elements && elements->mapped())) {
        return setError(GL_INVALID_OPERATION, "a buffer of an indirect draw is mapped");
    }
    const uint64_t needed_B =
        drawCount ? uint64_t(drawCount - 1) * uint64_t(stride_B) + command_B : 0;
    if (offset_B > buffer->size_B() || needed_B > buffer->size_B() - offset_B) {
        return setError(GL_INVALID_OPERATION, "indirect draws lie beyond their buffer");
    }
    if (drawCount == 0 || !prepareDrawSlow(mode, DrawnArrays::Bound)) {
        return;
    }
    if (mode >= GL_QUADS && mode <= GL_POLYGON) { // Their vertices are counted on the host.
        try {
            std::vector<std::byte> commands(static_cast<size_t>(needed_B));
            buffer->backend().read(*m_backend, offset_B, commands);
            drawIndirectOnHost(call, commands.data());
        } catch (const std::bad_alloc&) {
            outOfMemory();
        }
        return;
    }
    call.indirect = &buffer->backend();
    submitDraw(call);
}

void Context::drawArraysIndirect(GLenum mode, const void* indirect) {
    drawIndirect(mode, 0, indirect, 1, 0);
}

void Context::drawElementsIndirect(GLenum mode, GLenum type, const void* indirect) {
    drawIndirect(mode, type ? type : GL_NONE + 1u, indirect, 1, 0);
}

void Context::multiDrawArraysIndirect(GLenum mode,
                                      const void* indirect,
                                      GLsizei drawcount,
                                      GLsizei stride) {
    drawIndirect(mode, 0, indirect, drawcount, stride);
}

void Context::multiDrawElementsIndirect(
    GLenum mode, GLenum type, const void* indirect, GLsizei drawcount, GLsizei stride) {
    drawIndirect(mode, type ? type : GL_NONE + 1u, indirect, drawcount, stride);
}

} // namespace gl
