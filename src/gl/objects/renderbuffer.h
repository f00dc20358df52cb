// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "format/format.h"
#include "gl/backend_objects.h"
#include "gl/objects/attached_storage.h"
#include "gl/objects/ref.h"

#include <atomic>
#include <cstdint>
#include <memory>

namespace gl {

/// A renderbuffer object (ES 2.0 section 4.4.1).
class Renderbuffer : public Object {
public:
    Renderbuffer(uint32_t name, std::unique_ptr<RenderbufferBackend> backend)
        : Object(name), m_backend(std::move(backend)) {}

    RenderbufferBackend& backend() const { return *m_backend; }
    const format::InternalFormat* format() const { return m_format; } ///< Null: no storage yet.
    GLenum requestedFormat() const { return m_requestedFormat; }
    int32_t width_px() const { return m_width_px; }
    int32_t height_px() const { return m_height_px; }
    int32_t samples() const { return m_samples; }

    void setStorage(const format::InternalFormat* format,
                    GLenum requestedFormat,
                    int32_t width_px,
                    int32_t height_px,
                    int32_t samples) {
        m_format = format;
        m_requestedFormat = requestedFormat;
        m_width_px = width_px;
        m_height_px = height_px;
        m_samples = samples;
        if (attached()) {
            bumpAttachedStorageSerial();
        }
    }
    bool attached() const { return m_attachments.load(std::memory_order_relaxed) > 0; }
    /// By framebuffers, for attached().
    void attach() const { m_attachments.fetch_add(1, std::memory_order_relaxed); }
    void detach() const { m_attachments.fetch_sub(1, std::memory_order_relaxed); }

private:
    mutable std::atomic<int32_t> m_attachments{0};
    std::unique_ptr<RenderbufferBackend> m_backend;
    const format::InternalFormat* m_format = nullptr;
    GLenum m_requestedFormat = GL_RGBA4;
    int32_t m_width_px = 0;
    int32_t m_height_px = 0;
    int32_t m_samples = 0;
};

} // namespace gl
