// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "cpu/shader/compiler.h"
#include "spirv/stage.h"

#include <array>
#include <cstdint>
#include <string>
#include <vector>

/// Runs compute shaders without Vulkan: GLSL in, buffers out.
namespace cpu::shader::test {

using Words = std::vector<uint32_t>;

/// As glslang makes it; `optimized` by SPIRV-Tools as well. Fails the test on errors.
Words compileGlsl(const std::string& glsl,
                  bool optimized = false,
                  spirv::Stage stage = spirv::Stage::Compute);

/// Storage and uniform buffers of set 0, binding by binding.
struct Buffer {
    Words words;
    BindingKind kind = BindingKind::StorageBuffer;
    uint32_t elements = 1;        ///< Of an array of descriptors, that all share `words` evenly.
    int32_t size_B = -1;          ///< What the descriptor says; -1: all of it.
    int32_t dynamicOffset_B = -1; ///< -1: not a dynamic buffer.
    /// Of the last binding, whose count then varies: elements that the set has.
    int32_t present = -1;
    bool unmapped = false; ///< Partially bound, to memory that may not be touched.
};

struct Dispatch {
    std::vector<Buffer> buffers;
    std::array<uint32_t, 3> groups{1, 1, 1};
    Words pushConstants;
    std::vector<SpecializationEntry> specialization;
    Words specializationData;
    std::string entryPoint = "main";
    /// Optimised SPIR-V gives the same bits as well. Not so where floats are folded.
    bool exact = false;
    /// Push constants begin with the buffers' addresses, 64 bits each.
    bool pushAddresses = false;
    /// What runs is told to end before it begins.
    bool interrupted = false;
};

/// Levels that the machine has.
std::vector<Level> levels();

base::Result<ComputeImage> compileWords(const Words& spirv, const Dispatch& dispatch, Level level);
/// The same as copied pieces.
base::Result<ComputeImage> copyWords(const Words& spirv, const Dispatch& dispatch, Level level);
/// Runs all groups; the buffers change.
void execute(const ComputeImage& image, Dispatch& dispatch);

/// Compiles `glsl` both ways for each level, runs it and expects all levels to leave the same
/// buffers, which are returned.
std::vector<Words> run(const std::string& glsl, const Dispatch& dispatch);
/// The common case: "local_size_x = 64" and a buffer `uint r[]` at binding 0, of `count` words,
/// with `body` in main(). `before`: declarations.
Words runBody(const std::string& body,
              uint32_t count = 64,
              const std::string& before = {},
              bool exact = false);

uint32_t bits(float value);
float asFloat(uint32_t value);

} // namespace cpu::shader::test
