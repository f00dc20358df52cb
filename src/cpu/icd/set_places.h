// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "cpu/shader/abi.h"

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

namespace cpu::icd {

class PipelineLayout;

/// Where a stage's layout has its descriptors.
class SetPlaces {
public:
    /// By set, where its first dynamic offset lies in DispatchData::dynamicOffsets_B.
    using FirstDynamic = std::array<uint32_t, shader::kMaxSets>;

    SetPlaces() = default;
    explicit SetPlaces(const PipelineLayout& layout);

    /// Turns what is bound into what the stage's code reads: descriptors that lead to nothing take
    /// the place of sets that were not bound or are too small, and dynamic offsets go from where
    /// binding left them to where the stage's own layout has them. Then `data` may point to what
    /// lives as long as this object or a copy.
    void place(const FirstDynamic& bound, shader::DispatchData& data) const;

private:
    std::array<uint32_t, shader::kMaxSets> m_requiredSizes_B{};
    FirstDynamic m_firstDynamic{};
    std::array<uint32_t, shader::kMaxSets> m_dynamicCount{};
    /// As large as the largest set. Null: a common one is large enough.
    std::shared_ptr<const std::vector<uint8_t>> m_emptySet;
};

} // namespace cpu::icd
