// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "gl/objects/texture.h"

#include "gl/objects/attached_storage.h"

#include <algorithm>
#include <bit>

namespace gl {

namespace {

bool powerOfTwo(const format::Extent& extent) {
    return std::has_single_bit(uint32_t(extent.width_px)) &&
           std::has_single_bit(uint32_t(extent.height_px)) &&
           std::has_single_bit(uint32_t(extent.depth_px));
}

bool nearestOnly(const SamplerParameters& sampler) {
    return sampler.magFilter == GL_NEAREST &&
           (sampler.minFilter == GL_NEAREST || sampler.minFilter == GL_NEAREST_MIPMAP_NEAREST);
}

} // namespace

format::Extent levelExtent(TextureType type, const format::Extent& base, int32_t steps) {
    const auto half = [steps](int32_t size_px) { return std::max(size_px >> steps, 1); };
    return {half(base.width_px),
            type == TextureType::Tex1DArray ? base.height_px : half(base.height_px),
            type == TextureType::Tex3D ? half(base.depth_px) : base.depth_px};
}

int32_t chainLength(TextureType type, const format::Extent& base) {
    if (isSingleLevel(type)) {
        return 1;
    }
    const int32_t longest_px = std::max({base.width_px,
                                         type == TextureType::Tex1DArray ? 1 : base.height_px,
                                         type == TextureType::Tex3D ? base.depth_px : 1});
    return int32_t(std::bit_width(uint32_t(std::max(longest_px, 1))));
}

bool isMultisample(TextureType type) {
    return type == TextureType::Tex2DMultisample || type == TextureType::Tex2DMultisampleArray;
}

bool isArray(TextureType type) {
    return type == TextureType::Tex1DArray || type == TextureType::Tex2DArray ||
           type == TextureType::CubeArray || type == TextureType::Tex2DMultisampleArray;
}

bool isSingleLevel(TextureType type) {
    return isLoneImage(type) || type == TextureType::Buffer || isMultisample(type);
}

bool isLoneImage(TextureType type) {
    return type == TextureType::Rect || type == TextureType::External;
}

bool allowsWrap(TextureType type, GLenum wrap) {
    switch (type) {
    case TextureType::Rect:
        return wrap == GL_CLAMP || wrap == GL_CLAMP_TO_EDGE || wrap == GL_CLAMP_TO_BORDER;
    case TextureType::External:
        return wrap == GL_CLAMP_TO_EDGE;
    default:
        return true;
    }
}

size_t TexelRange::count(size_t limit) const {
    if (!buffer || offset_B >= buffer->size_B()) {
        return 0;
    }
    const size_t there_B = buffer->size_B() - offset_B;
    const size_t texel_B = format::layout(format->candidates[0]).block_B;
    const size_t all_B = size_B == 0 ? there_B : std::min(size_B, there_B);
    const bool shifts = std::has_single_bit(texel_B); // Those of three components do not.
    return std::min(shifts ? all_B >> std::countr_zero(texel_B) : all_B / texel_B, limit);
}

Texture::Texture(uint32_t name, TextureType type, std::unique_ptr<TextureBackend> backend)
    : Object(name), m_backend(std::move(backend)), m_type(type), m_images(faceCount()) {
    if (isLoneImage(type)) { // GL 3.1 section 3.8.4, OES_EGL_image_external
        m_parameters.minFilter = GL_LINEAR;
        m_parameters.wrapS = m_parameters.wrapT = m_parameters.wrapR = GL_CLAMP_TO_EDGE;
    }
    m_texels.format = format::findInternalFormat(GL_R8);
}

Texture::~Texture() {
    if (m_texels.buffer) {
        m_texels.buffer->noteTexels(-1);
    }
}

int32_t Texture::firstLevel() const {
    return m_immutableLevels > 0 ? std::min(m_baseLevel, m_immutableLevels - 1) : m_baseLevel;
}

int32_t Texture::lastLevel() const {
    return m_immutableLevels > 0 ? std::clamp(m_maxLevel, firstLevel(), m_immutableLevels - 1)
                                 : m_maxLevel;
}

bool Texture::samplesStencil() const {
    const format::InternalFormat* format = image({firstLevel(), 0}).format;
    return format && format->stencil > 0 &&
           (format->depth == 0 || m_depthStencilMode == GL_STENCIL_INDEX);
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

bool Texture::levelDefined(int32_t level) const {
    return m_type == TextureType::Cube ? cubeLevelComplete(level) : image({level, 0}).defined();
}

void Texture::updateCompleteness() {
    const int32_t first = firstLevel();
    m_lastChain = m_lastComplete = first - 1;
    if (lastLevel() < first || !levelDefined(first)) {
        return;
    }
    const TextureImage base = image({first, 0});
    m_lastChain = std::min(first + chainLength(m_type, base.extent) - 1, lastLevel());
    m_lastComplete = first;
    while (m_lastComplete < m_lastChain) {
        const int32_t level = m_lastComplete + 1;
        const TextureImage expected{base.format, levelExtent(m_type, base.extent, level - first)};
        if (!levelDefined(level) || image({level, 0}) != expected) {
            break;
        }
        m_lastComplete = level;
    }
}

bool Texture::complete(const SamplerParameters& sampler) const {
    const int32_t first = firstLevel();
    if (m_lastComplete < first) {
        return false;
    }
    if (isMultisample(m_type)) {
        return true; // Nothing of the sampler counts.
    }
    if (sampler.mipmapped() && m_lastComplete != m_lastChain) {
        return false;
    }
    // A sampler object may ask for what the texture cannot have: "The behavior is as if the texture
    // is incomplete" (ARB_sampler_objects, issue 9). Nothing wraps r.
    if (isLoneImage(m_type) && (sampler.mipmapped() || !allowsWrap(m_type, sampler.wrapS) ||
                                !allowsWrap(m_type, sampler.wrapT))) {
        return false;
    }
    const TextureImage& base = m_images[{first, 0}];
    const bool comparing =
        base.format->depth > 0 && sampler.compareMode == GL_COMPARE_REF_TO_TEXTURE;
    // ARB_texture_filter_minmax, section 8.17: no averages of integers, but minima and maxima.
    if (sampler.reduces() && (samplesStencil() || !m_backend->reduces(*base.format))) {
        return false;
    }
    const bool averagesIntegers = base.format->integer() && !sampler.reduces();
    if ((averagesIntegers || samplesStencil() ||
         (depthNearestOnly && base.format->depth > 0 && !comparing)) &&
        !nearestOnly(sampler)) {
        return false;
    }
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

void Texture::suit(const ApiVersion& version, const Caps& caps) {
    floatNearestOnly = version.isES() && !caps.floatLinear;
    halfFloatNearestOnly = version.isES() && !caps.halfFloatLinear;
    if (version.core) {
        setDepthTextureMode(GL_RED); // DEPTH_TEXTURE_MODE is gone.
    }
}

void Texture::setParameters(const SamplerParameters& parameters) {
    ++m_parameterChanges;
    m_parameters = parameters;
}

void Texture::setLevels(int32_t baseLevel, int32_t maxLevel) {
    ++m_contents;
    m_baseLevel = baseLevel;
    m_maxLevel = maxLevel;
    updateCompleteness();
}

void Texture::storageChanged() {
    updateCompleteness();
    if (attached()) {
        bumpAttachedStorageSerial();
    }
}

void Texture::setImage(const ImageIndex& index, const TextureImage& image) {
    ++m_contents;
    TextureImage& slot = m_images.at(index);
    if (slot != image) {
        slot = image;
        updateCompleteness();
    }
    if (attached()) {
        bumpAttachedStorageSerial();
    }
}

void Texture::setSamples(int32_t samples, bool fixedLocations) {
    ++m_contents;
    m_samples = samples;
    m_fixedSampleLocations = fixedLocations;
}

void Texture::setImmutable(const format::InternalFormat& format,
                           const format::Extent& extent,
                           int32_t levels,
                           const TextureViewRange& range) {
    LevelTable<TextureImage> images(faceCount());
    for (int face = 0; face < faceCount(); ++face) {
        for (int32_t level = 0; level < levels; ++level) {
            images.at({level, face}) = {&format, levelExtent(m_type, extent, level)};
        }
    }
    ++m_contents;
    m_immutableLevels = levels;
    m_viewRange = range;
    m_images = std::move(images);
    storageChanged();
}

void Texture::setTexels(TexelRange texels) {
    ++m_contents;
    if (texels.buffer) {
        texels.buffer->noteTexels(1);
    }
    if (m_texels.buffer) {
        m_texels.buffer->noteTexels(-1);
    }
    m_texels = std::move(texels);
}

} // namespace gl
