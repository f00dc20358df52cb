// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "base/result.h"
#include "cpu/abi/level.h"
#include "cpu/abi/routine.h"
#include "cpu/jit/key_pattern.h"

#include <memory>

namespace store {
class Store;
}

namespace cpu::routine {

/// How far a routine's tier 1 is.
enum class BuildState : uint8_t {
    None,    ///< Nobody asked for it.
    Wanted,  ///< Waits for a thread.
    Running, ///< A thread is at it: the routine stays until it is done.
    Done,
    Failed, ///< Tier 0 serves for good.
};

struct BuiltRoutine {
    RoutineFunction function;
    std::shared_ptr<const void> code; ///< Keeps the function's memory.
    bool fromDisk;                    ///< Nothing was compiled.
};

/// Where the cache gets its routines from.
class RoutineBuilder {
public:
    virtual ~RoutineBuilder() = default;

    /// Tier 0 for the key: what there is without compiling anything.
    virtual RoutineFunction ready(const SampleKey& key) const = 0;
    /// Tier 1 for the key. Takes milliseconds; any thread may call, several at a time.
    virtual base::Result<BuiltRoutine> build(const SampleKey& key) = 0;
};

/// The state of a kernel that takes it as one key.
struct KernelKey {
    jit::KeyedKernel kernel;
    uint64_t bits; ///< Of ColorKey or DepthKey; of vertex fetch the format::VkFormatIndex.
    friend constexpr bool operator==(const KernelKey&, const KernelKey&) = default;
};

/// Where KeyedRoutines gets its routines from.
class KeyedBuilder {
public:
    virtual ~KeyedBuilder() = default;

    struct Ready {
        RoutineFunction function;
        bool final; ///< Tier 1 would be no better.
    };
    /// As those of RoutineBuilder.
    virtual Ready ready(const KernelKey& key) const = 0;
    virtual base::Result<BuiltRoutine> build(const KernelKey& key) = 0;
};

/// What tier 0 is.
enum class TierZero : uint8_t {
    Kernel,   ///< The one routine for every key.
    Prebuilt, ///< Those that the build made, where there is one for the key; otherwise the kernel.
};

/// Routines from the kernels of a level; specialised ones are kept in `store` between runs. Null:
/// nothing is kept.
std::unique_ptr<RoutineBuilder> kernelBuilder(Level level, TierZero tierZero, store::Store* store);
std::unique_ptr<KeyedBuilder>
keyedKernelBuilder(Level level, TierZero tierZero, store::Store* store);

} // namespace cpu::routine
