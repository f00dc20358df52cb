// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "gl/backend.h"
#include "glvk/resource.h"

#include <vector>

namespace glvk {

class Context;
class Device;

/// A buffer object's storage. Redefinition and whole updates take new storage where the old one is
/// in use (renaming); partial updates of a buffer in use are copies in command order.
class Buffer final : public gl::BufferBackend {
public:
    explicit Buffer(Device& device) : m_device(device) {}

    bool
    define(gl::ContextBackend& context, size_t size_B, const void* data, GLenum usage) override;
    void
    update(gl::ContextBackend& context, size_t offset_B, std::span<const std::byte> data) override;
    void read(gl::ContextBackend& context, size_t offset_B, std::span<std::byte> data) override;

    /// Null while the buffer has size zero.
    BufferStorage* storage() const { return m_storage.get(); }
    size_t size_B() const { return m_size_B; }
    /// The contents in host memory, kept up to date from the first call on: for indices that must
    /// be looked at, and arrays that must be converted.
    const std::byte* hostCopy(Context& context);

private:
    ResourceRef<BufferStorage> createStorage(size_t size_B) const;

    Device& m_device;
    ResourceRef<BufferStorage> m_storage;
    size_t m_size_B = 0;
    bool m_hostCopyValid = false;
    std::vector<std::byte> m_hostCopy;
};

} // namespace glvk
