// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "cpu/exec/command.h"

#include "cpu/abi/interruption.h"

#include <algorithm>

namespace cpu::exec {

namespace {

constexpr size_t kFirstChunk_B = size_t(16) << 10;
constexpr size_t kLargestChunk_B = size_t(1) << 20;
/// Far beyond any machine's memory, and far from overflow.
constexpr size_t kMostAtOnce_B = size_t(1) << 46;

} // namespace

CommandArena::CommandArena(CommandArena&& other) noexcept {
    *this = std::move(other);
}

CommandArena& CommandArena::operator=(CommandArena&& other) noexcept {
    m_chunks = std::move(other.m_chunks);
    m_chunk = other.m_chunk;
    m_used_B = other.m_used_B;
    m_first = other.m_first;
    m_last = other.m_last;
    m_outOfMemory = other.m_outOfMemory;
    other.release();
    return *this;
}

void CommandArena::replay(Replay& replay, const Interruption& interruption) const {
    for (const Header* header = m_first; header && !interruption.isWanted();
         header = header->next) {
        header->execute(header, replay);
    }
}

void CommandArena::reset() {
    m_chunk = 0;
    m_used_B = 0;
    m_first = nullptr;
    m_last = nullptr;
    m_outOfMemory = false;
}

void CommandArena::release() {
    reset();
    m_chunks.clear();
}

size_t CommandArena::size_B() const {
    size_t total_B = 0;
    for (const Chunk& chunk : m_chunks) {
        total_B += chunk.size_B;
    }
    return total_B;
}

void* CommandArena::allocate(size_t size_B, size_t align_B) {
    for (; m_chunk < m_chunks.size(); ++m_chunk, m_used_B = 0) {
        const Chunk& chunk = m_chunks[m_chunk];
        void* at = chunk.data.get() + m_used_B;
        size_t left_B = chunk.size_B - m_used_B;
        if (std::align(align_B, size_B, at, left_B)) {
            m_used_B = chunk.size_B - left_B + size_B;
            return at;
        }
    }

    if (size_B > kMostAtOnce_B) {
        m_outOfMemory = true;
        return nullptr;
    }
    const size_t usual_B =
        m_chunks.empty() ? kFirstChunk_B : std::min(m_chunks.back().size_B * 2, kLargestChunk_B);
    const size_t chunk_B = std::max(usual_B, size_B + align_B);
    try {
        std::unique_ptr<std::byte[]> data(new std::byte[chunk_B]);
        m_chunks.push_back({std::move(data), chunk_B});
    } catch (const std::bad_alloc&) {
        m_outOfMemory = true;
        return nullptr;
    }
    m_chunk = m_chunks.size() - 1;
    void* at = m_chunks.back().data.get();
    size_t left_B = chunk_B;
    std::align(align_B, size_B, at, left_B);
    m_used_B = chunk_B - left_B + size_B;
    return at;
}

} // namespace cpu::exec
