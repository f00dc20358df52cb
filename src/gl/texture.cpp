// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "gl/texture.h"

#include <algorithm>
#include <bit>

namespace gl {

namespace {

std::atomic<uint64_t> s_attachedStorageSerial{1};

bool powerOfTwo(const format::Extent& extent) {
    return std::has_single_bit(uint32_t(extent.width_px)) &&
           std::has_single_bit(uint32_t(extent.height_px)) &&
           std::has_single_bit(uint32_t(extent.depth_px));
}

format::Extent levelExtent(const format::Extent& base, int32_t steps) {
    return {std::max(base.width_px >> steps, 1),
            std::max(base.height_px >> steps, 1),
            std::max(base.depth_px >> steps, 1)};
}

bool nearestOnly(const SamplerParameters& sampler) {
    return sampler.magFilter == GL_NEAREST &&
           (sampler.minFilter == GL_NEAREST || sampler.minFilter == GL_NEAREST_MIPMAP_NEAREST);
}

} // namespace

uint64_t attachedStorageSerial() {
    return s_attachedStorageSerial.load(std::memory_order_relaxed);
}

void bumpAttachedStorageSerial() {
    s_attachedStorageSerial.fetch_add(1, std::memory_order_relaxed);
}

Texture::Texture(uint32_t name, TextureType type, std::unique_ptr<TextureBackend> backend)
    : Object(name), m_backend(std::move(backend)), m_type(type) {}

const TextureImage& Texture::image(const ImageIndex& index) const {
    static const TextureImage undefined;
    if (index.level < 0 || index.level >= kMaxLevels || index.face < 0 || index.face >= 6) {
        return undefined;
    }
    return m_images[index.face][index.level];
}

bool Texture::cubeLevelComplete(int32_t level) const {
    const TextureImage& first = image({level, 0});
    if (!first.defined() || first.extent.width_px != first.extent.height_px) {
        return false;
    }
    for (int face = 1; face < 6; ++face) {
        if (image({level, face}) != first) {
            return false;
        }
    }
    return true;
}

void Texture::updateCompleteness() {
    m_lastChain = m_lastComplete = m_baseLevel - 1;
    const auto levelDefined = [&](int32_t level) {
        return m_type == TextureType::Cube ? cubeLevelComplete(level) : image({level, 0}).defined();
    };
    if (m_maxLevel < m_baseLevel || !levelDefined(m_baseLevel)) {
        return;
    }
    const TextureImage base = image({m_baseLevel, 0});
    const int32_t longest_px = std::max({base.extent.width_px,
                                         base.extent.height_px,
                                         m_type == TextureType::Tex3D ? base.extent.depth_px : 1});
    const int32_t steps = std::bit_width(uint32_t(longest_px)) - 1;
    m_lastChain = std::min(m_baseLevel + steps, m_maxLevel);
    m_lastComplete = m_baseLevel;
    while (m_lastComplete < m_lastChain) {
        const int32_t level = m_lastComplete + 1;
        const TextureImage expected{base.format, levelExtent(base.extent, level - m_baseLevel)};
        if (!levelDefined(level) || image({level, 0}) != expected) {
            break;
        }
        m_lastComplete = level;
    }
}

bool Texture::complete(const SamplerParameters& sampler) const {
    if (m_lastComplete < m_baseLevel) {
        return false;
    }
    if (sampler.mipmapped() && m_lastComplete != m_lastChain) {
        return false;
    }
    const TextureImage& base = m_images[0][m_baseLevel];
    if (npotRestricted && !powerOfTwo(base.extent) &&
        (sampler.mipmapped() || sampler.wrapS != GL_CLAMP_TO_EDGE ||
         sampler.wrapT != GL_CLAMP_TO_EDGE)) {
        return false;
    }
    if ((floatNearestOnly || halfFloatNearestOnly) &&
        base.format->numeric == format::Numeric::Float && base.format->isColor() &&
        !nearestOnly(sampler)) {
        const int bits = std::max(
            {base.format->red, base.format->alpha, base.format->luminance, base.format->intensity});
        if (bits == 32 ? floatNearestOnly : halfFloatNearestOnly) {
            return false;
        }
    }
    return true;
}

void Texture::setParameters(const SamplerParameters& parameters) {
    ++m_version;
    m_parameters = parameters;
}

void Texture::setLevels(int32_t baseLevel, int32_t maxLevel) {
    ++m_version;
    m_baseLevel = baseLevel;
    m_maxLevel = maxLevel;
    updateCompleteness();
}

void Texture::setImage(const ImageIndex& index, const TextureImage& image) {
    ++m_version;
    TextureImage& slot = m_images[index.face][index.level];
    if (slot != image) {
        slot = image;
        updateCompleteness();
    }
    if (attached()) {
        bumpAttachedStorageSerial();
    }
}

} // namespace gl
