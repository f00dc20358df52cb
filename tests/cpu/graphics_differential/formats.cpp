// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "formats.h"

#include "vk_compute/device.h"

#include <algorithm>
#include <bit>
#include <cstring>

namespace pictures {
namespace {

using enum Kind;

#define FORMAT(name, kind, ...) {VK_FORMAT_##name, kind, {__VA_ARGS__}, #name}

constexpr Format kColors[] = {
    FORMAT(R8G8B8A8_UNORM, Unorm, 8, 8, 8, 8),
    FORMAT(R8_UNORM, Unorm, 8),
    FORMAT(R8G8_UNORM, Unorm, 8, 8),
    FORMAT(B8G8R8A8_UNORM, Unorm, 8, 8, 8, 8),
    FORMAT(A8B8G8R8_UNORM_PACK32, Unorm, 8, 8, 8, 8),
    FORMAT(R8G8B8A8_SRGB, Srgb, 8, 8, 8, 8),
    FORMAT(B8G8R8A8_SRGB, Srgb, 8, 8, 8, 8),
    FORMAT(A8B8G8R8_SRGB_PACK32, Srgb, 8, 8, 8, 8),
    FORMAT(R8_SRGB, Srgb, 8),
    FORMAT(R8G8_SRGB, Srgb, 8, 8),
    FORMAT(R8_SNORM, Snorm, 8),
    FORMAT(R8G8_SNORM, Snorm, 8, 8),
    FORMAT(R8G8B8A8_SNORM, Snorm, 8, 8, 8, 8),
    FORMAT(A8B8G8R8_SNORM_PACK32, Snorm, 8, 8, 8, 8),
    FORMAT(R8_UINT, Uint, 8),
    FORMAT(R8_SINT, Sint, 8),
    FORMAT(R8G8_UINT, Uint, 8, 8),
    FORMAT(R8G8_SINT, Sint, 8, 8),
    FORMAT(R8G8B8A8_UINT, Uint, 8, 8, 8, 8),
    FORMAT(R8G8B8A8_SINT, Sint, 8, 8, 8, 8),
    FORMAT(A8B8G8R8_UINT_PACK32, Uint, 8, 8, 8, 8),
    FORMAT(A8B8G8R8_SINT_PACK32, Sint, 8, 8, 8, 8),
    FORMAT(R4G4B4A4_UNORM_PACK16, Unorm, 4, 4, 4, 4),
    FORMAT(B4G4R4A4_UNORM_PACK16, Unorm, 4, 4, 4, 4),
    FORMAT(A4R4G4B4_UNORM_PACK16, Unorm, 4, 4, 4, 4),
    FORMAT(A4B4G4R4_UNORM_PACK16, Unorm, 4, 4, 4, 4),
    FORMAT(R5G6B5_UNORM_PACK16, Unorm, 5, 6, 5),
    FORMAT(B5G6R5_UNORM_PACK16, Unorm, 5, 6, 5),
    FORMAT(R5G5B5A1_UNORM_PACK16, Unorm, 1, 5, 5, 5),
    FORMAT(B5G5R5A1_UNORM_PACK16, Unorm, 1, 5, 5, 5),
    FORMAT(A1R5G5B5_UNORM_PACK16, Unorm, 5, 5, 5, 1),
    FORMAT(A2R10G10B10_UNORM_PACK32, Unorm, 10, 10, 10, 2),
    FORMAT(A2B10G10R10_UNORM_PACK32, Unorm, 10, 10, 10, 2),
    FORMAT(A2R10G10B10_UINT_PACK32, Uint, 10, 10, 10, 2),
    FORMAT(A2B10G10R10_UINT_PACK32, Uint, 10, 10, 10, 2),
    FORMAT(B10G11R11_UFLOAT_PACK32, Float, 11, 11, 10),
    FORMAT(R16_UNORM, Unorm, 16),
    FORMAT(R16_SNORM, Snorm, 16),
    FORMAT(R16_UINT, Uint, 16),
    FORMAT(R16_SINT, Sint, 16),
    FORMAT(R16_SFLOAT, Float, 16),
    FORMAT(R16G16_UNORM, Unorm, 16, 16),
    FORMAT(R16G16_SNORM, Snorm, 16, 16),
    FORMAT(R16G16_UINT, Uint, 16, 16),
    FORMAT(R16G16_SINT, Sint, 16, 16),
    FORMAT(R16G16_SFLOAT, Float, 16, 16),
    FORMAT(R16G16B16A16_UNORM, Unorm, 16, 16, 16, 16),
    FORMAT(R16G16B16A16_SNORM, Snorm, 16, 16, 16, 16),
    FORMAT(R16G16B16A16_UINT, Uint, 16, 16, 16, 16),
    FORMAT(R16G16B16A16_SINT, Sint, 16, 16, 16, 16),
    FORMAT(R16G16B16A16_SFLOAT, Float, 16, 16, 16, 16),
    FORMAT(R32_UINT, Uint, 32),
    FORMAT(R32_SINT, Sint, 32),
    FORMAT(R32_SFLOAT, Float, 32),
    FORMAT(R32G32_UINT, Uint, 32, 32),
    FORMAT(R32G32_SINT, Sint, 32, 32),
    FORMAT(R32G32_SFLOAT, Float, 32, 32),
    FORMAT(R32G32B32A32_UINT, Uint, 32, 32, 32, 32),
    FORMAT(R32G32B32A32_SINT, Sint, 32, 32, 32, 32),
    FORMAT(R32G32B32A32_SFLOAT, Float, 32, 32, 32, 32),
};

constexpr VkFormat kDepths[] = {
    VK_FORMAT_D16_UNORM,
    VK_FORMAT_D32_SFLOAT,
    VK_FORMAT_D32_SFLOAT_S8_UINT,
    VK_FORMAT_D24_UNORM_S8_UINT,
    VK_FORMAT_X8_D24_UNORM_PACK32,
    VK_FORMAT_S8_UINT,
};

constexpr Format kMoreVertexFormats[] = {
    FORMAT(R8_USCALED, Scaled, 8),
    FORMAT(R8_SSCALED, Scaled, 8),
    FORMAT(R8G8_USCALED, Scaled, 8, 8),
    FORMAT(R8G8_SSCALED, Scaled, 8, 8),
    FORMAT(R8G8B8_UNORM, Unorm, 8, 8, 8),
    FORMAT(R8G8B8_SNORM, Snorm, 8, 8, 8),
    FORMAT(R8G8B8_USCALED, Scaled, 8, 8, 8),
    FORMAT(R8G8B8_SSCALED, Scaled, 8, 8, 8),
    FORMAT(R8G8B8_UINT, Uint, 8, 8, 8),
    FORMAT(R8G8B8_SINT, Sint, 8, 8, 8),
    FORMAT(R8G8B8A8_USCALED, Scaled, 8, 8, 8, 8),
    FORMAT(R8G8B8A8_SSCALED, Scaled, 8, 8, 8, 8),
    FORMAT(B8G8R8A8_SNORM, Snorm, 8, 8, 8, 8),
    FORMAT(B8G8R8A8_UINT, Uint, 8, 8, 8, 8),
    FORMAT(B8G8R8A8_SINT, Sint, 8, 8, 8, 8),
    FORMAT(A8B8G8R8_USCALED_PACK32, Scaled, 8, 8, 8, 8),
    FORMAT(A8B8G8R8_SSCALED_PACK32, Scaled, 8, 8, 8, 8),
    FORMAT(A2R10G10B10_SNORM_PACK32, Snorm, 10, 10, 10, 2),
    FORMAT(A2R10G10B10_USCALED_PACK32, Scaled, 10, 10, 10, 2),
    FORMAT(A2R10G10B10_SSCALED_PACK32, Scaled, 10, 10, 10, 2),
    FORMAT(A2R10G10B10_SINT_PACK32, Sint, 10, 10, 10, 2),
    FORMAT(A2B10G10R10_SNORM_PACK32, Snorm, 10, 10, 10, 2),
    FORMAT(A2B10G10R10_USCALED_PACK32, Scaled, 10, 10, 10, 2),
    FORMAT(A2B10G10R10_SSCALED_PACK32, Scaled, 10, 10, 10, 2),
    FORMAT(A2B10G10R10_SINT_PACK32, Sint, 10, 10, 10, 2),
    FORMAT(R16_USCALED, Scaled, 16),
    FORMAT(R16_SSCALED, Scaled, 16),
    FORMAT(R16G16_USCALED, Scaled, 16, 16),
    FORMAT(R16G16_SSCALED, Scaled, 16, 16),
    FORMAT(R16G16B16_UNORM, Unorm, 16, 16, 16),
    FORMAT(R16G16B16_SNORM, Snorm, 16, 16, 16),
    FORMAT(R16G16B16_USCALED, Scaled, 16, 16, 16),
    FORMAT(R16G16B16_SSCALED, Scaled, 16, 16, 16),
    FORMAT(R16G16B16_UINT, Uint, 16, 16, 16),
    FORMAT(R16G16B16_SINT, Sint, 16, 16, 16),
    FORMAT(R16G16B16_SFLOAT, Float, 16, 16, 16),
    FORMAT(R16G16B16A16_USCALED, Scaled, 16, 16, 16, 16),
    FORMAT(R16G16B16A16_SSCALED, Scaled, 16, 16, 16, 16),
    FORMAT(R32G32B32_UINT, Uint, 32, 32, 32),
    FORMAT(R32G32B32_SINT, Sint, 32, 32, 32),
    FORMAT(R32G32B32_SFLOAT, Float, 32, 32, 32),
};

constexpr Format kDepthAspects[] = {
    FORMAT(D16_UNORM, Unorm, 16),
    FORMAT(X8_D24_UNORM_PACK32, Unorm, 24),
    FORMAT(S8_UINT, Uint, 8),
};

#undef FORMAT

constexpr auto kVertexFormats = [] {
    std::array<Format, std::size(kColors) + std::size(kMoreVertexFormats)> all{};
    std::copy(std::begin(kColors), std::end(kColors), all.begin());
    std::copy(std::begin(kMoreVertexFormats),
              std::end(kMoreVertexFormats),
              all.begin() + std::size(kColors));
    return all;
}();

} // namespace

uint32_t Format::channels() const {
    return uint32_t(std::count_if(bits.begin(), bits.end(), [](uint8_t b) { return b > 0; }));
}

uint32_t Format::size_B() const {
    uint32_t sum = 0;
    for (const uint8_t b : bits) {
        sum += b;
    }
    return (sum + 7) / 8;
}

uint32_t Format::minBits() const {
    uint32_t least = 32;
    for (uint32_t i = 0; i < channels(); ++i) {
        least = std::min<uint32_t>(least, bits[i]);
    }
    return least;
}

std::span<const Format> colorFormats() {
    return kColors;
}

std::span<const VkFormat> depthFormats() {
    return kDepths;
}

std::span<const Format> vertexFormats() {
    return kVertexFormats;
}

const Format& formatOf(VkFormat format) {
    const auto find = [&](std::span<const Format> table) -> const Format* {
        const auto at = std::find_if(
            table.begin(), table.end(), [&](const Format& f) { return f.format == format; });
        return at == table.end() ? nullptr : &*at;
    };
    const Format* found = find(kVertexFormats);
    found = found ? found : find(kDepthAspects);
    if (!found) {
        throw vkc::Failure("format " + std::to_string(int(format)) + " is in no table");
    }
    return *found;
}

bool hasDepth(VkFormat format) {
    return format >= VK_FORMAT_D16_UNORM && format <= VK_FORMAT_D32_SFLOAT_S8_UINT &&
           format != VK_FORMAT_S8_UINT;
}

bool hasStencil(VkFormat format) {
    return format >= VK_FORMAT_S8_UINT && format <= VK_FORMAT_D32_SFLOAT_S8_UINT;
}

uint32_t depthSize_B(VkFormat format) {
    return format == VK_FORMAT_D16_UNORM || format == VK_FORMAT_D16_UNORM_S8_UINT ? 2 : 4;
}

uint32_t channelBits(const Format& format, const std::byte* texel, uint32_t channel) {
    uint32_t first = 0;
    for (uint32_t i = 0; i < channel; ++i) {
        first += format.bits[i];
    }
    uint64_t word = 0;
    const uint32_t from_B = first / 8;
    std::memcpy(&word, texel + from_B, std::min<size_t>(8, format.size_B() - from_B));
    return uint32_t(word >> (first % 8) & ((uint64_t(1) << format.bits[channel]) - 1));
}

namespace {

/// Numbers of floats in their order; of those that are not numbers none.
bool ordinal(uint32_t value, uint32_t bits, int64_t& to) {
    const bool isSigned = bits == 16 || bits == 32;
    const uint32_t mantissa = bits == 32 ? 23 : bits == 16 ? 10 : bits == 11 ? 6 : 5;
    const uint32_t magnitudeBits = isSigned ? bits - 1 : bits;
    const uint32_t magnitude = value & ((1ull << magnitudeBits) - 1);
    const uint32_t infinity = ((1u << (magnitudeBits - mantissa)) - 1) << mantissa;
    to = isSigned && value >> magnitudeBits ? -int64_t(magnitude) : int64_t(magnitude);
    return magnitude <= infinity;
}

int64_t signExtended(uint32_t value, uint32_t bits) {
    return int64_t(int32_t(value << (32 - bits))) >> (32 - bits);
}

} // namespace

uint32_t stepsBetween(const Format& format, uint32_t channel, uint32_t a, uint32_t b) {
    if (a == b) {
        return 0;
    }
    const uint32_t bits = format.bits[channel];
    int64_t x = a;
    int64_t y = b;
    if (format.kind == Float) {
        const bool number = ordinal(a, bits, x);
        if (ordinal(b, bits, y) != number) {
            return UINT32_MAX;
        }
        if (!number) {
            return 0;
        }
    } else if (format.kind == Snorm || format.kind == Sint) {
        x = signExtended(a, bits);
        y = signExtended(b, bits);
        if (format.kind == Snorm) { // The least stands for -1 as well.
            const int64_t least = -(int64_t(1) << (bits - 1)) + 1;
            x = std::max(x, least);
            y = std::max(y, least);
        }
    }
    return uint32_t(std::min<int64_t>(UINT32_MAX - 1, std::abs(x - y)));
}

} // namespace pictures
