// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace spirv {

/// Copies fragment output location 0 to locations 1 … count - 1 as well, as gl_FragColor wants when
/// several draw buffers are on. Returns the words unchanged when there is no such output.
class BroadcastOutput {
public:
    [[nodiscard]] static std::vector<uint32_t> run(std::span<const uint32_t> words, uint32_t count);
};

} // namespace spirv
