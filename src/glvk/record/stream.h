// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "base/bits.h"
#include "glvk/gpu/buffer_storage.h"
#include "glvk/record/recorder.h"

#include <array>
#include <vector>

namespace glvk {

/// A piece of a streaming buffer, valid for the current batch.
struct StreamPiece {
    BufferStorage* storage = nullptr; ///< Null: out of memory.
    VkDeviceSize offset_B = 0;
    std::byte* data = nullptr;
};

/// Ring for what the host writes once and the device reads once: uniforms, client arrays, indices,
/// texture uploads. Chunks are handed out front to back; a chunk is used again when no batch holds
/// it. What is larger than a chunk has memory of its own, of which a few are kept. One per context.
class Stream {
public:
    Stream(Recorder& recorder, VkDeviceSize chunkSize_B, VkBufferUsageFlags usage, MemoryUse use);

    StreamPiece allocate(VkDeviceSize size_B, VkDeviceSize alignment_B) {
        const VkDeviceSize offset_B = base::alignUp(m_used_B, alignment_B);
        const uint64_t batch = m_recorder.batch();
        // The batch keeps the chunk already.
        if (batch && m_current && m_current->batch.load(std::memory_order_relaxed) == batch &&
            offset_B + size_B <= m_current->size_B()) [[likely]] {
            m_used_B = offset_B + size_B;
            return {m_current.get(), offset_B, m_current->mapped() + offset_B};
        }
        return allocateAnew(size_B, alignment_B);
    }
    /// Something will be allocated soon: has a chunk for it now, unless memory ran out.
    void prepare();
    /// A buffer that holds nothing else, for what may be read beyond its end: robust buffer access
    /// keeps such reads in a buffer, not in a part of one.
    StreamPiece allocateApart(VkDeviceSize size_B);

private:
    static constexpr VkDeviceSize kMaxKept_B = 16 << 20;

    StreamPiece allocateAnew(VkDeviceSize size_B, VkDeviceSize alignment_B);
    ResourceRef<BufferStorage> nextChunk(VkDeviceSize size_B);
    ResourceRef<BufferStorage> largeChunk(VkDeviceSize size_B);

    Recorder& m_recorder;
    const VkDeviceSize m_chunkSize_B;
    const VkBufferUsageFlags m_usage;
    const MemoryUse m_use;
    ResourceRef<BufferStorage> m_current;
    VkDeviceSize m_used_B = 0;
    std::vector<ResourceRef<BufferStorage>> m_chunks;
    std::array<ResourceRef<BufferStorage>, 3> m_large; ///< The last that were made.
    size_t m_oldestLarge = 0;
};

} // namespace glvk
