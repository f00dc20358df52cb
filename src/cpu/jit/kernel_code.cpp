// SPDX-FileCopyrightText: The Glissade authors
// SPDX-License-Identifier: MIT

#include "cpu/jit/kernel_code.h"

#include "cpu/jit/analyses.h"
#include "cpu/jit/left_on_throw.h"
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

std::vector<llvm::Value*> argumentsOf(llvm::Function& function) {
    std::vector<llvm::Value*> arguments;
    for (llvm::Argument& argument : function.args()) {
        arguments.push_back(&argument);
    }
    return arguments;
}

/// Whether a body stays within its module, or comes from another one, whose values are in the map.
enum class Within { Module, Modules };

/// Fills `to`, whose only block, if it has one, is what `arguments` are computed in: they stand for
/// those of `from`. Of what constants among them exclude, nothing is copied.
void pasteBody(const llvm::Function& from,
               llvm::Function& to,
               std::span<llvm::Value* const> arguments,
               llvm::ValueToValueMapTy& map,
               Within within) {
    for (unsigned i = 0; i < from.arg_size(); ++i) {
        map[from.getArg(i)] = arguments[i];
    }
    llvm::SmallVector<llvm::ReturnInst*, 4> returns;
    llvm::BasicBlock* const before = to.empty() ? nullptr : &to.getEntryBlock();
    llvm::CloneAndPruneFunctionInto(&to, &from, map, within == Within::Modules, returns);
    if (before) {
        llvm::BasicBlock* const body = before->getNextNode();
        llvm::BranchInst::Create(body, before);
        llvm::MergeBlockIntoPredecessor(body); // So that what it allocates is allocated once.
    }
}

/// The function's arguments with the bits that `state` fixes, computed in a first block if need be.
std::vector<llvm::Value*> fixedArguments(llvm::Function& function,
                                         std::span<const ArgumentPattern> state) {
    llvm::IRBuilder<> ir(function.getContext());
    std::vector<llvm::Value*> arguments = argumentsOf(function);
    for (unsigned i = 0; i < state.size(); ++i) {
        auto* type = llvm::cast<llvm::IntegerType>(arguments[i]->getType());
        const uint64_t open = ~state[i].mask & type->getBitMask();
        llvm::Value* value = ir.getIntN(type->getBitWidth(), state[i].value);
        if (open) {
            if (function.empty()) {
                ir.SetInsertPoint(llvm::BasicBlock::Create(function.getContext(), "", &function));
            }
            value = ir.CreateOr(ir.CreateAnd(arguments[i], open), value);
        }
        arguments[i] = value;
    }
    return arguments;
}

llvm::Function*
emptyCopy(const llvm::Function& function, const std::string& name, llvm::Module& module) {
    auto* copy = llvm::Function::Create(
        function.getFunctionType(), llvm::GlobalValue::InternalLinkage, name, module);
    copy->copyAttributesFrom(&function);
    copy->setVisibility(llvm::GlobalValue::DefaultVisibility);
    return copy;
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

    /// As pasteBody(), with what the body refers to.
    void importBody(const llvm::Function& from,
                    llvm::Function& to,
                    std::span<llvm::Value* const> arguments) {
        pasteBody(from, to, arguments, m_map, Within::Modules);
    }

    /// Helpers that what was imported calls, and what they call.
    void importCallees() {
        for (bool more = true; more;) {
            more = false;
            for (auto& [from, to] : m_helpers) {
                if (to->isDeclaration() && !to->use_empty()) {
                    importBody(*from, *to, argumentsOf(*to));
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
        llvm::Function* copy = emptyCopy(function, nameOf(function), m_to);
        m_helpers.emplace_back(&function, copy);
        return copy;
    }

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
    const LeftOnThrow<base::Result<std::unique_ptr<llvm::Module>>> read(
        readKernels(kernel.file, level, context));
    base::Result<std::unique_ptr<llvm::Module>>& kernels = *read;
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
    for (unsigned i = 0; i < state.size(); ++i) {
        const auto* type = llvm::dyn_cast<llvm::IntegerType>(m_function->getArg(i)->getType());
        if (!type || type->getBitWidth() > 64) {
            return base::Error{"a kernel's state is not an integer"};
        }
    }
    Importer importer(*m_module, module);
    llvm::Function* copy = emptyCopy(*m_function, "kernel.copy", module);
    const std::vector<llvm::Value*> arguments = fixedArguments(*copy, state);
    const bool constants = copy->empty();
    importer.importBody(*m_function, *copy, arguments);
    prune(*copy, constants);
    importer.importCallees();
    return copy;
}

llvm::Function* narrowed(const llvm::Function& routine, std::span<const ArgumentPattern> state) {
    llvm::Function* copy =
        emptyCopy(routine, "kernel.copy", const_cast<llvm::Module&>(*routine.getParent()));
    const std::vector<llvm::Value*> arguments = fixedArguments(*copy, state);
    const bool constants = copy->empty();
    llvm::ValueToValueMapTy map;
    pasteBody(routine, *copy, arguments, map, Within::Module);
    prune(*copy, constants);
    return copy;
}

} // namespace cpu::jit
