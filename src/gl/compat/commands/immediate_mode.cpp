// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// glBegin … glEnd (GL 4.6 compatibility profile section 10.7).
#include "gl/compat/state/immediate_mode.h"
#include "base/bits.h"
#include "base/options.h"
#include "gl/compat/state/list_compiler.h"
#include "gl/context/context.h"
#include "gl/validation/validate_program.h"

#include <algorithm>
#include <cstring>
#include <new>

namespace gl {

namespace {

constexpr size_t kRing_words = (1 << 20) / sizeof(uint32_t);
constexpr size_t kTinyRing_words = 1024;
constexpr size_t kLayouts = 8; ///< Descriptions of arrays that are kept.
constexpr uint32_t kFewVertices = 8;

} // namespace

// --- Memory

void ImmediateMode::takeMemory(size_t words) {
    ContextBackend& backend = m_context.backend();
    const size_t usual = base::options().tinyRings ? kTinyRing_words : kRing_words;
    const size_t wanted = std::max(usual, words);
    if (!m_buffer || m_buffer->size_B() / sizeof(uint32_t) != wanted) {
        std::unique_ptr<BufferBackend> made = backend.createBuffer();
        if (!made) {
            throw std::bad_alloc();
        }
        const Ref<Buffer> buffer(new Buffer(0, std::move(made)));
        if (!buffer->define(backend, wanted * sizeof(uint32_t), nullptr, GL_STREAM_DRAW)) {
            throw std::bad_alloc();
        }
        m_buffer = buffer;
        m_arrays.clear();
        m_context.forgetGivenArrays();
    }
    // What the device still reads stays what it is: the buffer gets other memory.
    std::byte* const mapped = m_buffer->backend().map(
        backend, 0, m_buffer->size_B(), GL_MAP_WRITE_BIT | GL_MAP_INVALIDATE_BUFFER_BIT);
    m_copy.resize(mapped ? 0 : wanted);
    m_memory = mapped ? reinterpret_cast<uint32_t*>(mapped) : m_copy.data();
    m_memory_words = wanted;
    m_start = m_next = m_memory;
    m_context.dirty().set(Dirty::VertexBuffers);
}

/// Goes to where vertices of the layout may lie, with room for so many and a few more.
void ImmediateMode::place(uint32_t vertices) {
    const size_t stride = m_layout.stride_words;
    const size_t needed = (vertices + kFewVertices) * stride + kStep_words;
    size_t at = m_memory ? size_t(m_next - m_memory) : 0;
    at = (at + stride - 1) / stride * stride;
    if (!m_memory || at + needed > m_memory_words) {
        takeMemory(needed);
        at = 0;
    }
    m_start = m_next = m_memory + at;
}

void ImmediateMode::makeRoom() {
    const size_t left = m_memory_words - size_t(m_next - m_memory);
    m_room = m_inPrimitive && left > kStep_words
                 ? uint32_t((left - kStep_words) / m_layout.stride_words)
                 : 0;
}

VertexArrayState& ImmediateMode::arraysOf(const VertexLayout& layout) {
    for (const auto& arrays : m_arrays) {
        if (arrays->layout == layout) {
            return arrays->state;
        }
    }
    if (m_arrays.size() < kLayouts) {
        m_arrays.push_back(std::make_unique<Arrays>());
    }
    Arrays& arrays = *m_arrays[m_nextArrays++ % m_arrays.size()];
    arrays = {.layout = layout, .state = {}};
    describeArrays(layout, m_buffer, arrays.state);
    m_context.forgetGivenArrays();
    return arrays.state;
}

// --- Values

/// Room for a value in all vertices that wait; those have what was current when they were given.
void ImmediateMode::grow(unsigned array, Kind kind, int size) {
    const uint32_t count = collected();
    const std::vector<uint32_t> old(m_start, m_next);
    m_room = 0;
    const VertexLayout oldLayout = m_layout;
    VertexLayout layout = m_layout;
    layout.add(array, kind, size);
    takeLayout(layout);
    if (!oldLayout.has(array) && array != kArrayVertex) {
        setTemplate(array, m_context.state().currentAttribs[array]);
    }
    m_next = m_start;
    place(count);
    for (uint32_t i = 0; i < count; ++i) {
        std::memcpy(m_next, m_template.data(), layout.stride_words * sizeof(uint32_t));
        convertVertex(oldLayout, old.data() + i * oldLayout.stride_words, layout, m_next);
        m_next += layout.stride_words;
    }
    makeRoom();
}

void ImmediateMode::setValue(unsigned array, int size, const CurrentAttrib& value) {
    const VertexLayout::Field& field = m_layout.fields[array];
    if (!m_layout.has(array)) {
        CurrentAttrib& current = m_context.state().currentAttribs[array];
        if (current == value) {
            return;
        }
        if (!m_inPrimitive && m_runs.empty()) {
            current = value;
            m_context.dirty().set(Dirty::CurrentAttribs);
            return;
        }
    }
    if (field.size < size || field.kind != value.kind) {
        grow(array, value.kind, size);
    }
    setTemplate(array, value);
    m_changed |= 1u << array;
}

CurrentAttrib ImmediateMode::value(unsigned array) const {
    return m_layout.has(array) ? loadField(m_template.data(), m_layout.fields[array])
                               : m_context.state().currentAttribs[array];
}

void ImmediateMode::keepValues() {
    base::forEachBit(m_changed, [&](unsigned array) {
        m_context.change(m_context.state().currentAttribs[array],
                         loadField(m_template.data(), m_layout.fields[array]),
                         Dirty::CurrentAttribs);
    });
    m_changed = 0;
}

// --- Primitives

void ImmediateMode::begin(GLenum mode) {
    if (m_inPrimitive) {
        return m_context.setError(GL_INVALID_OPERATION, "glBegin after glBegin");
    }
    if (!m_context.mayBegin(mode)) {
        return;
    }
    m_mode = m_begun = mode;
    m_inPrimitive = true;
    m_primitive = collected();
    m_loopStart.clear();
    m_context.interrupt(Context::kInPrimitive);
    if (m_layout.stride_words != 0) {
        makeRoom();
    }
}

void ImmediateMode::addVertex(int size, const CurrentAttrib& position) {
    if (!m_inPrimitive) {
        return; // Undefined in GL.
    }
    const VertexLayout::Field& field = m_layout.fields[kArrayVertex];
    if (field.size < size || field.kind != position.kind) {
        grow(kArrayVertex, position.kind, size);
    }
    if (m_room == 0) {
        split(Memory::Fresh);
    }
    setTemplate(kArrayVertex, position);
    emit();
}

uint32_t* ImmediateMode::put(uint32_t* to, const uint32_t* vertex) const {
    std::memcpy(to, vertex, m_layout.stride_words * sizeof(uint32_t));
    return to + m_layout.stride_words;
}

/// Draws the primitive as far as it has come; it goes on with what it takes of its last vertices.
void ImmediateMode::split(Memory memory) {
    const uint32_t stride = m_layout.stride_words;
    const uint32_t count = collected() - m_primitive;
    const uint32_t* const vertices = m_start + size_t(m_primitive) * stride;
    const auto patch = m_context.state().patchVertices;
    std::optional<PrimitiveCut> cut = cutPrimitive(m_mode, count, patch);
    if (!cut) { // It moves as a whole.
        cut.emplace();
        for (uint32_t i = 0; i < count; ++i) {
            cut->carried.push_back(i);
        }
    } else if (m_mode == GL_LINE_LOOP && count > 1) {
        m_mode = GL_LINE_STRIP;
        m_loopStart.assign(vertices, vertices + stride);
        m_loopLayout = m_layout;
    }
    std::vector<uint32_t> carried;
    for (const uint32_t vertex : cut->carried) {
        carried.insert(carried.end(), vertices + vertex * stride, vertices + (vertex + 1) * stride);
    }
    appendRun(m_runs, {m_mode, m_primitive, cut->drawn}, verticesEach(m_mode, patch) != 0);
    drawRuns();
    m_runs.clear();
    const auto kept = uint32_t(cut->carried.size());
    if (memory == Memory::Fresh) {
        takeMemory(2 * size_t(kept + kFewVertices) * stride + kStep_words);
    } else {
        place(kept);
    }
    for (uint32_t i = 0; i < kept; ++i) {
        m_next = put(m_next, carried.data() + i * stride);
    }
    m_primitive = 0;
    makeRoom();
}

void ImmediateMode::cut() {
    if (!m_inPrimitive) {
        return draw();
    }
    if (m_layout.stride_words != 0 && (collected() > m_primitive || !m_runs.empty())) {
        split(Memory::Same);
    }
}

void ImmediateMode::end() {
    if (!m_inPrimitive) {
        return m_context.setError(GL_INVALID_OPERATION, "glEnd without glBegin");
    }
    if (!m_loopStart.empty()) {
        if (m_room == 0) {
            split(Memory::Fresh);
        }
        std::array<uint32_t, kMaxVertex_words> first = {};
        std::copy_n(m_template.data(), m_layout.stride_words, first.data());
        convertVertex(m_loopLayout, m_loopStart.data(), m_layout, first.data());
        m_next = put(m_next, first.data());
    }
    uint32_t count = collected() - m_primitive;
    const uint32_t each = verticesEach(m_mode, m_context.state().patchVertices);
    if (each != 0) { // What is no whole primitive would be in the way of the next.
        m_next -= count % each * m_layout.stride_words;
        count -= count % each;
    }
    appendRun(m_runs, {m_mode, m_primitive, count}, each != 0);
    m_inPrimitive = false;
    m_room = 0;
    m_context.interrupt(Context::kUndrawn);
}

void ImmediateMode::drawRuns() {
    if (m_runs.empty()) {
        return;
    }
    const size_t first = size_t(m_start - m_memory);
    if (!m_copy.empty()) {
        m_buffer->backend().update(m_context.backend(),
                                   first * sizeof(uint32_t),
                                   std::as_bytes(std::span(m_start, m_next)));
    }
    m_context.drawRuns(
        arraysOf(m_layout), uint32_t(first / m_layout.stride_words), m_runs, m_indices);
}

void ImmediateMode::discardCollected() {
    m_runs.clear();
    m_start = m_next;
    m_primitive = 0;
    m_changed = 0;
    takeLayout({});
}

void ImmediateMode::draw() {
    m_context.resume();
    try {
        drawRuns();
    } catch (const std::bad_alloc&) {
        m_context.outOfMemory();
    }
    keepValues();
    discardCollected();
}

// --- Commands of a context

void Context::begin(GLenum mode) {
    if (!m_vertices) {
        return setError(GL_INVALID_OPERATION, "the context has no glBegin");
    }
    verticesExpected();
    m_vertices->begin(mode);
}

void Context::end() {
    if (!m_vertices) {
        return setError(GL_INVALID_OPERATION, "the context has no glBegin");
    }
    m_vertices->end();
}

// GL_NV_primitive_restart, whose state is that of OpenGL 3.1's primitive restart.

void Context::primitiveRestartNV() {
    if (!m_vertices || !m_vertices->inPrimitive()) {
        return setError(GL_INVALID_OPERATION, "glPrimitiveRestartNV without glBegin");
    }
    const GLenum mode = m_vertices->begun();
    m_vertices->end();
    m_vertices->begin(mode);
}

void Context::primitiveRestartIndexNV(GLuint index) {
    primitiveRestartIndex(index);
}

/// What glBegin asks of the state.
bool Context::mayBegin(GLenum mode) {
    if (!validDrawMode(mode)) {
        return false;
    }
    drawWaitingBitmaps();
    if (m_interruptions & kUndrawn) {
        return validModeForProgram(mode); // Nothing has changed since the primitive before.
    }
    seeSharedChanges();
    resolveStages();
    return requireCompleteFramebuffer(*m_state.drawFramebuffer) &&
           requireExecutablePrograms(*this) && validModeForProgram(mode) && validOutputsForState();
}

// --- glRect

void Context::rectf(GLfloat x1, GLfloat y1, GLfloat x2, GLfloat y2) {
    if (m_compiler && m_vertices->inPrimitive()) {
        return m_compiler->record(ListOp::Error, GLenum(GL_INVALID_OPERATION));
    }
    if (m_vertices && m_vertices->inPrimitive()) {
        return setError(GL_INVALID_OPERATION, "glRect between glBegin and glEnd");
    }
    begin(GL_POLYGON);
    if (!m_vertices || !m_vertices->inPrimitive()) {
        return;
    }
    for (const auto& [x, y] : {std::array{x1, y1}, {x2, y1}, {x2, y2}, {x1, y2}}) {
        m_vertices->addVertex(2, CurrentAttrib::of(std::array{x, y, 0.0f, 1.0f}));
    }
    end();
}

void Context::rectfv(const GLfloat* v1, const GLfloat* v2) {
    rectf(v1[0], v1[1], v2[0], v2[1]);
}

void Context::rectd(GLdouble x1, GLdouble y1, GLdouble x2, GLdouble y2) {
    rectf(GLfloat(x1), GLfloat(y1), GLfloat(x2), GLfloat(y2));
}

void Context::rectdv(const GLdouble* v1, const GLdouble* v2) {
    rectd(v1[0], v1[1], v2[0], v2[1]);
}

void Context::recti(GLint x1, GLint y1, GLint x2, GLint y2) {
    rectf(GLfloat(x1), GLfloat(y1), GLfloat(x2), GLfloat(y2));
}

void Context::rectiv(const GLint* v1, const GLint* v2) {
    recti(v1[0], v1[1], v2[0], v2[1]);
}

void Context::rects(GLshort x1, GLshort y1, GLshort x2, GLshort y2) {
    rectf(x1, y1, x2, y2);
}

void Context::rectsv(const GLshort* v1, const GLshort* v2) {
    rects(v1[0], v1[1], v2[0], v2[1]);
}

} // namespace gl
