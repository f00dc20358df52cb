// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "gl/texture.h"
#include "glvk/vulkan.h"

#include <array>
#include <cstdint>
#include <mutex>
#include <type_traits>
#include <unordered_map>

namespace glvk {

class Device;

/// Everything that makes two Vulkan samplers differ, canonical: what has no effect is zero.
/// Floats are kept in fixed point so that equal keys are equal bytes.
struct SamplerKey {
    uint32_t minLinear : 1 = 0;
    uint32_t magLinear : 1 = 0;
    uint32_t mipLinear : 1 = 0;
    uint32_t mipmapped : 1 = 0; ///< Off: level 0 only, as GL_NEAREST and GL_LINEAR have it.
    uint32_t wrapS : 3 = 0;     ///< VkSamplerAddressMode
    uint32_t wrapT : 3 = 0;
    uint32_t wrapR : 3 = 0;
    uint32_t compare : 1 = 0;
    uint32_t compareOp : 3 = 0;  ///< VkCompareOp; zero without compare.
    uint32_t anisotropy : 5 = 0; ///< Whole degrees; zero is off.
    uint32_t border : 2 = 0;     ///< 0 transparent black, 1 opaque black, 2 opaque white, 3 custom
    uint32_t integer : 1 = 0;    ///< The border's numbers are integers.
    uint32_t seams : 1 = 0;      ///< A cube map whose faces are filtered alone.
    uint32_t unused : 6 = 0;
    int32_t lodBias_256 = 0; ///< 1/256 levels.
    int32_t minLod_256 = 0;
    int32_t maxLod_256 = 0;
    std::array<uint32_t, 4> borderColor{}; ///< Bits of four floats or integers, custom only.

    bool operator==(const SamplerKey&) const = default;
};
static_assert(sizeof(SamplerKey) == 32 && std::has_unique_object_representations_v<SamplerKey>);

/// Facts of the texture being sampled that change how it may be filtered.
struct SampledTexture {
    bool filterable = true; ///< The format's features allow linear filtering.
    bool depth = false;     ///< A depth (or depth-stencil) texture whose depth is sampled.
    bool cube = false;
    bool integer = false;
    bool multisample = false; ///< Nothing of a sampler has an effect.
    /// How GL's components are read from the stored ones: a border takes their place.
    format::Swizzle view = format::kIdentity;
};

/// What the texture unit and the context say about sampling.
struct UnitSampling {
    float lodBias = 0;
    bool seamlessCubes = true;
    bool operator==(const UnitSampling&) const = default;
};

struct SamplerCaps {
    bool customBorderColor = false;
    bool mirrorClampToEdge = false;
    float maxAnisotropy = 1;
    float maxLodBias = 0;
    bool seams = false; ///< Cube maps can be filtered face by face.
};

/// GL sampler state to what the device can do (DESIGN section 4; docs/samplers.md). Pure.
SamplerKey translateSampler(const gl::SamplerParameters& parameters,
                            const UnitSampling& unit,
                            const SampledTexture& texture,
                            const SamplerCaps& caps);

struct Sampler {
    VkSampler handle = VK_NULL_HANDLE;
    uint64_t id = 0;
};

/// Interned VkSamplers; they live as long as the device. Thread-safe.
class SamplerCache {
public:
    explicit SamplerCache(Device& device);
    ~SamplerCache();

    const SamplerCaps& caps() const { return m_caps; }
    /// Null handle: out of memory.
    Sampler get(const SamplerKey& key);

private:
    Device& m_device;
    SamplerCaps m_caps;
    std::mutex m_mutex;
    struct Hash {
        size_t operator()(const SamplerKey& key) const;
    };
    std::unordered_map<SamplerKey, Sampler, Hash> m_samplers;
};

} // namespace glvk
