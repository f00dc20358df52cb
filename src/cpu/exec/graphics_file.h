// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "cpu/shader/graphics.h"

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace cpu::exec {

/// Compiled vertex and fragment shaders as bytes (compute_file.h).
std::vector<std::byte> write(const shader::VertexImage& image);
std::vector<std::byte> write(const shader::FragmentImage& image);
/// Nothing unless the bytes are what write() of this build made, whole and undamaged, of the same
/// stage.
std::optional<shader::VertexImage> readVertexImage(std::span<const std::byte> bytes);
std::optional<shader::FragmentImage> readFragmentImage(std::span<const std::byte> bytes);

} // namespace cpu::exec
