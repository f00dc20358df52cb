// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "format/texel.h"

#include "format/small_float.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cmath>
#include <cstring>
#include <limits>

namespace format {

// Packed words and the order of bytes in them are those of a little-endian machine.
static_assert(std::endian::native == std::endian::little);

namespace {

using enum Component;

// ---- Texels of client pixels ----------------------------------------------------------------

struct FormatRow {
    GLenum format;
    uint8_t count;
    std::array<Component, 4> component;
    bool integer = false;
};

// GL 4.1 table 3.3, with the luminance of GL 2.1 and EXT_texture_integer.
constexpr FormatRow kFormats[] = {
    {GL_RED, 1, {R}},
    {GL_GREEN, 1, {G}},
    {GL_BLUE, 1, {B}},
    {GL_ALPHA, 1, {A}},
    {GL_RG, 2, {R, G}},
    {GL_RGB, 3, {R, G, B}},
    {GL_BGR, 3, {B, G, R}},
    {GL_RGBA, 4, {R, G, B, A}},
    {GL_BGRA, 4, {B, G, R, A}},
    {GL_ABGR_EXT, 4, {A, B, G, R}},
    {GL_LUMINANCE, 1, {L}},
    {GL_LUMINANCE_ALPHA, 2, {L, A}},
    {GL_DEPTH_COMPONENT, 1, {R}},
    {GL_RED_INTEGER, 1, {R}, true},
    {GL_GREEN_INTEGER, 1, {G}, true},
    {GL_BLUE_INTEGER, 1, {B}, true},
    {GL_ALPHA_INTEGER, 1, {A}, true},
    {GL_RG_INTEGER, 2, {R, G}, true},
    {GL_RGB_INTEGER, 3, {R, G, B}, true},
    {GL_BGR_INTEGER, 3, {B, G, R}, true},
    {GL_RGBA_INTEGER, 4, {R, G, B, A}, true},
    {GL_BGRA_INTEGER, 4, {B, G, R, A}, true},
    {GL_LUMINANCE_INTEGER_EXT, 1, {L}, true},
    {GL_LUMINANCE_ALPHA_INTEGER_EXT, 2, {L, A}, true},
};

struct TypeRow {
    GLenum type;
    Element element;
    uint8_t element_B;
};

constexpr TypeRow kTypes[] = {
    {GL_UNSIGNED_BYTE, Element::U8, 1},
    {GL_BYTE, Element::S8, 1},
    {GL_UNSIGNED_SHORT, Element::U16, 2},
    {GL_SHORT, Element::S16, 2},
    {GL_UNSIGNED_INT, Element::U32, 4},
    {GL_INT, Element::S32, 4},
    {GL_HALF_FLOAT, Element::F16, 2},
    {GL_HALF_FLOAT_OES, Element::F16, 2},
    {GL_FLOAT, Element::F32, 4},
};

struct PackedRow {
    GLenum type;
    Element element;
    uint8_t count;
    std::array<uint8_t, 4> bits; ///< Of the first, second… component.
    std::array<uint8_t, 4> shift;
};

// GL 2.1 tables 3.7 to 3.10: the first component is in the highest bits, with _REV in the lowest.
constexpr PackedRow kPacked[] = {
    {GL_UNSIGNED_BYTE_3_3_2, Element::Packed8, 3, {3, 3, 2, 0}, {5, 2, 0, 0}},
    {GL_UNSIGNED_BYTE_2_3_3_REV, Element::Packed8, 3, {3, 3, 2, 0}, {0, 3, 6, 0}},
    {GL_UNSIGNED_SHORT_5_6_5, Element::Packed16, 3, {5, 6, 5, 0}, {11, 5, 0, 0}},
    {GL_UNSIGNED_SHORT_5_6_5_REV, Element::Packed16, 3, {5, 6, 5, 0}, {0, 5, 11, 0}},
    {GL_UNSIGNED_SHORT_4_4_4_4, Element::Packed16, 4, {4, 4, 4, 4}, {12, 8, 4, 0}},
    {GL_UNSIGNED_SHORT_4_4_4_4_REV, Element::Packed16, 4, {4, 4, 4, 4}, {0, 4, 8, 12}},
    {GL_UNSIGNED_SHORT_5_5_5_1, Element::Packed16, 4, {5, 5, 5, 1}, {11, 6, 1, 0}},
    {GL_UNSIGNED_SHORT_1_5_5_5_REV, Element::Packed16, 4, {5, 5, 5, 1}, {0, 5, 10, 15}},
    {GL_UNSIGNED_INT_10_10_10_2, Element::Packed32, 4, {10, 10, 10, 2}, {22, 12, 2, 0}},
    {GL_UNSIGNED_INT_2_10_10_10_REV, Element::Packed32, 4, {10, 10, 10, 2}, {0, 10, 20, 30}},
    {GL_UNSIGNED_INT_10F_11F_11F_REV, Element::F11F11F10, 3, {}, {}},
    {GL_UNSIGNED_INT_5_9_9_9_REV, Element::E5B9G9R9, 3, {}, {}},
};

// ---- Reading and writing one number ------------------------------------------------------------

template <class T>
T load(const uint8_t* p) {
    T v;
    std::memcpy(&v, p, sizeof v);
    return v;
}

template <class T>
void store(uint8_t* p, T v) {
    std::memcpy(p, &v, sizeof v);
}

double clamp01(double v) {
    return v > 0 ? (v < 1 ? v : 1) : 0; // NaN is zero.
}

double clampSigned(double v) {
    return v > -1 ? (v < 1 ? v : 1) : (v <= -1 ? -1 : 0);
}

double maxOf(int bits) {
    return static_cast<double>((uint64_t{1} << bits) - 1);
}

uint32_t toUnorm(double v, double max) {
    return static_cast<uint32_t>(clamp01(v) * max + 0.5);
}

/// Signed integers keep zero exact: f = max(c / (2^(b-1) - 1), -1), as GL 4.2 section 2.3.4 and
/// OpenGL ES 3.0 have it and as drivers convert pixels, not the (2c + 1) / (2^b - 1) of GL 2.1.
template <class T>
double fromSnorm(T c) {
    return std::max(static_cast<double>(c) / static_cast<double>(std::numeric_limits<T>::max()),
                    -1.0);
}

template <class T>
T toSnorm(double v) {
    const double scaled = clampSigned(v) * static_cast<double>(std::numeric_limits<T>::max());
    return static_cast<T>(static_cast<int64_t>(scaled + (scaled < 0 ? -0.5 : 0.5)));
}

/// To an integer type, whatever is beyond its ends to them. NaN is zero.
template <class T>
T toInteger(double v) {
    constexpr auto low = static_cast<double>(std::numeric_limits<T>::min());
    constexpr auto high = static_cast<double>(std::numeric_limits<T>::max());
    return v > low ? (v < high ? static_cast<T>(v) : std::numeric_limits<T>::max())
                   : (v <= low ? std::numeric_limits<T>::min() : T{0});
}

template <Element E>
struct Number; ///< An element of an array of numbers.

template <class T>
struct Unorm {
    using Type = T;
    static double get(T c) { return c / static_cast<double>(std::numeric_limits<T>::max()); }
    static T put(double v) {
        return static_cast<T>(toUnorm(v, static_cast<double>(std::numeric_limits<T>::max())));
    }
};
template <class T>
struct Snorm {
    using Type = T;
    static double get(T c) { return fromSnorm(c); }
    static T put(double v) { return toSnorm<T>(v); }
};
template <>
struct Number<Element::U8> : Unorm<uint8_t> {};
template <>
struct Number<Element::U16> : Unorm<uint16_t> {};
template <>
struct Number<Element::U32> : Unorm<uint32_t> {};
template <>
struct Number<Element::S8> : Snorm<int8_t> {};
template <>
struct Number<Element::S16> : Snorm<int16_t> {};
template <>
struct Number<Element::S32> : Snorm<int32_t> {};
template <>
struct Number<Element::F16> {
    using Type = uint16_t;
    static double get(uint16_t h) { return fromHalf(h); }
    static uint16_t put(double v) { return toFiniteHalf(static_cast<float>(v)); }
};
template <>
struct Number<Element::F32> {
    using Type = float;
    static double get(float f) { return f; }
    static float put(double v) { return static_cast<float>(v); }
};

// ---- The general way: a few pixels at a time through doubles ------------------------------------

/// Doubles, because a float does not carry 16-bit components to the nearest 8-bit ones, nor 24 and
/// 32 bits of depth at all.
using Numbers = std::array<double, 4>;

constexpr size_t kChunk_px = 64;

template <Element E>
void decodeArray(const Texel& texel, const uint8_t* src, Numbers* out, size_t count_px) {
    using T = typename Number<E>::Type;
    for (size_t x = 0; x < count_px; ++x, src += texel.stride_B) {
        for (size_t i = 0; i < texel.count; ++i) {
            const T v = load<T>(src + i * sizeof(T));
            out[x][i] = texel.integer ? static_cast<double>(v) : Number<E>::get(v);
        }
    }
}

template <Element E>
void encodeArray(const Texel& texel, const Numbers* in, uint8_t* dst, size_t count_px) {
    using T = typename Number<E>::Type;
    for (size_t x = 0; x < count_px; ++x, dst += texel.stride_B) {
        for (size_t i = 0; i < texel.count; ++i) {
            const double v = in[x][i];
            store<T>(dst + i * sizeof(T), texel.integer ? toInteger<T>(v) : Number<E>::put(v));
        }
    }
}

template <class T>
void decodePacked(const Texel& texel, const uint8_t* src, Numbers* out, size_t count_px) {
    for (size_t x = 0; x < count_px; ++x, src += texel.stride_B) {
        const uint32_t word = load<T>(src);
        for (size_t i = 0; i < texel.count; ++i) {
            const double max = maxOf(texel.bits[i]);
            out[x][i] = ((word >> texel.shift[i]) & static_cast<uint32_t>(max)) /
                        (texel.integer ? 1.0 : max);
        }
    }
}

template <class T>
void encodePacked(const Texel& texel, const Numbers* in, uint8_t* dst, size_t count_px) {
    for (size_t x = 0; x < count_px; ++x, dst += texel.stride_B) {
        uint32_t word = 0;
        for (size_t i = 0; i < texel.count; ++i) {
            const double max = maxOf(texel.bits[i]);
            word |=
                (texel.integer ? std::min(toInteger<uint32_t>(in[x][i]), static_cast<uint32_t>(max))
                               : toUnorm(in[x][i], max))
                << texel.shift[i];
        }
        store<T>(dst, static_cast<T>(word));
    }
}

void decodeF11F11F10(const Texel& texel, const uint8_t* src, Numbers* out, size_t count_px) {
    for (size_t x = 0; x < count_px; ++x, src += texel.stride_B) {
        const uint32_t word = load<uint32_t>(src);
        out[x] = {fromUfloat(word & 0x7FF, 6),
                  fromUfloat((word >> 11) & 0x7FF, 6),
                  fromUfloat(word >> 22, 5),
                  0};
    }
}

void encodeF11F11F10(const Texel& texel, const Numbers* in, uint8_t* dst, size_t count_px) {
    for (size_t x = 0; x < count_px; ++x, dst += texel.stride_B) {
        store<uint32_t>(dst,
                        toUfloat(static_cast<float>(in[x][0]), 6) |
                            toUfloat(static_cast<float>(in[x][1]), 6) << 11 |
                            toUfloat(static_cast<float>(in[x][2]), 5) << 22);
    }
}

void decodeE5B9G9R9(const Texel& texel, const uint8_t* src, Numbers* out, size_t count_px) {
    for (size_t x = 0; x < count_px; ++x, src += texel.stride_B) {
        const uint32_t word = load<uint32_t>(src);
        const double scale = std::ldexp(1.0, static_cast<int>(word >> 27) - 24);
        out[x] = {
            (word & 511) * scale, ((word >> 9) & 511) * scale, ((word >> 18) & 511) * scale, 0};
    }
}

/// GL 4.1 section 3.8.3 ("RGB9_E5"): N = 9, B = 15, Emax = 31.
void encodeE5B9G9R9(const Texel& texel, const Numbers* in, uint8_t* dst, size_t count_px) {
    constexpr double kMax = 511.0 / 512 * 65536;
    for (size_t x = 0; x < count_px; ++x, dst += texel.stride_B) {
        std::array<double, 3> c{};
        for (size_t i = 0; i < 3; ++i) {
            c[i] = in[x][i] > 0 ? std::min(in[x][i], kMax) : 0; // NaN is zero.
        }
        const double largest = std::max({c[0], c[1], c[2]});
        const int floorLog = largest > 0 ? std::ilogb(largest) : -16;
        int exponent = std::max(-16, floorLog) + 16;
        if (std::floor(std::ldexp(largest, 24 - exponent) + 0.5) == 512) {
            ++exponent;
        }
        uint32_t word = static_cast<uint32_t>(exponent) << 27;
        for (size_t i = 0; i < 3; ++i) {
            word |= static_cast<uint32_t>(std::floor(std::ldexp(c[i], 24 - exponent) + 0.5))
                    << (9 * i);
        }
        store<uint32_t>(dst, word);
    }
}

void decode(const Texel& texel, const uint8_t* src, Numbers* out, size_t n) {
    switch (texel.element) {
    case Element::U8:
        return decodeArray<Element::U8>(texel, src, out, n);
    case Element::S8:
        return decodeArray<Element::S8>(texel, src, out, n);
    case Element::U16:
        return decodeArray<Element::U16>(texel, src, out, n);
    case Element::S16:
        return decodeArray<Element::S16>(texel, src, out, n);
    case Element::U32:
        return decodeArray<Element::U32>(texel, src, out, n);
    case Element::S32:
        return decodeArray<Element::S32>(texel, src, out, n);
    case Element::F16:
        return decodeArray<Element::F16>(texel, src, out, n);
    case Element::F32:
        return decodeArray<Element::F32>(texel, src, out, n);
    case Element::Packed8:
        return decodePacked<uint8_t>(texel, src, out, n);
    case Element::Packed16:
        return decodePacked<uint16_t>(texel, src, out, n);
    case Element::Packed32:
        return decodePacked<uint32_t>(texel, src, out, n);
    case Element::F11F11F10:
        return decodeF11F11F10(texel, src, out, n);
    case Element::E5B9G9R9:
        return decodeE5B9G9R9(texel, src, out, n);
    }
}

void encode(const Texel& texel, const Numbers* in, uint8_t* dst, size_t n) {
    switch (texel.element) {
    case Element::U8:
        return encodeArray<Element::U8>(texel, in, dst, n);
    case Element::S8:
        return encodeArray<Element::S8>(texel, in, dst, n);
    case Element::U16:
        return encodeArray<Element::U16>(texel, in, dst, n);
    case Element::S16:
        return encodeArray<Element::S16>(texel, in, dst, n);
    case Element::U32:
        return encodeArray<Element::U32>(texel, in, dst, n);
    case Element::S32:
        return encodeArray<Element::S32>(texel, in, dst, n);
    case Element::F16:
        return encodeArray<Element::F16>(texel, in, dst, n);
    case Element::F32:
        return encodeArray<Element::F32>(texel, in, dst, n);
    case Element::Packed8:
        return encodePacked<uint8_t>(texel, in, dst, n);
    case Element::Packed16:
        return encodePacked<uint16_t>(texel, in, dst, n);
    case Element::Packed32:
        return encodePacked<uint32_t>(texel, in, dst, n);
    case Element::F11F11F10:
        return encodeF11F11F10(texel, in, dst, n);
    case Element::E5B9G9R9:
        return encodeE5B9G9R9(texel, in, dst, n);
    }
}

void generalRow(const Conversion::Plan& plan, const uint8_t* src, uint8_t* dst, size_t count_px) {
    std::array<Numbers, kChunk_px> in{};
    std::array<Numbers, kChunk_px> out{};
    while (count_px > 0) {
        const size_t n = std::min(count_px, kChunk_px);
        decode(plan.src, src, in.data(), n);
        for (size_t x = 0; x < n; ++x) {
            std::array<double, 7> pool{in[x][0], in[x][1], in[x][2], in[x][3], 0, 1, 0};
            for (uint8_t from : plan.sumOf) {
                pool[kFromSum] += pool[from];
            }
            for (size_t i = 0; i < plan.dst.count; ++i) {
                const double v = pool[plan.from[i]];
                out[x][i] = plan.clamp == Clamp::Unorm   ? clamp01(v)
                            : plan.clamp == Clamp::Snorm ? clampSigned(v)
                                                         : v;
            }
        }
        encode(plan.dst, out.data(), dst, n);
        src += n * plan.src.stride_B;
        dst += n * plan.dst.stride_B;
        count_px -= n;
    }
}

// ---- The exact ways: bits move, nothing is converted ------------------------------------------

void copyRow(const Conversion::Plan& plan, const uint8_t* src, uint8_t* dst, size_t count_px) {
    std::memcpy(dst, src, count_px * plan.src.stride_B);
}

/// Four bytes to four bytes with the first and the third exchanged.
void swapRedBlueRow(const Conversion::Plan&, const uint8_t* src, uint8_t* dst, size_t count_px) {
    for (size_t x = 0; x < count_px; ++x, src += 4, dst += 4) {
        const uint32_t v = load<uint32_t>(src);
        store<uint32_t>(dst, (v & 0xFF00FF00u) | ((v >> 16) & 0xFFu) | ((v & 0xFFu) << 16));
    }
}

/// Three bytes to four, the last one 255.
template <bool Reverse>
void threeToFourRow(const Conversion::Plan&, const uint8_t* src, uint8_t* dst, size_t count_px) {
    for (size_t x = 0; x < count_px; ++x, src += 3, dst += 4) {
        const uint32_t first = Reverse ? src[2] : src[0];
        const uint32_t third = Reverse ? src[0] : src[2];
        store<uint32_t>(dst, first | uint32_t{src[1]} << 8 | third << 16 | 0xFF000000u);
    }
}

template <class T, size_t SrcCount, size_t DstCount>
void shuffleRow(const Conversion::Plan& plan, const uint8_t* src, uint8_t* dst, size_t count_px) {
    T one = std::numeric_limits<T>::max();
    if (plan.src.integer) {
        one = 1;
    } else if (plan.src.element == Element::F16) {
        one = static_cast<T>(0x3C00);
    } else if (plan.src.element == Element::F32) {
        one = static_cast<T>(0x3F800000);
    } else if (plan.src.element == Element::S8 || plan.src.element == Element::S16 ||
               plan.src.element == Element::S32) {
        one >>= 1;
    }
    std::array<T, 6> pool{};
    pool[kFromOne] = one;
    const std::array<uint8_t, 4> from = plan.from;
    for (size_t x = 0; x < count_px;
         ++x, src += SrcCount * sizeof(T), dst += DstCount * sizeof(T)) {
        std::memcpy(pool.data(), src, SrcCount * sizeof(T));
        for (size_t i = 0; i < DstCount; ++i) {
            store<T>(dst + i * sizeof(T), pool[from[i]]);
        }
    }
}

using RowFunction = void (*)(const Conversion::Plan&, const uint8_t*, uint8_t*, size_t);

template <class T>
RowFunction shuffleFor(size_t srcCount, size_t dstCount) {
    static constexpr RowFunction kRows[4][4] = {
        {shuffleRow<T, 1, 1>, shuffleRow<T, 1, 2>, shuffleRow<T, 1, 3>, shuffleRow<T, 1, 4>},
        {shuffleRow<T, 2, 1>, shuffleRow<T, 2, 2>, shuffleRow<T, 2, 3>, shuffleRow<T, 2, 4>},
        {shuffleRow<T, 3, 1>, shuffleRow<T, 3, 2>, shuffleRow<T, 3, 3>, shuffleRow<T, 3, 4>},
        {shuffleRow<T, 4, 1>, shuffleRow<T, 4, 2>, shuffleRow<T, 4, 3>, shuffleRow<T, 4, 4>},
    };
    return kRows[srcCount - 1][dstCount - 1];
}

/// Bytes of an element of an array; 0 for packed words.
size_t arrayElement_B(Element element) {
    for (const TypeRow& row : kTypes) {
        if (row.element == element) {
            return row.element_B;
        }
    }
    return 0;
}

RowFunction chooseRow(const Conversion::Plan& plan) {
    bool identity = plan.src.sameStorage(plan.dst);
    bool sums = false;
    for (uint8_t i = 0; i < plan.dst.count; ++i) {
        identity = identity && plan.from[i] == i;
        sums = sums || plan.from[i] == kFromSum;
    }
    const bool isFloat = plan.dst.element == Element::F16 || plan.dst.element == Element::F32 ||
                         plan.dst.element == Element::F11F11F10 ||
                         plan.dst.element == Element::E5B9G9R9;
    if ((plan.clamp != Clamp::None && isFloat) || sums) {
        return generalRow;
    }
    if (identity) {
        return copyRow;
    }
    const size_t element_B = arrayElement_B(plan.src.element);
    if (element_B == 0 || plan.src.count == 0 || plan.src.element != plan.dst.element ||
        plan.src.stride_B != plan.src.count * element_B ||
        plan.dst.stride_B != plan.dst.count * element_B) {
        return generalRow;
    }
    const auto& from = plan.from;
    if (plan.src.element == Element::U8 && !plan.src.integer && plan.dst.count == 4) {
        if (plan.src.count == 4 && from == std::array<uint8_t, 4>{2, 1, 0, 3}) {
            return swapRedBlueRow;
        }
        if (plan.src.count == 3 && from == std::array<uint8_t, 4>{0, 1, 2, kFromOne}) {
            return threeToFourRow<false>;
        }
        if (plan.src.count == 3 && from == std::array<uint8_t, 4>{2, 1, 0, kFromOne}) {
            return threeToFourRow<true>;
        }
    }
    switch (element_B) {
    case 1:
        return shuffleFor<uint8_t>(plan.src.count, plan.dst.count);
    case 2:
        return shuffleFor<uint16_t>(plan.src.count, plan.dst.count);
    default:
        return shuffleFor<uint32_t>(plan.src.count, plan.dst.count);
    }
}

Texel arrayTexel(Element element, std::initializer_list<Component> components) {
    Texel texel;
    texel.element = element;
    texel.count = static_cast<uint8_t>(components.size());
    texel.stride_B = static_cast<uint8_t>(components.size() * arrayElement_B(element));
    std::copy(components.begin(), components.end(), texel.component.begin());
    return texel;
}

Texel packedTexel(GLenum type) {
    Texel texel;
    texel.component = {R, G, B, A};
    for (const PackedRow& row : kPacked) {
        if (row.type == type) {
            texel.element = row.element;
            texel.count = row.count;
            texel.bits = row.bits;
            texel.shift = row.shift;
            texel.stride_B = row.element == Element::Packed8    ? 1
                             : row.element == Element::Packed16 ? 2
                                                                : 4;
        }
    }
    return texel;
}

Texel integers(Texel texel) {
    texel.integer = true;
    return texel;
}

Texel depthTexel(Element element, uint8_t stride_B) {
    Texel texel = arrayTexel(element, {R});
    texel.stride_B = stride_B;
    if (element == Element::Packed32) {
        texel.bits = {24, 0, 0, 0};
    }
    return texel;
}

} // namespace

std::optional<Texel> clientTexel(GLenum format, GLenum type, bool swapBytes) {
    const auto* row = std::find_if(std::begin(kFormats),
                                   std::end(kFormats),
                                   [&](const FormatRow& r) { return r.format == format; });
    if (row == std::end(kFormats)) {
        return std::nullopt;
    }
    Texel texel;
    texel.count = row->count;
    texel.component = row->component;
    texel.integer = row->integer;
    for (const TypeRow& t : kTypes) {
        if (t.type == type) {
            if (row->integer && (t.element == Element::F16 || t.element == Element::F32)) {
                return std::nullopt;
            }
            texel.element = t.element;
            texel.stride_B = static_cast<uint8_t>(row->count * t.element_B);
            return texel;
        }
    }
    if (type == GL_UNSIGNED_INT_8_8_8_8 || type == GL_UNSIGNED_INT_8_8_8_8_REV) {
        if (row->count != 4) {
            return std::nullopt;
        }
        texel.element = Element::U8;
        texel.stride_B = 4;
        if ((type == GL_UNSIGNED_INT_8_8_8_8) != swapBytes) {
            std::reverse(texel.component.begin(), texel.component.end());
        }
        return texel;
    }
    Texel packed = packedTexel(type);
    if (format == GL_RGB && type == GL_UNSIGNED_INT_2_10_10_10_REV) {
        packed.count = 3; // EXT_texture_type_2_10_10_10_REV: the alpha bits are ignored.
    }
    const bool floats = packed.element == Element::F11F11F10 || packed.element == Element::E5B9G9R9;
    const bool rgb = format == GL_RGB || (format == GL_RGB_INTEGER && !floats);
    const bool fits = packed.count == 4 ? row->count == 4 : rgb;
    if (packed.count == 0 || !fits) {
        return std::nullopt;
    }
    texel = packed;
    texel.component = row->component;
    texel.integer = row->integer;
    return texel;
}

Texel storageTexel(Id id) {
    switch (id) {
    case Id::R8Unorm:
        return arrayTexel(Element::U8, {R});
    case Id::R8G8Unorm:
        return arrayTexel(Element::U8, {R, G});
    case Id::R8G8B8A8Unorm:
    case Id::R8G8B8A8Srgb:
        return arrayTexel(Element::U8, {R, G, B, A});
    case Id::B8G8R8A8Unorm:
    case Id::B8G8R8A8Srgb:
        return arrayTexel(Element::U8, {B, G, R, A});
    case Id::R5G6B5Unorm:
        return packedTexel(GL_UNSIGNED_SHORT_5_6_5);
    case Id::R4G4B4A4Unorm:
        return packedTexel(GL_UNSIGNED_SHORT_4_4_4_4);
    case Id::R5G5B5A1Unorm:
        return packedTexel(GL_UNSIGNED_SHORT_5_5_5_1);
    case Id::A2B10G10R10Unorm:
        return packedTexel(GL_UNSIGNED_INT_2_10_10_10_REV);
    case Id::A2B10G10R10Uint:
        return integers(packedTexel(GL_UNSIGNED_INT_2_10_10_10_REV));
    case Id::R8Snorm:
        return arrayTexel(Element::S8, {R});
    case Id::R8G8Snorm:
        return arrayTexel(Element::S8, {R, G});
    case Id::R8G8B8A8Snorm:
        return arrayTexel(Element::S8, {R, G, B, A});
    case Id::R8Uint:
        return integers(arrayTexel(Element::U8, {R}));
    case Id::R8G8Uint:
        return integers(arrayTexel(Element::U8, {R, G}));
    case Id::R8G8B8A8Uint:
        return integers(arrayTexel(Element::U8, {R, G, B, A}));
    case Id::R8Sint:
        return integers(arrayTexel(Element::S8, {R}));
    case Id::R8G8Sint:
        return integers(arrayTexel(Element::S8, {R, G}));
    case Id::R8G8B8A8Sint:
        return integers(arrayTexel(Element::S8, {R, G, B, A}));
    case Id::R16Unorm:
        return arrayTexel(Element::U16, {R});
    case Id::R16G16Unorm:
        return arrayTexel(Element::U16, {R, G});
    case Id::R16G16B16A16Unorm:
        return arrayTexel(Element::U16, {R, G, B, A});
    case Id::R16Snorm:
        return arrayTexel(Element::S16, {R});
    case Id::R16G16Snorm:
        return arrayTexel(Element::S16, {R, G});
    case Id::R16G16B16A16Snorm:
        return arrayTexel(Element::S16, {R, G, B, A});
    case Id::R16Uint:
        return integers(arrayTexel(Element::U16, {R}));
    case Id::R16G16Uint:
        return integers(arrayTexel(Element::U16, {R, G}));
    case Id::R16G16B16A16Uint:
        return integers(arrayTexel(Element::U16, {R, G, B, A}));
    case Id::R16Sint:
        return integers(arrayTexel(Element::S16, {R}));
    case Id::R16G16Sint:
        return integers(arrayTexel(Element::S16, {R, G}));
    case Id::R16G16B16A16Sint:
        return integers(arrayTexel(Element::S16, {R, G, B, A}));
    case Id::R16Sfloat:
        return arrayTexel(Element::F16, {R});
    case Id::R16G16Sfloat:
        return arrayTexel(Element::F16, {R, G});
    case Id::R16G16B16A16Sfloat:
        return arrayTexel(Element::F16, {R, G, B, A});
    case Id::R32Uint:
        return integers(arrayTexel(Element::U32, {R}));
    case Id::R32G32Uint:
        return integers(arrayTexel(Element::U32, {R, G}));
    case Id::R32G32B32A32Uint:
        return integers(arrayTexel(Element::U32, {R, G, B, A}));
    case Id::R32Sint:
        return integers(arrayTexel(Element::S32, {R}));
    case Id::R32G32Sint:
        return integers(arrayTexel(Element::S32, {R, G}));
    case Id::R32G32B32A32Sint:
        return integers(arrayTexel(Element::S32, {R, G, B, A}));
    case Id::R32Sfloat:
        return arrayTexel(Element::F32, {R});
    case Id::R32G32Sfloat:
        return arrayTexel(Element::F32, {R, G});
    case Id::R32G32B32A32Sfloat:
        return arrayTexel(Element::F32, {R, G, B, A});
    case Id::B10G11R11Ufloat:
        return packedTexel(GL_UNSIGNED_INT_10F_11F_11F_REV);
    case Id::E5B9G9R9Ufloat:
        return packedTexel(GL_UNSIGNED_INT_5_9_9_9_REV);
    case Id::D16Unorm:
        return depthTexel(Element::U16, 2);
    case Id::X8D24Unorm:
    case Id::D24UnormS8Uint:
        return depthTexel(Element::Packed32, 4);
    case Id::D32Sfloat:
    case Id::D32SfloatS8Uint:
        return depthTexel(Element::F32, 4);
    default:
        assert(!"no texels of numbers");
        return {};
    }
}

Clamp clampOf(Numeric numeric) {
    switch (numeric) {
    case Numeric::Unorm:
    case Numeric::Srgb:
        return Clamp::Unorm;
    case Numeric::Snorm:
        return Clamp::Snorm;
    default:
        return Clamp::None;
    }
}

size_t swapUnit_B(GLenum type) {
    for (const TypeRow& row : kTypes) {
        if (row.type == type) {
            return row.element_B;
        }
    }
    switch (type) {
    case GL_UNSIGNED_INT_8_8_8_8: // clientTexel() reorders the bytes instead.
    case GL_UNSIGNED_INT_8_8_8_8_REV:
        return 1;
    case GL_UNSIGNED_INT_24_8:
    case GL_FLOAT_32_UNSIGNED_INT_24_8_REV:
        return 4;
    default:
        return packedTexel(type).stride_B;
    }
}

size_t typeUnit_B(GLenum type) {
    return type == GL_UNSIGNED_INT_8_8_8_8 || type == GL_UNSIGNED_INT_8_8_8_8_REV
               ? 4
               : swapUnit_B(type);
}

void copySwapped(void* dst, const void* src, size_t size_B, size_t unit_B) {
    auto* to = static_cast<uint8_t*>(dst);
    const auto* from = static_cast<const uint8_t*>(src);
    if (unit_B == 1) {
        std::memcpy(to, from, size_B);
        return;
    }
    for (size_t at = 0; at + unit_B <= size_B; at += unit_B) {
        std::reverse_copy(from + at, from + at + unit_B, to + at);
    }
}

Conversion::Conversion(const Plan& plan) : m_plan(plan), m_row(chooseRow(plan)) {}

bool Conversion::isCopy() const {
    return m_row == copyRow;
}

} // namespace format
