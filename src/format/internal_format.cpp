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

/// The second of each list is there for devices whose swap chains or imports prefer BGRA.
constexpr Candidates kRgba8{Id::R8G8B8A8Unorm, Id::B8G8R8A8Unorm};
constexpr Candidates kBgra8{Id::B8G8R8A8Unorm, Id::R8G8B8A8Unorm};
constexpr Candidates kSrgba8{Id::R8G8B8A8Srgb, Id::B8G8R8A8Srgb};
constexpr Candidates kR8{Id::R8Unorm, Id::R8G8B8A8Unorm};
constexpr Candidates kRg8{Id::R8G8Unorm, Id::R8G8B8A8Unorm};
constexpr Candidates kRgb565{Id::R5G6B5Unorm, Id::R8G8B8A8Unorm};
/// Packed formats of 16 bits with alpha are optional in Vulkan.
constexpr Candidates kRgba4{Id::R4G4B4A4Unorm, Id::R8G8B8A8Unorm};
constexpr Candidates kRgb5a1{Id::R5G5B5A1Unorm, Id::R8G8B8A8Unorm};
constexpr Candidates kRgb10a2{
    Id::A2B10G10R10Unorm, Id::R16G16B16A16Unorm, Id::R16G16B16A16Sfloat, Id::R8G8B8A8Unorm};
/// A half float holds 11 bits of a 16-bit component, a float all of them, if it can be filtered.
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
constexpr Candidates kRgb9e5{Id::E5B9G9R9Ufloat, Id::R16G16B16A16Sfloat};
constexpr Candidates kRgb10a2ui{Id::A2B10G10R10Uint, Id::R16G16B16A16Uint};
/// Every Vulkan device has integers of all sizes with one, two and four components.
constexpr Candidates kR8ui{Id::R8Uint}, kRg8ui{Id::R8G8Uint}, kRgba8ui{Id::R8G8B8A8Uint};
constexpr Candidates kR8i{Id::R8Sint}, kRg8i{Id::R8G8Sint}, kRgba8i{Id::R8G8B8A8Sint};
constexpr Candidates kR16ui{Id::R16Uint}, kRg16ui{Id::R16G16Uint}, kRgba16ui{Id::R16G16B16A16Uint};
constexpr Candidates kR16i{Id::R16Sint}, kRg16i{Id::R16G16Sint}, kRgba16i{Id::R16G16B16A16Sint};
constexpr Candidates kR32ui{Id::R32Uint}, kRg32ui{Id::R32G32Uint}, kRgba32ui{Id::R32G32B32A32Uint};
constexpr Candidates kR32i{Id::R32Sint}, kRg32i{Id::R32G32Sint}, kRgba32i{Id::R32G32B32A32Sint};
constexpr Candidates kR8s{Id::R8Snorm, Id::R16Sfloat};
constexpr Candidates kRg8s{Id::R8G8Snorm, Id::R16G16Sfloat};
constexpr Candidates kRgba8s{Id::R8G8B8A8Snorm, Id::R16G16B16A16Sfloat};
constexpr Candidates kR16s{Id::R16Snorm, Id::R32Sfloat, Id::R16Sfloat};
constexpr Candidates kRg16s{Id::R16G16Snorm, Id::R32G32Sfloat, Id::R16G16Sfloat};
constexpr Candidates kRgba16s{
    Id::R16G16B16A16Snorm, Id::R32G32B32A32Sfloat, Id::R16G16B16A16Sfloat};
constexpr Candidates kRgb11f{Id::B10G11R11Ufloat, Id::R16G16B16A16Sfloat};
constexpr Candidates kD16{Id::D16Unorm, Id::X8D24Unorm, Id::D32Sfloat};
constexpr Candidates kD24{Id::X8D24Unorm, Id::D24UnormS8Uint, Id::D32Sfloat};
/// More than 24 bits are only to be had as floats.
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
    return {.name = name,
            .base = static_cast<GLenum>(a != 0 ? GL_RGBA : GL_RGB),
            .red = r,
            .green = g,
            .blue = b,
            .alpha = a,
            .numeric = numeric,
            .candidates = candidates,
            .view = a != 0 ? kIdentity : kRgb};
}

