// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "glvk/image/sampler.h"

#include "base/log.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace glvk {

namespace {

using format::Channel;
using format::Numeric;

using Bits4 = std::array<uint32_t, 4>;
using Floats4 = std::array<float, 4>;

constexpr float kMostLodBias = 64;
constexpr uint16_t kBaseLevelOnly_256 = 64; // A quarter, as Vulkan's chapter on samplers advises.
constexpr float kTopLevel = 16;             // No image has a level above.

/// What is filtered linearly, of what the application asked for.
struct Filters {
    bool min = false;
    bool mag = false;
    bool mip = false;
    bool mipmapped = false;
    bool any() const { return min || mag || mip; }
};

Filters filtersOf(const gl::SamplerParameters& p, bool manyLevels) {
    Filters f;
    f.min = p.minFilter == GL_LINEAR || p.minFilter == GL_LINEAR_MIPMAP_NEAREST ||
            p.minFilter == GL_LINEAR_MIPMAP_LINEAR;
    f.mag = p.magFilter == GL_LINEAR;
    f.mipmapped = p.mipmapped() && manyLevels;
    f.mip = f.mipmapped &&
            (p.minFilter == GL_NEAREST_MIPMAP_LINEAR || p.minFilter == GL_LINEAR_MIPMAP_LINEAR);
    return f;
}

/// Wraps that clamp to halfway between edge and border where texels are filtered.
bool clampsHalfway(GLenum wrap) {
    return wrap == GL_CLAMP || wrap == GL_MIRROR_CLAMP_EXT;
}

struct Wrap {
    VkSamplerAddressMode mode = VK_SAMPLER_ADDRESS_MODE_REPEAT;
    CoordinateClamp clamp = CoordinateClamp::None;
};

/// `halfway`: the filter blends texels, so that half of a clamped texel may be the border's.
Wrap wrapOf(GLenum wrap, bool halfway, const SamplerCaps& caps) {
    using enum CoordinateClamp;
    const Wrap mirrorToEdge = caps.mirrorClampToEdge
                                  ? Wrap{VK_SAMPLER_ADDRESS_MODE_MIRROR_CLAMP_TO_EDGE, None}
                                  : Wrap{VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE, Mirror};
    switch (wrap) {
    case GL_CLAMP_TO_EDGE:
        return {VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE, None};
    case GL_MIRRORED_REPEAT:
        return {VK_SAMPLER_ADDRESS_MODE_MIRRORED_REPEAT, None};
    case GL_CLAMP_TO_BORDER:
        return {VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_BORDER, None};
    case GL_CLAMP:
        return halfway ? Wrap{VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_BORDER, Clamp}
                       : Wrap{VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE, None};
    case GL_MIRROR_CLAMP_TO_EDGE:
        return mirrorToEdge;
    case GL_MIRROR_CLAMP_EXT:
        return halfway ? Wrap{VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_BORDER, MirrorClamp} : mirrorToEdge;
    case GL_MIRROR_CLAMP_TO_BORDER_EXT:
        return {VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_BORDER, Mirror};
    default:
        return {VK_SAMPLER_ADDRESS_MODE_REPEAT, None};
    }
}

int32_t fixed256(float value) {
    return int32_t(std::lround(value * 256));
}

float number(uint32_t bits, const SampledTexture& texture) {
    return texture.numeric == Numeric::Uint   ? float(bits)
           : texture.numeric == Numeric::Sint ? float(int32_t(bits))
                                              : std::bit_cast<float>(bits);
}

/// The component as a texel of the texture's format could have it (GL 4.6 section 8.14.2).
uint32_t clamped(uint32_t bits, bool alpha, const SampledTexture& texture) {
    const auto within = [&](float low, float high) {
        // Adding makes the one zero of two; what is not a number becomes the lower end.
        const float value = std::fmin(std::fmax(std::bit_cast<float>(bits), low), high) + 0.0f;
        return std::bit_cast<uint32_t>(value);
    };
    const uint32_t size = alpha && texture.alphaBits ? texture.alphaBits : texture.bits;
    const uint32_t most = size >= 32 ? ~0u : (1u << size) - 1;
    switch (texture.numeric) {
    case Numeric::Uint:
        return std::min(bits, most);
    case Numeric::Sint:
        return uint32_t(std::clamp(int32_t(bits), -int32_t(most >> 1) - 1, int32_t(most >> 1)));
    case Numeric::Snorm:
        return within(-1, 1);
    case Numeric::Float:
        return texture.nonNegative ? within(0, INFINITY) : within(-INFINITY, INFINITY);
    default:
        return within(0, 1);
    }
}

/// A border color and which of its components anybody sees.
struct Border {
    Bits4 bits{};
    uint8_t seen = 0;
};

/// What the stored channels have to be so that the view shows `color`.
Border storedBorder(const Bits4& color, const SampledTexture& texture) {
    Border border;
    for (size_t i = 4; i-- > 0;) { // Of several the first: luminance is red.
        if (texture.stored[i] >= Channel::R) {
            border.bits[size_t(texture.stored[i]) - size_t(Channel::R)] = color[i];
        }
    }
    for (const Channel channel : texture.view) {
        if (channel >= Channel::R) {
            border.seen |= uint8_t(1u << (size_t(channel) - size_t(Channel::R)));
        }
    }
    return border;
}

uint32_t oneOf(bool integer) {
    return integer ? 1 : std::bit_cast<uint32_t>(1.0f);
}

/// What the shader sees of a border whose stored channels are those.
Border shownBorder(const Border& stored, const SampledTexture& texture) {
    Border border{{}, 0xf};
    for (size_t i = 0; i < 4; ++i) {
        const Channel channel = texture.view[i];
        border.bits[i] = channel >= Channel::R ? stored.bits[size_t(channel) - size_t(Channel::R)]
                         : channel == Channel::One ? oneOf(texture.integer())
                                                   : 0;
    }
    return border;
}

std::array<Bits4, 3> standardBorders(uint32_t one) {
    return {{{0, 0, 0, 0}, {0, 0, 0, one}, {one, one, one, one}}};
}

uint32_t nearestStandard(const Floats4& color, uint8_t seen) {
    constexpr std::array<Floats4, 3> kStandard{{{0, 0, 0, 0}, {0, 0, 0, 1}, {1, 1, 1, 1}}};
    uint32_t nearest = 0;
    float least = INFINITY;
    for (uint32_t i = 0; i < kStandard.size(); ++i) {
        float distance = 0;
        for (size_t c = 0; c < 4; ++c) {
            const float difference = seen >> c & 1 ? color[c] - kStandard[i][c] : 0;
            distance += difference * difference;
        }
        if (distance < least) {
            least = distance;
            nearest = i;
        }
    }
    return nearest;
}

uint32_t packed(const format::Swizzle& swizzle) {
    uint32_t bits = 0;
    for (size_t i = 0; i < 4; ++i) {
        bits |= uint32_t(swizzle[i]) << (3 * i);
    }
    return bits;
}

/// The border color as a standard one where it is one, else custom, else the nearest standard one.
void setBorder(SamplerKey& key,
               const Bits4& color,
               const SampledTexture& texture,
               const SamplerCaps& caps) {
    Bits4 inRange{};
    for (size_t i = 0; i < 4; ++i) {
        inRange[i] = clamped(color[i], i == 3, texture);
    }
    Border border = storedBorder(inRange, texture);
    if (caps.borderSwizzle == BorderSwizzle::None) {
        border = shownBorder(border, texture);
    } else if (caps.borderSwizzle == BorderSwizzle::Sampler) {
        key.borderView = packed(texture.view);
    }
    key.integer = texture.integer();
    const auto standard = standardBorders(oneOf(key.integer));
    for (uint32_t i = 0; i < standard.size(); ++i) {
        bool same = true;
        for (size_t c = 0; c < 4; ++c) {
            same &= !(border.seen >> c & 1) || border.bits[c] == standard[i][c];
        }
        if (same) {
            key.border = i;
            return;
        }
    }
    if (!caps.customBorder) {
        base::logWarnOnce(
            base::Log::Device,
            "the device has no custom border colors: the nearest standard one is used");
        Floats4 numbers{};
        std::transform(border.bits.begin(), border.bits.end(), numbers.begin(), [&](uint32_t b) {
            return number(b, texture);
        });
        key.border = nearestStandard(numbers, border.seen);
        return;
    }
    key.border = SamplerKey::kCustomBorder;
    key.borderFormat = caps.borderNeedsFormat ? texture.format : VK_FORMAT_UNDEFINED;
    // Unseen components are as the first one that is seen, so that one color is one key.
    const uint32_t first = border.bits[size_t(std::countr_zero(border.seen))];
    for (size_t c = 0; c < 4; ++c) {
        key.borderColor[c] = border.seen >> c & 1 ? border.bits[c] : first;
    }
}

/// Bias and range of the level of detail, as far as a level or a filter is chosen by them.
void setLevels(SamplerKey& key,
               const gl::SamplerParameters& p,
               const UnitSampling& unit,
               const Filters& filters,
               const SamplerCaps& caps) {
    if (!filters.mipmapped && key.minLinear == key.magLinear) {
        return;
    }
    const float limit = std::min(caps.maxLodBias, kMostLodBias);
    const float bias = p.lodBias + unit.lodBias;
    key.lodBias_256 = int16_t(fixed256(std::isnan(bias) ? 0 : std::clamp(bias, -limit, limit)));
    const auto level = [](float value) { // What is not a number is level 0.
        return uint16_t(fixed256(std::fmin(std::fmax(value, 0.0f), kTopLevel)));
    };
    const auto [low, high] = std::minmax({level(p.minLod), level(p.maxLod)});
    key.minLod_256 = low;
    key.maxLod_256 = high;
    if (!filters.mipmapped) {
        key.minLod_256 = std::min(key.minLod_256, kBaseLevelOnly_256);
        key.maxLod_256 = std::min(key.maxLod_256, kBaseLevelOnly_256);
    }
}

uint32_t reductionOf(const gl::SamplerParameters& p) {
    return p.reductionMode == GL_MIN   ? VK_SAMPLER_REDUCTION_MODE_MIN
           : p.reductionMode == GL_MAX ? VK_SAMPLER_REDUCTION_MODE_MAX
                                       : VK_SAMPLER_REDUCTION_MODE_WEIGHTED_AVERAGE;
}

} // namespace

