// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "glvk/sampler.h"

#include "base/hash.h"
#include "base/log.h"
#include "glvk/device.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace glvk {

namespace {

VkSamplerAddressMode addressMode(GLenum wrap, bool linear, const SamplerCaps& caps) {
    switch (wrap) {
    case GL_CLAMP_TO_EDGE:
        return VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE;
    case GL_MIRRORED_REPEAT:
        return VK_SAMPLER_ADDRESS_MODE_MIRRORED_REPEAT;
    case GL_CLAMP_TO_BORDER:
        return VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_BORDER;
    case GL_CLAMP:
        // Half a border texel blends in when filtering linearly; the exact coordinate clamp is not
        // applied in the shader yet.
        return linear ? VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_BORDER
                      : VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE;
    case GL_MIRROR_CLAMP_TO_EDGE:
        return caps.mirrorClampToEdge ? VK_SAMPLER_ADDRESS_MODE_MIRROR_CLAMP_TO_EDGE
                                      : VK_SAMPLER_ADDRESS_MODE_MIRRORED_REPEAT;
    default:
        return VK_SAMPLER_ADDRESS_MODE_REPEAT;
    }
}

int32_t fixed256(float value) {
    return int32_t(std::lround(std::clamp(value, -1000.0f, 1000.0f) * 256));
}

/// The border colour as a standard one where it is one, else custom, else the nearest standard one.
void setBorder(SamplerKey& key,
               const std::array<uint32_t, 4>& bits,
               bool integer,
               const SamplerCaps& caps) {
    const uint32_t one = integer ? 1 : std::bit_cast<uint32_t>(1.0f);
    const std::array<std::array<uint32_t, 4>, 3> standard{{
        {0, 0, 0, 0},
        {0, 0, 0, one},
        {one, one, one, one},
    }};
    key.integer = integer;
    for (uint32_t i = 0; i < standard.size(); ++i) {
        if (bits == standard[i]) {
            key.border = i;
            return;
        }
    }
    if (caps.customBorderColor) {
        key.border = 3;
        key.borderColor = bits;
        return;
    }
    base::logWarnOnce("the device has no custom border colours: the nearest standard one is used");
    const auto number = [&](size_t i) {
        return integer ? float(bits[i]) : std::bit_cast<float>(bits[i]);
    };
    key.border = number(0) + number(1) + number(2) > 1.5f ? 2 : number(3) > 0.5f ? 1 : 0;
}

/// What the stored channels have to be for the view to show `color`.
std::array<uint32_t, 4> storedBorder(const std::array<uint32_t, 4>& color,
                                     const format::Swizzle& view) {
    std::array<uint32_t, 4> stored{0, 0, 0, color[3]};
    for (size_t i = 4; i-- > 0;) { // Of several the first: luminance is red.
        if (view[i] >= format::Channel::R) {
            stored[size_t(view[i]) - size_t(format::Channel::R)] = color[i];
        }
    }
    return stored;
}

} // namespace

SamplerKey translateSampler(const gl::SamplerParameters& p,
                            const UnitSampling& unit,
                            const SampledTexture& texture,
                            const SamplerCaps& caps) {
    SamplerKey key;
    if (texture.multisample) {
        return key;
    }
    key.compare = texture.depth && p.compareMode == GL_COMPARE_REF_TO_TEXTURE;
    // Depth formats without the linear feature may still be filtered while comparing.
    const bool linearAllowed =
        !texture.integer && (texture.filterable || (texture.depth && key.compare));
    key.mipmapped = p.mipmapped();
    const bool minLinear = p.minFilter == GL_LINEAR || p.minFilter == GL_LINEAR_MIPMAP_NEAREST ||
                           p.minFilter == GL_LINEAR_MIPMAP_LINEAR;
    key.minLinear = minLinear && linearAllowed;
    key.magLinear = p.magFilter == GL_LINEAR && linearAllowed;
    key.mipLinear = linearAllowed && (p.minFilter == GL_NEAREST_MIPMAP_LINEAR ||
                                      p.minFilter == GL_LINEAR_MIPMAP_LINEAR);
    const bool anyLinear = key.minLinear || key.magLinear;
    key.seams = texture.cube && !unit.seamlessCubes && caps.seams;
    const bool seamless = texture.cube && !key.seams; // Wraps have no effect.
    const auto wrap = [&](GLenum mode) -> uint32_t {
        return seamless ? VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE
                        : addressMode(mode, anyLinear, caps);
    };
    key.wrapS = wrap(p.wrapS);
    key.wrapT = wrap(p.wrapT);
    key.wrapR = wrap(p.wrapR);
    if (key.compare) {
        key.compareOp = (p.compareFunc - GL_NEVER) & 7; // GL and Vulkan list them alike.
    }
    if (key.wrapS == VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_BORDER ||
        key.wrapT == VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_BORDER ||
        key.wrapR == VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_BORDER) {
        setBorder(key, storedBorder(p.borderBits, texture.view), texture.integer, caps);
    }
    if (p.maxAnisotropy > 1 && caps.maxAnisotropy > 1 && key.minLinear) {
        key.anisotropy = uint32_t(std::min({p.maxAnisotropy, caps.maxAnisotropy, 16.0f}));
    }
    if (key.mipmapped) {
        const float bias = std::clamp(p.lodBias + unit.lodBias, -caps.maxLodBias, caps.maxLodBias);
        key.lodBias_256 = fixed256(bias);
        const float low = std::max(std::min(p.minLod, p.maxLod), 0.0f);
        const float high = std::max(std::max(p.minLod, p.maxLod), low);
        key.minLod_256 = fixed256(low);
        key.maxLod_256 = fixed256(high);
    }
    return key;
}

