// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT
#include "cpu/shader/instructions/image_operands.h"

#include "cpu/shader/instructions/operands.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/DerivedTypes.h>

#include <utility>

namespace cpu::shader {

ImageOperands ImageOperands::of(const Instruction& i, size_t index) {
    ImageOperands operands;
    if (i.count() <= index) {
        return operands;
    }
    const Word mask = i[index++];
    const auto take = [&](Word bit, Id& id) {
        if (mask & bit) {
            id = i[index++];
        }
    };
    Id ignored = 0;
    take(spv::ImageOperandsBiasMask, operands.bias);
    take(spv::ImageOperandsLodMask, operands.lod);
    take(spv::ImageOperandsGradMask, operands.gradX);
    take(spv::ImageOperandsGradMask, operands.gradY);
    take(spv::ImageOperandsConstOffsetMask, operands.offset);
    take(spv::ImageOperandsOffsetMask, operands.offset);
    take(spv::ImageOperandsConstOffsetsMask, operands.constOffsets);
    take(spv::ImageOperandsSampleMask, operands.sample);
    take(spv::ImageOperandsMinLodMask, operands.minLod);
    take(spv::ImageOperandsMakeTexelAvailableMask, ignored);
    take(spv::ImageOperandsMakeTexelVisibleMask, ignored);
    constexpr Word kKnown = 0xfff | spv::ImageOperandsSignExtendMask |
                            spv::ImageOperandsZeroExtendMask | spv::ImageOperandsNontemporalMask;
    if (mask & ~kKnown) {
        refuse(i, "unknown image operands");
    }
    return operands;
}

uint32_t coordinateAxes(const Type& image) {
    switch (image.dim) {
    case spv::Dim1D:
    case spv::DimBuffer:
        return 1;
    case spv::Dim2D:
    case spv::DimRect:
        return 2;
    case spv::Dim3D:
    case spv::DimCube:
        return 3;
    default:
        throw Refused("images of this dimension are not supported");
    }
}

llvm::StructType* texelType(Translator& t) {
    llvm::Type* lanes = t.floatLanes();
    return llvm::StructType::get(lanes, lanes, lanes, lanes);
}

namespace {

llvm::CallInst*
makeCall(Translator& t, llvm::FunctionCallee callee, llvm::ArrayRef<llvm::Value*> args) {
    llvm::CallInst* call = t.ir().CreateCall(callee, args);
    call->setCallingConv(llvm::CallingConv::X86_RegCall);
    call->setDoesNotThrow();
    return call;
}

} // namespace

llvm::Value*
callRegcall(Translator& t, llvm::FunctionCallee callee, llvm::ArrayRef<llvm::Value*> args) {
    return makeCall(t, callee, args);
}

llvm::Value*
readRegcall(Translator& t, llvm::FunctionCallee callee, llvm::ArrayRef<llvm::Value*> args) {
    llvm::CallInst* call = makeCall(t, callee, args);
    call->setOnlyReadsMemory();
    return call;
}

Value texelParts(Translator& t, llvm::Value* texel) {
    Value parts;
    for (unsigned k = 0; k < 4; ++k) {
        parts.push_back(t.ir().CreateExtractValue(texel, k));
    }
    return parts;
}

void defineTexel(Translator& t, const Instruction& i, const Value& channels) {
    const Type& type = componentwiseResult(t, i);
    if (isBool(type) || type.width != 32 || type.scalars > channels.size()) {
        refuse(i, "wrong result type");
    }
    Value result;
    for (size_t k = 0; k < type.scalars; ++k) {
        result.push_back(t.ir().CreateBitCast(channels[k], t.lanesOf(type)));
    }
    t.define(i.result, std::move(result));
}

Value channelsOf(Translator& t, Id id) {
    const Type& type = componentwiseOperand(t, id);
    Value value = operandOf(t, id, type);
    if (isBool(type) || type.width != 32 || value.size() > 4) {
        throw Refused("texels are not of 32-bit channels");
    }
    for (llvm::Value*& scalar : value) {
        scalar = t.ir().CreateBitCast(scalar, t.floatLanes());
    }
    value.resize(4, t.splat(0.0f));
    return value;
}

Value integerCoordinates(Translator& t, Id id, size_t count) {
    const Type& type = componentwiseOperand(t, id);
    Value value = operandOf(t, id, type);
    if (!isInteger(type) || value.size() < count) {
        throw Refused("wrong texel coordinates");
    }
    value.resize(count);
    for (llvm::Value*& scalar : value) {
        scalar = toInt32(t, scalar, type);
    }
    return value;
}

TexelPlace texelPlace(Translator& t, const Type& image, Id coordinate, Id sample) {
    // Cubes of storage images are arrays of faces.
    const bool cube = image.dim == spv::DimCube;
    const uint32_t axes = cube ? 2 : coordinateAxes(image);
    const bool layered = cube || image.arrayed;
    const Value at = integerCoordinates(t, coordinate, axes + layered);
    llvm::Value* zero = t.splat(0u);
    TexelPlace place{at[0], zero, zero, zero, zero};
    if (axes > 1) {
        place.y = at[1];
    }
    if (axes > 2) {
        place.z = at[2];
    }
    if (layered) {
        place.layer = at[axes];
    }
    if (sample && image.multisampled) {
        place.sample = integerCoordinates(t, sample, 1)[0];
    }
    return place;
}

} // namespace cpu::shader
