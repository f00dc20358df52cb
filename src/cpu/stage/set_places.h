// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "cpu/abi/shader.h"

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace cpu::stage {

/// Where a stage's layout has its descriptors.
class SetPlaces {
public:
    /// By set, where its first dynamic offset lies in DispatchData::dynamicOffsets_B.
    using FirstDynamic = std::array<uint32_t, kMaxSets>;

    /// A set of the layout.
    struct Set {
        uint32_t required_B;   ///< What it has at least: its last binding's count may vary.
        uint32_t firstDynamic; ///< Of its dynamic buffers among those of the whole layout.
        uint32_t dynamicCount;
    };

    SetPlaces() = default;
    /// `largest_B`: the size of the largest set.
    SetPlaces(std::span<const Set> sets, uint32_t largest_B);

    /// Turns what is bound into what the stage's code reads: descriptors that lead to nothing take
    /// the place of sets that were not bound or are too small, and dynamic offsets go from where
    /// binding left them to where the stage's own layout has them. Then `data` may point to what
    /// lives as long as this object or a copy.
    void place(const FirstDynamic& bound, DispatchData& data) const;

private:
    std::array<uint32_t, kMaxSets> m_requiredSizes_B{};
    FirstDynamic m_firstDynamic{};
    std::array<uint32_t, kMaxSets> m_dynamicCount{};
    /// As large as the largest set. Null: a common one is large enough.
    std::shared_ptr<const std::vector<uint8_t>> m_emptySet;
};

} // namespace cpu::stage
