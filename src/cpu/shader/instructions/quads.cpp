// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "cpu/shader/instructions/quads.h"

#include "cpu/shader/instructions/operands.h"

#include <llvm/IR/Constants.h>

namespace cpu::shader {

llvm::Value* quadShuffle(Translator& t, llvm::Value* lanes, const std::array<int, 4>& from) {
    std::vector<int> mask(t.lanes());
    for (uint32_t lane = 0; lane < t.lanes(); ++lane) {
        mask[lane] = int(lane & ~3u) + from[lane & 3];
    }
    return t.ir().CreateShuffleVector(lanes, mask);
}

llvm::Value* quadBroadcast(Translator& t, llvm::Value* lanes, int lane) {
    return quadShuffle(t, lanes, {lane, lane, lane, lane});
}

llvm::Value* quadRead(Translator& t, llvm::Value* lanes, llvm::Value* index) {
    auto& ir = t.ir();
    llvm::Value* wrapped = ir.CreateAnd(index, t.splat(3u));
    llvm::Value* result = quadBroadcast(t, lanes, 0);
    for (int k = 1; k < 4; ++k) {
        result = ir.CreateSelect(
            ir.CreateICmpEQ(wrapped, t.splat(uint32_t(k))), quadBroadcast(t, lanes, k), result);
    }
    return result;
}

namespace {

llvm::Value* perLane(Translator& t, uint32_t (*number)(uint32_t)) {
    std::vector<llvm::Constant*> lanes;
    for (uint32_t lane = 0; lane < t.lanes(); ++lane) {
        lanes.push_back(t.ir().getInt32(number(lane & 3)));
    }
    return llvm::ConstantVector::get(lanes);
}

} // namespace

llvm::Value* laneInQuad(Translator& t) {
    return perLane(t, [](uint32_t lane) { return lane; });
}

llvm::Value* quadBallot(Translator& t, llvm::Value* mask) {
    auto& ir = t.ir();
    llvm::Value* bit = perLane(t, [](uint32_t lane) { return 1u << lane; });
    llvm::Value* bits = ir.CreateSelect(mask, bit, t.splat(0u));
    bits = ir.CreateOr(bits, quadShuffle(t, bits, {1, 0, 3, 2}));
    return ir.CreateOr(bits, quadShuffle(t, bits, {2, 3, 0, 1}));
}

} // namespace cpu::shader
