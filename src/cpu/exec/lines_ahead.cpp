// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "cpu/exec/lines_ahead.h"

#include <bit>

namespace cpu::exec {

namespace {

constexpr uintptr_t kLine_B = 64;

/// A processor that does not know the instruction takes it for none.
inline void prefetchToWrite(const uint8_t* line) {
#if defined(__x86_64__)
    asm volatile("prefetchw %0" : : "m"(*line));
#else
    __builtin_prefetch(line, 1);
#endif
}

/// `plane`: of a layer's sample.
void askPlane(const TargetWork& target,
              const uint8_t* plane,
              std::span<const CoveredBlock> blocks) {
    const bool tiled = target.tiling == Tiling::Tiled;
    uintptr_t last = 0;
    for (const CoveredBlock& block : blocks) {
        const uint8_t* const at = tiled ? plane + uint64_t(block.y >> 2) * target.rowPitch_B +
                                              uint64_t(block.x >> 2) * 16 * target.block_B
                                        : plane + uint64_t(block.y) * target.rowPitch_B +
                                              uint64_t(block.x) * target.block_B;
        // Blocks side by side share lines where texels are small.
        const uintptr_t line = std::bit_cast<uintptr_t>(at) / kLine_B;
        if (line == last) {
            continue;
        }
        last = line;
        if (tiled) {
            for (uint32_t from_B = 0; from_B < 16 * target.block_B; from_B += kLine_B) {
                prefetchToWrite(at + from_B);
            }
        } else {
            for (uint32_t row = 0; row < 4; ++row) {
                prefetchToWrite(at + uint64_t(row) * target.rowPitch_B);
            }
        }
    }
}

} // namespace

void LinesAhead::ask(const PrimitiveData& primitive,
                     std::span<const CoveredBlock> blocks,
                     bool colors) const {
    const auto askTarget = [&](const TargetWork& target) {
        const uint8_t* const layer = target.base + primitive.layer * target.layerPitch_B;
        for (uint32_t sample = 0; sample < m_work.samples; ++sample) {
            askPlane(target, layer + uint64_t(sample) * target.samplePitch_B, blocks);
        }
    };
    const TargetWork& depth = m_work.depth[primitive.frontFacing ? 0 : 1];
    if (depth.routine) {
        askTarget(depth);
    }
    for (uint32_t left = colors ? m_work.colorsMerged : 0; left; left &= left - 1) {
        askTarget(m_work.colors[std::countr_zero(left)]);
    }
}

} // namespace cpu::exec
