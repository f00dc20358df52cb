// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "cpu/abi/primitive.h"
#include "cpu/exec/surface.h"
#include "format/vk_format.h"

#include <cstdint>
#include <optional>

/// Clears of attachments as a scene has them.
namespace cpu::exec {

class Workers;

/// Bits: depth and stencil of one surface may go together.
enum Aspects : uint8_t { kColorAspect = 1, kDepthAspect = 2, kStencilAspect = 4 };

/// A VkClearValue by its bits; of depth and stencil both words.
struct ClearValue {
    uint32_t bits[4];
};

/// Where in each texel an aspect lies, and its bytes.
struct TexelBytes {
    uint32_t offset_B;
    uint32_t size_B;
    uint8_t bytes[16];
};
TexelBytes
encodeClear(const format::VkFormatLayout& format, uint8_t aspects, const ClearValue& value);

struct Layers {
    uint32_t first;
    uint32_t count;
};

/// Sets texels of all samples.
struct SceneClear {
    Surface surface;
    Rectangle area; ///< Within the surface, and not empty.
    Layers layers;  ///< As well.
    TexelBytes texel;
};
/// As far as it lies within the surface. None: nothing does.
std::optional<SceneClear>
makeClear(const Surface& surface, const Rectangle& area, Layers layers, const TexelBytes& texel);
/// What of it lies in `part`.
void clearPart(const SceneClear& clear, const Rectangle& part);
/// All of it, on all workers where that is worth while.
void clearAll(Workers& workers, const SceneClear& clear);

/// Calls each(layers) for the runs of bits of a view mask; a mask of zero is no mask.
template <typename Each>
void forEachLayers(uint32_t viewMask, uint32_t layerCount, Each&& each) {
    if (viewMask == 0) {
        each(Layers{0, layerCount});
        return;
    }
    for (uint32_t view = 0; view < 32; ++view) {
        if (viewMask >> view & 1) {
            each(Layers{view, 1});
        }
    }
}

} // namespace cpu::exec
