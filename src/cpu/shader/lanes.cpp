// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "cpu/jit/llvm_module.h"
#include "cpu/jit/poll.h"
#include "cpu/shader/shader_translator.h"

#include <llvm/Analysis/VectorUtils.h>

namespace cpu::shader {

const Type& ShaderTranslator::type(Id id) const {
    return m_types.get(id);
}

Id ShaderTranslator::typeOf(Id value) const {
    const Instruction& i = m_module.definition(value);
    if (i.resultType == 0) {
        refuse(i, "has no type");
    }
    return i.resultType;
}

bool ShaderTranslator::isGlslStd450(Id set) const {
    const Instruction* i = m_module.find(set);
    return i && i->op == spv::OpExtInstImport && literalString(*i, 0) == "GLSL.std.450";
}

bool ShaderTranslator::decorated(Id id, spv::Decoration decoration) const {
    return m_module.decoration(id, decoration).has_value();
}

llvm::Type* ShaderTranslator::floatLanes() {
    return llvm::FixedVectorType::get(m_ir.getFloatTy(), m_lanes);
}

llvm::Type* ShaderTranslator::intLanes() {
    return llvm::FixedVectorType::get(m_ir.getInt32Ty(), m_lanes);
}

llvm::Type* ShaderTranslator::boolLanes() {
    return llvm::FixedVectorType::get(m_ir.getInt1Ty(), m_lanes);
}

llvm::Type* ShaderTranslator::lanesOf(const Type& type) {
    llvm::Type* scalar = nullptr;
    switch (type.scalar) {
    case ScalarKind::Bool:
        scalar = m_ir.getInt1Ty();
        break;
    case ScalarKind::Int:
    case ScalarKind::Uint:
        scalar = m_ir.getIntNTy(type.width);
        break;
    case ScalarKind::Float:
        scalar = type.width == 16   ? m_ir.getHalfTy()
                 : type.width == 64 ? m_ir.getDoubleTy()
                                    : m_ir.getFloatTy();
        break;
    case ScalarKind::Void:
        throw Refused("a type that is not made of numbers");
    }
    return llvm::FixedVectorType::get(scalar, m_lanes);
}

llvm::Value* ShaderTranslator::splat(float value) {
    return llvm::ConstantFP::get(floatLanes(), value);
}

llvm::Value* ShaderTranslator::splat(uint32_t value) {
    return llvm::ConstantInt::get(intLanes(), value);
}

llvm::Value* ShaderTranslator::splat(llvm::Value* scalar) {
    return m_ir.CreateVectorSplat(m_lanes, scalar);
}

llvm::Value* ShaderTranslator::uniform(llvm::Value* lanes) const {
    return const_cast<llvm::Value*>(llvm::getSplatValue(lanes));
}

llvm::Value* ShaderTranslator::maskToInt(llvm::Value* mask) {
    return m_ir.CreateSExt(mask, intLanes());
}

llvm::Value* ShaderTranslator::intToMask(llvm::Value* lanes) {
    return m_ir.CreateICmpSLT(lanes, llvm::Constant::getNullValue(lanes->getType()));
}

llvm::Value* ShaderTranslator::bitsOf(llvm::Value* mask) {
    return m_ir.CreateZExt(m_ir.CreateBitCast(mask, m_ir.getIntNTy(m_lanes)), m_ir.getInt32Ty());
}

llvm::Value* ShaderTranslator::activeBits() {
    return bitsOf(m_mask);
}

void ShaderTranslator::forEachActiveLane(const std::function<void(llvm::Value* lane)>& fn) {
    llvm::LLVMContext& context = m_llvm.getContext();
    auto* loop = llvm::BasicBlock::Create(context, "lane", m_function);
    auto* done = llvm::BasicBlock::Create(context, "lanes", m_function);
    llvm::Value* bits = activeBits();
    llvm::Value* zero = m_ir.getInt32(0);
    auto* before = m_ir.GetInsertBlock();
    m_ir.CreateCondBr(m_ir.CreateICmpNE(bits, zero), loop, done);
    m_ir.SetInsertPoint(loop);
    llvm::PHINode* left = m_ir.CreatePHI(m_ir.getInt32Ty(), 2);
    left->addIncoming(bits, before);
    llvm::Value* lane = m_ir.CreateBinaryIntrinsic(llvm::Intrinsic::cttz, left, m_ir.getTrue());
    fn(lane);
    llvm::Value* next = m_ir.CreateAnd(left, m_ir.CreateSub(left, m_ir.getInt32(1)));
    left->addIncoming(next, m_ir.GetInsertBlock());
    jit::markShort(*m_ir.CreateCondBr(m_ir.CreateICmpNE(next, zero), loop, done));
    m_ir.SetInsertPoint(done);
}

llvm::FunctionCallee ShaderTranslator::kernel(std::string_view name, llvm::FunctionType* type) {
    m_needsKernels = true;
    llvm::FunctionCallee callee =
        m_llvm.getOrInsertFunction(jit::kernelSymbol(name, m_level), type);
    auto* function = llvm::dyn_cast<llvm::Function>(callee.getCallee());
    if (!function || function->getFunctionType() != type) {
        throw Refused("a kernel is declared in two ways");
    }
    function->setCallingConv(llvm::CallingConv::X86_RegCall);
    return callee;
}

llvm::Value* ShaderTranslator::callMaths(std::string_view name,
                                         std::span<llvm::Value* const> args) {
    std::vector<llvm::Type*> types;
    for (llvm::Value* arg : args) {
        types.push_back(arg->getType());
    }
    auto callee = kernel(name, llvm::FunctionType::get(floatLanes(), types, false));
    llvm::CallInst* call = m_ir.CreateCall(callee, llvm::ArrayRef(args.data(), args.size()));
    call->setCallingConv(llvm::CallingConv::X86_RegCall);
    return call;
}

uint32_t ShaderTranslator::addSampleSite(SampleOp op) {
    m_sites.push_back({op});
    return uint32_t(m_sites.size() - 1);
}

uint64_t ShaderTranslator::stableIds(uint32_t site) const {
    for (const StableSite& stable : m_stable) {
        if (stable.site == site) {
            return stable.ids;
        }
    }
    return 0;
}

} // namespace cpu::shader
