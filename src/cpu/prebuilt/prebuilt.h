// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "cpu/jit/key_pattern.h"
#include "cpu/jit/level.h"
#include "cpu/kernels/abi.h"

namespace cpu::prebuilt {

/// The routine of the first pattern that matches a canonical key, with the sampling kernel's
/// signature. Null: none does.
void* find(const SampleKey& key, jit::Level level);

struct Found {
    void* function; ///< Null: no pattern matches.
    bool exact;     ///< Nothing is left open: there is nothing better to be had.
};
Found find(jit::KeyedKernel kernel, uint64_t key, jit::Level level);

} // namespace cpu::prebuilt
