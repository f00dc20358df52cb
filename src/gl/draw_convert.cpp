// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Draws the back end has no words for: quads and polygons, and indices that are not aligned, become
// 32-bit indices in client memory.
#include "gl/draw_convert.h"
#include "gl/context.h"

#include <cstring>
#include <new>

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

// The vertices of the draw in order: its indices, or first, first + 1, …
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

} // namespace

std::vector<uint32_t> trianglesOf(GLenum mode, std::span<const uint32_t> v) {
    // The last vertex of each triangle is the quad's provoking vertex (GL 2.1 table 2.12).
    std::vector<uint32_t> out;
    const size_t step = mode == GL_QUADS ? 4 : 2;
    if (v.size() < 4) {
        return out;
    }
    out.reserve(v.size() / step * 6);
    for (size_t i = 0; i + 4 <= v.size(); i += step) {
        const bool strip = mode == GL_QUAD_STRIP;
        const uint32_t a = v[i];
        const uint32_t b = v[i + 1];
        const uint32_t c = v[i + (strip ? 3 : 2)];
        const uint32_t d = v[i + (strip ? 2 : 3)];
        if (strip) {
            out.insert(out.end(), {a, b, c, d, a, c});
        } else {
            out.insert(out.end(), {a, b, d, b, c, d});
        }
    }
    return out;
}

void Context::drawConverted(const DrawCall& call) {
    DrawCall converted = call;
    if (call.mode == GL_POLYGON) {
        converted.mode = GL_TRIANGLE_FAN;
        if (call.indexType == 0) {
            return submitDraw(converted);
        }
    }
    try {
        std::vector<uint32_t> indices =
            readIndices(*m_backend, m_state.vertexArray->elementBuffer.get(), call);
        if (call.mode == GL_QUADS || call.mode == GL_QUAD_STRIP) {
            indices = trianglesOf(call.mode, indices);
            converted.mode = GL_TRIANGLES;
        }
        drawWithIndices(converted, indices);
    } catch (const std::bad_alloc&) {
        outOfMemory();
    }
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
    m_dirty.set(Dirty::IndexBuffer);
    submitDraw(indexed);
    arrays.elementBuffer = std::move(elementBuffer);
    m_dirty.set(Dirty::IndexBuffer);
}

} // namespace gl
