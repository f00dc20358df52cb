// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "format/format.h"

#include <cstddef>
#include <cstdint>

namespace format {

/// Words that a row of unpackBits() has.
constexpr size_t bitRow_words(int32_t width_px) {
    return (static_cast<size_t>(width_px) + 63) / 64;
}

/// The bits of one slice of a client's GL_BITMAP: each row begins with the highest bit of a word.
/// What is left of a row's last word is zero.
void unpackBits(const PixelLayout& pixels, const Extent& extent, const void* src, uint64_t* dst);

} // namespace format
