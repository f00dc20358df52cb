// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "cpu/shader/instructions/subgroup_arithmetic.h"

#include "cpu/abi/shader.h"
#include "cpu/shader/instructions/half_as_float.h"
#include "cpu/shader/instructions/operands.h"
#include "cpu/shader/instructions/quads.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/Intrinsics.h>

#include <algorithm>
#include <limits>
#include <optional>
#include <utility>

namespace cpu::shader {
namespace {

enum class Domain { Integer, Float, Bool };

std::optional<Domain> domainOf(spv::Op op) {
    switch (op) {
    case spv::OpGroupNonUniformIAdd:
    case spv::OpGroupNonUniformIMul:
    case spv::OpGroupNonUniformSMin:
    case spv::OpGroupNonUniformUMin:
    case spv::OpGroupNonUniformSMax:
    case spv::OpGroupNonUniformUMax:
    case spv::OpGroupNonUniformBitwiseAnd:
    case spv::OpGroupNonUniformBitwiseOr:
    case spv::OpGroupNonUniformBitwiseXor:
        return Domain::Integer;
    case spv::OpGroupNonUniformFAdd:
    case spv::OpGroupNonUniformFMul:
    case spv::OpGroupNonUniformFMin:
    case spv::OpGroupNonUniformFMax:
        return Domain::Float;
    case spv::OpGroupNonUniformLogicalAnd:
    case spv::OpGroupNonUniformLogicalOr:
    case spv::OpGroupNonUniformLogicalXor:
        return Domain::Bool;
    default:
        return std::nullopt;
    }
}

llvm::Value* combine(Translator& t, spv::Op op, llvm::Value* a, llvm::Value* b) {
    auto& ir = t.ir();
    switch (op) {
    case spv::OpGroupNonUniformIAdd:
        return ir.CreateAdd(a, b);
    case spv::OpGroupNonUniformFAdd:
        return ir.CreateFAdd(a, b);
    case spv::OpGroupNonUniformIMul:
        return ir.CreateMul(a, b);
    case spv::OpGroupNonUniformFMul:
        return ir.CreateFMul(a, b);
    case spv::OpGroupNonUniformSMin:
        return ir.CreateBinaryIntrinsic(llvm::Intrinsic::smin, a, b);
    case spv::OpGroupNonUniformUMin:
        return ir.CreateBinaryIntrinsic(llvm::Intrinsic::umin, a, b);
    case spv::OpGroupNonUniformSMax:
        return ir.CreateBinaryIntrinsic(llvm::Intrinsic::smax, a, b);
    case spv::OpGroupNonUniformUMax:
        return ir.CreateBinaryIntrinsic(llvm::Intrinsic::umax, a, b);
    case spv::OpGroupNonUniformFMin:
        return numberMin(t, a, b);
    case spv::OpGroupNonUniformFMax:
        return numberMax(t, a, b);
    case spv::OpGroupNonUniformBitwiseAnd:
    case spv::OpGroupNonUniformLogicalAnd:
        return ir.CreateAnd(a, b);
    case spv::OpGroupNonUniformBitwiseOr:
    case spv::OpGroupNonUniformLogicalOr:
        return ir.CreateOr(a, b);
    default:
        return ir.CreateXor(a, b);
    }
}

/// What changes nothing: inactive lanes hold it.
llvm::Value* identityOf(spv::Op op, llvm::Type* lanes) {
    const unsigned width = lanes->getScalarSizeInBits();
    switch (op) {
    case spv::OpGroupNonUniformIMul:
        return splatOf(lanes, 1);
    case spv::OpGroupNonUniformFMul:
        return splatOf(lanes, 1.0);
    case spv::OpGroupNonUniformSMin:
        return llvm::ConstantInt::get(lanes, llvm::APInt::getSignedMaxValue(width));
    case spv::OpGroupNonUniformSMax:
        return llvm::ConstantInt::get(lanes, llvm::APInt::getSignedMinValue(width));
    case spv::OpGroupNonUniformFMin:
        return llvm::ConstantFP::getInfinity(lanes);
    case spv::OpGroupNonUniformFMax:
        return llvm::ConstantFP::getInfinity(lanes, true);
    case spv::OpGroupNonUniformUMin:
    case spv::OpGroupNonUniformBitwiseAnd:
    case spv::OpGroupNonUniformLogicalAnd:
        return llvm::Constant::getAllOnesValue(lanes);
    default:
        return llvm::Constant::getNullValue(lanes);
    }
}

llvm::Value* reduce(Translator& t, spv::Op op, llvm::Value* x, uint64_t cluster) {
    if (cluster >= 2) {
        x = combine(t, op, x, quadShuffle(t, x, {1, 0, 3, 2}));
    }
    if (cluster >= 4) {
        x = combine(t, op, x, quadShuffle(t, x, {2, 3, 0, 1}));
    }
    return x;
}

/// Lanes moved up by one or two, the identity moved in.
llvm::Value* moveUp(Translator& t, llvm::Value* x, llvm::Value* identity, uint32_t by) {
    llvm::Value* moved =
        by == 1 ? quadShuffle(t, x, {0, 0, 1, 2}) : quadShuffle(t, x, {0, 0, 0, 1});
    return t.ir().CreateSelect(t.ir().CreateICmpUGE(laneInQuad(t), t.splat(by)), moved, identity);
}

llvm::Value*
scan(Translator& t, spv::Op op, llvm::Value* x, llvm::Value* identity, bool inclusive) {
    x = combine(t, op, moveUp(t, x, identity, 1), x);
    x = combine(t, op, moveUp(t, x, identity, 2), x);
    return inclusive ? x : moveUp(t, x, identity, 1);
}

uint64_t clusterSize(Translator& t, const Instruction& i) {
    uint64_t size;
    if (!t.constant(i[3], size) || size == 0 || (size & (size - 1)) != 0) {
        refuse(i, "the cluster's size is no constant power of two");
    }
    return std::min<uint64_t>(size, kSubgroupSize);
}

} // namespace

bool translateSubgroupArithmetic(Translator& t, const Instruction& i) {
    const std::optional<Domain> domain = domainOf(i.op);
    if (!domain) {
        return false;
    }
    if (computesHalves(t, i, 2)) {
        return translateHalvesAsFloats(t, i, translateSubgroupArithmetic);
    }
    const Type& type = componentwiseResult(t, i);
    if (*domain == Domain::Float  ? !isFloat(type)
        : *domain == Domain::Bool ? !isBool(type)
                                  : !isInteger(type)) {
        refuse(i, "wrong result type");
    }
    Value result = operandOf(t, i[2], type);
    llvm::Value* identity = identityOf(i.op, t.lanesOf(type));
    for (llvm::Value*& x : result) {
        x = t.ir().CreateSelect(t.activeMask(), x, identity);
        switch (spv::GroupOperation(i[1])) {
        case spv::GroupOperationReduce:
            x = reduce(t, i.op, x, kSubgroupSize);
            break;
        case spv::GroupOperationInclusiveScan:
            x = scan(t, i.op, x, identity, true);
            break;
        case spv::GroupOperationExclusiveScan:
            x = scan(t, i.op, x, identity, false);
            break;
        case spv::GroupOperationClusteredReduce:
            x = reduce(t, i.op, x, clusterSize(t, i));
            break;
        default:
            refuse(i, "unknown group operation");
        }
    }
    t.define(i.result, std::move(result));
    return true;
}

} // namespace cpu::shader
