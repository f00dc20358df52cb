// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#pragma once

#include "cpu/abi/descriptors.h"
#include "cpu/abi/level.h"
#include "cpu/shader/module/instruction.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>

#include <cstdint>
#include <functional>
#include <span>
#include <string_view>
#include <vector>

/// SPMD on SIMD: one lane per invocation. A scalar of the shader is a vector of lanes in IR:
/// <N x float>, <N x i32> (signed and unsigned alike), <N x i1> for bool, i64/i16/i8/double/half as
/// they are offered. Vectors, matrices, arrays and structs are flattened into their scalars in
/// order (columns of matrices one after the other).
namespace cpu::shader {

/// A value in flight: its scalars. Values of an opaque type (images, samplers, pointers) are not
/// vectors of lanes; descriptors.cpp and pointers.cpp find what they are.
using Value = std::vector<llvm::Value*>;

/// Translates the body of a function. One file per family of instructions implements
/// translate<Family>(): each returns false for instructions that are not its own.
class Translator {
public:
    virtual ~Translator() = default;

    virtual llvm::IRBuilder<>& ir() = 0;
    virtual llvm::Module& module() = 0;
    virtual uint32_t lanes() const = 0;
    virtual Level level() const = 0;

    virtual const Type& type(Id id) const = 0; ///< Of a type id; throws Refused.
    virtual Id typeOf(Id value) const = 0;
    virtual Value value(Id id) = 0; ///< Throws Refused for ids without value.
    virtual void define(Id id, Value value) = 0;
    /// The instruction that made `id`, also of lazily translated ones (OpImageTexelPointer, whose
    /// operands may be read wherever its result is used). Throws Refused for unknown ids.
    virtual const Instruction& definition(Id id) const = 0;
    /// True for the result of OpExtInstImport "GLSL.std.450".
    virtual bool isGlslStd450(Id set) const = 0;
    /// Through a pointer of any storage class, active lanes only (shader/memory.cpp).
    virtual Value load(Id pointer) = 0;
    virtual void store(Id pointer, const Value& value) = 0;
    /// The scalar `id` when it is a constant (or specialised) integer.
    virtual bool constant(Id id, uint64_t& value) const = 0;
    virtual bool decorated(Id id, spv::Decoration decoration) const = 0;

    /// Lanes that run here: <N x i1>.
    virtual llvm::Value* activeMask() = 0;
    /// The same as bits of an i32.
    virtual llvm::Value* activeBits() = 0;
    /// Those of them that side effects (stores, atomics, image writes) happen for: not the helper
    /// invocations of fragment shaders.
    virtual llvm::Value* writeMask() = 0;

    // Helpers every family needs.
    virtual llvm::Type* floatLanes() = 0;                        ///< <N x float>
    virtual llvm::Type* intLanes() = 0;                          ///< <N x i32>
    virtual llvm::Type* boolLanes() = 0;                         ///< <N x i1>
    virtual llvm::Type* lanesOf(const Type& scalarOrVector) = 0; ///< Vector type of its scalar.
    virtual llvm::Value* splat(float value) = 0;
    virtual llvm::Value* splat(uint32_t value) = 0;
    virtual llvm::Value* splat(llvm::Value* scalar) = 0; ///< A uniform value to all lanes.
    /// The scalar that all lanes of `lanes` hold where that is known from the IR (constants and
    /// splats); null otherwise.
    virtual llvm::Value* uniform(llvm::Value* lanes) const = 0;
    /// All bits or none per lane, <N x i32>, of <N x i1>; and back (by the sign bit).
    virtual llvm::Value* maskToInt(llvm::Value* mask) = 0;
    virtual llvm::Value* intToMask(llvm::Value* lanes) = 0;
    /// fn(lane index as i32) once per active lane, in a loop over the set bits: the index is a
    /// value of the loop, not a constant. fn may make blocks.
    virtual void forEachActiveLane(const std::function<void(llvm::Value* lane)>& fn) = 0;
    /// Calls a kernel of the maths family ("sin" for GLISSADE_KERNEL(sin)); it is linked in and
    /// inlined.
    virtual llvm::Value* callMaths(std::string_view kernel, std::span<llvm::Value* const> args) = 0;
    /// Declares a kernel of any family by its IR type (regcall convention set).
    virtual llvm::FunctionCallee kernel(std::string_view name, llvm::FunctionType* type) = 0;

    /// Where a pointer value leads (shader/memory.cpp). For each lane an address, with what is
    /// needed to keep accesses inside.
    struct Location {
        llvm::Value* base;     ///< ptr, uniform; or <N x ptr> where `divergent`.
        llvm::Value* offset_B; ///< <N x i32>
        llvm::Value*
            size_B; ///< i32 or <N x i32>: accesses end before base + size_B. Null: in bounds.
        bool divergent;
        spv::StorageClass storage;
    };
    virtual Location locate(Id pointer) = 0;

    /// Descriptor of an opaque value (or of what a pointer to one leads to): ptr to it in set
    /// memory, uniform or <N x ptr>. The pointer is never null and always leads to a descriptor,
    /// which may be empty: check ImageDescriptor::image.
    struct Descriptor {
        llvm::Value* pointer;
        bool divergent;
        Id imageType; ///< The OpTypeImage; 0 of samplers.
    };
    virtual Descriptor imageDescriptor(Id imageOrSampledImage) = 0;
    virtual Descriptor samplerDescriptor(Id sampledImage) = 0;

    virtual llvm::Value* dispatchPointer() = 0; ///< const DispatchData*
    virtual llvm::Value* workerPointer() = 0;   ///< const WorkerData*
    /// Index of a new sampling instruction's slot.
    virtual uint32_t addSampleSite(SampleOp op) = 0;
    /// Tier 2: the ids that site was stable with; 0: none.
    virtual uint64_t stableIds(uint32_t site) const = 0;
};

bool translateArithmetic(Translator& t, const Instruction& i); // arithmetic.cpp
bool translateConversion(Translator& t, const Instruction& i); // conversion.cpp
bool translateComposite(Translator& t, const Instruction& i);  // composite.cpp
bool translateExtended(Translator& t, const Instruction& i);   // glsl_std_450.cpp
bool translateDerivative(Translator& t, const Instruction& i); // derivative.cpp
bool translateAtomic(Translator& t, const Instruction& i);     // atomic.cpp
bool translateSubgroup(Translator& t, const Instruction& i);   // subgroup.cpp
bool translateImage(Translator& t, const Instruction& i);    // image.cpp: queries, storage, texels
bool translateSampling(Translator& t, const Instruction& i); // sampling.cpp
bool translateMemory(Translator& t, const Instruction& i);   // memory.cpp

} // namespace cpu::shader
