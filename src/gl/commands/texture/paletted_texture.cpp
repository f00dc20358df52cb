// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "gl/commands/texture/paletted_texture.h"

#include <algorithm>
#include <cstring>
#include <iterator>
#include <span>
#include <utility>
#include <vector>

namespace gl {

namespace {

struct Palette {
    GLenum internalformat;
    int bits; ///< Of an index.
    size_t entry_B;
    GLenum format;
    GLenum type;

    size_t size_B() const { return entry_B << bits; }
    size_t indices_B(GLsizei width_px, GLsizei height_px) const {
        return (size_t(width_px) * size_t(height_px) * size_t(bits) + 7) / 8;
    }
};
constexpr Palette kPalettes[] = {
    {GL_PALETTE4_RGB8_OES, 4, 3, GL_RGB, GL_UNSIGNED_BYTE},
    {GL_PALETTE4_RGBA8_OES, 4, 4, GL_RGBA, GL_UNSIGNED_BYTE},
    {GL_PALETTE4_R5_G6_B5_OES, 4, 2, GL_RGB, GL_UNSIGNED_SHORT_5_6_5},
    {GL_PALETTE4_RGBA4_OES, 4, 2, GL_RGBA, GL_UNSIGNED_SHORT_4_4_4_4},
    {GL_PALETTE4_RGB5_A1_OES, 4, 2, GL_RGBA, GL_UNSIGNED_SHORT_5_5_5_1},
    {GL_PALETTE8_RGB8_OES, 8, 3, GL_RGB, GL_UNSIGNED_BYTE},
    {GL_PALETTE8_RGBA8_OES, 8, 4, GL_RGBA, GL_UNSIGNED_BYTE},
    {GL_PALETTE8_R5_G6_B5_OES, 8, 2, GL_RGB, GL_UNSIGNED_SHORT_5_6_5},
    {GL_PALETTE8_RGBA4_OES, 8, 2, GL_RGBA, GL_UNSIGNED_SHORT_4_4_4_4},
    {GL_PALETTE8_RGB5_A1_OES, 8, 2, GL_RGBA, GL_UNSIGNED_SHORT_5_5_5_1},
};

/// Null: not one of them.
const Palette* paletteOf(GLenum internalformat) {
    const auto* const row = std::ranges::find(kPalettes, internalformat, &Palette::internalformat);
    return row == std::end(kPalettes) ? nullptr : row;
}

/// Of four bits the first texel's are the upper ones.
size_t indexOf(const Palette& palette, const std::byte* indices, size_t texel) {
    if (palette.bits == 8) {
        return size_t(indices[texel]);
    }
    const auto pair = size_t(indices[texel / 2]);
    return texel % 2 == 0 ? pair >> 4 : pair & 15;
}

std::vector<std::byte>
texelsOf(const Palette& palette, const std::byte* entries, const std::byte* indices, size_t count) {
    std::vector<std::byte> texels(count * palette.entry_B);
    for (size_t i = 0; i < count; ++i) {
        std::memcpy(&texels[i * palette.entry_B],
                    entries + indexOf(palette, indices, i) * palette.entry_B,
                    palette.entry_B);
    }
    return texels;
}

GLsizei sizeAt(GLsizei size_px, int level) {
    return size_px == 0 ? 0 : std::max(size_px >> std::min(level, 31), 1);
}

} // namespace

bool isPaletted(GLenum internalformat) {
    return paletteOf(internalformat) != nullptr;
}

void palettedTexImage(Context& context, const PalettedImage& image) {
    const Palette& palette = *paletteOf(image.internalformat);
    if (image.border != 0) { // As of all images of OpenGL ES; the extension had another error.
        return context.setError(GL_INVALID_VALUE, "paletted textures have no border");
    }
    if (image.level > 0 || image.level <= -kMaxLevels || image.width < 0 || image.height < 0) {
        return context.setError(GL_INVALID_VALUE,
                                "a paletted texture of {} × {} texels, level {}",
                                image.width,
                                image.height,
                                image.level);
    }
    const int levels = 1 - image.level;
    size_t expected_B = palette.size_B();
    for (int level = 0; level < levels; ++level) {
        expected_B += palette.indices_B(sizeAt(image.width, level), sizeAt(image.height, level));
    }
    if (image.imageSize < 0 || size_t(image.imageSize) != expected_B) {
        return context.setError(GL_INVALID_VALUE,
                                "glCompressedTexImage2D: {} bytes instead of {}",
                                image.imageSize,
                                expected_B);
    }
    const auto* const entries = static_cast<const std::byte*>(image.data);
    const std::byte* indices = entries ? entries + palette.size_B() : nullptr;
    // Rows of texels follow each other without gaps.
    const auto unpack = std::exchange(context.client().unpack, {.alignment_B = 1});
    for (int level = 0; level < levels; ++level) {
        const GLsizei width = sizeAt(image.width, level);
        const GLsizei height = sizeAt(image.height, level);
        std::vector<std::byte> texels;
        if (indices) {
            texels = texelsOf(palette, entries, indices, size_t(width) * size_t(height));
            indices += palette.indices_B(width, height);
        }
        context.texImage2D(image.target,
                           level,
                           GLint(palette.format),
                           width,
                           height,
                           0,
                           palette.format,
                           palette.type,
                           entries ? texels.data() : nullptr);
    }
    context.client().unpack = unpack;
}

} // namespace gl
