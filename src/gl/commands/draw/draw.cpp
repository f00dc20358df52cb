// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// The draw path. What does not change from call to call was checked before (m_recheck is zero): an
// unchanged draw compares the share group's serial, the mode and the counts, and goes down.
#include "base/bits.h"
#include "gl/compat/state/compat_state.h"
#include "gl/context/context.h"
#include "gl/validation/state_values.h"
#include "gl/validation/validate_program.h"

#include <algorithm>

namespace gl {

namespace {

constexpr GLenum kLastEsMode = GL_TRIANGLE_FAN;

bool needsConversion(GLenum mode) {
    return mode >= GL_QUADS && mode <= GL_POLYGON;
}

/// 0: not an index type.
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
                      Dirty::VertexBuffers,
                      Dirty::UniformBuffers}) {
        m_dirty.set(bit);
    }
    m_shownState = kShownAll; // Others may have drawn with the executable.
    recheck(kRecheckAll);
}

bool Context::validDrawMode(GLenum mode) {
    bool valid = mode <= kLastEsMode;
    if (mode >= GL_QUADS && mode <= GL_POLYGON) {
        valid = isDesktop() && !isCore();
    } else if (mode >= GL_LINES_ADJACENCY && mode <= GL_TRIANGLE_STRIP_ADJACENCY) {
        valid = atLeast(0, 32);
    } else if (mode == GL_PATCHES) {
        valid = atLeast(0, 40);
    }
    if (!valid) {
        setError(GL_INVALID_ENUM, "0x{:04X} is not a primitive", mode);
    }
    return valid;
}

/// What the stages between vertices and fragments take (OpenGL 4.1 sections 2.12.2 and 2.13.1).
uint32_t Context::modesOfProgram() const {
    constexpr uint32_t kAll = ~(1u << GL_PATCHES);
    const Executable* evaluation = m_state.stages[size_t(glsl::Stage::TessEvaluation)];
    if (evaluation || m_state.stages[size_t(glsl::Stage::TessControl)]) {
        return 1u << GL_PATCHES;
    }
    const Executable* geometry = m_state.stages[size_t(glsl::Stage::Geometry)];
    if (!geometry) {
        return kAll;
    }
    switch (geometry->linked->geometry.inputPrimitive) {
    case GL_POINTS:
        return 1u << GL_POINTS;
    case GL_LINES:
        return 1u << GL_LINES | 1u << GL_LINE_STRIP | 1u << GL_LINE_LOOP;
    case GL_LINES_ADJACENCY:
        return 1u << GL_LINES_ADJACENCY | 1u << GL_LINE_STRIP_ADJACENCY;
    case GL_TRIANGLES_ADJACENCY:
        return 1u << GL_TRIANGLES_ADJACENCY | 1u << GL_TRIANGLE_STRIP_ADJACENCY;
    default:
        return 1u << GL_TRIANGLES | 1u << GL_TRIANGLE_STRIP | 1u << GL_TRIANGLE_FAN;
    }
}

bool Context::validModeForProgram(GLenum mode) {
    const uint32_t modes = modesOfProgram();
    if (!(modes >> mode & 1)) {
        setError(GL_INVALID_OPERATION, "the program does not draw primitives 0x{:04X}", mode);
        return false;
    }
    constexpr uint32_t kConverted = 1u << GL_QUADS | 1u << GL_QUAD_STRIP | 1u << GL_POLYGON;
    const uint32_t early = (1u << (kLastEsMode + 1)) - 1;
    m_validModes = modes & ~kConverted & (atLeast(0, 40) ? ~0u : early);
    if (m_compat && m_compat->point.sprite) { // Another program may draw points, or the others.
        m_validModes &= m_drawsPoints ? 1u << GL_POINTS : ~(1u << GL_POINTS);
    }
    return true;
}

