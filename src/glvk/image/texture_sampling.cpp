// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Texture: views and samplers, and the texels of buffer textures.
#include "glvk/gpu/gpu.h"
#include "glvk/image/buffer.h"
#include "glvk/image/placeholders.h"
#include "glvk/image/texture.h"
#include "glvk/record/calling_context.h"

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

/// Coordinates that wrap. Array layers do not.
uint8_t coordinateCount(gl::TextureType type) {
    switch (type) {
    case gl::TextureType::Tex1D:
    case gl::TextureType::Tex1DArray:
        return 1;
    case gl::TextureType::Tex3D:
        return 3;
    default:
        return 2;
    }
}

/// Formats of floats without sign, whatever stores them.
bool nonNegative(GLenum internalformat) {
    return internalformat == GL_R11F_G11F_B10F || internalformat == GL_RGB9_E5 ||
           internalformat == GL_COMPRESSED_RGB_BPTC_UNSIGNED_FLOAT;
}

/// Of colours; depth is Float.
SampledKind kindOf(format::Id storage) {
    switch (format::layout(storage).numeric) {
    case format::Numeric::Sint:
        return SampledKind::Int;
    case format::Numeric::Uint:
        return SampledKind::Uint;
    default:
        return SampledKind::Float;
    }
}

/// How a comparison becomes a vector, by the components that are it and that are one.
uint8_t spreadOf(const format::Swizzle& swizzle) {
    uint8_t bits = 0;
    for (unsigned i = 0; i < swizzle.size(); ++i) {
        bits |= uint8_t(swizzle[i] == format::Channel::R) << i;
        bits |= uint8_t(swizzle[i] == format::Channel::One)
                << (i + spirv::ClampCoordinates::kOnesShift);
    }
    return bits;
}

/// Nothing but the mask where it is empty: what is clamped alike compares equal.
SampledClamp clampOf(const SamplerTranslation& translation, const format::Extent& base) {
    if (!translation.clamp) {
        return {};
    }
    return {
        .mask = translation.clamp,
        .nearest = translation.key.minLinear != translation.key.magLinear,
        .size_px = {uint16_t(base.width_px), uint16_t(base.height_px), uint16_t(base.depth_px)}};
}

/// A sampler of that kind may read texels of the other: integers pass for one another.
bool readsAs(SampledKind texels, SampledKind kind) {
    return texels == kind || (texels != SampledKind::Float && kind != SampledKind::Float);
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
        // What a comparison gives is a number; of older shaders the clamping variant makes what
        // the mode makes of it.
        const bool compares = parameters.compareMode != GL_NONE;
        view = depthSwizzle(compares && texture.depthTextureMode() == GL_ALPHA
                                ? GL_LUMINANCE
                                : texture.depthTextureMode());
    }
    key.swizzle = packSwizzle(swizzled(texture.swizzle(), view));
    const bool decode = parameters.srgbDecode != GL_SKIP_DECODE_EXT;
    const VkFormat format =
        m_gpu.vkFormat(decode ? base.storage : format::withoutSrgb(base.storage));
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

SampledKind Texture::numbers(const gl::Texture& texture) const {
    if (m_type == gl::TextureType::Buffer) {
        return kindOf(texture.texels().format->candidates[0]);
    }
    const Level& base = m_levels[{std::min(texture.firstLevel(), gl::kMaxLevels - 1)}];
    if (base.storage == format::Id::None) {
        return SampledKind::Float;
    }
    return texture.samplesStencil() && format::layout(base.storage).hasStencil()
               ? SampledKind::Uint
               : kindOf(base.storage);
}

/// Facts of what `view` shows.
SampledTexture Texture::sampledTexture(const Level& base, const ViewKey& view) const {
    const VkFormatFeatureFlags features = m_gpu.formatFeatures(base.storage);
    const format::Layout& layout = format::layout(base.storage);
    SampledTexture facts;
    facts.linear = features & VK_FORMAT_FEATURE_SAMPLED_IMAGE_FILTER_LINEAR_BIT;
    facts.minmax = features & VK_FORMAT_FEATURE_SAMPLED_IMAGE_FILTER_MINMAX_BIT;
    facts.depth = view.aspects & VK_IMAGE_ASPECT_DEPTH_BIT;
    facts.cube = isCube(m_type);
    facts.multisample = isMultisample(m_type);
    facts.manyLevels = view.levels > 1;
    facts.coordinates = coordinateCount(m_type);
    facts.format = view.format ? view.format : m_image->description().format;
    facts.view = unpackSwizzle(view.swizzle);
    if (view.aspects & VK_IMAGE_ASPECT_COLOR_BIT) {
        facts.numeric = base.format->numeric;
        facts.bits = layout.bits[0];
        facts.alphaBits = layout.bits[3];
        facts.nonNegative = nonNegative(base.format->name);
        facts.stored = base.format->view;
    } else {
        using enum format::Channel;
        facts.stored = {R, Zero, Zero, One};
        facts.numeric = facts.depth ? base.format->numeric : format::Numeric::Uint;
    }
    return facts;
}