SamplerTranslation translateSampler(const gl::SamplerParameters& p,
                                    const UnitSampling& unit,
                                    const SampledTexture& texture,
                                    const SamplerCaps& caps) {
    SamplerTranslation result;
    SamplerKey& key = result.key;
    if (texture.multisample) {
        return result;
    }
    Filters filters = filtersOf(p, texture.manyLevels);
    const std::array<GLenum, 3> wraps{p.wrapS, p.wrapT, p.wrapR};
    key.seams = texture.cube && !unit.seamlessCubes && !p.seamlessCube && caps.seams;
    // Where cube maps are seamless wraps have no effect; what lies beyond a texture's dimensions
    // has none ever.
    const size_t wrapped = !texture.cube ? texture.coordinates : key.seams ? 2 : 0;
    const bool halfwayWrap = std::any_of(wraps.begin(), wraps.begin() + wrapped, clampsHalfway);

    key.compare = texture.depth && p.compareMode == GL_COMPARE_REF_TO_TEXTURE;
    key.compareOp = key.compare ? (p.compareFunc - GL_NEVER) & 7 : 0; // Both list them alike.
    if (texture.depth && !texture.linear && !key.compare && filters.any() && halfwayWrap &&
        caps.comparesByInstruction) {
        // Depth that cannot be filtered can be while comparing; what the shader reads without a
        // reference is still the depth (docs/samplers.md).
        key.compare = 1;
        key.compareOp = VK_COMPARE_OP_ALWAYS;
    }
    if (texture.integer() || !(texture.linear || key.compare)) {
        filters.min = filters.mag = filters.mip = false;
    }
    key.minLinear = filters.min;
    key.magLinear = filters.mag;
    key.mipLinear = filters.mip;

    // The minifying filter decides; the other one alone where both see the same level.
    const bool halfway = filters.min || (filters.mag && !filters.mipmapped);
    std::array<Wrap, 3> translated;
    std::transform(wraps.begin(), wraps.begin() + wrapped, translated.begin(), [&](GLenum wrap) {
        return wrapOf(wrap, halfway, caps);
    });
    key.wrapS = translated[0].mode;
    key.wrapT = translated[1].mode;
    key.wrapR = translated[2].mode;
    result.clamp = ClampMask(translated[0].clamp, translated[1].clamp, translated[2].clamp);
    if (std::any_of(translated.begin(), translated.end(), [](const Wrap& wrap) {
            return wrap.mode == VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_BORDER;
        })) {
        setBorder(key, p.borderBits, texture, caps);
    }
    if (p.maxAnisotropy > 1 && caps.maxAnisotropy > 1 && key.minLinear) {
        const auto degrees = uint32_t(std::min({p.maxAnisotropy, caps.maxAnisotropy, 16.0f}));
        key.anisotropy = degrees > 1 ? degrees : 0;
    }
    if (filters.any() && !key.compare && caps.minmax && texture.minmax) {
        key.reduction = reductionOf(p);
    }
    setLevels(key, p, unit, filters, caps);
    return result;
}

SamplerKey withStandardBorder(SamplerKey key) {
    Floats4 numbers{};
    std::transform(
        key.borderColor.begin(), key.borderColor.end(), numbers.begin(), [&](uint32_t bits) {
            return key.integer ? float(int32_t(bits)) : std::bit_cast<float>(bits);
        });
    key.border = nearestStandard(numbers, 0xf);
    key.borderColor = {};
    key.borderFormat = VK_FORMAT_UNDEFINED;
    return key;
}

} // namespace glvk
