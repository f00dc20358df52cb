// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "cpu/raster/chunks.h"

namespace cpu::raster {

void Chunks::nextChunk() {
    const size_t next = m_chunks.empty() ? 0 : m_chunk + 1;
    if (next == m_chunks.size()) {
        m_chunks.push_back(std::make_unique_for_overwrite<Chunk>());
    }
    m_chunk = next;
    m_used_B = 0;
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