/// OpenGL 3.3 section 4.1.7: second sources only for so many draw buffers.
bool Context::validOutputsForState() {
    const uint32_t buffers = m_state.drawFramebuffer->drawBufferMask() >>
                             caps().maxDualSourceDrawBuffers << caps().maxDualSourceDrawBuffers;
    bool valid = true;
    base::forEachBit(buffers, [&](unsigned i) {
        const BlendState& b = m_state.blends[i];
        valid &= !b.enabled || !usesSecondSource(b);
    });
    if (!valid) {
        setError(GL_INVALID_OPERATION, "too many draw buffers for dual-source blending");
    }
    return valid;
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
        if (m_state.vertexArray != &own) {
            m_aliasedArrays.reset();
            m_state.vertexArray = &own;
            m_dirty.set(Dirty::VertexBuffers);
        }
        return;
    }
    m_aliasedArrays = std::make_unique<VertexArrayState>(own);
    m_aliasedArrays->arrays[size_t(to)] = own.arrays[size_t(from)];
    m_aliasedArrays->enabledMask |= 1u << to;
    m_state.vertexArray = m_aliasedArrays.get();
    m_dirty.set(Dirty::VertexBuffers);
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
    // Vertex array objects have no arrays in client memory: what a buffer that is gone leaves
    // behind is an offset, not a pointer.
    const auto mayPoint = [&] {
        return !atLeast(30, 30) || m_objects.vertexArray == m_objects.defaultVertexArray;
    };
    bool usable = true;
    const Executable& vertex = *m_state.stages[size_t(glsl::Stage::Vertex)];
    base::forEachBit(vertex.attributeMask, [&](unsigned location) {
        const VertexAttrib& attrib = arrays.arrays[vertex.attributeSources[location]];
        usable &=
            !attrib.enabled || attrib.buffer || (attrib.pointer && !attrib.orphaned && mayPoint());
    });
    return usable;
}

void Context::resolveStages() {
    if (m_recheck & kRecheckProgram) {
        resolveProgram();
        shownStateChanged(kShownAll);
        recheck(kRecheckArrays);
    }
    if (m_compat && ((m_recheck & (kRecheckProgram | kRecheckFixedFunction)) ||
                     m_dirty.anyOf(m_watchedDirty))) {
        resolveFixedFunction();
    } else if (m_recheck & kRecheckSpecial) {
        chooseFixedProgram();
    }
}

bool Context::prepareDrawSlow(GLenum mode, DrawnArrays arrays) {
    if (!m_compat && !(m_recheck & ~(kRecheckArrays | kRecheckFixedFunction)) && wasValid(mode) &&
        arrays == DrawnArrays::Bound) { // Other arrays than in the draw before, and nothing else.
        if (!requireVertexArray() || !recheckArrays()) {
            return false;
        }
        m_recheck = 0;
        return true;
    }
    if (!validDrawMode(mode)) {
        return false;
    }
    seeSharedChanges();
    const bool cornersAlone = mode >= GL_TRIANGLES && m_state.polygonMode() == GL_POINT;
    const bool drawsPoints = mode == GL_POINTS || cornersAlone;
    if (m_compat && m_compat->point.sprite && m_drawsPoints != drawsPoints) {
        m_drawsPoints = drawsPoints;
        recheck(kRecheckFixedFunction);
    }
    resolveStages();
    if (m_recheck & kRecheckFramebuffer) {
        if (!requireCompleteFramebuffer(*m_state.drawFramebuffer)) {
            return false;
        }
        shownStateChanged(kShownFramebuffer);
    }
    if (m_compat && (m_recheck & (kRecheckFramebuffer | kRecheckFixedFunction)) != 0) {
        resolveColorClamps();
    }
    if (!requireExecutablePrograms(*this)) {
        return false;
    }
    if (!requireVertexArray()) {
        return false;
    }
    if (!validModeForProgram(mode)) {
        recheck(kRecheckProgram);
        return false;
    }
    if (!m_state.stages[size_t(glsl::Stage::Vertex)]) {
        recheck(kRecheckProgram);
        return false;
    }
    if (std::ranges::any_of(m_state.stages, [](const Executable* e) { return e && !e->backend; })) {
        recheck(kRecheckProgram); // The device did not take a program of fixed function.
        return false;
    }
    if (!validOutputsForState()) {
        recheck(kRecheckProgram);
        return false;
    }
    if (capturing() && !validFeedbackMode(mode)) {
        return false;
    }
    if (arrays == DrawnArrays::Bound && (m_recheck & kRecheckArrays) && !recheckArrays()) {
        return false;
    }
    if (m_recheck & kRecheckBuiltins) {
        writeBuiltins();
    }
    m_recheck &= kRecheckStaying;
    return true;
}

