// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "cpu/abi/descriptors.h"
#include "cpu/kernels/kernel_library.h"

#include <array>

namespace cpu::jit {

/// A kernel whose state is its first arguments, integers: what code can be made for.
struct KernelName {
    kernels::KernelFile file;
    const char* name;
};
inline constexpr KernelName kSampleKernel = {kernels::KernelFile::Sample, "sample"};

/// Kernels whose state is one key, their first argument.
enum class KeyedKernel : uint8_t { MergeColor, MergeDepth, FetchVertex, Count };
constexpr KernelName kernelName(KeyedKernel kernel) {
    constexpr KernelName kNames[] = {{kernels::KernelFile::Merge, "merge_color"},
                                     {kernels::KernelFile::Merge, "merge_depth"},
                                     {kernels::KernelFile::Fetch, "fetch_vertex"}};
    return kNames[size_t(kernel)];
}

/// Values of an argument that agree in some bits.
struct ArgumentPattern {
    uint64_t mask;  ///< Bits that are fixed,
    uint64_t value; ///< and what they are; zero elsewhere.

    static constexpr ArgumentPattern exactly(uint64_t value) { return {~uint64_t(0), value}; }
    constexpr bool matches(uint64_t argument) const { return (argument & mask) == value; }
};

/// Sampling keys that agree in some bits: what a routine is made for that still reads the rest of
/// its state at run time.
struct KeyPattern {
    SampleKey mask;
    SampleKey value;

    /// One key alone.
    static constexpr KeyPattern exactly(const SampleKey& key) { return {{~0u, ~0u, ~0u}, key}; }
    constexpr bool matches(const SampleKey& key) const {
        return (key.viewId & mask.viewId) == value.viewId &&
               (key.samplerId & mask.samplerId) == value.samplerId &&
               (key.op & mask.op) == value.op;
    }
    /// As the sampling kernel takes it.
    constexpr std::array<ArgumentPattern, 2> arguments() const {
        return {{{uint64_t(mask.samplerId) << 32 | mask.viewId,
                  uint64_t(value.samplerId) << 32 | value.viewId},
                 {mask.op, value.op}}};
    }
};

} // namespace cpu::jit
