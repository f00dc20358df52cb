// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Ways to damage an input, for Target::damage.
#pragma once

#include "random.h"
#include "target.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace fuzz {

/// One change: bits flipped, numbers at the edges of their types, a piece dropped, doubled, moved
/// or taken from `other`.
Bytes damageBytes(Bytes input, const Bytes& other, Random& random);

/// One change to the words of a SPIR-V module that keeps its instructions apart from each other
/// most of the time: an operand becomes another id or a number near it, an instruction goes, comes
/// twice, changes its place, its opcode or its length, or comes from `other`.
std::vector<uint32_t>
damageModule(std::vector<uint32_t> module, const std::vector<uint32_t>& other, Random& random);

} // namespace fuzz
