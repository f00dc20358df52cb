// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace spirv {

/// Decorates every output Invariant, built-in ones too, as #pragma STDGL invariant(all) asks (GLSL
/// 4.60 section 4.8.1). Returns the words unchanged for fragment shaders, which it says nothing of.
class InvariantOutputs {
public:
    [[nodiscard]] static std::vector<uint32_t> run(std::span<const uint32_t> words);
};

} // namespace spirv