/// Devices have one polygon mode for both faces: where both are drawn, they are drawn one after the
/// other. What counts or captures primitives sees them once, all with the front's mode.
void Context::drawFaces(const DrawCall& call) {
    if (drawOutlines(call)) {
        return;
    }
    const bool once = m_state.polygonModeFront == m_state.polygonModeBack || m_state.cullEnabled ||
                      capturing() || m_activeQueries.primitivesGenerated[0];
    const GLenum face = m_state.cullFace;
    for (const GLenum culled : {GL_BACK, GL_FRONT}) {
        if (!once) {
            m_state.cullEnabled = true;
            m_state.cullFace = culled;
            m_dirty.set(Dirty::Cull);
            drawnFacesChanged();
        }
        if (!m_backend->draw(m_state, m_dirty, call)) {
            outOfMemory();
        }
        if (once) {
            return;
        }
    }
    m_state.cullEnabled = false;
    m_state.cullFace = face;
    m_dirty.set(Dirty::Cull);
    drawnFacesChanged();
}

void Context::submitDraw(const DrawCall& call) {
    if (m_recheck & ~uint32_t(kRecheckSpecial)) [[unlikely]] {
        if (!conditionPasses() || (capturing() && !takeFeedbackRoom(call))) {
            return;
        }
        if (m_recheck & kRecheckRenderMode) {
            return drawOnHost(call);
        }
        if (m_recheck & kRecheckFaces) {
            return drawFaces(call);
        }
    }
    if (!m_backend->draw(m_state, m_dirty, call)) [[unlikely]] {
        outOfMemory();
    }
}

void Context::drawArrays(GLenum mode, GLint first, GLsizei count) {
    drawArraysInstanced(mode, first, count, 1);
}

void Context::drawArraysInstanced(GLenum mode, GLint first, GLsizei count, GLsizei instancecount) {
    drawArraysInstancedBaseInstance(mode, first, count, instancecount, 0);
}

void Context::drawArraysInstancedBaseInstance(
    GLenum mode, GLint first, GLsizei count, GLsizei instancecount, GLuint baseinstance) {
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
    DrawCall call;
    call.mode = mode;
    call.first = first;
    call.count = count;
    call.instances = instancecount;
    call.baseInstance = baseinstance;
    if (needsConversion(mode)) [[unlikely]] {
        return drawConverted(call);
    }
    submitDraw(call);
}

void Context::drawElements(GLenum mode, GLsizei count, GLenum type, const void* indices) {
    drawElementsInstancedBaseVertexBaseInstance(mode, count, type, indices, 1, 0, 0);
}

void Context::drawElementsInstanced(
    GLenum mode, GLsizei count, GLenum type, const void* indices, GLsizei instancecount) {
    drawElementsInstancedBaseVertexBaseInstance(mode, count, type, indices, instancecount, 0, 0);
}

void Context::drawElementsBaseVertex(
    GLenum mode, GLsizei count, GLenum type, const void* indices, GLint basevertex) {
    drawElementsInstancedBaseVertexBaseInstance(mode, count, type, indices, 1, basevertex, 0);
}

void Context::drawElementsInstancedBaseVertex(GLenum mode,
                                              GLsizei count,
                                              GLenum type,
                                              const void* indices,
                                              GLsizei instancecount,
                                              GLint basevertex) {
    drawElementsInstancedBaseVertexBaseInstance(
        mode, count, type, indices, instancecount, basevertex, 0);
}

