// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "base/result.h"
#include "cpu/abi/level.h"

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace llvm {
class Module;
}

/// From LLVM IR to code in memory. LLVM's headers are needed only where modules are built.
namespace cpu::jit {

/// A relocatable object: what is kept on disk.
using Object = std::vector<std::byte>;

/// Code that was loaded; its memory goes with the last reference. Executable pages are never
/// writable at the same time.
class Code {
public:
    virtual ~Code() = default;
    /// Null where the object does not define it.
    virtual void* address(std::string_view symbol) const = 0;
    virtual size_t size_B() const = 0;
};

/// Quick is for code that somebody waits for, and that its maker has simplified: where it has no
/// loops, it takes a fraction of the passes for code that is as good. Copy is for many copies of
/// kernels at once, which were optimised before their state became constant: it takes half as long
/// as Full, and of states that are constant as a whole some become slower.
enum class Optimization : uint8_t { Quick, Copy, Full };

/// Optimises and compiles for the level; consumes the module. Safe on any thread as long as each
/// module has a context of its own. Errors say what LLVM said. No contraction, no fast-math: a
/// module's bits do not depend on how it was optimised.
base::Result<Object>
compile(std::unique_ptr<llvm::Module> module, Level level, Optimization effort);

/// From now on LLVM throws std::bad_alloc where it would end the process. Once.
void throwWhereMemoryIsShort();

/// Makes the object callable. Symbols it lacks are kernels (any level's name), the runtime
/// functions registered with registerSymbol(), or an error. An object that is not one, or for
/// another machine, is an error. Safe on any thread.
base::Result<std::shared_ptr<const Code>> load(std::span<const std::byte> object);

/// A C++ function that generated code calls. Before the first load().
void registerSymbol(const char* name, void* address);

/// Name and version of the code generator, for cache keys and the log: "LLVM 19.1.7".
std::string generatorName();

} // namespace cpu::jit
