// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace glvk {

/// The numbers that a shader's sampler reads. A texture that holds others gives undefined values in
/// GL, an error in Vulkan.
enum class SampledKind : uint8_t { Float, Int, Uint };

} // namespace glvk
