// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "gl/rules/texture_classes.h"

namespace gl {

namespace {

/// Formats of a class are one to the device: their bits, or how their blocks are encoded.
struct Row {
    GLenum format;
    int bits;   ///< Of a texel, or a block.
    int blocks; ///< Which encoding; 0: texels.
};

// clang-format off
constexpr Row kRows[] = {
    {GL_RGBA32F, 128, 0}, {GL_RGBA32UI, 128, 0}, {GL_RGBA32I, 128, 0},
    {GL_RGB32F, 96, 0}, {GL_RGB32UI, 96, 0}, {GL_RGB32I, 96, 0},
    {GL_RGBA16F, 64, 0}, {GL_RG32F, 64, 0}, {GL_RGBA16UI, 64, 0}, {GL_RG32UI, 64, 0},
    {GL_RGBA16I, 64, 0}, {GL_RG32I, 64, 0}, {GL_RGBA16, 64, 0}, {GL_RGBA16_SNORM, 64, 0},
    {GL_RGB16, 48, 0}, {GL_RGB16_SNORM, 48, 0}, {GL_RGB16F, 48, 0}, {GL_RGB16UI, 48, 0},
    {GL_RGB16I, 48, 0},
    {GL_RG16F, 32, 0}, {GL_R11F_G11F_B10F, 32, 0}, {GL_R32F, 32, 0}, {GL_RGB10_A2UI, 32, 0},
    {GL_RGBA8UI, 32, 0}, {GL_RG16UI, 32, 0}, {GL_R32UI, 32, 0}, {GL_RGBA8I, 32, 0},
    {GL_RG16I, 32, 0}, {GL_R32I, 32, 0}, {GL_RGB10_A2, 32, 0}, {GL_RGBA8, 32, 0},
    {GL_RG16, 32, 0}, {GL_RGBA8_SNORM, 32, 0}, {GL_RG16_SNORM, 32, 0},
    {GL_SRGB8_ALPHA8, 32, 0}, {GL_RGB9_E5, 32, 0},
    {GL_RGB8, 24, 0}, {GL_RGB8_SNORM, 24, 0}, {GL_SRGB8, 24, 0}, {GL_RGB8UI, 24, 0},
    {GL_RGB8I, 24, 0},
    {GL_R16F, 16, 0}, {GL_RG8UI, 16, 0}, {GL_R16UI, 16, 0}, {GL_RG8I, 16, 0}, {GL_R16I, 16, 0},
    {GL_RG8, 16, 0}, {GL_R16, 16, 0}, {GL_RG8_SNORM, 16, 0}, {GL_R16_SNORM, 16, 0},
    {GL_R8UI, 8, 0}, {GL_R8I, 8, 0}, {GL_R8, 8, 0}, {GL_R8_SNORM, 8, 0},
    {GL_COMPRESSED_RED_RGTC1, 64, 1}, {GL_COMPRESSED_SIGNED_RED_RGTC1, 64, 1},
    {GL_COMPRESSED_RG_RGTC2, 128, 2}, {GL_COMPRESSED_SIGNED_RG_RGTC2, 128, 2},
    {GL_COMPRESSED_RGBA_BPTC_UNORM, 128, 3}, {GL_COMPRESSED_SRGB_ALPHA_BPTC_UNORM, 128, 3},
    {GL_COMPRESSED_RGB_BPTC_SIGNED_FLOAT, 128, 4}, {GL_COMPRESSED_RGB_BPTC_UNSIGNED_FLOAT, 128, 4},
    {GL_COMPRESSED_RGB_S3TC_DXT1_EXT, 64, 5}, {GL_COMPRESSED_SRGB_S3TC_DXT1_EXT, 64, 5},
    {GL_COMPRESSED_RGBA_S3TC_DXT1_EXT, 64, 6}, {GL_COMPRESSED_SRGB_ALPHA_S3TC_DXT1_EXT, 64, 6},
    {GL_COMPRESSED_RGBA_S3TC_DXT3_EXT, 128, 7}, {GL_COMPRESSED_SRGB_ALPHA_S3TC_DXT3_EXT, 128, 7},
    {GL_COMPRESSED_RGBA_S3TC_DXT5_EXT, 128, 8}, {GL_COMPRESSED_SRGB_ALPHA_S3TC_DXT5_EXT, 128, 8},
    {GL_COMPRESSED_RGB8_ETC2, 64, 9}, {GL_COMPRESSED_SRGB8_ETC2, 64, 9},
    {GL_COMPRESSED_RGB8_PUNCHTHROUGH_ALPHA1_ETC2, 64, 10},
    {GL_COMPRESSED_SRGB8_PUNCHTHROUGH_ALPHA1_ETC2, 64, 10},
    {GL_COMPRESSED_RGBA8_ETC2_EAC, 128, 11}, {GL_COMPRESSED_SRGB8_ALPHA8_ETC2_EAC, 128, 11},
    {GL_COMPRESSED_R11_EAC, 64, 12}, {GL_COMPRESSED_SIGNED_R11_EAC, 64, 12},
    {GL_COMPRESSED_RG11_EAC, 128, 13}, {GL_COMPRESSED_SIGNED_RG11_EAC, 128, 13},
};
// clang-format on

const Row* find(GLenum format) {
    for (const Row& row : kRows) {
        if (row.format == format) {
            return &row;
        }
    }
    return nullptr;
}

} // namespace

bool viewCompatible(const format::InternalFormat& a, const format::InternalFormat& b) {
    if (a.name == b.name) {
        return true;
    }
    const Row* x = find(a.name);
    const Row* y = find(b.name);
    return x && y && x->bits == y->bits && x->blocks == y->blocks;
}

bool copyImageCompatible(const format::InternalFormat& a, const format::InternalFormat& b) {
    if (viewCompatible(a, b)) {
        return true;
    }
    const Row* x = find(a.name);
    const Row* y = find(b.name);
    return x && y && x->bits == y->bits && (x->blocks == 0) != (y->blocks == 0);
}

} // namespace gl
