// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Draws the back end has no words for: quads and polygons, and indices that are not aligned, become
// 32-bit indices in client memory.
#include "gl/commands/draw/index_reader.h"
#include "gl/commands/draw/outlines.h"
#include "gl/commands/draw/restart_off.h"
#include "gl/context/context.h"
#include "gl/rules/triangles.h"

#include <algorithm>
#include <cstring>
#include <new>
#include <optional>

namespace gl {

namespace {

template <class T>
void widen(const std::byte* src, std::vector<uint32_t>& indices) {
    for (size_t i = 0; i < indices.size(); ++i) {
        T index;
        std::memcpy(&index, src + i * sizeof(T), sizeof(T));
        indices[i] = index;
    }
}

/// trianglesOf() each run between restarts.
std::vector<uint32_t> trianglesBetween(GLenum mode,
                                       std::span<const uint32_t> indices,
                                       std::optional<uint32_t> restart,
                                       bool firstProvokes) {
    if (!restart) {
        return trianglesOf(mode, indices, firstProvokes);
    }
    std::vector<uint32_t> out;
    for (size_t from = 0; from < indices.size();) {
        size_t to = from;
        while (to < indices.size() && indices[to] != *restart) {
            ++to;
        }
        const auto run = trianglesOf(mode, indices.subspan(from, to - from), firstProvokes);
        out.insert(out.end(), run.begin(), run.end());
        from = to + 1;
    }
    return out;
}

} // namespace

std::vector<uint32_t>
readIndices(ContextBackend& backend, const Buffer* elementBuffer, const DrawCall& call) {
    std::vector<uint32_t> indices(size_t(call.count));
    if (call.indexType == 0) {
        for (size_t i = 0; i < indices.size(); ++i) {
            indices[i] = uint32_t(call.first) + uint32_t(i);
        }
        return indices;
    }
    const size_t size_B = call.indexType == GL_UNSIGNED_BYTE    ? 1
                          : call.indexType == GL_UNSIGNED_SHORT ? 2
                                                                : 4;
    const auto* src = static_cast<const std::byte*>(call.indices);
    std::vector<std::byte> copy;
    if (elementBuffer) {
        copy.resize(indices.size() * size_B);
        elementBuffer->backend().read(backend, reinterpret_cast<uintptr_t>(call.indices), copy);
        src = copy.data();
    }
    if (size_B == 1) {
        widen<uint8_t>(src, indices);
    } else if (size_B == 2) {
        widen<uint16_t>(src, indices);
    } else {
        widen<uint32_t>(src, indices);
    }
    return indices;
}

std::optional<ElementRange>
elementRange(std::span<const uint32_t> indices, std::optional<uint32_t> restart, GLint baseVertex) {
    std::optional<ElementRange> range;
    for (const uint32_t index : indices) {
        if (restart != index) {
            const uint32_t element = index + uint32_t(baseVertex);
            range = range ? ElementRange{std::min(range->first, element),
                                         std::max(range->last, element)}
                          : ElementRange{element, element};
        }
    }
    return range;
}

void Context::drawConverted(const DrawCall& call) {
    if (m_recheck & kRecheckRenderMode) {
        return drawOnHost(call);
    }
    if ((m_recheck & kRecheckFaces) && drawOutlines(call)) {
        return;
    }
    DrawCall converted = call;
    try {
        std::vector<uint32_t> indices =
            readIndices(*m_backend, m_state.vertexArray->elementBuffer.get(), call);
        const auto restart = m_state.restartIndexOf(call.indexType);
        const bool isPolygon = call.mode >= GL_QUADS && call.mode <= GL_POLYGON;
        std::optional<RestartOff> noRestart;
        if (isPolygon || !restart) {
            noRestart.emplace(*this);
        }
        if (isPolygon) {
            const bool first = m_state.provokingVertex == GL_FIRST_VERTEX_CONVENTION;
            indices = trianglesBetween(call.mode, indices, restart, first);
            converted.mode = GL_TRIANGLES;
        } else if (restart && m_state.primitiveRestartFixed) {
            std::replace(indices.begin(), indices.end(), *restart, ~0u);
        }
        drawWithIndices(converted, indices);
    } catch (const std::bad_alloc&) {
        outOfMemory();
    }
}

/// Who captures or counts primitives is given them as they are, and sees nothing of the outlines.
/// False: the polygons themselves are to be drawn.
bool Context::drawOutlines(const DrawCall& call) {
    const auto outlines = outlinesOf(*this, call);
    if (!outlines) {
        return false;
    }
    const FeedbackState* const feedback = m_state.feedback;
    if (capturing() || m_activeQueries.primitivesGenerated[0]) {
        change(m_state.rasterizerDiscard, true, Dirty::Raster);
        call.mode == GL_TRIANGLES ? submitDraw(call) : drawConverted(call);
        change(m_state.rasterizerDiscard, false, Dirty::Raster);
        m_state.feedback = nullptr;
        m_state.countsPrimitives = false;
        m_dirty.set(Dirty::Feedback);
    }
    for (const Outlines::Run& run : outlines->runs) {
        DrawCall drawn = call;
        drawn.mode = run.mode;
        const RestartOff noRestart(*this);
        drawWithIndices(drawn, run.indices);
    }
    if (outlines->filled != GL_NONE) {
        drawFilledFaces(call, outlines->filled);
    }
    if (!m_state.countsPrimitives) {
        m_state.feedback = feedback;
        m_state.countsPrimitives = true;
        m_dirty.set(Dirty::Feedback);
    }
    return true;
}

/// Of faces of which the others are outlined.
void Context::drawFilledFaces(const DrawCall& call, GLenum face) {
    const bool cullEnabled = m_state.cullEnabled;
    const GLenum cullFace = m_state.cullFace;
    const auto cull = [this](bool enabled, GLenum culled) {
        change(m_state.cullEnabled, enabled, Dirty::Cull);
        change(m_state.cullFace, culled, Dirty::Cull);
        drawnFacesChanged();
    };
    cull(true, face == GL_FRONT ? GL_BACK : GL_FRONT);
    call.mode == GL_TRIANGLES ? submitDraw(call) : drawConverted(call);
    cull(cullEnabled, cullFace);
}

void Context::drawWithIndices(const DrawCall& call, const std::vector<uint32_t>& indices) {
    if (indices.empty()) {
        return;
    }
    DrawCall indexed = call;
    indexed.first = 0;
    indexed.count = GLsizei(indices.size());
    indexed.indexType = GL_UNSIGNED_INT;
    indexed.indices = indices.data();
    VertexArrayState& arrays = *m_state.vertexArray;
    Ref<Buffer> elementBuffer = std::exchange(arrays.elementBuffer, {});
    submitDraw(indexed);
    arrays.elementBuffer = std::move(elementBuffer);
}

} // namespace gl
