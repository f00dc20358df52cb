// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "gl/backend.h"
#include "glvk/gpu/buffer_storage.h"

#include <atomic>
#include <memory>
#include <vector>

namespace glvk {

class BatchStatus;
class CallingContext;
class Gpu;
class Recorder;

/// A buffer object's storage. Redefinition, whole updates and invalidation take new storage where
/// the old one is in use (renaming), unless the application may hold a persistent pointer into it;
/// partial updates of a buffer in use are copies in command order. See docs/buffers.md.
class Buffer final : public gl::BufferBackend {
public:
    explicit Buffer(Gpu& gpu) : m_gpu(gpu) {}

    bool
    define(gl::ContextBackend& context, size_t size_B, const void* data, GLenum usage) override;
    void
    update(gl::ContextBackend& context, size_t offset_B, std::span<const std::byte> data) override;
    void read(gl::ContextBackend& context, size_t offset_B, std::span<std::byte> data) override;
    bool defineStorage(gl::ContextBackend& context,
                       size_t size_B,
                       const void* data,
                       GLbitfield flags) override;
    void copyFrom(gl::ContextBackend& context,
                  gl::BufferBackend& source,
                  size_t sourceOffset_B,
                  size_t offset_B,
                  size_t size_B) override;
    void invalidate(gl::ContextBackend& context) override;
    std::byte*
    map(gl::ContextBackend& context, size_t offset_B, size_t size_B, GLbitfield access) override;
    void unmap(gl::ContextBackend& context) override;

    /// Commands being recorded write to the storage: transform feedback, copies.
    void noteDeviceWrite(Recorder& recorder);
    /// Null while the buffer has size zero.
    BufferStorage* storage() const { return m_storage.get(); }
    /// The same, for uniform blocks. What they read is made as a part of a larger buffer when it is
    /// replaced: then another offset is bound, and no other descriptor.
    BufferStorage* blockStorage() {
        m_readAsBlock.store(true, std::memory_order_relaxed);
        return m_storage.get();
    }
    size_t size_B() const { return m_size_B; }
    /// The application may hold a pointer into the storage, and write through it at any time.
    bool pinned() const { return m_pinned; }
    /// The contents in host memory, kept up to date from the first call on: for indices that must
    /// be looked at, and arrays that must be converted.
    const std::byte* hostCopy(CallingContext& context);

private:
    ResourceRef<BufferStorage>
    createStorage(const CallingContext& context, size_t size_B, bool pinned);
    ResourceRef<BufferStorage> nextPart(size_t size_B);
    void leavePart();
    bool
    allocate(CallingContext& context, size_t size_B, const void* data, MemoryUse use, bool pinned);
    void fill(CallingContext& context, const void* data);
    bool busy(CallingContext& context) const;
    bool rename(CallingContext& context);
    bool replacePart(CallingContext& context, size_t offset_B, std::span<const std::byte> data);

    Gpu& m_gpu;
    ResourceRef<BufferStorage> m_storage;
    BufferStorage::Parts m_parts; ///< To be m_storage next, if they have the size: the last first.
    size_t m_size_B = 0;
    MemoryUse m_use = MemoryUse::DeviceHost;
    std::atomic<bool> m_readAsBlock = false; ///< Contexts that share it draw at the same time.
    bool m_pinned = false; ///< May be mapped persistently: the storage stays what it is.
    /// The batch that wrote to pinned storage last.
    std::shared_ptr<BatchStatus> m_deviceWrite;
    bool m_mapped = false;    ///< The application holds a pointer until unmap().
    bool m_hostKnows = false; ///< Mapped memory has the contents: the device did not write any.
    bool m_hostCopyValid = false;
    std::vector<std::byte> m_hostCopy;
};

} // namespace glvk
