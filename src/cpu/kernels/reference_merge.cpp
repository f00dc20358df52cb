// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "cpu/kernels/reference_merge.h"

#include "format/vk_formats.h"
#include "format/vk_texel.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

namespace cpu::kernels {
namespace {

using format::ChannelType;
using format::VkFormatLayout;
using Vec4 = std::array<float, 4>;

bool fixedPoint(const VkFormatLayout& layout) {
    return layout.type == ChannelType::Unorm || layout.type == ChannelType::Srgb ||
           layout.type == ChannelType::Snorm;
}

float clampFor(const VkFormatLayout& layout, float v) {
    if (!fixedPoint(layout)) {
        return v;
    }
    const float low = layout.type == ChannelType::Snorm ? -1.0f : 0.0f;
    return std::isnan(v) ? 0.0f : v > low ? std::min(v, 1.0f) : low;
}

/// A factor for channel `i`; factors are clamped as values are.
float factorOf(BlendFactor factor,
               int i,
               const VkFormatLayout& layout,
               const Vec4& source,
               const Vec4& second,
               const Vec4& destination,
               const Vec4& constants) {
    const auto inverse = [&](float v) { return clampFor(layout, 1.0f - v); };
    switch (factor) {
    case BlendFactor::Zero:
        return 0.0f;
    case BlendFactor::One:
        return 1.0f;
    case BlendFactor::SrcColor:
        return source[i];
    case BlendFactor::OneMinusSrcColor:
        return inverse(source[i]);
    case BlendFactor::DstColor:
        return destination[i];
    case BlendFactor::OneMinusDstColor:
        return inverse(destination[i]);
    case BlendFactor::SrcAlpha:
        return source[3];
    case BlendFactor::OneMinusSrcAlpha:
        return inverse(source[3]);
    case BlendFactor::DstAlpha:
        return destination[3];
    case BlendFactor::OneMinusDstAlpha:
        return inverse(destination[3]);
    case BlendFactor::ConstantColor:
        return constants[i];
    case BlendFactor::OneMinusConstantColor:
        return inverse(constants[i]);
    case BlendFactor::ConstantAlpha:
        return constants[3];
    case BlendFactor::OneMinusConstantAlpha:
        return inverse(constants[3]);
    case BlendFactor::SrcAlphaSaturate: {
        const float rest = inverse(destination[3]);
        return i == 3 ? 1.0f : source[3] < rest ? source[3] : rest;
    }
    case BlendFactor::Src1Color:
        return second[i];
    case BlendFactor::OneMinusSrc1Color:
        return inverse(second[i]);
    case BlendFactor::Src1Alpha:
        return second[3];
    case BlendFactor::OneMinusSrc1Alpha:
        return inverse(second[3]);
    }
    return 0.0f;
}

/// Zero that cannot become NaN: a term whose factor is zero.
struct Term {
    bool present;
    float value;
};

float equation(BlendOp op, Term s, Term d) {
    const float source = s.present ? s.value : 0.0f;
    const float destination = d.present ? d.value : 0.0f;
    switch (op) {
    case BlendOp::Add:
        return !d.present ? source : !s.present ? destination : source + destination;
    case BlendOp::Subtract:
        return !d.present ? source : source - destination;
    case BlendOp::ReverseSubtract:
        return !s.present ? destination : destination - source;
    default:
        return 0.0f;
    }
}

Vec4 blend(const VkFormatLayout& layout,
           ColorKey key,
           const Vec4& source,
           const Vec4& second,
           const Vec4& destination,
           const Vec4& constants) {
    Vec4 result;
    for (int i = 0; i < 4; ++i) {
        const BlendFactor sf = i < 3 ? key.srcColor() : key.srcAlpha();
        const BlendFactor df = i < 3 ? key.dstColor() : key.dstAlpha();
        const BlendOp op = i < 3 ? key.colorOp() : key.alphaOp();
        const float s = source[i], d = destination[i];
        if (op == BlendOp::Min) {
            result[i] = s < d ? s : d;
        } else if (op == BlendOp::Max) {
            result[i] = s > d ? s : d;
        } else {
            const auto factor = [&](BlendFactor f) {
                return factorOf(f, i, layout, source, second, destination, constants);
            };
            result[i] = equation(op,
                                 {sf != BlendFactor::Zero, s * factor(sf)},
                                 {df != BlendFactor::Zero, d * factor(df)});
        }
        if (std::isnan(result[i])) {
            result[i] = std::bit_cast<float>(0x7fc00000u);
        }
    }
    return result;
}

uint32_t logic(uint32_t op, uint32_t s, uint32_t d) {
    switch (op) {
    case 0: // VK_LOGIC_OP_CLEAR
        return 0;
    case 1: // AND
        return s & d;
    case 2: // AND_REVERSE
        return s & ~d;
    case 3: // COPY
        return s;
    case 4: // AND_INVERTED
        return ~s & d;
    case 5: // NO_OP
        return d;
    case 6: // XOR
        return s ^ d;
    case 7: // OR
        return s | d;
    case 8: // NOR
        return ~(s | d);
    case 9: // EQUIVALENT
        return ~(s ^ d);
    case 10: // INVERT
        return ~d;
    case 11: // OR_REVERSE
        return s | ~d;
    case 12: // COPY_INVERTED
        return ~s;
    case 13: // OR_INVERTED
        return ~s | d;
    case 14: // NAND
        return ~(s & d);
    default: // SET
        return ~0u;
    }
}

bool test(Compare compare, float a, float b) {
    switch (compare) {
    case Compare::Never:
        return false;
    case Compare::Less:
        return a < b;
    case Compare::Equal:
        return a == b;
    case Compare::LessOrEqual:
        return a <= b;
    case Compare::Greater:
        return a > b;
    case Compare::NotEqual:
        return a != b;
    case Compare::GreaterOrEqual:
        return a >= b;
    case Compare::Always:
        break;
    }
    return true;
}

uint32_t operate(StencilOp op, uint32_t stencil, uint32_t reference) {
    switch (op) {
    case StencilOp::Keep:
        return stencil;
    case StencilOp::Zero:
        return 0;
    case StencilOp::Replace:
        return reference;
    case StencilOp::IncrementAndClamp:
        return stencil == 255 ? 255 : stencil + 1;
    case StencilOp::DecrementAndClamp:
        return stencil == 0 ? 0 : stencil - 1;
    case StencilOp::Invert:
        return 255 - stencil;
    case StencilOp::IncrementAndWrap:
        return stencil == 255 ? 0 : stencil + 1;
    case StencilOp::DecrementAndWrap:
        return stencil == 0 ? 255 : stencil - 1;
    }
    return stencil;
}

/// Depth in the format's own numbers, which floats hold exactly.
float depthNumber(const VkFormatLayout& layout, const uint8_t* texel) {
    if (layout.type == ChannelType::Float) {
        float v;
        std::memcpy(&v, texel, sizeof v);
        return v;
    }
    uint32_t word = 0;
    std::memcpy(&word, texel, layout.channels[0].bits / 8);
    return float(word);
}

} // namespace

void referenceMergeColor(ColorKey key,
                         const ColorData& data,
                         uint8_t* texel,
                         const float source[4],
                         const float second[4]) {
    if (key.bits == 0) {
        return;
    }
    const VkFormatLayout& layout = format::vkFormatLayout(uint8_t(key.format()));
    uint8_t before[16] = {};
    std::memcpy(before, texel, layout.block_B);
    format::TexelValue color;
    std::memcpy(color.bits, source, sizeof color.bits);
    if (key.blends() && !layout.integer()) {
        const format::TexelValue old = format::readTexel(layout, before);
        Vec4 s, s1, d, c;
        for (uint32_t i = 0; i < 4; ++i) {
            s[i] = clampFor(layout, source[i]);
            s1[i] = clampFor(layout, second[i]);
            d[i] = old.number(i);
            c[i] = clampFor(layout, data.blendConstants[i]);
        }
        const Vec4 blended = blend(layout, key, s, s1, d, c);
        color = format::TexelValue::ofFloats(blended[0], blended[1], blended[2], blended[3]);
    }
    uint8_t after[16] = {};
    format::writeTexel(layout, after, color);
    const bool takesLogic = layout.type != ChannelType::Float && layout.type != ChannelType::Srgb;
    // Channel by channel: bit by bit, so that nothing of the format's order counts twice.
    for (uint32_t i = 0; i < 4; ++i) {
        const uint32_t first = layout.channels[i].shift;
        for (uint32_t bit = first; bit < first + layout.channels[i].bits; ++bit) {
            const auto at = [bit](const uint8_t* bytes) { return bytes[bit / 8] >> bit % 8 & 1u; };
            uint32_t value = at(after);
            if (key.logicOp() < 16 && takesLogic) {
                value = logic(key.logicOp(), value, at(before)) & 1;
            }
            if (key.writeMask() >> i & 1) {
                texel[bit / 8] = uint8_t((texel[bit / 8] & ~(1u << bit % 8)) | value << bit % 8);
            }
        }
    }
}

bool referenceMergeDepth(
    DepthKey key, const DepthData& data, uint8_t* texel, float depth, uint32_t stencilReference) {
    if (!key.bits) {
        return true;
    }
    const VkFormatLayout& layout = format::vkFormatLayout(uint8_t(key.format()));
    const bool stencils = key.stencils() && layout.stencil;
    const bool tests = key.tests() && layout.depth;
    if (key.bounds() && layout.depth) {
        const auto highest = float(~0u >> (32 - layout.channels[0].bits % 32) % 32);
        const float stored =
            depthNumber(layout, texel) / (layout.type == ChannelType::Float ? 1.0f : highest);
        if (!(stored >= data.minBounds && stored <= data.maxBounds)) {
            return false;
        }
    }
    uint8_t* const stencil = texel + (layout.depth ? layout.channels[1].shift / 8 : 0);
    const uint32_t reference = stencilReference % 256;
    const uint32_t old = *stencil;
    const bool stencilPasses = !stencils || test(key.stencil().compare,
                                                 float(reference & data.compareMask),
                                                 float(old & data.compareMask));
    bool passes = stencilPasses;
    if (tests && stencilPasses) {
        if (key.clamps()) {
            depth = depth > data.minDepth ? std::min(depth, data.maxDepth) : data.minDepth;
        }
        uint8_t fragment[8] = {};
        format::TexelValue value{};
        value.setNumber(0, depth);
        format::writeTexel(layout, fragment, value, 1);
        passes = test(key.compare(), depthNumber(layout, fragment), depthNumber(layout, texel));
        if (passes && key.writes()) {
            // What is in no channel becomes zero.
            std::memcpy(
                texel, fragment, layout.stencil ? layout.channels[0].bits / 8 : layout.block_B);
        }
    }
    if (stencils) {
        const StencilOp op = !stencilPasses ? key.stencil().fail
                             : passes       ? key.stencil().pass
                                            : key.stencil().depthFail;
        const uint32_t next = operate(op, old, reference);
        *stencil = uint8_t((old & ~data.writeMask) | (next & data.writeMask));
    }
    return passes;
}

} // namespace cpu::kernels
