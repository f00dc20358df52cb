// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "gl/backend.h"
#include "gl/objects/ref.h"

#include <atomic>
#include <vector>

namespace gl {

/// A buffer object (ES 3.0 section 2.10). It is mapped where it lies, or as a copy in memory: read
/// when mapped (unless the contents are undefined), written back when unmapped or flushed.
class Buffer : public Object {
public:
    Buffer(uint32_t name, std::unique_ptr<BufferBackend> backend)
        : Object(name), m_backend(std::move(backend)) {}

    BufferBackend& backend() const { return *m_backend; }
    size_t size_B() const { return m_size_B; }
    GLenum usage() const { return m_usage; }
    bool immutable() const { return m_immutable; }
    /// glBufferStorage's; of other buffers what is allowed with them.
    GLbitfield storageFlags() const { return m_storageFlags; }
    bool hasMapping() const { return m_map.pointer != nullptr; }
    /// Commands may not use it. Those that are mapped persistently they may.
    bool mapped() const { return hasMapping() && !(m_map.access & GL_MAP_PERSISTENT_BIT); }

    /// By buffer textures: a change of the storage is one of theirs.
    void noteTexels(int change) const {
        m_texelTextures.fetch_add(change, std::memory_order_relaxed);
    }
    bool readAsTexels() const { return m_texelTextures.load(std::memory_order_relaxed) > 0; }

    struct Map {
        std::byte* pointer = nullptr; ///< Null: not mapped.
        size_t offset_B = 0;
        size_t size_B = 0;
        GLbitfield access = 0; ///< GL_MAP_READ_BIT | …
    };
    const Map& map() const { return m_map; }

    /// False: out of memory; the buffer is as before. Must not be mapped.
    [[nodiscard]] bool
    define(ContextBackend& context, size_t size_B, const void* data, GLenum usage);
    /// glBufferStorage; the same.
    [[nodiscard]] bool
    defineStorage(ContextBackend& context, size_t size_B, const void* data, GLbitfield flags);
    void update(ContextBackend& context, size_t offset_B, std::span<const std::byte> data);
    /// False: out of memory.
    [[nodiscard]] bool
    mapRange(ContextBackend& context, size_t offset_B, size_t size_B, GLbitfield access);
    /// glFlushMappedBufferRange; the offset counts from the start of the mapping.
    void flushRange(ContextBackend& context, size_t offset_B, size_t size_B);
    void unmap(ContextBackend& context);

private:
    std::unique_ptr<BufferBackend> m_backend;
    size_t m_size_B = 0;
    GLenum m_usage = GL_STATIC_DRAW;
    bool m_immutable = false;
    GLbitfield m_storageFlags = GL_MAP_READ_BIT | GL_MAP_WRITE_BIT | GL_DYNAMIC_STORAGE_BIT;
    Map m_map;
    bool m_copied = false; ///< The mapping is m_mapMemory.
    std::vector<std::byte> m_mapMemory;
    mutable std::atomic<int> m_texelTextures{0};
};

/// An indexed buffer binding point (glBindBufferRange).
struct BufferBinding {
    Ref<Buffer> buffer;
    size_t offset_B = 0;
    size_t size_B = 0; ///< 0: by glBindBufferBase, all of the buffer as it is when used.
};

} // namespace gl
