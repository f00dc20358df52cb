// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "cpu/jit/level.h"
#include "cpu/kernels/abi.h"

namespace cpu::prebuilt {

/// The routine of the first pattern that matches a canonical key, with the sampling kernel's
/// signature. Null: none does.
void* find(const SampleKey& key, jit::Level level);

} // namespace cpu::prebuilt
