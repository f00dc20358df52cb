// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "gl/commands/pixels/pixel_transfer.h"

#include "gl/compat/state/compat_state.h"

namespace gl {

namespace {

/// The range of a bound pixel buffer that a command touches. False: the error is set.
bool checkBufferRange(
    Context& context, const Buffer& buffer, size_t offset_B, size_t size_B, size_t unit_B) {
    if (offset_B % unit_B != 0) {
        context.setError(
            GL_INVALID_OPERATION, "{} is not an offset of units of {} bytes", offset_B, unit_B);
        return false;
    }
    if (buffer.mapped()) {
        context.setError(GL_INVALID_OPERATION, "the pixel buffer is mapped");
        return false;
    }
    if (offset_B > buffer.size_B() || size_B > buffer.size_B() - offset_B) {
        context.setError(GL_INVALID_OPERATION,
                         "pixels reach to {} in a pixel buffer of {} bytes",
                         offset_B + size_B,
                         buffer.size_B());
        return false;
    }
    return true;
}

} // namespace

bool UnpackSource::prepare(Context& context, size_t size_B, const void* data, size_t unit_B) {
    Buffer* buffer = context.objects().pixelUnpackBuffer.get();
    if (!buffer) {
        m_data = data;
        return true;
    }
    const auto offset_B = reinterpret_cast<uintptr_t>(data);
    if (!checkBufferRange(context, *buffer, offset_B, size_B, unit_B)) {
        return false;
    }
    m_copy.resize(size_B);
    buffer->backend().read(context.backend(), offset_B, m_copy);
    m_data = m_copy.data();
    return true;
}

void UnpackSource::transfer(Context& context,
                            format::PixelLayout& layout,
                            const format::Extent& extent) {
    if (m_data && transferChanges(context, layout.format)) {
        TransferredPixels pixels = context.compat()->pixelTransfer.unpacked(layout, extent, m_data);
        layout = pixels.layout;
        m_copy = std::move(pixels.bytes);
        m_data = m_copy.data();
    }
}

bool transferChanges(Context& context, GLenum format) {
    return context.compat() && context.compat()->pixelTransfer.changes(format);
}

bool readTransferred(Context& context,
                     const format::PixelLayout& layout,
                     const format::Extent& extent,
                     bool sumLuminance,
                     const ReadPixels& read,
                     void* dst) {
    const format::PixelLayout readLayout = PixelTransfer::readLayout(layout.format);
    std::vector<std::byte> pixels(format::imageSize_B(readLayout, extent));
    if (!read(readLayout, pixels.data())) {
        return false;
    }
    context.compat()->pixelTransfer.packed(layout, extent, pixels, dst, sumLuminance);
    return true;
}

bool PackTarget::prepare(Context& context, size_t size_B, void* data, size_t unit_B) {
    Buffer* buffer = context.objects().pixelPackBuffer.get();
    if (!buffer) {
        m_data = data;
        return true;
    }
    m_offset_B = reinterpret_cast<uintptr_t>(data);
    if (!checkBufferRange(context, *buffer, m_offset_B, size_B, unit_B)) {
        return false;
    }
    // Bytes between rows stay what they are.
    m_copy.resize(size_B);
    buffer->backend().read(context.backend(), m_offset_B, m_copy);
    m_data = m_copy.data();
    return true;
}

void PackTarget::store(Context& context) {
    if (Buffer* buffer = context.objects().pixelPackBuffer.get()) {
        buffer->backend().update(context.backend(), m_offset_B, m_copy);
    }
}

} // namespace gl
