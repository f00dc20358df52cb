// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "cpu/stage/set_places.h"

#include <algorithm>

namespace cpu::stage {

namespace {

/// Never written. With one for all, what stages of different layouts read is the same where they
/// have the same sets, and draws keep it once.
alignas(64) uint8_t commonEmptySet[64 << 10];

} // namespace

SetPlaces::SetPlaces(std::span<const Set> sets, uint32_t largest_B) {
    if (largest_B > sizeof commonEmptySet) {
        m_emptySet = std::make_shared<const std::vector<uint8_t>>(largest_B);
    }
    for (size_t i = 0; i < std::min<size_t>(sets.size(), kMaxSets); ++i) {
        m_requiredSizes_B[i] = sets[i].required_B;
        m_firstDynamic[i] = sets[i].firstDynamic;
        m_dynamicCount[i] = sets[i].dynamicCount;
    }
}

void SetPlaces::place(const FirstDynamic& bound, DispatchData& data) const {
    const uint8_t* const empty = m_emptySet ? m_emptySet->data() : commonEmptySet;
    const size_t empty_B = m_emptySet ? m_emptySet->size() : sizeof commonEmptySet;
    bool moves = false;
    for (uint32_t i = 0; i < kMaxSets; ++i) {
        if (!data.sets[i] || data.setSizes_B[i] < m_requiredSizes_B[i]) {
            data.sets[i] = empty;
            data.setSizes_B[i] = uint32_t(empty_B);
        }
        moves |= m_dynamicCount[i] > 0 && m_firstDynamic[i] != bound[i];
    }
    if (!moves) {
        return;
    }
    // Sets that a library's or a shader's layout does not have count for nothing in it.
    std::array<uint32_t, kMaxDynamicBuffers> moved{};
    for (uint32_t set = 0; set < kMaxSets; ++set) {
        for (uint32_t i = 0; i < m_dynamicCount[set]; ++i) {
            const uint32_t to = m_firstDynamic[set] + i;
            const uint32_t from = bound[set] + i;
            if (to < moved.size() && from < moved.size()) {
                moved[to] = data.dynamicOffsets_B[from];
            }
        }
    }
    std::ranges::copy(moved, data.dynamicOffsets_B);
}

} // namespace cpu::stage
