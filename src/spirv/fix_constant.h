// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#pragma once

#include <cstdint>
#include <vector>

namespace spirv {

/// Makes an ordinary constant of that value of the boolean specialisation constant `specId`, where
/// the module has it.
class FixConstant {
public:
    [[nodiscard]] static std::vector<uint32_t>
    run(std::vector<uint32_t> words, uint32_t specId, bool value);
};

} // namespace spirv
