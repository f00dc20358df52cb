// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "cpu/icd/resources/sampler.h"

#include "cpu/icd/api/entry_points.h"

#include <algorithm>
#include <bit>
#include <cstring>

namespace cpu::icd {
namespace {

constexpr float kMaxLodBias = 16.0f; ///< VkPhysicalDeviceLimits::maxSamplerLodBias

Address addressOf(VkSamplerAddressMode mode) {
    switch (mode) {
    case VK_SAMPLER_ADDRESS_MODE_MIRRORED_REPEAT:
        return Address::MirroredRepeat;
    case VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE:
        return Address::ClampToEdge;
    case VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_BORDER:
        return Address::ClampToBorder;
    case VK_SAMPLER_ADDRESS_MODE_MIRROR_CLAMP_TO_EDGE:
        return Address::MirrorClampToEdge;
    default:
        return Address::Repeat;
    }
}

void setBorder(const VkSamplerCreateInfo& info, uint32_t border[4]) {
    const auto set = [&](uint32_t color, uint32_t alpha) {
        border[0] = border[1] = border[2] = color;
        border[3] = alpha;
    };
    const uint32_t one = std::bit_cast<uint32_t>(1.0f);
    switch (info.borderColor) {
    case VK_BORDER_COLOR_FLOAT_OPAQUE_BLACK:
        return set(0, one);
    case VK_BORDER_COLOR_FLOAT_OPAQUE_WHITE:
        return set(one, one);
    case VK_BORDER_COLOR_INT_OPAQUE_BLACK:
        return set(0, 1);
    case VK_BORDER_COLOR_INT_OPAQUE_WHITE:
        return set(1, 1);
    case VK_BORDER_COLOR_FLOAT_CUSTOM_EXT:
    case VK_BORDER_COLOR_INT_CUSTOM_EXT:
        if (const auto* custom = find<VkSamplerCustomBorderColorCreateInfoEXT>(
                info.pNext, VK_STRUCTURE_TYPE_SAMPLER_CUSTOM_BORDER_COLOR_CREATE_INFO_EXT)) {
            std::memcpy(border, &custom->customBorderColor, 4 * sizeof(uint32_t));
            return;
        }
        [[fallthrough]];
    default: // Transparent black.
        return set(0, 0);
    }
}

SamplerData dataOf(const VkSamplerCreateInfo& info) {
    SamplerData data{};
    Reduction reduction = Reduction::WeightedAverage;
    if (const auto* mode = find<VkSamplerReductionModeCreateInfo>(
            info.pNext, VK_STRUCTURE_TYPE_SAMPLER_REDUCTION_MODE_CREATE_INFO)) {
        reduction = mode->reductionMode == VK_SAMPLER_REDUCTION_MODE_MIN   ? Reduction::Min
                    : mode->reductionMode == VK_SAMPLER_REDUCTION_MODE_MAX ? Reduction::Max
                                                                           : reduction;
    }
    const bool anisotropic = info.anisotropyEnable && info.maxAnisotropy > 1.0f;
    const bool seamless = !(info.flags & VK_SAMPLER_CREATE_NON_SEAMLESS_CUBE_MAP_BIT_EXT);
    data.samplerId = SamplerId::make(info.magFilter == VK_FILTER_LINEAR,
                                     info.minFilter == VK_FILTER_LINEAR,
                                     info.mipmapMode == VK_SAMPLER_MIPMAP_MODE_LINEAR,
                                     addressOf(info.addressModeU),
                                     addressOf(info.addressModeV),
                                     addressOf(info.addressModeW),
                                     anisotropic,
                                     info.compareEnable,
                                     Compare(uint32_t(info.compareOp) & 7),
                                     reduction,
                                     info.unnormalizedCoordinates,
                                     seamless)
                         .withMaxLod(info.maxLod)
                         .bits;
    data.lodBias = std::clamp(info.mipLodBias, -kMaxLodBias, kMaxLodBias);
    data.minLod = info.minLod;
    data.maxLod = info.maxLod;
    data.maxAnisotropy = anisotropic ? std::clamp(info.maxAnisotropy, 1.0f, 16.0f) : 1.0f;
    setBorder(info, data.borderColor);
    return data;
}

} // namespace

Sampler::Sampler(const VkSamplerCreateInfo& info)
    : m_data(std::make_shared<const SamplerData>(dataOf(info))) {}

namespace entry {

VKAPI_ATTR VkResult VKAPI_CALL CreateSampler(VkDevice device,
                                             const VkSamplerCreateInfo* pCreateInfo,
                                             const VkAllocationCallbacks* pAllocator,
                                             VkSampler* pSampler) {
    auto* sampler = make<Sampler>(pAllocator, *pCreateInfo);
    if (!sampler) {
        return VK_ERROR_OUT_OF_HOST_MEMORY;
    }
    *pSampler = handleOf<VkSampler>(sampler);
    return VK_SUCCESS;
}

VKAPI_ATTR void VKAPI_CALL DestroySampler(VkDevice device,
                                          VkSampler sampler,
                                          const VkAllocationCallbacks* pAllocator) {
    destroy(cast(sampler), pAllocator);
}

} // namespace entry
} // namespace cpu::icd
