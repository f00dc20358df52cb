// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Pieces of control flow that instructions need inside of themselves.
#pragma once

#include "cpu/shader/instructions/translator.h"

namespace cpu::shader {

/// fn(lane as i32) for the lanes whose bit is set in `bits` (i32), lowest first. What fn returns is
/// the lane's scalar of the result, of type `lanes`; other lanes are zero. With a null type nothing
/// is kept and the result is null.
llvm::Value* forEachBit(Translator& t,
                        llvm::Value* bits,
                        llvm::Type* lanes,
                        const std::function<llvm::Value*(llvm::Value* lane)>& fn);

/// What fn gives where `condition` (i1) holds, zeros of its types elsewhere.
Value onlyIf(Translator& t, llvm::Value* condition, const std::function<Value()>& fn);

/// Lanes that share their descriptors.
struct DescriptorGroup {
    llvm::Value* image;   ///< ptr to the descriptor.
    llvm::Value* sampler; ///< The same of the sampler; null where there is none.
    llvm::Value* active;  ///< <N x i1>
    llvm::Value* bits;    ///< The same as bits of an i32.
};

/// Lanes that take part in what is done with a descriptor.
enum class Access : uint8_t {
    Read, ///< Translator::activeMask()
    Write ///< Translator::writeMask()
};

/// Translates fn once, for the descriptors of all lanes that take part: where they may differ in a
/// loop over groups of equal ones. Results of fn are merged by lane.
Value forEachDescriptor(Translator& t,
                        const Translator::Descriptor& image,
                        const Translator::Descriptor* sampler,
                        const std::vector<llvm::Type*>& results,
                        const std::function<Value(const DescriptorGroup&)>& fn,
                        Access access = Access::Read);

/// Loads a member of a struct in memory.
llvm::Value* loadMember(Translator& t, llvm::Type* type, llvm::Value* base, size_t offset_B);
/// The same of what does not change while a workgroup runs: descriptors and what they lead to.
llvm::Value* loadConstant(Translator& t, llvm::Type* type, llvm::Value* base, size_t offset_B);

} // namespace cpu::shader
