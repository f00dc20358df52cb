// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "glvk/gpu/memory.h"
#include "glvk/gpu/resource.h"
#include "glvk/gpu/vulkan.h"

#include <atomic>
#include <cstdint>
#include <map>
#include <mutex>
#include <tuple>
#include <utility>
#include <vector>

namespace glvk {

/// A view of a buffer's texels; numbers as View's.
struct TexelView {
    VkBufferView handle = VK_NULL_HANDLE;
    uint64_t id = 0;
    VkDeviceAddress address = 0; ///< As BufferStorage's.
    VkDeviceSize range_B = 0;
    VkFormat format = VK_FORMAT_UNDEFINED;
};

/// A VkBuffer with memory of its own, or a part of one that others share. See docs/buffers.md.
class BufferStorage : public Resource {
public:
    /// Null: out of memory.
    static ResourceRef<BufferStorage>
    create(Gpu& gpu, VkDeviceSize size_B, VkBufferUsageFlags usage, MemoryUse use);
    /// The same, or one that was replaced before (SpareBuffers): its contents are undefined.
    static ResourceRef<BufferStorage>
    createOrReuse(Gpu& gpu, VkDeviceSize size_B, VkBufferUsageFlags usage, MemoryUse use);
    /// The same, as parts, of which there are a few at once: their neighbours are other parts,
    /// which reads beyond their end may reach. None: out of memory, or the host does not see such
    /// memory.
    using Parts = std::vector<ResourceRef<BufferStorage>>;
    static void createParts(
        Gpu& gpu, VkDeviceSize size_B, VkBufferUsageFlags usage, MemoryUse use, Parts& parts);
    static constexpr VkDeviceSize kMaxPart_B = 16 * 1024;
    ~BufferStorage() override;

    VkBuffer handle() const { return m_buffer; }
    VkDeviceSize offset_B() const { return m_offset_B; } ///< Where it begins in handle().
    bool isPart() const { return bool(m_whole); }
    /// The whole VkBuffer, as descriptors have it; itself where it is no part.
    BufferStorage& whole() { return m_whole ? *m_whole : *this; }
    uint64_t id() const { return m_id; } ///< Never used again: descriptor caches key on it.
    VkDeviceSize size_B() const { return m_size_B; }
    uint64_t memory_B() const override { return m_memory.size_B; }
    /// Its owner took other storage of the same size, and is likely to do so again: once nobody
    /// uses this one any more it is kept for that.
    void noteReplaced() { m_replaced = true; }
    /// 0: no descriptor has addresses here (DescriptorWay).
    VkDeviceAddress address() const { return m_address; }
    std::byte* mapped() const { return m_memory.mapped; }
    bool cached() const { return m_memory.cached; }
    /// Its bytes as texels. The view lives as long as the buffer. Null: out of memory.
    const TexelView* texelView(VkFormat format, VkDeviceSize offset_B, VkDeviceSize range_B);

private:
    using TexelViewKey = std::tuple<VkFormat, VkDeviceSize, VkDeviceSize>;

    BufferStorage(Gpu& gpu, VkBufferUsageFlags usage, MemoryUse use);
    void retire() override;

    static VkDeviceSize partStep_B(VkDeviceSize size_B);

    const uint64_t m_id;
    const VkBufferUsageFlags m_usage;
    const MemoryUse m_use;
    bool m_replaced = false;
    ResourceRef<BufferStorage> m_whole; ///< Of a part; null: it is none.
    VkBuffer m_buffer = VK_NULL_HANDLE;
    VkDeviceSize m_offset_B = 0;
    VkDeviceSize m_size_B = 0;
    VkDeviceAddress m_address = 0;
    Allocation m_memory;
    std::mutex m_mutex;
    std::map<TexelViewKey, TexelView> m_texelViews;
    /// The entry asked for last: most buffers are seen in one way, and need no lock then.
    std::atomic<const std::pair<const TexelViewKey, TexelView>*> m_lastTexelView = nullptr;
};

} // namespace glvk
