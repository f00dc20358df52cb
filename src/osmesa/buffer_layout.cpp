// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "osmesa/buffer_layout.h"

#include "osmesa/osmesa_api.h"

#include <algorithm>
#include <bit>

namespace osmesa {

namespace {

constexpr GLenum kRgba8[] = {GL_RGBA8};
constexpr GLenum kRgba16[] = {GL_RGBA16, GL_RGBA32F, GL_RGBA8};
constexpr GLenum kRgba32[] = {GL_RGBA32F, GL_RGBA16F, GL_RGBA8};
constexpr GLenum kRgb8[] = {GL_RGB8, GL_RGBA8};
constexpr GLenum kRgb16[] = {GL_RGB16, GL_RGBA16, GL_RGB32F, GL_RGBA32F, GL_RGBA8};
constexpr GLenum kRgb32[] = {GL_RGB32F, GL_RGBA32F, GL_RGBA16F, GL_RGBA8};
constexpr GLenum kRgb565[] = {GL_RGB565, GL_RGB8, GL_RGBA8};

/// With GL_BGRA: the bytes A, R, G, B.
constexpr GLenum kAlphaFirst = std::endian::native == std::endian::little
                                   ? GL_UNSIGNED_INT_8_8_8_8
                                   : GL_UNSIGNED_INT_8_8_8_8_REV;

struct Row {
    GLenum format, type;           ///< OSMesa's.
    GLenum pixelFormat, pixelType; ///< glReadPixels'.
    std::span<const GLenum> colors;
};

// BGRA and ARGB name the order of bytes: Mesa writes wider components as R, G, B, A.
constexpr Row kRows[] = {
    {OSMESA_RGBA, GL_UNSIGNED_BYTE, GL_RGBA, GL_UNSIGNED_BYTE, kRgba8},
    {OSMESA_RGBA, GL_UNSIGNED_SHORT, GL_RGBA, GL_UNSIGNED_SHORT, kRgba16},
    {OSMESA_RGBA, GL_FLOAT, GL_RGBA, GL_FLOAT, kRgba32},
    {OSMESA_BGRA, GL_UNSIGNED_BYTE, GL_BGRA, GL_UNSIGNED_BYTE, kRgba8},
    {OSMESA_BGRA, GL_UNSIGNED_SHORT, GL_RGBA, GL_UNSIGNED_SHORT, kRgba16},
    {OSMESA_BGRA, GL_FLOAT, GL_RGBA, GL_FLOAT, kRgba32},
    {OSMESA_ARGB, GL_UNSIGNED_BYTE, GL_BGRA, kAlphaFirst, kRgba8},
    {OSMESA_ARGB, GL_UNSIGNED_SHORT, GL_RGBA, GL_UNSIGNED_SHORT, kRgba16},
    {OSMESA_ARGB, GL_FLOAT, GL_RGBA, GL_FLOAT, kRgba32},
    {OSMESA_RGB, GL_UNSIGNED_BYTE, GL_RGB, GL_UNSIGNED_BYTE, kRgb8},
    {OSMESA_RGB, GL_UNSIGNED_SHORT, GL_RGB, GL_UNSIGNED_SHORT, kRgb16},
    {OSMESA_RGB, GL_FLOAT, GL_RGB, GL_FLOAT, kRgb32},
    {OSMESA_BGR, GL_UNSIGNED_BYTE, GL_BGR, GL_UNSIGNED_BYTE, kRgb8},
    {OSMESA_BGR, GL_UNSIGNED_SHORT, GL_BGR, GL_UNSIGNED_SHORT, kRgb16},
    {OSMESA_BGR, GL_FLOAT, GL_BGR, GL_FLOAT, kRgb32},
    {OSMESA_RGB_565, GL_UNSIGNED_SHORT_5_6_5, GL_RGB, GL_UNSIGNED_SHORT_5_6_5, kRgb565},
};

} // namespace

bool isColorFormat(GLenum format) {
    return std::ranges::find(kRows, format, &Row::format) != std::end(kRows);
}

std::optional<BufferLayout> bufferLayout(GLenum format, GLenum type) {
    const auto* const row = std::ranges::find_if(
        kRows, [&](const Row& each) { return each.format == format && each.type == type; });
    if (row == std::end(kRows)) {
        return std::nullopt;
    }
    return BufferLayout{
        .pixels = {.format = row->pixelFormat, .type = row->pixelType, .alignment_B = 1},
        .colors = row->colors};
}

} // namespace osmesa