SamplingResult
Texture::findSampler(const Sampling& sampling, const SamplerKey& key, Prepared& prepared) {
    const SamplerCache::Answer answer = sampling.samplers.get(key, sampling.whenFull);
    prepared.sampled.sampler = *answer.sampler;
    return answer.sampler ? SamplingResult::Ready
           : answer.full  ? SamplingResult::SamplersFull
                          : SamplingResult::OutOfMemory;
}

SamplingResult
Texture::prepareBlack(const Sampling& sampling, SampledKind kind, Prepared& prepared) const {
    prepared.image = sampling.placeholders.blackTexture(m_type, kind).get(); // They keep it.
    if (!prepared.image) {
        return SamplingResult::OutOfMemory;
    }
    ViewKey key;
    key.type = viewType(m_type);
    key.layers = uint16_t(isCube(m_type) ? 6 : 1);
    const View view = prepared.image->view(key);
    prepared.sampled = {view.id, view.handle, {}};
    return view.handle ? findSampler(sampling, {}, prepared) : SamplingResult::OutOfMemory;
}

/// As it was prepared before, with parameters that were others since. Null: it was not.
const Texture::Prepared*
Texture::prepareAgain(const gl::Texture& texture, const gl::Sampler* object, const Asked& asked) {
    const gl::SamplerParameters& parameters = object ? object->parameters() : texture.parameters();
    for (const Prepared& before : m_prepared) {
        if (before.contents == texture.contents() && before.asked.unit == asked.unit &&
            before.asked.kind == asked.kind && before.parameters == parameters) {
            Prepared prepared = before;
            prepared.asked = asked;
            return remember(prepared);
        }
    }
    return nullptr;
}

SamplingResult Texture::prepareAnew(const Sampling& sampling,
                                    const gl::Texture& texture,
                                    const gl::Sampler* object,
                                    const Asked& asked,
                                    const Prepared*& found) {
    const gl::SamplerParameters& parameters = object ? object->parameters() : texture.parameters();
    const int32_t first = texture.firstLevel();
    const bool complete = texture.complete(parameters);
    if (complete && !realise(sampling.context, {first})) {
        return SamplingResult::OutOfMemory;
    }
    Prepared prepared;
    prepared.asked = asked;
    SamplingResult result = SamplingResult::OutOfMemory;
    if (complete && readsAs(numbers(texture), asked.kind)) {
        const Level& base = m_levels[{std::min(first, gl::kMaxLevels - 1)}];
        const ViewKey key = samplingView(texture, parameters, base);
        const View view = m_image->view(key);
        const SamplerTranslation translation = translateSampler(
            parameters, asked.unit, sampledTexture(base, key), sampling.samplers.caps());
        prepared.image = m_image.get();
        prepared.sampled = {view.id, view.handle, {}};
        prepared.sampled.clamp = clampOf(translation, base.extent);
        if (parameters.compareMode != GL_NONE && (key.aspects & VK_IMAGE_ASPECT_DEPTH_BIT)) {
            prepared.sampled.clamp.spread =
                spreadOf(swizzled(texture.swizzle(), depthSwizzle(texture.depthTextureMode())));
        }
        if (view.handle) {
            result = findSampler(sampling, translation.key, prepared);
        }
    } else {
        result = prepareBlack(sampling, asked.kind, prepared);
    }
    if (result == SamplingResult::Ready) {
        prepared.contents = texture.contents();
        prepared.parameters = parameters;
        found = remember(prepared);
    }
    return result;
}

bool Texture::prepareTexels(Placeholders& placeholders,
                            const gl::Texture& texture,
                            SampledKind kind,
                            TexelBuffer& texels) {
    const gl::TexelRange& range = texture.texels();
    const size_t count = range.count(m_gpu.limits().maxTexelBufferElements);
    const format::Id storage = range.format->candidates[0];
    const bool readable = readsAs(numbers(texture), kind);
    texels.storage =
        count && readable ? static_cast<const Buffer&>(range.buffer->backend()).storage() : nullptr;
    if (texels.storage) {
        texels.view = texels.storage->texelView(
            m_gpu.vkFormat(storage), range.offset_B, count * format::layout(storage).block_B);
    } else {
        BufferStorage* zeros = placeholders.zeroTexels();
        if (!zeros) {
            return false;
        }
        const format::Id zero = readable                    ? storage
                                : kind == SampledKind::Int  ? format::Id::R32G32B32A32Sint
                                : kind == SampledKind::Uint ? format::Id::R32G32B32A32Uint
                                                            : format::Id::R32G32B32A32Sfloat;
        texels.storage = zeros;
        texels.view = zeros->texelView(m_gpu.vkFormat(zero), 0, format::layout(zero).block_B);
    }
    return texels.view != nullptr;
}

} // namespace glvk