void Context::drawElementsInstancedBaseInstance(GLenum mode,
                                                GLsizei count,
                                                GLenum type,
                                                const void* indices,
                                                GLsizei instancecount,
                                                GLuint baseinstance) {
    drawElementsInstancedBaseVertexBaseInstance(
        mode, count, type, indices, instancecount, 0, baseinstance);
}

void Context::drawElementsInstancedBaseVertexBaseInstance(GLenum mode,
                                                          GLsizei count,
                                                          GLenum type,
                                                          const void* indices,
                                                          GLsizei instancecount,
                                                          GLint basevertex,
                                                          GLuint baseinstance) {
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
    const Buffer* buffer = m_objects.vertexArray->state.elementBuffer.get();
    if (!buffer && isCore()) [[unlikely]] {
        if (validDrawMode(mode)) {
            setError(GL_INVALID_OPERATION, "no element array buffer is bound");
        }
        return;
    }
    if (!prepareDraw(mode) || count == 0 || instancecount == 0) {
        return;
    }
    DrawCall call;
    call.mode = mode;
    call.count = count;
    call.indexType = type;
    call.indices = indices;
    call.instances = instancecount;
    call.baseVertex = basevertex;
    call.baseInstance = baseinstance;
    bool aligned = true;
    if (buffer) {
        if (buffer->mapped()) [[unlikely]] {
            return setError(
                GL_INVALID_OPERATION, "element array buffer {} is mapped", buffer->name());
        }
        const uintptr_t offset_B = reinterpret_cast<uintptr_t>(indices);
        if (offset_B > buffer->size_B() || size_t(count) * size_B > buffer->size_B() - offset_B)
            [[unlikely]] {
            return; // Undefined in GL; here: robust, nothing is drawn.
        }
        aligned = (offset_B & (size_B - 1)) == 0; // Their size is a power of two.
    } else if (!indices) [[unlikely]] {
        return;
    }
    if (needsConversion(mode) || !aligned) [[unlikely]] {
        return drawConverted(call);
    }
    submitDraw(call);
}

void Context::drawRangeElements(
    GLenum mode, GLuint start, GLuint end, GLsizei count, GLenum type, const void* indices) {
    drawRangeElementsBaseVertex(mode, start, end, count, type, indices, 0);
}

void Context::drawRangeElementsBaseVertex(GLenum mode,
                                          GLuint start,
                                          GLuint end,
                                          GLsizei count,
                                          GLenum type,
                                          const void* indices,
                                          GLint basevertex) {
    if (end < start) {
        return setError(GL_INVALID_VALUE, "the range {} to {} is empty", start, end);
    }
    drawElementsBaseVertex(mode, count, type, indices, basevertex);
}

void Context::multiDrawElementsBaseVertex(GLenum mode,
                                          const GLsizei* count,
                                          GLenum type,
                                          const void* const* indices,
                                          GLsizei drawcount,
                                          const GLint* basevertex) {
    if (drawcount < 0) {
        return setError(GL_INVALID_VALUE, "drawcount is {}", drawcount);
    }
    for (GLsizei i = 0; i < drawcount; ++i) {
        drawElementsBaseVertex(mode, count[i], type, indices[i], basevertex[i]);
    }
}

void Context::multiDrawArrays(GLenum mode,
                              const GLint* first,
                              const GLsizei* count,
                              GLsizei drawcount) {
    if (drawcount < 0) {
        return setError(GL_INVALID_VALUE, "drawcount is {}", drawcount);
    }
    const auto isNegative = [](GLint number) { return number < 0; };
    if (std::any_of(count, count + drawcount, isNegative) ||
        std::any_of(first, first + drawcount, isNegative)) { // Nothing is drawn of it.
        return setError(GL_INVALID_VALUE, "one of {} draws starts or counts below 0", drawcount);
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
    if (std::any_of(count, count + drawcount, [](GLsizei number) { return number < 0; })) {
        return setError(GL_INVALID_VALUE, "one of {} draws counts below 0", drawcount);
    }
    for (GLsizei i = 0; i < drawcount; ++i) {
        drawElements(mode, count[i], type, indices[i]);
    }
}

} // namespace gl
