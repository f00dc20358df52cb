// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "cpu/piece/make/maker.h"

#include "cpu/jit/target.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/InlineAsm.h>
#include <llvm/IR/MDBuilder.h>

#include <fmt/format.h>

#include <cstdlib>

namespace cpu::piece {
namespace {

/// The frame lies in r13, the value made last in r12 or in the first of its vector registers.
constexpr llvm::CallingConv::ID kConvention = llvm::CallingConv::GHC;

} // namespace

Maker::Body::Body(Maker& maker, llvm::Function& function, const Shape& shape)
    : m_maker(maker), m_function(function), m_shape(shape), m_ir(maker.context()) {
    m_ir.SetInsertPoint(llvm::BasicBlock::Create(maker.context(), "", &function));
    for (unsigned i = 0; i < shape.operands.size(); ++i) {
        llvm::Type* const type = shape.operands[i];
        llvm::Type* const stored = storedType(type, maker.level());
        llvm::Value* value = nullptr;
        if (!(shape.inRegister >> i & 1)) {
            value = m_ir.CreateAlignedLoad(
                stored, at(fmt::format("o{}", i)), llvm::Align(storedAlign_B(type, maker.level())));
        } else if (registerOf(type, maker.level()) == Register::Vector) {
            value = function.getArg(3);
        } else {
            llvm::Value* const general = function.getArg(2);
            value = stored->isPointerTy() ? m_ir.CreateIntToPtr(general, stored)
                                          : m_ir.CreateTrunc(general, stored);
        }
        m_stored.push_back(value);
        m_operands.push_back(fromStored(value, type));
    }
}

llvm::Value* Maker::Body::hole(const std::string& name) const {
    llvm::Type* const byte = llvm::Type::getInt8Ty(m_maker.context());
    auto* symbol = llvm::cast<llvm::GlobalVariable>(m_maker.m_module.getOrInsertGlobal(name, byte));
    symbol->setDSOLocal(true);
    symbol->setAlignment(llvm::Align(1));
    return llvm::ConstantExpr::getPtrToInt(symbol, llvm::Type::getInt64Ty(m_maker.context()));
}

llvm::Value* Maker::Body::at(const std::string& name, uint32_t offset_B) {
    llvm::Value* const begin = m_ir.CreateGEP(m_ir.getInt8Ty(), m_function.getArg(0), hole(name));
    return offset_B ? m_ir.CreateConstGEP1_64(m_ir.getInt8Ty(), begin, offset_B) : begin;
}

llvm::Value* Maker::Body::displacement() const {
    return hole("x");
}

llvm::Value* Maker::Body::frameAtDisplacement() {
    return at("x");
}

llvm::Value* Maker::Body::displaced(llvm::Value* pointer) {
    return m_ir.CreateGEP(m_ir.getInt8Ty(), pointer, displacement());
}

llvm::Value* Maker::Body::fromStored(llvm::Value* stored, llvm::Type* type) {
    if (stored->getType() == type) {
        return stored;
    }
    if (type->isIntegerTy()) {
        return m_ir.CreateTrunc(stored, type);
    }
    if (stored->getType()->isVectorTy()) {
        return m_ir.CreateICmpSLT(stored, llvm::Constant::getNullValue(stored->getType()));
    }
    const unsigned count = llvm::cast<llvm::FixedVectorType>(type)->getNumElements();
    return m_ir.CreateBitCast(m_ir.CreateTrunc(stored, m_ir.getIntNTy(count)), type);
}

llvm::Value* Maker::Body::toStored(llvm::Value* value) {
    llvm::Type* const stored = storedType(value->getType(), m_maker.level());
    if (stored == value->getType()) {
        return value;
    }
    if (value->getType()->isIntegerTy()) {
        return m_ir.CreateZExt(value, stored);
    }
    if (stored->isVectorTy()) {
        return m_ir.CreateSExt(value, stored);
    }
    const unsigned count = llvm::cast<llvm::FixedVectorType>(value->getType())->getNumElements();
    return m_ir.CreateZExt(m_ir.CreateBitCast(value, m_ir.getIntNTy(count)), stored);
}

void Maker::Body::store(llvm::Value* value, uint32_t offset_B) {
    const Level level = m_maker.level();
    if (value->getType()->isStructTy()) {
        for (unsigned i = 0; i < value->getType()->getStructNumElements(); ++i) {
            store(m_ir.CreateExtractValue(value, i), fieldOffset_B(value->getType(), i, level));
        }
        return;
    }
    m_ir.CreateAlignedStore(
        toStored(value), at("r", offset_B), llvm::Align(storedAlign_B(value->getType(), level)));
}

void Maker::Body::keep(llvm::Value* value) {
    store(value);
}

void Maker::Body::callNext(llvm::ArrayRef<llvm::Value*> registers) {
    llvm::Value* const nothing = llvm::UndefValue::get(m_ir.getInt64Ty());
    llvm::SmallVector<llvm::Value*, 4> arguments{m_function.getArg(0), nothing, nothing};
    std::string name = "next";
    for (llvm::Value* value : registers) {
        if (value->getType()->isIntegerTy()) {
            arguments[2] = value;
        } else {
            arguments.push_back(value);
            llvm::raw_string_ostream(name) << "_" << *value->getType();
        }
    }
    llvm::SmallVector<llvm::Type*, 4> types;
    for (llvm::Value* argument : arguments) {
        types.push_back(argument->getType());
    }
    auto* type = llvm::FunctionType::get(m_ir.getVoidTy(), types, false);
    auto callee = m_maker.m_module.getOrInsertFunction(name, type);
    llvm::cast<llvm::Function>(callee.getCallee())->setCallingConv(kConvention);
    llvm::CallInst* const call = m_ir.CreateCall(callee, arguments);
    call->setCallingConv(kConvention);
    call->setTailCall();
    m_ir.CreateRetVoid();
}

void Maker::Body::end(llvm::Value* result) {
    if (!result) {
        callNext({});
        return;
    }
    switch (registerOf(result->getType(), m_maker.level())) {
    case Register::None:
        store(result);
        callNext({});
        break;
    case Register::Vector:
        callNext(toStored(result));
        break;
    case Register::General: {
        llvm::Value* const stored = toStored(result);
        callNext(stored->getType()->isPointerTy() ? m_ir.CreatePtrToInt(stored, m_ir.getInt64Ty())
                                                  : m_ir.CreateZExt(stored, m_ir.getInt64Ty()));
        break;
    }
    }
}

void Maker::Body::endWithJump(llvm::Value* condition, bool wanted) {
    auto* jump = llvm::BasicBlock::Create(m_maker.context(), "", &m_function);
    auto* stay = llvm::BasicBlock::Create(m_maker.context(), "", &m_function);
    m_ir.CreateCondBr(condition,
                      wanted ? jump : stay,
                      wanted ? stay : jump,
                      llvm::MDBuilder(m_maker.context()).createBranchWeights(1, 1));
    m_ir.SetInsertPoint(jump);
    llvm::Value* const nothing = llvm::UndefValue::get(m_ir.getInt64Ty());
    auto callee = m_maker.m_module.getOrInsertFunction(
        "target",
        llvm::FunctionType::get(
            m_ir.getVoidTy(), {m_ir.getPtrTy(), m_ir.getInt64Ty(), m_ir.getInt64Ty()}, false));
    llvm::cast<llvm::Function>(callee.getCallee())->setCallingConv(kConvention);
    llvm::CallInst* const call = m_ir.CreateCall(callee, {m_function.getArg(0), nothing, nothing});
    call->setCallingConv(kConvention);
    call->setTailCall();
    m_ir.CreateRetVoid();
    m_ir.SetInsertPoint(stay);
    callNext({});
}

llvm::Function* Maker::makeFunction(llvm::FunctionType* type, const Shape& shape) {
    const uint64_t key = keyOf(shape);
    if (!m_known.insert(key).second) {
        fmt::print(stderr, "make_pieces: operation {} is there twice\n", shape.operation);
        std::exit(1);
    }
    auto* function = llvm::Function::Create(
        type, llvm::Function::ExternalLinkage, fmt::format("p{}", m_keys.size()), m_module);
    m_keys.push_back(key);
    function->addFnAttr(llvm::Attribute::NoUnwind);
    function->addFnAttr("target-cpu", jit::cpuName(m_level));
    function->addFnAttr("prefer-vector-width", jit::vectorWidth(m_level));
    function->addFnAttr("frame-pointer", "none");
    if (shape.operation != kCall) {
        // Upper halves are cleaned where other people's code is called, and at the end.
        function->addFnAttr("target-features", "-vzeroupper");
    }
    return function;
}

void Maker::addOne(const Shape& shape, const Fill& fill) {
    llvm::SmallVector<llvm::Type*, 4> types{llvm::PointerType::getUnqual(context()),
                                            llvm::Type::getInt64Ty(context()),
                                            llvm::Type::getInt64Ty(context())};
    for (unsigned i = 0; i < shape.operands.size(); ++i) {
        if (shape.inRegister >> i & 1 && types.size() == 3 &&
            registerOf(shape.operands[i], m_level) == Register::Vector) {
            types.push_back(storedType(shape.operands[i], m_level));
        }
    }
    llvm::Function* const function = makeFunction(
        llvm::FunctionType::get(llvm::Type::getVoidTy(context()), types, false), shape);
    function->setCallingConv(kConvention);
    Body body(*this, *function, shape);
    fill(body);
}

void Maker::add(Shape shape, const Fill& fill) {
    shape.inRegister = 0;
    addOne(shape, fill);
    const size_t count = shape.operands.size();
    for (size_t i = 0; i < count && count <= 4; ++i) {
        if (registerOf(shape.operands[i], m_level) != Register::None) {
            shape.inRegister = 1u << i;
            addOne(shape, fill);
        }
    }
    if (count == 2 && shape.operands[0] == shape.operands[1] && shape.inRegister) {
        shape.inRegister = 3;
        addOne(shape, fill);
    }
}

void Maker::addAssembly(const Shape& shape, const std::string& text) {
    auto* type = llvm::FunctionType::get(llvm::Type::getVoidTy(context()), false);
    llvm::Function* const function = makeFunction(type, shape);
    function->addFnAttr(llvm::Attribute::Naked);
    llvm::IRBuilder<> ir(llvm::BasicBlock::Create(context(), "", function));
    ir.CreateCall(type, llvm::InlineAsm::get(type, text, "", /*hasSideEffects*/ true));
    ir.CreateUnreachable();
}

} // namespace cpu::piece
