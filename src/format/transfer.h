// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "format/format.h"
#include "format/texel.h"

namespace format {

/// The offsets and pitches of an image in client memory. Not checked for overflow: the caller has
/// compared imageSize_B() with the memory there is.
struct ClientAddress {
    size_t first_B; ///< Of the first pixel, skips included.
    size_t rowPitch_B;
    size_t slicePitch_B;
};
ClientAddress clientAddress(const PixelLayout& pixels, const Extent& extent);

/// For each of R, G, B, A that GL sees: the number of a stored texel, kFromZero or kFromOne.
/// Luminance and intensity read as GetTexImage has them (GL 2.1 table 6.1).
std::array<uint8_t, 4> logicalFromStored(const InternalFormat& meaning, const Texel& stored);

/// For each of R, G, B, A: the number of a client pixel, kFromZero or kFromOne.
std::array<uint8_t, 4> logicalFromClient(const Texel& client);

} // namespace format
