// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace spirv {

/// What glClampColor() asks of fragment shaders (GL 4.6 compatibility profile section 15.2.3),
/// which Vulkan does not do: where one ends, all outputs of 32-bit floats are taken to [0, 1].
/// Integers and the depth stay as they are.
class ClampOutputs {
public:
    /// The same code where it has no such output.
    [[nodiscard]] static std::vector<uint32_t> run(std::span<const uint32_t> words);
};

} // namespace spirv
