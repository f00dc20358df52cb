// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Draws of vertices that are not in the application's arrays: those of immediate mode and of
// display lists.
#include "base/bits.h"
#include "gl/commands/draw/restart_off.h"
#include "gl/compat/state/immediate_mode.h"
#include "gl/compat/state/list_compiler.h"
#include "gl/context/context.h"
#include "glsl/link/program.h"

#include <utility>

namespace gl {

// --- What interrupts commands

void Context::setInterruptions(uint8_t interruptions) {
    m_interruptions = interruptions;
    if (bound() == this) {
        setCurrent(this);
    }
}

void Context::useVertices(VertexAssembly* vertices) {
    m_vertices = vertices;
    if (bound() == this) {
        setCurrent(this);
    }
}

void Context::interrupt(Interruption primitives) {
    setInterruptions(uint8_t((m_interruptions & kCompiling) | primitives));
}

void Context::resume() {
    setInterruptions(m_interruptions & kCompiling);
}

bool Context::settle(Bitmaps bitmaps) {
    if (m_compiler && !m_compiler->settle()) {
        return false;
    }
    return bitmaps == Bitmaps::Wait ? settlePrimitives() : settleVertices();
}

bool Context::settlePrimitives() {
    if (m_interruptions & kInPrimitive) {
        setError(GL_INVALID_OPERATION, "not allowed between glBegin and glEnd");
        return false;
    }
    if (m_interruptions & kUndrawn) {
        m_immediate->draw();
    }
    return true;
}

bool Context::settleVerticesSlowly() {
    const bool settled = settlePrimitives();
    drawWaitingBitmaps();
    return settled;
}

void Context::drawWaiting() {
    if (m_interruptions & kUndrawn) {
        m_immediate->draw();
    }
    drawWaitingBitmaps();
}

void Context::cutPrimitive() {
    if (m_immediate) {
        m_immediate->cut();
    }
}

// --- Draws

namespace {

/// The program reads an array that is off.
bool readsCurrentValues(const Executable& vertex, const VertexArrayState& arrays) {
    bool reads = false;
    base::forEachBit(vertex.attributeMask, [&](unsigned location) {
        reads |= !(arrays.enabledMask >> vertex.attributeSources[location] & 1);
    });
    return reads;
}

} // namespace

/// The application's arrays take their place again when a draw needs them.
bool Context::prepareDrawOf(VertexArrayState& arrays, GLenum mode) {
    if (m_state.vertexArray != &arrays) {
        m_state.vertexArray = &arrays;
        m_dirty.set(Dirty::VertexBuffers);
    }
    m_recheck &= ~uint32_t(kRecheckArrays);
    const bool ready = prepareDraw(mode, DrawnArrays::Given);
    recheck(kRecheckArrays);
    // Lists leave values behind that their vertices brought along: nobody need look at them again.
    // Other arrays or another program have all of them looked at.
    if (ready && m_dirty.test(Dirty::CurrentAttribs) &&
        !readsCurrentValues(*m_state.stages[size_t(glsl::Stage::Vertex)], arrays)) {
        m_dirty.clear(Dirty::CurrentAttribs);
    }
    return ready;
}

void Context::forgetGivenArrays() {
    if (m_state.vertexArray == &m_objects.vertexArray->state ||
        m_state.vertexArray == m_aliasedArrays.get()) {
        return;
    }
    m_state.vertexArray = &m_objects.vertexArray->state;
    m_dirty.set(Dirty::VertexBuffers);
    recheck(kRecheckArrays);
}

/// Runs may become one draw where nobody can tell: shaders that see whole primitives count them,
/// capture writes them as they are, and outlines of quads are not those of their triangles.
bool Context::mayMergeRuns() const {
    using glsl::Stage;
    const auto has = [this](Stage stage) { return m_state.stages[size_t(stage)] != nullptr; };
    return !has(Stage::Geometry) && !has(Stage::TessControl) && !has(Stage::TessEvaluation) &&
           !capturing() && !(m_recheck & kRecheckRenderMode) &&
           m_state.polygonModeFront == GL_FILL && m_state.polygonModeBack == GL_FILL;
}

void Context::drawRuns(VertexArrayState& arrays,
                       uint32_t base,
                       std::span<const PrimitiveRun> runs,
                       std::vector<uint32_t>& indices) {
    drawWaitingBitmaps();
    const RestartOff noRestart(*this);
    if (m_recheck & kRecheckProgram) {
        resolveProgram();
        shownStateChanged(kShownAll);
    }
    const bool merge = mayMergeRuns();
    while (!runs.empty()) {
        const auto group = runs.first(merge ? runsOfOneKind(runs) : 1);
        runs = runs.subspan(group.size());
        const PrimitiveRun& run = group.front();
        if (group.size() == 1 && run.mode <= GL_TRIANGLE_FAN) {
            drawRun(
                arrays,
                {.mode = run.mode, .first = GLint(base + run.first), .count = GLsizei(run.count)});
            continue;
        }
        const auto basic = basicMode(run.mode);
        if (!merge || !basic) {
            drawRun(
                arrays,
                {.mode = run.mode, .first = GLint(base + run.first), .count = GLsizei(run.count)});
            continue;
        }
        indices.clear();
        appendIndices(group, 0, m_state.provokingVertex == GL_FIRST_VERTEX_CONVENTION, indices);
        drawRun(arrays,
                {.mode = *basic,
                 .count = GLsizei(indices.size()),
                 .indexType = GL_UNSIGNED_INT,
                 .indices = indices.data(),
                 .baseVertex = GLint(base)});
    }
}

/// One draw of arrays, or of indices in client memory.
void Context::drawRun(VertexArrayState& arrays, const DrawCall& call) {
    if (call.count == 0 || !prepareDrawOf(arrays, call.mode)) {
        return;
    }
    Ref<Buffer> elementBuffer = std::exchange(arrays.elementBuffer, {});
    if (call.mode >= GL_QUADS && call.mode <= GL_POLYGON) {
        drawConverted(call);
    } else {
        submitDraw(call);
    }
    arrays.elementBuffer = std::move(elementBuffer);
}

} // namespace gl
