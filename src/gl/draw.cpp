// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// The draw path. What does not change from call to call was checked before (m_recheck is zero): an
// unchanged draw compares the share group's serial, the mode and the counts, and goes down.
#include "base/bits.h"
#include "gl/compat.h"
#include "gl/context.h"
#include "gl/validate_program.h"

namespace gl {

namespace {

constexpr GLenum kLastEsMode = GL_TRIANGLE_FAN;

// 0: not an index type.
size_t indexSize_B(GLenum type) {
    switch (type) {
    case GL_UNSIGNED_BYTE:
        return 1;
    case GL_UNSIGNED_SHORT:
        return 2;
    case GL_UNSIGNED_INT: // OES_element_index_uint in OpenGL ES.
        return 4;
    default:
        return 0;
    }
}

void arraysReplaced(DirtyBits& dirty) {
    dirty.set(Dirty::VertexFormat);
    dirty.set(Dirty::VertexBuffers);
    dirty.set(Dirty::IndexBuffer);
}

} // namespace

void Context::seeSharedChanges() {
    const uint64_t serial = m_group->changeSerial();
    if (serial == m_seenChangeSerial) {
        return;
    }
    m_seenChangeSerial = serial;
    for (Dirty bit : {Dirty::Framebuffer,
                      Dirty::Program,
                      Dirty::Uniforms,
                      Dirty::Textures,
                      Dirty::UniformBuffers,
                      Dirty::VertexBuffers,
                      Dirty::IndexBuffer,
                      Dirty::UniformBuffers}) {
        m_dirty.set(bit);
    }
    recheck(kRecheckAll);
}

bool Context::validDrawMode(GLenum mode) {
    if (mode > (isES() ? kLastEsMode : GLenum(GL_POLYGON))) {
        setError(GL_INVALID_ENUM, "0x{:04X} is not a primitive", mode);
        return false;
    }
    return true;
}

/// In the compatibility profile attribute 0 and gl_Vertex are one (GL 2.1 section 2.7): a program
/// that reads one is fed by the other's array where only that is enabled.
void Context::resolveArrayAliases() {
    VertexArrayState& own = m_objects.vertexArray->state;
    uint32_t sources = 0;
    const Executable& vertex = *m_state.stages[size_t(glsl::Stage::Vertex)];
    base::forEachBit(vertex.attributeMask, [&](unsigned location) {
        sources |= 1u << vertex.attributeSources[location];
    });
    const uint32_t vertexBit = 1u << kArrayVertex;
    const uint32_t enabled = own.enabledMask & (vertexBit | 1);
    int from = -1;
    int to = -1;
    if (enabled == vertexBit && (sources & (vertexBit | 1)) == 1) {
        from = kArrayVertex;
        to = 0;
    } else if (enabled == 1 && (sources & (vertexBit | 1)) == vertexBit) {
        from = 0;
        to = kArrayVertex;
    }
    if (from < 0) {
        if (m_aliasedArrays) {
            m_aliasedArrays.reset();
            m_state.vertexArray = &own;
            arraysReplaced(m_dirty);
        }
        return;
    }
    m_aliasedArrays = std::make_unique<VertexArrayState>(own);
    m_aliasedArrays->arrays[size_t(to)] = own.arrays[size_t(from)];
    m_aliasedArrays->enabledMask |= 1u << to;
    const bool client = own.clientMask & (1u << from);
    m_aliasedArrays->clientMask = (own.clientMask & ~(1u << to)) | (client ? 1u << to : 0);
    m_state.vertexArray = m_aliasedArrays.get();
    arraysReplaced(m_dirty);
}

/// False: nothing can be drawn with the arrays as they are (the error is set, if it is one).
bool Context::recheckArrays() {
    if (m_compat) {
        resolveArrayAliases();
    }
    const VertexArrayState& arrays = *m_state.vertexArray;
    if (m_group->mappedBuffers != 0) {
        for (const VertexAttrib& attrib : arrays.arrays) {
            if (attrib.enabled && attrib.buffer && attrib.buffer->mapped()) {
                setError(GL_INVALID_OPERATION,
                         "buffer {} of an enabled array is mapped",
                         attrib.buffer->name());
                return false;
            }
        }
    }
    bool usable = true;
    const Executable& vertex = *m_state.stages[size_t(glsl::Stage::Vertex)];
    base::forEachBit(vertex.attributeMask, [&](unsigned location) {
        const VertexAttrib& attrib = arrays.arrays[vertex.attributeSources[location]];
        usable &= !attrib.enabled || attrib.buffer || attrib.pointer;
    });
    return usable;
}

bool Context::prepareDrawSlow(GLenum mode) {
    if (!validDrawMode(mode) || !outsideBeginEnd()) {
        return false;
    }
    seeSharedChanges();
    if (m_recheck & kRecheckProgram) {
        resolveProgram();
        recheck(kRecheckBuiltins | kRecheckArrays);
    }
    if (m_recheck & kRecheckFramebuffer) {
        if (!requireCompleteFramebuffer(*m_state.drawFramebuffer)) {
            return false;
        }
        recheck(kRecheckBuiltins); // its height and samples
    }
    if (!requireExecutablePrograms(*this)) {
        return false;
    }
    if (!m_state.stages[size_t(glsl::Stage::Vertex)]) {
        recheck(kRecheckProgram);
        if (isDesktop() && !m_state.executable) {
            warn(GL_DEBUG_TYPE_PORTABILITY,
                 1,
                 "a draw without a program draws nothing: fixed function is not there yet");
        }
        return false;
    }
    if ((m_recheck & kRecheckArrays) && !recheckArrays()) {
        return false;
    }
    if (m_recheck & kRecheckBuiltins) {
        writeBuiltins();
    }
    if (capturing() && !validFeedbackMode(mode)) {
        return false;
    }
    m_recheck &= kRecheckFeedback | kRecheckCondition;
    return true;
}

inline bool Context::prepareDraw(GLenum mode) {
    if (m_recheck == 0 && m_group->changeSerial() == m_seenChangeSerial && mode <= kLastEsMode)
        [[likely]] {
        return true;
    }
    return prepareDrawSlow(mode);
}

void Context::submitDraw(const DrawCall& call) {
    if (m_recheck) [[unlikely]] {
        if (!conditionPasses() || (capturing() && !takeFeedbackRoom(call))) {
            return;
        }
    }
    if (!m_backend->draw(m_state, m_dirty, call)) [[unlikely]] {
        outOfMemory();
    }
}

void Context::drawWithArrays(VertexArrayState& arrays, const DrawCall& call) {
    VertexArrayState* const bound = m_state.vertexArray;
    m_state.vertexArray = &arrays;
    arraysReplaced(m_dirty);
    if (call.mode > kLastEsMode) {
        drawConverted(call);
    } else {
        submitDraw(call);
    }
    m_state.vertexArray = bound;
    arraysReplaced(m_dirty);
}

void Context::drawArrays(GLenum mode, GLint first, GLsizei count) {
    drawArraysInstanced(mode, first, count, 1);
}

void Context::drawArraysInstanced(GLenum mode, GLint first, GLsizei count, GLsizei instancecount) {
    if ((first | count | instancecount) < 0) [[unlikely]] {
        if (validDrawMode(mode)) {
            setError(
                GL_INVALID_VALUE, "first {}, count {}, instances {}", first, count, instancecount);
        }
        return;
    }
    if (!prepareDraw(mode) || count == 0 || instancecount == 0) {
        return;
    }
    const DrawCall call{mode, first, count, 0, nullptr, instancecount, 0, 0};
    if (mode > kLastEsMode) [[unlikely]] {
        return drawConverted(call);
    }
    submitDraw(call);
}

void Context::drawElements(GLenum mode, GLsizei count, GLenum type, const void* indices) {
    drawElementsInstanced(mode, count, type, indices, 1);
}

void Context::drawElementsInstanced(
    GLenum mode, GLsizei count, GLenum type, const void* indices, GLsizei instancecount) {
    const size_t size_B = indexSize_B(type);
    if ((count | instancecount) < 0 || size_B == 0) [[unlikely]] {
        if (!validDrawMode(mode)) {
            return;
        }
        if (size_B == 0) {
            return setError(GL_INVALID_ENUM, "0x{:04X} is not an index type", type);
        }
        return setError(GL_INVALID_VALUE, "count {}, instances {}", count, instancecount);
    }
    if (!prepareDraw(mode) || count == 0 || instancecount == 0) {
        return;
    }
    const DrawCall call{mode, 0, count, type, indices, instancecount, 0, 0};
    const Buffer* buffer = m_state.vertexArray->elementBuffer.get();
    bool aligned = true;
    if (buffer) {
        if (buffer->mapped()) [[unlikely]] {
            return setError(
                GL_INVALID_OPERATION, "element array buffer {} is mapped", buffer->name());
        }
        const uintptr_t offset_B = reinterpret_cast<uintptr_t>(indices);
        if (offset_B > buffer->size_B() || size_t(count) > (buffer->size_B() - offset_B) / size_B)
            [[unlikely]] {
            return; // Undefined in GL; here: robust, nothing is drawn.
        }
        aligned = offset_B % size_B == 0;
    } else if (!indices) [[unlikely]] {
        return;
    }
    if (mode > kLastEsMode || !aligned) [[unlikely]] {
        return drawConverted(call);
    }
    submitDraw(call);
}

void Context::drawRangeElements(
    GLenum mode, GLuint start, GLuint end, GLsizei count, GLenum type, const void* indices) {
    if (end < start) {
        return setError(GL_INVALID_VALUE, "the range {} to {} is empty", start, end);
    }
    drawElements(mode, count, type, indices);
}

void Context::multiDrawArrays(GLenum mode,
                              const GLint* first,
                              const GLsizei* count,
                              GLsizei drawcount) {
    if (drawcount < 0) {
        return setError(GL_INVALID_VALUE, "drawcount is {}", drawcount);
    }
    for (GLsizei i = 0; i < drawcount; ++i) {
        drawArrays(mode, first[i], count[i]);
    }
}

void Context::multiDrawElements(
    GLenum mode, const GLsizei* count, GLenum type, const void* const* indices, GLsizei drawcount) {
    if (drawcount < 0) {
        return setError(GL_INVALID_VALUE, "drawcount is {}", drawcount);
    }
    for (GLsizei i = 0; i < drawcount; ++i) {
        drawElements(mode, count[i], type, indices[i]);
    }
}

} // namespace gl
