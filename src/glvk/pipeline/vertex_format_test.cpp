// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "glvk/pipeline/vertex_format.h"

#include "glvk/backend/test_device.h"

#include <array>
#include <cmath>
#include <cstring>
#include <vector>

namespace glvk {

namespace {

gl::VertexAttrib attrib(GLenum type, uint8_t size, bool normalized = false) {
    gl::VertexAttrib a;
    a.type = type;
    a.size = size;
    a.normalized = normalized;
    return a;
}

/// Reads through an odd address: arrays need not be aligned.
template <class T>
std::array<float, 4> read(const gl::VertexAttrib& a, const std::vector<T>& components) {
    std::vector<std::byte> bytes(components.size() * sizeof(T) + 1);
    std::memcpy(bytes.data() + 1, components.data(), components.size() * sizeof(T));
    std::array<float, 4> out{-9, -9, -9, -9};
    readElement(a, bytes.data() + 1, out.data());
    return out;
}

using Values = std::array<float, 4>;

TEST(ReadElement, MissingComponents) {
    EXPECT_EQ((Values{5, 0, 0, 1}), read<float>(attrib(GL_FLOAT, 1), {5}));
    EXPECT_EQ((Values{5, 6, 0, 1}), read<float>(attrib(GL_FLOAT, 2), {5, 6}));
    EXPECT_EQ((Values{5, 6, 7, 1}), read<float>(attrib(GL_FLOAT, 3), {5, 6, 7}));
    EXPECT_EQ((Values{5, 6, 7, 8}), read<float>(attrib(GL_FLOAT, 4), {5, 6, 7, 8}));
}

TEST(ReadElement, Integers) {
    EXPECT_EQ((Values{-128, 127, 0, 1}), read<int8_t>(attrib(GL_BYTE, 4), {-128, 127, 0, 1}));
    EXPECT_EQ((Values{0, 255, 128, 1}),
              read<uint8_t>(attrib(GL_UNSIGNED_BYTE, 4), {0, 255, 128, 1}));
    EXPECT_EQ((Values{-32768, 32767, 0, 1}),
              read<int16_t>(attrib(GL_SHORT, 4), {-32768, 32767, 0, 1}));
    EXPECT_EQ((Values{0, 65535, 0, 1}), read<uint16_t>(attrib(GL_UNSIGNED_SHORT, 2), {0, 65535}));
    EXPECT_EQ((Values{-70000, 70000, 0, 1}), read<int32_t>(attrib(GL_INT, 2), {-70000, 70000}));
    EXPECT_EQ((Values{4294967296.0f, 3, 0, 1}),
              read<uint32_t>(attrib(GL_UNSIGNED_INT, 2), {0xffffffffu, 3}));
}

TEST(ReadElement, NormalizedIntegers) {
    // The rule of GL 4.2 and ES 3.0: zero is exact, the lowest two values are both -1.
    EXPECT_EQ((Values{-1, -1, 0, 1}), read<int8_t>(attrib(GL_BYTE, 4, true), {-128, -127, 0, 127}));
    EXPECT_EQ((Values{0, 1, 51 / 255.0f, 1}),
              read<uint8_t>(attrib(GL_UNSIGNED_BYTE, 3, true), {0, 255, 51}));
    EXPECT_EQ((Values{-1, -1, 0, 1}),
              read<int16_t>(attrib(GL_SHORT, 4, true), {-32768, -32767, 0, 32767}));
    EXPECT_EQ((Values{0, 1, 0, 1}), read<uint16_t>(attrib(GL_UNSIGNED_SHORT, 2, true), {0, 65535}));
    EXPECT_EQ((Values{-1, 1, 0, 1}),
              read<int32_t>(attrib(GL_INT, 2, true), {INT32_MIN, INT32_MAX}));
    EXPECT_EQ((Values{1, 0, 0, 1}), read<uint32_t>(attrib(GL_UNSIGNED_INT, 2, true), {~0u, 0}));
    // Floats are never normalized.
    EXPECT_EQ((Values{255, 0, 0, 1}), read<float>(attrib(GL_FLOAT, 1, true), {255}));
}

TEST(ReadElement, FixedDoubleAndHalf) {
    EXPECT_EQ((Values{1, -1, 0.5f, 32767.5f}),
              read<int32_t>(attrib(GL_FIXED, 4), {65536, -65536, 32768, 0x7fff8000}));
    EXPECT_EQ((Values{0.1f, -2, 0, 1}), read<double>(attrib(GL_DOUBLE, 2), {0.1, -2}));
    for (const GLenum type : {GL_HALF_FLOAT, GL_HALF_FLOAT_OES}) {
        EXPECT_EQ((Values{1, -2, 65504, 0x1p-24f}),
                  read<uint16_t>(attrib(type, 4), {0x3c00, 0xc000, 0x7bff, 0x0001}));
        EXPECT_EQ((Values{INFINITY, -INFINITY, 0x1p-14f, -0.0f}),
                  read<uint16_t>(attrib(type, 4), {0x7c00, 0xfc00, 0x0400, 0x8000}));
        EXPECT_TRUE(std::isnan(read<uint16_t>(attrib(type, 1), {0x7e00})[0]));
    }
}

TEST(ReadElement, PackedInts) {
    const auto pack = [](int32_t x, int32_t y, int32_t z, int32_t w) {
        return uint32_t(x & 0x3ff) | uint32_t(y & 0x3ff) << 10 | uint32_t(z & 0x3ff) << 20 |
               uint32_t(w & 3) << 30;
    };
    EXPECT_EQ((Values{-512, 511, -1, -2}),
              read<uint32_t>(attrib(GL_INT_2_10_10_10_REV, 4), {pack(-512, 511, -1, -2)}));
    EXPECT_EQ((Values{-1, 1, 0, 1}),
              read<uint32_t>(attrib(GL_INT_2_10_10_10_REV, 4, true), {pack(-512, 511, 0, 1)}));
    EXPECT_EQ((Values{0, 1023, 5, 3}),
              read<uint32_t>(attrib(GL_UNSIGNED_INT_2_10_10_10_REV, 4), {pack(0, 1023, 5, 3)}));
    EXPECT_EQ(
        (Values{0, 1, 0, 1}),
        read<uint32_t>(attrib(GL_UNSIGNED_INT_2_10_10_10_REV, 4, true), {pack(0, 1023, 0, 3)}));
    EXPECT_EQ(4, attrib(GL_INT_2_10_10_10_REV, 4).elementSize_B());
}

TEST(ReadElement, Bgra) {
    gl::VertexAttrib a = attrib(GL_UNSIGNED_BYTE, 4, true);
    a.bgra = true;
    EXPECT_EQ((Values{1, 0, 51 / 255.0f, 1}), read<uint8_t>(a, {51, 0, 255, 255}));
}

TEST(ElementSize, Types) {
    const struct {
        GLenum type;
        uint32_t component_B;
    } table[] = {{GL_BYTE, 1},
                 {GL_UNSIGNED_BYTE, 1},
                 {GL_SHORT, 2},
                 {GL_UNSIGNED_SHORT, 2},
                 {GL_HALF_FLOAT, 2},
                 {GL_HALF_FLOAT_OES, 2},
                 {GL_INT, 4},
                 {GL_UNSIGNED_INT, 4},
                 {GL_FIXED, 4},
                 {GL_FLOAT, 4},
                 {GL_DOUBLE, 8}};
    for (const auto& row : table) {
        for (uint8_t size = 1; size <= 4; ++size) {
            EXPECT_EQ(row.component_B * size, attrib(row.type, size).elementSize_B())
                << std::hex << row.type;
        }
    }
}

class VertexFetch : public DeviceTest {
protected:
    void expectDirect(GLenum type, uint8_t size, bool normalized, VkFormat format) {
        const ArrayFetch fetch =
            VertexFormats(*m_device).fetch(attrib(type, size, normalized), AttributeClass::Float);
        if (m_device->vertexFormatSupported(format)) {
            EXPECT_FALSE(fetch.convert) << format;
            EXPECT_EQ(format, vertexFormat(fetch.format).vkFormat);
            EXPECT_EQ(fetch.element_B, vertexFormat(fetch.format).size_B);
        } else {
            expectConverted(type, size, normalized);
        }
    }
    void expectConverted(GLenum type, uint8_t size, bool normalized) {
        constexpr VkFormat kFloats[] = {VK_FORMAT_R32_SFLOAT,
                                        VK_FORMAT_R32G32_SFLOAT,
                                        VK_FORMAT_R32G32B32_SFLOAT,
                                        VK_FORMAT_R32G32B32A32_SFLOAT};
        const ArrayFetch fetch =
            VertexFormats(*m_device).fetch(attrib(type, size, normalized), AttributeClass::Float);
        EXPECT_TRUE(fetch.convert) << std::hex << type;
        EXPECT_EQ(kFloats[size - 1], vertexFormat(fetch.format).vkFormat);
    }
};

TEST_F(VertexFetch, AsTheyLie) {
    expectDirect(GL_FLOAT, 1, false, VK_FORMAT_R32_SFLOAT);
    expectDirect(GL_FLOAT, 4, false, VK_FORMAT_R32G32B32A32_SFLOAT);
    expectDirect(GL_HALF_FLOAT, 2, false, VK_FORMAT_R16G16_SFLOAT);
    expectDirect(GL_HALF_FLOAT_OES, 3, false, VK_FORMAT_R16G16B16_SFLOAT);
    expectDirect(GL_BYTE, 3, false, VK_FORMAT_R8G8B8_SSCALED);
    expectDirect(GL_BYTE, 3, true, VK_FORMAT_R8G8B8_SNORM);
    expectDirect(GL_UNSIGNED_BYTE, 4, false, VK_FORMAT_R8G8B8A8_USCALED);
    expectDirect(GL_UNSIGNED_BYTE, 4, true, VK_FORMAT_R8G8B8A8_UNORM);
    expectDirect(GL_SHORT, 2, false, VK_FORMAT_R16G16_SSCALED);
    expectDirect(GL_SHORT, 2, true, VK_FORMAT_R16G16_SNORM);
    expectDirect(GL_UNSIGNED_SHORT, 1, false, VK_FORMAT_R16_USCALED);
    expectDirect(GL_UNSIGNED_SHORT, 3, true, VK_FORMAT_R16G16B16_UNORM);
}

TEST_F(VertexFetch, WhatNoDeviceFetches) {
    for (const bool normalized : {false, true}) {
        for (const GLenum type : {GL_FIXED, GL_DOUBLE, GL_INT, GL_UNSIGNED_INT}) {
            expectConverted(type, 3, normalized);
        }
    }
}

TEST_F(VertexFetch, PackedTypes) {
    expectDirect(GL_INT_2_10_10_10_REV, 4, true, VK_FORMAT_A2B10G10R10_SNORM_PACK32);
    expectDirect(GL_INT_2_10_10_10_REV, 4, false, VK_FORMAT_A2B10G10R10_SSCALED_PACK32);
    expectDirect(GL_UNSIGNED_INT_2_10_10_10_REV, 4, true, VK_FORMAT_A2B10G10R10_UNORM_PACK32);
    expectDirect(GL_UNSIGNED_INT_2_10_10_10_REV, 4, false, VK_FORMAT_A2B10G10R10_USCALED_PACK32);
}

TEST_F(VertexFetch, IntegersAreOfTheShadersKind) {
    const VertexFormats formats(*m_device);
    const auto format = [&](GLenum type, uint8_t size, AttributeClass shader) {
        return vertexFormat(formats.fetch(attrib(type, size), shader).format).vkFormat;
    };
    EXPECT_EQ(VK_FORMAT_R32G32_SINT, format(GL_INT, 2, AttributeClass::Int));
    EXPECT_EQ(VK_FORMAT_R32G32_UINT, format(GL_INT, 2, AttributeClass::Uint));
    EXPECT_EQ(VK_FORMAT_R8G8B8A8_SINT, format(GL_BYTE, 4, AttributeClass::Int));
    EXPECT_EQ(VK_FORMAT_R16_UINT, format(GL_UNSIGNED_SHORT, 1, AttributeClass::Uint));
    // Narrow ones of the other sign are extended by the host.
    EXPECT_EQ(VK_FORMAT_R32G32B32A32_SINT, format(GL_UNSIGNED_BYTE, 4, AttributeClass::Int));
    EXPECT_EQ(VK_FORMAT_R32G32B32A32_UINT, format(GL_SHORT, 2, AttributeClass::Uint));
    EXPECT_TRUE(formats.fetch(attrib(GL_SHORT, 2), AttributeClass::Uint).convert);
    std::array<uint32_t, 4> words;
    const int16_t shorts[] = {-3, 5};
    convertElement(attrib(GL_SHORT, 2),
                   AttributeClass::Uint,
                   reinterpret_cast<const std::byte*>(shorts),
                   reinterpret_cast<std::byte*>(words.data()));
    EXPECT_EQ((std::array<uint32_t, 4>{uint32_t(-3), 5, 0, 1}), words);
    // Whatever the array is of: a device reads integers.
    EXPECT_EQ(VK_FORMAT_R32G32B32_SINT, format(GL_FLOAT, 3, AttributeClass::Int));
    EXPECT_EQ(VK_FORMAT_R32G32B32A32_UINT, format(GL_DOUBLE, 3, AttributeClass::Uint));
}

TEST_F(VertexFetch, DoublesAreWordsAtTwoLocations) {
    const VertexFormats formats(*m_device);
    const ArrayFetch three = formats.fetch(attrib(GL_DOUBLE, 3), AttributeClass::Double);
    EXPECT_FALSE(three.convert);
    EXPECT_EQ(24u, vertexFormat(three.format).size_B);
    const VertexFormats::Halves halves = VertexFormats::halvesOf(three.format);
    EXPECT_EQ(VK_FORMAT_R32G32B32A32_UINT, halves.first);
    EXPECT_EQ(VK_FORMAT_R32G32_UINT, halves.second);
    EXPECT_EQ(16u, halves.secondOffset_B);
    EXPECT_TRUE(formats.fetch(attrib(GL_FLOAT, 3), AttributeClass::Double).convert);
    const ArrayFetch floats = formats.fetch(attrib(GL_FLOAT, 3), AttributeClass::Float);
    EXPECT_EQ(VK_FORMAT_UNDEFINED, VertexFormats::halvesOf(floats.format).first);
}

TEST_F(VertexFetch, BgraHasAFormat) {
    gl::VertexAttrib a = attrib(GL_UNSIGNED_BYTE, 4, true);
    a.bgra = true;
    const ArrayFetch fetch = VertexFormats(*m_device).fetch(a, AttributeClass::Float);
    EXPECT_EQ(!m_device->vertexFormatSupported(VK_FORMAT_B8G8R8A8_UNORM), fetch.convert);
    EXPECT_EQ(fetch.convert ? VK_FORMAT_R32G32B32A32_SFLOAT : VK_FORMAT_B8G8R8A8_UNORM,
              vertexFormat(fetch.format).vkFormat);
}

} // namespace

} // namespace glvk