constexpr InternalFormat red(GLenum name, uint8_t r, Numeric numeric, Candidates candidates) {
    return {.name = name,
            .base = GL_RED,
            .red = r,
            .numeric = numeric,
            .candidates = candidates,
            .view = kRed};
}

constexpr InternalFormat rg(GLenum name, uint8_t bits, Numeric numeric, Candidates candidates) {
    return {.name = name,
            .base = GL_RG,
            .red = bits,
            .green = bits,
            .numeric = numeric,
            .candidates = candidates,
            .view = kRg};
}

constexpr InternalFormat alpha(GLenum name, uint8_t a, Numeric numeric, Candidates candidates) {
    return {.name = name,
            .base = GL_ALPHA,
            .alpha = a,
            .numeric = numeric,
            .candidates = candidates,
            .view = kAlpha};
}

constexpr InternalFormat lum(GLenum name, uint8_t l, Numeric numeric, Candidates candidates) {
    return {.name = name,
            .base = GL_LUMINANCE,
            .luminance = l,
            .numeric = numeric,
            .candidates = candidates,
            .view = kLum};
}

constexpr InternalFormat
lumAlpha(GLenum name, uint8_t l, uint8_t a, Numeric numeric, Candidates candidates) {
    return {.name = name,
            .base = GL_LUMINANCE_ALPHA,
            .alpha = a,
            .luminance = l,
            .numeric = numeric,
            .candidates = candidates,
            .view = numeric == Srgb ? kSlumAlpha : kLumAlpha};
}

constexpr InternalFormat intensity(GLenum name, uint8_t i, Numeric numeric, Candidates candidates) {
    return {.name = name,
            .base = GL_INTENSITY,
            .intensity = i,
            .numeric = numeric,
            .candidates = candidates,
            .view = kIntensity};
}

constexpr InternalFormat depthStencil(GLenum name,
                                      GLenum base,
                                      uint8_t depth,
                                      uint8_t stencil,
                                      Numeric numeric,
                                      Candidates candidates) {
    return {.name = name,
            .base = base,
            .depth = depth,
            .stencil = stencil,
            .numeric = numeric,
            .candidates = candidates,
            .view = depth != 0 ? kLum : kRed};
}

/// `blocks` is what the client hands over; decoded texels are the way without it.
constexpr InternalFormat
compressed(GLenum name, uint8_t rgb, uint8_t a, Numeric numeric, Id blocks) {
    const Candidates candidates =
        numeric == Float
            ? Candidates{blocks, Id::R16G16B16A16Sfloat}
            : Candidates{blocks, numeric == Srgb ? Id::R8G8B8A8Srgb : Id::R8G8B8A8Unorm};
    return {.name = name,
            .base = static_cast<GLenum>(a != 0 ? GL_RGBA : GL_RGB),
            .red = rgb,
            .green = rgb,
            .blue = rgb,
            .alpha = a,
            .numeric = numeric,
            .candidates = candidates,
            .view = a != 0 ? kIdentity : kRgb,
            .compressed = true};
}

/// One or two components (RGTC, EAC).
constexpr InternalFormat
compressedRed(GLenum name, uint8_t bits, Numeric numeric, Candidates candidates) {
    InternalFormat format = red(name, bits, numeric, candidates);
    format.compressed = true;
    return format;
}

constexpr InternalFormat
compressedRg(GLenum name, uint8_t bits, Numeric numeric, Candidates candidates) {
    InternalFormat format = rg(name, bits, numeric, candidates);
    format.compressed = true;
    return format;
}

/// Of one channel (LATC1) and of two (LATC2): the blocks of RGTC, read as luminance.
constexpr InternalFormat
compressedLum(GLenum name, uint8_t bits, Numeric numeric, Candidates candidates) {
    InternalFormat format = lum(name, bits, numeric, candidates);
    format.compressed = true;
    return format;
}

