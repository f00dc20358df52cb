// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

namespace cpu::raster {

/// Memory that is handed out piece by piece and taken back all at once. Grows in chunks and keeps
/// them. Aligned to 16 bytes.
class Chunks {
public:
    static constexpr size_t kChunk_B = size_t(256) << 10;

    /// Not initialised, at most kChunk_B. Valid until clear(). Throws std::bad_alloc.
    void* allocate(size_t size_B) {
        const size_t aligned_B = (size_B + 15) / 16 * 16;
        if (m_chunks.empty() || m_used_B + aligned_B > kChunk_B) {
            nextChunk();
        }
        void* const at = m_chunks[m_chunk]->bytes + m_used_B;
        m_used_B += aligned_B;
        return at;
    }
    /// Many, however large together.
    template <typename T>
    T* allocateArray(size_t count) {
        static_assert(alignof(T) <= 16);
        return static_cast<T*>(allocateLarge(count * sizeof(T)));
    }
    void clear();

    /// Handed out, about.
    size_t used_B() const { return m_chunk * kChunk_B + m_used_B + m_large_B; }
    /// Held, used or not.
    size_t memory_B() const { return m_chunks.size() * kChunk_B + m_large_B; }

private:
    struct alignas(64) Chunk {
        std::byte bytes[kChunk_B];
    };
    struct Large {
        std::unique_ptr<std::byte[]> bytes;
        size_t size_B;
    };

    void nextChunk();
    void* allocateLarge(size_t size_B);

    std::vector<std::unique_ptr<Chunk>> m_chunks;
    size_t m_chunk = 0; ///< The one in use.
    size_t m_used_B = 0;
    std::vector<Large> m_large; ///< What does not fit into chunks; not kept.
    size_t m_large_B = 0;
};

} // namespace cpu::raster
