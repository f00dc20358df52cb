// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "cpu/jit/sample_kernel.h"

#include "cpu/jit/llvm_module.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Transforms/InstCombine/InstCombine.h>
#include <llvm/Transforms/Scalar/ADCE.h>
#include <llvm/Transforms/Scalar/SCCP.h>
#include <llvm/Transforms/Scalar/SimplifyCFG.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include <map>
#include <vector>

namespace cpu::jit {
namespace {

/// What the constants exclude goes before the costly passes of compile() look at it. Bits alone
/// that are constant take more to find than constants do.
void prune(llvm::Function& function, bool constants) {
    llvm::LoopAnalysisManager loops;
    llvm::FunctionAnalysisManager functions;
    llvm::CGSCCAnalysisManager components;
    llvm::ModuleAnalysisManager modules;
    llvm::PassBuilder builder;
    builder.registerModuleAnalyses(modules);
    builder.registerCGSCCAnalyses(components);
    builder.registerFunctionAnalyses(functions);
    builder.registerLoopAnalyses(loops);
    builder.crossRegisterProxies(loops, functions, components, modules);
    llvm::FunctionPassManager passes;
    if (!constants) {
        passes.addPass(llvm::InstCombinePass());
    }
    passes.addPass(llvm::SCCPPass());
    passes.addPass(llvm::SimplifyCFGPass());
    passes.addPass(llvm::ADCEPass());
    passes.run(function, functions);
}

/// Brings functions from the kernels' module into another one, with what they refer to.
class Importer {
public:
    Importer(const llvm::Module& from, llvm::Module& to) : m_to(to) {
        for (const llvm::GlobalVariable& variable : from.globals()) {
            m_map[&variable] = variableLike(variable);
        }
        for (const llvm::Function& function : from) {
            m_map[&function] = functionLike(function);
        }
        for (const llvm::GlobalVariable& variable : from.globals()) {
            auto* copy = llvm::cast<llvm::GlobalVariable>(m_map[&variable]);
            if (!copy->hasInitializer()) {
                copy->setInitializer(llvm::MapValue(variable.getInitializer(), m_map));
            }
        }
    }

    /// Values in `arguments` stand for arguments. Where `to` has a block already, the body follows.
    void importBody(const llvm::Function& from,
                    llvm::Function& to,
                    const std::map<unsigned, llvm::Value*>& arguments) {
        llvm::ValueToValueMapTy& map = m_map;
        for (unsigned i = 0; i < from.arg_size(); ++i) {
            const auto it = arguments.find(i);
            map[from.getArg(i)] =
                it == arguments.end() ? static_cast<llvm::Value*>(to.getArg(i)) : it->second;
        }
        llvm::SmallVector<llvm::ReturnInst*, 4> returns;
        llvm::BasicBlock* const before = to.empty() ? nullptr : &to.getEntryBlock();
        llvm::CloneAndPruneFunctionInto(&to, &from, map, /*ModuleLevelChanges*/ true, returns);
        if (before) {
            llvm::BasicBlock* const body = before->getNextNode();
            llvm::BranchInst::Create(body, before);
            llvm::MergeBlockIntoPredecessor(body); // So that what it allocates is allocated once.
        }
    }

    /// Helpers that what was imported calls, and what they call.
    void importCallees() {
        for (bool more = true; more;) {
            more = false;
            for (auto& [from, to] : m_helpers) {
                if (to->isDeclaration() && !to->use_empty()) {
                    importBody(*from, *to, {});
                    more = true;
                }
            }
        }
        for (auto& [from, to] : m_helpers) {
            if (to->isDeclaration()) {
                to->eraseFromParent();
            }
        }
    }

private:
    static std::string nameOf(const llvm::GlobalValue& value) {
        return "sample." + value.getName().str();
    }

    /// Shared by all copies in the module.
    llvm::GlobalVariable* variableLike(const llvm::GlobalVariable& variable) {
        if (llvm::GlobalVariable* known = m_to.getNamedGlobal(nameOf(variable))) {
            return known;
        }
        auto* copy = new llvm::GlobalVariable(m_to,
                                              variable.getValueType(),
                                              variable.isConstant(),
                                              llvm::GlobalValue::InternalLinkage,
                                              nullptr,
                                              nameOf(variable));
        copy->copyAttributesFrom(&variable);
        copy->setVisibility(llvm::GlobalValue::DefaultVisibility);
        return copy;
    }

    llvm::Function* functionLike(const llvm::Function& function) {
        if (function.isDeclaration()) {
            auto callee = m_to.getOrInsertFunction(
                function.getName(), function.getFunctionType(), function.getAttributes());
            return llvm::cast<llvm::Function>(callee.getCallee());
        }
        if (llvm::Function* known = m_to.getFunction(nameOf(function))) {
            return known;
        }
        llvm::Function* copy = emptyCopy(function, nameOf(function));
        m_helpers.emplace_back(&function, copy);
        return copy;
    }

public:
    llvm::Function* emptyCopy(const llvm::Function& function, const std::string& name) {
        auto* copy = llvm::Function::Create(
            function.getFunctionType(), llvm::GlobalValue::InternalLinkage, name, m_to);
        copy->copyAttributesFrom(&function);
        copy->setVisibility(llvm::GlobalValue::DefaultVisibility);
        return copy;
    }

private:
    llvm::Module& m_to;
    llvm::ValueToValueMapTy m_map;
    std::vector<std::pair<const llvm::Function*, llvm::Function*>> m_helpers;
};

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

base::Result<SampleKernel> SampleKernel::read(Level level, llvm::LLVMContext& context) {
    auto kernels = readKernels(KernelFile::Sample, level, context);
    if (!kernels) {
        return kernels.error();
    }
    if (llvm::Error error = (*kernels)->materializeAll()) {
        return base::Error{llvm::toString(std::move(error))};
    }
    llvm::Function* function = (*kernels)->getFunction(kernelSymbol("sample", level));
    if (!function || function->isDeclaration() || function->arg_size() < 2 ||
        !function->getArg(0)->getType()->isIntegerTy(64) ||
        !function->getArg(1)->getType()->isIntegerTy(32)) {
        return base::Error{"the sampling kernel is not what kernels/sample.h says"};
    }
    return SampleKernel(std::move(*kernels), function);
}

llvm::Function* SampleKernel::copyInto(llvm::Module& module, const KeyPattern& pattern) const {
    Importer importer(*m_module, module);
    llvm::Function* copy = importer.emptyCopy(*m_function, "sample.copy");
    llvm::IRBuilder<> ir(module.getContext());
    llvm::Value* ids = ir.getInt64(pattern.ids());
    llvm::Value* op = ir.getInt32(pattern.value.op);
    if (!pattern.exact()) {
        ir.SetInsertPoint(llvm::BasicBlock::Create(module.getContext(), "", copy));
        ids = ir.CreateOr(ir.CreateAnd(copy->getArg(0), ~pattern.idsMask()), ids);
        op = ir.CreateOr(ir.CreateAnd(copy->getArg(1), ~uint64_t(pattern.mask.op)), op);
    }
    importer.importBody(*m_function, *copy, {{0, ids}, {1, op}});
    prune(*copy, pattern.exact());
    importer.importCallees();
    return copy;
}

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
    auto kernel = SampleKernel::read(level, module.getContext());
    if (!kernel) {
        return kernel.error();
    }
    std::map<SampleKey, llvm::Function*, KeyLess> copies;
    for (auto& [key, call] : calls) {
        llvm::Function*& copy = copies[key];
        if (!copy) {
            copy = kernel->copyInto(module, KeyPattern::exactly(key));
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
