// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "glvk/gpu/vulkan.h"
#include "glvk/image/sampler.h"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <mutex>
#include <unordered_map>
#include <utility>
#include <vector>

namespace glvk {

class Gpu;

/// Where a VkSampler lives, and how many hold it. Slots are used again, numbers are not.
struct SamplerSlot {
    /// The number above, the count of holders below; 0: nothing lives here.
    std::atomic<uint64_t> state{0};
    // The cache's, by its lock.
    SamplerKey key;
    VkSampler handle = VK_NULL_HANDLE;
    uint64_t lastUse = 0;
};

/// An interned sampler that nobody needs to keep: SamplerRef tells whether it is still there.
struct Sampler {
    VkSampler handle = VK_NULL_HANDLE;
    uint32_t id = 0; ///< Never used again: descriptor caches key on it. 0: none.
    SamplerSlot* slot = nullptr;
};

/// Holds a sampler: it stays as long as there is one of these. Null: none.
class SamplerRef {
public:
    SamplerRef() = default;
    /// Null where the sampler is gone.
    explicit SamplerRef(const Sampler& sampler) {
        uint64_t state = sampler.id ? sampler.slot->state.load(std::memory_order_acquire) : 0;
        while (state >> 32 == sampler.id && sampler.id) {
            if (sampler.slot->state.compare_exchange_weak(
                    state, state + 1, std::memory_order_acq_rel)) {
                m_sampler = sampler;
                return;
            }
        }
    }
    SamplerRef(const SamplerRef& other) : m_sampler(other.m_sampler) {
        if (m_sampler.slot) {
            m_sampler.slot->state.fetch_add(1, std::memory_order_relaxed);
        }
    }
    SamplerRef(SamplerRef&& other) noexcept : m_sampler(std::exchange(other.m_sampler, {})) {}
    SamplerRef& operator=(SamplerRef other) noexcept {
        std::swap(m_sampler, other.m_sampler);
        return *this;
    }
    ~SamplerRef() {
        if (m_sampler.slot) {
            m_sampler.slot->state.fetch_sub(1, std::memory_order_release);
        }
    }
    explicit operator bool() const { return m_sampler.slot != nullptr; }
    const Sampler& operator*() const { return m_sampler; }
    const Sampler* operator->() const { return &m_sampler; }

private:
    Sampler m_sampler;
};

/// What is done where all custom border colors that the device allows are held.
enum class WhenFull : uint8_t {
    Refuse,
    TakeStandardBorder, ///< The nearest standard border color takes the custom one's place.
};

/// Interned VkSamplers, one for each key. Nobody's samplers stay, until the device's limit is near:
/// then the half of them that was asked for longest ago goes. Thread-safe.
class SamplerCache {
public:
    /// `limit`: samplers at most, half of them with custom border colors; 0: the device's limits.
    explicit SamplerCache(Gpu& gpu, size_t limit = 0);
    ~SamplerCache();
    SamplerCache(const SamplerCache&) = delete;
    SamplerCache& operator=(const SamplerCache&) = delete;

    const SamplerCaps& caps() const { return m_caps; }
    struct Answer {
        SamplerRef sampler; ///< Null: out of memory, or …
        bool full = false;  ///< … all samplers, or custom border colors, are held.
    };
    Answer get(const SamplerKey& key, WhenFull whenFull = WhenFull::Refuse);
    /// VkSamplers there are now, and those made so far.
    size_t size() const;
    uint64_t made() const;

private:
    struct Hash {
        size_t operator()(const SamplerKey& key) const;
    };
    SamplerRef find(const SamplerKey& key);
    SamplerRef make(const SamplerKey& key);
    bool evict(bool customOnly);
    void destroy(SamplerSlot& slot);
    VkSampler create(const SamplerKey& key) const;

    Gpu& m_gpu;
    SamplerCaps m_caps;
    size_t m_limit = 0;
    size_t m_customLimit = 0;
    mutable std::mutex m_mutex;
    std::deque<SamplerSlot> m_slots;
    std::vector<SamplerSlot*> m_freeSlots;
    std::unordered_map<SamplerKey, SamplerSlot*, Hash> m_samplers;
    size_t m_customs = 0; ///< Of them those with a custom border color.
    uint32_t m_lastId = 0;
    uint64_t m_clock = 0;
};

} // namespace glvk
