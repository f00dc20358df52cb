// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "glvk/gpu/buffer_storage.h"

#include <array>
#include <vector>

namespace glvk {

class Recorder;

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

    StreamPiece allocate(VkDeviceSize size_B, VkDeviceSize alignment_B);
    /// Something will be allocated soon: has a chunk for it now, unless memory ran out.
    void prepare();
    /// A buffer that holds nothing else, for what may be read beyond its end: robust buffer access
    /// keeps such reads in a buffer, not in a part of one.
    StreamPiece allocateApart(VkDeviceSize size_B);

private:
    static constexpr VkDeviceSize kMaxKept_B = 16 << 20;

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
