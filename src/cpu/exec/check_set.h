// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>

namespace cpu::exec {

class Replay;

/// Descriptors of one binding, kDescriptor_B from one to the next.
struct DescriptorArray {
    enum class Kind : uint8_t { Buffer, Image };

    uint32_t binding;
    uint32_t offset_B; ///< In the set.
    uint32_t count;
    Kind kind;
};

/// With the option `validation`, before a set is bound: descriptors that lead to buffers, image
/// views or memory that are no more are logged, and null descriptors from then on.
struct CheckSet {
    uint32_t number;
    uint8_t* set;
    uint32_t size_B;
    std::span<const DescriptorArray> arrays;
};
void execute(const CheckSet& command, Replay& replay);

} // namespace cpu::exec