constexpr InternalFormat
compressedLumAlpha(GLenum name, uint8_t bits, Numeric numeric, Candidates candidates) {
    InternalFormat format = lumAlpha(name, bits, bits, numeric, candidates);
    format.compressed = true;
    return format;
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

    // EXT_texture_shared_exponent.
    rgba(GL_RGB9_E5, 9, 9, 9, 0, Float, kRgb9e5),

    // Signed normalized: GL 3.1 table 3.12, EXT_texture_snorm for the rest.
    red(GL_RED_SNORM, 8, Snorm, kR8s),
    rg(GL_RG_SNORM, 8, Snorm, kRg8s),
    rgba(GL_RGB_SNORM, 8, 8, 8, 0, Snorm, kRgba8s),
    rgba(GL_RGBA_SNORM, 8, 8, 8, 8, Snorm, kRgba8s),
    red(GL_R8_SNORM, 8, Snorm, kR8s),
    rg(GL_RG8_SNORM, 8, Snorm, kRg8s),
    rgba(GL_RGB8_SNORM, 8, 8, 8, 0, Snorm, kRgba8s),
    rgba(GL_RGBA8_SNORM, 8, 8, 8, 8, Snorm, kRgba8s),
    red(GL_R16_SNORM, 16, Snorm, kR16s),
    rg(GL_RG16_SNORM, 16, Snorm, kRg16s),
    rgba(GL_RGB16_SNORM, 16, 16, 16, 0, Snorm, kRgba16s),
    rgba(GL_RGBA16_SNORM, 16, 16, 16, 16, Snorm, kRgba16s),
    alpha(GL_ALPHA_SNORM, 8, Snorm, kR8s),
    alpha(GL_ALPHA8_SNORM, 8, Snorm, kR8s),
    alpha(GL_ALPHA16_SNORM, 16, Snorm, kR16s),
    lum(GL_LUMINANCE_SNORM, 8, Snorm, kR8s),
    lum(GL_LUMINANCE8_SNORM, 8, Snorm, kR8s),
    lum(GL_LUMINANCE16_SNORM, 16, Snorm, kR16s),
    lumAlpha(GL_LUMINANCE_ALPHA_SNORM, 8, 8, Snorm, kRg8s),
    lumAlpha(GL_LUMINANCE8_ALPHA8_SNORM, 8, 8, Snorm, kRg8s),
    lumAlpha(GL_LUMINANCE16_ALPHA16_SNORM, 16, 16, Snorm, kRg16s),
    intensity(GL_INTENSITY_SNORM, 8, Snorm, kR8s),
    intensity(GL_INTENSITY8_SNORM, 8, Snorm, kR8s),
    intensity(GL_INTENSITY16_SNORM, 16, Snorm, kR16s),

    // Integers: GL 3.0 table 3.17, ARB_texture_rgb10_a2ui, EXT_texture_integer for the rest.
    red(GL_R8UI, 8, Uint, kR8ui),
    rg(GL_RG8UI, 8, Uint, kRg8ui),
    rgba(GL_RGB8UI, 8, 8, 8, 0, Uint, kRgba8ui),
    rgba(GL_RGBA8UI, 8, 8, 8, 8, Uint, kRgba8ui),
    alpha(GL_ALPHA8UI_EXT, 8, Uint, kR8ui),
    lum(GL_LUMINANCE8UI_EXT, 8, Uint, kR8ui),
    lumAlpha(GL_LUMINANCE_ALPHA8UI_EXT, 8, 8, Uint, kRg8ui),
    intensity(GL_INTENSITY8UI_EXT, 8, Uint, kR8ui),
    red(GL_R8I, 8, Sint, kR8i),
    rg(GL_RG8I, 8, Sint, kRg8i),
    rgba(GL_RGB8I, 8, 8, 8, 0, Sint, kRgba8i),
    rgba(GL_RGBA8I, 8, 8, 8, 8, Sint, kRgba8i),
    alpha(GL_ALPHA8I_EXT, 8, Sint, kR8i),
    lum(GL_LUMINANCE8I_EXT, 8, Sint, kR8i),
    lumAlpha(GL_LUMINANCE_ALPHA8I_EXT, 8, 8, Sint, kRg8i),
    intensity(GL_INTENSITY8I_EXT, 8, Sint, kR8i),
    red(GL_R16UI, 16, Uint, kR16ui),
    rg(GL_RG16UI, 16, Uint, kRg16ui),
    rgba(GL_RGB16UI, 16, 16, 16, 0, Uint, kRgba16ui),
    rgba(GL_RGBA16UI, 16, 16, 16, 16, Uint, kRgba16ui),
    alpha(GL_ALPHA16UI_EXT, 16, Uint, kR16ui),
    lum(GL_LUMINANCE16UI_EXT, 16, Uint, kR16ui),
    lumAlpha(GL_LUMINANCE_ALPHA16UI_EXT, 16, 16, Uint, kRg16ui),
    intensity(GL_INTENSITY16UI_EXT, 16, Uint, kR16ui),
    red(GL_R16I, 16, Sint, kR16i),
    rg(GL_RG16I, 16, Sint, kRg16i),
    rgba(GL_RGB16I, 16, 16, 16, 0, Sint, kRgba16i),
    rgba(GL_RGBA16I, 16, 16, 16, 16, Sint, kRgba16i),
    alpha(GL_ALPHA16I_EXT, 16, Sint, kR16i),
    lum(GL_LUMINANCE16I_EXT, 16, Sint, kR16i),
    lumAlpha(GL_LUMINANCE_ALPHA16I_EXT, 16, 16, Sint, kRg16i),
    intensity(GL_INTENSITY16I_EXT, 16, Sint, kR16i),
    red(GL_R32UI, 32, Uint, kR32ui),
    rg(GL_RG32UI, 32, Uint, kRg32ui),
    rgba(GL_RGB32UI, 32, 32, 32, 0, Uint, kRgba32ui),
    rgba(GL_RGBA32UI, 32, 32, 32, 32, Uint, kRgba32ui),
    alpha(GL_ALPHA32UI_EXT, 32, Uint, kR32ui),
    lum(GL_LUMINANCE32UI_EXT, 32, Uint, kR32ui),
    lumAlpha(GL_LUMINANCE_ALPHA32UI_EXT, 32, 32, Uint, kRg32ui),
    intensity(GL_INTENSITY32UI_EXT, 32, Uint, kR32ui),
    red(GL_R32I, 32, Sint, kR32i),
    rg(GL_RG32I, 32, Sint, kRg32i),
    rgba(GL_RGB32I, 32, 32, 32, 0, Sint, kRgba32i),
    rgba(GL_RGBA32I, 32, 32, 32, 32, Sint, kRgba32i),
    alpha(GL_ALPHA32I_EXT, 32, Sint, kR32i),
    lum(GL_LUMINANCE32I_EXT, 32, Sint, kR32i),
    lumAlpha(GL_LUMINANCE_ALPHA32I_EXT, 32, 32, Sint, kRg32i),
    intensity(GL_INTENSITY32I_EXT, 32, Sint, kR32i),
    rgba(GL_RGB10_A2UI, 10, 10, 10, 2, Uint, kRgb10a2ui),

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
    depthStencil(GL_STENCIL_INDEX1, GL_STENCIL_INDEX, 0, 8, Uint, kS8),
    depthStencil(GL_STENCIL_INDEX4, GL_STENCIL_INDEX, 0, 8, Uint, kS8),
    depthStencil(GL_STENCIL_INDEX8, GL_STENCIL_INDEX, 0, 8, Uint, kS8),
    depthStencil(GL_STENCIL_INDEX16, GL_STENCIL_INDEX, 0, 8, Uint, kS8),

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

    // ARB_texture_compression_rgtc.
    compressedRed(GL_COMPRESSED_RED_RGTC1, 8, Unorm, {Id::Bc4Unorm, Id::R8Unorm}),
    compressedRed(GL_COMPRESSED_SIGNED_RED_RGTC1, 8, Snorm, {Id::Bc4Snorm, Id::R8Snorm}),
    compressedRg(GL_COMPRESSED_RG_RGTC2, 8, Unorm, {Id::Bc5Unorm, Id::R8G8Unorm}),
    compressedRg(GL_COMPRESSED_SIGNED_RG_RGTC2, 8, Snorm, {Id::Bc5Snorm, Id::R8G8Snorm}),

    // EXT_texture_compression_latc, ATI_texture_compression_3dc.
    compressedLum(GL_COMPRESSED_LUMINANCE_LATC1_EXT, 8, Unorm, {Id::Bc4Unorm, Id::R8Unorm}),
    compressedLum(GL_COMPRESSED_SIGNED_LUMINANCE_LATC1_EXT, 8, Snorm, {Id::Bc4Snorm, Id::R8Snorm}),
    compressedLumAlpha(GL_COMPRESSED_LUMINANCE_ALPHA_LATC2_EXT, 8, Unorm, {Id::Bc5Unorm, Id::R8G8Unorm}),
    compressedLumAlpha(GL_COMPRESSED_SIGNED_LUMINANCE_ALPHA_LATC2_EXT, 8, Snorm, {Id::Bc5Snorm, Id::R8G8Snorm}),
    compressedLumAlpha(GL_COMPRESSED_LUMINANCE_ALPHA_3DC_ATI, 8, Unorm, {Id::Bc5Unorm, Id::R8G8Unorm}),

    // ARB_texture_compression_bptc.
    compressed(GL_COMPRESSED_RGBA_BPTC_UNORM, 8, 8, Unorm, Id::Bc7Unorm),
    compressed(GL_COMPRESSED_SRGB_ALPHA_BPTC_UNORM, 8, 8, Srgb, Id::Bc7Srgb),
    compressed(GL_COMPRESSED_RGB_BPTC_SIGNED_FLOAT, 16, 0, Float, Id::Bc6hSfloat),
    compressed(GL_COMPRESSED_RGB_BPTC_UNSIGNED_FLOAT, 16, 0, Float, Id::Bc6hUfloat),

    // ES 3.0 section 3.8.6, ARB_ES3_compatibility. Without 16-bit formats EAC is kept in floats.
    compressed(GL_COMPRESSED_RGB8_ETC2, 8, 0, Unorm, Id::Etc2Rgb8),
    compressed(GL_COMPRESSED_SRGB8_ETC2, 8, 0, Srgb, Id::Etc2Rgb8Srgb),
    compressed(GL_COMPRESSED_RGB8_PUNCHTHROUGH_ALPHA1_ETC2, 8, 1, Unorm, Id::Etc2Rgb8A1),
    compressed(GL_COMPRESSED_SRGB8_PUNCHTHROUGH_ALPHA1_ETC2, 8, 1, Srgb, Id::Etc2Rgb8A1Srgb),
    compressed(GL_COMPRESSED_RGBA8_ETC2_EAC, 8, 8, Unorm, Id::Etc2Rgba8),
    compressed(GL_COMPRESSED_SRGB8_ALPHA8_ETC2_EAC, 8, 8, Srgb, Id::Etc2Rgba8Srgb),
    compressedRed(GL_COMPRESSED_R11_EAC, 11, Unorm, {Id::EacR11Unorm, Id::R16Unorm, Id::R16Sfloat}),
    compressedRed(GL_COMPRESSED_SIGNED_R11_EAC, 11, Snorm, {Id::EacR11Snorm, Id::R16Snorm, Id::R16Sfloat}),
    compressedRg(GL_COMPRESSED_RG11_EAC, 11, Unorm, {Id::EacRg11Unorm, Id::R16G16Unorm, Id::R16G16Sfloat}),
    compressedRg(GL_COMPRESSED_SIGNED_RG11_EAC, 11, Snorm, {Id::EacRg11Snorm, Id::R16G16Snorm, Id::R16G16Sfloat}),
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
    {GL_RGB, GL_UNSIGNED_INT_5_9_9_9_REV, GL_RGB9_E5},
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
