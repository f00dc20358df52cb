// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "cpu/raster/primitive.h"

#include <new>

namespace cpu::raster {

Primitive& PrimitiveArena::append(uint32_t planeCount) {
    const size_t size_B = (sizeof(Primitive) + planeCount * sizeof(shader::Plane) + 15) / 16 * 16;
    if (m_chunks.empty()) {
        m_chunks.push_back(std::make_unique_for_overwrite<Chunk>());
    }
    if (m_used_B + size_B > kChunk_B) {
        if (++m_chunk == m_chunks.size()) {
            m_chunks.push_back(std::make_unique_for_overwrite<Chunk>());
        }
        m_used_B = 0;
    }
    auto* const primitive = new (m_chunks[m_chunk]->bytes + m_used_B) Primitive;
    m_used_B += size_B;
    m_primitives.push_back(primitive);
    return *primitive;
}

void PrimitiveArena::clear() {
    m_primitives.clear();
    m_chunk = 0;
    m_used_B = 0;
}

} // namespace cpu::raster
