// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "cpu/sample/stability.h"

#include "cpu/sample/slots.h"

#include <cassert>
#include <utility>

namespace cpu::sample {
namespace {

/// A site that goes to and fro between ids is left alone after so many.
constexpr uint32_t kMaxInlines = 2;
/// How many times as long as it takes to be stable a site waits for others that are about to be.
constexpr uint32_t kPatience = 2;

} // namespace

StabilityConfig StabilityConfig::fromTier(base::CpuTier tier) {
    switch (tier) {
    case base::CpuTier::Auto:
        return {};
    case base::CpuTier::Inlined:
        return {.dispatches = 1, .rebuilds = ~0u};
    case base::CpuTier::Generic:
    case base::CpuTier::Prebuilt:
    case base::CpuTier::Specialized:
    case base::CpuTier::Copied:
        return {.rebuilds = 0};
    }
    return {};
}

Stability::Stability(const StabilityConfig& config, uint32_t siteCount, Rebuild rebuild)
    : m_config(config),
      m_rebuild(std::move(rebuild)),
      m_phase(siteCount > 0 && config.rebuilds > 0 ? Phase::Watching : Phase::Over),
      m_sites(siteCount) {}

void Stability::afterDispatch(SlotArray& slots) {
    if (m_phase != Phase::Watching) {
        return;
    }
    bool anyStable = false, anySettling = false;
    for (uint32_t i = 0; i < m_sites.size(); ++i) {
        observe(m_sites[i], slots, i);
        anyStable |= stable(m_sites[i]);
        anySettling |= settling(m_sites[i]);
    }
    if (!anyStable) {
        m_patience = 0;
    } else if (!anySettling || ++m_patience > kPatience * m_config.dispatches) {
        askForRebuild();
    }
}

void Stability::observe(Site& site, SlotArray& slots, uint32_t index) {
    uint64_t seen = kNoIds;
    bool agreed = true;
    for (uint32_t worker = 0; worker < slots.workerCount(); ++worker) {
        Slot& slot = slots.at(worker, index);
        if (slot.ids == kNoIds) {
            continue;
        }
        agreed = agreed && (seen == kNoIds || seen == slot.ids);
        seen = slot.ids;
        if (site.inlined != kNoIds) {
            // What is inlined does not touch the slot: what it holds would look used for ever.
            slot.ids = kNoIds;
        }
    }
    if (seen == kNoIds) {
        // Not run by this dispatch, or with what is inlined.
        if (site.inlined != kNoIds) {
            site.candidate = kNoIds;
            site.streak = 0;
        }
    } else if (!agreed) {
        site.candidate = kNoIds;
        site.streak = 0;
    } else if (seen == site.candidate) {
        ++site.streak;
    } else {
        site.candidate = seen;
        site.streak = 1;
    }
}

bool Stability::stable(const Site& site) const {
    return site.candidate != kNoIds && site.candidate != site.inlined &&
           site.streak >= m_config.dispatches && site.inlines < kMaxInlines;
}

bool Stability::settling(const Site& site) const {
    return site.candidate != kNoIds && site.candidate != site.inlined &&
           site.streak < m_config.dispatches && site.inlines < kMaxInlines;
}

void Stability::askForRebuild() {
    std::vector<StableSite> sites;
    for (uint32_t i = 0; i < m_sites.size(); ++i) {
        Site& site = m_sites[i];
        site.next = site.inlined;
        if (stable(site)) {
            site.next = site.candidate;
            ++site.inlines;
        }
        if (site.next != kNoIds) {
            sites.push_back({i, site.next});
        }
    }
    ++m_rebuilds;
    m_patience = 0;
    m_phase = Phase::Rebuilding;
    m_rebuild(std::move(sites));
}

void Stability::installed() {
    assert(m_phase == Phase::Rebuilding);
    for (Site& site : m_sites) {
        site.inlined = site.next;
        site.candidate = kNoIds;
        site.streak = 0;
    }
    m_phase = m_rebuilds < m_config.rebuilds ? Phase::Watching : Phase::Over;
}

void Stability::failed() {
    assert(m_phase == Phase::Rebuilding);
    m_phase = Phase::Over;
}

} // namespace cpu::sample
