// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#pragma once

#include <cstdint>
#include <span>
#include <string>

namespace spirv {

/// Why a module is not to be handed to the validator, which keeps a note of each location: inputs
/// or outputs of many times what any device has. Empty: it may be. The words may be anything.
[[nodiscard]] std::string interfaceError(std::span<const uint32_t> words);

} // namespace spirv
