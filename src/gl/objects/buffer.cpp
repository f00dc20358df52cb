// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "gl/objects/buffer.h"

#include "base/bits.h"
#include "report/upload.h"

#include <new>

namespace gl {

namespace {

constexpr size_t kMapAlignment_B = 64; // GL_MIN_MAP_BUFFER_ALIGNMENT

} // namespace

bool Buffer::define(ContextBackend& context, size_t size_B, const void* data, GLenum usage) {
    const report::Upload upload("buffer", name(), label(), data ? size_B : 0);
    if (!m_backend->define(context, size_B, data, usage)) {
        return false;
    }
    m_size_B = size_B;
    m_usage = usage;
    return true;
}

bool Buffer::defineStorage(ContextBackend& context,
                           size_t size_B,
                           const void* data,
                           GLbitfield flags) {
    const report::Upload upload("buffer", name(), label(), data ? size_B : 0);
    if (!m_backend->defineStorage(context, size_B, data, flags)) {
        return false;
    }
    m_size_B = size_B;
    m_usage = GL_DYNAMIC_DRAW;
    m_immutable = true;
    m_storageFlags = flags;
    return true;
}

void Buffer::update(ContextBackend& context, size_t offset_B, std::span<const std::byte> data) {
    const report::Upload upload("buffer", name(), label(), data.size());
    m_backend->update(context, offset_B, data);
}

bool Buffer::mapRange(ContextBackend& context, size_t offset_B, size_t size_B, GLbitfield access) {
    const report::Subject subject("buffer", name(), label());
    m_copied = false;
    std::byte* pointer = size_B ? m_backend->map(context, offset_B, size_B, access) : nullptr;
    if (!pointer) {
        if (access & GL_MAP_PERSISTENT_BIT) {
            return false;
        }
        // As storage is aligned: the start of the buffer would be.
        const size_t into_B = offset_B % kMapAlignment_B;
        try {
            m_mapMemory.resize(size_B + into_B + kMapAlignment_B);
        } catch (const std::bad_alloc&) {
            return false;
        }
        const auto start = reinterpret_cast<uintptr_t>(m_mapMemory.data());
        pointer = m_mapMemory.data() + (base::alignUp(start, kMapAlignment_B) - start) + into_B;
        const bool invalidated =
            access & (GL_MAP_INVALIDATE_RANGE_BIT | GL_MAP_INVALIDATE_BUFFER_BIT);
        if (size_B != 0 && !invalidated) {
            m_backend->read(context, offset_B, std::span(pointer, size_B));
        }
        m_copied = true;
    }
    m_map = {pointer, offset_B, size_B, access};
    return true;
}

void Buffer::flushRange(ContextBackend& context, size_t offset_B, size_t size_B) {
    if (m_copied) {
        update(context, m_map.offset_B + offset_B, std::span(m_map.pointer + offset_B, size_B));
    }
}

void Buffer::unmap(ContextBackend& context) {
    const bool writes = m_map.access & GL_MAP_WRITE_BIT;
    if (writes && !(m_map.access & GL_MAP_FLUSH_EXPLICIT_BIT) && m_map.size_B != 0) {
        flushRange(context, 0, m_map.size_B);
    }
    if (!m_copied) {
        m_backend->unmap(context);
    }
    m_map = {};
    m_mapMemory.clear();
    m_mapMemory.shrink_to_fit();
}

} // namespace gl
