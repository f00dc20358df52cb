// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

/// Decoders of single blocks of 4×4 texels, in the plainest way (Khronos Data Format Specification,
/// "S3TC" to "EAC"): for devices that lack a format, and for the CPU device (vk_block.h). Texels
/// lie row by row.
namespace format {

using Rgba8 = std::array<uint8_t, 4>;
using Rgba8Block = std::array<Rgba8, 16>;
/// Red, or red and green: `stride` numbers from texel to texel.
template <class T>
struct ChannelBlock {
    T* first;
    size_t stride;
    T& operator[](size_t texel) const { return first[texel * stride]; }
};

/// What a block whose colours are in the other order has beside three colours.
enum class Bc1Mode {
    Opaque,       ///< Black.
    PunchThrough, ///< Nothing: transparent black.
    AlwaysFour,   ///< There are no such blocks: of BC2 and BC3.
};
void decodeBc1(const uint8_t* block, Bc1Mode mode, Rgba8Block& out);
/// Leaves colours alone.
void decodeBc2Alpha(const uint8_t* block, Rgba8Block& out);

/// ETC1 is ETC2 without its new modes, which ETC1 files do not use.
void decodeEtc2(const uint8_t* block, bool punchThrough, Rgba8Block& out);
/// The alpha of RGBA8 ETC2; leaves colours alone.
void decodeEacAlpha(const uint8_t* block, Rgba8Block& out);
/// Eleven bits as sixteen normalized ones.
void decodeEac11(const uint8_t* block, ChannelBlock<uint16_t> out);
void decodeEac11Signed(const uint8_t* block, ChannelBlock<int16_t> out);

void decodeBc4(const uint8_t* block, ChannelBlock<uint8_t> out);
void decodeBc4Signed(const uint8_t* block, ChannelBlock<int8_t> out);
/// Half floats.
void decodeBc6h(const uint8_t* block, bool isSigned, std::array<std::array<uint16_t, 4>, 16>& out);
void decodeBc7(const uint8_t* block, Rgba8Block& out);

} // namespace format
