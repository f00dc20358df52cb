// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "cpu/exec/graphics_state.h"
#include "cpu/raster/chunks.h"
#include "cpu/shader/graphics_abi.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace cpu::raster {

inline constexpr int32_t kSubpixelBits = 8; ///< VkPhysicalDeviceLimits::subPixelPrecisionBits.
inline constexpr int32_t kSubpixels = 1 << kSubpixelBits;
inline constexpr int32_t kMaxFramebuffer_px = 16384;
/// A triangle that reaches no further, in 1/256 pixels, and over two by two pixels at most, is not
/// drawn where it misses the centres: a test that is cheaper than setting it up.
inline constexpr int32_t kSmallTriangle = 4 * kSubpixels;
inline constexpr float kMinPointSize_px = 1, kMaxPointSize_px = 1024;
inline constexpr float kMinLineWidth_px = 1, kMaxLineWidth_px = 64;
inline constexpr float kSizeGranularity_px = 1.0f / 128; ///< Of points and lines.

/// A half-plane: samples with a x + b y + c >= 0 are inside, x and y in 1/256 of a pixel. Ties are
/// settled in c.
struct Edge {
    int32_t a, b;
    int64_t c;
};

/// A convex piece of the framebuffer and what its fragments share. Lies in a PrimitiveArena, its
/// planes behind it. Triangles give none, one or, where they are clipped or drawn as lines or
/// points, several.
struct alignas(16) Primitive {
    exec::Rectangle bounds; ///< Pixels: covered ones lie inside. Within area, scissor and viewport.
    uint8_t edgeCount;      ///< Pixels of the bounds that all edges have inside are covered.
    /// Samples are covered as their pixel's centre is: Bresenham lines.
    bool wholePixels;
    /// Of lines with the Bresenham rule and a stipple: the column, or row with stippleByRow, tells
    /// the bit.
    bool stippled, stippleByRow, stippleBackwards;
    uint16_t stipplePattern;
    uint32_t stippleFactor;
    int32_t stippleOrigin; ///< Column or row of the fragment with number stippleFirst.
    uint32_t stippleFirst;
    Edge edges[4];
    shader::PrimitiveData data; ///< Planes behind it: shader::PrimitiveData::varyings().

    /// Asks memory for what comes first when it is drawn.
    void prefetch() const {
        for (size_t at_B = 0; at_B <= offsetof(Primitive, data) + 64; at_B += 64) {
            __builtin_prefetch(reinterpret_cast<const std::byte*>(this) + at_B);
        }
    }

    shader::Plane* planes() { return reinterpret_cast<shader::Plane*>(this + 1); }
};
static_assert(offsetof(Primitive, data) + sizeof(shader::PrimitiveData) == sizeof(Primitive),
              "planes lie behind the data");

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
