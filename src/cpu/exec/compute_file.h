// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "cpu/shader/compiler.h"

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace cpu::exec {

/// A compiled shader as bytes, for the disk and for pipeline caches. What they were compiled from
/// and for is the business of the key under which they are kept.
std::vector<std::byte> write(const shader::ComputeImage& image);
/// Nothing unless the bytes are what write() of this build made, whole and undamaged.
std::optional<shader::ComputeImage> readComputeImage(std::span<const std::byte> bytes);

} // namespace cpu::exec