size_t SamplerCache::Hash::operator()(const SamplerKey& key) const {
    return base::hashKey(key);
}

SamplerCache::SamplerCache(Device& device) : m_device(device) {
    m_caps.customBorderColor = device.features().customBorderColor;
    m_caps.seams = device.features().cubeSeams;
    m_caps.mirrorClampToEdge = device.features().mirrorClampToEdge;
    m_caps.maxAnisotropy =
        device.features().core.samplerAnisotropy ? device.limits().maxSamplerAnisotropy : 1;
    m_caps.maxLodBias = device.limits().maxSamplerLodBias;
}

SamplerCache::~SamplerCache() {
    for (const auto& [key, sampler] : m_samplers) {
        m_device.vk().vkDestroySampler(m_device.handle(), sampler.handle, nullptr);
    }
}

Sampler SamplerCache::get(const SamplerKey& key) {
    const std::lock_guard lock(m_mutex);
    if (const auto found = m_samplers.find(key); found != m_samplers.end()) {
        return found->second;
    }
    VkSamplerCreateInfo info{VK_STRUCTURE_TYPE_SAMPLER_CREATE_INFO};
    info.flags = key.seams ? VK_SAMPLER_CREATE_NON_SEAMLESS_CUBE_MAP_BIT_EXT : 0;
    info.magFilter = key.magLinear ? VK_FILTER_LINEAR : VK_FILTER_NEAREST;
    info.minFilter = key.minLinear ? VK_FILTER_LINEAR : VK_FILTER_NEAREST;
    info.mipmapMode =
        key.mipLinear ? VK_SAMPLER_MIPMAP_MODE_LINEAR : VK_SAMPLER_MIPMAP_MODE_NEAREST;
    info.addressModeU = VkSamplerAddressMode(key.wrapS);
    info.addressModeV = VkSamplerAddressMode(key.wrapT);
    info.addressModeW = VkSamplerAddressMode(key.wrapR);
    info.mipLodBias = float(key.lodBias_256) / 256;
    info.anisotropyEnable = key.anisotropy > 1;
    info.maxAnisotropy = float(std::max(1u, uint32_t(key.anisotropy)));
    info.compareEnable = key.compare;
    info.compareOp = VkCompareOp(key.compareOp);
    // Vulkan's note on GL_NEAREST and GL_LINEAR: 0.25 keeps min and mag apart, level 0 only.
    info.minLod = key.mipmapped ? float(key.minLod_256) / 256 : 0;
    info.maxLod = key.mipmapped ? float(key.maxLod_256) / 256 : 0.25f;
    constexpr VkBorderColor kBorders[2][4] = {{VK_BORDER_COLOR_FLOAT_TRANSPARENT_BLACK,
                                               VK_BORDER_COLOR_FLOAT_OPAQUE_BLACK,
                                               VK_BORDER_COLOR_FLOAT_OPAQUE_WHITE,
                                               VK_BORDER_COLOR_FLOAT_CUSTOM_EXT},
                                              {VK_BORDER_COLOR_INT_TRANSPARENT_BLACK,
                                               VK_BORDER_COLOR_INT_OPAQUE_BLACK,
                                               VK_BORDER_COLOR_INT_OPAQUE_WHITE,
                                               VK_BORDER_COLOR_INT_CUSTOM_EXT}};
    info.borderColor = kBorders[key.integer][key.border];
    VkSamplerCustomBorderColorCreateInfoEXT custom{
        VK_STRUCTURE_TYPE_SAMPLER_CUSTOM_BORDER_COLOR_CREATE_INFO_EXT};
    if (key.border == 3) {
        for (size_t i = 0; i < 4; ++i) {
            custom.customBorderColor.uint32[i] = key.borderColor[i];
        }
        info.pNext = &custom;
    }
    Sampler sampler;
    if (m_device.vk().vkCreateSampler(m_device.handle(), &info, nullptr, &sampler.handle) !=
        VK_SUCCESS) {
        return {};
    }
    sampler.id = m_device.newId();
    m_samplers.emplace(key, sampler);
    return sampler;
}

} // namespace glvk
