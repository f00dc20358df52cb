// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "cpu/shader/compiler_library.h"

extern "C" __attribute__((visibility("default"))) const cpu::shader::CompilerLibrary*
glissade_cpu_compiler() {
    static const cpu::shader::CompilerLibrary library{cpu::shader::compilerBuild(),
                                                      &cpu::shader::compileCompute,
                                                      &cpu::shader::compileVertex,
                                                      &cpu::shader::compileControl,
                                                      &cpu::shader::compileEvaluation,
                                                      &cpu::shader::compileGeometry,
                                                      &cpu::shader::compileFragment,
                                                      &cpu::jit::specialize};
    return &library;
}
