// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "cpu/abi/descriptors.h"
#include "cpu/abi/level.h"
#include "cpu/jit/key_pattern.h"

namespace cpu::routine {

/// The routine of the first pattern that matches a canonical key, with the sampling kernel's
/// signature. Null: none does.
void* findPrebuilt(const SampleKey& key, Level level);

struct Found {
    void* function; ///< Null: no pattern matches.
    bool exact;     ///< Nothing is left open: there is nothing better to be had.
};
Found findPrebuilt(jit::KeyedKernel kernel, uint64_t key, Level level);

} // namespace cpu::routine
