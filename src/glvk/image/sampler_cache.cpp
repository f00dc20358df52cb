// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "glvk/image/sampler_cache.h"

#include "base/hash.h"
#include "base/log.h"
#include "glvk/gpu/gpu.h"

#include <algorithm>

namespace glvk {

namespace {

/// The driver's own samplers (transfer/meta.cpp), and those of other drivers' layers.
constexpr size_t kReserve = 64;

constexpr VkBorderColor kBorders[2][4] = {{VK_BORDER_COLOR_FLOAT_TRANSPARENT_BLACK,
                                           VK_BORDER_COLOR_FLOAT_OPAQUE_BLACK,
                                           VK_BORDER_COLOR_FLOAT_OPAQUE_WHITE,
                                           VK_BORDER_COLOR_FLOAT_CUSTOM_EXT},
                                          {VK_BORDER_COLOR_INT_TRANSPARENT_BLACK,
                                           VK_BORDER_COLOR_INT_OPAQUE_BLACK,
                                           VK_BORDER_COLOR_INT_OPAQUE_WHITE,
                                           VK_BORDER_COLOR_INT_CUSTOM_EXT}};

bool isCustom(const SamplerKey& key) {
    return key.border == SamplerKey::kCustomBorder;
}

VkComponentSwizzle component(uint32_t borderView, unsigned i) {
    constexpr VkComponentSwizzle kComponents[] = {VK_COMPONENT_SWIZZLE_ZERO,
                                                  VK_COMPONENT_SWIZZLE_ONE,
                                                  VK_COMPONENT_SWIZZLE_R,
                                                  VK_COMPONENT_SWIZZLE_G,
                                                  VK_COMPONENT_SWIZZLE_B,
                                                  VK_COMPONENT_SWIZZLE_A,
                                                  VK_COMPONENT_SWIZZLE_IDENTITY,
                                                  VK_COMPONENT_SWIZZLE_IDENTITY};
    return kComponents[borderView >> (3 * i) & 7];
}

} // namespace

size_t SamplerCache::Hash::operator()(const SamplerKey& key) const {
    return base::hashKey(key);
}

SamplerCache::SamplerCache(Gpu& gpu, size_t limit) : m_gpu(gpu) {
    const Features& features = gpu.features();
    m_caps.customBorder = features.customBorderColor;
    m_caps.borderNeedsFormat = features.borderNeedsFormat;
    m_caps.borderSwizzle = features.borderSwizzle;
    m_caps.seams = features.cubeSeams;
    m_caps.mirrorClampToEdge = features.mirrorClampToEdge;
    m_caps.minmax = features.filterMinmax;
    m_caps.comparesByInstruction = features.comparesByInstruction;
    m_caps.maxAnisotropy = features.core.samplerAnisotropy ? gpu.limits().maxSamplerAnisotropy : 1;
    m_caps.maxLodBias = gpu.limits().maxSamplerLodBias;
    const size_t allowed = gpu.limits().maxSamplerAllocationCount;
    m_limit = allowed > 2 * kReserve ? allowed - kReserve : allowed;
    m_customLimit = features.maxCustomBorders;
    if (limit) {
        m_limit = std::min(m_limit, limit);
        m_customLimit = std::min(m_customLimit, m_limit / 2);
    }
}

SamplerCache::~SamplerCache() {
    for (const auto& [key, slot] : m_samplers) {
        m_gpu.vk().vkDestroySampler(m_gpu.handle(), slot->handle, nullptr);
    }
}

size_t SamplerCache::size() const {
    const std::lock_guard lock(m_mutex);
    return m_samplers.size();
}

uint64_t SamplerCache::made() const {
    const std::lock_guard lock(m_mutex);
    return m_lastId;
}

SamplerCache::Answer SamplerCache::get(const SamplerKey& key, WhenFull whenFull) {
    const std::lock_guard lock(m_mutex);
    if (SamplerRef found = find(key)) {
        return {.sampler = std::move(found)};
    }
    if (isCustom(key) && m_customs >= m_customLimit && !evict(true)) {
        if (whenFull == WhenFull::Refuse) {
            return {.full = true};
        }
        base::logWarnOnce(base::Log::Device,
                          "all custom border colors that the device allows are in use: for others "
                          "the nearest standard one is used");
        const SamplerKey standard = withStandardBorder(key);
        SamplerRef found = find(standard);
        return {.sampler = found ? std::move(found) : make(standard)};
    }
    if (m_samplers.size() >= m_limit && !evict(false)) {
        return {.full = true};
    }
    return {.sampler = make(key)};
}

SamplerRef SamplerCache::find(const SamplerKey& key) {
    const auto found = m_samplers.find(key);
    if (found == m_samplers.end()) {
        return {};
    }
    SamplerSlot& slot = *found->second;
    slot.lastUse = ++m_clock;
    return SamplerRef({slot.handle, uint32_t(slot.state.load() >> 32), &slot});
}

SamplerRef SamplerCache::make(const SamplerKey& key) {
    const VkSampler handle = create(key);
    if (!handle) {
        return {};
    }
    if (m_freeSlots.empty()) {
        m_freeSlots.push_back(&m_slots.emplace_back());
    }
    SamplerSlot& slot = *m_freeSlots.back();
    m_freeSlots.pop_back();
    slot.key = key;
    slot.handle = handle;
    slot.lastUse = ++m_clock;
    const uint32_t id = ++m_lastId;
    slot.state.store(uint64_t(id) << 32, std::memory_order_release);
    m_samplers.emplace(key, &slot);
    m_customs += isCustom(key);
    return SamplerRef({handle, id, &slot});
}

/// Destroys the older half of what nobody holds. False: all are held.
bool SamplerCache::evict(bool customOnly) {
    std::vector<SamplerSlot*> idle;
    for (const auto& [key, slot] : m_samplers) {
        const bool held = uint32_t(slot->state.load(std::memory_order_acquire)) != 0;
        if (!held && (!customOnly || isCustom(key))) {
            idle.push_back(slot);
        }
    }
    const auto middle = idle.begin() + ptrdiff_t((idle.size() + 1) / 2);
    std::nth_element(idle.begin(), middle, idle.end(), [](const auto* a, const auto* b) {
        return a->lastUse < b->lastUse;
    });
    idle.erase(middle, idle.end());
    bool any = false;
    for (SamplerSlot* slot : idle) {
        uint64_t state = slot->state.load(std::memory_order_relaxed) & ~uint64_t(0xffffffff);
        if (slot->state.compare_exchange_strong(state, 0, std::memory_order_acq_rel)) {
            destroy(*slot);
            any = true;
        } // Else somebody came to hold it.
    }
    return any;
}

void SamplerCache::destroy(SamplerSlot& slot) {
    m_customs -= isCustom(slot.key);
    m_samplers.erase(slot.key);
    m_gpu.vk().vkDestroySampler(m_gpu.handle(), slot.handle, nullptr);
    m_freeSlots.push_back(&slot);
}

VkSampler SamplerCache::create(const SamplerKey& key) const {
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
    info.minLod = float(key.minLod_256) / 256;
    info.maxLod = float(key.maxLod_256) / 256;
    info.borderColor = kBorders[key.integer][key.border];
    const auto chain = [&](auto& structure) {
        structure.pNext = info.pNext;
        info.pNext = &structure;
    };
    VkSamplerCustomBorderColorCreateInfoEXT custom{
        VK_STRUCTURE_TYPE_SAMPLER_CUSTOM_BORDER_COLOR_CREATE_INFO_EXT};
    if (isCustom(key)) {
        std::copy(key.borderColor.begin(), key.borderColor.end(), custom.customBorderColor.uint32);
        custom.format = key.borderFormat;
        chain(custom);
    }
    VkSamplerBorderColorComponentMappingCreateInfoEXT mapping{
        VK_STRUCTURE_TYPE_SAMPLER_BORDER_COLOR_COMPONENT_MAPPING_CREATE_INFO_EXT};
    if (key.borderView) {
        mapping.components = {component(key.borderView, 0),
                              component(key.borderView, 1),
                              component(key.borderView, 2),
                              component(key.borderView, 3)};
        chain(mapping);
    }
    VkSamplerReductionModeCreateInfo reduction{
        VK_STRUCTURE_TYPE_SAMPLER_REDUCTION_MODE_CREATE_INFO};
    if (key.reduction) {
        reduction.reductionMode = VkSamplerReductionMode(key.reduction);
        chain(reduction);
    }
    VkSampler sampler = VK_NULL_HANDLE;
    const VkResult result = m_gpu.vk().vkCreateSampler(m_gpu.handle(), &info, nullptr, &sampler);
    return result == VK_SUCCESS ? sampler : VK_NULL_HANDLE;
}

} // namespace glvk
