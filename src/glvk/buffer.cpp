// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "glvk/buffer.h"

#include "glvk/context.h"
#include "glvk/device.h"

#include <cstring>

namespace glvk {

namespace {

constexpr VkBufferUsageFlags kUsage =
    VK_BUFFER_USAGE_VERTEX_BUFFER_BIT | VK_BUFFER_USAGE_INDEX_BUFFER_BIT |
    VK_BUFFER_USAGE_UNIFORM_BUFFER_BIT | VK_BUFFER_USAGE_TRANSFER_SRC_BIT |
    VK_BUFFER_USAGE_TRANSFER_DST_BIT;

} // namespace

ResourceRef<BufferStorage> Buffer::createStorage(size_t size_B) const {
    return BufferStorage::create(m_device, size_B, kUsage, MemoryUse::DeviceHost);
}

bool Buffer::define(gl::ContextBackend& contextBackend, size_t size_B, const void* data, GLenum) {
    Context& context = static_cast<Context&>(contextBackend);
    const bool reusable = m_storage && m_size_B == size_B && m_storage->idle();
    if (size_B == 0) {
        m_storage = {};
    } else if (!reusable) {
        ResourceRef<BufferStorage> fresh = createStorage(size_B);
        if (!fresh) {
            context.recorder().finish();
            fresh = createStorage(size_B); // Waiting may have freed what was still in use.
        }
        if (!fresh) {
            return false;
        }
        m_storage = std::move(fresh);
    }
    m_size_B = size_B;
    if (m_hostCopyValid) {
        m_hostCopy.assign(size_B, std::byte{0});
    }
    if (size_B == 0) {
        return true;
    }
    if (data) {
        update(context, 0, {static_cast<const std::byte*>(data), size_B});
    } else if (std::byte* mapped = m_storage->mapped(); mapped && m_storage->idle()) {
        std::memset(mapped, 0, size_B);
    } else {
        const VkCommandBuffer commands = context.recorder().transferInto(*m_storage);
        m_device.vk().vkCmdFillBuffer(commands, m_storage->handle(), 0, VK_WHOLE_SIZE, 0);
    }
    return true;
}

void Buffer::update(gl::ContextBackend& contextBackend,
                    size_t offset_B,
                    std::span<const std::byte> data) {
    if (data.empty()) {
        return;
    }
    Context& context = static_cast<Context&>(contextBackend);
    if (m_hostCopyValid) {
        std::memcpy(m_hostCopy.data() + offset_B, data.data(), data.size());
    }
    if (!m_storage->idle() && offset_B == 0 && data.size() == m_size_B) {
        if (ResourceRef<BufferStorage> fresh = createStorage(m_size_B)) {
            m_storage = std::move(fresh); // Renaming: earlier draws keep the old contents.
        }
    }
    if (m_storage->mapped() && m_storage->idle()) {
        std::memcpy(m_storage->mapped() + offset_B, data.data(), data.size());
        return;
    }
    const StreamPiece piece = context.uploads().allocate(data.size(), 16);
    if (!piece.storage) {
        context.recorder().finish();
        if (m_storage->mapped()) {
            std::memcpy(m_storage->mapped() + offset_B, data.data(), data.size());
        }
        return;
    }
    std::memcpy(piece.data, data.data(), data.size());
    const VkCommandBuffer commands = context.recorder().transferInto(*m_storage);
    const VkBufferCopy copy{piece.offset_B, offset_B, data.size()};
    m_device.vk().vkCmdCopyBuffer(commands, piece.storage->handle(), m_storage->handle(), 1, &copy);
}

void Buffer::read(gl::ContextBackend& contextBackend, size_t offset_B, std::span<std::byte> data) {
    if (data.empty() || !m_storage) {
        return;
    }
    Context& context = static_cast<Context&>(contextBackend);
    if (m_storage->mapped()) {
        if (!m_storage->idle()) {
            context.recorder().makeVisibleToHost(); // Of updates that were copies.
            context.recorder().finish();
        }
        std::memcpy(data.data(), m_storage->mapped() + offset_B, data.size());
        return;
    }
    ResourceRef<BufferStorage> readback = BufferStorage::create(
        m_device, data.size(), VK_BUFFER_USAGE_TRANSFER_DST_BIT, MemoryUse::Readback);
    if (!readback) {
        return;
    }
    Recorder& recorder = context.recorder();
    recorder.endRendering();
    recorder.read(*m_storage);
    recorder.retain(*readback);
    const VkBufferCopy copy{offset_B, 0, data.size()};
    m_device.vk().vkCmdCopyBuffer(
        recorder.commands(), m_storage->handle(), readback->handle(), 1, &copy);
    recorder.makeVisibleToHost();
    recorder.finish();
    std::memcpy(data.data(), readback->mapped(), data.size());
}

const std::byte* Buffer::hostCopy(Context& context) {
    if (!m_hostCopyValid) {
        m_hostCopy.resize(m_size_B);
        read(context, 0, m_hostCopy);
        m_hostCopyValid = true;
    }
    return m_hostCopy.data();
}

} // namespace glvk
