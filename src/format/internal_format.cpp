// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "format/format.h"

#include <algorithm>
#include <array>
#include <iterator>

namespace format {

namespace {

using enum Channel;
using enum Numeric;

// ---- Who may store what, best first
// ---------------------------------------------------------------

using Candidates = std::array<Id, 4>;

// The second of each list is there for devices whose swap chains or imports prefer BGRA.
constexpr Candidates kRgba8{Id::R8G8B8A8Unorm, Id::B8G8R8A8Unorm};
constexpr Candidates kBgra8{Id::B8G8R8A8Unorm, Id::R8G8B8A8Unorm};
constexpr Candidates kSrgba8{Id::R8G8B8A8Srgb, Id::B8G8R8A8Srgb};
constexpr Candidates kR8{Id::R8Unorm, Id::R8G8B8A8Unorm};
constexpr Candidates kRg8{Id::R8G8Unorm, Id::R8G8B8A8Unorm};
constexpr Candidates kRgb565{Id::R5G6B5Unorm, Id::R8G8B8A8Unorm};
// Packed formats of 16 bits with alpha are optional in Vulkan.
constexpr Candidates kRgba4{Id::R4G4B4A4Unorm, Id::R8G8B8A8Unorm};
constexpr Candidates kRgb5a1{Id::R5G5B5A1Unorm, Id::R8G8B8A8Unorm};
constexpr Candidates kRgb10a2{
    Id::A2B10G10R10Unorm, Id::R16G16B16A16Unorm, Id::R16G16B16A16Sfloat, Id::R8G8B8A8Unorm};
// A half float holds 11 bits of a 16-bit component, a float all of them, if it can be filtered.
constexpr Candidates kR16{Id::R16Unorm, Id::R32Sfloat, Id::R16Sfloat, Id::R8Unorm};
constexpr Candidates kRg16{Id::R16G16Unorm, Id::R32G32Sfloat, Id::R16G16Sfloat, Id::R8G8Unorm};
constexpr Candidates kRgba16{
    Id::R16G16B16A16Unorm, Id::R32G32B32A32Sfloat, Id::R16G16B16A16Sfloat, Id::R8G8B8A8Unorm};
constexpr Candidates kR16f{Id::R16Sfloat, Id::R32Sfloat, Id::R16G16B16A16Sfloat};
constexpr Candidates kRg16f{Id::R16G16Sfloat, Id::R32G32Sfloat, Id::R16G16B16A16Sfloat};
constexpr Candidates kRgba16f{Id::R16G16B16A16Sfloat, Id::R32G32B32A32Sfloat};
constexpr Candidates kR32f{Id::R32Sfloat, Id::R32G32B32A32Sfloat, Id::R16Sfloat};
constexpr Candidates kRg32f{Id::R32G32Sfloat, Id::R32G32B32A32Sfloat, Id::R16G16Sfloat};
constexpr Candidates kRgba32f{Id::R32G32B32A32Sfloat, Id::R16G16B16A16Sfloat};
constexpr Candidates kRgb11f{Id::B10G11R11Ufloat, Id::R16G16B16A16Sfloat};
constexpr Candidates kD16{Id::D16Unorm, Id::X8D24Unorm, Id::D32Sfloat};
constexpr Candidates kD24{Id::X8D24Unorm, Id::D24UnormS8Uint, Id::D32Sfloat};
// More than 24 bits are only to be had as floats.
constexpr Candidates kD32{Id::D32Sfloat, Id::X8D24Unorm, Id::D24UnormS8Uint};
constexpr Candidates kD24s8{Id::D24UnormS8Uint, Id::D32SfloatS8Uint};
constexpr Candidates kD32s8{Id::D32SfloatS8Uint, Id::D24UnormS8Uint};
constexpr Candidates kS8{Id::S8Uint, Id::D24UnormS8Uint, Id::D32SfloatS8Uint};

// ---- How components are read
// ---------------------------------------------------------------------

constexpr Swizzle kRed{R, Zero, Zero, One};
constexpr Swizzle kRg{R, G, Zero, One};
constexpr Swizzle kRgb{R, G, B, One};
constexpr Swizzle kAlpha{Zero, Zero, Zero, R};
constexpr Swizzle kLum{R, R, R, One};
constexpr Swizzle kLumAlpha{R, R, R, G};
constexpr Swizzle kSlumAlpha{R, R, R, A};
constexpr Swizzle kIntensity{R, R, R, R};

// ---- The table
// --------------------------------------------------------------------------------------

constexpr InternalFormat rgba(GLenum name,
                              uint8_t r,
                              uint8_t g,
                              uint8_t b,
                              uint8_t a,
                              Numeric numeric,
                              Candidates candidates) {
    return {name,
            static_cast<GLenum>(a != 0 ? GL_RGBA : GL_RGB),
            r,
            g,
            b,
            a,
            0,
            0,
            0,
            0,
            numeric,
            candidates,
            a != 0 ? kIdentity : kRgb,
            false};
}

constexpr InternalFormat red(GLenum name, uint8_t r, Numeric numeric, Candidates candidates) {
    return {name, GL_RED, r, 0, 0, 0, 0, 0, 0, 0, numeric, candidates, kRed, false};
}

constexpr InternalFormat rg(GLenum name, uint8_t bits, Numeric numeric, Candidates candidates) {
    return {name, GL_RG, bits, bits, 0, 0, 0, 0, 0, 0, numeric, candidates, kRg, false};
}

constexpr InternalFormat alpha(GLenum name, uint8_t a, Numeric numeric, Candidates candidates) {
    return {name, GL_ALPHA, 0, 0, 0, a, 0, 0, 0, 0, numeric, candidates, kAlpha, false};
}

constexpr InternalFormat lum(GLenum name, uint8_t l, Numeric numeric, Candidates candidates) {
    return {name, GL_LUMINANCE, 0, 0, 0, 0, l, 0, 0, 0, numeric, candidates, kLum, false};
}

constexpr InternalFormat
lumAlpha(GLenum name, uint8_t l, uint8_t a, Numeric numeric, Candidates candidates) {
    return {name,
            GL_LUMINANCE_ALPHA,
            0,
            0,
            0,
            a,
            l,
            0,
            0,
            0,
            numeric,
            candidates,
            numeric == Srgb ? kSlumAlpha : kLumAlpha,
            false};
}

constexpr InternalFormat intensity(GLenum name, uint8_t i, Numeric numeric, Candidates candidates) {
    return {name, GL_INTENSITY, 0, 0, 0, 0, 0, i, 0, 0, numeric, candidates, kIntensity, false};
}

constexpr InternalFormat depthStencil(GLenum name,
                                      GLenum base,
                                      uint8_t depth,
                                      uint8_t stencil,
                                      Numeric numeric,
                                      Candidates candidates) {
    return {name,
            base,
            0,
            0,
            0,
            0,
            0,
            0,
            depth,
            stencil,
            numeric,
            candidates,
            depth != 0 ? kLum : kRed,
            false};
}

/// `blocks` is what the client hands over; decoded texels are the way without it.
constexpr InternalFormat
compressed(GLenum name, uint8_t rgb, uint8_t a, Numeric numeric, Id blocks) {
    return {name,
            static_cast<GLenum>(a != 0 ? GL_RGBA : GL_RGB),
            rgb,
            rgb,
            rgb,
            a,
            0,
            0,
            0,
            0,
            numeric,
            {blocks, numeric == Srgb ? Id::R8G8B8A8Srgb : Id::R8G8B8A8Unorm},
            a != 0 ? kIdentity : kRgb,
            true};
}

// clang-format off
constexpr InternalFormat kTable[] = {
    // Unsized: OpenGL ES 2.0 table 3.4, GL 2.1 table 3.15 and the old numbers of components.
    rgba(GL_RGBA, 8, 8, 8, 8, Unorm, kRgba8),
    rgba(GL_RGB, 8, 8, 8, 0, Unorm, kRgba8),
    rgba(GL_BGRA, 8, 8, 8, 8, Unorm, kBgra8), // EXT_texture_format_BGRA8888
    rgba(GL_BGRA8_EXT, 8, 8, 8, 8, Unorm, kBgra8),
    alpha(GL_ALPHA, 8, Unorm, kR8),
    lum(GL_LUMINANCE, 8, Unorm, kR8),
    lumAlpha(GL_LUMINANCE_ALPHA, 8, 8, Unorm, kRg8),
    intensity(GL_INTENSITY, 8, Unorm, kR8),
    red(GL_RED, 8, Unorm, kR8),
    rg(GL_RG, 8, Unorm, kRg8),
    lum(1, 8, Unorm, kR8),
    lumAlpha(2, 8, 8, Unorm, kRg8),
    rgba(3, 8, 8, 8, 0, Unorm, kRgba8),
    rgba(4, 8, 8, 8, 8, Unorm, kRgba8),

    // Sized: GL 2.1 table 3.16, OES_rgb8_rgba8, OES_required_internalformat. Small components that
    // no Vulkan format has are kept in 8 bits, which hold them exactly.
    rgba(GL_R3_G3_B2, 3, 3, 2, 0, Unorm, kRgba8),
    rgba(GL_RGB4, 4, 4, 4, 0, Unorm, kRgba8),
    rgba(GL_RGB5, 5, 5, 5, 0, Unorm, kRgba8),
    rgba(GL_RGB565, 5, 6, 5, 0, Unorm, kRgb565),
    rgba(GL_RGB8, 8, 8, 8, 0, Unorm, kRgba8),
    rgba(GL_RGB10, 10, 10, 10, 0, Unorm, kRgb10a2),
    rgba(GL_RGB12, 12, 12, 12, 0, Unorm, kRgba16),
    rgba(GL_RGB16, 16, 16, 16, 0, Unorm, kRgba16),
    rgba(GL_RGBA2, 2, 2, 2, 2, Unorm, kRgba8),
    rgba(GL_RGBA4, 4, 4, 4, 4, Unorm, kRgba4),
    rgba(GL_RGB5_A1, 5, 5, 5, 1, Unorm, kRgb5a1),
    rgba(GL_RGBA8, 8, 8, 8, 8, Unorm, kRgba8),
    rgba(GL_RGB10_A2, 10, 10, 10, 2, Unorm, kRgb10a2),
    rgba(GL_RGBA12, 12, 12, 12, 12, Unorm, kRgba16),
    rgba(GL_RGBA16, 16, 16, 16, 16, Unorm, kRgba16),
    alpha(GL_ALPHA4, 4, Unorm, kR8),
    alpha(GL_ALPHA8, 8, Unorm, kR8),
    alpha(GL_ALPHA12, 12, Unorm, kR16),
    alpha(GL_ALPHA16, 16, Unorm, kR16),
    lum(GL_LUMINANCE4, 4, Unorm, kR8),
    lum(GL_LUMINANCE8, 8, Unorm, kR8),
    lum(GL_LUMINANCE12, 12, Unorm, kR16),
    lum(GL_LUMINANCE16, 16, Unorm, kR16),
    lumAlpha(GL_LUMINANCE4_ALPHA4, 4, 4, Unorm, kRg8),
    lumAlpha(GL_LUMINANCE6_ALPHA2, 6, 2, Unorm, kRg8),
    lumAlpha(GL_LUMINANCE8_ALPHA8, 8, 8, Unorm, kRg8),
    lumAlpha(GL_LUMINANCE12_ALPHA4, 12, 4, Unorm, kRg16),
    lumAlpha(GL_LUMINANCE12_ALPHA12, 12, 12, Unorm, kRg16),
    lumAlpha(GL_LUMINANCE16_ALPHA16, 16, 16, Unorm, kRg16),
    intensity(GL_INTENSITY4, 4, Unorm, kR8),
    intensity(GL_INTENSITY8, 8, Unorm, kR8),
    intensity(GL_INTENSITY12, 12, Unorm, kR16),
    intensity(GL_INTENSITY16, 16, Unorm, kR16),

    // sRGB: GL 2.1 section 3.8.15, EXT_sRGB. There is no one-channel sRGB format to rely on.
    rgba(GL_SRGB, 8, 8, 8, 0, Srgb, kSrgba8),
    rgba(GL_SRGB8, 8, 8, 8, 0, Srgb, kSrgba8),
    rgba(GL_SRGB_ALPHA, 8, 8, 8, 8, Srgb, kSrgba8),
    rgba(GL_SRGB8_ALPHA8, 8, 8, 8, 8, Srgb, kSrgba8),
    lum(GL_SLUMINANCE, 8, Srgb, kSrgba8),
    lum(GL_SLUMINANCE8, 8, Srgb, kSrgba8),
    lumAlpha(GL_SLUMINANCE_ALPHA, 8, 8, Srgb, kSrgba8),
    lumAlpha(GL_SLUMINANCE8_ALPHA8, 8, 8, Srgb, kSrgba8),

    // ARB_texture_rg.
    red(GL_R8, 8, Unorm, kR8),
    red(GL_R16, 16, Unorm, kR16),
    rg(GL_RG8, 8, Unorm, kRg8),
    rg(GL_RG16, 16, Unorm, kRg16),
    red(GL_R16F, 16, Float, kR16f),
    red(GL_R32F, 32, Float, kR32f),
    rg(GL_RG16F, 16, Float, kRg16f),
    rg(GL_RG32F, 32, Float, kRg32f),

    // ARB_texture_float, EXT_packed_float.
    rgba(GL_RGBA16F, 16, 16, 16, 16, Float, kRgba16f),
    rgba(GL_RGB16F, 16, 16, 16, 0, Float, kRgba16f),
    rgba(GL_RGBA32F, 32, 32, 32, 32, Float, kRgba32f),
    rgba(GL_RGB32F, 32, 32, 32, 0, Float, kRgba32f),
    alpha(GL_ALPHA16F_ARB, 16, Float, kR16f),
    alpha(GL_ALPHA32F_ARB, 32, Float, kR32f),
    lum(GL_LUMINANCE16F_ARB, 16, Float, kR16f),
    lum(GL_LUMINANCE32F_ARB, 32, Float, kR32f),
    lumAlpha(GL_LUMINANCE_ALPHA16F_ARB, 16, 16, Float, kRg16f),
    lumAlpha(GL_LUMINANCE_ALPHA32F_ARB, 32, 32, Float, kRg32f),
    intensity(GL_INTENSITY16F_ARB, 16, Float, kR16f),
    intensity(GL_INTENSITY32F_ARB, 32, Float, kR32f),
    rgba(GL_R11F_G11F_B10F, 11, 11, 10, 0, Float, kRgb11f),

    // Depth and stencil: the core sizes, OES_depth24, OES_depth32, OES_packed_depth_stencil,
    // ARB_depth_buffer_float.
    depthStencil(GL_DEPTH_COMPONENT, GL_DEPTH_COMPONENT, 24, 0, Unorm, kD24),
    depthStencil(GL_DEPTH_COMPONENT16, GL_DEPTH_COMPONENT, 16, 0, Unorm, kD16),
    depthStencil(GL_DEPTH_COMPONENT24, GL_DEPTH_COMPONENT, 24, 0, Unorm, kD24),
    depthStencil(GL_DEPTH_COMPONENT32, GL_DEPTH_COMPONENT, 32, 0, Unorm, kD32),
    depthStencil(GL_DEPTH_COMPONENT32F, GL_DEPTH_COMPONENT, 32, 0, Float, kD32),
    depthStencil(GL_DEPTH_STENCIL, GL_DEPTH_STENCIL, 24, 8, Unorm, kD24s8),
    depthStencil(GL_DEPTH24_STENCIL8, GL_DEPTH_STENCIL, 24, 8, Unorm, kD24s8),
    depthStencil(GL_DEPTH32F_STENCIL8, GL_DEPTH_STENCIL, 32, 8, Float, kD32s8),
    depthStencil(GL_STENCIL_INDEX, GL_STENCIL_INDEX, 0, 8, Uint, kS8),
    depthStencil(GL_STENCIL_INDEX1, GL_STENCIL_INDEX, 0, 1, Uint, kS8),
    depthStencil(GL_STENCIL_INDEX4, GL_STENCIL_INDEX, 0, 4, Uint, kS8),
    depthStencil(GL_STENCIL_INDEX8, GL_STENCIL_INDEX, 0, 8, Uint, kS8),

    // EXT_texture_compression_s3tc, EXT_texture_sRGB, OES_compressed_ETC1_RGB8_texture. Sizes are
    // of a component with a comparable error, as GL 2.1 section 6.1.3 asks for.
    compressed(GL_COMPRESSED_RGB_S3TC_DXT1_EXT, 4, 0, Unorm, Id::Bc1Rgb),
    compressed(GL_COMPRESSED_RGBA_S3TC_DXT1_EXT, 4, 1, Unorm, Id::Bc1Rgba),
    compressed(GL_COMPRESSED_RGBA_S3TC_DXT3_EXT, 4, 4, Unorm, Id::Bc2),
    compressed(GL_COMPRESSED_RGBA_S3TC_DXT5_EXT, 4, 4, Unorm, Id::Bc3),
    compressed(GL_COMPRESSED_SRGB_S3TC_DXT1_EXT, 4, 0, Srgb, Id::Bc1RgbSrgb),
    compressed(GL_COMPRESSED_SRGB_ALPHA_S3TC_DXT1_EXT, 4, 1, Srgb, Id::Bc1RgbaSrgb),
    compressed(GL_COMPRESSED_SRGB_ALPHA_S3TC_DXT3_EXT, 4, 4, Srgb, Id::Bc2Srgb),
    compressed(GL_COMPRESSED_SRGB_ALPHA_S3TC_DXT5_EXT, 4, 4, Srgb, Id::Bc3Srgb),
    compressed(GL_ETC1_RGB8_OES, 8, 0, Unorm, Id::Etc2Rgb8),
};

/// GL 2.1 section 3.8.1: where no specific compressed format is chosen, a generic one is replaced
/// by its base internal format. The row that is found has that name.
constexpr std::array<GLenum, 2> kGeneric[] = {
    {GL_COMPRESSED_ALPHA, GL_ALPHA},
    {GL_COMPRESSED_LUMINANCE, GL_LUMINANCE},
    {GL_COMPRESSED_LUMINANCE_ALPHA, GL_LUMINANCE_ALPHA},
    {GL_COMPRESSED_INTENSITY, GL_INTENSITY},
    {GL_COMPRESSED_RGB, GL_RGB},
    {GL_COMPRESSED_RGBA, GL_RGBA},
    {GL_COMPRESSED_RED, GL_RED},
    {GL_COMPRESSED_RG, GL_RG},
    {GL_COMPRESSED_SRGB, GL_SRGB},
    {GL_COMPRESSED_SRGB_ALPHA, GL_SRGB_ALPHA},
    {GL_COMPRESSED_SLUMINANCE, GL_SLUMINANCE},
    {GL_COMPRESSED_SLUMINANCE_ALPHA, GL_SLUMINANCE_ALPHA},
};

struct TypedRow {
    GLenum format;
    GLenum type;
    GLenum sized;
};

/// What a type says about the size of an unsized format. All other types mean 8 bits.
constexpr TypedRow kTyped[] = {
    // OpenGL ES 2.0 table 3.4, EXT_texture_type_2_10_10_10_REV.
    {GL_RGB, GL_UNSIGNED_SHORT_5_6_5, GL_RGB565},
    {GL_RGBA, GL_UNSIGNED_SHORT_4_4_4_4, GL_RGBA4},
    {GL_RGBA, GL_UNSIGNED_SHORT_5_5_5_1, GL_RGB5_A1},
    {GL_RGBA, GL_UNSIGNED_INT_2_10_10_10_REV, GL_RGB10_A2},
    {GL_RGB, GL_UNSIGNED_INT_2_10_10_10_REV, GL_RGB10},
    {GL_RGB, GL_UNSIGNED_INT_10F_11F_11F_REV, GL_R11F_G11F_B10F},
    // OES_texture_half_float; GL_HALF_FLOAT is looked up as GL_HALF_FLOAT_OES.
    {GL_RGBA, GL_HALF_FLOAT_OES, GL_RGBA16F},
    {GL_RGB, GL_HALF_FLOAT_OES, GL_RGB16F},
    {GL_ALPHA, GL_HALF_FLOAT_OES, GL_ALPHA16F_ARB},
    {GL_LUMINANCE, GL_HALF_FLOAT_OES, GL_LUMINANCE16F_ARB},
    {GL_LUMINANCE_ALPHA, GL_HALF_FLOAT_OES, GL_LUMINANCE_ALPHA16F_ARB},
    {GL_RED, GL_HALF_FLOAT_OES, GL_R16F},
    {GL_RG, GL_HALF_FLOAT_OES, GL_RG16F},
    // OES_texture_float.
    {GL_RGBA, GL_FLOAT, GL_RGBA32F},
    {GL_RGB, GL_FLOAT, GL_RGB32F},
    {GL_ALPHA, GL_FLOAT, GL_ALPHA32F_ARB},
    {GL_LUMINANCE, GL_FLOAT, GL_LUMINANCE32F_ARB},
    {GL_LUMINANCE_ALPHA, GL_FLOAT, GL_LUMINANCE_ALPHA32F_ARB},
    {GL_RED, GL_FLOAT, GL_R32F},
    {GL_RG, GL_FLOAT, GL_RG32F},
    // OES_depth_texture, OES_packed_depth_stencil.
    {GL_DEPTH_COMPONENT, GL_UNSIGNED_SHORT, GL_DEPTH_COMPONENT16},
    {GL_DEPTH_COMPONENT, GL_UNSIGNED_INT, GL_DEPTH_COMPONENT24},
    {GL_DEPTH_COMPONENT, GL_FLOAT, GL_DEPTH_COMPONENT32F},
    {GL_DEPTH_STENCIL, GL_UNSIGNED_INT_24_8, GL_DEPTH24_STENCIL8},
    {GL_DEPTH_STENCIL, GL_FLOAT_32_UNSIGNED_INT_24_8_REV, GL_DEPTH32F_STENCIL8},
};
// clang-format on

constexpr auto kSorted = [] {
    std::array<InternalFormat, std::size(kTable)> rows{};
    std::copy(std::begin(kTable), std::end(kTable), rows.begin());
    std::sort(rows.begin(), rows.end(), [](const InternalFormat& a, const InternalFormat& b) {
        return a.name < b.name;
    });
    return rows;
}();

constexpr bool namesUnique() {
    for (size_t i = 1; i < kSorted.size(); ++i) {
        if (kSorted[i - 1].name == kSorted[i].name) {
            return false;
        }
    }
    return true;
}
static_assert(namesUnique());

const InternalFormat* findRow(GLenum name) {
    const auto* row = std::lower_bound(
        kSorted.begin(), kSorted.end(), name, [](const InternalFormat& f, GLenum n) {
            return f.name < n;
        });
    return row != kSorted.end() && row->name == name ? row : nullptr;
}

} // namespace

const InternalFormat* findInternalFormat(GLenum internalformat, GLenum type) {
    for (const auto& [generic, base] : kGeneric) {
        if (generic == internalformat) {
            return findRow(base);
        }
    }
    const GLenum lookedUp = type == GL_HALF_FLOAT ? GL_HALF_FLOAT_OES : type;
    for (const TypedRow& row : kTyped) {
        if (row.format == internalformat && row.type == lookedUp) {
            return findRow(row.sized);
        }
    }
    return findRow(internalformat);
}

} // namespace format
