// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "glvk/image/buffer.h"

#include "glvk/gpu/gpu.h"
#include "glvk/record/calling_context.h"

#include <cstring>
#include <new>
#include <utility>

namespace glvk {

namespace {

/// A buffer in use of so many bytes is copied whole rather than that rendering ends for the sake of
/// a part of it.
constexpr size_t kCopiedWhole_B = 16 * 1024;

/// What a wait is for.
constexpr char kReads[] = "a buffer's contents";

VkBufferUsageFlags usageFlags(const Features& features) {
    VkBufferUsageFlags usage =
        VK_BUFFER_USAGE_VERTEX_BUFFER_BIT | VK_BUFFER_USAGE_INDEX_BUFFER_BIT |
        VK_BUFFER_USAGE_UNIFORM_BUFFER_BIT | VK_BUFFER_USAGE_UNIFORM_TEXEL_BUFFER_BIT |
        VK_BUFFER_USAGE_INDIRECT_BUFFER_BIT | VK_BUFFER_USAGE_TRANSFER_SRC_BIT |
        VK_BUFFER_USAGE_TRANSFER_DST_BIT;
    if (features.transformFeedback) {
        usage |= VK_BUFFER_USAGE_TRANSFORM_FEEDBACK_BUFFER_BIT_EXT;
    }
    return usage;
}

MemoryUse memoryFor(GLenum usage) {
    switch (usage) {
    case GL_STREAM_READ:
    case GL_STATIC_READ:
    case GL_DYNAMIC_READ:
        return MemoryUse::Readback;
    default:
        return MemoryUse::DeviceHost;
    }
}

} // namespace

ResourceRef<BufferStorage>
Buffer::createStorage(const CallingContext& context, size_t size_B, bool pinned) {
    if (m_readAsBlock.load(std::memory_order_relaxed) && size_B <= BufferStorage::kMaxPart_B &&
        m_use == MemoryUse::DeviceHost && !pinned && !context.robustAccess()) {
        if (ResourceRef<BufferStorage> part = nextPart(size_B)) {
            return part;
        }
    }
    m_parts.clear();
    return BufferStorage::createOrReuse(m_gpu, size_B, usageFlags(m_gpu.features()), m_use);
}

/// Null: there are none.
ResourceRef<BufferStorage> Buffer::nextPart(size_t size_B) {
    if (m_parts.empty() || m_parts.back()->size_B() != size_B) {
        m_parts.clear();
        // Cached memory: from other memory, what was written before goes to the device at each
        // atomic operation.
        BufferStorage::createParts(
            m_gpu, size_B, usageFlags(m_gpu.features()), MemoryUse::Readback, m_parts);
        if (m_parts.empty()) {
            return {};
        }
    }
    ResourceRef<BufferStorage> part = std::move(m_parts.back());
    m_parts.pop_back();
    return part;
}

/// The device will write to it. What reads parts is bound to the end of their VkBuffer, as arrays
/// are, and such reads and this write would be a hazard. Without memory it stays a part.
void Buffer::leavePart() {
    if (!m_storage->isPart() || m_mapped) {
        return;
    }
    m_readAsBlock.store(false, std::memory_order_relaxed); // Until it is read as one again.
    ResourceRef<BufferStorage> own =
        BufferStorage::createOrReuse(m_gpu, m_size_B, usageFlags(m_gpu.features()), m_use);
    if (own && own->mapped()) {
        std::memcpy(own->mapped(), m_storage->mapped(), m_size_B);
        m_storage = std::move(own);
    }
}

bool Buffer::busy(CallingContext& context) const {
    if (m_storage->idle()) {
        return false;
    }
    context.recorder().collect();
    return !m_storage->idle();
}

/// Earlier commands keep the old contents. False: there is no memory, or a pointer into it.
bool Buffer::rename(CallingContext& context) {
    if (m_pinned) {
        return false;
    }
    ResourceRef<BufferStorage> fresh = createStorage(context, m_size_B, false);
    if (!fresh) {
        return false;
    }
    m_storage->noteReplaced();
    m_storage = std::move(fresh);
    context.recorder().countReplaced(m_size_B);
    m_hostKnows = true; // It is the host that fills it.
    return true;
}

void Buffer::noteDeviceWrite(Recorder& recorder) {
    m_hostCopyValid = false;
    m_hostKnows = false;
    recorder.noteDeviceWrites();
    if (m_pinned) {
        m_deviceWrite = recorder.status();
    }
}

bool Buffer::define(gl::ContextBackend& context, size_t size_B, const void* data, GLenum usage) {
    return allocate(CallingContext::of(context), size_B, data, memoryFor(usage), false);
}

bool Buffer::defineStorage(gl::ContextBackend& context,
                           size_t size_B,
                           const void* data,
                           GLbitfield flags) {
    return allocate(CallingContext::of(context),
                    size_B,
                    data,
                    flags & GL_MAP_READ_BIT ? MemoryUse::Readback : MemoryUse::DeviceHost,
                    flags & GL_MAP_PERSISTENT_BIT);
}

bool Buffer::allocate(
    CallingContext& context, size_t size_B, const void* data, MemoryUse use, bool pinned) {
    std::vector<std::byte> hostCopy(m_hostCopyValid ? size_B : 0);
    const bool reusable = m_storage && m_size_B == size_B && m_use == use && !m_pinned && !pinned &&
                          m_storage->idle();
    ResourceRef<BufferStorage> oldStorage; // Not where it is used again: it has to be idle.
    const size_t oldSize_B = m_size_B;
    const MemoryUse oldUse = m_use;
    const bool oldPinned = m_pinned;
    if (size_B == 0) {
        oldStorage = std::exchange(m_storage, {});
    } else if (!reusable) {
        m_use = use;
        ResourceRef<BufferStorage> fresh = createStorage(context, size_B, pinned);
        if (!fresh) {
            context.recorder().finish("memory for a buffer");
            fresh = createStorage(
                context, size_B, pinned); // Waiting may have freed what was still in use.
        }
        if (!fresh) {
            m_use = oldUse;
            return false;
        }
        oldStorage = std::exchange(m_storage, std::move(fresh));
    }
    m_pinned = pinned;
    const bool wasMapped = std::exchange(m_mapped, false);
    std::shared_ptr<BatchStatus> oldWrite = std::exchange(m_deviceWrite, {});
    m_size_B = size_B;
    hostCopy.swap(m_hostCopy);
    const bool hostKnew = std::exchange(m_hostKnows, true);
    try {
        fill(context, data);
    } catch (const std::bad_alloc&) {
        if (!reusable) {
            m_storage = std::move(oldStorage);
        }
        m_size_B = oldSize_B;
        m_use = oldUse;
        m_pinned = oldPinned;
        m_hostKnows = hostKnew;
        m_mapped = wasMapped;
        m_deviceWrite = std::move(oldWrite);
        hostCopy.swap(m_hostCopy);
        return false;
    }
    if (oldStorage && oldSize_B == size_B && oldUse == use && !oldPinned) {
        oldStorage->noteReplaced();
        context.recorder().countReplaced(size_B);
    }
    return true;
}

/// The whole storage, which is new; with zeros where there is no data.
void Buffer::fill(CallingContext& context, const void* data) {
    const size_t size_B = m_size_B;
    if (size_B == 0) {
        return;
    }
    if (data) {
        update(context, 0, {static_cast<const std::byte*>(data), size_B});
    } else if (std::byte* mapped = m_storage->mapped(); mapped && m_storage->idle()) {
        std::memset(mapped, 0, size_B);
    } else {
        const VkCommandBuffer commands = context.recorder().transferInto(*m_storage);
        m_hostKnows = false;
        m_gpu.vk().vkCmdFillBuffer(commands, m_storage->handle(), 0, VK_WHOLE_SIZE, 0);
    }
}

/// New storage for all contents, those of a part in use of which `data` are the next. False: they
/// are too many, or the host does not know them, or there is no memory: nothing has changed.
bool Buffer::replacePart(CallingContext& context,
                         size_t offset_B,
                         std::span<const std::byte> data) {
    if (m_size_B > kCopiedWhole_B || m_pinned || m_mapped || !m_storage->mapped() ||
        !(m_hostKnows || m_hostCopyValid)) {
        return false;
    }
    if (!m_hostCopyValid) {
        const std::byte* const mapped = m_storage->mapped();
        m_hostCopy.assign(mapped, mapped + m_size_B);
        std::memcpy(m_hostCopy.data() + offset_B, data.data(), data.size());
        m_hostCopyValid = true;
    }
    if (!rename(context)) {
        return false;
    }
    std::memcpy(m_storage->mapped(), m_hostCopy.data(), m_size_B);
    return true;
}

void Buffer::update(gl::ContextBackend& contextBackend,
                    size_t offset_B,
                    std::span<const std::byte> data) {
    if (data.empty()) {
        return;
    }
    CallingContext& context = CallingContext::of(contextBackend);
    if (m_hostCopyValid) {
        std::memcpy(m_hostCopy.data() + offset_B, data.data(), data.size());
    }
    if (!m_storage->idle()) {
        if (offset_B == 0 && data.size() == m_size_B) {
            (void)rename(context);
        } else if (replacePart(context, offset_B, data)) {
            return;
        }
    }
    if (m_storage->mapped() && m_storage->idle()) {
        std::memcpy(m_storage->mapped() + offset_B, data.data(), data.size());
        return;
    }
    const StreamPiece piece = context.uploads().allocate(data.size(), 16);
    if (!piece.storage) {
        context.recorder().finish("memory for an upload to a buffer");
        if (!m_storage->mapped()) {
            throw std::bad_alloc();
        }
        std::memcpy(m_storage->mapped() + offset_B, data.data(), data.size());
        return;
    }
    std::memcpy(piece.data, data.data(), data.size());
    const VkCommandBuffer commands = context.recorder().transferInto(*m_storage);
    if (m_pinned) {
        m_deviceWrite = context.recorder().status();
    }
    m_hostKnows = false;
    context.recorder().noteDeviceWrites();
    const VkBufferCopy copy{piece.offset_B, m_storage->offset_B() + offset_B, data.size()};
    m_gpu.vk().vkCmdCopyBuffer(commands, piece.storage->handle(), m_storage->handle(), 1, &copy);
}

void Buffer::read(gl::ContextBackend& contextBackend, size_t offset_B, std::span<std::byte> data) {
    if (data.empty() || !m_storage) {
        return;
    }
    CallingContext& context = CallingContext::of(contextBackend);
    if (m_storage->mapped()) {
        if (busy(context)) {
            context.recorder().finish(kReads);
        }
        std::memcpy(data.data(), m_storage->mapped() + offset_B, data.size());
        return;
    }
    ResourceRef<BufferStorage> readback = BufferStorage::create(
        m_gpu, data.size(), VK_BUFFER_USAGE_TRANSFER_DST_BIT, MemoryUse::Readback);
    if (!readback) {
        return;
    }
    Recorder& recorder = context.recorder();
    recorder.endRendering();
    recorder.read(*m_storage);
    recorder.retain(*readback);
    const VkBufferCopy copy{m_storage->offset_B() + offset_B, 0, data.size()};
    m_gpu.vk().vkCmdCopyBuffer(
        recorder.commands(), m_storage->handle(), readback->handle(), 1, &copy);
    recorder.makeVisibleToHost();
    recorder.finish(kReads);
    std::memcpy(data.data(), readback->mapped(), data.size());
}

void Buffer::copyFrom(gl::ContextBackend& contextBackend,
                      gl::BufferBackend& sourceBackend,
                      size_t sourceOffset_B,
                      size_t offset_B,
                      size_t size_B) {
    if (size_B == 0) {
        return;
    }
    Recorder& recorder = CallingContext::of(contextBackend).recorder();
    Buffer& source = static_cast<Buffer&>(sourceBackend);
    leavePart();
    recorder.endRendering();
    recorder.copy(*source.m_storage, *m_storage);
    const VkBufferCopy copy{
        source.m_storage->offset_B() + sourceOffset_B, m_storage->offset_B() + offset_B, size_B};
    m_gpu.vk().vkCmdCopyBuffer(
        recorder.commands(), source.m_storage->handle(), m_storage->handle(), 1, &copy);
    noteDeviceWrite(recorder);
}

void Buffer::invalidate(gl::ContextBackend& contextBackend) {
    CallingContext& context = CallingContext::of(contextBackend);
    if (m_storage && busy(context) && rename(context)) {
        m_hostCopyValid = false;
    }
}

std::byte*
Buffer::map(gl::ContextBackend& contextBackend, size_t offset_B, size_t size_B, GLbitfield access) {
    CallingContext& context = CallingContext::of(contextBackend);
    if (!m_storage || !m_storage->mapped()) {
        return nullptr;
    }
    // A copy of what is read piece by piece is faster than memory without a cache.
    if ((access & GL_MAP_READ_BIT) && !m_pinned && !m_storage->cached()) {
        return nullptr;
    }
    if (!(access & GL_MAP_UNSYNCHRONIZED_BIT) && busy(context)) {
        const bool invalidated =
            access & (GL_MAP_INVALIDATE_BUFFER_BIT | GL_MAP_INVALIDATE_RANGE_BIT);
        const bool whole = (access & GL_MAP_INVALIDATE_BUFFER_BIT) || size_B == m_size_B;
        if (!(invalidated && whole && rename(context))) {
            if (invalidated && !m_pinned) {
                return nullptr; // Written back in command order, without waiting.
            }
            context.recorder().finish("a buffer in use is mapped");
        }
    }
    if (access & GL_MAP_WRITE_BIT) {
        m_hostCopyValid = false;
    }
    m_mapped = true;
    return m_storage->mapped() + offset_B;
}

void Buffer::unmap(gl::ContextBackend&) {
    m_mapped = false;
    m_hostCopyValid = false;
}

const std::byte* Buffer::hostCopy(CallingContext& context) {
    if (m_pinned && m_storage && m_storage->mapped()) {
        // The application may write there at any time: what it is now.
        if (m_deviceWrite) {
            if (m_deviceWrite->value() == 0) {
                context.recorder().submit();
            }
            (void)m_gpu.waitFor(m_deviceWrite->value(), UINT64_MAX, kReads);
            m_deviceWrite.reset();
        }
        return m_storage->mapped();
    }
    if (!m_hostCopyValid) {
        m_hostCopy.resize(m_size_B);
        read(context, 0, m_hostCopy);
        m_hostCopyValid = true;
    }
    return m_hostCopy.data();
}

} // namespace glvk
