// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "cpu/kernels/abi.h"

namespace cpu::jit {

/// Sampling keys that agree in some bits: what a routine is made for that still reads the rest of
/// its state at run time.
struct KeyPattern {
    SampleKey mask;  ///< Bits that are fixed,
    SampleKey value; ///< and what they are; zero elsewhere.

    /// One key alone.
    static constexpr KeyPattern exactly(const SampleKey& key) { return {{~0u, ~0u, ~0u}, key}; }
    constexpr bool matches(const SampleKey& key) const {
        return (key.viewId & mask.viewId) == value.viewId &&
               (key.samplerId & mask.samplerId) == value.samplerId &&
               (key.op & mask.op) == value.op;
    }
    constexpr uint64_t idsMask() const { return uint64_t(mask.samplerId) << 32 | mask.viewId; }
    constexpr uint64_t ids() const { return uint64_t(value.samplerId) << 32 | value.viewId; }
    constexpr bool exact() const { return idsMask() == ~uint64_t(0) && mask.op == ~0u; }
};

} // namespace cpu::jit
