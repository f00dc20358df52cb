// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "base/result.h"
#include "cpu/jit/level.h"
#include "cpu/sample/routine.h"

#include <memory>

namespace store {
class Store;
}

namespace cpu::sample {

struct BuiltRoutine {
    RoutineFunction function;
    std::shared_ptr<const void> code; ///< Keeps the function's memory.
    bool fromDisk;                    ///< Nothing was compiled.
};

/// Where the cache gets its routines from.
class RoutineBuilder {
public:
    virtual ~RoutineBuilder() = default;

    /// Tier 0: serves every key.
    virtual RoutineFunction generic() const = 0;
    /// Tier 1 for the key. Takes milliseconds; any thread may call, several at a time.
    virtual base::Result<BuiltRoutine> build(const SampleKey& key) = 0;
};

/// Routines from the kernels of a level; specialised ones are kept in `store` between runs. Null:
/// nothing is kept.
std::unique_ptr<RoutineBuilder> kernelBuilder(jit::Level level, store::Store* store);

} // namespace cpu::sample
