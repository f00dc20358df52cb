// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "glvk/pipeline/vertex_format.h"

#include "format/small_float.h"
#include "glsl/link/program.h"
#include "glvk/gpu/gpu.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>

namespace glvk {

namespace {

constexpr uint8_t kPerType = 4;

/// Rows of four component counts each: the index of a format is 1 + 4 * row + (size - 1).
enum Row : uint8_t {
    kFloat,
    kHalf,
    kByteNorm,
    kByteScaled,
    kUbyteNorm,
    kUbyteScaled,
    kShortNorm,
    kShortScaled,
    kUshortNorm,
    kUshortScaled,
    kByteInt,
    kByteUint,
    kShortInt,
    kShortUint,
    kInt,
    kUint,
    kDouble,
    kSpecial, ///< BGRA8, 2_10_10_10 signed norm, unsigned norm, 10F_11F_11F
    kTen,     ///< 2_10_10_10 signed scaled, unsigned scaled; BGRA signed norm, unsigned norm
    kRows
};

constexpr std::array<VertexFormat, 1 + kPerType * kRows> kFormats{{
    {VK_FORMAT_UNDEFINED, 0, 1},
    {VK_FORMAT_R32_SFLOAT, 4, 4},
    {VK_FORMAT_R32G32_SFLOAT, 8, 4},
    {VK_FORMAT_R32G32B32_SFLOAT, 12, 4},
    {VK_FORMAT_R32G32B32A32_SFLOAT, 16, 4},
    {VK_FORMAT_R16_SFLOAT, 2, 2},
    {VK_FORMAT_R16G16_SFLOAT, 4, 2},
    {VK_FORMAT_R16G16B16_SFLOAT, 6, 2},
    {VK_FORMAT_R16G16B16A16_SFLOAT, 8, 2},
    {VK_FORMAT_R8_SNORM, 1, 1},
    {VK_FORMAT_R8G8_SNORM, 2, 1},
    {VK_FORMAT_R8G8B8_SNORM, 3, 1},
    {VK_FORMAT_R8G8B8A8_SNORM, 4, 1},
    {VK_FORMAT_R8_SSCALED, 1, 1},
    {VK_FORMAT_R8G8_SSCALED, 2, 1},
    {VK_FORMAT_R8G8B8_SSCALED, 3, 1},
    {VK_FORMAT_R8G8B8A8_SSCALED, 4, 1},
    {VK_FORMAT_R8_UNORM, 1, 1},
    {VK_FORMAT_R8G8_UNORM, 2, 1},
    {VK_FORMAT_R8G8B8_UNORM, 3, 1},
    {VK_FORMAT_R8G8B8A8_UNORM, 4, 1},
    {VK_FORMAT_R8_USCALED, 1, 1},
    {VK_FORMAT_R8G8_USCALED, 2, 1},
    {VK_FORMAT_R8G8B8_USCALED, 3, 1},
    {VK_FORMAT_R8G8B8A8_USCALED, 4, 1},
    {VK_FORMAT_R16_SNORM, 2, 2},
    {VK_FORMAT_R16G16_SNORM, 4, 2},
    {VK_FORMAT_R16G16B16_SNORM, 6, 2},
    {VK_FORMAT_R16G16B16A16_SNORM, 8, 2},
    {VK_FORMAT_R16_SSCALED, 2, 2},
    {VK_FORMAT_R16G16_SSCALED, 4, 2},
    {VK_FORMAT_R16G16B16_SSCALED, 6, 2},
    {VK_FORMAT_R16G16B16A16_SSCALED, 8, 2},
    {VK_FORMAT_R16_UNORM, 2, 2},
    {VK_FORMAT_R16G16_UNORM, 4, 2},
    {VK_FORMAT_R16G16B16_UNORM, 6, 2},
    {VK_FORMAT_R16G16B16A16_UNORM, 8, 2},
    {VK_FORMAT_R16_USCALED, 2, 2},
    {VK_FORMAT_R16G16_USCALED, 4, 2},
    {VK_FORMAT_R16G16B16_USCALED, 6, 2},
    {VK_FORMAT_R16G16B16A16_USCALED, 8, 2},
    {VK_FORMAT_R8_SINT, 1, 1},
    {VK_FORMAT_R8G8_SINT, 2, 1},
    {VK_FORMAT_R8G8B8_SINT, 3, 1},
    {VK_FORMAT_R8G8B8A8_SINT, 4, 1},
    {VK_FORMAT_R8_UINT, 1, 1},
    {VK_FORMAT_R8G8_UINT, 2, 1},
    {VK_FORMAT_R8G8B8_UINT, 3, 1},
    {VK_FORMAT_R8G8B8A8_UINT, 4, 1},
    {VK_FORMAT_R16_SINT, 2, 2},
    {VK_FORMAT_R16G16_SINT, 4, 2},
    {VK_FORMAT_R16G16B16_SINT, 6, 2},
    {VK_FORMAT_R16G16B16A16_SINT, 8, 2},
    {VK_FORMAT_R16_UINT, 2, 2},
    {VK_FORMAT_R16G16_UINT, 4, 2},
    {VK_FORMAT_R16G16B16_UINT, 6, 2},
    {VK_FORMAT_R16G16B16A16_UINT, 8, 2},
    {VK_FORMAT_R32_SINT, 4, 4},
    {VK_FORMAT_R32G32_SINT, 8, 4},
    {VK_FORMAT_R32G32B32_SINT, 12, 4},
    {VK_FORMAT_R32G32B32A32_SINT, 16, 4},
    {VK_FORMAT_R32_UINT, 4, 4},
    {VK_FORMAT_R32G32_UINT, 8, 4},
    {VK_FORMAT_R32G32B32_UINT, 12, 4},
    {VK_FORMAT_R32G32B32A32_UINT, 16, 4},
    {VK_FORMAT_R32G32_UINT, 8, 4}, // Doubles, as words: see halvesOf().
    {VK_FORMAT_R32G32B32A32_UINT, 16, 4},
    {VK_FORMAT_R32G32B32A32_UINT, 24, 4},
    {VK_FORMAT_R32G32B32A32_UINT, 32, 4},
    {VK_FORMAT_B8G8R8A8_UNORM, 4, 1},
    {VK_FORMAT_A2B10G10R10_SNORM_PACK32, 4, 4},
    {VK_FORMAT_A2B10G10R10_UNORM_PACK32, 4, 4},
    {VK_FORMAT_B10G11R11_UFLOAT_PACK32, 4, 4},
    {VK_FORMAT_A2B10G10R10_SSCALED_PACK32, 4, 4},
    {VK_FORMAT_A2B10G10R10_USCALED_PACK32, 4, 4},
    {VK_FORMAT_A2R10G10B10_SNORM_PACK32, 4, 4},
    {VK_FORMAT_A2R10G10B10_UNORM_PACK32, 4, 4},
}};

constexpr uint8_t index(Row row, uint8_t size) {
    return uint8_t(1 + kPerType * row + (size - 1));
}

uint32_t componentSize_B(GLenum type) {
    switch (type) {
    case GL_BYTE:
    case GL_UNSIGNED_BYTE:
        return 1;
    case GL_SHORT:
    case GL_UNSIGNED_SHORT:
    case GL_HALF_FLOAT:
    case GL_HALF_FLOAT_OES:
        return 2;
    case GL_DOUBLE:
        return 8;
    default:
        return 4;
    }
}

bool tenBits(GLenum type) {
    return type == GL_INT_2_10_10_10_REV || type == GL_UNSIGNED_INT_2_10_10_10_REV;
}

template <class T>
float convert(const std::byte* src, bool normalized) {
    T value;
    std::memcpy(&value, src, sizeof value);
    if constexpr (std::is_integral_v<T>) {
        if (normalized) {
            constexpr double kMax = double(std::numeric_limits<T>::max());
            return float(std::max(double(value) / kMax, -1.0));
        }
    }
    return float(value);
}

float readComponent(GLenum type, bool normalized, const std::byte* src) {
    switch (type) {
    case GL_BYTE:
        return convert<int8_t>(src, normalized);
    case GL_UNSIGNED_BYTE:
        return convert<uint8_t>(src, normalized);
    case GL_SHORT:
        return convert<int16_t>(src, normalized);
    case GL_UNSIGNED_SHORT:
        return convert<uint16_t>(src, normalized);
    case GL_INT:
        return convert<int32_t>(src, normalized);
    case GL_UNSIGNED_INT:
        return convert<uint32_t>(src, normalized);
    case GL_DOUBLE:
        return convert<double>(src, false);
    case GL_FIXED:
        return convert<int32_t>(src, false) / 65536.0f;
    case GL_HALF_FLOAT:
    case GL_HALF_FLOAT_OES: {
        uint16_t half;
        std::memcpy(&half, src, sizeof half);
        return format::fromHalf(half);
    }
    default:
        return convert<float>(src, false);
    }
}

} // namespace

AttributeClass attributeClass(const glsl::LinkedProgram& program, unsigned location) {
    if (program.attributeDouble >> location & 1) {
        return AttributeClass::Double;
    }
    switch (program.attributeClass[location]) {
    case glsl::ComponentClass::Int:
        return AttributeClass::Int;
    case glsl::ComponentClass::Uint:
        return AttributeClass::Uint;
    default:
        return AttributeClass::Float;
    }
}

const VertexFormat& vertexFormat(uint8_t index) {
    return kFormats[index];
}

VertexFormats::VertexFormats(const Gpu& gpu) {
    for (size_t i = 1; i < kFormats.size(); ++i) {
        m_supported[i] = kFormats[i].vkFormat != VK_FORMAT_UNDEFINED &&
                         gpu.vertexFormatSupported(kFormats[i].vkFormat);
    }
}

uint8_t VertexFormats::constant(AttributeClass shader) {
    switch (shader) {
    case AttributeClass::Int:
        return index(kInt, 4);
    case AttributeClass::Uint:
        return index(kUint, 4);
    case AttributeClass::Double:
        return index(kDouble, 4);
    default:
        return index(kFloat, 4);
    }
}

VertexFormats::Halves VertexFormats::halvesOf(uint8_t format) {
    const uint8_t first = index(kDouble, 1);
    if (format < first || format >= first + kPerType) {
        return {};
    }
    constexpr VkFormat kTwo = VK_FORMAT_R32G32_UINT;
    constexpr VkFormat kFour = VK_FORMAT_R32G32B32A32_UINT;
    // A shader that reads more than there is reads what it must not rely on.
    constexpr Halves kHalves[] = {
        {kTwo, kTwo, 0}, {kFour, kFour, 0}, {kFour, kTwo, 16}, {kFour, kFour, 16}};
    return kHalves[format - first];
}

namespace {

/// The row of numbers that become floats; -1: no such format.
int floatRow(const gl::VertexAttrib& a) {
    switch (a.type) {
    case GL_FLOAT:
        return kFloat;
    case GL_HALF_FLOAT:
    case GL_HALF_FLOAT_OES:
        return kHalf;
    case GL_BYTE:
        return a.normalized ? kByteNorm : kByteScaled;
    case GL_UNSIGNED_BYTE:
        return a.normalized ? kUbyteNorm : kUbyteScaled;
    case GL_SHORT:
        return a.normalized ? kShortNorm : kShortScaled;
    case GL_UNSIGNED_SHORT:
        return a.normalized ? kUshortNorm : kUshortScaled;
    default:
        return -1;
    }
}

/// The same of formats that have no row of their own; 0: none.
uint8_t packedFormat(const gl::VertexAttrib& a) {
    if (a.type == GL_UNSIGNED_BYTE && a.bgra) {
        return index(kSpecial, 1);
    }
    if (a.type == GL_UNSIGNED_INT_10F_11F_11F_REV) {
        return index(kSpecial, 4);
    }
    if (!tenBits(a.type)) {
        return 0;
    }
    const uint8_t isUnsigned = a.type == GL_UNSIGNED_INT_2_10_10_10_REV;
    if (a.bgra) {
        return index(kTen, uint8_t(3 + isUnsigned));
    }
    return a.normalized ? index(kSpecial, uint8_t(2 + isUnsigned))
                        : index(kTen, uint8_t(1 + isUnsigned));
}

/// Integers are fetched as the shader's kind. An array that was not set with glVertexAttribI*
/// gives its bits: GL leaves the values undefined.
/// 0: what the device would read is not what was stored. Bytes and shorts of the other sign are
/// extended as they are, which GL leaves open and all its drivers do.
uint8_t integerFormat(const gl::VertexAttrib& a, bool isUnsigned) {
    if (gl::packedType(a.type)) {
        return index(isUnsigned ? kUint : kInt, 1);
    }
    const bool unsignedArray = a.type == GL_UNSIGNED_BYTE || a.type == GL_UNSIGNED_SHORT;
    const bool signedArray = a.type == GL_BYTE || a.type == GL_SHORT;
    if (isUnsigned ? signedArray : unsignedArray) {
        return 0;
    }
    switch (componentSize_B(a.type)) {
    case 1:
        return index(isUnsigned ? kByteUint : kByteInt, a.size);
    case 2:
        return index(isUnsigned ? kShortUint : kShortInt, a.size);
    case 4:
        return index(isUnsigned ? kUint : kInt, a.size);
    default:
        return 0;
    }
}

} // namespace

ArrayFetch VertexFormats::fetch(const gl::VertexAttrib& a, AttributeClass shader) const {
    ArrayFetch fetch;
    fetch.element_B = uint8_t(a.elementSize_B());
    uint8_t wanted = 0;
    uint8_t fallback = constant(shader);
    switch (shader) {
    case AttributeClass::Int:
    case AttributeClass::Uint:
        wanted = integerFormat(a, shader == AttributeClass::Uint);
        break;
    case AttributeClass::Double:
        wanted = a.type == GL_DOUBLE ? index(kDouble, a.size) : 0;
        break;
    default:
        wanted = packedFormat(a);
        if (const int row = floatRow(a); !wanted && row >= 0) {
            wanted = index(Row(row), a.size);
        }
        fallback = index(kFloat, gl::packedType(a.type) ? 4 : a.size);
        break;
    }
    fetch.convert = !wanted || !m_supported[wanted];
    fetch.format = fetch.convert ? fallback : wanted;
    fetch.component_B = vertexFormat(fetch.format).component_B;
    return fetch;
}

void convertElement(const gl::VertexAttrib& a,
                    AttributeClass shader,
                    const std::byte* src,
                    std::byte out[32]) {
    if (shader == AttributeClass::Float) {
        float values[4];
        readElement(a, src, values);
        std::memcpy(out, values, sizeof values);
        return;
    }
    if (shader == AttributeClass::Double) {
        float values[4];
        readElement(a, src, values);
        const double wide[4] = {values[0], values[1], values[2], values[3]};
        std::memcpy(out, wide, sizeof wide);
        return;
    }
    uint32_t words[4] = {0, 0, 0, 1};
    const uint32_t step = componentSize_B(a.type);
    for (uint32_t i = 0; i < a.size && !gl::packedType(a.type); ++i) {
        int8_t byte;
        int16_t half;
        if (step == 1) {
            std::memcpy(&byte, src + i, 1);
            words[i] = a.type == GL_BYTE ? uint32_t(int32_t(byte)) : uint8_t(byte);
        } else if (step == 2) {
            std::memcpy(&half, src + 2 * i, 2);
            words[i] = a.type == GL_SHORT ? uint32_t(int32_t(half)) : uint16_t(half);
        } else {
            std::memcpy(&words[i], src + step * i, 4);
        }
    }
    std::memcpy(out, words, sizeof words);
}

void readElement(const gl::VertexAttrib& a, const std::byte* src, float out[4]) {
    out[0] = out[1] = out[2] = 0;
    out[3] = 1;
    if (a.type == GL_UNSIGNED_INT_10F_11F_11F_REV) {
        uint32_t word;
        std::memcpy(&word, src, sizeof word);
        out[0] = format::fromUfloat(word & 0x7ff, 6);
        out[1] = format::fromUfloat(word >> 11 & 0x7ff, 6);
        out[2] = format::fromUfloat(word >> 22, 5);
    } else if (gl::packedType(a.type)) {
        uint32_t word;
        std::memcpy(&word, src, sizeof word);
        const bool isSigned = a.type == GL_INT_2_10_10_10_REV;
        for (uint32_t i = 0; i < 4; ++i) {
            const uint32_t bits = i < 3 ? 10 : 2;
            const uint32_t raw = word >> (10 * i) & ((1u << bits) - 1);
            const int32_t extended = int32_t(raw << (32 - bits)) >> (32 - bits);
            const float max = float((1u << (bits - (isSigned ? 1 : 0))) - 1);
            const float value = isSigned ? float(extended) : float(raw);
            out[i] = a.normalized ? std::max(value / max, -1.0f) : value;
        }
    } else {
        const uint32_t step = componentSize_B(a.type);
        for (uint32_t i = 0; i < a.size; ++i) {
            out[i] = readComponent(a.type, a.normalized, src + i * step);
        }
    }
    if (a.bgra) {
        std::swap(out[0], out[2]);
    }
}

} // namespace glvk
