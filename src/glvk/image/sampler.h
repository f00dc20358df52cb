// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "gl/objects/sampler.h"
#include "glvk/gpu/border_swizzle.h"
#include "glvk/gpu/vulkan.h"
#include "glvk/image/coordinate_clamp.h"

#include <array>
#include <cstdint>
#include <type_traits>

namespace glvk {

/// Everything that makes two Vulkan samplers differ, canonical: what has no effect is zero.
/// Floats are kept in fixed point so that equal keys are equal bytes.
struct SamplerKey {
    static constexpr uint32_t kCustomBorder = 3;

    uint32_t minLinear : 1 = 0;
    uint32_t magLinear : 1 = 0;
    uint32_t mipLinear : 1 = 0;
    uint32_t wrapS : 3 =
        0; ///< VkSamplerAddressMode; zero where the texture has no such coordinate.
    uint32_t wrapT : 3 = 0;
    uint32_t wrapR : 3 = 0;
    uint32_t compare : 1 = 0;
    uint32_t compareOp : 3 = 0;  ///< VkCompareOp; zero without compare.
    uint32_t anisotropy : 5 = 0; ///< Whole degrees; zero is off.
    uint32_t reduction : 2 = 0;  ///< VkSamplerReductionMode
    uint32_t border : 2 = 0;     ///< 0 transparent black, 1 opaque black, 2 opaque white, 3 custom
    uint32_t integer : 1 = 0;    ///< The border's numbers are integers.
    uint32_t seams : 1 = 0;      ///< A cube map whose faces are filtered alone.
    uint32_t unused : 5 = 0;
    /// How the view swizzles what the border gives, four format::Channel, r lowest: only where the
    /// sampler has to say it (BorderSwizzle::Sampler).
    uint32_t borderView : 12 = 0;
    uint32_t unused2 : 20 = 0;
    int16_t lodBias_256 = 0; ///< 1/256 levels.
    uint16_t minLod_256 = 0;
    uint16_t maxLod_256 = 0; ///< 64: level 0 only, where it matters which filter is taken.
    uint16_t unused3 = 0;
    VkFormat borderFormat = VK_FORMAT_UNDEFINED; ///< Of a custom border, where the device asks.
    std::array<uint32_t, 4> borderColor{};       ///< Bits of four floats or integers, custom only.

    bool operator==(const SamplerKey&) const = default;
};
static_assert(sizeof(SamplerKey) == 36 && std::has_unique_object_representations_v<SamplerKey>);

/// Facts of the texture being sampled that change how it may be filtered.
struct SampledTexture {
    bool linear = true;  ///< The format's features allow linear filtering …
    bool minmax = false; ///< … and its minimum and maximum.
    bool depth = false;  ///< A depth (or depth-stencil) texture whose depth is sampled.
    bool cube = false;
    bool multisample = false;                         ///< Nothing of a sampler has an effect.
    bool manyLevels = true;                           ///< There is more than the first level.
    uint8_t coordinates = 2;                          ///< That wrap: s, t and r are three.
    uint8_t bits = 8;                                 ///< Of each component, of integers …
    uint8_t alphaBits = 0;                            ///< … and of alpha, where it has others.
    bool nonNegative = false;                         ///< Floats without sign.
    format::Numeric numeric = format::Numeric::Unorm; ///< What a border color is one of.
    /// How GL's components are read from the stored ones: a border takes their place.
    format::Swizzle stored = format::kIdentity;
    /// The same with GL_TEXTURE_SWIZZLE: the view's.
    format::Swizzle view = format::kIdentity;
    VkFormat format = VK_FORMAT_UNDEFINED; ///< The view's.

    bool integer() const {
        return numeric == format::Numeric::Uint || numeric == format::Numeric::Sint;
    }
};

/// What the texture unit and the context say about sampling.
struct UnitSampling {
    float lodBias = 0;
    bool seamlessCubes = true;
    bool operator==(const UnitSampling&) const = default;
};

struct SamplerCaps {
    bool customBorder = false;
    bool borderNeedsFormat = false; ///< A custom border is of one format.
    BorderSwizzle borderSwizzle = BorderSwizzle::View;
    bool mirrorClampToEdge = false;
    bool seams = false; ///< Cube maps can be filtered face by face.
    bool minmax = false;
    /// Lookups without a reference compare nothing, whatever the sampler says.
    bool comparesByInstruction = false;
    float maxAnisotropy = 1;
    float maxLodBias = 0;
};

struct SamplerTranslation {
    SamplerKey key;
    ClampMask clamp; ///< What the shader does with the coordinates first.
    bool operator==(const SamplerTranslation&) const = default;
};

/// GL sampler state to what the device can do (docs/samplers.md). Pure.
SamplerTranslation translateSampler(const gl::SamplerParameters& parameters,
                                    const UnitSampling& unit,
                                    const SampledTexture& texture,
                                    const SamplerCaps& caps);

/// The same sampler with the standard border color that is nearest to its custom one.
SamplerKey withStandardBorder(SamplerKey key);

} // namespace glvk
