// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "cpu/shader/instructions/translator.h"

namespace cpu::shader {

/// The optional operands of image instructions: ids, 0 where there is none.
struct ImageOperands {
    Id bias = 0;
    Id lod = 0;
    Id gradX = 0;
    Id gradY = 0;
    Id offset = 0; ///< Offset or ConstOffset.
    Id constOffsets = 0;
    Id sample = 0;
    Id minLod = 0;

    /// From the mask at operand `index` on, if the instruction has it.
    static ImageOperands of(const Instruction& i, size_t index);
};

/// Components of a coordinate without layer, projection and sample: cubes have three.
uint32_t coordinateAxes(const Type& image);

/// {<N x float> × 4}: what kernels return.
llvm::StructType* texelType(Translator& t);
/// Calls a kernel, or a routine, by regcall; readRegcall() one that writes no memory.
llvm::Value*
callRegcall(Translator& t, llvm::FunctionCallee callee, llvm::ArrayRef<llvm::Value*> args);
llvm::Value*
readRegcall(Translator& t, llvm::FunctionCallee callee, llvm::ArrayRef<llvm::Value*> args);
Value texelParts(Translator& t, llvm::Value* texel);

/// Defines the instruction's result, of up to four 32-bit floats or integers, from channels in
/// float lanes.
void defineTexel(Translator& t, const Instruction& i, const Value& channels);
/// Float or integer operand `id` as channels in float lanes.
Value channelsOf(Translator& t, Id id);
/// Coordinates of integers as <N x i32>.
Value integerCoordinates(Translator& t, Id id, size_t count);

/// Channels of texels of level 0 at x, y, layer (`at`), by a sampling routine. `sample` may be
/// null.
Value fetchTexel(Translator& t,
                 const Translator::Descriptor& image,
                 const Value& at,
                 llvm::Value* sample); // sampling.cpp

/// Texel coordinates of storage images: x, y, z, layer.
struct TexelPlace {
    llvm::Value* x;
    llvm::Value* y;
    llvm::Value* z;
    llvm::Value* layer;
    llvm::Value* sample;
};
TexelPlace texelPlace(Translator& t, const Type& image, Id coordinate, Id sample);

} // namespace cpu::shader
