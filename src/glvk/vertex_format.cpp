// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "glvk/vertex_format.h"

#include "glvk/device.h"

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
    kSpecial, ///< BGRA8, 2_10_10_10 signed norm, unsigned norm
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
    {VK_FORMAT_B8G8R8A8_UNORM, 4, 1},
    {VK_FORMAT_A2B10G10R10_SNORM_PACK32, 4, 4},
    {VK_FORMAT_A2B10G10R10_UNORM_PACK32, 4, 4},
    {VK_FORMAT_UNDEFINED, 0, 1},
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

bool packed(GLenum type) {
    return type == GL_INT_2_10_10_10_REV || type == GL_UNSIGNED_INT_2_10_10_10_REV;
}

float halfToFloat(uint16_t h) {
    const uint32_t sign = uint32_t(h & 0x8000) << 16;
    const uint32_t exponent = h >> 10 & 0x1f;
    const uint32_t mantissa = h & 0x3ff;
    float value;
    if (exponent == 0) {
        value = std::ldexp(float(mantissa), -24);
    } else if (exponent == 31) {
        value = mantissa ? NAN : INFINITY;
    } else {
        value = std::ldexp(float(mantissa | 0x400), int(exponent) - 25);
    }
    return sign ? -value : value;
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
        return halfToFloat(half);
    }
    default:
        return convert<float>(src, false);
    }
}

} // namespace

const VertexFormat& vertexFormat(uint8_t index) {
    return kFormats[index];
}

VertexFormats::VertexFormats(const Device& device) {
    for (size_t i = 1; i < kFormats.size(); ++i) {
        m_supported[i] = kFormats[i].vkFormat != VK_FORMAT_UNDEFINED &&
                         device.vertexFormatSupported(kFormats[i].vkFormat);
    }
}

uint8_t VertexFormats::float4() {
    return index(kFloat, 4);
}

uint32_t elementSize_B(const gl::VertexAttrib& a) {
    return packed(a.type) ? 4 : componentSize_B(a.type) * a.size;
}

ArrayFetch VertexFormats::fetch(const gl::VertexAttrib& a) const {
    ArrayFetch fetch;
    fetch.element_B = uint8_t(elementSize_B(a));
    const auto row = [&]() -> int {
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
    }();
    uint8_t wanted = 0;
    if (a.bgra && a.type == GL_UNSIGNED_BYTE) {
        wanted = index(kSpecial, 1);
    } else if (row >= 0) {
        wanted = index(Row(row), a.size);
    }
    if (wanted && m_supported[wanted]) {
        fetch.format = wanted;
    } else {
        fetch.format = index(kFloat, a.size);
        fetch.convert = true;
    }
    return fetch;
}

void readElement(const gl::VertexAttrib& a, const std::byte* src, float out[4]) {
    out[0] = out[1] = out[2] = 0;
    out[3] = 1;
    if (packed(a.type)) {
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
