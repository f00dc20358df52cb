// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "gl/backend.h"
#include "gl/ref.h"

#include <vector>

namespace gl {

/// A buffer object (ES 2.0 section 2.9). Mapping is a copy in memory: read when mapped (unless the
/// contents are undefined), written back when unmapped or flushed.
class Buffer : public Object {
public:
    Buffer(uint32_t name, std::unique_ptr<BufferBackend> backend)
        : Object(name), m_backend(std::move(backend)) {}

    BufferBackend& backend() const { return *m_backend; }
    size_t size_B() const { return m_size_B; }
    GLenum usage() const { return m_usage; }
    bool mapped() const { return m_map.pointer != nullptr; }

    struct Map {
        std::byte* pointer = nullptr; ///< Null: not mapped.
        size_t offset_B = 0;
        size_t size_B = 0;
        GLbitfield access = 0; ///< GL_MAP_READ_BIT | …
        bool range = false;    ///< By glMapBufferRange.
    };
    const Map& map() const { return m_map; }

    /// False: out of memory; the buffer is as before. Must not be mapped.
    [[nodiscard]] bool
    define(ContextBackend& context, size_t size_B, const void* data, GLenum usage);
    void update(ContextBackend& context, size_t offset_B, std::span<const std::byte> data);
    /// False: out of memory.
    [[nodiscard]] bool mapRange(
        ContextBackend& context, size_t offset_B, size_t size_B, GLbitfield access, bool range);
    /// glFlushMappedBufferRange; the offset counts from the start of the mapping.
    void flushRange(ContextBackend& context, size_t offset_B, size_t size_B);
    void unmap(ContextBackend& context);

private:
    std::unique_ptr<BufferBackend> m_backend;
    size_t m_size_B = 0;
    GLenum m_usage = GL_STATIC_DRAW;
    bool m_undefined = true; ///< Nothing was ever written: mapping need not read.
    Map m_map;
    std::vector<std::byte> m_mapMemory;
};

} // namespace gl
