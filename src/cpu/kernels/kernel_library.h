// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "cpu/abi/descriptors.h"
#include "cpu/abi/level.h"

#include <cstddef>
#include <span>
#include <string_view>

/// The kernels as the build made them: object code in this library, and the bitcode of those that
/// are inlined or specialised.
namespace cpu::kernels {

/// A source file (family) of kernels whose bitcode is linked into modules, by need.
enum class KernelFile : uint8_t { Sample, Maths, Merge, Fetch };

std::span<const std::byte> bitcode(KernelFile file, Level level);
/// The object code of a kernel, "sample" for GLISSADE_KERNEL(sample). Null: there is none.
/// Kernels have vector signatures that only clang and generated code can call.
void* kernel(std::string_view name, Level level);
/// Changes with every change of a kernel. Part of the key of cached code.
uint64_t buildHash();

} // namespace cpu::kernels
