// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Inputs that are SPIR-V modules, by their words.
#pragma once

#include "target.h"

#include <cstdint>
#include <span>
#include <vector>

namespace fuzz {

/// Whole words; what is left over at the end is not looked at.
std::vector<uint32_t> wordsOf(std::span<const std::byte> input);

/// For Target::seeds: the shaders of all samples, as they are compiled and as they are linked.
std::vector<Bytes> moduleSeeds();

/// For Target::damage: instructions change more often than bytes.
Bytes damageModuleBytes(Bytes input, const Bytes& other, Random& random);

} // namespace fuzz
