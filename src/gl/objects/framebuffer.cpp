// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "gl/objects/framebuffer.h"

#include "gl/objects/attached_storage.h"
#include "gl/rules/renderable_formats.h"

#include <algorithm>
#include <limits>

namespace gl {

namespace {

TextureType storageType(const Attachment& attachment) {
    return attachment.texture ? attachment.texture->type() : TextureType::Tex2D;
}

enum class Point { Color, Depth, Stencil };

/// ES 3.0 and GL 3.3 section 4.4.4 "framebuffer attachment completeness".
bool attachmentComplete(const DeviceBackend& device,
                        const FramebufferRules& rules,
                        const Attachment& attachment,
                        Point point) {
    const format::InternalFormat* format = attachment.format();
    const format::Extent extent = attachment.extent();
    if (!format || extent.width_px <= 0 || extent.height_px <= 0) {
        return false;
    }
    if (attachment.texture && attachment.layer >= extent.depth_px) {
        return false;
    }
    const bool kind = point == Point::Color   ? colorRenderable(*format, rules.es)
                      : point == Point::Depth ? format->depth > 0
                                              : format->stencil > 0;
    return kind && !format->compressed &&
           device.formatCaps(*format, storageType(attachment)).renderable;
}

} // namespace

const format::InternalFormat* Attachment::format() const {
    return texture ? texture->image(image).format : renderbuffer ? renderbuffer->format() : nullptr;
}

format::Extent Attachment::extent() const {
    if (texture) {
        const format::Extent extent = texture->image(image).extent;
        switch (texture->type()) {
        case TextureType::Tex1DArray:
            return {extent.width_px, 1, extent.height_px};
        case TextureType::Cube:
            return {extent.width_px, extent.height_px, layered ? 6 : 1};
        default:
            return extent;
        }
    }
    return renderbuffer ? format::Extent{renderbuffer->width_px(), renderbuffer->height_px(), 1}
                        : format::Extent{0, 0, 0};
}

int32_t Attachment::samples() const {
    return renderbuffer ? renderbuffer->samples() : texture ? texture->samples() : 0;
}

bool Attachment::fixedSampleLocations() const {
    return !texture || texture->fixedSampleLocations();
}

bool Attachment::sameImage(const Attachment& other) const {
    return attached() && texture == other.texture && renderbuffer == other.renderbuffer &&
           (!texture || (image.level == other.image.level && image.face == other.image.face &&
                         layer == other.layer && layered == other.layered));
}

Framebuffer::Framebuffer(uint32_t name) : Object(name) {
    readBufferName = isDefault() ? GL_BACK : GL_COLOR_ATTACHMENT0;
    drawBufferNames.fill(GL_NONE);
    drawBufferNames[0] = readBufferName;
}

Framebuffer::~Framebuffer() {
    Attachment none;
    const auto clear = [&](Attachment& slot) {
        none = {};
        replace(slot, none);
    };
    std::for_each(m_color.begin(), m_color.end(), clear);
    clear(m_depth);
    clear(m_stencil);
}

void Framebuffer::replace(Attachment& slot, Attachment& attachment) {
    // Attach first: an object that stays attached must not be seen without attachments.
    if (attachment.texture) {
        attachment.texture->attach();
    }
    if (attachment.renderbuffer) {
        attachment.renderbuffer->attach();
    }
    if (slot.texture) {
        slot.texture->detach();
    }
    if (slot.renderbuffer) {
        slot.renderbuffer->detach();
    }
    slot = std::move(attachment);
    m_cachedStatus = 0;
}

bool Framebuffer::detachObject(const Object* object) {
    bool any = false;
    const auto check = [&](Attachment& slot) {
        if (slot.names(object)) {
            Attachment none;
            replace(slot, none);
            any = true;
        }
    };
    std::for_each(m_color.begin(), m_color.end(), check);
    check(m_depth);
    check(m_stencil);
    return any;
}

void Framebuffer::setDrawBuffers(const std::array<int8_t, kMaxColorAttachments>& buffers) {
    m_drawBuffers = buffers;
    m_drawBufferMask = 0;
    for (const int8_t buffer : buffers) {
        if (buffer >= 0) {
            m_drawBufferMask |= 1u << buffer;
        }
    }
    m_cachedStatus = 0;
}

namespace {

template <class Fn>
void forEachAttached(const Framebuffer& framebuffer, Fn&& fn) {
    for (int i = 0; i < kMaxColorAttachments; ++i) {
        if (framebuffer.color(i).attached()) {
            fn(framebuffer.color(i), Point::Color);
        }
    }
    if (framebuffer.depth().attached()) {
        fn(framebuffer.depth(), Point::Depth);
    }
    if (framebuffer.stencil().attached()) {
        fn(framebuffer.stencil(), Point::Stencil);
    }
}

} // namespace

int32_t Framebuffer::width_px() const {
    if (isDefault()) {
        return m_surface ? m_surface->width_px() : 0;
    }
    int32_t width_px = std::numeric_limits<int32_t>::max();
    bool any = false;
    forEachAttached(*this, [&](const Attachment& attachment, Point) {
        width_px = std::min(width_px, attachment.extent().width_px);
        any = true;
    });
    return any ? width_px : 0;
}

int32_t Framebuffer::height_px() const {
    if (isDefault()) {
        return m_surface ? m_surface->height_px() : 0;
    }
    int32_t height_px = std::numeric_limits<int32_t>::max();
    bool any = false;
    forEachAttached(*this, [&](const Attachment& attachment, Point) {
        height_px = std::min(height_px, attachment.extent().height_px);
        any = true;
    });
    return any ? height_px : 0;
}

int32_t Framebuffer::samples() const {
    if (isDefault()) {
        return m_surface ? m_surface->samples() : 0;
    }
    int32_t samples = 0;
    forEachAttached(*this, [&](const Attachment& attachment, Point) {
        samples = std::max(samples, attachment.samples());
    });
    return samples;
}

int32_t Framebuffer::layers() const {
    int32_t layers = std::numeric_limits<int32_t>::max();
    bool layered = false;
    forEachAttached(*this, [&](const Attachment& attachment, Point) {
        layers = std::min(layers, attachment.extent().depth_px);
        layered |= attachment.layered;
    });
    return layered ? layers : 0;
}

const format::InternalFormat* Framebuffer::depthFormat() const {
    const format::InternalFormat* format =
        isDefault() ? (m_surface ? m_surface->depthStencilFormat() : nullptr) : m_depth.format();
    return format && format->depth > 0 ? format : nullptr;
}

const format::InternalFormat* Framebuffer::stencilFormat() const {
    const format::InternalFormat* format =
        isDefault() ? (m_surface ? m_surface->depthStencilFormat() : nullptr) : m_stencil.format();
    return format && format->stencil > 0 ? format : nullptr;
}

bool Framebuffer::hasDepth() const {
    return depthFormat() != nullptr;
}

bool Framebuffer::hasStencil() const {
    return stencilFormat() != nullptr;
}

const format::InternalFormat* Framebuffer::colorFormat(int index) const {
    if (isDefault()) {
        return m_surface && index == 0 ? &m_surface->colorFormat() : nullptr;
    }
    return index >= 0 && index < kMaxColorAttachments ? m_color[index].format() : nullptr;
}

const format::InternalFormat* Framebuffer::readFormat() const {
    return m_readBuffer < 0 ? nullptr : colorFormat(m_readBuffer);
}

const Attachment* Framebuffer::readAttachment() const {
    return isDefault() || m_readBuffer < 0 ? nullptr : &m_color[m_readBuffer];
}

GLenum Framebuffer::status(const DeviceBackend& device, const FramebufferRules& rules) const {
    if (isDefault()) {
        return m_surface ? GL_FRAMEBUFFER_COMPLETE : GL_FRAMEBUFFER_UNDEFINED;
    }
    const uint64_t serial = attachedStorageSerial();
    if (m_cachedStatus == 0 || m_cachedSerial != serial) {
        m_cachedStatus = computeStatus(device, rules);
        m_cachedSerial = serial;
    }
    return m_cachedStatus;
}

namespace {

/// What has to agree between attachments.
struct Agreement {
    bool size = true;
    bool samples = true;
    bool layers = true;
};

Agreement agreement(const Framebuffer& framebuffer) {
    Agreement agree;
    const Attachment* first = nullptr;
    const Attachment* firstColor = nullptr;
    forEachAttached(framebuffer, [&](const Attachment& attachment, Point point) {
        const auto count = [](const Attachment& a) { return std::max(a.samples(), 1); };
        if (first) {
            const format::Extent a = first->extent();
            const format::Extent b = attachment.extent();
            agree.size &= a.width_px == b.width_px && a.height_px == b.height_px;
            agree.samples &= count(*first) == count(attachment) &&
                             (count(attachment) == 1 ||
                              first->fixedSampleLocations() == attachment.fixedSampleLocations());
            agree.layers &= first->layered == attachment.layered;
        }
        if (point == Point::Color && attachment.layered) {
            // Colour attachments that are layered are of textures of one target.
            agree.layers &= !firstColor || storageType(*firstColor) == storageType(attachment);
            firstColor = &attachment;
        }
        first = &attachment;
    });
    return agree;
}

} // namespace

GLenum Framebuffer::computeStatus(const DeviceBackend& device,
                                  const FramebufferRules& rules) const {
    bool any = false;
    bool attachmentsComplete = true;
    forEachAttached(*this, [&](const Attachment& attachment, Point point) {
        attachmentsComplete =
            attachmentsComplete && attachmentComplete(device, rules, attachment, point);
        any = true;
    });
    if (!attachmentsComplete) {
        return GL_FRAMEBUFFER_INCOMPLETE_ATTACHMENT;
    }
    if (!any) {
        return GL_FRAMEBUFFER_INCOMPLETE_MISSING_ATTACHMENT;
    }
    const Agreement agree = agreement(*this);
    if (!agree.size && !rules.anySize) {
        return GL_FRAMEBUFFER_INCOMPLETE_DIMENSIONS;
    }
    if (rules.needsDrawBuffers) {
        for (const int8_t buffer : m_drawBuffers) {
            if (buffer >= 0 && !m_color[buffer].attached()) {
                return GL_FRAMEBUFFER_INCOMPLETE_DRAW_BUFFER;
            }
        }
        if (m_readBuffer >= 0 && !m_color[m_readBuffer].attached()) {
            return GL_FRAMEBUFFER_INCOMPLETE_READ_BUFFER;
        }
    }
    if (!agree.samples) {
        return GL_FRAMEBUFFER_INCOMPLETE_MULTISAMPLE;
    }
    if (!agree.layers) {
        return GL_FRAMEBUFFER_INCOMPLETE_LAYER_TARGETS;
    }
    // One image serves both tests: Vulkan's rendering has no separate ones.
    if (m_depth.attached() && m_stencil.attached() && !m_depth.sameImage(m_stencil)) {
        return GL_FRAMEBUFFER_UNSUPPORTED;
    }
    return GL_FRAMEBUFFER_COMPLETE;
}

} // namespace gl
