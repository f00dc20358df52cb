// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "format/bitmap.h"
#include "format/format.h"
#include "format/small_float.h"
#include "format/texel.h"
#include "format/transfer.h"

#include <cassert>
#include <cstring>
#include <vector>

namespace format {

namespace {

template <class T>
T loadAs(const uint8_t* at) {
    T value;
    std::memcpy(&value, at, sizeof value);
    return value;
}

template <class T>
void storeAs(T value, uint8_t* at) {
    std::memcpy(at, &value, sizeof value);
}

uint32_t wholeNumber(float value) {
    constexpr float kEnd = 9.2e18f; // Of int64_t.
    return value > -kEnd && value < kEnd ? static_cast<uint32_t>(static_cast<int64_t>(value)) : 0;
}

uint32_t loadIndex(GLenum type, const uint8_t* at) {
    switch (type) {
    case GL_UNSIGNED_BYTE:
        return *at;
    case GL_BYTE:
        return static_cast<uint32_t>(loadAs<int8_t>(at));
    case GL_UNSIGNED_SHORT:
        return loadAs<uint16_t>(at);
    case GL_SHORT:
        return static_cast<uint32_t>(loadAs<int16_t>(at));
    case GL_FLOAT:
        return wholeNumber(loadAs<float>(at));
    case GL_HALF_FLOAT:
    case GL_HALF_FLOAT_OES:
        return wholeNumber(fromHalf(loadAs<uint16_t>(at)));
    default:
        return loadAs<uint32_t>(at);
    }
}

void storeIndex(GLenum type, uint32_t index, uint8_t* at) {
    switch (type) {
    case GL_UNSIGNED_BYTE:
    case GL_BYTE:
        return storeAs(static_cast<uint8_t>(index), at);
    case GL_UNSIGNED_SHORT:
    case GL_SHORT:
        return storeAs(static_cast<uint16_t>(index), at);
    case GL_FLOAT:
        return storeAs(static_cast<float>(index), at);
    case GL_HALF_FLOAT:
    case GL_HALF_FLOAT_OES:
        return storeAs(toHalf(static_cast<float>(index)), at);
    default:
        return storeAs(index, at);
    }
}

/// Bits of a bitmap's rows.
struct Bits {
    size_t first; ///< In the byte that a row begins with.
    bool lsbFirst;

    size_t byte(size_t x) const { return (first + x) / 8; }
    uint8_t mask(size_t x) const {
        const size_t bit = (first + x) % 8;
        return static_cast<uint8_t>(lsbFirst ? 1u << bit : 0x80u >> bit);
    }
};

Bits bitsOf(const PixelLayout& pixels) {
    return {static_cast<size_t>(pixels.skipPixels) % 8, pixels.lsbFirst};
}

uint8_t reversed(uint8_t byte) {
    unsigned bits = byte;
    bits = (bits & 0xF0) >> 4 | (bits & 0x0F) << 4;
    bits = (bits & 0xCC) >> 2 | (bits & 0x33) << 2;
    return static_cast<uint8_t>((bits & 0xAA) >> 1 | (bits & 0x55) << 1);
}

} // namespace

void unpackIndices(const PixelLayout& pixels,
                   const Extent& extent,
                   const void* src,
                   uint32_t* dst) {
    assert(validPixelTransfer(pixels.format, pixels.type));
    const ClientAddress at = clientAddress(pixels, extent);
    const size_t pixel_B = pixelSize_B(pixels.format, pixels.type);
    const auto width_px = static_cast<size_t>(extent.width_px);
    const bool isBitmap = pixels.type == GL_BITMAP;
    const Bits bits = bitsOf(pixels);
    const bool swaps = pixels.swapBytes && !isBitmap;
    std::vector<uint8_t> swapped(swaps ? width_px * pixel_B : 0);
    for (int32_t z = 0; z < extent.depth_px; ++z) {
        const auto* row = static_cast<const uint8_t*>(src) + at.first_B +
                          static_cast<size_t>(z) * at.slicePitch_B;
        for (int32_t y = 0; y < extent.height_px; ++y, row += at.rowPitch_B) {
            const uint8_t* from = row;
            if (swaps) {
                copySwapped(swapped.data(), row, swapped.size(), swapUnit_B(pixels.type));
                from = swapped.data();
            }
            for (size_t x = 0; x < width_px; ++x) {
                *dst++ = isBitmap ? (from[bits.byte(x)] & bits.mask(x)) != 0
                                  : loadIndex(pixels.type, from + x * pixel_B);
            }
        }
    }
}

void unpackBits(const PixelLayout& pixels, const Extent& extent, const void* src, uint64_t* dst) {
    assert(pixels.type == GL_BITMAP);
    const ClientAddress at = clientAddress(pixels, extent);
    const size_t first = bitsOf(pixels).first;
    const auto width_px = static_cast<size_t>(extent.width_px);
    const size_t row_B = (first + width_px + 7) / 8;
    const size_t words = bitRow_words(extent.width_px);
    const uint64_t last = width_px % 64 == 0 ? ~uint64_t(0) : ~(~uint64_t(0) >> width_px % 64);
    const auto* row = static_cast<const uint8_t*>(src) + at.first_B;
    for (int32_t y = 0; y < extent.height_px; ++y, row += at.rowPitch_B, dst += words) {
        const auto byte = [&](size_t i) -> uint64_t {
            return i >= row_B ? 0 : pixels.lsbFirst ? reversed(row[i]) : row[i];
        };
        for (size_t word = 0; word < words; ++word) {
            uint64_t bits = 0;
            for (size_t i = 0; i < 8; ++i) {
                bits = bits << 8 | byte(word * 8 + i);
            }
            dst[word] = bits << first | byte(word * 8 + 8) >> (8 - first);
        }
        dst[words - 1] &= last;
    }
}

void packIndices(const PixelLayout& pixels, const Extent& extent, const uint32_t* src, void* dst) {
    assert(validPixelTransfer(pixels.format, pixels.type));
    const ClientAddress at = clientAddress(pixels, extent);
    const size_t pixel_B = pixelSize_B(pixels.format, pixels.type);
    const auto width_px = static_cast<size_t>(extent.width_px);
    const bool isBitmap = pixels.type == GL_BITMAP;
    const Bits bits = bitsOf(pixels);
    const size_t unit_B = pixels.swapBytes && !isBitmap ? swapUnit_B(pixels.type) : 1;
    std::vector<uint8_t> whole(width_px * pixel_B);
    for (int32_t z = 0; z < extent.depth_px; ++z) {
        auto* row =
            static_cast<uint8_t*>(dst) + at.first_B + static_cast<size_t>(z) * at.slicePitch_B;
        for (int32_t y = 0; y < extent.height_px; ++y, row += at.rowPitch_B, src += width_px) {
            for (size_t x = 0; x < width_px; ++x) {
                if (!isBitmap) {
                    storeIndex(pixels.type, src[x], whole.data() + x * pixel_B);
                } else if (uint8_t& byte = row[bits.byte(x)]; src[x] & 1) {
                    byte |= bits.mask(x);
                } else {
                    byte &= static_cast<uint8_t>(~bits.mask(x));
                }
            }
            if (!isBitmap) {
                copySwapped(row, whole.data(), whole.size(), unit_B);
            }
        }
    }
}

} // namespace format
