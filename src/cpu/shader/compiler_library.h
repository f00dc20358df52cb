// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "cpu/jit/specialize.h"
#include "cpu/kernels/kernel_library.h"
#include "cpu/shader/compiler.h"

#include <tuple>

/// The compiler as a library of its own, beside the driver: LLVM takes ten milliseconds and dozens
/// of megabytes to load, and a program whose code is all on disk never asks for it.
namespace cpu::shader {

/// compile() of every stage.
template <class... Images>
using Compilers = std::tuple<CompileFunction<Images>*...>;

/// copy() of every stage.
template <class... Images>
using Copiers = std::tuple<CopyFunction<Images>*...>;

struct CompilerLibrary {
    uint64_t build; ///< compilerBuild() of the library.
    OfStageImages<Compilers> compile;
    OfStageImages<Copiers> copy;
    decltype(&jit::specialize) specialize;
};

/// What the library exports, and its name there.
using CompilerLibraryFunction = const CompilerLibrary* (*)();
inline constexpr char kCompilerLibraryFunction[] = "glissade_cpu_compiler";

/// A driver takes the library of its own build alone.
inline uint64_t compilerBuild() {
    return kernels::buildHash() + kAbiVersion;
}

} // namespace cpu::shader
