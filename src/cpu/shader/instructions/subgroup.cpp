// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Subgroups are quads (kSubgroupSize): votes, ballots and shuffles by the active lanes.
// Arithmetic lies in subgroup_arithmetic.cpp.
#include "cpu/abi/shader.h"
#include "cpu/shader/instructions/operands.h"
#include "cpu/shader/instructions/quads.h"
#include "cpu/shader/instructions/subgroup_arithmetic.h"

#include <llvm/IR/Intrinsics.h>

#include <utility>

namespace cpu::shader {
namespace {

void expectSubgroupScope(Translator& t, const Instruction& i) {
    uint64_t scope;
    if (!t.constant(i[0], scope) || scope != spv::ScopeSubgroup) {
        refuse(i, "the scope is not Subgroup");
    }
}

void expectResult(Translator& t, const Instruction& i, bool isResult, size_t count) {
    if (!isResult || componentwiseResult(t, i).scalars != count) {
        refuse(i, "wrong result type");
    }
}

void defineBool(Translator& t, const Instruction& i, llvm::Value* value) {
    expectResult(t, i, isBool(componentwiseResult(t, i)), 1);
    t.define(i.result, {value});
}

void defineInt(Translator& t, const Instruction& i, llvm::Value* value) {
    const Type& type = componentwiseResult(t, i);
    expectResult(t, i, isInteger(type) && type.width == 32, 1);
    t.define(i.result, {value});
}

/// The lowest active lane of each quad; 0 where none is active.
llvm::Value* firstActive(Translator& t) {
    auto& ir = t.ir();
    // The fifth bit keeps the count in range, modulo 4 it is lane 0.
    llvm::Value* bits = ir.CreateOr(quadBallot(t, t.activeMask()), t.splat(16u));
    return ir.CreateAnd(ir.CreateBinaryIntrinsic(llvm::Intrinsic::cttz, bits, ir.getTrue()),
                        t.splat(3u));
}

llvm::Value* anyOf(Translator& t, llvm::Value* predicate) {
    auto& ir = t.ir();
    llvm::Value* bits = quadBallot(t, ir.CreateAnd(predicate, t.activeMask()));
    return ir.CreateICmpNE(bits, t.splat(0u));
}

llvm::Value* allOf(Translator& t, llvm::Value* predicate) {
    return t.ir().CreateNot(anyOf(t, t.ir().CreateNot(predicate)));
}

/// All active lanes hold what the first of them holds; floats compare as numbers.
llvm::Value* allEqual(Translator& t, Id id) {
    auto& ir = t.ir();
    const Value value = operandOf(t, id, componentwiseOperand(t, id));
    llvm::Value* first = firstActive(t);
    llvm::Value* equal = nullptr;
    for (llvm::Value* lanes : value) {
        llvm::Value* other = quadRead(t, lanes, first);
        llvm::Value* same = lanes->getType()->isFPOrFPVectorTy() ? ir.CreateFCmpOEQ(lanes, other)
                                                                 : ir.CreateICmpEQ(lanes, other);
        equal = equal ? ir.CreateAnd(equal, same) : same;
    }
    return allOf(t, equal);
}

void defineBallot(Translator& t, const Instruction& i, llvm::Value* predicate) {
    const Type& type = componentwiseResult(t, i);
    expectResult(t, i, isInteger(type) && type.width == 32, 4);
    llvm::Value* zero = t.splat(0u);
    t.define(i.result,
             {quadBallot(t, t.ir().CreateAnd(predicate, t.activeMask())), zero, zero, zero});
}

/// Each scalar of `id` read from the lane of the quad that `index` names.
void defineRead(Translator& t, const Instruction& i, Id id, llvm::Value* index) {
    Value result = operandOf(t, id, componentwiseResult(t, i));
    for (llvm::Value*& lanes : result) {
        lanes = quadRead(t, lanes, index);
    }
    t.define(i.result, std::move(result));
}

void defineShuffle(Translator& t, const Instruction& i, Id id, const std::array<int, 4>& from) {
    Value result = operandOf(t, id, componentwiseResult(t, i));
    for (llvm::Value*& lanes : result) {
        lanes = quadShuffle(t, lanes, from);
    }
    t.define(i.result, std::move(result));
}

/// The bit of the value's first word that `index` names.
llvm::Value* ballotBit(Translator& t, Id value, llvm::Value* index) {
    auto& ir = t.ir();
    llvm::Value* word = intsOf(t, value, 4)[0];
    llvm::Value* bit = ir.CreateLShr(word, ir.CreateAnd(index, t.splat(31u)));
    llvm::Value* within = ir.CreateICmpULT(index, t.splat(kSubgroupSize));
    return ir.CreateAnd(ir.CreateTrunc(bit, t.boolLanes()), within);
}

llvm::Value* ballotCount(Translator& t, const Instruction& i) {
    auto& ir = t.ir();
    llvm::Value* word = ir.CreateAnd(intsOf(t, i[2], 4)[0], t.splat(15u));
    llvm::Value* lane = laneInQuad(t);
    llvm::Value* below = ir.CreateSub(ir.CreateShl(t.splat(1u), lane), t.splat(1u));
    switch (spv::GroupOperation(i[1])) {
    case spv::GroupOperationReduce:
        break;
    case spv::GroupOperationExclusiveScan:
        word = ir.CreateAnd(word, below);
        break;
    case spv::GroupOperationInclusiveScan:
        word = ir.CreateAnd(word, ir.CreateOr(ir.CreateShl(below, t.splat(1u)), t.splat(1u)));
        break;
    default:
        refuse(i, "unknown group operation");
    }
    return ir.CreateUnaryIntrinsic(llvm::Intrinsic::ctpop, word);
}

/// Lowest or highest bit of the four; of none 0.
llvm::Value* ballotFind(Translator& t, const Instruction& i) {
    auto& ir = t.ir();
    llvm::Value* word = ir.CreateAnd(intsOf(t, i[1], 4)[0], t.splat(15u));
    if (i.op == spv::OpGroupNonUniformBallotFindLSB) {
        llvm::Value* bits = ir.CreateOr(word, t.splat(16u));
        return ir.CreateAnd(ir.CreateBinaryIntrinsic(llvm::Intrinsic::cttz, bits, ir.getTrue()),
                            t.splat(3u));
    }
    llvm::Value* bits = ir.CreateOr(word, t.splat(1u));
    return ir.CreateSub(t.splat(31u),
                        ir.CreateBinaryIntrinsic(llvm::Intrinsic::ctlz, bits, ir.getTrue()));
}

void rotate(Translator& t, const Instruction& i) {
    auto& ir = t.ir();
    uint64_t cluster = kSubgroupSize;
    if (i.count() > 3 && (!t.constant(i[3], cluster) || cluster == 0)) {
        refuse(i, "the cluster's size is no constant");
    }
    cluster = std::min<uint64_t>(cluster, kSubgroupSize);
    llvm::Value* lane = laneInQuad(t);
    llvm::Value* within = t.splat(uint32_t(cluster - 1));
    llvm::Value* moved = ir.CreateAnd(ir.CreateAdd(lane, intOf(t, i[2])), within);
    defineRead(t, i, i[1], ir.CreateOr(ir.CreateAnd(lane, ir.CreateNot(within)), moved));
}

void swapQuad(Translator& t, const Instruction& i) {
    uint64_t direction;
    if (!t.constant(i[2], direction) || direction > 2) {
        refuse(i, "unknown direction");
    }
    constexpr std::array<int, 4> kSwaps[] = {{1, 0, 3, 2}, {2, 3, 0, 1}, {3, 2, 1, 0}};
    defineShuffle(t, i, i[1], kSwaps[direction]);
}

bool translateVote(Translator& t, const Instruction& i) {
    switch (i.op) {
    case spv::OpGroupNonUniformElect:
        defineBool(t, i, t.ir().CreateICmpEQ(laneInQuad(t), firstActive(t)));
        return true;
    case spv::OpGroupNonUniformAll:
        defineBool(t, i, allOf(t, boolOf(t, i[1])));
        return true;
    case spv::OpGroupNonUniformAny:
        defineBool(t, i, anyOf(t, boolOf(t, i[1])));
        return true;
    case spv::OpGroupNonUniformAllEqual:
        defineBool(t, i, allEqual(t, i[1]));
        return true;
    default:
        return false;
    }
}

bool translateBallot(Translator& t, const Instruction& i) {
    switch (i.op) {
    case spv::OpGroupNonUniformBallot:
        defineBallot(t, i, boolOf(t, i[1]));
        return true;
    case spv::OpGroupNonUniformInverseBallot:
        defineBool(t, i, ballotBit(t, i[1], laneInQuad(t)));
        return true;
    case spv::OpGroupNonUniformBallotBitExtract:
        defineBool(t, i, ballotBit(t, i[1], intOf(t, i[2])));
        return true;
    case spv::OpGroupNonUniformBallotBitCount:
        defineInt(t, i, ballotCount(t, i));
        return true;
    case spv::OpGroupNonUniformBallotFindLSB:
    case spv::OpGroupNonUniformBallotFindMSB:
        defineInt(t, i, ballotFind(t, i));
        return true;
    default:
        return false;
    }
}

bool translateShuffle(Translator& t, const Instruction& i) {
    auto& ir = t.ir();
    switch (i.op) {
    case spv::OpGroupNonUniformBroadcast:
    case spv::OpGroupNonUniformShuffle:
    case spv::OpGroupNonUniformQuadBroadcast:
        defineRead(t, i, i[1], intOf(t, i[2]));
        return true;
    case spv::OpGroupNonUniformBroadcastFirst:
        defineRead(t, i, i[1], firstActive(t));
        return true;
    case spv::OpGroupNonUniformShuffleXor:
        defineRead(t, i, i[1], ir.CreateXor(laneInQuad(t), intOf(t, i[2])));
        return true;
    case spv::OpGroupNonUniformShuffleUp:
        defineRead(t, i, i[1], ir.CreateSub(laneInQuad(t), intOf(t, i[2])));
        return true;
    case spv::OpGroupNonUniformShuffleDown:
        defineRead(t, i, i[1], ir.CreateAdd(laneInQuad(t), intOf(t, i[2])));
        return true;
    case spv::OpGroupNonUniformRotateKHR:
        rotate(t, i);
        return true;
    case spv::OpGroupNonUniformQuadSwap:
        swapQuad(t, i);
        return true;
    default:
        return false;
    }
}

/// SPV_KHR_shader_ballot and SPV_KHR_subgroup_vote: the same without a scope.
bool translateOlder(Translator& t, const Instruction& i) {
    switch (i.op) {
    case spv::OpSubgroupBallotKHR:
        defineBallot(t, i, boolOf(t, i[0]));
        return true;
    case spv::OpSubgroupFirstInvocationKHR:
        defineRead(t, i, i[0], firstActive(t));
        return true;
    case spv::OpSubgroupReadInvocationKHR:
        defineRead(t, i, i[0], intOf(t, i[1]));
        return true;
    case spv::OpSubgroupAllKHR:
        defineBool(t, i, allOf(t, boolOf(t, i[0])));
        return true;
    case spv::OpSubgroupAnyKHR:
        defineBool(t, i, anyOf(t, boolOf(t, i[0])));
        return true;
    case spv::OpSubgroupAllEqualKHR:
        defineBool(t, i, allEqual(t, i[0]));
        return true;
    default:
        return false;
    }
}

} // namespace

bool translateSubgroup(Translator& t, const Instruction& i) {
    const bool nonUniform =
        (i.op >= spv::OpGroupNonUniformElect && i.op <= spv::OpGroupNonUniformQuadSwap) ||
        i.op == spv::OpGroupNonUniformRotateKHR;
    if (!nonUniform) {
        return translateOlder(t, i);
    }
    expectSubgroupScope(t, i);
    return translateVote(t, i) || translateBallot(t, i) || translateShuffle(t, i) ||
           translateSubgroupArithmetic(t, i);
}

} // namespace cpu::shader
