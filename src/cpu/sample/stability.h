// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "base/options.h"
#include "cpu/abi/routine.h"
#include "cpu/abi/stable_site.h"

#include <cstdint>
#include <functional>
#include <vector>

namespace cpu::sample {

class SlotArray;

struct StabilityConfig {
    uint32_t dispatches = 32; ///< A site is stable after so many that showed it the same ids.
    uint32_t rebuilds = 4;    ///< Of a shader, at most. 0: tier 2 is off.

    static StabilityConfig fromTier(base::CpuTier tier);
};

/// Decides when a shader is worth tier 2: rebuilt with the routines inlined that its sites have
/// used for a while. It learns that from the slots, after each dispatch. When the ids change for
/// good, it asks again, but never more often than configured: in between, the compare in the
/// shader falls back to the slot, which is always right.
///
/// One for each shader; all calls on the thread that dispatches.
class Stability {
public:
    /// Starts a rebuild and returns. The list has every site to be inlined, those of earlier
    /// rebuilds included. installed() or failed() follows.
    using Rebuild = std::function<void(std::vector<StableSite> sites)>;

    Stability(const StabilityConfig& config, uint32_t siteCount, Rebuild rebuild);

    /// No worker may be running the shader. May call rebuild().
    void afterDispatch(SlotArray& slots);

    /// Dispatches from now on run what the last rebuild() made.
    void installed();
    /// The last rebuild() came to nothing; there will be no other.
    void failed();

    uint32_t rebuildCount() const { return m_rebuilds; }

private:
    enum class Phase : uint8_t { Watching, Rebuilding, Over };

    struct Site {
        uint64_t inlined = kNoIds;   ///< In the code that runs.
        uint64_t next = kNoIds;      ///< In the code being built.
        uint64_t candidate = kNoIds; ///< What the slots showed last, when they agreed.
        uint32_t streak = 0;         ///< Dispatches in a row that showed the candidate.
        uint32_t inlines = 0;        ///< How often the site was inlined with new ids.
    };

    void observe(Site& site, SlotArray& slots, uint32_t index);
    bool stable(const Site& site) const;
    bool settling(const Site& site) const;
    void askForRebuild();

    const StabilityConfig m_config;
    const Rebuild m_rebuild;
    Phase m_phase;
    uint32_t m_rebuilds = 0;
    uint32_t m_patience = 0; ///< Dispatches for which a stable site has waited for others.
    std::vector<Site> m_sites;
};

} // namespace cpu::sample
