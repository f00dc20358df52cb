// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "gl/backend.h"
#include "gl/ref.h"

namespace gl {

/// A buffer object (ES 2.0 section 2.9).
class Buffer : public Object {
public:
    Buffer(uint32_t name, std::unique_ptr<BufferBackend> backend)
        : Object(name), m_backend(std::move(backend)) {}

    BufferBackend& backend() const { return *m_backend; }
    size_t size_B() const { return m_size_B; }
    GLenum usage() const { return m_usage; }
    bool mapped() const { return m_mapped; }

    /// False: out of memory; the buffer is as before.
    [[nodiscard]] bool
    define(ContextBackend& context, size_t size_B, const void* data, GLenum usage) {
        if (!m_backend->define(context, size_B, data, usage)) {
            return false;
        }
        m_size_B = size_B;
        m_usage = usage;
        return true;
    }

private:
    std::unique_ptr<BufferBackend> m_backend;
    size_t m_size_B = 0;
    GLenum m_usage = GL_STATIC_DRAW;
    bool m_mapped = false;
};

} // namespace gl
