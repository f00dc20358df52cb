// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "glvk/image/renderbuffer.h"

#include "glvk/gpu/gpu.h"
#include "glvk/image/target_image.h"
#include "glvk/record/calling_context.h"

namespace glvk {

bool Renderbuffer::define(gl::ContextBackend& contextBackend,
                          const format::InternalFormat& internalFormat,
                          int32_t width_px,
                          int32_t height_px,
                          int32_t samples) {
    const format::Id storage = m_gpu.storageFor(internalFormat);
    ResourceRef<Image> image;
    if (width_px > 0 && height_px > 0) {
        const uint32_t count = uint32_t(std::max(1, samples));
        image = createTargetImage(m_gpu, internalFormat, storage, width_px, height_px, count);
        if (!image) {
            CallingContext::of(contextBackend).recorder().finish("memory for a renderbuffer");
            image = createTargetImage(m_gpu, internalFormat, storage, width_px, height_px, count);
        }
        if (!image) {
            return false;
        }
    }
    m_image = std::move(image);
    m_format = &internalFormat;
    m_storage = storage;
    m_level = m_layer = 0;
    return true;
}

/// Textures may come to share the storage. False: out of memory.
bool Renderbuffer::makeSampled(CallingContext& context) {
    if ((m_image->description().usage & VK_IMAGE_USAGE_SAMPLED_BIT) ||
        !(m_gpu.formatFeatures(m_storage) & VK_FORMAT_FEATURE_SAMPLED_IMAGE_BIT)) {
        return true;
    }
    const VkExtent3D extent = m_image->extent(0);
    const ResourceRef<Image> fresh = createTargetImage(m_gpu,
                                                       *m_format,
                                                       m_storage,
                                                       int32_t(extent.width),
                                                       int32_t(extent.height),
                                                       m_image->description().samples,
                                                       VK_IMAGE_USAGE_SAMPLED_BIT);
    if (!fresh) {
        return false;
    }
    Recorder& recorder = context.recorder();
    recorder.endRendering();
    recorder.copy(*m_image, *fresh);
    VkImageCopy region{};
    region.srcSubresource = region.dstSubresource = {m_image->aspects(), 0, 0, 1};
    region.extent = extent;
    m_gpu.vk().vkCmdCopyImage(recorder.commands(),
                              m_image->handle(),
                              VK_IMAGE_LAYOUT_GENERAL,
                              fresh->handle(),
                              VK_IMAGE_LAYOUT_GENERAL,
                              1,
                              &region);
    m_image = fresh;
    return true;
}

std::shared_ptr<gl::SharedImage> Renderbuffer::share(gl::ContextBackend& context) {
    if (!m_image || !makeSampled(CallingContext::of(context))) {
        return nullptr;
    }
    auto shared = std::make_shared<SharedImage>();
    shared->gpu = m_gpu.shared_from_this();
    shared->image = m_image;
    shared->format = m_format;
    shared->storage = m_storage;
    shared->level = m_level;
    shared->layer = m_layer;
    return shared;
}

void Renderbuffer::adopt(gl::ContextBackend&, std::shared_ptr<gl::SharedImage> sharedImage) {
    const auto& shared = static_cast<const SharedImage&>(*sharedImage);
    m_image = shared.image;
    m_format = shared.format;
    m_storage = shared.storage;
    m_level = shared.level;
    m_layer = shared.layer;
}

} // namespace glvk
