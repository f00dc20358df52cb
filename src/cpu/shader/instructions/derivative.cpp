// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

// Derivatives are differences within a quad: with "Fine" of a lane's own row and column, with
// "Coarse" of the first for all lanes. Plain ones may be either. They are what implicit levels of
// detail come from (kernels/sample.cpp), so that textureGrad() with them looks up what texture()
// does.
#include "cpu/shader/instructions/half_as_float.h"
#include "cpu/shader/instructions/operands.h"
#include "cpu/shader/instructions/quads.h"

#include <llvm/IR/Intrinsics.h>

#include <optional>
#include <utility>

namespace cpu::shader {
namespace {

enum class Axis { X, Y, Width };

struct Derivative {
    Axis axis;
    bool fine;
};

std::optional<Derivative> derivativeOf(spv::Op op) {
    switch (op) {
    case spv::OpDPdx:
    case spv::OpDPdxCoarse:
        return Derivative{.axis = Axis::X, .fine = false};
    case spv::OpDPdy:
    case spv::OpDPdyCoarse:
        return Derivative{.axis = Axis::Y, .fine = false};
    case spv::OpFwidth:
    case spv::OpFwidthCoarse:
        return Derivative{.axis = Axis::Width, .fine = false};
    case spv::OpDPdxFine:
        return Derivative{.axis = Axis::X, .fine = true};
    case spv::OpDPdyFine:
        return Derivative{.axis = Axis::Y, .fine = true};
    case spv::OpFwidthFine:
        return Derivative{.axis = Axis::Width, .fine = true};
    default:
        return std::nullopt;
    }
}

llvm::Value* alongX(Translator& t, llvm::Value* x, bool fine) {
    return fine
               ? t.ir().CreateFSub(quadShuffle(t, x, {1, 1, 3, 3}), quadShuffle(t, x, {0, 0, 2, 2}))
               : t.ir().CreateFSub(quadBroadcast(t, x, 1), quadBroadcast(t, x, 0));
}

llvm::Value* alongY(Translator& t, llvm::Value* x, bool fine) {
    return fine
               ? t.ir().CreateFSub(quadShuffle(t, x, {2, 3, 2, 3}), quadShuffle(t, x, {0, 1, 0, 1}))
               : t.ir().CreateFSub(quadBroadcast(t, x, 2), quadBroadcast(t, x, 0));
}

llvm::Value* width(Translator& t, llvm::Value* x, bool fine) {
    const auto magnitude = [&](llvm::Value* v) {
        return t.ir().CreateUnaryIntrinsic(llvm::Intrinsic::fabs, v);
    };
    return t.ir().CreateFAdd(magnitude(alongX(t, x, fine)), magnitude(alongY(t, x, fine)));
}

} // namespace

bool translateDerivative(Translator& t, const Instruction& i) {
    const std::optional<Derivative> derivative = derivativeOf(i.op);
    if (!derivative) {
        return false;
    }
    if (computesHalves(t, i)) {
        return translateHalvesAsFloats(t, i, translateDerivative);
    }
    const Type& type = componentwiseResult(t, i);
    if (!isFloat(type)) {
        refuse(i, "wrong result type");
    }
    Value result = operandOf(t, i[0], type);
    for (llvm::Value*& x : result) {
        switch (derivative->axis) {
        case Axis::X:
            x = alongX(t, x, derivative->fine);
            break;
        case Axis::Y:
            x = alongY(t, x, derivative->fine);
            break;
        case Axis::Width:
            x = width(t, x, derivative->fine);
            break;
        }
    }
    t.define(i.result, std::move(result));
    return true;
}

} // namespace cpu::shader
