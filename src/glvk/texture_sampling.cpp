// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Texture: views and samplers, and the texels of buffer textures.
#include "glvk/buffer.h"
#include "glvk/context.h"
#include "glvk/device.h"
#include "glvk/texture.h"

#include <algorithm>

namespace glvk {

namespace {

/// What GL reads from a depth texture where no swizzle says otherwise.
format::Swizzle depthSwizzle(GLenum mode) {
    using enum format::Channel;
    switch (mode) {
    case GL_INTENSITY:
        return {R, R, R, R};
    case GL_ALPHA:
        return {Zero, Zero, Zero, R};
    case GL_RED:
        return {R, Zero, Zero, One};
    default:
        return {R, R, R, One};
    }
}

/// GL_TEXTURE_SWIZZLE of what `view` reads.
format::Swizzle swizzled(const std::array<GLenum, 4>& swizzle, const format::Swizzle& view) {
    format::Swizzle result;
    for (size_t i = 0; i < 4; ++i) {
        switch (swizzle[i]) {
        case GL_RED:
            result[i] = view[0];
            break;
        case GL_GREEN:
            result[i] = view[1];
            break;
        case GL_BLUE:
            result[i] = view[2];
            break;
        case GL_ALPHA:
            result[i] = view[3];
            break;
        default:
            result[i] = swizzle[i] == GL_ZERO ? format::Channel::Zero : format::Channel::One;
        }
    }
    return result;
}

} // namespace

ViewKey Texture::samplingView(const gl::Texture& texture,
                              const gl::SamplerParameters& parameters,
                              const Level& base) const {
    ViewKey key;
    key.type = viewType(m_type);
    key.aspects = m_image->aspects();
    format::Swizzle view = base.format->view;
    if (texture.samplesStencil() && (key.aspects & VK_IMAGE_ASPECT_STENCIL_BIT)) {
        key.aspects = VK_IMAGE_ASPECT_STENCIL_BIT;
        view = depthSwizzle(GL_RED);
    } else if (key.aspects & VK_IMAGE_ASPECT_DEPTH_BIT) {
        key.aspects = VK_IMAGE_ASPECT_DEPTH_BIT;
        view = depthSwizzle(texture.depthTextureMode());
    }
    key.swizzle = packSwizzle(swizzled(texture.swizzle(), view));
    const bool decode = parameters.srgbDecode != GL_SKIP_DECODE_EXT;
    const VkFormat format =
        m_device.vkFormat(decode ? base.storage : format::withoutSrgb(base.storage));
    if (format != m_image->description().format) {
        key.format = format;
    }
    key.layers =
        uint16_t(m_owner == Owner::Shared ? 1 : uint32_t(faces()) * layerCount(base.extent));
    key.baseLayer = uint16_t(m_imageLayer);
    // All complete levels, whatever the filters: texelFetch reaches them.
    const int32_t levels = int32_t(m_image->description().levels - m_imageLevel);
    const int32_t first = std::min(texture.firstLevel(), levels - 1);
    const int32_t last = std::clamp(texture.lastCompleteLevel(), first, levels - 1);
    key.baseLevel = uint16_t(m_imageLevel + uint32_t(first));
    key.levels = uint16_t(m_owner == Owner::Shared ? 1 : last - first + 1);
    return key;
}

bool Texture::prepareAnew(Context& context,
                          const gl::Texture& texture,
                          const gl::Sampler* object,
                          float unitLodBias) {
    const gl::SamplerParameters& parameters = object ? object->parameters() : texture.parameters();
    const int32_t first = texture.firstLevel();
    const bool complete = texture.complete(parameters);
    if (complete && !realise(context, first)) {
        return false;
    }
    View view;
    Sampler sampler;
    if (complete) {
        const Level& base = m_levels[0][std::min(first, gl::kMaxLevels - 1)];
        const ViewKey key = samplingView(texture, parameters, base);
        SampledTexture facts;
        facts.filterable = m_device.formatFeatures(base.storage) &
                           VK_FORMAT_FEATURE_SAMPLED_IMAGE_FILTER_LINEAR_BIT;
        facts.depth = key.aspects & VK_IMAGE_ASPECT_DEPTH_BIT;
        facts.cube = isCube(m_type);
        facts.integer = base.format->integer() || key.aspects == VK_IMAGE_ASPECT_STENCIL_BIT;
        facts.multisample = isMultisample(m_type);
        facts.view = base.format->view;
        view = m_image->view(key);
        sampler = m_device.samplers().get(
            translateSampler(parameters, unitLodBias, facts, m_device.samplers().caps()));
        m_preparedImage = m_image.get();
    } else {
        m_preparedImage = m_device.blackTexture(m_type).get(); // The device keeps it.
        if (!m_preparedImage) {
            return false;
        }
        ViewKey key;
        key.type = viewType(m_type);
        key.layers = uint16_t(isCube(m_type) ? 6 : 1);
        view = m_preparedImage->view(key);
        sampler = m_device.samplers().get({});
    }
    if (!view.handle || !sampler.handle) {
        return false;
    }
    m_prepared = {view.id, sampler.id, view.handle, sampler.handle};
    m_preparedVersion = texture.version();
    m_preparedSampler = object ? object->version() : 0;
    m_preparedBias = unitLodBias;
    return true;
}

bool Texture::prepareTexels(Context&, const gl::Texture& texture, TexelBuffer& texels) {
    const gl::TexelRange& range = texture.texels();
    const size_t count = range.count(m_device.limits().maxTexelBufferElements);
    const format::Id storage = range.format->candidates[0];
    texels.storage =
        count ? static_cast<const Buffer&>(range.buffer->backend()).storage() : nullptr;
    if (texels.storage) {
        texels.view = texels.storage->texelView(
            m_device.vkFormat(storage), range.offset_B, count * format::layout(storage).block_B);
    } else {
        BufferStorage* zeros = m_device.zeroTexels();
        if (!zeros) {
            return false;
        }
        texels.storage = zeros;
        texels.view =
            zeros->texelView(m_device.vkFormat(storage), 0, format::layout(storage).block_B);
    }
    return texels.view.handle != VK_NULL_HANDLE;
}

} // namespace glvk
