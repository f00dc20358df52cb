// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "format/format.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <gtest/gtest.h>
#include <random>
#include <string>
#include <vector>

// Every pair of format and type against every layout of some internal formats, compared byte by
// byte with a reference that handles one pixel in the plainest way.

namespace format {
namespace {

struct Rgba {
    double r = 0, g = 0, b = 0, a = 1;
    double& at(char c) { return c == 'R' ? r : c == 'G' ? g : c == 'B' ? b : a; }
};

struct ClientFormat {
    GLenum format;
    std::string order; ///< 'L' is luminance.
};
const ClientFormat kFormats[] = {{GL_RED, "R"},
                                 {GL_GREEN, "G"},
                                 {GL_BLUE, "B"},
                                 {GL_ALPHA, "A"},
                                 {GL_RG, "RG"},
                                 {GL_RGB, "RGB"},
                                 {GL_BGR, "BGR"},
                                 {GL_RGBA, "RGBA"},
                                 {GL_BGRA, "BGRA"},
                                 {GL_ABGR_EXT, "ABGR"},
                                 {GL_LUMINANCE, "L"},
                                 {GL_LUMINANCE_ALPHA, "LA"}};

const GLenum kPlainTypes[] = {GL_UNSIGNED_BYTE,
                              GL_BYTE,
                              GL_UNSIGNED_SHORT,
                              GL_SHORT,
                              GL_UNSIGNED_INT,
                              GL_INT,
                              GL_HALF_FLOAT,
                              GL_HALF_FLOAT_OES,
                              GL_FLOAT};

struct PackedType {
    GLenum type;
    int size_B;
    std::vector<int> bits; ///< From the top bit down.
    bool reversed;         ///< The last component is at the top.
};
const PackedType kPackedTypes[] = {
    {GL_UNSIGNED_BYTE_3_3_2, 1, {3, 3, 2}, false},
    {GL_UNSIGNED_BYTE_2_3_3_REV, 1, {2, 3, 3}, true},
    {GL_UNSIGNED_SHORT_5_6_5, 2, {5, 6, 5}, false},
    {GL_UNSIGNED_SHORT_5_6_5_REV, 2, {5, 6, 5}, true},
    {GL_UNSIGNED_SHORT_4_4_4_4, 2, {4, 4, 4, 4}, false},
    {GL_UNSIGNED_SHORT_4_4_4_4_REV, 2, {4, 4, 4, 4}, true},
    {GL_UNSIGNED_SHORT_5_5_5_1, 2, {5, 5, 5, 1}, false},
    {GL_UNSIGNED_SHORT_1_5_5_5_REV, 2, {1, 5, 5, 5}, true},
    {GL_UNSIGNED_INT_8_8_8_8, 4, {8, 8, 8, 8}, false},
    {GL_UNSIGNED_INT_8_8_8_8_REV, 4, {8, 8, 8, 8}, true},
    {GL_UNSIGNED_INT_10_10_10_2, 4, {10, 10, 10, 2}, false},
    {GL_UNSIGNED_INT_2_10_10_10_REV, 4, {2, 10, 10, 10}, true},
};

const PackedType* packedType(GLenum type) {
    for (const PackedType& p : kPackedTypes) {
        if (p.type == type) {
            return &p;
        }
    }
    return nullptr;
}

int plainSize_B(GLenum type) {
    switch (type) {
    case GL_UNSIGNED_BYTE:
    case GL_BYTE:
        return 1;
    case GL_UNSIGNED_INT:
    case GL_INT:
    case GL_FLOAT:
        return 4;
    default:
        return 2;
    }
}

// ---- One number
// -----------------------------------------------------------------------------------

double refHalf(uint32_t h) {
    const int e = (h >> 10) & 31;
    const int m = h & 1023;
    const double v = e == 0    ? std::ldexp(m, -24)
                     : e == 31 ? (m != 0 ? NAN : INFINITY)
                               : std::ldexp(1024 + m, e - 25);
    return (h & 0x8000) != 0 ? -v : v;
}

/// The code with the nearest value; of two, the even one.
uint32_t nearestCode(double v, uint32_t codes, double (*value)(uint32_t)) {
    uint32_t low = 0;
    uint32_t high = codes - 1;
    while (high - low > 1) {
        const uint32_t middle = (low + high) / 2;
        (value(middle) <= v ? low : high) = middle;
    }
    const double below = v - value(low);
    const double above = value(high) - v;
    return below < above || (below == above && low % 2 == 0) ? low : high;
}

uint32_t refToHalf(float f) {
    const uint32_t sign = std::signbit(f) ? 0x8000 : 0;
    const double v = std::fabs(static_cast<double>(f));
    return sign | (std::isinf(v) ? 0x7C00 : nearestCode(v, 0x7C00, refHalf));
}

double refF11(uint32_t c) {
    return (c >> 6) == 0 ? std::ldexp(c & 63, -20) : std::ldexp(64 + (c & 63), int(c >> 6) - 21);
}
double refF10(uint32_t c) {
    return (c >> 5) == 0 ? std::ldexp(c & 31, -19) : std::ldexp(32 + (c & 31), int(c >> 5) - 20);
}

double unit(double v) {
    return std::isnan(v) ? 0 : std::clamp(v, 0.0, 1.0);
}

uint32_t toBits(double v, int bits) {
    return static_cast<uint32_t>(std::floor(unit(v) * (std::exp2(bits) - 1) + 0.5));
}

double readNumber(GLenum type, const uint8_t* p) {
    uint32_t u = 0;
    std::memcpy(&u, p, static_cast<size_t>(plainSize_B(type)));
    switch (type) {
    case GL_UNSIGNED_BYTE:
        return u / 255.0;
    case GL_UNSIGNED_SHORT:
        return u / 65535.0;
    case GL_UNSIGNED_INT:
        return u / 4294967295.0;
    case GL_BYTE:
        return std::max(static_cast<int8_t>(u) / 127.0, -1.0);
    case GL_SHORT:
        return std::max(static_cast<int16_t>(u) / 32767.0, -1.0);
    case GL_INT:
        return std::max(static_cast<int32_t>(u) / 2147483647.0, -1.0);
    case GL_FLOAT: {
        float f;
        std::memcpy(&f, p, 4);
        return f;
    }
    default:
        return refHalf(u);
    }
}

void writeNumber(GLenum type, double v, uint8_t* p) {
    uint32_t u = 0;
    const double s = std::clamp(v, -1.0, 1.0);
    switch (type) {
    case GL_UNSIGNED_BYTE:
        u = toBits(v, 8);
        break;
    case GL_UNSIGNED_SHORT:
        u = toBits(v, 16);
        break;
    case GL_UNSIGNED_INT:
        u = toBits(v, 32);
        break;
    case GL_BYTE:
        u = static_cast<uint32_t>(static_cast<int32_t>(std::round(s * 127)));
        break;
    case GL_SHORT:
        u = static_cast<uint32_t>(static_cast<int32_t>(std::round(s * 32767)));
        break;
    case GL_INT:
        u = static_cast<uint32_t>(static_cast<int32_t>(std::round(s * 2147483647)));
        break;
    case GL_FLOAT: {
        const float f = static_cast<float>(v);
        std::memcpy(&u, &f, 4);
        break;
    }
    default:
        u = refToHalf(static_cast<float>(v));
    }
    std::memcpy(p, &u, static_cast<size_t>(plainSize_B(type)));
}

// ---- One pixel
// ------------------------------------------------------------------------------------

/// The numbers of a pixel whose bytes are in the machine's order.
std::vector<double> readNumbers(GLenum type, size_t count, const uint8_t* p) {
    std::vector<double> numbers;
    if (const PackedType* packed = packedType(type)) {
        uint32_t word = 0;
        std::memcpy(&word, p, static_cast<size_t>(packed->size_B));
        int top = packed->size_B * 8;
        for (int bits : packed->bits) {
            top -= bits;
            numbers.push_back(((word >> top) & ((1u << bits) - 1)) / (std::exp2(bits) - 1));
        }
        if (packed->reversed) {
            std::reverse(numbers.begin(), numbers.end());
        }
        return numbers;
    }
    for (size_t i = 0; i < count; ++i) {
        numbers.push_back(readNumber(type, p + i * static_cast<size_t>(plainSize_B(type))));
    }
    return numbers;
}

void writeNumbers(GLenum type, std::vector<double> numbers, uint8_t* p) {
    if (const PackedType* packed = packedType(type)) {
        if (packed->reversed) {
            std::reverse(numbers.begin(), numbers.end());
        }
        uint32_t word = 0;
        int top = packed->size_B * 8;
        for (size_t i = 0; i < numbers.size(); ++i) {
            top -= packed->bits[i];
            word |= toBits(numbers[i], packed->bits[i]) << top;
        }
        std::memcpy(p, &word, static_cast<size_t>(packed->size_B));
        return;
    }
    for (size_t i = 0; i < numbers.size(); ++i) {
        writeNumber(type, numbers[i], p + i * static_cast<size_t>(plainSize_B(type)));
    }
}

/// Stored texels in terms of client pixels.
struct Stored {
    std::string order;
    GLenum type;
};
Stored stored(Id id) {
    switch (id) {
    case Id::R8Unorm:
        return {"R", GL_UNSIGNED_BYTE};
    case Id::R8G8Unorm:
        return {"RG", GL_UNSIGNED_BYTE};
    case Id::R8G8B8A8Unorm:
    case Id::R8G8B8A8Srgb:
        return {"RGBA", GL_UNSIGNED_BYTE};
    case Id::B8G8R8A8Unorm:
    case Id::B8G8R8A8Srgb:
        return {"BGRA", GL_UNSIGNED_BYTE};
    case Id::R5G6B5Unorm:
        return {"RGB", GL_UNSIGNED_SHORT_5_6_5};
    case Id::R4G4B4A4Unorm:
        return {"RGBA", GL_UNSIGNED_SHORT_4_4_4_4};
    case Id::R5G5B5A1Unorm:
        return {"RGBA", GL_UNSIGNED_SHORT_5_5_5_1};
    case Id::A2B10G10R10Unorm:
        return {"RGBA", GL_UNSIGNED_INT_2_10_10_10_REV};
    case Id::R16Unorm:
        return {"R", GL_UNSIGNED_SHORT};
    case Id::R16G16Unorm:
        return {"RG", GL_UNSIGNED_SHORT};
    case Id::R16G16B16A16Unorm:
        return {"RGBA", GL_UNSIGNED_SHORT};
    case Id::R16Sfloat:
        return {"R", GL_HALF_FLOAT};
    case Id::R16G16Sfloat:
        return {"RG", GL_HALF_FLOAT};
    case Id::R16G16B16A16Sfloat:
        return {"RGBA", GL_HALF_FLOAT};
    case Id::R32Sfloat:
        return {"R", GL_FLOAT};
    case Id::R32G32Sfloat:
        return {"RG", GL_FLOAT};
    case Id::R32G32B32A32Sfloat:
        return {"RGBA", GL_FLOAT};
    default:
        return {"", 0};
    }
}

void refUnpackPixel(const ClientFormat& format,
                    GLenum type,
                    const uint8_t* p,
                    const InternalFormat& meaning,
                    Id storage,
                    uint8_t* texel) {
    Rgba pixel;
    const std::vector<double> numbers = readNumbers(type, format.order.size(), p);
    for (size_t i = 0; i < numbers.size(); ++i) {
        if (format.order[i] == 'L') {
            pixel.r = pixel.g = pixel.b = numbers[i];
        } else {
            pixel.at(format.order[i]) = numbers[i];
        }
    }
    Rgba kept; // GL 2.1 table 3.15: what each base format keeps.
    switch (meaning.base) {
    case GL_ALPHA:
        kept.r = pixel.a;
        break;
    case GL_LUMINANCE:
    case GL_INTENSITY:
    case GL_RED:
        kept.r = pixel.r;
        break;
    case GL_LUMINANCE_ALPHA:
        kept.r = pixel.r;
        (meaning.numeric == Numeric::Srgb ? kept.a : kept.g) = pixel.a;
        break;
    case GL_RG:
        kept = {pixel.r, pixel.g, 0, 1};
        break;
    case GL_RGB:
        kept = {pixel.r, pixel.g, pixel.b, 1};
        break;
    default:
        kept = pixel;
    }
    const Stored s = stored(storage);
    std::vector<double> out;
    for (char c : s.order) {
        out.push_back(meaning.numeric == Numeric::Float ? kept.at(c) : unit(kept.at(c)));
    }
    writeNumbers(s.type, out, texel);
}

void refPackPixel(const ClientFormat& format,
                  GLenum type,
                  uint8_t* p,
                  const InternalFormat& meaning,
                  Id storage,
                  const uint8_t* texel,
                  bool sumLuminance) {
    const Stored s = stored(storage);
    const std::vector<double> numbers = readNumbers(s.type, s.order.size(), texel);
    Rgba kept;
    for (size_t i = 0; i < numbers.size(); ++i) {
        kept.at(s.order[i]) = numbers[i];
    }
    Rgba seen; // GL 2.1 table 6.1.
    switch (meaning.base) {
    case GL_ALPHA:
        seen = {0, 0, 0, kept.r};
        break;
    case GL_LUMINANCE:
    case GL_INTENSITY:
    case GL_RED:
        seen = {kept.r, 0, 0, 1};
        break;
    case GL_LUMINANCE_ALPHA:
        seen = {kept.r, 0, 0, meaning.numeric == Numeric::Srgb ? kept.a : kept.g};
        break;
    case GL_RG:
        seen = {kept.r, kept.g, 0, 1};
        break;
    case GL_RGB:
        seen = {kept.r, kept.g, kept.b, 1};
        break;
    default:
        seen = kept;
    }
    std::vector<double> out;
    for (char c : format.order) {
        double v = c == 'L' ? seen.r + (sumLuminance ? seen.g + seen.b : 0) : seen.at(c);
        out.push_back(meaning.numeric == Numeric::Float ? v : unit(v));
    }
    writeNumbers(type, out, p);
}

// ---- Images
// ---------------------------------------------------------------------------------------

struct Case {
    int alignment_B;
    Extent extent;
    int rowLength_px, imageHeight_px, skipPixels, skipRows, skipImages;
    bool swapBytes;
};
const Case kCases[] = {
    {4, {5, 3, 1}, 0, 0, 0, 0, 0, false},
    {1, {7, 2, 1}, 0, 0, 0, 0, 0, false},
    {2, {3, 3, 2}, 5, 4, 2, 1, 1, false},
    {8, {67, 2, 2}, 71, 0, 1, 2, 0, true},
    {8, {1, 1, 1}, 0, 0, 0, 0, 0, true},
    {4, {64, 1, 1}, 0, 0, 0, 0, 0, true},
};

PixelLayout pixelLayout(const Case& c, GLenum format, GLenum type) {
    return {format,
            type,
            c.alignment_B,
            c.rowLength_px,
            c.imageHeight_px,
            c.skipPixels,
            c.skipRows,
            c.skipImages,
            c.swapBytes};
}

/// Of one pixel, from the definition of GL 2.1 section 3.6.4 (k elements between rows).
size_t refOffset_B(const Case& c, size_t pixel_B, size_t unit_B, int x, int y, int z) {
    const auto length =
        static_cast<size_t>(c.rowLength_px > 0 ? c.rowLength_px : c.extent.width_px);
    const auto rows =
        static_cast<size_t>(c.imageHeight_px > 0 ? c.imageHeight_px : c.extent.height_px);
    const auto a = static_cast<size_t>(c.alignment_B);
    const size_t pitch_B = unit_B >= a ? pixel_B * length : a * ((pixel_B * length + a - 1) / a);
    return (static_cast<size_t>(z + c.skipImages) * rows + static_cast<size_t>(y + c.skipRows)) *
               pitch_B +
           static_cast<size_t>(x + c.skipPixels) * pixel_B;
}

size_t unitSize_B(GLenum type) {
    const PackedType* packed = packedType(type);
    return static_cast<size_t>(packed ? packed->size_B : plainSize_B(type));
}

void swapUnits(std::vector<uint8_t>& pixel, size_t unit_B) {
    for (size_t at = 0; at < pixel.size(); at += unit_B) {
        std::reverse(pixel.begin() + static_cast<ptrdiff_t>(at),
                     pixel.begin() + static_cast<ptrdiff_t>(at + unit_B));
    }
}

std::mt19937 g_random(1);

/// Random bits, but for floats random values around [0, 1] and no NaN.
std::vector<uint8_t> randomPixel(GLenum type, size_t size_B) {
    std::vector<uint8_t> p(size_B);
    for (auto& b : p) {
        b = static_cast<uint8_t>(g_random());
    }
    const bool half = type == GL_HALF_FLOAT || type == GL_HALF_FLOAT_OES;
    if (type == GL_FLOAT || half) {
        for (size_t at = 0; at < size_B; at += static_cast<size_t>(plainSize_B(type))) {
            writeNumber(
                type, std::uniform_real_distribution<double>(-0.5, 1.5)(g_random), p.data() + at);
        }
    }
    return p;
}

const GLenum kInternal[] = {GL_RGBA,
                            GL_RGB,
                            GL_BGRA,
                            GL_ALPHA,
                            GL_LUMINANCE,
                            GL_LUMINANCE_ALPHA,
                            GL_INTENSITY,
                            GL_RG8,
                            GL_R8,
                            GL_RGB565,
                            GL_RGBA4,
                            GL_RGB5_A1,
                            GL_RGB10_A2,
                            GL_RGB10,
                            GL_R16,
                            GL_RG16,
                            GL_RGBA16,
                            GL_RGB16,
                            GL_LUMINANCE16,
                            GL_LUMINANCE16_ALPHA16,
                            GL_SRGB8_ALPHA8,
                            GL_SRGB8,
                            GL_SLUMINANCE8,
                            GL_SLUMINANCE8_ALPHA8,
                            GL_RGBA16F,
                            GL_RGB32F,
                            GL_RGBA32F,
                            GL_R16F,
                            GL_RG32F,
                            GL_ALPHA16F_ARB,
                            GL_LUMINANCE32F_ARB,
                            GL_LUMINANCE_ALPHA16F_ARB,
                            GL_INTENSITY32F_ARB};

struct Pair {
    const ClientFormat* format;
    GLenum type;
};
std::vector<Pair> allPairs() {
    std::vector<Pair> pairs;
    for (const ClientFormat& f : kFormats) {
        for (GLenum type : kPlainTypes) {
            pairs.push_back({&f, type});
        }
        for (const PackedType& p : kPackedTypes) {
            if (p.bits.size() == f.order.size() && f.format != GL_BGR) {
                pairs.push_back({&f, p.type});
            }
        }
    }
    return pairs;
}

template <class Function>
void forEachPairAndCase(Function function) {
    for (const Pair& pair : allPairs()) {
        for (size_t i = 0; i < std::size(kCases); ++i) {
            function(pair, i);
        }
    }
}

template <class Function>
void forEachStorage(Function function) {
    for (GLenum name : kInternal) {
        const InternalFormat* meaning = findInternalFormat(name);
        ASSERT_NE(meaning, nullptr) << std::hex << name;
        for (Id storage : meaning->candidates) {
            if (storage != Id::None) {
                function(*meaning, storage);
            }
        }
    }
}

std::string label(const Pair& pair, const InternalFormat& meaning, Id storage, size_t caseIndex) {
    char text[128];
    std::snprintf(text,
                  sizeof text,
                  "format %04X type %04X internal %04X in %s, case %zu",
                  pair.format->format,
                  pair.type,
                  meaning.name,
                  layout(storage).name,
                  caseIndex);
    return text;
}

TEST(Transfer, UnpackAgreesWithReference) {
    forEachPairAndCase([](const Pair& pair, size_t caseIndex) {
        forEachStorage([&](const InternalFormat& meaning, Id storage) {
            const Case& c = kCases[caseIndex];
            const PixelLayout pixels = pixelLayout(c, pair.format->format, pair.type);
            const size_t pixel_B = pixelSize_B(pixels.format, pixels.type);
            const size_t texel_B = layout(storage).block_B;
            const size_t unit_B = unitSize_B(pair.type);
            // One byte into its allocation, so that nothing is aligned; its end is the last byte.
            std::vector<uint8_t> client(1 + imageSize_B(pixels, c.extent), 0xEE);
            const size_t rowPitch_B = static_cast<size_t>(c.extent.width_px) * texel_B + 3;
            const size_t slicePitch_B = rowPitch_B * static_cast<size_t>(c.extent.height_px) + 5;
            std::vector<uint8_t> expected(slicePitch_B * static_cast<size_t>(c.extent.depth_px),
                                          0xCD);
            std::vector<uint8_t> actual = expected;
            for (int z = 0; z < c.extent.depth_px; ++z) {
                for (int y = 0; y < c.extent.height_px; ++y) {
                    for (int x = 0; x < c.extent.width_px; ++x) {
                        std::vector<uint8_t> p = randomPixel(pair.type, pixel_B);
                        refUnpackPixel(*pair.format,
                                       pair.type,
                                       p.data(),
                                       meaning,
                                       storage,
                                       expected.data() + static_cast<size_t>(z) * slicePitch_B +
                                           static_cast<size_t>(y) * rowPitch_B +
                                           static_cast<size_t>(x) * texel_B);
                        if (c.swapBytes) {
                            swapUnits(p, unit_B);
                        }
                        const size_t at = 1 + refOffset_B(c, pixel_B, unit_B, x, y, z);
                        ASSERT_LE(at + pixel_B, client.size());
                        std::copy(p.begin(), p.end(), client.begin() + static_cast<ptrdiff_t>(at));
                    }
                }
            }
            unpack(pixels,
                   c.extent,
                   client.data() + 1,
                   meaning,
                   storage,
                   actual.data(),
                   rowPitch_B,
                   slicePitch_B);
            ASSERT_EQ(actual, expected) << label(pair, meaning, storage, caseIndex);
        });
    });
}

TEST(Transfer, PackAgreesWithReference) {
    forEachPairAndCase([](const Pair& pair, size_t caseIndex) {
        const bool sum = caseIndex % 2 == 0;
        forEachStorage([&](const InternalFormat& meaning, Id storage) {
            const Case& c = kCases[caseIndex];
            const PixelLayout pixels = pixelLayout(c, pair.format->format, pair.type);
            const size_t pixel_B = pixelSize_B(pixels.format, pixels.type);
            const size_t texel_B = layout(storage).block_B;
            const size_t unit_B = unitSize_B(pair.type);
            std::vector<uint8_t> expected(1 + imageSize_B(pixels, c.extent), 0xCD);
            std::vector<uint8_t> actual = expected;
            const size_t rowPitch_B = static_cast<size_t>(c.extent.width_px) * texel_B + 3;
            const size_t slicePitch_B = rowPitch_B * static_cast<size_t>(c.extent.height_px) + 5;
            std::vector<uint8_t> image(slicePitch_B * static_cast<size_t>(c.extent.depth_px));
            for (int z = 0; z < c.extent.depth_px; ++z) {
                for (int y = 0; y < c.extent.height_px; ++y) {
                    for (int x = 0; x < c.extent.width_px; ++x) {
                        const std::vector<uint8_t> texel =
                            randomPixel(stored(storage).type, texel_B);
                        std::copy(texel.begin(),
                                  texel.end(),
                                  image.begin() +
                                      static_cast<ptrdiff_t>(static_cast<size_t>(z) * slicePitch_B +
                                                             static_cast<size_t>(y) * rowPitch_B +
                                                             static_cast<size_t>(x) * texel_B));
                        std::vector<uint8_t> p(pixel_B);
                        refPackPixel(
                            *pair.format, pair.type, p.data(), meaning, storage, texel.data(), sum);
                        if (c.swapBytes) {
                            swapUnits(p, unit_B);
                        }
                        std::copy(p.begin(),
                                  p.end(),
                                  expected.begin() +
                                      static_cast<ptrdiff_t>(
                                          1 + refOffset_B(c, pixel_B, unit_B, x, y, z)));
                    }
                }
            }
            pack(pixels,
                 c.extent,
                 meaning,
                 storage,
                 image.data(),
                 rowPitch_B,
                 slicePitch_B,
                 actual.data() + 1,
                 sum);
            ASSERT_EQ(actual, expected) << label(pair, meaning, storage, caseIndex);
        });
    });
}

TEST(Transfer, EveryCodeOfSmallComponentsExpandsToTheNearest) {
    const InternalFormat& rgba = *findInternalFormat(GL_RGBA);
    for (uint32_t word = 0; word < 65536; ++word) {
        const auto w = static_cast<uint16_t>(word);
        uint8_t out[4];
        const PixelLayout rgb565{.format = GL_RGB, .type = GL_UNSIGNED_SHORT_5_6_5};
        unpack(rgb565, {1, 1, 1}, &w, rgba, Id::R8G8B8A8Unorm, out, 4, 4);
        ASSERT_EQ(out[0], (510 * (w >> 11) + 31) / 62);
        ASSERT_EQ(out[1], (510 * ((w >> 5) & 63) + 63) / 126);
        ASSERT_EQ(out[2], (510 * (w & 31) + 31) / 62);
        ASSERT_EQ(out[3], 255);
        uint16_t back = 0;
        pack(rgb565, {1, 1, 1}, rgba, Id::R8G8B8A8Unorm, out, 4, 4, &back);
        ASSERT_EQ(back, w);
    }
}

TEST(Transfer, SixteenBitsRoundToTheNearestEight) {
    const InternalFormat& lum = *findInternalFormat(GL_LUMINANCE);
    for (uint32_t v = 0; v < 65536; ++v) {
        const auto w = static_cast<uint16_t>(v);
        uint8_t out = 0;
        unpack({.format = GL_LUMINANCE, .type = GL_UNSIGNED_SHORT},
               {1, 1, 1},
               &w,
               lum,
               Id::R8Unorm,
               &out,
               1,
               1);
        ASSERT_EQ(out, (v * 510 + 65535) / 131070) << v;
    }
}

TEST(Transfer, EveryHalfSurvivesAFloat) {
    const InternalFormat& r16f = *findInternalFormat(GL_R16F);
    const PixelLayout floats{.format = GL_RED, .type = GL_FLOAT};
    for (uint32_t h = 0; h < 65536; ++h) {
        const auto in = static_cast<uint16_t>(h);
        float f = 0;
        uint16_t out = 0;
        pack(floats, {1, 1, 1}, r16f, Id::R16Sfloat, &in, 2, 2, &f);
        unpack(floats, {1, 1, 1}, &f, r16f, Id::R16Sfloat, &out, 2, 2);
        if ((h & 0x7FFF) > 0x7C00) {
            ASSERT_TRUE(std::isnan(f));
            ASSERT_GT(out & 0x7FFF, 0x7C00);
        } else {
            ASSERT_EQ(f, refHalf(h));
            ASSERT_EQ(out, in);
        }
    }
}

/// Finite ones stay finite as those of OpenGL 4.6 sections 2.3.4.3 and 2.3.4.4 do; 2.3.4.2 does not
/// say what becomes of half floats, and an infinite texel makes NaN of a filter's weight zero.
TEST(Transfer, HalvesRoundToEvenAndStayFinite) {
    const InternalFormat& r16f = *findInternalFormat(GL_R16F);
    const InternalFormat& r32f = *findInternalFormat(GL_R32F);
    const float values[] = {65519.0f,
                            65520.0f,
                            -65520.0f,
                            1e30f,
                            -3.4e38f,
                            INFINITY,
                            -INFINITY,
                            2049.0f,
                            2051.0f,
                            5.9e-8f,
                            2.9e-8f,
                            3e-8f,
                            6.1035e-5f,
                            -0.0f,
                            0.1f};
    for (float f : values) {
        uint16_t out = 0;
        unpack(
            {.format = GL_RED, .type = GL_FLOAT}, {1, 1, 1}, &f, r16f, Id::R16Sfloat, &out, 2, 2);
        EXPECT_EQ(out, refToHalf(f)) << f;
        EXPECT_EQ((out & 0x7FFF) == 0x7C00, std::isinf(f)) << f;
        pack({.format = GL_RED, .type = GL_HALF_FLOAT},
             {1, 1, 1},
             r32f,
             Id::R32Sfloat,
             &f,
             4,
             4,
             &out);
        EXPECT_EQ(out, refToHalf(f)) << f;
    }
}

TEST(Transfer, PackedFloatsRoundAndStayFinite) {
    const InternalFormat& meaning = *findInternalFormat(GL_R11F_G11F_B10F);
    for (int i = 0; i < 20000; ++i) {
        const double exponent = std::uniform_real_distribution<double>(-22, 15.9)(g_random);
        const float v = static_cast<float>(std::exp2(exponent));
        const float in[3] = {v, -v, v};
        uint32_t out = 0;
        unpack({.format = GL_RGB, .type = GL_FLOAT},
               {1, 1, 1},
               in,
               meaning,
               Id::B10G11R11Ufloat,
               &out,
               4,
               4);
        ASSERT_EQ(out & 0x7FF, nearestCode(v, 31 << 6, refF11)) << v;
        ASSERT_EQ((out >> 11) & 0x7FF, 0u);
        ASSERT_EQ(out >> 22, nearestCode(v, 31 << 5, refF10)) << v;
        float back[3];
        pack({.format = GL_RGB, .type = GL_FLOAT},
             {1, 1, 1},
             meaning,
             Id::B10G11R11Ufloat,
             &out,
             4,
             4,
             back);
        ASSERT_EQ(back[0], refF11(out & 0x7FF));
        ASSERT_EQ(back[2], refF10(out >> 22));
    }
    const float special[3] = {INFINITY, 1e9f, NAN};
    uint32_t out = 0;
    unpack({.format = GL_RGB, .type = GL_FLOAT},
           {1, 1, 1},
           special,
           meaning,
           Id::B10G11R11Ufloat,
           &out,
           4,
           4);
    EXPECT_EQ(out & 0x7FF, 31u << 6);
    EXPECT_EQ((out >> 11) & 0x7FF, (31u << 6) - 1);
    EXPECT_GT(out >> 22, 31u << 5);
}

TEST(Transfer, BytesSurviveEveryOrderOfChannels) {
    const uint8_t in[8] = {1, 2, 3, 4, 250, 251, 252, 253};
    for (GLenum format : {GL_RGBA, GL_BGRA}) {
        for (Id storage : {Id::R8G8B8A8Unorm, Id::B8G8R8A8Unorm}) {
            uint8_t texels[8];
            uint8_t out[8] = {};
            const InternalFormat& rgba = *findInternalFormat(GL_RGBA);
            unpack({.format = format}, {2, 1, 1}, in, rgba, storage, texels, 8, 8);
            pack({.format = format}, {2, 1, 1}, rgba, storage, texels, 8, 8, out);
            EXPECT_EQ(std::memcmp(in, out, 8), 0);
        }
    }
}

TEST(Transfer, TenBitsWithoutAlpha) {
    const PixelLayout pixels{.format = GL_RGB, .type = GL_UNSIGNED_INT_2_10_10_10_REV};
    const InternalFormat& meaning = *findInternalFormat(pixels.format, pixels.type);
    const uint32_t in = 1u | 2u << 10 | 1023u << 20; // Alpha bits of zero.
    uint32_t stored = 0;
    unpack(pixels, {1, 1, 1}, &in, meaning, Id::A2B10G10R10Unorm, &stored, 4, 4);
    EXPECT_EQ(stored, in | 3u << 30);
    uint32_t out = 0;
    pack(pixels, {1, 1, 1}, meaning, Id::A2B10G10R10Unorm, &stored, 4, 4, &out);
    EXPECT_EQ(out, in);
}

TEST(Transfer, NotANumberIsZeroInFixedPoint) {
    const float in[4] = {NAN, INFINITY, -INFINITY, 0.5f};
    uint8_t out[4];
    unpack({.format = GL_RGBA, .type = GL_FLOAT},
           {1, 1, 1},
           in,
           *findInternalFormat(GL_RGBA),
           Id::R8G8B8A8Unorm,
           out,
           4,
           4);
    EXPECT_EQ(out[0], 0);
    EXPECT_EQ(out[1], 255);
    EXPECT_EQ(out[2], 0);
    EXPECT_EQ(out[3], 128);
}

} // namespace
} // namespace format
