// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "gl/compat/state/list_vertices.h"

#include "base/options.h"

#include <algorithm>
#include <cstring>
#include <new>

namespace gl {

namespace {

constexpr uint32_t kMemory_words = (1 << 20) / sizeof(uint32_t);
constexpr uint32_t kTinyMemory_words = 1024;
constexpr size_t kOpen = 16;

Ref<Buffer> makeBuffer(ContextBackend& backend, uint32_t words) {
    std::unique_ptr<BufferBackend> made = backend.createBuffer();
    Ref<Buffer> buffer(made ? new Buffer(0, std::move(made)) : nullptr);
    if (!buffer ||
        !buffer->define(backend, size_t(words) * sizeof(uint32_t), nullptr, GL_STATIC_DRAW)) {
        throw std::bad_alloc();
    }
    return buffer;
}

std::shared_ptr<ListMemory> makeMemory(ContextBackend& backend,
                                       const VertexLayout& layout,
                                       uint32_t vertices,
                                       uint32_t indices) {
    const uint32_t usual = base::options().tinyRings ? kTinyMemory_words : kMemory_words;
    auto memory = std::make_shared<ListMemory>();
    memory->layout = layout;
    memory->maxVertices = std::max(usual / layout.stride_words, vertices);
    memory->maxIndices = std::max(usual, indices);
    memory->vertices = makeBuffer(backend, memory->maxVertices * layout.stride_words);
    describeArrays(layout, memory->vertices, memory->arrays);
    return memory;
}

/// Writes where no command that was recorded reads.
void write(ContextBackend& backend,
           Buffer& buffer,
           size_t at_words,
           std::span<const uint32_t> data) {
    const size_t offset_B = at_words * sizeof(uint32_t);
    constexpr GLbitfield kAccess = GL_MAP_WRITE_BIT | GL_MAP_UNSYNCHRONIZED_BIT;
    if (std::byte* to = buffer.backend().map(backend, offset_B, data.size_bytes(), kAccess)) {
        std::memcpy(to, data.data(), data.size_bytes());
        buffer.backend().unmap(backend);
    } else {
        buffer.backend().update(backend, offset_B, std::as_bytes(data));
    }
}

} // namespace

ListVertices::Place ListVertices::store(ContextBackend& backend,
                                        const VertexLayout& layout,
                                        std::span<const uint32_t> vertices,
                                        std::span<const uint32_t> indices) {
    const auto vertexCount = uint32_t(vertices.size() / layout.stride_words);
    const auto indexCount = uint32_t(indices.size());
    auto open = std::ranges::find_if(m_open, [&](const auto& m) { return m->layout == layout; });
    const bool fits = open != m_open.end() &&
                      (*open)->maxVertices - (*open)->usedVertices >= vertexCount &&
                      (*open)->maxIndices - (*open)->usedIndices >= indexCount;
    if (!fits) {
        auto memory = makeMemory(backend, layout, vertexCount, indexCount);
        if (open == m_open.end()) {
            if (m_open.size() == kOpen) {
                m_open.erase(m_open.begin());
            }
            open = m_open.insert(m_open.end(), nullptr);
        }
        *open = std::move(memory);
    }
    ListMemory& memory = **open;
    if (!indices.empty() && !memory.indices) {
        memory.indices = makeBuffer(backend, memory.maxIndices);
        memory.arrays.elementBuffer = memory.indices;
    }
    const Place place{*open, memory.usedVertices, memory.usedIndices};
    write(backend, *memory.vertices, size_t(memory.usedVertices) * layout.stride_words, vertices);
    memory.usedVertices += vertexCount;
    if (!indices.empty()) {
        write(backend, *memory.indices, memory.usedIndices, indices);
        memory.usedIndices += indexCount;
    }
    return place;
}

} // namespace gl
