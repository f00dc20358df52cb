// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "formats.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <limits>

namespace samplers {

namespace {

using reference::Base;
using reference::Vec4;

constexpr GLenum kDxt1 = GL_COMPRESSED_RGB_S3TC_DXT1_EXT;

// clang-format off
const std::vector<Format> kFormats{
    {"rgba8", GL_RGBA8, GL_RGBA, GL_UNSIGNED_BYTE, Base::Rgba, Numeric::Unorm, 8, kEverywhere},
    {"rgb8", GL_RGB8, GL_RGB, GL_UNSIGNED_BYTE, Base::Rgb, Numeric::Unorm, 8, kEverywhere},
    {"rg8", GL_RG8, GL_RG, GL_UNSIGNED_BYTE, Base::Rg, Numeric::Unorm, 8, kEverywhere, 30, "GL_ARB_texture_rg"},
    {"r8", GL_R8, GL_RED, GL_UNSIGNED_BYTE, Base::Red, Numeric::Unorm, 8, kEverywhere, 30, "GL_ARB_texture_rg"},
    {"luminance8", GL_LUMINANCE8, GL_LUMINANCE, GL_UNSIGNED_BYTE, Base::Luminance, Numeric::Unorm, 8, kCompatibility},
    {"alpha8", GL_ALPHA8, GL_ALPHA, GL_UNSIGNED_BYTE, Base::Alpha, Numeric::Unorm, 8, kCompatibility},
    {"luminance8_alpha8", GL_LUMINANCE8_ALPHA8, GL_LUMINANCE_ALPHA, GL_UNSIGNED_BYTE, Base::LuminanceAlpha, Numeric::Unorm, 8, kCompatibility},
    {"intensity8", GL_INTENSITY8, GL_LUMINANCE, GL_UNSIGNED_BYTE, Base::Intensity, Numeric::Unorm, 8, kCompatibility},
    {"rgb10_a2", GL_RGB10_A2, GL_RGBA, GL_UNSIGNED_INT_2_10_10_10_REV, Base::Rgba, Numeric::Unorm, 10, kEverywhere},
    {"rgba16", GL_RGBA16, GL_RGBA, GL_UNSIGNED_SHORT, Base::Rgba, Numeric::Unorm, 16, kDesktop},
    {"dxt1", kDxt1, GL_NONE, GL_NONE, Base::Rgb, Numeric::Unorm, 8, kEverywhere, 99, "GL_EXT_texture_compression_s3tc"},
    {"rgba8_snorm", GL_RGBA8_SNORM, GL_RGBA, GL_BYTE, Base::Rgba, Numeric::Snorm, 8, kEverywhere, 31, "GL_EXT_texture_snorm"},
    {"rg8_snorm", GL_RG8_SNORM, GL_RG, GL_BYTE, Base::Rg, Numeric::Snorm, 8, kEverywhere, 31, "GL_EXT_texture_snorm"},
    {"srgb8_alpha8", GL_SRGB8_ALPHA8, GL_RGBA, GL_UNSIGNED_BYTE, Base::Rgba, Numeric::Srgb, 8, kEverywhere, 21, "GL_EXT_texture_sRGB"},
    {"rgba16f", GL_RGBA16F, GL_RGBA, GL_FLOAT, Base::Rgba, Numeric::Float, 16, kEverywhere, 30, "GL_ARB_texture_float"},
    {"rgba32f", GL_RGBA32F, GL_RGBA, GL_FLOAT, Base::Rgba, Numeric::Float, 32, kEverywhere, 30, "GL_ARB_texture_float", "GL_OES_texture_float_linear"},
    {"r32f", GL_R32F, GL_RED, GL_FLOAT, Base::Red, Numeric::Float, 32, kEverywhere, 30, "GL_ARB_texture_rg", "GL_OES_texture_float_linear"},
    {"alpha16f", GL_ALPHA16F_ARB, GL_ALPHA, GL_FLOAT, Base::Alpha, Numeric::Float, 16, kCompatibility, 99, "GL_ARB_texture_float"},
    {"luminance16f", GL_LUMINANCE16F_ARB, GL_LUMINANCE, GL_FLOAT, Base::Luminance, Numeric::Float, 16, kCompatibility, 99, "GL_ARB_texture_float"},
    {"intensity32f", GL_INTENSITY32F_ARB, GL_LUMINANCE, GL_FLOAT, Base::Intensity, Numeric::Float, 32, kCompatibility, 99, "GL_ARB_texture_float"},
    {"r11f_g11f_b10f", GL_R11F_G11F_B10F, GL_RGB, GL_FLOAT, Base::Rgb, Numeric::UnsignedFloat, 10, kEverywhere, 30, "GL_EXT_packed_float"},
    {"rgb9_e5", GL_RGB9_E5, GL_RGB, GL_FLOAT, Base::Rgb, Numeric::UnsignedFloat, 9, kEverywhere, 30, "GL_EXT_texture_shared_exponent"},
    {"rgba8ui", GL_RGBA8UI, GL_RGBA_INTEGER, GL_UNSIGNED_BYTE, Base::Rgba, Numeric::Uint, 8, kEverywhere, 30, nullptr, "-"},
    {"rg16ui", GL_RG16UI, GL_RG_INTEGER, GL_UNSIGNED_SHORT, Base::Rg, Numeric::Uint, 16, kEverywhere, 30, nullptr, "-"},
    {"rgba32ui", GL_RGBA32UI, GL_RGBA_INTEGER, GL_UNSIGNED_INT, Base::Rgba, Numeric::Uint, 32, kEverywhere, 30, nullptr, "-"},
    {"rgb10_a2ui", GL_RGB10_A2UI, GL_RGBA_INTEGER, GL_UNSIGNED_INT_2_10_10_10_REV, Base::Rgba, Numeric::Uint, 10, kEverywhere, 33, "GL_ARB_texture_rgb10_a2ui", "-"},
    {"rgba8i", GL_RGBA8I, GL_RGBA_INTEGER, GL_BYTE, Base::Rgba, Numeric::Sint, 8, kEverywhere, 30, nullptr, "-"},
    {"r32i", GL_R32I, GL_RED_INTEGER, GL_INT, Base::Red, Numeric::Sint, 32, kEverywhere, 30, nullptr, "-"},
    {"depth16", GL_DEPTH_COMPONENT16, GL_DEPTH_COMPONENT, GL_UNSIGNED_SHORT, Base::Depth, Numeric::FixedDepth, 16, kEverywhere, 14, nullptr, "-"},
    {"depth24", GL_DEPTH_COMPONENT24, GL_DEPTH_COMPONENT, GL_UNSIGNED_INT, Base::Depth, Numeric::FixedDepth, 24, kEverywhere, 14, nullptr, "-"},
    {"depth24_stencil8", GL_DEPTH24_STENCIL8, GL_DEPTH_STENCIL, GL_UNSIGNED_INT_24_8, Base::Depth, Numeric::FixedDepth, 24, kEverywhere, 30, "GL_EXT_packed_depth_stencil", "-"},
    {"depth32f", GL_DEPTH_COMPONENT32F, GL_DEPTH_COMPONENT, GL_FLOAT, Base::Depth, Numeric::FloatDepth, 32, kEverywhere, 30, "GL_ARB_depth_buffer_float", "-"},
    {"depth32f_stencil8", GL_DEPTH32F_STENCIL8, GL_DEPTH_STENCIL, GL_FLOAT_32_UNSIGNED_INT_24_8_REV, Base::Depth, Numeric::FloatDepth, 32, kEverywhere, 30, "GL_ARB_depth_buffer_float", "-"},
};
// clang-format on

/// The same numbers for the same arguments everywhere.
uint32_t noise(uint32_t seed, uint32_t texel, uint32_t component) {
    uint32_t x = seed * 0x9e3779b9u + texel * 0x85ebca6bu + component * 0xc2b2ae35u + 1;
    for (int round = 0; round < 3; ++round) {
        x ^= x >> 15;
        x *= 0x2c1b3c6du;
        x ^= x >> 13;
    }
    return x;
}

double decodeSrgb(double c) { // Equation 8.17.
    return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
}

template <typename T>
void append(std::vector<uint8_t>& bytes, T value) {
    const size_t at = bytes.size();
    bytes.resize(at + sizeof(value));
    std::memcpy(bytes.data() + at, &value, sizeof(value));
}

/// Which components the client's pixels have, in order.
std::vector<size_t> componentsOf(GLenum format) {
    switch (format) {
    case GL_RGBA:
    case GL_RGBA_INTEGER:
        return {0, 1, 2, 3};
    case GL_RGB:
        return {0, 1, 2};
    case GL_RG:
    case GL_RG_INTEGER:
        return {0, 1};
    case GL_LUMINANCE_ALPHA:
        return {0, 3};
    case GL_ALPHA:
        return {3};
    default:
        return {0};
    }
}

/// One component of a colour: its bytes, and what it means.
double addComponent(const Format& f, size_t component, uint32_t random, std::vector<uint8_t>& to) {
    switch (f.type) {
    case GL_UNSIGNED_BYTE: {
        const auto n = uint8_t(random);
        append(to, n);
        if (f.integer()) {
            return n;
        }
        const double c = n / 255.0;
        return f.numeric == Numeric::Srgb && component < 3 ? decodeSrgb(c) : c;
    }
    case GL_BYTE: {
        const auto n = int8_t(int(random % 255) - 127);
        append(to, n);
        return f.integer() ? double(n) : n / 127.0;
    }
    case GL_UNSIGNED_SHORT: {
        const auto n = uint16_t(random);
        append(to, n);
        return f.integer() ? double(n) : n / 65535.0;
    }
    case GL_UNSIGNED_INT:
        append(to, random);
        return random;
    case GL_INT:
        append(to, int32_t(random));
        return int32_t(random);
    default: { // Few bits, so that every float format has the number.
        const double c = f.numeric == Numeric::UnsignedFloat ? (random % 64) / 16.0
                                                             : (int(random % 128) - 64) / 16.0;
        append(to, float(c));
        return c;
    }
    }
}

/// Of RGB10_A2 and RGB10_A2UI.
Vec4 addPacked(const Format& f, uint32_t random, std::vector<uint8_t>& to) {
    append(to, random);
    const double most = f.integer() ? 1 : 1023, mostAlpha = f.integer() ? 1 : 3;
    return {(random & 1023) / most,
            (random >> 10 & 1023) / most,
            (random >> 20 & 1023) / most,
            (random >> 30) / mostAlpha};
}

double addDepth(const Format& f, double wanted, uint8_t stencil, std::vector<uint8_t>& to) {
    const auto fixed = [&](double bits) {
        return std::floor(wanted * (std::exp2(bits) - 1) + 0.5);
    };
    switch (f.type) {
    case GL_UNSIGNED_SHORT:
        append(to, uint16_t(fixed(16)));
        return fixed(16) / 65535.0;
    case GL_UNSIGNED_INT: // 24 bits are kept of it.
        append(to, uint32_t(fixed(32)));
        return fixed(24) / 16777215.0;
    case GL_UNSIGNED_INT_24_8:
        append(to, uint32_t(fixed(24)) << 8 | stencil);
        return fixed(24) / 16777215.0;
    case GL_FLOAT:
        append(to, float(wanted));
        return float(wanted);
    default:
        append(to, float(wanted));
        append(to, uint32_t(stencil));
        return float(wanted);
    }
}

/// Blocks of 4 × 4 whose end points have bits all set or none: thirds in between are multiples of
/// 1/255.
Pixels makeBlocks(int width, int height, int depth, uint32_t seed) {
    Pixels result;
    result.level = {width, height, depth, std::vector<Vec4>(size_t(width * height * depth))};
    const int across = (width + 3) / 4, down = (height + 3) / 4;
    for (int block = 0; block < across * down * depth; ++block) {
        const uint32_t ends = noise(seed, uint32_t(block), 9);
        std::array<std::array<int, 3>, 2> end{
            {{1, int(ends & 1), int(ends >> 1 & 1)}, {0, int(ends >> 2 & 1), int(ends >> 3 & 1)}}};
        for (const auto& e : end) { // The first is greater: four colours.
            append(result.bytes, uint16_t(e[0] * 0xf800 | e[1] * 0x07e0 | e[2] * 0x001f));
        }
        const uint32_t indices = noise(seed, uint32_t(block), 10);
        append(result.bytes, indices);
        const int z = block / (across * down), x0 = block % across * 4;
        const int y0 = block / across % down * 4;
        for (int k = 0; k < 16; ++k) {
            const int x = x0 + k % 4, y = y0 + k / 4;
            if (x >= width || y >= height) {
                continue;
            }
            const std::array<double, 4> weights{0, 1, 1.0 / 3, 2.0 / 3};
            const double w = weights[indices >> 2 * k & 3];
            Vec4& texel = result.level.texels[size_t((z * height + y) * width + x)];
            for (size_t c = 0; c < 3; ++c) {
                texel[c] = end[0][c] * (1 - w) + end[1][c] * w;
            }
        }
    }
    return result;
}

} // namespace

const std::vector<Format>& formats() {
    return kFormats;
}

const Format& formatNamed(const std::string& name) {
    for (const Format& format : kFormats) {
        if (name == format.name) {
            return format;
        }
    }
    std::abort();
}

Pixels makePixels(const Format& format,
                  int width,
                  int height,
                  int depth,
                  uint32_t seed,
                  Contents contents,
                  bool stencil) {
    if (format.format == GL_NONE) {
        return makeBlocks(width, height, depth, seed);
    }
    Pixels result;
    result.level = {width, height, depth, {}};
    for (uint32_t i = 0; i < uint32_t(width * height * depth); ++i) {
        Vec4 texel{};
        if (format.depth()) {
            const auto index = uint8_t(noise(seed, i, 7));
            const double any = (noise(seed, i, 5) & 0xffff) / 65535.0;
            const double depthValue = contents == Contents::Any ? any : noise(seed, i, 6) % 5 / 4.0;
            texel[0] = addDepth(format, depthValue, index, result.bytes);
            texel[0] = stencil ? index : texel[0];
        } else if (format.type == GL_UNSIGNED_INT_2_10_10_10_REV) {
            texel = addPacked(format, noise(seed, i, 0), result.bytes);
        } else {
            for (const size_t c : componentsOf(format.format)) {
                texel[c] = addComponent(format, c, noise(seed, i, uint32_t(c)), result.bytes);
            }
        }
        result.level.texels.push_back(texel);
    }
    return result;
}

void representable(const Format& format, Vec4& low, Vec4& high) {
    const double infinity = std::numeric_limits<double>::infinity();
    const auto set = [&](double l, double h) {
        low.fill(l);
        high.fill(h);
    };
    switch (format.numeric) {
    case Numeric::Unorm:
    case Numeric::Srgb:
    case Numeric::FixedDepth:
        set(0, 1);
        break;
    case Numeric::Snorm:
        set(-1, 1);
        break;
    case Numeric::UnsignedFloat:
        set(0, 64512);
        break;
    case Numeric::Uint:
        set(0, std::exp2(format.bits) - 1);
        if (format.internal == GL_RGB10_A2UI) {
            high[3] = 3;
        }
        break;
    case Numeric::Sint:
        set(-std::exp2(format.bits - 1), std::exp2(format.bits - 1) - 1);
        break;
    case Numeric::Float:
    case Numeric::FloatDepth:
        set(format.bits == 16 ? -65504 : -infinity, format.bits == 16 ? 65504 : infinity);
        break;
    }
}

double valueTolerance(const Format& format, bool linear) {
    if (format.integer()) {
        return 0;
    }
    // OpenGL 4.6 section 2.3.1 wants floating-point operations accurate to one part in 10⁵; no
    // number here is greater than 4.
    constexpr double kFloat = 4e-5;
    if (format.format == GL_NONE) {
        return 1.5 /
               255; // EXT_texture_compression_s3tc: how thirds are rounded is nobody's business.
    }
    switch (format.numeric) {
    case Numeric::Srgb:
        return 0.5 /
               255; // Of functions of the graphics library, "within the precision of eight bits".
    case Numeric::Unorm:
    case Numeric::Snorm:
        // Devices may filter fixed point in fixed point: half a step of eight bits.
        return linear ? 0.5 / 255 : kFloat;
    default:
        return kFloat;
    }
}

} // namespace samplers
