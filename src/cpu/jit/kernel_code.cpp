// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "cpu/jit/kernel_code.h"

#include "cpu/jit/analyses.h"
#include "cpu/jit/llvm_module.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/InstCombine/InstCombine.h>
#include <llvm/Transforms/Scalar/ADCE.h>
#include <llvm/Transforms/Scalar/SCCP.h>
#include <llvm/Transforms/Scalar/SimplifyCFG.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include <fmt/format.h>

#include <map>
#include <vector>

namespace cpu::jit {
namespace {

/// What the constants exclude goes before the costly passes of compile() look at it. Bits alone
/// that are constant take more to find than constants do.
void prune(llvm::Function& function, bool constants) {
    llvm::PassBuilder builder;
    Analyses analyses;
    analyses.connect(builder);
    llvm::FunctionPassManager passes;
    if (!constants) {
        passes.addPass(llvm::InstCombinePass());
    }
    passes.addPass(llvm::SCCPPass());
    passes.addPass(llvm::SimplifyCFGPass());
    passes.addPass(llvm::ADCEPass());
    passes.run(function, analyses.functions);
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
        return "kernel." + value.getName().str();
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

} // namespace

KernelCode::KernelCode(std::unique_ptr<llvm::Module> module, llvm::Function* function)
    : m_module(std::move(module)), m_function(function) {}

KernelCode::KernelCode(KernelCode&&) noexcept = default;
KernelCode::~KernelCode() = default;

base::Result<KernelCode>
KernelCode::read(const KernelName& kernel, Level level, llvm::LLVMContext& context) {
    auto kernels = readKernels(kernel.file, level, context);
    if (!kernels) {
        return kernels.error();
    }
    if (llvm::Error error = (*kernels)->materializeAll()) {
        return base::Error{llvm::toString(std::move(error))};
    }
    llvm::Function* function = (*kernels)->getFunction(kernelSymbol(kernel.name, level));
    if (!function || function->isDeclaration()) {
        return base::Error{fmt::format("there is no kernel {}", kernel.name)};
    }
    return KernelCode(std::move(*kernels), function);
}

base::Result<llvm::Function*> KernelCode::copyInto(llvm::Module& module,
                                                   std::span<const ArgumentPattern> state) const {
    if (m_function->arg_size() < state.size()) {
        return base::Error{"a kernel has fewer arguments than its state"};
    }
    Importer importer(*m_module, module);
    llvm::Function* copy = importer.emptyCopy(*m_function, "kernel.copy");
    llvm::IRBuilder<> ir(module.getContext());
    std::map<unsigned, llvm::Value*> arguments;
    bool constants = true;
    for (unsigned i = 0; i < state.size(); ++i) {
        const auto* type = llvm::dyn_cast<llvm::IntegerType>(copy->getArg(i)->getType());
        if (!type || type->getBitWidth() > 64) {
            copy->eraseFromParent();
            importer.importCallees();
            return base::Error{"a kernel's state is not an integer"};
        }
        const uint64_t open = ~state[i].mask & type->getBitMask();
        llvm::Value* value = ir.getIntN(type->getBitWidth(), state[i].value);
        if (open) {
            if (copy->empty()) {
                ir.SetInsertPoint(llvm::BasicBlock::Create(module.getContext(), "", copy));
            }
            value = ir.CreateOr(ir.CreateAnd(copy->getArg(i), open), value);
            constants = false;
        }
        arguments[i] = value;
    }
    importer.importBody(*m_function, *copy, arguments);
    prune(*copy, constants);
    importer.importCallees();
    return copy;
}

} // namespace cpu::jit
