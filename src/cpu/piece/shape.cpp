// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "cpu/piece/shape.h"

#include <llvm/IR/DerivedTypes.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

#include <algorithm>
#include <bit>

namespace cpu::piece {
namespace {

constexpr uint32_t kMaxAlign_B = 64;

uint32_t registerBits(Level level) {
    return level == Level::V4 ? 512 : level == Level::V3 ? 256 : 128;
}

uint32_t scalarBits(llvm::Type* type) {
    return type->isPointerTy() ? 64 : type->getPrimitiveSizeInBits().getFixedValue();
}

uint64_t mixed(uint64_t hash, uint64_t value) {
    hash = (hash ^ value) * 0x9e3779b97f4a7c15u;
    return hash ^ hash >> 29;
}

/// Structs count by their fields, whatever their names.
uint64_t mixedType(uint64_t hash, llvm::Type* type) {
    if (!type) {
        return mixed(hash, 1);
    }
    hash = mixed(hash, uint64_t(type->getTypeID()) << 32 | 2);
    if (const auto* integer = llvm::dyn_cast<llvm::IntegerType>(type)) {
        return mixed(hash, integer->getBitWidth());
    }
    if (const auto* lanes = llvm::dyn_cast<llvm::FixedVectorType>(type)) {
        return mixedType(mixed(hash, lanes->getNumElements()), lanes->getElementType());
    }
    if (const auto* fields = llvm::dyn_cast<llvm::StructType>(type)) {
        for (llvm::Type* field : fields->elements()) {
            hash = mixedType(hash, field);
        }
        return mixed(hash, 3);
    }
    return hash;
}

} // namespace

Register registerOf(llvm::Type* type, Level level) {
    if (type->isFloatTy() || type->isDoubleTy()) {
        return Register::Vector;
    }
    if (type->isIntegerTy() || type->isPointerTy()) {
        return Register::General;
    }
    llvm::Type* const stored = isStorable(type) ? storedType(type, level) : nullptr;
    if (!stored || stored->isStructTy()) {
        return Register::None;
    }
    if (stored->isIntegerTy()) {
        return Register::General;
    }
    const auto* lanes = llvm::cast<llvm::FixedVectorType>(stored);
    const uint64_t bits = lanes->getPrimitiveSizeInBits().getFixedValue();
    return !lanes->getElementType()->isPointerTy() && bits >= 128 && bits <= registerBits(level)
               ? Register::Vector
               : Register::None;
}

llvm::Type* storedType(llvm::Type* type, Level level) {
    llvm::LLVMContext& context = type->getContext();
    if (type->isIntegerTy()) {
        const unsigned bits = std::bit_ceil(std::max(type->getIntegerBitWidth(), 8u));
        return llvm::IntegerType::get(context, bits);
    }
    if (const auto* lanes = llvm::dyn_cast<llvm::FixedVectorType>(type);
        lanes && lanes->getElementType()->isIntegerTy(1)) {
        const unsigned count = lanes->getNumElements();
        return level == Level::V4
                   ? static_cast<llvm::Type*>(
                         llvm::IntegerType::get(context, std::bit_ceil(std::max(count, 8u))))
                   : llvm::FixedVectorType::get(llvm::Type::getInt32Ty(context), count);
    }
    return type;
}

uint32_t storedSize_B(llvm::Type* type, Level level) {
    if (const auto* fields = llvm::dyn_cast<llvm::StructType>(type)) {
        return fieldOffset_B(type, fields->getNumElements(), level);
    }
    llvm::Type* const stored = storedType(type, level);
    if (const auto* lanes = llvm::dyn_cast<llvm::FixedVectorType>(stored)) {
        return lanes->getNumElements() * scalarBits(lanes->getElementType()) / 8;
    }
    return scalarBits(stored) / 8;
}

uint32_t storedAlign_B(llvm::Type* type, Level level) {
    return type->isStructTy()
               ? kMaxAlign_B
               : std::min(std::bit_ceil(std::max(storedSize_B(type, level), 1u)), kMaxAlign_B);
}

uint32_t fieldOffset_B(llvm::Type* type, unsigned field, Level level) {
    uint32_t at = 0;
    for (unsigned i = 0; i < field; ++i) {
        llvm::Type* const element = type->getStructElementType(i);
        const uint32_t align_B = storedAlign_B(element, level);
        at = (at + align_B - 1) / align_B * align_B + storedSize_B(element, level);
    }
    if (field < type->getStructNumElements()) {
        const uint32_t align_B = storedAlign_B(type->getStructElementType(field), level);
        at = (at + align_B - 1) / align_B * align_B;
    }
    return at;
}

llvm::Type* movedType(llvm::Type* type, Level level) {
    if (type->isStructTy()) {
        return nullptr;
    }
    llvm::Type* const stored = storedType(type, level);
    llvm::LLVMContext& context = type->getContext();
    if (stored->isPointerTy()) {
        return llvm::Type::getInt64Ty(context);
    }
    if (!stored->isVectorTy()) {
        return stored;
    }
    const uint32_t size_B = storedSize_B(type, level);
    if (size_B < 16) {
        return llvm::IntegerType::get(context, size_B * 8);
    }
    return size_B * 8 <= registerBits(level)
               ? llvm::FixedVectorType::get(llvm::Type::getInt32Ty(context), size_B / 4)
               : nullptr;
}

bool isStorable(llvm::Type* type) {
    if (const auto* fields = llvm::dyn_cast<llvm::StructType>(type)) {
        return std::ranges::all_of(fields->elements(), [](llvm::Type* field) {
            return !field->isStructTy() && isStorable(field);
        });
    }
    if (const auto* lanes = llvm::dyn_cast<llvm::FixedVectorType>(type)) {
        llvm::Type* const element = lanes->getElementType();
        return element->isIntegerTy(1) ||
               (isStorable(element) && storedType(element, Level::V2) == element);
    }
    return (type->isIntegerTy() && type->getIntegerBitWidth() <= 64) || type->isFloatTy() ||
           type->isDoubleTy() || type->isPointerTy();
}

uint64_t keyOf(const Shape& shape) {
    uint64_t hash = mixed(shape.operation, shape.detail);
    for (llvm::Type* type : shape.operands) {
        hash = mixedType(hash, type);
    }
    return mixed(mixedType(hash, shape.result), shape.inRegister);
}

unsigned valueArguments(const llvm::Instruction& call) {
    const auto& intrinsic = llvm::cast<llvm::IntrinsicInst>(call);
    switch (intrinsic.getIntrinsicID()) {
    case llvm::Intrinsic::abs:
    case llvm::Intrinsic::ctlz:
    case llvm::Intrinsic::cttz:
        return 1;
    default:
        return intrinsic.arg_size();
    }
}

Shape shapeOf(const llvm::Instruction& instruction) {
    Shape shape;
    shape.operation = instruction.getOpcode();
    shape.result = instruction.getType()->isVoidTy() ? nullptr : instruction.getType();
    unsigned count = instruction.getNumOperands();
    if (const auto* compare = llvm::dyn_cast<llvm::CmpInst>(&instruction)) {
        shape.detail = compare->getPredicate();
    } else if (const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction)) {
        shape.detail = call->getIntrinsicID();
        count = valueArguments(*call);
    }
    for (unsigned i = 0; i < count; ++i) {
        shape.operands.push_back(instruction.getOperand(i)->getType());
    }
    return shape;
}

uint32_t quadPattern(llvm::ArrayRef<int> mask) {
    if (mask.size() % 4 != 0) {
        return UINT32_MAX;
    }
    int pattern[4] = {-1, -1, -1, -1};
    for (size_t lane = 0; lane < mask.size(); ++lane) {
        if (mask[lane] < 0) {
            continue;
        }
        const int inQuad = mask[lane] - int(lane / 4 * 4);
        int& expected = pattern[lane % 4];
        if (inQuad < 0 || inQuad >= 4 || (expected >= 0 && expected != inQuad)) {
            return UINT32_MAX;
        }
        expected = inQuad;
    }
    uint32_t bits = 0;
    for (int lane = 0; lane < 4; ++lane) {
        bits |= uint32_t(pattern[lane] < 0 ? lane : pattern[lane]) << 2 * lane;
    }
    return bits;
}

} // namespace cpu::piece
