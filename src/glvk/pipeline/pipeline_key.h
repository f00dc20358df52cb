// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "format/format.h"

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

namespace glvk {

/// A set of the words of a PipelineKey: bit i is word i.
using KeyWords = uint32_t;

/// Everything a graphics pipeline is made of that the device cannot set dynamically. Canonical:
/// what is dynamic on this device, or has no effect, is zero. It is an array of 64-bit words, so
/// that those which changed can be told and compared alone; no field lies in two words. Fields are
/// grouped as VK_EXT_graphics_pipeline_library divides a pipeline.
struct PipelineKey {
    struct Blend {
        uint32_t enabled : 1 = 0;
        uint32_t colorOp : 3 = 0; ///< VkBlendOp
        uint32_t alphaOp : 3 = 0;
        uint32_t srcColor : 5 = 0; ///< VkBlendFactor
        uint32_t dstColor : 5 = 0;
        uint32_t srcAlpha : 5 = 0;
        uint32_t dstAlpha : 5 = 0;
        uint32_t unused : 5 = 0;
        bool operator==(const Blend&) const = default;
    };
    struct Stencil {
        uint16_t fail : 3 = 0; ///< VkStencilOp
        uint16_t depthFail : 3 = 0;
        uint16_t pass : 3 = 0;
        uint16_t compare : 3 = 0;
        uint16_t unused : 4 = 0;
        bool operator==(const Stencil&) const = default;
    };

    /// Shaders, and through them the layout.
    uint64_t program = 0;

    // Vertex input. One binding per location.
    uint32_t topology : 4 = 0; ///< VkPrimitiveTopology; with dynamic topology one of its class.
    uint32_t primitiveRestart : 1 = 0;
    uint32_t unusedInput : 25 = 0;
    // Pre-rasterisation.
    uint32_t smoothLines : 1 = 0; ///< Where lines are drawn.
    uint32_t stippledLines : 1 = 0;
    uint32_t patchVertices : 6 = 0; ///< Of patches that are drawn.
    uint32_t cullMode : 2 = 0;      ///< VkCullModeFlags
    uint32_t clockwise : 1 = 0;     ///< VkFrontFace
    uint32_t depthBias : 1 = 0;
    uint32_t polygonMode : 2 = 0; ///< VkPolygonMode
    uint32_t depthClamp : 1 = 0;
    uint32_t discard : 1 = 0;          ///< Rasteriser discard.
    uint32_t provokingFirst : 1 = 0;   ///< GL's default is the last vertex.
    uint32_t layerIgnored : 1 = 0;     ///< Shaders write gl_Layer, targets are not layered.
    uint32_t clipDistancesOff : 8 = 0; ///< Those that the shaders write and that must not clip.
    uint32_t clipPlanes : 8 = 0; ///< Of the application's, where the shaders say nothing of it.

    // Fragments.
    uint32_t depthTest : 1 = 0;
    uint32_t depthWrite : 1 = 0;
    uint32_t depthOp : 3 = 0; ///< VkCompareOp
    uint32_t stencilTest : 1 = 0;
    uint32_t flatColors : 1 = 0;     ///< The shading model, where fragments read colours it is for.
    uint32_t twoSidedColors : 1 = 0; ///< Back faces have other colours than front faces.
    uint32_t shadedSamples : 5 = 0;  ///< At least so many of `samples` are shaded; 0: one.
    uint32_t alphaTest : 1 = 0;      ///< Fragments are tested, where the program can be made to.
    uint32_t polygonStipple : 1 = 0; ///< The same of a pattern, where polygons are filled.
    uint32_t smoothPoints : 1 = 0;   ///< They are disks, where points are drawn.
    uint32_t secondAlphaToOne : 1 = 0;
    uint32_t clampOutputs : 1 = 0; ///< Fragment shaders clamp their colours.
    uint32_t spriteSets : 8 = 0;   ///< Bits of gl_TexCoord that are places in points, as drawn.
    uint32_t spritesFromTop : 1 = 0;
    uint32_t unusedFragment : 5 = 0;
    std::array<Stencil, 2> stencil{}; ///< Front, back as Vulkan has them.

    // Output.
    uint32_t samples : 5 = 1; ///< Of the targets.
    uint32_t alphaToCoverage : 1 = 0;
    uint32_t alphaToOne : 1 = 0;
    uint32_t logicOpEnabled : 1 = 0;
    uint32_t logicOp : 4 = 0; ///< VkLogicOp
    uint32_t colorCount : 4 = 0;
    uint32_t unusedOutput : 16 = 0;
    uint32_t sampleMask = 0; ///< Zero: all samples.
    format::Id depthFormat{};
    format::Id stencilFormat{};
    std::array<uint8_t, 6> unusedFormats{};
    std::array<format::Id, 8> colorFormat{};
    std::array<uint8_t, 8> writeMask{}; ///< Per attachment; an absent alpha is never written.
    std::array<Blend, 8> blend{};       ///< Per attachment.

    // Vertex input, by location.
    std::array<uint8_t, 16> attributeFormat{}; ///< Index into the vertex format table, 0: unused.
    std::array<uint8_t, 16> divisor{};         ///< 0: per vertex.
    std::array<uint16_t, 16> stride_B{};       ///< Zero with dynamic strides.

    bool operator==(const PipelineKey&) const = default;

    static constexpr size_t kWords = 19;
    uint64_t word(size_t index) const {
        uint64_t value;
        std::memcpy(&value, reinterpret_cast<const std::byte*>(this) + 8 * index, 8);
        return value;
    }
    /// The words `among` that differ from the other key's.
    KeyWords differing(const PipelineKey& other, KeyWords among) const {
        KeyWords words = 0;
        for (KeyWords left = among; left; left &= left - 1) {
            const auto index = unsigned(std::countr_zero(left));
            words |= KeyWords(word(index) != other.word(index)) << index;
        }
        return words;
    }
    /// The words that fields lie in which begin at `offset_B` and are `size_B` long.
    static constexpr KeyWords wordsOf(size_t offset_B, size_t size_B) {
        const size_t first = offset_B / 8;
        const size_t last = (offset_B + size_B - 1) / 8;
        return (KeyWords(2) << last) - (KeyWords(1) << first);
    }
    static const KeyWords kAllWords;
    /// Those that hold what changes with single arrays; the rest changes with state.
    static const KeyWords kArrayWords;
};
inline constexpr KeyWords PipelineKey::kAllWords = (KeyWords(1) << kWords) - 1;
inline constexpr KeyWords PipelineKey::kArrayWords =
    wordsOf(offsetof(PipelineKey, attributeFormat),
            sizeof(PipelineKey) - offsetof(PipelineKey, attributeFormat));
static_assert(sizeof(PipelineKey) == 8 * PipelineKey::kWords &&
              std::has_unique_object_representations_v<PipelineKey>);

} // namespace glvk
