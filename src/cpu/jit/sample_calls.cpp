// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "cpu/jit/sample_calls.h"

#include "cpu/jit/kernel_code.h"
#include "cpu/jit/llvm_module.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>

#include <map>
#include <vector>

namespace cpu::jit {
namespace {

/// The same fields in the type that the caller expects.
llvm::Value* convertStruct(llvm::IRBuilder<>& ir, llvm::Value* value, llvm::Type* type) {
    if (value->getType() == type) {
        return value;
    }
    llvm::Value* converted = llvm::PoisonValue::get(type);
    for (unsigned i = 0; i < type->getStructNumElements(); ++i) {
        converted = ir.CreateInsertValue(converted, ir.CreateExtractValue(value, i), i);
    }
    return converted;
}

bool sameFields(llvm::Type* a, llvm::Type* b) {
    const auto* left = llvm::dyn_cast<llvm::StructType>(a);
    const auto* right = llvm::dyn_cast<llvm::StructType>(b);
    return a == b || (left && right && left->elements() == right->elements());
}

struct KeyLess {
    bool operator()(const SampleKey& a, const SampleKey& b) const {
        return std::tie(a.viewId, a.samplerId, a.op) < std::tie(b.viewId, b.samplerId, b.op);
    }
};

} // namespace

base::Result<void> specializeSampleCalls(llvm::Module& module, Level level) {
    llvm::Function* generic = module.getFunction(kernelSymbol("sample", level));
    if (!generic) {
        return {};
    }
    std::vector<std::pair<SampleKey, llvm::CallInst*>> calls;
    for (llvm::User* user : generic->users()) {
        auto* call = llvm::dyn_cast<llvm::CallInst>(user);
        if (!call || call->getCalledOperand() != generic || call->arg_size() < 2) {
            continue;
        }
        const auto* ids = llvm::dyn_cast<llvm::ConstantInt>(call->getArgOperand(0));
        const auto* op = llvm::dyn_cast<llvm::ConstantInt>(call->getArgOperand(1));
        if (ids && op) {
            const uint64_t bits = ids->getZExtValue();
            calls.emplace_back(
                SampleKey{uint32_t(bits), uint32_t(bits >> 32), uint32_t(op->getZExtValue())},
                call);
        }
    }
    if (calls.empty()) {
        return {};
    }
    auto kernel = KernelCode::read(kSampleKernel, level, module.getContext());
    if (!kernel) {
        return kernel.error();
    }
    std::map<SampleKey, llvm::Function*, KeyLess> copies;
    for (auto& [key, call] : calls) {
        llvm::Function*& copy = copies[key];
        if (!copy) {
            const auto made = kernel->copyInto(module, KeyPattern::exactly(key).arguments());
            if (!made) {
                return made.error();
            }
            copy = *made;
            copy->addFnAttr(llvm::Attribute::AlwaysInline);
        }
        if (copy->getFunctionType()->params() != call->getFunctionType()->params() ||
            !sameFields(copy->getReturnType(), call->getType())) {
            return base::Error{"a call of the sampling kernel does not fit kernels/sample.h"};
        }
        llvm::IRBuilder<> ir(call);
        llvm::CallInst* made =
            ir.CreateCall(copy, llvm::SmallVector<llvm::Value*, 24>(call->args()));
        made->setCallingConv(copy->getCallingConv());
        call->replaceAllUsesWith(convertStruct(ir, made, call->getType()));
        call->eraseFromParent();
    }
    return {};
}

} // namespace cpu::jit
