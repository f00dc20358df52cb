// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "glvk/record/stream.h"

#include <algorithm>
#include <cstring>

namespace glvk {

Stream::Stream(Recorder& recorder,
               VkDeviceSize chunkSize_B,
               VkBufferUsageFlags usage,
               MemoryUse use)
    : m_recorder(recorder), m_chunkSize_B(chunkSize_B), m_usage(usage), m_use(use) {}

StreamPiece Stream::allocateAnew(VkDeviceSize size_B, VkDeviceSize alignment_B) {
    VkDeviceSize offset = base::alignUp(m_used_B, alignment_B);
    if (!m_current || offset + size_B > m_current->size_B()) {
        ResourceRef<BufferStorage> chunk = nextChunk(size_B);
        if (!chunk) {
            return {};
        }
        if (chunk->size_B() > m_chunkSize_B) { // Too large to be shared.
            m_recorder.retain(*chunk);
            return {chunk.get(), 0, chunk->mapped()};
        }
        m_current = std::move(chunk);
        offset = 0;
    }
    m_recorder.retain(*m_current);
    m_used_B = offset + size_B;
    return {m_current.get(), offset, m_current->mapped() + offset};
}

void Stream::prepare() {
    if (!m_current) {
        m_current = nextChunk(0);
    }
}

StreamPiece Stream::allocateApart(VkDeviceSize size_B) {
    // Robust reads may go on to the end of the memory that is bound, which devices round up to.
    constexpr VkDeviceSize kRounding_B = 256;
    const VkDeviceSize whole_B = base::alignUp(size_B, kRounding_B);
    const auto storage = BufferStorage::create(m_recorder.gpu(), whole_B, m_usage, m_use);
    if (!storage) {
        return {};
    }
    std::memset(storage->mapped() + size_B, 0, whole_B - size_B);
    m_recorder.retain(*storage);
    return {storage.get(), 0, storage->mapped()};
}

/// Pictures of one size come frame after frame, and new memory costs as much as to fill it.
ResourceRef<BufferStorage> Stream::largeChunk(VkDeviceSize size_B) {
    m_recorder.collect();
    const auto kept = std::ranges::find_if(m_large, [&](const auto& chunk) {
        return chunk && chunk->idle() && chunk->size_B() >= size_B && chunk->size_B() / 2 <= size_B;
    });
    if (kept != m_large.end()) {
        return *kept;
    }
    auto chunk = BufferStorage::create(m_recorder.gpu(), size_B, m_usage, m_use);
    if (!chunk) {
        m_large = {}; // What is kept may be what is missing.
        chunk = BufferStorage::create(m_recorder.gpu(), size_B, m_usage, m_use);
    }
    if (size_B <= kMaxKept_B) {
        m_large[m_oldestLarge] = chunk;
        m_oldestLarge = (m_oldestLarge + 1) % m_large.size();
    }
    return chunk;
}

ResourceRef<BufferStorage> Stream::nextChunk(VkDeviceSize size_B) {
    Gpu& gpu = m_recorder.gpu();
    if (size_B > m_chunkSize_B) {
        return largeChunk(size_B);
    }
    const auto findIdle = [&] {
        return std::find_if(
            m_chunks.begin(), m_chunks.end(), [](const auto& c) { return c->idle(); });
    };
    auto idle = findIdle();
    if (idle == m_chunks.end()) {
        m_recorder.collect();
        idle = findIdle();
    }
    if (idle != m_chunks.end()) {
        return *idle;
    }
    auto chunk = BufferStorage::create(gpu, m_chunkSize_B, m_usage, m_use);
    if (chunk) {
        m_chunks.push_back(chunk);
    }
    return chunk;
}

} // namespace glvk
