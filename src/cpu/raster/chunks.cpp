// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "cpu/raster/chunks.h"

namespace cpu::raster {

void* Chunks::allocate(size_t size_B) {
    const size_t aligned_B = (size_B + 15) / 16 * 16;
    if (m_chunks.empty()) {
        m_chunks.push_back(std::make_unique_for_overwrite<Chunk>());
    }
    if (m_used_B + aligned_B > kChunk_B) {
        if (m_chunk + 1 == m_chunks.size()) {
            m_chunks.push_back(std::make_unique_for_overwrite<Chunk>());
        }
        ++m_chunk;
        m_used_B = 0;
    }
    void* const at = m_chunks[m_chunk]->bytes + m_used_B;
    m_used_B += aligned_B;
    return at;
}

void* Chunks::allocateLarge(size_t size_B) {
    if (size_B <= kChunk_B) {
        return allocate(size_B);
    }
    m_large.push_back({std::make_unique_for_overwrite<std::byte[]>(size_B), size_B});
    m_large_B += size_B;
    return m_large.back().bytes.get();
}

void Chunks::clear() {
    m_chunk = 0;
    m_used_B = 0;
    m_large.clear();
    m_large_B = 0;
}

} // namespace cpu::raster
