// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "cpu/shader/compiler_library.h"

namespace cpu::shader {

namespace {

template <class... Images>
struct CompilersOf {
    static constexpr Compilers<Images...> kAll{&compile<Images>...};
};

template <class... Images>
struct CopiersOf {
    static constexpr Copiers<Images...> kAll{&copy<Images>...};
};

} // namespace

} // namespace cpu::shader

extern "C" __attribute__((visibility("default"))) const cpu::shader::CompilerLibrary*
glissade_cpu_compiler() {
    using namespace cpu;
    jit::throwWhereMemoryIsShort();
    static const shader::CompilerLibrary library{
        .build = shader::compilerBuild(),
        .compile = shader::OfStageImages<shader::CompilersOf>::kAll,
        .copy = shader::OfStageImages<shader::CopiersOf>::kAll,
        .specialize = &jit::specialize};
    return &library;
}
