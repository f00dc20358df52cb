// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "cpu/abi/primitive.h"
#include "cpu/raster/chunks.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace cpu::raster {

inline constexpr float kMinPointSize_px = 1, kMaxPointSize_px = 1024;
inline constexpr float kMinLineWidth_px = 1, kMaxLineWidth_px = 64;
inline constexpr float kSizeGranularity_px = 1.0f / 128; ///< Of points and lines.

/// Primitives of batches, in order. Keeps its memory when it is cleared.
class PrimitiveArena {
public:
    /// Not initialised. Valid until clear().
    Primitive& append(uint32_t planeCount);
    /// Many. Their addresses are valid until the next append().
    std::span<Primitive* const> append(uint32_t count, uint32_t planeCount);
    void clear();
    /// Those since the last clear() or startBatch().
    const std::vector<Primitive*>& primitives() const { return m_primitives; }
    /// Primitives so far stay where they are until clear().
    void startBatch();
    /// For what goes with a batch, and lives as long.
    Chunks& memory() { return m_memory; }
    size_t memory_B() const { return m_memory.memory_B(); }
    size_t used_B() const { return m_memory.used_B(); }

private:
    Chunks m_memory;
    std::vector<Primitive*> m_primitives;
};

} // namespace cpu::raster
