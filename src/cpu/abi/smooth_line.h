// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace cpu {

/// Behind the planes of varyings, of smooth lines: pixels from the line's middle, across it and
/// along it, and what that is at its sides (at the origin) and at its ends (dx).
enum SmoothLinePlane : uint32_t { kAcrossLine, kAlongLine, kLineExtent, kSmoothLinePlanes };

} // namespace cpu
